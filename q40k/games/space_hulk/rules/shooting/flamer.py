"""The heavy flamer: a section burns, and everybody in it; in the 1st edition it can be blown up."""

from __future__ import annotations

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.losses import DoorGone, kill
from q40k.games.space_hulk.rules.paying import marine_acts
from q40k.games.space_hulk.rules.places import Eyes, board, cell, closed, standing_on
from q40k.games.space_hulk.rules.questions import (
    find_alien,
    find_cell,
    find_marine,
    forbid,
    must_know,
    refuse,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE
from q40k.games.space_hulk.rules.shooting.flames import Burning, burn
from q40k.games.space_hulk.rules.shooting.pieces import named, standing_in
from q40k.games.space_hulk.rules.state import Blip, Marine, Match
from q40k.games.space_hulk.rules.units import GUNS
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

FLAMER_RANGE = WATCHED_RANGE
"""Twelve squares as well (SH-FLAMER-2)."""


@command
class Flame(Act, tag="flame"):
    """A marine flames the section of a `target` or of a `square`.

    Where no places are kept, `pieces` are all who are in it, and `section` is what it is called.
    """

    target: Name | None = None
    square: Place | None = None
    section: Name | None = None
    pieces: tuple[Name, ...] = ()


@command
class SelfDestruct(Act, tag="self-destruct"):
    """A marine blows his flamer up (1st edition); `pieces` as for `flame`."""

    section: Name | None = None
    pieces: tuple[Name, ...] = ()


@event
class Flamed(Event, tag="flamed"):
    """A heavy flamer was fired."""

    who: str
    section: str


@event
class BlownUp(Event, tag="blown-up"):
    """A marine has blown up his flamer, and himself."""

    who: str
    section: str


@fold(Flamed)
def _flamed(state: Match, event: Flamed) -> Match:
    left = state.marines[event.who].arms.ammo
    return state.with_marine(event.who, ammo=max(0, (left or 0) - 1))


def _flamer(state: Match, who: str, rule: str = "SH-FLAMER-5") -> Marine:
    """The marine with a flamer that has a shot left. Raises Refused, if it has none under `rule`.

    Rule: SH-FLAMER-5, SH1-FLAMER-9
    """
    marine = find_marine(state, who)
    if marine.kind.gun != "heavy-flamer":
        raise forbid("SH-FLAMER-1", "no-flamer", who=marine.id)
    if not marine.arms.ammo:
        raise forbid(rule, "no-ammunition", who=marine.id)
    return marine


@rule(Flame)
def flame(live: Live[Match], command: Flame) -> Rule[None]:
    """Flame a section: the counter first, then a die for each piece in it.

    Rule: SH-FLAMER-1, SH-FLAMER-2, SH-FLAMER-3, SH-FLAMER-4, SH-FLAMER-5, SH-FLAMER-7,
    SH-FLAMER-8, SH-FIRE-1, SH-AP-5, SH-DOOR-9, SH1-FLAMER-2, SH1-FLAMER-3
    """
    state = live.state
    marine = _flamer(state, command.who)
    yield from introduce(live, *command.pieces, *filter(None, (command.target,)))
    state = live.state
    there = yield from aimed_at(state, marine, command)
    yield from marine_acts(live, command, GUNS["heavy-flamer"].ap)
    ground = board(live.state)
    if ground is None or there is None:
        said = (*command.pieces, *(() if command.target is None else (command.target,)))
        section = command.section or "?"
        yield Flamed(who=marine.id, section=section)
        yield Burning(section=section)
        yield from burn(live, named(live.state, said), "flame")
        return
    shut = closed(live.state)
    squares = ground.reach(there, lambda one: one not in shut)
    section = ground.section(there)
    yield Flamed(who=marine.id, section=section)
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
    yield from burn(live, standing_in(live.state, squares), "flame")


def aimed_at(state: Match, marine: Marine, command: Flame) -> Rule[Cell | None]:
    """The square that is aimed at: a stealer's, or an empty one in sight, 12 squares off at most.

    Rule: SH-FLAMER-2, SH-SHOOT-1, SH1-FLAMER-2
    """
    ground, here = board(state), cell(state, marine.id)
    there = yield from _meant(state, marine, command)
    if ground is None or there is None or here is None:
        return None
    name = ground.name(there)
    if there in closed(state):
        raise forbid("SH-FLAMER-8", "door-not-flamed", at=name)
    if ground.section(there) == ground.section(here) and not state.edition.own_section:
        raise forbid("SH1-FLAMER-2", "own-section", who=marine.id)
    if not (eyes := Eyes(state)).sees(marine, there, to_fire=True):
        beside = eyes.sees(marine, there)
        said = ("SH1-FLAMER-2", "not-in-arc") if beside else ("SH-FLAMER-2", "not-in-sight")
        yield from refuse(*said, who=marine.id, target=name)
    if here[0] == there[0] and max(abs(there[1] - here[1]), abs(there[2] - here[2])) > FLAMER_RANGE:
        yield from refuse("SH-FLAMER-2", "out-of-range", who=marine.id, most=FLAMER_RANGE)
    return there


def _meant(state: Match, marine: Marine, command: Flame) -> Rule[Cell | None]:
    """The square of the stealer or the place that is named; None where no places are kept.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    if command.target is not None:
        piece = find_alien(state, command.target)
        if isinstance(piece, Blip):
            raise forbid("SH-SHOOT-1", "blip-no-target", who=piece.id)
        if piece.lurking.entry is not None:
            raise forbid("SH-LOS-7", "off-board", who=piece.id)
        return cell(state, piece.id)
    if board(state) is None:
        return None
    if command.square is None:
        raise forbid("SH-FLAMER-2", "flame-at-what", who=marine.id)
    _, there = find_cell(state, command.square)
    other = standing_on(state).get(there)
    if state.edition.own_section and other in state.marines:
        yield from refuse("SH-FLAMER-2", "square-taken-by-friend", who=other)
    return there


@rule(SelfDestruct)
def self_destruct(live: Live[Match], command: SelfDestruct) -> Rule[None]:
    """Blow the flamer up: everything in his section goes, doors too, without a roll.

    Rule: SH1-FLAMER-9
    """
    must_know(live.state, "self-destruct")
    marine = _flamer(live.state, command.who, "SH1-FLAMER-9")
    yield from introduce(live, *command.pieces)
    yield from marine_acts(live, command, 1)
    ground, here = board(live.state), cell(live.state, marine.id)
    if ground is None or here is None:
        section, squares = command.section or "?", set[Cell]()
        doomed = tuple(dict.fromkeys((marine.id, *named(live.state, command.pieces))))
    else:
        section = ground.section(here)
        squares = set(ground.of_section(section))
        doomed = standing_in(live.state, squares)
    yield BlownUp(who=marine.id, section=section)
    for one in doomed:
        yield kill(live.state, one, "self-destruct")
    if ground is None:
        yield Burning(section=section)
        return
    for name, now in live.state.doors.items():
        if now != "gone" and ground.cell(name) in squares:
            yield DoorGone(at=name, by="self-destruct")
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
