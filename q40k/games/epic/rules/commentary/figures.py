"""The statistics of a match: what each side, formation and weapon did, turn by turn.

Everything is counted from the events, entry by entry; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from q40k.games.epic.rules.assault import ContactMade
from q40k.games.epic.rules.losses import Lost
from q40k.games.epic.rules.melee import Fought
from q40k.games.epic.rules.morale import Dispersed, Retreated, Tested
from q40k.games.epic.rules.movement.move import Moved
from q40k.games.epic.rules.rally import RallyTried
from q40k.games.epic.rules.shooting.firing import Fired
from q40k.games.epic.rules.shooting.saves import SaveRolled
from q40k.games.epic.rules.state import Match
from q40k.kernel.calls import Step
from q40k.kernel.events import Event


class SideTally(Struct):
    """What one side did and suffered; `turns` are the figures it lost, by turn."""

    volleys: int = 0
    dice: int = 0
    hits: int = 0
    saves: int = 0
    saved: int = 0
    engaged: int = 0
    fights: int = 0
    fights_won: int = 0
    tests: int = 0
    tests_failed: int = 0
    rallies: int = 0
    rallied: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)


class FormationTally(Struct):
    """What one formation did: figures destroyed by fire and in fights, cm moved."""

    shot: int = 0
    fought: int = 0
    cm: float = 0.0
    retreats: int = 0
    dispersed: bool = False


class WeaponTally(Struct):
    """What a weapon of a side did: dice thrown, and how many hit."""

    dice: int = 0
    hits: int = 0


class MatchStatistics(Struct):
    """Everything that was counted, by the ids of sides and formations; weapons by side."""

    sides: dict[str, SideTally] = field(default_factory=dict)
    formations: dict[str, FormationTally] = field(default_factory=dict)
    weapons: dict[str, dict[str, WeaponTally]] = field(default_factory=dict)
    turns: int = 0

    def side_tally(self, side: str) -> SideTally:
        """Return a side's tally."""
        return self.sides.setdefault(side, SideTally())

    def formation_tally(self, formation: str) -> FormationTally:
        """Return a formation's tally."""
        return self.formations.setdefault(formation, FormationTally())


def count_statistics(steps: Iterable[Step[Match]]) -> MatchStatistics:
    """Count a match."""
    statistics = MatchStatistics()
    firing: str | None = None  # a volley and its saves are answered in several entries
    for step in steps:
        for transition in step.transitions:
            if isinstance(transition.event, Fired):
                firing = transition.event.formation
            _count_event(statistics, transition.event, transition.after, firing)
        statistics.turns = step.state.play.turn
    return statistics


def _count_event(
    statistics: MatchStatistics, event: Event, state: Match, firing: str | None
) -> None:
    if isinstance(event, Fired):
        _count_volley(statistics, event, state)
    elif isinstance(event, SaveRolled):
        tally = statistics.side_tally(state.side_of(event.figure))
        tally.saves += 1
        tally.saved += event.saved
    elif isinstance(event, Lost):
        _count_losses(statistics, event, state, firing)
    elif isinstance(event, Moved):
        far = max(event.spent.values(), default=0.0) if event.places else event.cm or 0.0
        statistics.formation_tally(event.formation).cm += far
    elif isinstance(event, ContactMade):
        statistics.side_tally(state.side_of(event.one)).engaged += 1
    elif isinstance(event, Fought):
        _count_fight(statistics, event, state)
    else:
        _count_morale(statistics, event, state)


def _count_volley(statistics: MatchStatistics, event: Fired, state: Match) -> None:
    side = state.formations[event.formation].side
    tally = statistics.side_tally(side)
    tally.volleys += 1
    for aim, hits in zip(event.aims, event.hits, strict=True):
        thrown = 0 if aim.fails else aim.dice
        tally.dice += thrown
        tally.hits += hits
        weapon = statistics.weapons.setdefault(side, {}).setdefault(aim.weapon, WeaponTally())
        weapon.dice += thrown
        weapon.hits += hits


def _count_losses(
    statistics: MatchStatistics, event: Lost, state: Match, firing: str | None
) -> None:
    for figure in event.figures:
        tally = statistics.side_tally(state.side_of(figure))
        tally.lost[event.cause] = tally.lost.get(event.cause, 0) + 1
        tally.turns[state.play.turn] = tally.turns.get(state.play.turn, 0) + 1
        if event.cause == "shot" and firing is not None:
            statistics.formation_tally(firing).shot += 1


def _count_fight(statistics: MatchStatistics, event: Fought, state: Match) -> None:
    if event.winner is None:
        return
    for figure in (event.one, event.other):
        statistics.side_tally(state.side_of(figure)).fights += 1
    statistics.side_tally(state.side_of(event.winner)).fights_won += 1
    statistics.formation_tally(state.figures[event.winner].formation).fought += 1


def _count_morale(statistics: MatchStatistics, event: Event, state: Match) -> None:
    if isinstance(event, Tested):
        tally = statistics.side_tally(state.formations[event.formation].side)
        tally.tests += 1
        tally.tests_failed += not event.passed
    elif isinstance(event, RallyTried):
        tally = statistics.side_tally(state.formations[event.formation].side)
        tally.rallies += 1
        tally.rallied += event.rallied
    elif isinstance(event, Retreated):
        statistics.formation_tally(event.formation).retreats += 1
    elif isinstance(event, Dispersed):
        statistics.formation_tally(event.formation).dispersed = True
