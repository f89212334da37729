"""Watchers: they follow conversations through the chat protocols, over one server after the other.

Whoever comes back gets the answer again from its beginning. So each connection shows, message by
message, a beginning of what the log says in the end: nothing lost, doubled or changed.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from random import Random
from typing import Any, Literal

from interlock.domain.ids import new_id
from interlock.prove.client import PAUSE_SECONDS, Client

Chat = Literal["agui", "aisdk"]
CHATS: tuple[Chat, ...] = ("agui", "aisdk")
LONGEST_LOOK = 0.6
"""Seconds until a watcher leaves a connection and comes back elsewhere."""

Log = Sequence[dict[str, Any]]


class Watch:
    """What watchers of one conversation were shown.

    Args:
        client: How servers are asked.
        chance: Draws protocols, and when a watcher leaves.
    """

    def __init__(self, client: Client, chance: Random) -> None:
        self.looks: Counter[Chat] = Counter()
        self.shown: list[list[str]] = []
        """The texts of each connection, in the order in which they began."""
        self.doubled = 0
        self._client = client
        self._chance = chance

    async def follow(self, thread: str, agent: str) -> None:
        """Watch until cancelled."""
        while True:
            chat = self._chance.choice(CHATS)
            texts: dict[str, str] = {}
            self.looks[chat] += 1
            try:
                async with asyncio.timeout(self._chance.uniform(0.05, LONGEST_LOOK)):
                    await self._look(chat, thread, agent, texts)
            except (TimeoutError, LookupError):
                pass
            finally:
                self.shown.append(list(texts.values()))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _look(self, chat: Chat, thread: str, agent: str, texts: dict[str, str]) -> None:
        """Read one connection. The end of a stream is the end of a look."""
        match chat:
            case "agui":
                body: dict[str, Any] = {
                    "threadId": thread,
                    "runId": new_id("watch"),
                    "messages": [],
                }
                frames = self._client.stream("POST", f"/agui/{agent}", body)
                begin, go_on, name = "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "messageId"
            case "aisdk":
                frames = self._client.stream("GET", f"/api/chat/{agent}/{thread}/stream")
                begin, go_on, name = "text-start", "text-delta", "id"
        async with aclosing(frames) as stream:
            async for frame in stream:
                if frame.get("type") == begin:
                    self.doubled += frame[name] in texts
                    texts[frame[name]] = ""
                elif frame.get("type") == go_on:
                    texts[frame[name]] = texts.get(frame[name], "") + frame["delta"]


def wrong(watch: Watch, logs: Iterable[Log]) -> int:
    """How many texts a watcher was shown that are no beginning of what the log says in the end."""
    said = spoken(event["data"] for log in logs for event in log)
    texts = [text for shown in watch.shown for text in shown]
    strange = sum(not any(one.startswith(text) for one in said.values()) for text in texts)
    return strange + watch.doubled


def spoken(facts: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The text of each message of a conversation: what was streamed, or the whole."""
    said: dict[str, str] = {}
    for fact in facts:
        match fact["type"]:
            case "model.delta" if fact["kind"] == "text":
                said[fact["message_id"]] = said.get(fact["message_id"], "") + fact["text"]
            case "model.end":
                parts = [part for part in fact["message"]["parts"] if part["type"] == "text"]
                said[fact["message"]["id"]] = "".join(part["text"] for part in parts)
            case "say":
                said[fact["message_id"]] = fact["text"]
            case _:
                pass
    return said
