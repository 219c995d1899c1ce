"""What only some carry: flamer, cannon, psychic powers."""

from __future__ import annotations

from q40k.games.space_hulk.rules.librarian import Power, PowerName
from q40k.games.space_hulk.rules.offers import flame_squares, flame_targets
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.shooting.flamer import Flame, SelfDestruct
from q40k.games.space_hulk.rules.shooting.shoot import Reload
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.units import Gun
from q40k.games.space_hulk.screen.base import Desk, acting, action, chosen, marines_act, pick
from q40k.games.space_hulk.words.librarian import POWERS
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, Text, by_number
from q40k.tui.forms import Form


def _within(desk: Desk, *, besides: bool = False) -> Form:
    """Who is in a section, where no places are kept: typed, one after the other."""
    title = N_("Who else is in the section?") if besides else N_("Who is in the section?")
    said = yield Text(desk.locale.gettext(title), hint="S1 S2 B1", may_be_empty=True, empty="")
    return tuple(said.replace(",", " ").split())


def carries(state: Match, gun: Gun) -> bool:
    """Whether a marine on the board has that gun."""
    return any(one.kind.gun == gun for one in state.marines_in_play)


@action(
    "flame", "play", key="x", bar=110, name=N_("Flame"),
    when=lambda state: marines_act(state) and carries(state, "heavy-flamer"),
    help=N_("The heavy flamer burns the section of a stealer or of a square."),
)  # fmt: skip
def flame(desk: Desk) -> Form:
    """X: flame a section."""
    _, state = desk.locale.gettext, desk.state
    flamers = [one.id for one in state.marines_in_play if one.kind.gun == "heavy-flamer"]
    who = chosen(desk)
    who = who if who in flamers else flamers[0]
    near = flame_targets(state, state.marines[who])
    if board(state) is None:
        return acting(desk, Flame(who=who, pieces=(yield from _within(desk))), 2)
    title = _("Which stealer, or which square?")
    hint = " ".join((*near, *flame_squares(state, state.marines[who])))
    said = yield Text(title, hint=hint, buffer=near[0] if near else "")
    known = {one.id.casefold(): one.id for one in state.stealers_in_play}
    if said.casefold() in known:
        return acting(desk, Flame(who=who, target=known[said.casefold()]), 2)
    return acting(desk, Flame(who=who, square=said), 2)


@action(
    "self-destruct", "play", key="Q", name=N_("Blow up the flamer"),
    when=lambda state: "self-destruct" in state.edition.subjects
    and marines_act(state) and carries(state, "heavy-flamer"),
    help=N_("A flamer is blown up, with all in its section (1st edition)."),
)  # fmt: skip
def self_destruct(desk: Desk) -> Form:
    """Shift+Q: blow a flamer up."""
    flamers = [one.id for one in desk.state.marines_in_play if one.kind.gun == "heavy-flamer"]
    who = yield from pick(desk, N_("Whose flamer?"), flamers)
    pieces = () if board(desk.state) is not None else (yield from _within(desk, besides=True))
    return acting(desk, SelfDestruct(who=who, pieces=pieces), 1)


@action(
    "reload", "play", key="I", name=N_("Reload"),
    when=lambda state: marines_act(state) and carries(state, "assault-cannon"),
    help=N_("The assault cannon is reloaded, for four points, once."),
)  # fmt: skip
def reload(desk: Desk) -> Form:
    """Shift+I: reload the cannon."""
    yield from ()
    who = next(one.id for one in desk.state.marines_in_play if one.kind.gun == "assault-cannon")
    return acting(desk, Reload(who=who), 4)


@action(
    "power", "play", key="p", bar=110, name=N_("Power"),
    when=lambda state: state.play.phase == "marine-action"
    and any(one.kind.librarian for one in state.marines_in_play),
    help=N_("The librarian uses a power: one in each turn."),
)  # fmt: skip
def power(desk: Desk) -> Form:
    """P: a psychic power."""
    _, state = desk.locale.gettext, desk.state
    who = next(one.id for one in state.marines_in_play if one.kind.librarian)
    options = by_number({one: _(text) for one, text in POWERS.items()})
    chosen_: PowerName = yield Pick(_("Which power?"), options=options)
    if chosen_ == "prescience" or (chosen_ == "force-barrier" and board(state) is None):
        return Power(who=who, power=chosen_)
    if chosen_ == "force-barrier":
        at = yield Text(_("On which square?"))
        return Power(who=who, power=chosen_, at=at)
    if board(state) is None:
        pieces = yield from _within(desk)
        if len(pieces) == 1:
            return Power(who=who, power=chosen_, target=pieces[0])
        return Power(who=who, power=chosen_, pieces=pieces)
    said = yield Text(_("Which alien, or which section?"))
    names = (*(one.id for one in state.stealers_in_play), *(one.id for one in state.blips_in_play))
    known = {name.casefold(): name for name in names}
    if said.casefold() in known:
        return Power(who=who, power=chosen_, target=known[said.casefold()])
    return Power(who=who, power=chosen_, section=said)
