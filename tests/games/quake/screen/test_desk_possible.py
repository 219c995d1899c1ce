"""What is offered is what can be done now; the rest says why not before anything is chosen."""

from __future__ import annotations

import pytest

from q40k.games.quake.screen.turn import idle as prompt
from q40k.tui.desk import Desk
from q40k.tui.pages.help import HelpScreen
from tests.games.quake.screen.table import active, app_of, field, idle, playing, press, screen
from tests.games.quake.screen.test_desk_fight import becomes

SHOT_WITH_APP = "s2\n0"
"""A shot at the second player, of which none hits."""


def offered_text(desk: object) -> str:
    """What the prompt offers when nothing is asked."""
    return " ".join(str(row) for row in prompt(desk))  # type: ignore[arg-type]


def refused_with(desk: Desk) -> tuple[str, str]:
    """Rule and code of the refusal that may be overruled now."""
    assert desk.refused is not None
    refusal = desk.refused[0].refusal
    return refusal.rule, refusal.code


@pytest.mark.rule("SHOOT-4")
def test_a_shot_is_offered_only_to_who_can_fire() -> None:
    desk = playing()
    assert "s shoot" not in offered_text(desk)
    press(desk, "e")
    assert "s shoot" in offered_text(desk)
    press(desk, SHOT_WITH_APP)
    assert idle(desk)
    assert "s shoot" not in offered_text(desk)


@pytest.mark.rule("SHOOT-4")
def test_who_has_fired_is_told_before_a_target_is_chosen_and_may_still_be_overruled() -> None:
    desk = playing()
    press(desk, "e" + SHOT_WITH_APP + "s")
    assert refused_with(desk) == ("SHOOT-4", "has-shot")
    press(desk, "o\n2\n")
    assert desk.match_session.question is not None


@pytest.mark.rule("SHOOT-4")
def test_a_heavy_weapon_that_has_moved_is_told_before_a_target_is_chosen() -> None:
    desk = playing()
    becomes(desk, "Alice", weapons=["demolisher"])
    press(desk, "m4\nnnnn")
    assert (desk.state.play.phase, active(desk).name) == ("shooting", "Alice")
    assert "s shoot" not in offered_text(desk)
    press(desk, "s")
    assert refused_with(desk) == ("SHOOT-4", "heavy-moved")


@pytest.mark.rule("SHOOT-4")
def test_who_has_nothing_to_shoot_with_is_told_so_at_once() -> None:
    desk = playing()
    becomes(desk, "Alice", weapons=["choppa"])
    press(desk, "es")
    assert idle(desk)
    assert desk.notice == "Alice has no weapon to shoot with."


@pytest.mark.rule("BONUS-1")
def test_a_token_keeps_its_number_when_others_are_taken() -> None:
    desk = playing()
    press(desk, "t")
    before = {option.label: option.key for option in field(desk).choices()}
    press(desk, "1" + "24" + "nt")
    after = {option.label: option.key for option in field(desk).choices()}
    assert len(after) == len(before) - 1
    assert after.items() < before.items()


async def test_the_palette_offers_what_the_phase_allows() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=(100, 30)) as pilot:
        for typed, expected in (("shoot", False), ("portal", True)):
            await pilot.press("ctrl+p", *typed)
            await pilot.pause()
            assert (f"{typed.capitalize()}  (" in screen(app)) is expected
            await pilot.press("escape")


@pytest.mark.parametrize("key", ["r", "R", "x", "n"])
def test_only_space_lets_the_app_roll(key: str) -> None:
    desk = playing()
    press(desk, "k2" + key)
    assert desk.match_session.question is not None
    assert "is not a die result" in field(desk).error
    press(desk, " ")
    assert idle(desk)


async def test_help_lists_what_is_possible_now() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, HelpScreen)
        now = page.text().plain.partition("Possible now\n")[2].partition("\n\n")[0].splitlines()
        assert now[0].split()[:5] == ["n", "Next", "End", "the", "active"]
        assert [line[0] for line in now] == list("nkxptmeu")
        assert not any("Shoot" in line for line in now)
        assert "Possible now" in screen(app)
        await pilot.press("escape", "k", "f1")
        await pilot.pause()
        assert "Answer what is asked; Escape goes back." in screen(app)


async def test_the_keys_that_the_bar_does_not_name_are_listed_by_a_question_mark() -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Possible now" in screen(app)
