"""The replay shows at every entry what lay on the table then, and who stood there."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from q40k.games import game as games
from q40k.games.game import Game, find
from q40k.i18n.locale import Locale
from q40k.report.drawing import draw_ground_cover
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.commentary import steps
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script

HERE = {game: games.folder_of(game) / "matches" for game in ("quake", "space-hulk", "epic")}
PLAYED = (
    "quake bonus-zoo",
    "quake capture-the-flag",
    "quake base-attack",
    "quake hazards",
    "space-hulk airlock-nine-4",
    "epic places",
)
"""With tokens, flags, barrels that burn, doors, objectives."""


def play_golden(name: str) -> MatchSession:
    """A golden match of a game."""
    id, _, script = name.partition(" ")
    game = find(id)
    library = game.packs.library()
    match_session = temporary_match(game)
    with (HERE[id] / f"{script}.jsonl").open(encoding="utf-8") as lines:
        for line in read_script(lines):
            play_line(match_session, lambda: library, line)
    return match_session


@pytest.mark.parametrize("name", PLAYED)
def test_what_lies_on_the_table_is_there_when_it_was(name: str) -> None:
    match_session = play_golden(name)
    game, locale = match_session.game, Locale("en")
    text = page(game, tale(match_session, locale), locale)
    beats = json.loads(text.split('id="told">')[1].split("</script>")[0])["beats"]
    drawn = re.search(r'<svg [^>]*class="map[^"]*">.*?</svg>', text, re.S)
    assert drawn is not None
    things = ElementTree.fromstring(drawn[0]).findall(".//g[@id='lying']/g")
    there: set[int] = set()
    for beat, step in zip(beats, steps(game, match_session.inputs()), strict=True):
        there ^= {*beat[3]} if len(beat) > 3 else set()
        assert {_text(thing) for thing in map(things.__getitem__, there)} == _lying(game, step.state)
    changes = sum(len(beat) > 3 for beat in beats)
    assert changes > 1 or name.startswith("epic"), "objectives lie still"
    shown = {number for number, thing in enumerate(things) if thing.get("display") is None}
    assert shown == there, "without a script it is as it ended"


def _lying(game: Game, state: Any) -> set[str]:
    """All that lies on the map of a state, as it is drawn."""
    scene = game.view.scene(state)
    if scene is None:
        return set()
    areas = [area for area in scene.areas if area.layer != "formations"]
    drawn = draw_ground_cover(scene, (*areas, *scene.marks))
    return {_text(ElementTree.fromstring(f"<g>{markup}</g>")) for markup in drawn}


def _text(group: ElementTree.Element) -> str:
    return "".join(ElementTree.tostring(element, encoding="unicode") for element in group)
