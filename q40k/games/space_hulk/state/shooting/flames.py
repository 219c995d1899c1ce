"""The heavy flamer and fire: what may be flamed, and what burns."""

from collections.abc import Collection, Iterator

from q40k.games.space_hulk.board import distance
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state import questions
from q40k.games.space_hulk.state.match import Blip, Fire, Marine, Match, Stealer
from q40k.games.space_hulk.state.places import board, cell, closed_doors, eyes_of, pieces_by_square
from q40k.games.space_hulk.state.registry import Act, Event, Place
from q40k.games.space_hulk.state.shooting.aim import WATCHED_RANGE
from q40k.kernel.commands import Name
from q40k.kernel.events import Refusal
from q40k.tabletop.asking import doubt, forbid


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

    def fold(self, state: Match) -> Match:
        before = state.fires.get(self.section, Fire(counters=0))
        squares = tuple(dict.fromkeys((*before.squares, *self.squares)))
        fire = Fire(squares, before.counters + self.counters)
        burnt = tuple(dict.fromkeys((*state.tally.burnt, self.section)))
        return state.replace(fires={**state.fires, self.section: fire}, burnt=burnt)


class FlamesRolled(Event, tag="flames-rolled"):
    """The dice for all pieces in the flames."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]


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

    def fold(self, state: Match) -> Match:
        shots = state.marines[self.who].arms.ammo
        return state.with_marine(self.who, ammo=max(0, (shots or 0) - 1))


class BlownUp(Event, tag="blown-up"):
    """A marine has blown up his flamer and himself."""

    who: str
    section: str


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
        raise forbid("SH-FLAMER-8", "door-not-flamed", at=name)
    if ground.section(there) == ground.section(here) and not state.edition.own_section:
        raise forbid("SH1-FLAMER-2", "own-section", who=marine.id)
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
        yield doubt("SH-FLAMER-2", "square-taken-by-friend", who=other)
    if not (eyes := eyes_of(state)).sees(marine, there, to_fire=True):
        is_seen = eyes.sees(marine, there)
        refusal = ("SH1-FLAMER-2", "not-in-arc") if is_seen else ("SH-FLAMER-2", "not-in-sight")
        yield doubt(*refusal, who=marine.id, target=name)
    if (distance(here, there) or 0) > FLAMER_RANGE:
        yield doubt("SH-FLAMER-2", "out-of-range", who=marine.id, most=FLAMER_RANGE)


def _find_named_square(state: Match, marine: Marine, command: Flame) -> Cell | None:
    """Return the square of the named stealer or place; None where no places are kept.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    if command.target is not None:
        piece = questions.find_alien(state, command.target)
        if isinstance(piece, Blip):
            raise forbid("SH-SHOOT-1", "blip-no-target", who=piece.id)
        if piece.lurking.entry is not None:
            raise forbid("SH-LOS-7", "off-board", who=piece.id)
        return cell(state, piece.id)
    if board(state) is None:
        return None
    if command.square is None:
        raise forbid("SH-FLAMER-2", "flame-at-what", who=marine.id)
    return questions.find_cell(state, command.square)[1]
