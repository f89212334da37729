"""Where a provider is reached, and with which key."""

from msgspec import Struct

from interlock.models.faults import Origin


class Endpoint(Struct, frozen=True, kw_only=True):
    """One provider as configured. It prints without its key.

    Args:
        provider: Our name of the provider; it prefixes models and marks reasoning as its own.
        base_url: The address up to and without the method's path, no slash at the end.
        key: The API key; empty for a server that needs none.
        key_variable: The environment variable that the key came from, for error texts.
        headers: More headers for every request.
    """

    provider: str
    base_url: str
    key: str = ""
    key_variable: str = ""
    headers: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Endpoint(provider={self.provider!r})"

    def origin(self, model: str) -> Origin:
        """Who is asked, as faults know it."""
        return Origin(self.provider, model, self.key_variable, (self.key,) if self.key else ())
