"""The end of a match: podium, medals, the last moment again, luck, the evening, and what next.

Tab turns to the figures of the match, chapter by chapter, those of its report.

It takes no entry but a new match: every other key is done on the main screen, so that a win that
was entered by mistake is undone by U as anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from q40k.games.game import Figures, Game
from q40k.games.game import load as loaded
from q40k.i18n.chapters import Chapter
from q40k.i18n.error_texts import journal_error
from q40k.i18n.evening import Evening, stands
from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.kernel.medals import Medal
from q40k.table.announcer import Announcer
from q40k.table.context import Onward
from q40k.table.evening import evening
from q40k.table.luck import Report
from q40k.table.match_session import Line
from q40k.table.medals import medals
from q40k.table.rematch import once_more
from q40k.table.shown.race import places, winners_first
from q40k.table.story import steps
from q40k.tui import look
from q40k.tui.chapters.lanes import lanes
from q40k.tui.chapters.tables import shown
from q40k.tui.desk import Desk
from q40k.tui.headline.banner import LARGE
from q40k.tui.headline.letters import dots, fitted, large
from q40k.tui.headline.podium import podium
from q40k.tui.look import Rows, clickable, styled
from q40k.tui.pages.luck import brief, weighed

LAST = 60
"""Among so many of the newest lines is the last moment worth another look."""
ONWARD = {"r": (False, False), "R": (True, False), "m": (False, True)}
"""The keys of a new match: whether the figures are fresh, whether the match is another."""
ALIGNED = 60
"""From so many columns on the titles of medals have a column of their own."""
LEAVES = ("escape", "enter", "space", "tab", "shift+tab")
TURNS = {"tab": 1, "shift+tab": -1}
"""The keys that turn to another chapter of the figures, where there are any."""
SCROLLS = {
    "up": "scroll_up", "down": "scroll_down", "left": "scroll_left", "right": "scroll_right",
    "pageup": "scroll_page_up", "pagedown": "scroll_page_down", "home": "scroll_home",
    "end": "scroll_end",
}  # fmt: skip
"""The keys by which a chapter scrolls that does not fit."""

Left = tuple[str, str | None]
"""The key by which it was left, with its character."""


class Closing(Struct, frozen=True):
    """What is worked out of a match that is over: everybody's luck, the medals, the evening.

    `figures` is what its game has counted, `times` are its entries, each with the turn it was in.
    """

    report: Report | None = None
    medals: tuple[Medal, ...] = ()
    evening: Evening | None = None
    figures: Any = None
    times: tuple[tuple[int, int], ...] = ()


def closing(
    game: Game, state: Any, entries: Sequence[Entry], path: Path | None, match: int
) -> Closing | None:
    """Work it out, in a thread of its own; None when its worker was stopped."""
    report = weighed(game, state, entries)
    if report is None:
        return None
    stood = None if path is None else evening(path, match)
    walked, view = list(steps(game, entries)), game.view
    figures = loaded(game.figures).count(walked) if game.figures else None
    times = tuple((one.entry.seq, view.status(one.state).turn) for one in walked)
    return Closing(report, medals(game, walked, report), stood, figures, times)


class EndScreen(Screen[Left | None]):
    """What a match comes to. Gives back the key that is to be done at the desk, if any."""

    CSS_PATH = "end.tcss"

    def __init__(self, desk: Desk, announcer: Announcer, known: Closing | None) -> None:
        super().__init__()
        self.desk = desk
        self.announcer = announcer
        self.known = known
        self.notice = ""
        self.chapters: tuple[Chapter, ...] = ()
        self.at = 0  # which of them is shown, from 1; 0: podium and medals
        self.winner = Static(id="end-name")
        self.how = Static(id="end-how")
        self.podium = Static(id="end-podium")
        self.medals = Static(id="end-medals")
        self.chapter = Static(id="end-chapter")
        self.told = Static(id="end-told")
        self.keys = Static(id="end-keys")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.winner
        yield self.how
        with Horizontal(id="end-middle"):
            yield self.podium
            yield self.medals
        yield ScrollableContainer(self.chapter, id="end-figures")
        yield self.told
        yield self.keys

    def on_mount(self) -> None:
        """Show it, as far as it has been worked out; then as large as there is room for."""
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """More or less of it fits now."""
        self.call_after_refresh(self.show)

    def weighed(self, known: Closing) -> None:
        """Luck, medals and evening have been worked out."""
        self.known, self.chapters, self.at = known, (), 0
        self.show()

    def show(self) -> None:
        """Show all that is known."""
        width = self.size.width or 80
        self.winner.update(self._winners(width - 2))
        self.how.update(look.lines(*self.desk.screen.idle(self.desk)[:2]))
        rows = self.query_one("#end-middle").size.height
        self.podium.update(look.lines(*self._podium(width * 2 // 5 - 2, rows)))
        self.medals.update(look.lines(*self._medals(width * 3 // 5 - 2, rows)))
        self.told.update(look.lines(*self._told()))
        self.keys.update(self._keys())
        self.query_one("#end-middle").display = self.told.display = not self.at
        self.winner.display = not self.at  # the line below says so, too
        self.query_one("#end-figures").display = bool(self.at)
        if self.at:
            self.chapter.update(look.lines(*self._chapter(max(40, width - 3))))

    # -- its parts -------------------------------------------------------------------------

    def _winners(self, width: int) -> Content:
        """Who has won, as large as it fits."""
        desk = self.desk
        names = desk.locale.listed(desk.view.status(desk.state).winners)
        drawn = dots(names)
        if drawn is not None and 2 * len(drawn[0]) <= width and self.size.height >= 4 * LARGE:
            return look.lines(*(styled(row, "bold $call") for row in large(drawn)))
        return look.lines(*(styled(row, "bold $call") for row in fitted(names, width) if row))

    def _podium(self, width: int, rows: int) -> list[Content]:
        desk = self.desk
        winners = desk.view.status(desk.state).winners
        found = winners_first(places(desk.view, desk.state), winners)
        return podium(desk.locale, found, winners, width, rows)

    def _medals(self, width: int, rows: int) -> Rows:
        """The medals, each with its title; with room between where there is any."""
        desk, _ = self.desk, self.desk.locale.gettext
        if self.known is None:
            return [styled(_("Medals and luck are being counted…"), look.MUTED)]
        names = {seat.id: seat.name for seat in desk.view.seats(desk.state)}
        said = [desk.words.medal(desk.locale, desk.state, one, names) for one in self.known.medals]
        if not said:
            return [styled(_("No medals tonight: nobody did anything remarkable."), look.MUTED)]
        column = max(cell_len(title) for title, _how in said) if width >= ALIGNED else 0
        lines = [self._medal(title, how, width, column) for title, how in said]
        apart = [Content("")] * (sum(map(len, lines)) + len(lines) <= rows)
        return [row for line in lines for row in (*line, *apart)]

    def _medal(self, title: str, how: str, width: int, column: int) -> list[Content]:
        """A medal in as many lines as it takes, its title in a column of its own if so wide."""
        told = self.desk.screen.coloured(self.desk.state, how, "")
        named = Content.assemble((look.fit(title, max(column, cell_len(title))), "bold"), "  ")
        first, *more = Content.assemble(named, told).wrap(max(1, width - 2))
        return [
            Content.assemble(("● ", "$call"), first),
            *(Content.assemble("  ", one) for one in more),
        ]

    def _told(self) -> Rows:
        """The last moment once more, luck in a line, and what the evening stands at."""
        desk = self.desk
        rows: Rows = [desk.screen.coloured(desk.state, text, "bold") for text in self._moment()]
        if self.known is None:
            return rows
        if self.known.report is not None and (luck := brief(desk, self.known.report)):
            rows.append(styled(luck, "$text-accent"))
        if self.known.evening is not None:
            rows += [styled(text) for text in stands(desk.locale, self.known.evening)]
        return rows

    def _moment(self) -> list[str]:
        """The last great moment of the match, and what was called of it."""
        desk, great = self.desk, self.desk.view.moments.great
        lines: list[Line] = []
        with suppress(JournalError):  # the main screen says so as soon as anything is entered
            lines = desk.match_session.lines(LAST, undone=False)
        for line in reversed(lines):
            told = [
                text
                for event in line.events
                if event.type in great
                and (text := desk.words.tell(desk.locale, desk.state, event, line.told_as))
            ]
            if told:
                calls = self.announcer.made(line.entry.seq, desk.settings)
                said = [desk.words.call(desk.locale, desk.state, call) for call in calls]
                return [told[-1], *(f"» {text}" for text in said[:1])]
        return []

    def _chapter(self, width: int) -> Rows:
        """A chapter of the figures: its title, what is drawn over the match, its tables."""
        chapter, many = self.chapters[self.at - 1], len(self.chapters)
        title = Content.assemble((chapter.title, "bold"), (f"  {self.at}/{many}", look.MUTED))
        if not chapter.lanes or self.known is None:
            return [title, *shown(chapter, width)]
        drawn = lanes(self.desk.locale, chapter.lanes, self.known.times, width)
        return [title, *drawn, *shown(replace(chapter, note=""), width)]

    def _turn(self, by: int) -> None:
        """Turn to another chapter of the figures; behind the last is the podium again."""
        self.at = (self.at + by) % (len(self.chapters) + 1)
        self.query_one("#end-figures", ScrollableContainer).scroll_home(animate=False)
        self.show()

    def _figures(self) -> bool:
        """Whether there are figures to be shown; they are put into words when first asked for."""
        game, known = self.desk.match_session.game, self.known
        if not self.chapters and known is not None and known.figures is not None:
            figures: Figures = loaded(game.figures)
            self.chapters = figures.chapters(self.desk.locale, self.desk.state, known.figures)
        return bool(self.chapters)

    def _keys(self) -> Content:
        """What goes on from here."""
        _ = self.desk.locale.gettext
        parts = [
            ("tab", _("Tab: figures")), ("w", _("W: report")),
            ("u", _("U: undo the win")), ("escape", _("Esc: the table")), ("q", _("Q: quit")),
        ]  # fmt: skip
        if not self.desk.match_session.watching:
            parts = [
                ("r", _("R: rematch")), ("R", _("Shift+R: rematch, other figures")),
                ("m", _("M: same players, another match")), *parts,
            ]  # fmt: skip
        keys = [clickable(styled(said, "bold"), key=key) for key, said in parts]
        lines = keys[:1]
        for key in keys[1:]:
            if lines[-1].cell_length + 3 + key.cell_length <= self.size.width - 2:
                lines[-1] = Content(" · ").join([lines[-1], key])
            else:
                lines.append(key)
        return look.lines(*lines, *([styled(self.notice)] if self.notice else []))

    def _write(self) -> None:
        """Write the report into the folder q40k was started in, and say where it lies."""
        from q40k.report.file import write

        desk = self.desk
        try:
            path = write(desk.match_session, desk.locale, Path.cwd())
            self.notice = desk.locale.say(N_("The report: {path}"), path=path)
        except JournalError as error:
            self.notice = journal_error(desk.locale, error).what
        except OSError as error:
            said = N_("The report could not be written: {why}")
            self.notice = desk.locale.say(said, why=error.strerror or str(error))
        self.show()

    # -- keys ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A new match, back to the table, or whatever the key does there."""
        event.stop()
        event.prevent_default()
        self._press(event.key, event.character)

    def on_click(self, event: events.Click) -> None:
        """A click on a key's name is the key."""
        key = event.style.meta.get("key")
        if key is not None:
            self._press(key, key if len(key) == 1 else None)

    def _press(self, key: str, character: str | None) -> None:
        desk = self.desk
        if character is not None and character in ONWARD and not desk.match_session.watching:
            fresh, other = ONWARD[character]
            game = desk.match_session.game
            said = once_more(game, desk.state, fresh=fresh, other=other)
            desk.onward = Onward(game=game.id, said=said)
            self.dismiss(None)
        elif key in TURNS and self._figures():
            self._turn(TURNS[key])
        elif self.at and key in SCROLLS:
            getattr(self.query_one("#end-figures"), SCROLLS[key])(animate=False)
        elif key == "w":
            self.notice = desk.locale.gettext(N_("Writing the report…"))
            self.show()
            self.call_after_refresh(self._write)
        else:
            self.dismiss(None if key in LEAVES else (key, character))
