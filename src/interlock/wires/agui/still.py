"""Streams that show how things stand, and run nothing."""

from collections.abc import Iterable, Sequence

from interlock.domain.events import Fact, Noted
from interlock.domain.interrupts import Interrupt
from interlock.wires.agui.asking import interrupted
from interlock.wires.agui.frames import (
    Stream,
    WireEvent,
    encode,
    note,
    run_error,
    run_finished,
    run_started,
    success,
)
from interlock.wires.agui.snapshot import messages_snapshot


def asked_again(
    stream: Stream, facts: Sequence[Fact], notes: Iterable[Noted], questions: Sequence[Interrupt]
) -> bytes:
    """The stored messages, and the open questions under their ids."""
    head = [run_started(stream), messages_snapshot(facts), *map(note, notes)]
    return encode([*head, run_finished(stream, interrupted(stream, questions))])


def as_it_stands(stream: Stream, facts: Sequence[Fact], notes: Iterable[Noted]) -> bytes:
    """The stored messages: nothing waits, and there is nothing new to do."""
    head = [run_started(stream), messages_snapshot(facts), *map(note, notes)]
    return encode([*head, success(stream)])


def refused(stream: Stream, text: str, code: str, data: WireEvent) -> bytes:
    """An answer that does not count. The client keeps its questions and may answer again."""
    return encode([run_started(stream), run_error(text, code, data=data)])
