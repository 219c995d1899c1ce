"""What a bot says of its move: every reason that it can give has a sentence, and a shot says its dice."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import q40k.games.quake.bot
from q40k.bots.bot import Move, Reason
from q40k.games import game as games
from q40k.games.quake.bot.playing import Entrant, set_up
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.shooting import Shoot, guns
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.words.bots import move_text, spot_text
from q40k.games.quake.words.wording import SENTENCES, WORDS
from q40k.i18n.locale import Locale
from q40k.packs.shipped import coded_sentences
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script

FOLDER = Path(q40k.games.quake.bot.__file__).parent
UNREACHED = ("takes-building", "takes-foe")
"""What no champion moves onto."""


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    return (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    )


def reasons_of(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions of the reasons that a module gives its options."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for call in calls(tree, "Option"):
        reason = call.args[2]
        if not isinstance(reason, ast.Starred):
            yield reason
            continue
        assert isinstance(reason.value, ast.Call)
        assert isinstance(reason.value.func, ast.Name)
        for node in ast.walk(functions[reason.value.func.id]):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                yield node.value.elts[0]


def keys_of_bot() -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.py"))]
    kinds = {ast.literal_eval(call.args[0]) for tree in trees for call in calls(tree, "Goal")}
    keys: set[str] = set()
    for reason in (reason for tree in trees for reason in reasons_of(tree)):
        if isinstance(reason, ast.Constant):
            keys.add(str(reason.value))
        elif isinstance(reason, ast.JoinedStr):
            start = reason.values[0]
            assert isinstance(start, ast.Constant)
            keys |= {f"{start.value!s}{kind}" for kind in kinds}
    return keys - set(UNREACHED)


def test_every_reason_of_the_bot_has_a_sentence_and_no_other() -> None:
    keys = keys_of_bot()
    assert {"shoots", "takes-token", "towards-building", "safer", "runs-to"} <= keys
    assert keys == set(coded_sentences(SENTENCES, "bots"))


def test_a_shot_says_what_is_rolled_and_why() -> None:
    lines = (
        {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
        {"do": "join", "player": "Ann", "champion": "space-marine"},
        {"do": "join", "player": "Bob", "champion": "space-marine"},
        {"do": "start"},
    )
    match_session, library = temporary_match(games.find("quake")), load()
    for line in read_script(map(json.dumps, lines), None):
        play_line(match_session, lambda: library, line)
    for _ in (1, 2):
        match_session.do(Deploy(player=match_session.state.players[match_session.state.play.active].name))
    match_session.do(EndPhase())
    state = match_session.state
    assert state.play.phase == "shooting"
    me = state.players[state.play.active]
    other = next(player for player in state.players.values() if player.id != me.id)
    weapon = guns(state, me)[0].id
    move = Move(
        me.id, Shoot(player=me.name, target=other.name, weapon=weapon), why=(Reason("shoots", {"kills": 0.25}),)
    )
    text = move_text(Locale("en"), state, move)
    assert text.startswith(f"{me.name} shoots at {other.name} with ")
    assert text.endswith("D6 (25% to kill)")


def test_a_place_is_told_by_the_scenery_the_edge_and_the_side_of_the_portal() -> None:
    """The coordinates are those of the arena `boiler-60`: a boiler at (15; 15) beside portal 4 at (13.3; 6)."""
    entrants = [Entrant("Ann", "space-marine"), Entrant("Bob", "space-marine")]
    state = set_up(load(), "deathmatch", "boiler-60", entrants, 1).state
    texts = {
        (30.0, 30.0): ("B2, on portal 5", "B2, sur le portail 5"),
        (20.0, 2.5): (
            "B1, at the lower edge, about 3 in east of portal 4",
            "B1, au bord inférieur, à 3 ps à l’est du portail 4",
        ),
        (15.0, 15.0): (
            "A1, beside “Boiler”, about 4 in north of portal 4",
            "A1, à côté de « Chaudière », à 4 ps au nord du portail 4",
        ),
    }
    for at, place in texts.items():
        assert tuple(spot_text(Locale(language, WORDS.locales), state, at) for language in ("en", "fr")) == place
