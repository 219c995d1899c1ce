"""`q40k lab`: weighed, compared, rated, fitted, merged; and calls that make no sense."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from q40k.lab.designs import list_bouts
from q40k.lab.studies import play_study
from tests.cli.calls import bad, good, q40k

COINS = ("--game", "coin", "--cores", "1", "--coins", "fair,bent")


def weigh(*more: str) -> Any:
    return json.loads(good("lab", "weigh", *COINS, "--games", "60", "--seed", "1", "--json", *more))


def test_a_study_is_an_object_with_every_share_and_its_interval(tmp_path: Path) -> None:
    data = weigh("--csv", str(tmp_path / "shares.csv"), "--page", str(tmp_path / "page.html"))
    assert data["games"] == 60
    assert [entry["id"] for entry in data["entries"]] == ["fair", "bent"]
    assert all(0 <= entry["low"] <= entry["share"] <= entry["high"] <= 1 for entry in data["entries"])
    assert weigh() == data, "the shelf has it already, and it is the same"
    rows = list(csv.DictReader((tmp_path / "shares.csv").read_text(encoding="utf-8").splitlines()))
    assert [float(row["share"]) for row in rows] == [entry["share"] for entry in data["entries"]]
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1
    assert "not fair for people" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_it_is_told_in_a_table_in_both_languages() -> None:
    words = good("lab", "weigh", *COINS, "--games", "60")
    assert "60 games · 2 seats" in words
    assert "An even share is 50.0%" in words
    french = good("lab", "weigh", *COINS, "--games", "60", "--field", "2", "--lang", "fr")
    assert "60 parties" in french
    assert "Part de victoire" in french


def test_two_settings_are_compared_on_the_same_dice() -> None:
    data = json.loads(good("lab", "compare", *COINS, "--games", "40", "--json", "--with", "anything=1"))
    assert [(row["id"], row["games"]) for row in data["differences"]] == [("fair", 40), ("bent", 40), ("turns", 40)]
    assert "--with" in bad(2, "lab", "compare", *COINS)
    assert "must weigh the same" in bad(2, "lab", "compare", *COINS, "--with", "coins=fair,fair@11")
    assert "no such games" in bad(1, "lab", "compare", *COINS, "--games", "10", "--with-world", "0" * 24)
    assert "Difference" in good("lab", "compare", *COINS, "--games", "40", "--with", "anything=1")


def test_games_that_the_rules_refuse_say_why() -> None:
    duel = ("--champions", "space-marine,ork-slugga-boy", "--levels", "straight", "--cores", "1", "--games", "2")
    for call in (("weigh", *duel, "--option", "lives=3"), ("compare", *duel, "--with", "lives=3")):
        assert "No game could be played. This mod has no option lives." in bad(1, "lab", *call)


def test_a_ladder_rates_in_the_points_of_chess() -> None:
    call = ("lab", "ladder", "--game", "coin", "--cores", "1", "--what", "coins", "--games", "200")
    best, worst = json.loads(good(*call, "--json"))["ratings"]
    assert (best["id"], worst["id"]) == ("bent", "fair")
    assert best["low"] > 0 > worst["high"]
    assert "Ladder" in good(*call)
    (today,) = json.loads(good("lab", "worlds", "--game", "coin", "--json"))
    again = json.loads(good(*call, "--coins", "fair,bent", "--with-world", today["id"], "--json"))["ratings"]
    assert {(row["id"], row.get("world"), row["games"]) for row in again} == {
        ("fair", None, 2 * worst["games"]),
        ("bent", None, best["games"]),
        ("bent", today["id"], best["games"]),
    }
    assert again[0]["rating"] == pytest.approx(again[1]["rating"]), "a version is as strong as itself"
    assert "have not met" in good(*call, "--with-world", today["id"])
    assert "no levels" in bad(1, "lab", "ladder", "--game", "coin")


def test_games_that_do_not_show_what_a_price_does_fit_none() -> None:
    assert "what a price does" in bad(1, "lab", "fit", *COINS, "--games", "60")


def test_shelves_are_merged_and_listed(tmp_path: Path) -> None:
    other = str(tmp_path / "other.sqlite3")
    weigh("--shelf", other)
    assert q40k("lab", "worlds", "--game", "coin").stdout == ""
    result = q40k("lab", "merge", other)
    assert (result.exit_code, "60 new results" in result.stderr) == (0, True)
    (world,) = json.loads(good("lab", "worlds", "--game", "coin", "--json"))
    assert world["games"] == 60
    assert "*" in good("lab", "worlds", "--game", "coin")
    (tmp_path / "text").write_text("no shelf at all, but long enough to be read", encoding="utf-8")
    assert "no shelf" in bad(2, "lab", "merge", str(tmp_path / "text"))
    assert "no shelf" in bad(2, "lab", "weigh", *COINS, "--shelf", str(tmp_path / "text"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--coins", "fair,bend"), "The nearest is bent"),
        (("--coins", "fair@ten,bent"), "no price"),
        (("--field", "9"), "2<=x<=4"),
        (("--design", "fields", "--field", "3"), "does not fit"),
        (("--what", "dice"), "one of: coins"),
        (("--option", "lives"), "lives=3"),
        (("--champions", "all"), "--champions"),
        (("--game", "chess"), "chess"),
    ],
)
def test_a_call_that_makes_no_sense_says_why(arguments: tuple[str, ...], words: str) -> None:
    assert words in bad(2, "lab", "weigh", *COINS, *arguments)


def test_an_interrupted_call_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    from q40k.cli.lab import weigh as verbs

    def interrupt(engine: Any, plan: Any, width: float | None = None, look: Any = None) -> Any:
        engine.play(list_bouts(plan)[:12])
        raise KeyboardInterrupt

    play: Callable[..., Any] = play_study
    monkeypatch.setattr(verbs, "play_study", interrupt)
    result = q40k("lab", "weigh", *COINS, "--games", "60")
    assert result.exit_code == 130
    assert "12 games" in result.stdout
    assert "goes on from there" in result.stderr
    monkeypatch.setattr(verbs, "play_study", play)
    assert weigh()["games"] == 60


def test_a_game_without_a_lab_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from q40k.games import game as games

    games.add("race", "tests.games.race.manifest:MANIFEST")
    assert "Nothing of Dice Race" in bad(2, "lab", "weigh", "--game", "race")
