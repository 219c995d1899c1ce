"""H: the match walked back and forth on the screen, without touching it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.amending import branch_name
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import JournalError
from q40k.table.context import Onward
from q40k.table.history import History, branch, mark
from q40k.table.shown.entered import entered
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.desk import Desk
from q40k.tui.feed import sentences
from q40k.tui.fields import Text
from q40k.tui.look import styled
from q40k.tui.pages.asked_line import AskedLine
from q40k.tui.panels import Below, Card, Ribbon

SPEEDS = (0.5, 1, 2, 5, 10, 30)
"""Entries a second."""
USUAL = 2
FEED = 40


class PastScreen(Screen[bool]):
    """Ribbon, board and card as they were, and what happened up to then.

    True when something was put right from here.
    """

    CSS_PATH = "past.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,h,q", "leave", show=False),
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("pageup", "step(-20)", show=False),
        Binding("pagedown", "step(20)", show=False),
        Binding("home", "step(-10000000)", show=False),
        Binding("end", "step(10000000)", show=False),
        Binding("t", "along('turn', 1)", show=False),
        Binding("T", "along('turn', -1)", show=False),
        Binding("k", "along('great', 1)", show=False),
        Binding("K", "along('great', -1)", show=False),
        Binding("b", "along('bookmark', 1)", show=False),
        Binding("B", "along('bookmark', -1)", show=False),
        Binding("space", "play", show=False),
        Binding("plus", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("m", "name", show=False),
        Binding("j", "jump", show=False),
        Binding("w", "branch", show=False),
        Binding("o", "open", show=False),
        Binding("a", "amend", show=False),
    ]

    def __init__(self, desk: Desk, history: History) -> None:
        super().__init__()
        self.desk = desk
        self.history = history
        self.locale = desk.locale
        self.ribbon = Ribbon(desk)
        self.below = Below(desk)
        self.board = desk.screen.board(desk)
        self.card = Card(desk)
        self.told = Static(id="past-feed")
        self.line = Static(id="past-line")
        self.foot = Static(id="past-foot")
        self.notice = ""
        self.fast = USUAL
        self.asked = AskedLine()
        self.branched: int | None = None  # the match that was begun from here last
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.ribbon
        yield self.below
        with Horizontal(id="top"):
            yield self.board
            yield self.card
        yield self.told
        yield self.line
        yield self.foot

    def on_mount(self) -> None:
        """Begin where the match stands."""
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """More or fewer lines fit now."""
        self.show()

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the moment the walk stands at."""
        history, _ = self.history, self.locale.gettext
        state = history.state
        place = _("PAST {entry} of {last}") if not history.at_end else _("NOW {entry} of {last}")
        past = place.format(entry=history.entry, last=history.stops[-1])
        self.ribbon.show(state, past)
        self.below.show(state)
        self.board.show(state)
        self.card.show(state, self.board.shown())
        self.told.update(self._story())
        self.line.update(self.asked.shown(self.notice))
        playing = _("Space: stop") if self._timer else _("Space: play")
        keys = (
            " · ".join(self._walks()),
            playing + " " + _("· + − speed · M: mark · A: put right · W: what if · Esc: back"),
        )
        self.foot.update(look.lines(*keys))

    def _walks(self) -> Iterator[str]:
        """The keys that walk, as far as this game has what they go to."""
        _, moments = self.locale.gettext, self.desk.view.moments
        yield _("←→ step · PgUp PgDn")
        if moments.turn:
            yield _("T turn")
        if moments.great:
            called = _(moments.called) if moments.called else _("great moment")
            yield _("K {moment}").format(moment=called)
        yield _("B bookmark (Shift: back)")
        if moments.turn:
            yield _("J: to turn…")

    def _story(self) -> Content:
        history = self.history
        height = max(1, self.told.content_size.height or 6)
        rows: list[Content] = []
        for line in history.lines(min(FEED, height)):
            here = line.entry.seq == history.entry
            said = sentences(self.desk, history.state, line)
            if here and not said:
                said = [f"→ {entered(self.desk.locale, self.desk.match_session, line)}"]
            rows += [styled(text, "bold" if here else look.MUTED) for text in said]
        marks = {one.entry: one.name for one in history.bookmarks}
        if history.entry in marks:
            rows.append(styled(f"⚑ {marks[history.entry]}", "bold $warning"))
        return look.lines(*rows[-height:])

    def _ask(self, title: str, answered: Callable[[str], None]) -> None:
        self.asked.ask(Text(title, may_be_empty=True, empty="", most=60), answered)
        self.show()

    def _say(self, text: str) -> None:
        self.notice = text
        self.show()

    # -- walking ---------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go some entries back or forth."""
        self.history.step(by)
        self._say("")

    def action_along(self, what: str, by: int) -> None:
        """Go to the next turn, great moment or bookmark, or the one before."""
        _ = self.locale.gettext
        walk = {
            "turn": self.history.turn,
            "great": self.history.great,
            "bookmark": self.history.bookmark,
        }[what]
        self._say("" if walk(by) else _("There is none further that way."))

    def action_play(self) -> None:
        """Play on from here, or stop."""
        if self._timer is not None:
            self._stop()
        else:
            if self.history.at_end:
                self.history.step(-len(self.history.stops))
            self._timer = self.set_interval(1 / SPEEDS[self.fast], self.tick)
        self._say("")

    def tick(self) -> None:
        """One entry further; at the newest the playing ends."""
        if not self.history.step(1):
            self._stop()
        self.show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        _ = self.locale.gettext
        self.fast = max(0, min(len(SPEEDS) - 1, self.fast + by))
        if self._timer is not None:
            self._stop()
            self._timer = self.set_interval(1 / SPEEDS[self.fast], self.tick)
        rate = self.locale.number(SPEEDS[self.fast])
        self._say(_("{number} entries a second").format(number=rate))

    # -- what can be done from here --------------------------------------------------------

    def action_name(self) -> None:
        """Ask for the name of a bookmark."""
        _ = self.locale.gettext
        if self.desk.match_session.watching:
            self._say(_("You are only watching: another q40k holds this match."))
            return
        self._ask(_("Name of the bookmark"), self._mark)

    def action_jump(self) -> None:
        """Ask for the number of a turn."""
        _ = self.locale.gettext
        self._ask(_("To which turn?"), self._jump)

    def on_key(self, event: events.Key) -> None:
        """What is typed at the line goes there, and nowhere else."""
        if self.asked.line is None:
            return
        event.stop()
        event.prevent_default()
        self.asked.press(event.key, event.character)
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted words are typed, at the caret."""
        event.stop()
        self.asked.paste(event.text)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """While something is typed, keys are letters."""
        del action, parameters
        return self.asked.line is None

    def _mark(self, name: str) -> None:
        self.notice = self.locale.say(N_("Marked: entry {entry}"), entry=self.history.entry)
        self._try(lambda: mark(self.desk.match_session, self.history.entry, name))

    def _jump(self, typed: str) -> None:
        known = typed.isascii() and typed.isdigit() and self.history.to_turn(int(typed))
        self.notice = "" if known else self.locale.gettext(N_("That turn was never played."))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except JournalError as error:
            self.notice = journal_error(self.locale, error).title

    def action_branch(self) -> None:
        """Begin another match from here."""
        _ = self.locale.gettext
        match_session, entry = self.desk.match_session, self.history.entry

        def begin() -> None:
            name = branch_name(self.locale, match_session.row.name, entry)
            self.branched = number = branch(match_session, entry, name)
            said = _("Match {number} goes on from there. O opens it now; else q40k resume {number}")
            self.notice = said.format(number=number)

        self._try(begin)
        self.show()

    def action_open(self) -> None:
        """Go on in the match that was begun from here just now; this one waits."""
        if self.branched is not None:
            self.desk.onward = Onward(match=self.branched)
            self.action_leave()

    def action_amend(self) -> None:
        """Put right the entry at which the walk stands."""
        from q40k.tui.pages.amend_screen import open_amending

        self._stop()

        def ended(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            else:
                self._say(trouble)

        open_amending(self, self.desk, self.history.entry, ended)

    def on_board_marked(self, _message: Board.Marked) -> None:
        """Show the marked card."""
        self.show()

    def action_leave(self) -> None:
        """Back to the present."""
        self._stop()
        self.dismiss(False)


def open_past(app: App[int], desk: Desk, seen: Callable[[bool | None], None]) -> str:
    """Walk the past of a match on a screen of its own; says why not, if it cannot be done."""
    try:
        history = History(desk.match_session)
    except JournalError as error:
        return journal_error(desk.locale, error).title
    app.push_screen(PastScreen(desk, history), seen)
    return ""
