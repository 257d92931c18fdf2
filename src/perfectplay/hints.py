"""What each move of a Strings-and-Coins position is, in the words of the field.

The words, after those of `chains`, and in the order in which they are tried:

capture
    The move wins a coin, or two: a *double-crossed* move.
safe
    It wins nothing, and no coin is free after it.
double-dealing, or all-but-two
    It declines coins that are free: it wins nothing, but all coins free after it are *dominoes*,
    two coins tied by their last string, and it made one of them. Whoever takes a domino has to
    move again.
half-hearted handout
    It takes an end string of a chain of two, so that the opponent may double-deal: a loony move.
loony
    It leaves the opponent a loony position, in another way. Mostly it opens a long chain or a loop
    of four or more.
hard-hearted handout
    It takes the middle string of a chain of two, so that the opponent may not.
decline
    It wins nothing although coins are free, and leaves the opponent no choice either.
sacrifice
    It leaves coins free where none were, and the opponent no choice.

Each is exact and looks at this move alone; whether it is good the value says.

Sources: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16;
E. Berlekamp, The Dots and Boxes Game (2000).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .chains import Chain, chains_in
from .game import Game, Objective
from .position import Position
from .strings import StringGraph, is_strings_and_coins

__all__ = ["Kind", "MoveClass", "classify", "hints_of", "speaks_of_chains"]

Kind = Literal[
    "capture",
    "safe",
    "double-dealing",
    "half-hearted handout",
    "loony",
    "hard-hearted handout",
    "decline",
    "sacrifice",
]


@dataclass(frozen=True, slots=True)
class MoveClass:
    """What a move is; made by `classify`.

    Attributes:
        move: the number of the item.
        kind: the word for it, see `perfectplay.hints`.
        captures: how many coins it wins, 0 to 2.
        leaves: how many coins are free after it: for the opponent, or after a capture for the
            player who moves again.
        opens: the chain or loop it opens, or None.
        loony: whether it leaves the opponent a loony position.
    """

    move: int
    kind: Kind
    captures: int
    leaves: int
    opens: Chain | None
    loony: bool

    @property
    def hints(self) -> tuple[str, ...]:
        """The same in words, for a reader.

        >>> from perfectplay import Position, classify, parse_game
        >>> position = Position.parse(parse_game("dots-and-boxes:1x5"), "0 1 2 3 4 5 6 7 8 9")
        >>> classify(position)[0].hints
        ('opens a chain of 5', 'loony')
        """
        opens = (f"opens a {self.opens}",) if self.opens is not None else ()
        match self.kind:
            case "capture":
                return (f"captures {self.captures}", *["double-crossed"] * (self.captures == 2))
            case "double-dealing":
                return (f"double-dealing: leaves {self.leaves}",)
            case "half-hearted handout":
                return (self.kind, "loony")
            case "loony":
                said = self.opens is not None and len(self.opens) == self.leaves
                return (*opens, "loony") if said else (*opens, f"leaves {self.leaves}", "loony")
            case "decline":
                return (*opens, f"leaves {self.leaves}")
            case "sacrifice":
                return (f"sacrifices {self.leaves}",)
            case _:
                return (self.kind,)


def classify(position: Position) -> tuple[MoveClass, ...]:
    """Return what each move is, by ascending item, for a position of Strings-and-Coins.

    Raises `ArgumentError`, saying why, for games of another kind; `is_strings_and_coins` tells.

    >>> from perfectplay import Position, classify, parse_game
    >>> position = Position.parse(parse_game("dots-and-boxes:1x2"), "0 1 2 3")
    >>> [(c.move, c.kind) for c in classify(position)]
    [(4, 'half-hearted handout'), (5, 'hard-hearted handout'), (6, 'half-hearted handout')]
    >>> [(c.move, c.kind, c.leaves) for c in classify(position.play(4))]
    [(5, 'capture', 1), (6, 'double-dealing', 2)]
    """
    graph = StringGraph(position)
    whole = {item: c for c in chains_in(graph) if not c.open_ends for item in c.items}
    free = graph.with_one_string(graph.taken)
    number = position.game.number
    return tuple(
        _class_of(graph, string, number(string), whole.get(number(string)), free)
        for string in graph.ends
    )


def _class_of(
    graph: StringGraph, string: int, move: int, chain: Chain | None, free: list[int]
) -> MoveClass:
    """Return what a move is, given the chain it is in and the coins with one string before it."""
    taken = graph.taken | 1 << string
    ends = graph.coins_at(string)
    captures = sum(not graph.degree(coin, taken) for coin in ends)
    single = graph.with_one_string(taken, {*free, *ends})
    _, leaves = graph.take_all(taken, single)
    loony = not captures and graph.is_loony(taken, single)

    two = leaves == 2 and chain is not None and len(chain) == 2 and not chain.loop
    kind: Kind
    if captures:
        kind = "capture"
    elif not leaves:
        kind = "safe"
    elif loony:
        kind = "half-hearted handout" if two else "loony"
    elif free:
        made = [coin for coin in single if graph.run(coin, taken).is_domino]
        deals = len(made) == leaves and any(coin in made for coin in ends)
        kind = "double-dealing" if deals else "decline"
    else:
        kind = "hard-hearted handout" if two else "sacrifice"
    return MoveClass(move, kind, captures, leaves, None if captures else chain, loony)


def speaks_of_chains(game: Game) -> bool:
    """Return whether the words of this module are those of a game.

    It is to be of the kind Strings-and-Coins; where the fewest points win, they would mislead.

    >>> from perfectplay import parse_game
    >>> speaks_of_chains(parse_game("triangles:3"))
    True
    >>> speaks_of_chains(parse_game("triangles:3,objective=fewest"))
    False
    """
    return game.objective is not Objective.FEWEST and is_strings_and_coins(game)


def hints_of(position: Position) -> dict[int, tuple[str, ...]]:
    """Return the hints for each move, by number; none for games whose words these are not.

    >>> from perfectplay import Position, parse_game
    >>> hints_of(Position.parse(parse_game("dots-and-boxes:1x2"), "0 1 2 3"))[5]
    ('hard-hearted handout',)
    """
    if not speaks_of_chains(position.game):
        return {}
    return {found.move: found.hints for found in classify(position)}
