"""Arguments against a tool's JSON Schema (Draft 2020-12): every fault at once.

Nothing here fetches an address, and no pattern can run for long: the regular expressions are
matched in linear time, those with look-around or back-references within a fixed budget.
"""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from itertools import islice
from uuid import UUID

import msgspec
from jsonschema_rs import (
    FancyRegexOptions,
    ValidationError,
    Validator,
    ValidatorMap,
    validator_for,
    validator_map_for,
)
from msgspec import UNSET, UnsetType

from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.canonical import canonical, digest
from interlock.domain.effort import affordable, measure, weigh
from interlock.domain.example import at, example
from interlock.domain.expectation import expectation
from interlock.domain.faults import ArgumentFault, explain, translate
from interlock.domain.messages import Json
from interlock.errors import ConfigError

__all__ = [
    "ArgumentFault",
    "Checker",
    "ParseFault",
    "canonical",
    "digest",
    "example",
    "explain",
    "parse_arguments",
]

_MOST_FAULTS = 200

# A function's datetime accepts what msgspec accepts, so the check before approval must too.
_FORMAT_TYPES: dict[str, type] = {
    "date": date,
    "date-time": datetime,
    "decimal": Decimal,
    "duration": timedelta,
    "time": time,
    "uuid": UUID,
}


class Checker:
    """A compiled schema. Build it once for each tool; checking is then a matter of microseconds.

    Args:
        schema: A JSON Schema; ``$schema`` may name an older draft, ``$ref`` must be local.

    Raises:
        ConfigError: The schema is not valid, too large, too deep, refers to another document, or
            holds a pattern that the regular-expression engine does not know.
    """

    def __init__(self, schema: dict[str, Json]) -> None:
        measure(schema)
        self.schema = schema
        self._validator: Validator = _compile(schema)
        weigh(schema)

    def faults(self, value: Json) -> tuple[ArgumentFault, ...]:
        """Find everything that is wrong with a value; empty when it is valid.

        Args:
            value: The arguments as plain JSON data.
        """
        try:
            if self._validator.is_valid(value):
                return ()
            if not affordable(self.schema, value):
                return (ArgumentFault("", expectation(self.schema, self.schema), self.example),)
            errors = list(islice(self._validator.iter_errors(value), _MOST_FAULTS))
        except UnicodeEncodeError:
            return (ArgumentFault("", "text without broken characters (lone surrogates)"),)
        except ValueError:
            return (ArgumentFault("", "plain JSON data that is not nested too deeply"),)
        found: dict[tuple[str, str], ArgumentFault] = {}
        for fault in translate(errors, self.schema, self._exemplar):
            found.setdefault((fault.path, fault.expected), fault)
        return tuple(found.values())

    @cached_property
    def example(self) -> Json | UnsetType:
        """A valid example of the whole value; UNSET when none could be made."""
        return self._exemplar([])

    @cached_property
    def _parts(self) -> ValidatorMap:
        return validator_map_for(
            self.schema,
            validate_formats=True,
            formats=_FORMATS,
            pattern_options=_PATTERNS,
            offline=True,
        )

    def _exemplar(self, place: list[str]) -> Json | UnsetType:
        value = example(at(self.schema, place), self.schema)
        pointer = "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in place)
        part = self._parts.get(f"#{pointer}")
        return value if part is not None and part.is_valid(value) else UNSET


def _accepts(kind: type) -> Callable[[str], bool]:
    def accepts(text: str) -> bool:
        try:
            msgspec.convert(text, kind)
        except msgspec.ValidationError:
            return False
        return True

    return accepts


_FORMATS = {name: _accepts(kind) for name, kind in _FORMAT_TYPES.items()}
_PATTERNS = FancyRegexOptions(
    backtrack_limit=10_000, size_limit=1_000_000, dfa_size_limit=1_000_000
)


def _compile(schema: dict[str, Json]) -> Validator:
    try:
        return validator_for(
            schema,
            validate_formats=True,
            formats=_FORMATS,
            pattern_options=_PATTERNS,
            offline=True,
        )
    except ValidationError as fault:
        raise ConfigError(f"the schema is not valid JSON Schema: {fault.message}") from fault
    except ValueError as fault:
        raise ConfigError("the schema is not plain JSON data") from fault
