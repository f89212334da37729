"""A long chat, read by its last turns."""

from typing import Any

from tests.server.aisdk_chat import Chat

from interlock.models.scripted import Scripted

DELETE = ["text: I ask first.", 'call: delete {"folder": "a"}']


async def pages(chat: Chat, turns: int) -> list[list[dict[str, Any]]]:
    """All pages, the newest first."""
    found: list[list[dict[str, Any]]] = []
    query = f"?turns={turns}"
    while query:
        async with chat.house.open("GET", f"{chat.url}/{chat.id}/messages{query}") as response:
            assert response.status == 200
            found.append(await response.json())
            earlier = response.headers.get("x-interlock-earlier", "")
        query = f"?turns={turns}&before={earlier}" if earlier else ""
    return found


async def test_the_pages_of_a_chat_are_the_whole_chat(serve):
    async with serve([f"text: Answer {n}." for n in range(7)]) as house:
        chat = Chat(house)
        for n in range(7):
            await chat.say(f"Question {n}")
        parts = await pages(chat, 3)
        assert [len(part) for part in parts] == [6, 6, 2]
        assert [one for part in reversed(parts) for one in part] == await chat.stored()


async def test_a_question_that_the_next_turn_closed_is_closed_on_its_own_page(serve):
    async with serve([DELETE, "text: Fine.", DELETE, "text: All right."]) as house:
        chat = Chat(house)
        for words in ("delete", "never mind", "delete", "never mind"):
            await chat.say(words)
        for turns in (1, 2, 3, 9):
            parts = await pages(chat, turns)
            assert [one for part in reversed(parts) for one in part] == await chat.stored()


async def test_somebody_elses_chat_has_no_pages(serve):
    async with serve(Scripted(["text: Hello."] * 2)) as house:
        chat = Chat(house)
        await chat.say("hello")
        assert await pages(Chat(house, chat_id="nothing"), 3) == [[]]
