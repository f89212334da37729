"""Where the server is and with which token: flags, environment, or the file of a local server."""

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from interlock.cli.exits import Exit, Trouble

URL = "INTERLOCK_URL"
TOKEN = "INTERLOCK_TOKEN"  # noqa: S105 - the name of a variable
NAME = "server.json"


class Address(Struct, frozen=True):
    """A server that can be called. ``pid`` is 0 when it is not known."""

    url: str
    token: str
    pid: int = 0

    def __repr__(self) -> str:
        """Without the token: a repr ends up in logs."""
        return f"Address({self.url!r}, pid={self.pid})"


def find_address(url: str, token: str, environment: Mapping[str, str] = os.environ) -> Address:
    """Find the server: what was said, then the environment, then the runtime file.

    A token from the runtime file only ever goes to the address in the same file.

    Raises:
        Trouble: There is no address, or no token for it.
    """
    place = url or environment.get(URL, "")
    known = token or environment.get(TOKEN, "")
    if not place:
        found = read_address(environment)
        if found is None:
            hint = "start one with: interlock serve; or name one with --url and --token"
            raise Trouble("No server is running here.", hint, "no_server", Exit.USAGE)
        return Address(found.url, known or found.token, found.pid)
    if not known:
        found = read_address(environment)
        if found is None or found.url != place.rstrip("/"):
            hint = f"give one with --token, or set {TOKEN}"
            raise Trouble(f"There is no token for {place}.", hint, "no_token", Exit.USAGE)
        known = found.token
    return Address(place.rstrip("/"), known)


def runtime_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where a local server leaves its address: in the user's runtime directory."""
    given = environment.get("XDG_RUNTIME_DIR")
    if given:
        return Path(given) / "interlock" / NAME
    return Path(tempfile.gettempdir()) / f"interlock-{os.getuid()}" / NAME


def write_address(address: Address, environment: Mapping[str, str] = os.environ) -> Path:
    """Leave an address for the other commands. Nobody but the user can read it.

    Raises:
        Trouble: The directory belongs to somebody else.
    """
    file = runtime_file(environment)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _ours(file.parent):
        text = f"{file.parent} belongs to another user or is open to others."
        raise Trouble(text, "set XDG_RUNTIME_DIR to a directory of your own")
    fresh = file.with_name(f"{NAME}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(msgspec.json.encode(address))
    fresh.replace(file)
    return file


def read_address(environment: Mapping[str, str] = os.environ) -> Address | None:
    """The address that a local server left, or None. A file that others could write is no file."""
    file = runtime_file(environment)
    try:
        if not _ours(file.parent) or not _ours(file):
            return None
        return msgspec.json.decode(file.read_bytes(), type=Address)
    except (OSError, msgspec.DecodeError):
        return None


def remove_address(pid: int, environment: Mapping[str, str] = os.environ) -> None:
    """Take the file away, unless a newer server has replaced it."""
    found = read_address(environment)
    if found is not None and found.pid == pid:
        runtime_file(environment).unlink(missing_ok=True)


def _ours(path: Path) -> bool:
    found = path.lstat()
    private = not stat.S_IMODE(found.st_mode) & 0o077
    return found.st_uid == os.getuid() and private and not stat.S_ISLNK(found.st_mode)
