"""The sister games that come with q40k as a pack: sound, and played by bots to their end on their own table."""

from __future__ import annotations

from functools import cache

import pytest

from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.library import Library, load
from q40k.table.bundles import read_checked, shipped_bundles

FOLDER = shipped_bundles()["sister-games"]
CHAMPIONS = ("space-marine", "ork-slugga-boy", "eldar-ranger")


@cache
def library() -> Library:
    return load([FOLDER])


def test_the_pack_is_sound_and_says_what_it_is() -> None:
    bundle, contents = read_checked(FOLDER, "sister-games")
    assert bundle.manifest.id == FOLDER.name
    assert contents.objects == {"arenas": ("sump-40",), "mods": ("king-of-the-sump", "three-lanterns")}
    assert contents.replaced == {}


@pytest.mark.rule("SUDDEN-1", "PORTAL-1")
@pytest.mark.parametrize("mod", ["king-of-the-sump", "three-lanterns"])
def test_bots_play_a_sister_game_to_its_end_on_its_own_table(mod: str) -> None:
    seats = [Entrant(name, champion) for name, champion in zip(("Ann", "Bob", "Cid"), CHAMPIONS, strict=True)]
    state = play(set_up(library(), mod, "sump-40", seats, 5, {}), seats)
    assert state.outcome.over
    (winner,) = state.outcome.winner
    if mod == "three-lanterns":
        assert {player.id for player in state.players.values() if not player.life.out} <= {winner}
        assert sorted(player.score.deaths for player in state.players.values())[1:] == [3, 3]
    else:
        assert [side for side, points in state.rounds.points.items() if points >= 5] == [winner]
