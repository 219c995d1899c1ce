"""Random damages of what is kept beside the matches; `make soak FAULTS=1` goes on with them."""

from pathlib import Path

import pytest

from q40k.packs import compiled
from tests.faults import beside


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the folders back that every attempt changes."""
    monkeypatch.setenv("Q40K_DATA_DIR", "")
    monkeypatch.setenv("Q40K_CONFIG_DIR", "")


def test_no_damage_of_season_draft_inbox_settings_or_compiled_packs_is_believed(tmp_path: Path) -> None:
    assert [wrong for seed in range(60) if (wrong := beside.attempt(tmp_path / "hurt", f"b/{seed}"))] == []


def test_a_reader_that_believes_a_damaged_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_body", lambda path, _key: path.read_bytes() if path.exists() else None)
    monkeypatch.setattr(compiled, "_decode", lambda packs, _body, _only: {kind: {} for kind in packs.names})
    monkeypatch.setattr(beside, "TARGETS", {"compiled packs": beside.TARGETS["compiled packs"]})
    assert "compiled packs were believed though damaged" in beside.attempt(tmp_path / "hurt", "b/1")
