"""Shooting: plans of volleys, and what they need."""

from collections.abc import Iterable
from typing import Literal

from q40k.games.epic.packs.profiles import Profile, Weapon
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.state.ground import TABLE
from q40k.games.epic.state.match import Formation, Match, Order, Switches
from q40k.games.epic.state.registry import Cm, Command, Event, FormationId, fold
from q40k.kernel.state import Part
from q40k.packs.base import Pack

MODIFIERS: dict[Order, int] = {"advance": 0, "charge": 2, "first-fire": -1, "retreat": 0}
"""What each order adds to the number that is needed (EE-ORDER-5, EE-ORDER-6, EE-SHOOT-11)."""


SECOND = {7: 4, 8: 5}
"""What the second die needs for a 7 and an 8; for 9 and more it is a 6."""


WORST_SECOND = 6


def number_to_hit(switches: Switches, to_hit: int, order: Order, cover: int) -> int:
    """Return the number a shot needs: the weapon's, plus the order's change and the cover's bonus.

    A natural 1 misses. The table may play without that; then a need of 1 or less is a certain hit.

    Rule: EE-SHOOT-5, EE-SHOOT-6, EE-SHOOT-7, EE-COVER-2
    """
    least = 2 if switches.natural_one == "fails" else 1
    return max(least, to_hit + MODIFIERS[order] + cover)


def first_die(number: int) -> int:
    """Return the number the first die must show.

    Rule: EE-SHOOT-8
    """
    return min(6, number)


def second_die(switches: Switches, number: int, cover: int) -> int | None:
    """Return the number for a second die after a 6: 0 for no die, None if it cannot hit.

    Rule: EE-SHOOT-8, EE-SHOOT-9
    """
    if number <= 6:
        return 0
    if switches.seven_plus == "cover-only" and not cover:
        return None
    return SECOND.get(number, WORST_SECOND)


# -- cover ---------------------------------------------------------------------------------


def cover_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return what is added to the number needed to hit a partly hidden target.

    Rule: EE-COVER-1, EE-COVER-2, EE-COVER-3
    """
    if target.vehicle and switches.vehicle_cover == "none":
        return 0
    return TABLE[terrain].cover_bonus


def save_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return by how much the save number of a target falls; only infantry's does.

    Rule: EE-COVER-3, EE-COVER-4
    """
    if target.vehicle and switches.vehicle_cover != "both":
        return 0
    return TABLE[terrain].save_bonus


def best_cover(pieces: Iterable[TerrainKind]) -> TerrainKind:
    """Return the terrain that hides best: bonuses do not add up, both come from one piece.

    Rule: EE-COVER-5
    """
    worth = {kind: (TABLE[kind].cover_bonus, TABLE[kind].save_bonus) for kind in pieces}
    return max(worth, key=lambda kind: worth[kind], default="open")


# -- vehicles ------------------------------------------------------------------------------


Facing = Literal["front", "side", "rear"]


def has_no_effect(target: Profile, weapon: Weapon) -> bool:
    """Return whether a weapon cannot damage a target: heavy vehicles need a modifier below 0.

    Rule: EE-VEHICLE-1
    """
    return target.kind == "heavy-vehicle" and weapon.save_mod >= 0


# -- the plan of a volley ------------------------------------------------------------------


Fails = Literal["", "range", "arc", "sight", "no-effect", "impossible"]


class Shot(Pack, frozen=True, kw_only=True):
    """A line of a volley: the figures, their weapon and target, and what the table knows of it.

    `figures` and `target` are figures or whole formations. Several targets are shared out in order,
    one for each figure, and round again. Where positions are kept the app works out `distance`
    (cm), `terrain` that hides the target, its `facing` and whether it is `seen`. Elsewhere the
    table says; the default is in range, in the open, from the front, seen.
    """

    figures: tuple[str, ...] | str
    target: tuple[str, ...] | str
    weapon: str | None = None
    distance: Cm | None = None
    terrain: TerrainKind | None = None
    facing: Facing | None = None
    seen: bool | None = None


class Aim(Part, frozen=True):
    """One weapon of one figure at one target.

    `needed` is the number to hit, `second` what a second die needs (0: none), `save` the target's
    (7: none); `fails` says why nothing is rolled at all.
    """

    figure: str
    weapon: str
    target: str
    dice: int
    needed: int
    second: int
    save: int
    terrain: TerrainKind = "open"
    facing: Facing = "front"
    distance: float | None = None
    fails: Fails = ""


def may_fire(state: Match, figure: str) -> bool:
    """Return whether a figure has a weapon and may use it: on the table, out of no wreck.

    Rule: EE-TRANSPORT-2, EE-TRANSPORT-5
    """
    model = state.figures[figure]
    return model.on_table and not model.doing.thrown and bool(state.troop(figure).weapons)


# -- firing --------------------------------------------------------------------------------


class Shoot(Command, tag="shoot"):
    """A formation fires: all its targets are named at once."""

    formation: FormationId
    shots: tuple[Shot, ...]


class HoldFire(Command, tag="hold"):
    """A formation holds its fire: it has had its go."""

    formation: FormationId


class Fired(Event, tag="fired"):
    """A formation has fired: its shots with their numbers, and how many dice of each hit."""

    formation: str
    aims: tuple[Aim, ...]
    hits: tuple[int, ...]


class Held(Event, tag="held"):
    """A formation holds its fire."""

    formation: str


class ToFire(Event, tag="to-fire"):
    """It is for this side to fire; None when nobody has a formation left that can."""

    side: str | None

    def fold(self, state: Match) -> Match:
        return state.replace(active=self.side)


@fold(Fired, Held)
def _has_fired(state: Match, event: Fired | Held) -> Match:
    return state.with_formation(event.formation, fired=True)


def can_fire(state: Match, formation: Formation) -> bool:
    """Return whether a formation may still fire and has a weapon for it.

    Rule: EE-SHOOT-1, EE-SHOOT-11
    """
    if formation.acted.fired:
        return False
    silent = formation.retreats and not state.switches.retreat_shoots
    return not silent and any(may_fire(state, figure) for figure in formation.figures)


def formations_to_fire(state: Match, side: str) -> tuple[str, ...]:
    """Return the formations of a side that may still fire."""
    return tuple(formation.id for formation in state.of_side(side) if can_fire(state, formation))


def next_to_fire(state: Match, after: str) -> str | None:
    """Return which side fires next: the other one, if it has a formation left.

    Rule: EE-SHOOT-1
    """
    order = (state.enemy(after), after)
    able = (side for side in order if any(can_fire(state, formation) for formation in state.of_side(side)))
    return next(able, None)
