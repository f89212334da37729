"""A stop reaches everything; a crash loses nothing, repeats nothing that must not be repeated."""

import asyncio
from typing import Any

from interlock.domain.events import (
    InterruptOpened,
    ModelFailed,
    ModelStarted,
    ToolEnded,
    ToolStarted,
)
from interlock.domain.messages import ToolMessage, text_of
from interlock.domain.tools import ToolContext, Verification
from interlock.models.scripted import Scripted
from interlock.tools.function import tool

SLOW = 'call: slow {"text": "x"}'


async def started(story, desk):
    run_id = await story.begin("go")
    async with asyncio.timeout(5):
        await desk.running.wait()
    return run_id


async def test_a_stop_reaches_the_tool_and_says_that_the_effect_is_unknown(tell, desk):
    model = Scripted([SLOW, "text: Hello."])
    async with tell(model) as story:
        told = await story.stop(await started(story, desk), "changed my mind")
        assert (told.status, told.end.by, told.end.text) == ("cancelled", "ann", "changed my mind")
        assert told.results == [("slow", "cancelled")]
        assert desk.effects == ["slow x begins", "slow was told to stop"]
        again = await story.say("hello", told.thread_id)
    assert again.text == "Hello."
    result = model.requests[1].messages[2]
    assert isinstance(result, ToolMessage)
    assert "not known whether it took effect" in result.text


async def test_a_stop_keeps_what_had_streamed(tell):
    said = asyncio.Event()

    async def pause(_seconds):
        said.set()
        await asyncio.Event().wait()

    model = Scripted([["text: Once upon", "wait: 1", "text: a time"]], sleep=pause)
    async with tell(model) as story:
        run_id = await story.begin("tell me")
        async with asyncio.timeout(5):
            await said.wait()
        told = await story.stop(run_id)
    assert told.status == "cancelled"
    assert told.text.startswith("Once")
    assert told.messages[-1].aborted


async def test_a_second_stop_changes_nothing(tell, desk):
    async with tell([SLOW]) as story:
        run_id = await started(story, desk)
        first = await story.stop(run_id)
        second = await story.stop(run_id)
    assert first.events == second.events


async def test_a_lost_call_that_must_not_run_twice_is_asked_about(tell, desk):
    async with tell([SLOW]) as story:
        run_id = await started(story, desk)
    async with tell(["text: Noted."]) as story:
        asked = await story.wait(run_id)
        assert asked.status == "interrupted"
        question = asked.questions[0]
        assert (question.kind, question.tool) == ("indeterminate", "slow")
        told = await story.answer(question, {"outcome": "happened", "result": "it did"})
    assert told.text == "Noted."
    assert told.results == [("slow", "done")]
    assert desk.effects.count("slow x begins") == 1


async def test_a_lost_call_runs_again_when_a_person_says_that_it_did_not_happen(tell, desk):
    async with tell([SLOW]) as story:
        run_id = await started(story, desk)
    desk.release.set()
    async with tell(["text: Noted."]) as story:
        asked = await story.wait(run_id)
        told = await story.answer(asked.questions[0], {"outcome": "run"})
    assert told.results == [("slow", "done")]
    starts = [fact for fact in told.facts if isinstance(fact, ToolStarted)]
    assert [start.attempt for start in starts] == [2]
    assert desk.effects.count("slow x ends") == 1


async def test_a_lost_call_may_be_left_alone(tell, desk):
    async with tell([SLOW]) as story:
        run_id = await started(story, desk)
    async with tell(["text: Noted."]) as story:
        asked = await story.wait(run_id)
        told = await story.answer(asked.questions[0], {"outcome": "skip"})
    assert told.results == [("slow", "skipped")]
    assert desk.effects.count("slow x begins") == 1


async def test_a_lost_idempotent_call_runs_again_with_the_same_key(tell):
    keys = []
    begun = asyncio.Event()

    @tool(effect="write", idempotent=True, approval="never", returns="trusted")
    async def pay(context: ToolContext, amount: int) -> str:
        """Pay."""
        keys.append(context.idempotency_key)
        begun.set()
        if len(keys) == 1:
            await asyncio.Event().wait()
        return f"paid {amount}"

    async with tell(['call: pay {"amount": 5}'], tools=(pay,)) as story:
        run_id = await story.begin("pay")
        async with asyncio.timeout(5):
            await begun.wait()
    async with tell(["text: Paid."], tools=(pay,)) as story:
        told = await story.wait(run_id)
    assert (told.status, told.text) == ("success", "Paid.")
    assert len(keys) == 2
    assert keys[0] == keys[1]


async def verified(tell, happened):
    effects = []
    begun = asyncio.Event()

    @tool(effect="write", approval="never", returns="trusted")
    async def pay(context: ToolContext, amount: int) -> str:
        """Pay."""
        effects.append(context.idempotency_key)
        begun.set()
        if len(effects) == 1:
            await asyncio.Event().wait()
        return f"paid {amount}"

    @pay.verifier
    async def check(key: str, arguments: dict[str, Any]) -> Verification:
        return Verification(happened, f"receipt of {arguments['amount']} for {key[:5]}")

    async with tell(['call: pay {"amount": 5}'], tools=(pay,)) as story:
        run_id = await story.begin("pay")
        async with asyncio.timeout(5):
            await begun.wait()
    async with tell(["text: Paid."], tools=(pay,)) as story:
        told = await story.wait(run_id)
    return told, effects


async def test_a_tool_that_knows_that_the_lost_call_happened_settles_it(tell):
    told, effects = await verified(tell, happened=True)
    assert told.status == "success"
    ended = next(fact for fact in told.facts if isinstance(fact, ToolEnded))
    assert (ended.kind, ended.result.model) == ("done", "receipt of 5 for call_")
    assert len(effects) == 1


async def test_a_tool_that_knows_that_the_lost_call_did_not_happen_runs_it(tell):
    told, effects = await verified(tell, happened=False)
    assert told.status == "success"
    assert len(effects) == 2


async def test_a_tool_that_does_not_know_leaves_it_to_a_person(tell):
    told, effects = await verified(tell, happened=None)
    assert told.status == "interrupted"
    assert any(isinstance(fact, InterruptOpened) for fact in told.facts)
    assert len(effects) == 1


async def test_a_model_turn_in_the_log_is_not_paid_again(tell, desk):
    first = Scripted([SLOW])
    async with tell(first) as story:
        run_id = await started(story, desk)
    second = Scripted(["text: Noted."])
    async with tell(second) as story:
        asked = await story.wait(run_id)
        await story.answer(asked.questions[0], {"outcome": "skip"})
    assert (len(first.requests), len(second.requests)) == (1, 1)


async def test_a_call_of_the_model_is_durable_before_it_is_made(tell):
    stored = []

    class Looks(Scripted):
        async def stream(self, request, message_id):
            read = story.runtime.store.read
            run = (await read(lambda reader: reader.unfinished_runs()))[0]
            events = await read(lambda reader: reader.events(run.id))
            stored.append((events[-1].data, message_id))
            async for parts in super().stream(request, message_id):
                yield parts

    async with tell(Looks(["call: look {}", "text: Hello."])) as story:
        told = await story.say("hello")
    starts = [fact for fact in told.facts if isinstance(fact, ModelStarted)]
    assert stored == [(start, start.message_id) for start in starts]
    assert len(starts) == 2


async def test_an_answer_that_a_crash_cut_off_is_asked_again_and_marked(tell):
    said = asyncio.Event()

    async def pause(_seconds):
        said.set()
        await asyncio.Event().wait()

    cut = Scripted([["text: Once upon", "wait: 1"]], sleep=pause)
    async with tell(cut) as story:
        run_id = await story.begin("tell me")
        async with asyncio.timeout(5):
            await said.wait()
    async with tell(["text: Once more."]) as story:
        told = await story.wait(run_id)
    assert (told.status, told.text) == ("success", "Once more.")
    lost = next(fact for fact in told.facts if isinstance(fact, ModelFailed))
    assert (lost.kind, lost.action) == ("interrupted", "retry")
    assert lost.partial is not None
    assert text_of(lost.partial).startswith("Once")
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))
