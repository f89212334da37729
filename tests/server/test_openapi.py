"""The description of the API is made from what the API does."""

import re

import pytest
from jsonschema_rs import validator_for

from interlock.server.app import TABLE
from interlock.server.openapi import describe

DELETE = 'call: delete {"folder": "a"}'


@pytest.fixture
def document():
    return describe(TABLE, "1.2.3")


def test_every_address_is_described_with_its_parts_and_problems(document):
    described = {
        (path, method.upper()) for path, methods in document["paths"].items() for method in methods
    }
    assert described == {(route.path, route.method) for route in TABLE}
    assert document["info"] == {"title": "Interlock", "version": "1.2.3"}
    for route in TABLE:
        operation = document["paths"][route.path][route.method.lower()]
        inside = [p["name"] for p in operation["parameters"] if p["in"] == "path"]
        assert inside == re.findall(r"{(\w+)}", route.path)
        assert ("401" in operation["responses"]) is not route.public
        assert operation.get("security", "token") == ([] if route.public else "token")
    ids = [o["operationId"] for methods in document["paths"].values() for o in methods.values()]
    assert len(set(ids)) == len(ids)


def test_every_reference_leads_somewhere(document):
    named = set(re.findall(r"'#/components/schemas/([^']+)'", str(document)))
    assert named <= set(document["components"]["schemas"])
    assert {"NewRun", "Run", "QuestionView", "EventPage", "ToolEnded", "Problem"} <= named


async def test_answers_are_what_the_description_says(serve, document):
    async with serve([DELETE, "text: Done."]) as house:
        status, served = await house.get("/openapi.json")
        assert (status, served["openapi"]) == (200, "3.1.0")
        [asked] = await house.asked()
        _, done = await house.answer(asked["id"], {"answer": {"approved": True}})
        await house.ended(done["run_id"])
        names = {
            "run_id": done["run_id"],
            "thread_id": asked["thread_id"],
            "interrupt_id": asked["id"],
        }
        checked = 0
        for route in TABLE:
            if route.method != "GET" or route.response is None or "{agent}" in route.path:
                continue
            if not names.keys() >= set(re.findall(r"{(\w+)}", route.path)):
                continue  # things of which there are none here
            status, answer = await house.get(route.path.format(**names), "ops")
            assert status == 200, route.path
            content = served["paths"][route.path]["get"]["responses"]["200"]["content"]
            schema = content["application/json"]["schema"] | {"components": served["components"]}
            assert list(validator_for(schema).iter_errors(answer)) == []
            checked += 1
    assert checked >= 8
