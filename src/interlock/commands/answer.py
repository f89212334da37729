"""Answer open questions. The first answer wins; the last one sets the turn going again."""

from collections.abc import Callable, Sequence
from typing import cast

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from interlock.commands.resume import resume_if_answered
from interlock.commands.rule import make_rule, wish_in
from interlock.domain.canonical import digest
from interlock.domain.ids import is_id, new_id
from interlock.domain.interrupts import Decision, Question
from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.rights import may_answer, may_edit, may_see
from interlock.domain.rules import Rule, Wish
from interlock.domain.schema import ArgumentFault, Checker
from interlock.errors import Conflict, Forbidden, Gone, Invalid, NotFound
from interlock.ports import Tx


class Answer(Struct, frozen=True, kw_only=True):
    """One answer.

    Args:
        interrupt_id: Which question.
        value: The answer; it must fit the question's schema. Ignored when ``abandon`` is set.
        abandon: Close the question without an answer; what it was about does not happen.
        digest: SHA-256 of the arguments that the person saw, if the client sends it.
    """

    interrupt_id: str
    value: Json = None
    abandon: bool = False
    digest: str = ""


class Answers(Struct, frozen=True, kw_only=True):
    """Answers that are taken together: all of them count, or none.

    Args:
        principal: Who answers.
        answers: What they say, one per question.
        channel: Through which door.
        run_id: A client's own id for the run that goes on; empty makes one.
        thread_id: When set, questions of other threads do not exist.
        rule_days: The most days that a rule made by an answer may last.
    """

    principal: Principal
    answers: Sequence[Answer]
    channel: str = "api"
    run_id: str = ""
    thread_id: str = ""
    rule_days: int = 30


class Taken(Struct, frozen=True, kw_only=True):
    """What became of answers.

    ``run`` is the run that goes on: None while questions are open. ``repeated``: nothing was new.
    ``rules`` are the standing rules that were made of it.
    """

    questions: tuple[Question, ...]
    run: Run | None = None
    remaining: tuple[Question, ...] = ()
    repeated: bool = False
    rules: tuple[Rule, ...] = ()


def answer(tx: Tx, order: Answers, now: int, make_id: Callable[[str], str] = new_id) -> Taken:
    """Take answers, and resume the turn when none of its questions is open any more.

    Raises:
        NotFound: No such question, or it is not the principal's to see.
        Forbidden: The principal may see it and may not answer it, or may not edit.
        Conflict: ``interrupt_resolved``: another answer came first; ``stale_approval``: the
            digest is not that of the stored arguments; ``superseded``.
        Gone: It expired.
        Invalid: The answer does not fit; the question stays open.
    """
    _refuse_doubles(order)
    found = [_find(tx, order, one) for one in order.answers]
    fresh: list[tuple[Question, Decision, Wish | None]] = []
    for question, one in zip(found, order.answers, strict=True):
        decision = _decision(order, one, now)
        if question.decision is None:
            _check(question, one, order.principal, now)
            fresh.append((question, decision, _wish(question, one, order)))
        else:
            _check_repetition(question.decision, decision)
    rules: list[Rule] = []
    for question, decision, wish in fresh:
        if not tx.decide(question.interrupt.id, decision):
            raise _resolved(None)
        if wish is not None:
            who = (order.principal, order.channel, decision.reason)
            rules.append(make_rule(tx, question.interrupt, wish, who, (make_id("rule"), now)))
    taken = _taken(tx, order, found, repeated=not fresh, now=now, make_id=make_id)
    return replace(taken, rules=tuple(rules))


def _wish(question: Question, one: Answer, order: Answers) -> Wish | None:
    if one.abandon:
        return None
    return wish_in(one.value, question.interrupt, order.principal, order.rule_days)


def _refuse_doubles(order: Answers) -> None:
    ids = [one.interrupt_id for one in order.answers]
    if len(set(ids)) != len(ids):
        raise Invalid("A question is answered twice in one request. Send one answer each.", "twice")
    if order.run_id and not is_id(order.run_id):
        raise Invalid("A run id has 1 to 128 letters, digits, '-', '_', '.' or ':'.", "bad_id")


def _find(tx: Tx, order: Answers, one: Answer) -> Question:
    question = tx.question(one.interrupt_id)
    if (
        question is None
        or not may_see(order.principal, question.interrupt)
        or (order.thread_id and question.interrupt.thread_id != order.thread_id)
    ):
        raise NotFound("There is no such question.", "interrupt_not_found")
    return question


def _decision(order: Answers, one: Answer, now: int) -> Decision:
    decision = Decision(
        status="cancelled" if one.abandon else "answered",
        by=order.principal.user,
        at=now,
        channel=order.channel,
        answer=None if one.abandon else one.value,
    )
    reason = decision.field("reason")
    return replace(decision, reason=reason) if isinstance(reason, str) else decision


def _check(question: Question, one: Answer, principal: Principal, now: int) -> None:
    asked = question.interrupt
    objection = may_answer(principal, asked)
    if objection:
        raise Forbidden(objection, "may_not_answer")
    if asked.expires_at <= now:
        if one.abandon:
            return
        raise Gone("The question expired; the call did not run.", "interrupt_expired")
    if one.digest and one.digest != asked.digest:
        text = "The call that was shown is not the one that waits. Load it again and decide anew."
        raise Conflict(text, "stale_approval")
    if one.abandon:
        return
    faults = Checker(asked.schema).faults(one.value)
    if faults:
        data = {"faults": to_builtins(faults)}
        raise Invalid(_unfit(faults), "bad_answer", data)
    edits = isinstance(one.value, dict) and "editedArgs" in cast("dict[str, Json]", one.value)
    if edits and not may_edit(principal):
        raise Forbidden("Changing the arguments needs the role editor.", "may_not_edit")


def _unfit(faults: Sequence[ArgumentFault]) -> str:
    named = "; ".join(f"{fault.path or 'the answer'}: {fault.expected}" for fault in faults)
    return f"The answer does not fit, and the question stays open. Expected: {named}."


def _check_repetition(stored: Decision, again: Decision) -> None:
    """The same answer again is fine; any other comes too late."""
    if stored.status == "expired":
        raise Gone("The question expired; the call did not run.", "interrupt_expired")
    if stored.status == "superseded":
        text = "A newer message took the place of this question; the call did not run."
        raise Conflict(text, "interrupt_superseded")
    same = stored.status == again.status and digest(stored.answer) == digest(again.answer)
    if not same:
        raise _resolved(stored)


def _resolved(stored: Decision | None) -> Conflict:
    who = "somebody" if stored is None else stored.by
    data = {} if stored is None else {"decided_by": stored.by, "decided_at": stored.at}
    return Conflict(f"This was already decided by {who}.", "interrupt_resolved", data)


def _taken(
    tx: Tx,
    order: Answers,
    found: list[Question],
    *,
    repeated: bool,
    now: int,
    make_id: Callable[[str], str],
) -> Taken:
    after = [tx.question(question.interrupt.id) or question for question in found]
    turns = {question.interrupt.turn_id for question in found}
    remaining = [one for turn in turns for one in tx.turn_questions(turn) if one.status == "open"]
    run = None
    asked_in = {question.interrupt.run_id for question in found}
    for turn_id in turns:
        runs = tx.turn_runs(turn_id)
        latest = runs[-1]
        if repeated:
            run = next((one for one in reversed(runs) if one.resumes in asked_in), run)
        elif latest.status == "interrupted":
            run_id = order.run_id or make_id("run")
            run = resume_if_answered(tx, latest, run_id, order.channel, now) or run
    return Taken(questions=tuple(after), run=run, remaining=tuple(remaining), repeated=repeated)
