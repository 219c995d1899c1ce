"""Every check of the project, as `make test` runs them: `python -m tests.checks`.

Style, import contracts and dead code take seconds and come first. Types are checked while the
tests run side by side on all cores, and told after them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from q40k.games.game import find, manifests
from q40k.packs.compiled import SHIPPED

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = (sys.executable, "-m")
FIRST = {
    "ruff check": [*PYTHON, "ruff", "check", "."],
    "ruff format --check": [*PYTHON, "ruff", "format", "--check", "."],
    "lint-imports": [str(BIN / "lint-imports"), "--no-logo"],
    "dead code": [*PYTHON, "vulture"],
}
TYPES = [*PYTHON, "mypy"]
TESTS = [*PYTHON, "pytest", "-n", "auto", "--dist", "worksteal"]


def compile_packs() -> None:
    """Compile the shipped packs where an installed program has them, as most tests want them.

    Else each test, which has a home of its own, and each program it starts would read the YAML.
    """
    for one in manifests():
        find(one.id).packs.library(cache=SHIPPED)


def say(text: str) -> None:
    """One line, at once."""
    print(text, flush=True)  # noqa: T201


def main(arguments: Sequence[str]) -> int:
    """Run all checks, the tests with more arguments for pytest; returns the exit status."""
    # Without bytecode every program a test starts, and there are hundreds, compiles q40k anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for name, call in FIRST.items():
        say(f"== {name}")
        if status := subprocess.run(call, cwd=ROOT, check=False).returncode:
            return status
    types = subprocess.Popen(TYPES, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    compile_packs()
    say("== pytest")
    tests = subprocess.run([*TESTS, *arguments], cwd=ROOT, check=False)
    told, _ = types.communicate()
    say(f"== mypy (ran beside the tests)\n{told.rstrip()}")
    return tests.returncode or types.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
