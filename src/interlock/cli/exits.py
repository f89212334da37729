"""Exit codes, and the one way in which a command fails."""

from enum import IntEnum

from click import ClickException


class Exit(IntEnum):
    """What a script reads from the exit code."""

    SUCCESS = 0
    FAILED = 1
    USAGE = 2
    WAITING = 3
    BRAKE = 4
    STOPPED = 130


class Trouble(ClickException):
    """A command can't do it. The text says what happened, the hint what to do next.

    Args:
        text: What happened.
        hint: What to do next; empty when the text already says it.
        code: A stable word for scripts.
        exit_code: How the process ends.
    """

    def __init__(
        self, text: str, hint: str = "", code: str = "error", exit_code: Exit = Exit.FAILED
    ) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
        self.code = code
        self.exit_code = int(exit_code)  # pyright: ignore[reportAttributeAccessIssue]

    def format_message(self) -> str:
        """Both sentences, for standard error."""
        return f"{self.text}\n  hint: {self.hint}" if self.hint else self.text
