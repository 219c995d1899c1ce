"""The brood effect: enough aliens that dare not come into sight charge together."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import roll_one
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.solo.lie import Terrain
from q40k.games.space_hulk.rules.solo.lots import lot_roller
from q40k.games.space_hulk.rules.solo.order import (
    Alien,
    aliens,
    aliens_in_section,
    aliens_to_act,
    marine_distance,
    section_of,
)
from q40k.games.space_hulk.rules.solo.priority import choose_target
from q40k.games.space_hulk.rules.solo.steps import is_held_back, marines_beside, next_choices
from q40k.games.space_hulk.rules.solo.ways import marines_in_reach
from q40k.games.space_hulk.rules.state import Blip, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

CHARGES: Final = 6
"""The brood score at which they charge (SOLO-BROOD-2)."""


@event
class Looked(Event, tag="section-looked-at"):
    """A section of aliens was checked for the brood effect: once in a turn."""

    section: str


@event
class BroodRolled(Event, tag="brood-rolled"):
    """The die for a group of aliens; `score` is the die plus their number."""

    section: str
    group: tuple[str, ...]
    die: int
    score: int
    charges: bool


@fold(Looked)
def _looked(state: Match, event: Looked) -> Match:
    return state.replace(looked=(*state.solo.looked, event.section))


@fold(BroodRolled)
def _rolled(state: Match, event: BroodRolled) -> Match:
    """Let a charging group ignore sight for the rest of the phase.

    Rule: SOLO-BROOD-5, SOLO-BROOD-6
    """
    solo = state.solo
    state = state.replace(rolled=(*solo.rolled, *event.group))
    if not event.charges:
        return state
    waiting = {alien.id for alien in aliens_to_act(state)}
    return state.replace(
        charge=tuple(id for id in event.group if id in waiting),
        heedless=(*solo.heedless, *event.group),
    )


def check_brood(live: Live[Match], who: str) -> Rule[bool]:
    """Check the section of the next alien, and roll if one of its group is hemmed in.

    Return whether they charge. Each section is checked once a turn, and no alien is rolled for
    twice.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2, SOLO-BROOD-4, SOLO-BROOD-9
    """
    state = live.state
    section = section_of(state, _get_alien(state, who))
    if section is None or section in state.solo.looked or who in state.solo.charge:
        return False
    yield Looked(section=section)
    group = brood_group(state, section)
    waiting = {alien.id for alien in aliens_to_act(state)}
    for alien in sorted(
        (alien for alien in group if alien.id in waiting),
        key=lambda alien: _order_key(state, alien),
    ):
        if (yield from is_hemmed_in(live, alien.id)):
            return (yield from roll_brood(live, section, tuple(alien.id for alien in group)))
    return False


def _get_alien(state: Match, who: str) -> Alien:
    piece = state.piece(who)
    assert isinstance(piece, Stealer | Blip)
    return piece


def _order_key(state: Match, alien: Alien) -> tuple[bool, int]:
    return isinstance(alien, Blip), marine_distance(state, alien.id)


def roll_brood(live: Live[Match], section: str, group: tuple[str, ...]) -> Rule[bool]:
    """Roll the brood die for a group; each blip counts one.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2
    """
    many = len(group)
    die = yield from roll_one(lot_roller(live.state), "brood", "SOLO-BROOD-2", many=many)
    score = die + many
    charges = score >= CHARGES
    yield BroodRolled(section=section, group=group, die=die, score=score, charges=charges)
    return charges


def brood_group(state: Match, section: str) -> list[Alien]:
    """Return the aliens of a section and all that touch one of them in a chain, except those rolled
    for.

    A waiting piece touches a piece on its entry's first square.

    Rule: SOLO-BROOD-3, SOLO-BROOD-4
    """
    rolled = set(state.solo.rolled)
    others = [alien for alien in aliens(state) if alien.id not in rolled]
    members = [alien for alien in aliens_in_section(state, section) if alien.id not in rolled]
    group = {alien.id for alien in members}
    queue = list(members)
    while queue:
        alien = queue.pop()
        for other in others:
            if other.id not in group and are_touching(state, alien, other):
                group.add(other.id)
                queue.append(other)
    return [alien for alien in others if alien.id in group]


def are_touching(state: Match, alien: Alien, other: Alien) -> bool:
    """Return whether no free square lies between two aliens.

    Rule: SOLO-BROOD-4, SH-BOARD-8
    """
    ground = board(state)
    here, there = cell(state, alien.id), cell(state, other.id)
    if ground is None or (here is None and there is None):
        return False
    if here is not None and there is not None:
        return ground.is_adjacent(here, there)
    outside, on_board = (alien, there) if here is None else (other, here)
    entry = outside.lurking.entry
    return entry in ground.entries and ground.first_square(entry) == on_board


def is_hemmed_in(live: Live[Match], who: str) -> Rule[bool]:
    """Return whether an alien cannot move because its path would take it into sight.

    An alien that is blocked by its own kind, or held at an entry, is not hemmed in.

    Rule: SOLO-BROOD-1
    """
    state = live.state
    piece = _get_alien(state, who)
    terrain = Terrain(state, who)
    if piece.lurking.held or terrain.in_sight or marines_beside(terrain):
        return False
    if (
        isinstance(piece, Blip)
        and not piece.acts.activated
        and marines_in_reach(state, who, terrain=terrain)
    ):
        return False
    marine = yield from choose_target(live, who, preview=True)
    if marine is None:
        return False
    choices = next_choices(terrain, marine)
    return bool(choices) and all(is_held_back(terrain, choice) for choice in choices)
