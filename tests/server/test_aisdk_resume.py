"""Leaving, coming back, and stopping."""

import asyncio

from tests.server.aisdk_chat import Chat, kinds, user

from interlock.models.scripted import Scripted

DELETE = ["text: I ask first.", 'call: delete {"folder": "a"}']
SLOW = ["text: One moment.", 'call: slow {"text": "x"}']


async def test_a_reader_that_leaves_stops_nothing_and_finds_the_whole_message(serve, desk):
    async with serve([SLOW, "text: Done."]) as house:
        chat = Chat(house)
        body = chat.body(user("slow", "u1"))
        async with house.open("POST", chat.url, json=body) as response:
            await response.content.readuntil(b"tool-input-available")
        async with chat.coming_back() as rest:
            desk.release.set()
        chunks = rest()
        assert kinds(chunks) == ["start", "tool-output-available", "finish"]
        assert chat.text == "One moment.Done."
        assert await chat.resume() is None
        assert chat.messages[-1] == (await chat.stored())[-1]


async def test_a_reloaded_tab_follows_a_continuation_from_the_messages_first_chunk(serve, desk):
    async with serve([DELETE, SLOW, "text: Done."]) as house:
        chat, tab = Chat(house), Chat(house)
        await chat.say("delete")
        async with asyncio.TaskGroup() as first_tab:
            first_tab.create_task(chat.answer(True))
            await desk.running.wait()
            async with tab.coming_back() as rest:
                desk.release.set()
    assert kinds(rest()) == [
        "start",
        "tool-approval-request",
        "tool-approval-response",
        "tool-output-available",
        "tool-output-available",
        "finish",
    ]
    assert tab.messages[-1] == chat.messages[-1]


async def test_stop_keeps_what_was_written_and_closes_what_was_open(serve, desk):
    async with serve([SLOW, "text: Hello again."]) as house:
        chat = Chat(house)
        async with asyncio.TaskGroup() as tab:
            saying = tab.create_task(chat.say("slow"))
            await desk.running.wait()
            stopped = await chat.stop()
        chunks = saying.result()
        assert stopped["stopped"] is True
        assert kinds(chunks)[-2:] == ["tool-output-error", "abort"]
        assert await chat.resume() is None
        assert await chat.stop() == {"stopped": False}
        [_, answer] = await chat.stored()
        assert answer == chat.messages[-1]
        assert (answer["metadata"]["status"], chat.text) == ("aborted", "One moment.")
        await chat.say("and now?")
    assert desk.effects == ["slow x begins", "slow was told to stop"]
    assert chat.text == "Hello again."


async def test_a_failed_run_tells_why_and_the_chat_goes_on(serve):
    failing = Scripted([["text: par", "fail: auth"], "text: Hello again."])
    async with serve(failing) as house:
        chat = Chat(house)
        chunks = await chat.say("hello")
        [_, answer] = await chat.stored()
        assert kinds(chunks)[-2:] == ["error", "finish"]
        assert answer["metadata"]["status"] == "failed"
        await chat.say("again")
    assert chat.text == "Hello again."
