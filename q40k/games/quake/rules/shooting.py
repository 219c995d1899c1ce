"""SHOOTING: fire a shot: at a champion, a barrel or a building, directly or by a template."""

from __future__ import annotations

from math import atan2, ceil, degrees, hypot

from msgspec import Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules import traits
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.barrels import ask_touched, explode
from q40k.games.quake.rules.bonus import wrath
from q40k.games.quake.rules.damage import apply_attack, inflict, resolve, suffer_wounds
from q40k.games.quake.rules.questions import choose_players, roll
from q40k.games.quake.rules.teams import pierce
from q40k.games.quake.state import barrels, parts, positions, registry, shooting
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.damage import Struck, Working, Workings, struck_by, workings
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import contacts_of
from q40k.games.quake.state.parts import Sighting
from q40k.games.quake.state.questions import find_on_table, find_player, find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.teams import find_building
from q40k.games.w40k3e import modifiers, plans, resolving
from q40k.games.w40k3e.damage import perils_plan
from q40k.games.w40k3e.ground import Eyes, spotting_in
from q40k.games.w40k3e.shooting import Aim, ShootingPlan
from q40k.geometry.space import CM_PER_INCH
from q40k.geometry.templates import Template, blast, find_touched_figures, flame, ordnance
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, choose_number, choose_several, forbid, refuse


def backfire(live: Live[Match], shooter: str, outcome: resolving.Outcome) -> Rule[None]:
    """Apply what a weapon that gets hot, or the warp, does to its user: an accident.

    Rule: SCORE-2, SHOOT-4
    """
    saved_against = any(step.need.kind == "hot" for step in outcome.steps)
    yield from suffer_wounds(live, shooter, outcome.burns, cause="plasma", failed=saved_against)
    psyker = live.state.players[shooter]
    if not outcome.perils or not psyker.in_play or (yield from traits.shrugs_off(live, psyker)):
        return
    yield from inflict(live, shooter, perils_plan(fighter(live.state, psyker)), "perils", shooting.RULE)


# -- firing a weapon ----------------------------------------------------------------------


_Result = tuple[Player, plans.Attack, resolving.Outcome]
"""The victim, the attack on it, and its outcome."""


@registry.rule(shooting.Shoot)
def shoot(live: Live[Match], command: shooting.Shoot) -> Rule[None]:
    """Fire a weapon: to hit, to wound, saves; then the dead come back, in the order they died.

    Rule: SHOOT-1, SHOOT-4, TURN-1, DIFF-2
    """
    shooter = find_present(live.state, command.player)
    target = find_target(live.state, command.target)
    for name in command.inside:
        find_present(live.state, name)
    yield from must_be_active(live, shooter, "shooting")
    weapon = shooting.find_weapon(live.state, shooter, command.weapon)
    yield from shooting.shot_hindrances(live.state, shooter, weapon)
    if isinstance(target, Player):
        yield from _shoot_champion(live, shooter, weapon, target, command)
    else:
        yield from _shoot_thing(live, shooter, weapon, target, command)


def find_target(state: Match, text: str) -> Player | parts.Barrel | str:
    """Find the target of a shot: a player, a barrel by its id, or a team's building.

    Raises Refused (TABLE-1 for an unknown name).
    """
    player = state.player_named(text)
    if player is not None:
        return player
    if text.upper() in state.barrels:
        return barrels.find_barrel(state, text)
    return find_building(state, text) or find_player(state, text)


SHORT = "out-of-range"


def _falls_short(state: Match, plan: ShootingPlan) -> bool:
    """Return whether a shot announced before measuring is out of range, and so lost.

    Rule: MOVE-2
    """
    return state.announces and any(finding.code == SHORT for finding in plan.findings)


def _refuse_unlawful(plan: ShootingPlan, shooter: Player, weapon: Weapon, but: str = "") -> Rule[None]:
    """Refuse what the weapon cannot do, except findings with the code `but`.

    Rule: SHOOT-4
    """
    yield from (shooting.refusal_of(finding, shooter, weapon) for finding in plan.findings if finding.code != but)


# ---- at a champion


def _shoot_champion(
    live: Live[Match], shooter: Player, weapon: Weapon, target: Player, command: shooting.Shoot
) -> Rule[None]:
    """Check the line of fire, spot the target in the dark, and fire.

    Rule: SHOOT-1, SHOOT-2, SHOOT-3, DIFF-2, DIFF-3
    """
    if target.id == shooter.id:
        raise forbid("SHOOT-1", "shoots-itself", player=shooter.name)
    if not target.in_play:
        raise forbid("SHOOT-1", "not-on-table", player=target.name)
    state = live.state
    terms, line = shooting.ShotTerms.of(command), shooting.line_of_fire(state, shooter, target)
    aim = shooting.aim_of(shooter, terms, line.distance_in)
    plan = shooting.plan_of(state, shooter, weapon, target, aim, line, terms.in_cover)
    short = _falls_short(state, plan)
    yield from _refuse_unlawful(plan, shooter, weapon, but=SHORT if short else "")
    if shooting.needs_sight(weapon) and not line.visible:
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
    if not (yield from traits.dares(live, shooter, target, weapon.id)):
        return
    power = plan.attack.cast is not None
    if power and (yield from traits.undo_power(live, shooter, target, weapon.id)):
        return
    boons = yield from wrath(live, shooter.id, target.id)  # asks, so nothing is refused after it
    plan = shooting.plan_of(live.state, shooter, weapon, target, aim, line, terms.in_cover, boons)
    shot = shooting.Shot(
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
    dark = shooting.is_in_dark(state, target, line, dark=terms.dark)
    if (eyes := shooting.eyes_on(shooter, weapon, target, dark=dark)) is not None:
        seen, steps = yield from spot(live, shooter, target, aim.distance_in, eyes)
        shot = structs.replace(shot, steps=steps, unseen=not seen)
        if not seen:
            yield shot
            return
    fire = _Fire(live, shooter, weapon, target, command, aim, line, boons)
    yield from fire.fire_template(shot) if plan.shape else fire.fire_directly(plan, shot)


def _names_of(state: Match, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[name].name if name in state.players else name for name in ids)


class _Fire(Struct, frozen=True):
    """One weapon's fire at a champion, from the first die to the last death."""

    live: Live[Match]
    shooter: Player
    weapon: Weapon
    target: Player
    command: shooting.Shoot
    aim: Aim
    line: shooting.LineOfFire
    boons: tuple[modifiers.Modifier, ...]

    def fire_directly(self, plan: ShootingPlan, shot: shooting.Shot) -> Rule[None]:
        """Fire without a template: only the target is affected.

        Rule: SHOOT-1
        """
        attack = self._with_save(plan.attack, self.target)
        outcome = yield from resolve(attack, self.shooter.id, self.target.id, shooting.RULE)
        victims = (struck_by(outcome, self.shooter.id, self.target.id, attack),)
        yield structs.replace(_with_totals(shot, outcome), victims=victims)
        yield from self._apply_results(outcome, [(self.target, attack, outcome)])

    def fire_template(self, shot: shooting.Shot) -> Rule[None]:
        """Fire with a template: if the aimed shot hits, everyone under it is hit, friend or foe.

        Then the barrels under it explode.

        Rule: DIFF-2, DIFF-3, SHOOT-1, BARREL-2
        """
        if shot.shape == "flame":
            yield from self._fire_flame(shot)
            return
        plan = self._plan(self.target, structs.replace(self.aim, only_hits=True))
        aimed = yield from resolve(plan.attack, self.shooter.id, self.target.id, shooting.RULE)
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
                    outcome = yield from resolve(attack, self.shooter.id, victim.id, shooting.RULE)
                results.append((victim, attack, outcome))
        yield structs.replace(shot, victims=self._victims(results))
        yield from self._apply_results(aimed, results)
        yield from explode(self.live, self.shooter.id, caught, by_dice=True)

    def _fire_flame(self, shot: shooting.Shot) -> Rule[None]:
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
            outcome = yield from resolve(attack, self.shooter.id, victim.id, shooting.RULE)
            results.append((victim, attack, outcome))
        caught: tuple[str, ...] = ()
        if results[0][2].hits or results[0][2].told:
            caught = yield from self._find_barrels(shot.shape)
        shot = _with_totals(shot, results[0][2])
        yield structs.replace(shot, victims=self._victims(results))
        yield from self._apply_results(results[0][2], results)
        yield from explode(self.live, self.shooter.id, caught, by_dice=True)

    def _find_victims(self, shape: str) -> Rule[tuple[Player, ...]]:
        names = yield from under_template(self.live, self.shooter, self.target, shape, self.command)
        return tuple(self.live.state.players[name] for name in names)

    def _find_barrels(self, shape: str) -> Rule[tuple[str, ...]]:
        return (yield from barrels_under(self.live, self.shooter, self.target, shape, self.command))

    def _victims(self, results: list[_Result]) -> tuple[Struck, ...]:
        return tuple(struck_by(outcome, self.shooter.id, victim.id, attack) for victim, attack, outcome in results)

    def _plan(self, victim: Player, aim: Aim) -> ShootingPlan:
        """Return the plan against one figure; the table's cover counts for the target only."""
        state, shooter, weapon = self.live.state, self.shooter, self.weapon
        if victim.id == self.target.id:
            cover = self.command.in_cover
            return shooting.plan_of(state, shooter, weapon, victim, aim, self.line, cover, self.boons)
        line = shooting.line_of_fire(state, shooter, victim)
        return shooting.plan_of(state, shooter, weapon, victim, aim, line)

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


def _with_totals(shot: shooting.Shot, outcome: resolving.Outcome) -> shooting.Shot:
    return structs.replace(
        shot, shots=outcome.shots, hits=outcome.hits, burns=outcome.burns, perils=outcome.perils, jammed=outcome.jammed
    )


def _declared_dead(victim: Player, hits: int | None) -> resolving.Outcome:
    """Return the outcome for a marker's target said to be dead before the marker hit."""
    return resolving.Outcome(hits=hits or 1, lost=victim.life.wounds, dead=True, told=True)


# ---- at a barrel or a building


def _shoot_thing(
    live: Live[Match], shooter: Player, weapon: Weapon, target: parts.Barrel | str, command: shooting.Shoot
) -> Rule[None]:
    """Shoot a barrel, which explodes if it is hit, or a team's building.

    A barrel out of a range that was announced before it was measured is not hit. Each penetration of
    a building's armour costs a point of structure.

    Rule: BARREL-2, BASE-1
    """
    state = live.state
    barrel, team = (target, None) if isinstance(target, parts.Barrel) else (None, target)
    aim, plan = shooting.plan_at_thing(state, shooter, weapon, target, shooting.ShotTerms.of(command))
    short = barrel is not None and _falls_short(state, plan)
    yield from _refuse_unlawful(plan, shooter, weapon, but=SHORT if short else "")
    if team == state.side_of(shooter.id):
        yield from refuse("BASE-1", "own-building", player=shooter.name, team=team)
    shot = shooting.Shot(
        shooter=shooter.id,
        weapon=weapon.id,
        barrel=barrel.id if barrel else None,
        building=team,
        distance_in=aim.distance_in,
        may_charge=plan.may_charge,
        short=short,
    )
    if short:
        yield shot
        return
    outcome = yield from resolve(plan.attack, shooter.id, None, "BARREL-2" if barrel else "BASE-1")
    shot = structs.replace(shot, shape=plan.shape, penetrating=outcome.penetrating)
    yield structs.replace(_with_totals(shot, outcome), steps=workings(outcome, shooter.id, None))
    yield from backfire(live, shooter.id, outcome)
    if barrel is not None and outcome.hits:
        yield from explode(live, shooter.id, (barrel.id,), by_dice=True)
    elif team is not None and outcome.penetrating:
        yield from pierce(live, shooter.id, team, outcome.penetrating)


@rule(shooting.Look)
def look(live: Live[Match], command: shooting.Look) -> Rule[None]:
    """Ask the table whom a champion sees, and the whole inches to those it sees; 0 is unknown.

    Rule: TABLE-8, SHOOT-2
    """
    player = find_on_table(live.state, command.player)
    foes = tuple(find_on_table(live.state, name) for name in command.foes)
    if player in foes or not foes:
        raise forbid("TABLE-8", "looks-at-nobody", player=player.name)
    if command.within:
        yield from _look_once(live, player, foes[0], command.within)
        return
    seen: dict[str, bool | None] = {foe.name: None for foe in foes}
    asks_sight = live.state.play.phase == "shooting"
    if asks_sight:
        options = (*seen, shooting.UNKNOWN)
        answer = yield from choose_several(None, "sees", "TABLE-8", options, player=player.id)
        if shooting.UNKNOWN not in answer:
            seen = {name: name in answer for name in seen}
    measured = [foe for foe in foes if seen[foe.name] or not asks_sight][: command.distances]
    width, height = live.state.arena.size
    most = ceil(hypot(width, height) / CM_PER_INCH)
    inches: dict[str, int] = {}
    for foe in measured:
        facts = {"player": player.id, "target": foe.id}
        inches[foe.id] = yield from choose_number(None, "how-far", "TABLE-8", 0, most, **facts)
    turn = live.state.play.turn
    yield shooting.Sighted(
        player=player.id,
        sightings=tuple(
            Sighting(
                player.id, foe.id, turn, shooting.step_counts(player, foe), seen[foe.name], inches.get(foe.id) or None
            )
            for foe in foes
        ),
    )


def _look_once(live: Live[Match], player: Player, foe: Player, within: int) -> Rule[None]:
    """Ask the table in one question whether a foe is near enough to charge, or can be seen.

    Rule: TABLE-8
    """
    shoots = live.state.play.phase == "shooting"
    options = (
        (shooting.WITHIN, shooting.SEEN, shooting.UNSEEN, shooting.UNKNOWN)
        if shoots
        else (shooting.WITHIN, shooting.UNSEEN, shooting.UNKNOWN)
    )
    key = "wants" if shoots else "wants-charge"
    answer = yield from choose(None, key, "TABLE-8", options, player=player.id, target=foe.id, within=within)
    sees = None if answer == shooting.UNKNOWN or not shoots else answer != shooting.UNSEEN
    yield shooting.Sighted(
        player=player.id,
        sightings=(
            Sighting(
                player.id,
                foe.id,
                live.state.play.turn,
                shooting.step_counts(player, foe),
                sees,
                within if answer == shooting.WITHIN else None,
            ),
        ),
    )


def refuse_bad_template(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: shooting.Shoot
) -> Rule[None]:
    """Refuse, before any die, a template that does not cover its target, or absent victims.

    Rule: DIFF-3, BARREL-2
    """
    state = live.state
    if isinstance(command.barrels, tuple):
        for name in command.barrels:
            barrels.find_barrel(state, name)
    if command.also is None:
        covered = _covered_by_places(state, shooter, target, shape, command)
        if covered is not None and target.id not in covered:
            yield from refuse("DIFF-3", "not-under", player=target.name)
    elif command.also != "ask":
        for name in command.also:
            if not find_present(state, name).in_play:
                raise forbid("DIFF-3", "not-on-table", player=name)


def under_template(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: shooting.Shoot
) -> Rule[tuple[str, ...]]:
    """Return everyone a template hits, the target first: under it even partly, or in contact.

    Everyone in contact with the target is hit with it, also the firer. A flame begins at the
    firer's own base and hits the firer in no other way.

    Rule: DIFF-2, DIFF-3
    """
    state = live.state
    spared = (target.id, shooter.id) if shape == "flame" else (target.id,)
    if command.also is None:
        named = _covered_by_places(state, shooter, target, shape, command) or ()
    elif command.also == "ask":
        others = tuple(p for p in state.order if p not in spared and state.players[p].in_play)
        facts = {"target": target.id, "shape": shape}
        named = yield from choose_players(live, None, "under-template", "DIFF-3", others, **facts)
    else:
        named = tuple(find_player(state, name).id for name in command.also)
    hit = (victim for victim in named if victim not in spared)
    beside = (victim for victim in contacts_of(state, target.id) if victim != target.id)
    return tuple(dict.fromkeys((target.id, *hit, *beside)))


def barrels_under(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: shooting.Shoot
) -> Rule[tuple[str, ...]]:
    """Return the barrels a template touches: by their places, else as the table says.

    Rule: BARREL-2, DIFF-3
    """
    if isinstance(command.barrels, tuple):
        return tuple(dict.fromkeys(barrels.find_barrel(live.state, name).id for name in command.barrels))
    template = _template(live.state, shooter, target, shape, command)
    caught, unknown = barrels.touched_barrels(
        live.state, template, shooting.levels_of(live.state, shooter, target, shape)
    )
    return (yield from ask_touched(caught, unknown if command.barrels == "ask" else ()))


def _covered_by_places(
    state: Match, shooter: Player, target: Player, shape: str, command: shooting.Shoot
) -> tuple[str, ...] | None:
    """Return everyone under the template by their places; None if its place is unknown."""
    template = _template(state, shooter, target, shape, command)
    if template is None:
        return None

    ignoring = (shooter.id,) if shape == "flame" else ()
    levels = shooting.levels_of(state, shooter, target, shape)
    ids = {figure.id for figure in find_touched_figures(positions.positions_of(state), template, ignoring, levels)}
    if target.position.at is None:
        ids.add(target.id)
    return tuple(p for p in state.order if p in ids)


def _template(state: Match, shooter: Player, target: Player, shape: str, command: shooting.Shoot) -> Template | None:
    """Return the template where it was put, else upon the target."""
    spot = shooter.position.at if shape == "flame" else command.at or target.position.at
    if spot is None:
        return None

    if shape != "flame":
        return blast(spot) if shape == "blast" else ordnance(spot)
    angle = command.angle
    if angle is None:
        if target.position.at is None:
            return None
        angle = degrees(atan2(target.position.at[1] - spot[1], target.position.at[0] - spot[0]))
    return flame(positions.figure_of(state, shooter, spot), angle)


def spot(
    live: Live[Match], shooter: Player, target: Player, distance_in: float | None, eyes: Eyes
) -> Rule[tuple[bool, Workings]]:
    """Roll 2D6 times 3 in, which must reach the target; return whether it does, and the roll.

    The table measures now if nobody measured before.

    Rule: SHOOT-3
    """
    number = eyes.dice
    distance = 0.0 if distance_in is None else distance_in * (2 if eyes.half else 1)
    needed = 0 if distance_in is None else max(number, ceil(distance / eyes.times - 1e-6))
    dice = yield from roll(
        live,
        shooter.id,
        "spotting",
        "SHOOT-3",
        (6,) * number,
        target=target.id,
        needed=needed or None,
        away=distance_in,
    )
    reach = spotting_in(dice, eyes)
    if distance_in is None:
        near = yield from choose(None, "spotted", "SHOOT-3", ("yes", "no"), target=target.id, inches=float(reach))
        seen = near == "yes"
    else:
        seen = distance_in <= reach + 1e-6
    step = Working(kind="spot", by=shooter.id, count=number, needed=needed, summed=True, dice=dice, passed=sum(dice))
    return seen, (step,)
