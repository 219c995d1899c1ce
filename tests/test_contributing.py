"""The example of CONTRIBUTING.md works as the page has it: its blocks are added to a copy, and its key is pressed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parent.parent
GAME = Path("q40k", "games", "quake")
DATA = ("mods", "arenas", "codex_data", "packs")
PRESSED = """
from q40k.table.script import write_script
from tests.games.quake.screen.table import field, idle, playing, press

desk = playing()
before = desk.match_session.head
press(desk, ",y")
assert field(desk).title == "Who is jeered at?", desk.notice
press(desk, "2")
assert idle(desk), desk.notice
lines = desk.match_session.lines(undone=False)
told = desk.match_session.game.words.sentences(desk.locale, desk.state, lines[-1].events, lines[-1].first_seq)
print(*told, sep="|")
print(list(write_script(desk.match_session, desk.library))[-1])
press(desk, "u")
print(desk.match_session.lines(undone=False)[-1].entry.seq <= before)
"""
"""Presses the key at a desk with four players, tells the event, writes it as a script, and takes it back."""


def example() -> dict[str, str]:
    """Return the blocks of the page's example, by the file each belongs to."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.partition("### A command, its event and its key")[2].partition("\n### ")[0]
    items = re.split(r"^\d\. ", section, flags=re.MULTILINE)[1:]
    blocks: dict[str, str] = {}
    for item in items:
        name = re.match(r"`([a-z/_]+\.py)`", item)
        lines = [line for line in item.splitlines() if line.startswith(" " * 8) or not line]
        if name and any(lines):
            blocks[name[1]] = dedent("\n".join(lines)).strip() + "\n"
    return blocks


def test_the_example_of_a_command_works_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "q40k", tmp_path / "q40k", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in DATA:
        (tmp_path / folder).symlink_to(ROOT / folder, target_is_directory=True)
    shutil.copytree(
        ROOT / "tests" / "games", tmp_path / "tests" / "games", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "tests" / "__init__.py").touch()
    blocks = example()
    assert sorted(blocks) == ["rules/score.py", "screen/score.py", "state/score.py", "words/damage.py"]
    for name, block in blocks.items():
        path = tmp_path / GAME / name
        path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{block}", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-c", PRESSED], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    sentence, line, is_undone = result.stdout.splitlines()
    assert sentence == "The table jeers at Bob"
    assert '"do":"jeer"' in line.replace(" ", "")
    assert '"player":"Bob"' in line.replace(" ", "")
    assert is_undone == "True"
