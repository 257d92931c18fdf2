"""Endgames of chains and loops only, written as sums: `endgame:3+5+4l`.

`3` is a chain of 3 coins between two ends of ground, `4l` a loop of 4:

                                 o---o
    ground--o--o--o--ground      |   |
                                 o---o

Coins are numbered from 0, part after part; strings are sorted by their ends, those to the ground
after the others of a coin.

Source of the notation and of much that is known about these sums: Buzzard and Ciere, Playing simple
loony Dots and Boxes endgames optimally, Integers 14 (2014).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import NotationError, cut, shorten
from ..game import GameSpec
from .family import Family, check_lines

__all__ = ["ENDGAME"]

PART = re.compile(r"([1-9][0-9]{0,17})(l?)")


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    parts = []
    for k, word in enumerate(argument.split("+"), 1):
        found = PART.fullmatch(word)
        if found is None or word == "1l":
            raise NotationError(
                f"part {k} is {shorten(word)}; a chain is its length, such as 3, and a loop, from "
                "2 on, has an l after it, such as 4l"
            )
        parts.append((int(found[1]), bool(found[2])))
    lines = sum(size + (not loop) for size, loop in parts)
    check_lines(f"the endgame {cut(argument)}", lines)
    from .catalogue import endgame

    return endgame(parts).spec(f"endgame:{argument}")


ENDGAME = Family(
    name="endgame",
    summary="strings and coins: chains of coins between ground and ground, and loops (4l)",
    usage="endgame:PART+PART...",
    example="endgame:3+4+4l",
    build=_build,
)
