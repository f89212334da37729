"""What is wrong with a call's arguments, for the model that wrote them.

A validator speaks of keywords and instances; here its errors become one line for each argument:
where it stands, what was expected there, and a value that would have been right.
"""

import json
from collections.abc import Callable, Iterable, Iterator

from jsonschema_rs import ValidationError, ValidationErrorKind
from msgspec import UNSET, Struct, UnsetType

from interlock.domain.arguments import ParseFault
from interlock.domain.example import at
from interlock.domain.expectation import expectation, one_of, quote
from interlock.domain.messages import Json

_MOST_SHOWN = 20
_LONGEST_NAME = 120

Exemplar = Callable[[list[str]], Json | UnsetType]
"""Gives a valid value for the schema at a JSON Pointer's steps, or UNSET."""


class ArgumentFault(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong with the arguments.

    Args:
        path: The argument, for example ``items[0].city``; empty for the whole object.
        expected: What belongs there, in words.
        example: A valid value for that place; UNSET when the argument should go or none is known.
    """

    path: str
    expected: str
    example: Json | UnsetType = UNSET


def explain(
    faults: tuple[ArgumentFault, ...] | ParseFault, name: str, call: Json | UnsetType = UNSET
) -> str:
    """Write what the model reads about a call whose arguments can't be used.

    Args:
        faults: All of them, or why the text could not be read.
        name: The tool's name.
        call: A valid example of all arguments (``Checker.example``); UNSET when none is known.
    """
    lines = [f"{name} did not run: its arguments are not valid."]
    if isinstance(faults, ParseFault):
        lines[0] = f"{name} did not run: {faults.reason}."
        lines.append("Send the arguments as one complete JSON object.")
    else:
        lines.extend(_line(fault) for fault in faults[:_MOST_SHOWN])
        if len(faults) > _MOST_SHOWN:
            lines.append(f"- and {len(faults) - _MOST_SHOWN} more")
    if call is not UNSET:
        lines.append(f"Correct the arguments and call {name} again, for example with:")
        lines.append(_json(call))
    return "\n".join(lines)


def _line(fault: ArgumentFault) -> str:
    shown = "" if fault.example is UNSET else f" (for example {_json(fault.example)})"
    return f"- {fault.path or 'the arguments'}: {fault.expected}{shown}"


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def translate(
    errors: Iterable[ValidationError], root: Json, exemplar: Exemplar
) -> Iterator[ArgumentFault]:
    """Turn a validator's errors into faults, each naming the argument itself.

    Args:
        errors: What the validator found.
        root: The schema document.
        exemplar: Gives valid values for places in the document.
    """
    for error in errors:
        yield from _faults(error, root, exemplar)


def _faults(error: ValidationError, root: Json, exemplar: Exemplar) -> Iterator[ArgumentFault]:
    place = [str(step) for step in error.schema_path[:-1]]
    path = list(error.instance_path)
    match error.kind:
        case ValidationErrorKind.Required(property=name):
            yield _missing(error, name, root, exemplar)
        case (
            ValidationErrorKind.AdditionalProperties(unexpected=names)
            | ValidationErrorKind.UnevaluatedProperties(unexpected=names)
        ):
            words = _unknown(at(root, [*place, "properties"]))
            yield from (ArgumentFault(written([*path, name]), words) for name in names)
        case ValidationErrorKind.PropertyNames(error=inner):
            words = f"no such argument; its name must be {_of(inner, root)}"
            yield ArgumentFault(written([*path, str(inner.instance)]), words)
        case (
            ValidationErrorKind.AnyOf(context=branches)
            | ValidationErrorKind.OneOfNotValid(context=branches)
        ):
            meant = _meant(branches, path)
            if meant:
                yield from translate(meant, root, exemplar)
            else:
                yield ArgumentFault(
                    written(path), expectation(at(root, place), root), exemplar(place)
                )
        case kind:
            words = _special(kind) or expectation(at(root, place), root)
            yield ArgumentFault(written(path), words, exemplar(place))


def _missing(error: ValidationError, name: str, root: Json, exemplar: Exemplar) -> ArgumentFault:
    """``required`` and ``dependentRequired`` name the parent; the fault names the argument."""
    keyword = 2 if error.schema_path[-2:-1] == ["dependentRequired"] else 1
    place = [*(str(step) for step in error.schema_path[:-keyword]), "properties", name]
    schema = at(root, place)
    words = "required" if schema is None else f"required: {expectation(schema, root)}"
    value = UNSET if schema is None else exemplar(place)
    return ArgumentFault(written([*error.instance_path, name]), words, value)


def _unknown(properties: Json) -> str:
    if not properties:
        return "no such argument; leave it out"
    return f"no such argument; expected {one_of(list(properties)).removeprefix('exactly ')}"


def _of(error: ValidationError, root: Json) -> str:
    return expectation(at(root, [str(step) for step in error.schema_path[:-1]]), root)


def _special(kind: ValidationErrorKind) -> str:
    """Keywords whose error says more than the schema in words would."""
    match kind:
        case ValidationErrorKind.FalseSchema():
            return "no such argument; leave it out"
        case ValidationErrorKind.Not(schema=schema):
            return f"anything but {expectation(schema, schema)}"
        case ValidationErrorKind.Contains():
            return "an array with at least one element of the kind that the schema names"
        case ValidationErrorKind.OneOfMultipleValid():
            return "a value that fits exactly one of the kinds that the schema names"
        case ValidationErrorKind.UnevaluatedItems() | ValidationErrorKind.AdditionalItems():
            return "an array with fewer elements"
        case _:
            return ""


def _meant(branches: list[list[ValidationError]], path: list[str | int]) -> list[ValidationError]:
    """The errors of the one branch that the model plainly meant; none when that is not plain.

    It meant a branch when the value has the branch's own type and its tag. A lone branch whose
    errors lie deeper than the value itself is meant too.
    """
    likely = [errors for errors in branches if not any(_other(error, path) for error in errors)]
    return likely[0] if len(likely) == 1 else []


def _other(error: ValidationError, path: list[str | int]) -> bool:
    here = list(error.instance_path) == path
    match error.kind:
        case ValidationErrorKind.Type():
            return here
        case ValidationErrorKind.Constant() | ValidationErrorKind.Enum():
            return len(error.instance_path) <= len(path) + 1
        case _:
            return False


def written(path: list[str | int]) -> str:
    """Write a path as the model would in code: ``items[0].city``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif len(step) <= _LONGEST_NAME and step.replace("-", "_").isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{quote(step)}]" if text else quote(step).strip("'")
    return text
