"""Choosing a champion at the desk: its gear, those used last, one by chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from q40k.games.quake.packs.library import load
from q40k.games.quake.screen.base import GearPick
from q40k.games.quake.screen.champion import ChampionSearch
from q40k.games.quake.table import packs
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import app_of, field, keys, press, screen

LIBRARY = load()


def desk_of(mod: str = "deathmatch", language: str = "en") -> Desk:
    """A desk with all the codexes, asking for the first player's name."""
    prefilled = Prefilled(mod=mod, arena="classic-60", seed=5)
    return Desk(temporary_match(), LIBRARY, Locale(language), prefilled)


def gear(desk: Desk) -> GearPick:
    current = field(desk)
    assert isinstance(current, GearPick)
    return current


def offered_labels(desk: Desk) -> list[str]:
    assert isinstance(field(desk), ChampionSearch)
    return [option.value for option in field(desk).choices()]


# ---- gear


@pytest.mark.rule("CHAMPION-2")
def test_tab_adds_gear_and_prices_it_at_once() -> None:
    desk = desk_of()
    press(desk, "Ann\ndevastator\t")
    assert gear(desk).why == "15 points · allowed"
    assert "+15 · allowed (CHAMPION-2)" in [option.note for option in gear(desk).choices()]
    press(desk, "1")
    assert gear(desk).why == "30 points · allowed"
    press(desk, "\b")
    assert gear(desk).why == "15 points · allowed"
    press(desk, "heavy\n\n")
    ann = desk.state.players["p1"]
    assert (ann.gear, ann.champion.points) == (("heavy-bolter",), 30)
    assert field(desk).title == "Player 2: name?"


def test_the_arrows_mark_gear_and_enter_takes_what_is_marked() -> None:
    desk = desk_of()
    press(desk, "Ann\ndevastator\t")
    assert gear(desk).at == -1
    for key in ("down", "down", "down", "up"):
        desk.press(key, None)
    assert gear(desk).at == 1
    press(desk, "\n")
    assert gear(desk).picked == ["missile-launcher"]
    assert gear(desk).at == -1
    desk.press("up", None)
    assert gear(desk).at == len(gear(desk).choices()) - 1
    press(desk, "\b\n")
    assert desk.state.players["p1"].gear == ()


async def test_a_long_list_of_gear_leaves_the_line_in_sight() -> None:
    desk = desk_of()
    press(desk, "Ann\nveteran sergeant\t1\n")
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen(app)
    assert "Plasma pistol" in text
    assert "45 points · allowed" in text
    assert "Backspace" in text


@pytest.mark.rule("CHAMPION-2")
def test_what_the_rules_refuse_is_said_first_and_can_be_overruled() -> None:
    desk = desk_of()
    press(desk, "Ann\ntactical\tlascan\n")
    assert gear(desk).why == "30 points · not allowed"
    assert "1 may have it; half is 2.5" in gear(desk).notes[0]
    press(desk, "\n")
    assert desk.refused is not None
    assert desk.refused[0].refusal.rule == "CHAMPION-2"
    press(desk, "o\n")
    assert desk.state.players["p1"].gear == ("lascannon",)


def test_gear_costs_no_key_when_nobody_wants_any() -> None:
    desk = desk_of()
    press(desk, "Ann\ntactical\n")
    assert desk.state.players["p1"].gear == ()
    press(desk, "Bob\ntactical\t\n")
    assert desk.state.players["p2"].gear == ()


def test_escape_goes_back_from_gear_to_the_champion_and_languages_change() -> None:
    desk = desk_of()
    press(desk, "Ann\ndevastator\t1")
    desk.change_language(Locale("fr"))
    assert gear(desk).picked == ["heavy-bolter"]
    assert gear(desk).why == "30\u00a0pts · permis"
    press(desk, "\x1b")
    assert isinstance(field(desk), ChampionSearch)
    assert field(desk).buffer == "devastator"
    press(desk, "\n")
    assert desk.state.players["p1"].champion.id == "sm-devastator"


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_is_offered_everything() -> None:
    desk = desk_of("supreme-master")
    press(desk, "Ann\ntactical\twraithc\n")
    assert gear(desk).why == "50 points · allowed"
    press(desk, "\n")
    ann = desk.state.players["p1"]
    assert (ann.gear, ann.champion.points) == (("wraithcannon",), 50)


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_is_sold_traits_by_name() -> None:
    desk = desk_of("supreme-master")
    press(desk, "Ann\ntactical\tstride\n")
    assert gear(desk).why == "34 points · allowed"
    press(desk, "\n")
    ann = desk.state.players["p1"]
    assert (ann.champion.points, ann.champion.traits) == (34, ("ranger-stride",))


def test_a_champion_put_right_and_one_who_is_late_may_have_gear() -> None:
    desk = desk_of()
    press(desk, "Ann\ntactical\nBob\ntactical\n\n53")
    press(desk, "jCid\ndevastator\t1\n")
    while desk.match_session.question is not None:
        press(desk, "1")
    assert desk.state.player_named("Cid") is not None
    cid = desk.state.player_named("Cid")
    assert cid is not None
    assert cid.gear == ("heavy-bolter",)
    press(desk, "f4Ann\ndevastator\t2\n")
    ann = desk.state.player_named("Ann")
    assert ann is not None
    assert ann.gear == ("missile-launcher",)


# ---- who is offered


@pytest.mark.rule("CHAMPION-1")
def test_who_is_not_welcome_is_marked() -> None:
    desk = desk_of()
    press(desk, "Ann\nork nob")
    assert "not allowed (CHAMPION-1)" in field(desk).choices()[0].note
    desk = desk_of("deathmatch-pro")
    press(desk, "Ann\nork nob")
    assert "CHAMPION-1" not in field(desk).choices()[0].note


@pytest.mark.rule("CHAMPION-1")
async def test_what_is_typed_stays_in_sight_below_many_refused_champions() -> None:
    app = app_of(desk_of())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"Ann", "enter", *"lord")
        for _ in range(3):
            await pilot.pause()
        rows = screen(app).splitlines()
        typed = next(n for n, row in enumerate(rows) if row.strip().startswith("❯ lord"))
        refused = [row for row in rows if "not allowed (CHAMPION-1)" in row]
        assert len(refused) == 7  # each in a row of its own, what is against it not cut off
        assert rows[typed - 8] == refused[0]


def test_those_used_last_come_first(own_home: Path) -> None:
    desk = desk_of()
    press(desk, "Ann\ntactical\nBob\ngardien\nCid\n")
    assert offered_labels(desk)[:2] == ["eldar-guardian", "space-marine"]
    kept = json.loads((own_home / "config" / "recent.json").read_text(encoding="utf-8"))
    assert kept == ["eldar-guardian", "space-marine"]
    other = desk_of()
    press(other, "Zoe\n")
    assert offered_labels(other)[0] == "eldar-guardian"


@pytest.mark.parametrize("text", ["", "no json", '{"a": 1}', "[1, null]", "[" * 100000, '["gone"]'])
def test_a_broken_list_of_those_used_last_harms_nothing(own_home: Path, text: str) -> None:
    (own_home / "config" / "recent.json").write_text(text, encoding="utf-8")
    desk = desk_of()
    press(desk, "Ann\n")
    assert offered_labels(desk)[0] == next(iter(LIBRARY.champions))
    packs.remember("space-marine")
    assert packs.recent()[0] == "space-marine"


def test_where_nothing_can_be_written_nothing_is_said(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = own_home / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("Q40K_CONFIG_DIR", str(file))
    desk = desk_of()
    press(desk, "Ann\ntactical\n")
    assert desk.notice == ""
    assert desk.trouble is None
    assert packs.recent() == []


def test_a_number_finds_one_by_chance_near_that_value() -> None:
    first = set()
    desk = desk_of()
    for name in ("Ann", "Bob", "Cid", "Dan"):
        press(desk, f"{name}\n20")
        points = [LIBRARY.champions[label].points for label in offered_labels(desk)]
        assert all(abs(point - 20) <= 5 for point in points)
        assert not any(LIBRARY.champions[label].special for label in offered_labels(desk))
        assert offered_labels(desk) == offered_labels(desk)
        first.add(offered_labels(desk)[0])
        press(desk, "\n")
    assert len(first) > 1
    for key, character in keys("Eva\n9999"):
        desk.press(key, character)
    dearest = max(champion.points for champion in LIBRARY.champions.values() if not champion.special)
    assert LIBRARY.champions[offered_labels(desk)[0]].points == dearest


# ---- on the screen


async def test_tab_opens_the_gear_on_the_screen_itself() -> None:
    desk = desk_of()
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", *"Sancho", "enter", *"devast", "tab")
        assert "which gear?" in screen(app)
        await pilot.press("1", "enter")
        assert "heavy-bolter" in desk.state.players["p1"].gear


@pytest.mark.rule("CHAMPION-1")
def test_enter_takes_nobody_the_mod_keeps_out_while_another_fits() -> None:
    desk = desk_of()
    press(desk, "Ann\nfusion")
    result = offered_labels(desk)[:-1]  # the last is one of one's own
    assert result[:2] == ["eldar-fire-dragon", "eldar-fire-dragon-exarch"]
    assert all(LIBRARY.champions[champion_id].w == 1 for champion_id in result)
    press(desk, "\b" * 6 + "ork nob")
    assert offered_labels(desk)[0] == "ork-nob"  # named in full, whatever the mod says to it


@pytest.mark.rule("TEAM-1")
def test_gear_is_weighed_against_what_is_left_for_the_team() -> None:
    prefilled = Prefilled(mod="capture-the-flag", arena="bastions-140", seed=5, budget=40)
    desk = Desk(temporary_match(), LIBRARY, Locale("en"), prefilled)
    press(desk, "\nAnn\nRed\n")
    assert field(desk).notes == ("left for the team: 40 points",)
    press(desk, "devastator\tlascannon\n")
    assert gear(desk).why == "50 points · not allowed"
    assert gear(desk).notes[-1] == "TEAM-1 · left for the team: -10 points"
    press(desk, "\bheavy\n")
    assert gear(desk).why == "30 points · allowed"


def test_a_champion_that_is_refused_leaves_the_name_where_it_was() -> None:
    desk = desk_of()
    press(desk, "Ann\nork nob\n")
    assert desk.refused is not None
    press(desk, "x")
    assert field(desk).title == "Ann fields…"
    press(desk, "banshee\n")
    assert desk.state.players["p1"].champion.id == "eldar-howling-banshee"
    press(desk, "Bob\ntactical\tlascan\n\n")
    assert desk.refused is not None
    press(desk, "x")
    assert gear(desk).title == "Tactical Marine: which gear?"
    press(desk, "flamer\n")
    press(desk, "\b\n")
    assert desk.state.players["p2"].champion.id == "space-marine"


@pytest.mark.parametrize(("language", "word"), [("en", "doubtful"), ("fr", "douteux")])
def test_doubtful_figures_are_said_where_a_champion_is_chosen(language: str, word: str) -> None:
    desk = desk_of(language=language)
    for typed, is_doubtful in (("nec-warrior", True), ("space-marine", False)):
        press(desk, ("Ann\n" if is_doubtful else "\b" * len("nec-warrior")) + typed)
        choice = next(option for option in field(desk).choices() if option.value == typed)
        assert (word in choice.note) is is_doubtful
