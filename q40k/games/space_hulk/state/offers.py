"""List what may be done now, for screens and for players at random."""

from collections.abc import Iterator

from q40k.games.space_hulk.board import COMPASS
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement.doors import must_be_closable, must_be_in_reach, must_be_openable
from q40k.games.space_hulk.state.movement.steps import find_seer_of_step, must_fit_blip, step_cost
from q40k.games.space_hulk.state.movement.terrain import StepPath, find_step_path, must_be_free
from q40k.games.space_hulk.state.places import board, cell, eyes_of, pieces_by_square
from q40k.games.space_hulk.state.reactions import find_shooters, may_spend_points
from q40k.games.space_hulk.state.shooting.aim import can_fire, in_sight
from q40k.games.space_hulk.state.shooting.flames import Flame, doubts_about_flame, find_flame_square
from q40k.kernel.events import Refusal, Refused


def pieces_to_act(state: Match) -> tuple[str, ...]:
    """Return the pieces of the side to play that may act, in the order of joining.

    A piece at an entry may go on waiting while its player likes.

    Rule: SH-AP-2, SH-ENTRY-3, SH-ENTRY-5, SH1-ENTRY-3
    """
    if state.play.phase == "marine-action":
        return tuple(marine.id for marine in state.marines_in_play if _can_act(state, marine))
    if state.play.phase in ("stealer-reinforcement", "stealer-action"):
        return tuple(alien.id for alien in state.aliens_in_play if not alien.lurking.held and _can_act(state, alien))
    return ()


def pieces_able_now(state: Match) -> tuple[str, ...]:
    """Return the pieces that may do something now: in their turn, in a reaction window, or turned
    up.

    Rule: SH-AP-2, SH-REACT-2, SH-REACT-3, SH-CP-8, SH1-CP-8, SH-CONVERT-2
    """
    if state.conversion is not None:
        return (state.conversion.blip,)
    if state.window is None:
        return pieces_to_act(state)
    points, watching = reactions(state)
    spenders: tuple[str, ...] = ()
    if points:
        seers = find_seers(state, state.window.actor) if state.edition.seer_acts else None
        spenders = tuple(marine.id for marine in state.marines_in_play if seers is None or marine.id in seers)
    return tuple(dict.fromkeys((*watching, *spenders)))


def _can_act(state: Match, piece: Marine | Stealer | Blip) -> bool:
    return piece.acts.ap > 0 and (state.play.active == piece.id or not piece.acts.activated)


def moves(state: Match, who: str) -> dict[str, int]:
    """Return the squares, exits and first squares of entries that a piece may step to, with their
    costs.

    Blips keep out of sight. Empty where no places are kept.

    Rule: SH-MOVE-1, SH-MOVE-2, SH-MOVE-4, SH-MOVE-5, SH-BLIP-5, SH-BLIP-6, SH-ENTRY-8
    """
    ground, piece = board(state), state.piece(who)
    here = cell(state, who)
    if ground is None:
        return {}
    names: list[str] = []
    if here is not None:
        names = [ground.name(there) for there in ground.neighbours(here)]
        names += [way_out.id for way_out in ground.exits.values() if ground.cell(way_out.square) == here]
    elif piece.lurking.entry in ground.entries:
        names = [ground.name(ground.first_square(piece.lurking.entry))]
    costs = {}
    facing = "N" if isinstance(piece, Blip) else piece.position.facing
    for name in names:
        step = find_step_path(state, who, name, None, facing)
        if _is_step_open(state, piece, step):
            costs[name] = step_cost(state, piece, step)
    return costs


def _is_step_open(state: Match, piece: Marine | Stealer | Blip, step: StepPath) -> bool:
    """Return whether no rule but its cost forbids a step."""
    if isinstance(piece, Marine) and step.kind == "sideways":
        return False
    if step.kind == "ladder" and "ladder" not in state.edition.subjects:
        return False
    if not isinstance(piece, Marine) and step.exit is not None:
        return False
    checks = [must_be_free(state, piece.id, step)]
    if isinstance(piece, Blip):
        checks.append(must_fit_blip(state, piece.id, step))
        if find_seer_of_step(state, step):
            return False
    return all(is_allowed(check) for check in checks)


def is_allowed(doubts: Iterator[Refusal]) -> bool:
    """Return whether a check of the rules refuses nothing."""
    try:
        return next(doubts, None) is None
    except Refused:
        return False


def can_flame(state: Match, marine: Marine, command: Flame) -> bool:
    """Return whether no rule forbids what a flamer aims at.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    try:
        there = find_flame_square(state, marine, command)
    except Refused:
        return False
    return is_allowed(doubts_about_flame(state, marine, there))


def targets(state: Match, marine: Marine) -> tuple[str, ...]:
    """Return what a marine may shoot at now: stealers in sight, then closed doors in sight.

    Where no places are kept, return all stealers that are known.

    Rule: SH-SHOOT-1
    """
    if not can_fire(marine):
        return ()
    eyes = eyes_of(state)
    names = [stealer.id for stealer in state.stealers_in_play if stealer.lurking.entry is None]
    names += [at for at, now in state.doors.items() if now == "closed"]
    return tuple(name for name in names if in_sight(state, marine, name, eyes))


def flame_targets(state: Match, marine: Marine) -> tuple[str, ...]:
    """Return the stealers whose sections a flamer may burn now.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    return tuple(
        stealer.id
        for stealer in state.stealers_in_play
        if can_flame(state, marine, Flame(who=marine.id, target=stealer.id))
    )


def flame_squares(state: Match, marine: Marine) -> tuple[str, ...]:
    """Return a square of each section that a flamer may burn now: the first one in reach.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    ground = board(state)
    if ground is None:
        return ()
    sections = dict.fromkeys(ground.section(square) for square in ground.cells)
    first_squares = []
    for section in sections:
        names = (ground.name(square) for square in ground.section_squares(section))
        burns = (name for name in names if can_flame(state, marine, Flame(who=marine.id, square=name)))
        first_squares += [name for name in (next(burns, None),) if name is not None]
    return tuple(first_squares)


def foes_ahead(state: Match, who: str) -> tuple[str, ...]:
    """Return the enemies, or the closed door, that a figure may attack in close assault.

    Where no places are kept, return all enemies that are known.

    Rule: SH-MELEE-1, SH-MELEE-9, SH-DOOR-7, SH-ENTRY-6
    """
    piece, ground, here = state.piece(who), board(state), cell(state, who)
    foes = state.stealers_in_play if isinstance(piece, Marine) else state.marines_in_play
    if isinstance(piece, Blip):
        return ()
    if isinstance(piece, Stealer) and piece.lurking.entry is not None:
        if ground is None or not state.options.assault_from_entry:
            return ()
        there = pieces_by_square(state).get(ground.first_square(piece.lurking.entry))
        return (there,) if there in state.marines and there is not None else ()
    if ground is None or here is None or piece.position.facing is None:
        return tuple(foe.id for foe in foes)
    fx, fy = COMPASS[piece.position.facing]
    squares = [(here[0], here[1] + fx, here[2] + fy)]
    if here in ground.ladders:
        squares.append(ground.ladders[here])
    occupants = pieces_by_square(state)
    enemies = {foe.id for foe in foes}
    near = [occupants[at] for at in squares if occupants.get(at) in enemies]
    door = ground.name(squares[0]) if ground.is_floor(squares[0]) else ""
    return (*near, *((door,) if state.doors.get(door) == "closed" else ()))


def doors_near(state: Match, who: str) -> tuple[str, ...]:
    """Return the doors that a piece can reach to open or close.

    Rule: SH-DOOR-2, SH-DOOR-3
    """
    piece = state.piece(who)
    if piece.lurking.entry is not None:
        return ()
    doors = []
    for at, now in state.doors.items():
        check = must_be_openable(state, at) if now == "closed" else must_be_closable(state, at)
        if now != "gone" and is_allowed(must_be_in_reach(state, piece, at)) and is_allowed(check):
            doors.append(at)
    return tuple(doors)


def find_seers(state: Match, who: str) -> tuple[str, ...]:
    """Return the marines who see a piece now, none if its place is not known."""
    there = cell(state, who)
    return () if there is None else tuple(marine.id for marine in eyes_of(state).seers(there))


def reactions(state: Match) -> tuple[bool, tuple[str, ...]]:
    """Return, for the open window, whether points may be spent and who may shoot on overwatch.

    Rule: SH-REACT-1, SH-REACT-2, SH-REACT-3
    """
    window = state.window
    if window is None:
        return False, ()
    points = window.step == "cp" and may_spend_points(state, window)
    late = window.step == "cp" and state.edition.must_watch
    return points, () if late else find_shooters(state, window)
