"""Bots play every shipped mod to its end, without a refusal and without a question unanswered."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.quake.bot.bot import PATIENCE
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.tabletop.rules import Level
from tests.table.scripts import library

SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "assault": ("crossroads-120", {"budget": 200}),
    "base-attack": ("bastions-140", {"budget": 200, "structure_points": 2}),
    "capture-the-flag": ("bastions-140", {"budget": 200, "rounds": 1}),
    "champion-of-champions": ("boiler-60", {"budget": 200, "rounds": 1}),
    "deathmatch": ("deadhive-80", {"times_to_win": 2}),
    "deathmatch-pro": ("classic-60", {"times_to_win": 2}),
    "domination": ("crossroads-120", {"budget": 400, "points": 3}),
    "elite": ("scaffolds-80", {"rounds": 1}),
    "one-flag": ("bastions-140", {"budget": 200}),
    "supreme-master": ("boiler-60", {"times_to_win": 2}),
    "team-champions": ("crossroads-120", {"budget": 200, "rounds": 1}),
    "team-deathmatch": ("bastions-140", {"times_to_win": 1}),
}
"""A short match of each mod: where, and what the table agrees on."""


def entrants(mod: str, levels: tuple[Level, ...]) -> list[Entrant]:
    """Champions enough for a mod, that hurt one another and buildings."""
    teams = library().mods[mod].in_teams
    champions = ("sm-devastator", "eldar-fire-dragon", "ork-shoota-boy", "space-marine", "nec-warrior", "csm-marine")
    many = 6 if mod == "domination" else 2 if teams else 3
    same = library().mods[mod].has("clone")
    names = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")[:many]
    return [
        Entrant(
            name,
            champions[0 if same else n],
            level=levels[n % len(levels)],
            team=("Red", "Blue")[n % 2] if teams else None,
        )
        for n, name in enumerate(names)
    ]


def test_every_shipped_mod_is_here() -> None:
    assert {*SHORT} == {*library().mods}


@pytest.mark.parametrize("mod", SHORT)
def test_bots_play_a_mod_to_its_end(mod: str) -> None:
    arena, options = SHORT[mod]
    seats = entrants(mod, ("straight", "sound"))
    table = set_up(library(), mod, arena, seats, 3, options)
    state = play(table, seats)
    assert state.outcome.over
    assert state.outcome.winner
    assert state.play.turn <= PATIENCE


def test_a_golden_game() -> None:
    """A change of this end is a change of what bots choose, or of the rules."""
    seats = [
        Entrant("Ann", "space-marine"),
        Entrant("Bob", "ork-shoota-boy", level="sharp"),
        Entrant("Cid", "eldar-dire-avenger", level="straight"),
    ]
    table = set_up(library(), "deathmatch", "classic-60", seats, 11, {"times_to_win": 3})
    state = play(table, seats)
    scores = {p.name: (str(p.score.points), p.score.kills, p.score.deaths) for p in state.players.values()}
    assert (state.play.turn, table.inputs, scores) == GOLDEN


GOLDEN: Any = (6, 142, {"Ann": ("0", 0, 2), "Bob": ("0", 0, 1), "Cid": ("38", 3, 0)})
