""" "Always allow": an answer that makes a rule, and what the rule then lets run."""

import pytest
from tests.stories.tools import tool

from interlock.domain.events import ToolJudged
from interlock.domain.policy import Ruling
from interlock.domain.principals import Principal
from interlock.domain.rules import DAY_MS
from interlock.errors import Forbidden, Invalid
from interlock.ports.access import Page, Sought
from interlock.testing import ManualClock

ALWAYS = {"approved": True, "always": {}}
SEND = 'call: send {"to": "a@x", "text": "hi"}'
PLAIN = Principal("local", "ann", frozenset(), "test")


@pytest.fixture
def sent():
    return []


@pytest.fixture
def send(sent):
    async def _send(to: str, text: str, bcc: str = "") -> str:
        """Send a mail."""
        sent.append((to, text, bcc))
        return "sent"

    return tool(_send, "write", approval="always")


def judged(told):
    return [(f.verdict, f.code) for f in told.facts if isinstance(f, ToolJudged)]


async def rules_of(story, now=0):
    page, who = Page(), Principal("local", "ann")
    return await story.runtime.store.read(
        lambda reader: reader.access.rules.page(who, page, everybody=True, now=now)
    )


async def test_always_lets_the_same_call_run_the_next_time(tell, send, sent):
    async with tell([SEND, "text: Sent.", SEND, "text: Again."], tools=[send]) as story:
        told = await story.say("mail")
        assert told.questions[0].standing
        await story.answer(told.questions[0], ALWAYS)
        told = await story.say("mail again")
        [rule] = await rules_of(story)
        acts = await story.runtime.store.read(lambda r: r.access.audit.acts(Sought(tenant="local")))
    verdict = next(f for f in told.facts if isinstance(f, ToolJudged))
    assert (told.status, told.text, verdict.code, verdict.rule) == (
        "success",
        "Again.",
        "rule",
        rule.id,
    )
    assert sent == [("a@x", "hi", ""), ("a@x", "hi", "")]
    assert [(one.action, one.subject, one.actor) for one in acts] == [
        ("rule.create", rule.id, "ann")
    ]
    assert rule.interrupt_id
    assert rule.expires_at - rule.created_at == 7 * DAY_MS


@pytest.mark.parametrize(
    "other",
    [
        '{"to": "b@x", "text": "hi"}',
        '{"to": "a@x", "text": "hi", "bcc": "b@x"}',
        '{"to": "a@x", "text": "other"}',
    ],
)
async def test_any_other_argument_is_asked_about_again(tell, send, sent, other):
    script = [SEND, "text: Sent.", f"call: send {other}"]
    async with tell(script, tools=[send]) as story:
        told = await story.say("mail")
        await story.answer(told.questions[0], ALWAYS)
        told = await story.say("mail again")
    assert told.status == "interrupted"
    assert len(sent) == 1


async def test_conditions_of_ones_own_are_kept(tell, send, sent):
    always = {"where": [{"field": "to", "equals": "a@x"}, {"field": "text", "any": True}]}
    script = [SEND, "text: Sent.", 'call: send {"to": "a@x", "text": "new"}', "text: Again."]
    async with tell(script, tools=[send]) as story:
        told = await story.say("mail")
        await story.answer(told.questions[0], {"approved": True, "always": always})
        told = await story.say("mail again")
    assert (told.status, len(sent)) == ("success", 2)


async def test_a_rule_that_was_revoked_or_is_over_is_silent(tell, send, sent):
    clock = ManualClock()
    async with tell([SEND, "text: Sent.", SEND], clock, tools=[send]) as story:
        told = await story.say("mail")
        await story.answer(told.questions[0], {"approved": True, "always": {"days": 1}})
        clock.move(24 * 3600)
        told = await story.say("mail again")
        assert told.status == "interrupted"
        assert await rules_of(story, clock.now()) == []
    assert len(sent) == 1


async def test_what_the_thread_has_read_silences_every_rule(tell, desk, send, sent):
    script = [SEND, "text: Sent.", "call: read_mail {}", SEND]
    async with tell(script, tools=[send, desk.read_mail]) as story:
        told = await story.say("mail")
        await story.answer(told.questions[0], ALWAYS)
        told = await story.say("read, then mail", told.thread_id)
    assert told.status == "interrupted"
    assert not told.questions[0].standing
    assert "always" not in told.questions[0].schema["properties"]
    assert len(sent) == 1


async def test_a_policy_may_let_rules_stand_in_a_tainted_thread(tell, desk, send, sent):
    def lenient(view):
        if view.tool.name == "send":
            return Ruling("ask", "mail", "it leaves the house", standing="always")
        return Ruling("allow", "read")

    script = ["call: read_mail {}", SEND, "text: Sent.", SEND, "text: Again."]
    async with tell(script, tools=[send, desk.read_mail], policy=lenient) as story:
        told = await story.say("read, then mail")
        await story.answer(told.questions[0], ALWAYS)
        told = await story.say("again", told.thread_id)
    assert (told.status, len(sent)) == ("success", 2)


async def test_a_policy_may_forbid_rules(tell, send):
    def strict(_view):
        return Ruling("ask", "mail", "it leaves the house", standing="never")

    async with tell([SEND], tools=[send], policy=strict) as story:
        told = await story.say("mail")
        assert not told.questions[0].standing
        with pytest.raises(Invalid):
            await story.answer(told.questions[0], ALWAYS)


async def test_what_destroys_is_asked_about_each_time(tell, desk):
    def careless(_view):
        return Ruling("ask", "mail", "", standing="always")

    script = ['call: delete {"folder": "a"}']
    async with tell(script, policy=careless) as story:
        told = await story.say("delete")
        assert not told.questions[0].standing
        with pytest.raises(Invalid) as refused:
            await story.answer(told.questions[0], ALWAYS)
        assert await rules_of(story) == []
    assert refused.value.code == "bad_answer"
    assert desk.effects == []


@pytest.mark.parametrize(
    "always",
    [
        {"loose": True},
        {"any_agent": True},
        {"everybody": True},
        {"where": [], "loose": True},
    ],
)
async def test_nobody_allows_more_than_they_may(tell, send, sent, always):
    """A user approves their own call, and can't make a rule for others or for any arguments."""
    async with tell([SEND], tools=[send]) as story:
        told = await story.say("mail")
        with pytest.raises(Forbidden) as refused:
            await story.answer(told.questions[0], {"approved": True, "always": always}, PLAIN)
        assert await rules_of(story) == []
        open_ = await story.wait(told.run_id)
        assert [one.id for one in open_.questions] == [told.questions[0].id]
    assert refused.value.code == "may_not_always"
    assert sent == []


@pytest.mark.parametrize(
    "answer",
    [
        {"approved": False, "always": {}},
        {"approved": True, "always": {"days": 31}},
        {"approved": True, "always": {"days": 0}},
        {"approved": True, "always": {"where": [{"field": "to", "equals": "b@x"}]}},
        {"approved": True, "always": {"where": [{"field": "to", "any": True}]}},
        {"approved": True, "always": {}, "editedArgs": {"to": "b@x", "text": "hi"}},
        {"approved": True, "always": {"forever": True}},
    ],
)
async def test_a_wish_that_makes_no_rule_leaves_the_question_open(tell, send, sent, answer):
    async with tell([SEND, "text: Sent."], tools=[send]) as story:
        told = await story.say("mail")
        with pytest.raises(Invalid):
            await story.answer(told.questions[0], answer)
        assert await rules_of(story) == []
        told = await story.answer(told.questions[0], {"approved": True})
    assert (told.status, len(sent)) == ("success", 1)


async def test_a_tool_that_changed_is_asked_about_again(tell, send, sent):
    async def _send(to: str, text: str, bcc: str = "") -> str:
        """Send a mail, and a copy to the press."""
        sent.append((to, text, bcc))
        return "sent"

    async with tell([SEND, "text: Sent."], tools=[send]) as story:
        told = await story.say("mail")
        await story.answer(told.questions[0], ALWAYS)
    changed = tool(_send, "write", approval="always")
    async with tell([SEND], tools=[changed]) as story:
        told = await story.say("mail")
    assert (told.status, len(sent)) == ("interrupted", 1)


async def test_the_same_answer_again_makes_no_second_rule(tell, send):
    async with tell([SEND, "text: Sent."], tools=[send]) as story:
        told = await story.say("mail")
        for _ in range(3):
            await story.answer(told.questions[0], ALWAYS)
        assert len(await rules_of(story)) == 1


async def test_a_policy_names_the_group_that_must_answer(tell, send, sent):
    def grouped(_view):
        return Ruling("ask", "mail", "", approver="group:legal")

    lea = Principal("local", "lea", frozenset({"group:legal"}), "test")
    async with tell([SEND, "text: Sent."], tools=[send], policy=grouped) as story:
        told = await story.say("mail")
        assert told.questions[0].approver == "group:legal"
        with pytest.raises(Forbidden, match="a member of the group legal"):
            await story.answer(told.questions[0], {"approved": True})
        told = await story.answer(told.questions[0], {"approved": True}, lea)
    assert (told.status, len(sent)) == ("success", 1)
