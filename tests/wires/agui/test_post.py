"""Whatever clients really send is read; what is no input is refused with the member's name."""

import pytest
from tests.wires.agui.posts import assistant, body, entry, post, tool, user

from interlock.errors import Invalid
from interlock.wires.agui.frames import Stream
from interlock.wires.agui.post import MOST_ANSWERS, Entry, Post, Posted, read_post


def test_an_input_of_the_current_client_is_read_whole():
    given = post(
        user("hi"),
        assistant("I ask.", "m1", ("c1", "{}")),
        tool("c1", "3"),
        resume=[entry(payload={"approved": True}, metadata={"interlock": {"digest": "d1"}})],
        tools=[{"name": "open_page", "description": "Opens a page."}],
        state={"theme": "dark"},
    )
    assert given == Post(
        thread_id="t1",
        run_id="r2",
        messages=(
            Posted(id="u1", role="user", content="hi"),
            Posted(id="m1", role="assistant", content="I ask.", calls=(("c1", "{}"),)),
            Posted(id="x1", role="tool", content="3", call_id="c1"),
        ),
        resume=(
            Entry(interrupt_id="int_1", status="resolved", payload={"approved": True}, digest="d1"),
        ),
        tools=("open_page",),
        asides=("state",),
    )
    assert given.stream == Stream(thread_id="t1", run_id="r2")


def test_a_client_without_a_protocol_version_is_of_the_old_line():
    assert not read_post(body(user("hi"), protocolVersion=None)).stream.modern


@pytest.mark.parametrize("name", ["messages", "resume", "tools", "state", "context"])
def test_a_null_is_as_good_as_nothing(name):
    assert read_post(body(**{name: None})) == read_post(body())


def test_members_that_nobody_knows_do_no_harm():
    assert read_post(body(user("hi") | {"mood": "good"}, color="red")) == read_post(
        body(user("hi"))
    )


@pytest.mark.parametrize(
    "message",
    [
        {"id": "x", "role": "oracle", "content": "hi"},
        {"id": 7, "role": "user", "content": "hi"},
        {"role": "user", "content": "hi"},
        {"id": "y" * 257, "role": "user", "content": "hi"},
        "hi",
        None,
    ],
)
def test_a_message_that_can_not_be_read_is_dropped_and_counted(message):
    given = read_post(body(user("hi"), message))
    assert ([posted.id for posted in given.messages], given.dropped) == (["u1"], 1)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ([], "RunAgentInput"),
        (body(threadId=7), "threadId"),
        (body(threadId="a b"), "threadId"),
        (body(runId=""), "runId"),
        ({"threadId": "t1", "messages": []}, "runId"),
        (body(messages={}), "messages"),
        (body(resume="yes"), "resume"),
        (body(resume=[entry(status="approved")]), "status"),
        (body(resume=[entry("")]), "interruptId"),
        (body(resume=[None]), "interruptId"),
        (body(resume=[entry()] * (MOST_ANSWERS + 1)), "resume"),
    ],
)
def test_what_is_no_input_is_refused_by_the_member(wrong, named):
    with pytest.raises(Invalid) as refused:
        read_post(wrong)
    assert named in refused.value.text
    assert refused.value.code == "bad_input"
