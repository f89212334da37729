"""What is seen of a process depends on what is installed and switched on."""

import sys

import pytest

from interlock.errors import ConfigError
from interlock.settings import Settings, load_settings
from interlock.traces.here import Here, current, within
from interlock.wiring.extra import from_extra
from interlock.wiring.sight import NEST, OTLP, make_nest, passwords

HERE = Here("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")


def missing(monkeypatch: pytest.MonkeyPatch, ours: str, theirs: str) -> None:
    """A machine on which a module of others is not installed."""
    monkeypatch.delitem(sys.modules, ours.partition(":")[0], raising=False)
    monkeypatch.setitem(sys.modules, theirs, None)


def test_export_without_its_extra_says_what_to_install(monkeypatch):
    missing(monkeypatch, OTLP, "opentelemetry.sdk.resources")
    with pytest.raises(ConfigError, match=r"pip install 'interlock\[otel\]'"):
        from_extra(OTLP)


def test_without_opentelemetry_a_tool_still_knows_its_span(monkeypatch):
    missing(monkeypatch, NEST, "opentelemetry")
    nest = make_nest()
    assert nest is within
    with nest(HERE):
        assert current() == HERE
    assert current() is None


def test_headers_of_the_collector_come_from_a_file_and_are_secrets(tmp_path):
    secret = tmp_path / "otlp"
    secret.write_text("Authorization=Basic c2VjcmV0,x-scope=team\n")
    settings = load_settings({"INTERLOCK_OTLP_HEADERS_FILE": str(secret)}, tmp_path / "none.toml")
    assert settings.otlp_headers == ("Authorization=Basic c2VjcmV0", "x-scope=team")
    assert passwords(settings) == ["Basic c2VjcmV0", "team"]
    assert passwords(Settings()) == []
