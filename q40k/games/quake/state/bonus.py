"""BONUS: tokens held, spent and lying in their places, and what each kind changes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Any

from msgspec import field, structs

from q40k.games.quake.packs.models import Champion, Trait, UnitType, Weapon
from q40k.games.quake.state.match import Held, Match, Payments, Player, change_player, pay_out, stand_at
from q40k.games.quake.state.objectives.rounds import RoundOpened
from q40k.games.quake.state.positions import in_water, portal_at, positions_of, put_after_move
from q40k.games.quake.state.registry import Command, Event, Place, fold
from q40k.games.quake.state.traits import leadership
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.traits import has
from q40k.geometry.space import Inches, Spot, to_cm
from q40k.kernel.commands import Name, Text

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions


class NukeRolled(Event, tag="nuke-rolled"):
    """The nuke's hit on one champion: the die and what it needed to wound."""

    picker: str
    player: str
    die: int
    needed: int


class Thrown(Event, tag="thrown"):
    """A bumper threw a champion this many inches.

    Where places are known, `hour` is the direction as on a clock face (12 is up the table) and `to`
    is where it ends. `met` is the kind of thing it meets first ("scenery", "champion" ...).
    `harmless`: that only stopped it.
    """

    player: str
    inches: int
    dice: tuple[int, ...]
    hour: int | None = None
    met: str | None = None
    to: tuple[float, float] | None = None
    harmless: bool = False

    def fold(self, state: Match) -> Match:
        start = state.players[self.player].position.at
        line = (start, self.to) if start is not None and self.to is not None else None
        return change_player(state, self.player, **stand_at(self.to)).replace(thrown=line)


class NukePaid(Event, tag="nuke-paid"):
    """The nuke killed; its picker survived and loses its own value (NUKE)."""

    picker: str
    paid: Payments

    def fold(self, state: Match) -> Match:
        owed = dict(state.shares.get(self.picker, {}))
        owed[self.picker] = owed.get(self.picker, Fraction(0)) - 1
        return pay_out(state, self.paid).replace(shares={**state.shares, self.picker: owed})


HOURS = 12


def angle_of(hour: int) -> float:
    """Return the board's angle for a direction on a clock face: 12 is up the table, 3 right."""
    return float((90 - 30 * hour) % 360)


# -- tokens: taken, rolled, held, spent, sent home ----------------------------------------


class Pickup(Command, tag="pickup"):
    """Pick up a bonus token (BONUS-1)."""

    player: Name
    token: Text


class Drop(Command, tag="drop"):
    """Put a token back in its place: a mistaken pick-up, or a table's own ruling."""

    player: Name


PORTAL_SAVE = 5
"""The invulnerable save of a champion in a portal (PORTAL-8)."""


TURBO_FROM_IN = 12
"""A turbo champion that moved further than this neither shoots nor charges."""


def used_turbo(player: Player) -> bool:
    """Whether it used the turbo trait for its move, which replaces shooting and charging."""
    return has(player.abilities, "turbo") and player.movement.spent > TURBO_FROM_IN + 1e-6


def fighter(state: Match, player: Player, *more: Modifier) -> Fighter:
    """Return a champion as it stands on the table, with everything that changes its numbers.

    A breaking save is left out once it has failed.
    """
    extra = (*bonus_modifiers(state, player), *portal_modifiers(player), *player.turn.under, *more)
    figure = profile(player)
    combatant = Fighter.of(  # its own unit type decides the toughness for instant death
        structs.replace(figure, unit_type=player.champion.unit_type, ld=leadership(state, player)),
        extra,
        wounds=player.life.wounds,
        traits=player.abilities,
        moved=player.turn.moved,
        turbo=used_turbo(player),
    )
    if figure.unit_type != combatant.unit_type:
        combatant = structs.replace(combatant, unit_type=figure.unit_type)
    if not player.life.broken:
        return combatant
    modifiers = tuple(modifier for modifier in combatant.modifiers if modifier.effect != "breaking-invulnerable")
    return structs.replace(combatant, modifiers=modifiers)


def profile(player: Player) -> Champion:
    """Return a champion's profile with what it took from others (special bonus 6).

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None or not (held.figures or held.kit or held.unit_type):
        return player.champion
    kit = (*player.champion.weapons, *held.kit)
    kind = held.unit_type or player.champion.unit_type
    return structs.replace(player.champion, **held.figures, weapons=kit, unit_type=kind)


def bonus_modifiers(state: Match, player: Player) -> tuple[Modifier, ...]:
    """Return the modifiers of the bonus it holds.

    Rule: BONUS-1, BONUS-6
    """
    held = player.bonus
    if held is None or held.spent:
        return ()
    kind = state.kind(held)
    return tuple(Modifier(modifier.effect, modifier.value, held.kind, modifier.scope) for modifier in kind.modifiers)


def portal_modifiers(player: Player) -> tuple[Modifier, ...]:
    """Return cover and a 5+ invulnerable save for a champion in a portal.

    Rule: PORTAL-8
    """
    if player.position.portal is None:
        return ()
    return (Modifier("cover", PORTAL_SAVE, "PORTAL-8"), Modifier("invulnerable", PORTAL_SAVE, "PORTAL-8"))


def arms_of(state: Match, player: Player) -> tuple[Weapon, ...]:
    """Return every weapon line a champion can use: its own, and those of its bonus.

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None:
        return player.arms
    weapon = state.kind(held).weapon if not held.spent else None
    return (*player.arms, *held.arms, *((weapon,) if weapon else ()))


def is_stealthy(state: Match, player: Player) -> bool:
    """Whether its bonus makes a champion count as in a dark zone.

    Rule: BONUS-1, SHOOT-3
    """
    held = player.bonus
    return held is not None and not held.spent and state.kind(held).stealth


def controller(state: Match, player: str) -> str | None:
    """Return who decides for a champion by mind control; None if nobody does.

    Mind control ends when its holder leaves the match.

    Rule: BONUS-1
    """
    for other in state.players.values():
        held = other.bonus
        if held is not None and held.target == player and other.present and not held.spent:
            return other.id
    return None


class Take(Command, tag="take"):
    """Take what the vampire likes from a victim of close combat (special bonus 6).

    A fight with entered dice asks for it automatically; this is for kills reported to the referee.
    """

    player: Name
    victim: Name


class Feasted(Event, tag="feasted"):
    """The vampire took from a champion it killed (special bonus 6).

    Characteristics (also wounds), abilities, unit type, gear and weapons.
    """

    player: str
    victim: str
    figures: dict[str, int] = field(default_factory=dict)
    kit: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    unit_type: UnitType | None = None

    def fold(self, state: Match) -> Match:
        player = state.players[self.player]
        held = player.bonus
        if held is None:
            return state
        bonus = held.replace(
            figures={**held.figures, **self.figures},
            kit=(*held.kit, *self.kit),
            arms=(*held.arms, *self.arms),
            traits=(*held.traits, *self.traits),
            unit_type=self.unit_type or held.unit_type,
        )
        extra_wounds = self.figures["w"] - profile(player).w if "w" in self.figures else 0
        return change_player(state, self.player, bonus=bonus, wounds=player.life.wounds + extra_wounds)


FIGURES = ("ws", "bs", "s", "t", "w", "i", "a", "ld")


SAVES = ("sv", "inv")


UNIT_TYPE = "unit-type"
"""The answer that takes the unit type of a victim."""


def new_traits(player: Player, traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Return the traits a champion does not have yet."""
    own = {trait.id for trait in player.abilities}
    return tuple(trait for trait in traits if trait.id not in own)


def feast_options(state: Match, killer: str, victim: str) -> dict[str, int | None]:
    """Return what a victim has that its killer lacks, with the value of characteristics.

    These are characteristics, abilities, unit type, gear and weapons. An ability that gear gives
    its bearer comes with the gear.

    Rule: BONUS-1
    """
    player, prey_player = state.players[killer], state.players[victim]
    own, prey = profile(player), profile(prey_player)
    offer: dict[str, int | None] = {}
    for name in FIGURES:
        if getattr(prey, name) > getattr(own, name):
            offer[name] = getattr(prey, name)
    for name in SAVES:
        theirs, mine = getattr(prey, name), getattr(own, name)
        if theirs is not None and (mine is None or theirs < mine):
            offer[name] = theirs
    if prey.unit_type != own.unit_type:
        offer[UNIT_TYPE] = None
    able = (t for t in prey_player.abilities if not t.gear and t.acts)
    offer.update((trait.id, None) for trait in new_traits(player, able))
    carried = {*own.weapons, *(arm.id for arm in arms_of(state, player))}
    items = dict.fromkeys((*(arm.id for arm in prey_player.arms), *prey.weapons))
    offer.update((item, None) for item in items if item not in carried)
    return offer


# -- the vortex ---------------------------------------------------------------------------


class VortexDrags(Event, tag="vortex-drags"):
    """The vortex drags every other champion 6 in towards its holder.

    `to` is where champions of known places end, `portals` the portal of those who end wholly on
    one, `wet` are those who end in water.
    """

    player: str
    to: dict[str, tuple[float, float]] = field(default_factory=dict)
    portals: dict[str, int] = field(default_factory=dict)
    wet: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        for player, spot in self.to.items():
            there = stand_at(spot, self.portals.get(player))
            state = change_player(state, player, **there, in_water=player in self.wet)
        return state


DRAG_IN = Inches(6)


STEP_CM = 0.1


def find_drag_ends(state: Match, holder: str) -> dict[str, Spot]:
    """Return where the vortex drags champions: 6 in towards its holder, stopping on contact.

    Only champions of known places are dragged, and only if the holder's is known. The nearest goes
    first. A champion stops before another base, and before anything impassable or lethal.

    Rule: BONUS-1
    """
    players = state.players
    others = [p for p in state.order if players[p].in_play and players[p].position.at and p != holder]
    if players[holder].position.at is None or not others or not players[holder].in_play:
        return {}
    from q40k.geometry.positions import gap_in

    positions = positions_of(state)
    middle = positions.figure(holder)
    ends: dict[str, Spot] = {}
    for who in sorted(others, key=lambda p: gap_in(positions.figure(p), middle)):
        spot = _stop(positions, who, holder)
        if spot != players[who].position.at:
            ends[who] = spot
            positions = positions.move_figure(who, spot)
    return ends


def _stop(positions: ArenaPositions, who: str, holder: str) -> Spot:
    """Return where one champion ends: the furthest place with room, in steps of a millimetre."""
    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.geometry.positions import in_contact

    figure, middle = positions.figure(who), positions.figure(holder)
    (x, y), (mx, my) = figure.spot, middle.spot
    length = hypot(mx - x, my - y)
    if in_contact(figure, middle) or not length:
        return figure.spot
    others = positions.others(who)
    far = min(to_cm(DRAG_IN), length)
    for step in range(int(far / STEP_CM + 1e-9), 0, -1):
        share = step * STEP_CM / length
        spot = (round(x + share * (mx - x), 2), round(y + share * (my - y), 2))
        if not blocked_by(positions.field, others, figure.base, spot):
            return spot
    return figure.spot


def drag_champions(state: Match, holder: str) -> VortexDrags:
    """Return the vortex's event: where everyone ends, and what they stand in there.

    Rule: BONUS-1, PORTAL-6
    """
    to, players = find_drag_ends(state, holder), state.players
    portals = {p: portal_at(state, players[p], spot) for p, spot in to.items()}
    return VortexDrags(
        player=holder,
        to=to,
        portals={p: number for p, number in portals.items() if number is not None},
        wet=tuple(p for p, spot in to.items() if in_water(state, spot)),
    )


# -- the wrath of the painters ------------------------------------------------------------


class Judged(Event, tag="judged"):
    """The table said whether a figure is painted and based (special bonus 2)."""

    player: str
    finished: bool

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, finished=self.finished)


def known_wrath(state: Match, attacker: str, target: str) -> tuple[Modifier, ...]:
    """Return the modifiers of `wrath` without asking anybody.

    Rule: BONUS-1
    """
    if not state.holds(attacker, "wrath") or is_finished(state.players[target]):
        return ()
    held = state.players[attacker].bonus
    return (Modifier("hit-slays", 0, held.kind if held else ""),)


def is_finished(player: Player) -> bool:
    """Whether a figure counts as painted and based: it does unless the table denied it."""
    about = player.about
    return False not in (about.painted, about.based, about.finished)


class DeepStrike(Command, tag="deep-strike"):
    """Deep strike instead of moving, with the teleporter; `to` in cm (special bonus 3)."""

    player: Name
    to: Place | None = None


class DeepStruck(Event, tag="deep-struck"):
    """The teleporter's holder came down: on target, or so many inches away (special bonus 3).

    `hour` is the direction as on a clock face, None when the table read it off; `to` the place.
    """

    player: str
    dice: tuple[int, ...]
    scatter: int
    hour: int | None = None
    to: Spot | None = None
    portal: int | None = None

    def fold(self, state: Match) -> Match:
        spent = state.players[self.player].movement.spent
        state = put_after_move(state, self.player, spent, self.to, self.portal)
        return change_player(state, self.player, halted=True)


class TokenReturned(Event, tag="token-returned"):
    """A token went back to its place (BONUS-4)."""

    token: str
    player: str

    def fold(self, state: Match) -> Match:
        tokens = {**state.tokens, self.token: state.tokens[self.token].replace(holder=None)}
        player = state.players[self.player]
        wounds = min(player.life.wounds, player.champion.w)  # wounds that the bonus added go with it
        return change_player(state, self.player, bonus=None, wounds=wounds).replace(tokens=tokens)


class TokenTaken(Event, tag="token-taken"):
    """A token was picked up and its kind rolled (BONUS-1); `kind` such as "equipment-35"."""

    player: str
    token: str
    kind: str

    def fold(self, state: Match) -> Match:
        tokens = {**state.tokens, self.token: state.tokens[self.token].replace(holder=self.player)}
        return change_player(state, self.player, bonus=Held(self.token, self.kind)).replace(tokens=tokens)


class BonusChosen(Event, tag="bonus-chosen"):
    """The holder chose its kind from the list."""

    player: str
    kind: str

    def fold(self, state: Match) -> Match:
        return _change_bonus(state, self.player, kind=self.kind)


class BonusSpent(Event, tag="bonus-spent"):
    """The bonus has had its effect and stays beside its holder (BONUS-7)."""

    player: str

    def fold(self, state: Match) -> Match:
        return _change_bonus(state, self.player, spent=True)


class MindControlled(Event, tag="mind-controlled"):
    """The holder also controls another player's champion."""

    player: str
    target: str

    def fold(self, state: Match) -> Match:
        return _change_bonus(state, self.player, target=self.target)


def _change_bonus(state: Match, player: str, **changes: Any) -> Match:
    held = state.players[player].bonus
    return state if held is None else change_player(state, player, bonus=held.replace(**changes))


@fold(RoundOpened)
def _tokens_home(state: Match, _event: RoundOpened) -> Match:
    tokens = {name: token.replace(holder=None) for name, token in state.tokens.items()}
    return state.replace(tokens=tokens)
