"""What decided a match: bots play it on in the background, and chapters say what dice and choices did."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from textual.content import Content
from textual.timer import Timer

from q40k.i18n.chapters import Chapter
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.width import wrap
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.lab.match_study import StudyJob
from q40k.study.again import NoMoment, try_again
from q40k.study.playouts import USUAL
from q40k.study.tables import chapters, headline, notes
from q40k.table.context import Onward
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Text
from q40k.tui.look import Rows, style_text
from q40k.tui.page import Key
from q40k.tui.pages.asked_line import ChapterPage
from q40k.tui.pages.chapters import chapter_rows

LOOK_SECONDS = 0.2
"""The interval at which the progress is shown."""
BAR = 40
"""The width of the bar of progress."""
WAITS = N_(
    "Bots play the match on from before and after every choice and every roll. Escape stops them. What they have"
    " finished is kept: s goes on there."
)


class StudyScreen(ChapterPage[bool]):
    """The study of a finished match, chapter by chapter. It returns whether another match is opened."""

    KEYS = (
        *ChapterPage.KEYS,
        Key("b", N_("play on from a moment"), "branch"),
        Key("o", N_("open it"), "open", where=("open",)),
        Key("f", N_("more play-outs"), "play_more"),
        Key("escape,q", N_("stop"), "leave", shown="Esc", where=("running",)),
        Key("escape,q", N_("back"), "leave", shown="Esc", where=("", "open")),
    )

    def __init__(self, desk: Desk, job: StudyJob) -> None:
        super().__init__()
        self.desk = desk
        self.job = job
        self.locale: Locale = desk.locale
        self.verdict = ""  # what won the match, above the first chapter
        self.branched: int | None = None
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """Show the progress until the study is there."""
        self._clock = self.set_interval(LOOK_SECONDS, self.show)
        self.show()

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show a chapter, or how far the study is."""
        self.foot.update(self.asked.render_line(self.notice))
        self.keys.update(self.key_line(self.desk.locale, self.size.width))
        _ = self.locale.gettext
        title = _("What decided it?")
        if self.job.page is not None:
            self._show_chapter()
        elif self.job.is_running:
            self.head.update(style_text(title, "bold"))
            self.body.update(look.lines(*self._progress_rows()))
        else:
            self.head.update(style_text(title, "bold"))
            self.body.update(style_text(self._fault_text(), "bold"))
        if not self.job.is_running and self._clock is not None:
            self._clock.stop()

    def shown_keys(self) -> list[Key]:
        """Return the keys that do something now."""
        is_read, watching = self.job.page is not None, self.desk.match_session.watching
        self.part = "running" if self.job.is_running else "open" if self.branched is not None else ""
        useless = {"branch"} if watching else set()
        return [key for key in super().shown_keys() if (is_read or key.is_at("escape")) and key.does not in useless]

    def _progress_rows(self) -> Rows:
        _, width, progress = self.locale.gettext, max(20, self.size.width - 4), self.job.progress
        rows: Rows = [style_text(line) for line in wrap(_(WAITS), width)]
        if progress is None:
            return [*rows, "", style_text(_("The match is read…"), look.MUTED)]
        message = N_("{place} of {number} commands, {left} left")
        time_left = "?" if progress.seconds_left is None else clock_time(progress.seconds_left)
        text = self.locale.say(message, place=progress.finished, number=progress.number, left=time_left)
        return [*rows, "", look.bar(Fraction(progress.finished, progress.number), min(BAR, width)), text]

    def _fault_text(self) -> str:
        fault = self.job.fault
        if fault is None:
            return self.locale.gettext(N_("The study was stopped."))
        why = journal_error(self.locale, fault).title if isinstance(fault, JournalError) else str(fault)
        return self.locale.say(N_("The match could not be studied: {why}"), why=why)

    def _show_chapter(self) -> None:
        if not self.chapters:
            self.chapters = self._make_chapters()
        chapter, number = self.chapters[self.at], len(self.chapters)
        self.head.update(Content.assemble((chapter.title, "bold"), (f"  {self.at + 1}/{number}", look.MUTED)))
        width = max(40, self.size.width - 4)
        above = [style_text(line, "bold") for line in wrap(self.verdict, width)] if not self.at else []
        self.body.update(look.lines(*above, *chapter_rows(chapter, width)))

    def _make_chapters(self) -> tuple[Chapter, ...]:
        page, locale = self.job.page, self.locale
        assert page is not None
        if not page.study.rows:
            return (Chapter(locale.gettext(N_("There is nothing to study yet.")), ()),)
        self.verdict = headline(locale, page.study, page.words)
        title = locale.gettext(N_("How this was worked out, and what it cannot see"))
        limits = Chapter(title, (), note=" ".join(notes(locale, page.study)))
        return (*chapters(locale, page.study, page.words), limits)

    # -- keys ------------------------------------------------------------------------------

    def action_leave(self) -> None:
        """Stop the study, and go back."""
        self.job.stop()
        self.dismiss(False)

    def action_play_more(self) -> None:
        """Study the match with the usual setting, which takes longer and is surer."""
        page, path = self.job.page, self.desk.match_session.session.journal.path
        if page is None or path is None:
            return
        if page.study.settings == USUAL:
            self.notice = self.locale.gettext(N_("These are all play-outs of the usual setting; q40k study has more."))
            self.show()
            return
        self.job, self.chapters, self.at = StudyJob(path, self.desk.match_session.number, self.locale, USUAL), (), 0
        self._clock = self.set_interval(LOOK_SECONDS, self.show)
        self.show()

    # -- another try -----------------------------------------------------------------------

    def action_branch(self) -> None:
        """Ask before which entry bots take the other seats; the dearest choice is suggested."""
        page = self.job.page
        if page is None or self.desk.match_session.watching:
            return
        moments = (*page.study.dearest, *page.study.turning_points)
        title = self.locale.gettext(N_("Play on against bots from before which entry?"))
        line = Text(title)
        if moments:
            suggested = str(moments[0].entry)
            line = Text(f"{title} ({suggested})", may_be_empty=True, empty=suggested)
        self.asked.ask(line, self._begin_again)
        self.show()

    def _begin_again(self, typed: str) -> None:
        match_session, locale = self.desk.match_session, self.locale
        path = match_session.session.journal.path
        try:
            self.branched = number = try_again(match_session, int(typed), locale, path or Path())
        except (ValueError, NoMoment):
            self.notice = locale.say(N_("“{typed}” is no entry of this match that others come before."), typed=typed)
        except JournalError as error:
            self.notice = journal_error(locale, error).title
        except Refused as refused:
            self.notice = self.desk.words.refuse(locale, refused.refusal)
        else:
            message = N_("Match {number} goes on from there. o opens it now; else q40k resume {number}")
            self.notice = locale.say(message, number=number)

    def action_open(self) -> None:
        """Open the match that was just begun here; this one stays as it is."""
        if self.branched is not None:
            self.desk.destination = Onward(match=self.branched)
            self.dismiss(True)


def open_study(desk: Desk) -> StudyScreen | None:
    """Return the screen that studies the match of a desk; say in a notice why there is none."""
    match_session, path = desk.match_session, desk.match_session.session.journal.path
    if match_session.game.study is None:
        desk.notice = desk.locale.say(N_("Matches of {game} cannot be studied."), game=match_session.game.name)
        return None
    if path is None:
        desk.notice = desk.locale.gettext(N_("This match is in no library."))
        return None
    job = desk.phones.current_study() or StudyJob(path, match_session.number, desk.locale)
    return StudyScreen(desk, job)
