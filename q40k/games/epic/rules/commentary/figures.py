"""The figures of a match: what each side and each formation did and lost, turn by turn, with what.

All of it is counted from what was told, entry by entry; nothing is kept.
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
    """What one side did and suffered; `turns` are the figures it lost, by the turn."""

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
    """What one formation did: figures it destroyed by fire and in fights, how far it went."""

    shot: int = 0
    fought: int = 0
    cm: float = 0.0
    retreats: int = 0
    dispersed: bool = False


class WeaponTally(Struct):
    """What a weapon of a side did: dice thrown, and how many hit."""

    dice: int = 0
    hits: int = 0


class Figures(Struct):
    """Everything that was counted, by the ids of sides and formations; weapons by the side."""

    sides: dict[str, SideTally] = field(default_factory=dict)
    formations: dict[str, FormationTally] = field(default_factory=dict)
    weapons: dict[str, dict[str, WeaponTally]] = field(default_factory=dict)
    turns: int = 0

    def of(self, side: str) -> SideTally:
        """A side's tally."""
        return self.sides.setdefault(side, SideTally())

    def by(self, formation: str) -> FormationTally:
        """A formation's tally."""
        return self.formations.setdefault(formation, FormationTally())


def count(steps: Iterable[Step[Match]]) -> Figures:
    """Count a match."""
    found = Figures()
    firing: str | None = None  # a volley and its saves are answered in several entries
    for step in steps:
        for one in step.transitions:
            if isinstance(one.event, Fired):
                firing = one.event.formation
            _count(found, one.event, one.after, firing)
        found.turns = step.state.play.turn
    return found


def _count(found: Figures, event: Event, state: Match, firing: str | None) -> None:
    if isinstance(event, Fired):
        _fired(found, event, state)
    elif isinstance(event, SaveRolled):
        tally = found.of(state.side_of(event.figure))
        tally.saves += 1
        tally.saved += event.saved
    elif isinstance(event, Lost):
        _lost(found, event, state, firing)
    elif isinstance(event, Moved):
        far = max(event.spent.values(), default=0.0) if event.places else event.cm or 0.0
        found.by(event.formation).cm += far
    elif isinstance(event, ContactMade):
        found.of(state.side_of(event.one)).engaged += 1
    elif isinstance(event, Fought):
        _fought(found, event, state)
    else:
        _morale(found, event, state)


def _fired(found: Figures, event: Fired, state: Match) -> None:
    side = state.formations[event.formation].side
    tally = found.of(side)
    tally.volleys += 1
    for aim, hits in zip(event.aims, event.hits, strict=True):
        thrown = 0 if aim.fails else aim.dice
        tally.dice += thrown
        tally.hits += hits
        weapon = found.weapons.setdefault(side, {}).setdefault(aim.weapon, WeaponTally())
        weapon.dice += thrown
        weapon.hits += hits


def _lost(found: Figures, event: Lost, state: Match, firing: str | None) -> None:
    for figure in event.figures:
        tally = found.of(state.side_of(figure))
        tally.lost[event.cause] = tally.lost.get(event.cause, 0) + 1
        tally.turns[state.play.turn] = tally.turns.get(state.play.turn, 0) + 1
        if event.cause == "shot" and firing is not None:
            found.by(firing).shot += 1


def _fought(found: Figures, event: Fought, state: Match) -> None:
    if event.winner is None:
        return
    for figure in (event.one, event.other):
        found.of(state.side_of(figure)).fights += 1
    found.of(state.side_of(event.winner)).fights_won += 1
    found.by(state.figures[event.winner].formation).fought += 1


def _morale(found: Figures, event: Event, state: Match) -> None:
    if isinstance(event, Tested):
        tally = found.of(state.formations[event.formation].side)
        tally.tests += 1
        tally.tests_failed += not event.passed
    elif isinstance(event, RallyTried):
        tally = found.of(state.formations[event.formation].side)
        tally.rallies += 1
        tally.rallied += event.rallied
    elif isinstance(event, Retreated):
        found.by(event.formation).retreats += 1
    elif isinstance(event, Dispersed):
        found.by(event.formation).dispersed = True
