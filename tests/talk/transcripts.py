"""Write the conversations of docs/talk.md and docs/fr/talk.md: `python -m tests.talk.transcripts`.

What stands between two marks of a page is what the program says today, in its language. A test
compares them.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from q40k.games.game import find
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.table.match_library import temporary_match
from q40k.talk.prompting import Detail
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk
from tests.talk.evenings import IN_FRENCH

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = (DOCS / "talk.md", DOCS / "fr" / "talk.md")
MARK = re.compile(r"(<!-- conversation: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
LINES = (
    "Ann", "tact", "Bob", "slugga", "Chloé", "guardian def", "",
    "5", "3", "6", "n", "n", "n", "p 2", "?o", "3", "?m chloé", "s", "", "k bob", "4", "?s", "k 4", "/back", "u",
    "/brief", "k bob 5", "?l 2", "/quit",
)  # fmt: skip
"""What is typed: names, dice, keys, questions, a refusal, a wrong line, an undo."""


def conversation(language: str, detail: Detail = "usual") -> str:
    """The conversation of the first minutes of a match, each typed line after a “>”."""
    session = temporary_match(find("quake"))
    settings = Prefilled(mod="deathmatch", arena="classic-60", dice="hand", seed=7)
    desk = Desk(session, session.game.packs.library(cache=SHIPPED), Locale(language), settings)
    talk = TableTalk(desk, detail, lambda _words: False)
    greeting = talk.greeting()
    talk.news.begin_to_hear()
    for line in (IN_FRENCH.get(line, line) if language == "fr" else line for line in LINES):
        greeting += [f"> {line}".rstrip(), *talk.hear(line)]
    return "\n".join(greeting)


def page(text: str) -> str:
    """The page with the conversations as they are held today."""
    return MARK.sub(lambda match: f"{match[1]}```text\n{conversation(match[2])}\n```\n{match[3]}", text)


if __name__ == "__main__":
    for path in PAGES:
        with tempfile.TemporaryDirectory() as home:  # nothing of the user is read
            os.environ.update(Q40K_DATA_DIR=home, Q40K_CONFIG_DIR=home)
            path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
