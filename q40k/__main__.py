"""The entry point of the program: `q40k` and `python -m q40k`."""

import gc
import os
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line; return the exit status."""
    if sys.argv[1:] == ["--version"]:  # before click, so that it costs next to nothing
        from q40k.cli.installation import version_line

        with suppress(OSError, AttributeError):  # closed or full: then it is reported below
            sys.stdout.write(f"{version_line()}\n")
            sys.stdout.flush()
            return 0
    # Start-up makes some 110,000 objects that all stay. Collecting garbage among them, and
    # looking for pydantic's plugins, which nobody has, would take a fifth of it.
    gc.set_threshold(300_000, 50, 50)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from q40k.cli.app import run
        from q40k.cli.say import fill_closed_streams

        fill_closed_streams()
        return run(sys.argv[1:])
    except KeyboardInterrupt:  # while the program was still loading
        return 130
    finally:
        gc.freeze()  # Python collects garbage a last time as it ends, which would take 30 to 60 ms


if __name__ == "__main__":
    sys.exit(main())
