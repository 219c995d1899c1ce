"""Bots on the command line: they play on, tell what they weighed, and stop where people have the move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calls import bad, good, q40k

LINES = (
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
    {"do": "join", "player": "Ann", "champion": "space-marine", "bot": {"level": "straight"}},
    {"do": "join", "player": "Ranger", "champion": "eldar-howling-banshee", "bot": {"level": "straight"}},
    {"do": "start"},
)


@pytest.fixture
def match(tmp_path: Path) -> str:
    script = tmp_path / "bots.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    good("import", str(script))
    return "last"


@pytest.mark.rule("TABLE-8")
def test_bots_play_on_and_stop_where_people_have_the_move(match: str) -> None:
    state = json.loads(good("bot", "play", match, "--turns", "1", "--json"))
    assert (state["turn"], state["phase"]) == (1, "movement")
    assert state["players"]["Ann"]["bot"] == {"level": "straight"}
    good("do", match, '{"do": "seat", "player": "Ann"}')
    good("do", match, '{"do": "dice", "by": "hand", "player": "Ann"}')
    state = json.loads(good("bot", "play", match, "--json"))
    assert state["active"] == "Ann" or state["asks"] is not None
    assert "bot" not in state["players"]["Ann"]
    assert "No bot has the move." in q40k("bot", "play", match).stderr
    assert "the same events" in good("verify", match)


@pytest.mark.rule("TABLE-8")
def test_a_script_of_bots_plays_again_as_it_was(match: str, tmp_path: Path) -> None:
    before = json.loads(good("bot", "play", match, "--turns", "2", "--json"))
    script = tmp_path / "again.jsonl"
    script.write_text(good("export", match), encoding="utf-8")
    after = json.loads(good("run", str(script), "--json"))
    assert after["players"] == before["players"]


def test_why_lists_what_was_weighed_the_best_first_and_that_was_done(match: str) -> None:
    good("bot", "play", match, "--turns", "2", "--json")
    lines = [json.loads(line) for line in good("export", match).splitlines() if line.startswith("{")]
    entries = [line for line in good("log", match).splitlines() if " moves (" in line]
    entry = entries[0].split()[0]
    weighed = json.loads(good("bot", "why", match, entry, "--json"))
    worths = [move["worth"] for move in weighed]
    assert worths == sorted(worths, reverse=True)
    moved = next(line for line in lines if line["do"] == "move")
    assert weighed[0]["command"]["to"] == moved["to"]
    assert "no entry of a bot" in bad(2, "bot", "why", match, "1")


def test_why_tells_of_the_last_entry_of_a_bot_while_people_have_the_move(match: str) -> None:
    def seat(bot: str) -> None:
        for name in ("Ann", "Ranger"):
            good("do", match, f'{{"do": "seat", "player": "{name}"{bot}}}')

    seat("")
    assert "no bot has done anything" in bad(2, "bot", "why", match)
    seat(', "bot": {"level": "straight"}')
    good("bot", "play", match, "--turns", "1", "--json")
    seat("")
    first, *weighed = good("bot", "why", match).splitlines()
    assert "No bot has the move. Before entry" in first
    assert weighed


def test_why_of_dice_tells_what_they_were_rolled_for(match: str) -> None:
    good("bot", "play", match, "--turns", "3", "--json")
    entries = good("log", match).splitlines()
    shot = next(line.split()[0] for line in entries if " shoots at " in line)
    assert "shoots at" in good("bot", "why", match, shot).splitlines()[0], "the log numbers a shot by its last dice"


def test_a_wrong_level_names_the_right_ones() -> None:
    call = ("new", "--bot", "Ranger=eldar-howling-banshee:shrewd")
    assert "straight, sound, sharp" in bad(2, *call)
    assert "camper" in bad(2, "new", "--bot", "Ranger=eldar-howling-banshee:sharp:campr")
