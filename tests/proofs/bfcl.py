"""The function-calling cases: every expected call is valid, every broken one names its fault."""

import copy
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.schema import Checker, explain, parse_arguments

CASES = Path(__file__).parent.parent / "fixtures" / "bfcl"

_STRANGERS: tuple[Json, ...] = ({"wrong": True}, "wrong", 12.5, [{"wrong": 1}], None, True)


class Expected(Struct, frozen=True):
    """One expected call and the tool that it is for."""

    case: str
    tool: str
    schema: dict[str, Json]
    arguments: dict[str, Json]


class Broken(Struct, frozen=True):
    """An expected call with one argument broken. ``path`` is how the fault must name it."""

    kind: str
    path: str
    arguments: dict[str, Json]


def load() -> tuple[int, list[Expected]]:
    """The number of cases, and their expected calls."""
    cases = [
        case
        for file in sorted(CASES.glob("*.json"))
        for case in json.loads(file.read_text("utf-8"))["cases"]
    ]
    calls: list[Expected] = []
    for case in cases:
        schemas = {tool["name"]: tool["input_schema"] for tool in case["tools"]}
        for call in case["expected_calls"]:
            name = call["name"]
            calls.append(Expected(case["id"], name, schemas[name], call["arguments"]))
    return len(cases), calls


def breakages(call: Expected) -> Iterator[Broken]:
    """The call with each argument, at any depth, broken in each way that its schema forbids."""
    yield from _broken(call, call.schema, ())


def count() -> Counter[str]:
    """Check everything; ``accepted`` and ``named.*`` must equal ``calls`` and ``broken.*``."""
    cases, calls = load()
    counts = Counter(cases=cases, calls=len(calls))
    for call in calls:
        checker = Checker(call.schema)
        parsed = parse_arguments(json.dumps(call.arguments))
        counts["accepted"] += parsed == call.arguments and checker.faults(parsed) == ()
        for broken in breakages(call):
            faults = checker.faults(parse_arguments(json.dumps(broken.arguments)))
            named = any(fault.path == broken.path for fault in faults)
            told = f"- {broken.path}:" in explain(faults, call.tool)
            counts[f"broken.{broken.kind}"] += 1
            counts[f"named.{broken.kind}"] += named and told
    return counts


def _broken(call: Expected, schema: Json, steps: tuple[str | int, ...]) -> Iterator[Broken]:
    if not isinstance(schema, dict):
        return
    value = _at(call.arguments, steps)
    if steps:
        yield from _broken_here(call, schema, steps)
    if isinstance(value, dict) and "properties" in schema:
        for name in schema.get("required", []):
            yield _change(call, (*steps, name), "dropped", None)
        yield _change(call, (*steps, "surplus"), "extra", 1)
        for name in value:
            yield from _broken(call, schema["properties"][name], (*steps, name))
    if isinstance(value, list):
        for index in range(len(value)):
            yield from _broken(call, schema.get("items"), (*steps, index))


def _broken_here(
    call: Expected, schema: dict[str, Json], steps: tuple[str | int, ...]
) -> Iterator[Broken]:
    stranger = next((each for each in _STRANGERS if _of_another_type(schema, each)), ...)
    if stranger is not ...:
        yield _change(call, steps, "type", stranger)
    if "enum" in schema:
        yield _change(call, steps, "enum", "no such choice")


def _of_another_type(schema: dict[str, Json], value: Json) -> bool:
    return any(fault.path == "" for fault in Checker(schema).faults(value))


def _change(call: Expected, steps: tuple[str | int, ...], kind: str, value: Json) -> Broken:
    arguments = copy.deepcopy(call.arguments)
    parent = _at(arguments, steps[:-1])
    if kind == "dropped":
        parent.pop(steps[-1], None)
    else:
        parent[steps[-1]] = value
    return Broken(kind, _written(steps), arguments)


def _at(value: Json, steps: tuple[str | int, ...]) -> Json:
    for step in steps:
        value = value[step]
    return value


def _written(steps: tuple[str | int, ...]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")
