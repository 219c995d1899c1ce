"""What the announcer calls out, and that it is the same however the match was come by."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.game import GAME
from q40k.games.quake.state.commentary.calls import QuakeCalls
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Call, Transition
from q40k.table.commentary import Announcer
from q40k.table.match_session import MatchSession
from tests.games.quake.rules.in_teams import facing
from tests.games.quake.rules.playing import Table, seat_players, standing, start_table, sudden_death
from tests.games.quake.rules.test_score import table_of_values


def announcer_of(table: Table) -> Announcer:
    """An announcer who has read the whole journal."""
    announcer = Announcer(GAME)
    announcer.read(table.journal.live(table.match), table.session.head)
    return announcer


def last(table: Table) -> list[tuple[Any, ...]]:
    """What was called at the last command: kind, of whom, and about whom, by name."""
    seq = table.journal.last_command(table.match) or 0
    every = announcer_of(table).calls
    latest = [call for at, calls in every.items() if at >= seq for call in calls]

    def name(side: str) -> str | None:
        return table.name(side) if side in table.state.players else side

    return [(c.kind, *filter(None, (name(c.side), name(c.other), c.count or None))) for c in latest]


def kinds(table: Table) -> set[str]:
    """The kinds called at the last command."""
    return {call[0] for call in last(table)}


# ---- kills


def test_the_first_kill_is_first_blood_and_an_accident_is_not() -> None:
    table = start_table("Ann Bob Cid")
    table.do("accident", 1, player="Cid")
    assert "first-blood" not in kinds(table)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert ("first-blood", "Ann", "Bob") in last(table)
    table.do("kill", 1, player="Ann", victim="Cid")
    assert "first-blood" not in kinds(table)


def test_kills_in_a_row_are_counted_until_one_dies() -> None:
    table = start_table("Ann Bob Cid")
    called = []
    for victim in ("Bob", "Cid", "Bob", "Cid", "Bob"):
        table.do("end-phase")
        table.do("kill", 1, player="Ann", victim=victim)
        called.append(kinds(table) & {"two", "three", "four", "five"})
    assert called == [set(), {"two"}, {"three"}, {"four"}, {"five"}]
    table.do("accident", 1, player="Ann")
    table.do("kill", 1, player="Ann", victim="Cid")
    assert not kinds(table) & {"two", "three", "four", "five", "more"}


def test_revenge_is_on_the_one_who_killed_me_last_and_only_once() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("kill", 1, player="Bob", victim="Ann")
    assert ("revenge", "Bob", "Ann") in last(table)
    table.do("kill", 1, player="Cid", victim="Bob")
    table.do("kill", 1, player="Bob", victim="Ann")
    assert "revenge" not in kinds(table)


def test_the_same_victim_twice_running_has_a_nemesis() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("accident", 1, player="Ann")
    table.do("kill", 1, player="Ann", victim="Bob")
    assert ("nemesis", "Ann", "Bob", 2) in last(table)
    table.do("kill", 1, player="Ann", victim="Cid")
    table.do("accident", 1, player="Ann")
    table.do("kill", 1, player="Ann", victim="Bob")
    assert "nemesis" not in kinds(table)


def test_who_has_just_come_back_is_killed_on_arrival_and_twice_by_a_camper() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Cid", victim="Bob")
    table.do("accident", 1, player="Ann")
    table.do("kill", 1, player="Cid", victim="Bob")
    assert {"nemesis", "two"} == kinds(table)  # the two most important of three
    table.do("kill", 1, player="Ann", victim="Bob")
    assert "on-arrival" in kinds(table)
    table.do("accident", 1, player="Cid")
    table.do("kill", 1, player="Ann", victim="Cid")
    assert "camper" in {c.kind for c in _last_calls(table)}


def _last_calls(table: Table) -> tuple[Call, ...]:
    """All that the last entry is called, however light."""
    caller, rules = QuakeCalls(), GAME.rules
    memory, state = caller.begin(), rules.blank()
    latest: tuple[Call, ...] = ()
    for entry in table.journal.live(table.match):
        transitions = []
        for event in rules.read_events(entry.events):
            before, state = state, rules.fold(state, event)
            transitions.append(Transition(before, event, state))
        if transitions:
            memory, calls = caller.update(memory, tuple(transitions))
            latest = calls if entry.kind == "command" else (*latest, *calls)
    return latest


def test_who_had_a_part_since_coming_back_is_no_newcomer_any_more() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("next")
    table.do("next")  # that was Bob's part
    table.do("kill", 1, player="Cid", victim="Bob")
    assert "on-arrival" not in {call.kind for call in _last_calls(table)}


def test_a_telefrag_is_called_for_the_one_who_arrives() -> None:
    table = standing("Ann Bob", Ann=1, Bob=4)
    table.do("portal", 4, 2, player="Ann", portal=1)
    assert ("telefrag", "Ann", "Bob") in last(table)


def test_a_kill_by_a_much_cheaper_champion_is_a_humiliation() -> None:
    table = table_of_values(Ann=10, Bob=30, Cid=29)
    table.do("kill", 1, player="Ann", victim="Cid")
    assert "humiliation" not in kinds(table)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert ("humiliation", "Ann", "Bob") in [
        (c.kind, table.name(c.side), table.name(c.other)) for c in _last_calls(table)
    ]


def test_the_costliest_accident_so_far_is_that_of_the_evening() -> None:
    table = table_of_values(Ann=40, Bob=30, Cid=60)
    for player, called in (("Ann", True), ("Bob", False), ("Cid", True), ("Cid", False)):
        table.do("accident", 1, player=player)
        assert ("accident" in kinds(table)) is called


def test_a_team_mates_death_is_nothing_to_call_out() -> None:
    table = facing("Ann+Ada Bob+Ben")
    table.do("kill", 1, player="Ann", victim="Ada")
    assert not kinds(table) & {"first-blood", "on-arrival"}


# ---- the race


def test_the_lead_is_taken_lost_and_taken_back_from_far_behind() -> None:
    table = table_of_values(4, Ann=20, Bob=20, Cid=20)
    table.do("kill", 1, player="Ann", victim="Cid")
    assert "lead-taken" not in kinds(table)  # first blood says it
    table.do("kill", 1, player="Bob", victim="Cid")
    assert ("lead-lost", "Ann") in last(table)
    table.do("kill", 1, player="Bob", victim="Cid")
    assert ("lead-taken", "Bob") in [(c.kind, table.name(c.side)) for c in _last_calls(table)]
    table.do("adjust", player="Ann", score=45, why="a kill we forgot")
    assert ("comeback", "Ann", "Bob") not in last(table)
    table.do("adjust", player="Cid", score=110, why="far too many")
    assert ("comeback", "Cid", "Ann") in last(table)


def test_one_kill_from_victory_is_called_once() -> None:
    table = table_of_values(2, Ann=20, Bob=20, Cid=20)
    table.do("kill", 1, player="Ann", victim="Cid")
    assert ("one-kill", "Ann") in last(table)
    table.do("accident", 1, player="Cid")
    assert "one-kill" not in kinds(table)
    table.do("kill", 1, player="Ann", victim="Cid")
    assert kinds(table) & {"match", "one-kill"} == {"match"}


def test_the_last_two_minutes_are_called_once_and_again_after_a_new_limit() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=30)
    table.do("move", player="Ann", inches=1, clock=1679)
    assert "two-minutes" not in kinds(table)
    table.do("move", player="Ann", inches=1, clock=1681)
    assert ("two-minutes",) in last(table)
    table.do("move", player="Ann", inches=1, clock=1700)
    assert "two-minutes" not in kinds(table)
    table.do("clock", minutes=60)
    table.do("move", player="Ann", inches=1, clock=3500)
    assert ("two-minutes",) in last(table)


def test_the_last_one_standing_and_the_match() -> None:
    table = seat_players("Ann Bob", table=Table(mod_data=sudden_death(win={"by": "rounds", "rounds": 1})))
    table.do("start", 1, 1)
    for name in ("Bob", "Ann"):
        table.do("deploy", player=name)
    table.do("kill", player="Ann", victim="Bob")
    assert [call[0] for call in last(table)] == ["match", "last-standing"]


# ---- the announcer


def test_an_undo_takes_its_calls_back() -> None:
    table = start_table("Ann Bob Cid")
    session = MatchSession(GAME, table.session, None)
    announcer = Announcer(GAME)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert announcer.catch_up(session)
    assert announcer.calls
    session.undo()
    assert announcer.catch_up(session)
    assert not announcer.calls
    session.redo()
    assert announcer.catch_up(session)
    assert announcer.calls == announcer_of(table).calls
    assert not announcer.catch_up(session)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(("Ann Bob", "Bob Cid", "Cid Ann", "undo", "redo")), max_size=12))
def test_whoever_listens_all_the_time_hears_what_a_latecomer_reads(moves: list[str]) -> None:
    table = start_table("Ann Bob Cid")
    session, announcer = MatchSession(GAME, table.session, None), Announcer(GAME)
    for move in moves:
        if move in ("undo", "redo"):
            (session.undo if move == "undo" else session.redo)()
        elif table.state.running:
            killer, victim = move.split()
            table.do("kill", 1, player=killer, victim=victim)
        announcer.catch_up(session)
    assert announcer.calls == announcer_of(table).calls


def test_an_undo_in_a_long_match_and_one_of_the_far_past_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.table.commentary.RECENT", 3)
    table = start_table("Ann Bob Cid")
    session, announcer = MatchSession(GAME, table.session, None), Announcer(GAME)
    for _ in range(4):
        table.do("kill", 1, player="Ann", victim="Bob")
        table.do("kill", 1, player="Bob", victim="Cid")
        announcer.catch_up(session)
    for _ in range(7):
        session.undo()
        announcer.catch_up(session)
        assert announcer.calls == announcer_of(table).calls
    for _ in range(7):
        session.redo()
    announcer.catch_up(session)
    assert announcer.calls == announcer_of(table).calls


def test_never_the_same_words_twice_running() -> None:
    english, table = Locale("en"), start_table("Ann Bob Cid")
    sentences = []
    for _ in range(4):
        table.do("kill", 1, player="Ann", victim="Bob")
        table.do("accident", 1, player="Ann")
    for calls in announcer_of(table).calls.values():
        sentences += [WORDS.call(english, table.state, c) for c in calls if c.kind == "nemesis"]
    assert len(sentences) == 3
    assert all(first != other for first, other in pairwise(sentences))


@pytest.mark.parametrize("kind", sorted(QuakeCalls.kinds))
def test_every_call_has_a_title_and_several_ways_in_both_languages(kind: str) -> None:
    text = WORDS.call_texts[kind]
    assert len(set(text.ways)) >= 2
    french = Locale("fr").of(WORDS.locales)
    for words in (text.title, *text.ways):
        assert french.gettext(words) != words or words in ("Nemesis", "Humiliation")


def test_there_are_words_for_nothing_that_is_not_called() -> None:
    assert set(WORDS.call_texts) == set(QuakeCalls.kinds)


# ---- bots


NATURE = {
    "id": "rusher",
    "name": {"en": "Rusher", "fr": "Fonceur"},
    "text": {"en": "Runs.", "fr": "Court."},
    "taunts": {"kill": [{"en": "Next!", "fr": "Au suivant !"}], "death": [{"en": "Worth it.", "fr": "Bien joué."}]},
}


@pytest.mark.rule("TABLE-8")
def test_a_bot_taunts_whom_it_kills_and_has_last_words() -> None:
    table = start_table("Ann Bob Cid")
    table.do("seat", player="Ann", bot={"personality": "rusher"}, nature=NATURE)
    table.do("kill", 1, player="Bob", victim="Cid")
    assert not kinds(table) & {"taunt", "last-words"}
    table.do("kill", 1, player="Ann", victim="Cid")
    assert ("taunt", "Ann", "Cid") in last(table)
    table.do("accident", 1, player="Ann")
    assert ("last-words", "Ann") in last(table)
    ann = table["Ann"].id
    texts = [WORDS.call(Locale("en"), table.state, Call(kind, ann)) for kind in ("taunt", "last-words")]
    assert texts == ["Ann: “Next!”", "Ann: “Worth it.”"]
    table.do("seat", player="Ann")
    table.do("kill", 1, player="Ann", victim="Cid")
    assert "taunt" not in kinds(table)
