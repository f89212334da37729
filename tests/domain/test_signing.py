"""Signatures, checked by code that is not ours."""

import base64
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from interlock.domain.hooks import OVERLAP_MS, Secrets
from interlock.domain.signing import PREFIX, make_secret, signature, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'


@pytest.fixture
def now() -> int:
    """The time of the test: the verifier believes no other."""
    return int(datetime.now(UTC).timestamp() * 1000)  # noqa: TID251 - it knows no other clock


def test_the_example_of_the_specification_has_its_signature():
    made = signature(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY)
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_is_32_bytes_behind_its_prefix():
    secret = make_secret(lambda count: bytes(range(count)))
    assert secret.startswith(PREFIX)
    assert base64.b64decode(secret.removeprefix(PREFIX)) == bytes(range(32))


def test_a_receiver_with_the_secret_believes_the_message(now: int):
    headers = signed_headers([SECRET], "msg_1", now, BODY)
    assert Webhook(SECRET).verify(BODY, headers) == {"test": 2432232314}


def test_a_changed_body_id_or_time_is_not_believed(now: int):
    headers = signed_headers([SECRET], "msg_1", now, BODY)
    for changed, body in [
        (headers, BODY + b" "),
        ({**headers, "webhook-id": "msg_2"}, BODY),
        ({**headers, "webhook-timestamp": str(now // 1000 + 1)}, BODY),
    ]:
        with pytest.raises(WebhookVerificationError):
            Webhook(SECRET).verify(body, changed)


def test_during_a_rotation_both_secrets_are_good_and_after_it_one(now: int):
    new = make_secret(lambda count: b"n" * count)
    secrets = Secrets(new, SECRET, now + OVERLAP_MS)
    headers = signed_headers(secrets.good(now), "msg_1", now, BODY)
    for secret in (new, SECRET):
        Webhook(secret).verify(BODY, headers)
    assert secrets.good(now + OVERLAP_MS) == [new]
    assert SECRET not in repr(secrets)
