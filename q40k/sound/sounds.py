"""Sounds: clips played by a separate process, or the terminal's bell if that is impossible.

Nothing here waits: a clip's name is written to a pipe, and is heard or not.
"""

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
"""Why nothing is played: no library, no device, or the player has ended."""

PLAYER = (sys.executable, "-m", "q40k.sound")
FOLDER = Path(__file__).resolve().parents[2]
"""The working folder in which the player finds this very q40k."""
TROUBLES: dict[int, Trouble] = {NO_LIBRARY: "library", NO_DEVICE: "device"}
"""The trouble, by the exit status of a player that could not start."""
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""On Windows a player opens no window of its own."""


class Sounds:
    """Plays clips after it was begun; until then there is silence.

    `ring` rings the bell. `trouble` says why the bell rings instead of the clips; None if all is
    well. `is_ready` is true once a device plays. `report` is called when either is known.
    """

    def __init__(self, command: Sequence[str] = PLAYER) -> None:
        self.ring: Callable[[], None] = lambda: None
        self.report: Callable[[], None] = lambda: None
        self.trouble: Trouble | None = None
        self.is_ready = False
        self._command = command
        self._life: asyncio.Task[None] | None = None  # the task of the current player
        self._lives: set[asyncio.Task[None]] = set()
        self._player: Process | None = None
        self._early: list[bytes] = []  # clips asked for before the player was ready
        self._asked = False

    @property
    def is_on(self) -> bool:
        """Return whether clips are played, or the bell rings for them."""
        return self._life is not None

    def begin(self) -> None:
        """Start the player in the background. Without a running app nothing is heard."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._life is None:
            self.trouble, self.is_ready, self._asked = None, False, False
            self._life = loop.create_task(self._run_player())
            self._lives.add(self._life)
            self._life.add_done_callback(self._lives.discard)

    def play(self, clip: Clip, volume: int) -> None:
        """Play a clip, or ring the bell if that is impossible. Before `begin`, do nothing."""
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
        """Be silent from now on."""
        player, self._player, self._life = self._player, None, None
        self._early.clear()
        if player is not None:
            with suppress(ProcessLookupError):
                player.kill()

    async def end(self) -> None:
        """Be silent, and wait until every player has ended."""
        self.stop()
        await asyncio.gather(*self._lives)

    async def _run_player(self) -> None:
        """Start a player and wait for its end; if that was unexpected, use the bell instead."""
        status: int | None = None
        # RuntimeError: the event loop cannot start processes
        with suppress(OSError, RuntimeError):
            player = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=FOLDER, creationflags=NO_WINDOW
            )
            status = await self._serve(player)
        if not self._is_current:
            return
        self._player = None
        self._early.clear()
        self.trouble = "player" if status is None else TROUBLES.get(status, "player")
        self.report()
        if self._asked and (status is None or status in TROUBLES):
            self.ring()  # for the clips that could not be played

    async def _serve(self, player: Process) -> int:
        """Send a player the early clips, and wait for its end; return its exit status."""
        assert player.stdin is not None
        if self._is_current:
            self._player = player
            player.stdin.writelines(self._early)
            self._early.clear()
        else:
            player.kill()
        assert player.stdout is not None
        if await player.stdout.readline() and self._is_current:
            self.is_ready = True
            self.report()
        status = await player.wait()
        player.stdin.close()
        with suppress(OSError):
            await player.stdin.wait_closed()
        return status

    @property
    def _is_current(self) -> bool:
        """Return whether this task's player is the current one."""
        return asyncio.current_task() is self._life
