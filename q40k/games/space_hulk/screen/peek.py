"""Peeks at secrets of one player: they show as long as the key is held.

A terminal does not report the release of a key, but a held key repeats. So the secret is hidden a
moment after the last repetition.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.content import Content
from textual.timer import Timer

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules import secrets
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.locale import N_, Locale
from q40k.tui import look
from q40k.tui.pages.sheet import Sheet

HELD: Final = 0.8
"""The seconds from the last repetition of the key until the secret is hidden."""


def app_deals(state: Match) -> bool:
    """Return whether the app deals blips or draws counters, so that it knows a secret."""
    return state.options.blips == "app" or state.options.cp == "app"


def secret_lines(locale: Locale, state: Match, side: SideId) -> tuple[str, ...]:
    """Return what only one side may know, line by line."""
    view = secrets.mask_state(state, side)
    if side == "marine":
        if view.counter.drawn is None:
            return ()
        return (locale.say(N_("Command points: {value}"), value=view.counter.drawn),)
    lines = []
    for blip in view.blips_in_play:
        if blip.value is not None:
            where = blip.position.at or blip.lurking.entry or "-"
            lines.append(f"{blip.id}  {where}  {blip.value}")
    return tuple(lines)


class Peek(Sheet):
    """The secret of a side, as long as its key repeats."""

    def __init__(self, desk: Desk, side: SideId, key: str) -> None:
        super().__init__(desk.locale)
        self.lines = secret_lines(desk.locale, desk.match_session.session.state, side)
        self.key = key
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Start the time until it is hidden."""
        self._timer = self.set_timer(HELD, self.action_dismiss_none)

    def text(self) -> Content:
        """Return the secret, or that there is none."""
        nothing = self.locale.gettext(N_("There is nothing to be known."))
        return look.lines(*(self.lines or (nothing,)))

    def on_key(self, event: events.Key) -> None:
        """Restart the time with the same key; close with any other."""
        event.stop()
        if event.key == self.key and self._timer is not None:
            self._timer.reset()
        else:
            self.dismiss(None)


@action(
    "peek-points", "view", key="Y", name=N_("Peek: points"), when=app_deals,
    help=N_("The marine player looks at the counter, as long as the key is held."),
)  # fmt: skip
def peek_points(desk: Desk) -> Peek:
    """Shift+Y: the counter, for the marine player’s eyes."""
    return Peek(desk, "marine", "Y")


@action(
    "peek-blips", "view", key="Z", name=N_("Peek: blips"), when=app_deals,
    help=N_("The stealer player looks at the blips, as long as the key is held."),
)  # fmt: skip
def peek_blips(desk: Desk) -> Peek:
    """Shift+Z: the blips, for the stealer player’s eyes."""
    return Peek(desk, "stealer", "Z")
