"""The server's problem documents in words for a person, each with a hint."""

from typing import Any, cast

import msgspec

from interlock.cli.exits import Exit, Trouble
from interlock.cli.plain import plain

_HINTS = {
    "unauthenticated": "the token is wrong or old: give --token, or start the server again",
    "agent_not_found": "interlock agents lists them",
    "run_not_found": "interlock runs lists yours",
    "thread_not_found": "interlock threads list shows yours",
    "interrupt_not_found": "interlock approvals lists what is open",
    "run_waiting": "answer first: interlock approvals",
    "run_active": "wait for it, or stop it: interlock runs cancel {run_id}",
    "interrupt_resolved": "interlock approvals show ID tells who decided what",
    "interrupt_expired": "say again what you want; a new question will be asked",
    "interrupt_superseded": "the thread has gone on; look there",
    "stale_approval": "look at it again: interlock approvals show ID",
    "bad_answer": "interlock approvals show ID tells what fits",
    "too_many_streams": "close another client, then try again",
    "store_failed": "the server's disk may be full; its log has the details under {error_id}",
    "internal": "the server's log has the details under {error_id}",
}


def trouble_of(status: int, body: bytes, url: str) -> Trouble:
    """A problem document as ``Trouble``; anything else means that this is no server of ours."""
    try:
        found: Any = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return not_ours(url)
    if not isinstance(found, dict) or "code" not in found:
        return not_ours(url)
    problem = cast("dict[str, Any]", found)
    code = str(problem["code"])
    fields = {key: str(value) for key, value in problem.items()}
    hint = _HINTS.get(code, "").format_map(_Known(fields))
    exit_code = Exit.USAGE if status == 401 else Exit.FAILED
    return Trouble(plain(str(problem.get("detail", code))), hint, code, exit_code)


def not_ours(url: str) -> Trouble:
    """What answers there does not speak our API."""
    hint = "check --url: it is the address that interlock serve prints"
    return Trouble(f"What answers at {url} is not an Interlock server.", hint, "not_interlock")


class _Known(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return key.upper()
