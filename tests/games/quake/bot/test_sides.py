"""Who of a team acts, whose mind a rival controls, who comes late and who leaves, gaps to leap over."""

from __future__ import annotations

import numpy as np
import pytest

from q40k.bots.memory import is_legal
from q40k.games.quake.bot.bot import leader_of
from q40k.games.quake.bot.moves import leap_options
from q40k.games.quake.bot.options import RULES
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.acting import Act
from q40k.games.quake.state.match import Held, Match, change_player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.special_moves import Leap
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import Shoot
from q40k.games.quake.state.table.players import Join, Leave
from q40k.games.quake.table.library import QuakePacks
from q40k.games.quake.table.view import QuakeView
from q40k.geometry import surfaces
from q40k.geometry.space import Inches, distance_cm
from tests.games.quake.bot.test_choices import BOT, choose, stand
from tests.table.scripts import library


@pytest.mark.rule("TEAM-3")
def test_the_mate_with_the_better_shot_acts_first() -> None:
    state = stand(
        "domination",
        "crossroads-120",
        "shooting",
        {"budget": 400},
        Ann=("space-marine", (10, 10)),
        Bob=("space-marine", (40, 110)),
        Cid=("sm-devastator", (60, 110)),
        Dan=("space-marine", (110, 110)),
        Eve=("space-marine", (30, 10)),
        Fay=("space-marine", (110, 100)),
    )
    state = state.replace(active="p1", acted=())
    assert choose(state, "sound").command == Act(player="Cid")
    assert isinstance(choose(state.replace(active="p3"), "sound", "p3").command, Shoot)
    assert not isinstance(choose(state.replace(acted=("p3",)), "sound").command, Act)
    by_hand = change_player(state, "p1", bot="sound")
    assert not isinstance(choose(by_hand, "sound").command, Act), "Cid is played by a person"


@pytest.mark.rule("TEAM-3")
def test_who_reaches_a_token_moves_first_then_who_is_far_from_the_foes() -> None:
    state = stand(
        "domination",
        "crossroads-120",
        "movement",
        {"budget": 400},
        Ann=("space-marine", (60, 30)),
        Bob=("space-marine", (60, 55)),
        Cid=("space-marine", (12, 30)),
        Dan=("space-marine", (90, 60)),
        Eve=("space-marine", (25, 12)),
        Fay=("space-marine", (110, 100)),
    ).replace(active="p1", acted=())
    assert choose(state, "sound").command == Act(player="Cid"), "it reaches a weapon"
    bare = state.replace(tokens={})
    assert choose(bare, "sound").command == Act(player="Eve"), "it is the farthest from its foes"
    assert isinstance(choose(bare.replace(active="p5"), "sound", "p5").command, Move)
    assert isinstance(choose(bare.replace(acted=("p3", "p5")), "sound").command, Move), "the others have moved"


def control_mind(phase: str, bob: tuple[float, float]) -> Match:
    """Ann controls the mind of Bob, who acts; Cid stands near him."""
    state = stand(
        "deathmatch",
        "classic-60",
        phase,
        Ann=("space-marine", (10, 30)),
        Bob=("space-marine", bob),
        Cid=("space-marine", (50, 50)),
    )
    state = change_player(state, "p1", bonus=Held(token="S1", kind="special-5", target="p2"))
    return state.replace(active="p2", ranking=("p2", "p1", "p3"))


@pytest.mark.rule("BONUS-1")
def test_a_champion_whose_mind_a_rival_controls_walks_into_its_fire_and_kills_nobody() -> None:
    state = control_mind("movement", (52, 30))
    assert leader_of(state, "p2") == "p1"
    command = choose(state, "sound", "p1").command
    assert isinstance(command, Move)
    assert command.to is not None
    assert distance_cm(command.to, (10, 30)) < distance_cm((52, 30), (10, 30)) - 5
    assert choose(control_mind("shooting", (45, 48)), "sound", "p1").command == Next()
    assert isinstance(choose(control_mind("shooting", (45, 48)).replace(active="p1"), "sound", "p1").command, Shoot)


@pytest.mark.rule("BONUS-1")
def test_a_bot_does_not_fear_the_champion_whose_mind_it_controls() -> None:
    controls = change_player(control_mind("movement", (45, 30)), "p3", alive=False).replace(active="p1")
    fights = change_player(controls, "p1", bonus=None)
    with_puppet, with_foe = (Places(Outlook(s, s.players["p1"]), PLAIN).risks for s in (controls, fights))
    assert with_foe.max() > 0
    assert with_puppet.max() == 0


@pytest.mark.rule("BONUS-1")
def test_a_bot_moves_the_champion_of_a_person_whose_mind_it_controls() -> None:
    state, view = control_mind("movement", (52, 30)), QuakeView()
    assert BOT.seat_to_move(view, change_player(state, "p1", bot="sound"), None) == "p1"
    assert BOT.seat_to_move(view, change_player(state, "p2", bot="sound"), None) is None, "Ann is a person"


@pytest.mark.rule("MOVE-5")
def test_a_bot_leaps_over_lava_where_the_prize_is_worth_the_risk() -> None:
    """The token lies across the flow, two turns on foot, or one leap and 8 % to die."""

    def cross(champion: str, personality: str) -> type:
        state = stand("deathmatch", "caldera-120", "movement", Ann=(champion, (61, 62)), Bob=(champion, (110, 10)))
        move = BOT.decide(state.replace(tokens={"W3": state.tokens["W3"]}), None, "p1", "sound", personality, "seed")
        assert move is not None
        assert move.command is not None
        assert is_legal(RULES, state, move.command)
        return type(move.command)

    assert cross("nec-warrior", "collector") is Leap
    assert cross("space-marine", "plain") is Move


@pytest.mark.rule("MOVE-5")
def test_a_gap_as_narrow_as_a_hair_is_leapt_over_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the edges of two pieces all but meet, a gap is thinner than a hundredth of an inch."""
    state = stand(
        "deathmatch", "caldera-120", "movement", Ann=("nec-warrior", (61, 62)), Bob=("nec-warrior", (110, 10))
    )
    monkeypatch.setattr(surfaces, "gap", lambda *_: surfaces.Gap(Inches(0.004), 0.0, None, None, None))
    outlook = Outlook(state, state.players["p1"])
    leaps = [option.command for option in leap_options(outlook, np.ones(len(outlook.grid.points)))]
    assert leaps
    assert all(isinstance(leap, Leap) and leap.gap == 0.01 for leap in leaps)


@pytest.mark.rule("INIT-3", "INIT-5")
def test_bots_that_come_late_play_and_bots_that_leave_are_not_missed() -> None:
    seats = [Entrant("Ann", "space-marine"), Entrant("Bob", "ork-shoota-boy"), Entrant("Cid", "ork-shoota-boy")]
    table, packs = set_up(library(), "deathmatch", "classic-60", seats[:2], 5, {"times_to_win": 2}), QuakePacks()
    play(table, seats, 1)
    assert table.do(packs.complete(library(), table.state, Join(player="Cid", champion="ork-shoota-boy")))
    acts: set[str] = set()
    play(table, seats, 2, lambda option: acts.add(getattr(option.command, "player", "")))
    assert "Cid" in acts
    assert table.do(Leave(player="Bob"))
    state = play(table, seats)
    assert state.outcome.over
    assert state.outcome.winner[0] in {"p1", "p3"}
