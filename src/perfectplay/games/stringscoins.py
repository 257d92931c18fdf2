"""Strings-and-Coins on any graph: from JSON, an edge list, GraphML, or `networkx`.

As JSON, in a file or in the text form itself:

    {"coins": 3, "strings": [[0, 1], [1, 2], [2, "ground"]], "weights": {"1": 5}}

`coins` is their number, or a list of names; a string names its ends by number or name. Strings keep
their order; those of GraphML and networkx are sorted by their ends. `weights` are those that are
not 1, or a list; `positions` says where the coins stand in pictures, `{"0": [0, 0], ...}` or a
list, y growing downwards; without it they stand on a circle. The keys `turn`, `objective`, `start`
and `numbered_from` are as in the JSON of `regions`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ArgumentError, NotationError
from ..game import Game, GameSpec, Objective, TurnRule
from .family import Family, with_rules
from .jsonform import COMMON, Form, as_object, load, read_text

if TYPE_CHECKING:
    from .graph import Graph

__all__ = ["STRINGS_AND_COINS", "strings_and_coins"]


def strings_and_coins(
    coins: Any,
    strings: Iterable[Sequence[int | str]] | None = None,
    *,
    weights: Mapping[int | str, int] | Sequence[int] | None = None,
    positions: Mapping[int | str, Sequence[float]] | Sequence[Sequence[float]] | None = None,
    turn: TurnRule = TurnRule.BONUS,
    objective: Objective = Objective.MOST,
) -> Game:
    """Return the game where whoever cuts the last string of a coin wins the coin.

    Arguments:
        coins: how many, or their names; or a graph of networkx, directed or not, with parallel
            edges or not, and then no `strings`.
        strings: the two ends of each: a coin by number, from 0, or by name, or `"ground"`.
        weights: what the coins are worth, integers >= 1: one each, or those that are not 1.
        positions: x and y of each coin, for pictures; y grows downwards.
        turn, objective: the rules; by default a gain gives another turn, and the most points win.

    Of a networkx graph the node `"ground"` is the ground, the node attribute `weight` is a weight,
    and `pos`, or `x` and `y`, a position; its strings are sorted by their ends, in the order of the
    nodes. Strings may be parallel. A string is named by its ends, such as `0-1`, if that gives all
    strings different names.

    Raises `ArgumentError` for ends that are no coins, a loop at a coin, a string from ground to
    ground, a coin without strings, and more than 10,000 strings; `InvalidGameError` for rules that
    are none and more than 32767 points.

    Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.

    >>> from perfectplay import strings_and_coins
    >>> game = strings_and_coins(3, [(0, 1), (1, 2), (2, "ground")], weights={1: 5})
    >>> game.names, game.total
    (('0-1', '1-2', '2-ground'), 7)
    """
    from .graphfiles import is_networkx, sheet_of
    from .graphsheet import Sheet

    if is_networkx(coins):
        if strings is not None:
            raise ArgumentError("strings are given, and a graph that has its own")
        sheet = sheet_of(coins)
        sheet = dataclasses.replace(
            sheet,
            weights=sheet.weights if weights is None else weights,
            places=sheet.places if positions is None else positions,
        )
    elif strings is None:
        raise ArgumentError("strings are missing: list the two ends of each")
    else:
        sheet = Sheet(coins, strings, weights, positions)
    graph, heavy = sheet.graph(ArgumentError)
    return with_rules(graph.spec(_text(graph, heavy), heavy), turn, objective).validate()


def _text(graph: Graph, weights: Mapping[int, int]) -> str:
    from .graph import GROUND

    named = isinstance(graph.coins, tuple)
    ends = [*(graph.names if named else range(len(graph.names))), GROUND]
    data: dict[str, Any] = {
        "coins": list(graph.names) if named else graph.coins,
        "strings": [[ends[one], ends[other]] for one, other in graph.strings],
    }
    if heavy := {graph.names[coin]: weight for coin, weight in weights.items() if weight != 1}:
        data["weights"] = heavy
    if graph.places:
        data["positions"] = [[round(x, 6), round(y, 6)] for x, y in graph.places]
    return f"strings-and-coins:{json.dumps(data, separators=(',', ':'))}"


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    if argument.startswith("{"):
        return _from_json(*load("strings-and-coins", argument))
    text, content = f"strings-and-coins:{argument}", read_text(argument)
    if content.lstrip().startswith("{"):
        return _from_json(as_object(content, argument), text)
    from .graphfiles import read_edges, read_graphml

    read = read_graphml if content.lstrip().startswith("<") else read_edges
    graph, weights = read(content, argument).graph(
        lambda message: NotationError(f"{argument}, {message}")
    )
    return graph.spec(text, weights)


def _from_json(data: Mapping[str, Any], text: str) -> GameSpec:
    from .graphsheet import Sheet

    form = Form(data, "strings-and-coins", ("coins", "strings"), (*COMMON, "weights", "positions"))
    sheet = Sheet(data["coins"], data["strings"], data.get("weights"), data.get("positions"))
    graph, weights = sheet.graph(lambda message: NotationError(f"strings-and-coins: {message}"))
    spec = graph.spec(text, weights)
    form.count = len(graph.strings)
    items = spec.items if isinstance(spec.items, int) else list(map(str, spec.items))
    form.names = {} if isinstance(items, int) else {name: k for k, name in enumerate(items)}
    return dataclasses.replace(form.spec(items, spec.score, text), geometry=spec.geometry)


STRINGS_AND_COINS = Family(
    name="strings-and-coins",
    summary="cut a string; whoever cuts the last string of a coin wins it and moves again",
    usage="strings-and-coins:FILE or strings-and-coins:{JSON}",
    example='strings-and-coins:{"coins":3,"strings":[[0,1],[1,2],[2,"ground"],[0,"ground"]]}',
    build=_build,
)
