"""What contains what: how each family of providers counts, in the one meaning that ``Usage`` has.

Every adapter reads the numbers of its wire format and hands them to a rule here. Figures that are
larger than what they are part of are passed on as they are: ``domain.usage.disjoint`` cuts them
and the bill is marked.
"""

from interlock.domain.usage import Usage


def parts_inside(  # noqa: PLR0913 - the figures of one usage object
    prompt: int,
    completion: int,
    *,
    total: int = 0,
    cached: int = 0,
    written: int = 0,
    reasoning: int = 0,
    audio: tuple[int, int, int] = (0, 0, 0),
    known: bool = True,
) -> Usage:
    """OpenAI, and who speaks like it: cache reads and writes are parts of the prompt.

    Reasoning is a part of the completion. Some servers leave it out there and show it in the total
    alone: what the total holds beyond prompt and completion is output.

    Args:
        prompt: Tokens of the prompt.
        completion: Tokens of the completion.
        total: What the provider says they are together; 0 if it does not.
        cached: Read from a cache.
        written: Put into one.
        reasoning: Of the completion.
        audio: Heard, heard from a cache, spoken.
        known: The provider counted at all.
    """
    hidden = max(0, total - prompt - completion)
    output = completion + hidden
    heard, cached_audio, spoken = audio
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        cached_tokens=cached,
        cache_write_tokens=written,
        reasoning_tokens=min(output, max(reasoning, hidden)),
        input_audio_tokens=heard,
        cached_audio_tokens=cached_audio,
        output_audio_tokens=spoken,
        known=known,
    )


def parts_beside(  # noqa: PLR0913 - the figures of one usage object
    fresh: int,
    output: int,
    *,
    cached: int = 0,
    written: int = 0,
    hour: int = 0,
    thinking: int = 0,
    searches: int = 0,
    known: bool = True,
) -> Usage:
    """Anthropic: ``input_tokens`` leaves out what the cache read and what it took.

    Args:
        fresh: Input tokens that no cache has to do with.
        output: Output tokens, thinking included.
        cached: Read from the cache.
        written: Put into it, for whatever time.
        hour: Of these, for an hour.
        thinking: Of the output.
        searches: Web searches that the provider made.
        known: The provider counted at all.
    """
    return Usage(
        input_tokens=fresh + cached + written,
        output_tokens=output,
        cached_tokens=cached,
        cache_write_tokens=written,
        hour_write_tokens=hour,
        reasoning_tokens=min(output, thinking),
        web_searches=searches,
        known=known,
    )


def thoughts_beside(
    prompt: int, candidates: int, thoughts: int, total: int = 0, *, cached: int = 0, tools: int = 0
) -> Usage:
    """Gemini: thoughts are output beside the candidates, unless the total says otherwise.

    Where prompt and candidates make up the whole total, the thoughts are in the candidates already.

    Args:
        prompt: Tokens of the prompt, cached ones included.
        candidates: Tokens of the answer.
        thoughts: Tokens of its thoughts.
        total: What the provider says they are together; 0 if it does not.
        cached: Of the prompt.
        tools: What tools of the provider put into the prompt.
    """
    inside = bool(thoughts) and total == prompt + tools + candidates
    return Usage(
        input_tokens=prompt + tools,
        output_tokens=candidates if inside else candidates + thoughts,
        cached_tokens=cached,
        reasoning_tokens=thoughts,
    )
