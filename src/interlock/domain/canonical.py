"""One spelling for each JSON value, and the SHA-256 of it that an approval is bound to.

Source: RFC 8785 (JSON Canonicalization Scheme), with one departure: an integer keeps all of its
digits, where RFC 8785 would round it to a double and give two different amounts one digest.
"""

import json
import math
from hashlib import sha256
from typing import cast

from interlock.domain.messages import Json

_SMALLEST_PLAIN = 1e-6
_LARGEST_PLAIN = 1e21


def canonical(value: Json) -> bytes:
    """Write a JSON value in its only canonical form: sorted keys, no spaces, UTF-8.

    ``1.0`` and ``1`` are the same number and get the same bytes.

    Raises:
        ValueError: A number is NaN or infinite.
        TypeError: The value is not JSON.
    """
    return _write(value).encode("utf-8", "surrogatepass")


def digest(value: Json) -> str:
    """The SHA-256 of the canonical form, as 64 hexadecimal digits.

    Raises:
        ValueError: A number is NaN or infinite.
        TypeError: The value is not JSON.
    """
    return sha256(canonical(value)).hexdigest()


def _write(value: Json) -> str:
    match value:
        case None | bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case int():
            return str(int(value))
        case float():
            return _number(value)
        case list() | tuple():
            items = cast("list[Json]", value)
            return f"[{','.join(_write(item) for item in items)}]"
        case dict():
            members = cast("dict[str, Json]", value)
            pairs = (f"{_key(key)}:{_write(members[key])}" for key in sorted(members, key=_rank))
            return f"{{{','.join(pairs)}}}"
        case _:
            raise TypeError(f"{type(value).__name__} is not a JSON value")


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _rank(key: str) -> bytes:
    """RFC 8785 sorts by UTF-16 code units, which is not the order of Python's strings."""
    return key.encode("utf-16-be", "surrogatepass")


def _number(value: float) -> str:
    """ECMAScript's shortest spelling of a double, as RFC 8785 section 3.2.2.3 asks."""
    if not math.isfinite(value):
        raise ValueError("JSON has no NaN and no infinity")
    if value == 0:
        return "0"
    if value.is_integer() and abs(value) < _LARGEST_PLAIN:
        return str(int(value))
    text = repr(value)
    mantissa, mark, exponent = text.partition("e")
    if not mark:
        return text
    mantissa = mantissa.removesuffix(".0")
    if abs(value) >= _SMALLEST_PLAIN and abs(value) < 1:
        digits = mantissa.lstrip("-").replace(".", "")
        sign = "-" if value < 0 else ""
        return f"{sign}0.{'0' * (-int(exponent) - 1)}{digits}"
    return (
        f"{mantissa}e{'-' if exponent.startswith('-') else '+'}{exponent.lstrip('+-').lstrip('0')}"
    )
