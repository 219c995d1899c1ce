"""The order in which aliens act, and who is in a brood."""

from collections.abc import Iterable
from typing import Literal

from q40k.games.space_hulk.state.conversion import StealerPlaced
from q40k.games.space_hulk.state.match import AlienPiece, Blip, Match, Solo, Stealer
from q40k.games.space_hulk.state.registry import Event, fold
from q40k.games.space_hulk.state.turn import PhaseOpened, TurnOpened

Why = Literal[
    "acted",
    "dead",
    "sight",
    "blocked",
    "no-way",
    "held",
    "entry",
    "beside-marine",
    "object",
    "nobody",
    "table",
    "revealed",
]


class Began(Event, tag="alien-began"):
    """An alien of the program begins to act."""

    who: str

    def fold(self, state: Match) -> Match:
        return state.replace(acting=self.who)


class Finished(Event, tag="alien-finished"):
    """An alien is done for this turn: `why` it stops, at which square, because of whom."""

    who: str
    why: Why
    at: str = ""
    by: str = ""

    def fold(self, state: Match) -> Match:
        """Remove an alien from those that still have to act.

        Rule: SOLO-TURN-1, SOLO-TURN-2
        """
        solo = state.solo
        return state.replace(
            acting=None, done=(*solo.done, self.who), charge=tuple(id for id in solo.charge if id != self.who)
        )


@fold(StealerPlaced)
def _placed(state: Match, event: StealerPlaced) -> Match:
    """Let stealers of a blip act at once, under the same brood effect as the blip.

    Rule: SOLO-TURN-1, SOLO-TURN-6, SOLO-BROOD-5, SOLO-BROOD-7
    """
    solo = state.solo
    if not state.options.solo or event.activated or state.play.phase != "stealer-action":
        return state
    if event.blip in solo.heedless:
        state = state.replace(
            heedless=(*solo.heedless, event.who), charge=(*solo.charge, event.who), rolled=(*solo.rolled, event.who)
        )
    elif event.entry is not None:
        state = state.replace(at_once=(*solo.at_once, event.who))
    return state


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    return state.replace(solo=Solo())


@fold(PhaseOpened)
def _phase_opened(state: Match, event: PhaseOpened) -> Match:
    """End all effects with the phase.

    Rule: SOLO-BROOD-6
    """
    return state.replace(solo=Solo()) if event.phase == "end" else state


# -- the order -----------------------------------------------------------------------------


def aliens_to_act(state: Match) -> list[AlienPiece]:
    """Return the aliens that still have to act; none without a marine on the board.

    Rule: SOLO-TURN-2, SOLO-TURN-6
    """
    if not state.marines_in_play:
        return []
    done = set(state.solo.done)
    return [
        alien
        for alien in state.aliens_in_play
        if alien.id not in done and not (isinstance(alien, Stealer) and alien.acts.activated)
    ]


def first_kind(group: Iterable[AlienPiece]) -> list[AlienPiece]:
    """Return the stealers, if any; else the blips on the board; else the waiting blips."""
    candidates = list(group)
    stealers: list[AlienPiece] = [alien for alien in candidates if isinstance(alien, Stealer)]
    on_board = [alien for alien in candidates if alien.lurking.entry is None]
    return stealers or on_board or candidates


def first_chargers(state: Match, charging: Iterable[AlienPiece]) -> list[AlienPiece]:
    """Return those of a charging group that act first: stealers; of the hard enemy the blips on the board.

    A blip that is turned up draws the fire of the marines who watch.

    Rule: SOLO-BROOD-6, SOLO-HARD-3
    """
    group = list(charging)
    is_hard = state.options.enemy == "hard"
    decoys: list[AlienPiece] = [
        alien for alien in group if is_hard and isinstance(alien, Blip) and alien.lurking.entry is None
    ]
    return decoys or first_kind(group)


# -- the brood effect ----------------------------------------------------------------------


CHARGES = 6
"""The brood score at which they charge (SOLO-BROOD-2)."""


class Looked(Event, tag="section-looked-at"):
    """A section of aliens was checked for the brood effect: once in a turn."""

    section: str

    def fold(self, state: Match) -> Match:
        return state.replace(looked=(*state.solo.looked, self.section))


COMPANY = 3
"""So many aliens of the hard enemy together charge (SOLO-HARD-1)."""


class BroodGathered(Event, tag="brood-gathered"):
    """A group of the hard enemy charges, or waits for company; no die is rolled."""

    section: str
    group: tuple[str, ...]
    charges: bool


class BroodRolled(Event, tag="brood-rolled"):
    """The brood die of a group of aliens; `score` is the die plus their number."""

    section: str
    group: tuple[str, ...]
    die: int
    score: int
    charges: bool


@fold(BroodGathered, BroodRolled)
def _rolled(state: Match, event: BroodRolled | BroodGathered) -> Match:
    """Let a charging group ignore sight for the rest of the phase.

    Rule: SOLO-BROOD-5, SOLO-BROOD-6
    """
    solo = state.solo
    state = state.replace(rolled=(*solo.rolled, *event.group))
    if not event.charges:
        return state
    waiting = {alien.id for alien in aliens_to_act(state)}
    return state.replace(
        charge=tuple(id for id in event.group if id in waiting), heedless=(*solo.heedless, *event.group)
    )
