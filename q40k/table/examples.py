"""Positions to play for a rule: recorded matches, each up to the line at which a rule asks or acts.

The matches are those by which the tests hold the rules: the scripts in `matches`, in the folder of a game. `rules.json`
there names a match and a line of it for each rule.
"""

import json
from collections.abc import Callable

from msgspec import Struct

from q40k.games import game as games
from q40k.games.game import Game
from q40k.kernel.lookup import nearest
from q40k.packs.library import Library
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptLine, play_line, read_script

FOLDER = "matches"


class Example(Struct, frozen=True):
    """Where a recorded match plays a rule: at a line of the script `match` of a game."""

    rule: str
    game: str
    match: str
    line: int


class UnknownRule(LookupError):
    """No recorded match plays the rule. `nearest` are rules with a position: its chapter, or the most similar."""

    def __init__(self, rule: str, near: tuple[str, ...]) -> None:
        super().__init__(rule)
        self.nearest = near


def examples() -> dict[str, Example]:
    """Return the examples of every game, by rule, in the order of the book."""
    listed: dict[str, Example] = {}
    for manifest in games.manifests():
        file = games.folder_of(manifest.id) / FOLDER / "rules.json"
        text = file.read_text(encoding="utf-8") if file.exists() else "{}"
        places = json.loads(text)
        listed |= {rule: Example(rule, manifest.id, *place) for rule, place in places.items()}
    return listed


def find_example(rule: str) -> Example:
    """Return the example of a rule, whatever its capitals. Raises UnknownRule."""
    listed, id = examples(), rule.strip().upper()
    if id in listed:
        return listed[id]
    chapter, near = id.rpartition("-")[0] or id, nearest(id, listed)
    same_chapter = tuple(other for other in listed if other.rpartition("-")[0] == chapter)
    raise UnknownRule(rule, same_chapter or ((near,) if near else ()))


def play_up_to(example: Example, game: Game, library: Callable[[], Library]) -> tuple[MatchSession, ScriptLine]:
    """Play a recorded match in memory up to the line of an example; return it, and that line."""
    match_session = temporary_match(game)
    script = games.folder_of(game.id) / FOLDER / f"{example.match}.jsonl"
    with script.open(encoding="utf-8") as lines:
        for line in read_script(lines, game):
            if line.number == example.line:
                return match_session, line
            play_line(match_session, library, line)
    raise ValueError(f"{script.name} has no line {example.line}")
