"""Commands that keep the matches in order: the list, names, the archive, the bin, and other laptops."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Argument, Call, Option, bad_value, command, command_group, json_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import file_exists_failure, require_consent
from q40k.cli.matches import has_several_games
from q40k.cli.open import match_argument, open_library, show_match_progress
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale, ngettext, on_a_terminal
from q40k.cli.texts import fit_rows, table
from q40k.games.game import name_of

if TYPE_CHECKING:
    from q40k.i18n.briefs import Brief
    from q40k.kernel.journal.journal import MatchRow
    from q40k.table.match_library import MatchLibrary
    from q40k.table.shelf import Section, Shelf

Listed = list[tuple["MatchRow", "Brief | None"]]


@command(
    "list",
    N_("List the matches, the one played last first: who plays, and how each stands."),
    Option(["archived", "--archived"], is_flag=True, help=N_("Those in the archive instead.")),
    Option(["binned", "--bin"], is_flag=True, help=N_("Those in the bin instead.")),
    json_option(N_("Print the list as JSON.")),
    examples=(
        ("q40k list", N_("numbers, names, players, and how each match stands")),
        ("q40k list --bin", N_("what was deleted, and can be taken out again")),
    ),
)
def list_(call: Call, archived: bool, binned: bool, as_json_: bool) -> int:
    """List the matches."""
    del call
    from q40k.table.shelf import Shelf

    part: Section = "bin" if binned else "archive" if archived else "list"
    with open_library() as library:
        shelf = Shelf(library)
        rows = shelf.rows(part)
        for row in rows:
            if not row.sound:
                message = _(
                    "The list entry of match {number} is damaged: `q40k doctor --repair` mends it.", number=row.id
                )
                echo(message, err=True)
        listed = _briefs(library, rows)
    if as_json_:
        echo_text(as_json([_row_data(shelf, *pair) for pair in listed]))
        return DONE
    if not rows:
        empty_messages = {
            "list": _("There is no match yet. Begin one: q40k new"),
            "archive": _("There is nothing in the archive."),
            "bin": _("There is nothing in the bin."),
        }
        echo(empty_messages[part], err=True)
        return DONE
    for line in _table(shelf, listed):
        echo(line)
    return DONE


def _briefs(library: MatchLibrary, rows: Sequence[MatchRow]) -> Listed:
    """Return the matches in brief; show the progress while they are computed."""
    from q40k.table.briefs import Briefs

    briefs, listed = Briefs(library), []
    for place, row in enumerate(rows, 1):
        if briefs.find_kept(row) is None:
            show_match_progress(place, len(rows))
        listed.append((row, briefs.brief_of(row)))
    briefs.keep()
    return listed


def _table(shelf: Shelf, listed: Listed) -> list[str]:
    from q40k.i18n.briefs import moment

    head = ["#", _("Played last"), _("Name"), _("Players"), _("Stands")]
    lines = [
        [
            str(row.id),
            moment(row.touched),
            row.name or "-",
            ", ".join(brief.seats) if brief and brief.seats else "-",
            _standing_text(shelf, row, brief),
        ]
        for row, brief in listed
    ]
    cut = [2, 3, 4]
    if has_several_games([row for row, _brief in listed]):
        head.insert(2, _("Game"))
        cut = [3, 4, 5]
        for line, (row, _brief) in zip(lines, listed, strict=True):
            line.insert(2, name_of(row.game))
    room = shutil.get_terminal_size().columns if on_a_terminal("stdout") else None
    return table(head, lines if room is None else fit_rows(head, lines, cut, room), right=(0,))


def _standing_text(shelf: Shelf, row: MatchRow, brief: Brief | None) -> str:
    from q40k.i18n.briefs import branch_of, journey_text, standing

    parts = [] if brief is None else [standing(locale(), brief)]
    origin = shelf.origin(row)
    if origin is not None:
        parts.append(branch_of(locale(), origin.match, origin.entry))
    if (journey := shelf.journeys.get(row.identity)) is not None:
        parts.append(journey_text(locale(), journey))
    return " · ".join(parts) or "-"


def _row_data(shelf: Shelf, row: MatchRow, brief: Brief | None) -> dict[str, Any]:
    origin = shelf.origin(row)
    place = shelf.place(row)
    data: dict[str, Any] = {
        "match": row.id,
        "game": row.game,
        "name": row.name,
        "created": row.created,
        "touched": row.touched,
        "entries": row.entries,
        "archived": place.archived,
        "binned": place.binned or None,
        "branch": {"match": origin.match or None, "entry": origin.entry} if origin else None,
        "handed_over": shelf.journeys[row.identity].where if row.identity in shelf.journeys else None,
    }
    if brief is not None:
        data |= {
            "played": locale().name_of(brief.played) if brief.played else None,
            "players": list(brief.seats),
            "turn": brief.turn,
            "over": brief.over,
            "winners": list(brief.winners),
            "leaders": list(brief.leaders),
        }
    return data


@command(
    "rename-match",
    N_("Give a match another name."),
    match_argument(),
    Argument(["name"], metavar=N_("NAME")),
    examples=(('q40k rename-match 3 "Friday at the club"', N_("match 3 gets that name")),),
)
def rename_match(call: Call, match: str, name: str) -> int:
    """Rename a match."""
    del call
    from q40k.kernel.text import clean_text

    new_name = clean_text(name)
    if not new_name:
        raise bad_value(_("NAME"), _("a name needs at least one letter."))
    with open_library() as library:
        row = library.find(match)
        library.journal.rename(row.id, new_name)
    echo(_("Match {number} is now called {name}.", number=row.id, name=new_name), err=True)
    return DONE


@command(
    "archive",
    N_(
        "Take a match off the list, or put it back with --back.\n\n"
        "It can be read and played as before; playing it puts it back on the list."
    ),
    match_argument(last=True),
    Option(["back", "--back"], is_flag=True, help=N_("Put it back on the list.")),
    examples=(
        ("q40k archive 3", N_("match 3 is listed by `q40k list --archived` from now on")),
        ("q40k archive 3 --back", N_("match 3 is on the list again")),
    ),
)
def archive(call: Call, match: str, back: bool) -> int:
    """Archive a match."""
    del call
    from q40k.table.shelf import archive as move_to_archive

    with open_library() as library:
        row = library.find(match)
        move_to_archive(library, row, away=not back)
    if back:
        message = _("Match {number} is on the list again.", number=row.id)
    else:
        message = _("Match {number} is archived.", number=row.id)
    echo(message, err=True)
    return DONE


@command(
    "delete",
    N_(
        "Put a match into the bin.\n\n"
        "Nothing of it is lost: `q40k restore` takes it out again. One that is open anywhere stays."
    ),
    match_argument(),
    examples=(("q40k delete 3", N_("match 3 lies in the bin")),),
)
def delete(call: Call, match: str) -> int:
    """Delete a match."""
    del call
    from q40k.table.match_library import now
    from q40k.table.shelf import delete as move_to_bin

    with open_library() as library:
        row = library.find(match)
        move_to_bin(library, row, now())
    message = _(
        "Match {number}, “{name}”, is in the bin. To take it out: q40k restore {number}",
        number=row.id,
        name=row.name or "-",
    )
    echo(message, err=True)
    return DONE


@command(
    "restore",
    N_("Take a match out of the bin."),
    Argument(["number"], metavar=N_("NUMBER")),
    examples=(("q40k restore 3", N_("match 3 is where it was")),),
)
def restore(call: Call, number: str) -> int:
    """Restore a match."""
    del call
    from q40k.table.shelf import Shelf
    from q40k.table.shelf import restore as take_from_bin

    with open_library() as library:
        row = library.find(number)
        if Shelf(library).section(row) != "bin":
            message = _("match {number} is not in the bin.", number=row.id)
            raise bad_value(_("NUMBER"), message)
        take_from_bin(library, row)
    echo(_("Match {number}, “{name}”, is back.", number=row.id, name=row.name or "-"), err=True)
    return DONE


@command(
    "empty-bin",
    N_(
        "Erase the matches in the bin for good.\n\n"
        "Without --yes it only says what would be erased. Backups and records that were made of"
        " them stay as they are."
    ),
    Option(["yes", "--yes"], is_flag=True, help=N_("Erase them.")),
    examples=(("q40k empty-bin", N_("what is in the bin")), ("q40k empty-bin --yes", N_("erase it"))),
)
def empty_bin(call: Call, yes: bool) -> int:
    """Empty the bin."""
    del call
    from q40k.table.shelf import Shelf, empty_bin

    with open_library() as library:
        rows = Shelf(library).rows("bin")
        for row in () if yes else rows:
            echo(f"{row.id}  {row.name or '-'}")
        number = empty_bin(library) if yes else len(rows)
    if yes:
        message = ngettext("{number} match erased.", "{number} matches erased.", number)
    elif rows:
        message = ngettext(
            "{number} match would be erased for good: q40k empty-bin --yes",
            "{number} matches would be erased for good: q40k empty-bin --yes",
            number,
        )
    else:
        message = _("There is nothing in the bin.")
    echo(message, err=True)
    return DONE


# -- handing over ----------------------------------------------------------------------------------


@command(
    "over",
    N_(
        "Hand a match over to another laptop, which goes on with it.\n\n"
        "It is written into a file, for `q40k take FILE`; or with --lan another laptop in the same network takes it"
        " by `q40k take ADDRESS`. From then on it can be watched here but not played, and says where it has gone."
        " The file is the match: it is for one laptop, and must not be copied."
    ),
    match_argument(last=True),
    Option(
        ["to", "--to"],
        metavar=N_("FILE|FOLDER"),
        shell_complete=complete_files,
        help=N_("Write this file, or a file in this folder, such as that of a stick."),
    ),
    Option(["lan", "--lan"], is_flag=True, help=N_("Offer it in the local network until it is taken.")),
    Option(["port", "--port"], type=click.IntRange(0, 65535), metavar=N_("NUMBER"), help=N_("With --lan: this port.")),
    examples=(
        ("q40k hand over 3 --to /media/stick", N_("onto a stick")),
        ("q40k hand over 3 --lan", N_("over the network: it says what to type on the other laptop")),
    ),
)
def over(call: Call, match: str, to: str | None, lan: bool, port: int | None) -> int:
    """Hand a match over."""
    del call
    from q40k.care.handing import SUFFIX, hand_to_file
    from q40k.packs.base import id_of_name
    from q40k.table.match_library import now

    if lan and to is not None:
        raise bad_value("--to", _("a match goes into a file or over the network, not both."))
    with open_library() as library:
        row = library.find(match)
        if lan:
            return _offer(library, row, port)
        path = Path(to or ".").absolute()
        if path.is_dir():
            path /= id_of_name(row.name, f"match-{row.id}", 40) + SUFFIX
        try:
            hand_to_file(library.path, library.journal, row, path, platform.node(), now())
        except FileExistsError as error:
            raise file_exists_failure(path, _("Give another name with --to.")) from error
    echo(str(path))
    echo(
        _(
            "Match {number} is in this file now, and not here any more. On the other laptop: q40k take {file}",
            number=row.id,
            file=path.name,
        ),
        err=True,
    )
    return DONE


def _offer(library: MatchLibrary, row: MatchRow, port: int | None) -> int:
    """Offer a match in the local network until a laptop has it."""
    from q40k.care.handing import hand_to_library, hold, make_parcel, pack_parcel, secret_of
    from q40k.live.address import lines
    from q40k.live.handing import Handover
    from q40k.table.match_library import now

    with hold(library.path, library.journal, row) as journey:
        secret = secret_of(journey, row.id)
        parcel = pack_parcel(make_parcel(library.path, library.journal, row, secret, platform.node()))

        def let_go(receiver: str, where: str) -> bool:
            return hand_to_library(library.path, library.journal, row, secret, receiver, where, now())

        with Handover(parcel, secret, let_go, port=port) as server:
            take_call = f"q40k take {server.url}"
            for line in lines(take_call) if on_a_terminal("stdout") else ():
                echo(line)
            echo(take_call)
            echo(
                _("Type this on the other laptop. Until it has the match, it stays here; Ctrl+C ends the offer."),
                err=True,
            )
            server.serve()
    echo(_("Match {number} has gone over.", number=row.id), err=True)
    return DONE


@command(
    "back",
    N_(
        "Play a match here that was handed over, because its file or the other laptop is lost.\n\n"
        "If somebody goes on with it there after all, there are two of it: ask first. A laptop that has it hands it"
        " over again instead."
    ),
    match_argument(),
    Option(["yes", "--yes"], is_flag=True, help=N_("Accept it without being asked.")),
    examples=(("q40k hand back 3", N_("match 3 is played here again")),),
)
def back(call: Call, match: str, yes: bool) -> int:
    """Take a match back."""
    del call
    from q40k.care.handing import take_back
    from q40k.care.journeys import journey_of

    with open_library() as library:
        row = library.find(match)
        journey = journey_of(library.path, library.journal, row.identity)
        if journey is None:
            raise Failure(_("Match {number} was not handed over.", number=row.id), "", REFUSED)
        text = N_("It went to {where} at {at}. Is it certain that nobody goes on with it there? [y/N]")
        if journey.state == "arriving":
            text = N_("It comes from {where}, {at}. Is it certain that nobody goes on with it there? [y/N]")
        require_consent(_(text, where=journey.where, at=journey.at[:16].replace("T", " ")), yes)
        take_back(library.path, library.journal, row)
    echo(_("Match {number} is here again.", number=row.id), err=True)
    return DONE


@command(
    "take",
    N_(
        "Take a match that another laptop hands over, and go on with it here.\n\n"
        "SOURCE is the file that `q40k hand over` wrote, or the address that it says with --lan. The file is marked as"
        " taken. If this call is broken off, give it again: the match is never in two places."
    ),
    Argument(["source"], metavar=N_("FILE|ADDRESS"), shell_complete=complete_files),
    examples=(
        ("q40k take /media/stick/friday.q40kmatch", N_("from a stick")),
        ("q40k take http://192.168.1.5:8040/0f3a…", N_("over the network, as the other laptop says")),
    ),
)
def take(call: Call, source: str) -> int:
    """Take a match."""
    del call
    from q40k.care.handing import MOST_BYTES, take_from_file, take_from_library
    from q40k.live.handing import Unreachable, fetch_parcel, is_address, report_arrival
    from q40k.table.match_library import now

    with open_library() as library:
        try:
            if is_address(source):
                raw = fetch_parcel(source, MOST_BYTES)
                number = take_from_library(
                    library.path, library.journal, raw, source, now(), partial(report_arrival, source)
                )
            else:
                number = take_from_file(library.path, library.journal, Path(source).absolute(), now())
        except Unreachable as error:
            title = _("No laptop hands a match over at {address}.", address=source)
            advice = _(
                "Is `q40k hand over --lan` still running there, and are both in the same network? Then call"
                " again: nothing is lost."
            )
            raise Failure(title, advice, REFUSED) from error
        library.remember()
        row = library.find(str(number))
    echo(str(number))
    echo(_("{name} is here now as match {number}: q40k resume {number}", name=row.name or "-", number=number), err=True)
    return DONE


COMMANDS = {
    "hand": command_group(
        "hand",
        N_("Hand a match over to another laptop, or take it back."),
        over,
        back,
        examples=(("q40k hand over 3 --lan", N_("over the network: it says what to type on the other laptop")),),
    ),
    "take": take,
    "list": list_,
    "rename-match": rename_match,
    "archive": archive,
    "delete": delete,
    "restore": restore,
    "empty-bin": empty_bin,
}
