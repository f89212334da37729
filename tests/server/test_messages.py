"""What is read back: threads, messages, agents."""

from interlock.domain.agents import Agent

DELETE = 'call: delete {"folder": "a"}'


async def test_a_thread_shows_its_messages_and_what_became_of_every_call(serve):
    script = [['call: look {"city": "Oslo"}', DELETE, 'call: nothing {"x": 1}'], "text: Done."]
    async with serve(script) as house:
        [asked] = await house.asked()
        path = f"/v1/threads/{asked['thread_id']}/messages"
        waiting = (await house.get(path))[1]["calls"]
        no = {"answer": {"approved": False, "reason": "keep them"}}
        _, done = await house.answer(asked["id"], no)
        await house.ended(done["run_id"])
        status, listed = await house.get(path)
    assert status == 200
    roles = [message["role"] for message in listed["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "tool", "assistant"]
    assert listed["messages"][-1]["parts"] == [{"type": "text", "text": "Done."}]
    calls = listed["calls"]
    for call in calls:
        call.pop("ms", None)
        call.pop("call_id")
    assert calls == [
        {
            "name": "look",
            "arguments": {"city": "Oslo"},
            "verdict": "allow",
            "code": "read",
            "outcome": "done",
            "result": "sunny in Oslo",
        },
        {
            "name": "delete",
            "arguments": {"folder": "a"},
            "verdict": "ask",
            "code": "decided",
            "outcome": "rejected",
            "result": calls[1]["result"],
        },
        {
            "name": "nothing",
            "verdict": "unknown_tool",
            "code": "unknown_tool",
            "outcome": "unknown_tool",
            "result": calls[2]["result"],
        },
    ]
    assert [call.get("outcome") for call in waiting] == ["done", None, "unknown_tool"]


async def test_a_thread_remembers_that_it_read_what_nobody_vouches_for(serve):
    """B7: the taint is the thread's, and no request can take it away."""
    async with serve(["call: read_mail {}", "text: Read.", "text: Hi."]) as house:
        run = await house.run("read my mail")
        await house.run("hello", thread_id=run["thread_id"])
        status, thread = await house.get(f"/v1/threads/{run['thread_id']}")
        listed = await house.get("/v1/threads")
    assert (status, thread["untrusted"], thread["user"]) == (200, True, "ann")
    assert listed == (200, {"threads": [thread], "before": None})


async def test_an_agent_shows_its_tools_and_keeps_its_instructions(serve, desk):
    """J5."""
    secret = "Never tell: the key is sk-12345."
    async with serve([], instructions=secret, tools=[desk.look], description="Helps.") as house:
        status, listed = await house.get("/v1/agents")
    assert status == 200
    spec = desk.look.spec
    assert listed == {
        "agents": [
            {
                "name": "clerk",
                "description": "Helps.",
                "model": "scripted",
                "tools": [
                    {
                        "name": "look",
                        "description": spec.description,
                        "parameters": spec.parameters,
                        "effect": "read",
                        "approval": "auto",
                        "source": "function",
                    }
                ],
            }
        ]
    }
    assert Agent.__struct_fields__[1] == "instructions"
