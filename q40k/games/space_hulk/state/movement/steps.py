"""Steps and turns of marines, stealers and blips: their costs, and what doubts them."""

from collections.abc import Iterator
from typing import Literal

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement.terrain import StepPath
from q40k.games.space_hulk.state.places import adjacent_marine, board, eyes_of
from q40k.games.space_hulk.state.registry import Act, Event, Place
from q40k.kernel.commands import Name
from q40k.kernel.events import Refusal
from q40k.tabletop.asking import doubt, forbid

MARINE_COSTS = {"forward": 1, "backward": 2, "ladder": 2}


STEALER_COSTS = {"forward": 1, "backward": 2, "ladder": 1, "entering": 1}


Turning = Facing | Literal["left", "right", "around"]


# -- events --------------------------------------------------------------------------------


class Moved(Event, tag="moved"):
    """A piece has moved one square; `at` and `facing` where places are kept."""

    who: str
    at: str | None
    facing: Facing | None = None
    how: str = "forward"

    def fold(self, state: Match) -> Match:
        changes: dict[str, object] = {"at": self.at}
        if self.who not in state.blips:
            changes["facing"] = self.facing
        if self.who not in state.marines:
            changes |= {"entry": None, "held": False}
        return state.with_piece(self.who, **changes)


class Left(Event, tag="left"):
    """A figure has left the board by an exit, for good."""

    who: str
    by: str

    def fold(self, state: Match) -> Match:
        things = {
            id: item.replace(carrier=None, left_by=self.by) if item.carrier == self.who else item
            for id, item in state.things.items()
        }
        return state.with_piece(self.who, left_by=self.by, at=None).replace(things=things)


# -- turns ---------------------------------------------------------------------------------


class Turn(Act, tag="turn"):
    """Turn a figure to a `facing`, or left, right, around; `shoot` aims the free shot."""

    facing: Turning = "right"
    shoot: Name | None = None


class Turned(Event, tag="turned"):
    """A figure has turned; `facing` is None where places are not kept."""

    who: str
    facing: Facing | None
    quarters: int = 1

    def fold(self, state: Match) -> Match:
        state = state.with_piece(self.who, facing=self.facing)
        stealer = state.stealers.get(self.who)
        return state if stealer is None else state.with_stealer(stealer.id, turns=stealer.turns + self.quarters)


def turn_cost(piece: Marine | Stealer, state: Match, quarters: int) -> int:
    """Return the cost of a turn.

    In the 1st edition a stealer's quarter turn is free. Every second one in a row completes a half
    turn and costs a point.

    Rule: SH-AP-5, SH-AP-6, SH-MOVE-3, SH1-AP-5, SH1-MOVE-3
    """
    edition = state.edition
    if isinstance(piece, Marine):
        if quarters == 2:
            if edition.half_turn is None:
                raise forbid("SH-AP-6", "no-half-turn", who=piece.id)
            return edition.half_turn
        return 1
    if quarters == 2 or edition.alien_turn:
        return 1
    return piece.turns % 2


# -- ladders -------------------------------------------------------------------------------


class Climbed(Event, tag="climbed"):
    """A marine has come to the top of a ladder and rolled this die; `fell` says whether he fell."""

    who: str
    die: int
    fell: bool
    at: str | None = None

    def fold(self, state: Match) -> Match:
        if not self.fell:
            return state
        changes: dict[str, object] = {"ap": 0}
        if self.at is not None:
            changes["at"] = self.at
        return state.with_marine(self.who, **changes)


# -- blips ---------------------------------------------------------------------------------


class BlipStepped(Event, tag="blip-stepped-into-sight"):
    """A blip was moved into sight by mistake: it goes back, and its turn is over."""

    who: str
    seen_by: str

    def fold(self, state: Match) -> Match:
        return state.with_blip(self.who, ap=0).replace(active=None)


def must_fit_blip(state: Match, who: str, path: StepPath) -> Iterator[Refusal]:
    """Refuse a square beside a marine, or with an object.

    Rule: SH-BLIP-6, SH-BLIP-7
    """
    ground = board(state)
    if ground is None or path.end is None:
        return
    marine = adjacent_marine(state, path.end)
    if marine is not None:
        yield doubt("SH-BLIP-6", "beside-marine", who=who, marine=marine.id)
    name = ground.name(path.end)
    for item in state.things.values():
        if item.at == name:
            yield doubt("SH-BLIP-7", "object-there", who=who, object=item.id)


def find_seer_of_step(state: Match, path: StepPath) -> str:
    """Return a marine who would see a blip make this step; "" for nobody.

    Rule: SH-BLIP-5
    """
    if board(state) is None or path.end is None:
        return ""
    start = {path.start} if path.start is not None else set()
    seers = eyes_of(state).with_squares(clear=start).seers(path.end)
    return seers[0].id if seers else ""


# -- figures -------------------------------------------------------------------------------


class Step(Act, tag="step"):
    """Move a piece one square: `to` a square, an exit or along a ladder, or in a direction `dir`.

    Where no places are kept, `dir` may also be an exit, or the `top` of a ladder.

    A stealer may `turn` a quarter with it, with `turn_first` before the step. `shoot` is the target
    of a marine's free shot. `leave` is an object to leave behind there; `take` is one to pick up
    where no places are kept.
    """

    to: Place | None = None
    dir: str | None = None
    turn: Turning | None = None
    turn_first: bool | Turning = False
    shoot: Name | None = None
    leave: Place | None = None
    take: Place | None = None


def step_cost(state: Match, piece: Marine | Stealer | Blip, path: StepPath) -> int:
    """Return the cost of a step; 0 for a marine's sideways step, which is refused elsewhere.

    Rule: SH-AP-5, SH-LADDER-3, SH-BLIP-4, SH1-AP-5
    """
    if isinstance(piece, Marine):
        return MARINE_COSTS.get(path.kind, 0)
    if isinstance(piece, Blip):
        return 1
    return state.edition.alien_side if path.kind == "sideways" else STEALER_COSTS[path.kind]
