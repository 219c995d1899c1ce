"""A child process that answers one message after another, each on a line, so that long work keeps no loop waiting."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Busy(Exception):
    """The child took too long or could not be started, or too many wait for it."""


class Child(Generic[T]):
    """A child that runs a module; it is started with the first message, and again after it has ended."""

    def __init__(self, module: str, kind: type[T], longest: int) -> None:
        """`kind` is that of its answers, each of at most `longest` bytes."""
        self._module, self._kind, self._longest = module, kind, longest
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, message: Any, seconds: float) -> T:
        """Return the answer to a message. Without one within so many seconds the child is ended. Raises Busy."""
        async with self._turn:
            line = b""
            try:
                process = await self._start()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(message) + b"\n")
                await process.stdin.drain()
                line = await asyncio.wait_for(process.stdout.readline(), seconds)
                return msgspec.json.decode(line, type=self._kind)
            except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
                raise Busy from error
            finally:
                if not line:  # a late answer would be taken for that of the next message
                    await self.close()

    async def _start(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=self._longest
            )
        return self._process

    async def close(self) -> None:
        """End the child."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
