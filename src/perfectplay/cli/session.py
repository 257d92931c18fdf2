"""A match in the terminal: boards, moves and commands, line by line.

Whatever is typed, the match goes on: what is neither a move nor a command gets one line that says
what would be.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import click

from ..analysis import Forecast
from ..boardtext import board_text
from ..errors import IllegalMoveError, InputError, PerfectplayError, closest, shorten
from ..game import Game, Objective, TurnRule
from ..opponent import Limits, Opponent, sensible_moves
from ..position import PLAYERS, Match
from ..score import Gems
from .options import progress_bar
from .positions import load_match
from .show import moves_table

__all__ = ["Session"]

ME, MACHINE = "me", "machine"
MOST_HINTS = 12  # moves named where none is known to be best
LONGEST = 10_000  # bytes of a line that mean anything
WORD = re.compile(r"[^\s,]+")
MATCH_FILE = re.compile(rb"^game:", re.MULTILINE)
HELP = """\
A number or name makes that move; several make them in turn. The board marks with # what the
machine has just done.
  undo       take back your last move and all that came after it
  hint       the best moves, and how the match ends; `hint all`: every move with its value
  board      the board again
  moves      the moves that are possible, and those made so far
  save FILE  write the match to a file
  load FILE  go on with the match in a file
  quit       end here; so does the end of the input
  help       this list"""
OBJECTIVES = {
    Objective.MOST: "the most points win",
    Objective.FEWEST: "the fewest points win",
    Objective.LAST: "whoever must move and cannot loses",
}
TURNS = {
    TurnRule.BONUS: "a move that makes points gives another turn",
    TurnRule.ALTERNATE: "turns alternate",
}


class Session:
    """A user and an opponent at a terminal.

    Arguments:
        opponent: the machine.
        options: `threads`, `memory_limit`, `time_limit` and `progress`, as of the command line.
    """

    def __init__(self, opponent: Opponent, options: dict[str, Any]) -> None:
        self._opponent = opponent
        self._options = options | {"engine": "auto"}
        self._machine = 1
        self._mine: list[Match] = []  # the match before each move of the user
        self._last: tuple[int, ...] = ()  # the moves the machine has just made
        self._sees: bool | None = None  # whether the machine sees to the end, as last said
        self._shown = False  # whether the board on the screen is that of the match
        self._commands: dict[str, Callable[[str], object]] = {
            "undo": self._undo,
            "hint": self._hint,
            "board": lambda rest: self._show(),
            "moves": self._moves,
            "save": self._save,
            "load": self._load,
            "help": lambda rest: click.echo(HELP),
            "quit": lambda rest: None,
        }

    def play(self, match: Match, machine: int | None = None) -> None:
        """Play on from a match until the input ends.

        Arguments:
            match: where to begin; a player called machine is the machine.
            machine: 0 or 1 if the machine is A or B whatever the match says.
        """
        self._begin(match, machine)
        while True:
            self._let_machine_move()
            if not self._shown:
                self._show()
            line = _read_line()
            words = WORD.findall(line or "")
            if line is None or list(map(str.lower, words)) == ["quit"]:
                return
            command = self._commands.get(words[0].lower()) if words else None
            rest = line.strip()[len(words[0]) :].strip() if words else ""
            if command is None:
                self._make(words)
            elif rest and words[0].lower() not in ("save", "load", "hint"):
                click.echo(f"{words[0]} stands alone; there is {shorten(rest)} after it")
            else:
                command(rest)

    def _begin(self, match: Match, machine: int | None) -> None:
        names = list(match.players)
        if machine is None:
            machine = 0 if names[0] == MACHINE != names[1] else 1
        if names[machine] == PLAYERS[machine]:
            names[machine] = MACHINE
        if names[1 - machine] in (PLAYERS[1 - machine], MACHINE):
            names[1 - machine] = ME
        self._machine = machine
        self.match = replace(match, players=(names[0], names[1]))
        self._mine = [before for before, _ in _steps(self.match) if before.to_move != machine]
        self._last, self._sees, self._shown = (), None, False
        game = match.position.game
        points = f", {_count(game.total)}" if game.objective is not Objective.LAST else ""
        click.echo(
            f"{game}: {len(game)} {_items(game)}{points}; {OBJECTIVES[game.objective]}, "
            f"{TURNS[game.turn]}."
        )
        me, other = PLAYERS[1 - machine], PLAYERS[machine]
        click.echo(f"You are {me}, the machine is {other}. Type a move, or help.")

    @property
    def _over(self) -> bool:
        return not self.match.position.moves

    def _let_machine_move(self) -> None:
        made = []
        while not self._over and self.match.to_move == self._machine:
            with self._limits() as limits:
                choice = self._opponent.choose(self.match.position, **limits)
            self._say_whether_it_sees(choice.reason)
            before, self.match = self.match, self.match.play(choice.move)
            made.append((before, self.match))
        if made:
            self._last = self.match.moves[-len(made) :]
            self._shown = False
            click.echo("machine: " + ", ".join(_step(*step) for step in made))

    @contextlib.contextmanager
    def _limits(self) -> Iterator[Limits]:
        with progress_bar(self._options) as solving:
            yield Limits(
                threads=solving["threads"],
                memory_limit=solving["memory_limit"],
                time_limit=solving["time_limit"],
                on_progress=solving.get("on_progress"),
            )

    def _say_whether_it_sees(self, reason: str) -> None:
        sees, skill = not reason, self._opponent.skill & ~1  # what moves lose is even
        if sees is self._sees:
            return
        self._sees = sees
        if not sees:
            click.echo(
                "The machine cannot see to the end yet and does not play perfectly until it can: "
                f"{reason.partition(';')[0]}."
            )
        elif skill:
            click.echo(f"The machine gives away up to {_count(skill)} with each move.")
        else:
            click.echo("The machine plays perfectly from here on.")

    def _show(self) -> None:
        """Print the board, the points, and who is to move or has won."""
        match, position = self.match, self.match.position
        game = position.game
        self._shown = True
        owners = {k: PLAYERS[who] for k, who in enumerate(match.owners) if who is not None}
        names = {move: game.names[game.index(move)] for move in position.moves}
        click.echo("\n" + board_text(position, owners=owners, labels=names, marked=self._last))
        line = "" if self._over else "your move"
        if game.objective is not Objective.LAST:
            a, b = (f"{PLAYERS[k]} ({self._who(k)}) {match.points[k]}" for k in (0, 1))
            line = f"{a}, {b}" + (f"; {position.rest} left, {line}" if line else "")
        click.echo("\n" + line if line else "")
        if self._over:
            click.echo(self._result())

    def _who(self, player: int) -> str:
        return "machine" if player == self._machine else "you"

    def _result(self) -> str:
        match, objective = self.match, self.match.position.game.objective
        if objective is Objective.LAST:
            winner = 1 - match.to_move
        elif not match.margin:
            return "The end: a draw."
        else:
            winner = int((match.margin < 0) != (objective is Objective.FEWEST))
        by = "" if objective is Objective.LAST else f" by {abs(match.margin)}"
        if winner == self._machine:
            return f"The end: the machine wins{by}."
        return f"The end: you win{by}."

    def _make(self, words: list[str]) -> None:
        """Make moves of the user, as long as they are possible."""
        for k, word in enumerate(words):
            if self._over:
                click.echo("the match is over; there are undo, save FILE, load FILE and quit")
                return
            if self.match.to_move == self._machine:
                click.echo(f"not made, the machine being to move: {_shown(' '.join(words[k:]))}")
                return
            try:
                after = self.match.play(word)
            except IllegalMoveError as error:
                click.echo(_no_move(str(error), word, self._commands))
                return
            self._mine.append(self.match)
            self.match, self._last, self._shown = after, (), False

    def _undo(self, rest: str) -> None:
        if not self._mine:
            click.echo("you have made no move that could be taken back")
            return
        self.match = self._mine.pop()
        self._last, self._shown = (), False

    def _hint(self, rest: str) -> None:
        if rest not in ("", "all"):
            click.echo(f"hint or `hint all`; {shorten(rest)} after it means nothing")
            return
        if self._over:
            click.echo("the match is over")
            return
        with self._limits() as limits:
            analysis, reason = self._opponent.analyze(self.match.position, **limits)
        if reason:
            index, names = self.match.position.game.index, self.match.position.game.names
            moves = analysis.solution.best_moves or sensible_moves(self.match.position, Random(0))
            sensible = " ".join(names[index(move)] for move in sorted(moves)[:MOST_HINTS])
            dots = " ..." if len(moves) > MOST_HINTS else ""
            click.echo(f"not known yet: {reason.partition(';')[0]}; sensible: {sensible}{dots}")
        elif rest:
            click.echo(moves_table(analysis))
        else:
            best = [move.name for move in analysis.values if move.regret == 0]
            forecast = Forecast(self.match, analysis.solution)
            by = f" by {abs(forecast.margin)}" if forecast.margin else ""
            if forecast.winner == "draw":
                end = "it will be a draw"
            elif forecast.winner == PLAYERS[self._machine]:
                end = f"you will lose{by}"
            else:
                end = f"you will win{by}"
            click.echo(f"best: {' '.join(best)}; played well on both sides, {end}")

    def _moves(self, rest: str) -> None:
        names = self.match.position.game.names
        index = self.match.position.game.index
        possible = " ".join(names[index(move)] for move in self.match.position.moves)
        click.echo(f"possible: {possible or 'none'}")
        turns = itertools.groupby(_steps(self.match), key=lambda step: step[0].to_move)
        made = [
            f"{PLAYERS[who]} {' '.join(_step(*step) for step in steps)}" for who, steps in turns
        ]
        click.echo(f"made: {', '.join(made) or 'none'}")

    def _save(self, name: str) -> None:
        if not name:
            click.echo("save where? Write save FILE, such as save match.txt")
            return
        try:
            if os.path.lexists(name) and not _may_be_replaced(name):
                click.echo(f"{_shown(name)} is there and is no match; choose another name")
                return
            with open(name, "w", encoding="utf-8") as file:
                file.write(f"{self.match}\n")
        except (OSError, ValueError) as error:  # a ValueError: no file can have this name
            click.echo(f"{_shown(name)}: {_why(error)}")
            return
        click.echo(f"saved to {_shown(name)}")

    def _load(self, name: str) -> None:
        if not name:
            click.echo("load what? Write load FILE, such as load match.txt")
            return
        game = self.match.position.game
        try:
            match = load_match(name, game if game.text.startswith("python:") else None)
        except OSError as error:
            click.echo(f"{_shown(name)}: {_why(error)}")
        except PerfectplayError as error:
            click.echo(" ".join(str(error).split()))
        else:
            self._begin(match, None)


def _read_line() -> str | None:
    """Return the next line of the input, None at its end."""
    if sys.stdin is None:
        raise InputError("standard input is closed, so there is nobody to play with")
    stream = sys.stdin.buffer
    if stream.isatty():
        click.echo("> ", nl=False)
    while True:
        try:
            line = end = stream.readline(LONGEST)
            while len(end) == LONGEST and not end.endswith(b"\n"):
                end = stream.readline(LONGEST)
        except OSError as error:  # a stream does not know its name
            error.filename = error.filename or "standard input"
            raise
        if not line:
            if stream.isatty():
                click.echo()
            return None
        if end is line:
            break
        click.echo(f"a line of more than {LONGEST} bytes is no move and no command")
    text = line.decode("utf-8", "backslashreplace").strip()
    if not stream.isatty():  # a transcript shows what was typed
        click.echo(f"> {_shown(text)}")
    return text


def _shown(text: str) -> str:
    return text if text.isprintable() else shorten(text)


def _no_move(reason: str, word: str, commands: dict[str, Callable[[str], object]]) -> str:
    if reason.startswith("no item") and word.isalpha():
        return f"{shorten(word)} is no move and no command: {closest(word, commands)}"
    return reason


def _steps(match: Match) -> Iterator[tuple[Match, Match]]:
    """Yield the match before and after each of its moves."""
    before = match.beginning
    for move in match.moves:
        after = before.play(move)
        yield before, after
        before = after


def _step(before: Match, after: Match) -> str:
    """Return the name of a move, and what it made."""
    game = after.position.game
    gain = sum(after.points) - sum(before.points)
    name = game.names[game.index(after.moves[-1])]
    return f"{name} (+{gain})" if gain and game.objective is not Objective.LAST else name


def _count(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def _items(game: Game) -> str:
    if isinstance(game.score, Gems):
        return "bags"
    if game.geometry is None:
        return "items"
    return "lines" if game.geometry.kind == "board" else "strings"


def _may_be_replaced(name: str) -> bool:
    """Return whether a file is empty or a match."""
    if not os.path.isfile(name):
        return False
    with open(name, "rb") as file:
        content = file.read(LONGEST)
    return not content or MATCH_FILE.search(content) is not None


def _why(error: OSError | ValueError) -> str:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return reason.lower()
