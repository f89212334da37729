"""Export over HTTP: to a collector that is there, to one that is away, to one that refuses."""

import logging

import pytest
from tests.traces.collector import attributes, collecting

from interlock.commands.begin import Begin
from interlock.domain.agents import Agent
from interlock.domain.messages import TextPart, UserMessage
from interlock.errors import ConfigError
from interlock.models.scripted import Scripted
from interlock.settings import Settings
from interlock.testing.story import ANN
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
STATE = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"


async def hello(parts: Runtime) -> str:
    """One run, to its end. Returns how it ended."""
    order = Begin(
        principal=ANN,
        agent="clerk",
        message=UserMessage("", (TextPart("hello"),)),
        traceparent=CALLER,
        tracestate=STATE,
    )
    begun = await parts.desk.begin(order)
    async for _ in parts.feed.follow(begun.run.id):
        pass
    run = await parts.store.read(lambda reader: reader.run(begun.run.id))
    assert run is not None
    return run.status


def serve(tmp_path, endpoint: str, **more: object):
    app = Interlock([Agent("clerk", model=Scripted(["text: Hello.", "text: Again."]))])
    settings = Settings(
        data_dir=str(tmp_path),
        otlp_endpoint=endpoint,
        drain_seconds=0.1,
        **more,  # pyright: ignore[reportArgumentType]
    )
    return runtime(app, settings, environment={})


async def test_a_collector_gets_the_spans_of_a_run_with_who_we_are(tmp_path):
    async with collecting() as collector:
        headers = ("Authorization=Basic c2VjcmV0", "x-scope=team")
        async with serve(tmp_path, collector.url, otlp_headers=headers) as parts:
            assert await hello(parts) == "success"
    spans = {span.name: span for span in collector.spans}
    assert sorted(spans) == ["chat scripted", "invoke_agent clerk"]
    run, model = spans["invoke_agent clerk"], spans["chat scripted"]
    assert {span.trace_id.hex() for span in spans.values()} == {CALLER.split("-")[1]}
    assert run.parent_span_id.hex() == CALLER.split("-")[2]
    assert {span.trace_state for span in spans.values()} == {STATE}
    assert model.parent_span_id == run.span_id
    assert (run.kind, model.kind) == (1, 3)  # internal, client
    assert 0 < run.start_time_unix_nano <= model.start_time_unix_nano
    assert model.end_time_unix_nano <= run.end_time_unix_nano
    assert attributes(model)["gen_ai.request.model"] == "scripted"
    assert attributes(run)["user.id"] == "ann"
    assert len(attributes(run)["gen_ai.agent.version"]) == 8
    who = {
        one.key: one.value.string_value
        for one in collector.requests[0].resource_spans[0].resource.attributes
    }
    assert who["service.name"] == "interlock"
    assert who["service.instance.id"]
    sent = {name.lower(): value for name, value in collector.headers[0].items()}
    assert (sent["authorization"], sent["x-scope"]) == ("Basic c2VjcmV0", "team")


@pytest.mark.parametrize(
    ("conventions", "theirs", "ours"),
    [("gen_ai", False, True), ("openinference", True, False), ("both", True, True)],
)
async def test_spans_are_told_in_the_words_of_the_conventions_that_are_set(
    tmp_path, conventions: str, *, theirs: bool, ours: bool
):
    more = {"otlp_conventions": conventions}
    async with collecting() as collector, serve(tmp_path, collector.url, **more) as parts:
        assert await hello(parts) == "success"
    told = [attributes(span) for span in collector.spans]
    kinds = {found.get("openinference.span.kind") for found in told}
    assert kinds == ({"AGENT", "LLM"} if theirs else {None})
    assert all(any(name.startswith("gen_ai.") for name in found) is ours for found in told)
    assert not any("input.value" in found or "gen_ai.input.messages" in found for found in told)
    assert [found["user.id"] for found in told if "user.id" in found] == ["ann"]


async def test_content_goes_along_in_either_words_only_where_it_is_switched_on(tmp_path):
    async with collecting() as collector:
        more = {"otlp_conventions": "both", "trace_content": True}
        async with serve(tmp_path, collector.url, **more) as parts:
            assert await hello(parts) == "success"
    spans = {span.name: attributes(span) for span in collector.spans}
    run, model = spans["invoke_agent clerk"], spans["chat scripted"]
    assert "hello" in run["input.value"]
    assert run["input.value"] == run["gen_ai.input.messages"]
    assert (run["input.mime_type"], model["output.mime_type"]) == ("application/json",) * 2
    assert "Hello." in model["output.value"]


async def test_a_failed_span_says_so_and_with_what_kind_of_error(tmp_path):
    async with collecting() as collector, serve(tmp_path, collector.url) as parts:
        # The script is over at the third: the model fails then.
        ends = [await hello(parts) for _ in range(3)]
    assert ends == ["success", "success", "failed"]
    failed = [span for span in collector.spans if span.status.code == 2]
    assert {span.name for span in failed} == {"chat scripted", "invoke_agent clerk"}
    assert all(attributes(span)["error.type"] == span.status.message for span in failed)


@pytest.mark.parametrize("status", [400, 0])
async def test_without_its_collector_everything_works(tmp_path, status, caplog):
    caplog.set_level(logging.CRITICAL, "opentelemetry")
    async with collecting(status) as collector:
        url = collector.url if status else "http://127.0.0.1:9"
        async with serve(tmp_path, url) as parts:
            assert await hello(parts) == "success"
            exporter = parts.sight.exporter
    assert exporter is not None
    assert exporter.runs["sent"] == 0
    assert exporter.runs["failed"] + exporter.runs["dropped"] == 1


async def test_a_setting_that_can_not_be_right_is_refused_at_the_start(tmp_path):
    with pytest.raises(ConfigError, match="INTERLOCK_OTLP_ENDPOINT"):
        async with serve(tmp_path, "collector:4317"):
            pass
    with pytest.raises(ConfigError, match="INTERLOCK_OTLP_HEADERS"):
        async with serve(tmp_path, "http://127.0.0.1:9", otlp_headers=("Basic",)):
            pass


async def test_export_is_off_unless_an_address_is_set(tmp_path):
    async with serve(tmp_path, "") as parts:
        assert parts.sight.exporter is None
