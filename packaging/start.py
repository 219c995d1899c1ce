"""The entry point of the folder that PyInstaller makes."""

import runpy
import sys
from multiprocessing import freeze_support

from q40k.__main__ import main


def run() -> int:
    """Run the program; or a module of it, as the program calls itself for sound, the board and drills."""
    if sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2].partition(".")[0] == "q40k":
        name = sys.argv[2]
        sys.argv = [name, *sys.argv[3:]]
        runpy.run_module(name, run_name="__main__", alter_sys=True)
        return 0
    return main()


if __name__ == "__main__":
    freeze_support()
    sys.exit(run())
