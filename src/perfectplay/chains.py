"""The theory of chains: what a position of Strings-and-Coins is made of, and who has control.

Coins with two strings left make *chains* and *loops*; a coin with three or more is a *joint*:

    |--(0)--(1)--(2)--|        a chain of 3 coins and 4 strings, from ground to ground

    (3)--(4)
     |    |                    a loop of 4 coins and 4 strings
    (6)--(5)

The words, as they are meant here and in `hints`, which has those for single moves:

chain
    Coins with two strings left, one after the other, up to a joint or the ground on both sides:
    k coins and k + 1 strings. It is *long* with 3 coins or more.
loop
    Coins with two strings left in a circle: as many strings as coins. A circle with a joint in it
    is a chain with both ends at that joint.
opened
    Of a chain or loop: one of its strings was taken, so that a coin with one string begins it.
free coins
    Those that the player to move can win one after the other, in whatever order.
component
    Coins and strings that hang together; the ground ties nothing.
loony
    Of a position: whoever is to move may choose who moves elsewhere next, by taking all free coins
    or all but two (the end of a chain) or four (of a loop), left so that the opponent has to take
    them and move on. These are exactly the positions without a nimber, won in every sum of games of
    Nimstring (see `nimstring`). Of a move: it leaves such a position to the opponent.
double-crossed move
    A move that wins two coins at once.
control
    The player to move has it in a loony position; the opponent has it if, once the free coins are
    taken, every move is loony. Whoever has it wins Nimstring, and makes at least half of the points
    left (not counting free coins, if it is the opponent). Both are theorems. As long as there are
    other moves nobody has it yet.

Sources: E. Berlekamp, The Dots and Boxes Game (2000); Berlekamp, Conway and Guy, Winning Ways for
your Mathematical Plays, chapter 16; K. Buzzard and M. Ciere, Playing simple loony dots-and-boxes
endgames optimally, Integers 14 (2014), G08.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .errors import as_integer
from .masks import bits
from .position import Position
from .strings import StringGraph, is_strings_and_coins, no_strings_because

__all__ = [
    "Chain",
    "Chains",
    "Component",
    "chains_in",
    "chains_of",
    "is_strings_and_coins",
    "no_strings_because",
    "opened_value",
]


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain or a loop, or what is left of one that was opened.

    Attributes:
        coins: indices of its regions, along the chain.
        items: numbers of its items, along the chain; if it was opened, the open end comes first,
            else the end with the lower number.
        loop: whether it is closed.
        open_ends: at how many ends it was opened: a coin there has one item left.

    `len` is the number of coins.

    >>> from perfectplay import Position, chains_of, parse_game
    >>> position = Position.parse(parse_game("dots-and-boxes:1x3"), "0 1 2 3 4 5")
    >>> [chain] = chains_of(position).chains
    >>> str(chain), chain.items, chain.is_long
    ('chain of 3', (6, 7, 8, 9), True)
    """

    coins: tuple[int, ...]
    items: tuple[int, ...]
    loop: bool = False
    open_ends: int = 0

    def __len__(self) -> int:
        return len(self.coins)

    def __str__(self) -> str:
        return f"{'loop' if self.loop else 'chain'} of {len(self.coins)}"

    @property
    def is_long(self) -> bool:
        """Whether it is a chain of three coins or more; a loop is no chain."""
        return not self.loop and len(self.coins) >= 3

    def to_dict(self) -> dict[str, Any]:
        """Return the chain as JSON data."""
        return {
            "length": len(self.coins),
            "items": list(self.items),
            "regions": list(self.coins),
            "open_ends": self.open_ends,
        }


@dataclass(frozen=True, slots=True)
class Component:
    """Coins and strings that hang together.

    Attributes:
        coins: indices of its regions, ascending; none if it is a single item of no region.
        items: numbers of its items, ascending.
    """

    coins: tuple[int, ...]
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chains:
    """What a position of Strings-and-Coins is made of; made by `chains_of`.

    Attributes:
        position: the position.
        chains: the chains not opened, longest first, equally long ones by their lowest item.
        loops: the loops not opened, in the same order.
        opened: the chains and loops that were opened, in the same order.
        components: all that hangs together, by lowest item.
        free_coins: how many coins the player to move can win one after the other.
        loony: whether the position is loony.
        controller: who has control, `"mover"` (the player to move) or `"opponent"`; None if nobody.
        wanted: the parity, `"odd"` or `"even"`, of the number of double-crossed moves, after the
            free coins are taken, that makes the player to move the one to make the last move that
            wins nothing; None if the position is loony or nothing is left then. It is exact,
            because there are always as many moves that win nothing as strings minus coins plus
            double-crossed moves.
    """

    position: Position
    chains: tuple[Chain, ...]
    loops: tuple[Chain, ...]
    opened: tuple[Chain, ...]
    components: tuple[Component, ...]
    free_coins: int
    loony: bool
    controller: Literal["mover", "opponent"] | None
    wanted: Literal["odd", "even"] | None

    @property
    def long_chains(self) -> int:
        """How many chains of three coins or more there are, not opened; loops do not count."""
        return sum(chain.is_long for chain in self.chains)

    @property
    def long_chain_rule(self) -> Literal["odd", "even"] | None:
        """How many long chains the player to move wants at the end; None once control is settled.

        The rule of thumb behind `wanted`: whoever has control at the end gives one double-crossed
        move for each long chain (two for a loop of four or more), and has it if that number is
        right. Loops of two and three that are there now cost one each, and are allowed for. Other
        double-crossed moves, which either player may bring about, turn the rule over.

        >>> from perfectplay import Position, chains_of, parse_game
        >>> chains_of(Position.start(parse_game("dots-and-boxes:3x3"))).long_chain_rule
        'even'
        """
        if self.controller is not None or self.wanted is None:
            return None
        short_loops = sum(len(loop) < 4 for loop in self.loops)
        return "odd" if (self.wanted == "odd") != (short_loops % 2 == 1) else "even"

    @property
    def controlled_value(self) -> int | None:
        """The points the opponent makes more by keeping control to the last chain or loop.

        That is c - 4 for each chain, l - 8 for each loop, and at the end 4, or 8 if there are only
        loops, or 6 if all chains are of three and there are loops. If it is 2 or more, and all
        loops are even, it is what the opponent makes more with perfect play as well.

        None unless all that is left are long chains and loops of four or more, none opened and each
        a component.

        Source: Buzzard and Ciere.

        >>> from perfectplay import Position, chains_of, parse_game, solve
        >>> position = Position.parse(parse_game("dots-and-boxes:1x6"), "0 1 2 3 4 5 6 7 8 9 10 11")
        >>> chains_of(position).controlled_value, solve(position.game, position).value
        (6, -6)
        """
        parts = (*self.chains, *self.loops)
        alone = {frozenset(component.coins) for component in self.components}
        if (
            len(parts) != len(alone)
            or any(frozenset(part.coins) not in alone for part in parts)
            or any(len(part) < (4 if part.loop else 3) for part in parts)
        ):
            return None
        kept = sum(len(part) - (8 if part.loop else 4) for part in parts)
        if not parts:
            return 0
        if not self.chains:
            return kept + 8
        return kept + (6 if self.loops and len(self.chains[0]) == 3 else 4)

    @property
    def summary(self) -> str | None:
        """The position in a line, for people; None if it is not worth one.

        That is if it has no long chains, loops or free coins and is all one component.

        >>> from perfectplay import Position, chains_of, parse_game
        >>> position = Position.parse(parse_game("dots-and-boxes:1x3"), "0 1 2 3 4 5")
        >>> chains_of(position).summary
        '1 long chain (3); every move is loony, so the opponent has control, controlled value 3'
        """
        parts, free = len(self.components), self.free_coins
        found = [
            _counted("long chain", [chain for chain in self.chains if chain.is_long]),
            _counted("loop", self.loops),
            f"{free} free coin{'s' if free > 1 else ''}" if free else "",
            f"{parts} components" if parts > 1 else "",
        ]
        if not any(found):
            return None
        what = ", ".join(part for part in found if part)
        control = self._control()
        return f"{what}; {control}" if control else what

    def _control(self) -> str:
        """Say who has control, or what the long chain rule asks for."""
        if self.controller == "mover":
            return "loony, so the player to move has control"
        if self.controller == "opponent":
            then = "then " if self.free_coins else ""
            value = self.controlled_value
            by = "" if value is None else f", controlled value {value}"
            return f"{then}every move is loony, so the opponent has control{by}"
        rule = self.long_chain_rule
        return f"the player to move wants an {rule} number of long chains" if rule else ""

    def to_dict(self) -> dict[str, Any]:
        """Return all this as JSON data."""
        return {
            "long_chains": self.long_chains,
            "chains": [chain.to_dict() for chain in self.chains],
            "loops": [loop.to_dict() for loop in self.loops],
            "opened": [chain.to_dict() for chain in self.opened],
            "components": [list(component.items) for component in self.components],
            "free_coins": self.free_coins,
            "loony": self.loony,
            "controller": self.controller,
            "wanted": self.wanted,
            "long_chain_rule": self.long_chain_rule,
            "controlled_value": self.controlled_value,
            "summary": self.summary,
        }


def chains_of(position: Position) -> Chains:
    """Return what a position of Strings-and-Coins is made of: chains, loops, components, control.

    Raises `ArgumentError`, saying why, for games of another kind; `is_strings_and_coins` tells.
    The objective does not matter, but what is said of control is for `MOST` and `LAST`.

    The left four boxes of this board make a loop, the other two a chain:

    >>> from perfectplay import Position, chains_of, parse_game
    >>> position = Position.parse(parse_game("dots-and-boxes:2x3"), "0 1 2 6 7 8 9 11 13 15")
    >>> found = chains_of(position)
    >>> found.loops[0].items, found.chains[0].items, found.controller
    ((3, 14, 4, 10), (12, 5, 16), None)
    >>> found.summary
    '1 loop (4), 2 components; the player to move wants an even number of long chains'
    """
    graph = StringGraph(position)
    pieces = sorted(chains_in(graph), key=lambda piece: (-len(piece), min(piece.items)))
    loony = graph.is_loony(graph.taken)
    then, free_coins = graph.take_all(graph.taken)
    left = [string for string in graph.ends if not then >> string & 1]
    controller: Literal["mover", "opponent"] | None = None
    wanted: Literal["odd", "even"] | None = None
    if loony:
        controller = "mover"
    elif left:
        coins = sum(1 for coin in graph.coins if graph.degree(coin, then))
        wanted = "even" if (len(left) - coins) % 2 else "odd"
        if all(graph.is_loony(then | 1 << string, graph.coins_at(string)) for string in left):
            controller = "opponent"
    return Chains(
        position=position,
        chains=tuple(piece for piece in pieces if not piece.loop and not piece.open_ends),
        loops=tuple(piece for piece in pieces if piece.loop),
        opened=tuple(piece for piece in pieces if piece.open_ends),
        components=_components(graph),
        free_coins=free_coins,
        loony=loony,
        controller=controller,
        wanted=wanted,
    )


def _counted(what: str, pieces: Sequence[Chain]) -> str:
    """Return such as `2 loops (6, 4)`; nothing for none."""
    plural = "s" if len(pieces) > 1 else ""
    return f"{len(pieces)} {what}{plural} ({', '.join(str(len(p)) for p in pieces)})" * bool(pieces)


def chains_in(graph: StringGraph) -> Iterator[Chain]:
    """Yield the chains and loops of a position, opened or not, in no special order."""
    number, taken = graph.game.number, graph.taken
    seen: set[int] = set()

    def piece(coins: Iterable[int], strings: Iterable[int], **kind: Any) -> Chain:
        return Chain(tuple(coins), tuple(map(number, strings)), **kind)

    for coin in graph.with_one_string(taken):
        if coin not in seen:
            run = graph.run(coin, taken)
            seen.update(run.coins)
            yield piece(run.coins, run.strings, open_ends=2 if run.end is None else 1)
    for coin, left in graph.coins.items():
        if coin in seen or left.bit_count() != 2:
            continue
        one, other = bits(left)
        coins, strings, end = graph.follow(coin, one, taken)
        if end == coin:
            yield piece((coin, *coins), strings, loop=True)
        else:
            before, first, _ = graph.follow(coin, other, taken)
            coins = [*reversed(before), coin, *coins]
            strings = [*reversed(first), *strings]
            way = 1 if strings[0] < strings[-1] else -1
            yield piece(coins[::way], strings[::way])
        seen.update((coin, *coins))


def _components(graph: StringGraph) -> tuple[Component, ...]:
    """Return what hangs together, by lowest item."""
    number = graph.game.number
    found, seen = [], 0
    for first in graph.ends:
        if seen >> first & 1:
            continue
        coins, strings, waiting = set[int](), 1 << first, graph.coins_at(first)
        while waiting:
            coin = waiting.pop()
            if coin not in coins:
                coins.add(coin)
                strings |= graph.coins[coin]
                for string in bits(graph.coins[coin]):
                    waiting += graph.coins_at(string)
        seen |= strings
        found.append(Component(tuple(sorted(coins)), tuple(map(number, bits(strings)))))
    return tuple(found)


def opened_value(length: int, rest: int, *, loop: bool = False) -> int:
    """Return the value of a position with a chain or loop just opened, for the player to move.

    Arguments:
        length: how many coins it has: a chain of at least 3, or a loop of at least 4; it is a
            component, of which one string was taken.
        rest: the value of everything else, in which no coin is free, for whoever is to move there.
        loop: whether it is a loop.

    The receiver takes everything and moves in the rest, or leaves two coins (of a loop four) and
    lets the other player move there. Raises `ArgumentError` for shorter chains and loops, where
    there is not always that choice.

    Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.

    >>> opened_value(5, -1), opened_value(6, -7, loop=True)
    (4, 5)
    """
    left = 4 if loop else 2
    length = as_integer("length", length, low=left + (not loop))
    rest = as_integer("rest", rest)
    return length - left + abs(rest + left)
