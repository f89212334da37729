"""Tokens that nobody counted: an estimate for what was used, and a bound for what may be.

A tokenizer of bytes never makes more tokens than there are bytes, whichever model it belongs to;
that is the bound. On average four letters of English are a token, and so is a character of Chinese.
"""

from msgspec import Struct, json

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    FilePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import ModelRequest, ToolOffer

FRAME = 8
"""Tokens around each message that no text shows; more than any provider adds."""

FILE = 6_000
"""Tokens of an image, a sound or a document that is not text; few are larger."""


class Size(Struct, frozen=True):
    """Tokens: about how many, and at most how many."""

    about: int = 0
    most: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(self.about + other.about, self.most + other.most)


def size_of_text(text: str) -> Size:
    """How many tokens a text is."""
    if text.isascii():
        return Size(-(-len(text) // 4), len(text))
    plain, whole = len(text.encode("ascii", "ignore")), len(text.encode("utf-8", "replace"))
    return Size(-(-plain // 4) + -(-(whole - plain) // 3), whole)


def size_of_tools(tools: tuple[ToolOffer, ...]) -> Size:
    """How many tokens the offer of tools is."""
    return size_of_text(json.encode(tools).decode()) if tools else Size()


def size_of_request(request: ModelRequest, tools: Size) -> Size:
    """How many tokens a request is.

    Args:
        request: It.
        tools: What ``size_of_tools`` says of its tools; they are the same for many requests.
    """
    about, most = tools.about + FRAME, tools.most + FRAME
    for text in _texts(request):
        size = size_of_text(text)
        about += size.about
        most += size.most
    frames = FRAME * len(request.messages)
    files = FILE * sum(_files(message) for message in request.messages)
    return Size(about + frames // 2 + files // 4, most + frames + files)


def size_of_message(message: Message) -> Size:
    """How many tokens the words, thoughts and arguments of a message are."""
    size = Size()
    for text in _words(message):
        size += size_of_text(text)
    return size


def _texts(request: ModelRequest) -> list[str]:
    texts = [request.instructions]
    for message in request.messages:
        texts += _words(message)
    return texts


def _words(message: Message) -> list[str]:
    match message:
        case ToolMessage():
            return [message.text]
        case UserMessage():
            return [part.text for part in message.parts if isinstance(part, TextPart)]
        case AssistantMessage():
            return [text for part in message.parts for text in _of_part(part)]


def _of_part(part: TextPart | ReasoningPart | CallPart) -> tuple[str, ...]:
    if isinstance(part, CallPart):
        return part.name, part.arguments
    return (part.text,)


def _files(message: Message) -> int:
    if not isinstance(message, UserMessage):
        return 0
    return sum(isinstance(part, FilePart) for part in message.parts)
