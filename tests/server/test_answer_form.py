"""The form of an answer, and of what a person is shown."""

import pytest

from interlock.tools.raw import schema_tool

DELETE = 'call: delete {"folder": "a"}'


@pytest.mark.parametrize(
    "body",
    [
        {"answer": {"approved": True, "always": True}},
        {"answer": {"approved": True, "remember": "send_email"}},
        {"answer": {"approved": "true"}},
        {"answer": {"approved": 1}},
        {"answer": {}},
        {"answer": True},
        {"answer": None},
        {"answer": [{"approved": True}]},
        {"answer": {"approved": True}, "always": True},
        {"answer": {"approved": True}, "abandon": True},
        {"approved": True},
        {"digest": "0"},
        {},
    ],
)
async def test_only_an_answer_of_the_right_form_is_one(serve, desk, body):
    """A15, D10: a standing grant is no answer, and unknown members are refused."""
    async with serve([DELETE]) as house:
        [asked] = await house.asked()
        status, _ = await house.answer(asked["id"], body)
        assert status == 422
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"
    assert desk.effects == []


async def test_an_abandoned_question_runs_nothing(serve, desk):
    async with serve([DELETE, "text: All right."]) as house:
        [asked] = await house.asked()
        status, done = await house.answer(asked["id"], {"abandon": True})
        assert (status, done["question"]["status"]) == (200, "cancelled")
        assert (await house.ended(done["run_id"]))["status"] == "success"
    assert desk.effects == []


async def test_nothing_in_the_arguments_hides_from_the_person(serve):
    """A17: characters without a shape are escapes; the length is told, the tail is there."""
    folder = "ok\u202egnp.exe\u200b" + " " * 5000 + "\u3164rm -rf é漢"
    script = [f'call: delete {{"folder": "{folder}"}}']
    async with serve(script) as house:
        [asked] = await house.asked()
        shown = (await house.get(f"/v1/interrupts/{asked['id']}"))[1]
    visible = r'{"folder":"ok\u202egnp.exe\u200b' + " " * 5000 + r'\u3164rm -rf é漢"}'
    assert (shown["shown"], shown["length"]) == (visible, len(visible))


async def test_a_pattern_that_would_take_forever_does_not(serve, desk):
    """D11: an edit is checked against the tool's schema in bounded time."""
    evil = {"type": "object", "properties": {"folder": {"type": "string", "pattern": "^(a+)+$"}}}

    async def delete(_context, arguments):
        desk.effects.append(str(arguments))

    slow = schema_tool("delete", "Delete.", evil, delete, effect="destructive")
    async with serve([DELETE], tools=[slow]) as house:
        [asked] = await house.asked()
        edit = {"answer": {"approved": True, "editedArgs": {"folder": "a" * 5000 + "!"}}}
        status, problem = await house.answer(asked["id"], edit)
    assert (status, problem["code"]) == (422, "bad_answer")
