"""Commands of a club's evening: open the hall, join as a table, play the next pairing, send."""

import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click
from msgspec.structs import replace

from q40k.cli.base import Argument, Call, Option, bad_value, command, flag, number_option, packs_option, verb_group
from q40k.cli.certificates import certificate_of, certificate_options, explain_bad_certificate
from q40k.cli.errors import DONE, Failure
from q40k.cli.leagues.facts import find_league, league_argument, settled_season
from q40k.cli.open import match_option, open_library
from q40k.cli.say import N_, _, echo, echo_lines, locale, remark
from q40k.cli.verbs.play import require_screen
from q40k.evening import table
from q40k.evening.evenings import change_evening, free_table, read_evening
from q40k.evening.wire import MOST_TABLES, Refusal, Refused, refusal_text
from q40k.games.game import DEFAULT
from q40k.table.context import Onward
from q40k.table.rematch import prefill_rematch_of

AT_ONCE_SECONDS = 0.5
"""Whoever waits longer is told for what."""


def _table_argument() -> Argument:
    return Argument(["number"], metavar=N_("TABLE"), type=click.IntRange(1, MOST_TABLES))


@command(
    "open",
    league_argument(),
    match_option(
        ["--like"],
        N_("All matches are played as this one was, with its options; each player fields the same as last time."),
    ),
    number_option(
        ["--pause"],
        N_("The time between the draw of a round and its beginning, which the page counts down."),
        0,
        600,
        metavar=N_("MINUTES"),
        default=10,
    ),
    flag(["--here"], N_("Only this machine reaches it; else everybody in the local network.")),
    number_option(["--port"], N_("The port; usually 8040."), 0, 65535),
    *certificate_options(),
)
def open_(
    call: Call, league: str, like: str | None, pause: int, here: bool, port: int | None, **encryption: Any
) -> None:
    """Open the hall."""
    from q40k.evening.server import Wish, serve  # loaded late: it is the web server

    with open_library() as library:
        state = find_league(settled_season(library), league)
        game, options = state.league.game or DEFAULT, None
        if like is not None:
            like_game, options = prefill_rematch_of(library, library.find(like).id)
            if state.league.game not in ("", like_game.id):
                raise bad_value("--like", _("that match is of another game than the league."))
            game = like_game.id
        path = library.path
    certificate, language = certificate_of(encryption), call.context().language
    wish = Wish(path, state.league.name, options, game, 60.0 * pause, not here, port, language, certificate)

    def ready(url: str, word: str) -> None:
        _print_invitation(url, word, is_plain=certificate is None)

    try:
        with explain_bad_certificate():
            serve(wish, ready)
    except OSError as error:
        title = _("The evening cannot be served at this port: {why}.", why=error.strerror or error)
        raise Failure(title, _("Give another one with --port.")) from error


def _print_invitation(url: str, word: str, *, is_plain: bool) -> None:
    from q40k.live.address import lines

    echo_lines(lines(url))
    echo(_("Television and phones: {url}", url=url))
    echo(_("At each table, with its number: q40k evening join {url} {word} --table 1", url=url, word=word))
    if is_plain:
        remark(_("This is plain HTTP: whoever is in this network can read along. --cert makes it https."))
    remark(_("Ctrl-C ends it."))
    sys.stdout.flush()


@command(
    "join",
    Argument(["address"], metavar=N_("ADDRESS")),
    Argument(["word"], metavar=N_("WORD")),
    number_option(["number", "--table"], N_("The number of this table."), 1, MOST_TABLES, required=True),
    Option(
        ["--cert"],
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar=N_("FILE"),
        help=N_("Trust this certificate, if the hall made its own."),
    ),
)
def join(address: str, word: str, number: int, cert: Path | None) -> None:
    """Join an evening."""
    url = address if "://" in address else f"http://{address}"
    trusted = str(cert.absolute()) if cert is not None else ""
    with open_library() as library:
        before = table.read_membership(library.path)
        try:
            with _asking_the_hall():
                membership = table.join(library.path, url, word, number, trusted)
        except (table.Unreachable, Refused) as error:
            _fail(error, url)
        warning = table.left_behind(locale(), library, before, membership)
    echo(_("This is table {table} of {league} now.", table=number, league=membership.league))
    if warning:
        remark(warning)
    remark(_("The next match: q40k evening play"))


@contextmanager
def _asking_the_hall() -> Iterator[None]:
    """Say whom one waits for, if the hall does not answer at once."""
    timer = threading.Timer(AT_ONCE_SECONDS, remark, (_("Asking the hall…"),))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _fail(error: Exception, url: str) -> NoReturn:
    if isinstance(error, Refused):
        raise Failure(refusal_text(locale(), error.refusal)) from error
    if isinstance(error.__cause__, ssl.SSLError):
        title = _("The certificate of {address} is not trusted here.", address=url)
        raise Failure(title, _("Give its file, as the hall’s laptop has it: --cert FILE")) from error
    title = _("No hall answers at {address}.", address=url)
    advice = _("Is `q40k evening open` running there, and are both laptops in the same network?")
    raise Failure(title, advice) from error


def _membership(path: Path) -> table.Membership:
    membership = table.read_membership(path)
    if membership is None:
        title = _("This laptop is no table of an evening.")
        raise Failure(title, _("Join one: q40k evening join ADDRESS WORD --table NUMBER"))
    return membership


@command("play", packs_option())
def play(call: Call) -> int:
    """Play the next pairing."""
    from q40k.tui.app import play_onward

    require_screen()
    with open_library() as library:
        membership = _membership(library.path)
        try:
            with _asking_the_hall():
                answer = table.send_and_ask(library.path, membership)
        except (table.Unreachable, Refused) as error:
            match = table.find_begun(library, membership) if isinstance(error, table.Unreachable) else None
            if match is None:
                _fail(error, membership.url)
            remark(_("The hall does not answer. What is played is sent later."))
            return play_onward(call.context(), Onward(match=match.id))
        if answer.pairing is None:
            echo(table.nothing_to_play(locale(), answer))
            return DONE
        onward = table.onward(library, membership, answer.pairing)
    return play_onward(call.context(), onward)


@command(
    "send",
    flag(["--once"], N_("End as soon as the hall has everything.")),
    Option(["--led"], is_flag=True, hidden=True),
)
def send(once: bool, led: bool) -> None:
    """Send to the hall."""
    with open_library() as library:
        path = library.path
    membership = _membership(path)
    if once:
        _send_once(path, membership)
        return
    ended = threading.Event()
    if led:
        threading.Thread(target=_end_with_input, args=(ended,), daemon=True).start()

    def say(refusal: Refusal | None, is_reachable: bool) -> None:
        if refusal is not None:
            remark(refusal_text(locale(), refusal))
        elif not is_reachable:
            remark(_("The hall does not answer. What is played is sent later."))
        else:
            remark(_("The hall has everything."))

    table.run_outbox(path, say, ended.is_set)


def _end_with_input(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()


def _send_once(path: Path, membership: table.Membership) -> None:
    outbox = table.Outbox(path)
    try:
        with _asking_the_hall():
            outbox.send()
    except table.Unreachable as error:
        _fail(error, membership.url)
    finally:
        outbox.close()
    if outbox.refusal is not None:
        raise Failure(refusal_text(locale(), outbox.refusal))
    remark(_("The hall has everything."))


@command("free", league_argument(), _table_argument())
def free(league: str, number: int) -> None:
    """Free a table."""
    with open_library() as library:
        name = find_league(settled_season(library), league).league.name
        evening = read_evening(library.journal, name)
        if evening is None or number not in evening.laptops:
            raise bad_value(_("TABLE"), _("no laptop has joined as table {table}.", table=number))
        change_evening(library.journal, name, lambda evening: free_table(evening, number))
    remark(_("Another laptop can join as table {table} now.", table=number))


@command("allow", league_argument(), _table_argument())
def allow(league: str, number: int) -> None:
    """Allow a match to go on."""
    with open_library() as library:
        name = find_league(settled_season(library), league).league.name
        evening = read_evening(library.journal, name)
        pairings = [key for key, table_ in evening.given.items() if table_ == number] if evening is not None else []
        if evening is None or not pairings:
            raise bad_value(_("TABLE"), _("table {table} was given no match.", table=number))
        round_, at = max(tuple(map(int, key.split("."))) for key in pairings)
        identity = evening.identity_of(name, round_, at)
        change_evening(
            library.journal, name, lambda evening: replace(evening, allowed=tuple({*evening.allowed, identity}))
        )
    remark(_("Table {table} may go on with round {round}.", table=number, round=round_))


evening = verb_group(f"{__name__}.evening", [open_, join, play, send, free, allow])
