"""The brood effect: those who dare not come into sight charge together, if enough of them are."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import roll_one
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.solo.lie import Lie
from q40k.games.space_hulk.rules.solo.lots import roller
from q40k.games.space_hulk.rules.solo.order import (
    Alien,
    aliens,
    in_section,
    nearness,
    section_of,
    to_act,
)
from q40k.games.space_hulk.rules.solo.priority import target
from q40k.games.space_hulk.rules.solo.steps import beside_marines, held_back, ways_on
from q40k.games.space_hulk.rules.solo.ways import within_reach
from q40k.games.space_hulk.rules.state import Blip, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

CHARGES: Final = 6
"""The brood score at which they charge (SOLO-BROOD-2)."""


@event
class Looked(Event, tag="section-looked-at"):
    """A section of aliens has been looked at for the brood effect: once in a turn."""

    section: str


@event
class BroodRolled(Event, tag="brood-rolled"):
    """The die for a group of aliens; `score` is the die and their number."""

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
    """Those who charge heed no sight for the rest of the phase.

    Rule: SOLO-BROOD-5, SOLO-BROOD-6
    """
    solo = state.solo
    state = state.replace(rolled=(*solo.rolled, *event.group))
    if not event.charges:
        return state
    left = {one.id for one in to_act(state)}
    return state.replace(
        charge=tuple(one for one in event.group if one in left),
        heedless=(*solo.heedless, *event.group),
    )


def look(live: Live[Match], who: str) -> Rule[bool]:
    """Look at the section of who would act next, and roll if somebody in its group is hemmed in.

    Returns whether they charge. Once a turn for a section, and nobody is rolled for twice.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2, SOLO-BROOD-4, SOLO-BROOD-9
    """
    state = live.state
    section = section_of(state, _alien(state, who))
    if section is None or section in state.solo.looked or who in state.solo.charge:
        return False
    yield Looked(section=section)
    group = grouped(state, section)
    left = {one.id for one in to_act(state)}
    for one in sorted((one for one in group if one.id in left), key=lambda one: _order(state, one)):
        if (yield from hemmed_in(live, one.id)):
            return (yield from roll_for(live, section, tuple(one.id for one in group)))
    return False


def _alien(state: Match, who: str) -> Alien:
    piece = state.piece(who)
    assert isinstance(piece, Stealer | Blip)
    return piece


def _order(state: Match, one: Alien) -> tuple[bool, int]:
    return isinstance(one, Blip), nearness(state, one.id)


def roll_for(live: Live[Match], section: str, group: tuple[str, ...]) -> Rule[bool]:
    """Roll the brood die for a group: a blip counts one, whatever lies under it.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2
    """
    many = len(group)
    die = yield from roll_one(roller(live.state), "brood", "SOLO-BROOD-2", many=many)
    score = die + many
    charges = score >= CHARGES
    yield BroodRolled(section=section, group=group, die=die, score=score, charges=charges)
    return charges


def grouped(state: Match, section: str) -> list[Alien]:
    """The aliens of a section and all who touch one of them in a chain, but who was rolled for.

    A waiting piece touches whoever stands on its entry's first square.

    Rule: SOLO-BROOD-3, SOLO-BROOD-4
    """
    rolled = set(state.solo.rolled)
    others = [one for one in aliens(state) if one.id not in rolled]
    mine = [one for one in in_section(state, section) if one.id not in rolled]
    found = {one.id for one in mine}
    queue = list(mine)
    while queue:
        one = queue.pop()
        for other in others:
            if other.id not in found and touch(state, one, other):
                found.add(other.id)
                queue.append(other)
    return [one for one in others if one.id in found]


def touch(state: Match, one: Alien, other: Alien) -> bool:
    """Whether no free square lies between two aliens.

    Rule: SOLO-BROOD-4, SH-BOARD-8
    """
    ground = board(state)
    here, there = cell(state, one.id), cell(state, other.id)
    if ground is None or (here is None and there is None):
        return False
    if here is not None and there is not None:
        return ground.adjacent(here, there)
    outside, on_board = (one, there) if here is None else (other, here)
    entry = outside.lurking.entry
    return entry in ground.entries and ground.first_square(entry) == on_board


def hemmed_in(live: Live[Match], who: str) -> Rule[bool]:
    """Whether an alien cannot move because its way would take it into sight.

    Blocked by its own kind, or held at an entry, is something else.

    Rule: SOLO-BROOD-1
    """
    state = live.state
    piece = _alien(state, who)
    lie = Lie(state, who)
    if piece.lurking.held or lie.in_sight or beside_marines(lie):
        return False
    if isinstance(piece, Blip) and not piece.acts.activated and within_reach(state, who, lie=lie):
        return False
    marine = yield from target(live, who, looking=True)
    if marine is None:
        return False
    ways = ways_on(lie, marine)
    return bool(ways) and all(held_back(lie, one) for one in ways)
