"""End the program when its terminal closes.

A closed window signals only the programs that it controls, and some of them ignore the signal or
do not pass it on, as `make` does. Reading from the closed terminal then finds nothing for ever.
"""

import os
import signal
import sys
import time
from threading import Thread

GRACE_SECONDS = 1.2
"""How long the program may take to end in order."""


def end_with_terminal() -> None:
    """Watch the terminal, and end this process within two seconds after it has closed.

    The hang-up signal lets a screen end in order. If that fails, the process is ended at once: the
    journal holds everything, and the system gives its locks back.
    """
    if sys.platform == "win32":
        return
    import select

    hang_up = select.poll()
    streams = [number for number in (0, 1, 2) if os.isatty(number)]
    for number in streams:
        hang_up.register(number, 0)  # reports nothing but a hang-up

    def watch() -> None:
        if not any(happened & (select.POLLHUP | select.POLLERR) for _stream, happened in hang_up.poll()):
            return  # a system that cannot tell
        os.kill(os.getpid(), signal.SIGHUP)
        time.sleep(GRACE_SECONDS)
        os._exit(128 + signal.SIGHUP)

    if streams:
        Thread(target=watch, name="hang-up", daemon=True).start()
