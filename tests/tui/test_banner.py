"""Whose part it is, read across the table: large letters where there is room, else one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from q40k.games.quake.state.score import Adjust
from q40k.tui.headline import DOTS, Part, dots, large, letter_line, middling, tall_letters
from q40k.tui.panels import split_number
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
        assert _drawn_row("Wim", large) in screen(app), "the phase is in the ribbon alone"
        await pilot.press("k", "2")
        assert _drawn_row("Bo") in screen(app)
        assert _drawn_row("Wim") not in screen(app)


def _drawn_row(name: str, draw: Callable[[Sequence[str]], list[str]] = tall_letters) -> str:
    """The second of the rows of a name in letters five rows high."""
    rows = dots(name)
    assert rows is not None
    return draw(rows)[1].strip()


async def test_a_roll_is_announced_with_its_number_and_its_chance() -> None:
    desk = playing(("Sophie", "Marc", "Bo"))
    press(desk, "es2\n")
    for size, draw in ((SMALL, middling), ((110, 34), tall_letters), (LARGE, tall_letters)):
        app = app_of(desk)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert "Sophie" in screen(app) or "SOPHIE" in screen(app)
            for text in ("3+", "67%"):
                for row in draw(dots(text) or ()):
                    assert row.strip() in screen(app), (size, text)
            if size == SMALL:
                assert "TO HIT " in screen(app), "plain capitals, where letters find no room"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_rolled_is_said_without_who_rolls(language: str) -> None:
    desk = playing(("Sophie", "Marc", "Bo"), language)
    press(desk, "k2")
    question = desk.snapshot.question
    assert question is not None
    worded = desk.words.ask(desk.locale, desk.state, question)
    assert worded.matter == {"en": "portal die", "fr": "dé du portail"}[language]
    assert worded.chance == ""


def test_the_number_needed_is_split_from_the_words() -> None:
    assert split_number("armour save 3+") == ("armour save", "3+")
    assert split_number("a test against Ld ≤8") == ("a test against Ld", "≤8")
    assert split_number("back by which portal") == ("back by which portal", "")


def test_a_line_takes_the_widest_letters_and_the_fullest_words_that_fit() -> None:
    long, short = (Part("BOB", ""), Part("ARMOUR SAVE", "", minor=True)), (Part("BOB", ""),)
    assert letter_line((long, short), 5, 200)[0].plain.startswith(large(dots("BOB") or ())[0])
    tall = letter_line((long, short), 5, 60)
    assert tall[0].plain.startswith(tall_letters(dots("BOB") or ())[0])
    assert "ARMOUR SAVE" in tall[2].plain
    assert letter_line((long, short), 5, 28)[0].plain == large(dots("BOB") or ())[0]
    assert letter_line(((Part("龍", ""),),), 3, 40)[1].plain == "龍"


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
async def test_on_a_low_screen_it_is_one_line_across(name: str) -> None:
    desk = playing((name, "Bo", "Cy"))
    app = app_of(desk)
    async with app.run_test(size=(80, 17)):
        assert "▀" not in screen(app)
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
