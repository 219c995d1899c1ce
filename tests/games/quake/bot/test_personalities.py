"""Personalities of one's own packs: bots play with them, and a match keeps them."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from q40k.games import game as games
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.library import QuakePacks
from q40k.kernel.events import Refused
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.tabletop.rules import BotSeat

OWN = """
personalities:
  - id: hermit
    name: {en: Hermit, fr: Ermite}
    text: {en: Stays where it is., fr: Reste où il est.}
    caution: 5
    stillness: 5
"""


@pytest.mark.rule("TABLE-8")
def test_a_personality_of_ones_own_packs_plays_and_is_kept_with_the_match(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(OWN, "utf-8")
    own, packs = load((tmp_path,)), QuakePacks()
    match_session = temporary_match(games.find("quake"))
    hermit = {"level": "sound", "personality": "hermit"}
    lines = [
        {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
        {"do": "join", "player": "Moss", "champion": "space-marine", "bot": hermit},
    ]
    for line in read_script(map(json.dumps, lines), None):
        play_line(match_session, lambda: own, line)
    (moss,) = match_session.state.players.values()
    assert moss.bot_nature is not None
    assert moss.bot_nature.stillness == 5
    join = Join(player="Moss", champion="space-marine", bot=BotSeat(personality="hermit"))
    with pytest.raises(Refused) as refused:
        packs.complete(load(), match_session.state, join)
    assert refused.value.refusal.code == "unknown-personality"
    whole = packs.complete(own, match_session.state, join)
    assert "nature" not in packs.strip_pack_data(own, whole, to_builtins(whole))
    assert "nature" in packs.strip_pack_data(load(), whole, to_builtins(whole))
