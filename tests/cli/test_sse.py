"""Server-sent events out of bytes, however they arrive."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interlock.cli.sse import Frames

STREAM = b': open\n\nid: 1\ndata: {"a":1}\n\n: keep-alive\n\nid: 2\r\ndata: {"b"\ndata: :2}\r\n\r\n'


@given(st.lists(st.integers(0, len(STREAM)), max_size=6))
def test_events_are_whole_wherever_the_stream_is_cut(cuts: list[int]):
    frames = Frames()
    edges = [0, *sorted(cuts), len(STREAM)]
    pieces = [STREAM[a:b] for a, b in pairwise(edges)]
    found = [data for piece in pieces for data in frames.feed(piece)]
    assert found == [b'{"a":1}', b'{"b"\n:2}']


def test_an_event_without_an_end_is_refused_before_it_fills_the_memory():
    frames = Frames()
    chunk = b"x" * (32 * 1024 * 1024)
    assert (frames.feed(chunk), frames.feed(chunk)) == ([], [])
    with pytest.raises(ValueError, match="no end"):
        frames.feed(chunk)
