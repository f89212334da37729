"""Notices on their way against what they tell of."""

from collections.abc import Container, Iterable, Iterator, Mapping

from interlock.domain.events import RunEnded
from interlock.domain.hooks import Hook
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.notices import Notice, decided, ended, message_id, opened, wants
from interlock.domain.quotas import Note
from interlock.domain.records import Run
from interlock.ledger.recount import Difference
from interlock.ports import Reader

PAGE = 500

KEPT_MS = 13 * 24 * 3_600_000
"""Younger notices are never forgotten, whether they were taken or given up."""

CLOCKS_MS = 10_000
"""So much before and after a change of a webhook either answer is right: clocks differ."""


_CHECKED = {"run.ended", "interrupt.opened", "interrupt.decided", "interrupt.expired"}
_OF_QUOTAS = {"quota.warning", "quota.exceeded"}


def check_outbox(reader: Reader, tenant: str, runs: Iterable[Run], now: int) -> list[Difference]:
    """Nothing is told that did not happen, and what happened is told to who wants it.

    Results of schedules are left to the runs that they tell of.
    """
    hooks = reader.hooks.of_tenant(tenant)
    if not hooks:
        return []
    happened = [notice for run in runs for notice in _notices(reader, run)]
    notes = reader.quotas.noted(tenant)
    return [
        one
        for hook in hooks
        for one in (*_check(reader, hook, happened, now), *_check_quotas(reader, hook, notes, now))
    ]


def _check(
    reader: Reader, hook: Hook, happened: Iterable[Notice], now: int
) -> Iterator[Difference]:
    right = {message_id(hook, notice.source): notice for notice in happened}
    must = {one for one, notice in right.items() if _must_be(hook, notice, now)}
    told = {one: notice.event for one, notice in right.items()}
    return _compare(hook, set(_kept(reader, hook, _CHECKED)), told, must)


def _check_quotas(
    reader: Reader, hook: Hook, notes: Iterable[Note], now: int
) -> Iterator[Difference]:
    """What was told of quotas against what was noted. A webhook for one agent may lack some."""
    right = {message_id(hook, note.source): note for note in notes}
    whole = not hook.agent and not hook.disabled_at
    since = _since(hook, now)
    must = {
        one
        for one, note in right.items()
        if whole and note.event in hook.events and note.at > since
    }
    told = {one: note.event for one, note in right.items()}
    return _compare(hook, set(_kept(reader, hook, _OF_QUOTAS)), told, must)


def _compare(
    hook: Hook, kept: set[str], told: Mapping[str, str], must: set[str]
) -> Iterator[Difference]:
    """Messages that are kept and were never to be told, and those that must be kept and are not."""
    for one in sorted(kept - told.keys()):
        yield Difference(what="notice", where=f"{hook.id} {one}", kept="told", right="")
    for one in sorted(must - kept):
        yield Difference(what="notice", where=f"{hook.id} {one}", kept="", right=told[one])


def _must_be(hook: Hook, notice: Notice, now: int) -> bool:
    return wants(hook, notice) and notice.time > _since(hook, now)


def _since(hook: Hook, now: int) -> int:
    return max(hook.updated_at + CLOCKS_MS, now - KEPT_MS)


def _kept(reader: Reader, hook: Hook, events: Container[str]) -> Iterator[str]:
    before = ""
    while True:
        page = reader.hooks.deliveries(hook.id, None, PAGE, before)
        for delivery in page:
            if delivery.event in events:
                yield delivery.id
        if len(page) < PAGE:
            return
        before = page[-1].id


def _notices(reader: Reader, run: Run) -> Iterator[Notice]:
    for question in reader.turn_questions(run.turn_id):
        if question.interrupt.run_id == run.id:
            yield opened(question.interrupt)
            if question.decision is not None:
                yield decided(question.interrupt, question.decision)
    if run.status in RUN_OVER:
        end = reader.events(run.id, run.last_seq - 1)[-1]
        if isinstance(end.data, RunEnded):
            yield ended(run, end.data, end.time)
