"""What is shown before dice is what the rules then do; `make odds` tries far more of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from tests.odds import epic, hulk, quake
from tests.odds.putting import put_to_the_dice
from tests.odds.showing import SHOWS, Sums, thrower
from tests.odds.situations import evening
from tests.odds.throwing import Claim, Thrower
from tests.soak.games import game_of

ASKED: dict[str, Mapping[str, object]] = {"quake": quake.ASKED, "epic": epic.ASKED, "space-hulk": hulk.ASKED}


@pytest.mark.rule("PORTAL-2", "MOVE-3", "MOVE-4", "SHOOT-1", "MELEE-2", "ASSAULT-2")
@pytest.mark.rule("EE-SHOOT-5", "EE-SHOOT-8", "EE-SAVE-1", "EE-TERRAIN-5", "EE-MELEE-1", "EE-MORALE-3", "EE-RALLY-2")
@pytest.mark.rule("SH-SHOOT-2", "SH-FLAMER-3", "SH-CANNON-7", "SH-FIRE-3", "SH-LIB-9", "SH-MELEE-2", "SH-LADDER-4")
@pytest.mark.parametrize("game", SHOWS)
def test_the_dice_bear_out_what_is_shown_in_random_situations(game: str) -> None:
    account = put_to_the_dice(game, seed=48, situations=8, throws=250)
    assert account.wrong == []
    assert account.throws == 8 * 250


@pytest.mark.parametrize("game", SHOWS)
def test_every_question_that_shows_a_chance_is_put_to_the_dice(game: str) -> None:
    texts = game_of(game).words.question_texts
    showing = {key for key, text in texts.items() if text.odds is not None or text.chance is not None}
    assert {key for key in showing if not key.startswith("fight-")} == set(ASKED[game])


def test_a_number_that_is_not_so_is_named() -> None:
    state, command = next(s for s in evening("epic", 48) if thrower("epic", *s) is not None)
    shows = SHOWS["epic"]
    claim = Claim("nonsense", 0.9, lambda _ending: 0)
    wrong = Thrower(game_of("epic").rules, state, command, [claim], shows.at, shows.choose)
    for _ in range(50):
        wrong.throw(Random(1))
    assert any("nonsense: shown 0.9000, thrown 0.0000" in line for line in wrong.wrong())


def test_the_soak_names_a_chance_that_its_dice_do_not_bear_out() -> None:
    sums = Sums()
    for chance, came in ((0.5, 52), (0.1, 30)):
        sums._add(Claim(f"{chance}", chance, lambda _ending: 0), 100, came)
    assert sums.wrong() == ["0.1: 30 of 100, 10.0 were foreseen (6.7 standard deviations)"]
