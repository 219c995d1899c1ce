"""Commands that keep the matches in order: the list, names, the archive and the bin."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from q40k.cli.base import Argument, Call, Option, bad_value, command, json_option
from q40k.cli.errors import DONE
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
                message = _("The list entry of match {number} is damaged: `q40k doctor --repair` mends it.",
                         number=row.id)  # fmt: skip
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
    from q40k.i18n.briefs import branch_of, standing

    parts = [] if brief is None else [standing(locale(), brief)]
    origin = shelf.origin(row)
    if origin is not None:
        parts.append(branch_of(locale(), origin.match, origin.entry))
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
    message = _("Match {number}, “{name}”, is in the bin. To take it out: q40k restore {number}",
             number=row.id, name=row.name or "-")  # fmt: skip
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
    Option(["yes", "--yes"], is_flag=True, help=N_("Do it.")),
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


COMMANDS = {
    "list": list_,
    "rename-match": rename_match,
    "archive": archive,
    "delete": delete,
    "restore": restore,
    "empty-bin": empty_bin,
}
