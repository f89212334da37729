"""Python functions as tools.

    @tool(effect="destructive", approval="always", timeout=10)
    async def delete_reports(folder: str, older_than_days: int = 90) -> int:
        \"\"\"Delete the reports in a folder.\"\"\"

The schema comes from the type hints, the words from the docstring. The decorated name is still the
function for everybody who calls it; the gate calls it through ``FunctionTool.invoke``.
"""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec, TypeVar, Unpack, overload

import msgspec

from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.tools import ToolContext, ToolSpec, Verification
from interlock.errors import ConfigError, LeaseLost, ToolError
from interlock.tools.hints import to_json
from interlock.tools.signature import Signature, read_signature
from interlock.tools.thread import in_thread
from interlock.tools.traits import Traits, spec_with

P = ParamSpec("P")
R = TypeVar("R")

Verifier = Callable[[str, dict[str, Any]], Any]
"""Takes the idempotency key and the typed arguments; gives a ``Verification`` or True or False."""

BusinessCheck = Callable[[Principal, dict[str, Any]], Any]
"""Takes the principal and the typed arguments; gives None, or why the call may not run."""

VerifierT = TypeVar("VerifierT", bound=Verifier)
BusinessCheckT = TypeVar("BusinessCheckT", bound=BusinessCheck)


class FunctionTool(Generic[P, R]):
    """A function with a spec. Calling it calls the function, unchecked, as in a unit test."""

    __name__: str

    def __init__(self, function: Callable[P, R], spec: ToolSpec, signature: Signature) -> None:
        self._function = function
        self._spec = spec
        self._signature = signature
        self._verifier: Verifier | None = None
        self._checker: BusinessCheck | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function itself."""
        return self._function(*args, **kwargs)

    @property
    def spec(self) -> ToolSpec:
        """Description and traits."""
        return self._spec

    def verifier(self, function: VerifierT) -> VerifierT:
        """Decorate the function that says whether a call with a given key took effect."""
        self._verifier = function
        self._spec = msgspec.structs.replace(self._spec, verifiable=True)
        return function

    def checker(self, function: BusinessCheckT) -> BusinessCheckT:
        """Decorate the business check: it returns None, or why the call may not run."""
        self._checker = function
        return function

    async def invoke(self, context: ToolContext, arguments: Mapping[str, Json]) -> Json:
        """Run the function once; only the gate calls this.

        Raises:
            ToolError: An argument does not fit its type, or the function says so.
            ToolUnavailable: The function says so.
        """
        try:
            values = self._signature.typed(arguments)
        except msgspec.ValidationError as fault:
            raise ToolError(_unfit(fault)) from fault
        if self._signature.context:
            values[self._signature.context] = context
        call = functools.partial(self._function, **values)  # pyright: ignore[reportCallIssue]
        return _plain(await _run(self._function, _unless_stopped(call, context), self._spec.name))

    async def check(self, principal: Principal, arguments: Mapping[str, Json]) -> str | None:
        """See whether the values fit their types, then ask the business check."""
        try:
            values = self._signature.typed(arguments)
        except msgspec.ValidationError as fault:
            return _unfit(fault)
        if self._checker is None:
            return None
        call = functools.partial(self._checker, principal, values)
        return await _run(self._checker, call, f"check of {self._spec.name}")

    async def verify(self, context: ToolContext, arguments: Mapping[str, Json]) -> Verification:
        """Ask the verifier whether the call took effect; without one nobody can say."""
        if self._verifier is None:
            return Verification(None)
        values = self._signature.typed(arguments)
        call = functools.partial(self._verifier, context.idempotency_key, values)
        word = await _run(self._verifier, call, f"verifier of {self._spec.name}")
        if isinstance(word, Verification):
            return Verification(word.happened, _plain(word.result))
        return Verification(word if isinstance(word, bool) else None)


@overload
def tool(function: Callable[P, R], /) -> FunctionTool[P, R]: ...


@overload
def tool(
    *, name: str = "", description: str = "", **traits: Unpack[Traits]
) -> Callable[[Callable[P, R]], FunctionTool[P, R]]: ...


def tool(
    function: Callable[P, R] | None = None,
    /,
    *,
    name: str = "",
    description: str = "",
    **traits: Unpack[Traits],
) -> FunctionTool[P, R] | Callable[[Callable[P, R]], FunctionTool[P, R]]:
    """Make a tool of a function, async or not; a function that blocks runs in a thread.

    Parameters may have the types of the standard library, pydantic models, msgspec structs,
    dataclasses, typed dicts, literals, enums, and lists, dicts and unions of them.
    ``Annotated[int, "words", msgspec.Meta(ge=1)]`` describes and bounds one; a docstring in Google,
    NumPy or Sphinx style describes them too. A parameter of the type ``ToolContext`` gets the
    context and is no argument.

    Args:
        function: Given when the decorator stands without parentheses.
        name: What the model calls; the function's name when empty.
        description: What the model reads; the docstring when empty.
        traits: See ``ToolSpec`` for each; ``rate`` may be words like ``"10/min"``.

    Raises:
        ConfigError: The function can't be a tool; the text says what to change.
    """

    def decorate(function: Callable[P, R]) -> FunctionTool[P, R]:
        signature = read_signature(function)
        spec = spec_with(
            traits,
            name=name or getattr(function, "__name__", ""),
            description=description or signature.docs.description,
            parameters=signature.parameters,
            result_schema=signature.result,
            source="function",
        )
        if not spec.description:
            raise ConfigError(f"tool {spec.name}: write a docstring; the model chooses by it")
        return FunctionTool(function, spec, signature)

    return decorate if function is None else decorate(function)


def _unless_stopped(call: Callable[[], Any], context: ToolContext) -> Callable[[], Any]:
    """A thread may begin late; what was stopped meanwhile, or went to another worker, does not."""

    def begin() -> Any:  # noqa: ANN401 - whatever the function returns
        if context.cancelled:
            raise LeaseLost("the call was stopped before it began")
        return call()

    return begin


async def _run(function: Callable[..., Any], call: Callable[[], Any], name: str) -> Any:  # noqa: ANN401
    """Await an async function; run another in a thread, and await what it may give back."""
    try:
        if inspect.iscoroutinefunction(_undecorated(function)):
            return await call()
        outcome = await in_thread(call, name)
        return await outcome if inspect.isawaitable(outcome) else outcome
    except (SystemExit, KeyboardInterrupt) as fault:
        raise RuntimeError(f"the function raised {type(fault).__name__}") from fault


def _undecorated(function: Callable[..., Any]) -> Callable[..., Any]:
    """A callable object with an async ``__call__`` is async too."""
    plain = inspect.isroutine(function) or inspect.isclass(function)
    return function if plain else type(function).__call__


def _plain(value: object) -> Json:
    try:
        return to_json(value)
    except (TypeError, ValueError, RecursionError):
        # The work is done: the gate reports a result that is not JSON, not a failure.
        return value


def _unfit(fault: msgspec.ValidationError) -> str:
    return f"an argument does not fit: {fault}"
