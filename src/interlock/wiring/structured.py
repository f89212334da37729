"""structlog, without what a server has no use for.

structlog's renderer for terminals loads ``rich`` wherever that is installed, which it is here, for
the command line: 3.4 MB and 50 ms in every server. Lines are rendered here, so it goes without.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import structlog

_UNUSED = "rich"


def _without() -> ModuleType:
    if _UNUSED in sys.modules:
        return import_module("structlog")
    sys.modules[_UNUSED] = cast("ModuleType", None)  # an import of it fails
    try:
        return import_module("structlog")
    finally:
        del sys.modules[_UNUSED]


if not TYPE_CHECKING:
    structlog = _without()

__all__ = ["structlog"]
