"""q40k league: begun, decided by matches and by words, drawn on, undone."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.season.decisions import Decided, Decision, League, Over, Withdrawn
from q40k.season.record import read_decisions, write_decisions
from q40k.season.rounds import begin
from q40k.table import match_library
from tests.cli.calls import bad, good, q40k
from tests.cli.test_cli_season import keep
from tests.season.evenings import scored_match
from tests.table.scripts import line

EIGHT = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def shown_league(name: str) -> Any:
    return json.loads(good("league", "show", name, "--json"))


def rows(name: str) -> list[tuple[int, str, str]]:
    standings = shown_league(name)["standings"]
    return [(row["place"], row["player"], row["points"]) for group in standings for row in group]


def test_a_match_decides_a_table_and_the_standings_follow() -> None:
    assert "Winter" in good("league", "new", "Winter", "--table", "4", "Ann", "Bob", "Cid")
    assert "Next: round 1, table 1" in good("league")
    number = keep(("Ann", 5), ("Cid", 9), ("Bob", 0))
    assert rows("win") == [(1, "Cid", "2"), (2, "Ann", "1"), (3, "Bob", "0")]
    assert "It is over: Cid came first." in good("league", "show", "Winter")
    assert "Winter · everybody against everybody" in good("season")
    data = json.loads(good("season", "--json"))
    assert data["leagues"][0]["rounds"][0][0]["match"] == data["matches"][0]["id"]
    good("season", "leave-out", number, "a trial")
    assert shown_league("Winter")["over"] is False


def test_results_are_said_put_right_and_taken_back() -> None:
    good("league", "new", "Winter", "--table", "4", *EIGHT[:4])
    good("league", "result", "Winter", "1.1", "dan", "Ann=Bob")
    assert rows("Winter") == [(1, "Dan", "3"), (2, "Ann", "1.5"), (2, "Bob", "1.5"), (4, "Cid", "0")]
    good("league", "result", "Winter", "1.1", "Ann", "Bob", "Cid", "Dan", "--yes")
    assert rows("Winter")[0] == (1, "Ann", "3")
    good("season", "undo")
    assert rows("Winter")[0] == (1, "Dan", "3")
    number = keep(("Ann", 0), ("Zoe", 9), ("Bob", 5))
    good("league", "result", "Winter", "1.1", "--match", number, "--yes")
    assert [row[1] for row in rows("Winter")] == ["Bob", "Ann", "Cid", "Dan"]


def test_a_knock_out_is_drawn_round_by_round_to_its_winner() -> None:
    seeding = ("--kind", "knockout", "--seeds", "said")
    good("league", "new", "Cup", *seeding, *EIGHT)
    assert "tables to be played first" in bad(1, "league", "draw", "Cup")
    for number in (1, 2, 3):
        tables = shown_league("Cup")["rounds"][-1]
        assert len(tables) == 8 // 2**number
        for at, table in enumerate(tables, 1):
            good("league", "result", "Cup", f"{number}.{at}", sorted(table["players"])[0])
        if number < 3:
            good("league", "draw", "Cup")
    result = shown_league("Cup")
    assert (result["over"], result["winners"]) == (True, ["Ann"])
    assert {*result["rounds"][-1][0]["players"]} == {"Ann", "Bob"}
    assert "nothing to draw" in bad(1, "league", "draw", "Cup")


def test_a_swiss_league_and_groups_go_on_into_a_final() -> None:
    good("league", "new", "Swiss", "--kind", "swiss", "--rounds", "2", *EIGHT[:5])
    for number in (1, 2):
        for at, table in enumerate(shown_league("Swiss")["rounds"][-1], 1):
            good("league", "result", "Swiss", f"{number}.{at}", min(table["players"]))
        if number == 1:
            good("league", "draw", "Swiss")
    assert shown_league("Swiss")["over"]
    good("league", "new", "Groups", "--kind", "groups", "--table", "4", "--rounds", "1", *EIGHT)
    first = [table["players"] for table in shown_league("Groups")["rounds"][0]]
    for at, players in enumerate(first, 1):
        good("league", "result", "Groups", f"1.{at}", *sorted(players))
    good("league", "new", "Final", "--kind", "knockout", "--from", "Groups", "--seeds", "said")
    final = {name for table in shown_league("Final")["rounds"][0] for name in table["players"]}
    assert final == {name for players in first for name in sorted(players)[:2]}


def test_who_leaves_plays_no_more_and_comes_last() -> None:
    good("league", "new", "Winter", *EIGHT[:3])
    good("league", "leave", "Winter", "Bob")
    assert rows("Winter")[-1][1] == "Bob"
    words = good("league", "show", "Winter")
    assert "Bob (has left)" in words
    assert "Bob" not in words.partition("To be played")[2], "only Ann and Cid still play"


def test_who_comes_late_joins_and_who_is_in_is_told_so() -> None:
    good("league", "new", "Winter", "--lots", "a", *EIGHT[:3])
    good("league", "result", "Winter", "1.1", shown_league("Winter")["rounds"][0][0]["players"][0])
    assert "Zoe joins Winter" in q40k("league", "join", "Winter", "Zoe").stderr
    assert sum(len(tables) for tables in shown_league("Winter")["rounds"]) == 6
    assert "so already" in q40k("league", "join", "Winter", "zoe").stderr
    good("league", "leave", "Winter", "Zoe")
    good("league", "join", "Winter", "Zoe")
    assert "(has left)" not in good("league", "show", "Winter")
    for _ in range(3):
        good("season", "undo")
    assert len(rows("Winter")) == 3
    good("league", "new", "Cup", "--kind", "knockout", *EIGHT[:4])
    assert "too late to join Cup" in bad(1, "league", "join", "Cup", "Zoe")
    good("league", "new", "Duel", "Ann", "Bob")
    good("league", "result", "Duel", "1.1", "Ann")
    assert "Duel is over" in bad(1, "league", "join", "Duel", "Zoe")


def test_what_is_next_names_a_league_so_that_it_can_be_typed_and_nobody_who_has_left() -> None:
    said_so = ("--kind", "swiss", "--table", "4", "--rounds", "2")
    good("league", "new", "Friday Cup", *said_so, *EIGHT[:4])
    errors = bad(1, "league", "draw", "Friday")
    assert 'q40k league show "Friday Cup"' in errors
    good("league", "leave", "Friday Cup", "Bob")
    words = good("league", "show", "Friday")
    assert "Bob" not in words.partition("To be played")[2]
    good("league", "result", "Friday Cup", "1.1", "Ann")
    assert 'q40k league draw "Friday Cup"' in " ".join(good("league", "show", "Friday").split())


def test_two_names_of_a_league_that_become_one_player_are_told() -> None:
    keep(("Tom", 9), ("Ann", 5))
    good("league", "new", "Winter", "Tom", "Thomas", "Ann")
    assert "Both are entered in Winter" in q40k("season", "same", "Tom", "Thomas").stderr
    assert "Both are" not in q40k("season", "same", "Thomas", "Big Tom").stderr


def test_seeds_by_strength_put_who_is_unknown_last() -> None:
    for _ in range(3):
        keep(("Cid", 9), ("Ann", 5), ("Bob", 1))
    seeding = ("--kind", "knockout", "--seeds", "strength")
    good("league", "new", "Cup", *seeding, "Zoe", "Bob", "Ann", "Cid")
    meet = [set(table["players"]) for table in shown_league("Cup")["rounds"][0]]
    assert meet == [{"Cid", "Zoe"}, {"Ann", "Bob"}]


def test_a_match_that_is_said_has_ended_counts_and_was_played_by_somebody_of_the_table() -> None:
    good("league", "new", "Winter", "Ann", "Bob")
    number = keep(("Cid", 9), ("Dan", 5))
    assert "Nobody of this table" in bad(1, "league", "result", "Winter", "1.1", "--match", number)
    stand_in = keep(("Ann", 9), ("Dan", 5))
    result = q40k("league", "result", "Winter", "1.1", "--match", stand_in)
    assert "so last: Bob." in result.stderr
    out = keep(("Ann", 9), ("Zoe", 5))
    good("season", "leave-out", out, "a trial")
    assert "left out" in bad(1, "league", "result", "Winter", "1.1", "--match", out)
    good("do", out, '{"do": "undo"}')
    good("season", "count", out)
    assert "has not ended" in bad(1, "league", "result", "Winter", "1.1", "--match", out)
    assert shown_league("Winter")["winners"] == ["Ann"]


def test_a_tie_at_the_cut_is_told_and_a_result_put_right_too_late_changes_no_draw() -> None:
    good("league", "new", "Cup", "--kind", "knockout", "--seeds", "said", *EIGHT[:4])
    good("league", "result", "Cup", "1.1", "Ann=Dan")
    good("league", "result", "Cup", "1.2", "Bob")
    words = good("league", "show", "Cup")
    assert "Ann and Dan tied at table 1: Ann goes on" in " ".join(words.split())
    assert "Rounds survived" in words
    assert "Points" not in words
    good("league", "draw", "Cup")
    late = q40k("league", "result", "Cup", "1.1", "Dan")
    assert "drawn already" in late.stderr
    (final,) = shown_league("Cup")["rounds"][-1]
    assert set(final["players"]) == {"Ann", "Bob"}
    assert {row[1] for row in rows("Cup")[:2]} == {"Ann", "Bob"}  # who is in the final leads


def test_a_draw_is_taken_back_only_after_what_rests_on_it() -> None:
    good("league", "new", "Cup", "--kind", "knockout", "--seeds", "said", *EIGHT[:4])
    good("league", "result", "Cup", "1.1", "Ann")
    good("season", "leave-out", keep(("Ann", 9), ("Bob", 5)), "a trial")
    assert "rest on it: 2." in bad(1, "season", "undo", "1")
    good("season", "undo", "2")
    good("season", "undo", "1")
    assert "no league yet" in q40k("league").stderr


def test_from_a_league_they_are_seeded_as_they_came_in_and_it_is_told_if_it_goes_on() -> None:
    good("league", "new", "Groups", "--kind", "groups", "--group", "4", "--table", "4", *EIGHT)
    groups = [table["players"] for table in shown_league("Groups")["rounds"][0]]
    good("league", "result", "Groups", "1.1", *groups[0])
    result = q40k("league", "new", "Early", "--kind", "knockout", "--from", "Groups")
    assert "not over yet" in result.stderr
    good("league", "result", "Groups", "1.2", *groups[1])
    good("league", "new", "Final", "--kind", "knockout", "--from", "Groups")
    first = [set(table["players"]) for table in shown_league("Final")["rounds"][0]]
    assert first == [{groups[0][0], groups[1][1]}, {groups[1][0], groups[0][1]}]
    again = q40k("league", "leave", "Final", groups[0][0])
    assert "so already" not in again.stderr
    assert "so already" in q40k("league", "leave", "Final", groups[0][0]).stderr


def test_the_same_lots_draw_the_same_and_others_others() -> None:
    draws = []
    for name, lots in (("A", "one"), ("B", "one"), ("C", "two"), ("D", "three")):
        good("league", "new", name, "--table", "4", "--rounds", "2", "--lots", lots, *EIGHT)
        draws.append(str(shown_league(name)["rounds"]))
    assert draws[0] == draws[1]
    assert len(set(draws)) > 1


def test_what_makes_no_sense_is_said_so() -> None:
    assert "no league yet" in q40k("league").stderr
    good("league", "new", "Winter", "Ann", "Bob")
    for arguments, words in (
        (("new", "winter", "Ann", "Bob"), "already"),
        (("new", "Spring", "Ann"), "2 to 64"),
        (("new", "Spring", "Ann", "ann"), "named twice"),
        (("new", "Spring", "Ann", "Bob", "--table", "4", "--best", "3"), "half of a table"),
        (("show", "Spring"), "no league"),
        (("result", "Winter", "2.1", "Ann"), "no such table"),
        (("result", "Winter", "1.1"), "say the names"),
        (("result", "Winter", "1.1", "Zoe"), "is none of"),
        (("result", "Winter", "1.1", "Ann", "Ann"), "named twice"),
        (("leave", "Winter", "Zoe"), "is none of"),
    ):
        assert words in bad(2, "league", *arguments)


def test_a_league_is_deleted_and_comes_back_as_it_was() -> None:
    good("league", "new", "Winter", "--table", "3", *EIGHT[:5])
    assert sorted(len(table["players"]) for table in shown_league("Winter")["rounds"][0]) == [2, 3]
    good("league", "result", "Winter", "1.1", shown_league("Winter")["rounds"][0][0]["players"][0])
    before = shown_league("Winter")
    assert "league restore Winter" in q40k("league", "delete", "winter").stderr
    assert "no league" in bad(2, "league", "show", "Winter")
    assert "Winter" not in good("season")
    assert "Deleted: Winter" in q40k("league").stderr
    good("league", "restore", "win")
    assert shown_league("Winter") == before
    assert "no league is deleted" in bad(2, "league", "restore", "Winter")
    good("league", "delete", "Winter")
    good("season", "undo")
    assert shown_league("Winter") == before


def test_a_deleted_league_does_not_come_back_over_another_of_its_name() -> None:
    good("league", "new", "Winter", "Ann", "Bob")
    good("league", "delete", "Winter")
    good("league", "new", "Winter", "Cid", "Dan")
    assert "already" in bad(2, "league", "restore", "Winter")
    assert [row[1] for row in rows("Winter")] == ["Cid", "Dan"]


def test_a_merge_reaches_the_leagues_and_both_names_are_understood() -> None:
    good("league", "new", "Winter", "--table", "3", "Tom", "Ann", "Bob")
    keep(("Thomas", 9), ("Ann", 5), ("Bob", 0))
    assert rows("Winter")[0][2] == "0", "nobody knows yet that it was Tom"
    good("season", "same", "Tom", "Thomas")
    assert rows("Winter") == [(1, "Thomas", "2"), (2, "Ann", "1"), (3, "Bob", "0")]
    assert "Thomas came first" in good("league", "show", "Winter")
    assert "Tom " not in good("league", "show", "Winter")
    good("league", "result", "Winter", "1.1", "Ann", "Thomas", "Bob", "--yes")
    assert [row[1] for row in rows("Winter")] == ["Ann", "Thomas", "Bob"]
    good("league", "leave", "Winter", "tom")
    assert "already" in q40k("league", "leave", "Winter", "Thomas").stderr
    while "Thomas" in good("league", "show", "Winter"):
        good("season", "undo")
    assert rows("Winter")[0][2] == "0", "all of it can be taken back"


def test_a_correction_shows_first_what_it_changes_and_is_not_made_unasked() -> None:
    good("league", "new", "Winter", "Ann", "Bob")
    good("league", "result", "Winter", "1.1", "Ann")
    refused = q40k("league", "result", "Winter", "1.1", "Bob")
    assert refused.exit_code == 1
    assert "Bob: place 2, now 1 (0 → 1)" in refused.stderr
    assert shown_league("Winter")["winners"] == ["Ann"]
    assert (
        "corrected: Winter, round 1, table 1: Bob · Ann"
        in q40k("league", "result", "Winter", "1.1", "Bob", "-y").stderr
    )
    assert shown_league("Winter")["winners"] == ["Bob"]
    assert "so already" in q40k("league", "result", "Winter", "1.1", "Bob").stderr
    good("season", "undo")
    assert shown_league("Winter")["winners"] == ["Ann"]


def test_who_sits_out_stands_in_words_and_in_the_data() -> None:
    good("league", "new", "Open", "--kind", "swiss", *EIGHT[:3])
    (bye,) = shown_league("Open")["byes"][0]
    resting, why = bye["player"], bye["why"]
    assert why == "lowest"
    assert f"{resting} sits out and wins" in good("league", "show", "Open")
    assert f"{resting} sits out" in good("season")


def test_what_follows_is_told_once_and_a_league_with_one_player_left_is_over() -> None:
    good("league", "new", "Open", "--kind", "swiss", "--rounds", "3", *EIGHT[:3])
    assert "unopposed" not in q40k("league", "leave", "Open", "Ann").stderr.partition("\n")[0]
    result = q40k("league", "leave", "Open", "Bob").stderr
    assert "Open is over" in result
    assert q40k("league", "show", "Open").stderr == ""
    assert shown_league("Open")["winners"] == ["Cid"]
    good("season", "undo")
    assert not shown_league("Open")["over"]


def test_a_latecomer_is_told_where_they_start() -> None:
    good("league", "new", "Open", "--kind", "swiss", *EIGHT[:4])
    assert "Zoe starts in round 2." in q40k("league", "join", "Open", "Zoe").stderr
    good("league", "leave", "Open", "Zoe")
    assert "Zoe starts in round 2." in q40k("league", "join", "Open", "zoe").stderr


def test_a_name_typed_with_another_apostrophe_is_the_same_player() -> None:
    good("league", "new", "Open", "L'Ogre", "Jean-Luc")
    good("league", "result", "Open", "1.1", "l’ogre", "Jean‑Luc")
    assert shown_league("Open")["winners"] == ["L'Ogre"]
    assert "named twice" in bad(2, "league", "new", "Other", "L'Ogre", "L’Ogre")


def test_a_league_is_drawn_as_pictures(tmp_path: Path) -> None:
    good("league", "new", "Cup", "--kind", "knockout", *EIGHT[:4])
    for kind in ("pairings", "standings", "cross", "bracket"):
        out = tmp_path / f"{kind}.svg"
        good("league", "picture", "Cup", kind, "--out", str(out))
        assert out.read_text(encoding="utf-8").startswith("<svg")
    good("league", "new", "Open", *EIGHT[:4])
    assert "only a knock-out" in bad(2, "league", "picture", "Open", "bracket", "--out", str(tmp_path / "no.svg"))
    assert not (tmp_path / "no.svg").exists()


def test_a_round_that_was_drawn_while_the_clock_was_ahead_is_told_and_decided_by_what_is_played_after_it() -> None:
    with closing(match_library.MatchLibrary()) as library:
        write_decisions(library, "2099-01-01T12:00:00+00:00", begin("Winter", "robin", ("Ann", "Bob"), table=2))
    assert "Round 1 of Winter was drawn in the future, 2099" in q40k("doctor").stdout
    keep(("Ann", 5), ("Bob", 9))
    assert "Round 1 was drawn in the future" in " ".join(good("league", "show", "Winter").split())
    assert shown_league("Winter")["winners"] == ["Bob"]


def test_undo_takes_back_what_a_person_decided_and_what_followed_goes_with_it() -> None:
    good("league", "new", "Open", "--kind", "swiss", *EIGHT[:4])
    (table, _other) = shown_league("Open")["rounds"][0]
    good("league", "leave", "Open", table["players"][0])
    assert shown_league("Open")["rounds"][0][0]["by"] == "withdrawal"
    listed = good("season", "decisions").splitlines()
    assert "·" in listed[2]
    assert "follows from the matches" in bad(1, "season", "undo", "3")
    good("season", "undo")
    assert shown_league("Open")["rounds"][0][0]["order"] is None
    good("season", "redo")
    assert shown_league("Open")["rounds"][0][0]["by"] == "withdrawal"
    good("league", "result", "Open", "1.2", _other["players"][0])
    good("league", "draw", "Open")
    assert "rest on it" in bad(1, "season", "undo", "2"), "the next round was drawn without the leaver"


def test_a_league_of_an_older_q40k_is_put_into_facts_once_and_each_difference_is_told_once() -> None:
    first, second, resting = EIGHT[:3]
    old = League("Old", "swiss", (first, second, resting), rounds=(((first, second),),), last=1, seed="a")
    assert old.form == 1
    with closing(match_library.MatchLibrary()) as library:
        write_decisions(library, "2026-01-01T12:00:00+00:00", old)
        write_decisions(library, "2026-01-02T12:00:00+00:00", Decided("Old", 1, 1, order=((first,), (second,))))
        write_decisions(library, "2026-01-03T12:00:00+00:00", Withdrawn("Old", resting))
    result = q40k("league", "show", "Old")
    assert f"{resting} 3. → 2. (0 → 1 points)" in result.stderr
    assert f"{second} 2. → 3. (0 → 0 points)" in result.stderr
    assert f"{resting} (has left)" in result.stdout
    assert q40k("league", "show", "Old").stderr == ""
    assert [row[0] for row in rows("Old")] == [1, 2, 3]
    good("season", "undo")
    assert "(has left)" not in good("league", "show", "Old")


def facts_of_library() -> list[Decision]:
    """The facts that are written, in their order."""
    with closing(match_library.MatchLibrary()) as library:
        return [line.decision for line in read_decisions(library).standing if line.decision is not None]


def test_the_match_that_decides_the_last_table_ends_the_league_at_once() -> None:
    good("league", "new", "Cup", "Ann", "Bob")
    keep(("Ann", 9), ("Bob", 1))
    decided, over = facts_of_library()[1:]
    assert (type(decided), over) == (Decided, Over("Cup"))
    good("league", "new", "Trial", "Ann", "Bob")
    scripted = "".join(f"{line}\n" for line in scored_match(("Ann", 2), ("Bob", 8))[:-1])
    number = good("import", "-", "--name", "goes on", stdin=scripted).strip()
    assert facts_of_library()[-1] != Over("Trial")
    good("do", number, line("end", why="time"))
    assert facts_of_library()[-1] == Over("Trial")


def test_a_match_that_comes_home_ends_its_league_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good("league", "new", "Cup", "Ann", "Bob")
    scripted = "".join(f"{line}\n" for line in scored_match(("Ann", 9), ("Bob", 1))[:-1])
    number = good("import", "-", "--name", "travels", stdin=scripted).strip()
    there, back = tmp_path / "there.q40kmatch", tmp_path / "back.q40kmatch"
    good("hand", "over", number, "--to", str(there))
    with monkeypatch.context() as patch:
        patch.setenv("Q40K_DATA_DIR", str(tmp_path / "elsewhere"))
        copy = good("take", str(there)).strip()
        good("do", copy, line("end", why="time"))
        good("hand", "over", copy, "--to", str(back))
    assert facts_of_library()[-1] != Over("Cup")
    good("take", str(back))
    assert [type(fact) for fact in facts_of_library()[1:]] == [Decided, Over]
