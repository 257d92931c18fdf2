"""Writing a contest file: cases of a kind, all different, and what the judge answers."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import ArgumentError, GenerationError, as_integer, closest, shorten
from ..judges import JUDGES, run
from .dice import Dice
from .gym100015f import SETTER as GYM100015F
from .hdu4753 import SETTER as HDU4753
from .hdu4778 import SETTER as HDU4778
from .setter import Case, Setter, Spans
from .uva751 import SETTER as UVA751
from .uva11587 import SETTER as UVA11587

__all__ = ["SETTERS", "ContestFile", "generate"]

SETTERS: dict[str, Setter] = {
    setter.name: setter for setter in (HDU4778, GYM100015F, UVA11587, UVA751, HDU4753)
}
MAX_COUNT = 1_000_000  # cases; a larger number is a mistake
PATIENCE = 4_000  # draws without a new case


@dataclass(frozen=True, slots=True)
class ContestFile:
    """A contest file and its answers.

    Attributes:
        name: the contest's, as in `perfectplay judge NAME`.
        kind, seed: what was asked.
        cases: each with its text in the file, and a note what it is good for.
        input, answers: the two files as texts.
    """

    name: str
    kind: str
    seed: int
    cases: tuple[Case, ...]
    input: str
    answers: str


def generate(
    name: str,
    *,
    seed: int = 0,
    count: int = 10,
    kind: str = "random",
    **constraints: int | tuple[int, int] | None,
) -> ContestFile:
    """Return a contest file of different cases within the limits of its contest, with the answers.

    Arguments:
        name: the contest: `hdu4778`, `gym100015f`, `uva11587`, `uva751` or `hdu4753`.
        seed: an integer; the same one gives the same file everywhere, and with a larger count the
            same cases first.
        count: how many cases, in 1..1,000,000; for `hdu4778` at most 20.
        kind: one of `SETTERS[name].kinds`: `random`; `unique` (one best first move, one smallest
            set), `greedy-loses` (the player to move wins, but not by always taking the most at
            once; taking the smallest brick count again and again gives too large a set), `ties`
            (draws, several smallest sets), `extremes` (of the limits) and `traps` (programs with a
            common mistake answer something else).
        constraints: numbers or pairs (low, high) for the names in `SETTERS[name].limits`, such as
            `lines=(5, 7)`.

    Raises `ArgumentError` for arguments that make no sense, and `GenerationError` when no more
    cases are found in 4,000 draws; its `found` is the file of those that were.

    >>> from perfectplay.setters import generate
    >>> file = generate("gym100015f", seed=1, count=2, kind="ties", lines=5)
    >>> print(file.input, file.answers, sep="")
    5
    11 9 16 12 10
    5
    13 14 11 15 17
    0
    Draw
    Draw
    <BLANKLINE>
    """
    if name not in SETTERS:
        raise ArgumentError(f"no contest {shorten(name)}: {closest(str(name), SETTERS)}")
    setter = SETTERS[name]
    seed, count = as_integer("seed", seed), as_integer("count", count)
    most = setter.most or MAX_COUNT
    if not 1 <= count <= most:
        raise ArgumentError(f"count is {shorten(count)}; a file of {name} has 1..{most} cases")
    stream = setter.kind(kind)
    spans = setter.spans(constraints, kind)
    cases = _different(stream(Dice(f"{name} {kind} {seed}"), spans), count)
    file = _written(setter, kind, seed, cases, spans)
    if len(cases) < count:
        raise GenerationError(
            f"found {len(cases)} of {count} cases of {name}, kind {kind}, with "
            f"{', '.join(f'{key} {span}' for key, span in spans.items())}; "
            "ask for fewer, or for wider spans",
            file,
        )
    return file


def _different(stream: Iterable[Case | None], count: int) -> list[Case]:
    """Return the first cases of a stream, fewer if it ends or has nothing new for too long."""
    cases: dict[str, Case] = {}
    misses = 0
    for case in stream:
        if case is None or case.text in cases:
            misses += 1
        else:
            misses = 0
            cases[case.text] = case
        if len(cases) == count or misses == PATIENCE:
            break
    return list(cases.values())


def _written(setter: Setter, kind: str, seed: int, cases: list[Case], spans: Spans) -> ContestFile:
    if not cases:
        return ContestFile(setter.name, kind, seed, (), "", "")
    text = setter.compose([case.text for case in cases], spans, Dice(f"layout {seed}"))
    answers = io.StringIO()
    problems: list[str] = []
    run(JUDGES[setter.name], io.BytesIO(text.encode()), answers, problems.append)
    assert not problems, problems  # a setter writes what its judge can answer
    return ContestFile(setter.name, kind, seed, tuple(cases), text, answers.getvalue())
