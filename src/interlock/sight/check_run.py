"""Rows of runs against their logs."""

from collections.abc import Sequence

from interlock.domain.events import Event, RunEnded, RunStarted
from interlock.domain.fold import fold
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.records import Run
from interlock.domain.state import TurnState
from interlock.errors import InterlockError
from interlock.ledger.recount import Difference
from interlock.sight.differ import differ


def check_log(run: Run, events: Sequence[Event]) -> list[Difference]:
    """Numbers count 1, 2, 3 …, also through packs; times do not run back by more than clocks do."""
    numbers = [event.seq for event in events]
    if numbers == list(range(1, run.last_seq + 1)):
        return []
    gaps = [seq for seq, number in enumerate(numbers, 1) if seq != number][:1]
    told = f"{len(numbers)} events" + (f", wrong from {gaps[0]}" if gaps else "")
    return [Difference(what="log", where=run.id, kept=told, right=f"1 to {run.last_seq}")]


def check_run(run: Run, events: Sequence[Event]) -> list[Difference]:
    """A row says what the first and the last event say."""
    found: list[Difference] = []
    if events:
        first, last = events[0].data, events[-1].data
        if isinstance(first, RunStarted):
            for name in ("tenant", "user", "agent", "thread_id", "turn_id", "resumes"):
                kept, right = getattr(run, name), getattr(first, name)
                found += differ("run", f"{run.id} {name}", kept, right)
        else:
            found.append(Difference(what="run", where=run.id, kept="", right="begins otherwise"))
        if isinstance(last, RunEnded):
            for name in ("status", "code", "text", "brake", "usage"):
                kept, right = getattr(run, name), getattr(last, name)
                found += differ("run", f"{run.id} {name}", kept, right)
            found += differ("run", f"{run.id} ended_at", run.ended_at, events[-1].time)
    ended = bool(events) and isinstance(events[-1].data, RunEnded)
    return [*found, *differ("run", f"{run.id} over", run.status in RUN_OVER, ended)]


def check_turn(
    runs: Sequence[Run], events: Sequence[Event]
) -> tuple[TurnState | None, list[Difference]]:
    """The log of a turn can be folded, and ends as its last run does."""
    where = runs[0].turn_id
    try:
        state = fold(events)
    except (InterlockError, LookupError) as error:
        return None, [Difference(what="turn", where=where, kept="illegal", right=str(error)[:80])]
    last = runs[-1]
    over = last.status if last.status in RUN_OVER else None
    if last.last_seq == 0:
        return state, []
    return state, differ("turn", f"{where} end", over, state.ended)
