"""A match of Epic Escarmouches played at random: only what is offered is done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import convert

from q40k.games.epic.packs.scenarios import Scenario, TerrainKind
from q40k.games.epic.state import deployment, offers
from q40k.games.epic.state.assault import Charge, Run
from q40k.games.epic.state.deployment import FACING, Deploy, Start
from q40k.games.epic.state.match import Given, Match
from q40k.games.epic.state.melee import Fight
from q40k.games.epic.state.morale import Lose, PutAt, Rally
from q40k.games.epic.state.movement import Entry, Move
from q40k.games.epic.state.opening import Army, Group, Muster, New
from q40k.games.epic.state.places import gap, place_of
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.shooting import Facing, HoldFire, Shoot, Shot, may_fire
from q40k.games.epic.state.turn import ChipQuestion, Draw, GiveOrders, Next, orderable
from q40k.games.epic.table.packs import EpicPacks
from q40k.games.epic.table.places import place_in_rows
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, EachQuestion, Question
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import library
from tests.silence import check_not_silent

SQUADS = {
    "space-marines": (("marine-tactical", 5), ("marine-devastator", 3), ("marine-rhino", 1)),
    "orks": (("ork-boy", 6), ("ork-nob", 3), ("ork-killa-kan", 2)),
    "eldar": (("eldar-guardian", 5), ("eldar-falcon", 1), ("eldar-war-walker", 2)),
}
TERRAIN: tuple[TerrainKind, ...] = ("open", "wood", "building", "ruins", "fortification")
KINDS: tuple[TerrainKind, ...] = ("open", "wood", "marsh", "river")
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
GIVEN: tuple[Given, ...] = ("advance", "charge", "charge", "first-fire")


SMALL = {
    "id": "small",
    "name": {"en": "Small", "fr": "Petit"},
    "size_cm": (40, 40),
    "zone_cm": 17,
    "terrain": [
        {"id": "wood", "kind": "wood", "circle": {"at": (12, 20), "radius": 5}},
        {"id": "marsh", "kind": "marsh", "polygon": [(20, 16), (30, 16), (30, 24), (20, 24)]},
        {"id": "house", "kind": "building", "polygon": [(32, 18), (38, 18), (38, 22), (32, 22)]},
    ],
}
"""A table so narrow that everybody is in everybody's way."""


def set_up(dice: Random, options: dict[str, Any], *, crowded: bool = False) -> Iterator[Command]:
    """A match with two small armies, as far as the deployment."""
    ground: dict[str, Any] = {"scenario": "small", "scenario_data": convert(SMALL, Scenario)} if crowded else {}
    yield New(seed=dice.randrange(1000), options=options, **ground)
    for player, army in (("A", "space-marines"), ("B", dice.choice(sorted(SQUADS)))):
        yield Army(player=player, list=army)
        for number, (profile, n) in enumerate(SQUADS[army], 1):
            figures = (Group(profile=profile, n=n),)
            yield Muster(player=player, id=f"{player}{number}", figures=figures)
    yield Start()


def offered_command(state: Match, dice: Random) -> Command:
    """Something that is offered now; the end of this part of the turn when nothing is."""
    play = state.play
    if play.phase == "deployment":
        return Deploy(formation=dice.choice(deployment.deployable_formations(state)))
    if play.phase == "orders":
        waiting = [side for side in state.sides.values() if not side.ordered]
        return _orders(state, waiting[0].id, dice) if waiting else Draw()
    if play.step == "draw":
        return Draw()
    return _in_its_phase(state, dice) or Next()


def tried_command(state: Match, dice: Random) -> Command:
    """Something that may be tried now where places are kept; not all of it is legal."""
    chance = dice.random()
    if state.play.phase == "deployment":
        return _deploy_at(state, dice)
    if chance < 0.06:
        return _put_right(state, dice)
    if (movers := offers.movable_formations(state)) and chance < 0.85:
        return _move_to(state, dice.choice(movers), dice)
    if (chargers := offers.charging_figures(state)) and chance < 0.9:
        return _charge_to(state, chargers, dice)
    if ready := offers.firing_formations(state):
        return _fire_to(state, dice.choice(ready), dice)
    return offered_command(state, dice)


def _deploy_at(state: Match, dice: Random) -> Command:
    id = dice.choice(deployment.deployable_formations(state))
    edge = state.sides[state.formations[id].side].edge
    assert edge is not None
    x0, y0, x1, y1 = state.scenario.zone(edge)
    facing = FACING[edge] if dice.random() < 0.7 else dice.uniform(0, 360)
    at = dice.uniform(x0 + 3, x1 - 3), dice.uniform(y0 + 2, y1 - 2)
    return Deploy(formation=id, at=place_in_rows(state, id, at, facing))


def _put_right(state: Match, dice: Random) -> Command:
    """The table's word: a formation stands elsewhere, or a figure is lost."""
    standing = [id for id in state.formations if state.standing(id)]
    if standing and dice.random() < 0.7:
        id = dice.choice(standing)
        return PutAt(formation=id, at=_shift_figures(state, id, 4, dice))
    return Lose(figures=dice.choice([f for f, figure in state.figures.items() if figure.life.alive]))


def _charge_to(state: Match, chargers: dict[str, tuple[str, ...]], dice: Random) -> Command:
    id = dice.choice(sorted(chargers))
    figure, enemies = dice.choice(chargers[id]), state.enemies(state.formations[id].side)
    reached = offers.possible_runs(state, chargers[id], enemies)
    if reached and dice.random() < 0.5:
        return Charge(formation=id, moves=reached)
    near = sorted(enemies, key=lambda enemy: gap(state, figure, enemy) or 0.0)
    if near and dice.random() < 0.6:
        return Charge(formation=id, moves=(Run(figure=figure, target=dice.choice(near[:3])),))
    aboard = tuple(f for f in state.alive(id) if state.figures[f].position.aboard)
    end = _shift_figures(state, id, 5, dice)[state.standing(id).index(figure)]
    return Charge(formation=id, moves=(Run(figure=figure, to=end),), leave=aboard)


def _fire_to(state: Match, id: str, dice: Random) -> Command:
    enemies = state.enemies(state.formations[id].side)
    weapons = {f: state.troop(f).weapons[0].id for f in state.standing(id) if may_fire(state, f)}
    shots = tuple(Shot(figures=f, target=dice.choice(enemies), weapon=w) for f, w in weapons.items() if enemies)
    return Shoot(formation=id, shots=shots) if shots else HoldFire(formation=id)


def _move_to(state: Match, id: str, dice: Random) -> Command:
    """A move somewhere near, on or off a transport now and then."""
    aboard = [f for f in state.alive(id) if state.figures[f].position.aboard]
    carried = [p for f in state.standing(id) for p in state.passengers(f)]
    if (aboard or carried) and dice.random() < 0.6:
        to = _shift_figures(state, id, 3, dice) if carried and dice.random() < 0.5 else ()
        return Move(formation=id, leave=True, to=to)
    mine = state.formations[id].side
    transports = [f for f in state.figures if state.has(f, "transport") and state.side_of(f) == mine]
    transport = dice.choice(transports) if transports else None
    at = None if transport is None else place_of(state, transport)
    if transport is not None and at is not None and not state.has(state.standing(id)[0], "transport"):
        beside = tuple((at[0] + 1.32, at[1] + 0.7 * n - 1.4) for n in range(len(state.standing(id))))
        return Move(formation=id, to=beside, board=transport)
    return Move(formation=id, to=_shift_figures(state, id, dice.choice([1, 3, 3, 6]), dice))


def _shift_figures(state: Match, id: str, cm: float, dice: Random) -> tuple[tuple[float, ...], ...]:
    """The figures of a formation a little aside, turned now and then."""
    dx, dy = dice.uniform(-cm, cm), dice.uniform(-cm, cm)
    turn = dice.choice([None, None, None, dice.uniform(0, 360)])
    spots = []
    for figure in state.standing(id):
        position = state.figures[figure].position
        x, y = position.at or (20.0, 20.0)
        spots.append((x + dx, y + dy, position.facing if turn is None else turn))
    return tuple(spots)


def _orders(state: Match, side: str, dice: Random) -> Command:
    if dice.random() < 0.5:
        return GiveOrders(player=state.sides[side].name, secret=True)
    orders = {formation.id: dice.choice(GIVEN) for formation in orderable(state, side)}
    return GiveOrders(player=state.sides[side].name, orders=orders)


def _in_its_phase(state: Match, dice: Random) -> Command | None:
    movers = offers.movable_formations(state)
    if movers and dice.random() < 0.6:
        return _move(state, dice.choice(movers), dice)
    if shooters := offers.firing_formations(state):
        return _fire(state, dice.choice(shooters), dice)
    chargers = offers.charging_figures(state)
    if chargers and dice.random() < 0.9:
        id = dice.choice(sorted(chargers))
        side = state.formations[id].side
        figures = chargers[id]
        enemies = state.enemies(side)
        if enemies:
            runs = tuple(Run(figure=f, target=dice.choice(enemies), cm=0.0) for f in figures)
            return Charge(formation=id, moves=runs)
    for fighter, against in offers.possible_fights(state):
        return Fight(one=fighter, against=against)
    for id in offers.rallying_formations(state):
        return Rally(formation=id)
    return None


def _move(state: Match, id: str, dice: Random) -> Command:
    standing = state.standing(id)
    cm = min(offers.remaining_cm(state, figure) for figure in standing)
    enters = tuple(Entry(figure=figure, terrain=dice.choice(KINDS)) for figure in standing if dice.random() < 0.3)
    return Move(formation=id, cm=cm, enters=enters)


def _fire(state: Match, id: str, dice: Random) -> Command:
    enemies = state.enemies(state.formations[id].side)
    if not enemies or dice.random() < 0.1:
        return HoldFire(formation=id)
    shots = [
        _shot(dice, figure, weapon.id, dice.choice(enemies))
        for figure in state.standing(id)
        if may_fire(state, figure)
        for weapon in state.troop(figure).weapons[: 9 if state.profile(figure).vehicle else 1]
    ]
    return Shoot(formation=id, shots=tuple(shots))


def _shot(dice: Random, figure: str, weapon: str, target: str) -> Shot:
    far, terrain = dice.uniform(0, 45), dice.choice(TERRAIN)
    facing = dice.choice(FACINGS)
    return Shot(figures=figure, target=target, weapon=weapon, distance=far, terrain=terrain, facing=facing)


def answer(question: Question, dice: Random) -> Any:
    """An answer to any question of the rules."""
    if isinstance(question, ChipQuestion):
        return (dice.randint(1, question.dice[0]),)
    if isinstance(question, DiceQuestion):
        return tuple(dice.randint(1, sides) for sides in question.dice)
    if isinstance(question, EachQuestion):
        return tuple(dice.choice(question.options) for _ in question.items)
    assert isinstance(question, ChoiceQuestion)
    return dice.choice(question.options)


def do(match_session: MatchSession, command: Command, dice: Random) -> None:
    """Carry out a command and answer what it asks; it does something, or says why not."""
    head, before = match_session.head, match_session.session.state
    packs = EpicPacks()
    if packs.needs_packs(command):
        command = packs.complete(library(), match_session.session.state, command)
    match_session.do(command, auto=False)
    while match_session.question is not None:
        match_session.give(answer(match_session.question, dice), auto=False)
    check_not_silent(match_session, head, before)
