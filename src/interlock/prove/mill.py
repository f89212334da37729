"""Plays cases of the matrix, one after the other, in processes that are forked warm.

``python -m interlock.prove.mill PROGRAM FOLDER MAILBOX [DATABASE]``: a JSON case a line comes in,
and its JSON outcome goes out. This process has no event loop and no threads, so forking it is safe.
"""

import contextlib
import gc
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from msgspec import json

from interlock import failpoints
from interlock.prove.cases import Case, Outcome, Point
from interlock.prove.floor import Floor, SqliteFloor
from interlock.prove.life import RUN, Act, Life, count_visits, live
from interlock.prove.scene import MODEL_TURNS, World
from interlock.prove.verdict import Facts, broken, gather
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.prove.floor_postgres:PostgresFloor"
SHARED = "interlock.wiring.shared"

MOST_LIVES = 12
PATIENCE_SECONDS = 30.0
"""For one life. The scene takes some tenths of a second; a frozen transaction may hold it up for
five seconds, until the database ends it."""

LOOK_SECONDS = 0.001
KILLED = -signal.SIGKILL


class Mill:
    """The cases of one database.

    Args:
        floor: The database.
        world: Where tools act.
        program: ``module:function`` of the program.
        mailbox: The address of the receiver of webhooks.
    """

    def __init__(self, floor: Floor, world: World, program: str, mailbox: str) -> None:
        self._floor = floor
        self._world = world
        self._program = program
        self._mailbox = mailbox

    def prepare(self) -> None:
        """Bring the database to its schema, by a process that has nothing else to do."""
        self._floor.reset()
        if _wait(self.begin((), "", count=False, late=False)):
            raise RuntimeError("the database can't be used; the reason is above")
        self._floor.keep_schema()

    def play(self, case: Case) -> Outcome:
        """Play a case to its end."""
        self._floor.reset()
        self._world.clear()
        return Play(self, case).run()

    def begin(self, acts: tuple[Act, ...], failpoint: str, *, count: bool, late: bool) -> int:
        """Fork a process that lives. ``late``: the point is armed once all acts are done."""
        pid = os.fork()
        if pid == 0:
            self._live(acts, failpoint, count=count, late=late)
        return pid

    def _live(self, acts: tuple[Act, ...], failpoint: str, *, count: bool, late: bool) -> NoReturn:
        code = 1
        try:
            module, _, function = self._program.partition(":")
            if count:
                count_visits(self._world)
            if not late:
                _arm(failpoint)
            program = getattr(import_module(module), function)(str(self._world.folder))
            life = Life(
                settings=self._floor.settings(contested=late),
                program=program,
                world=self._world,
                acts=acts,
                ready=lambda: _arm(failpoint),
            )
            live(life)
            code = 0
        except BaseException:  # noqa: BLE001 - it must not become a second mill
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(code)

    def wanted(self) -> tuple[Act, ...] | None:
        """What a person would do next; None when all is over."""
        rows = self._floor.rows
        runs = rows("SELECT id, status FROM runs")
        acts: list[Act] = []
        if not rows("SELECT id FROM hooks"):
            acts.append(Act(kind="hook", subject=self._mailbox))
        if not rows("SELECT id FROM schedules"):
            acts.append(Act(kind="schedule"))
        if RUN not in {run["id"] for run in runs}:
            acts.append(Act(kind="begin"))
        questions = rows("SELECT id, kind, body FROM interrupts WHERE status = 'open'")
        acts += [
            Act(kind="answer", subject=one["id"], value=self._answer(one)) for one in questions
        ]
        going = [run for run in runs if run["status"] in {"queued", "running"}]
        told = not rows("SELECT id FROM outbox WHERE state = 'pending'")
        fired = rows("SELECT state FROM slots")
        over = not acts and not going and told and len(fired) > 0
        return None if over else tuple(acts)

    def _answer(self, question: Mapping[str, Any]) -> dict[str, str | bool]:
        """The person looks at the world, which is more than the engine may do."""
        if question["kind"] != "indeterminate":
            return {"approved": True}
        tool = json.decode(question["body"])["tool"]
        happened = any(line.startswith(tool) for line in self._world.read("effects"))
        return {"outcome": "happened" if happened else "run"}

    def gather(self) -> Facts:
        """What the tables say."""
        return gather(self._floor)

    @property
    def world(self) -> World:
        """Where tools act."""
        return self._world

    @property
    def floor(self) -> Floor:
        """The database."""
        return self._floor


class Play:
    """One case on its way.

    Args:
        mill: Where it is played.
        case: Which one.
    """

    def __init__(self, mill: Mill, case: Case) -> None:
        self._mill = mill
        self._case = case
        self._left = list(case.deaths)
        self._died: list[str] = []
        self._lives = 0
        self._frozen = 0
        self._wrong: list[str] = []
        self._visits: list[dict[str, int]] = []

    def run(self) -> Outcome:
        """Play it."""
        acts = self._mill.wanted()
        while acts is not None and self._lives < MOST_LIVES and not self._wrong:
            self._live(acts)
            acts = self._mill.wanted()
        if acts is not None and not self._wrong:
            self._wrong.append("I1 there was no end after many lives")
        if self._frozen:
            self._wake()
        facts = self._mill.gather()
        world = self._mill.world
        deaths = len(self._died) + bool(self._frozen)
        return Outcome(
            died=tuple(self._died),
            frozen=bool(self._frozen),
            lives=self._lives,
            asked=sum(row["kind"] == "indeterminate" for row in facts.questions),
            repeated=len(world.read("models")) - MODEL_TURNS - 1,
            broken=tuple([*self._wrong, *broken(facts, world, deaths)]),
            visits=tuple(self._visits),
        )

    def _live(self, acts: tuple[Act, ...]) -> None:
        self._lives += 1
        freeze = None if self._frozen or self._left else self._case.freeze
        point = self._death() if freeze is None else self._of_this_life(freeze)
        order = "" if point is None else f"{point.name}:{point.visit}"
        order += failpoints.STOP if order and freeze else ""
        pid = self._mill.begin(acts, order, count=self._case.count, late=bool(freeze))
        code = _wait(pid)
        if code is None:
            self._frozen = pid
            time.sleep(self._mill.floor.lease_seconds * 2)
            self._mill.floor.hand_over(leases=False)
        elif code == KILLED and point is not None:
            self._died.append(point.name)
            self._left = self._left[1:]
            self._mill.floor.hand_over(leases=True)
        elif code:
            self._wrong.append(f"a process ended with {code} in life {self._lives}")
        if self._case.count:
            self._visits.append(dict(Counter(self._mill.world.read("visits"))))
            self._mill.world.remove("visits")

    def _death(self) -> Point | None:
        while self._left and 0 < self._left[0].life < self._lives:
            self._left.pop(0)  # its process has gone by
        return self._of_this_life(self._left[0]) if self._left else None

    def _of_this_life(self, point: Point) -> Point | None:
        return point if point.life in {0, self._lives} else None

    def _wake(self) -> None:
        """Who was frozen comes back, and may change nothing: once it is gone, one more looks."""
        before = self._trace()
        os.kill(self._frozen, signal.SIGCONT)
        code = _wait(self._frozen)
        if code:
            self._wrong.append(f"I6 the process that was frozen ended with {code}")
        if self._trace() != before:
            self._wrong.append("I6 the process that was frozen still wrote or acted")
        if _wait(self._mill.begin((), "", count=False, late=False)):
            self._wrong.append("I8 the process that audits came to no end")

    def _trace(self) -> tuple[object, ...]:
        facts = self._mill.gather()
        log = [(row["run_id"], row["seq"], row["type"]) for row in facts.events]
        questions = [(row["id"], row["status"]) for row in facts.questions]
        runs = [(row["id"], row["status"], row["last_seq"]) for row in facts.runs]
        return log, questions, runs, len(facts.ledger), self._mill.world.read("effects")


def _arm(failpoint: str) -> None:
    """Let this process die, or freeze, at a point; once is enough."""
    if os.environ.get(failpoints.VARIABLE, "") != failpoint:
        os.environ[failpoints.VARIABLE] = failpoint
        failpoints.rearm()


def _wait(pid: int) -> int | None:
    """How a process ended; None when it froze. One that takes too long is killed."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        found, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
        if found and os.WIFSTOPPED(status):
            return None
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(LOOK_SECONDS)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return -signal.SIGALRM


def main() -> None:
    """Play what comes in until standard input ends."""
    program, folder, mailbox, *database = sys.argv[1:]
    places = [Path(folder) / name for name in ("data", "world")]
    for place in places:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(ModuleNotFoundError):
        import_module(SHARED)
    import_module("interlock.prove.scene")
    floor: Floor = (
        from_extra(POSTGRES)(database[0], places[0]) if database else SqliteFloor(places[0])
    )
    mill = Mill(floor, World(places[1]), program, mailbox)
    gc.collect()
    gc.freeze()
    try:
        mill.prepare()
        for line in sys.stdin.buffer:
            outcome = mill.play(json.decode(line, type=Case))
            sys.stdout.buffer.write(json.encode(outcome) + b"\n")
            sys.stdout.buffer.flush()
    finally:
        floor.close()


if __name__ == "__main__":
    main()
