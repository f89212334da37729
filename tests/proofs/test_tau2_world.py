"""The worlds of tau2-bench through our MCP client, a few tasks of each."""

from pathlib import Path

import pytest
from tests.proofs.tau2_world import DOMAINS, READS, WRITES, Domain, Task, final_digest, load, serve
from tests.tools.context import Context

from interlock.domain.schema import Checker
from interlock.errors import ToolError
from interlock.tools.mcp import McpServer
from interlock.tools.mcp_result import result_of

# Tasks that write, that have failing calls, that change nothing, and that have no call at all.
CHOSEN: dict[Domain, tuple[str, ...]] = {
    "retail": ("0", "2", "12", "24"),
    "airline": ("0", "1", "7"),
}


async def play(server: McpServer, task: Task, thread_id: str) -> int:
    """Call the golden actions in order, and count those that fail."""
    tools = {tool.remote_name: tool for tool in server.tools}
    failed = 0
    for action in task.actions:
        context = Context(thread_id=thread_id)
        try:
            result_of(await server.call(tools[action.name], context, action.arguments))
        except ToolError:
            failed += 1
    return failed


@pytest.mark.parametrize("domain", DOMAINS)
async def test_a_world_serves_its_tools_with_their_effects(domain: Domain, tmp_path: Path):
    async with serve(domain, tmp_path) as server:
        effects = {tool.spec.name: (tool.spec.effect, tool.spec.approval) for tool in server.tools}

    assert effects == {
        **dict.fromkeys(READS[domain], ("read", "auto")),
        **dict.fromkeys(WRITES[domain], ("write", "always")),
    }


@pytest.mark.parametrize("domain", DOMAINS)
async def test_every_golden_call_fits_the_schema_that_the_model_sees(
    domain: Domain, tmp_path: Path
):
    async with serve(domain, tmp_path) as server:
        checkers = {tool.spec.name: Checker(tool.spec.parameters) for tool in server.tools}
    actions = [action for task in load(domain) for action in task.actions]

    faults = [checkers[action.name].faults(action.arguments) for action in actions]

    assert len(actions) == {"retail": 550, "airline": 142}[domain]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize("domain", DOMAINS)
async def test_the_golden_calls_leave_the_golden_database(domain: Domain, tmp_path: Path):
    tasks = {task.id: task for task in load(domain)}
    left: dict[str, tuple[str, int]] = {}
    async with serve(domain, tmp_path) as server:
        for name in CHOSEN[domain]:
            failed = await play(server, tasks[name], f"thread_{name}")
            left[name] = (final_digest(domain, tmp_path, f"thread_{name}"), failed)

    assert left == {name: (tasks[name].digest, tasks[name].failing_actions) for name in left}
    assert list(left) == list(CHOSEN[domain])


async def test_a_call_that_is_left_out_is_noticed(tmp_path: Path):
    task = load("retail")[0]
    short = Task(task.id, task.says, task.actions[:-1], task.digest, task.changes, 0)
    async with serve("retail", tmp_path) as server:
        await play(server, short, "thread_short")

    assert final_digest("retail", tmp_path, "thread_short") != task.digest
