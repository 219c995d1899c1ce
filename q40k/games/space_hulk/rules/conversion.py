"""Conversion: turn a blip up, by choice or because it is seen, and place its stealers."""

import re
from itertools import count

from q40k.games.space_hulk.board import facing_towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules import activation, losses, questions, turn
from q40k.games.space_hulk.rules.places import board, burning_squares, cell, eyes_of, pieces_by_square
from q40k.games.space_hulk.rules.registry import Command, Event, Place, fold, rule
from q40k.games.space_hulk.rules.solo.targets import choose_target
from q40k.games.space_hulk.rules.state import (
    STEALER_AP,
    Acts,
    Blip,
    Conversion,
    Lurking,
    Marine,
    Match,
    Position,
    Stealer,
)
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact

ALPHA = "Alpha"
ALPHA_VALUE = 3


class Convert(Command, tag="convert"):
    """Turn a blip up; `value` is its value where the table deals.

    `squares` and `facings` are those of its stealers, in the order of placing. `alpha` declares it
    to be the Alpha, also for a three whose stealers are still to be placed.
    """

    name: Name
    value: int | None = None
    squares: tuple[Place, ...] = ()
    facings: tuple[Facing, ...] = ()
    alpha: bool = False


class BlipSeen(Event, tag="blip-seen"):
    """A marine sees a blip: it must be turned up at once (SH-CONVERT-2)."""

    blip: str
    by: str = ""


class BlipRevealed(Event, tag="blip-revealed"):
    """A blip is turned up; `many` stealers come out of it (one, if it is the Alpha)."""

    blip: str
    value: int
    many: int
    alpha: bool = False
    seen: bool = False
    own: bool = False


class AlphaDeclared(Event, tag="alpha-declared"):
    """A three that was turned up is the Alpha: one stealer comes out of it (SH-ALPHA-1)."""

    blip: str


class PlacesSaid(Event, tag="places-said"):
    """The player has named squares and facings for the next stealers of a blip."""

    blip: str
    plan: tuple[tuple[str, Facing], ...]


class StealerPlaced(Event, tag="stealer-placed"):
    """A stealer of a blip is placed on a square, or waits at an entry."""

    who: str
    blip: str = ""
    at: str | None = None
    facing: Facing | None = None
    entry: str | None = None
    held: bool = False
    activated: bool = False
    alpha: bool = False


class StealersLost(Event, tag="stealers-lost"):
    """Stealers of a blip have no square or no figure: they are lost, and count for nobody."""

    blip: str
    many: int


class Converted(Event, tag="converted"):
    """All stealers of a blip are placed."""

    blip: str


@fold(BlipSeen)
def _seen(state: Match, event: BlipSeen) -> Match:
    blip = state.blips[event.blip]
    conversion = Conversion(blip.id, blip.position.at, acted=blip.acts.activated, burning=_fire_at(state, blip))
    return state.replace(pending=(*state.pending, conversion))


@fold(BlipRevealed)
def _revealed(state: Match, event: BlipRevealed) -> Match:
    """Turn a blip up: it leaves play and joins the used ones.

    Rule: SH-CONVERT-3, SH-SECRET-3
    """
    blip = state.blips[event.blip]
    top = state.conversion
    if top is None or top.blip != blip.id:
        fire = _fire_at(state, blip)
        top = Conversion(blip.id, blip.position.at, acted=blip.acts.activated, burning=fire, own=event.own)
        state = state.replace(pending=(*state.pending, top))
    up = dict(state.pile.up)
    up[event.value] = up.get(event.value, 0) + 1
    state = state.with_blip(blip.id, alive=False, value=event.value).replace(up=up)
    state = state.with_top(top.replace(left=event.many, alpha=event.alpha))
    return state.replace(active=None) if state.play.active == blip.id else state


@fold(AlphaDeclared)
def _declared(state: Match, _event: AlphaDeclared) -> Match:
    top = state.conversion
    return state if top is None else state.with_top(top.replace(left=1, alpha=True))


@fold(PlacesSaid)
def _said(state: Match, event: PlacesSaid) -> Match:
    top = state.conversion
    return state if top is None else state.with_top(top.replace(plan=event.plan))


@fold(StealerPlaced)
def _placed(state: Match, event: StealerPlaced) -> Match:
    stealer = Stealer(
        event.who,
        event.alpha,
        position=Position(event.at, event.facing),
        lurking=Lurking(event.entry, event.held),
        acts=Acts(STEALER_AP, event.activated),
    )
    state = state.replace(stealers={**state.stealers, event.who: stealer})
    top = state.conversion
    if top is None or top.left is None or top.blip != event.blip:
        return state
    return state.with_top(top.replace(left=top.left - 1, first=False, plan=top.plan[1:]))


@fold(StealersLost)
def _lost(state: Match, event: StealersLost) -> Match:
    top = state.conversion
    if top is None or top.left is None:
        return state
    return state.with_top(top.replace(left=top.left - event.many))


@fold(Converted)
def _converted(state: Match, _event: Converted) -> Match:
    return state.replace(pending=state.pending[:-1])


def _fire_at(state: Match, blip: Blip) -> str | None:
    """Return the burning section in which a blip lies, or None."""
    at = blip.position.at
    return next((name for name, fire in state.fires.items() if at in fire.squares), None)


@rule(Convert)
def convert(live: Live[Match], command: Convert) -> Rule[None]:
    """Turn a blip up because a marine sees it, or by choice instead of activating it.

    Rule: SH-CONVERT-1, SH-CONVERT-3, SH-CONVERT-4, SH-CONVERT-10, SH-ALPHA-1, SOLO-ACT-4
    """
    questions.must_be_open(live.state)
    top = live.state.conversion
    if top is None or top.blip.casefold() != command.name.casefold():
        if top is not None:
            yield from questions.refuse("SH-CONVERT-2", "convert-first", blip=top.blip)
        yield from _convert_by_choice(live, command)
        return
    if top.own:
        yield from questions.refuse("SOLO-ACT-4", "program-places", blip=top.blip)
    asked = top.left is not None
    if top.left is None:
        yield from turn_up(live, command, live.state.blips[top.blip], seen=True)
    elif command.alpha and top.first and not top.alpha:
        yield from _must_be_possible_alpha(live.state, top.left)
        yield AlphaDeclared(blip=top.blip)
    top = live.state.conversion
    if top is not None:
        foe = None
        if live.state.options.solo and board(live.state) is not None and top.at is not None:
            foe = yield from choose_target(live, top.blip)
        plan = _read_plan(live.state, command, top, foe)
        _must_name_squares(live.state, top, plan, is_asked=asked)
        yield PlacesSaid(blip=top.blip, plan=plan)


def turn_up(live: Live[Match], command: Convert, blip: Blip, *, seen: bool = False, own: bool = False) -> Rule[None]:
    """Reveal the value of a blip; once in a mission a three may be the Alpha.

    `own`: the program reveals it. In solo play the first three is the Alpha.

    Rule: SH-ALPHA-1, SH-CONVERT-3, SOLO-ACT-6
    """
    value = blip.value
    if value is None:
        value = command.value
        if value is None:
            value = yield from questions.choose_number("stealer", "value", "SH-CONVERT-3", 1, 3, blip=blip.id)
    if value not in live.state.pile.mix:
        raise questions.forbid("SH-BOX-3", "no-such-blip", got=value)
    alpha = command.alpha or _is_first_three(live.state, value)
    if alpha:
        yield from _must_be_possible_alpha(live.state, value)
    many = 1 if alpha else value
    yield BlipRevealed(blip=blip.id, value=value, many=many, alpha=alpha, seen=seen, own=own)


def _must_be_possible_alpha(state: Match, value: int) -> Rule[None]:
    """Refuse an Alpha in a mission without one, from a blip other than a three, or a second time.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    questions.must_be_in_edition(state, "alpha")
    if state.mission.alpha is False:
        yield from questions.refuse("SH-ALPHA-1", "no-alpha-here")
    if value != ALPHA_VALUE:
        raise questions.forbid("SH-ALPHA-1", "alpha-of-three", got=value)
    if has_alpha_appeared(state):
        raise questions.forbid("SH-ALPHA-1", "alpha-once")


def _is_first_three(state: Match, value: int) -> bool:
    """Return whether a blip automatically becomes the Alpha, as the first three in solo play.

    Rule: SOLO-ACT-6
    """
    has_to = state.options.solo and state.mission.alpha is True and value == ALPHA_VALUE
    return has_to and may_be_alpha(state)


def has_alpha_appeared(state: Match) -> bool:
    """Return whether the Alpha is or was in play.

    Rule: SH-ALPHA-1
    """
    return any(stealer.alpha for stealer in state.stealers.values())


def may_be_alpha(state: Match) -> bool:
    """Return whether a three may still be declared to be the Alpha.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    is_possible = "alpha" in state.edition.subjects and state.mission.alpha is not False
    return is_possible and not has_alpha_appeared(state)


def _convert_by_choice(live: Live[Match], command: Convert) -> Rule[None]:
    """Turn a blip up by choice, on the board or at an entry, and place all its stealers.

    In a burning section it is destroyed instead. In the set-up its stealers need not be out of
    sight.

    Rule: SH-CONVERT-1, SH-CONVERT-5, SH-CONVERT-7, SH-CONVERT-8, SH-FIRE-5
    """
    blip = questions.find_piece(live.state, command.name)
    if not isinstance(blip, Blip):
        raise questions.forbid("SH-CONVERT-1", "no-blip", who=blip.id)
    yield from _must_be_choosable(live, blip)
    if _fire_at(live.state, blip) and not live.state.edition.fire_converts:
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
    yield PlacesSaid(blip=blip.id, plan=plan)
    while (top := live.state.conversion) is not None and top.blip == blip.id and top.left:
        if not (yield from _place_next(live, top, quiet=True)):
            return
    if live.state.conversion is not None:
        yield Converted(blip=blip.id)


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
        yield from questions.refuse("SH-CONVERT-1", "other-phase", **facts)
    if blip.acts.activated and not seen:
        yield from questions.refuse("SH-CONVERT-1", "blip-has-acted", blip=blip.id)


def _must_be_out_of_sight(state: Match, plan: tuple[tuple[str, Facing], ...]) -> Rule[None]:
    """Refuse a square that a marine sees; stealers placed earlier block his sight.

    Rule: SH-CONVERT-5, SH-LOS-3
    """
    eyes = eyes_of(state)
    for square, _facing in plan:
        _ground, there = questions.find_cell(state, square)
        if eyes.seers(there):
            yield from questions.refuse("SH-CONVERT-5", "in-sight", at=square)
        eyes = eyes.with_squares(blocked={there})


def _must_name_squares(state: Match, top: Conversion, plan: tuple[tuple[str, Facing], ...], *, is_asked: bool) -> None:
    """Refuse a first square on which the next stealer may not stand, and others not near the blip.

    `is_asked`: the blip was turned up before, so the command has nothing else to say than squares.

    Rule: SH-CONVERT-3
    """
    squares, ground = squares_for_next(state, top), board(state)
    centre = None if ground is None or top.at is None else ground.cell(top.at)
    if ground is None or centre is None or not squares:
        return
    if not plan and is_asked:
        raise questions.forbid("SH-CONVERT-3", "squares-wanted", blip=top.blip, squares=squares)
    near = {ground.name(there) for there in (centre, *ground.neighbours(centre))}
    for place, (name, _facing) in enumerate(plan):
        if name not in (near if place else squares):
            raise questions.forbid("SH-CONVERT-3", "no-place-for-it", at=name, squares=squares)


def _read_plan(
    state: Match, command: Convert, top: Conversion, foe: Marine | None = None
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
        facing = command.facings[place] if has_facing else facing_towards_marine(state, there, foe)
        plan.append((ground.name(there), facing))
    return tuple(plan)


def facing_towards_marine(state: Match, there: Cell, foe: Marine | None = None) -> Facing:
    """Return the facing from a square towards a marine: `foe`, or else the nearest."""
    marines = state.marines_in_play if foe is None else (foe,)
    squares = [at for marine in marines if (at := cell(state, marine.id)) is not None]
    nearest = min(squares, key=lambda at: abs(at[1] - there[1]) + abs(at[2] - there[2]), default=None)
    if nearest is None or nearest == there:
        return "N"
    return facing_towards(nearest[1] - there[1], nearest[2] - there[2])


# -- placing -------------------------------------------------------------------------------


def continue_conversion(live: Live[Match], top: Conversion) -> Rule[bool]:
    """Place the next stealer of a blip that was seen; return whether anything happened.

    A blip that died before it was turned up leaves nothing to place.

    Rule: SH-CONVERT-2, SH-CONVERT-6, SH-CONVERT-8, SH-FIRE-5
    """
    if top.burning is not None and not live.state.edition.fire_converts and top.left is None:
        yield losses.kill_event(live.state, top.blip, "fire")
        yield Converted(blip=top.blip)
        return True
    if top.left is None and live.state.blips[top.blip].present:
        return False
    if top.own and top.left:
        return False
    if not top.left:
        yield Converted(blip=top.blip)
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
    lost = count_unplaceable(state, top)
    if lost:
        yield StealersLost(blip=top.blip, many=lost)
        return True
    if blip.lurking.entry is not None or top.at is None or board(state) is None:
        yield new_stealer(state, top, blip, None, None)
        return True
    squares = squares_for_next(state, top)
    if quiet:
        unseen, named = unseen_squares(state, squares), [name for name, _facing in top.plan[:1]]
        squares = tuple(name for name in squares if name in unseen or name in named)
    if not squares:
        yield StealersLost(blip=top.blip, many=top.left)
        return True
    if not top.plan:
        if quiet:
            raise questions.forbid("SH-CONVERT-3", "squares-wanted", blip=top.blip, squares=squares)
        return False
    square, facing = top.plan[0]
    if square not in squares:
        if quiet or top.first or state.play.phase != "stealer-action":
            raise questions.forbid("SH-CONVERT-3", "no-place-for-it", at=square, squares=squares)
        yield PlacesSaid(blip=top.blip, plan=())
        return True
    yield new_stealer(state, top, blip, square, facing)
    if not quiet and state.edition.placing_reacts and state.play.phase == "stealer-action":
        yield activation.AlienActed(who=_last_stealer(live.state))
    return True


def _last_stealer(state: Match) -> str:
    return next(reversed(state.stealers))


def squares_for_next(state: Match, top: Conversion) -> tuple[str, ...]:
    """Return the squares for the next stealer of a blip: the blip's own while it is free.

    Rule: SH-CONVERT-3, SH-CONVERT-9
    """
    return _free_squares(state, top) or _free_squares(state, top, around=True)


def squares_of_blip(state: Match, blip: Blip) -> tuple[str, ...]:
    """Return the squares where the stealers of a blip on the board may stand, its own first.

    If it is turned up by choice, squares in sight are left out.

    Rule: SH-CONVERT-3, SH-CONVERT-5
    """
    top, at = state.conversion, blip.position.at
    if board(state) is None or at is None:
        return ()
    if top is None or top.blip != blip.id:
        top = Conversion(blip.id, at, burning=_fire_at(state, blip))
        return (at, *unseen_squares(state, _free_squares(state, top, around=True)))
    return (at, *_free_squares(state, top, around=True)) if top.first else squares_for_next(state, top)


def unseen_squares(state: Match, squares: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares that no marine sees; in the set-up, all of them.

    Rule: SH-CONVERT-5
    """
    ground = board(state)
    if ground is None or state.play.phase == "setup":
        return squares
    eyes = eyes_of(state)
    return tuple(name for name in squares if (at := ground.cell(name)) is not None and not eyes.seers(at))


def _free_squares(state: Match, top: Conversion, *, around: bool = False) -> tuple[str, ...]:
    """Return a blip's own square, or those `around` it, if a stealer of it may be placed there.

    Rule: SH-CONVERT-3, SH-FIRE-2, SH1-FIRE-5
    """
    ground = board(state)
    centre = None if ground is None or top.at is None else ground.cell(top.at)
    if ground is None or centre is None:
        return ()
    occupied = {there for there, who in pieces_by_square(state).items() if who != top.blip}
    mine = set(state.fires[top.burning].squares) if top.burning in state.fires else set()
    fires = burning_squares(state)
    names = []
    for there in ground.neighbours(centre) if around else (centre,):
        name = ground.name(there)
        if there in occupied or (there in fires and name not in mine):
            continue
        if there in ground.generators or name == state.barrier or state.doors.get(name) == "closed":
            continue
        names.append(name)
    return tuple(names)


def count_unplaceable(state: Match, top: Conversion) -> int:
    """Return the number of stealers for which there is no figure, or at an entry no room.

    Rule: SH-CONVERT-6, SH1-BOX-2, SH1-ENTRY-4
    """
    assert top.left is not None
    if top.alpha:
        return 0
    plain = sum(not stealer.alpha for stealer in state.stealers_in_play)
    room = state.edition.stealers - plain
    entry = state.blips[top.blip].lurking.entry
    most = state.edition.stealers_wait
    if entry is not None and most is not None:
        waiting = sum(stealer.lurking.entry == entry for stealer in state.stealers_in_play)
        room = min(room, most - waiting)
    return max(0, top.left - max(0, room))


def free_name(state: Match, *, alpha: bool) -> str:
    """Return the name of the next stealer: the next free number, or "Alpha".

    Rule: SH-BOARD-1
    """
    pieces = {**state.marines, **state.stealers, **state.blips}
    if alpha and not find_exact(ALPHA, pieces):
        return ALPHA
    many = sum(not stealer.alpha for stealer in state.stealers.values())
    return next(name for n in count(many + 1) if not find_exact(name := f"S{n}", pieces))


def new_stealer(state: Match, top: Conversion, blip: Blip, square: str | None, facing: Facing | None) -> StealerPlaced:
    """Return the event that places the next stealer of a blip.

    Rule: SH-CONVERT-7, SH-ENTRY-5, SH-ALPHA-2, SH-BOX-2
    """
    return StealerPlaced(
        who=free_name(state, alpha=top.alpha),
        blip=blip.id,
        at=square,
        facing=facing,
        entry=blip.lurking.entry,
        held=blip.lurking.held,
        activated=top.acted,
        alpha=top.alpha,
    )


# -- without places ------------------------------------------------------------------------


_STEALER = re.compile(r"S[1-9][0-9]?", re.I)


def introduce(live: Live[Match], *names: str) -> Rule[None]:
    """Bring named stealers such as S3 into play if they are new; the table sees them.

    Rule: SH-BOARD-1, SH1-BOX-1
    """
    for name in names:
        state = live.state
        pieces = {**state.marines, **state.stealers, **state.blips}
        if board(state) is not None or find_exact(name, pieces):
            continue
        if name.casefold() == ALPHA.casefold():
            questions.must_be_in_edition(state, "alpha")
            yield StealerPlaced(who=ALPHA, alpha=True)
        elif _STEALER.fullmatch(name):
            yield StealerPlaced(who=name.upper())
