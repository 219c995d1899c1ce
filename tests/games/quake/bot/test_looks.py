"""What a bot asks the table where no place tells, what it does with the answer, and without."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.bots.memory import Table
from q40k.games.quake.bot.options import RULES
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.match import Match, change_player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.shooting import Look, Shoot
from q40k.kernel.events import Answer, Question
from q40k.tabletop.rules import BotSeat, Level
from tests.games.quake.bot.test_choices import LEVELS, choose, stand

pytestmark = pytest.mark.rule("TABLE-8")


def blind(phase: str, champion: str = "space-marine") -> Match:
    """A bot, a person's Devastator and its Ork; nobody knows where they stand."""
    state = stand(
        "deathmatch",
        "classic-60",
        phase,
        Ann=(champion, (10, 10)),
        Bob=("sm-devastator", (30, 30)),
        Cid=("ork-shoota-boy", (50, 50)),
    )
    for player in ("p1", "p2", "p3"):
        state = change_player(state, player, at=None, kept=False)
    return change_player(state, "p1", bot=BotSeat())


def tell(state: Match, command: Command | None, *answers: Answer) -> Match:
    """The state after the table has answered a bot."""
    rest = list(answers)

    def answer(_question: Question, _state: Any) -> Answer:
        return rest.pop(0)

    table = Table(RULES, 1, state, answer)
    assert command is not None
    assert table.do(command)
    assert not rest
    return table.state


@pytest.mark.parametrize("level", LEVELS)
def test_it_asks_once_and_shoots_at_whom_it_sees(level: Level) -> None:
    state = blind("shooting")
    move = choose(state, level)
    assert isinstance(move.command, Look)
    assert move.is_urgent
    (foe,) = move.command.foes
    state = tell(state, move.command, "seen")
    shot = choose(state, level).command
    assert isinstance(shot, Shoot)
    assert (shot.target, shot.distance) == (foe, None)


def test_it_holds_its_fire_and_goes_nearer() -> None:
    state = tell(blind("shooting"), look := choose(blind("shooting"), "sound").command, "unseen")
    shot = choose(state, "sound").command
    assert isinstance(look, Look)
    assert not isinstance(shot, Shoot) or shot.target not in look.foes
    move = choose(state.replace(phase="movement", turn=state.play.turn + 1), "sound")
    assert move.command == Move(player="Ann", inches=6)
    assert move.target in ("p2", "p3")


def test_where_nobody_knows_it_shoots_as_the_rules_allow() -> None:
    state = tell(blind("shooting"), choose(blind("shooting"), "sound").command, "unknown")
    shot = choose(state, "sound").command
    assert isinstance(shot, Shoot)
    assert shot.distance is None


def test_it_asks_how_far_a_charge_is() -> None:
    state = blind("assault", "eldar-howling-banshee")
    look = choose(state, "sound").command
    assert isinstance(look, Look)
    (foe,) = look.foes
    near = choose(tell(state, look, "within"), "sound").command
    assert near == Charge(player="Ann", target=foe, distance=6.0)
    assert choose(tell(state, look, "unseen"), "sound").command == Next()


@pytest.mark.parametrize("answer", ["within", "seen", "unseen", "unknown"])
def test_it_asks_no_second_time_in_a_turn(answer: str) -> None:
    state = tell(blind("shooting"), choose(blind("shooting"), "sound").command, answer)
    assert not isinstance(choose(change_player(state, "p3", deaths=1), "sound").command, Look)
    assert not isinstance(choose(state.replace(phase="assault"), "sound").command, Look)


def test_it_asks_nothing_where_places_are_known_and_nothing_of_bots_alone() -> None:
    state = blind("shooting")
    placed = state
    for player, at in (("p1", (10, 10)), ("p2", (30, 10)), ("p3", (10, 30))):
        placed = change_player(placed, player, at=at, kept=True)
    assert isinstance(choose(placed, "sound").command, Shoot)
    for player in ("p2", "p3"):
        state = change_player(state, player, bot=BotSeat())
    assert not isinstance(choose(state, "sound").command, Look)
