"""AG-UI over HTTP: a message begins a run, questions end it, answers go on."""

import asyncio

import pytest
from tests.server.agui_chat import GREETING, NO, YES, Chat, outcome
from tests.server.house import BOUND
from tests.wires.agui.reader import customs, kinds, read, verify

from interlock.models.scripted import Scripted

DELETE = 'call: delete {"folder": "a"}'
THREE = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]


async def test_a_message_is_answered_and_the_thread_goes_on(serve):
    async with serve(["text: Hello, Ann.", "text: Still here."]) as house:
        chat = Chat(house)
        first = await chat.say("hello")
        assert (outcome(first), kinds(first)[-1]) == ("success", "RUN_FINISHED")
        await chat.say("again")
        texts = [message["content"] for message in chat.shown.messages]
        run = (await house.get(f"/v1/runs/{first[0]['runId']}"))[1]["run"]
    assert texts == ["hello", "Hello, Ann.", "again", "Still here."]
    assert (run["channel"], run["thread_id"], run["user"]) == ("agui", "t1", "ann")


async def test_a_yes_runs_the_call_once_however_often_it_is_sent(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        asked = await chat.say("delete")
        assert (outcome(asked), desk.effects) == ("interrupt", [])
        questions = chat.open
        assert outcome(await chat.answer(YES)) == "success"
        chat.open = questions
        again = await chat.answer(YES)
    assert (outcome(again), kinds(again)) == (
        "success",
        ["RUN_STARTED", "MESSAGES_SNAPSHOT", "RUN_FINISHED"],
    )
    assert [m["role"] for m in chat.shown.messages] == ["user", "assistant", "tool", "assistant"]
    assert desk.effects == ["delete a 90"]


async def test_a_no_is_a_result_with_its_reason_and_the_run_succeeds(serve, desk):
    model = Scripted([DELETE, "text: All right."])
    async with serve(model) as house:
        chat = Chat(house)
        await chat.say("delete")
        ended = await chat.answer(NO)
    assert (outcome(ended), desk.effects) == ("success", [])
    results = [event for event in ended if event["type"] == "TOOL_CALL_RESULT"]
    assert [r["metadata"]["interlock"]["kind"] for r in results] == ["rejected"]
    assert "not today" in results[0]["content"]


async def test_edited_arguments_run_instead_of_the_proposed_ones(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        await chat.answer({**YES, "editedArgs": {"folder": "b", "older_than": 5}})
    assert desk.effects == ["delete b 5"]


async def test_answers_are_kept_until_the_last_question_has_one(serve, desk):
    async with serve([THREE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete three")
        a, b, c = chat.open
        chat.open = [c]
        assert outcome(await chat.answer(YES)) == "interrupt"
        assert [asked["id"] for asked in chat.open] == [a["id"], b["id"]]
        assert desk.effects == []
        assert outcome(await chat.answer(NO, YES)) == "success"
    assert sorted(desk.effects) == ["delete b 90", "delete c 90"]


async def test_a_client_that_lost_everything_is_asked_again_and_can_answer(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        fresh = chat.reload()
        assert outcome(await fresh.send()) == "interrupt"
        assert (fresh.open, fresh.shown.messages) == (chat.open, chat.shown.messages)
        assert outcome(await fresh.answer(YES)) == "success"
    assert desk.effects == ["delete a 90"]


async def test_cancelling_ends_the_call_unrun_and_the_turn_goes_on(serve, desk):
    async with serve([DELETE, "text: I left it."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        assert outcome(await chat.give_up()) == "success"
    assert (desk.effects, chat.shown.messages[-1]["content"]) == ([], "I left it.")


async def test_cancelling_together_with_a_message_moves_on(serve, desk):
    async with serve([DELETE, "text: Four."]) as house:
        chat = Chat(house)
        await chat.say("delete")
        ended = await chat.give_up(chat.message("what is 2+2?"))
        assert outcome(ended) == "success"
        results = [e for e in ended if e["type"] == "TOOL_CALL_RESULT"]
        assert [r["metadata"]["interlock"]["kind"] for r in results] == ["superseded"]
    assert (desk.effects, chat.shown.messages[-1]["content"]) == ([], "Four.")


async def test_an_agent_may_let_a_message_supersede(serve, desk):
    async with serve([DELETE, "text: Four."], on_new_message="supersede") as house:
        chat = Chat(house)
        await chat.say("delete")
        assert outcome(await chat.say("what is 2+2?")) == "success"
        assert (await house.get("/v1/interrupts?status=open"))[1]["interrupts"] == []
    assert desk.effects == []


async def test_an_agent_may_refuse_a_message_while_something_waits(serve):
    async with serve([DELETE], on_new_message="refuse") as house:
        chat = Chat(house)
        await chat.say("delete")
        assert await chat.refused(chat.message("hello?")) == (409, "run_waiting")


async def test_a_client_that_comes_back_sees_the_run_from_its_beginning(serve, desk):
    async with serve(['call: slow {"text": "x"}', "text: Done."]) as house:
        chat = Chat(house)
        async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
            first = group.create_task(chat.say("go"))
            await desk.running.wait()
            assert await chat.refused(chat.message("hurry")) == (409, "run_active")
            fresh = chat.reload()
            async with house.open("POST", "/agui/clerk", json=fresh.body()) as response:
                head = await response.content.readuntil(b"RUN_STARTED")
                desk.release.set()
                events = verify(read((head + await response.read()).replace(GREETING, b"")))
        assert outcome(first.result()) == outcome(events) == "success"
        assert events[0]["metadata"]["interlock"]["runId"] == first.result()[0]["runId"]
    fresh.shown.apply(events)
    assert fresh.shown.messages == chat.shown.messages


async def test_a_client_that_leaves_stops_nothing(serve, desk):
    async with serve(['call: slow {"text": "x"}', "text: Done."]) as house:
        chat = Chat(house)
        body = chat.body(chat.message("go"))
        async with house.open("POST", "/agui/clerk", json=body) as response:
            await response.content.readuntil(b"RUN_STARTED")
            await asyncio.wait_for(desk.running.wait(), BOUND)
        desk.release.set()
        assert (await house.ended(body["runId"]))["status"] == "success"
        await chat.send()
    assert desk.effects == ["slow x begins", "slow x ends"]
    assert chat.shown.messages[-1]["content"] == "Done."


async def test_a_stopped_run_is_cancelled_and_not_failed(serve, desk):
    async with serve(['call: slow {"text": "x"}']) as house:
        chat = Chat(house)
        async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
            running = group.create_task(chat.say("go"))
            await desk.running.wait()
            threads = (await house.get("/v1/runs"))[1]["runs"]
            await house.post(f"/v1/runs/{threads[0]['id']}/cancel", {"reason": "enough"})
        assert outcome(running.result()) == "cancelled"


async def test_a_failed_model_is_an_error_with_a_code(serve):
    async with serve(["fault: auth"]) as house:
        chat = Chat(house)
        assert outcome(await chat.say("hello")) == "model_auth"


async def test_a_run_id_is_used_once(serve):
    async with serve(["text: Hi.", "text: Hi."]) as house:
        chat = Chat(house)
        first = await chat.say("hello")
        again = chat.message("again")
        for sent in ([again], []):
            assert await chat.refused(*sent, runId=first[0]["runId"]) == (409, "run_exists")


async def test_the_capabilities_name_the_tools_and_the_way_of_asking(serve):
    async with serve(["text: Hi."], description="Clears up.") as house:
        status, shown = await house.get("/agui/clerk/capabilities")
        assert (await house.get("/agui/nobody/capabilities"))[0] == 404
    assert (status, shown["identity"]["name"]) == (200, "clerk")
    assert [tool["name"] for tool in shown["tools"]["items"]][:2] == ["look", "read_mail"]
    assert shown["humanInTheLoop"]["approveWithEdits"]


@pytest.mark.parametrize("version", ["1.0", None])
async def test_progress_and_verdicts_are_events_of_our_own(serve, version):
    async with serve(['call: look {"city": "Oslo"}', "text: Sunny."]) as house:
        events = await Chat(house).say("look", protocolVersion=version)
    call_id = next(e["toolCallId"] for e in events if e["type"] == "TOOL_CALL_START")
    assert customs(events, "judged") == [
        {"toolCallId": call_id, "verdict": "allow", "code": "read"}
    ]
    assert customs(events, "tool_started") == [
        {"toolCallId": call_id, "tool": "look", "attempt": 1}
    ]
