"""Commands that open a match on a screen: q40k alone, new, resume, watch, board."""

import os
import sys
from typing import Any

from msgspec.structs import replace

from q40k.cli.base import Call, Option, flag, number_option, packs_option, verb
from q40k.cli.certificates import certificate_of, certificate_options, explain_bad_certificate
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.hang_up import end_with_terminal
from q40k.cli.open import game_option, match_argument, match_option, open_library, require_game
from q40k.cli.say import N_, _, echo, echo_lines, on_a_terminal
from q40k.games.game import DEFAULT, Game
from q40k.kernel.garbage import collect_in_portions
from q40k.kernel.text import clean_text
from q40k.table.context import Onward, Prefilled
from q40k.table.rematch import prefill_rematch_of
from q40k.table.shelf import Shelf

HEADLESS = N_("Without a terminal, `q40k run FILE.jsonl` plays a match script.")
TALK = N_("`q40k talk` plays a match in lines, in any terminal.")


def require_screen() -> None:
    """Raise Failure if there is no terminal, and say what works without one.

    From now on the program ends when the terminal closes.
    """
    end_with_terminal()  # before the question, so that no moment lies between
    if not on_a_terminal():
        title = _("This needs a terminal: standard input, output and error must all be one.")
        raise Failure(title, _(HEADLESS), MALFORMED)
    if is_dumb():
        raise Failure(_("This terminal shows plain lines only (TERM=dumb)."), _(TALK), MALFORMED)


def is_dumb() -> bool:
    """Return whether the terminal says that it can move no cursor."""
    return os.environ.get("TERM") == "dumb"


# -- q40k alone ----------------------------------------------------------------------------


def start(call: Call) -> int:
    """Offer the last match; without a terminal, print what can be done."""
    from q40k.tui.app import play_start

    end_with_terminal()
    if on_a_terminal() and not is_dumb():
        return play_start(call.context())

    with open_library() as library:
        rows = Shelf(library).playable_rows()
    if rows:
        last = rows[0]
        when = last.touched[:16].replace("T", " ")
        message = _("The last match: {number}, {name}, {when}.", number=last.id, name=last.name or "-", when=when)
        echo(message)
        echo(f"  q40k show {last.id}")
        echo(f"  q40k log {last.id}")
        echo(_("In a terminal, `q40k resume` goes on with it."))
    else:
        echo(_("There is no match yet. In a terminal, `q40k new` begins one."))
    echo(_(TALK) if is_dumb() else _(HEADLESS))
    echo(_("`q40k --help` lists everything."))
    return DONE


# -- new -----------------------------------------------------------------------------------


def players_of_options() -> tuple[Option, Option]:
    """Return the options that take the players of an earlier match."""
    return (
        match_option(["--players-of"], N_("As an earlier match, with its players: its number or name, or “last”.")),
        flag(["--fresh"], N_("With --players-of: ask what each of them fields.")),
    )


def earlier_match(name: str | None, game: Game, *, fresh: bool, other: bool) -> Prefilled:
    """Return the settings of an earlier match for a new one; nothing if none is named.

    Raises JournalError, click.BadParameter for a match of another game.
    """

    if name is None:
        return Prefilled()
    with open_library() as library:
        row = library.find(name)
        require_game(row, game.id, "--players-of")
        return prefill_rematch_of(library, row.id, fresh=fresh, other=other)[1]


@verb(
    game_option(),
    Option(["--name"], default="", metavar=N_("TEXT"), help=N_("The name of the match.")),
    *players_of_options(),
    packs_option(),
)
def new(call: Call, game: Game, name: str, players_of: str | None, fresh: bool) -> int:
    """Begin a match."""

    earlier = earlier_match(players_of, game, fresh=fresh, other=False)
    return begin_match(call, replace(earlier, name=clean_text(name)), game)


def begin_match(call: Call, prefilled: Prefilled, game: Game) -> int:
    """Begin a match on a screen, or as a conversation if the call asked for one.

    On a screen a call that says nothing about the match begins at the first screen.
    """
    from q40k.tui import app

    if call.talk is not None:
        from q40k.cli.verbs.talk import open_talk  # late: a screen needs none

        return open_talk(call, call.talk, Onward(game=game.id, prefilled=prefilled))
    require_screen()

    if game.id == DEFAULT and prefilled == type(prefilled)():
        return app.play_start(call.context())
    return app.play_new(call.context(), prefilled, game)


# -- resume, watch -------------------------------------------------------------------------


@verb(match_argument(required=False), packs_option())
def resume(call: Call, match: str | None) -> int:
    """Resume a match."""
    return _open(call, match, watch=False)


@verb(
    match_argument(required=False),
    flag(["--hall"], N_("For a second screen: only who acts, the race, the calls, map and clock.")),
    packs_option(),
)
def watch(call: Call, match: str | None, hall: bool) -> int:
    """Watch a match."""
    return _open(call, match, watch=True, hall=hall)


def _open(call: Call, match: str | None, *, watch: bool, hall: bool = False) -> int:

    from q40k.tui.app import play_match

    with open_library() as library:
        number = library.find(match).id
        require_screen()
        return play_match(call.context(), library, number, watch, hall)


# -- board -----------------------------------------------------------------------------------------


@verb(
    match_argument(required=False),
    flag(["--lan"], N_("Open it to everyone in the local network; else only this machine sees it.")),
    number_option(["--port"], N_("The port; without it the usual one, 8040, if it is free."), 1, 65535),
    *certificate_options(),
    Option(["--led"], is_flag=True, hidden=True),
)
def board(call: Call, match: str | None, lan: bool, port: int | None, led: bool, **encryption: Any) -> None:
    """Serve the board until it is told to end."""
    from q40k.live.server import Wish, serve

    with open_library() as library:
        number = library.find(match).id if match is not None else None
        path = library.path
    wish = Wish(path, number, lan, port, call.context().language, certificate_of(encryption))

    def ready(url: str) -> None:
        if led:
            echo(url)
        else:
            _print_address(url, code=lan)
        collect_in_portions()

    try:
        with explain_bad_certificate():
            serve(wish, ready, sys.stdin if led else None)
    except OSError as error:
        title = _("The board cannot be served at this port: {why}.", why=error.strerror or error)
        raise Failure(title, _("Give another one with --port.")) from error


def _print_address(url: str, *, code: bool) -> None:
    """Print the address, and its `code` if a phone can reach it."""
    from q40k.live.address import lines

    echo(_("The board is at {url}", url=url))
    echo_lines(lines(url) if code else ())
    if not code:
        echo(_("Only this machine sees it; --lan opens it to the room."))
    echo(_("Ctrl-C ends it."))
