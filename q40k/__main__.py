"""The program's door: `q40k` and `python -m q40k`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    if sys.argv[1:] == ["--version"]:  # before click, so that it costs next to nothing
        from q40k import __version__

        sys.stdout.write(f"q40k {__version__}\n")
        return 0
    try:
        from q40k.cli.app import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:  # while the program was still loading
        return 130


if __name__ == "__main__":
    sys.exit(main())
