"""Traits at the desk: a run with M, what is used with Shift+T, and who stays out of a melee."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.table.corrections import Correct
from q40k.games.quake.words.traits import trait_line
from q40k.i18n.locale import Locale
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import field, idle, player, playing, press
from tests.games.w40k3e.fighting import library, named_traits


def desk_with_traits(traits: str, phase: str) -> Desk:
    """Ann with these traits and Bob, in a phase of the first turn."""
    desk = playing(("Ann", "Bob"))
    ann = player(desk, "Ann")
    desk.do(
        Correct(
            player="Ann", champion=ann.champion.id, profile=ann.champion, arms=ann.arms, traits=named_traits(traits)
        )
    )
    while desk.state.play.phase != phase:
        press(desk, "e")
    return desk


@pytest.mark.rule("TRAIT-1")
def test_m_runs_in_the_shooting_phase() -> None:
    desk = desk_with_traits("fleet-of-foot", "shooting")
    press(desk, "m4")
    assert idle(desk)
    assert player(desk, "Ann").movement.spent == 4
    press(desk, "m")
    assert desk.refused is not None
    assert desk.refused[0].refusal.code == "has-moved-again"


@pytest.mark.rule("TRAIT-1")
def test_comma_m_scouts_ahead_before_the_first_turn() -> None:
    desk = desk_with_traits("scouts", "movement")
    desk.press("comma", ",")
    press(desk, "m")
    assert field(desk).title == "Who scouts ahead?"
    press(desk, "1")
    assert idle(desk)
    assert player(desk, "Ann").movement.spent == 0
    press(desk, "m6\n")
    assert player(desk, "Ann").movement.spent == 6


@pytest.mark.rule("TRAIT-1")
def test_shift_t_uses_a_trait_with_what_is_chosen_of_it() -> None:
    desk = desk_with_traits("combat-drugs-dark-eldar", "assault")
    press(desk, ",t26\n")
    press(desk, "13")
    assert idle(desk)
    assert [trait.partition("/")[2] for trait in player(desk, "Ann").turn.using] == ["ws", "attacks"]


@pytest.mark.rule("TRAIT-1")
def test_shift_t_asks_for_the_target_of_what_is_aimed() -> None:
    desk = desk_with_traits("mind-war", "shooting")
    press(desk, ",t2\n3316")
    assert idle(desk)
    assert player(desk, "Ann").turn.using == ("mind-war/",)


@pytest.mark.rule("TRAIT-1", "ASSAULT-2")
def test_the_odds_of_a_charge_count_the_test_of_who_must_dare_it() -> None:
    desk = desk_with_traits("", "assault")
    bob = player(desk, "Bob")
    desk.do(
        Correct(
            player="Bob", champion=bob.champion.id, profile=bob.champion, arms=bob.arms, traits=named_traits("etherium")
        )
    )
    assert player(desk, "Ann").champion.ld == 8
    press(desk, "c")
    assert field(desk).notes == ("charges 6 in at most", "dares to 72%")
    press(desk, "\t4\n")
    assert field(desk).notes[1:] == ("succeeds 72%", "stops short 28%")


@pytest.mark.rule("TRAIT-1")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_trait_says_what_it_does(language: str) -> None:
    for trait in library().traits.values():
        line = trait_line(Locale(language), trait)
        assert "{" not in line
        assert len(line) > len(trait.id)
