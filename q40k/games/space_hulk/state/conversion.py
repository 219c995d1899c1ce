"""Conversion: what is turned up, and where its stealers may be placed."""

from itertools import count

from q40k.games.space_hulk.board import facing_towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.state import match
from q40k.games.space_hulk.state.places import board, burning_squares, cell, eyes_of, pieces_by_square
from q40k.games.space_hulk.state.registry import Command, Event, Place
from q40k.kernel.commands import Name
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

    def fold(self, state: match.Match) -> match.Match:
        blip = state.blips[self.blip]
        conversion = match.Conversion(
            blip.id, blip.position.at, acted=blip.acts.activated, burning=fire_at(state, blip)
        )
        return state.replace(pending=(*state.pending, conversion))


class BlipRevealed(Event, tag="blip-revealed"):
    """A blip is turned up; `many` stealers come out of it (one, if it is the Alpha)."""

    blip: str
    value: int
    many: int
    alpha: bool = False
    seen: bool = False
    own: bool = False

    def fold(self, state: match.Match) -> match.Match:
        """Turn a blip up: it leaves play and joins the used ones.

        Rule: SH-CONVERT-3, SH-SECRET-3
        """
        blip = state.blips[self.blip]
        top = state.conversion
        if top is None or top.blip != blip.id:
            fire = fire_at(state, blip)
            top = match.Conversion(blip.id, blip.position.at, acted=blip.acts.activated, burning=fire, own=self.own)
            state = state.replace(pending=(*state.pending, top))
        up = dict(state.pile.up)
        up[self.value] = up.get(self.value, 0) + 1
        state = state.with_blip(blip.id, alive=False, value=self.value).replace(up=up)
        state = state.with_top(top.replace(left=self.many, alpha=self.alpha))
        return state.replace(active=None) if state.play.active == blip.id else state


class AlphaDeclared(Event, tag="alpha-declared"):
    """A three that was turned up is the Alpha: one stealer comes out of it (SH-ALPHA-1)."""

    blip: str

    def fold(self, state: match.Match) -> match.Match:
        top = state.conversion
        return state if top is None else state.with_top(top.replace(left=1, alpha=True))


class PlacesSaid(Event, tag="places-said"):
    """The player has named squares and facings for the next stealers of a blip."""

    blip: str
    plan: tuple[tuple[str, Facing], ...]

    def fold(self, state: match.Match) -> match.Match:
        top = state.conversion
        return state if top is None else state.with_top(top.replace(plan=self.plan))


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

    def fold(self, state: match.Match) -> match.Match:
        stealer = match.Stealer(
            self.who,
            self.alpha,
            position=match.Position(self.at, self.facing),
            lurking=match.Lurking(self.entry, self.held),
            acts=match.Acts(match.STEALER_AP, self.activated),
        )
        state = state.replace(stealers={**state.stealers, self.who: stealer})
        top = state.conversion
        if top is None or top.left is None or top.blip != self.blip:
            return state
        return state.with_top(top.replace(left=top.left - 1, first=False, plan=top.plan[1:]))


class StealersLost(Event, tag="stealers-lost"):
    """Stealers of a blip have no square or no figure: they are lost, and count for nobody."""

    blip: str
    many: int

    def fold(self, state: match.Match) -> match.Match:
        top = state.conversion
        if top is None or top.left is None:
            return state
        return state.with_top(top.replace(left=top.left - self.many))


class Converted(Event, tag="converted"):
    """All stealers of a blip are placed."""

    blip: str

    def fold(self, state: match.Match) -> match.Match:
        return state.replace(pending=state.pending[:-1])


def fire_at(state: match.Match, blip: match.Blip) -> str | None:
    """Return the burning section in which a blip lies, or None."""
    at = blip.position.at
    return next((name for name, fire in state.fires.items() if at in fire.squares), None)


def has_alpha_appeared(state: match.Match) -> bool:
    """Return whether the Alpha is or was in play.

    Rule: SH-ALPHA-1
    """
    return any(stealer.alpha for stealer in state.stealers.values())


def may_be_alpha(state: match.Match) -> bool:
    """Return whether a three may still be declared to be the Alpha.

    Rule: SH-ALPHA-1, SH1-BOX-1
    """
    is_possible = "alpha" in state.edition.subjects and state.mission.alpha is not False
    return is_possible and not has_alpha_appeared(state)


def facing_towards_marine(state: match.Match, there: Cell, foe: match.Marine | None = None) -> Facing:
    """Return the facing from a square towards a marine: `foe`, or else the nearest."""
    marines = state.marines_in_play if foe is None else (foe,)
    squares = [at for marine in marines if (at := cell(state, marine.id)) is not None]
    nearest = min(squares, key=lambda at: abs(at[1] - there[1]) + abs(at[2] - there[2]), default=None)
    if nearest is None or nearest == there:
        return "N"
    return facing_towards(nearest[1] - there[1], nearest[2] - there[2])


def squares_for_next(state: match.Match, top: match.Conversion) -> tuple[str, ...]:
    """Return the squares for the next stealer of a blip: the blip's own while it is free.

    Rule: SH-CONVERT-3, SH-CONVERT-9
    """
    return _free_squares(state, top) or _free_squares(state, top, around=True)


def squares_of_blip(state: match.Match, blip: match.Blip) -> tuple[str, ...]:
    """Return the squares where the stealers of a blip on the board may stand, its own first.

    If it is turned up by choice, squares in sight are left out.

    Rule: SH-CONVERT-3, SH-CONVERT-5
    """
    top, at = state.conversion, blip.position.at
    if board(state) is None or at is None:
        return ()
    if top is None or top.blip != blip.id:
        top = match.Conversion(blip.id, at, burning=fire_at(state, blip))
        return (at, *unseen_squares(state, _free_squares(state, top, around=True)))
    return (at, *_free_squares(state, top, around=True)) if top.first else squares_for_next(state, top)


def unseen_squares(state: match.Match, squares: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares that no marine sees; in the set-up, all of them.

    Rule: SH-CONVERT-5
    """
    ground = board(state)
    if ground is None or state.play.phase == "setup":
        return squares
    eyes = eyes_of(state)
    return tuple(name for name in squares if (at := ground.cell(name)) is not None and not eyes.seers(at))


def _free_squares(state: match.Match, top: match.Conversion, *, around: bool = False) -> tuple[str, ...]:
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


def count_unplaceable(state: match.Match, top: match.Conversion) -> int:
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


def free_name(state: match.Match, *, alpha: bool) -> str:
    """Return the name of the next stealer: the next free number, or "Alpha".

    Rule: SH-BOARD-1
    """
    pieces = state.all_pieces
    if alpha and not find_exact(ALPHA, pieces):
        return ALPHA
    many = sum(not stealer.alpha for stealer in state.stealers.values())
    return next(name for n in count(many + 1) if not find_exact(name := f"S{n}", pieces))


def new_stealer(
    state: match.Match, top: match.Conversion, blip: match.Blip, square: str | None, facing: Facing | None
) -> StealerPlaced:
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
