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
from q40k.kernel.text import clean_text
from q40k.kernel.whole_file import write_whole
from q40k.season.asked import NotKnown, asked
from q40k.season.asked import told as in_words
from q40k.season.deciding import NobodyThere, TheyMet, finished, left_out, same
from q40k.season.decisions import Decision, decide, undo
from q40k.season.said import naming
from q40k.season.said import said as said_of
from q40k.season.season import EVERYTHING, Filter, Season, season
from q40k.table.match_library import MatchLibrary, now
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
                ("/", _("only some")), ("S", _("one player")), ("X", _("leave out")),
                ("U", _("undo")), ("W", _("as HTML")), ("Esc", _("back")))  # fmt: skip
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
            "s": self._ask_same, "x": self._ask_out, "u": self._undo,
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
        title = N_("Days, tag, game, what was played; empty: all")
        self._ask_for(title, self._only, may_be_empty=True)

    def _ask_for(
        self, title: str, heard: Callable[[str], None], *, may_be_empty: bool = False
    ) -> None:
        """Ask for a line, once the season is there."""
        if self.season is not None:
            line = Text(self.locale.gettext(title), may_be_empty=may_be_empty, empty="")
            self.asked.ask(line, heard)
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

    # -- deciding --------------------------------------------------------------------------

    def _ask_same(self) -> None:
        """Ask which two names are one player."""
        self._ask_for(N_("Who is who, such as Tom = Thomas"), self._same)

    def _same(self, line: str) -> None:
        """Two names are one player from now on, or a player has another name."""
        old, equals, new = map(clean_text, line.partition("="))
        if self.season is None:
            return
        if not (old and equals and new):
            self.notice = self.locale.gettext(N_("Two names, with = between them."))
            return
        try:
            self._decide(same(self.season, old, new))
        except NobodyThere:
            self.notice = self.locale.say(
                N_("Nobody called {name} has finished a match."), name=old
            )
        except TheyMet as met:
            said = N_("{old} and {new} both played in match {number}.")
            self.notice = self.locale.say(said, old=old, new=new, number=met.number)

    def _ask_out(self) -> None:
        """Ask which match does not count."""
        self._ask_for(
            N_("Which match does not count, and why: 3 a trial; or counts again: 3"), self._out
        )

    def _out(self, line: str) -> None:
        """A match does not count, for a reason; without one it counts again."""
        number, _space, why = clean_text(line).partition(" ")
        if self.season is None:
            return
        try:
            decision = left_out(self.season, int(number), why)
        except ValueError:
            said = N_("“{said}” is no number of a finished match; the last chapter lists them.")
            self.notice = self.locale.say(said, said=number)
            return
        if decision is None and not why:
            said = N_("Match {number} counts. Say why it should not: {number} a trial")
            self.notice = self.locale.say(said, number=number)
        else:
            self._decide(decision)

    def _decide(self, decision: Decision | None) -> None:
        """Write a decision down, say it, and look at all matches anew."""
        if decision is None:
            self.notice = self.locale.gettext(N_("That is so already; nothing was changed."))
            return
        try:
            decide(self.path, now(), decision)
        except JournalError as error:
            self.notice = journal_error(self.locale, error).title
            return
        self.notice = self._told(decision)
        self.look()

    def _undo(self) -> None:
        """Take the last decision back."""
        if self.season is None:
            return
        try:
            line = undo(self.path, now())
        except JournalError as error:
            self.notice = journal_error(self.locale, error).title
        else:
            if line is None or line.decision is None:
                self.notice = self.locale.gettext(N_("There is no decision to take back."))
            else:
                told = self._told(line.decision)
                self.notice = self.locale.say(N_("Taken back: {decision}"), decision=told)
                self.look()
        self.show()

    def _told(self, decision: Decision) -> str:
        """A decision in words."""
        matches = finished(self.season) if self.season is not None else ()
        known = {one.identity: (one.number, one.name) for one in matches}
        return said_of(self.locale, decision, naming(self.locale, known))

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
