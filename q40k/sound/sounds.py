"""Who lets sounds be heard: a process that plays, or the terminal's bell where that cannot be.

Nothing here waits: a name is handed to a pipe, and what comes of it is heard, or not.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from q40k.sound.clips import Clip
from q40k.sound.player import NO_DEVICE, NO_LIBRARY

Trouble = Literal["library", "device", "player"]
"""Why nothing is played: no library for it, nothing to play on, or the player has ended."""

PLAYER = (sys.executable, "-m", "q40k.sound")
FOLDER = Path(__file__).resolve().parents[2]
"""From where the player finds this very q40k."""
TROUBLES: dict[int, Trouble] = {NO_LIBRARY: "library", NO_DEVICE: "device"}
"""What is wrong, by the exit status of a player that could not even begin."""
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""On Windows a player opens no window of its own."""


class Sounds:
    """Plays clips once it has been begun; until then there is silence.

    `ring` rings the bell. `trouble` says why the bell stands in for the clips, None when all is
    well.
    """

    def __init__(self, command: Sequence[str] = PLAYER) -> None:
        self.ring: Callable[[], None] = lambda: None
        self.trouble: Trouble | None = None
        self._command = command
        self._life: asyncio.Task[None] | None = None  # that of the player who plays now
        self._lives: set[asyncio.Task[None]] = set()
        self._player: Process | None = None
        self._early: list[bytes] = []  # what was asked for while the player was being started
        self._asked = False

    @property
    def begun(self) -> bool:
        """Whether clips are played, or the bell rings for them."""
        return self._life is not None

    def begin(self) -> None:
        """Start the player behind whatever is done now. Where no app runs nobody hears anything."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._life is None:
            self.trouble, self._asked = None, False
            self._life = loop.create_task(self._live())
            self._lives.add(self._life)
            self._life.add_done_callback(self._lives.discard)

    def play(self, clip: Clip, volume: int) -> None:
        """Let a clip be heard, or the bell if it cannot be. Nothing before it has begun."""
        if self._life is None:
            return
        self._asked = True
        line = f"{clip} {volume}\n".encode()
        if self.trouble is not None:
            self.ring()
        elif self._player is not None and self._player.stdin is not None:
            self._player.stdin.write(line)
        else:
            self._early.append(line)

    def stop(self) -> None:
        """Silence from now on."""
        player, self._player, self._life = self._player, None, None
        self._early.clear()
        if player is not None:
            with suppress(ProcessLookupError):
                player.kill()

    async def end(self) -> None:
        """Silence, and nobody left who could play."""
        self.stop()
        await asyncio.gather(*self._lives)

    async def _live(self) -> None:
        """Start a player and wait for its end; if nobody wanted that, the bell takes its place."""
        status: int | None = None
        with suppress(OSError, RuntimeError):  # the second: a loop that can start no process
            player = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, cwd=FOLDER,
                creationflags=NO_WINDOW,
            )  # fmt: skip
            status = await self._served(player)
        if not self._wanted:
            return
        self._player = None
        self._early.clear()
        self.trouble = "player" if status is None else TROUBLES.get(status, "player")
        if self._asked and (status is None or status in TROUBLES):
            self.ring()  # for what could not be played

    async def _served(self, player: Process) -> int:
        """Hand a player what was asked for, and wait for its end; returns its exit status."""
        assert player.stdin is not None
        if self._wanted:
            self._player = player
            player.stdin.writelines(self._early)
            self._early.clear()
        else:
            player.kill()
        status = await player.wait()
        player.stdin.close()
        with suppress(OSError):
            await player.stdin.wait_closed()
        return status

    @property
    def _wanted(self) -> bool:
        """Whether it is this task's player who plays, and not a later one, or none."""
        return asyncio.current_task() is self._life
