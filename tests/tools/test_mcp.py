"""The tools of an MCP server behind our gate."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tools.context import Context

from interlock.domain.tools import Tool, ToolContext, ToolSpec, Verification
from interlock.errors import ConfigError, ToolError, ToolUnavailable
from interlock.tools.mcp import McpOptions, McpServer, McpTool
from interlock.tools.mcp_session import StdioCommand
from interlock.traces.here import Here
from interlock.traces.nest import nest

SCRIPT = Path(__file__).parent.parent / "fixtures" / "mcp_server.py"
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def tenant(context: ToolContext) -> str:
    return context.principal.tenant


BOUND = McpOptions(bound={"tenant": tenant})
Build = Callable[..., McpServer]


@pytest.fixture
async def build(tmp_path: Path) -> AsyncIterator[Build]:
    """Build servers that end with the test."""
    servers: list[McpServer] = []

    def make(options: McpOptions = BOUND, **env: str) -> McpServer:
        env = {"LOG": str(tmp_path / "log"), **env}
        command = StdioCommand(command=sys.executable, args=("-u", str(SCRIPT)), env=env)
        servers.append(McpServer("desk", command, options))
        return servers[-1]

    yield make
    for server in servers:
        await server.close()


@pytest.fixture
async def desk(build: Build) -> McpServer:
    server = build()
    await server.open()
    return server


def named(server: McpServer, name: str) -> McpTool:
    return next(tool for tool in server.tools if tool.remote_name == name)


async def say(server: McpServer, name: str, words: str = "hi") -> object:
    return await named(server, name).invoke(Context(), {"text": words})


async def test_a_servers_tools_become_tools_that_write_and_return_untrusted_content(
    desk: McpServer,
):
    echo: Tool = named(desk, "echo")

    assert echo.spec == ToolSpec(
        name="desk__echo",
        description="Say it back.",
        parameters=TEXT,
        effect="write",
        returns="untrusted",
        source="mcp:desk",
    )
    assert await echo.check(Context().principal, {}) is None
    assert await echo.verify(Context(), {}) == Verification(None)


async def test_every_page_of_the_list_is_read_and_odd_names_are_made_fit(desk: McpServer):
    names = [tool.spec.name for tool in desk.tools]

    assert names == [
        *("desk__echo", "desk__erase", "desk__files_move_all", "desk__fail", "desk__wrong"),
        *("desk__crash", "desk__die", "desk__slow", "desk__big", "desk__rich", "desk__change"),
    ]


async def test_a_tool_whose_schema_can_not_be_used_is_left_out_by_name(desk: McpServer):
    assert list(desk.refused) == ["broken"]
    assert "not valid JSON Schema" in desk.refused["broken"]


async def test_a_hint_may_raise_the_effect_and_never_lower_it(build: Build):
    lenient = build(McpOptions(traits={"*": {"effect": "write", "timeout": 5}}))
    await lenient.open()

    effects = {tool.remote_name: tool.spec.effect for tool in lenient.tools}

    assert (effects["echo"], effects["erase"]) == ("write", "destructive")
    assert {tool.spec.timeout for tool in lenient.tools} == {5}


async def test_the_operators_word_on_a_tool_is_final(build: Build):
    options = McpOptions(
        effects={"echo": "read", "erase": "write"},
        traits={"fail": {"effect": "destructive", "permission": "clerk"}},
        only=frozenset({"echo", "erase", "fail"}),
        prefix=False,
    )
    server = build(options)
    await server.open()

    assert [(tool.spec.name, tool.spec.effect, tool.spec.permission) for tool in server.tools] == [
        ("echo", "read", ""),
        ("erase", "write", ""),
        ("fail", "destructive", "clerk"),
    ]


async def test_a_bound_argument_is_hidden_from_the_model_and_filled_from_the_context(
    desk: McpServer,
):
    assert await say(desk, "echo") == {"text": "hi", "tenant": "acme"}
    forged = {"text": "hi", "tenant": "other"}
    assert await named(desk, "echo").invoke(Context(), forged) == {"text": "hi", "tenant": "acme"}


async def test_progress_is_shown(desk: McpServer):
    context = Context(shown=[])

    await named(desk, "echo").invoke(context, {"text": "hi"})

    assert context.shown == [{"progress": 1, "total": 2, "message": None}]


async def test_what_is_no_text_is_named(desk: McpServer):
    assert await say(desk, "rich") == "[image, image/png, 3 bytes]\nsee above"


async def test_a_result_of_any_size_is_bounded(desk: McpServer):
    result = await say(desk, "big")

    assert result == f"{'x' * 1_000_000}\n[cut: 1000000 of 1500000 characters]"


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("fail", ToolError, r"The drawer is locked\."),
        ("wrong", ToolError, "text must be a colour"),
        ("crash", ToolUnavailable, "desk failed: internal error"),
        ("die", ToolUnavailable, "desk failed: Connection closed"),
    ],
)
async def test_a_failure_is_sorted_by_whether_other_arguments_could_help(
    desk: McpServer, name: str, kind: type[ToolError], words: str
):
    with pytest.raises(ToolError, match=words) as caught:
        await say(desk, name)

    assert type(caught.value) is kind


async def test_a_server_that_died_is_started_again_for_the_next_call(desk: McpServer):
    with pytest.raises(ToolUnavailable):
        await say(desk, "die")

    assert await say(desk, "echo") == {"text": "hi", "tenant": "acme"}


async def test_cancelling_a_call_cancels_it_on_the_server(desk: McpServer, tmp_path: Path):
    log = tmp_path / "log"

    async def until(words: str) -> None:
        async with asyncio.timeout(10):
            while not log.exists() or log.read_text() != words:  # noqa: ASYNC110 - the log is another process's
                await asyncio.sleep(0.005)

    async with asyncio.TaskGroup() as group:
        call = group.create_task(say(desk, "slow"))
        await until("started")
        call.cancel()

    assert call.cancelled()
    await until("cancelled")
    assert await say(desk, "echo") == {"text": "hi", "tenant": "acme"}


async def test_calls_run_side_by_side_on_one_connection(desk: McpServer):
    results = await asyncio.gather(*(say(desk, "echo", str(n)) for n in range(50)))

    assert results == [{"text": str(n), "tenant": "acme"} for n in range(50)]


async def test_a_tool_that_changes_its_words_does_not_run_any_more(desk: McpServer):
    assert await say(desk, "change") == "changed"

    with pytest.raises(ToolUnavailable, match="desk__echo changed since it was approved"):
        await say(desk, "echo")
    assert await say(desk, "rich") == "[image, image/png, 3 bytes]\nsee above"


async def test_a_tool_that_differs_from_its_pin_does_not_run(build: Build):
    first = build()
    await first.open()
    changed = build(McpOptions(pins=first.pins), DESCRIPTION="Say it back to everybody.")
    await changed.open()
    same = build(McpOptions(pins=first.pins))
    await same.open()

    with pytest.raises(ToolUnavailable, match="changed since it was approved"):
        await say(changed, "echo")
    assert await named(same, "echo").invoke(Context(), {"text": "hi", "tenant": "a"})


async def test_a_closed_server_is_unavailable_and_closing_twice_is_fine(build: Build):
    async with build() as server:
        assert await say(server, "echo")
    await server.close()

    with pytest.raises(ToolUnavailable, match="closed"):
        await say(server, "echo")


async def test_a_server_can_be_opened_again(build: Build):
    server = build()
    await server.open()
    await server.close()
    tools = await server.open()

    assert tools == server.tools
    assert await say(server, "echo") == {"text": "hi", "tenant": "acme"}


@pytest.mark.parametrize(
    "command",
    [
        StdioCommand(command="/no/such/program"),
        StdioCommand(command=sys.executable, args=("-c", "")),
        StdioCommand(command=sys.executable, args=("-c", "print('hello')")),
    ],
    ids=["missing", "silent", "no protocol"],
)
async def test_a_server_that_can_not_be_started_says_what_to_check(command: StdioCommand):
    with pytest.raises(ConfigError, match=r"desk can't be started\. Check its command: "):
        await McpServer("desk", command).open()


async def test_our_own_secrets_do_not_reach_a_server(build: Build, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("DESCRIPTION", "leaked")
    server = build()
    await server.open()

    assert named(server, "echo").spec.description == "Say it back."


async def test_two_tools_that_would_share_a_name_are_refused(build: Build):
    with pytest.raises(ConfigError, match="two tools of desk would be called desk__files_move_all"):
        await build(MORE="files_move_all").open()


async def test_a_very_long_name_is_cut_and_stays_unique(build: Build):
    server = build(MORE=f"{'x' * 90}a {'x' * 90}b")
    await server.open()

    names = [tool.spec.name for tool in server.tools if "xxx" in tool.spec.name]

    assert [len(name) for name in names] == [64, 64]
    assert len(set(names)) == 2


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"effects": {"ecko": "read"}}, "has no tool 'ecko'"),
        ({"traits": {"ecko": {"permission": "clerk"}}}, "has no tool 'ecko'"),
        ({"only": frozenset({"ecko"})}, "has no tool 'ecko'"),
        ({"effects": {"echo": "harmless"}}, "effect must be one of"),
        ({"traits": {"*": {"rate": "often"}}}, "not a rate"),
    ],
)
async def test_a_wrong_option_is_refused(build: Build, options: dict[str, Any], complaint: str):
    with pytest.raises(ConfigError, match=complaint):
        await build(McpOptions(**options)).open()


async def test_a_server_is_told_which_span_calls_it(build: Build):
    server = build(MORE="meta")
    await server.open()
    ids = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
    with nest(Here(*ids)):
        meta = await say(server, "meta")
    assert isinstance(meta, dict)
    assert meta["traceparent"] == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    assert "tracestate" not in meta
    with nest(Here(*ids, "rojo=1,congo=2")):
        meta = await say(server, "meta")
    assert isinstance(meta, dict)
    assert meta["tracestate"] == "rojo=1,congo=2"
