"""The form of a charge: its target, its length and its ground."""

from fractions import Fraction
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.screen import base
from q40k.games.quake.screen.base import Desk, acting, action, actor, during, in_play, player_options, read_inches
from q40k.games.quake.screen.fights import Weighed, move_line
from q40k.games.quake.state.assault import Charge, plan_charge, trails
from q40k.games.quake.state.bonus import fighter, profile
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import in_contact
from q40k.games.quake.state.movement.ground import Ground
from q40k.games.quake.state.odds import champion_charge_odds, charge_odds
from q40k.games.quake.state.shooting import line_of_fire
from q40k.games.quake.state.traits import chance_to_dare
from q40k.games.quake.words.flags import flag_name
from q40k.games.w40k3e.ground import charge_in
from q40k.i18n.locale import N_
from q40k.kernel.events import Refused
from q40k.kernel.text import is_digits
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Option, Telling
from q40k.tui.forms import OTHER, Form


class ChargeTerms(Struct, frozen=True):
    """What the table says about the path of a charge."""

    distance: float | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    cover: bool | None = None

    def command(self, player: Player, target: str) -> Charge:
        """Return the charge of a champion on these terms."""
        return Charge(
            player=player.name,
            target=target,
            distance=self.distance,
            difficult=self.difficult,
            dangerous=self.dangerous,
            three=self.three,
            cover=self.cover,
        )


@action(
    "charge",
    "play",
    key="c",
    at=115,
    bar=3,
    name=N_("Charge"),
    help=N_("The active champion charges somebody; Tab says how far and over what ground."),
    when=acting,
    usual=during("assault"),
    refusal=base.refuse_outside("assault"),
)
def charge(desk: Desk) -> Form:
    """Ask whom the active champion charges (C); Tab asks how far and over what ground."""
    _ = desk.locale.gettext
    player = yield from actor(desk, _("Who charges?"), "ASSAULT-2")
    terms = ChargeTerms()
    while True:
        target = yield _ask_target(desk, player, terms)
        if target is not OTHER:
            break
        terms = yield _ask_terms(desk, player, terms)
    return terms.command(player, target)


def _ask_target(desk: Desk, player: Player, terms: ChargeTerms) -> Weighed:
    _ = desk.locale.gettext
    state = desk.state
    side = state.side_of(player.id)
    foes = [p for p in in_play(desk, [player.id]) if not state.in_teams or state.side_of(p) != side]
    flags = [flag for flag in state.flags.values() if flag.carrier is None]
    teams = [t for t, team in state.teams.items() if team.structure and t != side]
    shot = player.turn.shot.target if player.turn.shot is not None else None
    names = {state.players[p].name: p for p in foes}

    def note(name: str) -> tuple[str, ...]:
        other = state.players[names[name]] if name in names else None
        return charge_line(desk, player, other, terms)

    options = [
        *player_options(desk, foes, partial(_distance, desk, player)),
        *(Option("", flag.id, flag_name(desk.locale, state, flag.id), _("flag")) for flag in flags),
        *(Option("", team, team, _("building")) for team in teams),
    ]
    return Weighed(
        _("{name} charges…").format(name=player.name),
        why=_("It fights in the close-combat phase."),
        rule="ASSAULT-2",
        hint=_("number or first letters"),
        other=_("distance, ground, cover"),
        options=tuple(options),
        chosen=foes.index(shot) if shot in foes else 0,
        tell=note,
    )


def _distance(desk: Desk, player: Player, other: Player) -> str:
    """Return how far another champion is, if places or contacts tell it."""
    _ = desk.locale.gettext
    if in_contact(desk.state, player.id, other.id):
        return _("in contact")
    if trails(desk.state, player, other):
        return _("just left it")
    inches = None if desk.state.announces else line_of_fire(desk.state, player, other).distance_in
    return "" if inches is None else desk.locale.inches(inches)


def charge_line(desk: Desk, player: Player, other: Player | None, terms: ChargeTerms) -> tuple[str, ...]:
    """Return the reach of a charge, and its chance where dice decide."""
    _ = desk.locale.gettext
    state, most = desk.state, charge_in(profile(player).unit_type, player.abilities)
    reach = _("charges {inches} at most").format(inches=desk.locale.inches(most))
    odds = None
    if other is not None and (terms.distance is not None or not state.announces):
        odds = charge_odds(state, plan_charge(state, player, terms.command(player, other.name)))
    elif terms.distance is not None:
        ground = Ground(terms.difficult, terms.dangerous, lands_hard=terms.difficult)
        figure = fighter(state, player)
        odds = champion_charge_odds(figure, player.abilities, terms.distance, ground, three=terms.three)
    if odds is None:
        dares = chance_to_dare(state, player, other) if other is not None else Fraction(1)
        if dares == 1:
            return (reach,)
        return (reach, _("dares to {chance}").format(chance=desk.locale.percent(dares)))
    if odds.done in (0, 1):
        return (reach, *(() if odds.done else (_("! too far"),)))
    return (reach, *move_line(desk.locale, odds))


def _ask_terms(desk: Desk, player: Player, terms: ChargeTerms) -> Telling:
    _ = desk.locale.gettext

    def note(typed: str) -> tuple[str, ...]:
        try:
            return charge_line(desk, player, None, read_charge_terms(typed, terms))
        except (ValueError, Refused):
            return ()

    return Telling(
        _("How far, and over what ground?"),
        why=_("Enter: as it was. Difficult ground asks for dice; the best is how far it gets."),
        rule="ASSAULT-2",
        hint=_("inches, then d: difficult (d3: three dice) · x: dangerous · c: the target in cover"),
        notes=note(""),
        read=lambda typed: read_charge_terms(typed, terms),
        may_be_empty=True,
        empty=terms,
        tell=note,
    )


def read_charge_terms(typed: str, terms: ChargeTerms) -> ChargeTerms:
    """Read the terms of a charge: inches, d (d3: three dice), x for dangerous, c for cover.

    Raises ValueError, Refused.
    """
    for word in typed.casefold().split():
        if word in ("d", "d3"):
            terms = replace(terms, difficult=True, three=word == "d3")
        elif word == "x":
            terms = replace(terms, dangerous=True)
        elif word == "c":
            terms = replace(terms, cover=True)
        elif is_digits(word[0]):
            terms = replace(terms, distance=read_inches(word))
        else:
            raise forbid("ASSAULT-2", "charge-terms", typed=word)
    return terms
