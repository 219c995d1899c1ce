"""The command that serves the live board: board."""

from __future__ import annotations

import sys

import click

from q40k.cli.base import Call, Option, command
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.open import match_argument, open_library
from q40k.cli.say import N_, _
from q40k.cli.streams import echo
from q40k.kernel.garbage import collect_in_portions


@command(
    "board",
    N_(
        "Show a match in a browser, on a television, a phone, or in a stream.\n\n"
        "MATCH is a number, a name or the beginning of one; without it, always the match played"
        " last. Nothing can be entered there. Ctrl-C ends it."
    ),
    match_argument(required=False),
    Option(["--lan"], is_flag=True,
           help=N_("Open it to everyone in the local network; else only this machine sees it.")),
    Option(["--port"], type=click.IntRange(1, 65535), metavar=N_("NUMBER"),
           help=N_("The port; without it the usual one, 8040, if it is free.")),
    Option(["--led"], is_flag=True, hidden=True),
    examples=(
        ("q40k board", N_("the match played last, in a browser on this machine")),
        ("q40k board 3 --lan", N_("match 3, for every screen and phone of the room")),
    ),
)  # fmt: skip
def board(call: Call, match: str | None, lan: bool, port: int | None, led: bool) -> int:
    """Serve the board until it is told to end."""
    from q40k.live.server import Wish, serve

    with open_library() as library:
        number = library.find(match).id if match is not None else None
        path = library.path
    wish = Wish(path, number, lan, port, call.context().language)
    say = echo if led else _print_address

    def ready(url: str) -> None:
        say(url)
        collect_in_portions()

    try:
        serve(wish, ready, sys.stdin if led else None)
    except OSError as error:
        title = _("The board cannot be served at this port: {why}.", why=error.strerror or error)
        raise Failure(title, _("Give another one with --port."), REFUSED) from error
    return DONE


def _print_address(url: str) -> None:
    """Print the address, and its code for a phone."""
    from q40k.live.qr import lines

    echo(_("The board is at {url}", url=url))
    for line in lines(url):
        echo(line)
    echo(_("Ctrl-C ends it."))


COMMANDS = {"board": board}
