"""The shell says no word of a game: what is Quake's is brought by its records.

No import shows a word; so its texts are read: messages, other literals, names and comments in code
that is said to be general. What is general stays general: table, match, player, turn, score.
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.words import ROOT, everything

SHELL = ("kernel", "geometry", "packs", "i18n", "table", "tui", "cli")
OF_QUAKE = re.compile(
    r"deathmatch|quake|(?<![a-z])mods?(?![a-z])|arena|champion|codex|killer|victim|portal"
    r"|telefrag|(?<![a-z])frags?(?![a-z])|token(?!ize)|barrel|bonus|vampir|respawn|assault"
    r"|close.combat|(?<![a-z])weapon|capture.the|space.marine|TABLE-\d|TURN-\d|SCORE-\d|BONUS-\d",
    re.IGNORECASE,
)
RULES = re.compile(r"Rule: [A-Z0-9, -]+")
"""Which rules of the games a check of geometry carries out: those ids are for `make rules`."""
ALLOWED = {
    ("kernel/__init__.py", "Quake"),  # what it knows nothing of
    ("tui/map/pixels.py", "portal"),  # a drawing of report/art.svg, which a game names in its styles
    ("kernel/journal/tables.py", "quake"),  # the game of what was kept before games had ids
}


def sources() -> list[Path]:
    return [path for room in SHELL for path in sorted((ROOT / "q40k" / room).rglob("*.py"))]


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every word of a file, comments too, each with its line; the ids of rules left out."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
                yield token.start[0], RULES.sub("", token.string)


def test_the_shell_says_no_word_of_quake() -> None:
    mentions = [
        (place, line, match.group(), text[:60])
        for path in sources()
        for place in (path.relative_to(ROOT / "q40k").as_posix(),)
        for line, text in texts(path)
        for match in OF_QUAKE.finditer(text)
        if (place, match.group()) not in ALLOWED
    ]
    assert mentions == []


def test_its_catalogue_says_none_either() -> None:
    shell = everything()[0]
    assert shell.locales.parent.name == "i18n"
    for path in (shell.template, shell.catalogue("fr")):
        assert OF_QUAKE.findall(path.read_text(encoding="utf-8")) == []
