"""Games given by their regions: any set of items, any sets of them as regions, any weights.

As JSON, in a file or in the text form itself:

    {"items": 3, "regions": [{"items": [0, 1], "weight": 2, "name": "left"}, {"items": [1, 2]}],
     "turn": "bonus", "objective": "most"}

`items` is their number, or a list of names. A region names its items by number or name; weight 1
and the rules `bonus` and `most` are the defaults. `start` lists the items taken before the first
move, `numbered_from` is the number of the first item (0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..checks import MAX_ITEMS
from ..errors import ArgumentError, NotationError, as_integer, shorten
from ..game import Game, GameSpec, Objective, TurnRule
from ..score import Region, Regions, mask_of
from .family import Family
from .jsonform import Form, load

__all__ = ["REGIONS", "regions"]


def regions(
    items: int | Sequence[str],
    regions: Sequence[Sequence[int]],
    *,
    weights: Sequence[int] | None = None,
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return the game where whoever takes the last item of a region makes its weight in points.

    Arguments:
        items: their number, or their names (unique, without spaces and commas).
        regions: for each region its items by number, from 0 also where they have names.
        weights: one integer >= 1 a region; by default all are 1.
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    Raises `ArgumentError` for item numbers that are not integers >= 0 and when there are not as
    many weights as regions, `InvalidGameError` with every reason for what else is wrong: items the
    game has not, empty regions, weights below 1, names, rules, a total above 32767.

    >>> from perfectplay import regions
    >>> regions(3, [[0, 1], [1, 2]], weights=[2, 1]).total
    3
    >>> regions(["left", "middle", "right"], [[0, 1], [1, 2]]).index("middle")
    1
    """
    counts = [1] * len(regions) if weights is None else list(weights)
    if len(counts) != len(regions):
        raise ArgumentError(f"{len(counts)} weights for {len(regions)} regions")
    parts = tuple(
        Region(mask_of(_number(item, k) for item in region), weight)
        for k, (region, weight) in enumerate(zip(regions, counts, strict=True))
    )
    return GameSpec(items, Regions(parts), turn=turn, objective=objective).validate()


def _number(item: int, region: int) -> int:
    number = as_integer(f"an item of region {region}", item, low=0)
    if number >= MAX_ITEMS:
        raise ArgumentError(
            f"region {region} names item {shorten(item)}; items 0..{MAX_ITEMS - 1} are possible"
        )
    return number


def _spec(data: Mapping[str, Any], text: str) -> GameSpec:
    form = Form(data, "regions", ("items", "regions"))
    items = form.items()
    parts = []
    for k, entry in enumerate(form.list_of("regions", dict)):
        part = Form(entry, f"region {k}", ("items",), optional=("weight", "name"))
        name = entry.get("name")
        if name is not None and not isinstance(name, str):
            raise NotationError(f"region {k}: name is {shorten(name)}; it must be a text")
        members = form.indices(part.list_of("items", int, str), f"region {k}")
        parts.append(Region(mask_of(members), entry.get("weight", 1), name))
    return form.spec(items, Regions(tuple(parts)), text)


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    data, text = load("regions", argument)
    return _spec(data, text)


REGIONS = Family(
    name="regions",
    summary="any items and weighted regions: whoever takes a region's last item wins its weight",
    usage="regions:FILE or regions:{JSON}",
    example='regions:{"items":3,"regions":[{"items":[0,1]},{"items":[1,2],"weight":2}]}',
    build=_build,
)
