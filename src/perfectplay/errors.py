"""The errors of the package: one base class, and leaves that are also built-in types.

A message says what is wrong, the offending value, where it stands, and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ArgumentError",
    "IllegalMoveError",
    "InputError",
    "InvalidGameError",
    "MemoryLimitError",
    "NoSubtractionSetError",
    "NotationError",
    "PerfectplayError",
    "closest",
    "shorten",
]


class PerfectplayError(Exception):
    """Base class of everything this package raises on purpose."""


class ArgumentError(PerfectplayError, ValueError):
    """An argument has a value that makes no sense."""


class InvalidGameError(PerfectplayError, ValueError):
    """A game specification breaks one or more rules; `problems` lists all of them."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("not a valid game: " + "; ".join(problems))
        self.problems = problems


class NotationError(PerfectplayError, ValueError):
    """A text is not the notation of a game, a position, a move or an outcome sequence."""


class IllegalMoveError(PerfectplayError, ValueError):
    """A move is not possible in the position it is made in."""


class NoSubtractionSetError(PerfectplayError, ValueError):
    """No subtraction set yields the outcome sequence."""


class InputError(PerfectplayError, ValueError):
    """A contest file is malformed; the message starts with the line and the case."""


class MemoryLimitError(PerfectplayError, MemoryError):
    """A table does not fit the memory limit; nothing was allocated."""


def shorten(value: object, width: int = 40) -> str:
    """Return `repr(value)` for a message, cut in the middle when it is long.

    >>> shorten("W" * 1000, 12)
    "'WWWW...WWW' (1000 characters)"
    """
    text = repr(value[: width + 1]) if isinstance(value, str | bytes) else repr(value)
    if len(text) <= width:
        return text
    if isinstance(value, str | bytes):
        quote = text[-1]
        tail = repr(value[-3:])[-4:-1]
        return f"{text[: width - 7]}...{tail}{quote} ({len(value)} characters)"
    return text[: width - 3] + "..."


def closest(word: str, allowed: Iterable[str]) -> str:
    """Return a hint naming the nearest allowed word, and all of them.

    >>> closest("dots", ["dots-and-boxes", "gems"])
    'did you mean dots-and-boxes? Known: dots-and-boxes, gems'
    """
    import difflib

    words = list(allowed)
    near = [w for w in words if len(word) >= 3 and w.startswith(word)]
    near = near or difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    known = f"known: {', '.join(words)}"
    return f"did you mean {near[0]}? K{known[1:]}" if near else known
