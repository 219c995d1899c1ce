"""Commands in one line, and what undo and redo say."""

from fractions import Fraction
from typing import get_args

import pytest

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules.commands import Command
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.amending import redone, undone
from q40k.i18n.locale import Locale

from .conftest import MARINE

KILL = c.Kill(player="Alice", victim="Bob")
SAMPLES: tuple[tuple[Command, str], ...] = (
    (c.New(mod="deathmatch"), "new match: deathmatch"),
    (c.New(mod="deathmatch", name="Friday"), "new match: Friday (deathmatch)"),
    (c.Shoot(player="Bob", target="Alice", weapon="boltgun"), "shot: Bob > Alice (boltgun)"),
    (c.Shoot(player="Bob", target="K1"), "shot: Bob > K1"),
    (c.Join(player="Bob", champion="marine"), "join: Bob (marine)"),
    (c.Join(player="Bob", champion={"name": "x"}), "join: Bob"),
    (c.Join(player="Bob", champion="marine", profile=MARINE), "join: Bob (Space Marine)"),
    (c.Leave(player="Bob"), "leave: Bob"),
    (c.Start(), "start"),
    (c.Deploy(player="Bob"), "deploy: Bob"),
    (c.Deploy(player="Bob", tile="A1"), "deploy: Bob (A1)"),
    (c.Move(player="Bob"), "move: Bob"),
    (c.PlaceAt(player="Bob"), "place: Bob"),
    (c.PlaceAt(player="Bob", at=(30.5, 45)), "place: Bob (30.5; 45)"),
    (c.Move(player="Bob", inches=4.5), "move: Bob (4.5 in)"),
    (c.Jump(player="Bob", height=4), "jump down: Bob (4 in)"),
    (c.Swim(player="Bob"), "swim: Bob"),
    (c.Swim(player="Bob", inches=3), "swim: Bob (3 in)"),
    (c.Leap(player="Bob", gap=3), "leap: Bob (3 in)"),
    (c.Climb(player="Bob", height=2), "climb: Bob (2 in)"),
    (c.DeepStrike(player="Bob"), "deep strike: Bob"),
    (c.Take(player="Bob", victim="Alice"), "vampirism: Bob > Alice"),
    (c.UsePortal(player="Bob", portal=3), "portal jump: Bob (3)"),
    (c.StandIn(player="Bob", portal=3), "stands in portal: Bob (3)"),
    (c.StandIn(player="Bob"), "stands in no portal: Bob"),
    (c.Pickup(player="Bob", token="E1"), "pick-up: Bob (E1)"),
    (c.Drop(player="Bob"), "token put back: Bob"),
    (c.Contact(player="Bob"), "in contact: Bob"),
    (c.Contact(player="Bob", others=("Alice", "Eve")), "in contact: Bob (Alice and Eve)"),
    (c.Charge(player="Bob", target="Alice"), "charge: Bob > Alice"),
    (c.Fight(), "melee"),
    (c.Fight(melee="Bob"), "melee: Bob"),
    (KILL, "kill: Alice > Bob"),
    (c.Kill(player=("Alice", "Chloé"), victim="Bob"), "kill: Alice + Chloé > Bob"),
    (c.Kill(player="Alice", victim="Bob", how="bolter"), "kill: Alice > Bob (bolter)"),
    (c.Accident(player="Bob"), "accident: Bob"),
    (c.Accident(player="Bob", cause="lava"), "accident: Bob (lava)"),
    (c.Act(player="Bob"), "acts now: Bob"),
    (c.TouchFlag(player="Bob"), "flag: Bob"),
    (c.TouchFlag(player="Bob", flag="F1"), "flag: Bob (F1)"),
    (c.HandOver(player="Bob", to="Alice"), "flag handed over: Bob > Alice"),
    (c.Capture(player="Bob"), "flag brought home: Bob"),
    (c.Penetrate(player="Bob", team="Red"), "building: Bob > Red"),
    (c.Penetrate(player="Bob", team="Red", times=2), "building: Bob > Red (×2)"),
    (c.HitBarrel(player="Bob", barrel="K3"), "barrel: Bob > K3"),
    (c.ChangeTeam(player="Bob", team="Red"), "team: Bob > Red"),
    (c.Next(), "next champion"),
    (c.EndPhase(), "end of phase"),
    (c.Adjust(player="Bob", score=Fraction(15, 2), why="because"), "score: Bob +7½"),
    (c.Rename(player="Bod", to="Bob"), "name: Bod > Bob"),
    (c.Correct(player="Bob", champion="marine"), "champion: Bob (marine)"),
    (c.PlayOn(), "play on"),
    (c.End(), "end of the match"),
    (c.End(why="the tram"), "end of the match: the tram"),
    (c.Describe(player="Bob", painted=True), "figure described: Bob"),
    (c.Kill(player=("Alice", "Bob"), victim=("Alice", "Bob")), "kill: Alice + Bob > Alice + Bob"),
    (c.Accident(player=("Alice", "Bob")), "accident: Alice + Bob"),
    (c.Dice(by="app"), "dice: the app rolls"),
    (c.Dice(by="hand", player="Bob"), "dice: Bob (real dice)"),
    (c.D3(on_d6=True), "a D3 is typed: on a D6"),
    (c.D3(on_d6=False), "a D3 is typed: 1 to 3"),
    (c.SetClock(minutes=90, seconds=45), "clock: 1:30:00 + 0:45"),
    (c.SetClock(minutes=5), "clock: 5:00"),
    (c.SetClock(pause=True), "clock: stands"),
    (c.SetClock(pause=False), "clock: goes on"),
    (c.SetClock(off=True), "clock: taken away"),
)


def test_there_is_a_sample_of_every_command() -> None:
    assert {type(command) for command, _ in SAMPLES} == set(get_args(Command))


@pytest.mark.parametrize(("command", "said"), SAMPLES)
def test_every_command_is_named(
    command: Command, said: str, english: Locale, french: Locale
) -> None:
    assert WORDS.command(english, command) == said
    assert WORDS.command(french, command) != said


def test_undo_names_the_dice_it_takes_back(english: Locale, french: Locale) -> None:
    assert undone(english, WORDS, [KILL], []) == "Undone: kill, Alice > Bob"
    assert (
        undone(english, WORDS, [KILL], [(4,)]) == "Undone: kill, Alice > Bob (takes back the die 4)"
    )
    assert undone(french, WORDS, [KILL], [(4,), (6, 2)]) == (
        "Annulé\u00a0: frag, Alice > Bob (et reprend les dés 4 6 2)"
    )
    both = undone(english, WORDS, [KILL, c.Next()], [])
    assert both == "Undone: kill, Alice > Bob · next champion"


def test_a_step_back_names_what_it_takes(english: Locale, french: Locale) -> None:
    assert undone(english, WORDS, [], [(4,)]) == "Taken back: the die 4"
    assert undone(english, WORDS, [], []) == "Taken back: an answer"
    assert redone(french, WORDS, [], [(4, 5)]) == "Rendu\u00a0: les dés 4 5"
    assert redone(english, WORDS, [], []) == "Given back: an answer"


def test_redo_names_the_dice_it_gives_back(english: Locale, french: Locale) -> None:
    assert (
        redone(english, WORDS, [KILL], [(4,)]) == "Redone: kill, Alice > Bob (gives back the die 4)"
    )
    assert redone(french, WORDS, [KILL], []) == "Rétabli\u00a0: frag, Alice > Bob"
