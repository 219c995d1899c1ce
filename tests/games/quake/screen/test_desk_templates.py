"""A template before its shot: proposed on the target, aimed where places are kept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.state.shooting import Shot
from q40k.kernel.events import TallyQuestion
from q40k.tui.desk import Desk
from q40k.tui.fields import Several
from q40k.tui.map.fields import WARN, AimField, overlay_of
from tests.games.quake.screen.table import app_of, field, idle, playing, press, screen
from tests.games.quake.screen.test_desk_fight import asked_words, becomes
from tests.games.quake.screen.test_desk_places import arrows

PLACES = {"Alice": (20, 24), "Bob": (34, 24), "Chloé": (43, 24), "Dédé": (20, 38)}


def keeping(weapon: str, places: Mapping[str, tuple[float, float]] = PLACES) -> Desk:
    """The first shooting phase, places kept; Alice carries one weapon and acts."""
    desk = playing(arena="classic-60")
    becomes(desk, "Alice", weapons=[weapon])
    for name, at in places.items():
        desk.do(PlaceAt(player=name, at=at))
    press(desk, "e")
    return desk


def aiming(desk: Desk) -> AimField:
    """The open field, which aims a template."""
    current = field(desk)
    assert isinstance(current, AimField)
    return current


def struck_names(desk: Desk) -> list[str]:
    """Whom the last shot struck, by name."""
    shots = [event for line in desk.match_session.lines(40) for event in line.events if isinstance(event, Shot)]
    return [desk.state.players[victim.player].name for victim in shots[-1].victims]


def finish(desk: Desk) -> None:
    """Let every die of a shot pass, but no save, and everybody come back somewhere."""
    portal = 1
    while desk.match_session.question is not None:
        if isinstance(desk.match_session.question, TallyQuestion):
            press(desk, "0" if "save" in desk.match_session.question.key else "+")
        else:
            press(desk, str(portal))
            portal += 1
    assert idle(desk), desk.notice


@pytest.mark.rule("DIFF-3")
@pytest.mark.parametrize("weapon", ["frag-launcher", "demolisher", "flamer"])
def test_enter_takes_the_template_as_proposed_upon_the_target(weapon: str) -> None:
    desk = keeping(weapon)
    press(desk, "s2")
    assert aiming(desk).notes[0] == "Bob"
    assert overlay_of(field(desk)).lines
    press(desk, "\n")
    assert asked_words(desk) == ("Alice", "fight-wound" if weapon == "flamer" else "fight-hit")
    finish(desk)
    assert struck_names(desk) == ["Bob"]


@pytest.mark.rule("DIFF-3")
def test_a_blast_moved_with_the_arrows_strikes_who_is_said_to_be_under_it() -> None:
    desk = keeping("frag-launcher")
    press(desk, "s2")
    arrows(desk, "right right right right")
    assert aiming(desk).notes == ("Bob in part", "Chloé in part")
    arrows(desk, "enter")
    finish(desk)
    assert struck_names(desk) == ["Bob", "Chloé"]


@pytest.mark.rule("DIFF-3")
def test_a_larger_template_takes_in_more() -> None:
    desk = keeping("demolisher")
    press(desk, "s2")
    arrows(desk, "right right right right")
    assert aiming(desk).notes == ("Bob", "Chloé")
    arrows(desk, "enter")
    finish(desk)
    assert struck_names(desk) == ["Bob", "Chloé"]


@pytest.mark.rule("DIFF-3")
def test_a_flame_is_turned_from_the_shooters_base() -> None:
    desk = keeping("flamer", {**PLACES, "Chloé": (34, 28.5)})
    press(desk, "s2")
    assert aiming(desk).notes == ("Bob",)
    press(desk, "<<")
    assert aiming(desk).notes == (f"{WARN}Bob is not under it", "Chloé in part")
    press(desk, ">>")
    arrows(desk, "up up up")
    assert aiming(desk).notes == ("Bob in part", "Chloé in part")
    press(desk, "\n")
    finish(desk)
    assert struck_names(desk) == ["Bob", "Chloé"]


@pytest.mark.rule("DIFF-3")
def test_a_template_off_its_target_is_warned_of_and_then_refused() -> None:
    desk = keeping("frag-launcher")
    press(desk, "s2")
    arrows(desk, "shift+up shift+up")
    assert aiming(desk).notes[0] == f"{WARN}Bob is not under it"
    arrows(desk, "enter")
    assert desk.refused is not None
    assert desk.refused[0].refusal.code == "not-under"


@pytest.mark.rule("DIFF-3")
def test_whoever_has_no_place_is_asked_for_and_nobody_is_enter() -> None:
    places = {name: at for name, at in PLACES.items() if name != "Dédé"}
    desk = keeping("frag-launcher", places)
    press(desk, "s2\n")
    current = field(desk)
    assert isinstance(current, Several)
    assert [option.label for option in current.choices()] == ["Dédé"]
    press(desk, "4\n")
    finish(desk)
    assert struck_names(desk) == ["Bob", "Dédé"]
    desk = keeping("frag-launcher", places)
    press(desk, "s2\n\n")
    finish(desk)
    assert struck_names(desk) == ["Bob"]


@pytest.mark.rule("DIFF-2")
def test_whoever_touches_the_target_is_named_and_struck_with_it() -> None:
    desk = keeping("frag-launcher", {**PLACES, "Chloé": (34, 28.5), "Bob": (34, 26)})
    press(desk, "s2")
    arrows(desk, "down down down down")
    assert aiming(desk).notes == ("Bob in part", "Chloé, in contact")
    arrows(desk, "enter")
    finish(desk)
    assert struck_names(desk) == ["Bob", "Chloé"]


def test_without_places_nothing_is_aimed() -> None:
    desk = keeping("frag-launcher", {})
    press(desk, "s2")
    assert asked_words(desk) == ("Alice", "fight-hit")


@pytest.mark.rule("DIFF-3")
def test_a_weapon_without_a_template_is_fired_at_once_and_a_refined_one_is_aimed() -> None:
    desk = keeping("boltgun")
    press(desk, "s2")
    assert asked_words(desk) == ("Alice", "fight-hit")
    desk = keeping("boltgun")
    press(desk, "u")  # back in the movement phase
    press(desk, "tw1\no\n26")  # it lies elsewhere: the table agrees
    assert idle(desk), desk.notice
    press(desk, "es2")
    assert aiming(desk).notes == ("Bob",)


async def test_the_template_lies_on_the_map_while_it_is_aimed() -> None:
    desk = keeping("frag-launcher")
    app = app_of(desk)
    async with app.run_test(size=(140, 44)) as pilot:
        await pilot.press("s", "2")
        await pilot.pause()
        assert "Where does the template lie?" in screen(app)
        before = screen(app)
        await pilot.press("right", "right", "right", "right")
        await pilot.pause()
        assert "Bob in part · Chloé in part" in screen(app)
        assert screen(app) != before
        await pilot.press("enter")
        await pilot.pause()
    assert asked_words(desk) == ("Alice", "fight-hit")


@pytest.mark.rule("BARREL-2")
def test_the_barrels_under_a_template_are_told_and_explode() -> None:
    desk = playing(("Alice", "Bob"), arena="depot-100", addons=("barrel-frenzy",), options={"barrels_each": 3})
    becomes(desk, "Alice", weapons=["frag-launcher"])
    desk.do(PlaceAt(player="Alice", at=(23, 43)))
    desk.do(PlaceAt(player="Bob", at=(35, 43)))  # 3 cm from B1, 4 from B2, 6 from B3
    press(desk, "es\n")
    assert aiming(desk).notes[-2:] == ("barrel B1 is touched", "barrel B2 is touched")
    press(desk, "\n61")
    assert asked_words(desk) == ("Alice", "barrel")
    assert desk.match_session.question is not None
    assert desk.match_session.question.facts["barrel"] == "B1"


@pytest.mark.rule("BARREL-2")
def test_where_no_places_are_kept_the_screen_asks_for_the_barrels_under_a_template() -> None:
    desk = playing(("Alice", "Bob"), addons=("barrel-frenzy",), options={"barrels_each": 3})
    becomes(desk, "Alice", weapons=["frag-launcher"])
    press(desk, "es\n6")
    assert desk.match_session.question is not None
    assert desk.match_session.question.key == "under-template"
    press(desk, "\n")
    assert desk.match_session.question is not None
    assert desk.match_session.question.key == "touched-barrels"
