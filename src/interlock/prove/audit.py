"""Compares what customers know, what the witness saw and what the logs say."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from interlock.prove.customer import Case
from interlock.prove.witness import Tally

Log = Sequence[dict[str, Any]]
"""The events of one run."""

SHOWN = 3
"""Differences of each kind that are told in full."""

UNREPEATABLE = ("charge", "refund", "ship")


class Evidence(Struct, frozen=True):
    """All that is known at the end.

    Args:
        cases: From the customers' side.
        logs: The events of each run, from the server after the last restart.
        tally: From the witness.
        others: Items that were asked for by somebody else than customers.
        differences: What ``interlock audit`` names at the end.
    """

    cases: Sequence[Case]
    logs: dict[str, Log]
    tally: Tally
    others: frozenset[str] = frozenset()
    differences: Sequence[dict[str, str]] = ()

    def turn(self, case: Case) -> list[dict[str, Any]]:
        """The facts of a case in order."""
        return [event["data"] for run_id in case.runs for event in self.logs[run_id]]


def audit(evidence: Evidence) -> Counter[str]:
    """Count what must not be, and a few figures."""
    found: Counter[str] = Counter()
    for case in evidence.cases:
        _effects(case, evidence, found)
        _order(case, evidence, found)
        turn = evidence.turn(case)
        _unknown(turn, found)
        _answers(case, turn, found)
        _model(turn, evidence.tally, found)
        found["runs"] += len(case.runs)
        found["runs that never end"] += case.status == ""
        fine = {"", "success", "cancelled"} if case.stopped else {"", "success"}
        found["runs that fail"] += case.status not in fine
        found["runs that were stopped"] += case.status == "cancelled"
    found["cases"] = len(evidence.cases)
    found["effects"] = sum(evidence.tally.effects.values())
    found["calls to the witness"] = evidence.tally.calls
    known = {item for case in evidence.cases for item in case.wanted()}
    found["effects that nobody asked for"] = len(
        set(evidence.tally.effects) - known - evidence.others
    )
    begun = {
        event["data"]["call_id"]
        for log in evidence.logs.values()
        for event in log
        if event["data"]["type"] == "tool.start"
    }
    found["effects that the log does not know"] = len(evidence.tally.receipts.keys() - begun)
    found["rows, sums and spans that differ from the log"] = len(evidence.differences)
    return found


def named(differences: Iterable[dict[str, str]]) -> tuple[str, ...]:
    """How many rows of each kind differ from the log, and the first of them, for whoever looks."""
    kinds: dict[str, list[dict[str, str]]] = {}
    for one in differences:
        kinds.setdefault(one["what"], []).append(one)
    return tuple(
        note
        for what, found in kinds.items()
        for note in (
            f"differences of {what}: {len(found)}",
            *(
                f"{what} {one['where']}: {one['kept'] or 'nothing'} is kept, "
                f"{one['right'] or 'nothing'} follows"
                for one in found[:SHOWN]
            ),
        )
    )


def _effects(case: Case, evidence: Evidence, found: Counter[str]) -> None:
    for item, wanted in case.wanted().items():
        real = evidence.tally.effects.get(item, 0)
        if wanted:
            found["effects duplicated"] += max(0, real - wanted)
            found["effects lost"] += max(0, wanted - real) if case.status == "success" else 0
        else:
            found["effects without a yes"] += real


def _order(case: Case, evidence: Evidence, found: Counter[str]) -> None:
    """Each log counts 1, 2, 3 …, has one end, and is what its reader got over all crashes."""
    for run_id in case.runs:
        log = evidence.logs[run_id]
        numbers = [event["seq"] for event in log]
        found["seq gaps"] += numbers != list(range(1, len(log) + 1))
        ends = [event["data"]["type"] for event in log].count("run.end")
        found["runs with more than one end"] += ends > 1
        read = case.read.get(run_id, [])
        found["events lost, doubled or changed for a reader"] += _differences(read, log)
        found["events"] += len(log)


def _differences(read: Log, log: Log) -> int:
    pairs = zip(read, log, strict=False)
    return abs(len(read) - len(log)) + sum(one != other for one, other in pairs)


def _unknown(turn: Iterable[dict[str, Any]], found: Counter[str]) -> None:
    """A start without an end must be followed by a question, or by the tool's own word."""
    open_calls: dict[str, str] = {}
    for fact in turn:
        match fact["type"]:
            case "tool.start" if fact["name"] in UNREPEATABLE:
                found["unknown not reported as unknown"] += fact["call_id"] in open_calls
                open_calls[fact["call_id"]] = fact["name"]
            case "tool.start":
                found["calls repeated with the same key"] += fact["attempt"] > 1
            case "tool.end":
                verified = fact.get("code") == "verified"
                found["lost calls that the tool settled"] += verified
                open_calls.pop(fact["call_id"], None)
            case "tool.judged" if fact["code"] == "verified_not_happened":
                found["lost calls that the tool settled"] += 1
                open_calls.pop(fact["call_id"], None)
            case "interrupt.open" if fact["interrupt"]["kind"] == "indeterminate":
                found["questions: did it happen?"] += 1
                open_calls.pop(fact["interrupt"]["call_id"], None)
            case _:
                pass
    found["unknown not reported as unknown"] += len(open_calls)


def _answers(case: Case, turn: Sequence[dict[str, Any]], found: Counter[str]) -> None:
    """Every confirmed answer is in the log, once, as it was given; every question has one."""
    closed = [fact for fact in turn if fact["type"] == "interrupt.close"]
    decided = {fact["interrupt_id"]: fact["decision"].get("answer") for fact in closed}
    asked = [fact["interrupt"] for fact in turn if fact["type"] == "interrupt.open"]
    found["brakes that asked"] += sum(question["kind"] == "brake" for question in asked)
    found["approvals asked"] += sum(question["kind"] == "approval" for question in asked)
    lost = [key for key, value in case.given.items() if decided.get(key) != value]
    found["approvals lost"] += len(lost) + case.refused
    if case.status == "success":
        found["approvals lost"] += len({one["id"] for one in asked} ^ set(decided))
    found["questions asked twice"] += len(closed) - len(decided)
    about = Counter((one["call_id"], one["kind"]) for one in asked if one["kind"] == "approval")
    found["questions asked twice"] += sum(times - 1 for times in about.values())
    found["other answers taken later"] += case.contradicted


def _model(turn: Sequence[dict[str, Any]], tally: Tally, found: Counter[str]) -> None:
    """The log knows each call of the model, and none follows one whose answer is in the log."""
    logged = {fact["message"]["id"] for fact in turn if fact["type"] == "model.end"}
    begun = {fact["message_id"] for fact in turn if fact["type"] == "model.start"}
    places = [ids for ids in tally.asked.values() if logged & set(ids)]
    for ids in places:
        first = min(number for number, one in enumerate(ids) if one in logged)
        found["model turns in the log paid twice"] += len(ids) - 1 - first
        found["model calls that a crash cut off"] += first
        found["model calls that the log does not know"] += len(set(ids) - begun)
    found["model turns"] += len(logged)
