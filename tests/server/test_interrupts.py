"""The inbox over HTTP: what an answer may be, and what it can never do."""

import asyncio
from collections import Counter

from tests.stories.tools import tool

from interlock.domain.canonical import digest
from interlock.domain.policy import Ruling
from interlock.testing import ManualClock

DELETE = 'call: delete {"folder": "a"}'
YES = {"answer": {"approved": True}}
NO = {"answer": {"approved": False, "reason": "too dangerous"}}
WEEK = 7 * 24 * 3600


async def test_a_question_is_listed_shown_answered_and_then_runs_once(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        listed = (await house.get("/v1/interrupts?status=open"))[1]["interrupts"]
        shown = (await house.get(f"/v1/interrupts/{asked['id']}"))[1]
        assert listed == [shown]
        assert (shown["interrupt"], shown["status"]) == (asked, "open")
        status, done = await house.answer(asked["id"], YES | {"digest": asked["digest"]})
        assert (status, done["remaining"], done["repeated"]) == (200, [], False)
        assert (done["question"]["status"], done["question"]["decision"]["by"]) == (
            "answered",
            "ann",
        )
        run = await house.ended(done["run_id"])
        assert (run["status"], run["resumes"]) == ("success", asked["run_id"])
        left = (await house.get("/v1/interrupts?status=open"))[1]
        assert left == {"interrupts": [], "before": None}
    assert desk.effects == ["delete a 90"]


async def test_a_no_with_its_reason_runs_nothing_and_the_turn_goes_on(serve, desk):
    async with serve([DELETE, "text: All right."]) as house:
        [asked] = await house.asked()
        _, done = await house.answer(asked["id"], NO)
        assert done["question"]["decision"]["reason"] == "too dangerous"
        assert (await house.ended(done["run_id"]))["status"] == "success"
    assert desk.effects == []


async def test_somebody_elses_question_looks_exactly_like_none(serve, desk):
    """A1: byte for byte, for every verb; and it stays open."""
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        for who in ("bob", "eve"):
            for method, tail, body in (("GET", "", None), ("POST", "/answer", YES)):
                answers: set[tuple[int, bytes]] = set()
                for interrupt_id in (asked["id"], "int_" + "0" * 32, "x"):
                    path = f"/v1/interrupts/{interrupt_id}{tail}"
                    async with house.open(method, path, who, json=body) as response:
                        answers.add((response.status, await response.read()))
                assert [status for status, _ in answers] == [404]
            listed = await house.get(f"/v1/interrupts?thread_id={asked['thread_id']}", who)
            assert listed == (200, {"interrupts": [], "before": None})
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"
    assert desk.effects == []


async def test_the_same_answer_again_is_fine_and_another_one_comes_too_late(serve, desk):
    """A2."""
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        _, first = await house.answer(asked["id"], YES)
        await house.ended(first["run_id"])
        again = await house.answer(asked["id"], YES)
        other = await house.answer(asked["id"], NO)
        abandoned = await house.answer(asked["id"], {"abandon": True})
    assert again == (200, first | {"repeated": True})
    assert (other[0], other[1]["code"]) == (409, "interrupt_resolved")
    assert (abandoned[0], abandoned[1]["code"]) == (409, "interrupt_resolved")
    assert desk.effects == ["delete a 90"]


async def test_of_fifty_answers_at_once_one_counts(serve, desk):
    """A3."""
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        sent = [YES, NO] * 25
        answers = await asyncio.gather(*[house.answer(asked["id"], body) for body in sent])
        winner = answers[[status for status, _ in answers].index(200)][1]
        await house.ended(winner["run_id"])
        yes = winner["question"]["decision"]["answer"]["approved"]
        said = [
            status for (status, _), body in zip(answers, sent, strict=True) if (body is YES) is yes
        ]
        assert Counter(status for status, _ in answers) == {200: 25, 409: 25}
        assert said == [200] * 25
        fresh = [done for status, done in answers if status == 200 and not done["repeated"]]
        assert len(fresh) == 1
    assert desk.effects == (["delete a 90"] if yes else [])


async def test_an_answer_after_the_time_is_gone_and_the_call_is_recorded_as_expired(serve, desk):
    """A4: and the turn goes on without waiting for the sweeper."""
    clock = ManualClock()
    async with serve([DELETE, "text: Too late."], clock=clock) as house:
        [asked] = await house.asked()
        clock.move(WEEK + 1)
        for _ in range(2):
            status, problem = await house.answer(asked["id"], YES)
            assert (status, problem["code"]) == (410, "interrupt_expired")
        shown = (await house.get(f"/v1/interrupts/{asked['id']}"))[1]
        assert (shown["status"], shown["decision"]["by"]) == ("expired", "system")
        latest = (await house.get("/v1/runs"))[1]["runs"][0]
        assert (latest["resumes"], (await house.ended(latest["id"]))["status"]) == (
            asked["run_id"],
            "success",
        )
        calls = (await house.get(f"/v1/threads/{asked['thread_id']}/messages"))[1]["calls"]
        assert [call["outcome"] for call in calls] == ["expired"]
    assert desk.effects == []


async def test_edited_arguments_that_do_not_fit_leave_the_question_open(serve, desk):
    """A5: every fault is named."""
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        wrong = {"answer": {"approved": True, "editedArgs": {"folder": 7, "colour": "red"}}}
        status, problem = await house.answer(asked["id"], wrong)
        assert (status, problem["code"]) == (422, "bad_answer")
        paths = {fault["path"] for fault in problem["faults"]}
        assert paths == {"editedArgs.folder", "editedArgs.colour"}
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"
    assert desk.effects == []


async def test_arguments_are_edited_only_with_the_right_to_and_both_versions_are_kept(serve, desk):
    """A6."""
    edit = {"answer": {"approved": True, "editedArgs": {"folder": "b"}}}
    async with serve([DELETE, DELETE, "text: Done."]) as house:
        [asked] = await house.asked("bob")
        status, problem = await house.answer(asked["id"], edit, "bob")
        assert (status, problem["code"]) == (403, "may_not_edit")
        assert (await house.get(f"/v1/interrupts/{asked['id']}", "bob"))[1]["status"] == "open"
        [asked] = await house.asked("ann")
        _, done = await house.answer(asked["id"], edit, "ann")
        await house.ended(done["run_id"])
        events = (await house.get(f"/v1/runs/{done['run_id']}/events"))[1]["events"]
        [ran] = [e["data"] for e in events if e["data"]["type"] == "tool.start"]
    assert desk.effects == ["delete b 90"]
    assert (asked["arguments"], ran["arguments"]) == ({"folder": "a"}, {"folder": "b"})
    assert (asked["digest"], ran["digest"]) == (digest({"folder": "a"}), digest({"folder": "b"}))


async def test_an_edit_that_policy_refuses_does_not_run(serve, desk):
    """A6: policy looks at the new arguments."""

    def policy(call):
        if call.arguments["folder"] == "b":
            return Ruling("refuse", "no_b", "folder b is off limits")
        return Ruling("ask", "asks")

    async with serve([DELETE, "text: I see."], policy=policy) as house:
        [asked] = await house.asked()
        edit = {"answer": {"approved": True, "editedArgs": {"folder": "b"}}}
        _, done = await house.answer(asked["id"], edit)
        assert (await house.ended(done["run_id"]))["status"] == "success"
    assert desk.effects == []


async def test_a_yes_to_something_else_than_what_waits_is_stale(serve, desk):
    """A7."""
    async with serve([DELETE]) as house:
        [asked] = await house.asked()
        status, problem = await house.answer(asked["id"], YES | {"digest": "0" * 64})
        assert (status, problem["code"]) == (409, "stale_approval")
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"
    assert desk.effects == []


async def test_what_was_never_asked_can_not_be_approved(serve, desk):
    """A8: not by the call's id, nor by the run's, nor by one that is made up."""
    async with serve([DELETE]) as house:
        [asked] = await house.asked()
        for name in (asked["call_id"], asked["run_id"], asked["turn_id"], "int_1", "*"):
            status, problem = await house.answer(name, YES)
            assert (status, problem["code"]) == (404, "interrupt_not_found")
    assert desk.effects == []


async def test_a_tool_that_wants_a_second_person_is_not_approved_by_the_first(serve, desk):
    """A9."""

    async def delete(folder: str) -> None:
        """Delete reports."""
        desk.effects.append(f"delete {folder}")

    pair = tool(delete, "destructive", four_eyes=True)
    async with serve([DELETE, "text: Done."], tools=[pair]) as house:
        [asked] = await house.asked()
        status, problem = await house.answer(asked["id"], YES)
        assert (status, problem["code"]) == (403, "may_not_answer")
        status, done = await house.answer(asked["id"], YES, "boss")
        assert (status, done["question"]["decision"]["by"]) == (200, "boss")
        await house.ended(done["run_id"])
    assert desk.effects == ["delete a"]


async def test_an_approver_finds_the_questions_of_others_in_the_inbox_and_answers(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        [asked] = await house.asked()
        for query in ("", "?status=open", f"?thread_id={asked['thread_id']}"):
            listed = (await house.get(f"/v1/interrupts{query}", "boss"))[1]["interrupts"]
            assert [one["interrupt"]["id"] for one in listed] == [asked["id"]]
        status, done = await house.answer(asked["id"], YES, "boss")
        assert (status, done["question"]["decision"]["by"]) == (200, "boss")
        await house.ended(done["run_id"])
    assert desk.effects == ["delete a 90"]


async def test_words_in_a_message_are_no_answer(serve, desk):
    """A10."""
    async with serve([DELETE]) as house:
        [asked] = await house.asked()
        order = {
            "agent": "clerk",
            "thread_id": asked["thread_id"],
            "message": f"yes, approved, go on: {asked['id']}",
        }
        status, problem = await house.post("/v1/runs", order)
        assert (status, problem["code"]) == (409, "run_waiting")
        assert problem["interrupts"] == [asked["id"]]
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"
    assert desk.effects == []


async def test_a_new_message_that_says_so_closes_what_is_open(serve, desk):
    async with serve([DELETE, "text: Forgotten."]) as house:
        [asked] = await house.asked()
        more = {"thread_id": asked["thread_id"], "on_new_message": "supersede"}
        assert (await house.run("never mind", **more))["status"] == "success"
        status, problem = await house.answer(asked["id"], YES)
        assert (status, problem["code"]) == (409, "interrupt_superseded")
    assert desk.effects == []


async def test_two_answers_of_three_are_kept_and_the_third_is_waited_for(serve, desk):
    """A11."""
    calls = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]
    async with serve([calls, "text: Done."]) as house:
        a, b, c = await house.asked()
        first = (await house.answer(c["id"], YES))[1]
        second = (await house.answer(a["id"], NO))[1]
        assert (first["run_id"], first["remaining"]) == ("", [a["id"], b["id"]])
        assert (second["run_id"], second["remaining"]) == ("", [b["id"]])
        assert desk.effects == []
        third = (await house.answer(b["id"], YES))[1]
        assert third["remaining"] == []
        await house.ended(third["run_id"])
    assert sorted(desk.effects) == ["delete b 90", "delete c 90"]


async def test_a_policy_that_became_stricter_counts_when_the_call_would_run(serve, desk):
    """A12."""
    rulings = [Ruling("ask", "asks"), Ruling("refuse", "closed", "deleting is closed for today")]
    async with serve(
        [DELETE, "text: I see."],
        policy=lambda _: rulings.pop(0) if len(rulings) > 1 else rulings[0],
    ) as house:
        [asked] = await house.asked()
        _, done = await house.answer(asked["id"], YES)
        await house.ended(done["run_id"])
        calls = (await house.get(f"/v1/threads/{asked['thread_id']}/messages"))[1]["calls"]
    assert desk.effects == []
    assert [(call["outcome"], call["code"]) for call in calls] == [("refused", "closed")]
