"""Blocking functions beside the loop."""

import asyncio
import contextvars
import threading

import pytest

from interlock.tools.thread import in_thread

WHO: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


async def test_a_function_runs_beside_the_loop_and_sees_the_callers_context():
    WHO.set("ann")

    seen = await in_thread(lambda: (WHO.get(), threading.current_thread().name), "count")

    assert seen == ("ann", "count")


async def test_what_it_raises_is_raised_to_the_caller():
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 / 0, "divide")


async def test_a_function_that_wants_to_end_the_program_only_fails():
    def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(RuntimeError, match="raised SystemExit"):
        await in_thread(leave, "leave")


async def test_a_stop_iteration_fails_like_any_error():
    with pytest.raises(RuntimeError, match="raised StopIteration"):
        await in_thread(lambda: next(iter([])), "next")


async def test_a_cancelled_caller_still_learns_what_a_prompt_function_did():
    started, told = threading.Event(), threading.Event()

    def work() -> str:
        started.set()
        told.wait(10)
        return "done"

    async with asyncio.TaskGroup() as group:
        task = group.create_task(in_thread(work, "work"))
        await asyncio.to_thread(started.wait, 10)
        task.cancel()
        await asyncio.sleep(0)
        told.set()

    assert task.result() == "done"


async def test_a_second_cancellation_leaves_a_stuck_function_behind():
    stuck = threading.Event()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(in_thread(lambda: stuck.wait(10), "stuck"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()

    assert task.cancelled()
    stuck.set()
