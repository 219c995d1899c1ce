"""A on a line of the log: a die typed wrong, the wrong victim, a kill forgotten or too many."""

from fractions import Fraction

import pytest

from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.score import Adjust
from q40k.games.quake.state.table.players import Join
from q40k.kernel.replay import verify
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.pages.amender import Amender
from q40k.tui.pages.amending import AmendScreen
from q40k.tui.pages.log import Entries, LogScreen
from tests.games.quake.screen.table import app_of, keys, player, playing, press, screen

SMALL = (80, 24)


def entry(match_session: MatchSession, kind: str, do: str, number: int = -1) -> int:
    """The seq of a command of this kind, or of its first answer."""
    results = []
    for line in match_session.inputs():
        if line.kind == "command":
            command = match_session.read_command(line.body).do
        if line.kind == kind and command == do:
            results.append(line.seq)
    return results[number]


def at(desk: Desk, number: int) -> Amender:
    return Amender(desk, number)


def stage(amender: Amender) -> str:
    """What it waits for."""
    return amender.stage


def type_at(amender: Amender, text: str) -> None:
    """Type at a correction; replaying is done between keys, as the screen does it."""
    for key, character in keys(text):
        amender.press(key, character)
        while not amender.pump():
            pass


def sound(desk: Desk) -> None:
    live = desk.match_session.inputs()
    assert verify(Quake(), live).differs_at is None


@pytest.fixture
def fought_desk() -> Desk:
    """Alice kills Bob, who is back by portal 2; then Alice kills Chloé, back by portal 3."""
    desk = playing()
    press(desk, "k22")
    press(desk, "k33")
    assert player(desk, "Bob").position.near == 2
    return desk


@pytest.mark.rule("TABLE-4")
def test_a_die_typed_wrong_takes_two_keys(fought_desk: Desk) -> None:
    amender = at(fought_desk, entry(fought_desk.match_session, "answer", "kill", 0))
    assert stage(amender) == "answer"
    type_at(amender, "4")
    assert stage(amender) == "preview"
    assert amender.lines == ["What changes:", "Bob: beside portal 2 → beside portal 4"]
    assert player(fought_desk, "Bob").position.near == 2
    type_at(amender, "\n")
    assert (stage(amender), amender.ended) == ("end", None)
    fought_desk.settle()
    assert player(fought_desk, "Bob").position.near == 4
    assert player(fought_desk, "Chloé").position.near == 3
    sound(fought_desk)
    press(fought_desk, "u")
    assert "put right: 2 → 4" in fought_desk.notice
    assert player(fought_desk, "Bob").position.near == 2
    press(fought_desk, "y")
    assert player(fought_desk, "Bob").position.near == 4


def test_escape_leaves_everything_as_it_was(fought_desk: Desk) -> None:
    before = fought_desk.match_session.head, fought_desk.state
    for typed in ("\x1b", "4\x1b"):
        amender = at(fought_desk, entry(fought_desk.match_session, "answer", "kill", 0))
        type_at(amender, typed)
        assert (stage(amender), amender.ended) == ("end", "")
    assert (fought_desk.match_session.head, fought_desk.state) == before


def test_a_wrong_answer_is_not_taken_and_the_same_changes_nothing(fought_desk: Desk) -> None:
    amender = at(fought_desk, entry(fought_desk.match_session, "answer", "kill", 0))
    type_at(amender, "9")
    assert amender.desk.field is not None
    assert amender.desk.field.error
    type_at(amender, " ")  # no app may roll what a hand has rolled
    assert stage(amender) == "answer"
    type_at(amender, "\n")
    assert amender.desk.field.error == "Enter takes nothing here: type what the dice show."
    type_at(amender, "2")
    assert amender.lines == ["It already says that: nothing changes."]
    head = fought_desk.match_session.head
    type_at(amender, "\n")
    assert (stage(amender), amender.ended, fought_desk.match_session.head) == ("end", "", head)


def test_another_victim_is_entered_as_at_the_table(fought_desk: Desk) -> None:
    amender = at(fought_desk, entry(fought_desk.match_session, "answer", "kill", 0))
    type_at(amender, "\t2")
    assert stage(amender) == "again"
    assert amender.desk.field is not None
    type_at(amender, "4")  # Dédé, whose own die is asked: the other was Bob's
    assert stage(amender) == "ask"
    type_at(amender, "2")
    assert stage(amender) == "preview"
    assert "Dédé: deaths 0 → 1" in amender.lines
    assert "Bob: deaths 1 → 0" in amender.lines
    type_at(amender, "\n")
    fought_desk.settle()
    assert player(fought_desk, "Dédé").position.near == 2
    sound(fought_desk)


def test_enter_keeps_the_victim_and_leads_to_its_die() -> None:
    desk = playing()
    press(desk, "x32")
    amender = at(desk, entry(desk.match_session, "command", "accident"))
    assert stage(amender) == "again"
    assert amender.foot()[0] == "Enter: the marked one stays"
    type_at(amender, "\n")
    assert stage(amender) == "answer"
    assert amender.desk.field is not None
    assert amender.desk.field.notes == ("It was: 2",)
    type_at(amender, "4")
    assert stage(amender) == "preview"
    type_at(amender, "\n")
    desk.settle()
    assert player(desk, "Chloé").position.near == 4
    assert player(desk, "Chloé").score.deaths == 1
    sound(desk)


def test_enter_keeps_the_victim_of_a_kill_as_well(fought_desk: Desk) -> None:
    amender = at(fought_desk, entry(fought_desk.match_session, "command", "kill", 1))
    type_at(amender, "\n5\n")
    fought_desk.settle()
    assert player(fought_desk, "Chloé").position.near == 5
    assert player(fought_desk, "Bob").position.near == 2
    sound(fought_desk)


def test_a_kill_too_many_is_taken_out(fought_desk: Desk) -> None:
    score = player(fought_desk, "Alice").score.points
    amender = at(fought_desk, entry(fought_desk.match_session, "command", "kill", 1))
    type_at(amender, "\x1b3")
    assert stage(amender) == "preview"
    type_at(amender, "\n")
    fought_desk.settle()
    assert player(fought_desk, "Alice").score.points < score
    assert player(fought_desk, "Chloé").score.deaths == 0
    sound(fought_desk)


def test_a_forgotten_kill_is_put_in_and_its_die_asked(fought_desk: Desk) -> None:
    amender = at(fought_desk, entry(fought_desk.match_session, "command", "kill", 1))
    type_at(amender, "\x1b4")
    assert stage(amender) == "insert"
    type_at(amender, "k4")
    assert stage(amender) == "ask"
    type_at(amender, "7")
    assert stage(amender) == "ask"
    type_at(amender, "5")
    assert stage(amender) == "preview"
    type_at(amender, "\n")
    fought_desk.settle()
    assert player(fought_desk, "Dédé").position.near == 5
    assert player(fought_desk, "Alice").score.kills == 3
    sound(fought_desk)


@pytest.fixture
def refused_desk() -> Desk:
    """Alice jumps from portal 1 and stands in 2; later she notes a move out of it."""
    desk = playing()
    press(desk, "u")  # nothing after deployment
    press(desk, "n")
    desk.do(Join(player="Eve", champion="ork-slugga-boy"))
    while desk.match_session.question is not None:
        press(desk, "1")
    desk.do(Adjust(player="Eve", score=Fraction(5), why="she brought biscuits"))
    desk.do(Adjust(player="Bob", score=Fraction(1), why="so did he"))
    return desk


def test_what_no_longer_fits_is_dropped_or_overruled_by_choice(refused_desk: Desk) -> None:
    joined = entry(refused_desk.match_session, "command", "join")
    amender = at(refused_desk, joined)
    type_at(amender, "\x1b3")
    assert stage(amender) == "misfit"
    assert amender.desk.field is not None
    assert "the rules refuse it now" in amender.desk.field.title
    assert [option.key for option in amender.desk.field.choices()] == ["2", "3"]
    type_at(amender, "2")
    assert stage(amender) == "preview"
    assert any("dropped" in line for line in amender.lines)
    assert "Eve never joined" in amender.lines
    type_at(amender, "\n")
    refused_desk.settle()
    assert refused_desk.state.player_named("Eve") is None
    assert player(refused_desk, "Bob").score.points == 1
    sound(refused_desk)
    press(refused_desk, "u")
    assert player(refused_desk, "Eve").score.points == 5


async def test_from_the_log_a_die_is_put_right_in_four_keys(fought_desk: Desk) -> None:
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        await pilot.press("a", "5")
        await pilot.pause()
        assert isinstance(app.screen, AmendScreen)
        assert "Chloé: beside portal 3 → beside portal 5" in screen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert player(fought_desk, "Chloé").position.near == 5
        assert "put right: 3 → 5" in screen(app) or "✎" in screen(app)
        await pilot.press("g")
        await pilot.pause()
        entries = app.screen.query_one(Entries)
        stands = entries.count
        await pilot.press("v", "v")
        assert entries.count == fought_desk.match_session.head > stands
        await pilot.press("escape")


async def test_what_cannot_be_put_right_is_said(fought_desk: Desk) -> None:
    press(fought_desk, "u")
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g", "v", "v", "end", "enter")
        await pilot.pause()
        assert "That entry was not given by the table" in screen(app)
        await pilot.press("up", "a")
        await pilot.pause()
        assert "That entry was taken back" in screen(app)
        fought_desk.match_session.watching = True
        await pilot.press("a")
        await pilot.pause()
        assert "only watching" in screen(app)


async def test_a_long_replay_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.tui.pages.amender.CHUNK", 1)
    desk = playing()
    press(desk, "k22")
    press(desk, "k33")
    press(desk, "n")
    amender = at(desk, entry(desk.match_session, "answer", "kill", 0))
    amender.press("4", "4")
    assert stage(amender) == "replay"
    seen = []
    while not amender.pump():
        seen.append(amender.foot()[0])
    assert seen
    assert seen[-1].startswith("Replaying… ")
    assert stage(amender) == "preview"


def test_what_the_rules_refuse_now_is_overruled_with_a_reason() -> None:
    desk = playing()
    press(desk, "p1" + "3")
    desk.do(Move(player="Alice", inches=3))
    first = entry(desk.match_session, "command", "portal")
    amender = at(desk, first)
    type_at(amender, "\x1b4")
    assert stage(amender) == "insert"
    type_at(amender, "n")  # then it is not for Alice to jump any more
    assert stage(amender) == "misfit"
    type_at(amender, "1")
    assert stage(amender) == "ask"
    type_at(amender, "we agreed\n")
    assert stage(amender) == "misfit"  # her move, too
    type_at(amender, "2")
    assert stage(amender) == "preview"
    marks = [line.rpartition(" – ")[2] for line in amender.lines if " – " in line]
    assert marks == ["overruled", "dropped"]
    type_at(amender, "\n")
    desk.settle()
    assert player(desk, "Alice").position.near is not None or player(desk, "Alice").position.portal is not None
    sound(desk)


def test_in_the_middle_of_a_question_an_older_answer_is_put_right() -> None:
    desk = playing()
    press(desk, "k22")
    press(desk, "k3")  # Chloé's die is asked
    assert desk.match_session.question is not None
    amender = at(desk, entry(desk.match_session, "answer", "kill", 0))
    type_at(amender, "5")
    assert any("Chloé rolls" in line for line in amender.lines)
    type_at(amender, "\n")
    desk.settle()
    press(desk, "3")
    assert (player(desk, "Bob").position.near, player(desk, "Chloé").position.near) == (5, 3)
    sound(desk)
