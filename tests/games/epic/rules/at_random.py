"""A match of Epic Escarmouches played at random: only what is offered is done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules import offers
from q40k.games.epic.rules.assault import Charge, Run
from q40k.games.epic.rules.deployment import Deploy, Start
from q40k.games.epic.rules.melee import Fight
from q40k.games.epic.rules.morale import Rally
from q40k.games.epic.rules.movement import Entry, Move
from q40k.games.epic.rules.opening import Army, Group, Muster, New
from q40k.games.epic.rules.registry import Command
from q40k.games.epic.rules.shooting import Facing, HoldFire, Shoot, Shot, may_fire
from q40k.games.epic.rules.state import Given, Match
from q40k.games.epic.rules.turn import ChipQuestion, Draw, GiveOrders, Next, orderable
from q40k.games.epic.table.packs import EpicPacks
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, EachQuestion, Question
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import library

SQUADS = {
    "space-marines": (("marine-tactical", 5), ("marine-devastator", 3), ("marine-rhino", 1)),
    "orks": (("ork-boy", 6), ("ork-nob", 3), ("ork-killa-kan", 2)),
    "eldar": (("eldar-guardian", 5), ("eldar-falcon", 1), ("eldar-war-walker", 2)),
}
TERRAIN: tuple[TerrainKind, ...] = ("open", "wood", "building", "ruins", "fortification")
KINDS: tuple[TerrainKind, ...] = ("open", "wood", "marsh", "river")
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
GIVEN: tuple[Given, ...] = ("advance", "charge", "charge", "first-fire")


def set_up(dice: Random, options: dict[str, Any]) -> Iterator[Command]:
    """A match with two small armies, as far as the deployment."""
    yield New(seed=dice.randrange(1000), options=options)
    for player, army in (("A", "space-marines"), ("B", dice.choice(sorted(SQUADS)))):
        yield Army(player=player, list=army)
        for number, (profile, n) in enumerate(SQUADS[army], 1):
            figures = (Group(profile=profile, n=n),)
            yield Muster(player=player, id=f"{player}{number}", figures=figures)
    yield Start()


def offered(state: Match, dice: Random) -> Command:
    """Something that is offered now; the end of this part of the turn when nothing is."""
    play = state.play
    if play.phase == "deployment":
        return Deploy(formation=dice.choice(offers.deployable_formations(state)))
    if play.phase == "orders":
        waiting = [side for side in state.sides.values() if not side.ordered]
        return _orders(state, waiting[0].id, dice) if waiting else Draw()
    if play.step == "draw":
        return Draw()
    return _in_its_phase(state, dice) or Next()


def _orders(state: Match, side: str, dice: Random) -> Command:
    if dice.random() < 0.5:
        return GiveOrders(player=state.sides[side].name, secret=True)
    orders = {one.id: dice.choice(GIVEN) for one in orderable(state, side)}
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
    for one, against in offers.possible_fights(state):
        return Fight(one=one, against=against)
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
    """Carry out a command and answer what it asks."""
    packs = EpicPacks()
    if packs.needs_packs(command):
        command = packs.complete(library(), match_session.session.state, command)
    match_session.do(command, auto=False)
    while match_session.question is not None:
        match_session.give(answer(match_session.question, dice), auto=False)
