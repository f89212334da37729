"""What a tool is, as one digest: a yes is for the tool that was shown, not for its name."""

from interlock.domain.canonical import digest
from interlock.domain.tools import ToolSpec


def fingerprint(spec: ToolSpec) -> str:
    """The SHA-256 of everything that says what a call of this tool does.

    Limits, rights and timeouts are left out: they change how a call is admitted, and that is
    decided anew each time.
    """
    return digest(
        {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.parameters,
            "effect": spec.effect,
            "idempotent": spec.idempotent,
            "consequence": spec.consequence,
            "source": spec.source,
        }
    )
