"""How q40k was installed, and what a folder holds of it."""

import json
import sys
from pathlib import Path

import pytest

from q40k import __version__
from q40k.cli import installation
from tests.cli.calls import bad, good


@pytest.mark.parametrize(
    ("receipt", "how"), [("pipx_metadata.json", "pipx"), ("uv-receipt.toml", "uv tool"), ("else.txt", "pip")]
)
def test_the_receipt_of_an_installer_says_how(
    receipt: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / receipt).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "lib" / "q40k" / "table" / "installation.py"))
    assert installation.version_line() == f"q40k {__version__} ({how}: {tmp_path})"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "q40k"))
    assert installation.version_line() == f"q40k {__version__} (app: {tmp_path})"


@pytest.mark.parametrize(
    ("names", "newest"),
    [
        ((), None),
        (("notes.txt", "q40k.txt", "q40k-pack.yaml"), None),
        (("q40k-0.9.1-py3-none-any.whl", "q40k-0.10.0.tar.gz", "Q40K-0.2"), "0.10.0"),
        (("q40k_99999999999999999999.1-x.zip",), "99999999999999999999.1"),
    ],
)
def test_the_newest_of_a_folder_is_found_by_its_numbers(
    names: tuple[str, ...], newest: str | None, tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).touch()
    best = installation.newest_in(tmp_path)
    assert (best[0] if best else None) == newest


def test_the_doctor_says_whether_a_newer_one_lies_in_a_folder(tmp_path: Path) -> None:
    def checks() -> dict[str, str]:
        findings = json.loads(good("doctor", "--newer", str(tmp_path), "--json"))["findings"]
        return {finding["check"]: finding["what"] for finding in findings if finding["check"].startswith("program")}

    assert set(checks()) == {"program", "program-none"}
    (tmp_path / f"q40k-{__version__}-py3-none-any.whl").touch()
    assert set(checks()) == {"program", "program-newest"}
    (tmp_path / "q40k-99.0-linux-x86_64").mkdir()
    assert "99.0" in checks()["program-newer"]
    assert "cannot be looked at" in bad(2, "doctor", "--newer", str(tmp_path / "nowhere"))
