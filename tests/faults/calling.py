"""Calls of the command line one after the other, as in a shell, but in one process: `python -m tests.faults.calling`.

It reads a call from each line and prints what it says and its exit status. With `--fill FOLDER` the disk of that folder
is filled before each call.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from tests.cli.calls import q40k

END = "====\n"
"""Ends what is printed of each call."""


def fill(folder: Path, number: int) -> None:
    """Leave no room on the disk of a folder."""
    with suppress(OSError), (folder / f"filler{number}").open("wb", buffering=0) as filler:
        while filler.write(bytes(1024)):
            pass


def main() -> None:
    """Carry out the calls on the standard input."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fill", type=Path)
    folder = parser.parse_args().fill
    for number, line in enumerate(sys.stdin):
        if folder is not None:
            fill(folder, number)
        result = q40k(*shlex.split(line))
        print(f"{result.output}status {result.exit_code}\n{END}", end="", flush=True)  # noqa: T201
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception


if __name__ == "__main__":
    main()
