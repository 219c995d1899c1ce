"""Whose turn it is among the aliens, and what of each is done with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from q40k.games.space_hulk.rules.aliens.convert import StealerPlaced
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.solo.lots import lot
from q40k.games.space_hulk.rules.solo.priority import how_far
from q40k.games.space_hulk.rules.state import Blip, Match, Solo, Stealer
from q40k.games.space_hulk.rules.turn.phases import PhaseOpened, TurnOpened
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

Alien = Stealer | Blip
Why = Literal[
    "acted", "dead", "sight", "blocked", "no-way", "held", "entry", "beside-marine", "object",
    "nobody", "table", "revealed",
]  # fmt: skip
FAR_OFF: Final = 10_000


@event
class Began(Event, tag="alien-began"):
    """The order comes to an alien of the program's."""

    who: str


@event
class Finished(Event, tag="alien-finished"):
    """An alien has done what it will in this turn: `why` it stops, before which square, by whom."""

    who: str
    why: Why
    at: str = ""
    by: str = ""


@fold(Began)
def _began(state: Match, event: Began) -> Match:
    return state.replace(acting=event.who)


@fold(Finished)
def _finished(state: Match, event: Finished) -> Match:
    """Take an alien from among those that are still to act.

    Rule: SOLO-TURN-1, SOLO-TURN-2
    """
    solo = state.solo
    return state.replace(
        acting=None,
        done=(*solo.done, event.who),
        charge=tuple(one for one in solo.charge if one != event.who),
    )


@fold(StealerPlaced)
def _placed(state: Match, event: StealerPlaced) -> Match:
    """Stealers of a blip act at once, and are under the effect that it was under.

    Rule: SOLO-TURN-1, SOLO-TURN-6, SOLO-BROOD-5, SOLO-BROOD-7
    """
    solo = state.solo
    if not state.options.solo or event.activated or state.play.phase != "stealer-action":
        return state
    if event.blip in solo.heedless:
        state = state.replace(
            heedless=(*solo.heedless, event.who), charge=(*solo.charge, event.who),
            rolled=(*solo.rolled, event.who),
        )  # fmt: skip
    elif event.entry is not None:
        state = state.replace(at_once=(*solo.at_once, event.who))
    return state


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    return state.replace(solo=Solo())


@fold(PhaseOpened)
def _phase_opened(state: Match, event: PhaseOpened) -> Match:
    """All effects end with the phase.

    Rule: SOLO-BROOD-6
    """
    return state.replace(solo=Solo()) if event.phase == "end" else state


# -- the order -----------------------------------------------------------------------------


def aliens(state: Match) -> tuple[Alien, ...]:
    """All aliens on the board and at entries, stealers first, each in the order of joining."""
    return (*state.hunting, *state.lying)


def to_act(state: Match) -> list[Alien]:
    """The aliens that are still to act; nobody is, with no marine left on the board.

    Rule: SOLO-TURN-2, SOLO-TURN-6
    """
    if not state.standing:
        return []
    done = set(state.solo.done)
    return [
        one
        for one in aliens(state)
        if one.id not in done and not (isinstance(one, Stealer) and one.acts.activated)
    ]


def nearness(state: Match, who: str) -> int:
    """The route from an alien to the nearest marine.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    return min(how_far(state, who, state.standing).values(), default=FAR_OFF)


def nearest(live: Live[Match], among: Sequence[Alien]) -> Rule[str]:
    """The alien that is nearest to a marine; ties by lot, but of one entry the oldest.

    Rule: SOLO-TURN-2
    """
    far = {one.id: nearness(live.state, one.id) for one in among}
    least = min(far.values())
    left: dict[str, str] = {}
    for one in among:
        if far[one.id] == least:
            left.setdefault(one.lurking.entry or f"-{one.id}", one.id)
    chosen: str = yield from lot(live, "order", "SOLO-TURN-2", list(left.values()))
    return chosen


def next_alien(live: Live[Match]) -> Rule[str | None]:
    """Who acts next: who charges; stealers, blips, and then who waits, each nearest first.

    The stealers of a blip that has revealed itself act at once; those that wait from before, after
    the blips at their entry.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-3, SOLO-TURN-6, SOLO-BROOD-6
    """
    state = live.state
    left = to_act(state)
    charging = [one for one in left if one.id in state.solo.charge]
    at_once = [one for one in left if one.id in state.solo.at_once]
    on_board = [one for one in left if one.lurking.entry is None]
    for group in (charging, at_once, on_board):
        if group:
            return (yield from nearest(live, first_kind(group)))
    if not left:
        return None
    corked = {one.lurking.entry for one in left if isinstance(one, Blip)}
    able = [one for one in left if isinstance(one, Blip) or one.lurking.entry not in corked]
    return (yield from nearest(live, able))


def first_kind(among: Iterable[Alien]) -> list[Alien]:
    """Stealers, if there are any; else blips on the board; else waiting blips."""
    several = list(among)
    stealers: list[Alien] = [one for one in several if isinstance(one, Stealer)]
    on_board = [one for one in several if one.lurking.entry is None]
    return stealers or on_board or several


def in_section(state: Match, section: str) -> list[Alien]:
    """The aliens that stand in a section, or wait before it.

    Rule: SOLO-BROOD-3
    """
    return [one for one in aliens(state) if section_of(state, one) == section]


def section_of(state: Match, one: Alien) -> str | None:
    """The section an alien stands in, or that its entry opens on."""
    ground = board(state)
    if ground is None:
        return None
    if one.lurking.entry is not None:
        known = one.lurking.entry in ground.entries
        return ground.section(ground.first_square(one.lurking.entry)) if known else None
    there = None if one.position.at is None else ground.cell(one.position.at)
    return None if there is None else ground.section(there)
