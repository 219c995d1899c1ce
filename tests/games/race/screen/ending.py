"""The end of a race: its key, and the lucky number on the card."""

from __future__ import annotations

from textual.content import Content

from q40k.i18n.locale import N_
from q40k.tui import look
from tests.games.race.rules.ending import End
from tests.games.race.rules.state import Race
from tests.games.race.screen.base import Desk, action


@action(
    "end-race", "table", key="E", at=220, bar=90, name=N_("End the race"),
    when=lambda state: bool(state.runners),
    help=N_("We have to leave: the lucky numbers are shown, and who is farthest wins."),
)  # fmt: skip
def end(_desk: Desk) -> End:
    """Shift+E: end the race where it stands."""
    return End()


def card(desk: Desk, state: Race, runner: str) -> Content:
    """A runner's square, and its lucky number once that is shown."""
    one, locale = state.runners[runner], desk.locale
    lucky = one.secret.lucky or locale.gettext(N_("hidden"))
    square, length = one.course.square, state.track.length
    return look.lines(
        look.style_text(one.name, "bold"),
        locale.say(N_("Square {square} of {length}"), square=square, length=length),
        locale.say(N_("Lucky number: {number}"), number=lucky),
    )
