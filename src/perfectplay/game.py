"""A game as data: items, a score, a turn rule, an objective.

A `GameSpec` is what somebody wrote down; `GameSpec.validate()` is the one door to a `Game`, and it
returns every reason against it at once.

Items have an *index* (0..n-1, the bit in a mask) and a *number*, the one people use: the index
plus `numbered_from`, because some boards are numbered from 1. Masks speak in indices; everything
else in the public interface, and every text, speaks in numbers (or names).
"""

from __future__ import annotations

import enum
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .checks import item_problems, number_problems, score_problems, size_of
from .errors import (
    ArgumentError,
    InvalidGameError,
    NotationError,
    plain_int,
    plain_ints,
    plain_tuple,
    shorten,
)
from .geometry import Geometry
from .score import Gems, Regions, Score, SetFunction, bits, total

__all__ = ["Game", "GameSpec", "Objective", "TurnRule"]

MAX_WRITTEN = 1_000_000  # gems in a text


class TurnRule(enum.Enum):
    """Who moves next: with `BONUS` the same player if the move gained, with `ALTERNATE` never.

    In texts they are `turn=bonus`, the default, and `turn=alternate`.

    >>> from perfectplay import TurnRule, parse_game
    >>> parse_game("triangles:3,turn=alternate").turn
    TurnRule.ALTERNATE
    """

    BONUS = "bonus"
    ALTERNATE = "alternate"

    def __repr__(self) -> str:
        return f"TurnRule.{self.name}"


class Objective(enum.Enum):
    """What a player wants: the `MOST` points, the `FEWEST` (misere), the `LAST` move (Nimstring).

    With `LAST`, a player who must move and cannot loses, so that under the bonus rule completing
    the last region loses. In texts they are `objective=most`, the default, `objective=fewest` and
    `objective=last`.

    >>> from perfectplay import Objective, parse_game
    >>> parse_game("triangles:3,objective=fewest").objective
    Objective.FEWEST
    """

    MOST = "most"
    FEWEST = "fewest"
    LAST = "last"

    def __repr__(self) -> str:
        return f"Objective.{self.name}"


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game as somebody wrote it down, not validated yet.

    Arguments:
        items: their number, at most 10,000, or their names (unique, printable, without spaces and
            commas; a name made of digits must be the item's number).
        score: F as `Regions`, `Gems` or `SetFunction`, in item indices; F(all) <= 32767.
        turn, objective: the rules; by default `TurnRule.BONUS` and `Objective.MOST`.
        start: mask of the items taken before the first move (drawn borders); by default none.
        numbered_from: the number of the first item, >= 0; by default 0.
        text: the text form, if the game has a shorter one than its own data; not checked.
        symmetries: permutations of the item indices that leave F unchanged (generators suffice);
            `permutation[i]` is where item i goes.
        geometry: where the items and regions stand, for pictures; not checked.

    Nothing is checked before `problems` or `validate` is called. Lists and arrays become tuples,
    integers of any kind, NumPy's included, become `int`.

    >>> from perfectplay import GameSpec, Region, Regions
    >>> spec = GameSpec(3, Regions((Region(0b1011), Region(0))))
    >>> for problem in spec.problems():
    ...     print(problem)
    region 0 names item 3, but the game has items 0..2
    region 1 has no items, so nobody can complete it
    """

    items: int | Sequence[str]
    score: Score
    turn: TurnRule = TurnRule.BONUS
    objective: Objective = Objective.MOST
    start: int = 0
    numbered_from: int = 0
    text: str | None = None
    symmetries: Sequence[Sequence[int]] = ()
    geometry: Geometry | None = None

    def __post_init__(self) -> None:
        items, symmetries = plain_int(self.items), plain_tuple(self.symmetries)
        if not isinstance(items, int):
            items = plain_tuple(items)
        if isinstance(symmetries, tuple):
            symmetries = tuple(plain_ints(permutation) for permutation in symmetries)
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "symmetries", symmetries)
        object.__setattr__(self, "start", plain_int(self.start))
        object.__setattr__(self, "numbered_from", plain_int(self.numbered_from))

    def problems(self) -> tuple[str, ...]:
        """Return every reason why this is not a valid game; empty if it is one."""
        return self._check()[0]

    def validate(self) -> Game:
        """Return the game, or raise `InvalidGameError` with every reason why there is none.

        >>> from perfectplay import GameSpec, Region, Regions
        >>> GameSpec(["left", "right"], Regions((Region(0b11),))).validate().total
        1
        """
        problems, score = self._check()
        if problems:
            raise InvalidGameError(problems)
        first, items = self.numbered_from, self.items
        names = range(first, first + items) if isinstance(items, int) else items
        return Game(
            names=tuple(map(str, names)),
            score=score,
            turn=self.turn,
            objective=self.objective,
            start=self.start,
            numbered_from=first,
            symmetries=tuple(tuple(p) for p in self.symmetries),
            given_text=self.text,
            geometry=self.geometry,
        )

    def _check(self) -> tuple[tuple[str, ...], Score]:
        """Return every problem, and the score as the game holds it."""
        n = size_of(self.items)
        score = self.score
        reasons = [
            *item_problems(self.items, self.numbered_from),
            *number_problems(self.start, self.numbered_from, n),
        ]
        if not isinstance(self.turn, TurnRule):
            reasons.append(f"turn is {shorten(self.turn)}; it must be a TurnRule")
        if not isinstance(self.objective, Objective):
            reasons.append(f"objective is {shorten(self.objective)}; it must be an Objective")
        if not isinstance(self.text, str | None):
            reasons.append(f"text is {shorten(self.text)}; it must be a text or None")
        if not isinstance(score, Regions | Gems | SetFunction):
            reasons.append(f"score is {shorten(score)}; it must be Regions, Gems or a SetFunction")
        elif n is not None:
            try:
                if isinstance(score, SetFunction):  # a function may say something else later
                    score = score.tabulated(n)
                reasons += score_problems(score, n, self.symmetries)
            except ArgumentError as error:
                reasons.append(str(error))
        return tuple(reasons), score


@dataclass(frozen=True)
class Game:
    """A valid game; made by `parse_game`, `dots_and_boxes` and its kin, or `GameSpec.validate`.

    Attributes:
        names: the names of the items by index; their numbers as texts if they have no others.
        score: F, as `Regions`, `Gems` or `SetFunction`, in item indices.
        turn, objective: the rules, a `TurnRule` and an `Objective`.
        start: mask of the items taken before the first move.
        numbered_from: the number of the item with index 0.
        symmetries: permutations of the item indices that leave F unchanged.
        given_text: the text form the maker of the game gave it, or None; see `text`.
        geometry: where the items and regions stand, or None.

    Games are equal if all but `symmetries`, `given_text` and `geometry` are; `len` is the number of
    items. Called directly the class checks nothing.

    >>> from perfectplay import parse_game
    >>> game = parse_game("triangles:1")
    >>> len(game), game.total, game.names, game.numbered_from
    (3, 1, ('1', '2', '3'), 1)
    """

    names: tuple[str, ...]
    score: Score
    turn: TurnRule
    objective: Objective
    start: int
    numbered_from: int
    symmetries: tuple[tuple[int, ...], ...] = field(default=(), compare=False)
    given_text: str | None = field(default=None, compare=False)
    geometry: Geometry | None = field(default=None, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        if isinstance(self.score, SetFunction) or self.text.startswith("gem-counts:"):
            return f"<Game {self.text}>"
        return f"parse_game({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @cached_property
    def all(self) -> int:
        """Mask of all items."""
        return (1 << len(self.names)) - 1

    @cached_property
    def total(self) -> int:
        """F(all): all the points there are, at most 32767."""
        return total(self.score, len(self.names))

    @cached_property
    def text(self) -> str:
        """The text form; `parse_game` reads it back.

        Except for a general set function, and for more than a million gems.
        """
        return self.given_text if self.given_text is not None else data_text(self)

    @cached_property
    def _index(self) -> dict[str, int]:
        numbers = {str(i + self.numbered_from): i for i in range(len(self.names))}
        return numbers | {name: i for i, name in enumerate(self.names)}

    def index(self, item: int | str) -> int:
        """Return the index of an item given by number or name; `NotationError` if there is none.

        >>> from perfectplay import parse_game
        >>> parse_game("triangles:3").index(18)
        17
        """
        try:
            found = self._index.get(str(item))
        except ValueError:  # more digits than Python writes
            found = None
        if found is not None:
            return found
        item = plain_int(item)
        if not self.names:
            raise NotationError(f"no item {shorten(item)}: the game has no items")
        span = f"{self.number(0)}..{self.number(len(self.names) - 1)}"
        named = self.names[0] != str(self.number(0))
        also = f" or names such as {self.names[0]!r}" if named else ""
        raise NotationError(f"no item {shorten(item)}: the items are {span}{also}")

    def number(self, index: int) -> int:
        """Return the number of the item with this index."""
        return index + self.numbered_from

    def points(self, taken: int) -> int:
        """Return F(taken), the points made, by whomever, once the items of the mask are taken."""
        return self.score.points(taken)

    def gain(self, taken: int, index: int) -> int:
        """Return the points made by taking the item with this index, not yet in the mask."""
        return self.score.gain(taken, index)

    def gains(self, taken: int) -> list[tuple[int, int]]:
        """Return the index and the gain of each item not in the mask, by rising index.

        >>> from perfectplay import parse_game
        >>> parse_game("triangles:1").gains(0b011), parse_game("triangles:1").gains(0b001)
        ([(2, 1)], [(1, 0), (2, 0)])
        """
        free = list(bits(self.all & ~taken))
        return list(zip(free, self.score.gains(taken, free), strict=True))

    def keeps_turn(self, gain: int) -> bool:
        """Return whether the player who just gained this much moves again.

        >>> from perfectplay import parse_game
        >>> game = parse_game("triangles:1")
        >>> game.keeps_turn(1), game.keeps_turn(0)
        (True, False)
        """
        return self.turn is TurnRule.BONUS and gain > 0

    def move_value(self, gain: int, child: int) -> int:
        """Return what a move is worth to its maker: `child` is the value of the position after it.

        Gain included; both values for the player to move in their position.

        >>> from perfectplay import parse_game
        >>> game = parse_game("triangles:2")
        >>> game.move_value(1, 3), game.move_value(0, 3)
        (4, -3)
        """
        points = 0 if self.objective is Objective.LAST else gain
        return points + (child if self.keeps_turn(gain) else -child)

    @property
    def final_value(self) -> int:
        """The value of the position where every item is taken: 0, or -1 with `Objective.LAST`."""
        return -1 if self.objective is Objective.LAST else 0


def data_text(game: Game) -> str:
    """Return the text form made of the game's own data: its family and JSON."""
    score = game.score
    n = len(game)
    data: dict[str, Any] = {}
    if isinstance(score, SetFunction):
        return f"set-function:{n} items (given by array or function, no text form)"
    if isinstance(score, Regions):
        family = "regions"
        numbered = game.names == tuple(str(game.number(i)) for i in range(n))
        data["items"] = n if numbered else list(game.names)
        data["regions"] = [
            {"items": [game.number(i) for i in bits(r.mask)]}
            | ({"weight": r.weight} if r.weight != 1 else {})
            | ({"name": r.name} if r.name is not None else {})
            for r in score.regions
        ]
    elif sum(map(sum, score.bags)) > MAX_WRITTEN:
        return f"gem-counts:{n} bags (too many gems to list, no text form)"
    else:
        family = "gems"
        data["melt"] = score.melt
        data["bags"] = [
            [c + 1 for c, count in enumerate(bag) for _ in range(count)] for bag in score.bags
        ]
    if game.numbered_from != (family == "gems"):  # bags are numbered from 1
        data["numbered_from"] = game.numbered_from
    if game.start:
        data["start"] = [game.number(i) for i in bits(game.start)]
    if game.turn is not TurnRule.BONUS:
        data["turn"] = game.turn.value
    if game.objective is not Objective.MOST:
        data["objective"] = game.objective.value
    return f"{family}:{json.dumps(data, separators=(',', ':'))}"
