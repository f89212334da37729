"""Which providers there are: a table, and the way from ``openai:gpt-5`` to an address and a key.

Every provider is a line here. A server that isn't listed is reached as ``custom``.
"""

import difflib
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interlock.errors import ConfigError
from interlock.models.endpoint import Endpoint
from interlock.models.openai_chat_dialect import PLAIN, ChatDialect

WireName = Literal["openai-chat", "anthropic-messages"]


class Provider(Struct, frozen=True, kw_only=True):
    """One line of the catalog.

    Args:
        url: Its address, without a slash at the end; empty if only the environment knows.
        keys: Environment variables that may hold the key, the usual one first.
        url_variable: The environment variable that replaces the address.
        url_end: What an address from the environment must end with; added if it is missing.
        keyless: Whether the provider works without a key.
        wire: The API that it speaks.
        dialect: How its chat completions differ from OpenAI's.
        headers: More headers for every request.
    """

    url: str = ""
    keys: tuple[str, ...] = ()
    url_variable: str = ""
    url_end: str = ""
    keyless: bool = False
    wire: WireName = "openai-chat"
    dialect: ChatDialect = PLAIN
    headers: dict[str, str] = {}


class ResolvedModel(Struct, frozen=True):
    """A model that can be called.

    Args:
        name: The full name, for example ``openai:gpt-5``.
        model: The provider's part of it.
        wire: The API to speak.
        endpoint: Where, and with which key.
        dialect: How its chat completions differ from OpenAI's.
    """

    name: str
    model: str
    wire: WireName
    endpoint: Endpoint
    dialect: ChatDialect


def _local(port: int, variable: str, *keys: str) -> Provider:
    """A server on this machine: plain HTTP on loopback, a key only if it wants one."""
    return Provider(
        url=f"http://127.0.0.1:{port}/v1",
        keys=keys,
        url_variable=variable,
        url_end="/v1",
        keyless=True,
    )


PROVIDERS: dict[str, Provider] = {
    "openai": Provider(
        url="https://api.openai.com/v1",
        keys=("OPENAI_API_KEY",),
        url_variable="OPENAI_BASE_URL",
        dialect=ChatDialect(max_tokens_field="max_completion_tokens"),
    ),
    "anthropic": Provider(
        url="https://api.anthropic.com/v1",
        keys=("ANTHROPIC_API_KEY",),
        url_variable="ANTHROPIC_BASE_URL",
        url_end="/v1",
        wire="anthropic-messages",
    ),
    "azure": Provider(
        keys=("AZURE_OPENAI_API_KEY",),
        url_variable="AZURE_OPENAI_ENDPOINT",
        url_end="/openai/v1",
        dialect=ChatDialect(max_tokens_field="max_completion_tokens", key_header="api-key"),
    ),
    "gemini": Provider(
        url="https://generativelanguage.googleapis.com/v1beta/openai",
        keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    ),
    "deepseek": Provider(
        url="https://api.deepseek.com/v1",
        keys=("DEEPSEEK_API_KEY",),
        dialect=ChatDialect(reasoning_back="reasoning_content"),
    ),
    "groq": Provider(url="https://api.groq.com/openai/v1", keys=("GROQ_API_KEY",)),
    "mistral": Provider(
        url="https://api.mistral.ai/v1",
        keys=("MISTRAL_API_KEY",),
        dialect=ChatDialect(stream_usage=False, required_word="any", short_ids=True),
    ),
    "xai": Provider(url="https://api.x.ai/v1", keys=("XAI_API_KEY",)),
    "openrouter": Provider(
        url="https://openrouter.ai/api/v1",
        keys=("OPENROUTER_API_KEY",),
        dialect=ChatDialect(reasoning_back="reasoning_details"),
    ),
    "together": Provider(url="https://api.together.xyz/v1", keys=("TOGETHER_API_KEY",)),
    "fireworks": Provider(url="https://api.fireworks.ai/inference/v1", keys=("FIREWORKS_API_KEY",)),
    "cerebras": Provider(url="https://api.cerebras.ai/v1", keys=("CEREBRAS_API_KEY",)),
    "perplexity": Provider(
        url="https://api.perplexity.ai",
        keys=("PERPLEXITY_API_KEY",),
        dialect=ChatDialect(stream_usage=False),
    ),
    "moonshot": Provider(
        url="https://api.moonshot.ai/v1",
        keys=("MOONSHOT_API_KEY",),
        url_variable="MOONSHOT_BASE_URL",
        dialect=ChatDialect(reasoning_back="reasoning_content"),
    ),
    "zai": Provider(
        url="https://api.z.ai/api/paas/v4",
        keys=("ZAI_API_KEY",),
        dialect=ChatDialect(reasoning_back="reasoning_content"),
    ),
    "alibaba": Provider(
        url="https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        keys=("DASHSCOPE_API_KEY",),
        url_variable="DASHSCOPE_BASE_URL",
    ),
    "huggingface": Provider(url="https://router.huggingface.co/v1", keys=("HF_TOKEN",)),
    "nvidia": Provider(url="https://integrate.api.nvidia.com/v1", keys=("NVIDIA_API_KEY",)),
    "ollama": _local(11434, "OLLAMA_BASE_URL", "OLLAMA_API_KEY"),
    "vllm": _local(8000, "VLLM_BASE_URL", "VLLM_API_KEY"),
    "llamacpp": _local(8080, "LLAMACPP_BASE_URL", "LLAMACPP_API_KEY"),
    "lmstudio": _local(1234, "LMSTUDIO_BASE_URL", "LMSTUDIO_API_KEY"),
    "litellm": _local(4000, "LITELLM_BASE_URL", "LITELLM_API_KEY"),
    "custom": Provider(
        keys=("CUSTOM_MODEL_API_KEY",), url_variable="CUSTOM_MODEL_BASE_URL", keyless=True
    ),
}


def resolve(name: str, environment: Mapping[str, str]) -> ResolvedModel:
    """Find what a model's name stands for.

    Args:
        name: ``provider:model``; what follows the first colon is the provider's own name.
        environment: Where keys and addresses come from.

    Raises:
        ConfigError: The provider is unknown, or a variable is missing; the text says which.
    """
    prefix, _, model = name.partition(":")
    provider = PROVIDERS.get(prefix)
    if provider is None or not model:
        raise ConfigError(_unknown(name, prefix, known=provider is not None))
    variable = next((key for key in provider.keys if environment.get(key)), "")
    if not variable and not provider.keyless:
        raise ConfigError(f"{name} needs a key: set {' or '.join(provider.keys)}.")
    endpoint = Endpoint(
        provider=prefix,
        base_url=_address(name, provider, environment),
        key=environment.get(variable, ""),
        key_variable=variable or next(iter(provider.keys), ""),
        headers=provider.headers,
    )
    return ResolvedModel(name, model, provider.wire, endpoint, provider.dialect)


def _address(name: str, provider: Provider, environment: Mapping[str, str]) -> str:
    given = environment.get(provider.url_variable, "").strip().rstrip("/")
    if not given:
        if not provider.url:
            raise ConfigError(f"{name} needs an address: set {provider.url_variable}.")
        return provider.url
    if not given.startswith(("http://", "https://")):
        raise ConfigError(
            f"{provider.url_variable} must be an address that begins with https:// or http://."
        )
    return given if given.endswith(provider.url_end) else given + provider.url_end


def _unknown(name: str, prefix: str, *, known: bool) -> str:
    if known:
        return f'"{name}" names no model: write "{prefix}:" and then the provider\'s model name.'
    close = difflib.get_close_matches(prefix, PROVIDERS, n=1)
    guess = f" Did you mean {close[0]}?" if close else ""
    return f'"{name}": no such provider.{guess} There are: {", ".join(sorted(PROVIDERS))}.'
