"""The heavy flamer and fire: burn a section and the pieces in it; spread fire through doors."""

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules import activation, conversion
from q40k.games.space_hulk.state import losses, questions, units
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.places import board, burning_squares, cell, closed_doors
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.shooting import flames
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, roll


def burn_pieces(live: Live[Match], pieces: tuple[str, ...], by: losses.Cause) -> Rule[None]:
    """Roll a die for each piece in the flames: destroyed on 2+. The Alpha does not burn.

    Rule: SH-FLAMER-3, SH-FLAMER-6, SH-ALPHA-4, SH1-FLAMER-3
    """
    targets = tuple(piece for piece in pieces if not flames.is_immune(live.state, piece))
    dice = yield from roll("marine", "flames", "SH-FLAMER-3", len(targets), targets=targets)
    if not targets:
        return
    yield flames.FlamesRolled(targets=targets, dice=dice)
    for target, die in zip(targets, dice, strict=True):
        if die >= flames.BURNS:
            yield losses.kill_event(live.state, target, by)


# -- spreading fire ------------------------------------------------------------------------


def spread_fire(live: Live[Match], at: str) -> Rule[None]:
    """Spread a fire in the section of an opened or destroyed door to all squares open to it now.

    Rule: SH-FIRE-6, SH1-FIRE-6
    """
    state = live.state
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if ground is None or there is None or not state.edition.fire_spreads:
        return
    section = ground.section(there)
    if section not in state.fires:
        return
    closed = closed_doors(state)
    connected = ground.connected_squares(there, lambda square: square not in closed)
    old = burning_squares(state)
    if not connected & old:
        return
    new = connected - old
    yield flames.Burning(section=section, squares=tuple(sorted(map(ground.name, new))), counters=0)
    yield from burn_pieces(live, flames.pieces_on(state, new), "fire")


def _find_flamer(state: Match, who: str, rule: str = "SH-FLAMER-5") -> Marine:
    """Return the marine with a flamer that has a shot left. Raises Refused, under `rule` if it has
    none.

    Rule: SH-FLAMER-5, SH1-FLAMER-9
    """
    marine = questions.find_marine(state, who)
    if marine.kind.gun != "heavy-flamer":
        raise forbid("SH-FLAMER-1", "no-flamer", who=marine.id)
    if not marine.arms.ammo:
        raise forbid(rule, "no-ammunition", who=marine.id)
    return marine


@rule(flames.Flame)
def flame(live: Live[Match], command: flames.Flame) -> Rule[None]:
    """Flame a section: the counter first, then a die for each piece in it.

    Rule: SH-FLAMER-1, SH-FLAMER-2, SH-FLAMER-3, SH-FLAMER-4, SH-FLAMER-5, SH-FLAMER-7, SH-FLAMER-8,
    SH-FIRE-1, SH-AP-5, SH-DOOR-9, SH1-FLAMER-2, SH1-FLAMER-3
    """
    state = live.state
    marine = _find_flamer(state, command.who)
    yield from conversion.introduce(live, *command.pieces, *filter(None, (command.target,)))
    state = live.state
    there = flames.find_flame_square(state, marine, command)
    yield from flames.doubts_about_flame(state, marine, there)
    yield from activation.begin_marine_action(live, command, units.GUNS["heavy-flamer"].ap)
    ground = board(live.state)
    if ground is None or there is None:
        names = (*command.pieces, *(() if command.target is None else (command.target,)))
        section = command.section or "?"
        yield flames.Flamed(who=marine.id, section=section)
        yield flames.Burning(section=section)
        yield from burn_pieces(live, flames.find_named_pieces(live.state, names), "flame")
        return
    closed = closed_doors(live.state)
    squares = ground.connected_squares(there, lambda square: square not in closed)
    section = ground.section(there)
    yield flames.Flamed(who=marine.id, section=section)
    yield flames.Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
    yield from burn_pieces(live, flames.pieces_on(live.state, squares), "flame")


@rule(flames.SelfDestruct)
def self_destruct(live: Live[Match], command: flames.SelfDestruct) -> Rule[None]:
    """Blow the flamer up: destroy every piece and door in his section without a roll.

    Rule: SH1-FLAMER-9
    """
    questions.must_be_in_edition(live.state, "self-destruct")
    marine = _find_flamer(live.state, command.who, "SH1-FLAMER-9")
    yield from conversion.introduce(live, *command.pieces)
    yield from activation.begin_marine_action(live, command, 1)
    ground, here = board(live.state), cell(live.state, marine.id)
    if ground is None or here is None:
        section, squares = command.section or "?", set[Cell]()
        doomed = tuple(dict.fromkeys((marine.id, *flames.find_named_pieces(live.state, command.pieces))))
    else:
        section = ground.section(here)
        squares = set(ground.section_squares(section))
        doomed = flames.pieces_on(live.state, squares)
    yield flames.BlownUp(who=marine.id, section=section)
    for piece in doomed:
        yield losses.kill_event(live.state, piece, "self-destruct")
    if ground is None:
        yield flames.Burning(section=section)
        return
    for name, now in live.state.doors.items():
        if now != "gone" and ground.cell(name) in squares:
            yield losses.DoorGone(at=name, by="self-destruct")
    yield flames.Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
