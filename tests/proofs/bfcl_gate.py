"""The function-calling cases through the whole engine: what is valid runs, what is broken does not.

Each case is an agent with the case's tools and a scripted model. One message proposes the expected
calls, another one every broken call of the case. Of the 320 cases 50 expect no call at all.

``python -m tests.proofs.bfcl_gate`` plays all cases and prints the counts.
"""

import asyncio
import json
import operator
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from tests.proofs.bfcl import Broken, Expected, breakages, load

from interlock.domain.agents import Agent, Limits
from interlock.domain.messages import Json, ToolMessage
from interlock.domain.policy import allow_all
from interlock.domain.tools import ToolContext
from interlock.models.script import Call, Say, Script
from interlock.models.scripted import Scripted
from interlock.testing import Story
from interlock.tools.raw import SchemaTool, schema_tool

UNBRAKED = Limits(failures_in_a_row=0, identical_calls=0, calls=0)


class Witness(Struct):
    """What really ran: the arguments, in the order in which the calls were proposed."""

    ran: dict[str, dict[str, Json]] = {}

    def tool(self, name: str, schema: dict[str, Json]) -> SchemaTool:
        """A tool that only remembers."""

        async def remember(context: ToolContext, arguments: dict[str, Json]) -> Json:
            self.ran[context.call_id] = arguments
            return "noted"

        return schema_tool(name, name, schema, remember)


async def play(calls: Iterable[Expected], folder: Path) -> Counter[str]:
    """Propose every call and every broken call; count what ran and what was refused by name."""
    cases: dict[str, list[Expected]] = defaultdict(list)
    for call in calls:
        cases[call.case].append(call)
    broken = {
        name: [(call, each) for call in group for each in breakages(call)]
        for name, group in cases.items()
    }
    witness = Witness()
    agents = [_agent(f"c{at}", cases[name], broken[name], witness) for at, name in enumerate(cases)]
    counts: Counter[str] = Counter(cases=len(cases))
    async with Story(agents, folder) as story:
        for at, name in enumerate(cases):
            told = await story.wait(await story.begin("valid", agent=f"c{at}"))
            wanted = [call.arguments for call in cases[name]]
            ran = [witness.ran.pop(each.call_id, None) for each in _results(told.messages)]
            counts += Counter(calls=len(wanted), accepted=sum(map(operator.eq, wanted, ran)))
            told = await story.wait(await story.begin("broken", agent=f"c{at}"))
            counts += _refused([each for _, each in broken[name]], _results(told.messages))
            counts["broken_that_ran"] += len(witness.ran)
    return counts


def _agent(
    name: str, calls: list[Expected], broken: list[tuple[Expected, Broken]], witness: Witness
) -> Agent:
    valid = [Call(call.tool, json.dumps(call.arguments)) for call in calls]
    wrong = [Call(call.tool, json.dumps(each.arguments)) for call, each in broken]
    turns: list[Script] = [valid, [Say("Done.")], wrong, [Say("Done.")]]
    schemas = {call.tool: call.schema for call in calls}
    return Agent(
        name,
        model=Scripted(turns),
        tools=[witness.tool(tool, schema) for tool, schema in schemas.items()],
        policy=allow_all,
        limits=UNBRAKED,
    )


def _refused(broken: list[Broken], results: list[ToolMessage]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each, result in zip(broken, results, strict=True):
        counts[f"broken.{each.kind}"] += 1
        counts[f"named.{each.kind}"] += result.is_error and f"- {each.path}:" in result.text
    return counts


def _results(messages: Iterable[object]) -> list[ToolMessage]:
    return [each for each in messages if isinstance(each, ToolMessage)]


async def play_all() -> Counter[str]:
    """Play all cases."""
    with tempfile.TemporaryDirectory() as folder:
        return await play(load()[1], Path(folder))


if __name__ == "__main__":
    sys.stdout.write(f"{dict(sorted(asyncio.run(play_all()).items()))}\n")
