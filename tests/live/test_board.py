"""What the board shows, and that nobody who looks misses anything."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import Entry, Journal, JournalError
from q40k.live import parts, stream
from q40k.live.follow import Followed
from q40k.report.tale import tale
from q40k.season.decisions import Deleted
from q40k.season.league_view import leagues
from q40k.season.record import write_decisions
from q40k.season.rounds import begin
from q40k.season.season import season
from q40k.table.amending import Redraft, find_target, typed_answers
from q40k.table.commentary import KEPT, Announcer
from q40k.table.match_library import MatchLibrary, now
from q40k.table.match_session import Line, MatchSession
from q40k.table.script import play_line, read_script
from q40k.table.settings import Settings
from tests.games.golden import DEMO
from tests.games.race.playing import END, EVENING, play
from tests.games.race.rules.running import Run
from tests.live.served import race, serve_board
from tests.table.scripts import library

LUCKY = re.compile(r"\b[46]\b")
RUN = {"do": "run", "answers": [3, "no"]}


def words(html: str) -> str:
    """The words of a page, without its marks."""
    return re.sub(r"<[^>]*>", " ", html)


def test_the_page_says_who_acts_how_the_race_stands_and_what_happened(tmp_path: Path) -> None:
    with race(tmp_path) as (path, _session), serve_board(path) as board:
        status, _headers, page = board.ask()
        assert status == 200
        text = words(page)
        assert '<h1 class="who">Bob</h1>' in page
        assert "Friday" in text
        assert "Ann" in text
        assert 'class="map' in page
        assert page.count('class="piece') == 2
        assert "square 9" in text


@pytest.mark.parametrize(
    ("path", "header", "language"),
    [
        ("/", "fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("/", "de,en;q=0.5,fr;q=0.2", "en"),
        ("/", "", "en"),
        ("/?lang=fr", "en", "fr"),
        ("/?lang=xx", "fr", "fr"),
    ],
)
def test_it_speaks_the_language_of_the_browser_or_of_the_viewer(
    tmp_path: Path, path: str, header: str, language: str
) -> None:
    with race(tmp_path) as (library, _session), serve_board(library) as board:
        page = board.ask(path, accept_language=header)[2]
    assert f'<html lang="{language}"' in page
    assert ("Ce qui s’est passé" in page) == (language == "fr")


def test_what_is_entered_is_told_at_once_under_its_own_number(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session), serve_board(path) as board:
        head = session.head
        with board.events(f"/events?match=1&from={head}") as events:
            assert events.next()[2]["feed"] == []
            play(session, RUN)
            news = events.until(session.head)
            lines = [line for _seq, data in news for line in data["feed"]]
            assert all(head < seq <= session.head for seq, _html, _calls in lines)
            assert "Bob rolls 3 and runs" in " ".join(words(html) for _seq, html, _calls in lines)
            assert "race" in news[-1][1]["parts"]


def test_who_was_cut_off_goes_on_exactly_there(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session), serve_board(path) as board:
        head = session.head
        play(session, RUN)
        middle = session.head
        play(session, RUN)
        with board.events(f"/events?match=1&from={head}", last_event_id=str(middle)) as events:
            news = events.until(session.head)
        seqs = [line[0] for _seq, data in news for line in data["feed"]]
        after = [line for line in session.lines(after=middle) if line.events]
        assert set(seqs) <= {line.entry.seq for line in after}
        assert len(seqs) == 1


def test_an_undo_is_seen_as_such(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session), serve_board(path) as board:
        play(session, RUN)
        with board.events(f"/events?match=1&from={session.head}") as events:
            events.next()
            session.undo()
            _seq, data = events.until(session.head)[-1]
        assert "taken back" in words(data["feed"][-1][1])
        removed = {line.entry.seq for line in session.lines() if line.undone}
        assert removed <= set(data["gone"])
        page = board.ask()[2]
        assert page.count('class="gone"') == 1


def test_what_is_put_right_is_seen_as_such(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session), serve_board(path) as board:
        play(session, RUN)
        run = next(line for line in session.lines(last=3) if line.entry.kind == "command")
        with board.events(f"/events?match=1&from={session.head}") as events:
            events.next()
            target = find_target(session, run.entry.seq)
            redraft = Redraft(session, target, typed_answers(target, ["5", "no"]))
            while not redraft.advance():
                pass
            redraft.keep()
            _seq, data = events.until(session.head)[-1]
        text = " ".join(words(html) for _seq, html, _calls in data["feed"])
        assert f"entry {run.entry.seq} put right" in text
        assert "rolls 5" in text
        assert run.entry.seq + 1 in data["gone"]


def test_what_is_secret_never_leaves_the_process(tmp_path: Path) -> None:
    """Neither the page nor any event holds a lucky number before the race is over."""
    with race(tmp_path) as (path, session), serve_board(path) as board:
        page = board.ask()[2]
        with board.events("/events?match=1&from=0") as events:
            news = events.until(session.head)
        sent = page + json.dumps(news)
        joined = [line for line in session.lines() if "lucky" in line.entry.events]
        assert joined
        shown = [
            words(html)
            for _seq, data in news
            for seq, html, _calls in data["feed"]
            if seq in {line.entry.seq for line in joined}
        ]
        assert shown
        assert not any(LUCKY.search(text) for text in shown)
        assert "lucky" not in re.sub(r"<[^>]*>", "", sent).replace("lucky number", "")
        play(session, END)
        assert session.game.view.status(session.state).over


def test_between_matches_it_shows_what_the_evening_stands_at(tmp_path: Path) -> None:
    with race(tmp_path, END) as (path, session), serve_board(path) as board:
        with board.events(f"/events?match=1&from={session.head}") as events:
            shown = ""
            while "medals" not in shown and "evening" not in shown:
                shown = events.next()[2].get("parts", {}).get("end", shown)
                if "podium" in shown and "medals" in shown:
                    break
        page = board.ask()[2]
        assert 'class="podium"' in page
        assert 'class="board over"' in page


def test_at_the_end_it_shows_lives_and_tokens_from_the_figures_of_the_report(tmp_path: Path) -> None:
    matches = MatchLibrary(tmp_path / "matches.sqlite3")
    session = matches.begin("demo")
    with DEMO.open(encoding="utf-8") as lines:
        for entry in read_script(lines):
            play_line(session, library, entry)
    assert session.game.view.status(session.state).over
    with serve_board(matches.path) as board, board.events(f"/events?match=1&from={session.head}") as ev:
        shown = ""
        while "<h2>" not in shown:
            shown = ev.next()[2].get("parts", {}).get("figures", shown)
    story = tale(session, Locale("en"))
    lives, tokens = (
        next(chapter for chapter in story.chapters if chapter.title == title) for title in ("Lives", "Tokens")
    )
    assert re.findall("<h2>(.*?)</h2>", shown) == ["Lives", "Tokens"]
    assert shown.count("<rect") == sum(len(lane.spans) for lane in lives.lanes) > 4
    assert shown.count("<tr>") == 1 + len(tokens.tables[1].rows) > 1
    assert parts.statistics(Locale("en"), session, None) == "", "nothing before it is counted"
    session.close()
    matches.close()


def test_at_the_end_it_shows_the_league_what_is_next_and_who_sits_out_and_why(tmp_path: Path) -> None:
    with race(tmp_path, END) as (path, _session), closing(MatchLibrary(path)) as library:
        players = ["Ann", "Bob", "Cid"]
        write_decisions(library, "2026-01-01T00:00:00+00:00", begin("Winter", "robin", players, rounds=2, table=2))
        write_decisions(library, now(), begin("Trial", "robin", players, table=2), Deleted("Trial"))
        (winter,) = leagues(season(library))
        with serve_board(path) as board, board.events("/events?match=1") as events:
            shown = ""
            while "Winter" not in shown:
                shown = events.next()[2].get("parts", {}).get("figures", shown)
        text = words(shown)
        assert f"Winter · round {winter.round_to_play}" in text
        assert " – ".join(winter.open[0].players) in text
        assert f"{winter.byes[winter.round_to_play - 1][0]} sits out: the number of players is odd" in text
        assert all(name in text for name in players)
        assert "Trial" not in text


def test_a_viewer_of_another_match_is_told_to_look_again(tmp_path: Path) -> None:
    with race(tmp_path) as (path, _session), serve_board(path) as board:
        library = MatchLibrary(path)
        other = play(library.begin("Saturday", games.find("race")), *EVENING)
        with board.events("/events?match=1&from=0") as events:
            events.next()
            board.follow(other.number)
            while events.next()[0] != "reload":
                pass
        assert "Saturday" in board.ask()[2]
        other.close()
        library.close()


@pytest.mark.parametrize("part", ["scoreboard", "feed", "clock", "map"])
def test_a_part_stands_alone_for_a_stream(tmp_path: Path, part: str) -> None:
    with race(tmp_path) as (path, _session), serve_board(path) as board:
        page = board.ask(f"/?obs={part}")[2]
        assert f"alone {part}" in page
        assert 'id="tools"' not in page


def test_the_library_is_followed_through_a_connection_that_cannot_write(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session):
        journal = Journal.follow(path)
        with pytest.raises(JournalError):
            journal.rename(session.number, "mine")
        journal.close()
        followed = Followed(path)
        assert followed.number == session.number
        play(session, RUN)
        assert followed.read_news()
        assert followed.head == session.head
        assert not followed.read_news()
        followed.close()


def test_a_long_match_is_remembered_briefly_and_heard_again_when_need_be(tmp_path: Path) -> None:
    """Also an undo that goes further back than what is kept leaves the calls as they should be."""
    from benchmarks.matches import on_disk
    from q40k.games.quake.packs.library import load

    home = on_disk(tmp_path / "home", load(), 3 * KEPT, players=4)
    with_library = MatchLibrary(home / "matches.sqlite3")
    session = with_library.open(1)
    announcer = Announcer(session.game)
    announcer.hear(session.inputs())
    fresh = dict(announcer.calls)
    assert len(announcer._snapshots) == KEPT < len(announcer._older)
    entries = session.inputs()[: KEPT // 2]
    announcer.read(entries, session.head)
    assert announcer.calls == {seq: calls for seq, calls in fresh.items() if seq <= entries[-1].seq}
    announcer.read(session.inputs(), session.head)
    assert announcer.calls == fresh
    session.undo()
    announcer.catch_up(session)
    again = Announcer(session.game)
    again.hear(session.inputs())
    assert announcer.calls == again.calls
    session.close()
    with_library.close()


def test_what_is_written_while_the_end_is_read_is_heard_once(tmp_path: Path) -> None:
    """Who follows stands at one entry while the journal may hold the next one already."""
    with race(tmp_path) as (path, session):
        followed = Followed(path, session.number)
        for _portion in followed.hear():
            pass
        session.do(Run())
        ahead = followed.session()
        assert followed.announcer is not None
        assert ahead is not None
        ahead.refresh()
        session.give([3])
        followed.announcer.catch_up(ahead)
        assert followed.read_news()
        inputs = session.inputs()
        assert len(followed.announcer.notes(2 * len(inputs))) == len(inputs)
        followed.close()


def test_of_a_long_backlog_little_is_held_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written meanwhile is heard in portions, with the same calls as by a latecomer."""
    from benchmarks.matches import on_disk
    from q40k.games.quake.packs.library import load

    monkeypatch.setattr("q40k.table.commentary.PORTION", 7)
    home = on_disk(tmp_path / "home", load(), 300, players=4)
    library = MatchLibrary(home / "matches.sqlite3")
    session = library.open(1)
    read: list[int] = []
    entries = Journal.entries

    def note_entries(self: Journal, *of: Any, **how: Any) -> list[Entry]:
        result = entries(self, *of, **how)
        read.append(len(result))
        return result

    monkeypatch.setattr(Journal, "entries", note_entries)
    announcer, latecomer = Announcer(session.game), Announcer(session.game)
    announcer.catch_up(session)
    assert len(read) > 40
    assert max(read) == 7
    latecomer.hear(session.inputs())
    assert announcer.calls == latecomer.calls != {}
    session.close()
    library.close()


def test_however_many_are_behind_each_hears_all_and_little_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everyone is somewhere else; from the end of the first portion on they are told the same."""
    from benchmarks.matches import on_disk
    from q40k.games.quake.packs.library import load

    monkeypatch.setattr(stream, "SHOWN", 1000)
    monkeypatch.setattr(stream, "AT_ONCE", 20)
    monkeypatch.setattr(stream, "MOST_KEPT", 4)
    followed = Followed(on_disk(tmp_path / "home", load(), 100, players=4) / "matches.sqlite3")
    audience = stream.Audience(followed, Locale("en"), None, Settings(), lambda _seat: (), {}, lambda: None)
    seqs = [line.seq for line in audience.feed()]
    read: list[object] = []
    lines = MatchSession.lines

    def note_lines(self: MatchSession, *of: Any, **how: Any) -> list[Line]:
        read.append(how)
        return lines(self, *of, **how)

    monkeypatch.setattr(MatchSession, "lines", note_lines)
    behind = {after: stream.Cursor(after) for after in range(followed.head)}
    heard: dict[int, list[int]] = {after: [] for after in behind}
    while any(sent.edition != 1 for sent in behind.values()):
        for after, sent in behind.items():
            if sent.edition != 1:
                news = audience.news(sent, 1, None)
                body = json.loads(news.text.split(b"data: ")[1])
                heard[after] += [seq for seq, _html, _calls in body["feed"]]
                behind[after] = news.upto
            assert len(audience._news) <= 4
    assert heard == {after: [seq for seq in seqs if seq > after] for after in heard}
    assert len(read) < 1.3 * followed.head  # all but everyone's first portion are others', too
    followed.close()


def test_a_line_is_shown_once_the_announcer_has_heard_it(tmp_path: Path) -> None:
    """An entry written between the look at the journal and the sending waits, so that its calls go with it."""
    with race(tmp_path) as (path, session), closing(Followed(path)) as followed:
        for _portion in followed.hear():
            pass
        audience = stream.Audience(followed, Locale("en"), None, Settings(), lambda _seat: (), {}, lambda: None)
        before = followed.head
        play(session, RUN)
        assert {line.seq for line in audience.feed()} <= set(range(before + 1))
        news = audience.news(stream.Cursor(before), 1, None)
        assert news.upto.entry == before
        assert followed.read_news()
        news = audience.news(news.upto, 2, None)
        assert news.upto.entry == session.head


def test_a_library_without_a_match_waits_for_one(tmp_path: Path) -> None:
    library = MatchLibrary(tmp_path / "matches.sqlite3")
    library.close()
    with serve_board(library.path) as board:
        assert "Nothing is played yet." in board.ask()[2]


def test_a_board_follows_though_a_command_is_taken_back_while_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board finds the last command and then reads it; between the two the desk undoes it."""
    with race(tmp_path) as (path, session), closing(Followed(path)) as followed:
        play(session, {"do": "run", "answers": [3, "no"]})
        watched = followed.session()
        assert watched is not None
        journal = watched.session.journal
        result = journal.last_command
        undone: list[Any] = []

        def last_command(match: int) -> int | None:
            command = result(match)
            if not undone:
                undone.append(session.undo())
            return command

        monkeypatch.setattr(journal, "last_command", last_command)
        followed.read_news()
        followed.read_news()
        assert (watched.state, watched.head) == (session.state, session.head)
        assert undone
