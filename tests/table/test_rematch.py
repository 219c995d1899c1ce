"""The same players once more: what an earlier match says of a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from q40k.games.quake.state.clock import SetClock
from q40k.games.quake.state.table.players import Leave
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.rematch import prefill_rematch, prefill_rematch_of
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import library, playing, press, set_up

AGREED: dict[str, Any] = {"options": {"points_to_win": 200, "barrels_each": 4}, "addons": ("barrel-frenzy",)}


def said_again(desk: Desk, *, fresh: bool = False, other: bool = False) -> Prefilled:
    prefilled = prefill_rematch(desk.match_session.game, desk.state, fresh=fresh, other=other)
    assert isinstance(prefilled, Prefilled)
    return prefilled


def test_all_that_was_agreed_is_said_again_and_nothing_is_asked() -> None:
    desk = playing(("Ann", "Bob", "Cid"), **AGREED)
    desk.do(SetClock(minutes=90, seconds=60))
    desk.do(Leave(player="Cid"))
    again = Desk(temporary_match(), library(), Locale("en"), said_again(desk), ask_dice=True)
    before, after = desk.state, again.state
    assert (after.setup.mod, after.setup.arena) == (before.setup.mod, before.setup.arena)
    assert after.setup.points_to_win == 200
    assert after.clock is not None
    assert (after.clock.limit, after.clock.each) == (90 * 60, 60)
    assert after.setup.roller == "hand"
    assert after.setup.seed != before.setup.seed
    here = {p.name: p.champion for p in before.players.values() if p.present}
    assert {p.name: p.champion for p in after.players.values()} == here
    assert list(here) == ["Ann", "Bob"]


def test_fresh_champions_and_another_mod_are_asked() -> None:
    desk = set_up(("Ann", "Bob"), **AGREED)
    fresh = said_again(desk, fresh=True)
    assert fresh.players == (("Ann", "", ()), ("Bob", "", ()))
    assert (fresh.mod, fresh.options["points_to_win"]) == ("deathmatch", 200)
    other = said_again(desk, other=True)
    assert (other.mod, other.arena, other.options, other.addons) == (None, None, {}, ())
    assert [name for name, _champion, _gear in other.players] == ["Ann", "Bob"]
    assert all(champion for _name, champion, _gear in other.players)


def test_teams_stay_together() -> None:
    players = (("Ann", "space-marine", ()), ("Bob", "eldar-guardian", ()))
    teams = {"Ann": "Red", "Bob": "Blue"}
    desk = set_up_teams(players, teams)
    again = Desk(temporary_match(), library(), Locale("en"), said_again(desk))
    press(again, "\n")
    assert {p.name: p.team for p in again.state.players.values()} == teams


def set_up_teams(players: tuple[tuple[str, str, tuple[str, ...]], ...], teams: dict[str, str]) -> Desk:
    prefilled = Prefilled(mod="capture-the-flag", arena="bastions-140", players=players, teams=teams)
    desk = Desk(temporary_match(), library(), Locale("en"), prefilled)
    press(desk, "\n\n")  # no budget, and the rest as ever
    return desk


def test_a_match_of_the_library_is_only_looked_at(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    match_session = match_library.begin("evening")
    desk = set_up(("Ann", "Bob"), match_session=match_session)
    head = match_session.head
    game, prefilled = prefill_rematch_of(match_library, match_session.number)  # while it is being played
    assert game.id == "quake"
    assert prefilled == said_again(desk)
    assert match_session.head == head
    match_session.close()
    match_library.close()
