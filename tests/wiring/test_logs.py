"""One exit for every line: no secret leaves by it, and no words pass for a line."""

import io
import json
import logging
import sys
import threading
import warnings

import pytest
import structlog
from tests.planted import KNOWN, PLANTED

from interlock import marks, scope
from interlock.domain.redact import Redactor
from interlock.settings import Settings
from interlock.wiring.known import known_secrets
from interlock.wiring.logs import Exit, log_to
from interlock.wiring.registry import secrets_of

FORMS = ("pretty", "json")


@pytest.fixture
def logs():
    """Send the log to memory in a form, and put everything back afterwards."""
    root, hooks = logging.getLogger(), (sys.excepthook, sys.unraisablehook, threading.excepthook)
    level, handlers = root.level, list(root.handlers)

    def begin(form, level="debug"):
        stream = io.StringIO()
        root.handlers[:] = [one for one in root.handlers if isinstance(one, Exit)]
        log_to(stream, level, Redactor([KNOWN]), form)
        return stream

    yield begin
    sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()
    root.setLevel(level)
    root.handlers[:] = handlers


def raise_with(text: str) -> Exception:
    error = RuntimeError(f"and here: {text}")
    error.add_note(f"a note: {text}")
    error.__cause__ = KeyError(text)
    return error


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", [KNOWN, *(planted.text for planted in PLANTED)])
def test_no_way_to_log_lets_a_secret_out(logs, form, text):
    out = logs(form)
    log = logging.getLogger("some.library")
    log.warning("a message with %s", text)
    log.warning("an object: %r", {"headers": [text]})
    log.error("raised", exc_info=raise_with(text))
    log.info("fields", extra={"url": text, "deep": {"list": [text, {"x": text}]}, text: 1})
    log.info("objects", extra={"error": ValueError(text), "set": {text}})
    structlog.get_logger("a.program").info("bound", key=text, nested={"a": text})
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"deprecated: {text}", UserWarning, stacklevel=1)
    sys.excepthook(RuntimeError, raise_with(text), None)
    thread = threading.Thread(target=lambda: (_ for _ in ()).throw(raise_with(text)))
    thread.start()
    thread.join()
    body = next((planted.body for planted in PLANTED if planted.text == text), text)
    said = out.getvalue()
    for found in (body, body.replace("\n", "\\n"), json.dumps(body)[1:-1]):
        assert found not in said
    assert said.count("[redacted]") >= 12


@pytest.mark.parametrize("form", FORMS)
def test_a_line_that_breaks_says_only_that_it_did(logs, form, capsys):
    class Broken:
        def __str__(self) -> str:
            raise ValueError(KNOWN)

    out = logs(form)
    logging.getLogger("x").warning("with %s", Broken())
    logging.getLogger("x").warning("%d for %s", KNOWN)
    assert out.getvalue() == "a log line could not be written\n" * 2
    assert KNOWN not in capsys.readouterr().err


FORGED = (
    "harmless\n2026-01-01T00:00:00 CRITICAL root | all is well run=run_1",
    "a\r\nb\x1b[2J\x1b]0;title\x07c\x9b31m",
    "left\u202eright\u2028next\u2029last\x85end\x00",
    '","level":"critical","event":"forged',
    "tool=save is_error=false",
)


@pytest.mark.parametrize("text", FORGED)
def test_no_text_makes_a_line_a_field_or_a_command_for_the_terminal(logs, text):
    for form in FORMS:
        out = logs(form)
        log = logging.getLogger("x")
        log.info("%s", text)
        log.info("quiet", extra={"field": text, text: "name"})
        log.info("raised", exc_info=RuntimeError(text))
        said = out.getvalue()
        assert not {c for c in said if c != "\n" and not c.isprintable()}
        lines = [line for line in said.split("\n")[:-1] if not line.startswith("    | ")]
        assert len(lines) == 3
        if form == "json":
            assert [json.loads(line)["level"] for line in lines] == ["info"] * 3
            assert json.loads(lines[0])["logger"] == "x"
        else:
            assert " tool=save" not in lines[0]
            assert all(line.split()[1] == "info" for line in lines)


def test_a_field_takes_the_place_of_nothing_that_is_ours(logs):
    out = logs("json")
    with marks.within(tenant="acme", run="run_1"):
        extra = {"run": "run_2", "tenant": "evil", "level": "critical", "event": "x", "time": 0}
        logging.getLogger("x").info("what happened", extra=extra)
    line = json.loads(out.getvalue())
    assert (line["run"], line["tenant"], line["level"]) == ("run_1", "acme", "info")
    assert line["event"] == "what happened"
    assert line["time"].startswith("20")


def test_marks_belong_to_the_context_and_a_request_has_its_tenant(logs):
    out = logs("json")
    log = logging.getLogger("x")
    with scope.tenant("acme"):
        log.info("asked")
    log.info("outside")
    assert [json.loads(line).get("tenant") for line in out.getvalue().splitlines()] == [
        "acme",
        None,
    ]


def test_the_level_holds_for_all_and_a_second_set_up_takes_the_first_ones_place(logs):
    logs("json")
    out = logs("pretty", "warning")
    logging.getLogger("x").info("not this")
    logging.getLogger("x").warning("this")
    assert out.getvalue().count("\n") == 1
    assert sum(isinstance(one, Exit) for one in logging.getLogger().handlers) == 1


def test_whatever_is_called_a_key_is_a_secret_in_any_case():
    environment = {
        "OPENAI_API_KEY": "one",
        "db_password": "two",
        "Auth_Token": "three",
        "HOME": "x",
    }
    assert secrets_of(environment) == ["one", "two", "three"]


def test_the_passwords_in_addresses_are_known_as_they_are_written_and_as_they_are_meant():
    settings = Settings(
        token="the-token",
        database_url="postgresql://app:p%40ss-word@db/app",
        redis_url="redis://:another-one@cache:6379",
        otlp_headers=("authorization=Bearer abc",),
    )
    known = known_secrets({"X_KEY": "k"}, settings)
    assert {"k", "the-token", "p%40ss-word", "p@ss-word", "another-one", "Bearer abc"} <= set(known)
