"""A journal that fails, a match that is watched, a match that is opened again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.score import Adjust
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.packs.problems import PackError
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import active, field, idle, library, new_desk, player, playing, press

Fail = Callable[..., None]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Callable[[], None]]:
    """Fill the disk; what it returns makes room again."""

    def fill() -> Callable[[], None]:
        patch = pytest.MonkeyPatch()

        def fail(*_arguments: object, **_options: object) -> None:
            raise JournalError("journal-disk-full", path="matches.sqlite3", detail="full")

        for write in ("append", "undo", "redo", "keep_draft", "keep_snapshot"):
            patch.setattr(Journal, write, fail)
        return patch.undo

    return fill


def test_a_full_disk_is_said_and_the_die_is_not_lost(full: Callable[[], Callable[[], None]]) -> None:
    desk = playing()
    press(desk, "k2")
    before = desk.state
    room = full()
    press(desk, "4")
    room()
    assert desk.trouble is not None
    assert "full" in desk.trouble.title
    assert desk.state == before
    assert field(desk).buffer == "4"
    press(desk, "\n\n")
    assert player(desk, "Bob").position.near == 4


def test_after_a_failure_another_digit_begins_anew(full: Callable[[], Callable[[], None]]) -> None:
    desk = playing()
    press(desk, "k2")
    room = full()
    press(desk, "4")
    room()
    press(desk, "5")
    assert player(desk, "Bob").position.near == 5


def test_a_full_disk_keeps_a_form_open_with_what_was_typed(full: Callable[[], Callable[[], None]]) -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Al\ntacti")
    room = full()
    press(desk, "\n")
    room()
    assert desk.trouble is not None
    assert not desk.state.players
    assert field(desk).buffer == "tacti"
    press(desk, "\n\n")
    assert desk.state.players["p1"].name == "Al"


def test_a_full_disk_at_an_undo_takes_nothing_back(full: Callable[[], Callable[[], None]]) -> None:
    desk = playing()
    press(desk, "k24")
    before = desk.state
    room = full()
    press(desk, "u")
    room()
    assert desk.trouble is not None
    assert desk.state == before
    press(desk, " ")
    assert desk.trouble is None
    press(desk, "u")
    assert player(desk, "Alice").score.kills == 0


def test_a_full_disk_at_next_is_said_and_next_goes_on_later(full: Callable[[], Callable[[], None]]) -> None:
    desk = playing()
    room = full()
    press(desk, "n")
    assert desk.trouble is not None
    assert active(desk).name == "Alice"
    room()
    press(desk, "n")
    assert desk.trouble is None
    assert active(desk).name != "Alice"


def test_a_draft_that_cannot_be_kept_is_said_and_stays_on_the_screen(full: Callable[[], Callable[[], None]]) -> None:
    desk = playing()
    press(desk, "t1")
    room = full()
    press(desk, "3")
    room()
    assert desk.trouble is not None
    assert field(desk).buffer == "3"
    press(desk, "5")
    assert active(desk).bonus is not None


def test_a_journal_that_cannot_even_be_read_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = playing()

    def fail(*_arguments: object, **_options: object) -> None:
        raise JournalError("journal-failed", path="x", detail="disk I/O error")

    press(desk, "nuy")
    monkeypatch.setattr(Journal, "last_undo", fail)
    assert "redo" not in {action.id for action in desk.valid_actions()}
    assert desk.trouble is not None


# -- on disk -------------------------------------------------------------------------------


@pytest.fixture
def match_library(tmp_path: Path) -> Iterator[MatchLibrary]:
    with closing(MatchLibrary(tmp_path / "matches.sqlite3")) as opened:
        yield opened


def begin_match(match_library: MatchLibrary) -> MatchSession:
    """A match on disk in the first movement phase."""
    match_session = match_library.begin("evening")
    playing(match_session=match_session)
    return match_session


def desk_of(match_session: MatchSession) -> Desk:
    return Desk(match_session, library(), Locale("en"))


def test_a_die_half_typed_comes_back_with_the_match(match_library: MatchLibrary) -> None:
    match_session = begin_match(match_library)
    press(desk_of(match_session), "t13")
    match_session.close()
    desk = desk_of(match_library.open(1))
    assert field(desk).buffer == "3"
    press(desk, "5")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-35"


def test_a_refused_die_does_not_come_back(match_library: MatchLibrary) -> None:
    match_session = begin_match(match_library)
    press(desk_of(match_session), "t13\b7")
    match_session.close()
    assert field(desk_of(match_library.open(1))).buffer == ""


def test_a_match_comes_back_at_the_very_question(match_library: MatchLibrary) -> None:
    match_session = begin_match(match_library)
    press(desk_of(match_session), "t111444")
    match_session.close()
    desk = desk_of(match_library.open(1))
    assert "12 in" in field(desk).title
    press(desk, "n")
    assert idle(desk)


def test_who_watches_enters_nothing_and_sees_the_news(match_library: MatchLibrary) -> None:
    writer = begin_match(match_library)
    desk = desk_of(match_library.open(1, watch=True))
    head = desk.match_session.head
    for key in "nkxptmjlrfuysed":
        press(desk, key)
    assert desk.field is None
    assert "watching" in desk.notice
    assert desk.match_session.head == head
    assert {action.group for action in desk.valid_actions()} == {"view", "app"}
    press(desk_of(writer), "n")
    assert desk.look_for_news()
    assert active(desk).name != "Alice"
    assert not desk.look_for_news()


def test_who_watches_cannot_play_on_after_the_win(match_library: MatchLibrary) -> None:
    writer = begin_match(match_library)
    writer.do(Adjust(player="Alice", score=Fraction(999), why="so"))
    desk = desk_of(match_library.open(1, watch=True))
    assert desk.state.outcome.over
    press(desk, "nk")
    desk.perform("next")
    assert desk.state.outcome.over


def test_who_watches_sees_no_question_to_answer(match_library: MatchLibrary) -> None:
    writer = begin_match(match_library)
    press(desk_of(writer), "k2")
    desk = desk_of(match_library.open(1, watch=True))
    assert desk.field is None
    press(desk, "4 ")
    assert desk.match_session.question is not None


def test_the_packs_are_read_when_they_are_first_needed(match_library: MatchLibrary) -> None:
    match_session = begin_match(match_library)
    read: list[int] = []

    def load() -> Library:
        read.append(1)
        return library()

    desk = Desk(match_session, load, Locale("en"))
    press(desk, "k24nux\n3")
    assert read == []
    press(desk, "jEve\n")
    press(desk, "tau\n13")
    assert read == [1]
    assert player(desk, "Eve").in_play


def test_packs_that_cannot_be_read_stop_only_what_needs_them(match_library: MatchLibrary) -> None:
    match_session = begin_match(match_library)

    def load() -> Library:
        from q40k.packs.problems import Problem

        raise PackError([Problem("x.yaml", 3, 1, None, "unknown-key", facts={"key": "y"})])

    desk = Desk(match_session, load, Locale("en"), Prefilled(mod="deathmatch"))
    press(desk, "jEve\n")
    assert idle(desk)
    assert "x.yaml" in desk.notice or desk.notice
    press(desk, "k24")
    assert player(desk, "Bob").score.deaths == 1
    press(desk, "lBo\njBob\n3")
    assert player(desk, "Bob").present
