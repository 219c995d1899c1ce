"""The ribbon, the banner, the lines below, the card and the key bar: the same in every game."""

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from q40k.i18n.briefs import branch_of
from q40k.i18n.locale import Locale
from q40k.table.shown import RacePlace, ranks
from q40k.tui import look
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.headline import MIDDLING, dots, large, middling, race_line
from q40k.tui.look import clickable, fit, style_text
from q40k.tui.steady import Steady, TextPanel, changed_rows

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
        width = self.size.width or 80
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
        lines = self.desk.screen.lines_below(self.desk, state)
        self.display = bool(lines.plain)
        self.tell(lines)

    def rows(self, width: int) -> int:
        """Return the rows it takes on a screen of that width."""
        return len(self.lines(width))


class Card(Steady, can_focus=True):
    """The card of the active seat, or of the one marked on the board; Up and Down scroll it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="card")
        self.desk = desk
        self._seat: str | None = None
        self._shown = Content("")
        self._from = 0  # the first visible line
        self._seen: list[Content] = []  # the visible lines, as drawn last

    def show(self, state: Any, seat: str | None) -> None:
        """Show the card of a seat."""
        self._from = self._from if seat == self._seat else 0
        self._seat = seat
        shown = self.desk.screen.card(self.desk, state, seat) if seat else Content("")
        if not shown.is_same(self._shown):
            self._shown = shown
            before = self._seen
            self.redraw(changed_rows(before, self._see()))

    def render(self) -> Content:
        """Return the visible lines."""
        return look.lines(*self._see())

    def _see(self) -> list[Content]:
        """Return as many lines as fit; a last one says that there are more, and how to see them."""
        width, height = self.content_size
        lines = self._shown.wrap(width) if width and height else [self._shown]
        most = max(1, height)
        self._from = max(0, min(self._from, len(lines) - most))
        seen = lines[self._from : self._from + most]
        below = len(lines) - self._from - most
        if width and height and below > 0:
            _ = self.desk.locale.gettext
            message = _("↓ {number} more lines (Shift+Tab, ↓)").format(number=below + 1)
            seen[-1] = style_text(look.fit(message, width), f"{look.MUTED} italic")
        self._seen = seen
        return seen

    def key_up(self) -> None:
        """Scroll a line back."""
        self._from -= 1
        self.refresh()

    def key_down(self) -> None:
        """Scroll a line forward."""
        self._from += 1
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


class KeyBar(Steady):
    """The keys that make sense now; a click does what the key does."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action_id = action

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="keys")
        self.desk = desk
        self._items: list[tuple[str, str, str]] = []
        self._words: dict[tuple[Locale, str], tuple[str, str, str]] = {}

    def show(self, actions: list[Action], *, typing: bool) -> None:
        """Show as many actions as fit; while letters are `typing`, only those without a letter."""
        items = [self._item(action) for action in actions if action.bar >= 0]
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
        width, fitting = self.size.width or 80, []
        last = [item for item in self._items if item[0] == "help"]
        if self._from("palette") > width:
            last.append(("palette", "…", ""))
        used = sum(cell_len(f" {key} {name} ") for _, key, name in last)
        for item in self._items:
            size = cell_len(f" {item[1]} {item[2]} ")
            if item[0] == "help" or used + size > width or self._from(item[0]) > width:
                continue
            used += size
            fitting.append(item)
        return fitting + last

    def _from(self, action: str) -> int:
        """Return the width from which an action is shown."""
        return self.desk.actions[action].bar

    def render(self) -> Content:
        """Return the keys in one line."""
        parts = [
            clickable(Content.assemble((f" {key} ", "reverse bold"), f"{name} "), action=action)
            for action, key, name in self._fitting()
        ]
        return Content("").join(parts)

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        action = event.style.meta.get("action")
        if action is not None:
            self.post_message(self.Pressed(action))


# -- the banner -----------------------------------------------------------------------------

HUGE, LARGE = 10, 5
"""The rows of the letters, the first in hall mode only. Without room for either, the prompt's first
line says whose part it is, across the whole screen.
"""
BESIDE, MOST_BESIDE = 30, 56
"""The fewest columns of the leaders, and the most."""
LEADERS = 3


class Banner(TextPanel):
    """A name in its colour, in large letters; beside it the phase and the leaders."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="banner")
        self.desk = desk

    def show(
        self,
        state: Any,
        width: int,
        spare: int,
        race: Iterable[RacePlace] = (),
        *,
        alone: bool = False,
        sizes: tuple[int, ...] = (LARGE, MIDDLING),
    ) -> int:
        """Show a state in at most `spare` rows; return the rows that the banner takes.

        `race` is the places, the leaders first. `alone` leaves them out, where the whole race is
        shown below. `sizes` are the rows of letters to choose from.
        """
        rows = next((rows for rows in sizes if rows <= spare), 0)
        name, colour = self._who(state)
        self.display = bool(rows and name)
        if not self.display:
            return 0
        room = width - 2
        wide = room >= 3 * BESIDE and not alone
        beside = min(MOST_BESIDE, room - 2 * BESIDE) if wide else 0
        leaders = self._beside(state, rows, beside, race) if beside else []
        beside = beside if leaders else 0
        letters = self._letters(name, rows, room - beside)
        banner = [
            Content.assemble(
                (look.fit(line, room - beside), f"{colour} bold"),
                leaders[number].truncate(beside) if beside and number < len(leaders) else "",
            )
            for number, line in enumerate(letters)
        ]
        self.tell(look.lines(*banner))
        return rows

    def _who(self, state: Any) -> tuple[str, str]:
        """Return who is asked, else whose part it is, else who has won; and the colour."""
        desk, status = self.desk, self.desk.view.status(state)
        question = desk.snapshot.question
        target = question.who if question is not None else None
        seat = target or next(iter(status.active), None)
        if status.over and status.winners:
            return desk.locale.join_and(status.winners), "$call"
        name = next((entry.name for entry in desk.view.seats(state) if entry.id == seat), "")
        return name, desk.screen.colour(desk, state, seat) if name and seat else ""

    def _letters(self, name: str, rows: int, room: int) -> list[str]:
        """Return the name as large as it fits `room` columns, in exactly `rows` rows."""
        drawn = dots(name)
        times = rows // LARGE
        while drawn is not None and times:
            if 2 * times * len(drawn[0]) <= room:
                return _centre_rows(large(drawn, times), rows)
            times -= 1
        if drawn is not None and len(drawn[0]) <= room:
            return _centre_rows(middling(drawn), rows)
        return _centre_rows([look.fit(name, room)], rows)

    def _beside(self, state: Any, rows: int, beside: int, race: Iterable[RacePlace]) -> list[Content]:
        """Return the first of the race, a line each; below them, where there is room, the phase."""
        shown = [*race]
        leaders = zip(ranks([place.racer for place in shown], ()), shown[:LEADERS], strict=False)
        lines = [race_line(self.desk.locale, place, beside, rank) for rank, place in leaders]
        if rows < LARGE:
            return lines
        steps = self.desk.screen.ribbon(self.desk, state).steps
        now = next((word for word, running in steps if running), "")
        return [*lines, *[Content("")] * (LARGE - 1 - len(lines)), look.style_text(now, "bold")]


def _centre_rows(lines: list[str], rows: int) -> list[str]:
    """Centre lines vertically in `rows` rows."""
    above = (rows - len(lines)) // 2
    return [*[""] * above, *lines, *[""] * (rows - len(lines) - above)]
