"""A tool's traits as its author writes them, checked once and turned into a spec."""

import re
from string import Formatter
from typing import Any, TypedDict

from interlock.domain.messages import Json
from interlock.domain.schema import Checker
from interlock.domain.tools import Approval, Effect, Rate, ToolSpec, Trust
from interlock.errors import ConfigError

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RATE = re.compile(r"\s*(\d+)\s*/\s*(\d*)\s*([a-z]+)\s*")
_SECONDS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), 1),
    **dict.fromkeys(("m", "min", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hour", "hours"), 3600),
    **dict.fromkeys(("d", "day", "days"), 86400),
}


class Traits(TypedDict, total=False):
    """What an author may say about a tool; ``ToolSpec`` says what each word means.

    ``rate`` is a ``Rate`` or words like ``10/min``, ``5/s``, ``100/2h``.
    """

    effect: Effect
    idempotent: bool
    permission: str
    approver: str
    four_eyes: bool
    approval: Approval
    timeout: float
    rate: str | Rate | None
    concurrency: int
    returns: Trust
    max_result_chars: int
    consequence: str
    business: bool


def spec_with(
    traits: Traits,
    *,
    name: str,
    description: str,
    parameters: dict[str, Json],
    result_schema: dict[str, Json] | None = None,
    source: str,
) -> ToolSpec:
    """Build a spec and refuse what could not work at run time.

    Args:
        traits: What the author said.
        name: What the model calls.
        description: What the model reads.
        parameters: JSON Schema of the arguments; its type must be ``object``.
        result_schema: JSON Schema of the result, or None.
        source: Where the tool comes from.

    Raises:
        ConfigError: A name, a schema, a rate or a consequence is wrong; the text says which.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"'{name}' can't be a tool's name: use 1 to 64 letters, digits, '_' and '-'"
        )
    said: dict[str, Any] = dict(traits)
    if isinstance(said.get("rate"), str):
        said["rate"] = rate_of(said["rate"])
    try:
        spec = ToolSpec(
            name=name,
            description=description,
            parameters=parameters,
            result_schema=result_schema,
            source=source,
            **said,
        )
    except TypeError as fault:
        raise ConfigError(f"tool {name}: {fault}") from fault
    _check(spec)
    return spec


def rate_of(words: str) -> Rate:
    """Read ``10/min`` as at most ten calls in any sixty seconds.

    Raises:
        ConfigError: It can't be read so.
    """
    found = _RATE.fullmatch(words.lower())
    if found is None or found.group(3) not in _SECONDS or int(found.group(1)) == 0:
        raise ConfigError(f"'{words}' is not a rate: write for example '10/min', '5/s' or '100/2h'")
    return Rate(int(found.group(1)), float(int(found.group(2) or 1) * _SECONDS[found.group(3)]))


def _check(spec: ToolSpec) -> None:
    if spec.parameters.get("type") != "object":
        raise ConfigError(f"tool {spec.name}: the arguments' schema must have the type 'object'")
    for schema in (spec.parameters, spec.result_schema):
        if schema is not None:
            try:
                Checker(schema)
            except ConfigError as fault:
                raise ConfigError(f"tool {spec.name}: {fault}") from fault
    for word, choices in _CHOICES.items():
        if getattr(spec, word) not in choices:
            raise ConfigError(f"tool {spec.name}: {word} must be one of {', '.join(choices)}")
    if spec.timeout <= 0 or spec.max_result_chars <= 0 or spec.concurrency < 0:
        raise ConfigError(
            f"tool {spec.name}: timeout and max_result_chars must be above 0, concurrency not below"
        )
    _check_consequence(spec)


_CHOICES: dict[str, tuple[str, ...]] = {
    "effect": ("read", "write", "destructive"),
    "approval": ("auto", "always", "never"),
    "returns": ("trusted", "untrusted"),
}


def _check_consequence(spec: ToolSpec) -> None:
    """A card that names an argument which does not exist would fail in front of the approver."""
    known = spec.parameters.get("properties", {})
    try:
        fields = [field for _, field, _, _ in Formatter().parse(spec.consequence) if field]
    except ValueError as fault:
        raise ConfigError(f"tool {spec.name}: consequence can't be read: {fault}") from fault
    for field in fields:
        if field not in known:
            raise ConfigError(
                f"tool {spec.name}: consequence names '{{{field}}}', which is no argument"
            )
