"""The librarian's powers: use one in each marine turn, paid in psi points."""

from q40k.games.space_hulk.board import distance
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules import conversion
from q40k.games.space_hulk.state import librarian, losses, questions, turn
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.places import board, burning_squares, cell, closed_doors, pieces_by_square
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.shooting.flames import find_named_pieces, is_immune, pieces_on
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse, roll


@rule(librarian.Power)
def power(live: Live[Match], command: librarian.Power) -> Rule[None]:
    """Use a psychic power, once in a marine turn. It is no action and ends nothing.

    Rule: SH-LIB-2, SH-LIB-3, SH-LIB-5, SH-LIB-6, SH-AP-7
    """
    questions.must_be_in_edition(live.state, "power")
    questions.must_be_open(live.state)
    if live.state.play.phase != "marine-action":
        raise forbid("SH-LIB-5", "wrong-phase", phase=live.state.play.phase, wanted="marine-action")
    marine = questions.find_marine(live.state, command.who)
    if not marine.kind.librarian:
        raise forbid("SH-LIB-1", "no-librarian", who=marine.id)
    if live.state.play.power_used:
        yield from refuse("SH-LIB-5", "one-power", who=marine.id)
    cost, points = librarian.COSTS[command.power], marine.arms.psi or 0
    if points < cost:
        raise forbid("SH-LIB-2", "psi-short", who=marine.id, left=points, cost=cost)
    if command.power == "prescience":
        yield from _regain_point(live, marine)
    elif command.power == "force-barrier":
        yield from _raise_barrier(live, marine, command)
    else:
        yield from _roll_storm(live, marine, command)


def _power_event(marine: Marine, power: librarian.PowerName) -> librarian.PowerUsed:
    return librarian.PowerUsed(who=marine.id, power=power, psi=librarian.COSTS[power])


def _regain_point(live: Live[Match], marine: Marine) -> Rule[None]:
    """Return a spent command point.

    Rule: SH-LIB-7
    """
    if live.state.counter.spent == 0:
        raise forbid("SH-LIB-7", "nothing-spent")
    yield _power_event(marine, "prescience")
    yield turn.PointBack(who=marine.id)


def _raise_barrier(live: Live[Match], marine: Marine, command: librarian.Power) -> Rule[None]:
    """Block a free square within twelve, seen or not.

    Rule: SH-LIB-8, SH-BOARD-6
    """
    state = live.state
    if board(state) is None:
        yield _power_event(marine, "force-barrier")
        yield librarian.BarrierRaised(who=marine.id)
        return
    if command.at is None:
        raise forbid("SH-LIB-8", "barrier-where")
    ground, there = questions.find_cell(state, command.at)
    name = ground.name(there)
    if there in pieces_by_square(state) or there in closed_doors(state) or there in burning_squares(state):
        raise forbid("SH-LIB-8", "square-not-free", at=name)
    if not _in_range(state, marine, there, "force-barrier"):
        facts = {"who": marine.id, "most": librarian.RANGES["force-barrier"]}
        yield from refuse("SH-LIB-8", "out-of-range", **facts)
    yield _power_event(marine, "force-barrier")
    yield librarian.BarrierRaised(who=marine.id, at=name)


def _in_range(state: Match, marine: Marine, there: Cell, power: librarian.PowerName) -> bool:
    here = cell(state, marine.id)
    range_ = None if here is None else distance(here, there)
    return here is None or (range_ is not None and range_ <= librarian.RANGES[power])


def _roll_storm(live: Live[Match], marine: Marine, command: librarian.Power) -> Rule[None]:
    """Roll a storm against one alien, or each alien of a section; the Alpha is immune.

    Rule: SH-LIB-9, SH-LIB-10, SH-ALPHA-6
    """
    yield from conversion.introduce(live, *command.pieces, *filter(None, (command.target,)))
    state = live.state
    if command.section is None and command.target is not None:
        alien = questions.find_alien(state, command.target)
        if alien.lurking.entry is not None:
            raise forbid("SH-LIB-10", "off-board", who=alien.id)
        there = cell(state, alien.id)
        in_range = there is None or _in_range(state, marine, there, "psychic-storm")
        targets: tuple[str, ...] = (alien.id,)
        needs = librarian.SINGLE_NEEDS
    else:
        targets, in_range = _section_targets(state, marine, command)
        needs = librarian.SECTION_NEEDS
    if not in_range:
        facts = {"who": marine.id, "most": librarian.RANGES["psychic-storm"]}
        yield from refuse("SH-LIB-9", "out-of-range", **facts)
    yield _power_event(marine, "psychic-storm")
    targets = tuple(target for target in targets if not is_immune(live.state, target))
    dice = yield from roll("marine", "storm", "SH-LIB-9", len(targets), targets=targets, needs=needs)
    if targets:
        yield librarian.StormRolled(targets=targets, dice=dice, needs=needs)
    for target, die in zip(targets, dice, strict=True):
        if die >= needs:
            yield losses.kill_event(live.state, target, "storm")


def _section_targets(state: Match, marine: Marine, command: librarian.Power) -> tuple[tuple[str, ...], bool]:
    """Return the aliens of a section, and whether a square of it is in range.

    Rule: SH-LIB-9
    """
    ground = board(state)
    if ground is None:
        return tuple(piece for piece in find_named_pieces(state, command.pieces) if piece not in state.marines), True
    section = ground.find_section(command.section or "")
    if section is None:
        raise forbid("SH-BOARD-4", "unknown-section", said=command.section or "")
    squares = ground.section_squares(section)
    in_range = any(_in_range(state, marine, there, "psychic-storm") for there in squares)
    targets = (piece for piece in pieces_on(state, squares) if piece not in state.marines)
    return tuple(targets), in_range
