"""For problem setters: contest files with answers, and where another program's answers are wrong.

>>> from perfectplay.setters import check, generate
>>> file = generate("uva11587", seed=7, count=3, kind="ties", length=(4, 8))
>>> print(file.input, file.answers, sep="", end="")
3
LWWW
WLWLWWW
LWWWWWWW
Case 1: 2 3
Case 2: 1 3 6
Case 3: 2 3 5 7
>>> file.cases[1].note
'1 3 6 before 1 5 6'
>>> check("uva11587", file.input, "Case 1: 2 3\\nCase 2: 1 5 6\\n").line
2
"""

from __future__ import annotations

from .checking import Report, check
from .generation import SETTERS, ContestFile, generate
from .setter import Case

__all__ = ["SETTERS", "Case", "ContestFile", "Report", "check", "generate"]
