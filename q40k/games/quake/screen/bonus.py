"""The form to pick up a bonus token."""

from q40k.games.quake.rules.bonus.instant import Pickup
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.base import Desk, action, active_name, moving
from q40k.games.quake.words.bonus import category_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import Form


def _can_pick_up(state: Match) -> bool:
    free = any(not token.holder for token in state.tokens.values())
    return moving(state) and free and state.setup.mod is not None and state.setup.mod.has("bonus")


@action(
    "token",
    "play",
    key="t",
    at=140,
    bar=4,
    name=N_("Token"),
    help=N_("The active champion picks up a bonus token: type the token, then its dice."),
    when=_can_pick_up,
)
def token(desk: Desk) -> Form:
    """Ask which token the active champion picks up (T); the one that it passed over last is marked."""
    _, state = desk.locale.gettext, desk.state
    options = tuple(
        Option(str(n), t.id, t.id, category_name(desk.locale, t.category))
        for n, t in enumerate(state.tokens.values(), 1)
        if t.holder is None
    )
    free = [option.value for option in options]
    passed = [item for item in state.players[state.play.active or ""].movement.over if item in free]
    which = yield Pick(
        _("{name} picks up which token?").format(name=active_name(desk) or "?"),
        rule="BONUS-1",
        hint=_("number, or the token’s letters and Enter"),
        options=options,
        chosen=free.index(passed[-1]) if passed else 0,
    )
    return Pickup(player=active_name(desk) or "", token=which)
