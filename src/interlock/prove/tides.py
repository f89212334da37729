"""A schedule that fires all the time, and whether each of its times fired once."""

from collections import Counter
from typing import Any

from msgspec import json

from interlock.prove.client import Client

EVERY = 2
"""Seconds."""

PAGE = 200
CASE = "tide"
ITEM = f"{CASE}-0-0-book"


class Tides:
    """One schedule.

    Args:
        client: How servers are asked.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._id = ""
        self._start = 0
        self._next = 0

    async def begin(self) -> None:
        """Make the schedule. Each of its times books the same thing once more."""
        message = json.encode({"case": CASE, "rounds": [["book"]]}).decode()
        form = {
            "name": CASE,
            "agent": "prover",
            "message": message,
            "every": EVERY,
            "missed": "all",
            "overlap": "allow",
        }
        _, made = await self._client.send("POST", "/v1/schedules", form)
        self._id = made["id"]
        self._start = made["timing"]["start"]

    async def end(self) -> list[dict[str, Any]]:
        """Pause it. Its slots, the earliest first."""
        shown = await self._client.get(f"/v1/schedules/{self._id}")
        self._next = int(shown["next_at"])
        await self._client.send("POST", f"/v1/schedules/{self._id}/pause")
        found = await self._client.get(f"/v1/schedules/{self._id}/slots?limit={PAGE}")
        return found["slots"][::-1]

    def count(self, slots: list[dict[str, Any]], booked: int) -> Counter[str]:
        """Compare the slots with the clock, and the effects with the slots."""
        times = [slot["slot"] for slot in slots]
        step = EVERY * 1000
        wanted = set(range(self._start + step, self._next, step))
        fired = sum(slot["state"] == "fired" for slot in slots)
        return Counter(
            {
                "times of a schedule missed": len(wanted - set(times)) + len(slots) - fired,
                "times of a schedule doubled": len(times) - len(set(times)),
                "runs of a schedule beside one a time": abs(booked - fired),
                "times of a schedule": fired,
            }
        )
