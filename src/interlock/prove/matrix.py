"""The matrix: a process dies at every point there is, the next one at every point of what it then
does, and one freezes at every point and is woken when another has done its work."""

import asyncio
import shutil
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Literal, cast

from msgspec import json

from interlock.failpoints import NAMES
from interlock.prove.cases import Case, Outcome, Point
from interlock.prove.report import Count, Proof

Kind = Literal["deaths", "freezes"]
BOTH: frozenset[Kind] = frozenset({"deaths", "freezes"})

PROGRAM = "interlock.prove.scene:build"
MILLS = 2
PATIENCE_SECONDS = 120.0
"""For one case; a process in it has less."""

SETTLING = "loop.settling"
LOST = Point("gate.after_invoke", 4, 1)
"""Where a call is lost that may not be repeated: dying while it is settled takes two."""

STARTS = ("commands.",)
"""Points at which nobody drives anything yet."""

TELLING = (
    Point("loop.claimed", 1, 1),
    Point("loop.model_answered", 1, 1),
    Point("gate.before_invoke", 3, 1),
    Point("gate.after_invoke", 3, 1),
    Point("loop.ending", 1, 1),
    Point("notices.taken", 1, 1),
)
"""Where a driver that lost its run could do the most harm: what a small matrix freezes at."""

INVARIANTS = {
    "I1": "runs, slots or notices lost or doubled",
    "I2": "effects lost or doubled",
    "I3": "ledger rows or model calls that do not agree",
    "I4": "logs that are not numbered 1, 2, 3 … to one end",
    "I5": "answers that did not count once",
    "I6": "writes or acts of a process that had lost its lease",
    "I7": "turns that went on twice",
    "I8": "rows, sums, notices or spans that differ from the log",
}
NOTES = 8
"""Cases that are told one by one when something is wrong."""


class Grinder:
    """A mill and its mailbox.

    Args:
        mill: Plays cases.
    """

    def __init__(self, mill: Process) -> None:
        self._mill = mill

    async def play(self, case: Case) -> Outcome:
        """Play a case.

        Raises:
            RuntimeError: The mill is gone.
        """
        _inbox(self._mill).write(json.encode(case) + b"\n")
        async with asyncio.timeout(PATIENCE_SECONDS):
            line = await _outbox(self._mill).readline()
        if not line:
            raise RuntimeError("the process that plays cases is gone; its last words are above")
        return json.decode(line, type=Outcome)


class Matrix:
    """All cases over one kind of database.

    Args:
        grinders: Play them.
        draws: How many cases are drawn beside those that must be; 0 plays all.
        kinds: What is played.
        chance: Draws.
        until: An invariant; once it is broken nothing more is begun. Empty: everything is played.
    """

    def __init__(
        self,
        grinders: Sequence[Grinder],
        draws: int,
        kinds: frozenset[Kind],
        chance: Random,
        until: str = "",
    ) -> None:
        self._grinders = grinders
        self._draws = draws
        self._kinds = kinds
        self._chance = chance
        self._until = until
        self.played: list[tuple[Case, Outcome]] = []

    async def run(self) -> None:
        """Play everything."""
        first = await self._grinders[0].play(Case(count=True))
        self.played.append((Case(), first))
        points = list(_points(first))
        cases = [*_singles(points), *_pairs(points)]
        if "deaths" in self._kinds:
            await self._play(cases if not self._draws else self._some(points, cases))
        if "freezes" in self._kinds:
            await self._play(_freezes(points, every=not self._draws))

    def _some(self, points: Sequence[Point], cases: list[Case]) -> list[Case]:
        """Each point once in each life, the pair that no chance may miss, and some of the rest."""
        once = [*_singles([point for point in points if point.visit == 1])]
        drawn = self._chance.sample(cases, min(self._draws, len(cases)))
        return [Case(deaths=(LOST, Point(SETTLING))), *once, *drawn]

    async def _play(self, cases: Iterable[Case]) -> None:
        waiting = iter([*cases])
        async with asyncio.TaskGroup() as group:
            for grinder in self._grinders:
                group.create_task(self._grind(grinder, waiting))

    async def _grind(self, grinder: Grinder, waiting: Iterator[Case]) -> None:
        for case in waiting:
            if self._enough():
                return
            self.played.append((case, await grinder.play(case)))

    def _enough(self) -> bool:
        """Whether what somebody waits for is broken."""
        wrong = (what for _, outcome in self.played for what in outcome.broken)
        return bool(self._until) and any(what.startswith(self._until) for what in wrong)


def _points(first: Outcome) -> Iterator[Point]:
    """Every visit of every point on the way that nothing disturbs."""
    for life, visits in enumerate(first.visits, 1):
        for name, count in sorted(visits.items()):
            yield from (Point(name, visit, life) for visit in range(1, count + 1))


def _singles(points: Sequence[Point]) -> Iterator[Case]:
    """A death at each point."""
    yield from (Case(deaths=(point,)) for point in points)


def _pairs(points: Sequence[Point]) -> Iterator[Case]:
    """A death at each point, and then the next one at the first visit of each."""
    for first in points:
        yield from (Case(deaths=(first, Point(name))) for name in sorted(NAMES))


def _freezes(points: Sequence[Point], *, every: bool) -> Iterator[Case]:
    """A process that has done what a person wants, and freezes while it drives or looks."""
    driving = [point for point in points if not point.name.startswith(STARTS)]
    yield from (Case(freeze=point) for point in (driving if every else TELLING))
    if every:
        yield Case(deaths=(LOST,), freeze=Point(SETTLING))


async def matrix(
    size: int,
    seed: int,
    program: str = PROGRAM,
    database: str = "",
    kinds: frozenset[Kind] = BOTH,
    until: str = "",
) -> Proof:
    """Play the matrix.

    Args:
        size: How many cases are drawn beside a death at each point; 0 plays all pairs there are.
        seed: Draws them.
        program: ``module:function`` of the program; tests bring broken ones.
        database: A PostgreSQL database in which schemas may be made; empty for SQLite, where no
            other process can take over and so none is frozen.
        kinds: What is played.
        until: An invariant that a broken program breaks, and after which the rest is left out.
    """
    began = perf_counter()
    chosen = kinds if database else kinds - {"freezes"}
    async with _ground(program, database) as grinders:
        play = Matrix(grinders, size, chosen, Random(seed), until)
        await play.run()
    return _proof(play.played, seed, perf_counter() - began, chosen)


def _proof(
    played: Sequence[tuple[Case, Outcome]], seed: int, seconds: float, kinds: frozenset[Kind]
) -> Proof:
    outcomes = [outcome for _, outcome in played]
    wrong = Counter(what[:2] for outcome in outcomes for what in {w[:2] for w in outcome.broken})
    died = Counter(name for outcome in outcomes for name in outcome.died)
    missed = sorted(NAMES - set(died)) if "deaths" in kinds else []
    frozen = "freezes" in kinds
    notes = [f"never reached: {', '.join(missed)}"] if missed else []
    bad = [(case, outcome) for case, outcome in played if outcome.broken]
    notes += [f"{_words(case)}: {'; '.join(outcome.broken)}" for case, outcome in bad[:NOTES]]
    counts = (
        Count("cases", len(played)),
        Count("named points where one died", len(NAMES) - len(missed), len(NAMES)),
        *(Count(words, wrong[what], 0) for what, words in INVARIANTS.items()),
        Count("processes killed", died.total()),
        Count("cases with a second death", sum(len(one.died) > 1 for one in outcomes)),
        *([Count("processes frozen and woken", sum(one.frozen for one in outcomes))] * frozen),
        Count("processes in all", sum(one.lives for one in outcomes)),
        Count("questions: did it happen?", sum(one.asked for one in outcomes)),
        Count("model calls that a crash cut off", sum(one.repeated for one in outcomes)),
    )
    return Proof(name="matrix", counts=counts, seed=seed, seconds=seconds, notes=tuple(notes))


def _words(case: Case) -> str:
    deaths = ", then at ".join(map(str, case.deaths))
    frozen = f"frozen at {case.freeze}" if case.freeze else ""
    return " and ".join(filter(None, [f"killed at {deaths}" if deaths else "", frozen])) or "calm"


@asynccontextmanager
async def _ground(program: str, database: str) -> AsyncGenerator[list[Grinder]]:
    """Mills with folders and mailboxes of their own; all gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="interlock-matrix-"))
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        grinders: list[Grinder] = []
        for number in range(MILLS):
            place = folder / str(number)
            (place / "world").mkdir(parents=True, mode=0o700)
            mailbox = await _begin(stack, "interlock.prove.mailbox", str(place / "world"))
            port = int(await _outbox(mailbox).readline())
            address = f"http://127.0.0.1:{port}/"
            more = [database] if database else []
            order = [program, str(place), address, *more]
            grinders.append(Grinder(await _begin(stack, "interlock.prove.mill", *order)))
        yield grinders


async def _begin(stack: AsyncExitStack, module: str, *arguments: str) -> Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE
    )
    stack.push_async_callback(_end, process)
    return process


async def _end(process: Process) -> None:
    """They end by themselves with their input; a mill takes its schema away first."""
    _inbox(process).close()
    await process.wait()


def _inbox(process: Process) -> asyncio.StreamWriter:
    return cast("asyncio.StreamWriter", process.stdin)


def _outbox(process: Process) -> asyncio.StreamReader:
    return cast("asyncio.StreamReader", process.stdout)
