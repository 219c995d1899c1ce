"""Nothing of the user is read or written by the tests, nor by what is made for several of them at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRIED = """
import pytest

from q40k.cli.base import Call
from q40k.games.game import find
from q40k.table.folders import config_folder, data_folder

AT_COLLECTION = (str(data_folder()), str(config_folder()))


@pytest.fixture(scope="module")
def packs():
    return Call().library(), str(data_folder()), str(config_folder())


def test_places(packs):
    library, *places = packs
    assert library.mods
    assert [place for place in (*AT_COLLECTION, *places) if place.startswith({trap!r})] == []
"""


def test_fixtures_of_a_whole_module_have_a_home_beside_the_users(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    packs = trap / ".config" / "q40k" / "packs"
    packs.mkdir(parents=True)
    (packs / "broken.yaml").write_text("champions: [this is no pack", encoding="utf-8")
    before = sorted(trap.rglob("*"))
    path = tmp_path / "test_tried.py"
    path.write_text(TRIED.format(trap=str(trap)), encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("Q40K_", "XDG_"))}
    environ |= {"HOME": str(trap), "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(trap / ".config")}
    call = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c", os.devnull]
    result = subprocess.run(
        [*call, "--rootdir", str(tmp_path), str(path)],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert sorted(trap.rglob("*")) == before
