"""Settings: from ``interlock.toml`` and the environment, validated once. The environment wins."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.errors import ConfigError

PREFIX = "INTERLOCK_"
FILE = "interlock.toml"
POSTGRES = ("postgresql://", "postgres://")
FILED = "_FILE"
"""The end of a variable that names a file with the value; for secrets."""

_KEY = re.compile(r"[A-Z0-9_]+_API_KEY|HF_TOKEN")


OidcAlgorithm = Literal["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
"""Signatures by a key pair: with a shared secret the server could make what it believes."""

LISTS = frozenset({"hosts", "origins", "oidc_roles", "otlp_headers"})
"""Settings whose variables are lists with commas."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operator may set. Each name is also an environment variable: ``INTERLOCK_HOST`` …

    Args:
        data_dir: Where the embedded database lives; the user's data directory by default.
        database_url: ``sqlite:///path``; empty for the one in ``data_dir``.
        redis_url: ``redis://host:6379``; with PostgreSQL, wakes readers and hands out work.
        redis_prefix: Begins every key in Redis; installations that share one differ in it.
        role: ``both``, or ``server`` or ``worker`` for one half; halves need PostgreSQL.
        worker_id: This process's name; made of host, process and chance when empty.
        lease_seconds: How long a silent worker keeps its runs from the others.
        max_attempts: After so many workers died with a run it is ended; 0 for never.
        synchronous: ``FULL`` survives a power cut; ``NORMAL`` may lose the last moments to one.
        host: The address to listen on.
        port: 0 takes a free one.
        token: The bearer token of the local user; empty makes one at each start.
        vault_key: Seals secrets in the arguments of calls; empty: made of another secret.
        auth: ``local``: one user, one token; ``server``: tenants, users, API keys and OIDC.
        rule_days: The most days that an "always allow" may last; 0 allows none.
        oidc_issuer: The ``iss`` of tokens that are taken; empty takes none. Server mode only.
        oidc_audience: The ``aud`` that a token must name.
        oidc_algorithm: The one algorithm that tokens are signed with.
        oidc_jwks: Where the issuer's keys are; empty asks the issuer's discovery document.
        oidc_tenant: The tenant of all who come with a token; empty reads the claim.
        oidc_tenant_claim: The claim that names the tenant.
        oidc_user_claim: The claim that names the user.
        oidc_roles_claim: The claim that lists roles.
        oidc_groups_claim: The claim that lists groups.
        oidc_roles: ``their-name=our-role``; what is not listed gives nothing.
        hosts: Host names, beside loopback ones, under which the server may be called.
        origins: Origins, beside its own, whose pages may call the server.
        concurrency: Runs that this process drives at the same time.
        max_body: Bytes of a request body.
        drain_seconds: How long a stop waits for model turns and tools.
        webhooks_private: Let webhooks go to http and to private addresses, for development.
        pack_seconds: After so long the fragments of a run that is over move together in the log.
        prices: A TOML file with prices and discounts of your own; see docs/money.md.
        otlp_endpoint: Where spans go: a collector's address for OTLP over HTTP; empty: nowhere.
        otlp_headers: ``name=value`` for the collector, for its authentication say.
        otlp_conventions: Whose names attributes have: ``gen_ai``, ``openinference`` or ``both``.
        trace_ratio: The part of traces that is exported, 0 to 1; failed runs always are.
        trace_keep_usd: A run that costs as much is always exported; 0 keeps none for its cost.
        trace_content: Let messages, arguments and results go along with exported spans.
        metrics_listen: ``host:port`` on which this process serves ``/metrics`` without a token.
        log_level: ``debug``, ``info``, ``warning`` or ``error``.
        log_format: ``pretty`` for people, ``json`` for machines.
    """

    data_dir: str = ""
    database_url: str = ""
    redis_url: str = ""
    redis_prefix: str = "interlock"
    role: Literal["both", "server", "worker"] = "both"
    worker_id: str = ""
    lease_seconds: Annotated[float, msgspec.Meta(ge=0.5)] = 30.0
    max_attempts: Annotated[int, msgspec.Meta(ge=0)] = 20
    synchronous: Literal["FULL", "NORMAL"] = "FULL"
    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""
    vault_key: str = ""
    auth: Literal["local", "server"] = "local"
    rule_days: Annotated[int, msgspec.Meta(ge=0, le=365)] = 30
    oidc_issuer: str = ""
    oidc_audience: str = ""
    oidc_algorithm: OidcAlgorithm = "RS256"
    oidc_jwks: str = ""
    oidc_tenant: str = ""
    oidc_tenant_claim: str = "tenant"
    oidc_user_claim: str = "sub"
    oidc_roles_claim: str = "roles"
    oidc_groups_claim: str = "groups"
    oidc_roles: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    concurrency: int = 200
    max_body: int = 4 * 1024 * 1024
    drain_seconds: float = 10.0
    webhooks_private: bool = False
    pack_seconds: Annotated[float, msgspec.Meta(ge=0)] = 3_600.0
    prices: str = ""
    otlp_endpoint: str = ""
    otlp_headers: tuple[str, ...] = ()
    otlp_conventions: Literal["gen_ai", "openinference", "both"] = "gen_ai"
    trace_ratio: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    trace_keep_usd: Decimal = Decimal(0)
    trace_content: bool = False
    metrics_listen: str = ""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    log_format: Literal["pretty", "json"] = "pretty"

    @property
    def shares(self) -> bool:
        """Whether other processes may work on the same database."""
        return self.database_url.startswith(POSTGRES)

    def directory(self, environment: Mapping[str, str] = os.environ) -> Path:
        """The data directory."""
        if self.data_dir:
            return Path(self.data_dir).expanduser()
        home = environment.get("XDG_DATA_HOME") or "~/.local/share"
        return Path(home).expanduser() / "interlock"

    def database(self) -> Path:
        """The embedded database's file.

        Raises:
            ConfigError: The URL names a database that this version can't use.
        """
        if not self.database_url:
            return self.directory() / "interlock.db"
        scheme, _, path = self.database_url.partition("://")
        if scheme != "sqlite" or not path.startswith("/"):
            raise ConfigError(
                "INTERLOCK_DATABASE_URL must look like sqlite:///absolute/path.db in this version"
            )
        return Path(path[1:] if path.startswith("//") else path)


def load_settings(
    environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Read the settings.

    Args:
        environment: Variables; those that begin with ``INTERLOCK_`` and name a setting count.
        file: A TOML file; ``interlock.toml`` in the working directory when there is one.

    Raises:
        ConfigError: A setting is unknown or has a wrong value.
    """
    environment = read_secrets(environment)
    _refuse_misspelt(environment)
    values = _from_file(file or Path(FILE))
    for field in Settings.__struct_fields__:
        text = environment.get(PREFIX + field.upper())
        if text is not None:
            values[field] = text.split(",") if field in LISTS else text
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigError(f"A setting is wrong: {error}. See docs/settings.md.") from error


def read_secrets(environment: Mapping[str, str] = os.environ) -> Mapping[str, str]:
    """The environment with the content of ``NAME_FILE`` under ``NAME``.

    That is how containers and systemd hand secrets over. It works for settings and for the keys
    of models; a line break at a file's end is not part of the secret.

    Raises:
        ConfigError: A file can't be read, or both variables are set.
    """
    found: dict[str, str] = {}
    for variable, path in environment.items():
        name = variable.removesuffix(FILED)
        if name == variable or not path or not (name in _variables() or _KEY.fullmatch(name)):
            continue
        if environment.get(name):
            raise ConfigError(f"Both {name} and {variable} are set: unset one of them.")
        try:
            found[name] = Path(path).read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeError) as error:
            raise ConfigError(f"The file that {variable} names can't be read.") from error
    return {**environment, **found}


def _variables() -> list[str]:
    return [PREFIX + field.upper() for field in Settings.__struct_fields__]


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """A variable that is nearly a setting would be ignored in silence; others are none of ours."""
    names = _variables()
    for given in environment:
        known = given.removesuffix(FILED) in names
        if given.startswith(PREFIX) and not known:
            close = difflib.get_close_matches(given, names, 1, 0.9)
            if close:
                raise ConfigError(f"There is no setting {given}. Did you mean {close[0]}?")


def _from_file(file: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file.name} is not valid TOML: {error}") from error
