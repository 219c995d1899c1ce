"""Run every check of the project, as `make test` does: `python -m tests.checks`.

Types are checked from the beginning, on a core that would be idle. Style, import contracts and dead
code take seconds and come first; then the tests run side by side on all cores.
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
    """Compile the shipped packs where an installed program has them, as most tests use them.

    Without that, each test with a home of its own, and each program it starts, would read the YAML.
    """
    for manifest in manifests():
        find(manifest.id).packs.library(cache=SHIPPED)


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)  # noqa: T201


def main(arguments: Sequence[str]) -> int:
    """Run all checks, the tests with more arguments for pytest; return the exit status."""
    # Without bytecode every program a test starts, and there are hundreds, compiles q40k anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    types = subprocess.Popen(TYPES, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for name, call in FIRST.items():
        say(f"== {name}")
        if status := subprocess.run(call, cwd=ROOT, check=False).returncode:
            types.terminate()
            types.communicate()
            return status
    compile_packs()
    say("== pytest")
    tests = subprocess.run([*TESTS, *arguments], cwd=ROOT, check=False)
    report, _ = types.communicate()
    say(f"== mypy (ran beside the tests)\n{report.rstrip()}")
    return tests.returncode or types.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
