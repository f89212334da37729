"""The files of ``deploy/``, read as their readers read them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from interlock.settings import FILED, PREFIX, Settings

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
SETTINGS = {PREFIX + field.upper() for field in Settings.__struct_fields__}
NO_SETTINGS = {
    "INTERLOCK_ADDRESS",
    "INTERLOCK_HTTP",
    "INTERLOCK_HTTPS",
    "INTERLOCK_IMAGE",
    "INTERLOCK_PROGRAM",
    "INTERLOCK_PROGRAM_DIR",
    "INTERLOCK_SITE",
    "INTERLOCK_UPSTREAMS",
}
"""Variables that only the files of ``deploy/`` know."""

SECRETS = {"INTERLOCK_DATABASE_URL", "INTERLOCK_REDIS_URL", "INTERLOCK_TOKEN"}


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    """A compose file, with its merge keys resolved."""
    return YAML(typ="safe", pure=True).load(DEPLOY / name)


def variables(text: str) -> Iterator[str]:
    """The variables of ours that a file names, as settings are called."""
    for name in re.findall(r"\bINTERLOCK_[A-Z_]+[A-Z]", text):
        yield name.removesuffix(FILED)


def seconds(text: str) -> float:
    """A duration as compose and systemd write it."""
    number, unit = re.fullmatch(r"(\d+)(ms|s|min|h|)", text).groups()  # pyright: ignore[reportOptionalMemberAccess]
    return int(number) * {"ms": 0.001, "s": 1, "": 1, "min": 60, "h": 3600}[unit]
