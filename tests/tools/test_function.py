"""Python functions as tools."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.tools.context import Context

from interlock.domain.principals import Principal
from interlock.domain.tools import Rate, Tool, ToolContext, ToolSpec, Verification
from interlock.errors import ConfigError, ToolError
from interlock.tools.function import FunctionTool, tool

ANN = Principal(tenant="acme", user="ann")


def reports() -> FunctionTool[Any, Any]:
    @tool(
        effect="destructive", approval="always", timeout=10, rate="10/min", consequence="{folder}!"
    )
    async def delete_reports(folder: str, older_than_days: int = 90) -> int:
        """Delete the reports in a folder.

        Args:
            folder: Where they lie.
        """
        if folder == "locked":
            raise ToolError("The folder is locked.")
        return older_than_days

    return delete_reports


def test_a_function_becomes_a_spec():
    assert reports().spec == ToolSpec(
        name="delete_reports",
        description="Delete the reports in a folder.",
        parameters={
            "type": "object",
            "properties": {
                "folder": {"type": "string", "description": "Where they lie."},
                "older_than_days": {"type": "integer", "default": 90},
            },
            "required": ["folder"],
            "additionalProperties": False,
        },
        effect="destructive",
        approval="always",
        timeout=10,
        rate=Rate(10, 60.0),
        result_schema={"type": "integer"},
        consequence="{folder}!",
        source="function",
    )


def test_a_tool_is_a_tool():
    fits: Tool = reports()

    assert fits.spec.name == "delete_reports"


def test_the_bare_decorator_takes_the_defaults():
    @tool
    def ping() -> None:
        """Answer."""

    assert ping.spec == ToolSpec(
        name="ping",
        description="Answer.",
        parameters={
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": False,
        },
        result_schema={"type": "null"},
    )


def test_a_name_and_a_description_can_be_given():
    @tool(name="search-mail", description="Search.")
    def search(query: str) -> list[str]:
        return [query]

    assert (search.spec.name, search.spec.description) == ("search-mail", "Search.")


async def test_the_function_can_still_be_called_in_a_unit_test():
    delete_reports = reports()

    assert await delete_reports("a", older_than_days=3) == 3
    assert delete_reports.__name__ == "delete_reports"


async def test_arguments_that_are_absent_keep_the_functions_own_default():
    delete_reports = reports()

    assert await delete_reports.invoke(Context(), {"folder": "a"}) == 90
    assert await delete_reports.invoke(Context(), {"folder": "a", "older_than_days": 3.0}) == 3


async def test_what_a_function_says_to_the_model_is_passed_on():
    with pytest.raises(ToolError, match=r"The folder is locked\."):
        await reports().invoke(Context(), {"folder": "locked"})


async def test_the_context_is_injected_and_is_no_argument():
    @tool
    async def remind(context: ToolContext, text: str) -> str:
        """Remind."""
        context.progress(text)
        return context.idempotency_key

    @tool
    async def forget(text: str, context: ToolContext | None = None) -> bool:
        """Forget."""
        return context is None

    context = Context()

    assert list(forget.spec.parameters["properties"]) == ["text"]
    assert await forget.invoke(context, {"text": "tea"}) is False
    assert await forget("tea") is True
    assert list(remind.spec.parameters["properties"]) == ["text"]
    assert await remind.invoke(context, {"text": "tea"}) == "call_1"
    assert context.shown == ["tea"]


async def test_a_blocking_function_leaves_the_loop_free():
    @tool
    def count() -> str:
        """Count."""
        return threading.current_thread().name

    assert await count.invoke(Context(), {}) == "count"
    assert count() == "MainThread"


async def test_a_blocking_function_sees_that_it_was_stopped():
    started = threading.Event()

    @tool
    def count(context: ToolContext) -> str:
        """Count."""
        started.set()
        while not context.cancelled:
            started.wait(0.001)
        return "stopped early"

    context = Context()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(count.invoke(context, {}))
        await asyncio.to_thread(started.wait, 10)
        context.cancelled = True
        task.cancel()

    assert task.result() == "stopped early"


async def test_a_function_that_wants_to_end_the_program_only_fails():
    @tool
    async def leave() -> None:
        """Leave."""
        raise SystemExit(1)

    with pytest.raises(RuntimeError, match="raised SystemExit"):
        await leave.invoke(Context(), {})


async def test_a_verifier_says_whether_a_call_took_effect():
    delete_reports = reports()

    @delete_reports.verifier
    async def deleted(key: str, args: dict[str, Any]) -> Verification:
        return Verification(happened=key == "call_1", result={"older": args["older_than_days"]})

    found = await delete_reports.verify(Context(), {"folder": "a", "older_than_days": 3})

    assert delete_reports.spec.verifiable
    assert found == Verification(happened=True, result={"older": 3})
    assert await deleted("call_2", {"older_than_days": 1}) == Verification(False, {"older": 1})


@pytest.mark.parametrize(
    ("word", "happened"), [(True, True), (False, False), (None, None), ("?", None)]
)
async def test_a_verifier_may_answer_with_a_word(word: object, happened: bool | None):
    delete_reports = reports()
    delete_reports.verifier(lambda *_: word)

    assert await delete_reports.verify(Context(), {"folder": "a"}) == Verification(happened)


async def test_without_a_verifier_nobody_can_say():
    assert not reports().spec.verifiable
    assert await reports().verify(Context(), {"folder": "a"}) == Verification(None)


async def test_a_business_check_says_why_a_call_may_not_run():
    delete_reports = reports()

    @delete_reports.checker
    def own_folder(principal: Principal, args: dict[str, Any]) -> str | None:
        return None if args["folder"] == principal.user else "that folder is not yours"

    assert await delete_reports.check(ANN, {"folder": "ann"}) is None
    assert await delete_reports.check(ANN, {"folder": "bob"}) == "that folder is not yours"
    assert own_folder(ANN, {"folder": "ann"}) is None


def silent(a: int) -> int:
    return a


def untyped(a) -> None:
    """Do."""


def many(*words: str) -> None:
    """Do."""


def loose(**words: str) -> None:
    """Do."""


def by_place(a: int, /) -> None:
    """Do."""


async def stream() -> AsyncIterator[int]:
    """Do."""
    yield 1


def strange(a: threading.Event) -> None:
    """Do."""


def unknown(a: "Missing") -> None:  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
    """Do."""


@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        (silent, "tool silent: write a docstring; the model chooses by it"),
        (untyped, "untyped: give the parameter 'a' a type"),
        (many, r"many: '\*words: str' can't be an argument: give each one a name"),
        (loose, r"loose: '\*\*words: str' can't be an argument: give each one a name"),
        (by_place, "by_place: 'a: int' can't be an argument: give each one a name"),
        (stream, "stream: a tool returns once"),
        (strange, "strange: a type has no JSON form"),
        (unknown, r"unknown: a type hint can't be read \(name 'Missing' is not defined\)"),
    ],
)
def test_a_function_that_can_not_be_a_tool_says_what_to_change(
    function: Callable[..., object], complaint: str
):
    with pytest.raises(ConfigError, match=complaint):
        tool(function)
