"""Whose part it is, read across the table: large letters where there is room, else one line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games.quake.rules.score import Adjust
from q40k.tui.headline import DOTS, dots, large, middling
from tests.games.quake.screen.table import app_of, playing, press, screen

SMALL, LARGE = (80, 24), (120, 40)


def test_every_letter_is_five_dots_high_and_straight_at_the_side() -> None:
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'’!+/&":
        drawn = dots(letter)
        assert drawn is not None, letter
        assert len(drawn) == DOTS
        assert len({len(row) for row in drawn}) == 1, letter


def test_no_two_letters_look_alike() -> None:
    drawn = {dots(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"}
    assert len(drawn) == 35


def test_small_letters_and_accents_are_drawn_as_capitals() -> None:
    assert dots("Chloé") == dots("CHLOE")


def test_a_name_in_letters_without_a_form_is_not_drawn() -> None:
    assert dots("龍騎士") is None
    assert dots("") is None


def test_a_letter_as_blocks() -> None:
    rows = dots("L")
    assert rows is not None
    assert large(rows) == ["██      "] * 4 + ["████████"]
    assert middling(rows) == ["█   ", "█   ", "▀▀▀▀"]


async def test_the_banner_names_who_acts_and_then_who_is_asked() -> None:
    desk = playing(("Wim", "Bo", "Cy"))
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        assert _drawn("Wim") in screen(app)
        await pilot.press("k", "2")
        assert _drawn("Bo") in screen(app)
        assert _drawn("Wim") not in screen(app)


def _drawn(name: str) -> str:
    """The second of the rows of a name in the largest letters."""
    rows = dots(name)
    assert rows is not None
    return large(rows)[1].strip()


async def test_the_race_stands_once_below_it() -> None:
    desk = playing(("Al", "Bo", "Cy", "Di"))
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=LARGE):
        shown = screen(app)
        first = next(line for line in shown.splitlines() if "██" in line)
        assert "Al" not in first
        assert shown.count("♛") == 1


@pytest.mark.parametrize("name", ["Al", "龍騎士", "Somebody with a long name, yes"])
async def test_on_a_small_screen_it_is_one_line_across(name: str) -> None:
    desk = playing((name, "Bo", "Cy"))
    app = app_of(desk)
    async with app.run_test(size=SMALL):
        assert "██" not in screen(app)
        assert f"{name}: Movement" in screen(app)


@pytest.mark.parametrize("height", [16, 24, 31, 34, 36, 38, 40, 44])
async def test_it_never_costs_a_row_of_the_question(height: int) -> None:
    desk = playing(tuple(f"P{n}" for n in range(1, 13)))
    press(desk, "k")
    app = app_of(desk)
    async with app.run_test(size=(120, height)):
        for number in range(2, 13):
            assert f"{number} P{number} " in screen(app)
        assert "Who was killed?" in screen(app)


async def test_only_what_pays_has_its_points_at_the_right() -> None:
    desk = playing()
    press(desk, "k24")
    desk.do(Adjust(player="Alice", score=Fraction(5), why="a bonus of +2"))
    app = app_of(desk)
    async with app.run_test(size=LARGE):
        lines = [line.rstrip() for line in screen(app).splitlines()]
        assert next(line for line in lines if "✖" in line).endswith("  +9")
        assert any(line.endswith("(a bonus of +2)") for line in lines)
