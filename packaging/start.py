"""The entry point of the folder that PyInstaller makes."""

import sys

from q40k.__main__ import main

POOL = "--multiprocessing-fork"
TRACKER = "from multiprocessing.resource_tracker import main;main("


def run() -> int:
    """Run the program; or a module of it, as the program calls itself for sound, the board and drills.

    The processes of a pool are calls of this program also. What they need is slow to load.
    """
    if sys.argv[1:2] == [POOL]:
        from multiprocessing.spawn import freeze_support

        freeze_support()
    elif sys.argv[-2:-1] == ["-c"] and sys.argv[-1].startswith(TRACKER):
        from multiprocessing import resource_tracker

        resource_tracker.main(int(sys.argv[-1].removeprefix(TRACKER).removesuffix(")")))
        return 0
    elif sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2].partition(".")[0] == "q40k":
        import runpy

        name = sys.argv[2]
        sys.argv = [name, *sys.argv[3:]]
        runpy.run_module(name, run_name="__main__", alter_sys=True)
        return 0
    return main()


if __name__ == "__main__":
    sys.exit(run())
