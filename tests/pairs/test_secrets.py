"""Every secret × every file and page: two matches that differ in a secret alone are told alike."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from q40k.table.folders import library_file
from q40k.table.script import write_script
from tests.cli.calls import good, q40k
from tests.games.epic.playing import B, M, formation, library, ready
from tests.games.scripted import line

DETACHMENT = [M, B, formation("A", "L", "marine-land-raider"), formation("B", "C", "ork-boy", 3)]
ORDERS: dict[str, dict[str, Any]] = {
    "plain": {},
    "a charge": {"orders": {"M": "charge"}},
    "all on first fire": {"orders": {"M": "first-fire", "L": "first-fire"}},
}
CALLS: tuple[tuple[str, ...], ...] = (
    ("show", "1"),
    ("show", "1", "--json"),
    ("log", "1", "--all", "--workings"),
    ("export", "1"),
    ("list", "--json"),
    ("replay", "1"),
    ("verify", "1"),
    ("luck", "1"),
    ("season",),
    ("bookmark", "1"),
    ("replay", "1", "--json"),
)
FILES: tuple[tuple[str, ...], ...] = (
    ("report", "1", "--out", "report.html"),
    ("report", "1", "--card", "--out", "card.svg"),
)
_TIMES = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d+Z]*|\d\d:\d\d(:\d\d)?")
_IDENTITY = re.compile(r"\b[0-9a-f]{8,16}\b")


def plain(text: str) -> str:
    """A text without times and identities; an envelope as its length."""
    sealed = re.sub(r'"sealed": ?"([^"]*)"', lambda match: f'"sealed": {len(match[1])}', text)
    return _IDENTITY.sub("#", _TIMES.sub("@", sealed))


def tell_everything(secret: dict[str, Any]) -> list[str]:
    """All that calls print and write of a match in which side A has given these orders."""
    shutil.rmtree(library_file().parent)
    script = write_script(ready(*DETACHMENT), library(), whole=True)
    good("import", "-", stdin="".join(f"{entry}\n" for entry in script))
    good("do", "1", json.dumps(line("orders", player="A", **secret)))
    texts = []
    for call in CALLS:
        result = q40k(*call)
        assert "Traceback" not in result.output
        texts.append(plain(f"{call} {result.exit_code}\n{result.stdout}\n{result.stderr}"))
    for call in FILES:
        good(*call, "--force")
        texts.append(plain(Path(call[-1]).read_text(encoding="utf-8")))
    return texts


@pytest.mark.parametrize("secret", [name for name in ORDERS if name != "plain"])
def test_nothing_tells_an_order_that_lies_face_down(
    secret: str, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for mine, other in zip(tell_everything(ORDERS["plain"]), tell_everything(ORDERS[secret]), strict=True):
        assert mine == other
