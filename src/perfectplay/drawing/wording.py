"""The board in words, for those who cannot see it."""

from __future__ import annotations

from ..analysis import MoveValue
from ..boardtext import board_text
from ..errors import cut
from ..score import Regions
from .style import PLAYERS
from .svg import clean
from .view import View, free_items

__all__ = ["description", "item_words", "region_words", "title"]

MOST_TEXT = 200  # items of a board that is drawn in characters as well


def title(view: View) -> str:
    """Return the title of a picture, clean."""
    return clean(cut(view.game.text, 80))


def description(view: View) -> str:
    """Return everything the picture shows, clean, a line each."""
    game = view.game
    names = game.names
    free = free_items(view.position)
    taken = [names[k] for k in range(len(game)) if view.taken(k)]
    lines = [
        f"taken: {' '.join(taken) or 'none'}",
        f"free: {' '.join(names[k] for k in free) or 'none'}",
    ]
    if view.last is not None:
        lines.append(f"last move: {names[view.last]}")
    if isinstance(game.score, Regions):
        for player, look in enumerate(PLAYERS):
            mine = [k for k, owner in enumerate(view.owners) if owner == player and view.closed(k)]
            if mine:
                lines.append(f"{look.letter} has {', '.join(_region(view, k) for k in mine)}")
    if view.match is not None:
        a, b = view.match.points
        lines.append(f"A {a}, B {b}, {view.match.player} to move")
    if view.moves:
        worth = [
            " ".join([f"{move.name}: {_plain(move.value)}", *(f"({hint})" for hint in move.hints)])
            for move in view.moves.values()
        ]
        lines.append(f"values of the moves for the player to move: {', '.join(worth)}")
    if view.best:
        lines.append(f"best: {' '.join(names[k] for k in sorted(view.best))}")
    if view.steps:
        order = sorted(view.steps, key=lambda k: view.steps[k])
        lines.append(f"line of play: {' '.join(names[k] for k in order)}")
    if game.geometry is not None and game.geometry.kind == "board" and len(game) <= MOST_TEXT:
        lines.append(_in_characters(view))
    return clean("\n".join([game.text, *lines]))


def _in_characters(view: View) -> str:
    owners = {k: PLAYERS[owner].letter for k, owner in enumerate(view.owners) if owner is not None}
    last = [] if view.last is None else [view.game.number(view.last)]
    return board_text(view.position, owners=owners, marked=last)


def item_words(view: View, index: int) -> str:
    """Return what there is to say of an item, clean."""
    name = view.game.names[index]
    if view.taken(index):
        who = view.takers.get(index)
        words = f"{name}: taken" if who is None else f"{name}: taken by {PLAYERS[who].letter}"
        return clean(words + (", the last move" if index == view.last else ""))
    said = [f"{name}: free"]
    if index in view.moves:
        said += _worth(view.moves[index])
    elif index in view.best:
        said.append("a best move")
    if index in view.steps:
        said.append(f"step {view.steps[index][0]} of the line of play")
    return clean(", ".join(said))


def region_words(view: View, region: int) -> str:
    """Return what there is to say of a region, clean."""
    score = view.game.score
    assert isinstance(score, Regions)
    weight, owner = score.regions[region].weight, view.owners[region]
    said = [_region(view, region)]
    if weight != 1:
        said.append(f"{weight} points")
    if not view.closed(region):
        said.append("open")
    elif owner is None:
        said.append("closed")
    else:
        said.append(f"closed by {PLAYERS[owner].letter}")
    return clean(", ".join(said))


def _region(view: View, region: int) -> str:
    score = view.game.score
    assert isinstance(score, Regions)
    return score.regions[region].name or f"region {region}"


def _plain(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _worth(move: MoveValue) -> list[str]:
    said = [f"value {_plain(move.value)}"]
    if move.gain:
        said.append(f"gains {move.gain}")
    if move.keeps_turn:
        said.append("moves again")
    said.append(f"{move.regret} worse than the best" if move.regret else "best")
    return [*said, *move.hints]
