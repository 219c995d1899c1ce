"""The process of the player: `python -m q40k.sound`."""

import signal
import sys

from q40k.sound.player import play

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started it
    sys.exit(play(sys.stdin))
