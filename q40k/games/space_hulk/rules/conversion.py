"""Conversion: turn a blip up, by choice or because it is seen, and place its stealers."""

import re

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules import turn
from q40k.games.space_hulk.rules.targets import choose_target
from q40k.games.space_hulk.state import activation, conversion, losses, questions
from q40k.games.space_hulk.state.match import Blip, Conversion, Marine, Match
from q40k.games.space_hulk.state.places import board, eyes_of
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact
from q40k.tabletop.asking import choose_number, forbid, refuse


@rule(conversion.Convert)
def convert(live: Live[Match], command: conversion.Convert) -> Rule[None]:
    """Turn a blip up because a marine sees it, or by choice instead of activating it.

    Rule: SH-CONVERT-1, SH-CONVERT-3, SH-CONVERT-4, SH-CONVERT-10, SH-ALPHA-1, SOLO-ACT-4
    """
    questions.must_be_open(live.state)
    top = live.state.conversion
    if top is None or top.blip.casefold() != command.name.casefold():
        if top is not None:
            yield from refuse("SH-CONVERT-2", "convert-first", blip=top.blip)
        yield from _convert_by_choice(live, command)
        return
    if top.own:
        yield from refuse("SOLO-ACT-4", "program-places", blip=top.blip)
    is_asked = top.left is not None
    if top.left is None:
        yield from turn_up(live, command, live.state.blips[top.blip], seen=True)
    elif command.alpha and top.first and not top.alpha:
        yield from _must_be_possible_alpha(live.state, top.left)
        yield conversion.AlphaDeclared(blip=top.blip)
    top = live.state.conversion
    if top is not None:
        foe = None
        if live.state.options.solo and board(live.state) is not None and top.at is not None:
            foe = yield from choose_target(live, top.blip)
        plan = _read_plan(live.state, command, top, foe)
        _must_name_squares(live.state, top, plan, is_asked=is_asked)
        yield conversion.PlacesSaid(blip=top.blip, plan=plan)


def turn_up(
    live: Live[Match], command: conversion.Convert, blip: Blip, *, seen: bool = False, own: bool = False
) -> Rule[None]:
    """Reveal the value of a blip; once in a mission a three may be the Alpha.

    `own`: the program reveals it. In solo play the first three is the Alpha.

    Rule: SH-ALPHA-1, SH-CONVERT-3, SOLO-ACT-6
    """
    value = blip.value
    if value is None:
        value = command.value
        if value is None:
            value = yield from choose_number("stealer", "value", "SH-CONVERT-3", 1, 3, blip=blip.id)
    if value not in live.state.pile.mix:
        raise forbid("SH-BOX-3", "no-such-blip", got=value)
    alpha = command.alpha or _is_first_three(live.state, value)
    if alpha:
        yield from _must_be_possible_alpha(live.state, value)
    many = 1 if alpha else value
    yield conversion.BlipRevealed(blip=blip.id, value=value, many=many, alpha=alpha, seen=seen, own=own)


def _must_be_possible_alpha(state: Match, value: int) -> Rule[None]:
    """Refuse an Alpha in a mission without one, from a blip other than a three, or a second time.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    questions.must_be_in_edition(state, "alpha")
    if state.mission.alpha is False:
        yield from refuse("SH-ALPHA-1", "no-alpha-here")
    if value != conversion.ALPHA_VALUE:
        raise forbid("SH-ALPHA-1", "alpha-of-three", got=value)
    if conversion.has_alpha_appeared(state):
        raise forbid("SH-ALPHA-1", "alpha-once")


def _is_first_three(state: Match, value: int) -> bool:
    """Return whether a blip automatically becomes the Alpha, as the first three in solo play.

    Rule: SOLO-ACT-6
    """
    has_to = state.options.solo and state.mission.alpha is True and value == conversion.ALPHA_VALUE
    return has_to and conversion.may_be_alpha(state)


def _convert_by_choice(live: Live[Match], command: conversion.Convert) -> Rule[None]:
    """Turn a blip up by choice, on the board or at an entry, and place all its stealers.

    In a burning section it is destroyed instead. In the set-up its stealers need not be out of
    sight.

    Rule: SH-CONVERT-1, SH-CONVERT-5, SH-CONVERT-7, SH-CONVERT-8, SH-FIRE-5
    """
    blip = questions.find_piece(live.state, command.name)
    if not isinstance(blip, Blip):
        raise forbid("SH-CONVERT-1", "no-blip", who=blip.id)
    yield from _must_be_choosable(live, blip)
    if conversion.fire_at(live.state, blip) and not live.state.edition.fire_converts:
        yield losses.kill_event(live.state, blip.id, "fire")
        return
    yield from turn_up(live, command, blip)
    top = live.state.conversion
    assert top is not None
    if top.at is not None and not command.squares:
        command = command.replace(squares=(top.at,))
    plan = _read_plan(live.state, command, top)
    if live.state.play.phase != "setup":
        yield from _must_be_out_of_sight(live.state, plan)
    yield conversion.PlacesSaid(blip=blip.id, plan=plan)
    while (top := live.state.conversion) is not None and top.blip == blip.id and top.left:
        if not (yield from _place_next(live, top, quiet=True)):
            return
    if live.state.conversion is not None:
        yield conversion.Converted(blip=blip.id)


def _must_be_choosable(live: Live[Match], blip: Blip) -> Rule[None]:
    """Refuse a conversion by choice in the wrong phase, or after the blip has acted.

    Where no places are kept, only the table knows whether a marine sees the blip. Then it counts as
    seen.

    Rule: SH-CONVERT-1, SH-CONVERT-2
    """
    play, seen = live.state.play, board(live.state) is None
    if play.phase == "setup":
        return
    if play.phase != "marine-action" or play.finishing:
        yield from turn.open_stealer_phase(live)
        yield from turn.close_windows(live)
    elif not seen:
        facts = {"phase": "marine-action", "wanted": "stealer-action"}
        yield from refuse("SH-CONVERT-1", "other-phase", **facts)
    if blip.acts.activated and not seen:
        yield from refuse("SH-CONVERT-1", "blip-has-acted", blip=blip.id)


def _must_be_out_of_sight(state: Match, plan: tuple[tuple[str, Facing], ...]) -> Rule[None]:
    """Refuse a square that a marine sees; stealers placed earlier block his sight.

    Rule: SH-CONVERT-5, SH-LOS-3
    """
    eyes = eyes_of(state)
    for square, _facing in plan:
        _ground, there = questions.find_cell(state, square)
        if eyes.seers(there):
            yield from refuse("SH-CONVERT-5", "in-sight", at=square)
        eyes = eyes.with_squares(blocked={there})


def _must_name_squares(state: Match, top: Conversion, plan: tuple[tuple[str, Facing], ...], *, is_asked: bool) -> None:
    """Refuse a first square on which the next stealer may not stand, and others not near the blip.

    `is_asked`: the blip was turned up before, so the command has nothing else to say than squares.

    Rule: SH-CONVERT-3
    """
    squares, ground = conversion.squares_for_next(state, top), board(state)
    centre = None if ground is None or top.at is None else ground.cell(top.at)
    if ground is None or centre is None or not squares:
        return
    if not plan and is_asked:
        raise forbid("SH-CONVERT-3", "squares-wanted", blip=top.blip, squares=squares)
    near = {ground.name(there) for there in (centre, *ground.neighbours(centre))}
    for place, (name, _facing) in enumerate(plan):
        if name not in (near if place else squares):
            raise forbid("SH-CONVERT-3", "no-place-for-it", at=name, squares=squares)


def _read_plan(
    state: Match, command: conversion.Convert, top: Conversion, foe: Marine | None = None
) -> tuple[tuple[str, Facing], ...]:
    """Return the named squares and facings; a missing facing is towards `foe` or the nearest
    marine.

    The blip's own square may be left out: its first stealer is always placed there.

    Rule: SH-CONVERT-3, SH-CONVERT-4, SH-CONVERT-10, SOLO-ACT-4
    """
    if board(state) is None or top.at is None:
        return ()
    plan: list[tuple[str, Facing]] = []
    squares = command.squares or ((top.at,) if top.left == 1 and top.first else ())
    if top.first and squares and squares[0] != top.at and len(squares) < (top.left or 0):
        squares = (top.at, *squares)
    for place, name in enumerate(squares):
        ground, there = questions.find_cell(state, name)
        has_facing = place < len(command.facings)
        facing = command.facings[place] if has_facing else conversion.facing_towards_marine(state, there, foe)
        plan.append((ground.name(there), facing))
    return tuple(plan)


# -- placing -------------------------------------------------------------------------------


def continue_conversion(live: Live[Match], top: Conversion) -> Rule[bool]:
    """Place the next stealer of a blip that was seen; return whether anything happened.

    A blip that died before it was turned up leaves nothing to place.

    Rule: SH-CONVERT-2, SH-CONVERT-6, SH-CONVERT-8, SH-FIRE-5
    """
    if top.burning is not None and not live.state.edition.fire_converts and top.left is None:
        yield losses.kill_event(live.state, top.blip, "fire")
        yield conversion.Converted(blip=top.blip)
        return True
    if top.left is None and live.state.blips[top.blip].present:
        return False
    if top.own and top.left:
        return False
    if not top.left:
        yield conversion.Converted(blip=top.blip)
        return True
    return (yield from _place_next(live, top, quiet=False))


def _place_next(live: Live[Match], top: Conversion, *, quiet: bool) -> Rule[bool]:
    """Place one stealer by the plan, or lose those without a square or figure.

    Return whether anything happened. `quiet`: the conversion is by choice, and no reaction follows.
    Then squares in sight are left out, except a named one that was refused and overruled.

    Rule: SH-CONVERT-3, SH-CONVERT-5, SH-CONVERT-6, SH-CONVERT-9
    """
    state = live.state
    assert top.left is not None
    blip = state.blips[top.blip]
    lost = conversion.count_unplaceable(state, top)
    if lost:
        yield conversion.StealersLost(blip=top.blip, many=lost)
        return True
    if blip.lurking.entry is not None or top.at is None or board(state) is None:
        yield conversion.new_stealer(state, top, blip, None, None)
        return True
    squares = conversion.squares_for_next(state, top)
    if quiet:
        unseen, named = conversion.unseen_squares(state, squares), [name for name, _facing in top.plan[:1]]
        squares = tuple(name for name in squares if name in unseen or name in named)
    if not squares:
        yield conversion.StealersLost(blip=top.blip, many=top.left)
        return True
    if not top.plan:
        if quiet:
            raise forbid("SH-CONVERT-3", "squares-wanted", blip=top.blip, squares=squares)
        return False
    square, facing = top.plan[0]
    if square not in squares:
        if quiet or top.first or state.play.phase != "stealer-action":
            raise forbid("SH-CONVERT-3", "no-place-for-it", at=square, squares=squares)
        yield conversion.PlacesSaid(blip=top.blip, plan=())
        return True
    yield conversion.new_stealer(state, top, blip, square, facing)
    if not quiet and state.edition.placing_reacts and state.play.phase == "stealer-action":
        yield activation.AlienActed(who=_last_stealer(live.state))
    return True


def _last_stealer(state: Match) -> str:
    return next(reversed(state.stealers))


# -- without places ------------------------------------------------------------------------


_STEALER = re.compile(r"S[1-9][0-9]?", re.I)


def introduce(live: Live[Match], *names: str) -> Rule[None]:
    """Bring named stealers such as S3 into play if they are new; the table sees them.

    Rule: SH-BOARD-1, SH1-BOX-1
    """
    for name in names:
        state = live.state
        if board(state) is not None or find_exact(name, state.all_pieces):
            continue
        if name.casefold() == conversion.ALPHA.casefold():
            questions.must_be_in_edition(state, "alpha")
            yield conversion.StealerPlaced(who=conversion.ALPHA, alpha=True)
        elif _STEALER.fullmatch(name):
            yield conversion.StealerPlaced(who=name.upper())
