"""Who may shoot, with what, at what range, and how a shot is aimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, fighter, is_stealthy, used_turbo
from q40k.games.quake.rules.damage import Struck, Workings
from q40k.games.quake.rules.parts import Fired
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.registry import Command, Event, Inches, Place, SaveKind, fold
from q40k.games.quake.rules.shooting.line_of_fire import LineOfFire, line_of_fire
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.w40k3e import figures, modifiers, plans, traits
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan
from q40k.kernel.commands import CleanedBy, InvalidValue, Name, Text
from q40k.kernel.events import Refusal
from q40k.kernel.lookup import lookup
from q40k.packs.base import FINITE


def _check_cover(save: int) -> int:
    if save == 1:
        raise InvalidValue("out-of-range", "0, or 2 to 6", {"least": 2, "most": 6, "got": save})
    return save


CoverSave = Annotated[int, Meta(ge=0, le=6), CleanedBy(_check_cover)]
"""A cover save of so much or more; 0 is no cover."""


class Shoot(Command, tag="shoot"):
    """Fire a weapon at a champion, a barrel or a team's building (SHOOT-1 to 4).

    `weapon` is the id or the name of one the champion carries; it may be left out if it carries
    only one. `distance` in inches, `in_cover` (the cover save, 0 for none) and `dark` (a dark zone)
    are the table's word, where no position is kept or instead of what the positions give. `close`:
    without a distance, the target is within 12 in (a melta: half range). `moved` and `charging`
    concern the shooter; moves left out are known. `save` is the save the target's owner takes
    instead of the best. `inside` are those who come back in their portal, not beside it, if they
    die of the shot (RESPAWN-1).

    For a template: `also` names the others under it ("ask" asks the table), `barrels` the barrels
    ("ask" asks about those of which no place tells). `at` is where the
    marker is in cm, `angle` where a flame points (0 is to the right, 90 up). `shots` is the number
    for a weapon whose profile leaves it open.
    """

    player: Name
    target: Name
    weapon: Text | None = None
    distance: Inches | None = None
    in_cover: CoverSave | None = None
    dark: bool = False
    close: bool = False
    moved: bool | None = None
    charging: bool = False
    save: SaveKind | None = None
    inside: tuple[Name, ...] = ()
    also: tuple[Name, ...] | Literal["ask"] | None = None
    barrels: tuple[Text, ...] | Literal["ask"] | None = None
    at: Place | None = None
    angle: Annotated[float, Meta(ge=-360, le=360), FINITE] | None = None
    shots: Annotated[int, Meta(ge=1, le=20)] | None = None


class Shot(Event, tag="shot"):
    """A champion fired a weapon at a champion, a barrel or a team's building.

    `steps` are rolls that concern no single victim: the spotting test, whether a marker hits, the
    penetration of a building. Each of `victims` has its own. `shape` is the template used, "" for
    none. `unseen`: the target stayed in the dark, and the shot is lost. `burns` are wounds of the
    shooter by its own weapon, `perils` attacks of the warp on it. `jammed`: the weapon fires no
    more. `may_charge`: the shooter may still charge this turn. `short`: the shot was announced
    before it was measured, and is out of range (MOVE-2).
    """

    shooter: str
    weapon: str
    target: str | None = None
    barrel: str | None = None
    building: str | None = None
    shape: str = ""
    distance_in: float | None = None
    unseen: bool = False
    shots: int = 0
    hits: int = 0
    penetrating: int = 0
    steps: Workings = ()
    victims: tuple[Struck, ...] = ()
    burns: int = 0
    perils: int = 0
    jammed: bool = False
    may_charge: bool = True
    short: bool = False


@fold(Shot)
def _shot(state: Match, event: Shot) -> Match:
    shooter = state.players[event.shooter]
    jammed = shooter.life.jammed
    if event.jammed and event.weapon not in jammed:
        jammed = (*jammed, event.weapon)
    again = shooter.turn.shot is not None
    fired = Fired(event.weapon, event.target, event.may_charge, again)
    return change_player(state, event.shooter, shot=fired, jammed=jammed)


RULE = "SHOOT-1"


# -- the plan of a shot -------------------------------------------------------------------


class ShotTerms(Struct, frozen=True):
    """What the table says of a shot; fields it leaves out are known, or stay unknown.

    The fields are those of the command `shoot`. `inside`: the target comes back in its portal if it
    dies.
    """

    distance_in: float | None = None
    in_cover: int | None = None
    dark: bool = False
    close: bool = False
    moved: bool | None = None
    charging: bool = False
    shots: int | None = None
    inside: bool = False

    @classmethod
    def of(cls, command: Shoot) -> ShotTerms:
        """Return what a command says of a shot."""
        return cls(
            command.distance,
            command.in_cover,
            command.dark,
            command.close,
            command.moved,
            command.charging,
            command.shots,
        )


NO_TERMS = ShotTerms()
"""The terms of a shot of which the table says nothing."""


def aim_of(shooter: Player, terms: ShotTerms, distance_in: float | None) -> Aim:
    """Return the circumstances as the 3rd edition takes them; the table's word takes precedence."""
    return Aim(
        distance_in=terms.distance_in if terms.distance_in is not None else distance_in,
        close=terms.close,
        moved=shooter.turn.moved if terms.moved is None else terms.moved,
        charging=terms.charging,
        shots=terms.shots,
    )


def plan_of(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    aim: Aim,
    line: LineOfFire,
    in_cover: int | None = None,
    boons: tuple[modifiers.Modifier, ...] = (),
) -> ShootingPlan:
    """Return the plan of a shot at a champion, with everything that helps and hinders both.

    A cover save given by the table replaces the scenery's; 0 means no cover. `boons` help the
    shooter against this target.

    Rule: SHOOT-4, PORTAL-8, MOVE-4
    """
    helps = line.helps
    if in_cover is not None:
        helps = tuple(effect for effect in helps if effect.effect != "cover" or effect.source == "MOVE-4")
        if in_cover:
            helps += (modifiers.Modifier("cover", in_cover, "ARENA-5", "shooting"),)
    firing = fighter(state, shooter, *boons)
    return shooting_plan(firing, weapon, fighter(state, target, *helps), aim)


def plan_at_thing(state: Match, shooter: Player, weapon: Weapon, hull: figures.Hull | None, aim: Aim) -> ShootingPlan:
    """Return the plan of a shot at a building, or at a barrel (None), which need only be hit.

    Rule: BARREL-2, BASE-1
    """
    return shooting_plan(fighter(state, shooter), weapon, hull or figures.Fighter(), aim)


def is_in_dark(state: Match, target: Player, line: LineOfFire, *, dark: bool) -> bool:
    """Return whether a target is in a dark zone, or counts as in one.

    Rule: SHOOT-3
    """
    return dark or line.dark or is_stealthy(state, target)


# -- weapons ------------------------------------------------------------------------------


def can_fire(weapon: Weapon) -> bool:
    """Return whether a weapon can be fired, not only used in close combat."""
    return weapon.range_in != "melee"


def guns(state: Match, player: Player) -> tuple[Weapon, ...]:
    """Return the weapons a champion can fire now: its own and its bonus's, without jammed ones."""
    arms = arms_of(state, player)
    return tuple(weapon for weapon in arms if can_fire(weapon) and weapon.id not in player.life.jammed)


def find_weapon(state: Match, player: Player, text: str | None) -> Weapon:
    """Find a weapon by id, by name in either language, or by the start of a name.

    Without a text it is the only one there is. Raises Refused (SHOOT-4) with the nearest.
    """
    arms = arms_of(state, player)
    if text is None:
        usable = guns(state, player)
        if len(usable) == 1:
            return usable[0]
        choice = tuple(weapon.name for weapon in usable)
        raise forbid("SHOOT-4", "which-weapon", player=player.name, weapons=choice)
    match = match_weapon(arms, text)
    if match is None:
        near = nearest_weapon(arms, text)
        raise forbid("SHOOT-4", "unknown-weapon", player=player.name, weapon=text, nearest=near)
    return match


def match_weapon(arms: Iterable[Weapon], text: str) -> Weapon | None:
    """Return the weapon of an id or name, or the only one whose name starts so, or None."""
    carried = tuple(arms)
    weapon_id = lookup(text, _ids_by_name(carried)).only
    return next((weapon for weapon in carried if weapon.id == weapon_id), None)


def nearest_weapon(arms: Iterable[Weapon], text: str) -> str | None:
    """Return the id of the weapon whose name is nearest to a mistyped one."""
    return lookup(text, _ids_by_name(arms), prefixes=False, similarity=0.5).nearest


def _ids_by_name(arms: Iterable[Weapon]) -> dict[str, str]:
    """Return the id of each weapon by its names; the first of several with the same name."""
    return {name: weapon.id for weapon in reversed(tuple(arms)) for name in _names(weapon)}


def _names(weapon: Weapon) -> tuple[str, ...]:
    return weapon.id, weapon.name.en.casefold(), weapon.name.fr.casefold()


# -- hindrances of a shooter --------------------------------------------------------------


TARGETLESS_CODES = ("heavy-moved", "ordnance-moved")
"""What forbids a weapon's shot at any target."""


def shot_hindrances(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """Yield why a champion may not fire a weapon: one a phase, none jammed, none after a flag.

    Rule: SHOOT-4, FLAG-4
    """
    who = shooter.name
    if shooter.turn.shot is not None and not _fires_both(shooter, weapon):
        fired = shooter.turn.shot.weapon
        name: object = next((gun.name for gun in shooter.arms if gun.id == fired), fired)
        yield Refusal("SHOOT-4", "has-shot", {"player": who, "weapon": name})
    if shooter.turn.second == "fleet":
        yield Refusal("SHOOT-4", "ran-instead", {"player": who})
    if traits.has(shooter.abilities, "no-shot"):
        yield Refusal("SHOOT-4", "no-shot-now", {"player": who})
    if used_turbo(shooter):
        spent = shooter.movement.spent
        yield Refusal("SHOOT-4", "turbo", {"player": who, "inches": spent})
    if weapon.id in shooter.life.jammed:
        yield Refusal("SHOOT-4", "weapon-jammed", {"player": who, "weapon": weapon.name})
    if any(shooter.id in flag.sharers for flag in state.flags.values()):
        yield Refusal("FLAG-4", "gave-the-flag", {"player": who})


def _fires_both(shooter: Player, weapon: Weapon) -> bool:
    """Return whether a champion that fired a pistol may fire another in the same phase.

    Rule: TRAIT-1, SHOOT-4
    """
    fired = shooter.turn.shot
    if fired is None or fired.again or not traits.has(shooter.abilities, "both-pistols"):
        return False
    first = next((gun for gun in shooter.arms if gun.id == fired.weapon), None)
    pistols = first is not None and first.type == weapon.type == "pistol"
    return pistols and weapon.id != fired.weapon


def refusal_of(finding: plans.Reason, shooter: Player, weapon: Weapon) -> Refusal:
    """Return a plan's finding against a shot as a refusal (SHOOT-4)."""
    facts: dict[str, Any] = dict(finding.facts)
    if "range" in facts:
        facts["reach"] = facts.pop("range")
    return Refusal("SHOOT-4", finding.code, {"player": shooter.name, "weapon": weapon.name, **facts})


def cannot_shoot(state: Match, shooter: Player) -> Refusal | None:
    """Return why a champion can fire none of its weapons; None if it can fire one.

    Rule: SHOOT-4, FLAG-4
    """
    first: Refusal | None = None
    for weapon in guns(state, shooter):
        refusal = next(_refusals_at_any(state, shooter, weapon), None)
        if refusal is None:
            return None
        first = first or refusal
    if first is not None:
        return first
    jammed = next((gun for gun in arms_of(state, shooter) if can_fire(gun)), None)
    if jammed is not None:
        return next(shot_hindrances(state, shooter, jammed), None)
    none = {"player": shooter.name, "weapons": ()}
    return Refusal("SHOOT-4", "which-weapon", none, overridable=False)


def _refusals_at_any(state: Match, shooter: Player, weapon: Weapon) -> Iterator[Refusal]:
    """Yield the refusals of a weapon's shot at any target."""
    yield from shot_hindrances(state, shooter, weapon)
    anybody = next((p for p in state.players.values() if p.in_play and p.id != shooter.id), None)
    if anybody is None:
        return
    line = line_of_fire(state, shooter, anybody)
    aim = aim_of(shooter, NO_TERMS, line.distance_in)
    for finding in plan_of(state, shooter, weapon, anybody, aim, line).findings:
        if finding.code in TARGETLESS_CODES:
            yield refusal_of(finding, shooter, weapon)
