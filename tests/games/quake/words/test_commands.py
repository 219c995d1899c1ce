"""Commands in one line, and what undo and redo say."""

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.state.acting import Act
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.barrels import HitBarrel
from q40k.games.quake.state.bonus import DeepStrike, Drop, Pickup, Take
from q40k.games.quake.state.clock import SetClock
from q40k.games.quake.state.ending import End, PlayOn, Settle
from q40k.games.quake.state.flags import Capture, HandOver, TouchFlag
from q40k.games.quake.state.melee import Contact, Fight
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.movement.second_move import SecondMove
from q40k.games.quake.state.movement.special_moves import Climb, Jump, Leap, Swim
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.objectives.ties import Describe
from q40k.games.quake.state.positions import PlaceAt, StandIn
from q40k.games.quake.state.questions import D3
from q40k.games.quake.state.registry import REGISTRY
from q40k.games.quake.state.score import Accident, Adjust, Kill
from q40k.games.quake.state.shooting import Shoot
from q40k.games.quake.state.table.corrections import Correct, Rename
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join, Leave
from q40k.games.quake.state.teams import ChangeTeam, Penetrate
from q40k.games.quake.state.traits import UseTrait
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.amending import undo_or_redo_sentence
from q40k.i18n.locale import Locale
from q40k.tabletop.rules import Command, Dice
from tests.games.samples import make_samples

from .conftest import MARINE

KILL = Kill(player="Alice", victim="Bob")
SAMPLES: tuple[tuple[Command, str], ...] = (
    (New(mod="deathmatch"), "new match: deathmatch"),
    (New(mod="deathmatch", name="Friday"), "new match: Friday (deathmatch)"),
    (Shoot(player="Bob", target="Alice", weapon="boltgun"), "shot: Bob → Alice (boltgun)"),
    (Shoot(player="Bob", target="K1"), "shot: Bob → K1"),
    (Join(player="Bob", champion="marine"), "join: Bob (marine)"),
    (Join(player="Bob", champion={"name": "x"}), "join: Bob"),
    (Join(player="Bob", champion="marine", profile=MARINE), "join: Bob (Space Marine)"),
    (Leave(player="Bob"), "leave: Bob"),
    (Start(), "start"),
    (Deploy(player="Bob"), "deploy: Bob"),
    (Deploy(player="Bob", tile="A1"), "deploy: Bob (A1)"),
    (Move(player="Bob"), "move: Bob"),
    (PlaceAt(player="Bob"), "place: Bob"),
    (PlaceAt(player="Bob", at=(30.5, 45)), "place: Bob (30.5; 45)"),
    (Move(player="Bob", inches=4.5), "move: Bob (4.5 in)"),
    (Jump(player="Bob", height=4), "jump down: Bob (4 in)"),
    (SecondMove(player="Bob", inches=3), "second move: Bob"),
    (UseTrait(player="Bob", trait="defend"), "trait: Bob (defend)"),
    (Swim(player="Bob"), "swim: Bob"),
    (Swim(player="Bob", inches=3), "swim: Bob (3 in)"),
    (Leap(player="Bob", gap=3), "leap: Bob (3 in)"),
    (Climb(player="Bob", height=2), "climb: Bob (2 in)"),
    (DeepStrike(player="Bob"), "deep strike: Bob"),
    (Take(player="Bob", victim="Alice"), "vampirism: Bob → Alice"),
    (UsePortal(player="Bob", portal=3), "portal jump: Bob (3)"),
    (StandIn(player="Bob", portal=3), "stands in portal: Bob (3)"),
    (StandIn(player="Bob"), "stands in no portal: Bob"),
    (Pickup(player="Bob", token="E1"), "pick-up: Bob (E1)"),
    (Drop(player="Bob"), "token put back: Bob"),
    (Contact(player="Bob"), "in contact: Bob"),
    (Contact(player="Bob", others=("Alice", "Eve")), "in contact: Bob (Alice and Eve)"),
    (Charge(player="Bob", target="Alice"), "charge: Bob → Alice"),
    (Fight(), "melee"),
    (Fight(melee="Bob"), "melee: Bob"),
    (KILL, "kill: Alice → Bob"),
    (Kill(player=("Alice", "Chloé"), victim="Bob"), "kill: Alice + Chloé → Bob"),
    (Kill(player="Alice", victim="Bob", how="bolter"), "kill: Alice → Bob (bolter)"),
    (Accident(player="Bob"), "accident: Bob"),
    (Accident(player="Bob", cause="lava"), "accident: Bob (lava)"),
    (Act(player="Bob"), "acts now: Bob"),
    (TouchFlag(player="Bob"), "flag: Bob"),
    (TouchFlag(player="Bob", flag="F1"), "flag: Bob (F1)"),
    (HandOver(player="Bob", to="Alice"), "flag handed over: Bob → Alice"),
    (Capture(player="Bob"), "flag brought home: Bob"),
    (Penetrate(player="Bob", team="Red"), "building: Bob → Red"),
    (Penetrate(player="Bob", team="Red", times=2), "building: Bob → Red (×2)"),
    (HitBarrel(player="Bob", barrel="K3"), "barrel: Bob → K3"),
    (ChangeTeam(player="Bob", team="Red"), "team: Bob → Red"),
    (Next(), "next champion"),
    (Next(passed=("Bob",)), "next champion"),
    (EndPhase(), "end of phase"),
    (Adjust(player="Bob", score=Fraction(15, 2), why="because"), "score: Bob +7½"),
    (Rename(player="Bod", to="Bob"), "name: Bod → Bob"),
    (Correct(player="Bob", champion="marine"), "champion: Bob (marine)"),
    (Settle(between=("Ann", "Bob")), "dispute: Ann / Bob"),
    (PlayOn(), "play on"),
    (End(), "end of the match"),
    (End(why="the tram"), "end of the match: the tram"),
    (Describe(player="Bob", painted=True), "figure described: Bob"),
    (Kill(player=("Alice", "Bob"), victim=("Alice", "Bob")), "kill: Alice + Bob → Alice + Bob"),
    (Accident(player=("Alice", "Bob")), "accident: Alice + Bob"),
    (Dice(by="app"), "dice: the app rolls"),
    (Dice(by="hand", player="Bob"), "dice: Bob (real dice)"),
    (D3(on_d6=True), "a D3 is typed: on a D6"),
    (D3(on_d6=False), "a D3 is typed: 1 to 3"),
    (SetClock(minutes=90, seconds=45), "clock: 1:30:00 + 0:45"),
    (SetClock(minutes=5), "clock: 5:00"),
    (SetClock(pause=True), "clock: stopped"),
    (SetClock(pause=False), "clock: goes on"),
    (SetClock(off=True), "clock: taken away"),
)


VALUES: dict[str | type, Any] = {
    "player": "Bob",
    "target": "Eve",
    "to": "Eve",
    "at": (30.5, 45.0),
    "figure_size": (2.5, 2.5),
}
GENERATED = tuple(
    command
    for kind in REGISTRY.commands
    if kind not in {type(command) for command, _ in SAMPLES}
    for command in make_samples(kind, VALUES)
)
"""Samples made of the types of every command that has none by hand: a new command needs none."""


@pytest.mark.parametrize(("command", "sentence"), SAMPLES)
def test_a_command_is_named_with_its_arguments(command: Command, sentence: str, english: Locale) -> None:
    assert WORDS.command(english, command) == sentence


@pytest.mark.parametrize("command", [*(command for command, _ in SAMPLES), *GENERATED], ids=lambda c: str(c.do))
def test_every_command_is_named_in_both_languages(command: Command, english: Locale, french: Locale) -> None:
    in_english, in_french = WORDS.command(english, command), WORDS.command(french, command)
    assert in_english != in_french
    for line in (in_english, in_french):
        assert line == line.strip() != ""
        assert not set("{}") & set(line)


def test_undo_names_the_dice_it_takes_back(english: Locale, french: Locale) -> None:
    assert undo_or_redo_sentence(english, WORDS, [KILL], []) == "Undone: kill, Alice → Bob"
    assert undo_or_redo_sentence(english, WORDS, [KILL], [(4,)]) == "Undone: kill, Alice → Bob (takes back the die 4)"
    assert undo_or_redo_sentence(french, WORDS, [KILL], [(4,), (6, 2)]) == (
        "Annulé\u00a0: frag, Alice → Bob (et annule les dés 4 6 2)"
    )
    both = undo_or_redo_sentence(english, WORDS, [KILL, Next()], [])
    assert both == "Undone: kill, Alice → Bob · next champion"


def test_a_step_back_names_what_it_takes(english: Locale, french: Locale) -> None:
    assert undo_or_redo_sentence(english, WORDS, [], [(4,)]) == "Taken back: the die 4"
    assert undo_or_redo_sentence(english, WORDS, [], []) == "Taken back: an answer"
    assert undo_or_redo_sentence(french, WORDS, [], [(4, 5)], redo=True) == "Rendu\u00a0: les dés 4 5"
    assert undo_or_redo_sentence(english, WORDS, [], [], redo=True) == "Given back: an answer"


def test_redo_names_the_dice_it_gives_back(english: Locale, french: Locale) -> None:
    assert (
        undo_or_redo_sentence(english, WORDS, [KILL], [(4,)], redo=True)
        == "Redone: kill, Alice → Bob (gives back the die 4)"
    )
    assert undo_or_redo_sentence(french, WORDS, [KILL], [], redo=True) == "Rétabli\u00a0: frag, Alice → Bob"
