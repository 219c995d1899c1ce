"""Blows before any die: what a champion may fight with, and the plan of the 3rd edition for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, fighter
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.figures import Hull
from q40k.games.w40k3e.grenades import grenade_plan, grenades_of
from q40k.games.w40k3e.melee import Blows, Round, fights, melee_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.kernel.lookup import lookup

TWO_HANDED = "two-handed"


_TWO_WAYS = "two-handed-mode-acts-as-power-fist"


class Grip(Struct, frozen=True):
    """What a champion fights with: a weapon (None: bare hands), in which way, or a grenade."""

    weapon: Weapon | None = None
    mode: str = ""
    grenade: str = ""

    @property
    def id(self) -> str:
        """How it is said: the id, with the way after a slash."""
        own = self.grenade or (self.weapon.id if self.weapon is not None else "hands")
        return f"{own}/{self.mode}" if self.mode else own


def grips(state: Match, player: Player) -> tuple[Grip, ...]:
    """Everything a champion may choose to fight with; bare hands if it has nothing.

    Rule: MELEE-2
    """
    found = []
    for weapon in arms_of(state, player):
        if not fights(weapon) or weapon.id in player.life.jammed:
            continue
        found.append(Grip(weapon))
        if _TWO_WAYS in weapon.tags:
            found.append(Grip(weapon, TWO_HANDED))
    return tuple(found) or (Grip(),)


def hull_of(state: Match, team: str) -> Hull:
    """The building of a team as something to strike.

    Rule: BASE-1
    """
    assert state.setup.mod is not None
    return Hull(state.setup.mod.parameters.armour, state.teams[team].structure)


def plan(
    state: Match, striker: Player, grip: Grip, victim: Player, *more: Modifier
) -> tuple[tuple[Blows, ...], bool]:
    """All that one champion strikes at another: its own blows first, then those of its gear.

    The second is whether the weapon is spent by it. Whoever charged has the bonus for it, into
    cover if its target was; `more` is what the striker has against this very victim.

    Rule: MELEE-2, ASSAULT-2
    """
    charge = striker.turn.charge
    now = Round(
        charging=charge is not None,
        charged=victim.turn.charge is not None and victim.turn.charge.target == striker.id,
        into_cover=charge is not None and charge.into_cover,
        fired=_has_fired(striker, grip),
        mode=grip.mode,
        enemy_kit=arms_of(state, victim),
    )
    whole = melee_plan(
        fighter(state, striker, *more),
        grip.weapon,
        fighter(state, victim),
        now,
        carried=_carried(state, striker),
    )
    blows = tuple(one.between(striker.id, victim.id) for one in whole.blows)
    return blows, whole.one_use


def plan_at_building(
    state: Match, striker: Player, grip: Grip, team: str
) -> tuple[tuple[Blows, ...], bool]:
    """All that a champion strikes at a building: blows, or one grenade.

    Rule: BASE-1
    """
    hull, figure = hull_of(state, team), fighter(state, striker)
    if grip.grenade:
        attack = grenade_plan(figure, grip.grenade, hull)
        return (Blows(grip.grenade, figure.i, figure.i, attack, striker=striker.id),), False
    now = Round(
        charging=striker.turn.charge is not None, fired=_has_fired(striker, grip), mode=grip.mode
    )
    whole = melee_plan(figure, grip.weapon, hull, now, carried=_carried(state, striker))
    return tuple(structs.replace(one, striker=striker.id) for one in whole.blows), whole.one_use


def _carried(state: Match, striker: Player) -> tuple[Weapon, ...]:
    return tuple(w for w in arms_of(state, striker) if w.id not in striker.life.jammed)


def _has_fired(striker: Player, grip: Grip) -> bool:
    shot = striker.turn.shot
    return shot is not None and grip.weapon is not None and shot.weapon == grip.weapon.id


# ---- which one


def find_grip(state: Match, player: Player, said: str, building: str | None = None) -> Grip:
    """What was said to be fought with: by id, by a name in either language, or how one begins.

    Raises Refused (MELEE-2) with the nearest.
    """
    known: dict[str, Grip] = {}
    for grip in (*grips(state, player), *_grenades(state, player, building)):
        known[grip.id] = grip
        if grip.weapon is not None and not grip.mode:
            known[grip.weapon.name.en.casefold()] = grip
            known[grip.weapon.name.fr.casefold()] = grip
    found = lookup(said, known, likeness=0.5)
    ids = {grip.id for grip in found.fits}
    if len(ids) == 1:
        return found.fits[-1]
    near = found.nearest.id if found.nearest else None
    raise forbid("MELEE-2", "cannot-fight-with", player=player.name, weapon=said, nearest=near)


def _grenades(state: Match, player: Player, building: str | None) -> tuple[Grip, ...]:
    if building is None:
        return ()
    return tuple(Grip(grenade=one) for one in grenades_of(fighter(state, player)))


def worthwhile(
    state: Match, striker: Player, victims: Sequence[Player], building: str | None = None
) -> tuple[Grip, ...]:
    """The ways to fight that differ in effect, the best first.

    A way that strikes no sooner and hurts nobody more than another is left out.

    Rule: MELEE-2
    """
    ways = (*grips(state, striker), *_grenades(state, striker, building))
    if len(ways) == 1:
        return ways
    rated = [(way, _worth(state, striker, way, victims, building)) for way in ways]
    rated.sort(key=lambda one: sum(one[1][1:]), reverse=True)
    kept: list[tuple[Grip, tuple[Fraction, ...]]] = []
    for way, worth in rated:
        if not any(_as_good(other, worth) for _, other in kept):
            kept = [one for one in kept if not _as_good(worth, one[1])]
            kept.append((way, worth))
    return tuple(way for way, _ in kept)


def _as_good(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
    return all(a >= b for a, b in zip(one, other, strict=True))


def _worth(
    state: Match, striker: Player, grip: Grip, victims: Sequence[Player], building: str | None
) -> tuple[Fraction, ...]:
    """When it strikes, then what it may do to each victim."""
    found: list[Fraction] = []
    order = -1000
    for victim in victims:
        if grip.grenade:
            found += [Fraction(0), Fraction(0)]
            continue
        main = plan(state, striker, grip, victim)[0][0]
        order = max(order, main.order)
        found += _chances(main.attack)
    if building is not None:
        main = plan_at_building(state, striker, grip, building)[0][0]
        order = max(order, main.order)
        found += _chances(main.attack)
    return (Fraction(order), *found)


@lru_cache(maxsize=1024)
def _chances(attack: Attack) -> tuple[Fraction, Fraction]:
    """The chance of a kill and the wounds expected; of a building, the points it costs."""
    odds = attack_odds(attack)
    if attack.hull is not None:
        return odds.destroyed, odds.penetrating.mean
    return odds.dies, odds.lost.mean
