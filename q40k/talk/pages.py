"""The pages of the screen as lines: the log, the end, all matches, the board for the room."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from q40k.games.game import UnknownGame, find, name_of
from q40k.i18n.briefs import evening_lines, journey_text, standing
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.scores import luck_line
from q40k.kernel.journal.journal import JournalError
from q40k.table.briefs import Briefs, evening
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import change_settings
from q40k.table.shelf import Shelf
from q40k.table.shown import race_places, ranks, winners_first
from q40k.talk.past import error_lines
from q40k.talk.prompting import Detail, plain_lines, spoken
from q40k.tui.desk import Desk
from q40k.tui.fields import Option, Pick

if TYPE_CHECKING:
    from q40k.live.room import Room
    from q40k.talk.news import News
    from q40k.tui.forms import AnyDesk, Form
    from q40k.tui.phones import Phones

LOG_LINES = 20
"""So many entries of the log are told; `?l` tells more."""


def log(desk: Desk, news: News) -> list[str]:
    """Return the end of the log, with the numbers by which an entry is put right."""
    _ = desk.locale.gettext
    more = _("?l 100 tells more of them, ?l word those with a word; /amend and a number puts one right.")
    return [*news.last(LOG_LINES, whole=True), more]


# -- the end --------------------------------------------------------------------------------


def settle_leagues(desk: Desk) -> None:
    """Write what the match that has ended decides in the leagues of its library."""
    from q40k.season.season import settle_leagues as settle  # loaded late, as is all that the end needs

    settle(desk.match_session.session.journal.path)


def end(desk: Desk, detail: Detail) -> list[str]:
    """Return the end of a match: winners, places, medals, what decided it, luck, and the evening."""
    from q40k.report.tale import describe_swing, tale

    _ = desk.locale.gettext
    locale, state, status = desk.locale, desk.state, desk.snapshot.status
    if not status.over:
        return [_("The match is not over yet.")]
    lines = plain_lines(*desk.screen.idle_rows(desk)[:2])
    lines.append(_("towards victory"))
    places = winners_first(race_places(desk.view.race(state)), status.winners)
    for rank, place in zip(ranks([place.racer for place in places], status.winners), places, strict=True):
        lines.append(f"{rank}. {with_label(locale, place.racer.name, spoken(place.figure(locale)))}")
    try:
        story = tale(desk.match_session, locale)
    except JournalError as error:
        return [*lines, *error_lines(desk, error)]
    lines += [with_label(locale, title, spoken(how)) for title, how, _runner_up in story.medals]
    lines += [] if story.medals else [_("No medals tonight: nobody did anything remarkable.")]
    decided = [spoken(f"{m.sentence} · {describe_swing(locale, m.swing, m.cause)}") for m in story.moments]
    lines += [_("What decided it"), *decided] if decided else []
    names = {seat.id: seat.name for seat in desk.snapshot.seats}
    tested = [(names[luck.player], luck.surplus, luck.swing) for luck in story.luck.players if luck.tests]
    lines.append(spoken(luck_line(locale, tested)))
    path = desk.match_session.session.journal.path
    score = None if path is None else evening(path, desk.match_session.number)
    lines += [spoken(text) for text in evening_lines(locale, score)] if score is not None else []
    chapters = story.chapters if detail == "full" else ()
    lines += [line for chapter in chapters for line in chapter_lines(locale, chapter)]
    again = _(
        "/again plays once more; /report writes all of it as a page; /puzzles asks puzzles; /undo takes the win back."
    )
    return [*filter(None, lines), again]


def chapter_lines(locale: Locale, chapter: Chapter) -> list[str]:
    """Return a chapter of statistics in lines: each row says what its numbers are."""
    lines, none = [spoken(chapter.title)], locale.gettext(N_("none"))
    for table in chapter.tables:
        for row in table.rows:
            cells = [
                f"{head} {none if cell == '-' else cell}".strip()
                for head, cell in zip(table.heads[1:], row[1:], strict=False)
                if cell.strip()
            ]
            lines += [spoken(with_label(locale, row[0], ", ".join(cells)))] if cells else []
    return [*lines, *([spoken(chapter.note)] if chapter.note and not chapter.lanes else [])]


# -- other matches --------------------------------------------------------------------------


def match_lines(locale: Locale, library: MatchLibrary) -> list[str]:
    """Return every match of a library in a line: its number, its name, its game, how it stands."""
    briefs, shelf, lines = Briefs(library), Shelf(library), []
    for row in shelf.rows():
        brief = briefs.brief_of(row)
        parts = [row.name or "", name_of(row.game)]
        if brief is not None:
            parts += [
                locale.name_of(brief.played) if brief.played else "",
                ", ".join(brief.seats),
                standing(locale, brief),
            ]
        if (journey := shelf.journeys.get(row.identity)) is not None:
            parts.append(journey_text(locale, journey))
        lines.append(f"{row.id}: " + ", ".join(spoken(part) for part in parts if part))
    briefs.keep()
    return lines


def matches(desk: Desk) -> list[str]:
    """Return all matches, and how to go to one."""
    _ = desk.locale.gettext
    path = desk.match_session.session.journal.path
    if path is None:
        return [_("This match is in no library.")]
    try:
        with closing(MatchLibrary(path)) as library:
            lines = match_lines(desk.locale, library)
    except JournalError as error:
        return error_lines(desk, error)
    return [*lines, _("/open and a number goes on with one; /open and the id of a game begins one.")]


def go_to(desk: Desk, typed: str) -> list[str]:
    """Leave for another match, by its number or name, or for a new one of a game."""
    _ = desk.locale.gettext
    path = desk.match_session.session.journal.path
    number = None
    if path is not None and typed:
        with suppress(JournalError), closing(MatchLibrary(path)) as library:
            number = library.find(typed).id
    if number is not None:
        desk.destination = Onward(match=number)
    else:
        try:
            desk.destination = Onward(game=find(typed).id)
        except UnknownGame:
            return [_("There is no match and no game “{name}”. /matches lists them.").format(name=typed)]
    return []


# -- the board for the room -----------------------------------------------------------------


def board(desk: Desk) -> list[str]:
    """Open the board for screens and phones, lead or close it, by a form of the desk."""
    _ = desk.locale.gettext
    if desk.match_session.session.journal.path is None:
        return [_("This match is kept nowhere, so nobody else can see it.")]
    if desk.match_session.watching:
        return [_("You are only watching: another q40k holds this match.")]
    if desk.snapshot.question is not None:
        return [spoken(_("First answer the question, or press Escape."))]
    desk.open_form(ask_board)
    return []


def ask_board(desk: AnyDesk) -> Form:
    """Ask who may see the match in a browser, or what to do with an open board."""
    _, room = desk.locale.gettext, phones_of(desk).room
    options = [
        Option("1", "machine", _("this machine only")),
        Option("2", "lan", _("everyone in the local network, with phones")),
        Option("3", "end", _("nobody any more")),
    ]
    if room is not None:
        at_once, waits = _("answers of phones are taken at once"), _("answers of phones wait for Enter")
        stay, end = _("codes stay valid after the board has closed"), _("codes end with the board")
        options += [
            Option("4", "addresses", _("say the addresses again")),
            Option("5", "waits", at_once if desk.settings.phones_wait else waits),
            Option("6", "codes", end if room.keeps_codes else stay),
        ]
    chosen = yield Pick(_("Who may see the match in a browser?"), options=tuple(options))
    desk.notice = next(option.label for option in options if option.value == chosen)
    if chosen == "waits":
        desk.settings = change_settings(phones_wait=not desk.settings.phones_wait)
    elif room is not None and chosen == "codes":
        room.keep_codes(not room.keeps_codes)
    elif room is not None and chosen == "addresses":
        desk.notice = addresses(desk, room)
    else:
        desk.notice = open_board(desk, chosen)
    return None


def phones_of(desk: AnyDesk) -> Phones:
    """Return the phones of a desk; only that of a correction has none."""
    assert isinstance(desk, Desk)
    return desk.phones


def open_board(desk: AnyDesk, who: str) -> str:
    """Open the board for some, or end it; return its addresses."""
    from q40k.live.room import Room

    _, phones = desk.locale.gettext, phones_of(desk)
    phones.close(reopens=who != "end")
    if who == "end":
        return _("The board is closed.")
    path = desk.match_session.session.journal.path
    try:
        room = Room(Path(str(path)), desk.match_session.number, desk.locale.language, lan=who == "lan")
    except (OSError, sqlite3.Error) as error:
        return desk.locale.say(N_("It could not be opened: {why}"), why=error)
    phones.open(room)
    room.set_url(room.server.address() or "")
    if not room.url:
        phones.close()
        return _("The board could not be served.")
    return addresses(desk, room)


def addresses(desk: AnyDesk, room: Room) -> str:
    """Return the addresses of the board and of the pages of phones, a line each."""
    from q40k.live.room import seats_of

    seats: list[tuple[str | None, str]] = [(None, desk.locale.gettext(N_("the board")))]
    seats += seats_of(desk.locale, desk.view, desk.state) if room.lan else []
    return "\n".join(with_label(desk.locale, name, room.code(seat, name).typed) for seat, name in seats)
