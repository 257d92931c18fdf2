"""Answers as text for people."""

from __future__ import annotations

from ..analysis import Analysis, AtLeast, Forecast, Solution
from ..game import Objective
from ..position import Match

__all__ = ["at_least_text", "bounds_table", "moves_table", "verdict"]


def verdict(answer: Analysis, match: Match | None = None) -> str:
    """Return an answer as a heading and some lines; with a match, how it ends comes first."""
    solution = answer.solution
    position = solution.position
    names = {position.game.number(i): name for i, name in enumerate(position.game.names)}
    free = len(position.moves)
    lines = [
        _value(solution, "the player to move" if match is None else f"{match.player}, to move,"),
        f"{position.game}, {free} of {len(position.game)} items free, {position.rest} points left",
    ]
    if match is not None:
        lines.insert(0, _ending(Forecast(match, solution)))
    if solution.status == "solved" and free:
        every = "best moves" if solution.best_moves_complete else "a best move"
        if solution.best_moves:
            lines.append(f"{every}: {' '.join(names[m] for m in solution.best_moves)}")
        if solution.line:
            lines.append(f"line of play: {_line(solution, match)}")
    if answer.summary is not None:
        lines.append(answer.summary)
    work = f"{solution.positions:,} positions"
    if solution.engine == "search":
        work = f"{solution.nodes:,} of {work} looked at"
    reason = f" ({solution.reason})" if solution.reason else ""
    lines.append(
        f"{solution.engine} engine{reason}: {work}, "
        f"{solution.seconds:.3g} s + {solution.setup_seconds:.3g} s set-up"
    )
    return "\n".join(lines)


def _value(solution: Solution, who: str) -> str:
    if solution.value is None:
        low, high = solution.bounds
        return f"not solved: the value for the player to move is between {low:+d} and {high:+d}"
    value, objective = solution.value, solution.position.game.objective
    if objective is Objective.LAST:
        nimber = "" if solution.nimber is None else f" (nimber {solution.nimber})"
        if solution.nimber == "loony":
            nimber = " (loony)"
        return f"{who} {'wins' if value > 0 else 'loses'}{nimber}"
    if value == 0:
        return "value 0: a draw from here"
    wins = (value < 0) if objective is Objective.FEWEST else (value > 0)
    return f"value {value:+d}: {who} {'wins' if wins else 'loses'} by {abs(value)} from here"


def _ending(forecast: Forecast) -> str:
    """Say who leads a match and who will win it."""
    match, winner, bounds = forecast.match, forecast.winner, forecast.bounds
    over = not match.position.moves
    if bounds is None:  # the last move wins
        if winner is None:
            return f"not solved: {match.player} is to move"
        return f"{winner} {'has won' if over else 'will win'}"
    fewest = match.position.game.objective is Objective.FEWEST
    a, b = match.points
    leader = "AB"[(a > b) == fewest] if a != b else None
    score = f"{b}-{a}" if leader == "B" else f"{a}-{b}"
    stands = f"{leader} leads {score}" if leader else score
    if forecast.margin is None:
        low, high = bounds
        text = f"{stands}; not solved: A will end between {low:+d} and {high:+d} against B"
    elif over:
        text = f"{leader} has won {score}" if leader else f"a draw, {score}"
    elif winner == "draw":
        text = f"{stands}, and it will be a draw"
    elif leader is None:
        text = f"{stands}, and {winner} will win by {abs(forecast.margin)}"
    else:
        fate = "win" if winner == leader else "lose"
        text = f"{stands} and will {fate} by {abs(forecast.margin)}"
    return text + (" (the fewest points win)" if fewest else "")


def _line(solution: Solution, match: Match | None) -> str:
    """Return the line of play, with the score after every move that gains."""
    game = solution.position.game
    now = Match(solution.position) if match is None else match
    words = []
    for move in solution.line:
        after = now.play(move)
        words.append(game.names[game.index(move)])
        if after.points != now.points and game.objective is not Objective.LAST:
            words.append(f"({now.player} {after.points[0]}-{after.points[1]})")
        now = after
    if match is None and now.points != (0, 0) and game.objective is not Objective.LAST:
        words[-1] += "; A is the player to move"
    return " ".join(words)


def moves_table(analysis: Analysis) -> str:
    """Return the moves of an analysis as a table, best first."""
    rows = [("move", "gain", "value", "regret", "turn", "hints")]
    rows += [
        (
            move.name,
            f"{move.gain:+d}" if move.gain else "0",
            f"{move.value:+d}" if move.value else "0",
            str(move.regret),
            "again" if move.keeps_turn else "passes",
            ", ".join(move.hints),
        )
        for move in analysis.moves
    ]
    if not any(move.hints for move in analysis.moves):
        rows = [(*row[:5], "") for row in rows]
    widths = [max(len(row[k]) for row in rows) for k in range(6)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:4], widths[1:4], strict=True)]
            + [row[4].ljust(widths[4]), row[5]]
        ).rstrip()
        for row in rows
    )


def bounds_table(analysis: Analysis) -> str:
    """Return what is known of the moves of an analysis that was stopped as a table."""
    rows = [("move", "gain", "value", "turn")]
    rows += [
        (
            move.name,
            f"{move.gain:+d}" if move.gain else "0",
            "{:+d}..{:+d}".format(*move.bounds)
            if move.bounds[0] < move.bounds[1]
            else f"{move.bounds[0]:+d}",
            "again" if move.keeps_turn else "passes",
        )
        for move in analysis.known
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), row[3]]
        )
        for row in rows
    )


def at_least_text(answer: AtLeast) -> str:
    """Return the answer to the question whether a value is so large in a few words."""
    asked = f"the value for the player to move is at least {answer.points:+d}"
    low, high = answer.bounds
    if answer.holds is None:
        heading = f"not known whether {asked}: it is between {low:+d} and {high:+d}"
    elif answer.holds:
        heading = f"yes: {asked}"
    else:
        heading = f"no: the value for the player to move is at most {high:+d}"
    return f"{heading}\n{answer.engine} engine: {answer.nodes:,} nodes, {answer.seconds:.3g} s"
