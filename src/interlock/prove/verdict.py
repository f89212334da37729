"""The invariants of a case, I1 to I8 of docs/proofs.md, counted from the tables and the world."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, json

from interlock.prove.floor import Floor, Rows
from interlock.prove.life import RUN, THREAD
from interlock.prove.scene import KEYED, ONCE, World

TURNS = 2
"""That one process may be at work on."""


class Facts(Struct, frozen=True):
    """What a case left behind."""

    runs: Rows
    events: Rows
    questions: Rows
    slots: Rows
    outbox: Rows
    ledger: Rows

    def of_type(self, *types: str) -> list[Any]:
        """The events of some types, each as its row with the decoded fact."""
        rows = (row for row in self.events if row["type"] in types)
        return [{**row, "fact": json.decode(row["body"])} for row in rows]


def gather(floor: Floor) -> Facts:
    """Read the tables."""
    return Facts(
        floor.rows("SELECT * FROM runs ORDER BY number"),
        floor.rows("SELECT run_id, seq, type, body FROM events ORDER BY run_id, seq"),
        floor.rows("SELECT * FROM interrupts ORDER BY number"),
        floor.rows("SELECT * FROM slots"),
        floor.rows("SELECT * FROM outbox"),
        floor.rows("SELECT * FROM ledger WHERE revision = 0"),
    )


def broken(facts: Facts, world: World, deaths: int) -> list[str]:
    """What is not as it must be, each with the number of the invariant.

    Args:
        facts: What the tables say.
        world: What happened.
        deaths: How many processes died in the case.
    """
    return [
        *_runs(facts),
        *_effects(world),
        *_ledger(facts),
        *_models(facts, world, deaths),
        *_numbers(facts),
        *_approvals(facts),
        *(f"I7 {line}" for line in world.read("wrong")),
        *_resumes(facts),
        *_notices(facts, world),
        *_audits(world),
    ]


def _runs(facts: Facts) -> Iterator[str]:
    own = [run for run in facts.runs if run["thread_id"] == THREAD]
    if not own or own[0]["id"] != RUN or own[-1]["status"] != "success":
        yield "I1 the turn did not come to its end"
    if [run["status"] for run in own[:-1] if run["status"] != "interrupted"]:
        yield "I1 a run of the turn ended in another way"
    if [slot["state"] for slot in facts.slots] != ["fired"]:
        yield "I1 the slot did not fire once"
    if [run["status"] for run in facts.runs if run["thread_id"] != THREAD] != ["success"]:
        yield "I1 the scheduled run did not come to its end once"


def _effects(world: World) -> Iterator[str]:
    lines = world.read("effects")
    counts = Counter(line.split()[0] for line in lines)
    for name in ONCE:
        if counts[name] != 1:
            yield f"I2 the effect {name} happened {counts[name]} times"
    if len({line for line in lines if line.startswith(KEYED)}) != 1:
        yield f"I2 the effect {KEYED} had more than one key, or none"


def _ledger(facts: Facts) -> Iterator[str]:
    """A row for each recorded attempt, in the run's own sums, too."""
    attempts = facts.of_type("model.end", "model.error")
    billed = Counter(row["run_id"] for row in facts.ledger)
    recorded = Counter(row["run_id"] for row in attempts)
    if billed != recorded:
        yield "I3 the ledger does not have one row for each recorded model call"
    for run in facts.runs:
        used = sum(
            row["fact"].get("usage", {}).get("output_tokens", 0)
            for row in attempts
            if row["run_id"] == run["id"]
        )
        if json.decode(run["usage_json"]).get("output_tokens", 0) != used:
            yield f"I3 the sums of {run['id']} are not those of its log"


def _models(facts: Facts, world: World, deaths: int) -> Iterator[str]:
    started = {row["fact"]["message_id"] for row in facts.of_type("model.start")}
    asked = world.read("models")
    if set(asked) - started:
        yield "I3 a model was called that the log does not know"
    answered = Counter(row["fact"]["message"]["id"] for row in facts.of_type("model.end"))
    if answered and max(answered.values()) > 1:
        yield "I3 an answer is in the log twice"
    if len(asked) - len(answered) > TURNS * deaths:
        yield "I3 more model calls were lost than dead processes had at work"


def _numbers(facts: Facts) -> Iterator[str]:
    for run in facts.runs:
        own = [row for row in facts.events if row["run_id"] == run["id"]]
        if [row["seq"] for row in own] != list(range(1, run["last_seq"] + 1)):
            yield f"I4 the events of {run['id']} are not numbered 1, 2, 3 …"
        ends = [row["seq"] for row in own if row["type"] == "run.end"]
        if ends != [run["last_seq"]]:
            yield f"I4 the end of {run['id']} is not its last event"


def _approvals(facts: Facts) -> Iterator[str]:
    closed = Counter(row["fact"]["interrupt_id"] for row in facts.of_type("interrupt.close"))
    for question in facts.questions:
        if question["status"] != "answered" or closed[question["id"]] != 1:
            yield f"I5 the answer to a question ({question['kind']}) did not count once"
    asked = Counter(question["kind"] for question in facts.questions)
    if asked["approval"] != 1:
        yield f"I5 a person was asked {asked['approval']} times whether a call may run"


def _resumes(facts: Facts) -> Iterator[str]:
    resumed = Counter(run["resumes"] for run in facts.runs if run["resumes"])
    if resumed and max(resumed.values()) > 1:
        yield "I7 a run was resumed twice"


def _notices(facts: Facts, world: World) -> Iterator[str]:
    posted = set(world.read("posts"))
    if {row["id"] for row in facts.outbox} != posted:
        yield "I1 what was told is not what was to be told"
    if any(row["state"] != "delivered" for row in facts.outbox):
        yield "I1 a notice is on its way for ever"


def _audits(world: World) -> Iterator[str]:
    """What the processes that came to rest found; each says it once, and so do we."""
    if not world.read("audits"):
        yield "I8 nobody came to look whether the rows are what the log says"
    yield from (f"I8 {line}" for line in dict.fromkeys(world.read("differences")))
