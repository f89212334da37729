"""What people do with threads over HTTP, and how another tab hears of it."""

import asyncio
import json

from tests.server.house import BOUND


async def test_a_thread_is_renamed_found_and_deleted(serve):
    async with serve(["text: Hi."]) as house:
        run = await house.run("hello there")
        path = f"/v1/threads/{run['thread_id']}"
        status, renamed = await house.ask("PATCH", path, json={"title": "My plan"})
        assert (status, renamed["title"]) == (200, "My plan")
        assert (await house.ask("PATCH", path, json={"title": " "}))[0] == 422
        assert (await house.ask("PATCH", path, "bob", json={"title": "x"}))[0] == 404
        found = (await house.get("/v1/threads?q=plan"))[1]["threads"]
        assert [thread["id"] for thread in found] == [run["thread_id"]]
        assert (await house.get("/v1/threads?q=hello"))[1]["threads"] == []
        assert (await house.ask("DELETE", path, "eve"))[0] == 404
        assert await house.ask("DELETE", path) == (204, b"")
        assert (await house.get(path))[0] == 404
        assert (await house.get("/v1/threads"))[1]["threads"] == []


async def test_an_answer_is_rated(serve):
    async with serve(["text: Hi."]) as house:
        run = await house.run("hello there")
        path = f"/v1/threads/{run['thread_id']}"
        rating = {"value": -1, "comment": "rude"}
        answer = f"{path}/messages/{run['turn_id']}/rating"
        assert (await house.ask("PUT", answer, json=rating))[0] == 200
        assert (await house.ask("PUT", answer, json={"value": 5}))[0] == 422
        assert (await house.ask("PUT", answer, "bob", json=rating))[0] == 404
        other = f"{path}/messages/nothing/rating"
        assert (await house.ask("PUT", other, json=rating))[0] == 404
        [kept] = (await house.get(f"{path}/ratings"))[1]["ratings"]
        assert (kept["value"], kept["comment"], kept["user"]) == (-1, "rude", "ann")
        assert (await house.get(f"{path}/ratings", "bob"))[0] == 404


async def test_another_tab_hears_of_an_open_question_and_of_its_answer(serve):
    script = ['call: delete {"folder": "a"}', "text: Done."]
    async with (
        asyncio.timeout(BOUND),
        serve(script) as house,
        house.open("GET", "/v1/changes") as stream,
    ):
        assert await heard(stream) == []
        [asked] = await house.asked()
        assert await until(stream, 1) == [asked["id"]]
        await house.answer(asked["id"], {"answer": {"approved": True}})
        assert await until(stream, 0) == []


async def heard(stream) -> list[str]:
    """The open questions that the next news names."""
    while True:
        line = (await stream.content.readline()).decode()
        if line.startswith("data: "):
            return json.loads(line[6:])["open"]


async def until(stream, count: int) -> list[str]:
    while len(found := await heard(stream)) != count:
        pass
    return found


async def test_the_record_says_through_which_client_a_person_came(serve):
    async with serve(['call: delete {"folder": "a"}', "text: Done."]) as house:
        [asked] = await house.asked()
        yes = {"answer": {"approved": True}}
        status, told = await house.answer(asked["id"], yes, headers={"Interlock-Channel": "cli"})
        assert (status, told["question"]["decision"]["channel"]) == (200, "cli")
        run = await house.ended(told["run_id"])
        assert run["channel"] == "cli"
        other = await house.run("hi", thread_id="t2")
        assert other.get("channel", "api") == "api"
