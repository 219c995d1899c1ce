"""`q40k print` at the command line: what there is, how many pages, where they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import MATCH, bad, good, import_match, q40k
from tests.prints.reading import pages


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_a_word_it_lists_what_can_be_printed() -> None:
    listed = good("print")
    assert "portals    the five portals" in listed
    assert listed.splitlines()[-2].startswith("seats ")
    assert listed.splitlines()[-1].startswith("all ")
    assert "les cinq portails" in good("--lang", "fr", "print")


def test_pages_are_told_before_they_are_written() -> None:
    assert good("print", "portals", "templates", "--count") == "portals: 1 page\ntemplates: 2 pages\n"
    assert list(Path.cwd().iterdir()) == []


def test_a_pdf_is_written_among_the_documents_and_never_over_another(own_home: Path) -> None:
    documents = own_home / "documents"
    errors = q40k("print", "portals").stderr
    assert f"Written to {documents / 'q40k.pdf'}: 1 page." in errors
    good("print", "templates")
    good("print", "portals", "--out", "here.pdf")
    assert [path.name for path in Path.cwd().iterdir() if path.suffix == ".pdf"] == ["here.pdf"]
    written = {path.name: len(pages(path.read_bytes())) for path in documents.iterdir()}
    assert written == {"q40k.pdf": 1, "q40k-2.pdf": 2}
    good("print", "templates", "--force")
    assert len(pages((documents / "q40k.pdf").read_bytes())) == 2
    errors = bad(1, "print", "templates", "--out", "here.pdf")
    assert "There is already a file here.pdf." in errors
    assert "--force" in errors


def test_the_set_for_an_evening_is_what_its_mod_needs() -> None:
    deathmatch = good("print", "all", "--players", "6", "--count")
    assert [line.partition(":")[0] for line in deathmatch.splitlines()] == [
        "portals",
        "tokens",
        "templates",
        "evening",
        "sheet",
        "rules",
    ]
    flags = good("print", "all", "--mod", "capture-the-flag", "--arena", "bastions-140", "--count")
    *kinds, together = flags.splitlines()
    assert [line.partition(":")[0] for line in kinds] == [
        "templates",
        "flags",
        "bases",
        "arena",
        "evening",
        "sheet",
        "rules",
    ]
    alone = sum(int(line.split()[1]) for line in kinds)
    assert together == f"{alone - 1} pages together: small pieces share them."


def test_tiles_are_printed_alone_and_each_once() -> None:
    call = ("print", "arena", "--arena", "classic-60", "--tile", "b2", "--tile", "A1")
    assert good(*call, "--tile", "B2", "--count") == "arena: 3 pages\n"  # the two narrow strips share one


def test_a_folder_that_is_not_there_is_named() -> None:
    errors = bad(2, "print", "portals", "--out", "missing/tonight.pdf")
    assert "There is no folder missing." in errors
    assert "or make it" in errors
    assert list(Path.cwd().iterdir()) == []


def test_on_a_terminal_it_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = q40k("print", "tokens").stderr
    assert "Writing page" not in quiet
    monkeypatch.setattr("q40k.cli.printing.on_a_terminal", lambda: True)
    errors = q40k("print", "tokens", "--force").stderr
    assert "Writing page 1 of 3…" in errors
    assert "Writing page 3 of 3…" in errors


def test_cards_are_those_of_a_match() -> None:
    import_match()
    good("print", "cards", "--match", "last", "--out", "cards.pdf")
    (page,) = pages(Path("cards.pdf").read_bytes())
    assert "Alice" in page.words


def test_what_is_said_goes_before_what_the_match_has() -> None:
    import_match()
    call = ("print", "all", "--match", "last", "--count")
    kinds = [line.partition(":")[0] for line in good(*call).splitlines() if "together" not in line]
    assert kinds == ["portals", "tokens", "templates", "cards", "arena", "evening", "sheet", "rules"]
    flags = good(*call, "--mod", "capture-the-flag", "--arena", "bastions-140")
    assert [line.partition(":")[0] for line in flags.splitlines() if "together" not in line] == [
        "templates",
        "flags",
        "bases",
        "cards",
        "arena",
        "evening",
        "sheet",
        "rules",
    ]


def test_what_is_said_wrongly_is_said_plainly() -> None:
    assert "The nearest is portals." in bad(2, "print", "portal")
    assert "which arena?" in bad(2, "print", "arena")
    assert "whose card?" in bad(2, "print", "cards")
    assert "of which arena?" in bad(2, "print", "arena", "--tile", "B2")
    unknown = bad(2, "print", "arena", "--arena", "classic-60", "--tile", "z9")
    assert "no tile “Z9”; they go from A1 to C3" in unknown
    for wrong in ("50", "abc", "nan", "98.5.1"):
        errors = bad(2, "print", "portals", "--measured", wrong)
        assert "'--measured': It is a number from 90 to 110." in errors
    assert good("print", "portals", "--measured", "98,5", "--count") == "portals: 1 page\n"
    assert "Did you mean deathmatch?" in bad(2, "print", "rules", "--mod", "deathmach")


def test_letters_that_cannot_be_printed_are_named() -> None:
    lines = [*MATCH[:1], {"do": "join", "player": "דוד", "champion": "space-marine"}]
    import_match(lines)
    done = q40k("print", "cards", "--match", "last", "--out", "cards.pdf")
    assert done.exit_code == 0
    assert "run from right to left: ד ו" in done.stderr
    assert "???" in pages(Path("cards.pdf").read_bytes())[0].words
