"""Notices over HTTP: no redirects, little time, and nothing of the answer but its status."""

from collections.abc import Callable, Mapping

import aiohttp
from aiohttp.resolver import ThreadedResolver

from interlock.domain.address import check_url
from interlock.domain.redelivery import Sent
from interlock.errors import Invalid
from interlock.mail.resolver import PrivateAddress, PublicResolver
from interlock.ports.post import Post

TOTAL_SECONDS = 15.0
"""For a whole attempt."""

CONNECT_SECONDS = 5.0
"""Until a connection stands."""

BUFFER_BYTES = 1024
"""How much of an answer may arrive before its sender is held up; none of it is looked at."""


class HttpPost:
    """``ports.Post`` over HTTP. No proxy, no cookies, no connection that is kept.

    Args:
        private: Whether http and private addresses are allowed.
        total: Seconds for a whole attempt.
    """

    def __init__(self, *, private: bool, total: float = TOTAL_SECONDS) -> None:
        self._private = private
        self._timeout = aiohttp.ClientTimeout(total=total, sock_connect=CONNECT_SECONDS)
        self._session: aiohttp.ClientSession | None = None

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Sent:
        """Post it, once. The address is checked again: rules may have changed since it was made."""
        try:
            check_url(url, private=self._private)
            async with self._open().post(
                url, data=body, headers=headers, allow_redirects=False
            ) as response:
                return Sent(response.status, _complaint(response.status))
        except (Invalid, aiohttp.InvalidURL):
            return Sent(error="bad_url")
        except aiohttp.ClientConnectorDNSError as error:
            private = isinstance(error.os_error, PrivateAddress)
            return Sent(error="private_address" if private else "no_such_host")
        except aiohttp.ClientSSLError:
            return Sent(error="tls")
        except TimeoutError:
            return Sent(error="timeout")
        except aiohttp.ClientConnectorError:
            return Sent(error="no_connection")
        except (aiohttp.ClientError, OSError, ValueError):
            return Sent(error="broken_answer")

    async def close(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            resolver = ThreadedResolver() if self._private else PublicResolver()
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    resolver=resolver, use_dns_cache=False, force_close=True
                ),
                timeout=self._timeout,
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                read_bufsize=BUFFER_BYTES,
            )
        return self._session


def _complaint(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return "redirect" if 300 <= status < 400 else "refused"


def _make(private: bool) -> Post:  # noqa: FBT001 - shows that the type fits
    return HttpPost(private=private)


_fits: Callable[[bool], Post] = _make
