"""Is everything that is kept what follows from the log? Every difference has a name.

Rows of runs, threads and questions, the ledger with its sums and meters, the outbox, the figures of
the dashboard and the spans of traces are worked out anew from the events, and compared.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence

from interlock.domain.events import Event
from interlock.domain.records import Run
from interlock.errors import InterlockError
from interlock.ledger.recount import ALWAYS, Difference, recount
from interlock.ports import Reader
from interlock.sight.check_figures import check_figures
from interlock.sight.check_outbox import check_outbox
from interlock.sight.check_questions import check_questions
from interlock.sight.check_run import check_log, check_run, check_turn
from interlock.sight.check_spans import check_spans
from interlock.sight.differ import differ

__all__ = ["Difference", "audit"]

UNREADABLE = "unreadable"
"""A log that can't be read: nothing can be counted anew then, and the audit ends early."""


def audit(reader: Reader, tenant: str, now: int) -> list[Difference]:
    """Every difference between a tenant's rows and its log. It reads every event of the tenant.

    Args:
        reader: One consistent view.
        tenant: Whose.
        now: Ms since the epoch: notices that were forgotten by then are not missed.
    """
    turns: dict[str, list[Run]] = defaultdict(list)
    found: list[Difference] = []
    for run_id in reader.ledger.runs_between(tenant, ALWAYS):
        run = reader.run(run_id)
        if run is not None:
            turns[run.turn_id].append(run)
    tainted: set[str] = set()
    for runs in turns.values():
        found += _check_turn(reader, runs, now, tainted)
    found += _check_threads(reader, turns.values(), tainted)
    if any(one.kept == UNREADABLE for one in found):
        return found
    found += recount(reader, tenant)
    found += check_outbox(reader, tenant, [run for runs in turns.values() for run in runs], now)
    found += check_figures(reader, tenant)
    return found


def _check_turn(
    reader: Reader, runs: Sequence[Run], now: int, tainted: set[str]
) -> list[Difference]:
    found: list[Difference] = []
    events: list[Event] = []
    for run in runs:
        log, broken = _log(reader, run)
        found += [*broken, *(check_log(run, log) if not broken else ())]
        found += check_run(run, log) if not broken else []
        events += log
    if found:
        return found
    state, broken = check_turn(runs, events)
    if state is not None and state.untrusted:
        tainted.add(runs[0].thread_id)
    questions = reader.turn_questions(runs[0].turn_id)
    return [
        *broken,
        *check_questions(questions, events),
        *check_spans(reader, runs, events, questions, now),
    ]


def _log(reader: Reader, run: Run) -> tuple[list[Event], list[Difference]]:
    """The events of a run, and why they can't be read, if they can't."""
    try:
        return reader.events(run.id), []
    except (ValueError, InterlockError, zlib.error) as error:
        return [], [Difference(what="log", where=run.id, kept=UNREADABLE, right=str(error)[:80])]


def _check_threads(
    reader: Reader, turns: Iterable[Sequence[Run]], tainted: set[str]
) -> list[Difference]:
    """A thread has read what nobody vouches for, if one of its runs has. Other ways to become so
    exist: a thread that says so without such a run is no difference."""
    found: list[Difference] = []
    for thread_id in sorted({runs[0].thread_id for runs in turns}):
        thread = reader.thread(thread_id)
        if thread is None:
            found.append(Difference(what="thread", where=thread_id, kept="", right="has runs"))
        elif thread_id in tainted:
            found += differ("thread", f"{thread_id} untrusted", thread.untrusted, right=True)
    return found
