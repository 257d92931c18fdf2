"""Families of games: geometry and rules as data, one file each, and the registry of them.

A game as text is `FAMILY:SIZE-OR-FILE[,key=value...]`, for example
`dots-and-boxes:3x4,border=swedish` or `regions:board.json,objective=fewest`; a family whose games
are files also takes the JSON itself, `regions:{...}`.
"""

from __future__ import annotations

import re
from typing import TypeVar

from ..errors import NotationError, closest, shorten
from ..game import Game, Objective, TurnRule
from .boxes import DOTS_AND_BOXES, dots_and_boxes
from .family import Family, with_rules
from .gems import GEMS, gems
from .jsonform import parse_json
from .regions import REGIONS, regions
from .triangles import TRIANGLES, triangles

__all__ = ["FAMILIES", "Family", "dots_and_boxes", "gems", "parse_game", "regions", "triangles"]

FAMILIES: dict[str, Family] = {
    family.name: family for family in (DOTS_AND_BOXES, TRIANGLES, GEMS, REGIONS)
}
"""The families of games by name, each a `Family` that says how its text form looks."""

KEYS = re.compile(r"(?:,[a-z_]+=[^,=]*)+$")
Rule = TypeVar("Rule", TurnRule, Objective)


def parse_game(text: str) -> Game:
    """Return the game of a text form, `FAMILY:SIZE-OR-FILE[,key=value...]`.

    The families are `dots-and-boxes:ROWSxCOLUMNS`, `triangles:SIDE`, `gems:FILE` and
    `regions:FILE`; the last two also take JSON itself in place of a file. All know the keys `turn`
    (`bonus`, `alternate`) and `objective` (`most`, `fewest`, `last`). `perfectplay games` and the
    `usage` of each entry of `FAMILIES` show the other keys.

    Raises `NotationError` for a text that is none, `InvalidGameError` for a game that breaks the
    rules, `ArgumentError` for a board of more than 10,000 lines, `OSError` for a file that cannot
    be read, `InputError` for a contest file of gems that is malformed or has no such case.

    >>> from perfectplay import parse_game
    >>> game = parse_game("dots-and-boxes:2x3,border=icelandic,objective=fewest")
    >>> game
    parse_game('dots-and-boxes:2x3,border=icelandic,objective=fewest')
    >>> len(game), game.total
    (17, 6)
    """
    if not isinstance(text, str):
        raise NotationError(f"the game is {shorten(text)}; it must be a text such as triangles:3")
    name, colon, rest = text.partition(":")
    family = FAMILIES.get(name)
    if name in ("set-function", "gem-counts"):
        raise NotationError(f"a {name} game has no text form: build it with GameSpec")
    if family is None:
        raise NotationError(f"no family {shorten(name)}: {closest(name, FAMILIES)}")
    if not colon or not rest:
        raise NotationError(f"{shorten(text)} has no size or file; write {family.usage}")
    argument, keys = _split(rest)
    turn = _rule(TurnRule, keys.pop("turn", None))
    objective = _rule(Objective, keys.pop("objective", None))
    if unknown := sorted(set(keys) - set(family.keys)):
        raise NotationError(
            f"{name} has no key {unknown[0]!r}: "
            + closest(unknown[0], (*family.keys, "turn", "objective"))
        )
    spec = family.build(argument, keys)
    return with_rules(spec, turn, objective).validate()


def _split(rest: str) -> tuple[str, dict[str, str]]:
    """Split `ARGUMENT[,key=value...]`; an inline JSON argument may hold commas and equal signs."""
    if rest.startswith("{"):
        _, end = parse_json(rest)
        argument, tail = rest[:end], rest[end:]
        if tail and not KEYS.fullmatch(tail):
            raise NotationError(f"{shorten(tail)} after the JSON; write ,key=value")
    else:
        found = KEYS.search(rest)
        argument, tail = (rest[: found.start()], found[0]) if found else (rest, "")
    keys: dict[str, str] = {}
    for pair in tail.split(",")[1:]:
        key, _, value = pair.partition("=")
        if key in keys:
            raise NotationError(f"key {key!r} is given twice")
        keys[key] = value
    return argument, keys


def _rule(rule: type[Rule], value: str | None) -> Rule | None:
    if value is None:
        return None
    try:
        return rule(value)
    except ValueError:
        kind = "turn" if rule is TurnRule else "objective"
        allowed = [str(member.value) for member in rule]
        raise NotationError(f"no {kind} {shorten(value)}: {closest(value, allowed)}") from None
