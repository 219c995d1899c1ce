"""`q40k report` and `q40k stats` at the command line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from q40k.cli.chapters import chapter_lines
from q40k.i18n.chapters import Chapter, Lane, Table
from q40k.table.folders import documents_folder
from tests.cli.calls import bad, good, import_match, q40k

LANE = Lane("Ann", 0, ())


def test_a_report_is_written_among_the_documents_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = documents_folder() / f"q40k-{import_match()}.html"
    assert str(report) in q40k("report", "last").stderr
    assert "Soirée" in report.read_text(encoding="utf-8")
    good("--lang", "fr", "report", "last")
    assert 'lang="en"' in report.read_text(encoding="utf-8"), "the second one has a name of its own"
    good("--lang", "fr", "report", "last", "--force")
    assert 'lang="fr"' in report.read_text(encoding="utf-8")
    assert not list(tmp_path.glob("*.html")), "nothing where one stands"
    good("report", "last", "--out", "mine.html")
    assert "There is already a file" in bad(1, "report", "last", "--out", "mine.html")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (("season", "page"), "q40k-season.html"),
        (("league", "page", "Cup"), "q40k-league.html"),
        (("league", "picture", "Cup", "standings"), "q40k-standings.svg"),
        (("hand", "over", "1"), "soiree.q40kmatch"),
    ],
)
def test_what_people_give_on_is_written_among_the_documents(
    call: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    import_match()
    good("league", "new", "Cup", "Alice", "Bob")
    good(*call)
    assert (documents_folder() / name).is_file(), sorted(documents_folder().iterdir())
    assert not list(tmp_path.glob("*.*ml")) + list(tmp_path.glob("*.svg")) + list(tmp_path.glob("*.q40kmatch"))


def test_the_figures_are_printed_and_given_as_data() -> None:
    import_match()
    output = good("stats", "last")
    assert "Who killed whom" in output
    data = json.loads(good("stats", "last", "--json"))
    assert data["figures"]["players"]["Bob"]["victims"] == {"Alice": 1}
    assert data["over"] is False


def test_figures_are_parted_where_a_terminal_has_no_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"Player {number}" for number in range(1, 13)]
    figures = tuple(range(1, 13))
    matrix = Table(("", *names), tuple((name, *["1 (15)"] * 12) for name in names), figures)
    chapters = [Chapter("Who killed whom", (matrix,)), Chapter("Lives", (), "A bar", (LANE,))]
    assert max(map(len, chapter_lines(chapters))) > 100, "whole in a file"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 24)))
    lines = list(chapter_lines(chapters))
    assert max(map(len, lines)) <= 80
    assert sum(line.count("Player 12") for line in lines[:40]) > 1
    assert "A bar" not in lines, "it is about what is only drawn"


def test_the_data_is_of_the_schema_that_is_printed() -> None:
    import_match()
    schema = json.loads(good("schema", "report"))
    shape = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    data = json.loads(good("stats", "last", "--json"))
    assert set(shape["required"]) == set(data)
    assert set(data) | {"journal"} == set(shape["properties"])


def test_a_card_is_a_picture_and_its_pixels_where_they_can_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    number = import_match()
    drawn: list[Path] = []

    def pixels(path: Path) -> Path:
        drawn.append(path)
        return path.with_suffix(".png")

    monkeypatch.setattr("q40k.report.card.pixels", pixels)
    good("report", "last", "--card")
    assert drawn == [documents_folder() / f"q40k-{number}.svg"]
    Path("match.png").write_bytes(b"mine")
    assert "match.png" in bad(1, "report", "last", "--card", "--out", "match.svg")
    assert ".svg" in bad(1, "report", "last", "--card", "--out", "other.png")
    assert Path("match.png").read_bytes() == b"mine"
