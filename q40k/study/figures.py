"""Figures of a study: luck and choices of every step, their sums, what decided the match."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.study.playouts import QUICK, Option, Record, Settings, StepKind, Task, Values, Weighing

Z = 1.96
"""An interval is right 19 times out of 20."""
CHOICES_AGAIN, ROLLS_AGAIN = 8, 2
"""So many of the dearest choices and of the greatest rolls are played out again, with new dice.

Of hundreds of choices some look dear by chance alone: only those that the second look also finds dear are named.
"""
AGAIN = 4
"""The second look has so many times the play-outs of the first."""
"""What a choice costs at most on average, as a share of a victory; more than D is E.

In deathmatches of four bots a choice of a sound or sharp bot cost 0.05 %, that of a straight one 0.22 %.
"""
Verdict = Literal["dice", "roll", "play", "close", "unseen", "open"]
"""How a match was won: by dice, by one roll, by play, too close to say; outcomes only, or not won."""


class Estimate(Struct, frozen=True):
    """A mean with its interval."""

    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0

    @property
    def width(self) -> float:
        """Return the width of the interval."""
        return self.high - self.low


class Row(Struct, frozen=True):
    """A step of a match: its entry, what it was, and everybody's chances before and after it.

    `who` is the seat that chose or acted. `change` is what it brought its side; of dice, the side that
    won or lost most by them, in `side`. `cost` is what the best that was seen, in `better` as JSON,
    would have brought more; None if there was no alternative.
    """

    place: int
    step: int
    entry: int
    kind: StepKind
    who: str
    side: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    change: Estimate
    cost: Estimate | None = None
    better: str = ""


class Account(Struct, frozen=True, kw_only=True):
    """Where a side's chance went from the first command to the end.

    The parts add up: start, dice, its own choices, those of others, reports, the table, and the
    rest, which is what bots did not see so far ahead.
    """

    side: str
    start: float
    end: float
    luck: Estimate
    own: Estimate
    others: Estimate
    reports: Estimate
    table: Estimate
    rest: Estimate


class Player(Struct, frozen=True, kw_only=True):
    """How a seat chose: its decisions, what all of them cost, and one on average."""

    seat: str
    side: str
    decisions: int
    errors: Estimate
    each: Estimate


class Study(Struct, frozen=True, kw_only=True):
    """A whole study. `rows` are from the first look and add up to the accounts, `again` from the second look.

    `unweighed` counts commands that could not be weighed, `reports` outcomes only. `sees_places` says
    whether bots knew who stood where.
    """

    sides: tuple[str, ...]
    settings: Settings
    rows: tuple[Row, ...]
    again: tuple[Row, ...] = ()
    accounts: tuple[Account, ...]
    players: tuple[Player, ...]
    verdict: Verdict
    winner: str = ""
    decisive: int = 0
    unweighed: int = 0
    reports: int = 0
    weighed: int = 0
    sees_places: bool = True

    @property
    def surest_rows(self) -> tuple[Row, ...]:
        """Return the rows as the last look at each of them says."""
        again = {(row.place, row.step): row for row in self.again}
        return tuple(again.get((row.place, row.step), row) for row in self.rows)

    @property
    def errors(self) -> list[Row]:
        """Return the choices that certainly cost something by the second look, the dearest first."""
        certain = [row for row in self.again if row.cost is not None and row.cost.low > 0]
        return sorted(certain, key=lambda row: -row.cost.mean if row.cost else 0.0)

    @property
    def dearest(self) -> list[Row]:
        """Return the three choices that certainly cost most."""
        return self.errors[:3]

    @property
    def luckiest(self) -> list[Row]:
        """Return the three rolls that changed a chance most, up or down."""
        certain = [row for row in self.surest_rows if row.kind == "dice" and row.change.low * row.change.high > 0]
        return sorted(certain, key=lambda row: -abs(row.change.mean))[:3]

    @property
    def turning_points(self) -> list[Row]:
        """Return the five steps that certainly changed a chance most."""
        certain = (row for row in self.surest_rows if row.change.low * row.change.high > 0)
        ordered = sorted(certain, key=lambda row: -abs(row.change.mean))
        return sorted(ordered[:5], key=lambda row: row.entry)


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of play-outs with its interval, which Student's distribution widens for few of them."""
    mean = fmean(values) if values else 0.0
    free = max(len(values) - 1, 1)
    wide = Z + (Z**3 + Z) / (4 * free) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * free**2)
    off = wide * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(round(mean, 6), round(mean - off, 6), round(mean + off, 6))


# -- the chain of chances ----------------------------------------------------------------------


class Link(Struct):
    """A step with the values before and after it, and the options of its seat."""

    task: Task
    step: int
    kind: StepKind
    who: str
    entry: int
    before: Values
    after: Values
    options: tuple[Option, ...] = ()


def link_up(tasks: Sequence[Task], weighings: Sequence[Weighing]) -> Iterator[Link]:
    """Yield the steps of a match in their order; a command without figures of its own changes nothing.

    Before a command that could not be weighed the chain ends: the chances after it may look further ahead.
    """
    following: list[Values] = []
    last: Values = ()
    for weighing in reversed(weighings):
        last = () if weighing.fault else weighing.before[0] if weighing.before else last
        following.append(last)
    following.reverse()
    for number, (task, weighing) in enumerate(zip(tasks, weighings, strict=True)):
        if number + 1 == len(tasks) or not weighing.before or weighing.fault:
            continue
        end = weighing.after or following[number + 1]
        values = (*weighing.before, end) if end else weighing.before
        for at, step in enumerate(weighing.steps[: len(values) - 1]):
            options = tuple(option for option in weighing.options if option.step == at)
            yield Link(task, at, step.kind, step.who, step.entry, values[at], values[at + 1], options)


def _side_of(values: Values, side: int) -> list[float]:
    return [chances[side] for chances in values]


def _difference(after: Values, before: Values, side: int) -> list[float]:
    return [a[side] - b[side] for a, b in zip(after, before, strict=True)]


def _means(values: Values) -> tuple[float, ...]:
    return tuple(round(fmean(side), 6) for side in zip(*values, strict=True))


def best_option(link: Link, side: int) -> Option | None:
    """Return the best alternative by all play-outs."""
    return max(link.options, key=lambda option: fmean(_side_of(option.values, side)), default=None)


def find_cost(link: Link, side: int) -> list[float]:
    """Return what a choice cost against the best that was seen, play-out by play-out.

    The best is chosen by one half of the play-outs and weighed by the other, both ways: who takes
    the best of several by the numbers that also weigh it finds a cost where there is none. An
    alternative counts only if the half that chooses finds it better by more than a standard error.
    """
    results = _side_of(link.after, side)
    gains = [_difference(option.values, link.after, side) for option in link.options]
    costs = [0.0] * len(results)
    for half in (0, 1):
        best = max(gains, key=lambda gain: _surplus(gain[1 - half :: 2]), default=costs)
        if _surplus(best[1 - half :: 2]) > 0:
            costs[half::2] = best[half::2]
    return costs


def _surplus(gains: Sequence[float]) -> float:
    """Return by how much a mean gain is more than its standard error."""
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return fmean(gains) - error if gains else 0.0


# -- a whole study -----------------------------------------------------------------------------


def work_out(
    record: Record,
    tasks: Sequence[Task],
    weighings: Sequence[Weighing],
    sides_of: Mapping[str, str],
    winners: Sequence[str],
    again: Mapping[int, Weighing] | None = None,
    *,
    sees_places: bool = True,
) -> Study:
    """Return the study of a match from what its commands did.

    `sides_of` are the sides of the seats. `again` holds the second look at some commands, by their
    place, with other dice.
    """
    links = list(link_up(tasks, weighings))
    rows = [_make_row(record, link, sides_of) for link in links]
    second = [_look_again(row, again[row.place], record) for row in rows if again and row.place in again]
    settings = tasks[0].settings if tasks else QUICK
    start = next((w.before[0] for w in weighings if w.before), ())
    end = next((w.before[0] for w in reversed(weighings) if w.before), ())
    accounts = tuple(_make_account(record.sides, side, links, sides_of, start, end) for side in record.sides)
    verdict, decisive = _judge(accounts, links, winners)
    return Study(
        sides=record.sides,
        settings=settings,
        rows=tuple(rows),
        again=tuple(row for row in second if row is not None),
        accounts=accounts,
        players=tuple(_players(record.sides, links, sides_of)),
        verdict=verdict,
        winner=winners[0] if len(winners) == 1 else "",
        decisive=decisive,
        unweighed=sum(weighing.fault for weighing in weighings),
        reports=sum(row.kind == "report" for row in rows),
        weighed=sum(bool(weighing.steps) for weighing in weighings),
        sees_places=sees_places,
    )


def _make_row(record: Record, link: Link, sides_of: Mapping[str, str]) -> Row:
    sides = record.sides
    changes = [_difference(link.after, link.before, side) for side in range(len(sides))]
    side = sides_of.get(link.who, "")
    if side not in sides:
        side = max(sides, key=lambda name: abs(fmean(changes[sides.index(name)])))
    at = sides.index(side)
    best = best_option(link, at)
    return Row(
        place=link.task.place,
        step=link.step,
        entry=link.entry,
        kind=link.kind,
        who=link.who,
        side=side,
        before=_means(link.before),
        after=_means(link.after),
        change=estimate(changes[at]),
        cost=estimate(find_cost(link, at)) if best is not None else None,
        better=best.body if best is not None else "",
    )


def _make_account(
    sides: Sequence[str], side: str, links: Sequence[Link], sides_of: Mapping[str, str], start: Values, end: Values
) -> Account:
    at, number = sides.index(side), len(start)
    parts = {name: [0.0] * number for name in ("luck", "own", "others", "reports", "table", "rest")}
    for link in links:
        name = {"dice": "luck", "report": "reports", "table": "table"}.get(link.kind, "")
        name = name or ("own" if sides_of.get(link.who) == side else "others")
        for k, change in enumerate(_difference(link.after, link.before, at)):
            parts[name][k] += change
    whole = _difference(end, start, at)
    parts["rest"] = [all_ - sum(parts[name][k] for name in parts) for k, all_ in enumerate(whole)]
    return Account(
        side=side,
        start=fmean(_side_of(start, at)) if start else 0.0,
        end=fmean(_side_of(end, at)) if end else 0.0,
        **{name: estimate(values) for name, values in parts.items()},
    )


def _players(sides: Sequence[str], links: Sequence[Link], sides_of: Mapping[str, str]) -> Iterator[Player]:
    for seat, side in sides_of.items():
        if side not in sides:
            continue
        decisions = [link for link in links if link.who == seat and link.options and link.kind == "choice"]
        costs = [find_cost(link, sides.index(side)) for link in decisions]
        summed = estimate([sum(values) for values in zip(*costs, strict=True)])
        errors = Estimate(*(max(value, 0.0) for value in (summed.mean, summed.low, summed.high)))  # no cost is less
        many = max(len(decisions), 1)
        each = Estimate(errors.mean / many, errors.low / many, errors.high / many)
        yield Player(seat=seat, side=side, decisions=len(decisions), errors=errors, each=each)


def _judge(accounts: Sequence[Account], links: Sequence[Link], winners: Sequence[str]) -> tuple[Verdict, int]:
    """Return how the match was won: whether dice brought more than half of the way, and by which roll."""
    at = next((number for number, account in enumerate(accounts) if [account.side] == list(winners)), None)
    if at is None:
        return "open", 0
    account = accounts[at]
    gain = account.end - account.start
    if abs(account.reports.mean) > gain / 2:
        return "unseen", 0
    if account.luck.low > gain / 2:
        rolls = {link.entry: _difference(link.after, link.before, at) for link in links if link.kind == "dice"}
        entry = max(rolls, key=lambda entry: fmean(rolls[entry]))
        return ("roll", entry) if estimate(rolls[entry]).low > gain / 2 else ("dice", 0)
    return ("play", 0) if account.luck.high < gain / 2 else ("close", 0)


# -- a second look -----------------------------------------------------------------------------


def second_look(tasks: Sequence[Task], study: Study) -> list[Task]:
    """Return the tasks that are played out again: those of the dearest choices and the greatest rolls."""
    priced = [row for row in study.rows if row.cost is not None and row.cost.mean > 0]
    priced.sort(key=lambda row: -row.cost.mean if row.cost else 0.0)
    rolls = sorted((row for row in study.rows if row.kind == "dice"), key=lambda row: -abs(row.change.mean))
    places = {row.place for row in (*priced[:CHOICES_AGAIN], *rolls[:ROLLS_AGAIN])}
    plays = study.settings.plays
    settings = replace(study.settings, plays=AGAIN * plays)
    return [replace(t, settings=settings, first=plays, to_end=True) for t in tasks if t.place in places]


def _look_again(row: Row, weighing: Weighing, record: Record) -> Row | None:
    """Return a row with the figures of the second look, if there are any; the best is the one the first look chose."""
    if weighing.fault or row.step >= len(weighing.before) or not weighing.after:
        return None
    values = (*weighing.before, weighing.after)
    before, after = values[row.step], values[row.step + 1]
    at = record.sides.index(row.side)
    better = next((o for o in weighing.options if (o.step, o.body) == (row.step, row.better)), None)
    cost = estimate(_difference(better.values, after, at)) if better is not None else row.cost
    change = estimate(_difference(after, before, at))
    return replace(row, before=_means(before), after=_means(after), change=change, cost=cost)
