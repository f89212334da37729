"""Text whose every character can be seen: what is decided upon or kept may not hide anything."""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_BLANK = {
    0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}  # fmt: skip


def visible(text: str) -> str:
    r"""The text with everything that a reader could not see written as ``\u202e``.

    Line ends stay. Spaces that are no space, fillers and variation selectors are shown, too.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character == "\n":
        return character
    code = ord(character)
    kind = unicodedata.category(character)
    odd_space = kind == "Zs" and character != " "
    if kind in _HIDDEN or odd_space or code in _BLANK:
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return character
