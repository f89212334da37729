"""Run a blocking function beside the event loop."""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_thread(call: Callable[[], T], name: str) -> T:
    """Run a function in a thread of its own and return what it returns.

    A thread can't be stopped from outside. So when the caller is cancelled, it first waits: a
    function that looks at ``ToolContext.cancelled`` ends soon, and what it did is then known. A
    second cancellation gives up, and the thread is left to itself; it never holds up the exit of
    the program.

    Args:
        call: The function; it sees the caller's context variables.
        name: Names the thread, for debuggers.
    """
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()
    context = contextvars.copy_context()

    def settle(value: T | None, error: Exception | None) -> None:
        if outcome.done():
            return
        if error is None:
            outcome.set_result(value)  # pyright: ignore[reportArgumentType]
        else:
            outcome.set_exception(error)

    def work() -> None:
        value, error = None, None
        try:
            value = context.run(call)
        except Exception as fault:  # noqa: BLE001 - it is raised again on the loop
            error = fault if not isinstance(fault, StopIteration) else _wrapped(fault)
        except BaseException as fault:  # noqa: BLE001 - a tool's sys.exit() must not end the server
            error = _wrapped(fault)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, value, error)

    threading.Thread(target=work, name=name, daemon=True).start()
    try:
        return await asyncio.shield(outcome)
    except asyncio.CancelledError:
        return await outcome


def _wrapped(fault: BaseException) -> RuntimeError:
    error = RuntimeError(f"the function raised {type(fault).__name__}")
    error.__cause__ = fault
    return error
