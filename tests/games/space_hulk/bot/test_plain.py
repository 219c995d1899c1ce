"""The plain bot: what it does with its marines, over what their player may know."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.bot.lab import EIGHT, HulkLab, lay_out
from q40k.games.space_hulk.bot.leading import propose
from q40k.games.space_hulk.bot.playing import step
from q40k.games.space_hulk.rules.melee import Guard
from q40k.games.space_hulk.rules.movement.steps import Step, Turn
from q40k.games.space_hulk.rules.shooting.firing import Overwatch, Shoot
from q40k.games.space_hulk.rules.shooting.flames import Flame
from q40k.lab.subject import Bout, Result, Unplayable
from q40k.table.match_session import MatchSession
from tests.games.space_hulk.playing import go_on, library, line, new, ready, to_stealers


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
    with pytest.raises(Unplayable):
        HulkLab().play(library(), Bout(("", ""), 1, shared={"missions": "two-keys", "editions": "1"}))


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


def test_it_goes_on_towards_the_exit_and_keeps_points_to_watch() -> None:
    match = ready(doors="H4 L4", cp=1, Bolt1="D4 E", Bolt2="B4 E", B1="K7")
    first = best(match)
    assert isinstance(first, Step)
    assert first.who == "Bolt1", "who is nearest to the exit goes first"
    go_on(match, line("step", who="Bolt1", to="E4"), line("step", who="Bolt1", to="F4"))
    assert isinstance(best(match), Overwatch)


def test_it_looks_to_where_danger_comes_from() -> None:
    hold = new("hold-the-room", cp="app")
    match = ready(hold, doors="H4 L4", cp=1, Bolt1="E4 E", B1="E7", B2="E6")
    command = best(match)
    assert isinstance(command, Turn)
    assert (command.who, command.facing) == ("Bolt1", "N")


def test_who_cannot_watch_stands_on_guard() -> None:
    match = ready(cp=1, Claw="P4 E")
    go_on(match, line("set", who="Claw", ap=2))
    command = best(match)
    assert isinstance(command, Guard | Step)


def test_in_the_genestealer_turn_it_shoots_on_overwatch_and_places_what_it_saw_far_off() -> None:
    match = ready(doors="H4 L4", cp=1, Bolt1="G4 E", S1="N4 W", B1="K6")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    assert best(match) is None, "nothing to react to"
    go_on(match, line("step", who="S1", dir="forward"))
    command: Any = best(match)
    assert command.overwatch == ("Bolt1",)
