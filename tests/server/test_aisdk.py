"""Chats of the AI SDK: messages, approvals, and what happens when a request comes twice."""

import asyncio

import pytest
from tests.server.aisdk_chat import Chat, kinds, user

from interlock.models.scripted import Scripted
from interlock.tools.ask_user import ask_user

DELETE = ["text: I ask first.", 'call: delete {"folder": "a"}']
THREE = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]
SLOW = ["text: One moment.", 'call: slow {"text": "x"}']


async def test_an_answer_streams_under_the_protocols_headers(serve):
    async with serve([["reasoning: Hm.", "text: Hello, Ann."]]) as house:
        body = Chat(house).body(user("hello", "u1"))
        async with house.open("POST", "/api/chat/clerk", json=body) as response:
            headers, stream = response.headers, await response.read()
    assert response.status == 200
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["x-vercel-ai-ui-message-stream"] == "v1"
    assert headers["cache-control"].startswith("no-cache")
    assert headers["x-accel-buffering"] == "no"
    assert "content-encoding" not in headers
    assert stream.endswith(b"data: [DONE]\n\n")


async def test_a_conversation_goes_on_and_can_be_loaded_again(serve):
    async with serve(["text: Hello.", "text: Fine."]) as house:
        chat = Chat(house)
        await chat.say("hello")
        await chat.say("how are you?")
        stored = await chat.stored()
    assert chat.text == "Fine."
    shown = [(m["role"], m["parts"][-1]["text"]) for m in stored]
    assert shown == [
        ("user", "hello"),
        ("assistant", "Hello."),
        ("user", "how are you?"),
        ("assistant", "Fine."),
    ]
    assert [m["id"] for m in stored] == [m["id"] for m in chat.messages]
    assert stored[-1] == chat.messages[-1]


async def test_a_client_that_asks_for_json_gets_the_finished_message(serve, desk):
    async with serve(['call: look {"city": "Oslo"}', "text: Sunny."]) as house:
        chat = Chat(house)
        accept = {"Accept": "application/json"}
        status, message = await house.post(
            chat.url, chat.body(user("weather?", "u1")), headers=accept
        )
        assert (status, message) == (200, (await chat.stored())[-1])
    assert message["metadata"]["status"] == "success"


async def test_a_yes_runs_the_call_once_and_goes_on_in_the_same_message(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        first = await chat.say("delete")
        assert (kinds(first)[-2:], desk.effects) == (["tool-approval-request", "finish"], [])
        second = await chat.answer(True)
        assert kinds(second) == ["start", "tool-output-available", "finish"]
        assert len(chat.messages) == 2
        assert chat.messages == [chat.messages[0], (await chat.stored())[-1]]
    assert (desk.effects, chat.text) == (["delete a 90"], "I ask first.Done.")
    assert chat.cards[0]["approval"]["requestReason"] == "Deletes the reports in a."


async def test_a_no_never_runs_the_call_and_keeps_its_reason(serve, desk):
    async with serve([DELETE, "text: I left it."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        chunks = await chat.answer(False, reason="not today")
    assert kinds(chunks) == ["start", "tool-output-denied", "finish"]
    assert chat.cards[0]["approval"]["reason"] == "not today"
    assert (desk.effects, chat.text) == ([], "I ask first.I left it.")


async def test_some_answers_are_kept_and_the_rest_is_waited_for(serve, desk):
    async with serve([THREE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        chat.click(True)
        status, body = await house.post(chat.url, chat.body(messageId=chat.messages[-1]["id"]))
        assert (status, b"finish-step" in body) == (200, False)
        assert b'"finishReason":"tool-calls"' in body
        assert desk.effects == []
        chunks = await chat.answer(False, True)
    assert sorted(desk.effects) == ["delete a 90", "delete c 90"]
    assert kinds(chunks).count("tool-output-denied") == 1


async def test_a_waiting_chat_that_is_posted_again_only_waits(serve, desk):
    async with serve([DELETE]) as house:
        chat = Chat(house)
        await chat.say("delete")
        chunks = await chat.send(messageId=chat.messages[-1]["id"])
    assert kinds(chunks) == ["start", "finish"]
    assert (chunks[-1]["finishReason"], len(chat.asking)) == ("tool-calls", 1)


async def test_the_same_message_twice_is_one_run_and_the_same_stream(serve):
    model = Scripted(["text: Hello."])
    async with serve(model) as house:
        body = Chat(house).body(user("hello", "u1"))
        posts = [house.post("/api/chat/clerk", body) for _ in range(5)]
        answers = await asyncio.gather(*posts)
        answers.append(await house.post("/api/chat/clerk", body))
    assert len(model.requests) == 1
    assert [status for status, _ in answers] == [200] * 6
    assert len({stream for _, stream in answers}) == 1


async def test_the_same_answer_from_many_tabs_runs_the_call_once(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        chat.click(True)
        body = chat.body(messageId=chat.messages[-1]["id"])
        answers = await asyncio.gather(*(house.post(chat.url, body) for _ in range(8)))
        answers.append(await house.post(chat.url, body))
    assert desk.effects == ["delete a 90"]
    assert [status for status, _ in answers] == [200] * 9
    assert len({stream for _, stream in answers}) == 1


async def test_two_tabs_that_disagree_see_the_first_decision(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat, other = Chat(house), Chat(house)
        await chat.say("delete")
        await other.send(chat.messages[0])
        await chat.answer(True)
        chunks = await other.answer(False, reason="no!")
    assert kinds(chunks)[:3] == ["start", "tool-approval-response", "tool-output-available"]
    assert (desk.effects, other.cards[0]["state"]) == (["delete a 90"], "output-available")


async def test_an_answer_given_elsewhere_shows_when_the_chat_is_posted(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        [asked] = chat.asking
        await house.answer(asked["approval"]["id"], {"answer": {"approved": True}})
        chunks = await chat.send(messageId=chat.messages[-1]["id"])
    assert kinds(chunks)[:3] == ["start", "tool-approval-response", "tool-output-available"]
    assert (desk.effects, chat.text) == (["delete a 90"], "I ask first.Done.")


async def test_a_new_message_supersedes_what_waits(serve, desk):
    async with serve([DELETE, "text: As you like."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        await chat.say("never mind")
        stored = await chat.stored()
    assert (desk.effects, chat.text) == ([], "As you like.")
    assert [part["state"] for part in stored[1]["parts"] if "toolCallId" in part] == [
        "output-denied"
    ]


async def test_an_agent_may_insist_on_an_answer_first(serve):
    async with serve([DELETE], on_new_message="refuse") as house:
        chat = Chat(house)
        await chat.say("delete")
        status, words = await chat.refused(user("never mind", "u2"))
    assert (status, words.split(".")[0]) == (409, "This thread waits for answers")


async def test_a_second_message_while_the_first_is_answered_is_refused_in_words(serve, desk):
    async with serve([SLOW, "text: Done."]) as house:
        chat = Chat(house)
        async with asyncio.TaskGroup() as tab:
            tab.create_task(chat.say("slow", "u1"))
            await desk.running.wait()
            status, words = await Chat(house).refused(user("more", "u2"))
            desk.release.set()
    assert (status, words.split(".")[0]) == (409, "This thread is working on another message")


async def test_an_edit_takes_the_place_of_the_turn_and_of_all_later_ones(serve):
    async with serve(["text: A.", "text: B.", "text: C."]) as house:
        chat = Chat(house)
        await chat.say("first", "u1")
        await chat.say("second", "u2")
        chat.messages = []
        await chat.send(user("first, better", "u1"), messageId="u1")
        again = await chat.stored()
    assert [m["parts"][-1]["text"] for m in again] == ["first, better", "C."]


async def test_a_regeneration_answers_the_stored_message_anew(serve):
    model = Scripted(["text: A.", "text: B."])
    async with serve(model) as house:
        chat = Chat(house)
        await chat.say("first", "u1")
        answer_id = chat.messages.pop()["id"]
        order = {"trigger": "regenerate-message", "messageId": answer_id}
        await chat.send(**order)
        twice = Chat(house)
        twice.messages = chat.messages[:1]
        await twice.send(**order)
    assert (chat.text, len(model.requests)) == ("B.", 2)
    assert twice.messages[-1] == chat.messages[-1]


@pytest.mark.parametrize("answer", ["Oslo", {"answer": "Oslo"}])
async def test_a_question_to_the_person_takes_an_output_for_an_answer(serve, answer):
    script = ['call: ask_user {"question": "Which city?"}', "text: Oslo it is."]
    async with serve(script, tools=(ask_user,)) as house:
        chat = Chat(house)
        await chat.say("ask me")
        [card] = chat.asking
        answered = {**card, "state": "output-available", "output": answer}
        del answered["approval"]
        message = chat.messages[-1]
        message["parts"][message["parts"].index(card)] = answered
        status, body = await house.post(chat.url, chat.body(messageId=message["id"]))
        [_, stored] = await chat.stored()
    assert (status, b"tool-output" in body) == (200, False)
    [_, shown, _, text] = stored["parts"]
    assert text["text"] == "Oslo it is."
    assert (shown["state"], shown["output"]) == ("output-available", {"answer": "Oslo"})


async def test_a_continuation_of_a_finished_answer_is_refused_so_that_nobody_loops(serve):
    async with serve(["text: Hello."]) as house:
        chat = Chat(house)
        await chat.say("hello")
        status, words = await chat.refused(messageId=chat.messages[-1]["id"])
    assert (status, words.split(".")[0]) == (409, "Nothing waits for an answer here any more")


async def test_a_late_click_on_a_superseded_card_is_refused_in_words(serve, desk):
    async with serve([DELETE, "text: As you like."]) as house:
        chat, late = Chat(house), Chat(house)
        await chat.say("delete")
        await late.send(chat.messages[0])
        await chat.say("never mind")
        late.click(True)
        status, words = await late.refused(messageId=late.messages[-1]["id"])
    assert (status, words.split(".")[0]) == (409, "Nothing waits for an answer here any more")
    assert desk.effects == []
