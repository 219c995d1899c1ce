"""What is said about a match for its audience: calls, statistics, and chances to win.

Nothing here changes a state, and no rule of the page asks for it.
"""

from collections.abc import Iterable, Iterator
from math import sqrt

from msgspec import Struct, field

from q40k.games.epic.state import assault, losses, melee, morale, movement, shooting, turn, winning
from q40k.games.epic.state.match import Match
from q40k.kernel.commentary import Call, Step, Transition
from q40k.kernel.events import Event
from q40k.kernel.state import Part

MANY = 4
"""The number of figures destroyed at once that the announcer calls."""


class Memory(Part, frozen=True):
    """What the announcer remembers: the first loss, and who has lost half of its army."""

    blood: bool = False
    halved: frozenset[str] = frozenset()


class EpicCalls:
    """The calls of Epic Escarmouches, the most important first."""

    kinds = (
        "match",
        "first-blood",
        "half",
        "last-turn",
        "dispersed",
        "wiped-out",
        "many",
        "objective",
        "broken",
        "rallied",
    )

    def begin(self) -> Memory:
        """Return the memory before anything has happened."""
        return Memory()

    def update(self, memory: Memory, transitions: tuple[Transition[Match], ...]) -> tuple[Memory, tuple[Call, ...]]:
        """Return the new memory and the calls of an entry."""
        calls: list[Call] = []
        for transition in transitions:
            if isinstance(transition.event, losses.Lost) and transition.event.cause in ("shot", "fight"):
                calls += _calls_for_losses(memory, transition)
                memory = memory.replace(blood=True)
            calls += _calls_for_event(transition)
        last = transitions[-1].after
        halved = frozenset(side for side in last.sides if _has_lost_half(last, side))
        calls += [Call("half", side) for side in last.sides if side in halved - memory.halved]
        return memory.replace(halved=halved), tuple(calls)


def _calls_for_losses(memory: Memory, transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls for figures destroyed by the enemy: the first, many, a whole formation."""
    event, state = transition.event, transition.after
    assert isinstance(event, losses.Lost)
    for side in state.sides:
        lost = [figure for figure in event.figures if state.side_of(figure) == side]
        if not lost:
            continue
        enemy = state.enemy(side)
        if not memory.blood:
            yield Call("first-blood", enemy, side)
        if len(lost) >= MANY:
            yield Call("many", enemy, side, len(lost))
        for formation in sorted({state.figures[figure].formation for figure in lost}):
            if not state.alive(formation):
                yield Call("wiped-out", enemy, formation)


def _calls_for_event(transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls for any other event."""
    event, state = transition.event, transition.after
    if isinstance(event, losses.Demoralised):
        yield Call("broken", state.formations[event.formation].side)
    elif isinstance(event, morale.Dispersed):
        yield Call("dispersed", state.formations[event.formation].side)
    elif isinstance(event, morale.RallyTried) and event.rallied:
        yield Call("rallied", state.formations[event.formation].side)
    elif isinstance(event, winning.ObjectiveCounted):
        yield Call("objective", event.side, count=event.worth)
    elif isinstance(event, turn.TurnOpened) and event.turn == state.switches.turn_limit:
        yield Call("last-turn", count=event.turn)
    elif isinstance(event, winning.Ended) and len(event.winners) == 1:
        yield Call("match", event.winners[0])


def _has_lost_half(state: Match, side: str) -> bool:
    """Return whether a side has lost half of its figures."""
    formations = state.of_side(side)
    whole = sum(len(formation.figures) for formation in formations)
    return 0 < whole <= 2 * sum(state.count_lost(formation.id) for formation in formations)


# -- statistics ----------------------------------------------------------------------------


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
    """Count the statistics of a match."""
    statistics = MatchStatistics()
    firing: str | None = None  # a volley and its saves are answered in several entries
    for step in steps:
        for transition in step.transitions:
            if isinstance(transition.event, shooting.Fired):
                firing = transition.event.formation
            _count_event(statistics, transition.event, transition.after, firing)
        statistics.turns = step.state.play.turn
    return statistics


def _count_event(statistics: MatchStatistics, event: Event, state: Match, firing: str | None) -> None:
    if isinstance(event, shooting.Fired):
        _count_volley(statistics, event, state)
    elif isinstance(event, losses.SaveRolled):
        tally = statistics.side_tally(state.side_of(event.figure))
        tally.saves += 1
        tally.saved += event.saved
    elif isinstance(event, losses.Lost):
        _count_losses(statistics, event, state, firing)
    elif isinstance(event, movement.Moved):
        moved_cm = max(event.spent.values(), default=0.0) if event.places else event.cm or 0.0
        statistics.formation_tally(event.formation).cm += moved_cm
    elif isinstance(event, assault.ContactMade):
        statistics.side_tally(state.side_of(event.one)).engaged += 1
    elif isinstance(event, melee.Fought):
        _count_fight(statistics, event, state)
    else:
        _count_morale(statistics, event, state)


def _count_volley(statistics: MatchStatistics, event: shooting.Fired, state: Match) -> None:
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


def _count_losses(statistics: MatchStatistics, event: losses.Lost, state: Match, firing: str | None) -> None:
    for figure in event.figures:
        tally = statistics.side_tally(state.side_of(figure))
        tally.lost[event.cause] = tally.lost.get(event.cause, 0) + 1
        tally.turns[state.play.turn] = tally.turns.get(state.play.turn, 0) + 1
        if event.cause == "shot" and firing is not None:
            statistics.formation_tally(firing).shot += 1


def _count_fight(statistics: MatchStatistics, event: melee.Fought, state: Match) -> None:
    if event.winner is None:
        return
    for figure in (event.one, event.other):
        statistics.side_tally(state.side_of(figure)).fights += 1
    statistics.side_tally(state.side_of(event.winner)).fights_won += 1
    statistics.formation_tally(state.figures[event.winner].formation).fought += 1


def _count_morale(statistics: MatchStatistics, event: Event, state: Match) -> None:
    if isinstance(event, morale.Tested):
        tally = statistics.side_tally(state.formations[event.formation].side)
        tally.tests += 1
        tally.tests_failed += not event.passed
    elif isinstance(event, morale.RallyTried):
        tally = statistics.side_tally(state.formations[event.formation].side)
        tally.rallies += 1
        tally.rallied += event.rallied
    elif isinstance(event, morale.Retreated):
        statistics.formation_tally(event.formation).retreats += 1
    elif isinstance(event, morale.Dispersed):
        statistics.formation_tally(event.formation).dispersed = True


# -- chances to win ------------------------------------------------------------------------


def prospects(state: Match) -> dict[str, tuple[float, ...]]:
    """Return how far each side leads: in counted objective points, as a share of those that win, and in losses.

    Losses are the share of an army that is out of the fight. What may still happen changes a lead by the root of the
    share of the turns that are left: each lead is divided by it. Ground held but not counted says nothing: in games
    of bots it did not. Return nothing while there is only one side.
    """
    if len(state.sides) < 2 or not state.formations:
        return {}
    first, second = state.sides
    scored, target = state.outcome.taken, winning.points_to_win(state)
    points = (scored.get(first, 0) - scored.get(second, 0)) / target if target else 0.0
    losses = float(winning.share_lost(state, second) - winning.share_lost(state, first))
    root = sqrt(_share_left(state))
    leads = (points / root, losses / root)
    return {first: leads, second: tuple(-lead for lead in leads)}


def _share_left(state: Match) -> float:
    """Return the share of the match that is left; 1 if there is no turn limit."""
    turns = state.switches.turn_limit
    return 1.0 if turns is None else max(turns - state.play.turn + 1, 1) / turns
