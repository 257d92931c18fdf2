"""Running a judge in a test, and the files to run it on."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from perfectplay.judges import JUDGES, run
from perfectplay.solver import SolveOptions

HERE = Path(__file__).parent
FILES = sorted((HERE / "data" / "judges").glob("*.in"))
EXAMPLES = sorted((HERE.parent / "examples").glob("*.txt"))


def judged(
    name: str, text: str | bytes, options: SolveOptions | None = None, *, as_json: bool = False
) -> tuple[int, str, list[str]]:
    """Run a judge; return its exit code, what it printed, and its lines of warning."""
    data = text.encode() if isinstance(text, str) else text
    out = io.StringIO()
    said: list[str] = []
    code = run(JUDGES[name], io.BytesIO(data), out, said.append, json=as_json, options=options)
    return code, out.getvalue(), said


def json_lines(name: str, text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in judged(name, text, as_json=True)[1].splitlines()]


def sample(stem: str) -> str:
    return (HERE / "data" / "judges" / f"{stem}.in").read_text()
