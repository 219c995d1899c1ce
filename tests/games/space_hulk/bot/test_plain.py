"""The plain bot: what it does with its marines, over what their player may know."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.bot.lab import EIGHT, HulkLab, lay_out
from q40k.games.space_hulk.bot.leading import propose
from q40k.games.space_hulk.bot.playing import step
from q40k.games.space_hulk.state.editions import EDITIONS
from q40k.games.space_hulk.state.librarian import Power
from q40k.games.space_hulk.state.melee import Guard
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Step, Turn
from q40k.games.space_hulk.state.shooting.firing import Overwatch, Shoot
from q40k.games.space_hulk.state.shooting.flames import Flame
from q40k.games.space_hulk.state.turn import EndTurn
from q40k.kernel.events import DiceQuestion, Refused
from q40k.lab.subject import Bout, Result
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import library, new, ready, to_stealers
from tests.games.space_hulk.solo.alone import solo_match


def play(mission: str, seed: int = 0) -> Result:
    """A game of a mission of the house."""
    edition = library().of_kind("missions")[mission].editions[0]
    return HulkLab().play(library(), Bout(("", ""), seed, shared={"missions": mission, "editions": edition}))


def best(match: MatchSession) -> Any:
    """What the bot would do now."""
    proposal = propose(match.session.state)
    return None if proposal is None else proposal.command


def would(**places: str) -> Any:
    """What the bot would do first with these pieces on the board; the doors stand open."""
    match = ready(new(cp="app"), "H4 L4", 1, **places)
    return best(match)


@pytest.mark.parametrize("mission", EIGHT)
def test_every_mission_is_played_to_its_end(mission: str) -> None:
    result = play(mission)
    assert result.won in ((1, 0), (0.5, 0.5), (0, 1))
    assert result.turns >= 1


def test_a_game_is_known_by_its_number() -> None:
    assert play("cold-start", 3) == play("cold-start", 3)
    with pytest.raises(Refused):
        HulkLab().play(library(), Bout(("", ""), 1, shared={"missions": "two-keys", "editions": "1"}))


@pytest.mark.rule("SH1-MISSION-2")
def test_a_mission_has_numbers_of_its_own_by_the_1st_edition() -> None:
    fourth, first = (lay_out(library(), "signal-room", edition, 0).state.mission for edition in EDITIONS)
    assert (fourth.starting_blips, first.starting_blips) == (3, 0)
    assert (fourth.goals[0].count, first.goals[0].count) == (4, 3)
    assert (fourth.turn_limit, first.turn_limit) == (7, 7), "all else is the same"


def test_it_never_knows_what_lies_under_a_blip() -> None:
    table = lay_out(library(), "head-count", "4", 0)
    for _ in range(25):
        assert all(blip.value is None for blip in table.view.blips_in_play)
        step(table)
    assert any(blip.value is not None for blip in table.state.blips.values())


def test_a_stealer_in_sight_is_shot_at() -> None:
    proposal = would(Bolt1="E4 E", S1="G4 W")
    assert isinstance(proposal, Shoot)
    assert (proposal.who, proposal.target) == ("Bolt1", "S1")


def test_a_section_full_of_aliens_is_burnt_but_never_one_with_a_comrade() -> None:
    proposal = would(Flame="C4 E", S1="F4 W", B1="G4")
    assert isinstance(proposal, Flame)
    assert proposal.square in ("F4", "G4")
    assert not isinstance(would(Flame="C4 E", S1="F4 W", Bolt1="G4 E"), Flame)


def does(match: MatchSession, most: int = 9) -> list[Any]:
    """The bot's commands up to the end of the marine turn; every die shows a one."""
    commands: list[Any] = []
    while len(commands) < most and match.state.play.phase == "marine-action" and not match.state.outcome.over:
        commands.append(best(match))
        match.do(commands[-1], auto=False)
        while match.question is not None:
            question = match.question
            match.give((1,) * len(question.dice) if isinstance(question, DiceQuestion) else 1, auto=False)
    return commands


def corridor(rows: str, sections: str, doors: str = "", ammo: int = 6, **places: str) -> MatchSession:
    """A match alone on a corridor; the flamer has so many shots left."""
    lay_out = solo_match(rows=[rows], options={"cp": "app"})
    lay_out["board_data"]["levels"][0]["sections"] = [sections]
    match = ready(lay_out, doors, 1, **places)
    return go_on(match, line("set", who="Flame", ammo=ammo)) if "Flame" in places else match


def test_it_goes_on_towards_the_exit_and_keeps_points_to_watch() -> None:
    commands = does(ready(doors="H4 L4", cp=1, Bolt1="D4 E", Bolt2="B4 E", B1="K7"))
    assert isinstance(commands[0], Step)
    assert commands[0].who == "Bolt1", "who is nearest to the exit goes first"
    assert [command.who for command in commands if isinstance(command, Overwatch)] == ["Bolt1"]


def test_it_makes_ready_for_what_comes_from_the_side() -> None:
    match = ready(new("hold-the-room", cp="app"), doors="H4 L4", cp=1, Bolt1="E4 E", B1="E7", B2="E6")
    first = best(match)
    assert isinstance(first, Turn | Step)
    assert first.who == "Bolt1"
    does(match)
    marine = match.state.marines["Bolt1"]
    assert marine.stance.overwatch
    assert (marine.position.at, marine.position.facing) != ("E4", "E"), "there the blips would come to his side unseen"


def test_it_closes_the_door_behind_itself() -> None:
    commands = does(corridor("....D..........", "aaaaabbbbbccccc", "E1", Claw="F1 W", S1="A1 E", S2="B1 E"))
    assert isinstance(commands[0], Door)
    assert (commands[0].who, commands[0].at) == ("Claw", "E1")
    assert all(isinstance(command, Step | EndTurn) for command in commands[1:]), "and goes away from it"


def test_it_steps_back_from_a_closed_door_and_pays_a_point_to_watch_it() -> None:
    match = corridor("....D..........", "aaaaabbbbbccccc", Bolt1="D1 E", S1="G1 W", S2="H1 W")
    step, shot, watch, *_rest = does(match)
    assert (type(step), step.to) == (Step, "C1"), "an alien that comes through has to cross a square in his sight"
    assert (type(shot), shot.target) == (Shoot, "E1")
    assert (type(watch), watch.cp) == (Overwatch, 1)


@pytest.mark.rule("SH-LIB-9")
def test_a_librarian_storms_before_anything_else() -> None:
    power, *rest = does(corridor("...............", "aaaaabbbbbccccc", Libra="H1 E", S1="C1 E", S2="B1 E"))
    assert (type(power), power.power, power.target) == (Power, "psychic-storm", "S1"), "the nearest, behind his back"
    assert not any(isinstance(command, Power) for command in rest), "one power a turn"


def test_who_cannot_watch_turns_to_what_comes_and_guards() -> None:
    commands = does(corridor("...............", "aaaaabbbbbccccc", Claw="D1 W", S1="G1 W"))
    assert [command.facing for command in commands if isinstance(command, Turn)][-1] == "E"
    assert isinstance(commands[-2], Guard)


@pytest.mark.parametrize(
    ("ammo", "aliens", "burns"),
    [
        (6, {"S1": "F1 W", "S2": "G1 W"}, True),
        (1, {"S1": "F1 W", "S2": "G1 W", "S3": "H1 W"}, True),
        (1, {"S1": "N1 W"}, False),
    ],
    ids=["two come", "three come, one shot left", "one far off, one shot left"],
)
def test_it_keeps_the_flamer_for_the_corridor(ammo: int, aliens: dict[str, str], burns: bool) -> None:
    commands = does(corridor("...............", "aaaaabbbbbccccc", ammo=ammo, Flame="A1 E", **aliens))
    assert any(isinstance(command, Flame) for command in commands) == burns


def test_in_the_genestealer_turn_it_shoots_on_overwatch_and_places_what_it_saw_far_off() -> None:
    match = ready(doors="H4 L4", cp=1, Bolt1="G4 E", S1="N4 W", B1="K6")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    assert best(match) is None, "nothing to react to"
    go_on(match, line("step", who="S1", dir="forward"))
    command: Any = best(match)
    assert command.overwatch == ("Bolt1",)
