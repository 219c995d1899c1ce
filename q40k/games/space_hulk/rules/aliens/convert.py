"""Conversion: a blip is turned up, and its stealers are placed, by choice or because it is seen."""

from __future__ import annotations

from itertools import count
from typing import Final

from q40k.games.space_hulk.board.facings import towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.command import Command, Place
from q40k.games.space_hulk.rules.losses import kill
from q40k.games.space_hulk.rules.paying import AlienActed
from q40k.games.space_hulk.rules.places import Eyes, board, burning, cell, standing_on
from q40k.games.space_hulk.rules.questions import (
    find,
    find_cell,
    forbid,
    must_be_open,
    must_know,
    number,
    refuse,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.solo.priority import target
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
from q40k.games.space_hulk.rules.turn.phases import close_windows, to_the_stealers
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import exactly
from q40k.packs.said import Name

ALPHA: Final = "Alpha"
ALPHA_VALUE: Final = 3


@command
class Convert(Command, tag="convert"):
    """A blip is turned up: `value` is what it shows where the table deals.

    `squares` and `facings` are those of its stealers, in the order in which they are placed.
    `alpha` declares it to be the Alpha, also of a three whose stealers are still to be placed.
    """

    name: Name
    value: int | None = None
    squares: tuple[Place, ...] = ()
    facings: tuple[Facing, ...] = ()
    alpha: bool = False


@event
class BlipSeen(Event, tag="blip-seen"):
    """A marine sees a blip: it must be turned up at once (SH-CONVERT-2)."""

    blip: str
    by: str = ""


@event
class BlipRevealed(Event, tag="blip-revealed"):
    """A blip is turned up; `many` stealers come of it (one, if it is the Alpha)."""

    blip: str
    value: int
    many: int
    alpha: bool = False
    seen: bool = False
    own: bool = False


@event
class AlphaDeclared(Event, tag="alpha-declared"):
    """A three that has been turned up is the Alpha: one comes of it (SH-ALPHA-1)."""

    blip: str


@event
class PlacesSaid(Event, tag="places-said"):
    """The squares and facings on which the stealers of a blip are to be placed next."""

    blip: str
    plan: tuple[tuple[str, Facing], ...]


@event
class StealerPlaced(Event, tag="stealer-placed"):
    """A stealer of a blip stands there, or waits at an entry."""

    who: str
    blip: str = ""
    at: str | None = None
    facing: Facing | None = None
    entry: str | None = None
    held: bool = False
    activated: bool = False
    alpha: bool = False


@event
class StealersLost(Event, tag="stealers-lost"):
    """Stealers of a blip find no square, or no figure: they are lost, and count for nobody."""

    blip: str
    many: int


@event
class Converted(Event, tag="converted"):
    """All stealers of a blip are placed."""

    blip: str


@fold(BlipSeen)
def _seen(state: Match, event: BlipSeen) -> Match:
    blip = state.blips[event.blip]
    one = Conversion(
        blip.id, blip.position.at, acted=blip.acts.activated, burning=_fire_at(state, blip)
    )
    return state.replace(pending=(*state.pending, one))


@fold(BlipRevealed)
def _revealed(state: Match, event: BlipRevealed) -> Match:
    """Turn a blip up: it is a blip no more, and lies among the used ones.

    Rule: SH-CONVERT-3, SH-SECRET-3
    """
    blip = state.blips[event.blip]
    top = state.conversion
    if top is None or top.blip != blip.id:
        fire = _fire_at(state, blip)
        top = Conversion(
            blip.id, blip.position.at, acted=blip.acts.activated, burning=fire, own=event.own
        )
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
    """The burning section in which a blip lies."""
    at = blip.position.at
    return next((name for name, fire in state.fires.items() if at in fire.squares), None)


@rule(Convert)
def convert(live: Live[Match], command: Convert) -> Rule[None]:
    """Turn a blip up: because a marine sees it, or by choice instead of activating it.

    Rule: SH-CONVERT-1, SH-CONVERT-3, SH-CONVERT-4, SH-CONVERT-10, SH-ALPHA-1
    """
    must_be_open(live.state)
    top = live.state.conversion
    if top is None or top.blip.casefold() != command.name.casefold():
        if top is not None:
            yield from refuse("SH-CONVERT-2", "convert-first", blip=top.blip)
        yield from _by_choice(live, command)
        return
    if top.left is None:
        yield from turn_up(live, command, live.state.blips[top.blip], seen=True)
    elif command.alpha and top.first and not top.alpha:
        yield from _may_be_alpha(live.state, top.left)
        yield AlphaDeclared(blip=top.blip)
    top = live.state.conversion
    if top is not None:
        foe = None
        if live.state.options.solo and board(live.state) is not None and top.at is not None:
            foe = yield from target(live, top.blip)
        plan = _planned(live.state, command, top, foe)
        yield PlacesSaid(blip=top.blip, plan=plan)


def turn_up(
    live: Live[Match], command: Convert, blip: Blip, *, seen: bool = False, own: bool = False
) -> Rule[None]:
    """Say what a blip stands for; once in a mission a three may be the Alpha.

    `own` that the program reveals it; to whoever plays alone the first three is the Alpha.

    Rule: SH-ALPHA-1, SH-CONVERT-3, SOLO-ACT-6
    """
    value = blip.value
    if value is None:
        value = command.value
        if value is None:
            value = yield from number("stealer", "value", "SH-CONVERT-3", 3, least=1, blip=blip.id)
    if value not in live.state.pile.mix:
        raise forbid("SH-BOX-3", "no-such-blip", got=value)
    alpha = command.alpha or _first_three(live.state, value)
    if alpha:
        yield from _may_be_alpha(live.state, value)
    many = 1 if alpha else value
    yield BlipRevealed(blip=blip.id, value=value, many=many, alpha=alpha, seen=seen, own=own)


def _may_be_alpha(state: Match, value: int) -> Rule[None]:
    """Refuse the Alpha where there is none, of any blip but a three, or a second time.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    must_know(state, "alpha")
    if state.mission.alpha is False:
        yield from refuse("SH-ALPHA-1", "no-alpha-here")
    if value != ALPHA_VALUE:
        raise forbid("SH-ALPHA-1", "alpha-of-three", got=value)
    if any(one.alpha for one in state.stealers.values()):
        raise forbid("SH-ALPHA-1", "alpha-once")


def _first_three(state: Match, value: int) -> bool:
    """Whether a blip is the Alpha because nobody chooses it.

    Rule: SOLO-ACT-6
    """
    if not state.options.solo or state.mission.alpha is not True or value != ALPHA_VALUE:
        return False
    met = any(one.alpha for one in state.stealers.values())
    return "alpha" in state.edition.subjects and not met


def _by_choice(live: Live[Match], command: Convert) -> Rule[None]:
    """Turn a blip up by choice, on the board or at an entry; all its stealers are placed at once.

    In a burning section it is destroyed instead. While the match is laid out it stands for itself.

    Rule: SH-CONVERT-1, SH-CONVERT-5, SH-CONVERT-7, SH-CONVERT-8, SH-FIRE-5
    """
    blip = find(live.state, command.name)
    if not isinstance(blip, Blip):
        raise forbid("SH-CONVERT-1", "no-blip", who=blip.id)
    yield from _may_be_chosen(live, blip)
    if _fire_at(live.state, blip) and not live.state.edition.fire_converts:
        yield kill(live.state, blip.id, "fire")
        return
    yield from turn_up(live, command, blip)
    top = live.state.conversion
    assert top is not None
    plan = _planned(live.state, command, top)
    if live.state.play.phase != "setup":
        yield from _out_of_sight(live.state, plan)
    yield PlacesSaid(blip=blip.id, plan=plan)
    while (top := live.state.conversion) is not None and top.blip == blip.id and top.left:
        if not (yield from _place_next(live, top, quiet=True)):
            return
    if live.state.conversion is not None:
        yield Converted(blip=blip.id)


def _may_be_chosen(live: Live[Match], blip: Blip) -> Rule[None]:
    """Refuse a choice out of its time, or after the blip has acted.

    Where no places are kept only the table knows whether a marine sees it: then it is no choice.

    Rule: SH-CONVERT-1, SH-CONVERT-2
    """
    play, seen = live.state.play, board(live.state) is None
    if play.phase == "setup":
        return
    if play.phase != "marine-action" or play.finishing:
        yield from to_the_stealers(live)
        yield from close_windows(live)
    elif not seen:
        wanted = {"phase": "marine-action", "wanted": "stealer-action"}
        yield from refuse("SH-CONVERT-1", "other-phase", **wanted)
    if blip.acts.activated and not seen:
        yield from refuse("SH-CONVERT-1", "blip-has-acted", blip=blip.id)


def _out_of_sight(state: Match, plan: tuple[tuple[str, Facing], ...]) -> Rule[None]:
    """Refuse a square that a marine sees; those placed before stand in the way of his sight.

    Rule: SH-CONVERT-5, SH-LOS-3
    """
    eyes = Eyes(state)
    for square, _facing in plan:
        _ground, there = find_cell(state, square)
        if eyes.seers(there):
            yield from refuse("SH-CONVERT-5", "in-sight", at=square)
        eyes.free.discard(there)


def _planned(
    state: Match, command: Convert, top: Conversion, foe: Marine | None = None
) -> tuple[tuple[str, Facing], ...]:
    """The squares and facings that were said; a facing unsaid looks at `foe`, or the nearest.

    The blip's own square, where its first stealer stands in any case, may be left out.

    Rule: SH-CONVERT-3, SH-CONVERT-4, SH-CONVERT-10, SOLO-ACT-4
    """
    if board(state) is None or top.at is None:
        return ()
    plan: list[tuple[str, Facing]] = []
    squares = command.squares or ((top.at,) if top.left == 1 and top.first else ())
    if top.first and squares and squares[0] != top.at and len(squares) < (top.left or 0):
        squares = (top.at, *squares)
    for place, said in enumerate(squares):
        ground, there = find_cell(state, said)
        given = place < len(command.facings)
        facing = command.facings[place] if given else facing_marines(state, there, foe)
        plan.append((ground.name(there), facing))
    return tuple(plan)


def facing_marines(state: Match, there: Cell, foe: Marine | None = None) -> Facing:
    """The way to a marine, or to the nearest."""
    among = state.standing if foe is None else (foe,)
    found = [at for one in among if (at := cell(state, one.id)) is not None]
    near = min(found, key=lambda at: abs(at[1] - there[1]) + abs(at[2] - there[2]), default=None)
    if near is None or near == there:
        return "N"
    return towards(near[1] - there[1], near[2] - there[2])


# -- placing -------------------------------------------------------------------------------


def go_on(live: Live[Match], top: Conversion) -> Rule[bool]:
    """Place the next stealer of a blip that was seen; returns whether anything came of it.

    A blip that has died before it was turned up leaves nothing to place.

    Rule: SH-CONVERT-2, SH-CONVERT-6, SH-CONVERT-8, SH-FIRE-5
    """
    if top.burning is not None and not live.state.edition.fire_converts and top.left is None:
        yield kill(live.state, top.blip, "fire")
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
    """Place one stealer, where the plan says or where nothing else is possible.

    Rule: SH-CONVERT-3, SH-CONVERT-6, SH-CONVERT-9
    """
    state = live.state
    assert top.left is not None
    blip = state.blips[top.blip]
    lost = without_figure(state, top)
    if lost:
        yield StealersLost(blip=top.blip, many=lost)
        return True
    if blip.lurking.entry is not None or top.at is None or board(state) is None:
        yield new_stealer(state, top, blip, None, None)
        return True
    open_ = squares_for(state, top)
    if not open_:
        yield StealersLost(blip=top.blip, many=top.left)
        return True
    if not top.plan:
        if quiet:
            raise forbid("SH-CONVERT-3", "squares-wanted", blip=top.blip, squares=open_)
        return False
    square, facing = top.plan[0]
    if square not in open_:
        if quiet or top.first or state.play.phase != "stealer-action":
            raise forbid("SH-CONVERT-3", "no-place-for-it", at=square, squares=open_)
        yield PlacesSaid(blip=top.blip, plan=())
        return True
    yield new_stealer(state, top, blip, square, facing)
    if not quiet and state.edition.placing_reacts and state.play.phase == "stealer-action":
        yield AlienActed(who=_last(live.state))
    return True


def _last(state: Match) -> str:
    return next(reversed(state.stealers))


def squares_for(state: Match, top: Conversion) -> tuple[str, ...]:
    """The squares where the next stealer of a blip may stand: the blip's own as long as it is free.

    Rule: SH-CONVERT-3, SH-CONVERT-9, SH-FIRE-2, SH1-FIRE-5
    """
    ground = board(state)
    centre = None if ground is None or top.at is None else ground.cell(top.at)
    if ground is None or centre is None or top.at is None:
        return ()
    fires = burning(state)
    taken = {there for there, who in standing_on(state).items() if who != top.blip}
    mine = set(state.fires[top.burning].squares) if top.burning in state.fires else set()
    if centre not in taken and (centre not in fires or top.at in mine):
        return (top.at,)
    found = []
    for there in ground.neighbours(centre):
        name = ground.name(there)
        if there in taken or (there in fires and name not in mine):
            continue
        if there in ground.generators or name == state.barrier or state.doors.get(name) == "closed":
            continue
        found.append(name)
    return tuple(found)


def without_figure(state: Match, top: Conversion) -> int:
    """How many stealers there is no figure for, or at an entry no room.

    Rule: SH-CONVERT-6, SH1-BOX-2, SH1-ENTRY-4
    """
    assert top.left is not None
    if top.alpha:
        return 0
    plain = sum(not one.alpha for one in state.hunting)
    room = state.edition.stealers - plain
    entry = state.blips[top.blip].lurking.entry
    most = state.edition.stealers_wait
    if entry is not None and most is not None:
        waiting = sum(one.lurking.entry == entry for one in state.hunting)
        room = min(room, most - waiting)
    return max(0, top.left - max(0, room))


def free_name(state: Match, *, alpha: bool) -> str:
    """What the next stealer is called: by the next number that nobody has; the Alpha by his rank.

    Rule: SH-BOARD-1
    """
    taken = {**state.marines, **state.stealers, **state.blips}
    if alpha and not exactly(ALPHA, taken):
        return ALPHA
    many = sum(not one.alpha for one in state.stealers.values())
    return next(name for n in count(many + 1) if not exactly(name := f"S{n}", taken))


def new_stealer(
    state: Match, top: Conversion, blip: Blip, square: str | None, facing: Facing | None
) -> StealerPlaced:
    """The next stealer of a blip, by the next number that nobody has had; the Alpha is one too.

    Rule: SH-CONVERT-7, SH-ENTRY-5, SH-ALPHA-2, SH-BOX-2
    """
    return StealerPlaced(
        who=free_name(state, alpha=top.alpha), blip=blip.id, at=square, facing=facing,
        entry=blip.lurking.entry, held=blip.lurking.held, activated=top.acted, alpha=top.alpha,
    )  # fmt: skip
