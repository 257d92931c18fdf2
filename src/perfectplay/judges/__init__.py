"""Judges: contest formats. Each reads a file, asks the solver, prints what the contest wants."""

from __future__ import annotations

from .gym100015f import GYM100015F
from .hdu4753 import HDU4753
from .hdu4778 import HDU4778
from .judge import Judge, Verdict
from .run import run
from .uva751 import UVA751
from .uva11587 import UVA11587

__all__ = ["JUDGES", "Judge", "Verdict", "run"]

JUDGES: dict[str, Judge] = {
    judge.name: judge for judge in (HDU4778, GYM100015F, UVA11587, UVA751, HDU4753)
}
