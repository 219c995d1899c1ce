"""Finding the named piece, and checking the phase."""

from q40k.games.space_hulk.board import Board
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Phase, Stealer
from q40k.games.space_hulk.state.places import board, pieces_by_square
from q40k.kernel.lookup import find_exact, nearest
from q40k.kernel.sealing import BrokenSeal, unseal_first_form
from q40k.tabletop.asking import check_open, find_by_id, forbid

# -- who is meant --------------------------------------------------------------------------


def find_piece(state: Match, name: str) -> Marine | Stealer | Blip:
    """Return the piece of that name that is still in the match. Raises Refused (SH-BOARD-1)."""
    piece = find_by_id("SH-BOARD-1", "unknown-piece", name, state.all_pieces)
    if not piece.present:
        code = "left-already" if piece.life.alive else "dead-already"
        raise forbid("SH-SHOOT-1", code, who=piece.id)
    return piece


def find_marine(state: Match, name: str) -> Marine:
    """Return the marine of that name. Raises Refused (SH-BOARD-1)."""
    piece = find_piece(state, name)
    if not isinstance(piece, Marine):
        raise forbid("SH-BOARD-1", "no-marine", who=piece.id)
    return piece


def find_alien(state: Match, name: str) -> Stealer | Blip:
    """Return the stealer or blip of that name. Raises Refused (SH-BOARD-1)."""
    piece = find_piece(state, name)
    if isinstance(piece, Marine):
        raise forbid("SH-BOARD-1", "no-alien", who=piece.id)
    return piece


def must_be_on_board(piece: Marine | Stealer | Blip) -> None:
    """Refuse an action by or on a piece that is not on the board.

    Rule: SH-ENTRY-2, SH-LOS-7
    """
    if piece.lurking.entry is not None:
        raise forbid("SH-ENTRY-2", "off-board", who=piece.id)


def side_of(piece: Marine | Stealer | Blip) -> SideId:
    """Return the side of a piece."""
    return "marine" if isinstance(piece, Marine) else "stealer"


def find_cell(state: Match, name: str) -> tuple[Board, Cell]:
    """Return the board, and the square of that name. Raises Refused (SH-BOARD-9)."""
    ground = board(state)
    if ground is None:
        raise forbid("SH-BOARD-9", "no-places")
    there = ground.cell(name.upper())
    if there is None:
        raise forbid("SH-BOARD-9", "unknown-square", said=name)
    return ground, there


def find_free_square(state: Match, name: str, who: str = "") -> str:
    """Return the name of a square on which no piece stands but `who`. Refuse others.

    Rule: SH-BOARD-1, SH-BOARD-9
    """
    ground, there = find_cell(state, name)
    other = pieces_by_square(state).get(there)
    if other is not None and other != who:
        raise forbid("SH-BOARD-1", "square-taken", at=ground.name(there), who=other)
    return ground.name(there)


def must_be_new(state: Match, name: str) -> None:
    """Refuse a name that a piece already has.

    Rule: SH-BOARD-1
    """
    if find_exact(name, state.all_pieces):
        raise forbid("SH-BOARD-1", "name-taken", name=name)


def find_door(state: Match, text: str) -> str:
    """Return the square of a door, named by its square or as D1, D2 ...

    Without a board any name is accepted. Raises Refused (SH-DOOR-1).
    """
    name = text.strip().upper()
    if name in state.doors:
        return name
    if (numbered := door_names(state).get(name)) is not None:
        return numbered
    if board(state) is None:
        return name
    raise forbid("SH-DOOR-1", "unknown-door", said=text, nearest=nearest(name, state.doors))


def names_door(state: Match, text: str) -> bool:
    """Return whether a name means a door, not a piece: a square, or a name that begins with D.

    A blip may have the name of a door's square, such as B3; nobody shoots or attacks blips.

    Rule: SH-DOOR-1
    """
    name = text.strip().upper()
    if find_exact(text, {**state.marines, **state.stealers}):
        return False
    if name not in state.doors and find_exact(text, state.blips):
        return False
    ground = board(state)
    square = ground is not None and ground.cell(name) is not None
    return name in state.doors or square or name.startswith("D")


def door_names(state: Match) -> dict[str, str]:
    """Return the squares of the board's doors by D1, D2 ... in the order of columns, then rows."""
    ground = board(state)
    doors = () if ground is None else ground.doors
    assert ground is not None or not doors
    return {f"D{n}": ground.name(door) for n, door in enumerate(doors, 1)} if ground else {}


# -- when ----------------------------------------------------------------------------------


def must_be_open(state: Match) -> None:
    """Refuse before the match is laid out and after its end (SH-WIN-1)."""
    check_open(state.setup.mission, state.outcome.over, "SH-SETUP-1", "SH-WIN-1")


def must_be_in_phase(state: Match, *phases: Phase) -> None:
    """Refuse what belongs to another phase (SH-TURN-1)."""
    must_be_open(state)
    if state.play.phase not in phases:
        raise forbid("SH-TURN-1", "wrong-phase", phase=state.play.phase, wanted=phases[0])


def must_be_in_edition(state: Match, subject: str) -> None:
    """Refuse a subject that the book of this edition does not have (SH1-BOX-1)."""
    if subject not in state.edition.subjects:
        facts = {"subject": subject, "edition": state.edition.id}
        raise forbid(state.edition.without, "not-in-edition", **facts)


# -- secret values in early records --------------------------------------------------------


_HIGHEST = 6
"""The highest value of a counter or a blip."""


def unseal_values(side: SideId, envelope: str, rule: str) -> tuple[int, ...]:
    """Return the values in an envelope. Raises Refused."""
    try:
        held = unseal_first_form(side, envelope)
        values = tuple(int(held[str(place)]) for place in range(len(held) - 1))
    except (BrokenSeal, ValueError, KeyError, TypeError) as error:
        raise forbid(rule, "seal-broken") from error
    if not values or not all(0 < value <= _HIGHEST for value in values):
        raise forbid(rule, "seal-broken")
    return values
