"""Try q40k with every Python that it is for and this machine has: `make everywhere`.

With each, the source tree is installed into an empty environment with the pinned libraries, and plays the demo in an
empty home. Then the types are checked as on Windows and macOS. What could not be tried is printed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release import ROOT, say, try_out

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("win32", "darwin")


def find_python(version: str) -> str | None:
    """Return a program that is this Python, or None."""
    path = shutil.which(f"python{version}")
    if path is None:
        return None
    asked = subprocess.run(
        [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True, check=False
    )
    return path if asked.stdout.strip() == version else None


def main() -> None:
    """Try every Python and every system's types; end with a list of what was not tried."""
    untried = []
    with tempfile.TemporaryDirectory(prefix="q40k-everywhere-") as folder:
        for version in VERSIONS:
            python = find_python(version)
            if python is None:
                untried.append(f"Python {version}: there is no python{version} on the PATH")
                continue
            say(f"[everywhere] Python {version}")
            try_out(ROOT, Path(folder) / version, python)
    for system in SYSTEMS:
        call = [sys.executable, "-m", "mypy", "--platform", system, "--cache-dir", f".mypy_cache/{system}", "q40k"]
        if subprocess.run(call, cwd=ROOT, check=False).returncode:
            sys.exit(f"the types are not sound for {system}")
    untried += ["Windows and macOS: only their types were checked", "`make lowest` tries the oldest libraries"]
    for line in untried:
        say(f"[everywhere] not tried: {line}")


if __name__ == "__main__":
    main()
