"""From a name to an address and a key, or to a text that says which variable to set."""

import pytest

from interlock.errors import ConfigError
from interlock.models.catalog import PROVIDERS, ResolvedModel, resolve
from interlock.models.endpoint import Endpoint
from interlock.models.openai_chat_dialect import ChatDialect


def test_a_name_with_its_key_gives_everything_that_a_call_needs() -> None:
    assert resolve("openai:gpt-5", {"OPENAI_API_KEY": "k"}) == ResolvedModel(
        name="openai:gpt-5",
        model="gpt-5",
        wire="openai-chat",
        endpoint=Endpoint(
            provider="openai",
            base_url="https://api.openai.com/v1",
            key="k",
            key_variable="OPENAI_API_KEY",
        ),
        dialect=ChatDialect(max_tokens_field="max_completion_tokens"),
    )


@pytest.mark.parametrize(
    ("name", "environment", "address"),
    [
        ("openai:m", {"OPENAI_BASE_URL": "http://localhost:9/x/"}, "http://localhost:9/x"),
        ("anthropic:m", {"ANTHROPIC_BASE_URL": "http://localhost:9"}, "http://localhost:9/v1"),
        ("anthropic:m", {"ANTHROPIC_BASE_URL": "http://localhost:9/v1"}, "http://localhost:9/v1"),
        (
            "azure:m",
            {"AZURE_OPENAI_ENDPOINT": "https://me.openai.azure.com/"},
            "https://me.openai.azure.com/openai/v1",
        ),
        ("ollama:m", {}, "http://127.0.0.1:11434/v1"),
        ("ollama:m", {"OLLAMA_BASE_URL": "http://gpu:11434"}, "http://gpu:11434/v1"),
        ("custom:m", {"CUSTOM_MODEL_BASE_URL": "http://gpu:1/any"}, "http://gpu:1/any"),
    ],
)
def test_an_address_comes_from_the_environment_where_one_is_set(
    name: str, environment: dict[str, str], address: str
) -> None:
    keys = {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "AZURE_OPENAI_API_KEY": "k"}
    assert resolve(name, keys | environment).endpoint.base_url == address


def test_the_models_own_name_may_hold_colons_and_slashes() -> None:
    assert resolve("ollama:qwen3:4b", {}).model == "qwen3:4b"
    assert resolve("openrouter:a/b", {"OPENROUTER_API_KEY": "k"}).model == "a/b"


def test_the_first_key_that_is_set_counts() -> None:
    endpoint = resolve("gemini:m", {"GEMINI_API_KEY": "", "GOOGLE_API_KEY": "g"}).endpoint
    assert (endpoint.key, endpoint.key_variable) == ("g", "GOOGLE_API_KEY")


@pytest.mark.parametrize(
    ("name", "environment", "text"),
    [
        ("openai:gpt-5", {}, "openai:gpt-5 needs a key: set OPENAI_API_KEY."),
        ("gemini:m", {}, "gemini:m needs a key: set GEMINI_API_KEY or GOOGLE_API_KEY."),
        (
            "azure:m",
            {"AZURE_OPENAI_API_KEY": "k"},
            "azure:m needs an address: set AZURE_OPENAI_ENDPOINT.",
        ),
        ("custom:m", {}, "custom:m needs an address: set CUSTOM_MODEL_BASE_URL."),
        (
            "ollama:m",
            {"OLLAMA_BASE_URL": "gpu:11434"},
            "OLLAMA_BASE_URL must be an address that begins with https:// or http://.",
        ),
        (
            "openai",
            {},
            '"openai" names no model: write "openai:" and then the provider\'s model name.',
        ),
    ],
)
def test_what_is_missing_is_named(name: str, environment: dict[str, str], text: str) -> None:
    with pytest.raises(ConfigError) as raised:
        resolve(name, environment)
    assert str(raised.value) == text


def test_an_unknown_provider_gets_a_guess_and_the_list() -> None:
    with pytest.raises(ConfigError) as raised:
        resolve("opnai:gpt-5", {})
    known = ", ".join(sorted(PROVIDERS))
    text = f'"opnai:gpt-5": no such provider. Did you mean openai? There are: {known}.'
    assert str(raised.value) == text


@pytest.mark.parametrize("prefix", sorted(PROVIDERS))
def test_every_provider_has_a_whole_line(prefix: str) -> None:
    provider = PROVIDERS[prefix]
    environment = dict.fromkeys(provider.keys, "k")
    if not provider.url:
        environment[provider.url_variable] = "https://example.invalid"
    endpoint = resolve(f"{prefix}:m", environment).endpoint
    assert (endpoint.provider, endpoint.key) == (prefix, "k")
    assert endpoint.key_variable in provider.keys
    local = endpoint.base_url.startswith("http://127.0.0.1:")
    assert local == (provider.keyless and prefix != "custom")
    assert local or endpoint.base_url.startswith("https://")
    assert not endpoint.base_url.endswith("/")
