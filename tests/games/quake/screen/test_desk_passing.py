"""N passes over whoever can do nothing for sure, says whom and why, and one undo takes it back."""

from __future__ import annotations

import pytest

from q40k.table.settings import settings
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import active, app_of, playing, press, screen
from tests.games.quake.screen.test_desk_fight import becomes


def armed_with_a_choppa(*names: str, language: str = "en") -> Desk:
    """Four players in the first shooting phase; these have nothing that fires."""
    desk = playing(language=language)
    for name in names:
        becomes(desk, name, weapons=["choppa"])
    press(desk, "e")
    assert (desk.state.play.phase, active(desk).name) == ("shooting", "Alice")
    return desk


def following(desk: Desk) -> list[str]:
    """The names of the others, in the order of play."""
    return [desk.state.players[p].name for p in desk.state.order if p != desk.state.play.active]


@pytest.mark.rule("TURN-1")
async def test_n_passes_over_who_has_nothing_to_fire_and_says_so() -> None:
    second, third, _last = following(playing())
    desk = armed_with_a_choppa(second)
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert active(desk).name == third
        assert f"Passed over: {second} (no weapon that may fire)" in screen(app)
        await pilot.press("u")
        await pilot.pause()
        assert active(desk).name == "Alice"


@pytest.mark.rule("TURN-1")
def test_a_phase_in_which_nobody_is_left_is_passed_over_as_a_whole() -> None:
    desk = armed_with_a_choppa(*following(playing()))
    press(desk, "n")
    assert (desk.state.play.phase, active(desk).name) == ("assault", "Alice")
    press(desk, "u")
    assert (desk.state.play.phase, active(desk).name) == ("shooting", "Alice")


@pytest.mark.rule("TURN-1")
def test_from_the_last_part_of_a_phase_on_n_stops_at_the_first_who_can_act() -> None:
    desk = armed_with_a_choppa("Alice")
    press(desk, "u")
    assert desk.state.play.phase == "movement"
    press(desk, "nnnn")
    assert (desk.state.play.phase, active(desk).name) == ("shooting", following(playing())[0])


def test_control_n_lets_n_stop_at_everybody_and_is_kept() -> None:
    second = following(playing())[0]
    desk = armed_with_a_choppa(second)
    action = desk.press("ctrl+n", None)
    assert action == "passing"
    does = desk.actions["passing"].does
    assert does is not None
    assert does(desk) is None
    assert desk.notice == "n stops at everybody."
    assert not settings().passes
    press(desk, "n")
    assert active(desk).name == second
    does(desk)
    assert desk.notice == "n passes over who can do nothing in a phase."
    assert settings().passes


async def test_it_is_said_in_french() -> None:
    second = following(playing())[0]
    desk = armed_with_a_choppa(second, language="fr")
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert f"On passe\u00a0: {second} (aucune arme en état de tirer)" in screen(app)
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert "n s’arrête à chacun." in screen(app)
