"""A function's parameters as arguments of a tool: their schema, and their typed values."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.tools import ToolContext
from interlock.errors import ConfigError
from interlock.tools.docstring import Docs, read_docstring
from interlock.tools.hints import adapted, closed, schema_of, to_json, to_typed

_EMPTY = inspect.Parameter.empty
# It only says "optional": the function's own default is used when the argument is absent.
_OPTIONAL: Any = msgspec.field(default=None)
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class Signature(Struct, frozen=True):
    """What a tool needs to know of its function.

    Args:
        parameters: JSON Schema of the arguments.
        result: JSON Schema of the result; None when the hint says nothing precise.
        docs: The docstring, taken apart.
        context: The name of the parameter that takes the ``ToolContext``; empty for none.
        fields: A struct type with one field for each argument.
    """

    parameters: dict[str, Json]
    result: dict[str, Json] | None
    docs: Docs
    context: str
    fields: type[Struct]

    def typed(self, arguments: Mapping[str, Json]) -> dict[str, Any]:
        """The typed values of the arguments that were given; the others keep their defaults.

        Raises:
            msgspec.ValidationError: A value does not fit its type.
        """
        values = to_typed(dict(arguments), self.fields)
        return {name: getattr(values, name) for name in arguments}


def read_signature(function: Callable[..., Any]) -> Signature:
    """Read a function's parameters, hints and docstring.

    Raises:
        ConfigError: A parameter has no type, a type without a JSON form, or can't be named.
    """
    name = getattr(function, "__name__", "the function")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise ConfigError(f"{name}: a tool returns once; show progress with ToolContext.progress")
    try:
        hints = get_type_hints(function, include_extras=True)
    except (NameError, TypeError) as fault:
        raise ConfigError(
            f"{name}: a type hint can't be read ({fault}); define the type in the module"
        ) from fault
    docs = read_docstring(function.__doc__)
    context, fields, defaults = _parameters(function, name, hints)
    try:
        kind = msgspec.defstruct("Arguments", fields, kw_only=True, forbid_unknown_fields=True)
        schema = schema_of(kind)
        result = _result(hints.get("return", Any))
    except (ConfigError, TypeError) as fault:
        raise ConfigError(f"{name}: {fault}") from fault
    return Signature(_described(schema, docs, defaults), result, docs, context, kind)


def _parameters(
    function: Callable[..., Any], name: str, hints: dict[str, Any]
) -> tuple[str, list[tuple[str, Any] | tuple[str, Any, Any]], dict[str, object]]:
    context = ""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    defaults: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in _NAMED:
            raise ConfigError(f"{name}: '{parameter}' can't be an argument: give each one a name")
        if parameter.name not in hints:
            raise ConfigError(f"{name}: give the parameter '{parameter.name}' a type")
        hint = hints[parameter.name]
        if hint is ToolContext or ToolContext in get_args(hint):
            context = parameter.name
        elif parameter.default is _EMPTY:
            fields.append((parameter.name, adapted(hint)))
        else:
            fields.append((parameter.name, adapted(hint), _OPTIONAL))
            defaults[parameter.name] = parameter.default
    return context, fields, defaults


def _described(schema: dict[str, Json], docs: Docs, defaults: dict[str, object]) -> dict[str, Json]:
    properties: dict[str, Json] = schema.get("properties", {})
    for name, part in properties.items():
        part.pop("default", None)
        if name in docs.arguments:
            part.setdefault("description", docs.arguments[name])
        if name in defaults:
            try:
                part["default"] = to_json(defaults[name])
            except TypeError:
                continue
    schema["properties"] = properties
    return closed(schema)


def _result(hint: Any) -> dict[str, Json] | None:  # noqa: ANN401 - type hints have no common type
    """A schema when the hint has one. A hint that has none promises nothing, and is no fault."""
    try:
        schema = schema_of(adapted(type(None) if hint is None else hint), "serialization")
    except ConfigError:
        return None
    return schema or None
