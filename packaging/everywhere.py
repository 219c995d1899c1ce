"""Try q40k with all that this machine has: `make everywhere`.

With each Python from 3.11 on, the source tree is installed into an empty environment with the pinned libraries, and
plays the demo in an empty home. Every line of docs/installing.md is called, in an empty home. The lowest libraries
are tried where uv is there, and types are checked as on Windows and macOS. It ends with a list of what ran and what
could not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from installing import try_ways
from release import ROOT, say, try_out

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("win32", "darwin")


def pythons() -> Iterator[tuple[str, str | None]]:
    """Yield each version with a program that is this Python: on the PATH, or of pyenv; None if there is none."""
    shelf = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        kept = sorted(shelf.glob(f"{version}.*/bin/python{version}"))
        candidates = [str(path) for path in reversed(kept)] + [
            path for path in (shutil.which(f"python{version}"),) if path
        ]
        yield version, next((path for path in candidates if is_python(path, version)), None)


def is_python(path: str, version: str) -> bool:
    """Return whether a program is this Python, and can make environments."""
    call = [path, "-c", "import ensurepip, venv, sys; print('%d.%d' % sys.version_info[:2])"]
    asked = subprocess.run(call, capture_output=True, text=True, check=False)
    return asked.stdout.strip() == version


def main() -> None:
    """Try every Python, way to install and system's types, and the lowest libraries; end with a list of it all.

    A failure does not hide what comes after it. Raises SystemExit with all of them.
    """
    with tempfile.TemporaryDirectory(prefix="q40k-everywhere-") as text:
        folder = Path(text)
        ran, untried, failed = try_pythons(folder)
        ways = try_ways(folder)
    ran, untried, failed = ran + ways[0], untried + ways[1], failed + ways[2]
    if shutil.which("uv") is None:
        untried.append("the lowest libraries: uv is not on this machine (`make lowest UV=…`)")
    else:
        exit_status = call([sys.executable, "-m", "tests.lowest", "uv"])
        (failed if exit_status else ran).append("the lowest libraries")
    for system in SYSTEMS:
        words = ["mypy", "--platform", system, "--cache-dir", f".mypy_cache/{system}", "q40k"]
        (failed if call([sys.executable, "-m", *words]) else ran).append(f"types as on {system}")
        untried.append(f"{system} itself: this is {sys.platform}")
    for line in ran:
        say(f"ran: {line}")
    for line in untried:
        say(f"could not here: {line}")
    if failed:
        sys.exit("\n".join(f"FAILED: {line}" for line in failed))


def try_pythons(folder: Path) -> tuple[list[str], list[str], list[str]]:
    """Install and play with each Python; return what ran, what this machine could not try, and what failed."""
    ran, untried, failed = [], [], []
    for version, python in pythons():
        if python is None:
            untried.append(f"Python {version}: neither on the PATH nor of pyenv")
            continue
        say(f"Python {version}: {python}")
        try:
            try_out(ROOT, folder / version, python)
            ran.append(f"Python {version}")
        except SystemExit as error:
            failed.append(f"Python {version}: {error}")
    return ran, untried, failed


def call(words: list[str]) -> int:
    """Run a program in the project; return its exit status."""
    return subprocess.run(words, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    main()
