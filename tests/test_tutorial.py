"""The tutorial is played as it is written, key by key, in both languages: it leads to a kill and a telefrag."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from q40k.games.game import find
from q40k.games.quake.state.match import Match
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import screen

DOCS = Path(__file__).resolve().parent.parent / "docs"
KEYS = re.compile(r"`([^`]+)`|\b(Enter|Entrée)\b")
BEFORE_THE_MATCH = ["2", "1"]
"""*Play* and the game, which the first screen asks."""


def keys_of(page: Path) -> list[str]:
    """Return the keys that the sections from “Start” to “The first telefrag” name, in their order."""
    parts = re.split(r"(?m)^## \d+\. .*$", page.read_text(encoding="utf-8"))
    keys: list[str] = []
    for part in parts[2:7]:
        for typed, enter in KEYS.findall(part):
            if enter:
                keys.append("enter")
            elif not typed.startswith(("q40k", "make")):
                keys += typed
    return keys


@pytest.mark.rule("PORTAL-3", "RESPAWN-1")
@pytest.mark.parametrize(("language", "page"), [("en", "tutorial.md"), ("fr", "fr/tutorial.md")])
async def test_the_keys_of_the_tutorial_lead_to_a_kill_and_a_telefrag(language: str, page: str) -> None:
    keys = keys_of(DOCS / page)
    assert keys[:2] == BEFORE_THE_MATCH
    desk = Desk(temporary_match(), find().packs.library(), Locale(language), Prefilled(), ask_dice=True)
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 34)) as pilot:
        for key in keys[2:]:
            await pilot.press(key)
            await pilot.pause()
        feed = screen(app)
    match: Match = desk.state
    by_name = {player.name: player for player in match.players.values()}
    ann, bob = by_name["Ann"], by_name["Bob"]
    assert (ann.champion.id, bob.champion.id) == ("space-marine", "ork-slugga-boy")
    assert ann.score.points == bob.champion.points - ann.champion.points, "the kill, and her own telefrag"
    assert re.search(r"⊗ .*Ann.*porta(i|)l 4", feed), feed
