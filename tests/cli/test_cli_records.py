"""Match scripts from the command line: run, import, do, join, demo."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import MATCH, bad, good, import_match, q40k, script
from tests.table.scripts import NEW, line

RUN = script(MATCH)


def write_record(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "match.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


# ---- run


def test_run_prints_the_board_and_tells_the_story_beside_it(tmp_path: Path) -> None:
    result = q40k("run", write_record(tmp_path, RUN))
    assert result.exit_code == 0
    assert "Bob" in result.stdout
    assert "joins" not in result.stdout
    assert "Alice joins" in result.stderr


def test_run_quietly(tmp_path: Path) -> None:
    result = q40k("run", "--quiet", write_record(tmp_path, RUN))
    assert (result.exit_code, result.stderr) == (0, "")


def test_run_as_json_prints_the_state_and_nothing_else() -> None:
    result = q40k("run", "-", "--json", stdin=RUN)
    assert (result.exit_code, result.stderr) == (0, "")
    state = json.loads(result.stdout)
    assert state["players"]["Alice"]["deaths"] == 1
    assert state["asks"] is None


def test_run_leaves_nothing_behind() -> None:
    good("run", "-", stdin=RUN)
    assert json.loads(good("list", "--json")) == []


def test_a_refused_line_ends_the_run_with_its_number_rule_and_reason() -> None:
    lines = [*MATCH, {"do": "pickup", "player": "Bob", "token": "E1"}]
    result = q40k("run", "-", "--json", stdin=script(lines))
    assert result.exit_code == 1
    assert json.loads(result.stdout)["turn"] == 1
    assert f"Line {len(lines)}" in result.stderr
    assert "TURN-1" in result.stderr
    assert "Alice" in result.stderr
    assert '"override"' in result.stderr


def test_an_answer_that_does_not_fit_is_refused() -> None:
    lines = [*MATCH[:3], {"do": "start", "answers": [3, 9]}]
    error = bad(1, "run", "-", stdin=script(lines))
    assert "Line 4" in error
    assert "1 to 6" in error


def test_answers_left_over_are_refused() -> None:
    lines = [*MATCH[:3], {"do": "start", "answers": [3, 5, 1]}]
    assert "Line 4" in bad(1, "run", "-", stdin=script(lines))


def test_an_unknown_champion_is_refused_with_the_nearest() -> None:
    lines = [MATCH[0], {"do": "join", "player": "Alice", "champion": "space-marin"}]
    error = bad(1, "run", "-", stdin=script(lines))
    assert "CHAMPION-1" in error
    assert "space-marine" in error


def test_an_inline_profile_that_is_none_is_refused_with_its_problems() -> None:
    champion = {"name": "X", "ws": 99}
    lines = [MATCH[0], {"do": "join", "player": "Alice", "champion": champion}]
    assert "Line 2" in bad(1, "run", "-", stdin=script(lines))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[1]", "“do”"),
        ('{"do": "next"}', "“new”"),
        (script([MATCH[0]]) + '{"do": "kil", "player": "A"}', "kil"),
        (script([MATCH[0]]) + '{"do": "kill", "player": "A"}', "victim"),
        (script([MATCH[0]]) + '{"do": "next", "colour": 1}', "colour"),
        ("", "no line"),
        ("# nothing\n\n", "no line"),
        ("[" * 100_000, "line 1"),
        ('{"do": "new", "x": NaN}', "line 1"),
    ],
)
def test_a_malformed_file(text: str, words: str) -> None:
    result = q40k("run", "-", "--json", stdin=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words.casefold() in result.stderr.casefold()


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    assert "UTF-8" in bad(2, "run", write_record(tmp_path, b"\xff\xfe{}\n"))
    assert "UTF-8" in bad(2, "run", "-", stdin=b"\xff\xfe{}\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "nope.jsonl" in bad(2, "run", str(tmp_path / "nope.jsonl"))
    assert str(tmp_path) in bad(2, "run", str(tmp_path))


def test_a_line_beyond_measure_is_refused_unread() -> None:
    assert "1000000" in bad(2, "run", "-", stdin='{"do": "' + "x" * 3_000_000)


def test_packs_of_the_call(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "champions:\n"
        "  - {id: my-hero, name: {en: My hero, fr: Mon héros}, ws: 4, bs: 4, s: 4, t: 4, i: 4,"
        " a: 1, ld: 8, points: 20}\n",
        encoding="utf-8",
    )
    lines = [MATCH[0], {"do": "join", "player": "Alice", "champion": "my-hero"}]
    assert "CHAMPION-1" in bad(1, "run", "-", stdin=script(lines))
    assert "My hero" in good("run", "-", "--packs", str(tmp_path), stdin=script(lines))
    assert "Mon héros" in good("--packs", str(tmp_path), "run", "--lang", "fr", "-", stdin=script(lines))


def test_packs_that_are_not_there(tmp_path: Path) -> None:
    assert "nowhere" in bad(2, "run", "-", "--packs", str(tmp_path / "nowhere"), stdin=RUN)


# ---- import


def test_import_prints_the_number_and_keeps_the_name() -> None:
    result = q40k("import", "-", stdin=RUN)
    assert (result.exit_code, result.stdout) == (0, "1\n")
    assert "Soirée" in result.stderr


def test_a_match_without_a_name_gets_that_of_its_file(tmp_path: Path) -> None:
    nameless = [{k: v for k, v in MATCH[0].items() if k != "name"}, *MATCH[1:]]
    good("import", write_record(tmp_path, script(nameless)))
    good("import", write_record(tmp_path, script(nameless)), "--name", "Friday")
    assert [row["name"] for row in json.loads(good("list", "--json"))] == ["Friday", "match"]


def test_a_refused_import_leaves_nothing_behind() -> None:
    bad(1, "import", "-", stdin=RUN + '{"do": "leave", "player": "Zed"}\n')
    bad(2, "import", "-", stdin=RUN + "{\n")
    bad(2, "import", "-", stdin="")
    assert json.loads(good("list", "--json")) == []


def test_an_import_rolls_alike_both_times() -> None:
    """A script without a seed is given one, so that the trial and the match are the same."""
    seedless = [{k: v for k, v in MATCH[0].items() if k != "seed"}, *MATCH[1:3], {"do": "start"}]
    for _ in range(5):
        good("import", "-", stdin=script(seedless))
    assert len(json.loads(good("list", "--json"))) == 5


def test_undo_and_redo_lines_are_kept_in_the_log() -> None:
    number = import_match([*MATCH, {"do": "undo"}])
    assert "Undone" in good("log", number, "--all")


# ---- do


def test_do_carries_a_line_out_on_a_kept_match() -> None:
    number = import_match()
    result = q40k("do", number, '{"do": "kill", "player": "Alice", "victim": "Bob", "answers": [4]}')
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Bob" in result.stderr
    assert json.loads(good("show", number, "--json"))["players"]["Bob"]["deaths"] == 1


def test_do_reads_lines_from_standard_input() -> None:
    number = import_match()
    text = '# a note\n{"do": "next"}\n\n{"do": "next"}\n'
    state = json.loads(good("do", number, "--json", stdin=text))
    assert state["phase"] == "shooting"


def test_a_refused_line_of_do_leaves_nothing_behind() -> None:
    number = import_match()
    before = good("export", number)
    line = '{"do": "kill", "player": "Alice", "victim": "Bob", "answers": [9]}'
    assert "Line 1" in bad(1, "do", number, line)
    line = '{"do": "kill", "player": "Alice", "victim": "Bob", "answers": [4, 4]}'
    assert "Line 1" in bad(1, "do", number, line)
    assert good("export", number) == before


def test_lines_before_a_refused_one_stand() -> None:
    number = import_match()
    text = '{"do": "next"}\n{"do": "leave", "player": "Zed"}\n'
    assert "Line 2" in bad(1, "do", number, stdin=text)
    assert json.loads(good("show", number, "--json"))["phase"] == "shooting"


def test_a_malformed_line_of_do_does_nothing_at_all() -> None:
    number = import_match()
    before = good("export", number)
    assert "Line 2" in bad(2, "do", number, stdin='{"do": "next"}\n{"do": "nexxt"}\n')
    assert "Line 1" in bad(2, "do", number, "{")
    assert good("export", number) == before


def test_do_with_an_unknown_player_names_the_nearest() -> None:
    assert "Alice" in bad(1, "do", import_match(), '{"do": "leave", "player": "Alicia"}')


def test_an_open_question_is_shown_and_can_be_answered() -> None:
    number = import_match()
    line = '{"do": "kill", "player": "Alice", "victim": "Bob", "open": true}'
    assert "Bob" in good("do", number, line)
    assert "asks something" in bad(1, "do", number, '{"do": "next"}')
    assert json.loads(good("show", number, "--json"))["asks"]["who"] == "Bob"
    assert "Bob" in good("show", number)
    assert "1 to 6" in bad(1, "do", number, "--answer", "9")
    good("do", number, "-a", "4")
    assert json.loads(good("show", number, "--json"))["asks"] is None


def test_an_answer_that_nobody_asked_for() -> None:
    assert "Nothing is being asked" in bad(1, "do", import_match(), "-a", "4")


# ---- join


def test_join_takes_name_champion_and_dice() -> None:
    number = import_match()
    result = q40k("join", number, "Zoé=eldar-guardian", "4", "2")
    assert result.exit_code == 0
    assert "Zoé" in result.stderr
    assert "Zoé" in json.loads(good("show", number, "--json"))["order"]


def test_join_finds_the_champion_by_a_few_letters() -> None:
    number = import_match()
    good("join", number, "Zoé=guardian")
    view = json.loads(good("show", number, "--json"))
    assert view["players"]["Zoé"]["champion"] == "eldar-guardian"


def test_join_says_for_which_team() -> None:
    new = {**MATCH[0], "mod": "team-deathmatch"}
    number = import_match([new, {**MATCH[1], "team": "Red"}])
    assert "TEAM-1" in bad(1, "join", number, "Zoé=guardian")
    good("join", number, "Zoé=guardian", "--team", "red")
    view = json.loads(good("show", number, "--json"))
    assert view["teams"]["Red"]["players"] == ["Alice", "Zoé"]
    assert "Red" in good("show", number)


def test_join_lets_a_reason_pass() -> None:
    number = import_match()
    error = bad(1, "join", number, "Max=ork-nob", "2", "3")
    assert "CHAMPION-1" in error
    assert "--override" in error
    good("join", number, "Max=ork-nob", "2", "3", "--override", "we agreed")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("Max", "NAME=CHAMPION"),
        ("=space-marine", "NAME=CHAMPION"),
        ("Max=", "NAME=CHAMPION"),
        ("Max=space-marin", "space-marine"),
        ("Max=eldar", "several"),
        ("Max=space-marine+flamr", "flamer"),
    ],
)
def test_join_explains_what_it_cannot_find(command: str, words: str) -> None:
    assert words in bad(2, "join", import_match(), command)


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_joins_with_gear_of_any_codex() -> None:
    number = import_match([MATCH[0] | {"mod": "supreme-master"}, *MATCH[1:]])
    good("join", number, "Max=space-marine+wraithcannon", "2", "3")
    player = json.loads(good("show", number, "--json"))["players"]["Max"]
    assert (player["champion"], player["value"]) == ("space-marine", 50)
    assert "wraithcannon" in good("export", number).splitlines()[-1]
    assert "cannot have" in bad(2, "join", import_match(), "Max=space-marine+wraithcannon")


# ---- demo


def test_demo_plays_its_record_to_the_end() -> None:
    result = q40k("demo", "--speed", "0")
    assert result.exit_code == 0
    assert "[1/" in result.stderr.replace(" ", "")
    assert "Player" in result.stdout
    assert "joins" not in result.stdout


def test_demo_draws_the_screen(tmp_path: Path) -> None:
    good("demo", "--screenshot", str(tmp_path / "screen.svg"))
    assert (tmp_path / "screen.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_demo_of_bots_needs_a_game_with_bots_and_a_screen() -> None:
    assert "no match of bots" in bad(2, "demo", "--bots", "3", "--game", "space-hulk")
    assert q40k("demo", "--bots", "3").exit_code != 0


def test_a_refused_line_leaves_no_trace_in_the_state_and_says_what_was_wrong() -> None:
    opening = [NEW, *(line("join", player=name, champion="space-marine") for name in ("Ann", "Bob"))]
    opening += [line("start", 5, 2), line("deploy", player="Bob"), line("deploy", player="Ann")]
    before = json.loads(good("run", "-", "--json", stdin="\n".join(opening)))
    assert before.pop("error") is None  # all was played
    wrong = line("kill", 1, 4, player="Ann", victim="Bob")  # one answer too many
    result = q40k("run", "-", "--json", stdin="\n".join([*opening, wrong]))
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    error = data.pop("error")
    assert data == before
    assert (error["line"], error["rule"], error["code"]) == (7, "TABLE-6", "answers-left")
    assert "nothing asks for 4" in error["message"]
    assert error["asks"] is None
    missing = line("portal", 6, player="Ann", portal=1)
    result = q40k("run", "-", "--json", stdin="\n".join([*opening, missing]))
    data = json.loads(result.stdout)
    error = data.pop("error")
    assert data == before
    assert (error["code"], error["asks"]["key"]) == ("answer-missing", "choose-portal")
    assert "which portal" in result.stderr
