"""Subtraction games: the outcomes of a set of takes, and the takes behind given outcomes.

A heap of h tokens; the two players take turns, a turn takes s tokens for some s in the
*subtraction set* S, and a player who cannot move loses (normal play) or wins (misere play). A heap
is `W` (an N-position) when the player to move wins, `L` (a P-position) when that player loses. The
*outcome sequence* lists the heaps 1, 2, 3, ..., and so does the *nim-sequence*; heap 0 is not
written.

>>> outcomes({1, 2}, 6)
'WWLWWL'
>>> infer("WWLWWL")
(1, 2)
>>> SubtractionGame({1, 3, 4}).nim_period().periodicity
Periodicity(preperiod=0, period=7, saltus=0)

Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 4; the inverse
question is UVa 11587 "Brick Game".
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .certificates import Certificate, Periodicity, verify
    from .equivalence import Addable, Canonical, Equivalence, addable, canonical, equivalent
    from .game import HeapMove, HeapSum, SubtractionGame, all_but, outcomes
    from .impossible import Impossibility, RuledOut
    from .inference import (
        Inference,
        count_sets,
        count_smallest_sets,
        explain,
        infer,
        smallest_set,
        smallest_sets,
        take_roles,
    )
    from .periods import PeriodSearch
    from .picture import strip, strip_of
    from .roles import TakeRoles
    from .takes import (
        SEQUENCES,
        AllButTakes,
        EndlessTakes,
        FiniteTakes,
        Takes,
        b_file,
        parse_takes,
    )
    from .triples import SurveyRow, read_survey, survey, write_survey

__all__ = [
    "SEQUENCES",
    "Addable",
    "AllButTakes",
    "Canonical",
    "Certificate",
    "EndlessTakes",
    "Equivalence",
    "FiniteTakes",
    "HeapMove",
    "HeapSum",
    "Impossibility",
    "Inference",
    "PeriodSearch",
    "Periodicity",
    "RuledOut",
    "SubtractionGame",
    "SurveyRow",
    "TakeRoles",
    "Takes",
    "addable",
    "all_but",
    "b_file",
    "canonical",
    "count_sets",
    "count_smallest_sets",
    "equivalent",
    "explain",
    "infer",
    "outcomes",
    "parse_takes",
    "read_survey",
    "smallest_set",
    "smallest_sets",
    "strip",
    "strip_of",
    "survey",
    "take_roles",
    "verify",
    "write_survey",
]

# Modules are imported when one of their names is first used: start-up time counts.
_HOMES = {
    "SEQUENCES": ".takes",
    "Addable": ".equivalence",
    "AllButTakes": ".takes",
    "Canonical": ".equivalence",
    "Certificate": ".certificates",
    "EndlessTakes": ".takes",
    "Equivalence": ".equivalence",
    "FiniteTakes": ".takes",
    "HeapMove": ".game",
    "HeapSum": ".game",
    "Impossibility": ".impossible",
    "Inference": ".inference",
    "PeriodSearch": ".periods",
    "Periodicity": ".certificates",
    "RuledOut": ".impossible",
    "SubtractionGame": ".game",
    "SurveyRow": ".triples",
    "TakeRoles": ".roles",
    "Takes": ".takes",
    "addable": ".equivalence",
    "all_but": ".game",
    "b_file": ".takes",
    "canonical": ".equivalence",
    "count_sets": ".inference",
    "count_smallest_sets": ".inference",
    "equivalent": ".equivalence",
    "explain": ".inference",
    "infer": ".inference",
    "outcomes": ".game",
    "parse_takes": ".takes",
    "read_survey": ".triples",
    "smallest_set": ".inference",
    "smallest_sets": ".inference",
    "strip": ".picture",
    "strip_of": ".picture",
    "survey": ".triples",
    "take_roles": ".inference",
    "verify": ".certificates",
    "write_survey": ".triples",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
