"""An answer over AG-UI counts when it is clear, whole, in time, and the first."""

import asyncio

import pytest
from tests.server.agui_chat import GREETING, NO, YES, Chat, outcome
from tests.server.house import BOUND
from tests.wires.agui.posts import entry
from tests.wires.agui.reader import read, verify

from interlock.testing import ManualClock

DELETE = 'call: delete {"folder": "a"}'


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ("yes please", "bad_answer"),
        ({}, "bad_answer"),
        (None, "bad_answer"),
        (1, "bad_answer"),
        ({"approved": "true"}, "bad_answer"),
        ({"approved": 1}, "bad_answer"),
        ({"approved": True, "always": True}, "bad_answer"),
        ({"approved": True, "editedArgs": {"folder": 7}}, "bad_answer"),
    ],
)
async def test_an_answer_that_is_no_clear_answer_leaves_the_question_open(
    serve, desk, payload, code
):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        asked = chat.open
        refused = await chat.answer(payload)
        assert outcome(refused) == code
        assert refused[-1]["metadata"]["interlock"]["faults"]
        assert desk.effects == []
        assert outcome(await chat.reload().send()) == "interrupt"
        chat.open = asked
        assert outcome(await chat.answer(YES)) == "success"
    assert desk.effects == ["delete a 90"]


async def test_one_bad_entry_spoils_the_whole_list(serve, desk):
    calls = [f'call: delete {{"folder": "{name}"}}' for name in "ab"]
    async with serve([calls]) as house:
        chat = Chat(house)
        await chat.say("delete two")
        ids = [asked["id"] for asked in chat.open]
        assert outcome(await chat.answer(YES, "sure")) == "bad_answer"
        twice = [entry(ids[0], payload=YES), entry(ids[0], payload=NO)]
        assert outcome(await chat.send(resume=twice)) == "twice"
        fresh = chat.reload()
        await fresh.send()
    assert ([asked["id"] for asked in fresh.open], desk.effects) == (ids, [])


async def test_a_digest_of_other_arguments_approves_nothing(serve, desk):
    async with serve([DELETE]) as house:
        chat = Chat(house)
        await chat.say("delete")
        shown = {"interlock": {"digest": "0" * 64}}
        resume = [entry(chat.open[0]["id"], payload=YES, metadata=shown)]
        assert outcome(await chat.send(resume=resume)) == "stale_approval"
    assert desk.effects == []


async def test_another_answer_comes_too_late_and_letting_go_is_always_possible(serve, desk):
    async with serve([DELETE, "text: Left."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        asked = chat.open
        await chat.answer(NO)
        chat.open = asked
        assert outcome(await chat.answer(YES)) == "interrupt_resolved"
        chat.open = asked
        assert outcome(await chat.give_up()) == "success"
    assert desk.effects == []


async def test_the_same_answer_while_the_turn_goes_on_follows_it(serve, desk):
    async with serve([DELETE, 'call: slow {"text": "x"}', "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        again = chat.reload()
        await again.send()
        async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
            first = group.create_task(chat.answer(YES))
            await desk.running.wait()
            asked = {"interruptId": again.open[0]["id"], "status": "resolved", "payload": YES}
            body = again.body(resume=[asked])
            async with house.open("POST", "/agui/clerk", json=body) as response:
                head = await response.content.readuntil(b"RUN_STARTED")
                desk.release.set()
                events = verify(read((head + await response.read()).replace(GREETING, b"")))
    assert outcome(first.result()) == outcome(events) == "success"
    assert events[0]["metadata"]["interlock"]["runId"] == first.result()[0]["runId"]
    assert again.shown.apply(events).messages == chat.shown.messages
    assert desk.effects == ["delete a 90", "slow x begins", "slow x ends"]


async def test_an_expired_question_runs_nothing_and_never_locks_the_thread(serve, desk):
    clock = ManualClock()
    script = [DELETE, "text: Nobody answered.", "text: Four."]
    async with serve(script, clock=clock, expires_after=60) as house:
        chat = Chat(house)
        await chat.say("delete")
        asked = chat.open
        clock.move(61)
        assert outcome(await chat.answer(YES)) == "interrupt_expired"
        chat.open = asked
        assert outcome(await chat.give_up()) == "success"
        assert outcome(await chat.say("what is 2+2?")) == "success"
    assert desk.effects == []


async def test_fifty_clients_that_answer_at_once_run_the_call_once(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        clients = [chat.reload() for _ in range(50)]
        async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
            tasks = []
            for number, client in enumerate(clients):
                client.open = chat.open
                tasks.append(group.create_task(client.answer(NO if number % 2 else YES)))
        ends = [outcome(task.result()) for task in tasks]
    assert sorted(set(ends)) == ["interrupt_resolved", "success"]
    assert (ends.count("success"), len(desk.effects)) in {(25, 0), (25, 1)}
