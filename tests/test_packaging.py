"""What packagers take: the man page, the desktop entry, AppStream's data, and the licences of what is carried."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from q40k.cli.verbs import sections

ROOT = Path(__file__).resolve().parent.parent
ID = "org.q40k.q40k"


def run_tool(*call: str) -> str:
    """What a tool of the folder `packaging` writes."""
    result = subprocess.run(
        [sys.executable, *call], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(("language", "heading"), [("en", "EXIT STATUS"), ("fr", "CODE DE SORTIE")])
def test_the_man_page_explains_every_verb(language: str, heading: str, tmp_path: Path) -> None:
    page = run_tool("packaging/manual.py", language)
    verbs = [name.replace("-", "\\-") for _heading, entries in sections() for name in entries]
    assert [name for name in verbs if f".SS q40k {name} " not in page] == []
    assert f".SH {heading}" in page
    path = tmp_path / "q40k.6"
    path.write_text(page, encoding="utf-8")
    if shutil.which("groff"):
        result = subprocess.run(
            ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", str(path)], capture_output=True, check=True, timeout=60
        )
        assert result.stderr == b""


def test_the_desktop_entry_and_appstream_name_one_id() -> None:
    entry = configparser.RawConfigParser()
    entry.read(ROOT / "packaging" / f"{ID}.desktop", encoding="utf-8")
    assert entry["Desktop Entry"]["Icon"] == ID
    assert (ROOT / "packaging" / f"{ID}.svg").is_file()
    data = ElementTree.parse(ROOT / "packaging" / f"{ID}.metainfo.xml")
    assert data.findtext("id") == ID
    assert data.findtext("launchable") == f"{ID}.desktop"


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="no appstreamcli here")
def test_appstream_accepts_the_data() -> None:
    call = ["appstreamcli", "validate", "--no-net", str(ROOT / "packaging" / f"{ID}.metainfo.xml")]
    result = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stdout


def test_the_licences_hold_a_text_or_a_name_for_every_library() -> None:
    page = run_tool("packaging/licences.py")
    for library in ("textual", "shapely", "reportlab", "pillow", "msgspec"):
        assert f"\n{library} " in page.lower()
    assert "Permission is hereby granted" in page
    assert "pyinstaller " not in page.lower().partition("=" * 78)[0]


def test_the_recipe_for_the_menu_works_in_an_empty_home(tmp_path: Path) -> None:
    """With a stand-in for the folder of `make app`, which takes minutes: `make everywhere` makes the real one."""
    share = tmp_path / "build" / "app" / "q40k" / "share"
    (share / "applications").mkdir(parents=True)
    (share / "icons").mkdir()
    shutil.copy(ROOT / "packaging" / f"{ID}.desktop", share / "applications")
    shutil.copy(ROOT / "packaging" / f"{ID}.svg", share / "icons")
    program = share.parent / "q40k"
    program.write_text("#!/bin/sh\necho played\n", encoding="utf-8")
    program.chmod(0o755)
    page = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    (recipe,) = [block for block in re.findall("(?s)```sh\n(.*?)```", page) if ".desktop" in block]
    home = tmp_path / "home"
    home.mkdir()
    environ = {"PATH": os.environ["PATH"], "HOME": str(home)}
    call = ["sh", "-eu", "-c", recipe + "q40k"]
    environ["PATH"] = f"{home}/.local/bin:{environ['PATH']}"
    done = subprocess.run(call, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr
    assert (home / ".local" / "share" / "applications" / f"{ID}.desktop").is_file()
    assert (home / ".local" / "share" / "icons" / f"{ID}.svg").is_file()


def test_a_release_is_packed_the_same_whoever_packs_it_and_when(tmp_path: Path) -> None:
    release = import_tool("release")
    for name in ("first", "second"):
        folder = tmp_path / name
        (folder / "share").mkdir(parents=True)
        for file in ("q40k", "share/icon.svg") if name == "first" else ("share/icon.svg", "q40k"):
            (folder / file).write_text(file, encoding="utf-8")
        (folder / "q40k").chmod(0o755 if name == "first" else 0o700)
        os.utime(folder / "share", (1, len(name)))
        release.pack(folder, tmp_path / f"{name}.tar.gz", "q40k-1.0.0")
    first, second = (tmp_path / f"{name}.tar.gz" for name in ("first", "second"))
    assert release.digest(first) == release.digest(second)
    with tarfile.open(first) as archive:
        modes = {entry.name: oct(entry.mode) for entry in archive}
    assert modes["q40k-1.0.0/q40k"] == "0o755"
    assert modes["q40k-1.0.0/share/icon.svg"] == "0o644"
    (tmp_path / "second.tar.gz").write_bytes(b"another")
    with pytest.raises(SystemExit, match="differ"):
        release.require_same([first], [second], "folder")


def test_a_way_to_install_that_fails_hides_no_other_and_what_is_missing_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installing = import_tool("installing")
    (tmp_path / "tree").mkdir()
    monkeypatch.setattr(installing, "ROOT", tmp_path / "tree")
    app = "sh -c 'echo make app needs objdump >&2; exit 1'\n"
    ways = [
        "no-such-installer DIR\n",
        "sh -c 'echo broken; exit 1'\n",
        app,
        "cp -r build/app/q40k there\n",
        "true DIR\n",
    ]
    monkeypatch.setattr(installing, "blocks", lambda: ways)
    ran, untried, failed = installing.try_ways(tmp_path)
    assert ran == ["`true DIR`"]
    assert [line.rpartition(": ")[2] for line in untried] == [
        "no-such-installer is not on this machine",
        "objdump is not on this machine",
        "no folder was made",
    ]
    assert [line.rpartition(": ")[2] for line in failed] == ["broken\n"]


def import_tool(name: str) -> ModuleType:
    """Import a tool of the folder `packaging`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(ROOT / "packaging"), *sys.path])
        return import_module(name)


def test_every_dependency_has_its_line_in_the_architecture() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["sound"], *extras["cluster"]]
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## What we did not write")[2]
    named = {word for row in re.findall(r"(?m)^\| ([a-z0-9, ]+) \|", table) for word in row.split(", ")}
    assert {re.split("[<>=]", name)[0] for name in needed} - named == set()
