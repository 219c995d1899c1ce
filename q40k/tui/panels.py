"""The ribbon, the line below it, the card and the key bar: shown alike in every game."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from q40k.i18n.briefs import branch_of
from q40k.tui import look
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.look import clickable, fit, styled
from q40k.tui.steady import Steady, Told, others

LEAST_TITLE = 12
"""So much of a match's name is shown before the steps of a turn are shortened."""


class Ribbon(Told):
    """Title, turn and the steps of a turn; the running one stands in brackets."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="ribbon")
        self.desk = desk
        self._last: tuple[Any, str] | None = None

    def on_resize(self, _event: events.Resize) -> None:
        """More or less of it fits now."""
        if self._last is not None:
            self.show(*self._last)

    def show(self, state: Any, past: str = "") -> None:
        """Show where the match is; `past` marks a moment that is long over."""
        self._last = (state, past)
        width = self.size.width or 80
        told = self.desk.screen.ribbon(self.desk, state)
        marks = self._marks(state, told.turn, past)
        steps, room = self._steps(told.steps, whole=True), 0
        for whole in (True, False):
            steps = self._steps(told.steps, whole=whole)
            room = width - 2 - sum(cell_len(text) for text, _style in (*marks, *steps))
            if room >= min(LEAST_TITLE, cell_len(told.title)):
                break
        name = fit(told.title, min(cell_len(told.title), max(LEAST_TITLE, room)))
        self.tell(Content.assemble((f" {name} ", "bold"), *marks, *steps))

    def _marks(self, state: Any, turn: str, past: str) -> list[tuple[str, str]]:
        """What stands between the title and the steps."""
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
        """The steps, the running one in brackets; the others shortened if not `whole`."""
        return [
            (f" [{name.upper()}] ", "bold reverse")
            if running
            else (f" {name} " if whole else f" {name[:1]}", "")
            for name, running in steps
        ]


class Below(Told):
    """What a game shows in the lines below the ribbon; nothing where it has nothing to show."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="sides")
        self.desk = desk

    def show(self, state: Any) -> None:
        """Show how things stand."""
        shown = self.desk.screen.below(self.desk, state)
        self.display = bool(shown.plain)
        self.tell(shown)

    def rows(self, width: int) -> int:
        """How many rows it takes on a screen so wide."""
        return len(self.lines(width))


class Card(Steady, can_focus=True):
    """The card of a seat: the active one, or the one marked on the board; Up and Down scroll it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="card")
        self.desk = desk
        self._seat: str | None = None
        self._shown = Content("")
        self._from = 0  # the first line that is seen
        self._seen: list[Content] = []  # the lines that were seen last

    def show(self, state: Any, seat: str | None) -> None:
        """Show the card of a seat."""
        self._from = self._from if seat == self._seat else 0
        self._seat = seat
        shown = self.desk.screen.card(self.desk, state, seat) if seat else Content("")
        if not shown.is_same(self._shown):
            self._shown = shown
            before = self._seen
            self.redraw(others(before, self._see()))

    def render(self) -> Content:
        """The lines that are seen."""
        return look.lines(*self._see())

    def _see(self) -> list[Content]:
        """As many lines as fit; a last one says that there are more, and how they are seen."""
        width, height = self.content_size
        lines = self._shown.wrap(width) if width and height else [self._shown]
        most = max(1, height)
        self._from = max(0, min(self._from, len(lines) - most))
        seen = lines[self._from : self._from + most]
        below = len(lines) - self._from - most
        if width and height and below > 0:
            _ = self.desk.locale.gettext
            told = _("↓ {number} more lines (Shift+Tab, ↓)").format(number=below + 1)
            seen[-1] = styled(look.fit(told, width), f"{look.MUTED} italic")
        self._seen = seen
        return seen

    def key_up(self) -> None:
        """A line back."""
        self._from -= 1
        self.refresh()

    def key_down(self) -> None:
        """A line further."""
        self._from += 1
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.key_up()

    def on_mouse_scroll_down(self) -> None:
        """And forward again."""
        self.key_down()

    def explain(self) -> str:
        """What F1 says of the card."""
        return self.desk.screen.card_explained(self.desk, self._seat)


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

    def show(self, actions: list[Action], *, typing: bool) -> None:
        """Show these actions, as many as fit; while letters are `typing`, those without one."""
        _ = self.desk.locale.gettext
        items = [(a.id, a.key_in(self.desk.locale), _(a.name)) for a in actions if a.bar >= 0]
        if typing:
            undo = [("undo", "Ctrl+Z", name) for key, _shown, name in items if key == "undo"]
            items = undo + [item for item in items if len(item[1]) > 1]
        if items != self._items:
            self._items = items
            self.refresh()

    def _fitting(self) -> list[tuple[str, str, str]]:
        width, taken = self.size.width or 80, []
        last = [item for item in self._items if item[0] == "help"]
        if self._from("palette") > width:
            last.append(("palette", "…", ""))
        used = sum(cell_len(f" {key} {name} ") for _, key, name in last)
        for item in self._items:
            size = cell_len(f" {item[1]} {item[2]} ")
            if item[0] == "help" or used + size > width or self._from(item[0]) > width:
                continue
            used += size
            taken.append(item)
        return taken + last

    def _from(self, action: str) -> int:
        """From which width on an action is shown."""
        return self.desk.actions[action].bar

    def render(self) -> Content:
        """The keys in one line."""
        parts = [
            clickable(Content.assemble((f" {key} ", "reverse bold"), f"{name} "), action=action)
            for action, key, name in self._fitting()
        ]
        return Content("").join(parts)

    def on_click(self, event: events.Click) -> None:
        """Find the key under the mouse."""
        action = event.style.meta.get("action")
        if action is not None:
            self.post_message(self.Pressed(action))
