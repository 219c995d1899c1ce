"""SHOOTING: a weapon fired at a champion, a barrel or a building, with its effects."""

from msgspec import structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules import barrels, minds, parts, positions, registry, respawn
from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.bonus.special import wrath
from q40k.games.quake.rules.damage import Harmed, Struck, apply_attack, resolve, struck_by, suffer_wounds, workings
from q40k.games.quake.rules.questions import find_player, find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.shooting import aiming, templates
from q40k.games.quake.rules.shooting.line_of_fire import LineOfFire, distance_to, line_of_fire
from q40k.games.quake.rules.shooting.templates import barrels_under, refuse_bad_template, spot, under_template
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams import buildings as structures
from q40k.games.quake.rules.turn.acting import must_be_active
from q40k.games.w40k3e import damage, figures, modifiers, plans, resolving, shooting
from q40k.kernel.events import Live, Rule


def backfire(live: Live[Match], shooter: str, outcome: resolving.Outcome) -> Rule[None]:
    """Apply what a weapon that gets hot, or the warp, does to its user: an accident.

    Rule: SCORE-2, SHOOT-4
    """
    saved_against = any(step.need.kind == "hot" for step in outcome.steps)
    yield from suffer_wounds(live, shooter, outcome.burns, cause="plasma", failed=saved_against)
    psyker = live.state.players[shooter]
    if not outcome.perils or not psyker.in_play or (yield from minds.shrugs_off(live, psyker)):
        return
    attack = damage.perils_plan(fighter(live.state, psyker))
    hurt = yield from resolve(attack, None, shooter, aiming.RULE)
    yield Harmed(cause="perils", struck=struck_by(hurt, None, shooter, attack))
    yield from apply_attack(live, shooter, attack, hurt, cause="perils")


# -- firing a weapon ----------------------------------------------------------------------


_Result = tuple[Player, plans.Attack, resolving.Outcome]
"""The victim, the attack on it, and its outcome."""


@registry.rule(aiming.Shoot)
def shoot(live: Live[Match], command: aiming.Shoot) -> Rule[None]:
    """Fire a weapon: to hit, to wound, saves; then the dead come back, in the order they died.

    Rule: SHOOT-1, SHOOT-4, TURN-1, DIFF-2
    """
    must_be_started(live.state)
    shooter = find_present(live.state, command.player)
    target = find_target(live.state, command.target)
    inside = tuple(find_present(live.state, name).id for name in command.inside)
    yield from must_be_active(live, shooter, "shooting")
    weapon = aiming.find_weapon(live.state, shooter, command.weapon)
    yield from _refuse_hindered(live, shooter, weapon)
    if isinstance(target, parts.Barrel):
        yield from _shoot_barrel(live, shooter, weapon, target, command)
    elif isinstance(target, str):
        yield from _shoot_building(live, shooter, weapon, target, command)
    else:
        yield from _shoot_champion(live, shooter, weapon, target, command)
    yield from respawn.respawn_waiting(live, "in", inside)


def find_target(state: Match, text: str) -> Player | parts.Barrel | str:
    """Find the target of a shot: a player, a barrel by its id, or a team's building.

    Raises Refused (TABLE-1 for an unknown name).
    """
    player = state.player_named(text)
    if player is not None:
        return player
    if text.upper() in state.barrels:
        return barrels.find_barrel(state, text)
    team = next((t for t in state.teams if t.casefold() == text.casefold()), None)
    if team is not None and state.teams[team].structure is not None:
        if not state.teams[team].structure:
            raise forbid("BASE-1", "building-down", team=team)
        return team
    return find_player(state, text)


def _refuse_hindered(live: Live[Match], shooter: Player, weapon: Weapon) -> Rule[None]:
    """Refuse a second weapon in a phase, a jammed one, and any after a flag was exchanged.

    Rule: SHOOT-4, FLAG-4
    """
    yield from aiming.shot_hindrances(live.state, shooter, weapon)


SHORT = "out-of-range"


def _falls_short(state: Match, plan: shooting.ShootingPlan) -> bool:
    """Return whether a shot announced before measuring is out of range, and so lost.

    Rule: MOVE-2
    """
    return state.announces and any(finding.code == SHORT for finding in plan.findings)


def _refuse_unlawful(plan: shooting.ShootingPlan, shooter: Player, weapon: Weapon, but: str = "") -> Rule[None]:
    """Refuse what the weapon cannot do, except findings with the code `but`.

    Rule: SHOOT-4
    """
    yield from (aiming.refusal_of(finding, shooter, weapon) for finding in plan.findings if finding.code != but)


# ---- at a champion


def _shoot_champion(
    live: Live[Match], shooter: Player, weapon: Weapon, target: Player, command: aiming.Shoot
) -> Rule[None]:
    """Check the line of fire, spot the target in the dark, and fire.

    Rule: SHOOT-1, SHOOT-2, SHOOT-3, DIFF-2, DIFF-3
    """
    if target.id == shooter.id:
        raise forbid("SHOOT-1", "shoots-itself", player=shooter.name)
    if not target.in_play:
        raise forbid("SHOOT-1", "not-on-table", player=target.name)
    state = live.state
    terms, line = aiming.ShotTerms.of(command), line_of_fire(state, shooter, target)
    aim = aiming.aim_of(shooter, terms, line.distance_in)
    plan = aiming.plan_of(state, shooter, weapon, target, aim, line, terms.in_cover)
    short = _falls_short(state, plan)
    yield from _refuse_unlawful(plan, shooter, weapon, but=SHORT if short else "")
    if templates.needs_sight(weapon) and not line.visible:
        yield from refuse(
            "SHOOT-2",
            "not-visible",
            player=target.name,
            share=round(line.share or 0.0, 2),
            enough=0.75,
            hiders=_names_of(state, line.hiders),
        )
    if plan.shape:
        yield from refuse_bad_template(live, shooter, target, plan.shape, command)
    if not (yield from minds.dares(live, shooter, target, weapon.id)):
        return
    power = plan.attack.cast is not None
    if power and (yield from minds.undo_power(live, shooter, target, weapon.id)):
        return
    boons = yield from wrath(live, shooter.id, target.id)  # asks, so nothing is refused after it
    plan = aiming.plan_of(live.state, shooter, weapon, target, aim, line, terms.in_cover, boons)
    shot = aiming.Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        target=target.id,
        shape=plan.shape,
        distance_in=aim.distance_in,
        may_charge=plan.may_charge,
        short=short,
    )
    if short:
        yield shot
        return
    dark = aiming.is_in_dark(state, target, line, dark=terms.dark)
    if (eyes := templates.eyes_on(shooter, weapon, target, dark=dark)) is not None:
        seen, steps = yield from spot(live, shooter, target, aim.distance_in, eyes)
        shot = structs.replace(shot, steps=steps, unseen=not seen)
        if not seen:
            yield shot
            return
    fire = _Fire(live, shooter, weapon, target, command, aim, line, boons)
    yield from fire.fire_template(shot) if plan.shape else fire.fire_directly(plan, shot)


def _names_of(state: Match, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[name].name if name in state.players else name for name in ids)


class _Fire:
    """One weapon's fire at a champion, from the first die to the last death."""

    def __init__(
        self,
        live: Live[Match],
        shooter: Player,
        weapon: Weapon,
        target: Player,
        command: aiming.Shoot,
        aim: shooting.Aim,
        line: LineOfFire,
        boons: tuple[modifiers.Modifier, ...],
    ) -> None:
        self.live, self.shooter, self.weapon, self.target = live, shooter, weapon, target
        self.command, self.aim, self.line, self.boons = command, aim, line, boons

    def fire_directly(self, plan: shooting.ShootingPlan, shot: aiming.Shot) -> Rule[None]:
        """Fire without a template: only the target is affected.

        Rule: SHOOT-1
        """
        attack = self._with_save(plan.attack, self.target)
        outcome = yield from resolve(attack, self.shooter.id, self.target.id, aiming.RULE)
        victims = (struck_by(outcome, self.shooter.id, self.target.id, attack),)
        yield structs.replace(_with_totals(shot, outcome), victims=victims)
        yield from self._apply_results(outcome, [(self.target, attack, outcome)])

    def fire_template(self, shot: aiming.Shot) -> Rule[None]:
        """Fire with a template: if the aimed shot hits, everyone under it is hit, friend or foe.

        Then the barrels under it explode.

        Rule: DIFF-2, DIFF-3, SHOOT-1, BARREL-2
        """
        if shot.shape == "flame":
            yield from self._fire_flame(shot)
            return
        plan = self._plan(self.target, structs.replace(self.aim, only_hits=True))
        aimed = yield from resolve(plan.attack, self.shooter.id, self.target.id, aiming.RULE)
        steps = (*shot.steps, *workings(aimed, self.shooter.id, self.target.id))
        shot = structs.replace(_with_totals(shot, aimed), steps=steps)
        results: list[_Result] = []
        caught: tuple[str, ...] = ()
        if aimed.hits or aimed.told:
            aim = structs.replace(self.aim, hits=max(1, aimed.hits))
            victims = yield from self._find_victims(shot.shape)
            caught = yield from self._find_barrels(shot.shape)
            for victim in victims:
                attack = self._with_save(self._plan(victim, aim).attack, victim)
                outcome = _declared_dead(victim, aim.hits)
                if not aimed.told or victim.id != self.target.id:
                    outcome = yield from resolve(attack, self.shooter.id, victim.id, aiming.RULE)
                results.append((victim, attack, outcome))
        yield structs.replace(shot, victims=self._victims(results))
        yield from self._apply_results(aimed, results)
        yield from barrels.explode(self.live, self.shooter.id, caught, by_dice=True)

    def _fire_flame(self, shot: aiming.Shot) -> Rule[None]:
        """Hit everyone under a flame without a roll; a psychic power is tested for once.

        Rule: DIFF-2, DIFF-3
        """
        results: list[_Result] = []
        for victim in (yield from self._find_victims(shot.shape)):
            attack = self._with_save(self._plan(victim, self.aim).attack, victim)
            if results and attack.cast is not None:
                if not results[0][2].hits:
                    break
                attack = structs.replace(attack, cast=None)
            outcome = yield from resolve(attack, self.shooter.id, victim.id, aiming.RULE)
            results.append((victim, attack, outcome))
        caught: tuple[str, ...] = ()
        if results[0][2].hits or results[0][2].told:
            caught = yield from self._find_barrels(shot.shape)
        shot = _with_totals(shot, results[0][2])
        yield structs.replace(shot, victims=self._victims(results))
        yield from self._apply_results(results[0][2], results)
        yield from barrels.explode(self.live, self.shooter.id, caught, by_dice=True)

    def _find_victims(self, shape: str) -> Rule[tuple[Player, ...]]:
        names = yield from under_template(self.live, self.shooter, self.target, shape, self.command)
        return tuple(self.live.state.players[name] for name in names)

    def _find_barrels(self, shape: str) -> Rule[tuple[str, ...]]:
        return (yield from barrels_under(self.live, self.shooter, self.target, shape, self.command))

    def _victims(self, results: list[_Result]) -> tuple[Struck, ...]:
        return tuple(struck_by(outcome, self.shooter.id, victim.id, attack) for victim, attack, outcome in results)

    def _plan(self, victim: Player, aim: shooting.Aim) -> shooting.ShootingPlan:
        """Return the plan against one figure; the table's cover counts for the target only."""
        state, shooter, weapon = self.live.state, self.shooter, self.weapon
        if victim.id == self.target.id:
            cover = self.command.in_cover
            return aiming.plan_of(state, shooter, weapon, victim, aim, self.line, cover, self.boons)
        line = line_of_fire(state, shooter, victim)
        return aiming.plan_of(state, shooter, weapon, victim, aim, line)

    def _with_save(self, attack: plans.Attack, victim: Player) -> plans.Attack:
        """Give an attack the save that the target's owner chose."""
        if self.command.save is None or victim.id != self.target.id:
            return attack
        return attack.prefer_save(self.command.save)

    def _apply_results(self, aimed: resolving.Outcome, results: list[_Result]) -> Rule[None]:
        """Apply the shot: first to the shooter, whose weapon burned it before it struck.

        Rule: SCORE-1, SCORE-2, TEAM-4
        """
        yield from backfire(self.live, self.shooter.id, aimed)
        by = (self.shooter.id,)
        for victim, attack, outcome in results:
            cause = "own-shot" if victim.id == self.shooter.id else "kill"
            yield from apply_attack(self.live, victim.id, attack, outcome, killers=by, cause=cause)


def _with_totals(shot: aiming.Shot, outcome: resolving.Outcome) -> aiming.Shot:
    return structs.replace(
        shot, shots=outcome.shots, hits=outcome.hits, burns=outcome.burns, perils=outcome.perils, jammed=outcome.jammed
    )


def _declared_dead(victim: Player, hits: int | None) -> resolving.Outcome:
    """Return the outcome for a marker's target said to be dead before the marker hit."""
    return resolving.Outcome(hits=hits or 1, lost=victim.life.wounds, dead=True, told=True)


# ---- at a barrel or a building


def _shoot_barrel(
    live: Live[Match], shooter: Player, weapon: Weapon, barrel: parts.Barrel, command: aiming.Shoot
) -> Rule[None]:
    """Shoot a barrel: it has only to be hit, then it explodes.

    Rule: BARREL-2
    """
    distance = distance_to(shooter, barrel.at, positions.height_above(live.state, shooter, barrel.at))
    aim = structs.replace(aiming.aim_of(shooter, aiming.ShotTerms.of(command), distance), only_hits=True)
    plan = aiming.plan_at_thing(live.state, shooter, weapon, None, aim)
    if _falls_short(live.state, plan):
        yield from _refuse_unlawful(plan, shooter, weapon, but=SHORT)
        yield aiming.Shot(
            shooter=shooter.id,
            weapon=weapon.id,
            barrel=barrel.id,
            distance_in=aim.distance_in,
            may_charge=plan.may_charge,
            short=True,
        )
        return
    yield from _refuse_unlawful(plan, shooter, weapon)
    outcome = yield from resolve(plan.attack, shooter.id, None, "BARREL-2")
    shot = aiming.Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        barrel=barrel.id,
        shape=plan.shape,
        distance_in=aim.distance_in,
        may_charge=plan.may_charge,
        steps=workings(outcome, shooter.id, None),
    )
    yield _with_totals(shot, outcome)
    yield from backfire(live, shooter.id, outcome)
    if outcome.hits:
        yield from barrels.explode(live, shooter.id, (barrel.id,), by_dice=True)


def _shoot_building(live: Live[Match], shooter: Player, weapon: Weapon, team: str, command: aiming.Shoot) -> Rule[None]:
    """Shoot a building: each penetration of its armour costs a point of structure.

    Rule: BASE-1
    """
    state = live.state
    hull = figures.Hull(state.mod.parameters.armour, state.teams[team].structure)
    aim = aiming.aim_of(shooter, aiming.ShotTerms.of(command), None)
    plan = aiming.plan_at_thing(state, shooter, weapon, hull, aim)
    yield from _refuse_unlawful(plan, shooter, weapon)
    if team == state.side_of(shooter.id):
        yield from refuse("BASE-1", "own-building", player=shooter.name, team=team)
    outcome = yield from resolve(plan.attack, shooter.id, None, "BASE-1")
    shot = aiming.Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        building=team,
        shape=plan.shape,
        distance_in=aim.distance_in,
        may_charge=plan.may_charge,
        penetrating=outcome.penetrating,
        steps=workings(outcome, shooter.id, None),
    )
    yield _with_totals(shot, outcome)
    yield from backfire(live, shooter.id, outcome)
    if outcome.penetrating:
        yield from structures.pierce(live, shooter.id, team, outcome.penetrating)
