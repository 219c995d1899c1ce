"""Laying a race out, and who takes part in it: the forms."""

from __future__ import annotations

from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form
from tests.games.race.prefilled import Prefilled
from tests.games.race.rules.table import Join, New
from tests.games.race.screen.base import Desk, action


def lay_out(desk: Desk) -> Form:
    """The form of a new race: its track, and whose dice."""
    _ = desk.locale.gettext
    tracks = desk.library.of_kind("tracks").values()
    options = tuple(
        Option(str(number), track.id, desk.locale.name_of(track.name))
        for number, track in enumerate(tracks, 1)
    )
    said = desk.prefilled
    track = said.track if isinstance(said, Prefilled) else None
    if track is None:
        track = yield Pick(_("Which track?"), options=options)
    hands = (Option("1", "hand", _("hands")), Option("2", "app", _("the app")))
    dice = yield Pick(_("Whose dice?"), options=hands)
    return New(name=said.name, track=track, seed=said.seed, dice=dice)


@action(
    "join", "table", key="j", at=210, bar=0, name=N_("Join"), when=lambda state: not state.round,
    help=N_("Somebody joins before the first run, and draws a lucky number."),
)  # fmt: skip
def join(desk: Desk) -> Form:
    """J: a name; the lucky number follows by itself."""
    _ = desk.locale.gettext
    return Join(player=(yield Text(_("Who joins?"))))
