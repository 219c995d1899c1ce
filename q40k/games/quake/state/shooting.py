"""SHOOTING: lines of fire, aims, plans of shots, templates, and what the table said of sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from q40k.games.quake.packs.models import Scenery, Weapon
from q40k.games.quake.state import positions
from q40k.games.quake.state.bonus import arms_of, fighter, is_stealthy, used_turbo
from q40k.games.quake.state.damage import Struck, Workings
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.movement.water import is_swimming
from q40k.games.quake.state.parts import Barrel, Fired, Sighting
from q40k.games.quake.state.positions import base_of, positions_of
from q40k.games.quake.state.registry import Command, Event, Inches, Place, SaveKind, land_inside
from q40k.games.quake.state.teams import hull_of
from q40k.games.w40k3e import figures, modifiers, plans, traits
from q40k.games.w40k3e.ground import PLAIN, Eyes
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.geometry.space import Spot, apart_in, to_point_cm
from q40k.kernel.commands import CleanedBy, InvalidValue, Name, Text
from q40k.kernel.events import Refusal
from q40k.kernel.lookup import lookup
from q40k.packs.base import FINITE
from q40k.tabletop.asking import forbid

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.hiding import LinesTo
    from q40k.geometry.sight import View


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
    landing = land_inside


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

    def fold(self, state: Match) -> Match:
        shooter = state.players[self.shooter]
        jammed = shooter.life.jammed
        if self.jammed and self.weapon not in jammed:
            jammed = (*jammed, self.weapon)
        again = shooter.turn.shot is not None
        fired = Fired(self.weapon, self.target, self.may_charge, again)
        return change_player(state, self.shooter, shot=fired, jammed=jammed)


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


def plan_at_thing(
    state: Match, shooter: Player, weapon: Weapon, target: Barrel | str, terms: ShotTerms, *, measured: bool = True
) -> tuple[Aim, ShootingPlan]:
    """Return the aim and the plan of a shot at a team's building, or at a barrel, which need only be hit.

    Rule: BARREL-2, BASE-1
    """
    figure = fighter(state, shooter)
    if isinstance(target, str):
        aim = aim_of(shooter, terms, None)
        return aim, shooting_plan(figure, weapon, hull_of(state, target), aim)
    distance = distance_to(state, shooter, target.at) if measured else None
    aim = replace(aim_of(shooter, terms, distance), only_hits=True)
    return aim, shooting_plan(figure, weapon, figures.Fighter(), aim)


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


WHOLE = 1 - 1e-9
"""From this share on, nothing of a base is hidden."""


IN_WATER = (Modifier("cover", 5, "MOVE-4", "shooting"), Modifier("invulnerable", 5, "MOVE-4", "shooting"))
"""What water does for a swimmer shot at from outside it (MOVE-4)."""


class LineOfFire(Struct, frozen=True):
    """How a shooter sees its target.

    `distance_in` is from base to base, None if unknown. `share` is how much of the target's base
    can be seen; `hiders` hide the rest (ids of scenery and of champions). `helps` are cover and
    water. `dark`: the target stands in a dark zone.
    """

    distance_in: float | None = None
    share: float | None = None
    hiders: tuple[str, ...] = ()
    helps: tuple[Modifier, ...] = ()
    dark: bool = False

    @property
    def visible(self) -> bool:
        """Return whether three quarters of the base can be seen, or that is unknown (SHOOT-2)."""
        if self.share is None:
            return True
        from q40k.geometry.sight import is_enough

        return is_enough(self.share)


def line_of_fire(state: Match, shooter: Player, target: Player) -> LineOfFire:
    """Return the line of fire between two champions, as their places give it.

    `standing` saves computing the positions again. Cover is scenery that the target stands in, or
    that crosses the lines to its base. A swimmer is known without places.

    Rule: SHOOT-2, SHOOT-3, MOVE-4
    """
    if shooter.position.at is None or target.position.at is None or shooter.id == target.id:
        return LineOfFire(helps=IN_WATER if target.movement.in_water and not shooter.movement.in_water else ())
    from q40k.geometry.positions import gap_in

    positions = positions_of(state)
    seen = views_of(positions, shooter.id, (target.id,), lines_to(state))[target.id]
    best = _cover(positions, shooter.id, target.id)
    helps: tuple[Modifier, ...] = ()
    if best is not None and best.cover is not None:
        helps = (Modifier("cover", best.cover, best.id, "shooting"),)
    if is_swimming(state, target) and not is_swimming(state, shooter):
        helps += IN_WATER
    return LineOfFire(
        round(gap_in(positions.figure(shooter.id), positions.figure(target.id)), 2),
        seen.share,
        seen.hiders if seen.share < WHOLE else (),
        helps,
        target.id in positions.in_the_dark,
    )


def lines_to(state: Match) -> LinesTo:
    """Return whether lines of sight go to the target's top or to its base, as the table plays.

    Rule: SHOOT-2
    """
    return "figure" if state.setup.mod is None else state.setup.mod.parameters.lines_to


def views_of(positions: ArenaPositions, shooter: str, targets: Iterable[str], aim: LinesTo) -> dict[str, View]:
    """Return how a champion sees others; each view is kept with the positions, until somebody moves.

    Rule: SHOOT-2
    """
    names, views = tuple(targets), positions.views
    missing = [name for name in names if (shooter, name, aim) not in views]
    if missing:
        from q40k.geometry.sight import seen_by

        for name, view in seen_by(positions, shooter, missing, aim).items():
            views[shooter, name, aim] = view
    return {name: views[shooter, name, aim] for name in names}


def _cover(positions: ArenaPositions, shooter: str, target: str) -> Scenery | None:
    """Return the best cover between two champions, or that the target stands in.

    Rule: SHOOT-2, ARENA-5
    """
    if (shooter, target) not in positions.covers:
        positions.covers[shooter, target] = _find_best_cover(positions, shooter, target)
    return positions.covers[shooter, target]


def _find_best_cover(positions: ArenaPositions, shooter: str, target: str) -> Scenery | None:
    worth = {p.scenery.id: p.scenery for p in positions.field.pieces if p.scenery.cover}
    if not worth:
        return None
    from q40k.geometry.sight import find_cover

    low = views_of(positions, shooter, (target,), "base")[target]
    crossed = tuple(piece_id for piece_id in low.hiders if piece_id in worth) if low.share < WHOLE else ()
    covers = find_cover(positions, shooter, target, crossed)
    pieces = [worth[piece_id] for piece_id in covers if piece_id in worth]
    return min(pieces, key=lambda piece: piece.cover or 0, default=None)


def distance_to(state: Match, shooter: Player, spot: Spot | None) -> float | None:
    """Return the inches from the shooter's base to a point on the ground; None if a place is unknown."""
    if shooter.position.at is None or spot is None:
        return None
    gap = to_point_cm(base_of(shooter), shooter.position.at, spot)
    return round(apart_in(gap, positions.height_above(state, shooter, spot)), 2)


UNKNOWN = "unknown"
WITHIN, SEEN, UNSEEN = "within", "seen", "unseen"
"""The answers where a bot says what it wants: near enough to charge, only seen, not seen."""
"""The answer that nobody knows whom a champion sees."""


class Look(Command, tag="look"):
    """Ask the table whom a champion sees, and how far away they are (TABLE-8).

    `foes` are those it asks about, the most important first. Of those it sees, it asks the distance
    of at most so many as `distances` says. Outside the shooting phase it asks for distances alone.

    With `within` it asks a single question about the first of them: whether it is within so many inches,
    only seen, or not even seen.
    """

    player: Name
    foes: tuple[Name, ...]
    distances: Annotated[int, Meta(ge=0, le=20)] = 2
    within: Annotated[int, Meta(ge=0, le=500)] = 0


class Sighted(Event, tag="sighted"):
    """The table said whom a champion sees, and how far away they are (TABLE-8)."""

    player: str
    sightings: tuple[Sighting, ...] = ()

    def fold(self, state: Match) -> Match:
        """Keep the newest word about each pair; what is older tells where somebody was."""
        newer = {sighting.foe for sighting in self.sightings}
        older = tuple(s for s in state.play.sightings if s.player != self.player or s.foe not in newer)
        return state.replace(sightings=(*older, *self.sightings))


def step_counts(player: Player, foe: Player) -> tuple[float, ...]:
    """Return numbers of which one changes whenever one of two champions goes elsewhere within a turn."""
    return tuple(
        float(number)
        for p in (player, foe)
        for number in (p.score.deaths, p.movement.spent, p.turn.charge is not None, p.position.portal or 0)
    )


def sighting_of(state: Match, player: Player, foe: Player) -> Sighting | None:
    """Return what the table said in this turn of a champion and a foe; None if one has moved since.

    Rule: TABLE-8
    """
    steps = step_counts(player, foe)
    return next(
        (
            sighting
            for sighting in state.play.sightings
            if (sighting.player, sighting.foe, sighting.turn) == (player.id, foe.id, state.play.turn)
            and sighting.steps == steps
        ),
        None,
    )


def levels_of(state: Match, shooter: Player, target: Player, shape: str) -> tuple[float, float]:
    """Return the lowest and the highest level a template reaches, in inches.

    It is at its target's feet; a flame reaches from its firer's height to its target's.

    Rule: DIFF-3
    """
    levels = (
        positions.feet_height(state, target),
        positions.feet_height(state, shooter if shape == "flame" else target),
    )
    return min(levels), max(levels)


# -- the spotting test of a dark zone -----------------------------------------------------


BARRAGE = "barrage"


def needs_sight(weapon: Weapon) -> bool:
    """Return whether a weapon is fired only at what its bearer sees: not a barrage, nor a homing missile.

    Rule: SHOOT-2, SHOOT-4
    """
    return not {BARRAGE, "no-line-of-sight-needed"} & set(weapon.tags)


def eyes_on(shooter: Player, weapon: Weapon, target: Player, *, dark: bool) -> Eyes | None:
    """Return how a shooter has to spot a target; None if it simply sees it, or fires a barrage.

    `dark`: it stands in a dark zone, or counts as in one by its bonus. A target always in the dark
    by a trait is seen there from half as far. Shrouded targets are looked for with different dice.

    Rule: SHOOT-3, SHOOT-4
    """
    return None if BARRAGE in weapon.tags else eyes_of(shooter.abilities, target.abilities, dark=dark)


def eyes_of(shooter: tuple[Trait, ...], target: tuple[Trait, ...], *, dark: bool) -> Eyes | None:
    """Return how to spot a target, by the traits of both.

    Rule: SHOOT-3
    """
    hidden, veil = has(target, "dark-zone"), greatest(target, "spotting-dice")
    if not (dark or hidden or veil):
        return None
    plain = dark or hidden
    return Eyes(
        dice=PLAIN.dice if plain else veil,
        times=greatest(shooter, "spotting-factor", otherwise=PLAIN.times),
        half=dark and hidden,
    )
