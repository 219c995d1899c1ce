"""The library of matches: list, show, log, verify, rename-match, export, and their holders."""

import json
from pathlib import Path

import pytest

from q40k.cli.texts import pad, table
from q40k.i18n.width import width
from q40k.kernel.journal.tables import checksum_entries
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import MATCH, bad, good, import_match, q40k


def test_an_empty_library_is_no_error() -> None:
    result = q40k("list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "q40k new" in result.stderr
    assert json.loads(good("list", "--json")) == []


def test_list_shows_number_name_and_entries() -> None:
    number = import_match()
    text = good("list")
    assert text.splitlines()[0].split() == ["#", "Played", "last", "Name", "Players", "Stands"]
    line = text.splitlines()[1]
    assert (line.split()[0], "Soirée" in line) == (number, True)
    (row,) = json.loads(good("list", "--json"))
    assert (row["match"], row["name"]) == (int(number), "Soirée")


def test_show_prints_the_board() -> None:
    number = import_match()
    text = good("show", number)
    assert "Classic deathmatch" in text
    assert "turn 1" in text
    assert any(line.split()[:4] == ["1", "Bob", "Tester", "15"] for line in text.splitlines())


def test_show_in_french() -> None:
    import_match()
    text = good("show", "last", "--lang", "fr")
    assert "Deathmatch classique" in text
    assert "Joueur" in text


def test_show_as_json_is_the_state_and_nothing_else() -> None:
    state = json.loads(good("show", import_match(), "--json"))
    assert state["order"] == ["Bob", "Alice"]
    assert state["players"]["Bob"]["score"] == "15"
    assert state["log"]


@pytest.mark.parametrize("name", ["Soirée", "soi", "last", "#1", "1"])
def test_a_match_is_found_by_its_number_or_name(name: str) -> None:
    import_match()
    assert "Match 1: Soirée" in good("show", name)


@pytest.mark.parametrize("command", ["show", "log", "verify", "export", "resume", "watch", "do"])
def test_an_unknown_match(command: str) -> None:
    import_match()
    assert "q40k list" in bad(2, command, "nope")


def test_no_match_at_all() -> None:
    assert "q40k new" in bad(1, "show", "1")


def test_a_name_that_fits_two_matches() -> None:
    import_match(MATCH, "--name", "Friday 1")
    import_match(MATCH, "--name", "Friday 2")
    assert "1" in bad(2, "show", "Friday")


def test_the_log_tells_what_stands() -> None:
    number = import_match()
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "undo"}')
    text = good("log", number)
    assert "Alice joins" in text
    assert "back beside portal 2" not in text


def test_the_log_also_says_what_was_called() -> None:
    number = import_match()
    assert "»" not in good("log", number)
    lines = good("log", number, "--calls").splitlines()
    (call,) = [line for line in lines if "»" in line]
    assert "First blood" in call
    assert "Bob" in lines[lines.index(call) - 1]  # below the kill
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "undo"}')
    assert "»" not in good("log", number, "--all", "--calls")


def test_the_whole_log_marks_what_was_undone() -> None:
    number = import_match()
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "join", "player": "Late", "champion": "space-marine"}')
    good("do", number, '{"do": "undo"}')
    lines = good("log", number, "--all").splitlines()
    undone = [line for line in lines if line.startswith("×")]
    assert any("back beside portal 2" in line for line in undone)
    assert any("Late joins" in line for line in undone)
    assert undone[-1].endswith(")")
    assert any("Undone: everything from" in line for line in lines)
    assert any(not line.startswith("×") and "Alice joins" in line for line in lines)


def test_a_redone_line_is_not_marked() -> None:
    number = import_match()
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "redo"}')
    lines = good("log", number, "--all").splitlines()
    assert not any(line.startswith("×") for line in lines)
    assert any("Redone" in line for line in lines)


def test_verify() -> None:
    assert "the same events" in good("verify", import_match())


def test_verify_tells_an_entry_that_was_changed_by_hand_from_rules_that_changed() -> None:
    number = import_match()
    match_library = MatchLibrary()
    match_library.journal._db.execute("UPDATE entries SET events = replace(events, '\"portal\":2', '\"portal\":3')")
    match_library.close()
    assert "not as it was written" in bad(1, "verify", number)
    match_library = MatchLibrary()
    checksum_entries(match_library.journal._db, int(number))
    match_library.close()
    result = q40k("verify", number)
    assert result.exit_code == 1
    assert "tells another story" in result.stdout
    assert "rules have changed" in result.stdout


def test_rename() -> None:
    number = import_match()
    good("rename-match", number, "Friday \x1b[2J  night")
    assert "Friday [2J night" in good("list")
    assert "NAME" in bad(2, "rename-match", number, "  ")


def test_export_and_import_tell_the_same_match() -> None:
    number = import_match()
    record = good("export", number)
    again = good("import", "-", "--name", "again", stdin=record).strip()
    assert again != number
    assert good("export", again) == record
    first, second = (json.loads(good("show", n, "--json")) for n in (number, again))
    assert first == second


def test_export_to_a_file(tmp_path: Path) -> None:
    number = import_match()
    file = tmp_path / "friday.jsonl"
    file.write_text("old", encoding="utf-8")
    result = q40k("export", number, "-o", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    header, _, lines = file.read_text(encoding="utf-8").partition("\n")
    assert header.startswith("# match ")
    assert lines == good("export", number)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["friday.jsonl"]


def test_export_to_where_nothing_can_be_written(tmp_path: Path) -> None:
    error = bad(2, "export", import_match(), "-o", str(tmp_path / "no" / "where.jsonl"))
    assert "There is no folder" in error
    assert ".part" not in error


def test_a_match_that_another_holds_can_be_read_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.cli.verbs.play.on_a_terminal", lambda *_: True)
    monkeypatch.setattr("q40k.tui.match_app.MatchApp.run", lambda *_: pytest.fail("a screen opened"))
    number = import_match()
    match_library = MatchLibrary()
    holder = match_library.open(int(number))
    try:
        error = bad(1, "resume", number)
        assert f"q40k watch {number}" in error
        assert "since" in error
        assert f"q40k watch {number}" in bad(1, "do", number, '{"do": "next"}')
        for command in ("show", "log", "verify", "export"):
            good(command, number)
    finally:
        holder.close()
        match_library.close()
    good("do", number, '{"do": "next"}')


def test_broken_packs_of_the_user_are_no_obstacle_to_reading(own_home: Path) -> None:
    number = import_match()
    packs = own_home / "config" / "packs"
    packs.mkdir()
    (packs / "mine.yaml").write_text("champions: 3\n", encoding="utf-8")
    for command in ("show", "log", "verify", "export"):
        good(command, number)
    assert "mine.yaml" in bad(2, "run", "-", stdin="")
    assert "mine.yaml" in bad(2, "champions")


# ---- columns


def test_columns_stand_straight_under_wide_and_combining_letters() -> None:
    assert (width("abc"), width("日本"), width("e\u0301")) == (3, 4, 1)
    lines = table(["A", "B"], [["日本", "1"], ["x", "22"]], right=(1,))
    assert [*lines] == ["A      B", "日本   1", "x     22"]
    assert pad("日", 4, right=True) == "  日"


@pytest.mark.parametrize("verb", ["show", "log", "verify", "replay", "stats", "luck", "export"])
def test_a_verb_that_names_no_match_takes_the_last(verb: str) -> None:
    import_match()
    assert good(verb) == good(verb, "last")
