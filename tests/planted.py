"""Secrets of every common form, made up here and put together so that no scanner minds them.

``body`` is the part that must not be found anywhere; ``text`` is how it is usually met.
"""

import base64
import string
from typing import NamedTuple

_LETTERS = string.ascii_letters + string.digits


class Planted(NamedTuple):
    """One secret."""

    name: str
    text: str
    body: str


def _some(length: int, seed: int, alphabet: str = _LETTERS) -> str:
    """Characters that look random, with a digit among them, and are always the same."""
    state, found = seed * 2654435761 + 12345, ""
    for _ in range(length):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        found += alphabet[(state >> 33) % len(alphabet)]
    return found[:3] + "7" + found[4:] if "7" in alphabet else found


def _token(name: str, prefix: str, length: int, alphabet: str = _LETTERS) -> Planted:
    body = prefix + _some(length, len(name) * 31 + length, alphabet)
    return Planted(name, body, body)


_HEX = "0123456789abcdef"
_UPPER = string.ascii_uppercase + string.digits


def _named(name: str, text: str, length: int = 18) -> Planted:
    body = _some(length, len(text) * 17 + length)
    return Planted(name, text.format(body), body)


def _jwt() -> Planted:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').rstrip(b"=").decode()
    claims = base64.urlsafe_b64encode(b'{"sub":"1234567890","name":"J"}').rstrip(b"=").decode()
    text = f"{head}.{claims}.{_some(43, 5)}"
    return Planted("jwt", text, text)


def _pem() -> Planted:
    lines = "\n".join(_some(64, seed) for seed in (1, 2, 3))
    mark = "RSA PRIVATE KEY"
    text = f"-----BEGIN {mark}-----\n{lines}\n{_some(20, 4)}==\n-----END {mark}-----"
    return Planted("pem", text, lines.splitlines()[1])


def _basic() -> Planted:
    body = base64.b64encode(b"robot:" + _some(12, 9).encode()).decode()
    return Planted("basic", f"Authorization: Basic {body}", body)


PLANTED: tuple[Planted, ...] = (
    _token("aws key id", "AKIA", 16, _UPPER),
    _named("aws secret key", "aws_secret_access_key = {}", 40),
    _token("github", "ghp_", 36),
    _token("github app", "ghs_", 36),
    _token("github fine-grained", "github_pat_", 82),
    _token("gitlab", "glpat-", 20),
    _token("slack bot", "xoxb-123456789012-", 24),
    _named("slack webhook", "https://hooks.slack.com/services/T00000001/B00000001/{}", 24),
    _token("stripe", "sk_live_", 24),
    _token("stripe restricted", "rk_test_", 24),
    _token("webhook", "whsec_", 32),
    _token("openai", "sk-", 48),
    _token("openai project", "sk-proj-", 64),
    _token("anthropic", "sk-ant-api03-", 80),
    _token("google", "AIza", 35),
    _token("google oauth", "ya29.", 60),
    _token("hugging face", "hf_", 34),
    _token("groq", "gsk_", 52),
    _token("npm", "npm_", 36),
    _token("pypi", "pypi-AgEIcHlwaS5vcmc", 60),
    _token("sendgrid", "SG.abcdefghijklmnop1.", 43),
    _token("digitalocean", "dop_v1_", 64, _HEX),
    _token("shopify", "shpat_", 32, _HEX),
    _token("vault", "hvs.", 40),
    _token("twilio", "SK", 32, _HEX),
    _token("telegram", "123456789:AA", 33),
    _token("our own key", f"ilk_{'a' * 32}_", 64, _HEX),
    _jwt(),
    _pem(),
    _basic(),
    _named("bearer", "Authorization: Bearer {}", 32),
    _named("bearer in words", "sent with bearer {} by mistake", 32),
    _named("x-api-key", "X-Api-Key: {}", 24),
    _named("cookie", "Cookie: theme=dark1; sid={}", 24),
    _named("url password", "postgresql://app:{}@db.internal:5432/app", 16),
    _named("url with an at sign", "redis://:p@{}@cache:6379/0", 16),
    _named("query key", "https://api.example.com/v1?api_key={}&page=2", 24),
    _named("query token", "GET /hook?access_token={} HTTP/1.1", 24),
    _named("dsn", "host=db user=app password={} dbname=app", 14),
    _named("env", "DB_PASSWORD={}", 14),
    _named("json", '{{"password": "{}", "user": "app"}}', 14),
    _named("json in json", '{{\\"client_secret\\": \\"{}\\"}}', 24),
    _named("yaml", "api_key: {}", 24),
    _named("python", "api_key='{}'", 24),
    _named("azure storage", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={}==;", 86),
    Planted("card", "card 4111 1111 1111 1111 exp 12/30", "4111 1111 1111 1111"),
    Planted("card with hyphens", "5500-0000-0000-0004", "5500-0000-0000-0004"),
)
"""What the tests plant. Each is found alone, in a sentence, and escaped within JSON."""

KNOWN = "correct horse battery staple"
"""A secret without a form: only who knows it finds it."""
