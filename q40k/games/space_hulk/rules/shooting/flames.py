"""The heavy flamer, and fire: burn a section and the pieces in it; fire spreads through doors."""

from collections.abc import Collection, Iterator

from q40k.games.space_hulk.board import distance
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules import activation, conversion, losses, questions, units
from q40k.games.space_hulk.rules.places import board, burning_squares, cell, closed_doors, eyes_of, pieces_by_square
from q40k.games.space_hulk.rules.registry import Act, Event, Place, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE
from q40k.games.space_hulk.rules.state import Blip, Fire, Marine, Match, Stealer
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Refusal, Rule


def pieces_on(state: Match, squares: Collection[Cell]) -> tuple[str, ...]:
    """Return the pieces on some squares: marines, stealers, blips, each in the order of joining."""
    return tuple(piece.id for piece in state.pieces() if cell(state, piece.id) in squares)


def find_named_pieces(state: Match, names: Collection[str]) -> tuple[str, ...]:
    """Return the named pieces in the same order. Raises Refused."""
    ids = {questions.find_piece(state, name).id for name in names}
    return tuple(piece.id for piece in state.pieces() if piece.id in ids)


def is_immune(state: Match, who: str) -> bool:
    """Return whether single dice against a piece have no effect: only the Alpha is immune.

    Rule: SH-ALPHA-4, SH-ALPHA-6
    """
    piece = state.piece(who)
    return isinstance(piece, Stealer) and piece.alpha


# -- burning sections ----------------------------------------------------------------------


BURNS = 2


class Burning(Event, tag="burning"):
    """A section burns, on these squares if places are kept; `counters` are added to it."""

    section: str
    squares: tuple[str, ...] = ()
    counters: int = 1


class FlamesRolled(Event, tag="flames-rolled"):
    """The dice for all pieces in the flames."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]


@fold(Burning)
def _burning(state: Match, event: Burning) -> Match:
    before = state.fires.get(event.section, Fire(counters=0))
    squares = tuple(dict.fromkeys((*before.squares, *event.squares)))
    fire = Fire(squares, before.counters + event.counters)
    burnt = tuple(dict.fromkeys((*state.tally.burnt, event.section)))
    return state.replace(fires={**state.fires, event.section: fire}, burnt=burnt)


def burn_pieces(live: Live[Match], pieces: tuple[str, ...], by: losses.Cause) -> Rule[None]:
    """Roll a die for each piece in the flames: destroyed on 2+. The Alpha does not burn.

    Rule: SH-FLAMER-3, SH-FLAMER-6, SH-ALPHA-4, SH1-FLAMER-3
    """
    targets = tuple(piece for piece in pieces if not is_immune(live.state, piece))
    dice = yield from questions.roll("marine", "flames", "SH-FLAMER-3", len(targets), targets=targets)
    if not targets:
        return
    yield FlamesRolled(targets=targets, dice=dice)
    for target, die in zip(targets, dice, strict=True):
        if die >= BURNS:
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
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, new))), counters=0)
    yield from burn_pieces(live, pieces_on(state, new), "fire")


# -- the heavy flamer ----------------------------------------------------------------------


FLAMER_RANGE = WATCHED_RANGE
"""The range of the flamer: also twelve squares (SH-FLAMER-2)."""


class Flame(Act, tag="flame"):
    """Flame the section of a `target` or of a `square`.

    Where no places are kept, `pieces` are all pieces in it, and `section` is its name.
    """

    target: Name | None = None
    square: Place | None = None
    section: Name | None = None
    pieces: tuple[Name, ...] = ()


class SelfDestruct(Act, tag="self-destruct"):
    """Blow a marine's flamer up (1st edition); `pieces` as for `flame`."""

    section: Name | None = None
    pieces: tuple[Name, ...] = ()


class Flamed(Event, tag="flamed"):
    """A heavy flamer was fired."""

    who: str
    section: str


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
    marine = questions.find_marine(state, who)
    if marine.kind.gun != "heavy-flamer":
        raise questions.forbid("SH-FLAMER-1", "no-flamer", who=marine.id)
    if not marine.arms.ammo:
        raise questions.forbid(rule, "no-ammunition", who=marine.id)
    return marine


@rule(Flame)
def flame(live: Live[Match], command: Flame) -> Rule[None]:
    """Flame a section: the counter first, then a die for each piece in it.

    Rule: SH-FLAMER-1, SH-FLAMER-2, SH-FLAMER-3, SH-FLAMER-4, SH-FLAMER-5, SH-FLAMER-7, SH-FLAMER-8,
    SH-FIRE-1, SH-AP-5, SH-DOOR-9, SH1-FLAMER-2, SH1-FLAMER-3
    """
    state = live.state
    marine = _find_flamer(state, command.who)
    yield from conversion.introduce(live, *command.pieces, *filter(None, (command.target,)))
    state = live.state
    there = find_flame_square(state, marine, command)
    yield from doubts_about_flame(state, marine, there)
    yield from activation.begin_marine_action(live, command, units.GUNS["heavy-flamer"].ap)
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


def find_flame_square(state: Match, marine: Marine, command: Flame) -> Cell | None:
    """Return the square a flamer aims at: a stealer's or a named one, None where no places are kept.

    Raises Refused for a square that cannot be aimed at.

    Rule: SH-FLAMER-2, SH-FLAMER-8, SH1-FLAMER-2
    """
    ground, here = board(state), cell(state, marine.id)
    there = _find_named_square(state, marine, command)
    if ground is None or there is None or here is None:
        return None
    name = ground.name(there)
    if there in closed_doors(state):
        raise questions.forbid("SH-FLAMER-8", "door-not-flamed", at=name)
    if ground.section(there) == ground.section(here) and not state.edition.own_section:
        raise questions.forbid("SH1-FLAMER-2", "own-section", who=marine.id)
    return there


def doubts_about_flame(state: Match, marine: Marine, there: Cell | None) -> Iterator[Refusal]:
    """Yield why a square may not be flamed: a friend stands there, it is out of sight, or too far.

    Rule: SH-FLAMER-2, SH-SHOOT-1, SH1-FLAMER-2
    """
    ground, here = board(state), cell(state, marine.id)
    if ground is None or there is None or here is None:
        return
    name = ground.name(there)
    other = pieces_by_square(state).get(there)
    if state.edition.own_section and other in state.marines:
        yield questions.doubt("SH-FLAMER-2", "square-taken-by-friend", who=other)
    if not (eyes := eyes_of(state)).sees(marine, there, to_fire=True):
        is_seen = eyes.sees(marine, there)
        refusal = ("SH1-FLAMER-2", "not-in-arc") if is_seen else ("SH-FLAMER-2", "not-in-sight")
        yield questions.doubt(*refusal, who=marine.id, target=name)
    if (distance(here, there) or 0) > FLAMER_RANGE:
        yield questions.doubt("SH-FLAMER-2", "out-of-range", who=marine.id, most=FLAMER_RANGE)


def _find_named_square(state: Match, marine: Marine, command: Flame) -> Cell | None:
    """Return the square of the named stealer or place; None where no places are kept.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    if command.target is not None:
        piece = questions.find_alien(state, command.target)
        if isinstance(piece, Blip):
            raise questions.forbid("SH-SHOOT-1", "blip-no-target", who=piece.id)
        if piece.lurking.entry is not None:
            raise questions.forbid("SH-LOS-7", "off-board", who=piece.id)
        return cell(state, piece.id)
    if board(state) is None:
        return None
    if command.square is None:
        raise questions.forbid("SH-FLAMER-2", "flame-at-what", who=marine.id)
    return questions.find_cell(state, command.square)[1]


@rule(SelfDestruct)
def self_destruct(live: Live[Match], command: SelfDestruct) -> Rule[None]:
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
        doomed = tuple(dict.fromkeys((marine.id, *find_named_pieces(live.state, command.pieces))))
    else:
        section = ground.section(here)
        squares = set(ground.section_squares(section))
        doomed = pieces_on(live.state, squares)
    yield BlownUp(who=marine.id, section=section)
    for piece in doomed:
        yield losses.kill_event(live.state, piece, "self-destruct")
    if ground is None:
        yield Burning(section=section)
        return
    for name, now in live.state.doors.items():
        if now != "gone" and ground.cell(name) in squares:
            yield losses.DoorGone(at=name, by="self-destruct")
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, squares))))
