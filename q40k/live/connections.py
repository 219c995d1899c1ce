"""Who may be connected, how often, and how slow they may be.

No machine of the room keeps the others out: connections and streams are counted for each address,
and a seat's streams for its token alone. A connection that sends a request too slowly is closed.
"""

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http import h11_impl

MOST_CONNECTIONS = 600
MOST_OF_ADDRESS = 64
"""The greatest number of connections of one address."""
FILES = MOST_CONNECTIONS + 424
"""So many files may be open at a time: every connection, and what the board itself needs."""
SLOW_SECONDS = 10.0
"""A request must have arrived as a whole after so many seconds."""
LOOK_SECONDS = 2.0
DEAD_MS = 30_000
"""A connection that confirms nothing for so long is closed by the system, where it can do that."""


class Doors:
    """The connections of a server, counted by their address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Return whether one more connection of an address is let in, and count it."""
        if self._open.total() >= MOST_CONNECTIONS or self._open[address] >= MOST_OF_ADDRESS:
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection no longer."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Connection(h11_impl.H11Protocol):
    """A connection that is closed when its address has too many, or when its request is too slow."""

    def __init__(self, doors: Doors, **options: Any) -> None:
        super().__init__(**options)
        self._doors, self._address = doors, ""
        self._waits_since = self.loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or close it at once."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self._doors.admit(address):
            transport.abort()
            return
        self._address = address
        _close_when_dead(transport.get_extra_info("socket"))
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
        if self._address:
            self._doors.release(self._address)
            self._address = ""

    def on_response_complete(self) -> None:
        """Wait for the next request from now on."""
        super().on_response_complete()
        self._waits_since = self.loop.time()

    def _look(self) -> None:
        """Close the connection if its request has not arrived in time; look again later."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._waits_since = self.loop.time()
        if self.loop.time() - self._waits_since > SLOW_SECONDS:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(LOOK_SECONDS, self._look)


def _close_when_dead(connection: Any) -> None:
    """Let the system close a connection to a machine that has gone without a word."""
    with suppress(OSError, AttributeError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if sys.platform == "linux":  # only there such a time can be set
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)


def allow_files() -> None:
    """Raise the number of files that may be open, so that connections never use up the last one."""
    if sys.platform == "win32":  # it has no such limit
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < FILES and (hard == resource.RLIM_INFINITY or hard >= FILES):
            resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))


# -- streams ---------------------------------------------------------------------------------------

MOST_STREAMS = 400
MOST_STREAMS_OF_ADDRESS = 40
MOST_STREAMS_OF_SEAT = 6
"""The greatest number of streams under one token. They are reserved: no other streams count there."""


class Streams:
    """The open streams of a server: of the board by address, of seats by token."""

    def __init__(self) -> None:
        self._of_board: Counter[str] = Counter()
        self._of_seats: Counter[str] = Counter()

    def open(self, address: str, token: str | None) -> Callable[[], None] | None:
        """Count a stream, and return what counts it no longer; None if there are too many."""
        counter, key = (self._of_board, address) if token is None else (self._of_seats, token)
        if counter[key] >= (MOST_STREAMS_OF_ADDRESS if token is None else MOST_STREAMS_OF_SEAT):
            return None
        if token is None and counter.total() >= MOST_STREAMS:
            return None
        counter[key] += 1

        def close() -> None:
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]

        return close


class CountedStream(StreamingResponse):
    """A stream that is counted until it has ended, also if it never began."""

    def __init__(self, content: Any, close: Callable[[], None], **options: Any) -> None:
        super().__init__(content, **options)
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, and count it no longer at its end."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._close()
