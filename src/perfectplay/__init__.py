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
        CertificateError,
        IllegalMoveError,
        InputError,
        InvalidGameError,
        MemoryLimitError,
        NoSubtractionSetError,
        NotationError,
        PerfectplayError,
        TimeLimitError,
    )
    from .game import Game, GameSpec, Objective, TurnRule
    from .games import FAMILIES, dots_and_boxes, gems, parse_game, regions, triangles
    from .position import Match, Position
    from .score import Gems, Region, Regions, SetFunction
    from .solver import analyze, solve
    from .subtraction import SubtractionGame, all_but, infer, outcomes
    from .table import Table, tabulate

__version__ = "0.1.0"

__all__ = [
    "FAMILIES",
    "Analysis",
    "ArgumentError",
    "CertificateError",
    "Game",
    "GameSpec",
    "Gems",
    "IllegalMoveError",
    "InputError",
    "InvalidGameError",
    "Match",
    "MemoryLimitError",
    "MoveValue",
    "NoSubtractionSetError",
    "NotationError",
    "Objective",
    "PerfectplayError",
    "Position",
    "Region",
    "Regions",
    "SetFunction",
    "Solution",
    "SubtractionGame",
    "Table",
    "TimeLimitError",
    "TurnRule",
    "all_but",
    "analyze",
    "dots_and_boxes",
    "gems",
    "infer",
    "outcomes",
    "parse_game",
    "regions",
    "solve",
    "tabulate",
    "triangles",
]

# Modules are imported when one of their names is first used: start-up time counts.
_HOMES = {
    "Analysis": ".analysis",
    "ArgumentError": ".errors",
    "CertificateError": ".errors",
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
    "NoSubtractionSetError": ".errors",
    "NotationError": ".errors",
    "Objective": ".game",
    "PerfectplayError": ".errors",
    "Position": ".position",
    "Region": ".score",
    "Regions": ".score",
    "SetFunction": ".score",
    "Solution": ".analysis",
    "SubtractionGame": ".subtraction",
    "Table": ".table",
    "TimeLimitError": ".errors",
    "TurnRule": ".game",
    "all_but": ".subtraction",
    "analyze": ".solver",
    "dots_and_boxes": ".games",
    "gems": ".games",
    "infer": ".subtraction",
    "outcomes": ".subtraction",
    "parse_game": ".games",
    "regions": ".games",
    "solve": ".solver",
    "tabulate": ".table",
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
