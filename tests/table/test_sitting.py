"""The shelf of matches and one sitting: begun, found, watched, undone, closed."""

import json
from pathlib import Path

import pytest

from q40k.kernel.journal import JournalError
from q40k.kernel.telling import Refused
from q40k.rules import commands as c
from q40k.table.places import library_file
from q40k.table.resolve import resolve
from q40k.table.script import read_script
from q40k.table.shelf import Shelf, now, throw_away
from q40k.table.sitting import Sitting
from tests.table.scripts import NEW, begun, join, library, line, play, seen


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "library.sqlite3", lambda: "now")


def lay_out(sitting: Sitting, lines: list[str]) -> Sitting:
    """Play lines with all of their answers by hand."""
    for one in read_script(lines):
        assert one.command is not None
        sitting.do(resolve(library(), one.command))
        left = list(one.answers)
        while sitting.question is not None and left:
            answer, used = sitting.question.take(left)
            del left[:used]
            sitting.give(answer)
    return sitting


# ---- the shelf


def test_the_users_own_library_is_where_the_user_keeps_data(own_home: Path) -> None:
    shelf = Shelf()
    assert shelf.journal.path == library_file()
    assert own_home in library_file().parents
    shelf.close()


def test_a_match_is_found_by_number_name_or_its_beginning(shelf: Shelf) -> None:
    with pytest.raises(JournalError) as caught:
        shelf.find()
    assert caught.value.code == "no-matches"
    for name in ("Friday night", "Saturday", "Friday noon", "2"):
        lay_out(shelf.begin(name), [NEW]).close()
    assert shelf.find().name == "2"
    assert shelf.find("last").name == "2"
    assert shelf.find("1").name == "Friday night"
    assert shelf.find("#3").name == "Friday noon"
    assert shelf.find("sat").name == "Saturday"
    assert shelf.find("FRIDAY NOON").name == "Friday noon"
    with pytest.raises(JournalError) as caught:
        shelf.find("fri")
    assert caught.value.code == "match-ambiguous"
    for unknown in ("Sunday", "99"):
        with pytest.raises(JournalError) as caught:
            shelf.find(unknown)
        assert caught.value.code == "unknown-match"
    shelf.close()


def test_a_matchs_name_holds_nothing_a_terminal_would_obey(shelf: Shelf) -> None:
    sitting = shelf.begin(" Friday\x1b[2J\n night ")
    assert sitting.row.name == "Friday[2J night"
    sitting.close()
    shelf.close()


def test_one_writes_and_others_watch(shelf: Shelf) -> None:
    writer = shelf.begin("Friday")
    with pytest.raises(JournalError) as caught:
        shelf.open(writer.number)
    assert caught.value.code == "match-held"
    watcher = shelf.open(writer.number, watch=True)
    assert (writer.watching, watcher.watching) == (False, True)
    lay_out(writer, begun("Ann", "Bob"))
    assert watcher.refresh()
    assert watcher.state == writer.state
    watcher.close()
    with pytest.raises(JournalError):
        shelf.open(writer.number)
    writer.close()
    shelf.open(writer.number).close()
    shelf.close()


def test_a_library_that_cannot_be_opened_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        Shelf(tmp_path / "no" / "where" / "library.sqlite3")
    assert caught.value.code == "journal-cannot-open"


def test_the_time_is_kept_with_its_zone() -> None:
    assert now()[10] == "T"
    assert now()[-6] in "+-"


# ---- a sitting


def test_a_sitting_goes_on_where_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    shelf = Shelf(path)
    sitting = lay_out(shelf.begin("Friday"), begun("Ann", "Bob"))
    sitting.do(c.Kill(player="Ann", victim="Bob"))
    sitting.keep_draft("4")
    question, state = sitting.question, sitting.state
    sitting.close()
    shelf.close()
    shelf = Shelf(path)
    sitting = shelf.open(shelf.find().id)
    assert (sitting.question, sitting.state, sitting.draft) == (question, state, "4")
    assert isinstance(sitting.command, c.Kill)
    sitting.type("3")
    assert (sitting.question, sitting.draft) == (None, "")
    assert shelf.verify(sitting.number).differs_at is None
    sitting.close()
    shelf.close()


@pytest.mark.rule("TABLE-5")
def test_the_app_rolls_by_itself_what_it_rolls_by_default() -> None:
    sitting = throw_away()
    lay_out(sitting, [line("new", mod="deathmatch", dice="app"), *join("Ann", "Bob")])
    sitting.do(c.Start())
    assert sitting.state.phase == "deployment"
    hands = [entry.hand for entry in sitting.inputs() if entry.kind == "answer"]
    assert set(hands) == {"app"}


@pytest.mark.rule("TABLE-5")
def test_a_players_own_dice_are_waited_for() -> None:
    sitting = throw_away()
    lay_out(sitting, [line("new", mod="deathmatch", dice="app"), *join("Ann", "Bob", "Cid")])
    sitting.do(c.Dice(by="hand", player="Bob"))
    sitting.do(c.Start())
    assert sitting.question is not None
    assert sitting.state.players[sitting.question.who or ""].name == "Bob"
    sitting.type("4")
    asks = seen(sitting)["asks"]
    assert asks is None or asks["key"] == "roll-off"


@pytest.mark.rule("TABLE-4", "TABLE-5")
def test_leaving_a_choice_takes_back_the_apps_dice_before_it_too() -> None:
    """Else the app would roll them again, and the same choice would stand there again."""
    sitting = lay_out(throw_away(), [*begun("Ann", "Bob"), line("dice", by="app")])
    while True:  # until the app rolls a six, and Ann must choose
        before, head = sitting.state, sitting.head
        sitting.do(c.UsePortal(player="Ann", portal=1, override="again and again"))
        if sitting.question is not None:
            break
    assert sitting.question.key in ("choose-portal", "jump-portal")
    sitting.step_back()
    assert (seen(sitting)["asks"], sitting.state) == (None, before)
    assert sitting.head > head
    while sitting.redo():
        pass
    assert isinstance(sitting.command, c.UsePortal)


def test_a_match_in_which_nothing_was_entered_is_forgotten(shelf: Shelf) -> None:
    shelf.begin("empty").close()
    lay_out(shelf.begin("begun"), [NEW]).close()
    assert [row.name for row in shelf.matches()] == ["begun"]
    shelf.close()


def test_the_log_tells_every_line_with_its_events() -> None:
    kill = line("kill", 3, player="Ann", victim="Bob")
    sitting = play([*begun("Ann", "Bob"), kill, line("undo")])
    lines = sitting.lines()
    assert [one.entry.seq for one in lines] == list(range(1, sitting.head + 1))
    assert [one.undone for one in lines][-3:] == [True, True, False]
    assert [event.type for event in lines[-3].events] == ["killed"]
    assert sitting.lines(last=2) == lines[-2:]
    assert sitting.lines(after=sitting.head - 1) == lines[-1:]
    assert len(sitting.lines(undone=False)) == len(sitting.inputs()) == sitting.head - 3


def test_what_would_be_refused_can_be_asked_beforehand() -> None:
    sitting = play(begun("Ann", "Bob"))
    before = seen(sitting)
    refusal = sitting.refusal_of(c.Move(player="Bob", inches=1))
    assert isinstance(refusal, Refused)
    assert sitting.refusal_of(c.Move(player="Ann", inches=1)) is None
    assert seen(sitting) == before


def test_an_unnamed_seed_is_drawn_once_and_kept() -> None:
    seeds = {play([line("new", mod="deathmatch")]).state.seed for _ in range(5)}
    assert len(seeds) > 1
    sitting = play([line("new", mod="deathmatch")])
    command = json.loads(sitting.inputs()[0].body)
    assert str(command["seed"]) == sitting.state.seed


def test_the_first_arena_is_the_books() -> None:
    sitting = play([line("new", mod="deathmatch")])
    assert sitting.state.arena is not None
    assert sitting.state.arena.id == "classic-60"
    assert json.loads(NEW)["arena"] == "classic-60"
