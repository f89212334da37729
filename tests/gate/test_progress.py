"""What a running tool shows leaves without secrets, from any thread, and in its order."""

import asyncio

import pytest

from interlock.domain.events import Shown, ToolProgressed
from interlock.domain.exhibits import Artifact, Todo
from interlock.domain.redact import Redactor
from interlock.domain.state import CallState
from interlock.errors import ToolError
from interlock.gate.progress import Progress

CALL = CallState(id="c1", name="act", raw="{}", message_id="m1", round=1)


def progress(shown: list[ToolProgressed | Shown], *secrets: str) -> Progress:
    return Progress(shown.append, Redactor(secrets), CALL)


async def test_secrets_are_taken_out_of_everything():
    shown: list[ToolProgressed | Shown] = []
    showing = progress(shown, "hunter2hunter2")
    showing.take({"with": "hunter2hunter2"})
    showing.exhibit("artifact", "p", {"title": "hunter2hunter2", "source": "<p>hunter2hunter2"})
    showing.close()
    page = Artifact(id="p", title="[redacted]", source="<p>[redacted]")
    assert shown == [
        ToolProgressed(call_id="c1", data={"with": "[redacted]"}),
        Shown(call_id="c1", exhibit=page),
    ]


async def test_what_a_thread_shows_arrives_in_its_order():
    shown: list[ToolProgressed | Shown] = []
    showing = progress(shown)

    def work() -> None:
        for number in range(5):
            showing.exhibit("todo", "t", {"items": [f"{number}"]})

    await asyncio.to_thread(work)
    showing.close()
    exhibits = [fact.exhibit for fact in shown if isinstance(fact, Shown)]
    lines = [one.items[0].text for one in exhibits if isinstance(one, Todo)]
    assert lines == ["0", "1", "2", "3", "4"]


async def test_nothing_is_shown_after_the_end():
    shown: list[ToolProgressed | Shown] = []
    showing = progress(shown)
    showing.close()
    showing.take("late")
    showing.exhibit("todo", "t", {"items": []})
    assert shown == []


@pytest.mark.parametrize("items", [[object()], ["\ud800"], [["a"]]])
async def test_what_is_no_json_or_fits_nothing_is_told_to_the_tool(items: list[object]):
    showing = progress([])
    with pytest.raises(ToolError, match="This is no todo that can be shown"):
        showing.exhibit("todo", "t", {"items": items})
