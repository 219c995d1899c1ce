"""The heavy flamer: burn a section and everybody in it; in the 1st edition, blow it up."""

from __future__ import annotations

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.losses import DoorGone, kill_event
from q40k.games.space_hulk.rules.paying import begin_marine_action
from q40k.games.space_hulk.rules.places import Eyes, board, cell, closed_doors, pieces_by_square
from q40k.games.space_hulk.rules.questions import (
    find_alien,
    find_cell,
    find_marine,
    forbid,
    must_be_in_edition,
    refuse,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE
from q40k.games.space_hulk.rules.shooting.flames import Burning, burn_pieces
from q40k.games.space_hulk.rules.shooting.pieces import find_named_pieces, pieces_on
from q40k.games.space_hulk.rules.state import Blip, Marine, Match
from q40k.games.space_hulk.rules.units import GUNS
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

FLAMER_RANGE = WATCHED_RANGE
"""The range of the flamer: also twelve squares (SH-FLAMER-2)."""


@command
class Flame(Act, tag="flame"):
    """Flame the section of a `target` or of a `square`.

    Where no places are kept, `pieces` are all pieces in it, and `section` is its name.
    """

    target: Name | None = None
    square: Place | None = None
    section: Name | None = None
    pieces: tuple[Name, ...] = ()


@command
class SelfDestruct(Act, tag="self-destruct"):
    """Blow a marine's flamer up (1st edition); `pieces` as for `flame`."""

    section: Name | None = None
    pieces: tuple[Name, ...] = ()


@event
class Flamed(Event, tag="flamed"):
    """A heavy flamer was fired."""

    who: str
    section: str


@event
class BlownUp(Event, tag="blown-up"):
    """A marine has blown up his flamer and himself."""

    who: str
    section: str


@fold(Flamed)
def _flamed(state: Match, event: Flamed) -> Match:
    shots = state.marines[event.who].arms.ammo
    return state.with_marine(event.who, ammo=max(0, (shots or 0) - 1))


def _find_flamer(state: Match, who: str, rule: str = "SH-FLAMER-5") -> Marine:
    """Return the marine with a flamer that has a shot left. Raises Refused, under `rule` if it has
    none.

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

    Rule: SH-FLAMER-1, SH-FLAMER-2, SH-FLAMER-3, SH-FLAMER-4, SH-FLAMER-5, SH-FLAMER-7, SH-FLAMER-8,
    SH-FIRE-1, SH-AP-5, SH-DOOR-9, SH1-FLAMER-2, SH1-FLAMER-3
    """
    state = live.state
    marine = _find_flamer(state, command.who)
    yield from introduce(live, *command.pieces, *filter(None, (command.target,)))
    state = live.state
    there = yield from find_flame_square(state, marine, command)
    yield from begin_marine_action(live, command, GUNS["heavy-flamer"].ap)
    ground = board(live.state)
    if ground is None or there is None:
        names = (*command.pieces, *(() if command.target is None else (command.target,)))
        section = command.section or "?"
        yield Flamed(who=marine.id, section=section)
        yield Burning(section=section)
        yield from burn_pieces(live, find_named_pieces(live.state, names), "flame")
        return
    closed = closed_doors(live.state)
    squares = ground.connected_squares(there, lambda square: square not in closed)
    section = ground.section(there)
    yield Flamed(who=marine.id, section=section)
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
    yield from burn_pieces(live, pieces_on(live.state, squares), "flame")


def find_flame_square(state: Match, marine: Marine, command: Flame) -> Rule[Cell | None]:
    """Return the aimed square: a stealer's, or an empty one in sight, at most 12 squares away.

    Rule: SH-FLAMER-2, SH-SHOOT-1, SH1-FLAMER-2
    """
    ground, here = board(state), cell(state, marine.id)
    there = yield from _find_named_square(state, marine, command)
    if ground is None or there is None or here is None:
        return None
    name = ground.name(there)
    if there in closed_doors(state):
        raise forbid("SH-FLAMER-8", "door-not-flamed", at=name)
    if ground.section(there) == ground.section(here) and not state.edition.own_section:
        raise forbid("SH1-FLAMER-2", "own-section", who=marine.id)
    if not (eyes := Eyes(state)).sees(marine, there, to_fire=True):
        is_seen = eyes.sees(marine, there)
        refusal = ("SH1-FLAMER-2", "not-in-arc") if is_seen else ("SH-FLAMER-2", "not-in-sight")
        yield from refuse(*refusal, who=marine.id, target=name)
    if here[0] == there[0] and max(abs(there[1] - here[1]), abs(there[2] - here[2])) > FLAMER_RANGE:
        yield from refuse("SH-FLAMER-2", "out-of-range", who=marine.id, most=FLAMER_RANGE)
    return there


def _find_named_square(state: Match, marine: Marine, command: Flame) -> Rule[Cell | None]:
    """Return the square of the named stealer or place; None where no places are kept.

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
    other = pieces_by_square(state).get(there)
    if state.edition.own_section and other in state.marines:
        yield from refuse("SH-FLAMER-2", "square-taken-by-friend", who=other)
    return there


@rule(SelfDestruct)
def self_destruct(live: Live[Match], command: SelfDestruct) -> Rule[None]:
    """Blow the flamer up: destroy every piece and door in his section without a roll.

    Rule: SH1-FLAMER-9
    """
    must_be_in_edition(live.state, "self-destruct")
    marine = _find_flamer(live.state, command.who, "SH1-FLAMER-9")
    yield from introduce(live, *command.pieces)
    yield from begin_marine_action(live, command, 1)
    ground, here = board(live.state), cell(live.state, marine.id)
    if ground is None or here is None:
        section, squares = command.section or "?", set[Cell]()
        doomed = tuple(dict.fromkeys((marine.id, *find_named_pieces(live.state, command.pieces))))
    else:
        section = ground.section(here)
        squares = set(ground.section_squares(section))
        doomed = pieces_on(live.state, squares)
    yield BlownUp(who=marine.id, section=section)
    for piece in doomed:
        yield kill_event(live.state, piece, "self-destruct")
    if ground is None:
        yield Burning(section=section)
        return
    for name, now in live.state.doors.items():
        if now != "gone" and ground.cell(name) in squares:
            yield DoorGone(at=name, by="self-destruct")
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
