"""`q40k new --game epic`: the scenario and both sides are named in the call, people and bots."""

from __future__ import annotations

import pytest

from q40k.cli.base import Call
from q40k.cli.verbs import play
from q40k.games import game as games
from q40k.games.epic.table.opening import ExpectedSide, Prefilled
from q40k.i18n.locale import Locale
from q40k.table.context import Prefilled as Base
from q40k.table.match_library import temporary_match
from q40k.tabletop.rules import BotSeat
from q40k.tui.desk import Desk
from tests.cli.calls import bad, good
from tests.games.epic.playing import library

CALL = ("new", "--game", "epic")


def test_a_call_names_the_scenario_both_sides_and_who_is_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Base] = []

    def begin(_call: Call, prefilled: Base, _game: games.Game) -> int:
        begun.append(prefilled)
        return 0

    monkeypatch.setattr(play, "begin_match", begin)
    sides = ("--player", "Ann=space-marines", "--bot", "Ork=orks:straight")
    good(*CALL, "--scenario", "bridge", *sides, "--points", "200", "--seed", "7", "--dice", "app", "--name", "Tuesday")
    good(*CALL, "--bot", "Ork=orks")
    people = ExpectedSide("Ann", "space-marines"), ExpectedSide("Ork", "orks", BotSeat("straight"))
    assert begun == [
        Prefilled("Tuesday", 7, "app", "bridge", people, 200),
        Prefilled(sides=(ExpectedSide("Ork", "orks", BotSeat("sound")),), points=300),
    ]


def test_what_the_call_has_said_is_not_asked() -> None:
    sides = ExpectedSide("Ann", "space-marines"), ExpectedSide("Ork", "orks", BotSeat("straight"))
    prefilled = Prefilled("", 7, "app", "bridge", sides, 200)
    desk = Desk(temporary_match(games.find("epic")), library, Locale("en"), prefilled)
    state = desk.state
    assert state.scenario.id == "bridge", desk.notice
    assert [(side.name, side.army, side.bot) for side in state.sides.values()] == [
        ("Ann", "Space Marines", None),
        ("Ork", "Orks", BotSeat("straight")),
    ]
    assert all(state.of_side(side) for side in state.sides), "both field a force"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--scenario", "brigde"), "The nearest is bridge."),
        (("--player", "Ann"), "is not NAME=ARMY"),
        (("--bot", "Ork=orx"), "No pack knows the army “orx”"),
        (("--bot", "Ork=orks:keen"), "There is no level “keen”: straight, sound, sharp."),
        (("--bot", "A=orks", "--bot", "B=orks", "--bot", "C=orks"), "There are two sides; you named 3."),
        (("--player", "A=orks", "--bot", "A=eldar"), "Each side needs a name of its own."),
        (("--points", "200"), "Name the sides with --player or --bot."),
    ],
)
def test_what_cannot_be_played_is_said(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in " ".join(bad(2, *CALL, *arguments).split())
