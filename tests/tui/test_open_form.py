"""A form that was open when the process died comes back where it was."""

import pytest

from q40k.i18n.locale import Locale
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import app_of, field, idle, new_desk, player, playing, press, screen


def again(desk: Desk, language: str = "en") -> Desk:
    """A desk of the same match, as a process begun after a crash opens it."""
    return new_desk(language, match_session=desk.match_session)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_half_filled_form_is_shown_again_and_goes_on(language: str) -> None:
    desk = playing(language=language)
    press(desk, "jEve\nta")
    title, typed = field(desk).title, field(desk).visible_text
    reopened = again(desk, language)
    assert (field(reopened).title, field(reopened).visible_text) == (title, typed)
    app = app_of(reopened)
    async with app.run_test(size=(80, 24)) as pilot:
        assert title in screen(app)
        await pilot.press("u", "enter", "6", "3")
    assert player(reopened, "Eve").position.near == 3


def test_the_set_up_comes_back_at_the_name_that_was_being_typed() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Ann\nslug\nBo")
    reopened = again(desk)
    assert field(reopened).visible_text == "Bo"
    press(reopened, "b\nslug\n")
    assert [p.name for p in reopened.state.players.values()] == ["Ann", "Bob"]


def test_an_action_of_the_palette_comes_back_and_nothing_is_carried_out_twice() -> None:
    desk = playing()
    desk.perform("kill")
    head, title = desk.match_session.head, field(desk).title
    reopened = again(desk)
    assert (desk.match_session.head, field(reopened).title) == (head, title)


@pytest.mark.parametrize("keys", ["k2", "k24", "jEve\x1b", "k\x1b"])
def test_what_was_finished_or_left_does_not_come_back(keys: str) -> None:
    desk = playing()
    for key in keys:
        press(desk, key) if key != "\x1b" else [desk.press("escape", None) for _time in range(2)]
    assert desk.match_session.form_draft == ""
    reopened = again(desk)
    assert idle(reopened) == idle(desk)
    assert reopened.match_session.question == desk.match_session.question


def test_in_another_language_the_form_is_left_rather_than_guessed() -> None:
    desk = playing()
    press(desk, "jEve\nta")
    reopened = Desk(desk.match_session, desk.library, Locale("fr"))
    assert idle(reopened)


def test_a_choice_by_mouse_is_not_repeated_wrongly() -> None:
    desk = playing()
    press(desk, "jEve\n")
    desk.give("fire-warrior")
    assert idle(again(desk)) or field(again(desk)).title == field(desk).title
