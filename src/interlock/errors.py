"""Every exception of Interlock, in one family.

    InterlockError
    ├── ConfigError            the program or the settings are wrong; say what to change
    ├── IllegalMove            our bug: a lifecycle table forbids the step
    ├── PartEnded              a part of this process broke, so all of it stopped; start it again
    ├── LeaseLost              another worker drives the run now; write nothing more
    ├── StoreFailed            the database can't be written now; nothing was kept, try later
    ├── Refusal                a request can't be done; ``code`` is stable, the text says what to do
    │   ├── NotFound           no such object, or not yours: the same answer for both
    │   ├── Conflict           the state of things forbids it now
    │   ├── Gone               too late
    │   ├── Forbidden          you may not
    │   └── Invalid            the content is wrong; ``faults`` lists all of it
    └── ToolError              raised by tools: the model reads the text and may try other arguments
        └── ToolUnavailable    raised by tools: what it needs is down, other arguments won't help

Exceptions of models do not exist: a failed model call is a value (``domain.model.Fault``).
"""

from typing import Any


class InterlockError(Exception):
    """The root of the family."""


class ConfigError(InterlockError):
    """The program or its settings are wrong. The text says what to change."""


class IllegalMove(InterlockError):
    """A lifecycle table forbids the step. Seeing this is a bug of ours."""

    def __init__(self, what: str, current: str, target: str) -> None:
        super().__init__(f"a {what} can't go from {current} to {target}")


class PartEnded(InterlockError):
    """Something that works beside everything else ended. The process stopped; start it again."""


class LeaseLost(InterlockError):
    """Another worker took the run over. Stop, and write nothing."""


class StoreFailed(InterlockError):
    """The database can't be written now. Nothing of the transaction was kept; try again later."""


class OutcomeUnknown(StoreFailed):
    """The database went away during a commit, and nobody can tell whether it was kept."""


class Refusal(InterlockError):
    """A request can't be done. ``code`` is stable; the text says what to do next."""

    code = "refused"

    def __init__(self, text: str, code: str = "", data: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code or self.code
        self.data: dict[str, Any] = data or {}


class NotFound(Refusal):
    """No such object, or it belongs to somebody else: nobody learns which."""

    code = "not_found"


class Conflict(Refusal):
    """The present state forbids it; the data says what stands in the way."""

    code = "conflict"


class Gone(Refusal):
    """It was possible once and is not any more."""

    code = "gone"


class Forbidden(Refusal):
    """The caller may not do this."""

    code = "forbidden"


class Invalid(Refusal):
    """The content is wrong. ``data["faults"]`` lists every fault."""

    code = "invalid"


class ToolError(InterlockError):
    """Raise it in a tool: the model reads the text and may try other arguments."""


class ToolUnavailable(ToolError):
    """Raise it in a tool when what it needs is down: other arguments would not help."""
