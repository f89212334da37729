"""The splitter gives the same payloads however the bytes arrive, and forgives what providers do."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.models.recordings import STREAMS, Recording, name_of

from interlock.models.sse import MAX_EVENT_BYTES, MAX_STRAY_BYTES, SseSplitter


def split(*reads: bytes) -> list[bytes]:
    splitter = SseSplitter()
    payloads = [payload for read in reads for payload in splitter.feed(read)]
    return payloads + splitter.close()


@pytest.mark.parametrize(
    ("stream", "payloads"),
    [
        (b"data: one\n\ndata: two\n\n", [b"one", b"two"]),
        (b"data: one\r\n\r\ndata: two\r\n\r\n", [b"one", b"two"]),
        (b"data: one\r\rdata: two\r\r", [b"one", b"two"]),
        (b"data:one\n\n", [b"one"]),
        (b"data:  two spaces\n\n", [b" two spaces"]),
        (b"data: a\ndata: b\ndata:\n\n", [b"a\nb\n"]),
        (b": keep-alive\n\n:\n\ndata: one\n\n", [b"one"]),
        (b": keep-alive\ndata: one\n\n", [b"one"]),
        (b"event: x\ndata: one\n\n", [b"one"]),
        (b"data: one\nevent: x\n\n", [b"one"]),
        (b"event: x\nid: 7\nretry: 10\ndata: one\n\n", [b"one"]),
        (b"event: x\ndata: one\ndata: two\n\n", [b"one\ntwo"]),
        (b"event: x\n\n", []),
        (b"data\n\ndata:\n\ndata: \n\n", []),
        (b"\n\n\n\ndata: one\n\n\n\n\ndata: two\n\n", [b"one", b"two"]),
        (b"\xef\xbb\xbfdata: one\n\n", [b"one"]),
        (b"data: one", [b"one"]),
        (b"data: one\n", [b"one"]),
        (b"data: one\n\ndata: two", [b"one", b"two"]),
        (b"", []),
    ],
)
def test_each_framing_gives_its_payloads(stream: bytes, payloads: list[bytes]) -> None:
    assert split(stream) == payloads


def test_a_line_end_split_over_two_reads_is_one_line_end() -> None:
    assert split(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\ndata: c\r\n\r\n") == [b"a\nb", b"c"]


def test_what_stands_outside_every_field_is_kept_aside() -> None:
    splitter = SseSplitter()
    assert splitter.feed(b'data: one\n\n{"error": {\n"code": 499}}\n\n') == [b"one"]
    assert splitter.stray == b'{"error": {\n"code": 499}}\n'


def test_what_is_kept_aside_is_bounded() -> None:
    splitter = SseSplitter()
    for _ in range(10):
        splitter.feed(b"x" * MAX_STRAY_BYTES + b"\n\n")
    assert len(splitter.stray) <= 2 * MAX_STRAY_BYTES


def test_an_event_without_end_is_noticed() -> None:
    splitter = SseSplitter()
    splitter.feed(b"data: " + b"x" * MAX_EVENT_BYTES)
    assert splitter.overflowed


LINES = st.sampled_from(
    [
        b"data: {}",
        b"data:x",
        b"data: \xf0\x9f\x91\x8b",
        b"data",
        b": comment",
        b"event: a",
        b"id: 1",
        b"stray",
        b"",
        b"",
    ]
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(lines=st.lists(st.tuples(LINES, ENDS), max_size=30), data=st.data())
def test_any_cutting_into_reads_gives_the_same_payloads(
    lines: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    stream = b"".join(line + end for line, end in lines)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=12)))
    edges = [0, *cuts, len(stream)]
    reads = [stream[a:b] for a, b in pairwise(edges)]
    assert split(*reads) == split(stream)


@given(lines=st.lists(LINES, max_size=30), end=ENDS)
def test_each_kind_of_line_end_means_the_same(lines: list[bytes], end: bytes) -> None:
    assert split(end.join([*lines, b""])) == split(b"\n".join([*lines, b""]))


@pytest.mark.parametrize("recording", STREAMS, ids=name_of)
def test_a_recording_splits_alike_in_one_read_and_byte_by_byte(recording: Recording) -> None:
    body = recording.body
    assert split(*(body[at : at + 1] for at in range(len(body)))) == split(body)
