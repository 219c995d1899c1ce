"""At the desk: a champion of one's own, a fair field, a budget, one figure for all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import Mod, Parameters, RuleName
from q40k.games.quake.screen.base import GearPick
from q40k.games.quake.screen.champion import FAIR_FIELD, Fielded, HomeMade
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.table.champion import agreed_budget
from q40k.games.quake.table import home_made
from q40k.games.quake.table.prefilled import Prefilled, as_prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.whole_file import DiskFull
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.fields import Text
from q40k.tui.prompt import field_rows
from tests.games.quake.screen.table import app_of, field, press, screen

LIBRARY = load()
WITHOUT_A_KEY = ("\n", "\n", "\n", "\n")


def desk_of(*rules: RuleName, language: str = "en", budget: int | None = None) -> Desk:
    """A desk with all the codexes, asking for the first player's name."""
    plain = LIBRARY.mods["deathmatch"]
    changes: dict[str, Any] = {"rules": (*plain.rules, *rules), "parameters": Parameters(budget=budget)}
    library = LIBRARY.replace(mods={"deathmatch": Mod(**{**structs.asdict(plain), **changes})})
    prefilled = Prefilled(mod="deathmatch", arena="classic-60", seed=5)
    return Desk(temporary_match(), library, Locale(language), prefilled)


def player(desk: Desk, name: str) -> Player:
    result: Player | None = desk.state.player_named(name)
    assert result is not None, desk.notice
    return result


def packs(home: Path) -> Path:
    return home / "config" / "packs"


def last(desk: Desk) -> Any:
    return field(desk).choices()[-1].value


def up(desk: Desk) -> None:
    desk.press("up", None)


# ---- a champion of one's own


@pytest.mark.rule("CHAMPION-1")
def test_a_name_that_no_pack_knows_makes_a_champion_once_it_is_marked(own_home: Path) -> None:
    desk = desk_of()
    press(desk, "Ann\nWicked Sancho")
    assert [option.value for option in field(desk).choices()] == [HomeMade("Wicked Sancho")]
    press(desk, "\n")
    assert field(desk).error.startswith("Nothing fits “Wicked Sancho”.")
    press(desk, "\t")
    assert field(desk).error.startswith("Nothing fits “Wicked Sancho”.")
    press(desk, "↓\n")
    press(desk, "".join(WITHOUT_A_KEY))
    champion = player(desk, "Ann").champion
    marine = LIBRARY.champions["space-marine"]
    for name in ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv", "inv", "points", "base_mm"):
        assert getattr(champion, name) == getattr(marine, name)
    assert (champion.id, champion.army, champion.weapons) == ("wicked-sancho", "home-made", marine.weapons)
    assert [arm.id for arm in player(desk, "Ann").arms] == list(marine.weapons)
    assert field(desk).title == "Player 2: name?"
    kept = load([packs(own_home)]).champions["wicked-sancho"]
    assert kept == champion


def test_what_is_typed_is_seen_at_once_and_kept(own_home: Path) -> None:
    desk = desk_of()
    press(desk, "Ann\nDulcinea↓\n")
    assert field(desk).notes[0] == "WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+"
    press(desk, "5 5 3")
    assert field(desk).notes[0].startswith("WS 5 BS 5 S 3 T 4")
    press(desk, " 3 1 6 2 10 - 5+")
    assert field(desk).notes[0] == "WS 5 BS 5 S 3 T 3 W 1 I 6 A 2 Ld 10 Sv - Inv 5+"
    press(desk, "\n")
    press(desk, "31")
    assert "31 points" in field(desk).notes
    press(desk, "\n")
    pick = field(desk)
    assert isinstance(pick, GearPick)
    press(desk, "\b" * 9)
    assert pick.picked == []
    press(desk, "power w\nplasma p\n")
    assert pick.picked == ["power-weapon", "plasma-pistol"]
    press(desk, "\n40")
    champion = player(desk, "Ann").champion
    assert (champion.ws, champion.ld, champion.sv, champion.inv, champion.points, champion.base_mm) == (
        5,
        10,
        None,
        5,
        31,
        40,
    )
    assert load([packs(own_home)]).champions["dulcinea"] == champion


def test_gear_that_saves_or_carries_is_worn() -> None:
    desk = desk_of()
    press(desk, "Ann\nIcarus↓\n4 4 4 4 1 4 1 8 5+\n20\n" + "\b" * 9 + "jump pa\nterminator arm\n\n\n")
    champion = player(desk, "Ann").champion
    worn = LIBRARY.gear["terminator-armour"]
    assert (champion.sv, champion.inv) == (worn.sv, worn.inv)
    assert champion.unit_type in ("jump_infantry", "terminator")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("4 12", "BS cannot be 12: type 0 to 10."),
        ("4 4 4 4 0", "W cannot be 0: type 1 to 10."),
        ("4 4 4 4 1 4 1 8 1+", "Sv cannot be 1+: type 2 to 7."),
        ("x", "WS cannot be x: type 0 to 10."),
        ("4 4 4 4 1 4 1 8 3+ 4+ 9", "Inv cannot be 4+ 9: type 2 to 7."),
    ],
)
def test_a_figure_that_cannot_be_is_told_before_and_after_enter(typed: str, words: str) -> None:
    desk = desk_of()
    press(desk, "Ann\nDulcinea↓\n" + typed)
    assert field(desk).notes == (words,)
    press(desk, "\n")
    assert field(desk).error == words
    assert field(desk).buffer == typed
    rows = [str(row) for row in field_rows(desk.locale, field(desk), 120)]
    assert sum(words in row for row in rows) == 1


def test_points_that_cannot_be_are_told() -> None:
    desk = desk_of()
    press(desk, "Ann\nDulcinea↓\n\n")
    for typed in ("0", "2001", "-3", "ten", "9" * 40):
        press(desk, typed + "\n")
        assert field(desk).error == f"“{typed}” does not fit here: type points, from 1 to 2000."
        press(desk, "\b" * len(typed))


def test_escape_goes_back_field_by_field_and_nothing_is_kept(own_home: Path) -> None:
    desk = desk_of()
    press(desk, "Ann\nDulcinea↓\n\n\n\n")
    titles = []
    for _ in range(5):
        titles.append(field(desk).title)
        press(desk, "\x1b")
    assert [title.split(": ")[-1] for title in titles] == [
        "which base?",
        "which weapons and gear?",
        "points agreed at the table",
        "WS BS S T W I A Ld Sv, and Inv if any",
        "Ann fields…",
    ]
    assert field(desk).title == "Player 1: name?"
    assert not packs(own_home).exists()


def test_the_champion_can_be_picked_again_at_once_and_next_time(own_home: Path) -> None:
    desk = desk_of()
    press(desk, "Ann\nWicked Sancho↓\n" + "".join(WITHOUT_A_KEY))
    press(desk, "Bob\nsancho\n")
    assert player(desk, "Bob").champion == player(desk, "Ann").champion
    assert len(list(packs(own_home).iterdir())) == 1
    press(desk, "Cid\nWicked Sancho")
    up(desk)
    press(desk, "\n5\n" + "".join(WITHOUT_A_KEY[1:]))
    assert player(desk, "Cid").champion.id == "wicked-sancho-2"
    later = Desk(temporary_match(), load([packs(own_home)]), Locale("en"), desk.prefilled)
    press(later, "Zoe\n")
    assert field(later).choices()[0].value == "wicked-sancho-2"


def test_where_it_cannot_be_kept_the_evening_goes_on(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_text: str, _path: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(home_made, "write", full)
    desk = desk_of()
    press(desk, "Ann\nWicked Sancho↓\n" + "".join(WITHOUT_A_KEY))
    assert "cannot be kept for next time: No space left on device" in field(desk).title
    press(desk, "\n")
    assert player(desk, "Ann").champion.id == "wicked-sancho"
    press(desk, "Bob\nsancho\n")
    assert player(desk, "Bob").champion.id == "wicked-sancho"


def test_it_can_be_kept_in_another_folder(own_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write = home_made.write

    def full(text: str, path: Path) -> Path:
        if path.is_relative_to(own_home):
            raise DiskFull(path, len(text))
        return write(text, path)

    monkeypatch.setattr(home_made, "write", full)
    desk = desk_of()
    press(desk, "Ann\nWicked Sancho↓\n" + "".join(WITHOUT_A_KEY))
    assert "The disk is full" in field(desk).title
    press(desk, f"2{tmp_path / 'nowhere'}\n")
    assert "There is no folder" in field(desk).title
    press(desk, f"2{tmp_path}\n")
    assert player(desk, "Ann").champion.id == "wicked-sancho"
    later = Desk(temporary_match(), load([tmp_path]), Locale("en"), desk.prefilled)
    press(later, "Zoe\n")
    assert field(later).choices()[0].value == "wicked-sancho"


def test_a_champion_put_right_may_be_home_made() -> None:
    desk = desk_of()
    press(desk, "Ann\ntactical\nBob\ntactical\n\n53")
    press(desk, "f4Ann\nWicked Sancho↓\n\n33\n\n\n")
    assert player(desk, "Ann").champion.points == 33


@pytest.mark.parametrize("typed", ["tacticl", "slugga bpy", "gaurdian"])
def test_a_mistyped_name_finds_what_was_meant_before_a_champion_of_ones_own(typed: str) -> None:
    desk = desk_of()
    press(desk, f"Ann\n{typed}")
    first = field(desk).choices()[0].value
    nearest = {"tacticl": "Tactical", "slugga bpy": "Slugga Boy", "gaurdian": "Guardian"}
    assert nearest[typed] in LIBRARY.champions[first].name.en
    assert last(desk) == HomeMade(typed)


def test_one_letter_or_a_number_is_no_name() -> None:
    desk = desk_of()
    press(desk, "Ann\nx")
    assert not any(isinstance(o.value, HomeMade) for o in field(desk).choices())
    press(desk, "\b20")
    assert not any(isinstance(o.value, HomeMade) for o in field(desk).choices())


def test_the_language_changes_in_the_middle_of_it() -> None:
    desk = desk_of()
    press(desk, "Ann\nDulcinea↓\n3 3")
    desk.change_language(Locale("fr"))
    assert field(desk).buffer == "3 3"
    assert field(desk).notes[0].startswith("CC 3 CT 3")


# ---- a fair field


def drawn_rows(desk: Desk) -> tuple[str, ...]:
    return field(desk).notes


def points(line: str) -> int:
    return int(line.rpartition(" ")[2])


@pytest.mark.rule("CHAMPION-1")
def test_a_fair_field_is_drawn_drawn_again_and_taken() -> None:
    desk = desk_of()
    press(desk, "Ann\n")
    assert last(desk) is FAIR_FIELD
    up(desk)
    press(desk, "\n3\n")
    first = drawn_rows(desk)
    press(desk, "2")
    second = drawn_rows(desk)
    assert len(first) == len(second) == 3
    assert first != second
    for lines in (first, second):
        assert max(map(points, lines)) - min(map(points, lines)) <= 5
    press(desk, "\x1b")
    assert drawn_rows(desk) == first
    press(desk, "2\n")
    name_of = desk.locale.name_of
    assert f"{name_of(player(desk, 'Ann').champion.name)} " in second[0]
    for name, line in zip(("Bob", "Cid"), second[1:], strict=True):
        press(desk, f"{name}\n")
        assert "fair field" in field(desk).choices()[0].note
        press(desk, "\n")
        champion = player(desk, name).champion
        assert f"{name_of(champion.name)} {champion.points}" == line
    press(desk, "Dan\n")
    assert "fair field" not in field(desk).choices()[0].note


def test_a_fair_field_matches_those_at_the_table_or_the_points_that_were_said() -> None:
    desk = desk_of()
    press(desk, "Ann\ndevastator\t1\nBob\n")
    up(desk)
    press(desk, "\n2\n")
    assert all(abs(points(line) - 30) <= 5 for line in drawn_rows(desk))
    press(desk, "\x1b2 12\n")
    assert all(abs(points(line) - 12) <= 5 for line in drawn_rows(desk))


def test_a_proposed_champion_may_be_left_and_comes_back_by_undo() -> None:
    desk = desk_of()
    press(desk, "Ann\n")
    up(desk)
    press(desk, "\n2\n\n")
    (proposed,) = as_prefilled(desk.prefilled).field
    press(desk, "Bob\n\n")
    assert player(desk, "Bob").champion.id == proposed
    desk.perform("undo")
    press(desk, "Bob\n")
    assert field(desk).choices()[0].value == proposed
    press(desk, "ork nob\n")
    assert desk.refused is not None


@pytest.mark.parametrize("typed", ["999", "0"])
def test_a_field_that_cannot_be_is_told(typed: str) -> None:
    desk = desk_of()
    press(desk, "Ann\n")
    up(desk)
    press(desk, f"\n{typed}\n")
    assert f"There are no {typed} champions within 5 points" in field(desk).error
    press(desk, "\b" * 4 + "x 1\n")
    assert isinstance(field(desk), Text)
    assert field(desk).error


# ---- what the mod agreed on


@pytest.mark.rule("CHAMPION-5")
def test_a_mod_with_budgets_asks_for_one_and_enter_has_none() -> None:
    desk = desk_of("budget")
    assert field(desk).title == "What may a champion cost at most?"
    for typed in ("0", "ten", "100001"):
        press(desk, typed + "\n")
        assert "from 1 to 100000" in field(desk).error
        press(desk, "\b" * len(typed))
    press(desk, "25\n")
    assert agreed_budget(desk.state) == 25
    desk = desk_of("budget")
    press(desk, "\n")
    assert agreed_budget(desk.state) is None
    press(desk, "Ann\ndevastator\n")
    assert player(desk, "Ann").champion.points == 15


@pytest.mark.rule("CHAMPION-5")
def test_under_a_budget_those_one_can_afford_come_first_with_what_is_left() -> None:
    desk = desk_of("budget", budget=20)
    press(desk, "Ann\n")
    assert field(desk).notes == ("budget: 20 points",)
    press(desk, "marine")
    champions = [o for o in field(desk).choices() if isinstance(o.value, str)]
    afford = [LIBRARY.champions[o.value].points <= 20 for o in champions]
    assert afford == sorted(afford, reverse=True)
    points_left = 20 - LIBRARY.champions[champions[0].value].points
    assert f"{points_left} left" in champions[0].note
    press(desk, "\b" * 6 + "20")
    assert all(LIBRARY.champions[o.value].points <= 20 for o in field(desk).choices())
    press(desk, "\b\bdevastator\t")
    assert "15 points for a budget of 20: 5 left." in field(desk).notes[0]
    press(desk, "1")
    assert "30 points for a budget of 20: 10 too many." in field(desk).notes[0]
    press(desk, "\n")
    assert desk.refused is not None
    assert desk.refused[0].refusal.rule == "CHAMPION-5"
    press(desk, "o\n")
    assert player(desk, "Ann").champion.points == 30


@pytest.mark.rule("CHAMPION-6")
def test_where_all_are_clones_enter_takes_the_first_ones_figure() -> None:
    desk = desk_of("clone")
    press(desk, "Ann\ndevastator\t1\n")
    press(desk, "Bob\n")
    first = field(desk).choices()[0]
    assert isinstance(first.value, Fielded)
    assert first.label == "Devastator + Heavy bolter" or "+ Heavy bolter" in first.label
    press(desk, "\n")
    ann, bob = player(desk, "Ann"), player(desk, "Bob")
    assert (bob.champion, bob.gear) == (ann.champion, ann.gear)
    press(desk, "Cid\ntactical\n")
    assert desk.refused is not None
    assert desk.refused[0].refusal.rule == "CHAMPION-6"


# ---- on the screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_form_is_all_on_the_screen(size: tuple[int, int]) -> None:
    desk = desk_of()
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.press(*"Ann", "enter", *"Dulcinea", "down", "enter", *"33333")
        assert "WS 3 BS 3 S 3 T 3 W 3" in screen(app)
        await pilot.press("backspace", "enter")
        assert "points agreed at the table" in screen(app)
        await pilot.press("enter")
        assert "Esc: back" in screen(app)
        await pilot.press("enter", "enter")
        assert player(desk, "Ann").champion.name.en == "Dulcinea"
