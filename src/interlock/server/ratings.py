"""What people say about answers."""

from msgspec import Struct

from interlock.commands.thread import Rate, find_thread
from interlock.domain.records import Rating
from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route


class RatingBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A rating: ``value`` 1 is good, -1 is bad, 0 takes it back; a comment may say why."""

    value: int
    comment: str = ""


class RatingList(Struct, frozen=True):
    """The ratings of a thread's answers."""

    ratings: list[Rating]


async def rate_message(call: Call) -> Reply:
    """Rate an answer."""
    body = await call.read(RatingBody)
    order = Rate(
        principal=call.principal,
        thread_id=call.path("thread_id"),
        message_id=call.path("message_id"),
        value=body.value,
        comment=body.comment,
    )
    return json_reply(await call.parts.desk.rate(order))


async def list_ratings(call: Call) -> Reply:
    """The ratings of a thread's answers."""
    thread_id = call.path("thread_id")

    def read(reader: Reader) -> list[Rating]:
        find_thread(reader, call.principal, thread_id)
        return reader.ratings(thread_id)

    return json_reply(RatingList(await call.parts.store.read(read)))


ROUTES = (
    Route(
        method="PUT",
        path="/v1/threads/{thread_id}/messages/{message_id}/rating",
        handler=rate_message,
        summary="Rate an answer; message_id is the id of its turn.",
        body=RatingBody,
        response=Rating,
        errors=(404, 422),
    ),
    Route(
        method="GET",
        path="/v1/threads/{thread_id}/ratings",
        handler=list_ratings,
        summary="The ratings of a thread's answers.",
        response=RatingList,
        errors=(404,),
    ),
)
