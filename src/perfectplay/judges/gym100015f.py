"""Codeforces Gym 100015 F "Fighting for Triangles".

Pairs of lines, `N` and the numbers of N lines drawn, ending with `0`. Andy moves next, whatever is
drawn, and triangles that are there already belong to nobody. Programs that read word by word take
any layout, so numbers on the line of N or spread over several lines are read as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ..errors import InputError
from ..game import Game
from ..games.triangles import triangles
from ..position import Match, Position
from ..reading import Words
from ..solver import SolveOptions
from .judge import Judge, Verdict, judge_match

__all__ = ["GYM100015F", "board", "winner"]

LINES = 18
NUMBERS = {str(line) for line in range(1, LINES + 1)}


@cache
def board() -> Game:
    """Return the board."""
    return triangles(3)


@dataclass(slots=True)
class _Layout:
    """How a case stands in the file, to find the next one when it is bad."""

    n_alone: bool  # N has a line for itself
    one_a_line: bool = False  # so has each line of the list
    left: int = 0  # how many lines of the list have not been read


def _cases(words: Words, options: SolveOptions) -> Iterator[Verdict]:
    while words.next_case():
        layout = _Layout(words.next_is_alone())
        try:
            drawn = _read(words, layout)
        except InputError as error:
            yield Verdict(words.case, error=error)
            _resume(words, layout)
            if words.peek() is None:
                return
            continue
        if drawn is None:
            return
        yield judge_match(words, Match(Position.of(board(), drawn)), options, answer=winner)
    words.warn("the file ends without the closing 0")


def winner(margin: int) -> str:
    """Return the answer, given the triangles of Andy minus those of Ralph."""
    if margin == 0:
        return "Draw"
    return "Andy wins" if margin > 0 else "Ralph wins"


def _read(words: Words, layout: _Layout) -> list[int] | None:
    """Read a case; None for the closing 0."""
    count = words.integer("the number N of lines drawn", low=0, high=LINES)
    if count == 0:
        return None
    drawn: list[int] = []
    for layout.left in range(count, 0, -1):
        what = f"line {len(drawn) + 1} of {count}"
        if layout.n_alone and _next_pair_begins(words, layout, drawn):
            raise words.fail(
                f"only {len(drawn)} of N = {count} lines are listed; expected {what}, "
                f"but just {words.peek()} stands below"
            )
        fresh = words.next_line != words.line
        layout.one_a_line = (layout.one_a_line or not drawn) and fresh and words.next_is_alone()
        number = words.integer(what, low=1, high=LINES)
        if number in drawn:
            raise words.fail(f"line {number} is listed twice; expected {what}, a new one")
        drawn.append(number)
    if layout.n_alone and words.line_has_more() and words.peek() != "0":
        raise words.fail(f"more than N = {count} lines are listed; expected {count}")
    return drawn


def _next_pair_begins(words: Words, layout: _Layout, drawn: list[int]) -> bool:
    """Return whether the list is too short: a number below it is the N of the next pair.

    The last number of a list may have a line for itself, too. It is an N if it cannot go on with
    the list, or if it has its own list below, and that cannot go on with the list instead. Only
    where a number stands so does a case wait for the line after it.
    """
    if layout.one_a_line or (layout.left == 1 and not drawn) or words.next_line == words.line:
        return False
    if not words.next_is_alone():
        return False
    listed = {str(line) for line in drawn}
    number = words.peek()
    if number == "0" or number in listed:
        return True
    below = words.next_lines(2, LINES)[1:] or [[]]
    after = set(below[0])
    if not str(len(after)) == str(len(below[0])) == number or not after <= NUMBERS:
        return False
    goes_on = len(after) < layout.left and not after & {number, *listed}
    return len(after) > 1 and not goes_on


def _resume(words: Words, layout: _Layout) -> None:
    """Go to the next pair after a bad one, as far as its layout tells where that begins."""
    words.skip_line()
    if layout.one_a_line:
        for _ in range(layout.left - 1):
            if words.peek() not in (None, "0"):
                words.skip_word()
    elif layout.n_alone:  # up to a line with a word for itself, the next N
        while words.peek() is not None and not words.next_is_alone():
            words.skip_word()
            words.skip_line()
    elif _is_list(words.next_lines(2, LINES + 1)):  # of the pair whose first line was spoiled
        words.skip_word()
        words.skip_line()


def _is_list(lines: list[list[str]]) -> bool:
    """Return whether a line holds the list of a pair, and not N and its list together."""
    if not lines or len(lines[0]) < 2:
        return False
    first = lines[0][0]
    together = first in NUMBERS and len(lines[0]) == int(first) + 1
    next_pair_below = len(lines) > 1 and len(lines[1]) == 1 and lines[1] != ["0"]
    return next_pair_below or not together


GYM100015F = Judge(
    name="gym100015f",
    title="Fighting for Triangles (Codeforces Gym 100015 F, BOJ 7633)",
    form="pairs of lines, `N` and N numbers of lines drawn, and 0 at the end",
    cases=_cases,
)
