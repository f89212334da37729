"""Request bodies: bounded, strict JSON, then one of our types.

Measured: no JSON parser for Python refuses duplicate keys, and those that take NaN, UTF-16 or lone
surrogates differ from one another. What two readers could read differently is refused here.
Source: RFC 8259 and, for what is refused beyond it, RFC 7493 (I-JSON).
"""

import asyncio
import json
import math
import re
from typing import NoReturn, TypeVar

import msgspec

from interlock.domain.messages import Json
from interlock.errors import Invalid
from interlock.server.asgi import Receive, Scope, header
from interlock.server.parts import Bounds
from interlock.server.problems import Unacceptable

T = TypeVar("T")

_LARGEST = 2**63
_PATIENCE = 4
"""A body up to so many times too large is read to its end and thrown away: a client that is still
sending when the connection closes may never see why."""

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_JSON_TYPE = re.compile(r'application/json *(?:; *charset="?utf-8"?)? *\Z', re.IGNORECASE)
_FAULT = re.compile(r"(?P<what>.*?)(?: - at `\$?(?P<path>.*)`)?\Z", re.DOTALL)


async def read_body(scope: Scope, receive: Receive, bounds: Bounds) -> bytes:
    """Read the body of a request that must be JSON.

    Raises:
        Unacceptable: 415, 413, 408, or 400 when the client went away in the middle.
    """
    _refuse_other_types(scope)
    declared = header(scope, b"content-length") or "0"
    if declared.isdigit() and int(declared[:19]) > _PATIENCE * bounds.body_bytes:
        raise _too_large(bounds)
    try:
        async with asyncio.timeout(bounds.body_seconds):
            return await _collect(receive, bounds)
    except TimeoutError as error:
        text = "The body did not arrive in time. Send it again, faster."
        raise Unacceptable(408, "body_timeout", text, headers=_CLOSE) from error


def parse(body: bytes, depth: int) -> Json:
    """Read strict JSON.

    Raises:
        Unacceptable: 400, it is not JSON that every reader reads alike.
        Invalid: It is JSON, and holds a NUL or an integer beyond 64 bits.
    """
    text = _text(body)
    _refuse_deep(body, depth)
    try:
        value = _strict.decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(f"{error.msg} at character {error.pos}") from error
    except RecursionError as error:
        raise _too_deep(depth) from error
    if b"\\u" in body:
        _refuse_escapes(body)
    return value


def decode(body: bytes, kind: type[T], depth: int = 64) -> T:
    """Read strict JSON as one of our types.

    Raises:
        Unacceptable: 400, see ``parse``.
        Invalid: It does not fit the type; ``faults`` says where and what belongs there.
    """
    parse(body, depth)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise unfit(error) from error
    except msgspec.DecodeError as error:
        raise _not_json("it can't be read") from error


def unfit(error: msgspec.ValidationError) -> Invalid:
    """What is wrong with a body that is JSON but not what belongs there."""
    found = _FAULT.match(str(error))
    what, path = (found["what"], found["path"] or "") if found else ("", "")
    what = re.sub(r"^Invalid (?:enum )?value .*", "not one of the values that belong here", what)
    what = what.replace("`", "")
    place = path.lstrip(".")
    fault = {"path": place, "expected": what[:1].lower() + what[1:]}
    return Invalid(
        f"The body does not fit. {place or 'body'}: {what}.", "bad_body", {"faults": [fault]}
    )


async def _collect(receive: Receive, bounds: Bounds) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Unacceptable(400, "client_left", "The connection ended before the body did.")
        chunk: bytes = message.get("body", b"")
        size += len(chunk)
        more: bool = message.get("more_body", False)
        if size <= bounds.body_bytes:
            chunks.append(chunk)
        elif not more or size > _PATIENCE * bounds.body_bytes:
            raise _too_large(bounds)
        if not more:
            return b"".join(chunks)


def _refuse_other_types(scope: Scope) -> None:
    encoding = header(scope, b"content-encoding")
    if encoding is not None and encoding.strip().lower() != "identity":
        text = "Send the body without a content encoding."
        raise Unacceptable(415, "encoded_body", text, headers=((b"accept-encoding", b"identity"),))
    if not _JSON_TYPE.match(header(scope, b"content-type") or ""):
        text = "Send the body as JSON, with the header Content-Type: application/json."
        raise Unacceptable(415, "not_json_type", text, headers=((b"accept", b"application/json"),))


def _text(body: bytes) -> str:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_json(f"it is not UTF-8 at byte {error.start}") from error
    if text.startswith("\ufeff"):
        raise _not_json("it begins with a byte order mark")
    return text


def _refuse_deep(body: bytes, depth: int) -> None:
    """Count nesting without recursion: without strings, pairs of brackets vanish layer by layer.

    All of it runs in C. Without escapes, every second piece between quotes is a string.
    """
    if body.count(b"[") + body.count(b"{") <= depth:
        return
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in body else body
    rest = b"".join(plain.split(b'"')[::2]).translate(None, _NOT_BRACKETS)
    for _ in range(depth):
        shorter = rest.replace(b"[]", b"").replace(b"{}", b"")
        if not shorter:
            return
        if len(shorter) == len(rest):
            break
        rest = shorter
    raise _too_deep(depth)


def _refuse_escapes(body: bytes) -> None:
    if b"\\u0000" in body and _NUL.search(body):
        raise Invalid("A text holds the character NUL, which can't be stored. Leave it out.", "nul")
    if b"\\ud" in body or b"\\uD" in body:
        try:
            msgspec.json.decode(body)
        except msgspec.DecodeError as error:
            raise _not_json("a text holds half of a surrogate pair") from error


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _not_json("an object has the same key twice")
    return members


def _integer(digits: str) -> int:
    if len(digits) > 20 or not -_LARGEST <= int(digits) < _LARGEST:
        text = "An integer is beyond 64 bits. Send large numbers as strings."
        raise Invalid(text, "integer_too_large")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _not_json("a number is too large")
    return number


def _constant(name: str) -> NoReturn:
    raise _not_json(f"{name} is not JSON")


_strict = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_number, parse_constant=_constant
)
_CLOSE = ((b"connection", b"close"),)


def _not_json(why: str) -> Unacceptable:
    return Unacceptable(400, "bad_json", f"The body is not valid JSON: {why}.")


def _too_deep(depth: int) -> Unacceptable:
    text = f"The body nests deeper than {depth} levels. Send it flatter."
    return Unacceptable(400, "too_deep", text)


def _too_large(bounds: Bounds) -> Unacceptable:
    text = f"The body is larger than {bounds.body_bytes} bytes. Send less."
    return Unacceptable(413, "body_too_large", text, headers=_CLOSE)
