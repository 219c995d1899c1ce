"""The end of a match: podium, medals, the last great moment, luck, the evening, and what next.

Tab turns to the statistics of the match, chapter by chapter, as in its report. S studies it: dice or choices?

The screen itself only starts a new match. Every other key is handled on the main screen, so U
undoes a win that was entered by mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from q40k.games.game import Game
from q40k.i18n.briefs import Evening, evening_lines
from q40k.i18n.chapters import Chapter
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_
from q40k.kernel.commentary import Medal
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.kernel.text import is_digits
from q40k.season.season import settle_leagues
from q40k.table.briefs import evening
from q40k.table.commentary import Announcer, medals, steps
from q40k.table.folders import documents_folder
from q40k.table.luck import Report
from q40k.table.match_session import Line
from q40k.table.shown import race_places, winners_first
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.forms import KeyPress
from q40k.tui.headline import dots, fit_letters, large, podium
from q40k.tui.look import Rows, style_text
from q40k.tui.map.view import PastMap
from q40k.tui.page import Key, Page
from q40k.tui.pages.chapters import SCROLLS, chapter_rows, lanes, put_beside, scroll_chapter, widest
from q40k.tui.pages.desktop import open_on_desktop
from q40k.tui.pages.luck import compute_luck, luck_in_a_line
from q40k.tui.panels import LARGE
from q40k.tui.shell_actions import begin_rematch

LAST = 60
"""The number of newest lines that are searched for the last great moment."""
ALIGNED = 60
"""From this many columns the titles of medals have their own column."""
MEDALS = {"down": 1, "up": -1, "pagedown": 5, "pageup": -5}
"""The keys that scroll the medals, and by how many."""
BETWEEN = 6
"""The blanks between two chapters beside each other."""
SPACIOUS = (150, 45)
"""The columns and rows from which the first chapter of the figures is below podium and medals."""


class Closing(Struct, frozen=True):
    """The results of a finished match: everybody's luck, the medals, the evening.

    `figures` are the game's statistics. `times` are the numbers of the entries with their turns.
    """

    report: Report | None = None
    medals: tuple[Medal, ...] = ()
    evening: Evening | None = None
    figures: Any = None
    times: tuple[tuple[int, int], ...] = ()


def compute_closing(game: Game, state: Any, entries: Sequence[Entry], path: Path | None, match: int) -> Closing | None:
    """Compute the results in a thread; return None if its worker was stopped."""
    report = compute_luck(game, state, entries)
    if report is None:
        return None
    stood = None if path is None else evening(path, match)
    settle_leagues(path)
    walked, view = list(steps(game, entries)), game.view
    figures = game.statistics.count(walked) if game.statistics is not None else None
    times = tuple((step.entry.seq, view.status(step.state).turn) for step in walked)
    return Closing(report, medals(game, walked, report), stood, figures, times)


class EndScreen(Page[KeyPress | None]):
    """The results of a match. Returns the key to handle at the desk, if any."""

    CSS_PATH = "end.tcss"
    KEYS = (
        Key("r", N_("rematch"), "begin_anew(False, False)", where=("own",)),
        Key("R", N_("rematch, other figures"), "begin_anew(True, False)", where=("own",)),
        Key("m", N_("same players, another match"), "begin_anew(False, True)", where=("own",)),
        Key("tab", N_("figures"), "turn(1)"),
        Key("shift+tab", "", "turn(-1)"),
        *(Key(key, "", f"scroll('{key}')", where=("figures",)) for key in SCROLLS),
        *(Key(key, "", f"scroll_medals({by})", where=("podium",)) for key, by in MEDALS.items()),
        Key("s", N_("dice or choices?"), "study", where=("study",)),
        Key("p", N_("puzzles"), "open_puzzles", where=("study",)),
        Key("w", N_("report"), "write"),
        Key("u", N_("undo the win"), "press_at_table('u')"),
        Key("escape,enter,space", N_("the table"), "leave", shown="Esc"),
        Key("q", N_("quit"), "press_at_table('q')"),
    )

    def __init__(self, desk: Desk, announcer: Announcer, closing: Closing | None) -> None:
        super().__init__()
        self.desk = desk
        self.announcer = announcer
        self.closing = closing
        self.notice = ""
        self.chapters: tuple[Chapter, ...] = ()
        self.map: PastMap | None = None
        self.first_medal = 0  # the first one shown, where not all of them fit
        self.at = 0  # the number of the chapter shown, from 1; 0: podium and medals
        self.winner = Static(id="end-name")
        self.how = Static(id="end-how")
        self.podium = Static(id="end-podium")
        self.medals = Static(id="end-medals")
        self.chapter = Static(id="end-chapter")
        self.below = Static(id="end-below")
        self.summary = Static(id="end-told")
        self.keys = Static(id="end-keys")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self.winner
        yield self.how
        with Horizontal(id="end-middle"):
            yield self.podium
            yield self.medals
        yield self.below
        yield ScrollableContainer(self.chapter, id="end-figures")
        yield self.summary
        yield self.keys

    def on_mount(self) -> None:
        """Show the results known so far."""
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self.call_after_refresh(self.show)

    def show_closing(self, closing: Closing) -> None:
        """Show luck, medals and evening once they are computed."""
        self.closing, self.chapters, self.at = closing, (), 0
        self.show()

    def show(self) -> None:
        """Show the results known so far."""
        width = self.size.width or 80
        self.winner.update(self._winners(width - 2))
        self.how.update(look.lines(*self.desk.screen.idle_rows(self.desk)[:2]))
        self.below.display = self._is_spacious and self._has_statistics() and not self.at
        if self.below.display:
            self.below.update(look.lines(*self._first_chapters(width - 3)))
        rows = self.query_one("#end-middle").size.height
        shares = 8 if self._show_map() else 5
        self.podium.update(look.lines(*self._podium(width * 2 // shares - 2, rows)))
        self.medals.update(look.lines(*self._medals(width * 3 // shares - 2, rows)))
        self.summary.update(look.lines(*self._summary()))
        self.keys.update(self._keys())
        self.query_one("#end-middle").display = self.summary.display = not self.at
        self.winner.display = not self.at  # the line below names the winner as well
        self.query_one("#end-figures").display = bool(self.at)
        if self.at:
            self.chapter.update(look.lines(*self._chapter(self.at, max(40, width - 3))))

    @property
    def _is_spacious(self) -> bool:
        """Whether the screen has room for more than podium and medals."""
        return self.size.width >= SPACIOUS[0] and self.size.height >= SPACIOUS[1]

    def _show_map(self) -> bool:
        """Show the table as it was left, where there is room; return whether it is shown."""
        shows = self._is_spacious and self.desk.screen.has_map(self.desk.state)
        if shows and self.map is None:
            self.map = PastMap(self.desk)
            self.query_one("#end-middle").mount(self.map)
        if self.map is not None:
            self.map.display = shows
            self.map.show()
        return shows

    # -- its parts -------------------------------------------------------------------------

    def _winners(self, width: int) -> Content:
        """Return the winners' names as large as they fit."""
        desk = self.desk
        names = desk.locale.join_and(desk.snapshot.status.winners)
        drawn = dots(names)
        if drawn is not None and 2 * len(drawn[0]) <= width and self.size.height >= 4 * LARGE:
            return look.lines(*(style_text(row, "bold $call") for row in large(drawn)))
        return look.lines(*(style_text(row, "bold $call") for row in fit_letters(names, width) if row))

    def _podium(self, width: int, rows: int) -> list[Content]:
        desk = self.desk
        winners = desk.snapshot.status.winners
        places = winners_first(race_places(desk.view.race(desk.state)), winners)
        return podium(desk.locale, places, winners, width, rows)

    def _medals(self, width: int, rows: int) -> Rows:
        """Return the medals with their titles, spaced out if there is room."""
        desk, _ = self.desk, self.desk.locale.gettext
        if self.closing is None:
            return [style_text(_("Medals and luck are being counted…"), look.MUTED)]
        names = {seat.id: seat.name for seat in desk.snapshot.seats}
        texts = [desk.words.medal(desk.locale, desk.state, medal, names) for medal in self.closing.medals]
        if not texts:
            return [style_text(_("No medals tonight: nobody did anything remarkable."), look.MUTED)]
        column = max(cell_len(title) for title, _how in texts) if width >= ALIGNED else 0
        lines = [self._medal(title, how, width, column) for title, how in texts]
        if 0 < rows < sum(map(len, lines)):
            return self._medals_that_fit(lines, rows - 1)
        spacing = [Content("")] * (sum(map(len, lines)) + len(lines) <= rows)
        return [row for line in lines for row in (*line, *spacing)]

    def _medals_that_fit(self, medals: list[list[Content]], rows: int) -> Rows:
        """Return whole medals from the first shown one on, and how many are above and below."""
        last = len(medals) - 1
        while last > 0 and sum(map(len, medals[last - 1 :])) <= rows:
            last -= 1  # from here on all the others fit
        self.first_medal = max(0, min(self.first_medal, last))
        end = self.first_medal + 1
        while end < len(medals) and sum(map(len, medals[self.first_medal : end + 1])) <= rows:
            end += 1
        locale, below = self.desk.locale, len(medals) - end
        texts = []
        if self.first_medal:
            texts.append(locale.plural("↑ {number} more medal", "↑ {number} more medals", self.first_medal))
        if below:
            texts.append(locale.plural("↓ {number} more medal", "↓ {number} more medals", below))
        shown = [row for medal in medals[self.first_medal : end] for row in medal]
        return [*shown, style_text(" · ".join(texts), look.MUTED)]

    def _medal(self, title: str, how: str, width: int, column: int) -> list[Content]:
        """Return the lines of a medal, with its title in a column of this width."""
        reason = self.desk.screen.colour_names(self.desk.state, how, "")
        title_cell = Content.assemble((look.fit(title, max(column, cell_len(title))), "bold"), "  ")
        first, *more = Content.assemble(title_cell, reason).wrap(max(1, width - 2))
        return [Content.assemble(("● ", "$call"), first), *(Content.assemble("  ", line) for line in more)]

    def _summary(self) -> Rows:
        """Return the last great moment, luck in a line, and the standing of the evening."""
        desk = self.desk
        rows: Rows = [desk.screen.colour_names(desk.state, text, "bold") for text in self._moment()]
        if self.closing is None:
            return rows
        if self.closing.report is not None and (luck := luck_in_a_line(desk, self.closing.report)):
            rows.append(style_text(luck, "$text-accent"))
        if self.closing.evening is not None:
            rows += [style_text(text) for text in evening_lines(desk.locale, self.closing.evening)]
        return rows

    def _moment(self) -> list[str]:
        """Return the last great moment of the match, and its first call."""
        desk, great = self.desk, self.desk.view.moments.highlights
        lines: list[Line] = []
        with suppress(JournalError):  # the main screen reports it on the next entry
            lines = desk.match_session.lines(LAST, undone=False)
        for line in reversed(lines):
            texts = [
                text
                for event in line.events
                if event.type in great and (text := desk.words.tell(desk.locale, desk.state, event, line.first_seq))
            ]
            if texts:
                calls = self.announcer.calls_at(line.entry.seq, desk.settings)
                call_texts = [desk.words.call(desk.locale, desk.state, call) for call in calls]
                return [texts[-1], *(f"» {text}" for text in call_texts[:1])]
        return []

    def _chapter(self, number: int, width: int, *, is_page: bool = True) -> Rows:
        """Return a chapter of the statistics, counted from 1: its title, its chart and its tables."""
        chapter, many = self.chapters[number - 1], len(self.chapters)
        title = Content.assemble((chapter.title, "bold"), (f"  {number}/{many}" if is_page else "", look.MUTED))
        if not chapter.lanes or self.closing is None:
            return [title, *chapter_rows(chapter, width)]
        drawn = lanes(self.desk.locale, chapter.lanes, self.closing.times, width)
        return [title, *drawn, *chapter_rows(replace(chapter, note=""), width)]

    def _first_chapters(self, width: int) -> Rows:
        """Return the first chapter, and beside it the others that fit and are hardly longer."""
        rows = self._chapter(1, width)
        most = len(rows) + 2
        for number in range(2, len(self.chapters) + 1):
            column = widest(rows) + BETWEEN
            other = self._chapter(number, max(1, width - column), is_page=False)
            if widest(other) <= width - column and len(other) <= most:
                rows = put_beside(rows, other, column)
        return rows

    def _has_statistics(self) -> bool:
        """Return whether there are statistics to show. Their texts are made on first use."""
        game, results = self.desk.match_session.game, self.closing
        if not self.chapters and results is not None and results.figures is not None:
            assert game.statistics is not None
            self.chapters = game.statistics.chapters(self.desk.locale, self.desk.state, results.figures)
        return bool(self.chapters)

    @property
    def parts(self) -> set[str]:
        """Return what the keys depend on: who looks on begins nothing, and not every game can be studied."""
        session = self.desk.match_session
        parts = {"figures" if self.at else "podium"}
        if not session.watching:
            parts.add("own")
        if session.game.study is not None:
            parts.add("study")
        return parts

    def _keys(self) -> Content:
        """Return the keys that are valid here, and the notice."""
        keys = self.key_line(self.desk.locale, self.size.width - 2)
        return look.lines(keys, *([style_text(self.notice)] if self.notice else []))

    def _write(self) -> None:
        """Write the report into the documents folder, open it if a desktop can, and say its path."""
        from q40k.lab.match_study import find_page
        from q40k.report.page import write_report

        desk = self.desk
        try:
            study = find_page(desk.match_session, desk.locale)
            path = write_report(desk.match_session, desk.locale, documents_folder(), study)
            opens = open_on_desktop(path)
            message = N_("The report opens now: {path}") if opens else N_("The report: {path}")
            self.notice = desk.locale.say(message, path=path)
        except JournalError as error:
            self.notice = journal_error(desk.locale, error).what
        except OSError as error:
            message = N_("The report could not be written: {why}")
            self.notice = desk.locale.say(message, why=error.strerror or str(error))
        self.show()

    def action_study(self) -> None:
        """Let bots play the match on in the background, and show what decided it."""
        from q40k.tui.pages.study import open_study

        def on_close(opens_match: bool | None) -> None:
            if opens_match:
                self.dismiss(None)
            else:
                self.show()

        study = open_study(self.desk)
        if study is not None:
            self.app.push_screen(study, on_close)
        else:
            self.notice = self.desk.notice
            self.show()

    def action_open_puzzles(self) -> None:
        """Show puzzles: first those of the matches that were studied."""
        from q40k.lab.puzzle_book import all_puzzles
        from q40k.tui.pages.puzzles import PuzzleScreen

        path = self.desk.match_session.session.journal.path
        self.app.push_screen(PuzzleScreen(self.desk.locale, partial(all_puzzles, path)))

    # -- keys ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key does here, or close the page and press it at the desk."""
        event.stop()
        event.prevent_default()
        if self.find_key(event.key) is not None:
            self.act(event.key)
        elif event.character is None or not is_digits(event.character):  # a digit is the die that follows the kill
            self.dismiss((event.key, event.character))

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a key's name as that key."""
        self.press_named(event)

    def action_begin_anew(self, fresh: bool, other: bool) -> None:
        """Begin a new match with the same players: with other figures, or another scenario."""
        begin_rematch(self.desk, fresh=fresh, other=other)
        self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """Turn to another chapter of the statistics, after the last one to the podium; without any, leave."""
        if not self._has_statistics():
            self.dismiss(None)
            return
        self.at = (self.at + by) % (len(self.chapters) + 1)
        self.query_one("#end-figures", ScrollableContainer).scroll_home(animate=False)
        self.show()

    def action_scroll(self, key: str) -> None:
        """Scroll the chapter."""
        scroll_chapter(self.query_one("#end-figures", ScrollableContainer), key)

    def action_scroll_medals(self, by: int) -> None:
        """Show other medals, where not all of them fit."""
        self.first_medal += by
        self.show()

    def action_write(self) -> None:
        """Write the report, once it is said that it is being written."""
        self.notice = self.desk.locale.gettext(N_("Writing the report…"))
        self.show()
        self.call_after_refresh(self._write)

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)

    def action_press_at_table(self, key: str) -> None:
        """Close the page and press a key at the desk."""
        self.dismiss((key, key))
