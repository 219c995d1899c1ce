"""Studies: a plan made of what a call names, and its figures once enough is known."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from q40k.kernel.lookup import nearest
from q40k.lab.designs import Design, Plan, list_bouts
from q40k.lab.engines import Engine
from q40k.lab.figures import TURNS, Difference, Figures, compare, work_out
from q40k.lab.subject import Bout, Entry, Kind, Lab, Result, base_id, own_price

ALL = "all"
"""Names everything of a kind."""
CHECK = 60
"""A study that may stop early is looked at after so many bouts, or a few more."""
FIRST_LOOK, GROWTH = 12, 2
"""What a study says so far is shown after so many bouts, then after so many times as many."""


Pair = tuple[Bout, Result, Result]
"""A bout with its results in two settings."""


class BadPlan(ValueError):
    """A call that makes no study: what is wrong, as a key with facts."""

    def __init__(self, key: str, option: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.option = option
        self.facts = facts


class Choice(Struct, frozen=True, kw_only=True):
    """What a call names: ids by kind, and how they are to play.

    `near` and `within` leave out entries of another price.
    """

    named: Mapping[str, Sequence[str]]
    what: str | None = None
    seats: int | None = None
    design: Design | None = None
    games: int = 100
    seed: int = 1
    near: float | None = None
    within: float = 2.0
    options: dict[str, Any] = field(default_factory=dict)


class Study(Struct, frozen=True):
    """A plan with the bouts that were played, their results and figures."""

    plan: Plan
    bouts: Sequence[Bout]
    results: Sequence[Result]
    figures: Figures


def make_plan(lab: Lab, library: Any, choice: Choice) -> Plan:
    """Return the plan of what a call names. Raises BadPlan."""
    ids = {kind.id: _find_entries(lab, library, kind, choice) for kind in lab.kinds}
    kind = _choose_kind(lab, choice, ids)
    entries = ids.pop(kind.id)
    seats = choice.seats or lab.seats[0]
    if not lab.seats[0] <= seats <= lab.seats[1]:
        raise BadPlan("seats", "--field", least=lab.seats[0], most=lab.seats[1])
    design = choice.design or _usual_design(kind, entries, seats)
    if not kind.by_seat:
        design = "mirror"
    if design != "mirror" and len(entries) < 2:
        raise BadPlan("too-few", f"--{kind.id}", number=len(entries))
    if (design == "robin" and seats != 2) or (design == "fields" and len(entries) < seats):
        raise BadPlan("design", "--design", design=design)
    return Plan(
        kind=kind.id,
        entries=entries,
        by_seat=kind.by_seat,
        shared=ids,
        seats=seats,
        design=design,
        games=choice.games,
        seed=choice.seed,
        options=choice.options,
    )


def _find_entries(lab: Lab, library: Any, kind: Kind, choice: Choice) -> tuple[str, ...]:
    """Return the ids of a kind that a call names, or the usual ones. Raises BadPlan."""
    named = choice.named.get(kind.id) or ()
    if not named:
        return lab.usual(library, kind, choice.named, choice.seats or lab.seats[0])
    entries = lab.entries(library, kind.id)
    if ALL in named:
        return tuple(id for id, entry in entries.items() if _is_near(entry, choice))
    for id in named:
        if base_id(id) not in entries:
            raise BadPlan("unknown", f"--{kind.id}", id=id, nearest=nearest(base_id(id), entries))
        try:
            own_price(id)
        except ValueError:
            raise BadPlan("price", f"--{kind.id}", id=id) from None
    return tuple(dict.fromkeys(named))


def _is_near(entry: Entry, choice: Choice) -> bool:
    if choice.near is None:
        return True
    return entry.price is not None and abs(entry.price - choice.near) <= choice.within


def _choose_kind(lab: Lab, choice: Choice, ids: Mapping[str, Sequence[str]]) -> Kind:
    """Return what is weighed: what the call says, or the first kind it names several of, or one of."""
    if choice.what is not None:
        return lab.kind(choice.what)
    named = [kind for kind in lab.kinds if choice.named.get(kind.id)]
    several = [kind for kind in named if len(ids[kind.id]) > 1]
    return (several or sorted(named, key=lambda kind: kind.by_seat) or [lab.kinds[0]])[0]


def _usual_design(kind: Kind, entries: Sequence[str], seats: int) -> Design:
    if not kind.by_seat or len(entries) < 2:
        return "mirror"
    if len(entries) < seats or (seats == 2 and len(entries) <= 4):
        return "all"
    return "robin" if seats == 2 else "fields"


# -- playing a study -----------------------------------------------------------------------


def play_study(
    engine: Engine, plan: Plan, width: float | None = None, look: Callable[[Study], object] | None = None
) -> Study:
    """Play a study. With a `width` it stops as soon as no interval is wider; `look` is shown what it says so far.

    Where it stops depends on nothing but results, so it is the same on any number of cores. Raises
    as `Engine.play`.
    """
    bouts = list_bouts(plan)
    for stop in _stops(plan, len(bouts), width, looks=look is not None):
        study = _work_out(plan, bouts[: stop.end], engine.play(bouts[: stop.end], len(bouts)))
        if stop.end >= len(bouts):
            break
        if look is not None and study.figures.games:
            look(study)
        if stop.is_check and all(f.high - f.low <= (width or 0) for f in study.figures.entries):
            break
    return study


def play_pair(
    plans: tuple[Plan, Plan],
    engines: tuple[Engine, Engine] | tuple[Engine, Sequence[Result | None]],
    width: float | None = None,
    look: Callable[[Sequence[Pair]], object] | None = None,
) -> list[Pair]:
    """Play two plans on the same dice; return each bout of the first with its results in both.

    Results of the second may be given instead of an engine, None for a bout that was not played there. With a `width`
    it stops as soon as no difference of shares has a wider interval; `look` is shown the bouts so far. Raises as
    `Engine.play`.
    """
    (first, second), (engine, other) = map(list_bouts, plans), engines
    number, previous = 2 * len(first), 0
    for stop in _stops(plans[0], len(first), width, looks=look is not None):
        results = engine.play(first[: stop.end], number, earlier=previous)
        if isinstance(other, Engine):
            later: Sequence[Result | None] = other.play(second[: stop.end], number, earlier=len(results))
        else:
            later = other[: stop.end]
        triples = zip(first, results, later, strict=False)
        pairs = [(bout, result, answer) for bout, result, answer in triples if answer is not None]
        previous = len(results)
        if look is not None and stop.end < len(first):
            look(pairs)
        if stop.is_check and width is not None and _is_narrow(compare(plans[0], pairs), width):
            break
    return pairs


def _is_narrow(differences: Sequence[Difference], width: float) -> bool:
    """Return whether no difference of shares has a wider interval; that of the turns is no share."""
    return all(row.high - row.low <= width for row in differences if row.id != TURNS)


class _Stop(NamedTuple):
    """After how many bouts a study is looked at, and whether it may end there."""

    end: int
    is_check: bool


def _stops(plan: Plan, number: int, width: float | None, *, looks: bool) -> list[_Stop]:
    """Return where a study of so many bouts is looked at, and where it may end; at last all of them."""
    step = number if width is None else -(-CHECK // plan.block) * plan.block
    checks = set(range(step, number + step, step))
    ends = sorted(checks | (set(list_looks(plan)) if looks else set()))
    return [_Stop(end, end in checks) for end in ends]


def list_looks(plan: Plan) -> Iterator[int]:
    """Yield after how many bouts a study is shown: few at first, and in pairs only where it is balanced.

    Where more than two play, which takes longer, at first as many seats are played as in so many duels.
    """
    end = -(-FIRST_LOOK // plan.block) * plan.block if plan.seats == 2 else max(1, FIRST_LOOK * 2 // plan.seats)
    while end < plan.games:
        yield end
        end *= GROWTH


def study_so_far(engine: Engine, plan: Plan) -> Study:
    """Return the study of the bouts that are on the shelf."""
    bouts = list_bouts(plan)
    on_shelf = [(bout, result) for bout, result in zip(bouts, engine.results(bouts), strict=True) if result is not None]
    return _work_out(plan, [bout for bout, _result in on_shelf], [result for _bout, result in on_shelf])


def _work_out(plan: Plan, bouts: Sequence[Bout], results: Sequence[Result]) -> Study:
    return Study(plan, bouts, results, work_out(plan, bouts, results))
