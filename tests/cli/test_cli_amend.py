"""`q40k amend`, `replay`, `branch`, `bookmark`, and the past in `log` and `show`."""

import json

import pytest

from tests.cli.calls import bad, good, import_match, q40k

KILL = '{"do": "kill", "player": "Alice", "victim": "Bob"}'


@pytest.fixture
def match(own_home: object) -> str:
    """Alice, Bob, and Bob kills Alice (entry 9), who is back by portal 2 (entry 10)."""
    return import_match()


def test_a_die_is_put_right_after_its_preview(match: str) -> None:
    output = good("amend", match, "10", "4", "--dry-run")
    assert output.splitlines() == ["What changes:", "  Alice: beside portal 2 → beside portal 4"]
    assert "portal 4" not in good("show", match)
    assert "Alice" in good("amend", match, "10", "4", stdin="n\n")
    assert "portal 4" not in good("show", match)
    good("amend", match, "10", "4", stdin="y\n")
    assert "portal 4" in good("show", match)
    assert "the same events" in good("verify", match)


def test_the_log_shows_both_versions(match: str) -> None:
    good("amend", match, "10", "4", "--yes")
    lines = good("log", match, "--all").splitlines()
    old = next(line for line in lines if line.startswith("× 10"))
    assert "portal 2" in old
    assert old.endswith("(replaced by 12)")
    assert any("✎ entry 10 put right: 2 → 4 (by " in line for line in lines)
    assert any("portal 4 (in place of 10)" in line for line in lines)
    assert "✎" not in good("log", match)
    good("do", match, '{"do": "undo"}')
    lines = good("log", match, "--all").splitlines()
    assert not any("(replaced by" in line for line in lines)
    assert any(line.endswith("(undone by 16)") for line in lines)
    assert "portal 2" in good("show", match)
    good("do", match, '{"do": "redo"}')
    assert "portal 4" in good("show", match)


def test_another_command_a_new_one_and_one_less(match: str) -> None:
    output = good("amend", match, "9", KILL[:-1] + ', "answers": [3]}', "--yes")
    assert "Alice: score 0 → 15" in output
    log = good("log", match).splitlines()
    number = next(line for line in log if ("Bob" in line and "+9" in line) or "+15" in line).split()[0]
    data = json.loads(good("amend", match, number, "--remove", "--yes", "--json"))
    assert data["did"] == "remove"
    assert {"what": "score", "who": "Alice", "before": "15", "after": "0"} in data["changes"]
    assert data["kept"] > int(number)
    with_kill = KILL[:-1] + ', "answers": [3]}'
    output = good("amend", match, str(data["kept"] + 1), with_kill, "--insert", "--yes")
    assert "Bob: deaths 0 → 1" in output
    assert "the same events" in good("verify", match)


def test_what_no_longer_fits_must_be_decided(match: str) -> None:
    adjust = '{"do": "adjust", "player": "Alice", "score": 5, "why": "biscuits"}'
    good("do", match, adjust)
    output = bad(1, "amend", match, "2", "--remove")
    assert "no longer fit" in output
    assert "--ask" in output
    output = good("amend", match, "2", "--remove", "--drop", "--yes")
    assert "the rules refuse it now" in output
    assert "dropped" in output
    assert "Alice never joined" in output


def test_what_no_longer_fits_is_asked_again(match: str) -> None:
    answers = "9\n3\ny\n"
    output = good("amend", match, "9", KILL, "--ask", stdin=answers)
    assert "Bob rolls" in output
    assert "Alice: score 0 → 15" in output
    assert "Bob" in good("show", match)
    assert q40k("amend", match, "3", "--remove", "--ask", stdin="").exit_code == 130


def test_the_app_rolls_or_the_entry_is_dropped_when_asked(match: str) -> None:
    good("amend", match, "9", KILL, "--ask", "--yes", stdin="roll\n")
    assert "Alice" in good("show", match)
    output = good("amend", match, "2", "--remove", "--ask", "--yes", stdin="drop\n" * 9)
    assert "Alice never joined" in output


def test_nonsense_is_refused_with_words(match: str) -> None:
    assert "answered 2" in bad(2, "amend", match, "10")
    assert "no entry 99" in bad(1, "amend", match, "99", "4")
    assert "9" in bad(1, "amend", match, "10", "9")
    assert bad(2, "amend", match, "10", "4", "--remove")
    assert bad(2, "amend", match, "10", "4", "--insert")
    assert bad(2, "amend", match, "10", "4", "--ask", "--drop")
    assert bad(2, "amend", match, "10", KILL, "4")
    assert bad(2, "amend", match, "10", '{"do": "undo"}')
    assert bad(2, "amend", match, "10", '{"do": "fly"}')
    assert "it stays" in bad(1, "amend", match, "1", "--remove")
    assert "nothing changes" in good("amend", match, "10", "2")


def test_the_past_is_shown_and_told_over_again(match: str) -> None:
    assert "portal" not in good("show", match, "--at", "9").split("Asked now")[0].split("Bonus")[1]
    assert "Asked now: Alice rolls" in good("show", match, "--at", "9")
    data = json.loads(good("show", match, "--at", "8", "--json"))
    assert data["players"]["Bob"]["score"] == "0"
    assert not any("+15" in line for line in data["log"])
    output = good("replay", match)
    assert "[Alice 0 · Bob 15]" in output
    assert "+15" not in good("replay", match, "--last", "8")
    assert "joins" not in good("replay", match, "--turn", "1")
    assert bad(2, "replay", match, "--turn", "7")
    assert "no entry 99" in bad(1, "show", match, "--at", "99")


def test_a_branch_goes_on_by_itself(match: str) -> None:
    number = good("branch", match, "8").strip()
    good("do", number, KILL[:-1] + ', "answers": [3]}')
    assert "Soirée, what if from 8" in good("list")
    assert json.loads(good("show", number, "--json"))["players"]["Alice"]["score"] == "15"
    assert json.loads(good("show", match, "--json"))["players"]["Alice"]["score"] == "0"
    assert good("export", number, "--whole").count('"seed": 7') == 1
    named = good("branch", match, "10", "--name", "Without mercy").strip()
    assert "Without mercy" in good("show", named)


def test_a_branch_foretells_none_of_the_dice_of_its_match(match: str) -> None:
    def roll(number: str) -> str:
        good("do", number, '{"do": "move", "player": "Alice", "inches": 1, "difficult": true}')
        return good("export", number, "--whole")

    branches = good("branch", match, "11").strip(), good("branch", match, "11", "--whole").strip()
    foretold, same = (roll(number) for number in branches)
    rolled = roll(match)
    assert same == rolled, "a whole branch has the dice of its match"
    assert foretold != rolled
    assert foretold.splitlines()[:-1] == rolled.splitlines()[:-1]


def test_bookmarks_are_put_and_listed(match: str) -> None:
    good("bookmark", match, "9", "the ambush")
    good("bookmark", match, "2")
    assert good("bookmark", match).splitlines() == ["     2", "     9  the ambush"]
    assert "bookmark at entry 9: the ambush" in good("log", match, "--all")
    assert bad(1, "bookmark", match, "77")


def test_a_long_replay_says_so(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.cli.verbs.amending.PATIENCE", -1)
    monkeypatch.setattr("q40k.table.amending.CHUNK", 1)
    monkeypatch.setattr("q40k.table.amending.Redraft.advance.__defaults__", (1,))
    result = q40k("amend", match, "6", "4", "--dry-run")
    assert result.exit_code == 0
    assert "Replaying…" in result.stderr


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_a_die_that_opens_a_question_says_which_and_what_to_do(match: str, dry: tuple[str, ...]) -> None:
    errors = bad(1, "amend", match, "10", "6", *dry)
    assert "which portal" in errors
    assert "WITH" in errors
    assert "--ask" in errors
    assert "portal 3" in good("amend", match, "10", "6", "3", "--yes")
