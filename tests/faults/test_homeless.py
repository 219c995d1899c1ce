"""A user without a home and without a name, as in a container that runs as any user."""

import json
import sys
from pathlib import Path

import pytest

from q40k.cli.errors import MALFORMED, REFUSED
from tests.cli.calls import MATCH, bad, good, q40k, script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="users of POSIX")


@pytest.fixture(autouse=True)
def homeless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Take away the home, the name and every folder that was named."""
    import pwd

    def unknown(_user: object) -> None:
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "Q40K_DATA_DIR", "Q40K_CONFIG_DIR", "USER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(pwd, "getpwnam", unknown)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("call", ["list", "resume", "season", "league", "backup", "show 1", "import -"])
def test_what_keeps_matches_names_the_variable_to_set(call: str, tmp_path: Path) -> None:
    result = q40k(*call.split(), stdin=script(MATCH))
    assert result.exit_code in (REFUSED, MALFORMED)
    assert "no home folder" in result.stderr
    assert "Set Q40K_DATA_DIR" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_says_it_too() -> None:
    result = q40k("doctor")
    assert result.exit_code == 1
    assert "Set Q40K_DATA_DIR" in result.stdout


def test_what_keeps_nothing_works(tmp_path: Path) -> None:
    good("check")
    good("games")
    assert json.loads(good("run", "-", "--json", stdin=script(MATCH)))
    assert list(tmp_path.iterdir()) == []


def test_one_variable_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("Q40K_DATA_DIR", str(tmp_path / "kept"))
    assert good("import", "-", stdin=script(MATCH)).strip() == "1"
    assert "Soirée" in good("list")
    good("arena", "new", "--name", "Home", "--size", "80x80", "--seed", "1")
    assert (tmp_path / "kept" / "config" / "packs" / "arena-home.yaml").is_file()


def test_without_one_an_own_arena_names_it_too() -> None:
    assert "Set Q40K_DATA_DIR" in bad(2, "arena", "new", "--name", "Home", "--size", "80x80", "--seed", "1")
