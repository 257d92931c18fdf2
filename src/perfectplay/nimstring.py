"""Nimbers of Nimstring, Strings-and-Coins where the last move wins, by the rule itself and slowly.

    no move wins a coin:  the least number that is not the nimber of an option
    some moves do:        x, if they all lead to a position of the same nimber x and no other move
                          leads to one; else the position is loony

A loony option counts for nothing in the first line: whoever moves there loses. The position with
every string taken has nimber 0: its player to move has to move and cannot.

Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.
"""

from __future__ import annotations

from typing import Literal

from .limits import check_memory
from .position import Position
from .strings import StringGraph

__all__ = ["Nimber", "nimber"]

Nimber = int | Literal["loony"]
POSITION_BYTES = 110  # a position in the dictionary, roughly


def nimber(position: Position) -> Nimber:
    """Return the nimber of a position of Nimstring, or `"loony"`; time and memory grow as 2^n.

    The objective of the game does not matter. A sum of positions and nim-heaps is lost for the
    player to move iff none is loony and the exclusive or of their nimbers is 0.

    Raises `ArgumentError` for games that are not of the kind Strings-and-Coins, `MemoryLimitError`
    for too many free items.

    >>> from perfectplay import Position, parse_game
    >>> game = parse_game("dots-and-boxes:1x2")
    >>> nimber(Position.start(game)), nimber(Position.parse(game, "0 1 2 3 4"))
    (1, 'loony')
    """
    game = position.game
    StringGraph(position)  # refuses other games
    free = len(position.moves)
    check_memory(f"the nimber of a position with {free} free items", POSITION_BYTES << free)
    known: dict[int, Nimber] = {}

    def of(taken: int) -> Nimber:
        if taken not in known:
            known[taken] = by_moves(taken)
        return known[taken]

    def by_moves(taken: int) -> Nimber:
        winning: set[Nimber] = set()
        others: set[Nimber] = set()
        for index, gain in game.gains(taken):
            (winning if gain else others).add(of(taken | 1 << index))
        if not winning:
            return next(k for k in range(free + 1) if k not in others)
        x = winning.pop()
        return "loony" if winning or x in others else x

    return of(position.mask)
