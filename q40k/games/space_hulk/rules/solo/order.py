"""The order in which aliens act, and which of them are done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from q40k.games.space_hulk.rules.aliens.convert import StealerPlaced
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.solo.lots import draw_lot
from q40k.games.space_hulk.rules.solo.priority import marine_distances
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
    """An alien of the program begins to act."""

    who: str


@event
class Finished(Event, tag="alien-finished"):
    """An alien is done for this turn: `why` it stops, at which square, because of whom."""

    who: str
    why: Why
    at: str = ""
    by: str = ""


@fold(Began)
def _began(state: Match, event: Began) -> Match:
    return state.replace(acting=event.who)


@fold(Finished)
def _finished(state: Match, event: Finished) -> Match:
    """Remove an alien from those that still have to act.

    Rule: SOLO-TURN-1, SOLO-TURN-2
    """
    solo = state.solo
    return state.replace(
        acting=None,
        done=(*solo.done, event.who),
        charge=tuple(id for id in solo.charge if id != event.who),
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
    """End all effects with the phase.

    Rule: SOLO-BROOD-6
    """
    return state.replace(solo=Solo()) if event.phase == "end" else state


# -- the order -----------------------------------------------------------------------------


def aliens(state: Match) -> tuple[Alien, ...]:
    """Return all aliens in play: stealers first, then blips, each in the order of joining."""
    return (*state.stealers_in_play, *state.blips_in_play)


def aliens_to_act(state: Match) -> list[Alien]:
    """Return the aliens that still have to act; none without a marine on the board.

    Rule: SOLO-TURN-2, SOLO-TURN-6
    """
    if not state.marines_in_play:
        return []
    done = set(state.solo.done)
    return [
        alien
        for alien in aliens(state)
        if alien.id not in done and not (isinstance(alien, Stealer) and alien.acts.activated)
    ]


def marine_distance(state: Match, who: str) -> int:
    """Return the length of the route from an alien to the nearest marine.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    return min(marine_distances(state, who, state.marines_in_play).values(), default=FAR_OFF)


def choose_nearest(live: Live[Match], candidates: Sequence[Alien]) -> Rule[str]:
    """Return the alien nearest to a marine; ties by lot, but of one entry the oldest.

    Rule: SOLO-TURN-2
    """
    distances = {alien.id: marine_distance(live.state, alien.id) for alien in candidates}
    least = min(distances.values())
    tied: dict[str, str] = {}
    for alien in candidates:
        if distances[alien.id] == least:
            tied.setdefault(alien.lurking.entry or f"-{alien.id}", alien.id)
    chosen: str = yield from draw_lot(live, "order", "SOLO-TURN-2", list(tied.values()))
    return chosen


def choose_next_alien(live: Live[Match]) -> Rule[str | None]:
    """Return the next alien: charging ones; then stealers, blips and waiting aliens, each nearest
    first.

    Stealers of a blip that has just revealed itself act at once. Those that waited before act after
    the blips at their entry.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-3, SOLO-TURN-6, SOLO-BROOD-6
    """
    state = live.state
    waiting = aliens_to_act(state)
    charging = [alien for alien in waiting if alien.id in state.solo.charge]
    at_once = [alien for alien in waiting if alien.id in state.solo.at_once]
    on_board = [alien for alien in waiting if alien.lurking.entry is None]
    for group in (charging, at_once, on_board):
        if group:
            return (yield from choose_nearest(live, first_kind(group)))
    if not waiting:
        return None
    blocked_entries = {alien.lurking.entry for alien in waiting if isinstance(alien, Blip)}
    able = [
        alien
        for alien in waiting
        if isinstance(alien, Blip) or alien.lurking.entry not in blocked_entries
    ]
    return (yield from choose_nearest(live, able))


def first_kind(group: Iterable[Alien]) -> list[Alien]:
    """Return the stealers, if any; else the blips on the board; else the waiting blips."""
    candidates = list(group)
    stealers: list[Alien] = [alien for alien in candidates if isinstance(alien, Stealer)]
    on_board = [alien for alien in candidates if alien.lurking.entry is None]
    return stealers or on_board or candidates


def aliens_in_section(state: Match, section: str) -> list[Alien]:
    """Return the aliens in a section, or at an entry to it.

    Rule: SOLO-BROOD-3
    """
    return [alien for alien in aliens(state) if section_of(state, alien) == section]


def section_of(state: Match, alien: Alien) -> str | None:
    """Return the section of an alien, or the section its entry opens on."""
    ground = board(state)
    if ground is None:
        return None
    if alien.lurking.entry is not None:
        is_known = alien.lurking.entry in ground.entries
        return ground.section(ground.first_square(alien.lurking.entry)) if is_known else None
    there = None if alien.position.at is None else ground.cell(alien.position.at)
    return None if there is None else ground.section(there)
