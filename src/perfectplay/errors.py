"""The errors of the package: one base class, and leaves that are also built-in types.

A message says what is wrong, the offending value, where it stands, and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, TypeGuard

__all__ = [
    "ArgumentError",
    "CertificateError",
    "CheckpointWarning",
    "GenerationError",
    "IllegalMoveError",
    "InputError",
    "InvalidGameError",
    "MemoryLimitError",
    "NoSubtractionSetError",
    "NotationError",
    "PerfectplayError",
    "TimeLimitError",
    "as_integer",
    "closest",
    "cut",
    "is_integer",
    "plain_int",
    "plain_ints",
    "plain_tuple",
    "shorten",
]


class PerfectplayError(Exception):
    """Base class of everything this package raises on purpose; an `Exception`.

    Files that cannot be read raise `OSError` as ever, arguments of the wrong type mostly
    `TypeError`.

    >>> from perfectplay import PerfectplayError, parse_game
    >>> try:
    ...     parse_game("triangles:x")
    ... except PerfectplayError as error:
    ...     print(error)
    side 'x' is not a number from 1 on, such as 3
    """


class ArgumentError(PerfectplayError, ValueError):
    """An argument has a value that makes no sense; a `ValueError`.

    Raised by the makers of games (`dots_and_boxes` and its kin), by `parse_game` for boards that
    are too large, by `Position`, by `solve` and `analyze` for their options, by `outcomes` and
    `infer`, and by `SetFunction.array`.

    >>> from perfectplay import dots_and_boxes
    >>> dots_and_boxes(0, 2)
    Traceback (most recent call last):
        ...
    perfectplay.errors.ArgumentError: rows is 0; it must be an integer >= 1
    """


class InvalidGameError(PerfectplayError, ValueError):
    """A game specification breaks one or more rules; a `ValueError`.

    Raised by `GameSpec.validate`, and so by `parse_game` and the makers of games.

    Attributes:
        problems: every reason, a sentence each; the message has them all.

    >>> from perfectplay import Gems, GameSpec, InvalidGameError
    >>> try:
    ...     GameSpec(2, Gems(0, ((1,), (-1,)))).validate()
    ... except InvalidGameError as error:
    ...     for problem in error.problems:
    ...         print(problem)
    melt is 0; it takes at least 1 gem to make a stone
    bag 1 has -1 gems of colour 0; a count is >= 0
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("not a valid game: " + "; ".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type[InvalidGameError], tuple[tuple[str, ...]]]:
        return type(self), (self.problems,)  # by default a copy is made from the message


class NotationError(PerfectplayError, ValueError):
    """A text is not the notation of a game, a position, an item or outcomes; a `ValueError`.

    Raised by `parse_game`, `Position` and its makers, `Game.index`, `infer`, and by `solve` and
    `analyze` for the game and the position they are given.

    >>> from perfectplay import Position, parse_game
    >>> Position.parse(parse_game("triangles:2"), "1 2 77")
    Traceback (most recent call last):
        ...
    perfectplay.errors.NotationError: character 5: no item '77': the items are 1..9
    """


class IllegalMoveError(PerfectplayError, ValueError):
    """A move is not possible in the position it is made in; a `ValueError`.

    Raised by `play` and `gain` of `Position`, and by `play` and `replay` of `Match`.

    >>> from perfectplay import Match, parse_game
    >>> Match.replay(parse_game("triangles:2"), "1 2 1")
    Traceback (most recent call last):
        ...
    perfectplay.errors.IllegalMoveError: move 3: item 1 is taken already; possible are 3 4 5 6 7 8 9
    """


class NoSubtractionSetError(PerfectplayError, ValueError):
    """No subtraction set yields the outcomes or nim-values; a `ValueError`, raised by `infer`.

    Attributes:
        explanation: why not: an `Impossibility`; None if the time was up before that was clear.

    >>> from perfectplay import NoSubtractionSetError, infer
    >>> try:
    ...     infer("WLL")
    ... except NoSubtractionSetError as error:
    ...     print(error.explanation.prefix, error.explanation.heap)
    3 1
    """

    def __init__(self, message: str, explanation: Any = None) -> None:
        super().__init__(message)
        self.explanation = explanation  # Any: everything imports this module, which imports nothing


class TimeLimitError(PerfectplayError, TimeoutError):
    """The time limit has passed; a `TimeoutError`, raised by `infer` and its kin.

    Attributes:
        inference: what was known by then, an `Inference`; None where there is nothing to say.

    >>> from perfectplay.subtraction import infer, outcomes
    >>> infer(outcomes(range(7, 900, 29), 3000), time_limit=1e-9)
    Traceback (most recent call last):
        ...
    perfectplay.errors.TimeLimitError: the time is up: a subtraction set that fits has at least ...
    """

    def __init__(self, message: str, inference: Any = None) -> None:
        super().__init__(message)
        self.inference = inference  # Any, as above


class CertificateError(PerfectplayError, ValueError):
    """A certificate of a period does not prove it; a `ValueError`, raised by `verify`.

    >>> from perfectplay.subtraction import Certificate
    >>> Certificate.from_dict({"takes": "1,3,4"})
    Traceback (most recent call last):
        ...
    perfectplay.errors.CertificateError: a certificate is a JSON object with ...
    """


class InputError(PerfectplayError, ValueError):
    """A contest file is malformed; a `ValueError` whose message starts with line and case.

    Raised by the judges, and by `parse_game` for `gems:FILE`.

    >>> import os
    >>> from perfectplay import parse_game
    >>> parse_game(f"gems:{os.devnull}")
    Traceback (most recent call last):
        ...
    perfectplay.errors.InputError: /dev/null has 0 cases, so there is no case 1
    """


class GenerationError(PerfectplayError):
    """A contest file of the kind asked for was not found in a bounded number of draws.

    Raised by `perfectplay.setters.generate`.

    Attributes:
        found: the `ContestFile` of the cases that were found, empty if there are none.

    >>> from perfectplay import GenerationError
    >>> from perfectplay.setters import generate
    >>> try:
    ...     generate("uva11587", count=5, length=2)
    ... except GenerationError as error:
    ...     print(len(error.found.cases))
    4
    """

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found  # Any: everything imports this module, which can import nothing

    def __reduce__(self) -> tuple[type[GenerationError], tuple[str, Any]]:
        return type(self), (str(self), self.found)


class MemoryLimitError(PerfectplayError, MemoryError):
    """A table does not fit the memory limit, and nothing was allocated; a `MemoryError`.

    Raised by `solve` and its kin.

    >>> from perfectplay import solve
    >>> solve("dots-and-boxes:5x5", engine="table", memory_limit=1 << 30)
    Traceback (most recent call last):
        ...
    perfectplay.errors.MemoryLimitError: ...
    """


class CheckpointWarning(RuntimeWarning):
    """A checkpoint could not be written: the search goes on, and tries again when it is due."""


def as_integer(name: str, value: object, low: int | None = None) -> int:
    """Return an integer of any kind, NumPy's included, as an `int` >= `low`.

    Raises `ArgumentError` for everything else, True and False included.

    >>> as_integer("side", 3, low=1)
    3
    """
    number = plain_int(value)
    if not is_integer(number) or (low is not None and number < low):
        least = "" if low is None else f" >= {low}"
        raise ArgumentError(f"{name} is {shorten(value)}; it must be an integer{least}")
    return number


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether a value is an `int`, and not True or False.

    >>> is_integer(1), is_integer(True), is_integer(1.0)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def plain_int(value: Any) -> Any:
    """Return an integer of any kind, NumPy's included, as an `int`; anything else as it is.

    >>> plain_int(3), plain_int(True), plain_int("3")
    (3, True, '3')
    """
    if isinstance(value, bool):  # it has an index, and is meant as something else
        return value
    try:
        return index(value)
    except TypeError:
        return value


def plain_tuple(value: Any) -> Any:
    """Return a list, an array or another iterable as a tuple; anything else as it is.

    >>> plain_tuple(["a", "b"]), plain_tuple(None)
    (('a', 'b'), None)
    """
    try:
        return tuple(value)
    except TypeError:
        return value


def plain_ints(values: Any) -> Any:
    """Return an iterable as a tuple, with its integers as `int`; anything else as it is.

    >>> plain_ints([1, 2]), plain_ints(None)
    ((1, 2), None)
    """
    entries = plain_tuple(values)
    return tuple(map(plain_int, entries)) if isinstance(entries, tuple) else values


def shorten(value: object, width: int = 40) -> str:
    """Return `repr(value)` for a message, cut in the middle when it is long.

    >>> shorten("W" * 1000, 12)
    "'WWWW...WWW' (1000 characters)"
    """
    try:
        text = repr(value[: width + 1]) if isinstance(value, str | bytes) else repr(value)
    except (ValueError, RecursionError):  # more digits than Python writes, or nested too deeply
        bits = f" of {value.bit_length()} bits" if isinstance(value, int) else ", too long to show"
        return f"<{type(value).__name__}{bits}>"
    if len(text) <= width:
        return text
    if isinstance(value, str | bytes):
        quote = text[-1]
        tail = repr(value[-3:])[-4:-1]
        return f"{text[: width - 7]}...{tail}{quote} ({len(value)} characters)"
    return cut(text, width)


def cut(text: str, width: int = 40) -> str:
    """Return a text for a message, without its end when it is long.

    >>> cut("0b11"), cut("0b" + "1" * 1000, 12)
    ('0b11', '0b1111111...')
    """
    return text if len(text) <= width else text[: width - 3] + "..."


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
