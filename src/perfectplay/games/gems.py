"""Gems Fight!: bags of coloured gems poured into one cooker (HDU 4778).

Every `melt` gems of a colour in the cooker melt into a stone for whoever poured last, and at least
one new stone gives another turn. Bags are numbered from 1, colours from 1. A game is a case of a
contest file, or JSON:

    {"melt": 3, "bags": [[2, 3], [1, 3], [1, 2], [2, 3, 1]]}

where each bag lists the colours of its gems.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..checks import MAX_ITEMS, MAX_TOTAL
from ..errors import ArgumentError, InputError, NotationError, as_integer, is_integer, shorten
from ..game import Game, GameSpec, Objective, TurnRule
from ..reading import Words
from ..score import Gems
from .family import Family, with_rules
from .jsonform import Form, load, open_file

__all__ = ["GEMS", "GemsCase", "gems", "read_case"]

MAX_COUNTS = 1_000_000  # bags times colours
CASE = re.compile(r"0*[1-9][0-9]{0,8}")


def gems(
    melt: int,
    bags: Sequence[Sequence[int]],
    *,
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return the game of bags of gems where `melt` gems of a colour make a stone, a point.

    Arguments:
        melt: an integer >= 1.
        bags: for each bag the colours of its gems, integers >= 1, in any order; a bag may be empty.
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    The bags are numbered from 1. Raises `ArgumentError` for a melt that is no integer, for colours
    that are not integers >= 1, and for more than a million of bags times colours;
    `InvalidGameError` for a melt below 1 or above 10^9, for rules that are none, for more than
    10,000 bags and for more than 32767 stones.

    Source: HDU 4778, *Gems Fight!*, 2013 Asia Hangzhou Regional.

    >>> from perfectplay import gems
    >>> game = gems(3, [[2, 3], [1, 3], [1, 2], [2, 3, 1]])
    >>> game.total, game.names
    (3, ('1', '2', '3', '4'))
    """
    colours = [
        [as_integer(f"a colour in bag {k}", colour, low=1) for colour in bag]
        for k, bag in enumerate(bags, 1)
    ]
    return with_rules(_spec(as_integer("melt", melt), colours), turn, objective).validate()


def _spec(melt: int, bags: Sequence[Sequence[int]]) -> GameSpec:
    counts = [Counter(bag) for bag in bags]
    colours = sorted(set().union(*counts))
    if problem := _too_many(len(bags), len(colours)):
        raise ArgumentError(problem)
    data = {"melt": melt, "bags": [list(bag) for bag in bags]}
    return GameSpec(
        items=len(bags),
        score=Gems(melt, tuple(tuple(count[c] for c in colours) for count in counts)),
        numbered_from=1,
        text=f"gems:{json.dumps(data, separators=(',', ':'))}",
    )


def _too_many(bags: int, colours: int) -> str | None:
    if bags * colours <= MAX_COUNTS:
        return None
    return f"{bags} bags with {colours} colours; bags times colours may be at most {MAX_COUNTS}"


@dataclass(frozen=True, slots=True)
class GemsCase:
    """One case of a contest file: bags of colours 1..colours, `melt` equal gems to a stone."""

    colours: int
    melt: int
    bags: tuple[tuple[int, ...], ...]

    def spec(self) -> GameSpec:
        """Return the game of the case; with no colours, or without bags, nothing can be won."""
        bags = self.bags if self.colours else ((),) * len(self.bags)
        return _spec(self.melt if self.bags else 1, bags)


def read_case(words: Words) -> GemsCase | None:
    """Read `G B S` and B lines `n c1 ... cn`; None for the terminator `0 0 0`.

    With G = 0 the colours are not looked at. Raises `InputError` naming line and case.
    """
    colours = words.integer("the number of colours G", low=0)
    count = words.integer("the number of bags B", low=0, high=MAX_ITEMS)
    melt = words.integer("the number S of gems to a stone", low=0)
    if colours == count == melt == 0:
        return None
    if melt == 0 and count:
        raise words.fail("S = 0 gems make a stone; with bags present S must be at least 1")
    most = melt * (MAX_TOTAL + colours) if colours else None  # more gems are too many stones
    bags = []
    for k in range(1, count + 1):
        size = words.integer(f"the number of gems in bag {k} of {count}", low=0, high=most)
        colour = f"a colour in bag {k} of {count}"
        bags.append(
            tuple(
                words.integer(colour, low=1, high=colours) if colours else words.integer(colour)
                for _ in range(size)
            )
        )
    if colours and (problem := _too_many(count, len(set().union(*bags)))):
        raise words.fail(problem)
    return GemsCase(colours, melt, tuple(bags))


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    if argument.startswith("{"):
        if "case" in keys:
            raise NotationError("the key 'case' belongs to a contest file, not to JSON")
        data, text = load("gems", argument)
        form = Form(data, "gems", ("melt", "bags"), first=1)
        bags = [_bag(k, bag) for k, bag in enumerate(form.list_of("bags", list), 1)]
        form.count = len(bags)
        spec = _spec(form.integer("melt", 0), bags)
        return form.spec(len(bags), spec.score, text)
    wanted = keys.get("case", "1")
    if not CASE.fullmatch(wanted):
        raise NotationError(f"case {shorten(wanted)} is not a number in 1..999999999")
    with open_file(argument) as file:
        words = Words(file)
        case = None
        for k in range(1, int(wanted) + 1):
            words.case = k
            case = read_case(words) if words.peek() is not None else None
            if case is None:
                raise InputError(f"{argument} has {k - 1} cases, so there is no case {int(wanted)}")
    assert case is not None
    suffix = f",case={wanted}" if "case" in keys else ""
    spec = case.spec()
    return dataclasses.replace(spec, text=f"gems:{argument}{suffix}")


def _bag(number: int, bag: list[object]) -> list[int]:
    colours = []
    for colour in bag:
        if not is_integer(colour) or colour < 1:
            raise NotationError(f"bag {number}: {shorten(colour)} is no colour; they are 1, 2...")
        colours.append(colour)
    return colours


GEMS = Family(
    name="gems",
    summary="pour bags of gems; whoever completes a stone wins it and moves again",
    usage="gems:FILE[,case=K] or gems:{JSON}",
    example='gems:{"melt":3,"bags":[[2,3],[1,3],[1,2],[2,3,1]]}',
    build=_build,
    keys=("case",),
)
