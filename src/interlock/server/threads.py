"""Conversations: list them, look at one."""

from msgspec import Struct

from interlock.commands.thread import find_thread
from interlock.domain.cursor import Cursor
from interlock.domain.records import Thread
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class ThreadList(Struct, frozen=True):
    """Threads, last updated first. ``before`` asks for older ones; None when there are none."""

    threads: list[Thread]
    before: str | None = None


class ThreadPatch(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be changed of a thread: its title."""

    title: str


async def list_threads(call: Call) -> Reply:
    """The caller's threads."""
    limit = call.number("limit", PAGE, 1, MOST)
    before = call.cursor()
    words = call.query("q") or ""
    threads = await call.parts.store.read(
        lambda reader: reader.threads(call.principal, limit, before, words)
    )
    older = _older(threads, limit)
    return json_reply(ThreadList(threads, older))


async def show_thread(call: Call) -> Reply:
    """One thread."""
    thread_id = call.path("thread_id")
    return json_reply(
        await call.parts.store.read(lambda reader: find_thread(reader, call.principal, thread_id))
    )


async def rename_thread(call: Call) -> Reply:
    """Rename a thread."""
    body = await call.read(ThreadPatch)
    thread_id = call.path("thread_id")
    return json_reply(await call.parts.desk.rename_thread(call.principal, thread_id, body.title))


async def delete_thread(call: Call) -> Reply:
    """Take a thread out of sight."""
    await call.parts.desk.delete_thread(call.principal, call.path("thread_id"))
    return Reply(status=204, headers=())


def _older(threads: list[Thread], limit: int) -> str | None:
    return str(Cursor(threads[-1].updated_at, threads[-1].id)) if len(threads) == limit else None


ROUTES = (
    Route(
        method="GET",
        path="/v1/threads",
        handler=list_threads,
        summary="The caller's threads, last updated first.",
        response=ThreadList,
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("q", "Only threads with these words in the title."),
            Query("before", "What the page before said, or a time in ms since the epoch."),
        ),
    ),
    Route(
        method="GET",
        path="/v1/threads/{thread_id}",
        handler=show_thread,
        summary="One thread.",
        response=Thread,
        errors=(404,),
    ),
    Route(
        method="PATCH",
        path="/v1/threads/{thread_id}",
        handler=rename_thread,
        summary="Rename a thread.",
        body=ThreadPatch,
        response=Thread,
        errors=(404, 422),
    ),
    Route(
        method="DELETE",
        path="/v1/threads/{thread_id}",
        handler=delete_thread,
        summary="Take a thread out of sight; open questions are closed. The log stays.",
        status=204,
        errors=(404, 409),
    ),
)
