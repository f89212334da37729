"""The three protocols, each as a way to answer a question."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from msgspec import Struct, json

from interlock.domain.ids import new_id
from interlock.prove.client import Client

Protocol = Literal["native", "agui", "aisdk"]
PROTOCOLS: tuple[Protocol, ...] = ("native", "agui", "aisdk")

CONFLICT = 409


class Heard(Struct, frozen=True):
    """What a protocol answered, in one word: ``taken``, or the code of the refusal."""

    word: str
    status: int


class Doors:
    """Answers one question through any protocol.

    Args:
        client: How the server is asked.
        question: The stored interrupt.
        agent: Whose thread it is.
    """

    def __init__(self, client: Client, question: dict[str, Any], agent: str = "prover") -> None:
        self._client = client
        self._question = question
        self._agent = agent

    async def answer(self, protocol: Protocol, value: dict[str, Any]) -> Heard:
        """Answer the question. The AI SDK knows yes and no, and nothing else of ``value``."""
        match protocol:
            case "native":
                return await self._native(value)
            case "agui":
                return await self._agui(value)
            case "aisdk":
                return await self._aisdk(yes=value["approved"] is True)

    async def _native(self, value: dict[str, Any]) -> Heard:
        path = f"/v1/interrupts/{self._question['id']}/answer"
        status, body = await self._client.send("POST", path, {"answer": value})
        return Heard("taken" if status == 200 else str(body["code"]), status)

    async def _agui(self, value: dict[str, Any]) -> Heard:
        """A request that died halfway may have begun its run; whoever comes back takes a new id."""
        entry = {
            "interruptId": self._question["id"],
            "status": "resolved",
            "payload": value,
        }
        body = {
            "threadId": self._question["thread_id"],
            "runId": new_id("click"),
            "protocolVersion": "1.0",
            "messages": [],
            "resume": [entry],
        }
        status, found = await self._client.raw("POST", f"/agui/{self._agent}", body)
        if status == CONFLICT and _code(found) == "run_exists":
            return await self._agui(value)
        if status != 200:
            return Heard(_code(found), status)
        last = list(frames(found))[-1]
        return Heard("taken" if last["type"] == "RUN_FINISHED" else last["code"], status)

    async def _aisdk(self, *, yes: bool) -> Heard:
        part = {
            "type": f"tool-{self._question['tool']}",
            "toolCallId": self._question["call_id"],
            "state": "approval-responded",
            "input": self._question["arguments"],
            "approval": {"id": self._question["id"], "approved": yes},
        }
        message = {"id": self._question["turn_id"], "role": "assistant", "parts": [part]}
        body = {
            "id": self._question["thread_id"],
            "messages": [message],
            "trigger": "submit-message",
            "messageId": self._question["turn_id"],
        }
        path = f"/api/chat/{self._agent}"
        status, found = await self._client.raw("POST", path, body)
        return Heard("taken" if status == 200 else found.decode()[:80], status)


def frames(stream: bytes) -> Iterator[dict[str, Any]]:
    """The JSON objects of an event stream."""
    for line in stream.splitlines():
        if line.startswith(b"data:") and line[5:].strip() != b"[DONE]":
            yield cast("dict[str, Any]", json.decode(line[5:]))


def _code(problem: bytes) -> str:
    return str(json.decode(problem)["code"])
