"""Plan a shot: its target, its dice, and the bonus of sustained fire."""

from typing import Literal

from q40k.games.space_hulk.board import distance
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.places import Eyes, board, cell, eyes_of, range_between, sees
from q40k.games.space_hulk.state.questions import find_door, find_piece, names_door
from q40k.games.space_hulk.state.units import GUNS, GunKind
from q40k.kernel.state import Part
from q40k.tabletop.asking import forbid

How = Literal["standing", "moving", "overwatch"]


WATCHED_RANGE = 12
"""The range of an overwatch shot (SH-OVERWATCH-2)."""


class Shot(Part, frozen=True):
    """A shot that is about to be made.

    `needs` is the lowest die that hits, `hits` the number of dice that must. `bonus` is what
    sustained fire takes off the number needed.
    """

    who: str
    target: str
    gun: GunKind
    how: How
    needs: int
    hits: int = 1
    bonus: int = 0
    door: bool = False


def gun_of(marine: Marine, rule: str = "SH-SHOOT-1") -> GunKind:
    """Return the bolter or cannon of a marine. Raises Refused, under `rule` if he has no gun."""
    if marine.kind.gun is None:
        raise forbid(rule, "no-gun", who=marine.id)
    gun = GUNS[marine.kind.gun]
    if not gun.watches:
        raise forbid("SH-FLAMER-1", "flames-only", who=marine.id)
    return gun


def can_fire(marine: Marine) -> bool:
    """Return whether a marine has a bolter or a cannon that he can fire now.

    Rule: SH-JAM-3, SH-CANNON-2
    """
    gun = GUNS[marine.kind.gun] if marine.kind.gun else None
    return gun is not None and gun.watches and not marine.stance.jammed and marine.arms.ammo != 0


def sustained_bonus(state: Match, marine: Marine, target: str, how: How) -> int:
    """Return what sustained fire takes off the number needed.

    Rule: SH-SUSTAIN-1, SH-SUSTAIN-2, SH-SUSTAIN-3, SH-SUSTAIN-5, SH1-SUSTAIN-1, SH1-SUSTAIN-2,
    SH1-SUSTAIN-3, SH1-SUSTAIN-5
    """
    edition = state.edition
    if marine.aim.target != target or how == "moving":
        return 0
    if how == "overwatch" and not edition.watch_sustained:
        return 0
    return edition.sustained[min(marine.aim.misses, len(edition.sustained) - 1)]


def plan_shot(state: Match, marine: Marine, target: str, how: How) -> Shot:
    """Return the shot at a target, given by its id or its door's square.

    Rule: SH-SHOOT-2, SH-ALPHA-3, SH-DOOR-5, SH1-SUSTAIN-6
    """
    gun = gun_of(marine)
    off = sustained_bonus(state, marine, target, how)
    stealer = state.stealers.get(target)
    return Shot(
        marine.id,
        target,
        gun,
        how,
        gun.needs - off,
        bonus=off,
        door=stealer is None,
        hits=2 if stealer is not None and stealer.alpha else 1,
    )


def find_target(state: Match, name: str) -> str:
    """Return the stealer or closed door of that name. Raises Refused (SH-SHOOT-1)."""
    if not names_door(state, name):
        piece = find_piece(state, name)
        if isinstance(piece, Marine):
            raise forbid("SH-SHOOT-1", "friend", who=piece.id)
        if isinstance(piece, Blip):
            raise forbid("SH-SHOOT-1", "blip-no-target", who=piece.id)
        return piece.id
    at = find_door(state, name)
    if state.doors.get(at) == "gone":
        raise forbid("SH-DOOR-5", "door-gone", at=at)
    if state.doors.get(at, "closed") == "open":
        raise forbid("SH-DOOR-10", "door-open", at=at)
    return at


def in_sight(state: Match, marine: Marine, target: str, eyes: Eyes | None = None, *, to_fire: bool = True) -> bool:
    """Return whether a marine has a stealer or door in sight and arc; true if that is not known.

    Build the `eyes` once when you ask about several targets.
    """
    if target in state.stealers:
        return sees(state, marine, target, to_fire=to_fire, eyes=eyes) is not False
    ground = board(state)
    there = None if ground is None else ground.cell(target)
    if there is None or cell(state, marine.id) is None:
        return True
    return (eyes or eyes_of(state)).sees(marine, there, to_fire=to_fire)


def in_watched_range(state: Match, marine: Marine, target: str) -> bool:
    """Return whether a stealer or door is near enough for an overwatch shot; true if not known.

    Rule: SH-OVERWATCH-2, SH1-OVERWATCH-2
    """
    if target in state.stealers:
        squares = range_between(state, marine.id, target)
    else:
        ground, here = board(state), cell(state, marine.id)
        there = None if ground is None else ground.cell(target)
        squares = None if there is None or here is None else distance(here, there)
    return squares is None or squares <= WATCHED_RANGE


def watchers(state: Match, target: str) -> tuple[str, ...]:
    """Return the marines on overwatch who may shoot at a target now.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH1-OVERWATCH-2, SH1-OVERWATCH-3
    """
    piece: Stealer | None = state.stealers.get(target)
    if piece is not None and (not piece.present or piece.lurking.entry is not None):
        return ()
    watching = [marine for marine in state.marines_in_play if marine.stance.overwatch and can_fire(marine)]
    eyes = eyes_of(state) if watching else None
    return tuple(
        marine.id
        for marine in watching
        if in_watched_range(state, marine, target) and in_sight(state, marine, target, eyes)
    )
