"""The sentence on an approval card: exact, whatever the arguments say or leave out."""

import pytest

from interlock import tool
from interlock.domain.messages import Json
from interlock.domain.state import CallState
from interlock.loop.asking import consequence


@tool(consequence="Moves {what} to {to}, {copies} times, for {who}.")
async def move(what: str, to: str, copies: int = 2, who: str | None = None) -> None:
    """Move something."""


def sentence(arguments: dict[str, Json]) -> str:
    call = CallState(id="c", name="move", raw="", message_id="m", round=1, arguments=arguments)
    return consequence(move, call)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"what": "a", "to": "b", "copies": 5}, "Moves a to b, 5 times, for None."),
        ({"what": "{to}", "to": "{what}"}, "Moves {to} to {what}, 2 times, for None."),
        ({"to": "b"}, "Moves (not given) to b, 2 times, for None."),
    ],
)
def test_places_are_filled_once_with_what_was_said_or_is_meant(
    arguments: dict[str, Json], words: str
):
    assert sentence(arguments) == words


def test_a_tool_without_a_sentence_is_named():
    call = CallState(id="c", name="gone", raw="", message_id="m", round=1)
    assert consequence(None, call) == "Run gone?"
