"""Ctrl+R: all finished matches of the library together, and its leagues, chapter by chapter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.file_guard import free_name
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import write_whole
from q40k.season.season import EVERYTHING, Season, season
from q40k.table.match_library import MatchLibrary
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import Rows, fit, right, styled

LOOK_SECONDS = 0.1
"""So often the screen shows how far the first look at all matches is."""
GAP = "  "


class Stopped(Exception):
    """Nobody waits for it any more."""


def opened(desk: AnyDesk) -> Screen[None] | None:
    """The page of the library in which this match is; None of a match that is in none."""
    path = desk.match_session.session.journal.path
    if path is None:
        desk.notice = desk.locale.gettext(N_("This match is in no library."))
        return None
    return SeasonScreen(desk.locale, path)


class SeasonScreen(Screen[None]):
    """The season of a library, a chapter at a time."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+r,f10", "dismiss_none", show=False),
        Binding("tab,n", "turn(1)", show=False),
        Binding("shift+tab,p", "turn(-1)", show=False),
        Binding("w", "write", show=False),
    ]

    def __init__(self, locale: Locale, path: Path) -> None:
        super().__init__()
        self.locale = locale
        self.path = path
        self.season: Season | None = None
        self.chapters: tuple[Chapter, ...] = ()
        self.at = 0
        self.notice = ""
        self._trouble: JournalError | OSError | None = None
        self._far = (0, 0)
        self._gone = False
        self._clock: Timer | None = None
        self.head = Static(id="head")
        self.body = Static(id="chapter")
        self.said = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.head
        with ScrollableContainer(id="season"):
            yield self.body
        yield self.said
        yield self.keys

    def on_mount(self) -> None:
        """Look at the matches in the background, and say how far that is."""
        self.run_worker(self._look, thread=True)
        self._clock = self.set_interval(LOOK_SECONDS, self.show)
        self.show()

    def on_unmount(self) -> None:
        """Look no further."""
        self._gone = True

    def _look(self) -> None:
        """In the background, by a connection of its own; it touches nothing on the screen."""

        def progress(place: int, number: int) -> None:
            self._far = (place, number)
            if self._gone:
                raise Stopped

        try:
            with closing(MatchLibrary(self.path, upgrade=False)) as library:
                found = season(library, EVERYTHING, progress)
        except Stopped:
            return
        except (JournalError, OSError) as error:
            self._trouble = error
            return
        self.chapters = told(self.locale, found)
        self.season = found

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the chapter, or how far the look at the matches is."""
        _ = self.locale.gettext
        keys = (("Tab", _("next")), ("⇧Tab", _("before")), ("↑↓←→", _("scroll")),
                ("W", _("write it as a page")), ("Esc", _("back")))  # fmt: skip
        self.keys.update(look.keycaps(keys, self.size.width))
        self.said.update(styled(self.notice, "italic $text-accent"))
        if self.season is None and self._trouble is None:
            place, number = self._far
            waits = _("Looking at match {place} of {number}…").format(place=place, number=number)
            self.head.update(styled(_("The season"), "bold"))
            self.body.update(styled(waits if number else "…", look.MUTED))
            return
        if self._clock is not None:
            self._clock.stop()
        self._show_chapter()

    def _show_chapter(self) -> None:
        _ = self.locale.gettext
        if self._trouble is not None:
            why = (
                journal_error(self.locale, self._trouble).title
                if isinstance(self._trouble, JournalError)
                else str(self._trouble)
            )
            self.body.update(styled(why, "bold"))
            return
        if not self.chapters:
            self.body.update(styled(_("There is no finished match to tell of."), look.MUTED))
            return
        chapter, number = self.chapters[self.at], len(self.chapters)
        self.head.update(
            Content.assemble((chapter.title, "bold"), (f"  {self.at + 1}/{number}", look.MUTED))
        )
        self.body.update(look.lines(*shown(chapter, max(40, self.size.width - 4))))

    def on_resize(self, _event: events.Resize) -> None:
        """Notes break elsewhere now."""
        self.show()

    # -- keys and clicks -------------------------------------------------------------------

    def action_turn(self, by: int) -> None:
        """Go to another chapter."""
        if self.chapters:
            self.at = (self.at + by) % len(self.chapters)
            self.query_one("#season", ScrollableContainer).scroll_home(animate=False)
            self.show()

    def action_write(self) -> None:
        """Write the page of HTML into the folder q40k was started in, never over another."""
        from q40k.season.page import page

        if self.season is None:
            return
        path = free_name(Path("q40k-season.html"))
        try:
            write_whole(path, page(self.locale, self.season, EVERYTHING).encode())
            self.notice = self.locale.say(N_("The page: {path}"), path=path.absolute())
        except OSError as error:
            said = N_("The page could not be written: {why}")
            self.notice = self.locale.say(said, why=error.strerror or error)
        self.show()

    def action_dismiss_none(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click on a key’s name is the key."""
        key = str(event.style.meta.get("key", ""))
        acts = {"tab": "turn(1)", "⇧tab": "turn(-1)", "w": "write", "esc": "dismiss_none"}
        if key in acts:
            self.call_later(self.run_action, acts[key])


def told(locale: Locale, found: Season) -> tuple[Chapter, ...]:
    """The leagues, those begun last first, then the season."""
    from q40k.season.league import leagues
    from q40k.season.league_words import league_chapters
    from q40k.season.words import chapters

    return (*league_chapters(locale, leagues(found)), *chapters(locale, found))


def shown(chapter: Chapter, width: int) -> Rows:
    """A chapter in lines: its note, then its tables; what is wider scrolls to the side."""
    rows: Rows = []
    if chapter.note:
        rows += [styled(line, look.MUTED) for line in _broken(chapter.note, width)]
    for one in chapter.tables:
        if one.rows:
            rows += ["", *_table(one)]
    return rows


def _broken(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _table(one: Table) -> list[Content]:
    widths = [max(cell_len(row[column]) for row in (one.heads, *one.rows))
              for column in range(len(one.heads))]  # fmt: skip

    def line(cells: Sequence[str], style: str) -> Content:
        placed = [right(cell, widths[at]) if at in one.figures else fit(cell, widths[at])
                  for at, cell in enumerate(cells)]  # fmt: skip
        return Content.assemble((placed[0], style or "bold"), (GAP + GAP.join(placed[1:]), style))

    return [line(one.heads, look.MUTED), *(line(row, "") for row in one.rows)]
