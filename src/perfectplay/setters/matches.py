"""The kinds of cases that four contests have in common: each case is a match, perhaps begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..position import Match
from .dice import Dice
from .play import best_margin, greedy_margin, table_of
from .setter import Case, Kind, Span, Spans, trap_kind

__all__ = ["Draft", "Draw", "Mistake", "extreme", "match_kinds"]

CANDIDATES = 64  # how many matches to draw for an extreme one


@dataclass(frozen=True, slots=True)
class Draft:
    """A match as a case: its text, and the match."""

    text: str
    match: Match


Draw = Callable[[Dice, Spans], Draft]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a wrong program does.

    Attributes:
        name: its mistake, as in "a program that ...".
        answer: what it answers.
        draw: cases that may show the mistake, if not just any; None where the spans leave none.
    """

    name: str
    answer: Callable[[Draft], str]
    draw: Callable[[Dice, Spans], Draft | None] | None = None


def match_kinds(
    draw: Draw,
    answer: Callable[[int], int | str],
    mistakes: Sequence[Mistake],
    extremes: Kind,
    *,
    draws: bool,
) -> dict[str, Kind]:
    """Return the kinds of a contest.

    Arguments:
        draw: draws a random match.
        answer: what to answer if the first player ends with this margin.
        mistakes: for the kind `traps`.
        extremes: the kind of this name.
        draws: whether a match may end in a draw, and there are `ties`.
    """

    def kind(note: Callable[[Match], str | None]) -> Kind:
        def stream(dice: Dice, spans: Spans) -> Iterator[Case | None]:
            while True:
                draft = draw(dice, spans)
                said = note(draft.match)
                yield None if said is None else Case(draft.text, said)

        return stream

    def trap(mistake: Mistake) -> Callable[[Dice, Spans], Case | None]:
        def caught(dice: Dice, spans: Spans) -> Case | None:
            draft = (mistake.draw or draw)(dice, spans)
            return None if draft is None else _trap(draft, mistake, answer)

        return caught

    def random_note(match: Match) -> str:
        return f"random; the margin is {best_margin(match)}"

    kinds: dict[str, Kind] = {
        "random": kind(random_note),
        "unique": kind(_unique),
        "greedy-loses": kind(_greedy_loses),
        "extremes": extremes,
        "traps": trap_kind([trap(mistake) for mistake in mistakes]),
    }
    if draws:
        kinds["ties"] = kind(_tie)
    return kinds


def _trap(draft: Draft, mistake: Mistake, answer: Callable[[int], int | str]) -> Case | None:
    right, wrong = str(answer(best_margin(draft.match))), mistake.answer(draft)
    if right == wrong:
        return None
    return Case(draft.text, f"a program that {mistake.name} says {wrong}, not {right}")


def _unique(match: Match) -> str | None:
    best = table_of(match.position).best_moves(match.position)
    if len(best) != 1 or len(match.position.moves) == 1:
        return None
    return f"of {len(match.position.moves)} moves only {best[0]} is best"


def _greedy_loses(match: Match) -> str | None:
    sign = -1 if match.to_move else 1
    best = sign * best_margin(match)
    if best <= 0 or (greedy := sign * greedy_margin(match)) > 0:
        return None
    return f"the player to move wins by {best}, and gets {greedy} by always taking the most"


def _tie(match: Match) -> str | None:
    return "a draw" if best_margin(match) == 0 and match.position.rest else None


def extreme(draw: Draw, size: str) -> Kind:
    """Return the kind of matches at both ends of the span `size`, of extreme margins.

    That is, of the largest, the smallest and the closest to 0 among 64 drawn at random.
    """
    ranks: dict[str, Callable[[int], int]] = {
        "the largest": lambda margin: margin,
        "the smallest": lambda margin: -margin,
        "the closest to 0": lambda margin: -abs(margin),
    }

    def stream(dice: Dice, spans: Spans) -> Iterator[Case | None]:
        while True:
            for number in (spans[size].low, spans[size].high):
                for name, rank in ranks.items():
                    drafts = [
                        draw(dice, {**spans, size: Span(number, number)}) for _ in range(CANDIDATES)
                    ]
                    margins = [best_margin(draft.match) for draft in drafts]
                    margin = max(margins, key=rank)
                    note = f"{number} {size}; the margin is {margin}, {name} of {CANDIDATES}"
                    yield Case(drafts[margins.index(margin)].text, note)

    return stream
