"""A turn as one assistant message: streamed from any of its runs on, or whole when it has ended."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec import Struct

from interlock.domain.events import Noted
from interlock.domain.records import Run
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.wires.aisdk.cards import Told
from interlock.wires.aisdk.frames import DONE, Chunk, frame
from interlock.wires.aisdk.message import Message
from interlock.wires.aisdk.translate import Translator


class Show(Struct, frozen=True, kw_only=True):
    """What a response tells.

    Args:
        turn_id: The turn, and so the message.
        seen: How many of the turn's runs the client has on its screen already.
        told: What it shows beyond that.
        notes: What the client is told about its own request.
    """

    turn_id: str
    seen: int = 0
    told: Told = Told()
    notes: tuple[Noted, ...] = ()


async def follow(call: Call, show: Show) -> AsyncGenerator[bytes]:
    """The frames of a response, up to the end of the turn's last run."""
    runs = await _runs(call, show.turn_id)
    translator = Translator(show.turn_id)
    for run in runs[: show.seen]:
        async for _ in _chunks(call, run, translator):
            pass
    if show.seen:
        translator.reopen(show.told)
    if show.seen >= len(runs):
        start, *rest = translator.waiting()
        yield frame([start, *translator.notes(show.notes), *rest])
    notes = show.notes
    async for chunks in _told(call, runs[show.seen :], translator):
        if notes:
            chunks = [*chunks[:1], *translator.notes(notes), *chunks[1:]]
            notes = ()
        yield frame(chunks)
    yield DONE


async def finished(call: Call, turn_id: str, seconds: float | None = None) -> Reply:
    """The message as one document: whole, or with status 202 as far as it is after a while."""
    message = Message(turn_id)
    status = 200
    try:
        async with asyncio.timeout(seconds or call.parts.bounds.wait_seconds):
            runs = await _runs(call, turn_id)
            async for chunks in _told(call, runs, Translator(turn_id)):
                message.take(chunks)
    except TimeoutError:
        status = 202
    return json_reply(message.document(), status)


async def _runs(call: Call, turn_id: str) -> list[Run]:
    return await call.parts.store.read(lambda reader: reader.turn_runs(turn_id))


async def _told(
    call: Call, runs: Sequence[Run], translator: Translator
) -> AsyncGenerator[list[Chunk]]:
    """The chunks of runs, each batch as it comes. Only the last run finishes the message."""
    for place, run in enumerate(runs, 1):
        async for chunks in _chunks(call, run, translator):
            if place < len(runs):
                chunks = [chunk for chunk in chunks if chunk["type"] != "finish"]
            if chunks:
                yield chunks


async def _chunks(call: Call, run: Run, translator: Translator) -> AsyncGenerator[list[Chunk]]:
    async with aclosing(call.parts.feed.follow(run.id)) as batches:
        async for batch in batches:
            yield [chunk for event in batch for chunk in translator.feed(event)]
