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
from threading import Thread

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
TYPES = {
    "mypy": [*PYTHON, "mypy"],
    "mypy for Windows": [*PYTHON, "mypy", "--platform", "win32", "--cache-dir", ".mypy_cache/win32", "q40k"],
    "mypy for macOS": [*PYTHON, "mypy", "--platform", "darwin", "--cache-dir", ".mypy_cache/darwin", "q40k"],
}
TESTS = [*PYTHON, "pytest", "-n", "auto", "--dist", "worksteal"]


def compile_packs() -> None:
    """Compile the shipped packs where an installed program has them, as most tests use them.

    Without that, each test with a home of its own, and each program it starts, would read the YAML.
    """
    for manifest in manifests():
        find(manifest.id).packs.library(cache=SHIPPED)


class TypeChecks(Thread):
    """Checks the types, for one system after the other, beside whatever else runs."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done: dict[str, subprocess.CompletedProcess[str]] = {}
        self._stopped = False

    def run(self) -> None:
        """Run the checks, one after the other."""
        for name, call in TYPES.items():
            if not self._stopped:
                self.done[name] = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)

    def stop(self) -> None:
        """Begin no further check, and wait for the one that runs."""
        self._stopped = True
        self.join()


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)  # noqa: T201


def main(arguments: Sequence[str]) -> int:
    """Run all checks, the tests with more arguments for pytest; return the exit status."""
    # Without bytecode every program a test starts, and there are hundreds, compiles q40k anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    types = TypeChecks()
    types.start()
    for name, call in FIRST.items():
        say(f"== {name}")
        if status := subprocess.run(call, cwd=ROOT, check=False).returncode:
            types.stop()
            return status
    compile_packs()
    say("== pytest")
    tests = subprocess.run([*TESTS, *arguments], cwd=ROOT, check=False)
    types.join()
    for name, done in types.done.items():
        say(f"== {name} (ran beside the tests)\n{done.stdout.rstrip()}")
    return tests.returncode or max(done.returncode for done in types.done.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
