"""Where the server is reached: on this machine, and once it is opened, in the local network."""

from __future__ import annotations

import socket
from typing import Final

from msgspec import Struct

PORT: Final = 8040
"""The port it takes if it is free, so that an address that was once read still holds."""
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
_ELSEWHERE: Final = "192.0.2.1"
"""An address that is nobody's: asking the way there names our own, and nothing is sent."""
_HOTSPOTS: Final = (
    "10.42.0.2", "192.168.137.2", "192.168.2.2", "172.20.10.2", "192.168.43.2", "192.168.1.2",
    "192.168.0.2", "192.168.178.2", "10.0.0.2",
)  # fmt: skip
"""Somebody else in the networks that Linux, Windows, macOS, phones and small routers open."""


class Address(Struct, frozen=True):
    """Where the board is: its URL for others, and all names by which it may be called."""

    url: str
    hosts: frozenset[str]


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """A socket that waits at a port, or at any when none was said and the usual one is taken.

    Raises OSError.
    """
    where = EVERYWHERE if lan else LOOPBACK
    if port is not None:
        return _bound(where, port)
    try:
        return _bound(where, PORT)
    except OSError:
        return _bound(where, 0)


def _bound(where: str, port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # where another program could take it over
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((where, port))
        found.listen(256)
    except BaseException:
        found.close()
        raise
    return found


def address(port: int, *, lan: bool) -> Address:
    """Where a server at a port is reached."""
    names = {LOOPBACK, "localhost"}
    own = LOOPBACK
    if lan:
        own = lan_address()
        names |= {own, socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())
    return Address(f"http://{own}:{port}/", frozenset(hosts))


def lan_address() -> str:
    """This machine's own address in the local network; its loop when it is in none.

    Where no way leads out of that network, as in that of a hotspot, the usual ones are tried.
    """
    for there in (_ELSEWHERE, *_HOTSPOTS):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((there, 9))
                return str(asked.getsockname()[0])
            except OSError:
                continue
    return LOOPBACK
