"""Perfect play in small two-player games: exact values, all best moves, lines of play.

>>> import perfectplay as pp
>>> solution = pp.solve(pp.parse_game("dots-and-boxes:2x2"))
>>> solution.value, solution.best_moves
(2, (0, 1, 4, 5, 6, 8, 9, 11))
"""

from __future__ import annotations

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
from .position import Match, Position
from .score import Gems, Region, Regions, SetFunction
from .solve import Analysis, MoveValue, Solution, analyze, solve
from .subtraction import infer, outcomes
from .table import Table

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
    "NoSubtractionSetError",
    "NotationError",
    "Objective",
    "PerfectplayError",
    "Position",
    "Region",
    "Regions",
    "SetFunction",
    "Solution",
    "Table",
    "TurnRule",
    "analyze",
    "dots_and_boxes",
    "gems",
    "infer",
    "outcomes",
    "parse_game",
    "regions",
    "solve",
    "triangles",
]
