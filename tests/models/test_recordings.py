"""Every recorded answer, sent over a socket, gives exactly the outcome that was written down."""

import pytest
from tests.models.recordings import (
    RECORDINGS,
    Recording,
    expected_of,
    name_of,
    outcome_of,
    reasoning_of,
)
from tests.models.server import Site, answering, ask, asking, serving

from interlock.domain.messages import CallPart, text_of
from interlock.domain.model import CallDelta, ReasoningDelta, Reply, TextDelta

RESTARTED = "anthropic/stream-spliced-restart.sse"


def model_of(site: Site, recording: Recording):
    build = site.anthropic if recording.api == "anthropic-messages" else site.chat
    return build(recording.provider)


@pytest.mark.parametrize("recording", RECORDINGS, ids=name_of)
async def test_a_recorded_answer_gives_the_outcome_that_was_written_down(
    recording: Recording,
) -> None:
    handler = answering(recording.body, recording.label, recording.status, recording.headers)
    async with serving(handler) as site:
        reads = await ask(model_of(site, recording), asking(stream=recording.streaming))
    assert outcome_of(reads[-1][-1]) == expected_of(recording)


@pytest.mark.parametrize(
    "recording",
    # A restarted answer has shown words that it then takes back, so its deltas say more.
    [r for r in RECORDINGS if not r.expected["error"] and r.file != RESTARTED],
    ids=name_of,
)
async def test_the_deltas_add_up_to_the_reply(recording: Recording) -> None:
    handler = answering(recording.body, recording.label, recording.status)
    async with serving(handler) as site:
        reads = await ask(model_of(site, recording), asking(stream=recording.streaming))
    parts = [part for read in reads for part in read]
    reply = parts[-1]
    assert isinstance(reply, Reply)
    assert "".join(p.text for p in parts if isinstance(p, TextDelta)) == text_of(reply.message)
    thought = "".join(p.text for p in parts if isinstance(p, ReasoningDelta))
    assert thought == reasoning_of(reply.message)
    named = {(part.call_id, part.name) for part in parts if isinstance(part, CallDelta)}
    assert named == {(p.id, p.name) for p in reply.message.parts if isinstance(p, CallPart)}


def test_both_apis_are_covered() -> None:
    streamed = [(r.api, r.streaming) for r in RECORDINGS]
    assert {kind: streamed.count(kind) for kind in streamed} == {
        ("openai-chat", True): 47,
        ("openai-chat", False): 40,
        ("anthropic-messages", True): 17,
        ("anthropic-messages", False): 13,
    }
