"""The golden actions of tau2-bench through the whole engine.

A scripted model proposes them one by one, the gate judges and runs them on the world's MCP server,
and a scripted person approves every write. What counts is the database that is left.

``python -m tests.proofs.tau2_replay`` plays all 164 tasks and prints the counts.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.proofs.tau2_world import DOMAINS, WRITES, Domain, Task, final_digest, load, serve

from interlock.domain.agents import Agent, Limits
from interlock.domain.messages import ToolMessage, UserMessage, text_of
from interlock.domain.model import ModelRequest
from interlock.models.script import Call, Say, Script
from interlock.models.scripted import Scripted
from interlock.testing import Story, Told

YES = {"approved": True}


async def replay(domain: Domain, tasks: Iterable[Task], folder: Path) -> Counter[str]:
    """Play tasks, each in a thread of its own.

    Returns:
        ``tasks``, those that ended in ``success`` and those whose database is ``equal`` to the
        golden one; golden ``calls`` and those that the model got ``answered``; calls ``failing`` by
        design and failures ``handed_back`` to the model; golden ``writes`` and questions asked:
        ``approval``, ``brake``.
    """
    chosen = list(tasks)
    world = folder / "world"
    agent = agent_of(domain, chosen, world)
    counts: Counter[str] = Counter(tasks=len(chosen))
    async with Story([agent], folder) as story:
        for task in chosen:
            thread_id = thread_of(domain, task)
            told = await story.say(opening(task), thread_id)
            while told.status == "interrupted":
                counts.update(question.kind for question in told.questions)
                for question in told.questions:
                    told = await story.answer(question, YES)
            counts += _count(domain, task, told)
            counts["equal"] += final_digest(domain, world, thread_id) == task.digest
    return counts


def _count(domain: Domain, task: Task, told: Told) -> Counter[str]:
    results = [each for each in told.messages if isinstance(each, ToolMessage)]
    return Counter(
        success=told.status == "success",
        calls=len(task.actions),
        answered=len(results),
        failing=task.failing_actions,
        handed_back=sum(each.is_error for each in results),
        writes=sum(action.name in WRITES[domain] for action in task.actions),
    )


def agent_of(domain: Domain, tasks: Iterable[Task], world: Path) -> Agent:
    """An agent that proposes the golden actions of whichever task is named to it.

    Args:
        domain: Its world, and its name.
        tasks: What it knows.
        world: A folder for the databases.
    """
    script = {opening(task): task for task in tasks}

    def answer(request: ModelRequest) -> Script:
        first = next(each for each in request.messages if isinstance(each, UserMessage))
        task = script[text_of(first)]
        done = sum(isinstance(each, ToolMessage) for each in request.messages)
        if done == len(task.actions):
            return [Say("Done.")]
        return [Call(task.actions[done].name, json.dumps(task.actions[done].arguments))]

    return Agent(
        domain,
        model=Scripted(answer),
        sources=[serve(domain, world)],
        limits=Limits(calls=500, asks=500),
    )


def opening(task: Task) -> str:
    """The user's message that begins a task."""
    return f"{task.id}: {task.says}"


def thread_of(domain: Domain, task: Task) -> str:
    """The thread of a task, whose database is its own."""
    return f"thread_{domain}_{task.id}"


async def replay_all() -> dict[Domain, Counter[str]]:
    """Play all 164 tasks."""
    counts: dict[Domain, Counter[str]] = {}
    for domain in DOMAINS:
        with tempfile.TemporaryDirectory() as folder:
            counts[domain] = await replay(domain, load(domain), Path(folder))
    return counts


if __name__ == "__main__":
    for domain, counts in asyncio.run(replay_all()).items():
        sys.stdout.write(f"{domain} {dict(sorted(counts.items()))}\n")
