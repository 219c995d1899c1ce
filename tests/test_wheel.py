"""The wheel carries what it needs, and plays an evening where there is neither the checkout nor a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from hatchling.build import build_wheel

from q40k import __version__
from q40k.packs.compiled import key_of
from tests.cli.calls import MATCH, ROOT, script
from tests.terminal import Terminal

SOCKETS = 77
WATCH = f"""
import os, sys
FORBIDDEN = "connect bind sendto sendmsg getaddrinfo gethostbyname gethostbyaddr getnameinfo".split()
def watch(event, arguments):
    room, _, name = event.partition(".")
    if room == "socket" and name in FORBIDDEN and not isinstance(arguments[-1], (str, bytes)):
        os.write(2, f"the network: {{event}} {{arguments!r}}".encode())
        os._exit({SOCKETS})
sys.addaudithook(watch)
"""
"""What an environment runs at each start: whoever reaches for the network ends at once. A path is no network."""

CALLS = """
import json, sys
from q40k.cli.app import run
print([path for path in sys.path if path], file=sys.stderr)
for call in json.loads(sys.argv[1]):
    assert run(call) == 0, call
"""
"""Carries several calls out in one process, as starts are what takes time."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, and leave nothing else behind."""
    folder, building = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("building")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(tempfile, "tempdir", str(building))
        name = build_wheel(str(folder))
    assert list(building.iterdir()) == []
    return folder / name


def test_the_wheel_carries_the_program_and_its_packs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
    shipped = {
        ".py",
        ".tcss",
        ".css",
        ".js",
        ".svg",
        ".html",
        ".mo",
        ".json",
        ".jsonl",
        ".xz",
        ".yaml",
        ".typed",
        ".wav",
    }
    program = {p.relative_to(ROOT).as_posix() for p in (ROOT / "q40k").rglob("*") if p.suffix in shipped}
    assert {f"q40k/{room}locales/fr/LC_MESSAGES/q40k.mo" for room in ("i18n/", "games/quake/")} <= program
    packs = {
        f"q40k/data/{path.relative_to(ROOT).as_posix()}"
        for folder in ("codex_data", "mods", "arenas", "packs")
        for path in (ROOT / folder).rglob("*.yaml")
    }
    assert {path.split("/")[2] for path in packs} == {"codex_data", "mods", "arenas", "packs"}
    keys = [key_of(import_module(f"q40k.games.{game}.packs.kinds").KINDS) for game in ("quake", "epic", "space_hulk")]
    compiled = {f"q40k/data/compiled/{key.hex()[:16]}.packs" for key in keys if key is not None}
    assert len(compiled) == 3
    assert sorted((program | packs | compiled) - carried) == []
    assert sorted(name for name in carried if name.startswith(("tests/", "benchmarks/"))) == []


# ---- installed


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into an environment that has the libraries of this one; return its folder of programs.

    A line of a .pth file adds a folder, but not what the .pth files in it name, such as the checkout.
    """
    venv.EnvBuilder(symlinks=True).create(folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    paths = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet", "--no-compile"]
    call = [*pip, "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(call, check=True, timeout=120)
    (site / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    return programs


def files_of(folder: Path) -> dict[str, float]:
    """List all files with their dates, without the bytecode that Python writes."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime for path in paths}


def run_call(*call: str | Path, at: Path) -> subprocess.CompletedProcess[str]:
    """Run an installed program in an empty folder, as somebody who has no checkout."""
    at.mkdir(exist_ok=True)
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ["PYTHONUTF8"] = "1"
    done = subprocess.run(
        [*map(str, call)], cwd=at, env=environ, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def test_an_installed_wheel_plays_an_evening_and_never_calls_home(wheel: Path, tmp_path: Path) -> None:
    programs, at = install(wheel, tmp_path / "env"), tmp_path / "evening"
    before = files_of(tmp_path / "env")
    assert run_call(programs / "q40k", "--version", at=at).stdout.startswith(f"q40k {__version__} (pip: {tmp_path}")

    at.joinpath("match.jsonl").write_text(script(MATCH), encoding="utf-8")
    evening = [
        ["import", "match.jsonl"],
        ["--lang", "fr", "log", "last"],
        ["show", "last", "--json"],
        ["report", "last", "--out", "report.html"],
        ["season"],
        ["print", "portals", "--out", "q40k.pdf"],
        ["games"],
        ["backup", "--to", "."],
        ["doctor", "--newer", str(wheel.parent)],
        ["hand", "over", "last", "--to", "friday.q40kmatch"],
        ["take", "friday.q40kmatch"],
        ["demo"],
        ["list"],
    ]
    done = run_call(programs / "python", "-c", CALLS, json.dumps(evening), at=at)
    assert str(ROOT / "q40k") not in done.stderr
    assert f"'{ROOT}'" not in done.stderr, "the checkout is on no path"
    assert "Tactical" in done.stdout, "the packs are there"
    assert "réapparaît" in done.stdout, "the catalogues are there"
    assert at.joinpath("q40k.pdf").read_bytes().startswith(b"%PDF")

    if sys.platform != "win32":
        terminal = Terminal("new", "--mod", "deathmatch", installed=programs / "q40k")
        terminal.until(b"The classic pit")  # the screen asks for the arena
        terminal.write(b"\x11")
        assert terminal.status() == 0, terminal.seen[-2000:]
    assert files_of(tmp_path / "env") == before, "nothing is written beside the program"


def test_the_watch_of_that_evening_sees_who_calls(wheel: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("sitecustomize.py").write_text(WATCH, encoding="utf-8")
    call = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", call], env=environ, capture_output=True, check=False, timeout=60)
    assert done.returncode == SOCKETS
