"""Whom a formation shoots, and whom its figures charge."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

from q40k.games.epic.bot.goals import enemies_near, spots_of
from q40k.games.epic.bot.worth import (
    charge_gain,
    figure_worth,
    gain,
    longest_cm,
    shot_kills,
    survival_chance,
    volley_kills,
)
from q40k.games.epic.packs.profiles import Weapon
from q40k.games.epic.state import assault, melee, offers, shooting
from q40k.games.epic.state.match import Figure, Formation, Match, Setup
from q40k.games.epic.state.places import base_of, find_sight, is_out_of_sight, place_of, sees
from q40k.geometry.space import Spot, gap_cm
from q40k.kernel.state import Part, remember_newest

WIDE_CM = 3.0
"""The most that two bases measure together, from their centres to their rims."""
UNSEEN = 0.3
"""What a target is worth that the middle of the formation does not see: others may."""
ENOUGH = 0.9
"""With so many kills for each living figure a formation is shot enough."""
LOOKS = 6
"""How many targets of a formation a figure looks at before it takes another formation."""


def order_of_fire(state: Match, formations: Iterable[str]) -> list[str]:
    """Return formations in the order in which they fire: who destroys most comes first."""
    return sorted(formations, key=lambda id: -figure_worth(state, id) * len(state.standing(id)))


def plan_shots(state: Match, formation: str, first: str = "") -> list[shooting.Shot]:
    """Return the shots of a formation: all at the enemy formation where they bring most, the rest at the next.

    Formation `first` comes before all others, if it is in range.
    So formations are broken and finished off. Figures of a formation are shot evenly, because hits on
    what is destroyed already are lost (EE-SHOOT-10).
    """
    idle, field = _idle_formations(state.setup), _find_field(state, formation)
    last = None if first else idle.get(formation)
    is_idle = field is None or (last is not None and last.seen == field.seen)
    shots = [] if field is None or is_idle else _plan_shots(state, formation, field, first)
    if not (first or shots):
        idle[formation] = _Idle(state.figures, _tempers(state.formations), () if field is None else field.seen)
    return shots


def is_still_idle(state: Match, formation: str) -> bool:
    """Return whether a formation could shoot nobody and nothing has changed since then that bears on it."""
    last = _idle_formations(state.setup).get(formation)
    return last is not None and last.figures is state.figures and last.tempers == _tempers(state.formations)


class _Idle(NamedTuple):
    """All that could have changed when a formation could shoot nobody, and what of that it saw."""

    figures: Mapping[str, Figure]
    tempers: list[Part]
    seen: tuple[object, ...]


@remember_newest
def _idle_formations(_setup: Setup) -> dict[str, _Idle]:
    """Return the formations of a match that could shoot nobody.

    The bot adds to it: what it holds is true of every state that looks the same, so no result depends on it.
    """
    return {}


@remember_newest
def _tempers(formations: Mapping[str, Formation]) -> list[Part]:
    """Return the orders and the nerve of all formations."""
    return [part for unit in formations.values() for part in (unit.orders, unit.nerve)]


class _Field(NamedTuple):
    """The field of fire of a formation: its middle figure and where that is, how far it reaches, who is so near.

    Centres may be `range_cm` from each other, and `wide_cm` from the middle.

    `seen` is all on which its shots depend: two equal ones bring the same shots.
    """

    middle: str
    at: Spot
    range_cm: float
    wide_cm: float
    enemies: tuple[Formation, ...]
    seen: tuple[object, ...]


def _find_field(state: Match, formation: str) -> _Field | None:
    """Return the field of fire of a formation, or None if it cannot shoot anybody."""
    unit, spots = state.formations[formation], spots_of(state)[formation]
    range_cm = longest_cm(state, formation)
    if not spots or not range_cm:
        return None
    middle = tuple(spots)[len(spots) // 2]
    at = spots[middle]
    range_cm += WIDE_CM
    wide_cm = max([dist(at, spot) for spot in spots.values()]) + range_cm
    enemies = enemies_near(state, unit.side, at, wide_cm)
    if not enemies:
        return None
    figures = state.figures
    seen = [(u.troops, u.orders, u.nerve, [figures[f] for f in u.figures]) for u in (unit, *enemies)]
    return _Field(middle, at, range_cm, wide_cm, enemies, tuple(seen))


def _plan_shots(state: Match, formation: str, field: _Field, first: str) -> list[shooting.Shot]:
    spots, figures = spots_of(state)[formation], state.standing(formation)
    shooters = [f for f in figures if shooting.may_fire(state, f) and not is_out_of_sight(state, f)]
    field = field._replace(enemies=tuple(_find_prey(state, field, [spots[f] for f in shooters if f in spots])))
    targets = _rank_targets(state, formation, field)
    volley = _Volley(state, formation, ({first: targets[first]} if first in targets else {}) | targets)
    shots = []
    for figure in shooters if targets else ():
        for weapon in state.troop(figure).weapons:
            target = volley.aim(figure, weapon)
            if target is not None:
                shots.append(shooting.Shot(figures=figure, target=target, weapon=weapon.id))
                if not state.profile(figure).vehicle:
                    break  # infantry fires one weapon: the first that reaches somebody
    return shots


def _find_prey(state: Match, field: _Field, shooters: Sequence[Spot]) -> Iterator[Formation]:
    """Yield the enemies that have a figure in range of one at some positions and not surely out of sight."""
    for enemy in field.enemies:
        for figure, there in spots_of(state)[enemy.id].items():
            if any(dist(at, there) <= field.range_cm for at in shooters) and not is_out_of_sight(state, figure):
                yield enemy
                break


class _Volley:
    """What a formation has aimed so far: kills expected of each enemy formation, shots at each figure."""

    def __init__(self, state: Match, formation: str, targets: Mapping[str, Mapping[str, Spot]]) -> None:
        self.targets = targets
        self._state = state
        self._order = state.formations[formation].orders.order or "advance"
        self._kills = dict.fromkeys(targets, 0.0)
        self._shots: Counter[str] = Counter()

    def aim(self, figure: str, weapon: Weapon) -> str | None:
        """Return the figure that a weapon is aimed at, or None; formations that are shot enough come last."""
        for enemy in sorted(self.targets, key=self._is_shot_enough):
            figures = self.targets[enemy]
            kills = shot_kills(self._state, weapon, next(iter(figures)), self._order)
            target = _choose_figure(self._state, figure, figures, weapon.range_cm, self._shots) if kills else None
            if target is not None:
                self._kills[enemy] += kills
                self._shots[target] += 1
                return target
        return None

    def _is_shot_enough(self, enemy: str) -> bool:
        return self._kills[enemy] >= ENOUGH * len(self.targets[enemy])


def rank_targets(state: Match, formation: str) -> dict[str, dict[str, Spot]]:
    """Return the enemy formations in range with their figures, the most worthwhile first.

    Rule: EE-SHOOT-3
    """
    field = _find_field(state, formation)
    return {} if field is None else _rank_targets(state, formation, field)


def _rank_targets(state: Match, formation: str, field: _Field) -> dict[str, dict[str, Spot]]:
    at = field.at
    order = state.formations[formation].orders.order or "advance"
    worth: dict[str, float] = {}
    targets: dict[str, dict[str, Spot]] = {}
    all_spots = spots_of(state)
    for enemy in field.enemies:
        spots_of_enemy = all_spots[enemy.id]
        near = {f: cm for f, spot in spots_of_enemy.items() if (cm := dist(at, spot)) <= field.wide_cm}
        if not near:
            continue
        nearest = min(near, key=near.__getitem__)
        sight = find_sight(state, field.middle, nearest)
        terrain = shooting.best_cover(sight.cover) if sight is not None else "open"
        cm = max(0.0, near[nearest] - WIDE_CM)
        brings = gain(state, enemy.id, volley_kills(state, formation, nearest, cm, order, terrain))
        if brings:
            worth[enemy.id] = brings * (1.0 if sight is None or sight.clear else UNSEEN)
            targets[enemy.id] = {f: spots_of_enemy[f] for f in near}
    return {enemy: targets[enemy] for enemy in sorted(targets, key=lambda id: -worth[id])}


def _choose_figure(
    state: Match, figure: str, enemies: Mapping[str, Spot], range_cm: float, shots: Counter[str]
) -> str | None:
    """Return the figure that a shot is aimed at: in range and in sight, the least shot at, the nearest."""
    near = sorted((shots[e], cm, e) for cm, e in _within(state, figure, enemies, range_cm))
    return next((e for _n, _cm, e in near[:LOOKS] if sees(state, figure, e)), None)


def _within(state: Match, figure: str, others: Mapping[str, Spot], cm: float) -> Iterator[tuple[float, str]]:
    """Yield those of `others` within `cm` of a figure, each with its distance."""
    at, base = place_of(state, figure), base_of(state, figure)
    for other, there in others.items():
        if at is None or dist(at, there) > cm + WIDE_CM:
            continue
        far = max(0.0, gap_cm(base, at, base_of(state, other), there))
        if far <= cm:
            yield far, other


# -- assault -------------------------------------------------------------------------------


def propose_runs(state: Match, formation: str, figures: tuple[str, ...]) -> Iterator[assault.Charge]:
    """Yield an assault move of the figure that is nearest to an enemy it may engage with profit.

    Free enemies come first, then those that are engaged already: two on one kill surely.
    """
    worthwhile: dict[str, bool] = {}
    near = {figure: enemies for figure in figures if (enemies := _enemies_near(state, figure))}
    for figure in sorted(near, key=lambda f: min(cm for cm, _spot in near[f].values())):
        target = _nearest_reachable(state, figure, {enemy: spot for enemy, (_cm, spot) in near[figure].items()})
        if target is None:
            continue
        enemy = state.figures[target].formation
        if enemy not in worthwhile:
            worthwhile[enemy] = charge_gain(state, figures, enemy) > 0
        if worthwhile[enemy]:
            yield assault.Charge(formation=formation, moves=(assault.Run(figure=figure, target=target),))


def propose_gangs(state: Match, formation: str, figures: tuple[str, ...]) -> Iterator[assault.Charge]:
    """Yield the assault moves of figures that bring most, several against one enemy where that pays.

    Each further figure rolls a die more against the same enemy, so a figure goes alone only if that pays.

    Rule: EE-MELEE-3, EE-ASSAULT-5
    """
    reaching: dict[str, list[str]] = {}
    for figure in figures:
        enemies = {enemy: spot for enemy, (_cm, spot) in _enemies_near(state, figure).items()}
        for enemy in _legal_targets(state, figure, enemies):
            reaching.setdefault(enemy, []).append(figure)
    ranked = []
    for enemy, chargers in reaching.items():
        chargers.sort(key=lambda figure: -melee.factor(state, figure))
        brings = _gang_gain(state, enemy, chargers)
        if brings > 0:
            ranked.append((brings, enemy, chargers))
    for _brings, enemy, chargers in sorted(ranked, reverse=True):
        for figure in chargers:
            yield assault.Charge(formation=formation, moves=(assault.Run(figure=figure, target=enemy),))


def _gang_gain(state: Match, enemy: str, chargers: Sequence[str]) -> float:
    """Return the most that a figure brings on average if some of the chargers join those who fight an enemy."""
    side = state.side_of(chargers[0])
    fighting = [f for f in state.touching(enemy) if state.side_of(f) == side]
    own = figure_worth(state, state.figures[chargers[0]].formation)
    target = state.figures[enemy].formation
    prize = gain(state, target, len(chargers)) / min(len(chargers), len(state.alive(target)))
    factor, factors = melee.factor(state, enemy), tuple(melee.factor(state, f) for f in fighting)
    stands = survival_chance(factor, factors) if factors else 1.0
    best = total = 0.0
    for number, charger in enumerate(chargers, 1):
        factors = (*factors, melee.factor(state, charger))
        still = survival_chance(factor, factors)
        total += prize * (stands - still) - own * still
        best, stands = max(best, total / number), still
    return best


def _legal_targets(state: Match, figure: str, enemies: Mapping[str, Spot]) -> Iterator[str]:
    """Yield the enemies in reach of a figure that it may engage."""
    cm = offers.remaining_cm(state, figure, contact=True)
    for _far, enemy in sorted(_within(state, figure, enemies, cm)):
        if not assault.nearer_than(state, figure, enemy):
            yield enemy


def _enemies_near(state: Match, figure: str) -> dict[str, tuple[float, Spot]]:
    """Return the enemies that a figure might reach, each with the distance of their centres and its position."""
    at, spots = place_of(state, figure), spots_of(state)
    if at is None:
        return {}
    most = offers.remaining_cm(state, figure, contact=True) + WIDE_CM
    return {
        enemy: (cm, spot)
        for unit in enemies_near(state, state.side_of(figure), at, most)
        for enemy, spot in spots[unit.id].items()
        if (cm := dist(at, spot)) <= most
    }


def _nearest_reachable(state: Match, figure: str, enemies: Mapping[str, Spot]) -> str | None:
    cm = offers.remaining_cm(state, figure, contact=True)
    near = sorted((bool(state.touching(e)), far, e) for far, e in _within(state, figure, enemies, cm))
    return next((e for _t, _far, e in near if not assault.nearer_than(state, figure, e)), None)
