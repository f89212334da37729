"""A person in front of an AG-UI client: posts the whole history, as such clients do."""

from typing import Any

from tests.server.house import House
from tests.wires.agui.reader import Shown, read, verify

YES = {"approved": True}
GREETING = b": open\n\n"
NO = {"approved": False, "reason": "not today"}


class Chat:
    """One thread in one client.

    Args:
        house: The server.
        who: Whose token it has.
        thread_id: The thread.
    """

    def __init__(self, house: House, who: str = "ann", thread_id: str = "t1") -> None:
        self.house = house
        self.who = who
        self.thread_id = thread_id
        self.shown = Shown()
        self.open: list[dict[str, Any]] = []
        self._count = 0

    def body(self, *more: dict[str, Any], **members: Any) -> dict[str, Any]:
        """An input with the history, and more messages behind it."""
        self._count += 1
        return {
            "threadId": self.thread_id,
            "runId": f"{self.who}-{self.thread_id}-{self._count}-{id(self)}",
            "protocolVersion": "1.0",
            "state": {},
            "messages": [*self.shown.messages, *more],
            "tools": [],
            "context": [],
            "forwardedProps": {},
            **members,
        }

    async def send(self, *more: dict[str, Any], **members: Any) -> list[dict[str, Any]]:
        """Post, and read the stream to its end."""
        body = self.body(*more, **members)
        status, stream = await self.house.post("/agui/clerk", body, self.who)
        assert status == 200, stream
        events = verify(read(stream.replace(GREETING, b"")))
        assert events[0]["threadId"] == self.thread_id
        assert events[0]["runId"] == body["runId"]
        self.shown.messages += [m for m in more if m["role"] == "user"]
        self.shown.apply(events)
        self.open = events[-1].get("outcome", {}).get("interrupts", [])
        return events

    async def say(self, text: str, **members: Any) -> list[dict[str, Any]]:
        """Send a new message."""
        return await self.send(self.message(text), **members)

    def message(self, text: Any) -> dict[str, Any]:
        """A new message of the user."""
        return {"id": f"u{len(self.shown.messages)}-{id(text)}", "role": "user", "content": text}

    async def answer(self, *payloads: Any, **members: Any) -> list[dict[str, Any]]:
        """Resume with one payload for each open question, in their order."""
        pairs = zip(self.open, payloads, strict=False)
        resume = [
            {"interruptId": asked["id"], "status": "resolved", "payload": payload}
            for asked, payload in pairs
        ]
        return await self.send(resume=resume, **members)

    async def give_up(self, *more: dict[str, Any]) -> list[dict[str, Any]]:
        """Resume with a cancellation of each open question."""
        resume = [{"interruptId": asked["id"], "status": "cancelled"} for asked in self.open]
        return await self.send(*more, resume=resume)

    async def refused(self, *more: dict[str, Any], **members: Any) -> tuple[int, str]:
        """Post what is turned away; the status and the code of the problem."""
        status, problem = await self.house.post(
            "/agui/clerk", self.body(*more, **members), self.who
        )
        assert isinstance(problem, dict), problem
        return status, problem["code"]

    def reload(self) -> "Chat":
        """The same thread in a client that lost everything."""
        return Chat(self.house, self.who, self.thread_id)


def outcome(events: list[dict[str, Any]]) -> str:
    """How a run ended: the type of its outcome, or the code of its error."""
    last = events[-1]
    return last["code"] if last["type"] == "RUN_ERROR" else last.get("outcome", {}).get("type", "")
