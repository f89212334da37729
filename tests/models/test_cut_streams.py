"""A stream that is cut anywhere gives the whole outcome or a broken stream, never a wrong one."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from tests.models.recordings import STREAMS, Recording, expected_of, name_of, outcome_of, reader_for

from interlock.domain.model import Part


def outcomes_of_every_cut(recording: Recording) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read ever longer beginnings of a body to their end; 0 bytes first, the whole body last."""
    body = recording.body
    reader = reader_for(recording)
    final: Part | None = None
    saved, begin = pickle.dumps(reader), 0
    for cut in range(len(body) + 1):
        if final is None:
            copy = pickle.loads(saved)  # noqa: S301
            parts = copy.feed(body[begin:cut])
            yield cut, outcome_of((parts if copy.done else copy.close())[-1])
            # An event ends with a line end: only there is it worth to save the way so far.
            if body[cut - 1 : cut] == b"\n":
                parts = reader.feed(body[begin:cut])
                final = parts[-1] if reader.done else None
                saved, begin = pickle.dumps(reader), cut
        else:
            yield cut, outcome_of(final)


@pytest.mark.parametrize("recording", STREAMS, ids=name_of)
def test_a_cut_at_any_byte_gives_the_whole_outcome_or_a_broken_stream(recording: Recording) -> None:
    whole = expected_of(recording)
    wrong = [
        (cut, outcome)
        for cut, outcome in outcomes_of_every_cut(recording)
        if outcome != whole and outcome.get("fault") != "broken_stream"
    ]
    assert wrong == []


@pytest.mark.parametrize("recording", STREAMS, ids=name_of)
def test_a_cut_in_the_first_half_is_never_taken_for_an_answer(recording: Recording) -> None:
    reader = reader_for(recording)
    parts = reader.feed(recording.body[: len(recording.body) // 2])
    final = (parts if reader.done else reader.close())[-1]
    assert outcome_of(final)["fault"] == "broken_stream"


@pytest.mark.parametrize("recording", STREAMS, ids=name_of)
def test_single_bytes_give_the_same_outcome_as_one_read(recording: Recording) -> None:
    reader = reader_for(recording)
    parts: list[Part] = []
    for at in range(len(recording.body)):
        if not reader.done:
            parts.extend(reader.feed(recording.body[at : at + 1]))
    if not reader.done:
        parts.extend(reader.close())
    assert outcome_of(parts[-1]) == expected_of(recording)
