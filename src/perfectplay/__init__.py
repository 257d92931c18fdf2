"""Perfect play in small two-player games: exact values, all best moves, lines of play.

>>> import perfectplay as pp
>>> solution = pp.solve(pp.parse_game("dots-and-boxes:2x2"))
>>> solution.value, solution.best_moves
(2, (0, 1, 4, 5, 6, 8, 9, 11))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis import Analysis, MoveValue, Solution
    from .errors import (
        ArgumentError,
        IllegalMoveError,
        InputError,
        InvalidGameError,
        MemoryLimitError,
        NoSubtractionSetError,
        NotationError,
        PerfectplayError,
    )
    from .game import Game, GameSpec, Objective, TurnRule
    from .games import FAMILIES, dots_and_boxes, gems, parse_game, regions, triangles
    from .nimtable import NimberTable, nimber, nimbers, tabulate_nimbers
    from .position import Match, Position
    from .score import Gems, Region, Regions, SetFunction
    from .solver import analyze, solve
    from .subtraction import infer, outcomes
    from .symmetry import Symmetries, symmetries
    from .table import Table, tabulate

__version__ = "0.1.0"

__all__ = [
    "FAMILIES",
    "Analysis",
    "ArgumentError",
    "Game",
    "GameSpec",
    "Gems",
    "IllegalMoveError",
    "InputError",
    "InvalidGameError",
    "Match",
    "MemoryLimitError",
    "MoveValue",
    "NimberTable",
    "NoSubtractionSetError",
    "NotationError",
    "Objective",
    "PerfectplayError",
    "Position",
    "Region",
    "Regions",
    "SetFunction",
    "Solution",
    "Symmetries",
    "Table",
    "TurnRule",
    "analyze",
    "dots_and_boxes",
    "gems",
    "infer",
    "nimber",
    "nimbers",
    "outcomes",
    "parse_game",
    "regions",
    "solve",
    "symmetries",
    "tabulate",
    "tabulate_nimbers",
    "triangles",
]

# Modules are imported when one of their names is first used: start-up time counts.
_HOMES = {
    "Analysis": ".analysis",
    "ArgumentError": ".errors",
    "FAMILIES": ".games",
    "Game": ".game",
    "GameSpec": ".game",
    "Gems": ".score",
    "IllegalMoveError": ".errors",
    "InputError": ".errors",
    "InvalidGameError": ".errors",
    "Match": ".position",
    "MemoryLimitError": ".errors",
    "MoveValue": ".analysis",
    "NimberTable": ".nimtable",
    "NoSubtractionSetError": ".errors",
    "NotationError": ".errors",
    "Objective": ".game",
    "PerfectplayError": ".errors",
    "Position": ".position",
    "Region": ".score",
    "Regions": ".score",
    "SetFunction": ".score",
    "Solution": ".analysis",
    "Symmetries": ".symmetry",
    "Table": ".table",
    "TurnRule": ".game",
    "analyze": ".solver",
    "dots_and_boxes": ".games",
    "gems": ".games",
    "infer": ".subtraction",
    "nimber": ".nimtable",
    "nimbers": ".nimtable",
    "outcomes": ".subtraction",
    "parse_game": ".games",
    "regions": ".games",
    "solve": ".solver",
    "symmetries": ".symmetry",
    "tabulate": ".table",
    "tabulate_nimbers": ".nimtable",
    "triangles": ".games",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
