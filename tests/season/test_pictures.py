"""Pictures of leagues: whole, on one page, in letters that can be read from afar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from q40k.i18n.locale import Locale
from q40k.season.decisions import Decided, Decision, Drawn, Kind, Withdrawn
from q40k.season.league import LeagueStanding
from q40k.season.league_view import named_standing
from q40k.season.pictures import Kind as PictureKind
from q40k.season.pictures import cross_tables, draw_picture
from q40k.season.rounds import begin
from q40k.season.season import build_season
from tests.season.evenings import standing_decisions
from tests.season.played_leagues import play_out
from tests.season.test_page import HOSTILE

EN = Locale("en")
SVG = "{http://www.w3.org/2000/svg}"
TELEVISION = 950
"""Millimetres: the width of a television of 43 inches."""


def make_standing(*decisions: Decision) -> LeagueStanding:
    season = build_season([], standing_decisions(*decisions))
    (state,) = season.club.leagues.values()
    return named_standing(state, season)


def league(kind: Kind, players: int, table: int = 2) -> LeagueStanding:
    return make_standing(begin("Cup", kind, [f"Player {number}" for number in range(players)], table=table, seed="1"))


def read_picture(svg: str) -> tuple[list[str], float, float]:
    """The texts of a picture, the width of the page, and the height of the smallest letters."""
    root = ElementTree.fromstring(svg)
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    texts = root.findall(f"{SVG}text")
    for text in texts:
        assert 0 <= float(text.attrib["x"]) <= wide
        assert 0 <= float(text.attrib["y"]) <= high
    for box in root.findall(f"{SVG}rect"):
        assert float(box.attrib["x"]) + float(box.attrib["width"]) <= wide
        assert float(box.attrib["y"]) + float(box.attrib["height"]) <= high
    return [text.text or "" for text in texts], wide, min(float(text.attrib["font-size"]) for text in texts)


def test_a_bracket_shows_every_round_and_who_went_on_in_bold() -> None:
    cup = begin("Cup", "knockout", ("Ann", "Bob", "Cid"), table=2, seed="1")
    played = make_standing(cup, Decided("Cup", 1, 2, order=(("Cid",), ("Bob",))), Drawn("Cup", (("Ann", "Cid"),)))
    svg = draw_picture(EN, played, "bracket")
    texts, _wide, _letters = read_picture(svg)
    assert texts == ["Cup", "Ann", "Bob", "Cid", "Ann", "Cid"]
    bold = re.findall(r'font-weight="bold">([^<]*)<', svg)
    assert bold == ["Cup", "Ann", "Cid"], "the title, the bye and the winner of the first round"
    assert len(re.findall("<path", svg)) == 2, "a line from each table of the first round to the final"
    texts, _wide, _letters = read_picture(draw_picture(EN, league("knockout", 9, 3), "bracket"))
    assert len(texts) == 10


@pytest.mark.parametrize(("players", "least"), [(4, 19), (8, 19), (16, 12), (32, 6)])
def test_a_bracket_reads_from_four_metres(players: int, least: int) -> None:
    """Capitals of 6 mm are 5 minutes of arc at 4 m, what good eyes can read; 12 mm read with ease."""
    _texts, wide, letters = read_picture(draw_picture(EN, league("knockout", players), "bracket"))
    millimetres = TELEVISION / 1600 if wide == 1600 else TELEVISION * 9 / 16 / 1414
    assert letters * 0.7 * millimetres >= least


def test_a_bracket_of_64_prints_on_one_page_in_letters_of_two_millimetres() -> None:
    texts, wide, letters = read_picture(draw_picture(EN, league("knockout", 64), "bracket"))
    assert wide == 1000, "the page stands"
    assert letters * 210 / wide >= 2
    assert len(texts) == 1 + 64 + 2 * (16 + 8 + 4 + 2 + 1)


def test_the_sheet_for_the_wall_names_each_table_who_sits_out_and_nobody_who_has_left() -> None:
    robin = begin("Winter", "robin", ("Ann", "Bob", "Cid", "Dan", "Eve"), table=2, seed="1")
    (resting,) = {*robin.players} - {name for seats in robin.rounds[0] for name in seats}
    texts, _wide, _letters = read_picture(draw_picture(EN, make_standing(robin), "pairings"))
    tables = [" – ".join(seats) for seats in robin.rounds[0]]
    assert texts == [
        "Winter · round 1",
        "Table",
        "In the order of seats",
        "1",
        tables[0],
        "2",
        tables[1],
        "–",
        f"{resting} sits out",
    ]
    gone = robin.rounds[0][0][0]
    later = read_picture(draw_picture(EN, make_standing(robin, Withdrawn("Winter", gone)), "pairings"))[0]
    assert not any(gone in text for text in later)


def test_the_sheet_for_the_wall_fits_the_largest_round() -> None:
    texts, wide, letters = read_picture(draw_picture(EN, league("robin", 64), "pairings"))
    assert len(texts) == 3 + 2 * 32
    assert letters * 210 / wide >= 5, "millimetres on paper"


def test_a_cross_table_holds_who_finished_ahead_of_whom_and_what_was_not_played() -> None:
    robin = begin("Winter", "robin", ("Ann", "Bob", "Cid", "Dan"), table=4, rounds=2, seed="1")
    result = make_standing(robin, Decided("Winter", 1, 1, order=(("Ann",), ("Bob", "Cid"), ("Dan",))))
    (table,) = cross_tables(EN, result)
    assert table.rows == (
        ("Ann", "·", "1", "1", "1"),
        ("Bob", "0", "·", "½", "1"),
        ("Cid", "0", "½", "·", "1"),
        ("Dan", "0", "0", "0", "·"),
    )
    (table,) = cross_tables(EN, make_standing(robin, *(Withdrawn("Winter", name) for name in ("Bob", "Cid", "Dan"))))
    assert table.rows[0] == ("Ann", "·", "1* 1*", "1* 1*", "1* 1*")


def test_standings_show_how_far_everybody_moved_in_the_last_round() -> None:
    played = play_out("swiss", 6, 2, 3, 3)
    standing = named_standing(played.state, played.season)
    moved = {row.player: row.moved for row in standing.rows.values()}
    assert any(moved.values())
    texts = read_picture(draw_picture(EN, standing, "standings"))[0]
    arrows = [f"{'▲' if steps > 0 else '▼'}{abs(steps)}" for steps in moved.values() if steps]
    assert sorted(text for text in texts if text[:1] in "▲▼" and text) == sorted(arrows)


KINDS: Sequence[PictureKind] = ("standings", "cross", "pairings", "bracket")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_hold_long_wide_and_hostile_names(kind: PictureKind, language: str) -> None:
    names = ("<script>alert(1)</script>", "W" * 30, "龍" * 15, *HOSTILE)
    svg = draw_picture(Locale(language), make_standing(begin("<b>", "knockout", names, table=2, seed="1")), kind)
    texts, _wide, _letters = read_picture(svg)
    assert texts[0].startswith("<b>")
    assert any("<script>" in text for text in texts)
    assert "<script" not in svg


def test_only_a_knock_out_has_a_bracket() -> None:
    assert draw_picture(EN, league("swiss", 4), "bracket") == ""
