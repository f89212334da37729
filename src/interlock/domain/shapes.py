"""What secrets look like: the forms of the usual keys and tokens, found in linear time.

Each form has needles, texts without which it cannot be there; looking for those is all that
ordinary text costs. Behind them stands a pattern that begins only where a word does and never goes
back over what it has read (possessive or bounded repetition), so that no text makes it slow.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from interlock.domain.named_secrets import is_literal

Span = tuple[int, int]
"""Where a secret begins and ends."""

Check = Callable[[re.Match[str]], bool]
"""Says of a match whether it is a secret after all."""

SHORTEST = 10
"""Characters of the shortest text that has any of the forms."""

RUN = re.compile(r"[\w.-]{18}", re.ASCII)
"""In every text with a token. Short words alone need no further look."""

_ISSUER = re.compile(r"4|5[1-5]|2[2-7]|3[457]|60|62|64|65", re.ASCII)
_START = r"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))"
"""Where a word begins; also behind a line break that JSON or Python wrote as two characters."""
_WORD = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
_END = r"(?![A-Za-z0-9])"


class Shape(Struct, frozen=True):
    """One form.

    Args:
        needles: One of these is in every text that has the form; lower-case when ``folded``.
        pattern: The secret is its group ``s``, or else the whole.
        check: Says of a match whether it is one after all.
        folded: Upper and lower case are the same.
        dense: It is a word of at least ``RUN`` characters.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    check: Check | None = None
    folded: bool = False
    dense: bool = False

    def find(self, text: str) -> Iterator[Span]:
        """Where secrets of this form are."""
        group = "s" if "s" in self.pattern.groupindex else 0
        for found in self.pattern.finditer(text):
            if self.check is None or self.check(found):
                yield found.span(group)


def _token(*needles: str, pattern: str, check: Check | None = None) -> Shape:
    return Shape(needles, re.compile(_START + pattern, re.ASCII), check, dense=True)


def _named(needles: tuple[str, ...], pattern: str, check: Check | None = None) -> Shape:
    return Shape(needles, re.compile(pattern, re.ASCII | re.IGNORECASE), check, folded=True)


def _has_digit(found: re.Match[str]) -> bool:
    """Words in a row are no key, however long: ``sk-spinner-three-bounce-large``."""
    return any(character.isdigit() for character in found["s"])


def _is_bearer(found: re.Match[str]) -> bool:
    """A word after "Bearer" is a token when it has a digit and no prose does."""
    return len(found["s"]) >= 16 and _has_digit(found)


def _is_basic(found: re.Match[str]) -> bool:
    """RFC 7617: base64 of ``user:password``."""
    text = found["s"]
    try:
        return b":" in base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def _is_password(found: re.Match[str]) -> bool:
    return is_literal(found["s"], quoted=True, after='"')


def _is_card(found: re.Match[str]) -> bool:
    """ISO/IEC 7812: who issues, how long it is, and a checksum that one number of ten passes."""
    digits = "".join(filter(str.isdigit, found[0]))
    length = 15 if digits.startswith(("34", "37")) else 16
    return len(digits) == length and _ISSUER.match(digits) is not None and luhn(digits)


def luhn(number: str) -> bool:
    """Whether the digits of a text pass the check of payment cards."""
    digits = [int(character) for character in number if character.isdigit()]
    doubled = (digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


# A key whose lines are at least 16 characters of base64, whole or cut off.
_PEM = (
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:\s|\\{1,7}[nrt])*+(?:[A-Za-z0-9+/=]{16,}+"
    r"|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,80}+))++"
    r"(?:\s|\\{1,7}[nrt])*+(?:[A-Za-z0-9+/=]{1,15}+)?(?:\s|\\{1,7}[nrt])*+"
    r"(?:-----END [A-Z0-9 ]{1,48}-----)?"
)

_IN_ADDRESSES = (
    r"(?:access|auth|refresh|id|api|bearer|session|security|private|secret)[-_]?token|token|jwt"
    r"|[a-z0-9_.-]{0,24}(?:api|access|secret|private|subscription)[-_]?key|[a-z0-9_.-]{0,24}secret"
    r"|password|passwd|pwd|passphrase|authorization|credential"
)

# Where a number began, seen from behind its first digit: what begins with a class is found faster.
_NUMBER = r"(?:(?<![\w.-][2-6])|(?<=\\[nrt][2-6]))"

EVERYWHERE: tuple[Shape, ...] = (
    Shape(("PRIVATE KEY",), re.compile(_PEM)),
    _token("AKIA", "ASIA", "ABIA", "ACCA", pattern=rf"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}{_END}"),
    _token("ghp_", "gho_", "ghu_", "ghs_", "ghr_", pattern=r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    _token("github_pat_", pattern=r"github_pat_[A-Za-z0-9_]{22,255}"),
    _token("glpat-", "gldt-", "glrt-", "glptt-", pattern=r"gl(?:pat|dt|rt|ptt)-[\w.-]{16,255}"),
    _token("xox", "xapp-", pattern=r"(?:xox[abposrec]|xapp)-(?:[A-Za-z0-9.]{1,12}-)?[\w-]{10,255}"),
    Shape(
        ("hooks.slack.com/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
        re.compile(
            r"(?:hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/)"
            r"(?P<s>[\w/-]{16,255})"
        ),
    ),
    _token("k_live_", "k_test_", pattern=r"[rsp]k_(?:live|test)_[A-Za-z0-9]{10,255}"),
    _token("whsec_", pattern=r"whsec_[A-Za-z0-9+/=_-]{16,255}"),
    _token("ilk_", pattern=r"ilk_[0-9a-f]{32}_[0-9a-f]{64}"),
    _token("session.", pattern=r"session\.eyJ[\w-]{16,2000}\.[\w-]{20,255}"),
    _token("code_", pattern=rf"code_[0-9a-f]{{32}}{_END}"),
    Shape(
        ("sk-",), re.compile(rf"{_START}(?P<s>sk-[A-Za-z0-9_-]{{20,512}})", re.ASCII), _has_digit
    ),
    _token("gsk_", "hf_", "r8_", "fw_", pattern=r"(?:gsk|hf|r8|fw)_[A-Za-z0-9]{24,255}"),
    _token("xai-", "pplx-", "tvly-", pattern=r"(?:xai|pplx|tvly)-[A-Za-z0-9-]{24,255}"),
    _token("AIza", pattern=rf"AIza[\w-]{{35}}{_END}"),
    _token("ya29.", pattern=r"ya29\.[\w-]{20,2000}"),
    _token("GOCSPX-", pattern=r"GOCSPX-[\w-]{20,64}"),
    _token(
        "eyJ", pattern=r"eyJ[\w-]{8,}+\.(?:eyJ[\w-]{6,}+|[\w-]*+\.[\w-]*+\.[\w-]*+)\.[\w-]{8,}+"
    ),
    _token("SG.", pattern=r"SG\.[\w-]{16,64}\.[\w-]{16,128}"),
    _token("npm_", pattern=rf"npm_[A-Za-z0-9]{{36}}{_END}"),
    _token("pypi-AgE", pattern=r"pypi-AgE[\w-]{32,1000}"),
    _token("dop_v1_", "doo_v1_", "dor_v1_", pattern=r"do[por]_v1_[a-f0-9]{64}"),
    _token("shp", pattern=r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _token("hvs.", "hvb.", pattern=r"hv[sb]\.[\w-]{20,300}"),
    _token("glsa_", "lin_api_", "ntn_", pattern=r"(?:glsa|lin_api|ntn)_[A-Za-z0-9_]{24,128}"),
    _token("AGE-SECRET-KEY-1", pattern=r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    _token("key-", pattern=rf"key-[0-9a-f]{{32}}{_END}"),
    _token("SK", pattern=rf"SK[0-9a-f]{{32}}{_END}"),
    _token(":AA", pattern=r"\d{8,10}:AA[\w-]{33}"),
    _named(("bearer",), rf"{_START}bearer\s{{1,4}}(?P<s>[\w.~+/=-]{{16,4096}})", _is_bearer),
    _named(("basic",), rf"{_START}basic\s{{1,4}}(?P<s>[A-Za-z0-9+/]{{8,512}}={{0,2}})", _is_basic),
    _named(
        ("authorization", "api-key", "auth-token", "access-token", "cookie"),
        rf"{_WORD}(?:(?:proxy-)?authorization|(?:x-)?(?:api-key|auth-token|access-token)|(?:set-)?cookie)"
        r"(?:\\{0,7}['\"])?[ ]?[:=][ ]?(?:b?\\{0,7}['\"])?(?:(?:bearer|basic|token|digest)\s{1,4})?"
        r"(?P<s>(?:[^\s'\"\\<>{}\[\]()*$;]|;[ ]?(?=[\w-]{1,64}=)){8,4096})",
        _has_digit,
    ),
    # The password of an address, up to the last @ before its host ends.
    Shape(
        ("://",),
        re.compile(r"://[^\s/:@?#\"'<>{}]{0,128}+:(?P<s>[^\s/?#\"'<>{}]{1,256})@"),
        _is_password,
    ),
    _named(
        (
            "key=",
            "token=",
            "secret=",
            "password=",
            "passwd=",
            "pwd=",
            "jwt=",
            "tion=",
            "tial=",
            "ase=",
        ),
        rf"[?&;](?:{_IN_ADDRESSES})=(?P<s>[^&\s\"'<>#\[\]{{}}()]{{6,2048}})",
    ),
    _named(
        ("accountkey", "sharedaccesskey"), r"(?:account|sharedaccess)key=(?P<s>[\w+/=]{20,128})"
    ),
    Shape(
        tuple("23456"),
        re.compile(
            rf"[2-6]{_NUMBER}\d{{3}}([ -])(?:\d{{4}}\1\d{{4}}\1\d{{4}}|\d{{6}}\1\d{{5}})(?![\w-])",
            re.ASCII,
        ),
        _is_card,
    ),
)
"""Forms that are taken out of everything."""

IN_LOGS: tuple[Shape, ...] = (
    *EVERYWHERE,
    # A signed link is made to be handed on, so a tool's answer keeps it; a log line has no use.
    _named(
        ("sig", "credential"),
        r"[?&](?:sig|signature|x-(?:amz|goog)-(?:signature|credential))=(?P<s>[^&\s\"'<>#]{8,2048})",
    ),
    Shape(
        tuple("23456"),
        re.compile(rf"[2-6]{_NUMBER}\d{{14,15}}(?![\w-])", re.ASCII),
        _is_card,
    ),
)
"""Forms that are taken out of log lines: here a number too many does no harm."""
