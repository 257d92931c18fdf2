"""Answers as text for people."""

from __future__ import annotations

from ..analysis import Analysis, Solution
from ..game import Objective

__all__ = ["moves_table", "verdict"]


def verdict(solution: Solution) -> str:
    """Return a solution as a heading and some lines."""
    position = solution.position
    names = {position.game.number(i): name for i, name in enumerate(position.game.names)}
    free = len(position.moves)
    where = (
        f"{position.game}, {free} of {len(position.game)} items free, {position.rest} points left"
    )
    lines = [_heading(solution), where]
    if solution.status == "solved" and free:
        every = "best moves" if solution.best_moves_complete else "a best move"
        lines.append(f"{every}: {' '.join(names[m] for m in solution.best_moves)}")
        lines.append(f"line of play: {' '.join(names[m] for m in solution.line)}")
    lines.append(
        f"{solution.engine} engine: {solution.positions:,} positions, "
        f"{solution.seconds:.3g} s + {solution.setup_seconds:.3g} s set-up"
    )
    return "\n".join(lines)


def _heading(solution: Solution) -> str:
    if solution.value is None:
        low, high = solution.bounds
        return f"not solved: the value for the player to move is between {low:+d} and {high:+d}"
    value, objective = solution.value, solution.position.game.objective
    if objective is Objective.LAST:
        return f"the player to move {'wins' if value > 0 else 'loses'}"
    if value == 0:
        return "value 0: a draw from here"
    wins = (value < 0) if objective is Objective.FEWEST else (value > 0)
    outcome = "wins" if wins else "loses"
    return f"value {value:+d}: the player to move {outcome} by {abs(value)} from here"


def moves_table(analysis: Analysis) -> str:
    """Return the moves of an analysis as a table, best first."""
    rows = [("move", "gain", "value", "regret", "turn")]
    rows += [
        (
            move.name,
            f"{move.gain:+d}" if move.gain else "0",
            f"{move.value:+d}" if move.value else "0",
            str(move.regret),
            "again" if move.keeps_turn else "passes",
        )
        for move in analysis.moves
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:4], widths[1:4], strict=True)]
            + [row[4]]
        ).rstrip()
        for row in rows
    )
