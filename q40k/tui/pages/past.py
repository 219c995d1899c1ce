"""H: step back and forth through the match, without changing it."""

from collections.abc import Callable

from msgspec.structs import replace
from textual import events
from textual.app import App, ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.amending import branch_name
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.table.context import Onward
from q40k.table.history import History, add_bookmark, branch
from q40k.table.shown import describe_input
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.desk import Desk
from q40k.tui.fields import Text
from q40k.tui.look import style_text
from q40k.tui.map.screen import MapPane, house_pane
from q40k.tui.map.view import PastMap
from q40k.tui.page import Key
from q40k.tui.pages.amending import open_amending
from q40k.tui.pages.asked_line import AskingPage
from q40k.tui.panels import CARD_ROWS, LEAST_CARD_ROWS, MAP_FROM, Below, Card, Ribbon, rows_of
from q40k.tui.panels import Row as Sentence
from q40k.tui.steady import Column, Row

SPEEDS = (0.5, 1, 2, 5, 10, 30)
"""Entries per second."""
USUAL = 2


class PastScreen(AskingPage[bool]):
    """Ribbon, board, card and map at a past moment, and the events up to it.

    Returns True if an entry was corrected from here.
    """

    CSS_PATH = "past.tcss"
    KEYS = (
        Key("left", N_("step"), "step(-1)", shown="←→", first=True),
        Key("right", "", "step(1)", first=True),
        Key("pageup", "", "step(-20)"),
        Key("pagedown", "", "step(20)"),
        Key("home", "", "step(-10000000)"),
        Key("end", "", "step(10000000)"),
        Key("t", N_("turn"), "along('turn', 1)"),
        Key("T", "", "along('turn', -1)"),
        Key("k", N_("great moment"), "along('great', 1)"),
        Key("K", "", "along('great', -1)"),
        Key("b", N_("bookmark (Shift: back)"), "along('bookmark', 1)"),
        Key("B", "", "along('bookmark', -1)"),
        Key("j", N_("to turn…"), "jump"),
        Key("space", N_("play"), "play", shown="Space", where=("still",)),
        Key("space", N_("stop"), "play", shown="Space", where=("playing",)),
        Key("plus", N_("speed"), "speed(1)", shown="+ −"),
        Key("minus", "", "speed(-1)"),
        Key("m", N_("mark"), "name"),
        Key("a", N_("put right"), "amend"),
        Key("w", N_("what if"), "branch"),
        Key("o", "", "open"),
        Key("escape,h,q", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, desk: Desk, history: History) -> None:
        super().__init__()
        self.desk = desk
        self.history = history
        self.locale = desk.locale
        self.ribbon = Ribbon(desk)
        self.below = Below(desk)
        self.body, self.top = Row(id="body"), Row(id="top")
        self.board = desk.screen.make_board(desk)
        self.card = Card(desk)
        self.pane: MapPane | None = None
        self.feed = Static(id="past-feed")
        self.line = Static(id="past-line")
        self.foot = Static(id="past-foot")
        self.notice = ""
        self.fast = USUAL
        self._card_rows = CARD_ROWS  # the most that a card has needed; it does not shrink
        self.branched: int | None = None  # the match that was last branched off here
        self._warned_of: int | None = None  # the entry where a branch would know secrets
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self.ribbon
        yield self.below
        with self.body, Column(id="left"):
            with self.top:
                yield self.board
                yield self.card
            yield self.feed
        yield self.line
        yield self.foot

    def on_mount(self) -> None:
        """Start at the current entry."""
        self._lay_out()
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size, which the widgets have after a layout."""
        self._lay_out()
        self.show()
        self.call_after_refresh(self.show)

    def _lay_out(self) -> None:
        """Give the map the place that it has on the main screen, and the board and the card their rows."""
        width, screen = self.size.width, self.desk.screen
        has_map, whole = screen.has_map(self.desk.state), width >= MAP_FROM
        self.set_class(has_map and whole, "-mapped")
        self.set_class(has_map and not whole and screen.map_leads, "-board")
        home = self.body if self.has_class("-mapped") else self.top if self.has_class("-board") else None
        self.pane = house_pane(self.pane, home, lambda: MapPane(self.desk, PastMap(self.desk)))
        if self.pane is not None and home is not None:
            self.pane.fit(width, whole=whole)
        board_rows = len(self.board.seats()) + 2 + len(self.board.below())
        room = max(CARD_ROWS + 1, self.size.height // 2)
        if self.has_class("-board"):
            rows = room
        elif self.has_class("-mapped"):
            self._card_rows = max(self._card_rows, self.card.rows(width - (self.pane.columns if self.pane else 0)))
            rows = min(room, board_rows + self._card_rows)
        else:
            rows = min(room, max(board_rows, CARD_ROWS + 1))
        self.top.styles.height = rows
        self.board.styles.height = min(board_rows, rows - LEAST_CARD_ROWS) if self.has_class("-mapped") else "100%"

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the current moment."""
        history, _ = self.history, self.locale.gettext
        state = history.state
        place = _("PAST {entry} of {last}") if not history.at_end else _("NOW {entry} of {last}")
        past = place.format(entry=history.entry, last=history.stops[-1])
        self.ribbon.show(state, past)
        self.below.show(state)
        self.board.show(state)
        self.card.show(state, self.board.card_seat())
        if self.pane is not None and isinstance(self.pane.view, PastMap):
            self.pane.view.moment = state
            self.pane.view.display = self.pane.view.scene is not None
            self.pane.show()
        self.feed.update(self._story())
        self.line.update(self.asked.render_line(self.notice))
        self.part = "playing" if self._timer is not None else "still"
        self.foot.update(self.key_line(self.locale, (self.size.width or 80) - 2))

    def shown_keys(self) -> list[Key]:
        """Return the keys of the kinds of stops this game has, with the name of its great moments."""
        moments = self.desk.view.moments
        useless = {key for key in "tj" if not moments.turn} | {key for key in "k" if not moments.highlights}
        shown = [key for key in super().shown_keys() if key.keys not in useless]
        called = moments.highlight_name
        return [replace(key, name=called) if called and key.keys == "k" else key for key in shown]

    def _story(self) -> Content:
        history = self.history
        width, height = self.feed.content_size.width or 80, max(1, self.feed.content_size.height or 6)
        rows: list[Content] = []
        for line in history.lines(2 * height):
            is_current = line.entry.seq == history.entry
            sentences = rows_of(self.desk, history.state, line)
            if is_current and not sentences:
                text = describe_input(self.desk.locale, self.desk.match_session, line)
                sentences = [Sentence(style_text(text), look.Beat("→"))]
            lines = [row for sentence in sentences for row in sentence.lines(width)]
            rows += [style_text(look.fit(row.plain, width), "reverse") for row in lines] if is_current else lines
        marks = {bookmark.entry: bookmark.name for bookmark in history.bookmarks}
        if history.entry in marks:
            rows.append(style_text(f"⚑ {marks[history.entry]}", "bold $warning"))
        return look.lines(*rows[-height:])

    def _ask(self, title: str, on_answer: Callable[[str], None]) -> None:
        self.asked.ask(Text(title, may_be_empty=True, empty="", most=60), on_answer)
        self.show()

    def _say(self, text: str) -> None:
        self.notice = text
        self.show()

    # -- walking ---------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Step some entries back or forth."""
        self.history.step(by)
        self._say("")

    def action_along(self, what: str, by: int) -> None:
        """Go to the next or previous turn, great moment or bookmark."""
        _ = self.locale.gettext
        go = {
            "turn": self.history.go_to_next_turn,
            "great": self.history.go_to_moment,
            "bookmark": self.history.go_to_bookmark,
        }[what]
        self._say("" if go(by) else _("There is none further that way."))

    def action_play(self) -> None:
        """Start or stop playing from here."""
        if self._timer is not None:
            self._stop()
        else:
            if self.history.at_end:
                self.history.step(-len(self.history.stops))
            self._timer = self.set_interval(1 / SPEEDS[self.fast], self.tick)
        self._say("")

    def tick(self) -> None:
        """Step one entry forth; stop at the newest."""
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

    def _mark(self, name: str) -> None:
        self.notice = self.locale.say(N_("Marked: entry {entry}"), entry=self.history.entry)
        self._try(lambda: add_bookmark(self.desk.match_session, self.history.entry, name))

    def _jump(self, typed: str) -> None:
        is_played = is_digits(typed) and self.history.go_to_turn(int(typed))
        self.notice = "" if is_played else self.locale.gettext(N_("That turn was never played."))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except JournalError as error:
            self.notice = journal_error(self.locale, error).title

    def action_branch(self) -> None:
        """Branch off a new match here."""
        _ = self.locale.gettext
        match_session, entry = self.desk.match_session, self.history.entry
        whole = match_session.is_open_with_secrets
        if whole and self._warned_of != entry:
            self._warned_of = entry
            self.notice = _("A branch knows what is still secret here. w again begins it all the same.")
            self.show()
            return

        def begin() -> None:
            name = branch_name(self.locale, match_session.row.name, entry)
            self.branched = number = branch(match_session, entry, name, whole=whole)
            message = _("Match {number} goes on from there. o opens it now; else q40k resume {number}")
            self.notice = message.format(number=number)

        self._try(begin)
        self.show()

    def action_open(self) -> None:
        """Open the match that was just branched off here; this one stays as it is."""
        if self.branched is not None:
            self.desk.destination = Onward(match=self.branched)
            self.action_leave()

    def action_amend(self) -> None:
        """Correct the current entry."""
        self._stop()

        def on_end(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            else:
                self._say(trouble)

        open_amending(self, self.desk, self.history.entry, on_end)

    def on_board_marked(self, _message: Board.Marked) -> None:
        """Show the marked card."""
        self.show()

    def action_leave(self) -> None:
        """Go back to the present."""
        self._stop()
        self.dismiss(False)


def open_past(app: App[int], desk: Desk, on_close: Callable[[bool | None], None]) -> str:
    """Show the past of a match on its own screen. Return the reason if it is impossible."""
    try:
        history = History(desk.match_session)
    except JournalError as error:
        return journal_error(desk.locale, error).title
    app.push_screen(PastScreen(desk, history), on_close)
    return ""
