"""The address of the server, on this machine or in the local network, and its QR code."""

import socket

from msgspec import Struct

PORT = 8040
"""The port it takes if it is free, so that an address from an earlier evening is still valid."""
USUAL_PORTS = {"http": 80, "https": 443}
"""The ports that a browser leaves out of an address."""
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_ELSEWHERE = "192.0.2.1"
"""An address that belongs to nobody. Connecting to it names our own address, and sends nothing."""
_HOTSPOTS = (
    "10.42.0.2",
    "192.168.137.2",
    "192.168.2.2",
    "172.20.10.2",
    "192.168.43.2",
    "192.168.1.2",
    "192.168.0.2",
    "192.168.178.2",
    "10.0.0.2",
)
"""Other addresses in the networks that Linux, Windows, macOS, phones and small routers open."""


class Address(Struct, frozen=True):
    """The address of the board: its URL for others, and all host names that reach it."""

    url: str
    hosts: frozenset[str]


def open_listener(port: int | None, *, lan: bool) -> socket.socket:
    """Open a socket that listens at a port. Without a port it is the usual one, or any if that is
    taken.

    Raises OSError.
    """
    where = EVERYWHERE if lan else LOOPBACK
    if port is not None:
        return _bind(where, port)
    try:
        return _bind(where, PORT)
    except OSError:
        return _bind(where, 0)


def _bind(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # another program could take the port over there
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except BaseException:
        listener.close()
        raise
    return listener


def address(port: int, *, lan: bool, scheme: str = "http", name: str = "") -> Address:
    """Return the address of a server at a port; `name` is what others call this machine, if it has a name."""
    names = {LOOPBACK, "localhost"}
    own = LOOPBACK
    if lan:
        own = name.lower() or lan_address()
        names |= {own, lan_address(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    hosts = {f"{name}:{port}" for name in names} | ({*names} if port == USUAL_PORTS[scheme] else set())
    return Address(f"{scheme}://{own}:{port}/", frozenset(hosts))


def lan_address() -> str:
    """Return this machine's address in the local network, or the loopback address.

    If no route leads out of that network, as in that of a hotspot, the usual ones are tried.
    """
    for target in (_ELSEWHERE, *_HOTSPOTS):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                return str(probe.getsockname()[0])
            except OSError:
                continue
    return LOOPBACK


# -- the QR code -----------------------------------------------------------------------------------


QUIET = 2
"""The width of the free space around a code on a screen, in squares, that a reader needs."""
_HALVES = {(0, 0): "█", (1, 0): "▄", (0, 1): "▀", (1, 1): " "}
"""The character for an upper and a lower square: 1 has the background's tone, 0 the letters'."""


def squares(text: str, quiet: int = QUIET) -> list[list[int]]:
    """Return the squares of a code, row by row: 1 is dark, 0 is light."""
    import segno

    code = segno.make(text, error="m", micro=False)
    return [[int(bool(square)) for square in row] for row in code.matrix_iter(border=quiet)]


def lines(text: str, *, dark: bool = True) -> list[str]:
    """Return a code in characters; with `dark`, for light letters on a dark background."""
    rows = squares(text)
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    if not dark:
        rows = [[1 - square for square in row] for row in rows]
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
