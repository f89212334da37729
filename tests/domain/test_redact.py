"""Secrets are found by value, name and form; ordinary text stays as it is; nothing is slow."""

import base64
import hashlib
import json
import time
import uuid
from pathlib import Path

import pytest
from tests.planted import KNOWN, PLANTED, Planted

from interlock.domain.redact import MASK, Redactor

PLAIN = Redactor()
NAMES = [planted.name for planted in PLANTED]


@pytest.mark.parametrize("planted", PLANTED, ids=NAMES)
def test_a_secret_is_found_by_its_form(planted: Planted):
    for text in (
        planted.text,
        f"the call failed: {planted.text} (retry)",
        f"line one\n{planted.text}\nline three",
        repr(f"first\n{planted.text}\n"),
        json.dumps({"note": f"a\n{planted.text}\n"}),
        json.dumps({"note": [json.dumps({"inner": planted.text})]}),
        f"({planted.text})",
        f"'{planted.text}',",
    ):
        clean = PLAIN.text(text)
        assert planted.body not in clean, text
        assert MASK in clean
        assert PLAIN.text(clean) == clean, "a second look changes nothing"


def test_what_stands_around_a_secret_stays():
    key = PLANTED[2].body
    assert PLAIN.text(f"GET /repos with {key}: 401") == f"GET /repos with {MASK}: 401"
    assert (
        PLAIN.text("postgresql://app:s3cr3t-pass@db:5432/app?sslmode=require")
        == f"postgresql://app:{MASK}@db:5432/app?sslmode=require"
    )
    assert (
        PLAIN.text("host=db password=hunter2xx dbname=app") == f"host=db password={MASK} dbname=app"
    )


def test_a_known_value_is_found_as_it_is_in_addresses_and_in_json():
    secret = 'p"ss/wörd ünd 1'
    redactor = Redactor([secret], shapes=())
    for text in (secret, "p%22ss%2Fw%C3%B6rd%20%C3%BCnd%201", json.dumps(secret)[1:-1]):
        assert redactor.text(f"a {text} b") == f"a {MASK} b"
    assert Redactor([KNOWN]).text(f"{KNOWN}, again {KNOWN}") == f"{MASK}, again {MASK}"


def test_short_values_are_no_secrets_for_they_would_mask_words():
    assert Redactor(["admin", ""]).text("admin did it") == "admin did it"


def test_members_with_the_name_of_a_secret_lose_their_value():
    value = {
        "user": "ann",
        "password": "kangaroo",
        "clientSecret": "two words here",
        "api-key": "abcdefgh",
        "token": "abc123abc123abc123abc123",
        "card_number": 4111111111111111,
        "cvv": "123",
        "nested": [{"Authorization": "opaque-value"}],
    }
    assert PLAIN.json(value) == {
        "user": "ann",
        "password": MASK,
        "clientSecret": MASK,
        "api-key": MASK,
        "token": MASK,
        "card_number": MASK,
        "cvv": MASK,
        "nested": [{"Authorization": MASK}],
    }


def test_members_that_only_sound_like_secrets_keep_it():
    value = {
        "token": "next-page",
        "tokens": 1200,
        "password": None,
        "secret": "your_secret_here",
        "key": "customer_17",
        "keys": ["a", "b"],
        "password_hint": "the name of a dog",
        "has_password": True,
        "cvv": "given",
        "next_page_token": "CAUQAA4f9",
        "credentials": "see the manual",
        "payment_method": "credit_card_9513926",
    }
    assert PLAIN.json(value) == value


def _corpus() -> dict[str, str]:
    root = Path(__file__).parents[2]
    some = hashlib.sha512(b"x").digest() * 400
    short = [bytes([i]) for i in range(99)]
    texts = {
        "base64 image": "data:image/png;base64," + base64.b64encode(some).decode(),
        "base64url": base64.urlsafe_b64encode(some).decode(),
        "hex": some.hex(),
        "hashes": " ".join(hashlib.sha256(one).hexdigest() for one in short),
        "git": " ".join(hashlib.sha256(one).hexdigest()[:40] for one in short),
        "uuids": " ".join(str(uuid.uuid5(uuid.NAMESPACE_URL, str(i))) for i in range(300)),
        "ids": " ".join(f"run_{hashlib.sha256(one).hexdigest()[:32]}" for one in short),
        "order numbers": " ".join(str(4_000_000_000_000_000 + 7919 * i) for i in range(500)),
        "chinese": "请在三月前把季度报告发给财务部,密码政策另附。令牌桶限流算法:每秒一百个。" * 20,
        "prose": (
            "The password policy asks for twelve characters. A secret: nobody reads it. Bearer "
            "tokens are described in RFC 6750; basic authentication in RFC 7617. Buckets hold 100. "
            "Tokenisation, key-value stores, sk-learn, the key=value format, passwords, API keys. "
            "Set password: it must be long. Reset it at https://example.com/reset?lang=en. "
            "Call 0800 1234 5678 or see 2026-11-30 10:15. Invoice 2026-0001-0002-0003."
        ),
        "code": (
            "def connect(password: str, api_key: str | None = None) -> None:\n"
            "    password = getpass.getpass()\n    secret = os.environ['APP_SECRET']\n"
            "    token = request.headers.get('authorization')\n    pwd=os.getcwd()\n"
            "    client(api_key=settings.api_key, password=password)\n"
            "    api_key = load_key(path)\n    if not access_token: raise ValueError\n"
            "    PASSWORD=${DB_PASSWORD}\n    password = '********'\n"
            "    secret_key: str = field()\n"
            '    {"password": {"type": "string"}, "api_key": "your-api-key", "secret": null}\n'
            "    url = f'postgresql://{user}:{password}@{host}/db'\n"
            "    docs = 'postgresql://user:password@host/database'\n"
            ".sk-fading-circle-container-wrapper{animation:sk-bounce-delay-long-name 1s}\n"
            "session.execute_statement.with_some_long_options_name\n"
            "if a.b.c: eyJ = 1\nhttp://localhost:8080/a@b?x=c:d@e\n"
        ),
    }
    exempt = {"webhooks.md"}  # shows a secret of the form that it explains
    for path in [*sorted((root / "docs").glob("*.md")), *sorted((root / "src").rglob("*.py"))]:
        if path.name not in exempt:
            texts[str(path.relative_to(root))] = path.read_text("utf-8")
    return texts


def test_ordinary_text_is_not_touched():
    mangled = {
        name: [text[max(0, start - 30) : end + 10] for start, end in PLAIN.spans(text)][:3]
        for name, text in _corpus().items()
        if PLAIN.text(text) != text
    }
    assert mangled == {}


HOSTILE = {
    "begins of keys": "-----BEGIN RSA PRIVATE KEY-----\n",
    "begins with bodies": "-----BEGIN PRIVATE KEY-----\n" + "A" * 16 + "\n",
    "prefixes": "sk-ghp_xoxb-AKIAeyJ",
    "tokens that go on": "eyJaaaaaaaa.",
    "jwt without end": "eyJ" + "a" * 40,
    "addresses": "://a:b",
    "address without end": "a:b",
    "names": "password_secret_api_key_",
    "equals": "?token=&key=;",
    "bearers": "bearer bearer ",
    "cookies": "cookie: a; b=",
    "digits": "4111 1111 1111 ",
    "digits only": "4",
    "quotes": "password='",
    "escapes": "\\n\\n-----BEGIN PRIVATE KEY-----\\n",
    "underscores": "a_",
    "spaces": "password   ",
    "dots": "SG.aaaaaaaaaaaaaaaa.",
}


def _seconds(text: str) -> float:
    best = 9.0
    for _ in range(3):
        began = time.process_time()
        Redactor().for_logs().text(text)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_four_times_the_text_takes_no_more_than_a_few_times_as_long(unit: str):
    small, large = (unit * (size // len(unit)) for size in (40_000, 160_000))
    assert _seconds(large) < 12 * max(_seconds(small), 0.002)
