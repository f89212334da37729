"""Modules that need what the program installs only on request."""

from importlib import import_module
from typing import Any

from interlock.errors import ConfigError

_EXTRAS = {"jwt": "oidc", "opentelemetry": "otel"}
"""Which extra brings a distribution; ``scale`` brings the others."""


def from_extra(name: str) -> Any:  # noqa: ANN401 - whatever the name names
    """An object by ``module:name``, imported when it is wanted.

    Raises:
        ConfigError: What the module needs is not installed.
    """
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("interlock"):
            raise
        extra = _EXTRAS.get(error.name.partition(".")[0], "scale")
        text = f"{error.name} is not installed: pip install 'interlock[{extra}]'"
        raise ConfigError(text) from error
