"""The receiver in the page about webhooks takes what we sign, once, and nothing else."""

import time

import pytest
from tests.docs.pages import rows
from tests.docs.test_examples import run

from interlock.domain.redelivery import WAITS
from interlock.domain.signing import signed_headers

BODY = b'{"type": "ping", "data": {"hook_id": "hook_1"}}'


def headers(secret: str, age: float = 0.0, message_id: str = "msg_1") -> dict[str, str]:
    now = int((time.time() - age) * 1000)  # noqa: TID251 - the example knows no other clock
    return signed_headers([secret], message_id, now, BODY)


def test_the_receiver_believes_a_good_signature_and_counts_a_notice_once(
    capsys: pytest.CaptureFixture[str],
):
    names = run("docs/webhooks.md")
    receive, secret = names["receive"], names["SECRET"]
    assert receive(headers(secret), BODY) == 204
    assert receive(headers(secret), BODY) == 204
    assert capsys.readouterr().out.count("ping") == 1


def test_the_receiver_believes_nothing_else():
    names = run("docs/webhooks.md")
    receive, secret = names["receive"], names["SECRET"]
    good = headers(secret)
    assert receive(good, BODY + b" ") == 401
    assert receive({**good, "webhook-id": "msg_2"}, BODY) == 401
    assert receive({**good, "webhook-signature": "v1,é"}, BODY) == 401
    assert receive(headers("whsec_" + "b3RoZXI=" * 4), BODY) == 401
    assert receive(headers(secret, age=600), BODY) == 400
    assert receive({**good, "webhook-timestamp": "soon"}, BODY) == 400
    both = headers("whsec_b3RoZXI=")["webhook-signature"] + " " + good["webhook-signature"]
    assert receive({**good, "webhook-signature": both}, BODY) == 204


def test_the_table_of_waits_is_that_of_the_code():
    [row] = [row for row in rows("docs/webhooks.md") if row[0] == "wait"]
    sizes = {"s": 1, "min": 60, "h": 3600}
    said = [int(count) * sizes[unit] for count, unit in (cell.split() for cell in row[1:-1])]
    assert said == list(WAITS)
