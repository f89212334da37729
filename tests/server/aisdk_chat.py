"""A person in front of a chat of the AI SDK: posts the whole list of messages, as ``useChat`` does.

Every response is checked against the rules of the stream.
"""

import contextlib
import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

from tests.server.house import House
from tests.wires.aisdk.lint import Linter

from interlock.wires.aisdk.message import Message

Chunks = list[dict[str, Any]]


class Chat:
    """One chat in one tab.

    Args:
        house: The server.
        who: Whose token it has.
        chat_id: The chat.
    """

    def __init__(self, house: House, who: str = "ann", chat_id: str = "t1") -> None:
        self.house = house
        self.who = who
        self.id = chat_id
        self.url = "/api/chat/clerk"
        self.messages: list[dict[str, Any]] = []
        self._built: dict[str, tuple[Message, Linter]] = {}

    def body(self, *more: dict[str, Any], **members: Any) -> dict[str, Any]:
        """A post with the whole history, and more messages behind it."""
        listed = [*self.messages, *more]
        return {"id": self.id, "messages": listed, "trigger": "submit-message", **members}

    async def send(self, *more: dict[str, Any], **members: Any) -> Chunks:
        """Post, and read the response to its end."""
        status, body = await self.house.post(self.url, self.body(*more, **members), self.who)
        assert status == 200, body
        self.messages += more
        return self._take(chunks_of(body))

    async def say(self, text: str, message_id: str = "", **members: Any) -> Chunks:
        """Send a new message."""
        return await self.send(user(text, message_id or f"u{len(self.messages)}"), **members)

    async def refused(self, *more: dict[str, Any], **members: Any) -> tuple[int, str]:
        """Post what is turned away; the status and the words that the client shows."""
        status, body = await self.house.post(self.url, self.body(*more, **members), self.who)
        assert isinstance(body, bytes), body
        return status, body.decode()

    def click(self, *verdicts: bool, reason: str = "") -> None:
        """Answer the open cards of the last message, in their order, without sending it."""
        message, linter = self._built[self.messages[-1]["id"]]
        for part, approved in zip(self.asking, verdicts, strict=False):
            said = {"type": "tool-approval-response", "approvalId": part["approval"]["id"]}
            because = {"reason": reason} if reason else {}
            message.take([{**said, "approved": approved, **because}])
            linter.answer(part["approval"]["id"], approved)

    async def answer(self, *verdicts: bool, reason: str = "") -> Chunks:
        """Click, and send the message again, as ``sendAutomaticallyWhen`` does."""
        self.click(*verdicts, reason=reason)
        return await self.send(messageId=self.messages[-1]["id"])

    async def resume(self) -> Chunks | None:
        """Come back after a reload; None when there is nothing to follow."""
        status, body = await self.house.get(f"{self.url}/{self.id}/stream", self.who)
        if status == 204:
            return None
        assert status == 200, body
        self._built = {}
        return self._take(chunks_of(body))

    @contextlib.asynccontextmanager
    async def coming_back(self) -> AsyncGenerator[Callable[[], Chunks]]:
        """Hold a resumed stream open while the block runs; what it gives tells all of it."""
        url = f"{self.url}/{self.id}/stream"
        taken: list[Chunks] = []
        async with self.house.open("GET", url, self.who) as response:
            assert response.status == 200
            begun = await response.content.readuntil(b'"start-step"')
            yield lambda: taken[0]
            self._built = {}
            taken.append(self._take(chunks_of(begun + await response.read())))

    async def stored(self) -> list[dict[str, Any]]:
        """The messages that a reload begins with."""
        status, messages = await self.house.get(f"{self.url}/{self.id}/messages", self.who)
        assert status == 200, messages
        return messages

    async def stop(self) -> Any:
        """Press stop."""
        return (await self.house.ask("POST", f"{self.url}/{self.id}/stop", self.who))[1]

    @property
    def cards(self) -> list[dict[str, Any]]:
        """The tool parts of the last message."""
        return [part for part in self.messages[-1]["parts"] if "toolCallId" in part]

    @property
    def asking(self) -> list[dict[str, Any]]:
        """Those that wait for a click."""
        return [card for card in self.cards if card["state"] == "approval-requested"]

    @property
    def text(self) -> str:
        """The words of the last message."""
        return "".join(part["text"] for part in self.messages[-1]["parts"] if "text" in part)

    def _take(self, chunks: Chunks) -> Chunks:
        message_id = chunks[0]["messageId"]
        fresh = (Message(message_id), Linter(message_id))
        message, linter = self._built.setdefault(message_id, fresh)
        linter.check(chunks)
        message.take(chunks)
        self.messages = [one for one in self.messages if one["id"] != message_id]
        self.messages.append(message.document())
        return chunks


def user(text: str, message_id: str) -> dict[str, Any]:
    """A message of a person."""
    return {"id": message_id, "role": "user", "parts": [{"type": "text", "text": text}]}


def chunks_of(body: bytes) -> Chunks:
    """The chunks of a stream that ended as it must."""
    events = [event for event in body.decode().split("\n\n") if not event.startswith(":")]
    assert events[-2:] == ["data: [DONE]", ""]
    assert all(event.startswith("data: ") for event in events[:-1])
    return [json.loads(event.removeprefix("data: ")) for event in events[:-2]]


def kinds(chunks: Chunks) -> list[str]:
    """The types of chunks, without those of words, metadata and steps."""
    quiet = ("text-", "reasoning-", "tool-input-", "message-metadata", "start-", "finish-")
    return [chunk["type"] for chunk in chunks if not chunk["type"].startswith(quiet)]
