"""What a marine may attack, how he makes his gun ready, and what his flamer may burn."""

from collections.abc import Iterator

from q40k.games.space_hulk.bot.marine_turn import ENOUGH, MarineTurn, Plan
from q40k.games.space_hulk.bot.reasons import Why
from q40k.games.space_hulk.bot.reply import Post
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state import melee
from q40k.games.space_hulk.state.match import Marine
from q40k.games.space_hulk.state.odds import fight_odds, shot_odds
from q40k.games.space_hulk.state.offers import foes_ahead, targets
from q40k.games.space_hulk.state.shooting.aim import plan_shot
from q40k.games.space_hulk.state.shooting.firing import OVERWATCH_AP, RELOAD_AP, Reload, Shoot, Unjam
from q40k.games.space_hulk.state.shooting.flames import BURNS, FLAMER_RANGE, Flame

RELOADED = 1.0
"""What it is worth that an empty cannon can shoot again."""
MOST_SHOTS = 4
"""So many shots in a row are looked at."""


def attacks(turn: MarineTurn, marine: Marine, idle: Post) -> Iterator[Plan]:
    """Yield blows, shots one after another, and what makes a gun ready; each with the best end."""
    ap, points = turn.budget(marine)
    most = ap + points
    progress = turn.aims.progress(marine, (idle.here, idle.facing))
    if marine.stance.jammed and most >= 1:
        post = idle.replace(watches=marine.stance.watched or most >= 1 + OVERWATCH_AP)
        value = turn.value((post,)) + progress + turn.outlook(post, turn.ground) + ENOUGH
        yield turn.plan(value - turn.price(1, ap), Unjam(who=marine.id), "unjam")
    if marine.kind.gun == "assault-cannon" and marine.arms.ammo == 0 and most >= RELOAD_AP and not marine.arms.reloaded:
        yield turn.plan(turn.value((idle,)) + RELOADED + progress, Reload(who=marine.id), "ammunition")
    yield from _blows(turn, marine, idle, most, progress)
    yield from _shots(turn, marine, idle, most, progress)


def _blows(turn: MarineTurn, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
    ap, _points = turn.budget(marine)
    for foe in foes_ahead(turn.state, marine.id):
        if foe not in turn.state.stealers or most < 1:
            continue
        sides = melee.Sides(marine=marine.id, stealer=foe, marine_attacks=True)
        odds = fight_odds(melee.fight_terms(turn.state, sides))
        wins, dies = float(odds.marine), float(odds.stealer)
        post = idle.replace(guards=False)
        won = turn.value((post,), threats=turn.without(foe)) + turn.aims.kill
        lost = turn.value(without=(marine.id,))
        even = turn.value((post,))
        value = wins * won + dies * lost + (1 - wins - dies) * even + progress + turn.outlook(post, turn.ground)
        command = melee.Assault(who=marine.id, target=foe)
        yield turn.plan(value - turn.price(1, ap), command, "stronger")


def _shots(turn: MarineTurn, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
    """Yield one or more shots at a stealer in sight, with overwatch after them where points are left."""
    ap, _points = turn.budget(marine)
    target = turn.target(marine)
    if target is None:
        yield from _door_shots(turn, marine, idle, most, progress)
        return
    chance = 0.0
    shot = plan_shot(turn.state, marine, target, "standing")
    base = shot.needs + shot.bonus
    missed = marine.aim.misses if marine.aim.target == target else 0
    command = Shoot(who=marine.id, target=target)
    for spent in range(1, min(most, MOST_SHOTS) + 1):
        bonus = turn.edition.sustained[min(missed + spent - 1, len(turn.edition.sustained) - 1)]
        chance += (1 - chance) * float(shot_odds(shot.gun.dice, base - bonus, shot.hits).kill)
        post = idle.replace(watches=False, guards=False)
        if most - spent >= OVERWATCH_AP:
            post, cost = post.replace(watches=True), spent + OVERWATCH_AP
        else:
            cost = spent
        killed = turn.value((post,), threats=turn.without(target)) + turn.aims.kill
        value = chance * killed + (1 - chance) * turn.value((post,))
        yield turn.plan(value + progress + turn.outlook(post, turn.ground) - turn.price(cost, ap), command, "seen")


def _door_shots(turn: MarineTurn, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
    """Yield a shot at each closed door in sight, with overwatch after it where points are left.

    Rule: SH-DOOR-5
    """
    if most < 1:
        return
    ap, _points = turn.budget(marine)
    watches = most > OVERWATCH_AP
    post = idle.replace(watches=watches, guards=False)
    cost = 1 + OVERWATCH_AP * watches
    for name in targets(turn.state, marine):
        door = turn.board.cell(name)
        if door is None or door not in turn.ground.shut:
            continue
        shot = plan_shot(turn.state, marine, name, "standing")
        chance = float(shot_odds(shot.gun.dice, shot.needs, shot.hits).kill)
        ground = turn.ground._replace(shut=turn.ground.shut - {door})
        value = chance * (turn.value((post,), ground=ground) + turn.outlook(post, ground))
        value += (1 - chance) * (turn.value((post,)) + turn.outlook(post, turn.ground))
        command = Shoot(who=marine.id, target=name)
        yield turn.plan(value + progress - turn.price(cost, ap), command, "shoot-door")


def fires(turn: MarineTurn, marine: Marine, idle: Post, points: int | None = None) -> Iterator[Plan]:
    """Yield the sections that a flamer may burn: what is in it burns, and nothing comes through."""
    ap, usual = turn.budget(marine)
    points = usual if points is None else points
    if marine.kind.gun != "heavy-flamer" or not marine.arms.ammo or ap + points < OVERWATCH_AP:
        return
    board = turn.board
    price = turn.aims.shot_price(marine) + turn.price(OVERWATCH_AP, ap)
    progress = turn.aims.progress(marine, (idle.here, idle.facing))
    for section, square in _burnable(turn, marine, idle).items():
        burning = frozenset(board.connected_squares(square, lambda there: there not in turn.ground.shut))
        if any(post.here in burning for post in turn.posts.values()):
            continue
        ground = turn.ground._replace(walls=turn.ground.walls | burning)
        dies = (7 - BURNS) / 6
        threats, kills = [], 0.0
        for threat in turn.threats:
            if threat.here in burning and not threat.waits and not threat.is_alpha:
                kills += dies * sum(threat.chances)
                continue
            threats.append(threat)
        why: Why = "burn-goal" if section in turn.aims.sections else "burn" if kills else "fire-wall"
        value = turn.value((idle,), threats=tuple(threats), ground=ground) + turn.aims.kill * kills
        value += turn.aims.gain_of_burning(section) + progress + turn.outlook(idle, turn.ground) - price
        command = Flame(who=marine.id, square=board.name(square))
        yield turn.plan(value, command, why)


def _burnable(turn: MarineTurn, marine: Marine, idle: Post) -> dict[str, Cell]:
    """Return the sections that a flamer can aim at, each by a square of it."""
    own = turn.board.section(idle.here)
    sections: dict[str, Cell] = {}
    for there in turn.board.cells:
        section = turn.board.section(there)
        if section == own or section in sections or section in turn.state.fires or there in turn.ground.shut:
            continue
        who = turn.field.occupied.get(there)
        if who is not None and who not in turn.state.stealers:
            continue
        is_near = max(abs(there[1] - idle.here[1]), abs(there[2] - idle.here[2])) <= FLAMER_RANGE
        if is_near and turn.field.eyes.sees(marine, there, to_fire=True):
            sections[section] = there
    return sections
