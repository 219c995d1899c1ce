"""Ctrl+R: all finished matches of the library together, and its leagues, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.chapters import Chapter
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.file_guard import free_name
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import write_whole
from q40k.season.asked import NotKnown, asked
from q40k.season.asked import told as in_words
from q40k.season.season import EVERYTHING, Filter, Season, season
from q40k.table.match_library import MatchLibrary
from q40k.tui import look
from q40k.tui.chapters.tables import shown
from q40k.tui.fields import Text
from q40k.tui.forms import AnyDesk
from q40k.tui.look import styled
from q40k.tui.pages.asked_line import AskingPage

LOOK_SECONDS = 0.1
"""So often the screen shows how far the first look at all matches is."""


class Stopped(Exception):
    """Nobody waits for it any more."""


def opened(desk: AnyDesk) -> Screen[None] | None:
    """The page of the library in which this match is; None of a match that is in none."""
    path = desk.match_session.session.journal.path
    if path is None:
        desk.notice = desk.locale.gettext(N_("This match is in no library."))
        return None
    return SeasonScreen(desk.locale, path)


class SeasonScreen(AskingPage[None]):
    """The season of a library, a chapter at a time."""

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None

    def __init__(self, locale: Locale, path: Path) -> None:
        super().__init__()
        self.locale = locale
        self.path = path
        self.season: Season | None = None
        self.chapters: tuple[Chapter, ...] = ()
        self.at = 0
        self.notice = ""
        self.wanted: Filter = EVERYTHING
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
        with ScrollableContainer(id="season", can_focus=False):
            yield self.body
        yield self.said
        yield self.keys

    def on_mount(self) -> None:
        """Look at the matches."""
        self.look()

    def look(self) -> None:
        """Look at the matches that are wanted in the background, and say how far that is."""
        self.season, self._far = None, (0, 0)
        self.run_worker(partial(self._look, self.wanted), thread=True)
        self._clock = self.set_interval(LOOK_SECONDS, self.show)
        self.show()

    def on_unmount(self) -> None:
        """Look no further."""
        self._gone = True

    def _look(self, wanted: Filter) -> None:
        """In the background, by a connection of its own; it touches nothing on the screen."""
        from q40k.season.words import nothing_found

        def progress(place: int, number: int) -> None:
            self._far = (place, number)
            if self._gone:
                raise Stopped

        try:
            with closing(MatchLibrary(self.path, upgrade=False)) as library:
                found = season(library, wanted, progress)
        except Stopped:
            return
        except (JournalError, OSError) as error:
            self._trouble = error
            return
        if found.every and not (found.matches or found.left_out):
            self.notice = nothing_found(self.locale, found, wanted)
        before = self.chapters[self.at].title if self.chapters else ""
        self.chapters = told(self.locale, found)
        titles = [one.title for one in self.chapters]
        self.at = titles.index(before) if before in titles else 0
        self.season = found

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the chapter, or how far the look at the matches is."""
        _ = self.locale.gettext
        keys = (("Tab", _("next")), ("⇧Tab", _("before")), ("↑↓←→", _("scroll")),
                ("/", _("only some")), ("W", _("as HTML")),
                ("Esc", _("back")))  # fmt: skip
        self.keys.update(look.keycaps(keys, self.size.width))
        self.said.update(self.asked.shown(self.notice))
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
        only = f"  {part}" if (part := in_words(self.locale, self.wanted)) else ""
        if not self.chapters:
            self.head.update(styled(_("The season") + only, "bold"))
            self.body.update(styled(_("There is no finished match to tell of."), look.MUTED))
            return
        chapter, number = self.chapters[self.at], len(self.chapters)
        self.head.update(
            Content.assemble(
                (chapter.title, "bold"), (f"  {self.at + 1}/{number}", look.MUTED), only
            )
        )
        self.body.update(look.lines(*shown(chapter, max(40, self.size.width - 4))))

    def on_resize(self, _event: events.Resize) -> None:
        """Notes break elsewhere now."""
        self.show()

    # -- keys and clicks -------------------------------------------------------------------

    def act(self, key: str) -> None:
        """Do what a key means."""
        page = self.query_one("#season", ScrollableContainer)
        scrolls: dict[str, Callable[..., None]] = {
            "up": page.scroll_up, "down": page.scroll_down, "left": page.scroll_left,
            "right": page.scroll_right, "pageup": page.scroll_page_up,
            "pagedown": page.scroll_page_down, "home": page.scroll_home, "end": page.scroll_end,
        }  # fmt: skip
        acts: dict[str, Callable[[], object]] = {
            "tab": partial(self._turn, 1), "n": partial(self._turn, 1),
            "shift+tab": partial(self._turn, -1), "⇧tab": partial(self._turn, -1),
            "p": partial(self._turn, -1), "w": self._write, "slash": self._ask, "/": self._ask,
            **dict.fromkeys(("escape", "esc", "q", "ctrl+r", "f10"), partial(self.dismiss, None)),
        }  # fmt: skip
        if key in scrolls:
            scrolls[key](animate=False)
        elif (act := acts.get(key.lower())) is not None:
            act()

    def _turn(self, by: int) -> None:
        """Go to another chapter."""
        if self.chapters:
            self.at = (self.at + by) % len(self.chapters)
            self.query_one("#season", ScrollableContainer).scroll_home(animate=False)
            self.show()

    def _ask(self) -> None:
        """Ask which matches are looked at."""
        if self.season is not None:
            title = self.locale.gettext(N_("Days, tag, game, what was played; empty: all"))
            self.asked.ask(Text(title, may_be_empty=True, empty=""), self._only)
            self.show()

    def _only(self, line: str) -> None:
        """Look at the matches that a line asks for."""
        if self.season is None:
            return
        try:
            self.wanted = asked(self.locale, line, self.season)
        except NotKnown as error:
            said = N_(
                "“{said}” is no day such as 2026-09-01, no tag, no game and nothing played here."
            )
            self.notice = self.locale.say(said, said=error.said)
            return
        self.notice = ""
        self.look()

    def _write(self) -> None:
        """Write the page of HTML into the folder q40k was started in, never over another."""
        from q40k.season.page import page

        if self.season is None:
            return
        path = free_name(Path("q40k-season.html"))
        try:
            write_whole(path, page(self.locale, self.season, self.wanted).encode())
            self.notice = self.locale.say(N_("The page: {path}"), path=path.absolute())
        except OSError as error:
            said = N_("The page could not be written: {why}")
            self.notice = self.locale.say(said, why=error.strerror or error)
        self.show()


def told(locale: Locale, found: Season) -> tuple[Chapter, ...]:
    """The leagues, those begun last first, then the season."""
    from q40k.season.league import leagues
    from q40k.season.league_words import league_chapters
    from q40k.season.words import chapters

    return (*league_chapters(locale, leagues(found)), *chapters(locale, found))
