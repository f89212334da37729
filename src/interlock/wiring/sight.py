"""What makes a running Interlock visible: its counters, its exporter, and its spans in tools."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from interlock.domain.redact import Redactor
from interlock.errors import ConfigError
from interlock.loop.tell import tell_undriven
from interlock.ports import Agents, Clock, Cluster, Store
from interlock.settings import Settings
from interlock.sight.tallies import Tallies
from interlock.traces.exporter import Exporter, Send
from interlock.traces.gauges import gauges
from interlock.traces.here import Nest, within
from interlock.traces.meter import Meter
from interlock.traces.sample import Sampling
from interlock.traces.series import exposition
from interlock.traces.watched import WatchedStore
from interlock.wiring.extra import from_extra

UNKNOWN = "unknown"
"""The effect of a tool that no agent has any more."""

FLUSH_SECONDS = 3.0
"""How long a stop waits for the export of what ended last."""

OTLP = "interlock.traces.otlp:OtlpSender"
NEST = "interlock.traces.nest:nest"
LISTEN = "interlock.wiring.scrape:listening"


class Sight:
    """The eyes of one process.

    Args:
        meter: Counts.
        store: The log, watched.
        tallies: Count the runs that are written here.
        exporter: Sends spans; None: off.
    """

    def __init__(
        self, meter: Meter, store: Store, tallies: Tallies, exporter: Exporter | None
    ) -> None:
        self.meter = meter
        self.store = store
        self.tallies = tallies
        self.exporter = exporter


def make_sight(
    settings: Settings,
    store: Store,
    agents: Agents,
    redactor: Redactor,
    steady: Callable[[], float],
    name: str,
) -> Sight:
    """Watch a store.

    Args:
        settings: Whether and where to export.
        store: The log.
        agents: Know their tools' effects.
        redactor: Takes known secrets out of what leaves.
        steady: Seconds, for durations.
        name: Of this process.

    Raises:
        ConfigError: Export is switched on, and what it needs is not installed or badly set.
    """
    meter = Meter(lambda tool: _effect(agents, tool))
    exporter: Exporter | None = None
    if settings.otlp_endpoint:
        sampling = Sampling(settings.trace_ratio, settings.trace_keep_usd)
        send = _sender(settings, name)
        exporter = Exporter(store, send, sampling, redactor, content=settings.trace_content)
    meter.also(lambda: [] if exporter is None else [exporter.family()])
    ended = None if exporter is None else exporter.offer
    tallies = Tallies()
    watched = WatchedStore(store, meter, steady, tallies.take, ended, tell_undriven)
    return Sight(meter, watched, tallies, exporter)


def make_nest() -> Nest:
    """How a call's span becomes the current one: OpenTelemetry's, too, where that is installed."""
    try:
        return from_extra(NEST)
    except ConfigError:
        return within


@asynccontextmanager
async def scraped(
    settings: Settings, sight: Sight, cluster: Cluster, clock: Clock
) -> AsyncGenerator[None]:
    """Serve this process's metrics while the block runs, if the settings say where.

    Raises:
        ConfigError: The address is none, or taken.
    """
    if not settings.metrics_listen:
        yield
        return

    async def render() -> bytes:
        return exposition([*sight.meter.families(), *await gauges(sight.store, cluster, clock)])

    async with from_extra(LISTEN)(settings.metrics_listen, render):
        yield


def passwords(settings: Settings) -> list[str]:
    """What in these settings is secret: the values of the collector's headers."""
    return [pair.partition("=")[2].strip() for pair in settings.otlp_headers]


def _sender(settings: Settings, name: str) -> Send:
    if not settings.otlp_endpoint.startswith(("http://", "https://")):
        raise ConfigError("INTERLOCK_OTLP_ENDPOINT must look like http://collector:4318")
    pairs = [pair.partition("=") for pair in settings.otlp_headers if pair]
    if any(not key.strip() or not equals for key, equals, _ in pairs):
        raise ConfigError("INTERLOCK_OTLP_HEADERS must look like name=value,other=value")
    resource = {
        "service.name": "interlock",
        "service.version": version("interlock"),
        "service.instance.id": name,
    }
    headers = {key.strip().lower(): value.strip() for key, _, value in pairs}
    make = from_extra(OTLP)
    return make(settings.otlp_endpoint, headers, resource, settings.otlp_conventions)


def _effect(agents: Agents, name: str) -> str:
    for agent in agents.all():
        tool = agent.tool(name)
        if tool is not None:
            return tool.spec.effect
    return UNKNOWN
