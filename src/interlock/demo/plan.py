"""From the user's plain words to the demo model's first step."""

import json
import re
from collections.abc import Callable

HELP = (
    "I am a scripted model: I need no key, and I understand a few plain words. Try\\n"
    "- weather in Shenzhen, fit for a run?\\n"
    "- delete old reports\\n"
    "- delete reports in a, b and c\\n"
    "- weather and delete\\n"
    "- list reports\\n"
    "- review the reports\\n"
    "- email anna@example.com\\n"
    "- count slowly\\n"
    "- fail twice\\n"
    "- ask me\\n"
    "- think"
)

PARTS = ("Read the list of reports", "Draw their ages", "Write the overview")
"""Of a review."""

_CITY = re.compile(r"\bin\s+([^\W\d_][\w' -]*)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_FOLDERS = re.compile(r"\bin\s+(.+)")
_FAILURES = ("crash", "unavailable", "slow")


def plan(words: str) -> list[str]:
    """The script lines that answer a user's message."""
    lowered = words.lower()
    return next((say(words) for mark, say in _RULES if mark.search(lowered)), [f"text: {HELP}"])


def call(tool: str, /, **arguments: object) -> str:
    """A script line that calls a tool."""
    return f"call: {tool} {json.dumps(arguments, ensure_ascii=False)}"


def _weather_and_delete(words: str) -> list[str]:
    del words
    return [
        "text: I look up the weather now, and ask before I delete anything.",
        call("get_weather", city="Shenzhen"),
        call("delete_reports", folder="archive", older_than_days=90),
    ]


def _delete(words: str) -> list[str]:
    found = _FOLDERS.search(words.strip().rstrip(".!?"))
    named = re.split(r",\s*|\s+and\s+", found.group(1)) if found else ["archive"]
    folders = [name.strip().removeprefix("and ") for name in named if name.strip()]
    return [
        f"text: I want to delete the old reports in {_joined(folders)}.",
        *(call("delete_reports", folder=folder, older_than_days=90) for folder in folders),
    ]


def _weather(words: str) -> list[str]:
    found = _CITY.search(words)
    city = found.group(1).strip() if found else "Shenzhen"
    return ["text: I look it up.", call("get_weather", city=city)]


def _email(words: str) -> list[str]:
    found = _ADDRESS.search(words)
    to = found.group() if found else "anna@example.com"
    body = "The old reports are about to be deleted.\nTell me if you still need one."
    return [call("send_email", to=to, subject="Old reports", body=body)]


def _fail(words: str) -> list[str]:
    how = next((word for word in _FAILURES if word in words.lower()), "error")
    return ["text: I try it.", call("flaky", fails=how)]


def _ask(words: str) -> list[str]:
    del words
    cities = ["Shenzhen", "Oslo", "Lisbon"]
    return [call("ask_user", question="Which city shall I look at?", options=cities)]


def _think(words: str) -> list[str]:
    del words
    return [
        "reasoning: The user wants to see me think. A run is a list of events, so my thoughts are "
        "events too: they stream, they are stored, and they are shown apart from the answer.",
        "text: I thought about it. What you saw above the line was reasoning; this is the answer.",
    ]


def _review(words: str) -> list[str]:
    del words
    steps = [{"text": part, "state": "open"} for part in PARTS]
    return [
        "text: I make a plan, and keep a list while I work.",
        call("show_plan", title="Review of the reports", steps=steps),
        call("show_todo", items=parts(0)),
    ]


def parts(done: int) -> list[dict[str, str]]:
    """The parts of a review, the first so many of them done."""
    states = ["done"] * done + ["active"] + ["open"] * len(PARTS)
    return [{"text": part, "state": state} for part, state in zip(PARTS, states, strict=False)]


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_RULES: tuple[tuple[re.Pattern[str], Callable[[str], list[str]]], ...] = (
    (re.compile(r"weather.*delete|delete.*weather"), _weather_and_delete),
    (re.compile(r"e-?mail"), _email),
    (re.compile(r"delete"), _delete),
    (re.compile(r"weather|fit for a run"), _weather),
    (re.compile(r"review"), _review),
    (re.compile(r"list.*report|which report"), lambda _words: [call("list_reports")]),
    (re.compile(r"count"), lambda _words: ["text: I count.", call("slow_count", to=5)]),
    (re.compile(r"fail"), _fail),
    (re.compile(r"ask me"), _ask),
    (re.compile(r"think"), _think),
)
