"""Shots: shoot as an action, on the move or on overwatch; jams, reloading, explosions."""

from q40k.games.space_hulk.rules import conversion
from q40k.games.space_hulk.rules.activation import begin_marine_action
from q40k.games.space_hulk.rules.shooting.aim import must_be_able_to_fire
from q40k.games.space_hulk.rules.shooting.flames import spread_fire
from q40k.games.space_hulk.state import activation, losses, units
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import board, cell, seen_blips
from q40k.games.space_hulk.state.questions import find_marine, must_be_in_edition, must_be_open
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.shooting import firing
from q40k.games.space_hulk.state.shooting.aim import How, Shot, can_fire, find_target, gun_of, plan_shot
from q40k.games.space_hulk.state.shooting.flames import is_immune, pieces_on
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse, roll

DESTROYS = 4
"""The die that destroys a piece or door in an explosion (SH-CANNON-7)."""


def explode(live: Live[Match], who: str) -> Rule[None]:
    """Kill the bearer, and each piece and door in his section on 4+.

    Rule: SH-CANNON-5, SH-CANNON-6, SH-CANNON-7, SH-CANNON-8, SH-ALPHA-4, SH-DOOR-10, SH-BOARD-4
    """
    ground, here = board(live.state), cell(live.state, who)
    section = None if ground is None or here is None else ground.section(here)
    yield firing.Exploded(who=who, section=section)
    yield losses.kill_event(live.state, who, "explosion")
    if ground is None or section is None:
        return
    squares = set(ground.section_squares(section))
    pieces = [piece for piece in pieces_on(live.state, squares) if not is_immune(live.state, piece)]
    doors = [name for name, now in live.state.doors.items() if now != "gone" and ground.cell(name) in squares]
    targets = (*pieces, *doors)
    dice = yield from roll("marine", "blast", "SH-CANNON-7", len(targets), targets=targets, needs=DESTROYS)
    if targets:
        yield firing.BlastRolled(targets=targets, dice=dice, needs=DESTROYS)
    for target, die in zip(targets, dice, strict=True):
        if die < DESTROYS:
            continue
        if target in doors:
            yield losses.DoorGone(at=target, by="explosion")
            yield from spread_fire(live, target)
        else:
            yield losses.kill_event(live.state, target, "explosion")


def fire(live: Live[Match], who: str, target_name: str, how: How) -> Rule[None]:
    """Fire a marine's gun at a target.

    Rule: SH-SHOOT-1, SH-SHOOT-2, SH-SHOOT-3, SH-CANNON-1, SH-OVERWATCH-4
    """
    target = find_target(live.state, target_name)
    marine = find_marine(live.state, who)
    shot = plan_shot(live.state, marine, target, how)
    yield from must_be_able_to_fire(live.state, marine, shot)
    yield from roll_shot(live, shot)


def roll_shot(live: Live[Match], shot: Shot) -> Rule[None]:
    """Roll a shot; a target that is already dead is shot at all the same.

    Rule: SH-SHOOT-2, SH-ALPHA-3, SH-DOOR-5, SH-OVERWATCH-4, SH-JAM-1, SH-JAM-2, SH-CANNON-4,
    SH-CANNON-5, SH1-JAM-1, SH1-OVERWATCH-4
    """
    rule_id = "SH-OVERWATCH-2" if shot.how == "overwatch" else "SH-SHOOT-2"
    dice = yield from roll(
        "marine",
        "shot",
        rule_id,
        shot.gun.dice,
        who=shot.who,
        target=shot.target,
        needs=shot.needs,
        hits=shot.hits,
        how=shot.how,
    )
    hit = sum(die >= shot.needs for die in dice) >= shot.hits
    yield firing.Fired(
        who=shot.who, target=shot.target, how=shot.how, dice=dice, needs=shot.needs, hit=hit, bonus=shot.bonus
    )
    if hit and shot.door and live.state.doors.get(shot.target, "closed") != "gone":
        yield losses.DoorGone(at=shot.target, by="shot")
        yield from spread_fire(live, shot.target)
    elif hit and not shot.door and live.state.stealers[shot.target].present:
        yield losses.kill_event(live.state, shot.target, "shot")
    is_alike = len(set(dice)) == 1
    if is_alike and shot.gun.jams and shot.how == "overwatch":
        yield firing.Jammed(who=shot.who)
    if is_alike and shot.gun.explodes and live.state.marines[shot.who].arms.reloaded:
        yield from explode(live, shot.who)


def take_free_shot(live: Live[Match], who: str, target: str | None) -> Rule[None]:
    """Shoot after a move or a turn at no cost; blips that came into sight are turned up first.

    Rule: SH-SHOOT-3, SH-SHOOT-4, SH-AP-5, SH1-AP-6
    """
    if target is None:
        return
    if next(seen_blips(live.state), None) is not None:
        yield firing.ShotOwed(who=who)
        return
    yield from conversion.introduce(live, target)
    yield from fire(live, who, target, "moving")


@rule(firing.Shoot)
def shoot(live: Live[Match], command: firing.Shoot) -> Rule[None]:
    """Shoot, standing. A shot that a move still owes is free and counts as moving.

    Rule: SH-SHOOT-1, SH-SHOOT-3, SH-SHOOT-4, SH-AP-5, SH-SUSTAIN-1
    """
    marine = find_marine(live.state, command.who)
    gun = gun_of(marine)
    yield from conversion.introduce(live, command.target)
    target = find_target(live.state, command.target)
    is_owed = marine.aim.owed
    how: How = "moving" if is_owed else "standing"
    yield from must_be_able_to_fire(live.state, marine, plan_shot(live.state, marine, target, how))
    yield from begin_marine_action(live, command, 0 if is_owed else gun.ap, keeps=("aim",))
    yield from roll_shot(live, plan_shot(live.state, live.state.marines[marine.id], target, how))


@rule(firing.Reload)
def reload(live: Live[Match], command: firing.Reload) -> Rule[None]:
    """Reload the cannon to ten shots, whatever was left.

    Rule: SH-CANNON-3, SH-AP-5
    """
    must_be_in_edition(live.state, "reload")
    marine = find_marine(live.state, command.who)
    gun = units.GUNS[marine.kind.gun] if marine.kind.gun else None
    if gun is None or not gun.explodes or gun.shots is None:
        raise forbid("SH-CANNON-3", "no-cannon", who=marine.id)
    if marine.arms.reloaded:
        raise forbid("SH-CANNON-3", "reloaded-already", who=marine.id)
    yield from begin_marine_action(live, command, firing.RELOAD_AP)
    yield firing.Reloaded(who=marine.id, ammo=gun.shots)


@rule(firing.Overwatch)
def overwatch(live: Live[Match], command: firing.Overwatch) -> Rule[None]:
    """Go on overwatch, with a bolter or a cannon that can be fired.

    Rule: SH-OVERWATCH-1, SH-OVERWATCH-6, SH-AP-5, SH-GUARD-2, SH1-OVERWATCH-1, SH1-OVERWATCH-5
    """
    marine = find_marine(live.state, command.who)
    if command.off:
        must_be_in_edition(live.state, "drop")
        must_be_open(live.state)
        if not marine.stance.overwatch:
            raise forbid("SH1-OVERWATCH-5", "not-on-overwatch", who=marine.id)
        yield activation.StanceEnded(who=marine.id, overwatch=True)
        return
    gun_of(marine, "SH-OVERWATCH-1")
    if marine.stance.jammed:
        raise forbid("SH-JAM-3", "jammed", who=marine.id)
    if not can_fire(marine):
        raise forbid("SH-OVERWATCH-1", "no-ammunition", who=marine.id)
    if marine.stance.overwatch:
        yield from refuse("SH-OVERWATCH-1", "on-overwatch-already", who=marine.id)
    yield from begin_marine_action(live, command, firing.OVERWATCH_AP)
    yield firing.OnOverwatch(who=marine.id)


@rule(firing.Unjam)
def unjam(live: Live[Match], command: firing.Unjam) -> Rule[None]:
    """Clear a jam; overwatch comes back if nothing has ended it since.

    Rule: SH-JAM-4, SH-JAM-5, SH-JAM-6, SH-AP-5, SH1-JAM-4, SH1-JAM-5
    """
    marine = find_marine(live.state, command.who)
    if not marine.stance.jammed:
        raise forbid("SH-JAM-4", "not-jammed", who=marine.id)
    keeps: tuple[activation.Keeps, ...] = ("overwatch",)
    if live.state.options.unjam_keeps_guard:
        keeps = ("overwatch", "guard")
    marine = yield from begin_marine_action(live, command, 1, keeps=keeps)
    back = command.back and marine.stance.watched and not marine.stance.guard
    yield firing.JamCleared(who=marine.id, back=back)
