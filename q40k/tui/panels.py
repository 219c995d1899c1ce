"""The panels of the main screen, the same in every game: ribbon, banner, lines below, card, key bar and feed."""

import re
from collections import deque
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from q40k.i18n.briefs import branch_of
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line
from q40k.table.shown import MARKS, describe_mark
from q40k.tui import look
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.headline import MIDDLING, Part, letter_line
from q40k.tui.look import clickable, fit, style_text
from q40k.tui.steady import Lined, TextPanel, changed_rows

LEAST_TITLE = 12
"""The columns of a match's name that are shown before the steps of a turn are shortened."""


class Ribbon(TextPanel):
    """The title, the turn and its steps; the running step is in brackets."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="ribbon")
        self.desk = desk
        self._last: tuple[Any, str] | None = None

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the ribbon to its new width."""
        if self._last is not None:
            self.show(*self._last)

    def show(self, state: Any, past: str = "") -> None:
        """Show the present title, turn and steps; `past` marks a moment of the past."""
        self._last = (state, past)
        width, desk = self.size.width or 80, self.desk
        if not self.has_changed(state, past, width, desk.locale, *desk.memory.values()):
            return
        ribbon = self.desk.screen.ribbon(self.desk, state)
        marks = self._marks(state, ribbon.turn, past)
        steps, room = self._steps(ribbon.steps, whole=True), 0
        for whole in (True, False):
            steps = self._steps(ribbon.steps, whole=whole)
            room = width - 2 - sum(cell_len(text) for text, _style in (*marks, *steps))
            if room >= min(LEAST_TITLE, cell_len(ribbon.title)):
                break
        name = fit(ribbon.title, min(cell_len(ribbon.title), max(LEAST_TITLE, room)))
        self.tell(Content.assemble((f" {name} ", "bold"), *marks, *steps))

    def _marks(self, state: Any, turn: str, past: str) -> list[tuple[str, str]]:
        """Return the parts between the title and the steps."""
        _ = self.desk.locale.gettext
        parts: list[tuple[str, str]] = []
        if past:
            parts.append((f" {past} ", "bold $warning reverse"))
        elif self.desk.match_session.watching:
            watching = _("watching")
            parts.append((f" {watching} ", "reverse"))
        if (origin := self.desk.origin) is not None:
            branch = branch_of(self.desk.locale, origin.match, origin.entry)
            parts.append((f" {branch} ", "bold $text-accent"))
        if self.desk.view.status(state).over:
            won = _("won")
            parts.append((f" {won} ", "bold reverse"))
        if turn:
            parts.append((f" {turn} ", "bold"))
        return parts

    def _steps(self, steps: tuple[tuple[str, bool], ...], *, whole: bool) -> list[tuple[str, str]]:
        """Return the steps, the running one in brackets; the others shortened if not `whole`."""
        return [
            (f" [{name.upper()}] ", "bold reverse") if running else (f" {name} " if whole else f" {name[:1]}", "")
            for name, running in steps
        ]


class Below(TextPanel):
    """The game's lines below the ribbon; hidden if there are none."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="sides")
        self.desk = desk

    def show(self, state: Any) -> None:
        """Show the lines of a state."""
        if not self.has_changed(state, self.desk.locale, *self.desk.memory.values()):
            return
        lines = self.desk.screen.lines_below(self.desk, state)
        self.display = bool(lines.plain)
        self.tell(lines)

    def rows(self, width: int) -> int:
        """Return the rows it takes on a screen of that width."""
        return len(self.lines(width))


MAP_FROM = 120
"""The columns from which there is room for the map beside the feed."""
CARD_ROWS, LEAST_CARD_ROWS = 9, 3
"""The usual most rows of a card, and the least below a board; the board may need more."""


class Card(Lined, can_focus=True):
    """The card of the active seat, or of the one marked on the board; Up and Down scroll it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="card")
        self.desk = desk
        self._seat: str | None = None
        self._shown = Content("")
        self._wrapped: dict[int, list[Content]] = {}  # by width
        self._from = 0  # the first visible line
        self._seen: list[Content] = []  # the visible lines
        self._seen_at: Size | None = None  # the size they are for

    def show(self, state: Any, seat: str | None) -> None:
        """Show the card of a seat."""
        self._from = self._from if seat == self._seat else 0
        self._seat, desk = seat, self.desk
        if not self.has_changed(state, seat, desk.locale, desk.has_packs, *desk.memory.values()):
            return
        shown = self.desk.screen.card(self.desk, state, seat) if seat else Content("")
        if not shown.is_same(self._shown):
            self._shown, self._wrapped = shown, {}
            before = self._seen
            self._see()
            self.redraw(changed_rows(before, self._seen))

    def rows(self, width: int) -> int:
        """Return the rows of the whole card on a screen of that width, including the line above it."""
        return len(self._wrap(max(1, width - 2))) + 1

    def _wrap(self, width: int) -> list[Content]:
        """Return the lines of the card at a width."""
        if width not in self._wrapped:
            self._wrapped[width] = look.wrap_parts(self._shown, width)
        return self._wrapped[width]

    def visible_rows(self) -> list[Content]:
        """Return the visible lines."""
        if self._seen_at != self.content_size:
            self._see()
        return self._seen

    def _see(self) -> None:
        """Take as many lines as fit; a last one says that there are more, and how to see them."""
        width, height = self.content_size
        lines = self._wrap(width) if width and height else [self._shown]
        most = max(1, height)
        self._from = max(0, min(self._from, len(lines) - most))
        seen = lines[self._from : self._from + most]
        below = len(lines) - self._from - most
        if width and height and below > 0:
            _ = self.desk.locale.gettext
            message = _("↓ {number} more lines (Shift+Tab, ↓)").format(number=below + 1)
            seen[-1] = style_text(look.fit(message, width), f"{look.MUTED} italic")
        self._seen, self._seen_at = seen, self.content_size

    def key_up(self) -> None:
        """Scroll a line back."""
        self._scroll(-1)

    def key_down(self) -> None:
        """Scroll a line forward."""
        self._scroll(1)

    def _scroll(self, by: int) -> None:
        self._from += by
        self._see()
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.key_up()

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward."""
        self.key_down()

    def explain(self) -> str:
        """Return what F1 says of the card."""
        return self.desk.screen.explain_card(self.desk, self._seat)


MOST_KEYS = 8
"""The most keys in the bar, with help, which is always there; the palette has all others."""
HELP = "help"


class KeyBar(Lined):
    """The eight keys that make sense now and are used most; a click does what the key does."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action_id = action

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="keys")
        self.desk = desk
        self._items: list[tuple[str, str, str]] = []
        self._lines: dict[tuple[object, ...], Content] = {}  # by the items and the width that they are for
        self._words: dict[tuple[Locale, str], tuple[str, str, str]] = {}

    def show(self, *, typing: bool) -> None:
        """Show the usual actions of the bar; while letters are `typing`, only those without a letter."""
        usual = (action for action in self.desk.actions if action.bar >= 0 and self.desk.is_sensible(action.id))
        used = sorted(usual, key=lambda action: action.bar)
        items = [self._item(action) for action in used]
        if typing:
            undo = [("undo", "Ctrl+Z", name) for key, _shown, name in items if key == "undo"]
            items = undo + [item for item in items if len(item[1]) > 1 and " " not in item[1]]
        if items != self._items:
            self._items = items
            self.refresh()

    def _item(self, action: Action) -> tuple[str, str, str]:
        """Return an action's id, key and name; they are worded once."""
        locale = self.desk.locale
        if (locale, action.id) not in self._words:
            self._words[locale, action.id] = action.id, action.key_in(locale), locale.gettext(action.name)
        return self._words[locale, action.id]

    def _fitting(self) -> list[tuple[str, str, str]]:
        """Return the keys used most often, as many as fit, in the order of the list of actions."""
        width = self.size.width or 80
        last = [item for item in self._items if item[0] == HELP] + [("palette", "…", "")]
        used = sum(map(_columns, last))
        fitting: list[tuple[str, str, str]] = []
        for item in self._items:
            if item[0] in (HELP, "palette") or used + _columns(item) > width or len(fitting) == MOST_KEYS - 1:
                continue
            used += _columns(item)
            fitting.append(item)
        return sorted(fitting, key=lambda item: self.desk.actions[item[0]].at) + last

    def visible_rows(self) -> list[Content]:
        """Return the keys in one line."""
        depends = (*self._items, self.size.width)
        if depends not in self._lines:
            parts = [
                clickable(Content.assemble((f" {key} ", "reverse bold"), f"{name} "), action=action)
                for action, key, name in self._fitting()
            ]
            self._lines[depends] = Content("").join(parts)
        return [self._lines[depends]]

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        action = event.style.meta.get("action")
        if action is not None:
            self.post_message(self.Pressed(action))


def _columns(item: tuple[str, str, str]) -> int:
    """Return the columns of a key in the bar."""
    _action, key, name = item
    return cell_len(f" {key} {name} ")


# -- the banner -----------------------------------------------------------------------------

HUGE, LARGE = 10, 5
"""The rows of the letters, the first in hall mode only. Without room for them, the prompt's first
line says whose part it is, across the whole screen.
"""
_NUMBER = r"(?:≤\d|\d\+)$"
"""The number needed, at the end of what is rolled."""


class Banner(TextPanel):
    """What is wanted, in large letters: of whom, what for, and the chance; else who acts.

    One that is `far` from its readers names the phase as well, which the ribbon names in small letters.
    """

    def __init__(self, desk: Desk, *, far: bool = False) -> None:
        super().__init__(id="banner")
        self.desk = desk
        self.is_far = far

    def show(self, state: Any, width: int, spare: int, *, sizes: tuple[int, ...] = (LARGE, MIDDLING)) -> int:
        """Show a state in at most `spare` rows; return the rows that the banner takes.

        `sizes` are the rows of letters to choose from.
        """
        rows = next((rows for rows in sizes if rows <= spare), 0)
        candidates = self._candidates(state) if rows else ()
        self.display = bool(candidates)
        if not candidates:
            return 0
        self.tell(*letter_line(candidates, rows, width - 2))
        return rows

    def _candidates(self, state: Any) -> tuple[tuple[Part, ...], ...]:
        """Return what the banner may say, the fullest first; empty if it is nobody's part."""
        desk, status, question = self.desk, self.desk.view.status(state), self.desk.snapshot.question
        target = question.who if question is not None else None
        seat = target or next(iter(status.active), None)
        if status.over and status.winners:
            return ((Part(desk.locale.join_and(status.winners), "bold $call"),),)
        name = next((entry.name for entry in desk.view.seats(state) if entry.id == seat), "")
        if not name or not seat:
            return ()
        who = Part(name, f"bold {desk.screen.colour(desk, state, seat)}")
        if question is None:
            steps = desk.screen.ribbon(desk, state).steps if self.is_far else ()
            now = [Part(word, "bold", minor=True) for word, running in steps if running]
            return ((who, *now), (who,))
        worded = desk.words.ask(desk.locale, state, question)
        words, number = split_number(worded.matter)
        matter = [Part(words, "bold", minor=True)] if words else []
        needed = [Part(number, "bold $warning", joined=bool(words))] if number else []
        chance = [Part(worded.chance, "bold $text-accent")] if worded.chance else []
        short = [Part(number, "bold $warning")] if number else []
        named = Part(name, who.style, minor=True)
        best = ((who, *matter, *needed, *chance), (named, *matter, *needed, *chance))
        return (*best, (named, *short, *chance), (*short, *chance)) if number else (*best, (who,))

    @property
    def is_needed(self) -> bool:
        """Whether a number is needed, which is read from afar."""
        desk, question = self.desk, self.desk.snapshot.question
        return question is not None and bool(split_number(desk.words.ask(desk.locale, desk.state, question).matter)[1])


def split_number(matter: str) -> tuple[str, str]:
    """Split what is rolled into its words and the number needed at their end, or ""."""
    number = re.search(_NUMBER, matter)
    return (matter[: number.start()].rstrip(" :"), number[0]) if number else (matter, "")


# ---- the feed: what has just happened, in plain lively words

SHOWN = 40
"""The number of the journal's newest lines that the feed reads."""
CALL = look.Beat("»", "bold $call")
"""The look of the announcer's calls."""
POINTS = re.compile(r"\s\(?([+−-][0-9 /\u00bc-\u00be\u2150-\u215e]+)\)?$")
"""The points at the end of a sentence that pays or costs some; they are aligned right."""


LineVersion: TypeAlias = tuple[int, bool, int]
"""A line as it was written: its number, whether it is undone, the number of its first version."""


class Row(Struct, frozen=True):
    """A sentence of the feed, and how it looks."""

    text: Content
    beat: look.Beat = look.Beat()
    points: str = ""

    def lines(self, width: int) -> list[Content]:
        """Return the sentence after its sign, wrapped to `width`; its points are aligned right."""
        if self.beat.across:
            text = Content.assemble(("── ", self.beat.style), self.text, " ")
            rest = "─" * max(0, width - text.cell_length)
            return [Content.assemble(text, (rest, self.beat.style)).truncate(width)]
        room = max(1, width - 2 - (len(self.points) + 1 if self.points else 0))
        wrapped = self.text.wrap(room)
        first = Content.assemble((f"{self.beat.sign} ", self.beat.style), wrapped[0])
        if self.points:
            gap = " " * max(1, width - first.cell_length - len(self.points))
            first = Content.assemble(first, gap, (self.points, "bold"))
        return [first, *(Content.assemble("  ", line) for line in wrapped[1:])]


def sentences(desk: Desk, state: Any, line: Line) -> list[str]:
    """Return what a line of the journal says, a sentence for each event."""
    return list(desk.words.sentences(desk.locale, state, line.events, line.first_seq))


def rows_of(desk: Desk, state: Any, line: Line) -> list[Row]:
    """Return the sentences of a line of the journal, in the words of a state."""
    events = desk.words.sentences(desk.locale, state, line.events, line.first_seq)
    return [_row(desk, state, line, event, text) for text, event in events.items()]


def _row(desk: Desk, state: Any, line: Line, event: Event, text: str) -> Row:
    """Return the sentence of an event in its own look, or struck through."""
    usual = desk.screen.beat(event)
    beat, style = usual, usual.style
    if line.undone:
        beat, style = look.UNDONE, f"{look.MUTED} strike"
    points = POINTS.search(text) if usual.pays else None
    sentence = text[: points.start()] if points else text
    return Row(desk.screen.colour_names(state, sentence, style), beat, points[1].strip() if points else "")


class Feed(Lined, can_focus=True):
    """The newest lines of the journal; undone lines are struck through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "back(1)", show=False),
        Binding("down", "back(-1)", show=False),
        Binding("pageup", "back(5)", show=False),
        Binding("pagedown", "back(-5)", show=False),
        Binding("home", "back(1000)", show=False),
        Binding("end", "back(-1000)", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="feed")
        self.desk = desk
        self.match_session = desk.match_session
        self.announcer = Announcer(desk.match_session.game)
        self._locale = desk.locale
        self._head = 0
        self._basis: tuple[Any, ...] = ()
        self._entries: deque[tuple[LineVersion, list[Row]]] = deque(maxlen=SHOWN)
        self._back = 0
        self._wrapped: dict[LineVersion, tuple[int, list[Content]]] = {}  # with the number of rows they are of
        self._wrapped_to = 0
        self._seen: list[Content] = []  # the visible lines
        self._seen_at: tuple[Any, ...] = ()  # what they depend on

    def show(self, locale: Locale) -> None:
        """Show the newest lines; read only new ones. Raises JournalError."""
        head, state = self.match_session.head, self.match_session.state
        settings = self.desk.settings
        names = (seat.name for seat in self.desk.view.seats(state))
        basis = (locale.language, settings.calls, settings.silent, *names)
        if head == self._head and basis == self._basis:
            return
        read_to = self._head if basis[: len(self._basis)] == self._basis else 0
        new = self.match_session.lines(SHOWN, after=read_to)
        # Rows are reused, unless an undo may have made a secret of them again.
        previous = dict(self._entries) if read_to and not self.match_session.keeps_secrets else {}
        if read_to and any(line.entry.kind in MARKS[:3] for line in new):
            new = self.match_session.lines(SHOWN)  # older lines may look different now
            read_to = 0
        if not read_to:
            self._entries.clear()
        for line in new:
            version = (line.entry.seq, line.undone, line.first_seq)
            if version not in previous:
                self._wrapped.pop(version, None)
            rows = previous[version] if version in previous else self._rows(state, line)
            self._entries.append((version, rows))
        self._head, self._basis, self._locale, self._back = head, basis, locale, 0
        before = self._seen
        self._see()
        self.redraw(changed_rows(before, self._seen))

    def show_again(self) -> None:
        """Show all lines anew, since the calls have changed. Raises JournalError."""
        self._head = 0
        self.show(self._locale)

    def _rows(self, state: Any, line: Line) -> list[Row]:
        if line.entry.kind in MARKS:
            sign, _, text = describe_mark(self.desk.locale, self.desk.match_session, line).partition(" ")
            return [Row(style_text(text, f"{look.MUTED} italic"), look.Beat(sign, look.MUTED))]
        state = self.match_session.state_of(line)
        colour = self.desk.screen.colour_names
        calls = [Row(colour(state, text, CALL.style), CALL) for text in self._calls(state, line)]
        return [*rows_of(self.desk, state, line), *calls]

    def _calls(self, state: Any, line: Line) -> list[str]:
        """Return the announcer's calls of a line."""
        desk = self.desk
        calls = self.announcer.calls_at(line.entry.seq, desk.settings)
        return [desk.words.call(desk.locale, state, call) for call in calls]

    def visible_rows(self) -> list[Content]:
        """Return the newest lines that fit, or those scrolled back to."""
        if self._seen_at != (self.content_size, self._back, self._head, self._basis):
            self._see()
        return self._seen

    def _see(self) -> None:
        width, height = self.content_size
        if width != self._wrapped_to or len(self._wrapped) > 4 * SHOWN:
            self._wrapped, self._wrapped_to = {}, width
        lines: list[Content] = []
        for version, rows in reversed(self._told_entries()) if width and height else ():
            if self._wrapped.get(version, (-1,))[0] != len(rows):
                self._wrapped[version] = len(rows), [line for row in rows for line in row.lines(width)]
            lines[:0] = self._wrapped[version][1]
            if len(lines) >= height + self._back:
                break
        self._back = max(0, min(self._back, len(lines) - height))
        end = len(lines) - self._back
        seen = lines[max(0, end - height) : end]
        self._seen = [*[Content("")] * (height - len(seen)), *seen]  # below: what is new comes there
        self._seen_at = (self.content_size, self._back, self._head, self._basis)

    def _told_entries(self) -> list[tuple[LineVersion, list[Row]]]:
        """Return the entries without headings below which nothing is told yet: the ribbon names turn and phase."""
        entries = list(self._entries)
        while entries and entries[-1][1] and entries[-1][1][-1].beat.across:
            version, rows = entries.pop()
            if rest := rows[:-1]:
                entries.append((version, rest))
        return entries

    # -- scrolling -------------------------------------------------------------------------

    def action_back(self, by: int) -> None:
        """Scroll back, or forward if `by` is negative."""
        self._back = max(0, self._back + by)
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.action_back(2)

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward."""
        self.action_back(-2)

    def explain(self) -> str:
        """Return what F1 says of the feed."""
        _ = self._locale.gettext
        return _(
            "What has happened, the newest below. What was undone has ↶ before it, is struck through"
            " and stays readable. g opens the whole log."
        )
