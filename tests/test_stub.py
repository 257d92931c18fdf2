"""The committed stub of the compiled core says what the core has."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parents[1] / "src" / "perfectplay" / "_core.pyi"


def test_stub_is_what_the_core_generates(tmp_path: Path) -> None:
    """Otherwise: python -m nanobind.stubgen -m perfectplay._core -o src/perfectplay/_core.pyi."""
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "perfectplay._core"]
    subprocess.run([*command, "-o", str(fresh)], check=True)
    assert ast.dump(ast.parse(STUB.read_text())) == ast.dump(ast.parse(fresh.read_text()))
