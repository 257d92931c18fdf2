"""A position of Strings-and-Coins as a graph: coins, the strings left between them, the ground.

Each region is a *coin*, each free item a *string* with two ends. An item in two regions ties two
coins, an item in one region ties a coin to the ground, an item in none lies on the ground:

    (0)--a--(1)--b--(2)--c--|      a: 0 and 1    b: 1 and 2    c: 2 and the ground
     |               |      |
     +-------d-------+      |      d: 0 and 2

so the lines of a board of boxes are the strings of the dual graph. Taking a string cuts it; whoever
cuts the last string of a coin wins the coin.

Here coins and strings have indices, and sets of strings are masks; `chains` has the theory and
speaks in item numbers.

Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import ArgumentError
from .game import Game, Objective, TurnRule
from .masks import bits, mask_of
from .position import Position
from .score import Regions

__all__ = ["GROUND", "Run", "StringGraph", "is_strings_and_coins", "no_strings_because"]

GROUND = -1  # where a coin's index might stand


def no_strings_because(game: Game) -> str | None:
    """Return why a game is not of the kind Strings-and-Coins; None if it is.

    It is if its score is regions of weight 1, no item is in more than two of them, and a gain gives
    another turn. With `Objective.LAST`, where points do not count, the weights may be any.

    >>> from perfectplay import parse_game
    >>> no_strings_because(parse_game("dots-and-boxes:2x3"))
    >>> no_strings_because(parse_game("dots-and-boxes:2x3,turn=alternate"))
    'a gain does not give another turn'
    """
    if not isinstance(game.score, Regions):
        return f"its score is {type(game.score).__name__}, not regions"
    if game.turn is not TurnRule.BONUS:
        return "a gain does not give another turn"
    once = twice = 0
    for k, region in enumerate(game.score.regions):
        if region.weight != 1 and game.objective is not Objective.LAST:
            return f"region {k} is worth {region.weight} points; a coin is worth 1"
        if thrice := twice & region.mask:
            name = game.names[next(bits(thrice))]
            return f"item {name} is in more than two regions; a string has two ends"
        twice |= once & region.mask
        once |= region.mask
    return None


def is_strings_and_coins(game: Game) -> bool:
    """Return whether a game is of the kind Strings-and-Coins, so that it has chains and loops.

    >>> from perfectplay import parse_game
    >>> is_strings_and_coins(parse_game("triangles:3"))
    True
    >>> is_strings_and_coins(parse_game('gems:{"melt":3,"bags":[[2,3],[1,3]]}'))
    False
    """
    return no_strings_because(game) is None


@dataclass(frozen=True, slots=True)
class Run:
    """Coins that can be taken one after the other, from a coin with one string.

    Attributes:
        coins: their indices, in order; all but the first, and the last of a run with two open
            ends, have two strings.
        strings: the indices of the strings that take them, in order.
        end: the coin after the last string, which has three strings or more, or `GROUND`; None if
            both ends are open.
    """

    coins: tuple[int, ...]
    strings: tuple[int, ...]
    end: int | None

    @property
    def may_be_declined(self) -> bool:
        """Whether some of it can be left to the opponent in one move, who must then move elsewhere.

        That takes two coins before a further string (the last two of a chain), or four between two
        open ends (the last four of a loop).
        """
        return len(self.coins) >= (4 if self.end is None else 2)

    @property
    def is_domino(self) -> bool:
        """Whether it is two coins tied by their last string."""
        return self.end is None and len(self.coins) == 2


class StringGraph:
    """The coins not won yet and the strings left of a position.

    Attributes:
        game, taken: the game, and the mask of the items taken.
        coins: by the index of its region, the mask of the strings left of a coin.
        ends: by the index of its item, the two ends of a string: coins or `GROUND`.

    Arguments called `taken` below are masks of items taken, those of the position included, so that
    one graph serves for all positions above it. Raises `ArgumentError`, which says why, for games
    that are not of the kind Strings-and-Coins.

    >>> from perfectplay import Position, parse_game
    >>> graph = StringGraph(Position.parse(parse_game("dots-and-boxes:1x2"), "0 2"))
    >>> graph.ends[5], graph.ends[4]
    ((0, 1), (0, -1))
    >>> graph.degree(0, graph.taken)
    2
    """

    __slots__ = ("coins", "ends", "game", "taken")

    def __init__(self, position: Position) -> None:
        game = position.game
        reason = no_strings_because(game)
        if reason is not None:
            raise ArgumentError(f"{game} has no chains, not being Strings-and-Coins: {reason}")
        assert isinstance(game.score, Regions)
        self.game = game
        self.taken = position.mask
        free = game.all & ~position.mask
        self.coins = {
            k: left for k, region in enumerate(game.score.regions) if (left := region.mask & free)
        }
        tied: dict[int, list[int]] = {string: [] for string in bits(free)}
        for coin, left in self.coins.items():
            for string in bits(left):
                tied[string].append(coin)
        self.ends = {string: _two(coins) for string, coins in tied.items()}

    def degree(self, coin: int, taken: int) -> int:
        """Return how many strings a coin has left."""
        return (self.coins[coin] & ~taken).bit_count()

    def across(self, string: int, coin: int) -> int:
        """Return the end of a string that is not this coin."""
        one, other = self.ends[string]
        return other if one == coin else one

    def coins_at(self, string: int) -> list[int]:
        """Return the coins at the ends of a string."""
        return [end for end in self.ends[string] if end != GROUND]

    def with_one_string(self, taken: int, coins: Iterable[int] | None = None) -> list[int]:
        """Return the coins, of all or of these, that can be won at once."""
        among = self.coins if coins is None else coins
        return [coin for coin in among if self.degree(coin, taken) == 1]

    def follow(self, coin: int, string: int, taken: int) -> tuple[list[int], list[int], int]:
        """Return the coins with two strings that stand in a row after a coin, and where they end.

        The row begins with `string`, one of the coin's. Returns the coins, the strings and the
        first end that is the ground, a coin with another number of strings, or the coin itself.
        """
        coins, strings, end = [], [string], self.across(string, coin)
        while end not in (GROUND, coin):
            further = self.coins[end] & ~taken & ~(1 << string)
            if further.bit_count() != 1:
                break
            string = further.bit_length() - 1
            coins.append(end)
            strings.append(string)
            end = self.across(string, end)
        return coins, strings, end

    def run(self, coin: int, taken: int) -> Run:
        """Return the run that begins with a coin that has one string."""
        first = (self.coins[coin] & ~taken).bit_length() - 1
        coins, strings, end = self.follow(coin, first, taken)
        if end != GROUND and self.degree(end, taken) == 1:
            return Run((coin, *coins, end), tuple(strings), None)
        return Run((coin, *coins), tuple(strings), end)

    def take_all(self, taken: int, coins: Iterable[int] | None = None) -> tuple[int, int]:
        """Return the mask after all coins that are free to take are won, and how many they are.

        These are the coins that the player to move can win one after the other; the order does not
        matter. All coins with one string are among `coins`, if the caller knows such.
        """
        waiting = self.with_one_string(taken, coins)
        won = 0
        while waiting:
            coin = waiting.pop()
            left = self.coins[coin] & ~taken
            if not left:  # the string before won it as well
                continue
            taken |= left
            won += 1
            other = self.across(left.bit_length() - 1, coin)
            if other != GROUND:
                degree = self.degree(other, taken)
                won += degree == 0
                if degree == 1:
                    waiting.append(other)
        return taken, won

    def is_loony(self, taken: int, coins: Iterable[int] | None = None) -> bool:
        """Return whether a position is loony: whoever is to move may choose who moves elsewhere.

        It is iff, after some coins that there is no choice about, there is a run that may be
        declined. `coins` are as for `take_all`.
        """
        waiting = self.with_one_string(taken, coins)
        while waiting:
            coin = waiting.pop()
            if not self.coins[coin] & ~taken:
                continue
            run = self.run(coin, taken)
            if run.may_be_declined:
                return True
            taken |= mask_of(run.strings)
            if run.end is not None and run.end != GROUND and self.degree(run.end, taken) == 1:
                waiting.append(run.end)
        return False


def _two(coins: list[int]) -> tuple[int, int]:
    one, other = [*coins, GROUND, GROUND][:2]
    return one, other
