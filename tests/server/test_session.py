"""A link opens one session; the session outlives the server that gave it."""

from interlock.domain.principals import Principal
from interlock.server.sessions import SESSION_SECONDS, Sessions
from interlock.testing import ManualClock

ANN = Principal("local", "ann", frozenset({"admin", "editor"}))


def test_a_code_opens_one_session_for_the_same_person():
    sessions = Sessions(b"s" * 32, ManualClock())
    code = sessions.invite(ANN)
    opened = sessions.redeem(code)
    assert opened is not None
    who = sessions.principal(opened[0])
    assert who == Principal("local", "ann", frozenset({"admin", "editor"}), "session")
    assert sessions.redeem(code) is None


def test_a_session_outlives_a_restart_and_not_its_week():
    clock = ManualClock()
    before, after = Sessions(b"s" * 32, clock), Sessions(b"s" * 32, clock)
    opened = before.redeem(before.invite(ANN))
    assert opened is not None
    assert after.principal(opened[0]) is not None
    clock.move(SESSION_SECONDS)
    assert after.principal(opened[0]) is None


def test_a_forged_token_opens_nothing():
    ours, others = Sessions(b"s" * 32, ManualClock()), Sessions(b"o" * 32, ManualClock())
    opened = others.redeem(others.invite(ANN))
    assert opened is not None
    assert ours.principal(opened[0]) is None
    body = opened[0].rpartition(".")[0]
    for token in (body + ".", body, "session.", "session..", "session.e30.", "x" * 400):
        assert ours.principal(token) is None


def test_a_code_waits_no_longer_than_a_day():
    clock = ManualClock()
    sessions = Sessions(b"s" * 32, clock)
    code = sessions.invite(ANN)
    clock.move(24 * 3600)
    assert sessions.redeem(code) is None


async def test_the_page_redeems_its_code_once_and_may_invite_another_browser(serve):
    async with serve(["text: Hi."]) as house:
        status, invitation = await house.post("/v1/session/link", {})
        assert status == 200
        async with house.session.post(f"{house.url}/v1/session", json=invitation) as response:
            assert response.status == 200
            token = (await response.json())["token"]
        async with house.session.post(f"{house.url}/v1/session", json=invitation) as response:
            assert response.status == 401
            assert (await response.json())["code"] == "code_used"
        headers = {"Authorization": f"Bearer {token}"}
        async with house.session.get(f"{house.url}/v1/threads", headers=headers) as response:
            assert response.status == 200
