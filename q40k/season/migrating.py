"""Put leagues of the first form into facts: their tables were worked out each time from what was so that day."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from q40k.season.club import build_club
from q40k.season.decisions import Change, Decided, Fact, Joined, League, Line, Migrated, fact_of
from q40k.season.facts import LeagueState, fold
from q40k.season.league import standing
from q40k.season.settling import Evidence, settle


def migrate(lines: Sequence[Line], evidence: Evidence) -> list[Line]:
    """Return the facts of leagues of the first form, each at its place among the lines.

    Which match ended before which decision is read from their times, this once.
    """
    kept = [state for state in build_club(lines).leagues.values() if state.is_kept]
    return [line for state in kept for line in _facts_of(state, lines, evidence)]


def merge_lines(lines: Iterable[Line], new: Iterable[Line]) -> list[Line]:
    """Return lines with new ones at their places."""
    placed: dict[int, list[Line]] = {}
    for line in new:
        placed.setdefault(line.before, []).append(line)
    return [each for line in lines for each in (*placed.get(line.n, ()), line)] + placed.get(0, [])


def _facts_of(kept: LeagueState, lines: Sequence[Line], evidence: Evidence) -> list[Line]:
    own = [(line, fact) for line in lines if (fact := fact_of(line.decision, kept.league.name)) is not None]
    founded = max(number for number, (_line, fact) in enumerate(own) if isinstance(fact, League))
    state = fold(kept, own[founded][1], own[founded][0].at)
    new: list[Line] = []

    def add(facts: Iterable[Fact], at: str, before: int = 0) -> None:
        nonlocal state
        for fact in facts:
            new.append(Line(0, at, fact, auto=True, before=before))
            state = fold(state, fact, at)

    for line, fact in own[founded + 1 :]:
        add(settle(state, evidence.until(line.at)), line.at, line.n)
        state = fold(state, fact, line.at)
    add(settle(state, evidence), evidence.now)
    missed = {fact.player: fact.kept for _line, fact in own[founded:] if isinstance(fact, Joined)}
    add([Migrated(kept.league.name, _changes(kept, state, evidence, missed))], evidence.now)
    return new


def _changes(
    kept: LeagueState, state: LeagueState, evidence: Evidence, missed: Mapping[str, int]
) -> tuple[Change, ...]:
    """Compare the standings by facts with those of a kept league, by what was so each day.

    In a kept league the open tables of those who left go to the others at once. A player who has left
    loses the byes and comes last, also after the end, and takes the tables back on coming back. A player
    who joins gets no byes of the rounds that were `missed`.
    """
    for fact in settle(kept, evidence):
        kept = fold(kept, fact, "") if isinstance(fact, Decided) else kept
    for table in kept.tables:
        staying = tuple(filter(kept.is_member, table.players))
        if table.order is None and not table.match and len(staying) < 2:
            leavers = tuple(name for name in table.players if name not in staying)
            order = tuple(tied for tied in (staying, leavers) if tied)
            kept = fold(kept, Decided("", table.round, table.table, order=order, by="withdrawal"), "")
    rounds = []
    for number, drawn in enumerate(kept.rounds, 1):
        byes = tuple(name for name in drawn.byes if kept.is_member(name) and number > missed.get(name, 0))
        rounds.append(replace(drawn, byes=byes))
    before, now = standing(replace(kept, rounds=tuple(rounds))).rows, standing(state).rows
    changes = (
        Change(name, (before[name].place, row.place), (str(before[name].points), str(row.points)))
        for name, row in now.items()
    )
    return tuple(change for change in changes if len({*change.places}) > 1 or len({*change.points}) > 1)
