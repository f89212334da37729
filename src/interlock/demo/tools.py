"""The demo's tools: one for each thing that the gate knows how to do."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal
from zlib import crc32

from interlock import (
    Tool,
    ToolContext,
    ToolError,
    ToolUnavailable,
    ask_user,
    show_artifact,
    show_chart,
    show_plan,
    show_todo,
    tool,
)
from interlock.demo.office import Mail, Office, Report

Sleep = Callable[[float], Awaitable[None]]

_SKIES = ("clear sky", "light clouds", "overcast", "light rain", "fog in the morning")


def demo_tools(office: Office, pace: float = 1.0, sleep: Sleep = asyncio.sleep) -> Sequence[Tool]:
    """All demo tools over one office.

    Args:
        office: What they read and change.
        pace: Stretches the seconds that slow tools take; 0 makes them immediate.
        sleep: Waits.
    """
    return [
        *_reading(office),
        *_changing(office),
        _slow_count(pace, sleep),
        _flaky(pace, sleep),
        ask_user,
        show_todo,
        show_plan,
        show_artifact,
        show_chart,
    ]


def _reading(office: Office) -> list[Tool]:
    @tool(effect="read", returns="untrusted", timeout=10)
    async def get_weather(city: str) -> str:
        """Look up the present weather of a city.

        Args:
            city: The city's name.
        """
        chance = crc32(city.strip().lower().encode())
        degrees = 24 if city.strip().lower() == "shenzhen" else chance % 31
        sky = _SKIES[chance // 31 % len(_SKIES)]
        return f"{city}: {degrees} °C, {sky}, wind {chance // 155 % 35} km/h, air quality good"

    @tool(effect="read", returns="trusted", timeout=10)
    async def list_reports(folder: str = "") -> list[Report]:
        """List reports with their age in days.

        Args:
            folder: Only this folder; all folders when it is left out.
        """
        return office.in_folder(folder)

    return [get_weather, list_reports]


def _changing(office: Office) -> list[Tool]:
    @tool(
        effect="destructive",
        approval="always",
        returns="trusted",
        timeout=10,
        consequence="Deletes the reports in folder {folder} for good. They can't be brought back.",
    )
    async def delete_reports(folder: str, older_than_days: int = 90) -> int:
        """Delete the old reports in a folder. Returns how many were deleted.

        Args:
            folder: The folder's name.
            older_than_days: Younger reports stay.
        """
        if not office.in_folder(folder):
            folders = sorted({report.folder for report in office.reports})
            raise ToolError(f"There is nothing in {folder}. Folders: {', '.join(folders)}.")
        return office.delete(folder, older_than_days)

    @tool(
        effect="write",
        approval="always",
        returns="trusted",
        timeout=10,
        consequence="Sends an e-mail to {to}. What is sent can't be called back.",
    )
    async def send_email(to: str, subject: str, body: str) -> str:
        """Send an e-mail.

        Args:
            to: The receiver's address.
            subject: The subject line.
            body: The text.
        """
        office.outbox.append(Mail(to, subject, body))
        return f"sent to {to}"

    return [delete_reports, send_email]


def _slow_count(pace: float, sleep: Sleep) -> Tool:
    @tool(effect="read", returns="trusted", timeout=60)
    async def slow_count(context: ToolContext, to: int = 5) -> str:
        """Count slowly, a number a second. It can be stopped at any number.

        Args:
            to: The last number, at most 30.
        """
        for number in range(1, min(to, 30) + 1):
            await sleep(pace)
            context.progress({"done": number, "of": to})
        return f"counted to {min(to, 30)}"

    return slow_count


def _flaky(pace: float, sleep: Sleep) -> Tool:
    @tool(effect="read", returns="trusted", timeout=2)
    async def flaky(fails: Literal["no", "error", "crash", "unavailable", "slow"] = "no") -> str:
        """Work, or fail in the way that you name.

        Args:
            fails: How to fail.
        """
        match fails:
            case "error":
                raise ToolError("It failed, as told.")
            case "crash":
                raise RuntimeError("it crashed, as told")
            case "unavailable":
                raise ToolUnavailable("What it needs is down, as told.")
            case "slow":
                await sleep(5 * pace)
                return "It was slow, and it worked."
            case "no":
                return "It worked."

    return flaky
