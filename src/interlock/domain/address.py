"""Which addresses outgoing notices may go to: those that everybody on the internet could reach."""

import ipaddress
import re
from urllib.parse import urlsplit

from interlock.errors import Invalid

LONGEST = 2_000

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

_OWN_NAMES = frozenset({"localhost", "local", "internal"})
_NUMBER = re.compile(r"\d+\Z|0x[0-9a-f]*\Z")
"""A last label that makes an address of a host, in one of its odd spellings such as 127.1."""

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SPECIAL = tuple(
    ipaddress.ip_network(text)
    for text in ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "fec0::/10", "3fff::/20")
)
"""What IANA lists as special and some releases of Python take for public."""


def check_url(url: str, *, private: bool) -> None:
    """Refuse an address that notices must not go to, as far as its text tells.

    Where its name leads is looked at again whenever something is sent.

    Args:
        url: What a person gave.
        private: Whether http and addresses of the local network are fine, as in development.

    Raises:
        Invalid: It is none, or may not be used; the text says what to do.
    """
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise _refused("It has at most 2000 plain ASCII characters.")
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError as error:
        raise _refused("It can't be read.") from error
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise _refused("It must begin with https://.")
    if not host or "@" in parts.netloc or parts.fragment:
        raise _refused("It needs a host, and no user, password or fragment.")
    if not private and not _may_be_public(host):
        raise _refused("It leads to this machine or its network.")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, also behind every form of embedding."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(_is_global(one) for one in (ip, *_embedded(ip)))


def _may_be_public(host: str) -> bool:
    """Whether a host's text is no address of the local network. A name is resolved later."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        last = host.rstrip(".").lower().rpartition(".")[2]
        return last not in _OWN_NAMES and not _NUMBER.match(last)
    return is_public(host)


def _is_global(ip: Ip) -> bool:
    if any(ip in network for network in _SPECIAL):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _embedded(ip: Ip) -> list[Ip]:
    """The IPv4 addresses that an IPv6 address stands for on its way."""
    if isinstance(ip, ipaddress.IPv4Address):
        return []
    found: list[Ip | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        found.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [one for one in found if one is not None]


def _refused(why: str) -> Invalid:
    return Invalid(f"A webhook can't go to this address. {why}", "bad_url")
