"""Ctrl+R: the season of all finished matches of the library, and its leagues, in chapters."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import WorkerCancelled

from q40k.i18n.chapters import Chapter
from q40k.i18n.error_texts import file_error, journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commands import NAME_LENGTH
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import clean_text
from q40k.kernel.whole_file import free_name, write_whole
from q40k.season.checks import NobodyThere, TheyMet, finished_matches, leave_out, merge_players
from q40k.season.decision_wording import describe_decision as said_of
from q40k.season.decision_wording import match_namer
from q40k.season.decisions import Decision
from q40k.season.filters import NotKnown, parse_filter
from q40k.season.filters import describe_filter as in_words
from q40k.season.league_view import leagues
from q40k.season.league_wording import league_chapters
from q40k.season.page import page
from q40k.season.record import back_up_decisions, undo, write_decisions
from q40k.season.season import EVERYTHING, Filter, Season, season
from q40k.season.wording import chapters, nothing_found, unread_decisions
from q40k.table.folders import documents_folder
from q40k.table.match_library import MatchLibrary, now
from q40k.tui import look
from q40k.tui.fields import Text
from q40k.tui.forms import AnyDesk
from q40k.tui.look import Rows, style_text
from q40k.tui.page import Key
from q40k.tui.pages.asked_line import ChapterPage
from q40k.tui.pages.chapters import chapter_rows, put_beside, widest
from q40k.tui.pages.desktop import open_on_desktop

FRAME_ROWS = 4
"""The rows that the head, the line and the keys of the page take."""
TWO_COLUMNS, GAP = 150, 4
"""The columns from which chapters that fit stand in two columns, and the blanks between these."""
LOOK_SECONDS = 0.1
"""The interval at which the progress of reading is shown."""


def open_season(desk: AnyDesk) -> Screen[None] | None:
    """Return the season screen of this match's library, or None if the match has no library."""
    path = desk.match_session.session.journal.path
    if path is None:
        desk.notice = desk.locale.gettext(N_("This match is in no library."))
        return None
    return SeasonScreen(desk.locale, path)


def trouble(locale: Locale, error: JournalError | OSError) -> str:
    """Return in a line why the season cannot be read or written."""
    text = journal_error(locale, error) if isinstance(error, JournalError) else file_error(locale, error)
    return str(error) if text is None else text.title


class SeasonScreen(ChapterPage[None]):
    """The season of a library, one chapter at a time."""

    KEYS = (
        *ChapterPage.KEYS,
        Key("slash", N_("only some"), "filter", shown="/"),
        Key("s", N_("one player"), "same"),
        Key("x", N_("leave out"), "leave_out"),
        Key("u", N_("undo"), "undo"),
        Key("w", N_("as HTML"), "write"),
        Key("escape,q,ctrl+r,f10", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, locale: Locale, path: Path) -> None:
        super().__init__()
        self.locale = locale
        self.path = path
        self.season: Season | None = None
        self.filter: Filter = EVERYTHING
        self._trouble: JournalError | OSError | None = None
        self._progress = (0, 0)
        self._is_left = False
        self._has_decided = False
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """Read the matches."""
        self.look()

    def look(self) -> None:
        """Read the matches that fit the filter in the background, and show the progress."""
        self.season, self._progress = None, (0, 0)
        self.run_worker(partial(self._look, self.filter), thread=True)
        self._clock = self.set_interval(LOOK_SECONDS, self.show)
        self.show()

    def on_unmount(self) -> None:
        """Stop reading."""
        self._is_left = True

    def _look(self, filter_: Filter) -> None:
        """Read the matches. This runs in a thread with its own connection, off the screen."""

        def progress(place: int, number: int) -> None:
            self._progress = (place, number)
            if self._is_left:
                raise WorkerCancelled

        try:
            with closing(MatchLibrary(self.path, upgrade=False)) as library:
                result = season(library, filter_, progress)
                if self._has_decided:
                    self._has_decided = False
                    back_up_decisions(library)
        except WorkerCancelled:
            return
        except (JournalError, OSError) as error:
            self._trouble = error
            return
        if result.every and not (result.matches or result.left_out):
            self.notice = nothing_found(self.locale, result, filter_)
        elif result.lines:
            self.notice = unread_decisions(self.locale, result.lines)
        before = self.chapters[self.at].title if self.chapters else ""
        self.chapters = season_chapters(self.locale, result)
        titles = [chapter.title for chapter in self.chapters]
        self.at = titles.index(before) if before in titles else 0
        self.season = result

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the chapter, or the progress of reading."""
        _ = self.locale.gettext
        self.keys.update(self.key_line(self.locale, self.size.width))
        self.foot.update(self.asked.render_line(self.notice))
        if self.season is None and self._trouble is None:
            place, number = self._progress
            waits = _("Looking at match {place} of {number}…").format(place=place, number=number)
            self.head.update(style_text(_("The season"), "bold"))
            self.body.update(style_text(waits if number else "…", look.MUTED))
            return
        if self._clock is not None:
            self._clock.stop()
        self._show_chapter()

    def _show_chapter(self) -> None:
        _ = self.locale.gettext
        if self._trouble is not None:
            self.body.update(style_text(trouble(self.locale, self._trouble), "bold"))
            return
        only = f"  {part}" if (part := in_words(self.locale, self.filter)) else ""
        if not self.chapters:
            self.head.update(style_text(_("The season") + only, "bold"))
            self.body.update(style_text(_("There is no finished match to tell of."), look.MUTED))
            return
        chapter, number = self.chapters[self.at], len(self.chapters)
        self.head.update(Content.assemble((chapter.title, "bold"), (f"  {self.at + 1}/{number}", look.MUTED), only))
        self.body.update(look.lines(*self._rows()))

    def _rows(self) -> Rows:
        """Return the rows of a chapter, and of those after it that are whole on the same screen."""
        width = self.size.width - 4
        if width < TWO_COLUMNS:
            return self._rows_from(self.at, max(40, width))[0]
        half = (width - GAP) // 2
        left, after = self._rows_from(self.at, half)
        if widest(left) > half:
            return self._rows_from(self.at, width)[0]
        if after == len(self.chapters) or len(left) > self.size.height - FRAME_ROWS:
            return left
        right, _after = self._rows_from(after, half, titled=True)
        if len(right) > self.size.height - FRAME_ROWS or widest(right) > half:
            return left
        return put_beside(left, right, half + GAP)

    def _rows_from(self, at: int, width: int, *, titled: bool = False) -> tuple[Rows, int]:
        """Return the rows of whole chapters from one on, as many as fit, and the number of the one after them.

        Also chapters that are wider stay out, except the first.
        """
        rows: Rows = [_title(self.chapters[at])] if titled else []
        rows += chapter_rows(self.chapters[at], width)
        for number, chapter in enumerate(self.chapters[at + 1 :], at + 1):
            more = [*chapter_rows(chapter, width)]
            if len(rows) + len(more) + 2 > self.size.height - FRAME_ROWS or widest(more) > width:
                return rows, number
            rows += ["", _title(chapter), *more]
        return rows, len(self.chapters)

    # -- keys and clicks -------------------------------------------------------------------

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_filter(self) -> None:
        """Ask for a filter of the matches."""
        title = N_("Days, tag, game, what was played; empty: all")
        self._ask_for(title, self._only, may_be_empty=True)

    def _ask_for(self, title: str, on_answer: Callable[[str], None], *, may_be_empty: bool = False) -> None:
        """Ask for a line, if the season has been read."""
        if self.season is not None:
            line = Text(self.locale.gettext(title), may_be_empty=may_be_empty, empty="")
            self.asked.ask(line, on_answer)
            self.show()

    def _only(self, line: str) -> None:
        """Read the matches that fit a typed filter."""
        if self.season is None:
            return
        try:
            self.filter = parse_filter(self.locale, line, self.season)
        except NotKnown as error:
            message = N_("“{said}” is no day such as 2026-09-01, no tag, no game and nothing played here.")
            self.notice = self.locale.say(message, said=error.text)
            return
        self.notice = ""
        self.look()

    # -- deciding --------------------------------------------------------------------------

    def action_same(self) -> None:
        """Ask which two names belong to one player."""
        self._ask_for(N_("Who is who, such as Tom = Thomas"), self._same)

    def _same(self, line: str) -> None:
        """Merge two names into one player, or rename a player."""
        old, equals, new = map(clean_text, line.partition("="))
        if self.season is None:
            return
        if not (old and equals and new):
            self.notice = self.locale.gettext(N_("Two names, with = between them."))
            return
        if len(new) > NAME_LENGTH:
            self.notice = self.locale.gettext(N_("A name has 30 characters at most."))
            return
        try:
            self._decide(merge_players(self.season, old, new))
        except NobodyThere:
            self.notice = self.locale.say(N_("Nobody called {name} has finished a match."), name=old)
        except TheyMet as met:
            message = N_("{old} and {new} both played in match {number}.")
            self.notice = self.locale.say(message, old=old, new=new, number=met.number)

    def action_leave_out(self) -> None:
        """Ask which match does not count."""
        self._ask_for(N_("Which match does not count, and why: 3 a trial; or counts again: 3"), self._out)

    def _out(self, line: str) -> None:
        """Exclude a match with a reason, or include it again without one."""
        number, _space, why = clean_text(line).partition(" ")
        if self.season is None:
            return
        try:
            decision = leave_out(self.season, int(number), why)
        except ValueError:
            message = N_("“{said}” is no number of a finished match; the last chapter lists them.")
            self.notice = self.locale.say(message, said=number)
            return
        if decision is None and not why:
            message = N_("Match {number} counts. Say why it should not: {number} a trial")
            self.notice = self.locale.say(message, number=number)
        else:
            self._decide(decision)

    def _decide(self, decision: Decision | None) -> None:
        """Write a decision, report it, and read the matches again."""
        if decision is None:
            self.notice = self.locale.gettext(N_("It is so already; nothing was changed."))
            return
        with self._writing() as library:
            write_decisions(library, now(), decision)
            self._look_after(self._describe_decision(decision))

    def action_undo(self) -> None:
        """Take back the last decision."""
        if self.season is None:
            return
        with self._writing() as library:
            line = undo(library, now())
            if line is None or line.decision is None:
                self.notice = self.locale.gettext(N_("There is no decision to take back."))
            else:
                text = self._describe_decision(line.decision)
                self._look_after(self.locale.say(N_("Taken back: {decision}"), decision=text))
        self.show()

    @contextmanager
    def _writing(self) -> Iterator[MatchLibrary]:
        """Open the library to write; say why it cannot be written."""
        try:
            with closing(MatchLibrary(self.path, upgrade=False)) as library:
                yield library
        except (JournalError, OSError) as error:
            self.notice = trouble(self.locale, error)

    def _look_after(self, notice: str) -> None:
        """Read the matches again after a decision, and say what it was."""
        self._has_decided, self.notice = True, notice
        self.look()

    def _describe_decision(self, decision: Decision) -> str:
        """Return a decision as text."""
        matches = finished_matches(self.season) if self.season is not None else ()
        names = {match.identity: (match.number, match.name) for match in matches}
        return said_of(self.locale, decision, match_namer(self.locale, names))

    def action_write(self) -> None:
        """Write the page as HTML into the documents folder, under a free name."""
        if self.season is None:
            return
        try:
            path = free_name(documents_folder() / "q40k-season.html")
            write_whole(path, page(self.locale, self.season, self.filter).encode())
            opens = open_on_desktop(path)
            message = N_("The page opens now: {path}") if opens else N_("The page: {path}")
            self.notice = self.locale.say(message, path=path)
        except OSError as error:
            message = N_("The page could not be written: {why}")
            self.notice = self.locale.say(message, why=error.strerror or error)
        self.show()


def _title(chapter: Chapter) -> Content:
    return Content.assemble((f"▍{chapter.title}", "bold $text-accent"))


def season_chapters(locale: Locale, season: Season) -> tuple[Chapter, ...]:
    """Return the chapters of the leagues, the newest first, then those of the season."""
    return (*league_chapters(locale, leagues(season)), *chapters(locale, season))
