"""Strings for UVa 11587 "Brick Game".

The contest's strings have up to about 100 letters, takes are at most 20, and every string has a set
that yields it: the outcomes of a random one. What may be constrained is the length of the string
and the answer, the smallest set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ..errors import NoSubtractionSetError
from ..subtraction import infer, outcomes
from .dice import Dice
from .setter import Case, Kind, Limit, Setter, Span, Spans, trap_kind
from .takes import CAP, greedy_set, possible_takes, smallest_sets

__all__ = ["SETTER"]

FEW = 4  # takes of an answer for which wrong rules are quick to follow
EXTREMES: tuple[Sequence[int], ...] = (  # few and many takes, small and large ones
    range(1, 21), range(1, 20), range(2, 21), range(11, 21), range(2, 21, 2), (20,), (1,), (19, 20),
    (1, 20), (9, 20), (1, 2, 3),
)  # fmt: skip

Takes = tuple[int, ...]
Note = Callable[[str, Takes], str | None]  # what a string is good for, given its smallest set


def _draw(dice: Dice, spans: Spans) -> str:
    low, high = spans["takes"].low, spans["takes"].high
    size = min(spans["size"].draw(dice), high - low + 1)
    return outcomes(dice.sample(range(low, high + 1), size), spans["length"].draw(dice))


def _case(outcome: str, spans: Spans, note: Note) -> Case | None:
    """Return the case of a string; None if its answer is not within the spans, or has no note."""
    try:
        takes = infer(outcome, max_take=CAP)
    except NoSubtractionSetError:  # all W, or all L, and too long for takes up to the cap
        return None
    fits = len(outcome) in spans["length"] and len(takes) in spans["size"]
    if not fits or takes[0] not in spans["takes"] or takes[-1] not in spans["takes"]:
        return None
    said = note(outcome, takes)
    return None if said is None else Case(outcome + "\n", said)


def _kind(note: Note) -> Kind:
    def stream(dice: Dice, spans: Spans) -> Iterator[Case | None]:
        while True:
            yield _case(_draw(dice, spans), spans, note)

    return stream


def _words(takes: Sequence[int]) -> str:
    return " ".join(map(str, takes)) or "nothing"


def _sizes(outcome: str, takes: Takes) -> str:
    return f"length {len(outcome)}, takes {_words(takes)}"


def _equals(outcome: str, count: int) -> list[Takes]:
    """Return the first smallest sets of a string."""
    return list(islice(smallest_sets(outcome, possible_takes(outcome)), count))


def _unique(outcome: str, takes: Takes) -> str | None:
    if "W" not in outcome or len(_equals(outcome, 2)) > 1:
        return None
    return f"{_words(takes)} is the only smallest set"


def _tie(outcome: str, takes: Takes) -> str | None:
    equals = _equals(outcome, 2) if "W" in outcome else []
    return f"{_words(takes)} before {_words(equals[1])}" if len(equals) > 1 else None


def _greedy_loses(outcome: str, takes: Takes) -> str | None:
    greedy = greedy_set(outcome)
    if len(greedy) <= len(takes):
        return None
    return f"always adding the smallest take gives {_words(greedy)}, not {_words(takes)}"


def _extremes(dice: Dice, spans: Spans) -> Iterator[Case | None]:
    """Outcomes of extreme sets, longest and shortest; all W, all L; then many takes at random."""
    length = spans["length"]
    for n in (length.high, length.low):
        for takes in EXTREMES:
            yield _case(outcomes(takes, n), spans, _sizes)
        for k in (CAP, CAP - 1, CAP + 1, 1):
            for outcome in ("W" * k, "L" * k, "W" * (k - 1) + "L", "L" * (k - 1) + "W"):
                yield _case(outcome, spans, _sizes)
    while True:
        many = dice.sample(range(1, CAP + 1), dice.between(CAP // 2, CAP))
        yield _case(outcomes(many, length.high), spans, _sizes)


# --- programs with a mistake: what they answer, or None where that would take too long -----------


def _by_mask(outcome: str, takes: Takes) -> Takes:
    return min(smallest_sets(outcome, possible_takes(outcome)), key=lambda found: found[::-1])


def _last(outcome: str, takes: Takes) -> Takes:
    return max(smallest_sets(outcome, possible_takes(outcome)))


def _without_20(outcome: str, takes: Takes) -> Takes:
    try:
        return infer(outcome, max_take=CAP - 1)
    except NoSubtractionSetError:
        return ()


def _without_losses(outcome: str, takes: Takes) -> Takes | None:
    if len(takes) > FEW:
        return None
    return next(smallest_sets(outcome, range(1, CAP + 1), len(takes)))


def _nothing(outcome: str, takes: Takes) -> Takes:
    return takes if "W" in outcome else ()


def _many_takes(dice: Dice, spans: Spans) -> str:
    """The outcomes of so many takes that several sets may be equal, or of more than that."""
    return _draw(dice, {**spans, "size": Span(7, 8)})


def _all_lost(dice: Dice, spans: Spans) -> str:
    return "L" * min(spans["length"].draw(dice), dice.between(1, CAP - 1))


def _trap(
    name: str,
    answer: Callable[[str, Takes], Takes | None],
    draw: Callable[[Dice, Spans], str] = _draw,
) -> Callable[[Dice, Spans], Case | None]:
    def note(outcome: str, takes: Takes) -> str | None:
        wrong = answer(outcome, takes)
        if wrong is None or wrong == takes:
            return None
        return f"a program that {name} says {_words(wrong)}, not {_words(takes)}"

    return lambda dice, spans: _case(draw(dice, spans), spans, note)


TRAPS = (
    _trap("tries sets in the order of their bit masks", _by_mask, _many_takes),
    _trap("answers the last of equal sets", _last),
    _trap("always adds the smallest take", lambda outcome, takes: greedy_set(outcome)),
    _trap("tries takes below 20 only", _without_20),
    _trap("forgets that an L must stay one", _without_losses),
    _trap("answers nothing if all are L", _nothing, _all_lost),
)


def _compose(texts: Sequence[str], spans: Spans, dice: Dice) -> str:
    return f"{len(texts)}\n" + "".join(texts)


SETTER = Setter(
    name="uva11587",
    limits={
        "length": Limit("letters a string", Span(1, 100)),
        "takes": Limit("takes of the answer", Span(1, CAP)),
        "size": Limit("how many takes the answer has", Span(1, CAP), Span(1, 8)),
    },
    kinds={
        "random": _kind(_sizes),
        "unique": _kind(_unique),
        "greedy-loses": _kind(_greedy_loses),
        "ties": _kind(_tie),
        "extremes": _extremes,
        "traps": trap_kind(TRAPS),
    },
    compose=_compose,
)
