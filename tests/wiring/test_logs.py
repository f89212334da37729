"""A log line never holds a known secret, whatever raised it."""

import logging

from interlock.domain.redact import Redactor
from interlock.wiring.logs import DiscreetFormatter
from interlock.wiring.registry import secrets_of

KEY = "Zq9-hunter2-very-secret"


def test_messages_and_tracebacks_are_logged_without_secrets():
    error = RuntimeError(f"no answer from host?key={KEY}")
    record = logging.LogRecord(
        "audit",
        logging.ERROR,
        "x.py",
        1,
        "call with %s failed",
        (KEY,),
        (RuntimeError, error, None),
    )
    line = DiscreetFormatter(Redactor([KEY])).format(record)
    assert line == (
        "ERROR:audit:call with [redacted] failed\nRuntimeError: no answer from host?key=[redacted]"
    )


def test_whatever_is_called_a_key_is_a_secret_in_any_case():
    environment = {
        "OPENAI_API_KEY": "one",
        "db_password": "two",
        "Auth_Token": "three",
        "HOME": "x",
    }
    assert secrets_of(environment) == ["one", "two", "three"]
