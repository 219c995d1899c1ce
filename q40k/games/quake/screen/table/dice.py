"""The form for the dice: whose the app rolls, and how a D3 is typed."""

from __future__ import annotations

from q40k.games.quake.rules.questions import D3, Dice
from q40k.games.quake.screen.base import Desk, action, anybody
from q40k.games.quake.screen.forms import player_options, who_rolls
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import Form

_D3 = object()


@action(
    "dice",
    "table",
    key="r",
    at=240,
    name=N_("Who rolls"),
    help=N_(
        "Say whether hands or the app roll a player’s dice, or everyone’s; and how a D3 is typed."
    ),
    when=anybody,
    over=True,
)
def dice(desk: Desk) -> Form:
    """Ask whose dice the app rolls, and how a D3 is typed (R)."""
    _ = desk.locale.gettext
    d3 = (
        _("type a D3 as 1 to 3")
        if desk.state.setup.d3_on_d6
        else _("type a D3 as the D6 it was rolled on")
    )
    everyone = (
        Option("0", None, _("everyone")),
        Option("d", _D3, d3),
    )
    who = yield Pick(
        _("Whose dice?"),
        rule="TABLE-5",
        options=everyone
        + player_options(
            desk,
            list(desk.state.players),
            lambda p: _("app") if (p.roller or desk.state.setup.roller) == "app" else _("hand"),
        ),
    )
    if who is _D3:
        return D3(on_d6=not desk.state.setup.d3_on_d6)
    player = desk.state.player_named(who) if who else None
    current = (player.roller if player else None) or desk.state.setup.roller
    usual = "hand" if current == "app" else "app"
    by = yield who_rolls(desk.locale, _("Who rolls them?"), usual)
    return Dice(by=by, player=who)
