"""SHOOTING: a weapon fired at a champion, a barrel or a building, with all that follows."""

from __future__ import annotations

from msgspec import structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.barrels import barrels
from q40k.games.quake.rules.bonus.wrath import wrath
from q40k.games.quake.rules.damage.damage import suffer
from q40k.games.quake.rules.damage.rolling import Struck, resolve, struck_by, workings
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.positions.places import rise
from q40k.games.quake.rules.questions import find, find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.shooting.able import hindered, unlawful
from q40k.games.quake.rules.shooting.aiming import Said, aim, in_the_dark, plan_at_thing, plan_of
from q40k.games.quake.rules.shooting.arms import find_weapon
from q40k.games.quake.rules.shooting.gets_hot import backfire
from q40k.games.quake.rules.shooting.line_of_fire import Setting, distance_to, setting
from q40k.games.quake.rules.shooting.shot import RULE, Shoot, Shot
from q40k.games.quake.rules.shooting.spotting import eyes_on, spot
from q40k.games.quake.rules.shooting.templates import template_lies, under_template
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams import buildings as structures
from q40k.games.quake.rules.traits.minds import dares, undone
from q40k.games.quake.rules.turn.acting import only_active
from q40k.games.w40k3e.figures import Hull
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import Outcome
from q40k.games.w40k3e.shooting import Aim, ShootingPlan
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

_Result = tuple[Player, Attack, Outcome]
"""Who was struck, by what attack, and what came of it."""


@rule(Shoot)
def shoot(live: Live[Match], command: Shoot) -> Rule[None]:
    """Fire a weapon: to hit, to wound, saves; then the dead come back, in the order they died.

    Rule: SHOOT-1, SHOOT-4, TURN-1, DIFF-2
    """
    must_be_started(live.state)
    shooter = find_present(live.state, command.player)
    target = find_target(live.state, command.target)
    inside = tuple(find_present(live.state, name).id for name in command.inside)
    yield from only_active(live, shooter, "shooting")
    weapon = find_weapon(live.state, shooter, command.weapon)
    yield from _may_fire(live, shooter, weapon)
    if isinstance(target, Barrel):
        yield from _at_barrel(live, shooter, weapon, target, command)
    elif isinstance(target, str):
        yield from _at_building(live, shooter, weapon, target, command)
    else:
        yield from _at_champion(live, shooter, weapon, target, command)
    yield from respawn_waiting(live, "in", inside)


def find_target(state: Match, said: str) -> Player | Barrel | str:
    """Who or what is shot at: a player, a barrel by its id, or the building of a team.

    Raises Refused (TABLE-1 for a name that is none).
    """
    player = state.named(said)
    if player is not None:
        return player
    if said.upper() in state.barrels:
        return barrels.find_barrel(state, said)
    team = next((t for t in state.teams if t.casefold() == said.casefold()), None)
    if team is not None and state.teams[team].structure is not None:
        if not state.teams[team].structure:
            raise forbid("BASE-1", "building-down", team=team)
        return team
    return find(state, said)


def _may_fire(live: Live[Match], shooter: Player, weapon: Weapon) -> Rule[None]:
    """One weapon a phase, none that is jammed, none after a flag was exchanged.

    Rule: SHOOT-4, FLAG-4
    """
    yield from hindered(live.state, shooter, weapon)


SHORT = "out-of-range"


def _falls_short(state: Match, plan: ShootingPlan) -> bool:
    """Whether a shot is out of range that was announced before it was measured: it is lost.

    Rule: MOVE-2
    """
    return state.announces and any(why.code == SHORT for why in plan.findings)


def _lawful(plan: ShootingPlan, shooter: Player, weapon: Weapon, but: str = "") -> Rule[None]:
    """Refuse what the weapon cannot do, each with its facts; all `but` what has this code.

    Rule: SHOOT-4
    """
    yield from (unlawful(why, shooter, weapon) for why in plan.findings if why.code != but)


# ---- at a champion


def _at_champion(
    live: Live[Match], shooter: Player, weapon: Weapon, target: Player, command: Shoot
) -> Rule[None]:
    """See the target, spot it in the dark, fire.

    Rule: SHOOT-1, SHOOT-2, SHOOT-3, DIFF-2, DIFF-3
    """
    if target.id == shooter.id:
        raise forbid("SHOOT-1", "shoots-itself", player=shooter.name)
    if not target.in_play:
        raise forbid("SHOOT-1", "not-on-table", player=target.name)
    state = live.state
    said, where = Said.of(command), setting(state, shooter, target)
    how = aim(shooter, said, where.distance_in)
    plan = plan_of(state, shooter, weapon, target, how, where, said.in_cover)
    short = _falls_short(state, plan)
    yield from _lawful(plan, shooter, weapon, but=SHORT if short else "")
    if not where.visible:
        yield from refuse(
            "SHOOT-2",
            "not-visible",
            player=target.name,
            share=round(where.share or 0.0, 2),
            enough=0.75,
            hiders=_named(state, where.hiders),
        )
    if plan.shape:
        yield from template_lies(live, shooter, target, plan.shape, command)
    if not (yield from dares(live, shooter, target, weapon.id)):
        return
    power = plan.attack.cast is not None
    if power and (yield from undone(live, shooter, target, weapon.id)):
        return
    boons = yield from wrath(live, shooter.id, target.id)  # asks, so nothing is refused after it
    plan = plan_of(live.state, shooter, weapon, target, how, where, said.in_cover, boons)
    story = Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        target=target.id,
        shape=plan.shape,
        distance_in=how.distance_in,
        may_charge=plan.may_charge,
        short=short,
    )
    if short:
        yield story
        return
    dark = in_the_dark(state, target, where, said=said.dark)
    if (eyes := eyes_on(shooter, target, dark=dark)) is not None:
        seen, steps = yield from spot(live, shooter, target, how.distance_in, eyes)
        story = structs.replace(story, steps=steps, unseen=not seen)
        if not seen:
            yield story
            return
    fire = _Fire(live, shooter, weapon, target, command, how, where, boons)
    yield from fire.marker(story) if plan.shape else fire.plain(plan, story)


def _named(state: Match, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[one].name if one in state.players else one for one in ids)


class _Fire:
    """One weapon's fire at a champion, from the first die to the last death."""

    def __init__(
        self,
        live: Live[Match],
        shooter: Player,
        weapon: Weapon,
        target: Player,
        command: Shoot,
        how: Aim,
        where: Setting,
        boons: tuple[Modifier, ...],
    ) -> None:
        self.live, self.shooter, self.weapon, self.target = live, shooter, weapon, target
        self.command, self.how, self.where, self.boons = command, how, where, boons

    def plain(self, plan: ShootingPlan, story: Shot) -> Rule[None]:
        """A weapon without a template: everything is about its target.

        Rule: SHOOT-1
        """
        attack = self._saving(plan.attack, self.target)
        done = yield from resolve(attack, self.shooter.id, self.target.id, RULE)
        victims = (struck_by(done, self.shooter.id, self.target.id, attack),)
        yield structs.replace(_summed(story, done), victims=victims)
        yield from self._after(done, [(self.target, attack, done)])

    def marker(self, story: Shot) -> Rule[None]:
        """A template: the aimed shot decides; whoever is touched is hit, friend or foe.

        Rule: DIFF-2, DIFF-3, SHOOT-1
        """
        if story.shape == "flame":
            yield from self._flame(story)
            return
        plan = self._plan(self.target, structs.replace(self.how, only_hits=True))
        aimed = yield from resolve(plan.attack, self.shooter.id, self.target.id, RULE)
        steps = (*story.steps, *workings(aimed, self.shooter.id, self.target.id))
        story = structs.replace(_summed(story, aimed), steps=steps)
        results: list[_Result] = []
        if aimed.hits or aimed.told:
            how = structs.replace(self.how, hits=max(1, aimed.hits))
            for victim in (yield from self._touched(story.shape)):
                attack = self._saving(self._plan(victim, how).attack, victim)
                done = _told_dead(victim, how.hits)
                if not aimed.told or victim.id != self.target.id:
                    done = yield from resolve(attack, self.shooter.id, victim.id, RULE)
                results.append((victim, attack, done))
        yield structs.replace(story, victims=self._victims(results))
        yield from self._after(aimed, results)

    def _flame(self, story: Shot) -> Rule[None]:
        """A flame hits whom it touches without a roll; a power of the mind is tested for once.

        Rule: DIFF-2, DIFF-3
        """
        results: list[_Result] = []
        for victim in (yield from self._touched(story.shape)):
            attack = self._saving(self._plan(victim, self.how).attack, victim)
            if results and attack.cast is not None:
                if not results[0][2].hits:
                    break
                attack = structs.replace(attack, cast=None)
            done = yield from resolve(attack, self.shooter.id, victim.id, RULE)
            results.append((victim, attack, done))
        story = _summed(story, results[0][2])
        yield structs.replace(story, victims=self._victims(results))
        yield from self._after(results[0][2], results)

    def _touched(self, shape: str) -> Rule[tuple[Player, ...]]:
        names = yield from under_template(self.live, self.shooter, self.target, shape, self.command)
        return tuple(self.live.state.players[name] for name in names)

    def _victims(self, results: list[_Result]) -> tuple[Struck, ...]:
        return tuple(
            struck_by(done, self.shooter.id, victim.id, attack) for victim, attack, done in results
        )

    def _plan(self, victim: Player, how: Aim) -> ShootingPlan:
        """What it needs against one figure; only the target's cover is the table's word."""
        state, shooter, weapon = self.live.state, self.shooter, self.weapon
        if victim.id == self.target.id:
            cover = self.command.in_cover
            return plan_of(state, shooter, weapon, victim, how, self.where, cover, self.boons)
        where = setting(state, shooter, victim)
        return plan_of(state, shooter, weapon, victim, how, where)

    def _saving(self, attack: Attack, victim: Player) -> Attack:
        """The save the target's owner chose, in the place of the best."""
        if self.command.save is None or victim.id != self.target.id:
            return attack
        return attack.choosing(self.command.save)

    def _after(self, aimed: Outcome, results: list[_Result]) -> Rule[None]:
        """What the shot did: first to the shooter, whose weapon burned it before it struck.

        Rule: SCORE-1, SCORE-2, TEAM-4
        """
        yield from backfire(self.live, self.shooter.id, aimed)
        by = (self.shooter.id,)
        for victim, attack, done in results:
            cause = "own-shot" if victim.id == self.shooter.id else "kill"
            yield from suffer(self.live, victim.id, attack, done, killers=by, cause=cause)


def _summed(story: Shot, done: Outcome) -> Shot:
    return structs.replace(
        story,
        shots=done.shots,
        hits=done.hits,
        burns=done.burns,
        perils=done.perils,
        jammed=done.jammed,
    )


def _told_dead(victim: Player, hits: int | None) -> Outcome:
    """What "dead" means of a marker's target, when it was said before the marker had hit."""
    return Outcome(hits=hits or 1, lost=victim.life.wounds, dead=True, told=True)


# ---- at a thing


def _at_barrel(
    live: Live[Match], shooter: Player, weapon: Weapon, barrel: Barrel, command: Shoot
) -> Rule[None]:
    """A barrel has only to be hit; then it does what barrels do.

    Rule: BARREL-2
    """
    away = distance_to(shooter, barrel.at, rise(live.state, shooter, barrel.at))
    how = structs.replace(aim(shooter, Said.of(command), away), only_hits=True)
    plan = plan_at_thing(live.state, shooter, weapon, None, how)
    if _falls_short(live.state, plan):
        yield from _lawful(plan, shooter, weapon, but=SHORT)
        yield Shot(
            shooter=shooter.id, weapon=weapon.id, barrel=barrel.id, distance_in=how.distance_in,
            may_charge=plan.may_charge, short=True,
        )  # fmt: skip
        return
    yield from _lawful(plan, shooter, weapon)
    done = yield from resolve(plan.attack, shooter.id, None, "BARREL-2")
    story = Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        barrel=barrel.id,
        shape=plan.shape,
        distance_in=how.distance_in,
        may_charge=plan.may_charge,
        steps=workings(done, shooter.id, None),
    )
    yield _summed(story, done)
    yield from backfire(live, shooter.id, done)
    if done.hits:
        yield from barrels.explode(live, shooter.id, barrel.id, by_dice=True)


def _at_building(
    live: Live[Match], shooter: Player, weapon: Weapon, team: str, command: Shoot
) -> Rule[None]:
    """Each penetration of a building's armour costs it a point of structure.

    Rule: BASE-1
    """
    state = live.state
    assert state.setup.mod is not None
    hull = Hull(state.setup.mod.parameters.armour, state.teams[team].structure)
    how = aim(shooter, Said.of(command), None)
    plan = plan_at_thing(state, shooter, weapon, hull, how)
    yield from _lawful(plan, shooter, weapon)
    if team == state.side_of(shooter.id):
        yield from refuse("BASE-1", "own-building", player=shooter.name, team=team)
    done = yield from resolve(plan.attack, shooter.id, None, "BASE-1")
    story = Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        building=team,
        shape=plan.shape,
        distance_in=how.distance_in,
        may_charge=plan.may_charge,
        penetrating=done.penetrating,
        steps=workings(done, shooter.id, None),
    )
    yield _summed(story, done)
    yield from backfire(live, shooter.id, done)
    if done.penetrating:
        yield from structures.pierce(live, shooter.id, team, done.penetrating)
