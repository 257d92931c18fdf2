"""Games for HDU 4778 "Gems Fight!".

The contest allows 20 games a file, 0 to 21 bags of 1 to 10 gems, 0 to 8 colours, and fewer than 20
gems to a stone. A stone takes at least 1 gem, though, and every gem has a colour, so that there are
no colours only where there are no bags.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ..games.gems import gems
from ..position import Match
from .dice import Dice
from .matches import Draft, Mistake, match_kinds
from .play import Rule, best_margin, both_greedy, mistaken_margin
from .setter import Case, Limit, Setter, Span, Spans

__all__ = ["SETTER"]

CANDIDATES = 64  # games to draw for an extreme one
FEW = 8  # bags for wrong rules, which are slow


def _draw(dice: Dice, spans: Spans) -> Draft:
    count = spans["bags"].draw(dice)
    melt = spans["melt"].draw(dice)
    low, high = spans["colours"].low, spans["colours"].high
    colours = dice.between(low if count or low > 1 else 0, high)
    bags = [
        [dice.between(1, colours) for _ in range(spans["gems"].draw(dice))] for _ in range(count)
    ]
    lines = [f"{colours} {count} {melt}", *(" ".join(map(str, [len(b), *b])) for b in bags)]
    return Draft("\n".join(lines) + "\n", Match.start(gems(melt, bags)))


def _extremes(dice: Dice, spans: Spans) -> Iterator[Case | None]:
    """All numbers at an end of their spans, large games first; then margins of random games."""
    names = ("bags", "gems", "melt", "colours")
    ends = {name: list(dict.fromkeys((spans[name].high, spans[name].low))) for name in names}
    ends["melt"].reverse()
    while True:
        for numbers in product(*ends.values()):
            exact = dict(zip(names, (Span(n, n) for n in numbers), strict=True))
            draft = _draw(dice, exact)
            sizes = ", ".join(f"{name} {span}" for name, span in exact.items())
            yield Case(draft.text, f"{sizes}; the margin is {best_margin(draft.match)}")
        for which, rank in (("smallest", min), ("largest", max)):
            drafts = {
                best_margin(draft.match): draft
                for draft in (_draw(dice, spans) for _ in range(CANDIDATES))
            }
            margin = rank(drafts)
            yield Case(drafts[margin].text, f"the margin is {margin}, the {which} of {CANDIDATES}")


def _few(dice: Dice, spans: Spans) -> Draft | None:
    """A game of few bags, for wrong rules that are slow to follow."""
    bags = spans["bags"]
    if bags.low > FEW:
        return None
    return _draw(dice, {**spans, "bags": bags.part(5, FEW)})


def _many_points(dice: Dice, spans: Spans) -> Draft | None:
    bags, per_bag, melt = spans["bags"].high, spans["gems"].high, spans["melt"].low
    most = {"bags": Span(bags, bags), "gems": Span(per_bag, per_bag), "melt": Span(melt, melt)}
    return _draw(dice, {**spans, **most})


def _without_bags(dice: Dice, spans: Spans) -> Draft | None:
    return None if spans["bags"].low else _draw(dice, {**spans, "bags": Span(0, 0)})


def _by_rule(name: str, rule: Rule) -> Mistake:
    return Mistake(name, lambda draft: str(mistaken_margin(draft.match, rule)), _few)


MISTAKES = (
    _by_rule("gives as many turns as stones", Rule(turns="all")),
    _by_rule("counts at most one stone a bag", Rule(points="one")),
    _by_rule("never gives another turn", Rule(turns="none")),
    Mistake("stops at a game without bags", lambda draft: "nothing", _without_bags),
    Mistake(
        "keeps margins in 8 bits",
        lambda draft: str((best_margin(draft.match) + 128) % 256 - 128),
        _many_points,
    ),
    Mistake("always takes the most at once", lambda draft: str(both_greedy(draft.match))),
)


def _compose(texts: Sequence[str], spans: Spans, dice: Dice) -> str:
    return "\n".join([*texts, "0 0 0\n"])


SETTER = Setter(
    name="hdu4778",
    limits={
        "bags": Limit("bags a game", Span(0, 21)),
        "colours": Limit("colours", Span(1, 8)),
        "melt": Limit("gems to a stone", Span(1, 19)),
        "gems": Limit("gems a bag", Span(1, 10)),
    },
    kinds=match_kinds(_draw, int, MISTAKES, _extremes, draws=True),
    compose=_compose,
    most=20,
)
