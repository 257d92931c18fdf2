"""Families of games: geometry and rules as data, one file each, and the registry of them.

A game as text is `FAMILY:SIZE-OR-FILE[,key=value...]`, for example
`dots-and-boxes:3x4,border=swedish` or `regions:board.json,objective=fewest`; a family whose games
are files also takes the JSON itself, `regions:{...}`, and one with a single game has no size,
`petersen`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from ..errors import NotationError, closest, shorten
from ..game import Game, Objective, TurnRule
from .boxes import DOTS_AND_BOXES, dots_and_boxes
from .endgame import ENDGAME
from .family import Family, with_rules
from .gems import GEMS, gems
from .honeycomb import HONEYCOMB, honeycomb
from .jsonform import parse_json
from .named import NAMED
from .python import PYTHON
from .regions import REGIONS, regions
from .stringscoins import STRINGS_AND_COINS, strings_and_coins
from .triangles import TRIANGLES, triangles
from .trianglestrip import TRIANGLE_STRIP

if TYPE_CHECKING:
    from .plugins import Plugin

__all__ = [
    "FAMILIES",
    "Family",
    "dots_and_boxes",
    "families",
    "find_plugins",
    "gems",
    "honeycomb",
    "parse_game",
    "regions",
    "strings_and_coins",
    "triangles",
]

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        DOTS_AND_BOXES,
        TRIANGLES,
        HONEYCOMB,
        TRIANGLE_STRIP,
        *NAMED.values(),
        ENDGAME,
        STRINGS_AND_COINS,
        REGIONS,
        GEMS,
        PYTHON,
    )
}
"""The package's own families of games by name, each a `Family` that says how its text looks."""

NAME = re.compile(r"[^:,]*")
KEYS = re.compile(r"(?:,[a-z_]+=[^,=]*)+$")
Rule = TypeVar("Rule", TurnRule, Objective)


def find_plugins() -> tuple[Plugin, ...]:
    """Return the families that other installed packages offer, also those that cannot be used.

    A `Plugin` has the `name`, the `package`, and either the `family` or the `problem` with it.

    >>> from perfectplay.games import find_plugins
    >>> [plugin.problem for plugin in find_plugins()]
    []
    """
    from .plugins import plugins

    return plugins(FAMILIES)


def families() -> dict[str, Family]:
    """Return all families of games by name: those of `FAMILIES`, then those of other packages.

    Packages add them by entry points of the group `perfectplay.families`; what cannot be used is
    left out here, and named by `perfectplay games` and when it is asked for.

    >>> from perfectplay import families
    >>> "wheel" in families()
    True
    """
    usable = [plugin.family for plugin in find_plugins() if plugin.family is not None]
    return FAMILIES | {family.name: family for family in usable}


def parse_game(text: str) -> Game:
    """Return the game of a text form, `FAMILY:SIZE-OR-FILE[,key=value...]`.

    The families are boards (`dots-and-boxes:ROWSxCOLUMNS`, `triangles:SIDE`, `honeycomb:PATCH`),
    graphs by name (`wheel:N`, `petersen` and more), and files (`strings-and-coins:FILE`,
    `regions:FILE`, `gems:FILE`), which also take JSON itself in place of a file; `python:MODULE:
    FUNCTION` runs the user's code. All know the keys `turn` (`bonus`, `alternate`) and `objective`
    (`most`, `fewest`, `last`). `perfectplay games` and the `usage` of each entry of `families()`
    show all families and the other keys.

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
    found = NAME.match(text)
    assert found is not None
    name, rest = found[0], text[found.end() :]
    if name in ("set-function", "gem-counts"):
        raise NotationError(f"a {name} game has no text form: build it with GameSpec")
    family = FAMILIES.get(name) or _added(name)
    if family.bare:
        if rest.startswith(":"):
            raise NotationError(f"{name} has no size; write {family.usage}")
        argument, keys = _split(rest)
        if argument:
            raise NotationError(f"{shorten(argument)} after {name}; write ,key=value")
    elif len(rest) < 2 or rest[0] != ":":
        raise NotationError(f"{shorten(text)} has no size or file; write {family.usage}")
    else:
        argument, keys = _split(rest[1:])
    turn = _rule(TurnRule, keys.pop("turn", None))
    objective = _rule(Objective, keys.pop("objective", None))
    if unknown := sorted(set(keys) - set(family.keys)):
        raise NotationError(
            f"{name} has no key {unknown[0]!r}: "
            + closest(unknown[0], (*family.keys, "turn", "objective"))
        )
    spec = family.build(argument, keys)
    return with_rules(spec, turn, objective).validate()


def _added(name: str) -> Family:
    """Return the family of another package; `NotationError` if there is none that can be used."""
    from .plugins import plugins

    for plugin in plugins(FAMILIES, name):
        if plugin.family is not None:
            return plugin.family
        raise NotationError(f"{plugin} (this package is to be mended, not the text)")
    raise NotationError(f"no family {shorten(name)}: {closest(name, families())}")


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
