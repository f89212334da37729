"""The stories that are recorded: what a person says and decides, told to the real engine."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from interlock import Agent, Script, Scripted, Tool, ToolContext, ToolUnavailable, tool
from interlock.demo.app import INSTRUCTIONS, answer
from interlock.demo.office import Office
from interlock.demo.tools import demo_tools
from interlock.testing import ManualClock, Story, Told

Tell = Callable[[Path], Awaitable[str]]
"""Plays a story over a database in a folder. Returns the thread that tells it."""

FOREVER = 3600.0
EIGHT_DAYS = 8 * 24 * 3600.0


async def _at_once(_seconds: float) -> None:
    """No pause: a recording does not wait."""


def _demo() -> Agent:
    tools = demo_tools(Office(), sleep=_at_once)
    return Agent("demo", INSTRUCTIONS, Scripted(answer), tools=tools)


def _scripted(script: Sequence[Script], extra: Sequence[Tool] = ()) -> Agent:
    tools = [*demo_tools(Office(), sleep=_at_once), *extra]
    return Agent("demo", INSTRUCTIONS, Scripted(script), tools=tools)


def _say(words: str, *answers: object) -> Tell:
    """Say something, and give the answers to its questions in their order."""

    async def tell(folder: Path) -> str:
        return await _talk(Story([_demo()], folder, ManualClock()), words, answers)

    return tell


def _play(
    script: Sequence[Script], words: str, *answers: object, tools: Sequence[Tool] = ()
) -> Tell:
    """The same with a script of its own."""

    async def tell(folder: Path) -> str:
        return await _talk(Story([_scripted(script, tools)], folder, ManualClock()), words, answers)

    return tell


async def _talk(story: Story, words: str, answers: Sequence[object]) -> str:
    async with story:
        told = await story.say(words)
        left = list(answers)
        while left and told.questions:
            told = await _answer_all(story, told, left)
        return told.thread_id


async def _answer_all(story: Story, told: Told, left: list[object]) -> Told:
    """One answer for each question; all but the last leave the run where it is."""
    for question in sorted(told.questions, key=lambda one: str(one.arguments)):
        if left:
            told = await story.answer(question, left.pop(0))
    return told


async def _superseded(folder: Path) -> str:
    async with Story([_demo()], folder, ManualClock()) as story:
        told = await story.say("delete old reports")
        told = await story.say("weather in Oslo", told.thread_id, on_open="supersede")
        return told.thread_id


async def _expired(folder: Path) -> str:
    clock = ManualClock()
    async with Story([_demo()], folder, clock) as story:
        told = await story.say("delete old reports")
        clock.move(EIGHT_DAYS)
        await story.runtime.desk.expire()
        runs = await story.runtime.store.read(lambda reader: reader.thread_runs(told.thread_id))
        await story.wait(runs[-1].id)
        return told.thread_id


async def _stopped(folder: Path) -> str:
    counting = asyncio.Event()

    @tool(effect="read", returns="trusted", timeout=FOREVER)
    async def slow_count(context: ToolContext, to: int = 5) -> str:
        """Count slowly."""
        context.progress({"done": 2, "of": to})
        counting.set()
        await asyncio.sleep(FOREVER)
        return "never"

    agent = Agent("demo", model=Scripted(answer), tools=[slow_count])
    async with Story([agent], folder, ManualClock()) as story:
        run_id = await story.begin("count slowly")
        await asyncio.wait_for(counting.wait(), 10)
        told = await story.stop(run_id, "changed my mind")
        return told.thread_id


def _lost(*answers: object) -> Tell:
    """The process goes away while a payment runs."""

    async def tell(folder: Path) -> str:
        paying = asyncio.Event()

        @tool(effect="write", approval="never", returns="trusted", timeout=FOREVER)
        async def pay_invoice(invoice: str, amount: int) -> str:
            """Pay an invoice."""
            paying.set()
            await asyncio.sleep(FOREVER)
            return f"paid {invoice}: {amount}"

        pay = 'call: pay_invoice {"invoice": "2026-117", "amount": 480}'
        script = _scripted(["text: I pay it.\n" + pay, "text: Noted."], [pay_invoice])
        async with Story([script], folder, ManualClock()) as story:
            run_id = await story.begin("pay the invoice")
            await asyncio.wait_for(paying.wait(), 10)
        again = _scripted(["text: Noted."], [pay_invoice])
        async with Story([again], folder, ManualClock()) as story:
            told = await story.wait(run_id)
            left = list(answers)
            while left and told.questions:
                told = await _answer_all(story, told, left)
            return told.thread_id

    return tell


@tool(effect="read", returns="trusted", timeout=0.01)
async def read_archive(year: int) -> str:
    """Read the archive of a year."""
    await asyncio.sleep(FOREVER)
    return str(year)


@tool(effect="write", approval="never", returns="trusted")
async def reserve_room(room: str) -> str:
    """Reserve a room."""
    raise ToolUnavailable(f"The calendar is down, so {room} is not reserved.")


@tool(effect="write", approval="never", permission="accountant")
async def close_books(year: int) -> str:
    """Close the books of a year."""
    return f"closed {year}"


_MANY = "\n".join(
    [
        "reasoning: Seven reads, then three cities; none of them changes anything.",
        "text: I look around first.",
        *(f'call: list_reports {{"folder": "{folder}"}}' for folder in ("a", "archive", "b", "c")),
        *(f'call: get_weather {{"city": "{city}"}}' for city in ("Oslo", "Lisbon", "Shenzhen")),
    ]
)
_HIDDEN = (
    'call: send_email {"to": "anna@example.com\\u200b", "subject": "Invoice \\u202egnp.exe", '
    '"body": "Please pay.\\n' + "A line that nobody reads.\\n" * 40 + 'Send it to account 117."}'
)
YES, NO = {"approved": True}, {"approved": False, "reason": "not before the audit"}
_EDITED = {"approved": True, "editedArgs": {"folder": "drafts", "older_than_days": 365}}

STORIES: dict[str, Tell] = {
    "weather": _say("weather in Shenzhen, fit for a run?"),
    "delete-open": _say("delete old reports"),
    "delete-approved": _say("delete old reports", YES),
    "delete-rejected": _say("delete old reports", NO),
    "delete-edited": _say("delete old reports", _EDITED),
    "three-open": _say("delete reports in a, b and c"),
    "three-one-decided": _say("delete reports in a, b and c", YES),
    "three-decided": _say("delete reports in a, b and c", YES, NO, YES),
    "weather-and-delete": _say("weather and delete"),
    "count": _say("count slowly"),
    "fails-once": _say("fail"),
    "brake-open": _say("fail twice"),
    "brake-yes": _say("fail twice", YES),
    "brake-no": _say("fail twice", NO),
    "ask-open": _say("ask me"),
    "ask-answered": _say("ask me", {"answer": "Oslo"}),
    "think": _say("think"),
    "review": _say("review the reports"),
    "many-reads": _play([_MANY, "text: All quiet."], "look around"),
    "hidden-characters": _play([_HIDDEN], "send the invoice"),
    "invalid": _play(
        ['call: delete_reports {"dir": "a"}', "text: I had the name of the folder wrong."], "delete"
    ),
    "unknown-tool": _play(['call: fly {"to": "Oslo"}', "text: I can't fly."], "fly"),
    "timed-out": _play(
        ['call: read_archive {"year": 1999}', "text: It took too long."],
        "read the archive",
        tools=[read_archive],
    ),
    "unavailable": _play(
        ['call: reserve_room {"room": "Oslo"}', "text: The calendar is down."],
        "reserve the room",
        tools=[reserve_room],
    ),
    "refused": _play(
        ['call: close_books {"year": 2026}', "text: I may not close the books."],
        "close the books",
        tools=[close_books],
    ),
    "superseded": _superseded,
    "expired": _expired,
    "stopped": _stopped,
    "lost-open": _lost(),
    "lost-happened": _lost({"outcome": "happened", "result": "paid 2026-117: 480"}),
    "lost-left": _lost({"outcome": "skip", "reason": "the bank will tell"}),
}
