"""Arguments that stream in: what of them may be shown before they are whole.

A word is held back until it ends. Where a secret begins, or the name of one stands, nothing more of
this call is shown; its arguments follow, sealed, with the whole answer.
"""

from interlock.domain.named_secrets import names_secret
from interlock.domain.redact import Redactor

CONTEXT = 96
"""Characters that were shown and still say what those behind them are."""

MOST_HELD = 8_192
"""A word that is longer is data, such as a picture."""

_DIGITS = "0123456789 -"
"""The number of a card comes in groups."""

_ENDS = " \n\t\"'{}[],;<>()\\"


class Preview:
    """The arguments of one call while they stream.

    Args:
        redactor: Knows what a secret looks like.
    """

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._context = ""
        self._held = ""
        self._stopped = False

    def take(self, text: str) -> str:
        """What may be shown after this fragment; often a little less than there is."""
        if self._stopped:
            return ""
        self._held += text
        ended = self._held[: max(map(self._held.rfind, _ENDS)) + 1]
        cut = len(ended.rstrip(_DIGITS))
        if not cut:
            return self._show(len(self._held)) if len(self._held) > MOST_HELD else ""
        known = self._context + self._held
        spans = self._redactor.spans(known)
        if spans or names_secret(known):
            self._stopped = True
            start = max(0, spans[0][0] - len(self._context)) if spans else 0
            return self._show(min(start, cut))
        return self._show(cut)

    def _show(self, count: int) -> str:
        shown, self._held = self._held[:count], self._held[count:]
        self._context = (self._context + shown)[-CONTEXT:]
        return shown
