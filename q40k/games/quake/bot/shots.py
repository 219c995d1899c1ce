"""The options of the shooting phase: whom to shoot with what, and where a template is laid."""

from collections.abc import Iterator

from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.exchange import KEEPS
from q40k.games.quake.bot.goals import flags_in_reach, rival_buildings
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import contacts_of, opponents_of
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.odds import ShotOdds, targets_at_a_glance, thing_odds
from q40k.games.quake.state.parts import Barrel
from q40k.games.quake.state.positions import positions_of
from q40k.games.quake.state.shooting import Shoot, ShotTerms, shot_hindrances
from q40k.geometry.space import CM_PER_INCH, Spot, distance_cm
from q40k.geometry.templates import blast, find_touched_figures, ordnance

WOUND = 0.25
"""What a wound that does not kill is worth, as a share of the kill."""
BARREL_CM = 6.0
"""How near to a barrel its explosion reaches."""
BARREL_KILL = 0.35
"""The usual chance that an exploding barrel kills who stands beside it."""


def may_shoot(outlook: Outlook) -> bool:
    """Return whether the champion may still fire one of its weapons."""
    return any(next(shot_hindrances(outlook.state, outlook.me, gun), None) is None for gun in outlook.guns)


def shot_options(outlook: Outlook, caution: float = 1.0) -> Iterator[Option]:
    """Yield the shots that the champion may fire, and holding fire; nothing once it has fired.

    `caution`: what its death counts in the charge that a shot may spoil.
    """
    if not may_shoot(outlook):
        return
    yield Option(Next(), 0.0, "holds-fire")
    charge = _charge_worth(outlook, caution)
    yield from _shots_at_champions(outlook, charge)
    yield from _shots_at_barrels(outlook, max(charge.values(), default=0.0))
    yield from shots_at_buildings(outlook)


def _shots_at_champions(outlook: Outlook, charge: dict[str, float]) -> Iterator[Option]:
    weapons = {gun.id: gun for gun in outlook.guns}
    for odds in _odds_by_word(outlook):
        target = outlook.state.players[odds.target]
        worth = worth_of_shot(outlook, odds)
        if odds.kills and not odds.plan.may_charge:
            worth -= max(charge.values(), default=0.0)
        elif charge:
            worth += charge.get(target.id, 0.0) * (1 - float(odds.kills)) - max(charge.values())
        inches = outlook.inches_by_word(target)
        command = Shoot(player=outlook.me.name, target=target.name, weapon=odds.weapon, distance=inches)
        if odds.plan.shape in ("blast", "large-blast", "ordnance"):
            command, more = _lay_template(outlook, weapons[odds.weapon], target, command, odds)
            worth += more
        elif odds.plan.shape == "flame" or contacts_of(outlook.state, target.id):
            worth += _harm_in_contact(outlook, target, odds)
        kills = float(odds.kills)
        facts = {"target": target.id, "weapon": odds.weapon, "kills": kills, "burns": float(odds.burns)}
        yield Option(command, worth, "shoots", facts, {"kills": kills}, target.id)


def _odds_by_word(outlook: Outlook) -> Iterator[ShotOdds]:
    """Yield the odds at the foes neither hidden nor far away, at distances the table said if no place tells."""
    foes: dict[float | None, list[str]] = {}
    for foe in outlook.foes:
        if not outlook.is_hidden(foe) and outlook.may_be_in_range(foe):
            foes.setdefault(outlook.inches_by_word(foe), []).append(foe.id)
    for inches, names in foes.items():
        terms = ShotTerms(distance_in=inches)
        yield from targets_at_a_glance(outlook.state, outlook.me, terms, names, only_allowed=True)


def worth_of_shot(outlook: Outlook, odds: ShotOdds) -> float:
    """Return what a shot at its target is worth: kills, wounds, and what it does to the shooter."""
    target = outlook.state.players[odds.target]
    kills, harms = float(odds.kills), float(odds.harms)
    kill = outlook.stakes.kill(target)
    return kills * kill + WOUND * max(0.0, harms - kills) * kill - float(odds.burns) * outlook.stakes.own_accident()


def _charge_worth(outlook: Outlook, caution: float) -> dict[str, float]:
    """Return what a charge at each foe or flag in reach would be worth after the shooting."""
    if opponents_of(outlook.state, outlook.me.id):
        return {}  # it fights already, and charges nobody
    worth = {flag: prize * KEEPS for flag, prize in flags_in_reach(outlook)}
    for foe in outlook.foes:
        if outlook.straight_in(foe) <= outlook.charge_in:
            duel = MEMORY.duel(outlook.state, outlook.me, foe)
            net = duel.kills * outlook.stakes.kill(foe) - duel.dies * outlook.stakes.death(foe) * caution
            if net > 0:
                worth[foe.id] = net * KEEPS
    return worth


# -- templates ---------------------------------------------------------------------------------


def _lay_template(
    outlook: Outlook, weapon: Weapon, target: Player, command: Shoot, odds: ShotOdds
) -> tuple[Shoot, float]:
    """Return the command with the marker where it pays most, and what that is worth beside the target."""
    state = outlook.state
    if target.position.at is None:
        return command, 0.0
    lay = blast if odds.plan.shape == "blast" else ordnance
    best_spot, best = None, None
    for at in _marker_spots(outlook, target):
        names = {figure.id for figure in find_touched_figures(positions_of(state), lay(at))}
        if target.id not in names:
            continue
        worth = sum(_worth_under(outlook, weapon, state.players[name], odds) for name in names if name != target.id)
        if best is None or worth > best:
            best_spot, best = at, worth
    if best_spot is None or best_spot == target.position.at:
        return command, best or 0.0
    return command.replace(at=best_spot), best or 0.0


def _marker_spots(outlook: Outlook, target: Player) -> Iterator[Spot]:
    """Yield places for a marker: on its target, and between it and others near it."""
    at = target.position.at
    assert at is not None
    yield at
    others = [p.position.at for p in (*outlook.foes, *outlook.mates, outlook.me) if p.id != target.id and p.position.at]
    for other in others:
        if distance_cm(at, other) <= 4 * CM_PER_INCH:
            yield round((at[0] + other[0]) / 2, 2), round((at[1] + other[1]) / 2, 2)
            yield round((3 * at[0] - other[0]) / 2, 2), round((3 * at[1] - other[1]) / 2, 2)


def _worth_under(outlook: Outlook, weapon: Weapon, victim: Player, odds: ShotOdds) -> float:
    """Return what it is worth that a champion lies under the template as well."""
    hits = float(odds.hits) or 1.0
    fire = MEMORY.fire(outlook.state, outlook.me, weapon, victim)
    kills = max(fire.kills, default=0.0) if victim.id != outlook.me.id else float(odds.kills)
    if victim.id == outlook.me.id:
        return -hits * kills * outlook.stakes.own_accident()
    return hits * kills * outlook.stakes.kill(victim)


def _harm_in_contact(outlook: Outlook, target: Player, odds: ShotOdds) -> float:
    """Return what a template does to those in contact with its target; nothing without a template."""
    if not odds.plan.shape:
        return 0.0
    weapon = next(gun for gun in outlook.guns if gun.id == odds.weapon)
    names = contacts_of(outlook.state, target.id)
    return sum(_worth_under(outlook, weapon, outlook.state.players[name], odds) for name in names)


# -- barrels and buildings ---------------------------------------------------------------------


def _shots_at_barrels(outlook: Outlook, charge: float) -> Iterator[Option]:
    """Yield the shots at barrels beside which more is won than lost; each forgoes the best `charge`."""
    for barrel in outlook.state.barrels.values():
        if barrel.at is None or barrel.burning:
            continue
        beside = [foe for foe in outlook.foes if _is_beside(foe, barrel)]
        if not beside or _is_beside(outlook.me, barrel):
            continue
        worth = BARREL_KILL * sum(outlook.stakes.kill(foe) for foe in beside)
        worth -= BARREL_KILL * sum(-outlook.stakes.kill(mate) for mate in outlook.mates if _is_beside(mate, barrel))
        for gun in outlook.guns:
            odds = thing_odds(outlook.state, outlook.me, gun, barrel)
            if not odds.findings and worth > 0:
                command = Shoot(player=outlook.me.name, target=barrel.id, weapon=gun.id)
                facts = {"thing": barrel.id, "weapon": gun.id, "hits": float(odds.strikes)}
                net = float(odds.strikes) * worth - charge
                yield Option(command, net, "shoots-barrel", facts, {"hits": float(odds.strikes)})


def _is_beside(player: Player, barrel: Barrel) -> bool:
    at = player.position.at
    return at is not None and barrel.at is not None and distance_cm(at, barrel.at) <= BARREL_CM


def shots_at_buildings(outlook: Outlook) -> Iterator[Option]:
    """Yield the shots at the buildings in range; the distance is to the middle of a base."""
    here = outlook.me.position.at
    if here is None:
        return
    for name, at, structure in rival_buildings(outlook):
        away = distance_cm(here, at) / CM_PER_INCH
        for gun in outlook.guns:
            odds = thing_odds(outlook.state, outlook.me, gun, name)
            in_range = isinstance(gun.range_in, int) and away <= gun.range_in
            if in_range and not odds.findings and odds.strikes:
                share = float(odds.mean) / structure + 0.5 * float(odds.falls)
                facts = {"team": name, "weapon": gun.id, "hits": float(odds.strikes)}
                command = Shoot(player=outlook.me.name, target=name, weapon=gun.id)
                yield Option(command, share * outlook.stakes.round_share, "shoots-building", facts)
