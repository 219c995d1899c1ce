"""The weapons a champion may fight with, and its blows by the 3rd edition, before any die."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, fighter
from q40k.games.quake.rules.bonus.special import known_wrath
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.figures import Hull
from q40k.games.w40k3e.melee import Blows, Round, fights, grenade_plan, grenades_of, melee_plan
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.kernel.lookup import lookup

TWO_HANDED = "two-handed"


_TWO_HANDED_TAG = "two-handed-mode-acts-as-power-fist"


class Grip(Struct, frozen=True):
    """What a champion fights with: a weapon (None: bare hands) in a mode, or a grenade."""

    weapon: Weapon | None = None
    mode: str = ""
    grenade: str = ""

    @property
    def id(self) -> str:
        """Return the id of the weapon or grenade, with the mode after a slash."""
        own = self.grenade or (self.weapon.id if self.weapon is not None else "hands")
        return f"{own}/{self.mode}" if self.mode else own


def grips(state: Match, player: Player) -> tuple[Grip, ...]:
    """Return everything a champion may choose to fight with; bare hands if it has nothing.

    Rule: MELEE-2
    """
    choices = []
    for weapon in arms_of(state, player):
        if not fights(weapon) or weapon.id in player.life.jammed:
            continue
        choices.append(Grip(weapon))
        if _TWO_HANDED_TAG in weapon.tags:
            choices.append(Grip(weapon, TWO_HANDED))
    return tuple(choices) or (Grip(),)


def hull_of(state: Match, team: str) -> Hull:
    """Return a team's building as a target of blows.

    Rule: BASE-1
    """
    return Hull(state.mod.parameters.armour, state.teams[team].structure)


def plan(state: Match, striker: Player, grip: Grip, victim: Player) -> tuple[tuple[Blows, ...], bool]:
    """Return a champion's blows at another, and whether they use up its weapon.

    Its own blows come first, then those of its gear. A champion that charged has the charge bonus,
    into cover if its target was in cover. The wrath of the painters counts if the victim is known
    to be unfinished.

    Rule: MELEE-2, ASSAULT-2, BONUS-1
    """
    charge = striker.turn.charge
    round_now = Round(
        charging=charge is not None,
        charged=victim.turn.charge is not None and victim.turn.charge.target == striker.id,
        into_cover=charge is not None and charge.into_cover,
        fired=_has_fired(striker, grip),
        mode=grip.mode,
        enemy_kit=arms_of(state, victim),
    )
    planned = melee_plan(
        fighter(state, striker, *known_wrath(state, striker.id, victim.id)),
        grip.weapon,
        fighter(state, victim),
        round_now,
        carried=_working_weapons(state, striker),
    )
    blows = tuple(blow.between(striker.id, victim.id) for blow in planned.blows)
    return blows, planned.one_use


def plan_at_building(state: Match, striker: Player, grip: Grip, team: str) -> tuple[tuple[Blows, ...], bool]:
    """Return a champion's blows at a building, or its one grenade, as `plan` does.

    Rule: BASE-1
    """
    hull, figure = hull_of(state, team), fighter(state, striker)
    if grip.grenade:
        attack = grenade_plan(figure, grip.grenade, hull)
        return (Blows(grip.grenade, figure.i, figure.i, attack, striker=striker.id),), False
    round_now = Round(charging=striker.turn.charge is not None, fired=_has_fired(striker, grip), mode=grip.mode)
    planned = melee_plan(figure, grip.weapon, hull, round_now, carried=_working_weapons(state, striker))
    return tuple(structs.replace(blow, striker=striker.id) for blow in planned.blows), planned.one_use


def _working_weapons(state: Match, striker: Player) -> tuple[Weapon, ...]:
    return tuple(w for w in arms_of(state, striker) if w.id not in striker.life.jammed)


def _has_fired(striker: Player, grip: Grip) -> bool:
    shot = striker.turn.shot
    return shot is not None and grip.weapon is not None and shot.weapon == grip.weapon.id


# ---- which one


def find_grip(state: Match, player: Player, text: str, building: str | None = None) -> Grip:
    """Find the weapon or grenade to fight with by its id or name, or the start of one.

    Names count in both languages. Raises Refused (MELEE-2) with the nearest match.
    """
    grips_by_name: dict[str, Grip] = {}
    for grip in (*grips(state, player), *_grenades(state, player, building)):
        grips_by_name[grip.id] = grip
        if grip.weapon is not None and not grip.mode:
            grips_by_name[grip.weapon.name.en.casefold()] = grip
            grips_by_name[grip.weapon.name.fr.casefold()] = grip
    matches = lookup(text, grips_by_name, similarity=0.5)
    ids = {grip.id for grip in matches.fits}
    if len(ids) == 1:
        return matches.fits[-1]
    nearest = matches.nearest.id if matches.nearest else None
    raise forbid("MELEE-2", "cannot-fight-with", player=player.name, weapon=text, nearest=nearest)


def _grenades(state: Match, player: Player, building: str | None) -> tuple[Grip, ...]:
    if building is None:
        return ()
    return tuple(Grip(grenade=grenade) for grenade in grenades_of(fighter(state, player)))


def worthwhile(
    state: Match, striker: Player, victims: Sequence[Player], building: str | None = None
) -> tuple[Grip, ...]:
    """Return the ways to fight that differ in effect, the best first.

    A choice is left out if another strikes no later and hurts every victim at least as much.

    Rule: MELEE-2
    """
    choices = (*grips(state, striker), *_grenades(state, striker, building))
    if len(choices) == 1:
        return choices
    rated = [(grip, _worth(state, striker, grip, victims, building)) for grip in choices]
    rated.sort(key=lambda entry: sum(entry[1][1:]), reverse=True)
    kept: list[tuple[Grip, tuple[Fraction, ...]]] = []
    for grip, worth in rated:
        if not any(_is_as_good(kept_worth, worth) for _, kept_worth in kept):
            kept = [entry for entry in kept if not _is_as_good(worth, entry[1])]
            kept.append((grip, worth))
    return tuple(grip for grip, _ in kept)


def _is_as_good(worth: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
    return all(a >= b for a, b in zip(worth, other, strict=True))


def _worth(
    state: Match, striker: Player, grip: Grip, victims: Sequence[Player], building: str | None
) -> tuple[Fraction, ...]:
    """Return the initiative order of the blows, then their chances against each victim."""
    chances: list[Fraction] = []
    order = -1000
    for victim in victims:
        if grip.grenade:
            chances += [Fraction(0), Fraction(0)]
            continue
        main = plan(state, striker, grip, victim)[0][0]
        order = max(order, main.order)
        chances += _chances(main.attack)
    if building is not None:
        main = plan_at_building(state, striker, grip, building)[0][0]
        order = max(order, main.order)
        chances += _chances(main.attack)
    return (Fraction(order), *chances)


@lru_cache(maxsize=1024)
def _chances(attack: Attack) -> tuple[Fraction, Fraction]:
    """Return the chance of a kill and the expected wounds.

    For a building: the chance to destroy it and the expected structure points lost.
    """
    odds = attack_odds(attack)
    if attack.hull is not None:
        return odds.destroyed, odds.penetrating.mean
    return odds.dies, odds.lost.mean
