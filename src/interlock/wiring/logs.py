"""The one exit of log lines. Whoever logs, in whichever way, goes through it, and so do warnings
and whatever nobody caught.

structlog's processors and the standard library's records become one kind of line: marked with where
it comes from, without secrets, and unable to pass for another line.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, TextIO, cast

from interlock import marks, scope
from interlock.domain.redact import Redactor
from interlock.traces import here
from interlock.wiring.line import as_json, as_words
from interlock.wiring.structured import structlog

Form = Literal["pretty", "json"]
Line = dict[str, Any]

LOST = "a log line could not be written\n"
"""All that is said of a line that broke: what it held was looked through by nobody."""

_RENDER: dict[Form, Callable[[Mapping[str, Any]], str]] = {"pretty": as_words, "json": as_json}
_MESSAGE = "\0message"
_extra = structlog.stdlib.ExtraAdder()


class Exit(logging.StreamHandler[TextIO]):
    """Writes lines to a stream, and never what it could not look through.

    Args:
        stream: Where lines go.
        redactor: Takes secrets out.
        form: ``pretty`` or ``json``.
    """

    def __init__(self, stream: TextIO, redactor: Redactor, form: Form) -> None:
        super().__init__(stream)
        self._redactor = redactor.for_logs()
        render = _RENDER[form]
        self.setFormatter(
            structlog.stdlib.ProcessorFormatter(
                foreign_pre_chain=[_keep_message, _extra],
                processors=[
                    lambda _logger, _name, line: self._look_through(cast("Line", line)),
                    lambda _logger, _name, line: render(line),
                ],
            )
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Say that a line is lost; logging itself would print its arguments."""
        del record
        self.stream.write(LOST)

    def _look_through(self, line: Line) -> Line:
        record: logging.LogRecord = line.pop("_record")
        line.pop("_from_structlog")
        trace = _trace(line.pop("exc_info", None) or record.exc_info, line.pop("stack_info", None))
        line.pop("color_message", None)  # uvicorn says the same again, for terminals
        event = line.pop("event", "")
        event = line.pop(_MESSAGE, event)
        own: Line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": self._redactor.text(str(event)),
            **_whereabouts(),
        }
        said = {name: value for name, value in line.items() if name not in own}
        clean = cast("Line", self._redactor.json(_plain(said)))
        return {**own, **clean} | ({"exception": self._redactor.text(trace)} if trace else {})


def log_to(stream: TextIO, level: str, redactor: Redactor, form: Form = "pretty") -> None:
    """Send the log of the whole process through the one exit.

    What a program set up for itself before stays beside it.

    Args:
        stream: Where lines go.
        level: ``debug``, ``info``, ``warning`` or ``error``.
        redactor: Takes secrets out of them.
        form: ``pretty`` or ``json``.
    """
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if isinstance(handler, Exit)]:
        root.removeHandler(old)
    root.addHandler(Exit(stream, redactor, form))
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    sys.excepthook = _uncaught
    sys.unraisablehook = _unraisable
    threading.excepthook = _in_thread


def _keep_message(
    _logger: object, _name: str, line: "structlog.types.EventDict"
) -> "structlog.types.EventDict":
    """A field may be called "event", too; it does not take the message's place."""
    return {**line, _MESSAGE: line["event"]}


def _whereabouts() -> Line:
    """The marks of this context: tenant, run, call, and the span in its trace."""
    found: Line = dict(marks.current())
    if "tenant" not in found and scope.current() not in {scope.EVERYBODY, scope.NOBODY}:
        found["tenant"] = scope.current()
    span = here.current()
    if span is not None:
        found |= {"trace": span.trace_id, "span": span.span_id}
    return found


def _plain(value: object) -> object:
    """Something that a redactor can look through: JSON, or else words."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            members = cast("Mapping[object, object]", value)
            return {str(key): _plain(item) for key, item in members.items()}
        case list() | tuple():
            return [_plain(item) for item in cast("Sequence[object]", value)]
        case _:
            return str(value)


def _trace(raised: object, stack: object) -> str:
    error = raised
    if isinstance(raised, tuple):  # as sys.exc_info() gives it
        error = cast("tuple[object, ...]", raised)[1]
    elif raised is True:
        error = sys.exception()
    lines = traceback.format_exception(error) if isinstance(error, BaseException) else []
    return "".join([*lines, str(stack or "")]).rstrip("\n")


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, Exception):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("interlock").critical("the process ends", exc_info=error)


def _in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        logging.getLogger("interlock").error("a thread ended", exc_info=args.exc_value)


def _unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    logging.getLogger("interlock").error("an error was ignored", exc_info=unraisable.exc_value)
