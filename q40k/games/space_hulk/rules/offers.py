"""What may be done now: what screens offer, and players at random choose from."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.board.facings import COMPASS
from q40k.games.space_hulk.rules.aliens.stepping import must_be_fit, seen_there
from q40k.games.space_hulk.rules.aliens.window import points_matter, shooters
from q40k.games.space_hulk.rules.movement.doors import may_close, may_open, within_reach
from q40k.games.space_hulk.rules.movement.step import step_cost
from q40k.games.space_hulk.rules.movement.ways import Way, must_be_free, way
from q40k.games.space_hulk.rules.places import Eyes, board, cell, standing_on
from q40k.games.space_hulk.rules.shooting.aim import can_fire, in_sight
from q40k.games.space_hulk.rules.shooting.flamer import Flame, aimed_at
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.events import Refusal, Refused, Rule


def may_act(state: Match) -> tuple[str, ...]:
    """The pieces of the side whose turn it is that may be active, in the order of joining.

    Who waits at an entry may go on waiting, as long as its player likes.

    Rule: SH-AP-2, SH-ENTRY-3, SH-ENTRY-5, SH1-ENTRY-3
    """
    if state.play.phase == "marine-action":
        return tuple(one.id for one in state.standing if _free(state, one))
    if state.play.phase in ("stealer-reinforcement", "stealer-action"):
        aliens: tuple[Stealer | Blip, ...] = (*state.hunting, *state.lying)
        return tuple(one.id for one in aliens if not one.lurking.held and _free(state, one))
    return ()


def able_now(state: Match) -> tuple[str, ...]:
    """The pieces that may do something now: in their turn, in a reaction window, or turned up.

    Rule: SH-AP-2, SH-REACT-2, SH-REACT-3, SH-CP-8, SH1-CP-8, SH-CONVERT-2
    """
    if state.conversion is not None:
        return (state.conversion.blip,)
    if state.window is None:
        return may_act(state)
    points, watching = reactions(state)
    spenders: tuple[str, ...] = ()
    if points:
        seers = seen_by(state, state.window.actor) if state.edition.seer_acts else None
        spenders = tuple(one.id for one in state.standing if seers is None or one.id in seers)
    return tuple(dict.fromkeys((*watching, *spenders)))


def _free(state: Match, one: Marine | Stealer | Blip) -> bool:
    return one.acts.ap > 0 and (state.play.active == one.id or not one.acts.activated)


def moves(state: Match, who: str) -> dict[str, int]:
    """The squares, exits and entries’ first squares that a piece may step to now, with their costs.

    Blips keep out of sight. Nothing where no places are kept.

    Rule: SH-MOVE-1, SH-MOVE-2, SH-MOVE-4, SH-MOVE-5, SH-BLIP-5, SH-BLIP-6, SH-ENTRY-8
    """
    ground, piece = board(state), state.piece(who)
    here = cell(state, who)
    if ground is None:
        return {}
    names: list[str] = []
    if here is not None:
        names = [ground.name(there) for there in ground.neighbours(here)]
        names += [one.id for one in ground.exits.values() if ground.cell(one.square) == here]
    elif not isinstance(piece, Marine) and piece.lurking.entry in ground.entries:
        names = [ground.name(ground.first_square(piece.lurking.entry))]
    found = {}
    facing = "N" if isinstance(piece, Blip) else piece.position.facing
    for name in names:
        step = way(state, who, name, None, facing)
        if _open(state, piece, step):
            found[name] = step_cost(state, piece, step)
    return found


def _open(state: Match, piece: Marine | Stealer | Blip, step: Way) -> bool:
    """Whether nothing is said against a step but what it costs."""
    if isinstance(piece, Marine) and step.kind == "sideways":
        return False
    if step.kind == "ladder" and "ladder" not in state.edition.subjects:
        return False
    if not isinstance(piece, Marine) and step.exit is not None:
        return False
    checks = [must_be_free(state, piece.id, step)]
    if isinstance(piece, Blip):
        checks.append(must_be_fit(state, piece.id, step))
        if seen_there(state, step):
            return False
    return all(allowed(check) for check in checks)


def allowed(check: Rule[Any]) -> bool:
    """Whether a check of the rules has nothing to refuse."""
    try:
        return not any(isinstance(step, Refusal) for step in check)
    except Refused:
        return False


def targets(state: Match, marine: Marine) -> tuple[str, ...]:
    """What a marine may shoot at now: stealers in sight, then closed doors in sight.

    Where no places are kept, all stealers that are known.

    Rule: SH-SHOOT-1
    """
    if not can_fire(marine):
        return ()
    eyes = Eyes(state)
    names = [one.id for one in state.hunting if one.lurking.entry is None]
    names += [at for at, now in state.doors.items() if now == "closed"]
    return tuple(one for one in names if in_sight(state, marine, one, eyes))


def flame_targets(state: Match, marine: Marine) -> tuple[str, ...]:
    """The stealers whose sections a flamer may burn now.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    return tuple(
        one.id
        for one in state.hunting
        if allowed(aimed_at(state, marine, Flame(who=marine.id, target=one.id)))
    )


def flame_squares(state: Match, marine: Marine) -> tuple[str, ...]:
    """A square of each section that a flamer may burn now, the first of it in reach.

    Rule: SH-FLAMER-2, SH1-FLAMER-2
    """
    ground = board(state)
    if ground is None:
        return ()
    sections = dict.fromkeys(ground.section(one) for one in ground.cells)
    found = []
    for section in sections:
        names = (ground.name(one) for one in ground.of_section(section))
        burns = (
            name
            for name in names
            if allowed(aimed_at(state, marine, Flame(who=marine.id, square=name)))
        )
        found += [name for name in (next(burns, None),) if name is not None]
    return tuple(found)


def foes_ahead(state: Match, who: str) -> tuple[str, ...]:
    """The enemies, or the closed door, that a figure may attack in close assault.

    Where no places are kept, all enemies that are known.

    Rule: SH-MELEE-1, SH-MELEE-9, SH-DOOR-7, SH-ENTRY-6
    """
    piece, ground, here = state.piece(who), board(state), cell(state, who)
    foes = state.hunting if isinstance(piece, Marine) else state.standing
    if isinstance(piece, Blip):
        return ()
    if isinstance(piece, Stealer) and piece.lurking.entry is not None:
        if ground is None or not state.options.assault_from_entry:
            return ()
        there = standing_on(state).get(ground.first_square(piece.lurking.entry))
        return (there,) if there in state.marines and there is not None else ()
    if ground is None or here is None or piece.position.facing is None:
        return tuple(one.id for one in foes)
    fx, fy = COMPASS[piece.position.facing]
    found = [(here[0], here[1] + fx, here[2] + fy)]
    if here in ground.ladders:
        found.append(ground.ladders[here])
    taken = standing_on(state)
    enemies = {one.id for one in foes}
    near = [taken[at] for at in found if taken.get(at) in enemies]
    door = ground.name(found[0]) if ground.is_floor(found[0]) else ""
    return (*near, *((door,) if state.doors.get(door) == "closed" else ()))


def may_be_alpha(state: Match) -> bool:
    """Whether a three may still be declared to be the Alpha.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    met = any(one.alpha for one in state.stealers.values())
    return "alpha" in state.edition.subjects and state.mission.alpha is not False and not met


def doors_near(state: Match, who: str) -> tuple[str, ...]:
    """The doors a piece can reach to open or close.

    Rule: SH-DOOR-2, SH-DOOR-3
    """
    piece = state.piece(who)
    if not isinstance(piece, Marine) and piece.lurking.entry is not None:
        return ()
    found = []
    for at, now in state.doors.items():
        check = may_open(state, at) if now == "closed" else may_close(state, at)
        if now != "gone" and allowed(within_reach(state, piece, at)) and allowed(check):
            found.append(at)
    return tuple(found)


def seen_by(state: Match, who: str) -> tuple[str, ...]:
    """The marines who see a piece now; nobody where that is not known."""
    there = cell(state, who)
    return () if there is None else tuple(one.id for one in Eyes(state).seers(there))


def reactions(state: Match) -> tuple[bool, tuple[str, ...]]:
    """In the window that is open: whether points may be spent, and who may shoot on overwatch.

    Rule: SH-REACT-1, SH-REACT-2, SH-REACT-3
    """
    window = state.window
    if window is None:
        return False, ()
    points = window.step == "cp" and points_matter(state, window)
    late = window.step == "cp" and state.edition.must_watch
    return points, () if late else shooters(state, window)
