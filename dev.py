"""Set up and run this checkout, with nothing but Python, pip and a C++ compiler.

    python3 dev.py run judge hdu4778 examples/hdu4778.txt     the command line, built from here
    python3 dev.py test                                       every check, about five minutes
    python3 dev.py test tests/test_table.py -k gems           the linters, and some of the tests

The first use creates `.venv` beside this file and builds the package into it; later uses build
again only when the C++ code or the build files have changed.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if sys.platform == "win32" else "bin")


def main(arguments: list[str]) -> int:
    """Do what the command line says and return the exit code."""
    match arguments:
        case ["run", *rest]:
            install("")
            return subprocess.call([BIN / "perfectplay", *rest])
        case ["test", *rest]:
            install("dev", strict=True)
            return test(rest)
    print(__doc__, file=sys.stderr)
    return 2


def install(extra: str, *, strict: bool = False) -> None:
    """Install the package into `.venv` as an editable build, unless that is done already."""
    stamp = VENV / "installed"
    done = stamp.read_text().split() if stamp.exists() else []
    inputs = _inputs()
    if done[:1] == [inputs] and (not extra or extra in done):
        return
    if not BIN.exists():
        print(f"creating {VENV}", file=sys.stderr)
        venv.create(VENV)
    print("building perfectplay, which takes a minute", file=sys.stderr)
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    # the pip at hand installs into the new environment, which needs none of its own
    pip = [sys.executable, "-m", "pip", "--python", str(BIN / "python"), "install", "--quiet"]
    settings = [
        "--config-settings=build-dir=build/editable",
        f"--config-settings=cmake.define.PERFECTPLAY_WERROR={strict}",
    ]
    if code := subprocess.call([*pip, *settings, "-e", target], stdout=sys.stderr):
        print("dev.py: pip could not install the package, see above", file=sys.stderr)
        sys.exit(code)
    stamp.write_text(f"{inputs} {extra}")


def test(arguments: list[str]) -> int:
    """Run linters, type checker, the core's own test, tests and doctests; return 0 if all pass."""
    core = ROOT / "build" / "core-test"
    options = ["PERFECTPLAY_CORE_TEST=ON", "PERFECTPLAY_WERROR=ON"]
    options += [f"Python_EXECUTABLE={BIN / 'python'}", f"CMAKE_MAKE_PROGRAM={BIN / 'ninja'}"]
    checks: dict[str, list[str | Path]] = {
        "ruff check": [BIN / "ruff", "check"],
        "ruff format": [BIN / "ruff", "format", "--check"],
        "mypy": [BIN / "mypy"],
        "core test: configure": [
            *(BIN / "cmake", "-S", ROOT, "-B", core, "-G", "Ninja"),
            *(f"-D{option}" for option in options),
        ],
        "core test: build": [BIN / "cmake", "--build", core, "--target", "core_test"],
        "core test: run with sanitizers": [core / "core_test", "10"],
        "pytest": [BIN / "python", "-m", "pytest", *arguments],
    }
    failed = []
    for name, check in checks.items():
        if arguments and name.startswith("core"):
            continue
        print(f"--- {name}", flush=True)
        if not Path(check[0]).exists() or subprocess.call(check, cwd=ROOT):
            failed.append(name)
    for name in failed:
        print(f"FAILED: {name}", flush=True)
    return 1 if failed else 0


def _inputs() -> str:
    """Return a digest of everything that goes into the build."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [
        ROOT / "pyproject.toml",
        ROOT / "CMakeLists.txt",
        *sorted((ROOT / "cpp").rglob("*")),
    ]:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
