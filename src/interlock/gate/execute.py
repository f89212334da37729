"""The one line that invokes a tool. Only the door may import this module."""

import asyncio
from collections.abc import Mapping

from interlock import failpoints
from interlock.domain.messages import Json
from interlock.domain.tools import Tool
from interlock.gate.context import CallContext
from interlock.gate.outcome import TookTooLong
from interlock.gate.patience import forget

CLEANUP_SECONDS = 2.0
"""How long a cancelled tool may tidy up before it is left to itself."""


async def execute(tool: Tool, context: CallContext, arguments: Mapping[str, Json]) -> Json:
    """Run a tool once, within its timeout, and carry cancellation into it.

    A tool that returns although it was told to stop has done its work: its result counts.

    Raises:
        TookTooLong: It ran longer than ``spec.timeout``; it was told to stop.
        asyncio.CancelledError: The run was stopped, and so was the tool.
        LeaseLost: Another worker may have the run; the tool was not invoked.
        Exception: Whatever the tool raised.
    """
    work = asyncio.get_running_loop().create_task(_invoke(tool, context, arguments))
    try:
        done, _ = await asyncio.wait({work}, timeout=tool.spec.timeout)
    except asyncio.CancelledError:
        if await _stop(work, context):
            return work.result()
        raise
    if done or await _stop(work, context):
        return _result(work)
    raise TookTooLong


async def _invoke(tool: Tool, context: CallContext, arguments: Mapping[str, Json]) -> Json:
    failpoints.hit("gate.before_invoke")
    context.check()
    try:
        value = await tool.invoke(context, arguments)
    except (SystemExit, KeyboardInterrupt) as fault:  # would end the server on its way out
        raise _failure(fault) from fault
    failpoints.hit("gate.after_invoke")
    return value


def _result(work: asyncio.Task[Json]) -> Json:
    """What a tool that nobody stopped came to. Cancelling itself is failing, whatever it raised."""
    if work.cancelled():
        raise RuntimeError("the tool cancelled itself")
    error = work.exception()
    if error is None or isinstance(error, Exception):
        return work.result()
    raise _failure(error) from error


def _failure(fault: BaseException) -> RuntimeError:
    return RuntimeError(f"the tool raised {type(fault).__name__}")


async def _stop(work: asyncio.Task[Json], context: CallContext) -> bool:
    """Tell the tool to stop. True when it returned a result all the same."""
    context.stop()
    work.cancel()
    await asyncio.wait({work}, timeout=CLEANUP_SECONDS)
    if not work.done():
        work.add_done_callback(forget)
        return False
    return not work.cancelled() and work.exception() is None
