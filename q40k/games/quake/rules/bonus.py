"""BONUS: pick tokens up, roll on the tables, and carry out what they do."""

from collections.abc import Callable
from math import cos, radians, sin

from msgspec import structs

from q40k.games.quake.rules import damage
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.barrels import ask_touched, cross_napalm, explode
from q40k.games.quake.rules.positions import must_pass_over, refuse_each
from q40k.games.quake.rules.questions import choose_player, choose_players, roll
from q40k.games.quake.state import barrels, bonus, parts, positions, questions
from q40k.games.quake.state.acting import phase_of_second
from q40k.games.quake.state.damage import Harmed, struck_by
from q40k.games.quake.state.flags import place_of_death
from q40k.games.quake.state.match import Held, Match, Player, Token
from q40k.games.quake.state.positions import on_table as stands_on_table
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e import figures, melee, modifiers, plans
from q40k.games.w40k3e.damage import hit_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.space import Inches, Spot, apart_in, to_cm, to_point_cm
from q40k.geometry.templates import find_touched_figures, ordnance
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import lookup
from q40k.tabletop.asking import choose, forbid, refuse

NUKE_STRENGTH = 10


CHARGE_STRENGTH, CHARGE_AP = 8, 3


SPORE_WOUNDS_ON, SPORE_AP = 4, 4
"""The poison of a spore mine, as the 3rd edition has it (BONUS-6)."""


def mega_bumper(live: Live[Match], player: str) -> Rule[None]:
    """Throw a champion 3D6 in; it dies if the path meets anything or ends on lethal ground.

    Such a death is an accident. Where places are unknown, the table says what the path meets. Napalm on the path
    burns it.

    Rule: BONUS-1, BONUS-7, SCORE-2, BARREL-5
    """
    start = live.state.players[player].position.at
    thrown = yield from _throw(live, player, "mega-bumper", "BONUS-1")
    if thrown.to is None:
        met = yield from choose(None, "bumper-path", "BONUS-1", ("yes", "no"), player=player, inches=thrown.inches)
        dies = met == "yes"
    else:
        start = None
        dies = thrown.met is not None or _is_lethal(live.state, thrown.to)
    if dies:
        yield from damage.die_by_accident(live, player, "mega-bumper", at=start)
    else:
        yield from _land(live, player)


def harmless_bumper(live: Live[Match], player: str) -> Rule[None]:
    """Throw a champion 3D6 in, unhurt: whatever it would meet stops it, and so does lethal ground.

    Where places are unknown the table moves the figure.

    Rule: BONUS-6, BONUS-7, BARREL-5
    """
    yield from _throw(live, player, "harmless-bumper", "BONUS-6", harmless=True)
    yield from _land(live, player)


def _throw(live: Live[Match], player: str, key: str, rule: str, *, harmless: bool = False) -> Rule[bonus.Thrown]:
    """Throw a champion; where all places are known, a D12 read as a clock face gives the direction.

    The board finds what it meets first.
    """
    dice = yield from roll(live, player, key, rule, (6, 6, 6))
    inches, table = sum(dice), positions.positions_of_all(live.state)
    thrown = bonus.Thrown(player=player, inches=inches, dice=dice, harmless=harmless)
    if table is not None:
        from q40k.games.quake.arena.moves import kind_of, throw

        (hour,) = yield from roll(live, player, "direction", rule, (bonus.HOURS,))
        figure = table.figure(player)
        flight = throw(table, figure, bonus.angle_of(hour), inches)
        end = (round(flight.end[0], 2), round(flight.end[1], 2))
        if harmless:
            end = _before_lethal(live.state, figure.spot, flight.end)
        thrown = structs.replace(thrown, hour=hour, met=kind_of(flight.met) if flight.met else None, to=end)
    yield thrown
    return thrown


def _land(live: Live[Match], player: str) -> Rule[None]:
    yield bonus.BonusSpent(player=player)
    yield from cross_napalm(live, player, live.state.play.thrown or (), thrown=True)


def _is_lethal(state: Match, spot: Spot) -> bool:
    return any(piece.lethal for piece in positions.scenery_at(state, spot))


STEPS_BACK = 200


def _before_lethal(state: Match, start: Spot, end: Spot) -> Spot:
    """Return the last place on the line from `start` to `end` that is not in lethal scenery."""
    for step in range(STEPS_BACK, 0, -1):
        part = step / STEPS_BACK
        x, y = (a + part * (b - a) for a, b in zip(start, end, strict=True))
        spot = (round(x, 2), round(y, 2))
        if not _is_lethal(state, spot):
            return spot
    return start


def _spend(live: Live[Match], picker: str) -> Rule[tuple[Held, Spot]]:
    """Spend a token that works at once; return the bonus, and where the token lies."""
    yield bonus.BonusSpent(player=picker)
    held = live.state.players[picker].bonus
    assert held is not None
    return held, live.state.tokens[held.token].place


def demolition_charge(live: Live[Match], picker: str) -> Rule[None]:
    """Explode on the token: S8 AP3 for all under the ordnance template, even partly.

    Kills belong to the picker; its own death is an accident. Then the barrels under it explode.

    Rule: BONUS-1, BONUS-7, DIFF-3, BARREL-2
    """
    held, place = yield from _spend(live, picker)
    victims = yield from _under_charge(live, picker, place)
    caught = yield from _barrels_beside(live.state, place)
    for target in victims:
        defender = bonus.fighter(live.state, live.state.players[target])
        attack = hit_plan(CHARGE_STRENGTH, defender, held.kind, ap=CHARGE_AP, ordnance=True, scope="shooting")
        yield from damage.inflict(live, target, attack, "demolition-charge", "BONUS-1", by=picker, explains=False)
    yield from explode(live, picker, caught, by_dice=True)


def _barrels_beside(state: Match, place: Spot) -> Rule[tuple[str, ...]]:
    """Return the barrels under a charge's template: by their places, else as the table says.

    Rule: BARREL-2
    """
    if not state.barrels:
        return ()
    level = positions.floor_height(state, place)
    return (yield from ask_touched(*barrels.touched_barrels(state, ordnance(place), (level, level))))


def spore_poison(live: Live[Match], picker: str) -> Rule[None]:
    """Burst on the token: the poison wounds on 4+ with AP4 all under the ordnance template.

    As with a demolition charge, kills belong to the picker; its own death is an accident.

    Rule: BONUS-6, BONUS-7, DIFF-3
    """
    held, place = yield from _spend(live, picker)
    for target in (yield from _under_charge(live, picker, place, spores=True)):
        defender = bonus.fighter(live.state, live.state.players[target])
        attack = hit_plan(
            defender.t, defender, held.kind, wounds_on=SPORE_WOUNDS_ON, ap=SPORE_AP, ordnance=True, scope="shooting"
        )
        yield from damage.inflict(live, target, attack, "spore-poison", "BONUS-6", by=picker, explains=False)


def wandering_monster(live: Live[Match], picker: str) -> Rule[None]:
    """Let a monster strike its picker with all its attacks, as in close combat; it wanders on.

    Nobody strikes back. A death by it is an accident.

    Rule: BONUS-6, BONUS-7, SCORE-2
    """
    held, _ = yield from _spend(live, picker)
    monster = live.state.kind(held).monster
    assert monster is not None
    fangs = (modifiers.Modifier("ignores-armour", 0, held.kind),) if monster.ignores_armour else ()
    beast = figures.Fighter(ws=monster.ws, s=monster.s, a=monster.a, modifiers=fangs)
    attack = melee.melee_plan(beast, None, bonus.fighter(live.state, live.state.players[picker])).blows[0].attack
    yield from damage.inflict(live, picker, attack, "wandering-monster", "BONUS-6")


def _under_charge(live: Live[Match], picker: str, place: Spot, *, spores: bool = False) -> Rule[tuple[str, ...]]:
    """Return who is under the template, the picker first: by places, else by the table."""
    state = live.state
    present = tuple(p for p in state.order if state.players[p].in_play)
    candidates = (picker, *(p for p in present if p != picker))
    table = positions.positions_of_all(state)
    if table is not None:
        floor = table.field.floor_in(place)
        under = {figure.id for figure in find_touched_figures(table, ordnance(place), (), (floor, floor))}
        return tuple(p for p in candidates if p in under)
    key = "under-spores" if spores else "under-charge"
    return (yield from choose_players(live, None, key, "DIFF-3", candidates, player=picker))


def nuke(live: Live[Match], picker: str) -> Rule[None]:
    """Hit the nearest champion at S10 without any save; if it dies, hit the next nearest.

    The dead are put back only when the chain has ended, in the order they died. The picker scores
    each other champion killed. It then loses its own value, once, whether or not it died itself.

    Rule: NUKE, BONUS-7
    """
    _, place = yield from _spend(live, picker)
    hit: list[str] = []
    dead: set[str] = set()
    while targets := tuple(p for p in live.state.order if live.state.players[p].in_play and p not in hit):
        target = yield from _nearest(live, picker, targets, place)
        hit.append(target)
        if not (yield from _nuke_hit(live, picker, target)):
            break
        dead.add(target)
    if dead and picker not in dead:
        yield from _pay_for_the_nuke(live, picker)


def _pay_for_the_nuke(live: Live[Match], picker: str) -> Rule[None]:
    """Charge the picker who killed with the nuke and lives, unless the mod spares it.

    Rule: NUKE, SCORE-1
    """
    mod = live.state.mod
    if mod.has("victory-points") and mod.parameters.nuke_cost == "always":
        yield bonus.NukePaid(picker=picker, paid={picker: -live.state.players[picker].value})


def _nearest(live: Live[Match], picker: str, targets: tuple[str, ...], place: Spot) -> Rule[str]:
    """Return who is nearest to the token: by the edges of the bases, if all places are known.

    The picker stands on the token, so it is the nearest. If a place is unknown the table says.
    Bases at the same distance go by the order of play.

    Rule: NUKE
    """
    if len(targets) == 1:
        return targets[0]
    players = live.state.players
    spots = {p: players[p].position.at for p in targets}
    placed = {p: spot for p, spot in spots.items() if spot is not None}
    if len(placed) == len(targets) and picker in placed:
        return picker
    if len(placed) == len(targets):
        gaps = {
            p: apart_in(
                to_point_cm(positions.base_of(players[p]), spot, place),
                positions.height_above(live.state, players[p], place),
            )
            for p, spot in placed.items()
        }
        return min(targets, key=gaps.__getitem__)
    first = (picker, *(p for p in targets if p != picker)) if picker in targets else targets
    return (yield from choose_player(live, None, "nuke-nearest", "NUKE", first))


def _nuke_hit(live: Live[Match], picker: str, target: str) -> Rule[bool]:
    """Resolve one hit of the nuke; return whether its target dies."""
    mod = live.state.mod
    victim = live.state.players[target]
    hit = hit_plan(NUKE_STRENGTH, bonus.fighter(live.state, victim), "NUKE", no_save=("all",))
    if mod.parameters.nuke_wounds == "roll":
        needed = hit.wound.needed
        (die,) = yield from roll(live, picker, "nuke-wound", "NUKE", target=target, needed=needed)
        yield bonus.NukeRolled(picker=picker, player=target, die=die, needed=needed)
        if die < needed:
            return False
    wounds = structs.replace(hit, wound=plans.Test(plans.AUTOMATIC))
    outcome = yield from damage.resolve(wounds, picker, target, "NUKE")
    if outcome.steps:
        yield Harmed(cause="nuke", by=picker, struck=struck_by(outcome, picker, target))
    yield from damage.wear_down(live, target, wounds, outcome)
    if not outcome.dead:
        yield from damage.lose_wounds(live, target, outcome.lost)
        return False
    if target == picker:
        free = mod.parameters.nuke_cost == "never"
        yield from damage.die_by_accident(live, target, "nuke", free=free)
    else:
        yield from damage.die_by_hand(live, target, (picker,), cause="nuke")
    return True


_WHEN: dict[bool, tuple[parts.Phase, ...]] = {False: ("movement",), True: ("movement", "assault")}
"""The phases of a pick-up, by whether the champion has charged this turn.

The phase of its second move is added.
"""


@rule(bonus.Pickup)
def pickup(live: Live[Match], command: bonus.Pickup) -> Rule[None]:
    """Take a token that was moved or charged over, and roll its kind: D3 and D6, or D6.

    Where places are known, a token that it did not pass over is refused.

    Rule: BONUS-1, BONUS-2, BONUS-3
    """
    player = questions.find_present(live.state, command.player)
    token = _find_token(live.state, command.token)
    phases = (*_WHEN[player.turn.charge is not None], *phase_of_second(player))
    yield from must_be_active(live, player, *phases)
    yield from must_pass_over(player, token.id, token.place, "BONUS-1")
    if player.bonus is not None:
        name = live.state.kind(player.bonus).name
        yield from refuse("BONUS-2", "has-a-bonus", player=player.name, bonus=name)
        yield from damage.drop_token(live, player.id)
    if token.holder is not None:
        holder = live.state.players[token.holder].name
        yield from refuse("BONUS-3", "token-held", token=token.id, holder=holder)
        yield from damage.drop_token(live, token.holder)
    dice = (6,) if token.category == "special" else (3, 6)
    rolled = yield from roll(live, player.id, "bonus", "BONUS-1", dice, token=token.id, category=token.category)
    kind = f"{token.category}-{''.join(map(str, rolled))}"
    yield bonus.TokenTaken(player=player.id, token=token.id, kind=kind)
    yield from take_effect(live, player.id)


def _find_token(state: Match, name: str) -> Token:
    if not state.tokens:
        raise forbid("BONUS-1", "no-tokens")
    result = lookup(name, state.tokens, prefixes=False, similarity=0.3)
    if result.only is not None:
        return result.only
    near, tokens = result.nearest.id if result.nearest else None, tuple(state.tokens)
    raise forbid("BONUS-1", "unknown-token", token=name, tokens=tokens, nearest=near)


@rule(bonus.Drop)
def drop(live: Live[Match], command: bonus.Drop) -> Rule[None]:
    """Send a champion's token home: a pick-up that should not have happened.

    Rule: BONUS-4
    """
    player = questions.find_present(live.state, command.player)
    if player.bonus is None:
        raise forbid("BONUS-2", "has-no-bonus", player=player.name)
    yield from damage.drop_token(live, player.id)


def take_effect(live: Live[Match], player: str) -> Rule[None]:
    """Carry out the immediate effect of the bonus just taken, if it has one.

    Rule: BONUS-1, BONUS-7
    """
    held = live.state.players[player].bonus
    assert held is not None
    effect = _AT_ONCE.get(live.state.kind(held).effect)
    if effect is not None:
        yield from effect(live, player)


def _choose(live: Live[Match], player: str) -> Rule[None]:
    state = live.state
    held = state.players[player].bonus
    assert held is not None
    category = held.kind.split("-")[0]
    table = state.tables.table(state.tokens[held.token].category)
    rolls = tuple(r for r, kind in table.items() if kind.effect != "choose")
    chosen = yield from choose(player, "choose-bonus", "BONUS-1", rolls, names={r: table[r].name for r in rolls})
    yield bonus.BonusChosen(player=player, kind=f"{category}-{chosen}")
    yield from take_effect(live, player)


def _mind_control(live: Live[Match], player: str) -> Rule[None]:
    players = live.state.players
    others = tuple(p for p in live.state.order if p != player and not players[p].life.out)
    if others:
        target = yield from choose_player(live, player, "mind-control", "BONUS-1", others)
        yield bonus.MindControlled(player=player, target=target)


_AT_ONCE: dict[str, Callable[[Live[Match], str], Rule[None]]] = {
    "choose": _choose,
    "mega-bumper": mega_bumper,
    "demolition-charge": demolition_charge,
    "spore-poison": spore_poison,
    "wandering-monster": wandering_monster,
    "harmless-bumper": harmless_bumper,
    "nuke": nuke,
    "mind-control": _mind_control,
}


@rule(bonus.Take)
def take(live: Live[Match], command: bonus.Take) -> Rule[None]:
    """Record what the vampire takes from a victim whose death the table resolved.

    Rule: BONUS-1
    """
    player = find_present(live.state, command.player)
    victim = find_present(live.state, command.victim)
    if not live.state.holds(player.id, "vampirism"):
        raise forbid("BONUS-1", "no-vampire", player=player.name)
    if player.id == victim.id:
        raise forbid("BONUS-1", "drinks-itself", player=player.name)
    yield from damage.take_from_dead(live, player.id, victim.id)


def wrath(live: Live[Match], attacker: str, target: str) -> Rule[tuple[Modifier, ...]]:
    """Return the modifiers of the attacker's bonus against this target: a hit may slay it.

    The table is asked once whether a figure is painted in six colours and based, if that is
    unknown. Call this before every shot and every round of blows, once for each target. Pass the
    modifiers to the attacker's `fighter`.

    Rule: BONUS-1
    """
    if not live.state.holds(attacker, "wrath"):
        return ()
    figure = live.state.players[target]
    about = figure.about
    if about.finished is None and about.painted is None and about.based is None:
        answer = yield from choose(target, "finished", "BONUS-1", ("yes", "no"))
        yield bonus.Judged(player=target, finished=answer == "yes")
    return bonus.known_wrath(live.state, attacker, target)


FATAL = (1, 1)


ON_TARGET = 2
"""A D6 replaces the scatter die: this or less, two faces of six, is a hit."""


@rule(bonus.DeepStrike)
def deep_strike(live: Live[Match], command: bonus.DeepStrike) -> Rule[None]:
    """Strike by 2D6 and the scatter die: a double 1 kills, else it comes down.

    A miss comes down that many inches away. It may shoot and assault afterwards, but moves no more.
    Off the table, on another base or in something impassable or lethal it is lost: an accident.

    Rule: BONUS-1, SCORE-2
    """
    player = find_present(live.state, command.player)
    if not live.state.holds(player.id, "teleporter"):
        raise forbid("BONUS-1", "no-teleporter", player=player.name)
    yield from must_be_active(live, player, "movement")
    if player.movement.spent or player.movement.came_by is not None or player.movement.halted:
        yield from refuse("BONUS-1", "has-moved", player=player.name)
    if command.to is not None:
        yield from refuse_each(positions.off_table(live.state, player, command.to))
    dice = yield from roll(live, player.id, "deep-strike", "BONUS-1", (6, 6))
    if dice == FATAL:
        yield bonus.DeepStruck(player=player.id, dice=dice, scatter=0)
        yield from damage.die_by_accident(live, player.id, "teleporter", at=place_of_death(live.state, player))
        return
    if not (yield from _come_down(live, live.state.players[player.id], command.to, dice)):
        yield from damage.die_by_accident(live, player.id, "teleporter-lost", at=place_of_death(live.state, player))
        return


def _come_down(live: Live[Match], player: Player, to: Spot | None, dice: tuple[int, ...]) -> Rule[bool]:
    """Land the champion; return whether there is room: by places, else as the table says."""
    (die,) = yield from roll(live, player.id, "scatter", "BONUS-1", inches=sum(dice))
    inches, hour = (0 if die <= ON_TARGET else sum(dice)), None
    if inches and to is not None:
        (hour,) = yield from roll(live, player.id, "direction", "BONUS-1", (bonus.HOURS,))
        to = _scatter(to, hour, inches)
    on_table = to is None or stands_on_table(live.state, player, to)
    portal = positions.portal_at(live.state, player, to) if to is not None and on_table else None
    yield bonus.DeepStruck(player=player.id, dice=dice, scatter=inches, hour=hour, to=to, portal=portal)
    if to is not None:
        return on_table and _has_room(live.state, player, to)
    if not inches:
        return True
    room = yield from choose(None, "deep-strike-room", "BONUS-1", ("yes", "no"), player=player.id, inches=inches)
    return bool(room == "yes")


def _scatter(to: Spot, hour: int, inches: float) -> Spot:
    length, angle = to_cm(Inches(inches)), radians(bonus.angle_of(hour))
    return round(to[0] + length * cos(angle), 2), round(to[1] + length * sin(angle), 2)


def _has_room(state: Match, player: Player, to: Spot) -> bool:
    """Whether nothing impassable or lethal and no known base is there.

    Rule: BONUS-1
    """
    return not any(
        positions.standing_obstacles(state, player, to, positions.floor_height(state, to), player.position.angle)
    )
