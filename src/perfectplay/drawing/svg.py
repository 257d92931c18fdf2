"""SVG as text: numbers, elements and words, and how wide words are.

Pictures have no ids and no style sheets, so that any number of them can stand in one page, and no
fonts of their own: the width of a text is estimated, rather too wide than too narrow.
"""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["Box", "clean", "cut_to", "number", "tag", "text", "text_width"]

Box = tuple[float, float, float, float]  # left, top, right, bottom

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0
NARROW = frozenset(" !'(),.:;I[]fijlrt|")
WIDE = frozenset("@MWmw%")


def number(value: float) -> str:
    """Return a coordinate with two digits at most.

    >>> number(2.5), number(-0.001), number(3)
    ('2.5', '0', '3')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def clean(words: str) -> str:
    """Return words as they may stand in XML.

    >>> clean("a<b\\x00")
    'a&lt;b\\ufffd'
    """
    return html.escape(FORBIDDEN.sub("\ufffd", words))


def tag(name: str, *content: str, **attributes: str | float | None) -> str:
    """Return an element.

    In the names of attributes `_` stands for `-`; those that are None are left out. The content and
    the attributes must be clean already.

    >>> tag("line", x1=0, x2=1.5, stroke_width=2, stroke=None)
    '<line x1="0" x2="1.5" stroke-width="2"/>'
    """
    pairs = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{''.join(content)}</{name}>" if content else f"<{name}{pairs}/>"


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    anchor: str | None = "middle",
) -> str:
    """Return words in one line, around the height y; around x too, or from there with no anchor."""
    return tag(
        "text",
        clean(words),
        x=x,
        y=y + 0.36 * size,  # half the height of a digit below the middle
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=anchor,
        fill=fill,
    )


def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """Return how wide words are at most in the common sans-serif fonts.

    >>> text_width("+2", 10) < text_width("+12", 10) < text_width("+12", 10, bold=True)
    True
    """
    return sum(map(_em, words)) * size * (1.08 if bold else 1)


def cut_to(width: float, words: str, size: float) -> str:
    """Return words that are no wider than this, with dots for what is left out.

    >>> cut_to(60, "a name without an end", 10)
    'a name…'
    """
    if text_width(words, size) <= width:
        return words
    while words and text_width(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def _em(character: str) -> float:
    if character in NARROW:
        return 0.42
    if character in WIDE or unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.64 if character.islower() or character.isdigit() else 0.74
