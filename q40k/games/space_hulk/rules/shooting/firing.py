"""Roll a shot and apply its result: a hit, a jam, an explosion, or none."""

from __future__ import annotations

from q40k.games.space_hulk.rules.losses import DoorGone, kill_event
from q40k.games.space_hulk.rules.questions import find_marine, roll
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.shooting.aim import (
    How,
    Shot,
    find_target,
    must_be_able_to_fire,
    plan_shot,
)
from q40k.games.space_hulk.rules.shooting.explosion import explode
from q40k.games.space_hulk.rules.shooting.spreading import spread_fire
from q40k.games.space_hulk.rules.state import Aim, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Fired(Event, tag="fired"):
    """A marine has fired at a stealer or a door."""

    who: str
    target: str
    how: How
    dice: tuple[int, ...]
    needs: int
    hit: bool
    bonus: int = 0


@event
class Jammed(Event, tag="jammed"):
    """A storm bolter has jammed."""

    who: str


@fold(Fired)
def _fired(state: Match, event: Fired) -> Match:
    """Spend ammunition; a miss starts or builds up sustained fire.

    Rule: SH-CANNON-2, SH-SUSTAIN-1, SH-SUSTAIN-5, SH-SUSTAIN-6, SH1-SUSTAIN-3, SH1-SUSTAIN-5
    """
    marine, edition = state.marines[event.who], state.edition
    ammo = marine.arms.ammo
    previous = marine.aim if marine.aim.target == event.target else Aim()
    aim = Aim(event.target, previous.misses + 1)
    moving = event.how == "moving"
    if event.hit or (moving and not edition.moved_founds):
        aim = Aim()
    elif moving:
        aim = Aim(event.target, 1)
    elif event.how == "overwatch" and not edition.watch_sustained:
        aim = Aim()
    return state.with_marine(event.who, ammo=None if ammo is None else max(0, ammo - 1), aim=aim)


@fold(Jammed)
def _jammed(state: Match, event: Jammed) -> Match:
    """End overwatch; if the edition allows it, it comes back when the jam is cleared.

    Rule: SH-JAM-1, SH-JAM-5, SH1-JAM-5
    """
    may_return = not state.edition.jam_ends_watch
    return state.with_marine(event.who, jammed=True, overwatch=False, watched=may_return)


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
        "marine", "shot", rule_id, shot.gun.dice,
        who=shot.who, target=shot.target, needs=shot.needs, hits=shot.hits, how=shot.how,
    )  # fmt: skip
    hit = sum(die >= shot.needs for die in dice) >= shot.hits
    yield Fired(
        who=shot.who, target=shot.target, how=shot.how, dice=dice, needs=shot.needs, hit=hit,
        bonus=shot.bonus,
    )  # fmt: skip
    if hit and shot.door and live.state.doors.get(shot.target, "closed") != "gone":
        yield DoorGone(at=shot.target, by="shot")
        yield from spread_fire(live, shot.target)
    elif hit and not shot.door and live.state.stealers[shot.target].present:
        yield kill_event(live.state, shot.target, "shot")
    is_alike = len(set(dice)) == 1
    if is_alike and shot.gun.jams and shot.how == "overwatch":
        yield Jammed(who=shot.who)
    if is_alike and shot.gun.explodes and live.state.marines[shot.who].arms.reloaded:
        yield from explode(live, shot.who)
