"""From Python types to JSON Schema, and from plain JSON to typed values and back.

msgspec knows the types of the standard library, structs, dataclasses and typed dicts. A pydantic
model is known by the two methods that it has, so pydantic need not be installed.
"""

import functools
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Protocol, Union, cast, get_args, get_origin

import msgspec

from interlock.domain.messages import Json
from interlock.errors import ConfigError

_TEMPLATE = "#/$defs/{name}"
_BOUNDS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")
_DATA = ("const", "default", "enum", "examples")
_DATE_TIME = msgspec.Meta(extra_json_schema={"format": "date-time"})


class _Model(Protocol):
    """What we use of a pydantic model."""

    @classmethod
    def model_json_schema(cls, *, ref_template: str, mode: str) -> dict[str, Json]: ...

    @classmethod
    def model_validate(cls, obj: Json) -> Any: ...  # noqa: ANN401 - a model of the user's

    def model_dump(self, *, mode: str) -> Json: ...


def is_model(kind: object) -> bool:
    """Say whether a type is a pydantic model."""
    return isinstance(kind, type) and hasattr(kind, "model_json_schema")


def adapted(hint: Any) -> Any:  # noqa: ANN401 - type hints have no common type
    """Rewrite a type hint so that msgspec reads all that it says.

    ``Annotated[int, "words"]`` gets a description, ``Annotated[int, Field(ge=1)]`` its bounds, and
    ``datetime`` its format.
    """
    if hint is datetime:
        return Annotated[datetime, _DATE_TIME]
    origin, arguments = get_origin(hint), get_args(hint)
    if not arguments or origin is Literal or origin is Callable:
        return hint
    if origin is Annotated:
        metadata = [each for raw in hint.__metadata__ for each in _metas(raw)]
        return functools.reduce(_annotate, metadata, adapted(arguments[0]))
    inner = tuple(adapted(each) for each in arguments)
    if origin in (Union, types.UnionType):
        return Union[inner]  # noqa: UP007 - built from a tuple
    return origin[inner] if inner != arguments else hint


def schema_of(
    kind: Any,  # noqa: ANN401 - type hints have no common type
    mode: Literal["validation", "serialization"] = "validation",
) -> dict[str, Json]:
    """The JSON Schema of a type, with everything it refers to under ``$defs``.

    Args:
        kind: A type hint.
        mode: Whether values are read or written; a pydantic model may differ.

    Raises:
        ConfigError: The type has no JSON form.
    """
    models: dict[str, Json] = {}

    def hook(custom: type) -> dict[str, Json]:
        if not is_model(custom):
            raise NotImplementedError
        model = cast("type[_Model]", custom)
        schema = model.model_json_schema(ref_template="#/$defs/{model}", mode=mode)
        _merge(models, cast("dict[str, Json]", schema.pop("$defs", {})))
        return schema

    try:
        (root,), parts = msgspec.json.schema_components(
            [kind], schema_hook=hook, ref_template=_TEMPLATE
        )
    except TypeError as fault:
        raise ConfigError(f"a type has no JSON form: {str(fault).splitlines()[0]}") from fault
    _merge(models, parts)
    if root.keys() == {"$ref"}:
        # The root itself goes on top, where every reader looks for its properties.
        name = str(root["$ref"]).removeprefix("#/$defs/")
        if not _mentions(list(models.values()), root["$ref"]):
            root = cast("dict[str, Json]", models.pop(name))
    return {**root, "$defs": models} if models else root


def closed(schema: Json) -> Json:
    """The same schema without titles, and every object with named properties takes no others.

    A misspelt argument is then told to the model instead of being dropped; a title only repeats
    the name, and the model pays for each word.
    """
    if isinstance(schema, list):
        return [closed(part) for part in cast("list[Json]", schema)]
    if not isinstance(schema, dict):
        return schema
    plain = {
        key: part if key in _DATA else closed(part)
        for key, part in cast("dict[str, Json]", schema).items()
        if key != "title" or not isinstance(part, str)
    }
    if plain.get("type") == "object" and "properties" in plain:
        plain.setdefault("additionalProperties", False)
    return plain


def to_typed(value: Json, kind: Any) -> Any:  # noqa: ANN401 - the value has the type ``kind``
    """Build the typed value that plain JSON describes.

    Raises:
        msgspec.ValidationError: It does not fit the type; the text is for the model.
    """
    try:
        return msgspec.convert(_whole(value), kind, dec_hook=_read_model)
    except msgspec.ValidationError as fault:
        raise msgspec.ValidationError(_reason(fault)) from fault


def to_json(value: object) -> Json:
    """Turn a typed value into plain JSON.

    Raises:
        TypeError: It has no JSON form.
        ValueError: A model of the user's refuses to be written.
    """
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_write_model)


def _annotate(hint: Any, meta: msgspec.Meta) -> Any:  # noqa: ANN401 - type hints
    return Annotated[hint, meta]


def _metas(raw: object) -> list[msgspec.Meta]:
    """What one piece of ``Annotated`` says: msgspec's, a description, or pydantic's bounds."""
    if isinstance(raw, msgspec.Meta):
        return [raw]
    if isinstance(raw, str):
        return [msgspec.Meta(description=raw)]
    words: dict[str, Any] = {}
    if isinstance(description := getattr(raw, "description", None), str):
        words["description"] = description
    if isinstance(examples := getattr(raw, "examples", None), list):
        words["examples"] = examples
    bounds: list[object] = [raw, *getattr(raw, "metadata", ())]
    for bound in bounds:
        for word in _BOUNDS:
            if (limit := getattr(bound, word, None)) is not None:
                words[word] = limit
    return [msgspec.Meta(**words)] if words else []


def _merge(known: dict[str, Json], more: Mapping[str, Json]) -> None:
    for name, schema in more.items():
        if known.setdefault(name, schema) != schema:
            raise ConfigError(f"two different types are called {name}; rename one of them")


def _mentions(schema: Json, reference: Json) -> bool:
    if isinstance(schema, list):
        return any(_mentions(part, reference) for part in cast("list[Json]", schema))
    if not isinstance(schema, dict):
        return False
    plain = cast("dict[str, Json]", schema)
    return plain.get("$ref") == reference or any(
        _mentions(part, reference) for part in plain.values()
    )


def _whole(value: Json) -> Json:
    """JSON Schema calls 3.0 an integer; msgspec wants it written as one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(item) for item in cast("list[Json]", value)]
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in cast("dict[str, Json]", value).items()}
    return value


def _read_model(kind: type, value: Json) -> object:
    if not is_model(kind):
        raise NotImplementedError
    return cast("type[_Model]", kind).model_validate(value)


def _write_model(value: object) -> Json:
    if not is_model(type(value)):
        raise TypeError(f"{type(value).__name__} has no JSON form")
    return cast("_Model", value).model_dump(mode="json")


def _reason(fault: msgspec.ValidationError) -> str:
    """pydantic's own text names a web page and the input; the model needs neither."""
    errors = getattr(fault.__cause__, "errors", None)
    if errors is None:
        return str(fault)
    where = str(fault).rpartition(" - at ")[2]
    lines = [
        f"{'.'.join(str(step) for step in error['loc']) or 'it'}: {error['msg']}"
        for error in errors(include_url=False, include_input=False)
    ]
    return f"{'; '.join(lines)} - at {where}"
