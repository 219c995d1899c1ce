"""What packagers take: the man page, the desktop entry, AppStream's data, and the licences of what is carried."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path
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
