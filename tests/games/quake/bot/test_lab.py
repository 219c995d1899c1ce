"""Who plays in the lab where a call names no champions: figures that can do what the mod is won by."""

from __future__ import annotations

import pytest

from q40k.games.quake.bot.lab import ARENAS, CHAMPIONS, TEAMS, QuakeLab
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.playing import Entrant, set_up
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.odds import thing_odds
from tests.table.scripts import library


def usual(mod: str) -> tuple[str, ...]:
    lab = QuakeLab()
    return lab.usual(library(), lab.kind("champions"), {"mods": (mod,)}, 2)


def outlooks(mod: str) -> list[Outlook]:
    entrants = [Entrant(id, id, team=TEAMS[seat % 2]) for seat, id in enumerate(usual(mod))]
    state = set_up(library(), mod, "bastions-140", entrants, 1).state
    return [Outlook(state, player) for player in state.players.values()]


@pytest.mark.rule("BASE-1")
def test_in_base_attack_everybody_can_pierce_the_building() -> None:
    for outlook in outlooks("base-attack"):
        rivals = next(team for team in outlook.state.teams if team != outlook.stakes.side)
        odds = [thing_odds(outlook.state, outlook.me, gun, rivals) for gun in outlook.guns]
        assert any(odd.strikes and not odd.findings for odd in odds), outlook.me.name


@pytest.mark.rule("FLAG-1")
def test_where_flags_are_brought_home_everybody_is_quick() -> None:
    assert {allowance(outlook.state, outlook.me) for outlook in outlooks("capture-the-flag")} == {12.0}


@pytest.mark.rule("SCORE-4")
def test_in_team_deathmatch_a_shot_kills_half_again_as_often_as_elsewhere() -> None:
    """A team of three needs thirty kills; an evening has no time for more misses than that."""
    chances = {}
    for mod in ("team-deathmatch", "team-champions"):
        chances[mod] = [
            max((kills for fire in outlook.fires(foe) for kills in fire.kills), default=0.0)
            for outlook in outlooks(mod)
            for foe in outlook.state.players.values()
            if not outlook.stakes.is_friend(foe)
        ]
    assert sum(chances["team-deathmatch"]) > 1.5 * sum(chances["team-champions"])


def test_elsewhere_the_usual_six_take_turns() -> None:
    assert usual("deathmatch") == usual("no such mod") == CHAMPIONS


@pytest.mark.parametrize("seats", [2, 6, 12])
def test_arenas_that_take_turns_have_room_for_all_who_play(seats: int) -> None:
    """`--field` takes up to twelve: classic-60 has nine tiles."""
    lab = QuakeLab()
    arenas = lab.usual(library(), lab.kind("arenas"), {}, seats)
    assert arenas == tuple(id for id in ARENAS if library().arenas[id].tiles >= seats)
    assert len(arenas) >= 2
