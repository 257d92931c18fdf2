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
    from .analysis import Analysis, AtLeast, Forecast, MoveBounds, MoveValue, Solution
    from .boardreading import parse_board
    from .boardtext import board_text
    from .chains import Chain, Chains, chains_of, opened_value
    from .drawing import draw
    from .errors import (
        ArgumentError,
        CertificateError,
        CheckpointWarning,
        GenerationError,
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
    from .games import (
        FAMILIES,
        Family,
        dots_and_boxes,
        families,
        gems,
        honeycomb,
        parse_game,
        regions,
        strings_and_coins,
        triangles,
    )
    from .hints import MoveClass, classify
    from .nimtable import NimberTable, nimber, nimbers, tabulate_nimbers
    from .opponent import Opponent
    from .position import Match, Position
    from .progress import Progress
    from .score import Gems, Region, Regions, SetFunction
    from .search import Search
    from .solver import analyze, at_least, solve
    from .strings import is_strings_and_coins
    from .subtraction import SubtractionGame, all_but, infer, outcomes
    from .symmetry import Symmetries, symmetries
    from .table import Table, tabulate

__version__ = "0.1.0"

__all__ = [
    "FAMILIES",
    "Analysis",
    "ArgumentError",
    "AtLeast",
    "CertificateError",
    "Chain",
    "Chains",
    "CheckpointWarning",
    "Family",
    "Forecast",
    "Game",
    "GameSpec",
    "Gems",
    "GenerationError",
    "IllegalMoveError",
    "InputError",
    "InvalidGameError",
    "Match",
    "MemoryLimitError",
    "MoveBounds",
    "MoveClass",
    "MoveValue",
    "NimberTable",
    "NoSubtractionSetError",
    "NotationError",
    "Objective",
    "Opponent",
    "PerfectplayError",
    "Position",
    "Progress",
    "Region",
    "Regions",
    "Search",
    "SetFunction",
    "Solution",
    "SubtractionGame",
    "Symmetries",
    "Table",
    "TimeLimitError",
    "TurnRule",
    "all_but",
    "analyze",
    "at_least",
    "board_text",
    "chains_of",
    "classify",
    "dots_and_boxes",
    "draw",
    "families",
    "gems",
    "honeycomb",
    "infer",
    "is_strings_and_coins",
    "nimber",
    "nimbers",
    "opened_value",
    "outcomes",
    "parse_board",
    "parse_game",
    "regions",
    "solve",
    "strings_and_coins",
    "symmetries",
    "tabulate",
    "tabulate_nimbers",
    "triangles",
]

# Modules are imported when one of their names is first used: start-up time counts.
_HOMES = {
    "at_least": ".solver",
    "Search": ".search",
    "Progress": ".progress",
    "MoveBounds": ".analysis",
    "AtLeast": ".analysis",
    "Analysis": ".analysis",
    "ArgumentError": ".errors",
    "Chain": ".chains",
    "Chains": ".chains",
    "CertificateError": ".errors",
    "CheckpointWarning": ".errors",
    "FAMILIES": ".games",
    "Family": ".games",
    "Forecast": ".analysis",
    "Game": ".game",
    "GameSpec": ".game",
    "Gems": ".score",
    "GenerationError": ".errors",
    "IllegalMoveError": ".errors",
    "InputError": ".errors",
    "InvalidGameError": ".errors",
    "Match": ".position",
    "MemoryLimitError": ".errors",
    "MoveClass": ".hints",
    "MoveValue": ".analysis",
    "NimberTable": ".nimtable",
    "NoSubtractionSetError": ".errors",
    "NotationError": ".errors",
    "Objective": ".game",
    "Opponent": ".opponent",
    "PerfectplayError": ".errors",
    "Position": ".position",
    "Region": ".score",
    "Regions": ".score",
    "SetFunction": ".score",
    "Solution": ".analysis",
    "Symmetries": ".symmetry",
    "SubtractionGame": ".subtraction",
    "Table": ".table",
    "TimeLimitError": ".errors",
    "TurnRule": ".game",
    "all_but": ".subtraction",
    "analyze": ".solver",
    "board_text": ".boardtext",
    "chains_of": ".chains",
    "classify": ".hints",
    "dots_and_boxes": ".games",
    "draw": ".drawing",
    "families": ".games",
    "gems": ".games",
    "honeycomb": ".games",
    "infer": ".subtraction",
    "is_strings_and_coins": ".strings",
    "nimber": ".nimtable",
    "nimbers": ".nimtable",
    "opened_value": ".chains",
    "outcomes": ".subtraction",
    "parse_board": ".boardreading",
    "parse_game": ".games",
    "regions": ".games",
    "solve": ".solver",
    "strings_and_coins": ".games",
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
