"""Answers typed at a terminal on a full disk: another folder can be named, and nothing is lost."""

from pathlib import Path

import pytest

from q40k.games.quake.table import home_made
from q40k.kernel import whole_file
from tests.cli.calls import bad, good

CHAMPION = (
    "champion", "new", "--name", "Sancho", "--points", "20", "--ws", "4", "--bs", "4", "--s", "4", "--t", "4",
    "--i", "4", "--a", "1", "--ld", "8", "--sv", "3", "--weapon", "heavy-bolter",
)  # fmt: skip
FORMS = {
    "champion": (CHAMPION, "sancho.yaml"),
    "arena": (("arena", "new", "--name", "Home", "--size", "80x80", "--seed", "1"), "arena-home.yaml"),
    "army": (
        ("army", "new", "--name", "Wolves", "--strategic", "4", "--morale", "3", "--formation", "Mob=6 ork-boy=45"),
        "army-wolves.yaml",
    ),
    "scenario": (("scenario", "new", "our-crossing"), "scenario-our-crossing.yaml"),
}


@pytest.fixture(autouse=True)
def full_disk(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of the home is full, and somebody sits at a terminal."""
    write = whole_file.write_whole

    def write_if_room(path: Path, content: bytes, *, durable: bool = False, replace: bool = True) -> None:
        if path.is_relative_to(own_home):
            raise whole_file.DiskFull(path, len(content))
        write(path, content, durable=durable, replace=replace)

    for module in ("q40k.cli.files", home_made.__name__, "q40k.games.epic.table.packs"):
        monkeypatch.setattr(f"{module}.write_whole", write_if_room)
    monkeypatch.setattr("q40k.cli.files.on_a_terminal", lambda *_: True)


@pytest.mark.parametrize("form", FORMS)
def test_answers_are_kept_in_another_folder(form: str, tmp_path: Path) -> None:
    call, name = FORMS[form]
    good(*call, stdin=f"{tmp_path / 'nowhere'}\n{tmp_path}\n")
    assert (tmp_path / name).is_file()
    good("check", "--game", "epic" if form in ("army", "scenario") else "quake", "--packs", str(tmp_path))


@pytest.mark.parametrize("form", FORMS)
def test_without_another_folder_it_is_said_that_nothing_was_kept(form: str, own_home: Path) -> None:
    errors = bad(1, *FORMS[form][0], stdin="\n")
    assert "It could not be kept: The disk is full" in errors
    assert "In which other folder?" in errors
    assert not list(own_home.rglob("*.yaml"))
