"""Commands that put the matches in order: the list, names, the archive and the bin."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from q40k.cli.base import Argument, Call, Option, bad_value, command
from q40k.cli.columns import fitted, table
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option, of_several_games
from q40k.cli.open import match_argument, match_library
from q40k.cli.say import N_, _, locale, ngettext
from q40k.cli.streams import echo, echo_progress, echo_text
from q40k.games.game import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from q40k.i18n.briefs import Brief
    from q40k.kernel.journal.journal import MatchRow
    from q40k.table.match_library import MatchLibrary
    from q40k.table.shelf import Part, Shelf

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

    part: Part = "bin" if binned else "archive" if archived else "list"
    with match_library() as opened:
        shelf = Shelf(opened)
        rows = shelf.rows(part)
        for row in rows:
            if not row.sound:
                said = _("What is listed of match {number} is damaged; q40k doctor tells more.",
                         number=row.id)  # fmt: skip
                echo(said, err=True)
        found = _briefs(opened, rows)
    if as_json_:
        echo_text(as_json([_row_data(shelf, *one) for one in found]))
        return DONE
    if not rows:
        none = {
            "list": _("There is no match yet. Begin one: q40k new"),
            "archive": _("There is nothing in the archive."),
            "bin": _("There is nothing in the bin."),
        }
        echo(none[part], err=True)
        return DONE
    for shown in _table(shelf, found):
        echo(shown)
    return DONE


def _briefs(library: MatchLibrary, rows: Sequence[MatchRow]) -> Listed:
    """The matches in brief; how far that is, where it is not known yet."""
    from q40k.table.briefs import Briefs

    briefs, found = Briefs(library), []
    for place, row in enumerate(rows, 1):
        if briefs.known(row) is None and sys.stderr.isatty():
            echo_progress(_("Looking at match {place} of {number}…", place=place, number=len(rows)))
        found.append((row, briefs.of(row)))
    briefs.keep()
    return found


def _table(shelf: Shelf, found: Listed) -> list[str]:
    from q40k.i18n.briefs import moment

    head = ["#", _("Played last"), _("Name"), _("Players"), _("Stands")]
    lines = [
        [
            str(row.id),
            moment(row.touched),
            row.name or "-",
            ", ".join(one.seats) if one and one.seats else "-",
            _stands(shelf, row, one),
        ]
        for row, one in found
    ]
    cut = [2, 3, 4]
    if of_several_games([row for row, _one in found]):
        head.insert(2, _("Game"))
        cut = [3, 4, 5]
        for line, (row, _one) in zip(lines, found, strict=True):
            line.insert(2, name_of(row.game))
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return table(head, lines if room is None else fitted(head, lines, cut, room), right=(0,))


def _stands(shelf: Shelf, row: MatchRow, one: Brief | None) -> str:
    from q40k.i18n.briefs import branch_of, standing

    parts = [] if one is None else [standing(locale(), one)]
    origin = shelf.origin(row)
    if origin is not None:
        parts.append(branch_of(locale(), origin.match, origin.entry))
    return " · ".join(parts) or "-"


def _row_data(shelf: Shelf, row: MatchRow, one: Brief | None) -> dict[str, Any]:
    origin = shelf.origin(row)
    place = shelf.place(row)
    told: dict[str, Any] = {
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
    if one is not None:
        told |= {
            "played": locale().said(one.played) if one.played else None,
            "players": list(one.seats),
            "turn": one.turn,
            "over": one.over,
            "winners": list(one.winners),
            "leaders": list(one.leaders),
        }
    return told


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

    clean = clean_text(name)
    if not clean:
        raise bad_value(_("NAME"), _("a name needs at least one letter."))
    with match_library() as opened:
        row = opened.find(match)
        opened.journal.rename(row.id, clean)
    echo(_("Match {number} is now called {name}.", number=row.id, name=clean), err=True)
    return DONE


@command(
    "archive",
    N_(
        "Take a match off the list, or put it back with --back.\n\n"
        "It can be read and played as ever; whoever plays it puts it back on the list."
    ),
    match_argument(),
    Option(["back", "--back"], is_flag=True, help=N_("Put it back on the list.")),
    examples=(
        ("q40k archive 3", N_("match 3 is listed by `q40k list --archived` from now on")),
        ("q40k archive 3 --back", N_("match 3 is on the list again")),
    ),
)
def archive(call: Call, match: str, back: bool) -> int:
    """Archive a match."""
    del call
    from q40k.table.shelf import archive as archived

    with match_library() as opened:
        row = opened.find(match)
        archived(opened, row, away=not back)
    told = _("Match {number} is on the list again.") if back else _("Match {number} is archived.")
    echo(told.format(number=row.id), err=True)
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
    from q40k.table.shelf import delete as deleted

    with match_library() as opened:
        row = opened.find(match)
        deleted(opened, row, now())
    said = _("Match {number}, “{name}”, is in the bin. To take it out: q40k restore {number}",
             number=row.id, name=row.name or "-")  # fmt: skip
    echo(said, err=True)
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
    from q40k.table.shelf import restore as restored

    with match_library() as opened:
        row = opened.find(number)
        if Shelf(opened).part(row) != "bin":
            said = _("match {number} is not in the bin.", number=row.id)
            raise bad_value(_("NUMBER"), said)
        restored(opened, row)
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
    examples=(
        ("q40k empty-bin", N_("what lies in the bin")),
        ("q40k empty-bin --yes", N_("erase it")),
    ),
)
def empty_bin(call: Call, yes: bool) -> int:
    """Empty the bin."""
    del call
    from q40k.table.shelf import Shelf, empty

    with match_library() as opened:
        rows = Shelf(opened).rows("bin")
        for row in () if yes else rows:
            echo(f"{row.id}  {row.name or '-'}")
        number = empty(opened) if yes else len(rows)
    if yes:
        told = ngettext("{number} match erased.", "{number} matches erased.", number)
    elif rows:
        told = ngettext(
            "{number} match would be erased for good: q40k empty-bin --yes",
            "{number} matches would be erased for good: q40k empty-bin --yes",
            number,
        )
    else:
        told = _("There is nothing in the bin.")
    echo(told, err=True)
    return DONE


COMMANDS = {
    "list": list_,
    "rename-match": rename_match,
    "archive": archive,
    "delete": delete,
    "restore": restore,
    "empty-bin": empty_bin,
}
