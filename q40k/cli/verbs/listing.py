"""The list of matches: who plays, and how each stands."""

import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from q40k.cli.base import Answer, flag, json_option, verb
from q40k.cli.open import has_several_games, open_library, show_match_progress
from q40k.cli.say import N_, _, locale, on_a_terminal, remark
from q40k.cli.texts import fit_rows, table
from q40k.games.game import name_of
from q40k.i18n.briefs import Brief, branch_of, journey_text, moment, standing
from q40k.kernel.journal.journal import MatchRow
from q40k.table.briefs import Briefs
from q40k.table.match_library import MatchLibrary
from q40k.table.shelf import Section, Shelf

Listed = list[tuple["MatchRow", "Brief | None"]]


@verb(
    flag(["archived", "--archived"], N_("Those in the archive instead.")),
    flag(["binned", "--bin"], N_("Those in the bin instead.")),
    json_option(N_("Print the list as JSON.")),
)
def list_(archived: bool, binned: bool) -> Answer:
    """List the matches."""

    part: Section = "bin" if binned else "archive" if archived else "list"
    with open_library() as library:
        shelf = Shelf(library)
        rows = shelf.rows(part)
        for row in rows:
            if not row.sound:
                message = _(
                    "The list entry of match {number} is damaged: `q40k doctor --repair` mends it.", number=row.id
                )
                remark(message)
        listed = _briefs(library, rows)
    empty_messages = {
        "list": _("There is no match yet. Begin one: q40k new"),
        "archive": _("There is nothing in the archive."),
        "bin": _("There is nothing in the bin."),
    }
    return Answer(
        lambda: [_row_data(shelf, *pair) for pair in listed],
        lambda: _table(shelf, listed) if rows else (),
        note="" if rows else empty_messages[part],
    )


def _briefs(library: MatchLibrary, rows: Sequence[MatchRow]) -> Listed:
    """Return the matches in brief; show the progress while they are computed."""

    briefs, listed = Briefs(library), []
    for place, row in enumerate(rows, 1):
        brief = briefs.find_kept(row)
        if brief is None:
            show_match_progress(place, len(rows))
            brief = briefs.brief_of(row)
        listed.append((row, brief))
    briefs.keep()
    return listed


def _table(shelf: Shelf, listed: Listed) -> Iterator[str]:

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
