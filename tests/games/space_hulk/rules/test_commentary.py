"""What the announcer calls out, and how far each side is from winning."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.game import GAME
from q40k.games.space_hulk.state.commentary.calls import HulkCalls
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Call
from q40k.table.commentary import Announcer, steps
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.rematch import prefill_rematch
from q40k.tui.desk import Desk
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import library, new, next_turn, play, ready, to_stealers


def calls_of(match: MatchSession) -> list[tuple[Any, ...]]:
    """The kinds that were called, with whom and how many they are about."""
    announcer = Announcer(GAME)
    announcer.read(match.inputs(), match.head)
    calls_made = [call for calls in announcer.calls.values() for call in calls]
    return [tuple(x for x in (call.kind, call.side, call.other, call.count) if x) for call in calls_made]


def test_first_blood_a_spree_and_a_jam() -> None:
    match = ready(new(), doors="H4", Bolt1="G4 E", S1="I4", S2="J4", S3="K4")
    for target in ("S1", "S2", "S3"):
        go_on(match, line("shoot", 6, 1, who="Bolt1", target=target))
    assert calls_of(match) == [("first-blood", "Bolt1"), ("spree", "Bolt1", 3)]
    watch = to_stealers(go_on(ready(new(), doors="H4", Bolt1="G4 E", S1="J4"), line("overwatch", who="Bolt1")))
    go_on(watch, line("step", who="S1", to="I4"), line("react", 2, 2, overwatch=["Bolt1"]))
    assert calls_of(watch) == [("jam", "Bolt1")]


def test_losses_and_the_last_marine_are_called() -> None:
    match = to_stealers(ready(new(), Sword="D4 E", Bolt1="C4 E", S1="E4 W"))
    go_on(match, line("assault", 6, 1, 1, 1, 0, who="S1", target="Sword"))
    kinds = [call[0] for call in calls_of(match)]
    assert kinds[0] == "last-marine", "of several at once the most important is called"


def test_many_at_one_blow_the_alpha_and_fire() -> None:
    match = ready(new(), doors="H4", Flame="E4 E", S1="F4", S2="G4", S3="H4")
    go_on(match, line("flame", 2, 2, 2, who="Flame", target="S1"))
    assert calls_of(match) == [("fire", 3), ("first-blood", "Flame"), ("many", "Flame", 3)]
    alpha = to_stealers(
        play(
            new("hold-the-room"),
            line("marine", name="Bolt1", unit="terminator-bolter", at="I4", facing="W"),
            line("blip", name="B1", at="A4"),
            line("start"),
            line("draw"),
        )
    )
    go_on(alpha, line("convert", name="B1", value=3, alpha=True, facings=["E"]))
    assert calls_of(alpha) == [("alpha", "stealer")]


@pytest.mark.rule("SH-TIMER-6", "SH1-TIMER-7")
def test_the_passing_time_is_called() -> None:
    match = ready(new(timer=180), Bolt1="E4 E", Bolt2="D4 E")
    for seconds, do in ((50.0, "turn"), (61.0, "turn"), (130.0, "turn"), (166.0, "turn")):
        go_on(match, line(do, who="Bolt1", facing="left", clock=seconds))
    assert calls_of(match) == [("time", 120), ("time", 60), ("last-seconds", 15)]
    go_on(match, line("time-up", begun=False))
    assert calls_of(match)[-1] == ("time-up",)
    late = ready(new(timer=180), Bolt1="E4 E")
    go_on(late, line("end-turn", clock=166.0))
    assert calls_of(late) == [], "nobody is hurried once the phase is over"


def test_every_call_has_several_sentences_in_both_languages() -> None:
    match = ready(new(), Bolt1="E4 E")
    for kind in HulkCalls().kinds:
        for language in ("en", "fr"):
            sentences = [
                GAME.words.call(Locale(language), match.state, Call(kind, "Bolt1", "CAT", 3, nth)) for nth in range(2)
            ]
            assert len(set(sentences)) == 2
            assert GAME.words.call_title(Locale(language), kind)


def race(match: MatchSession) -> dict[str, tuple[int, int]]:
    return {racer.side: (int(racer.scored), int(racer.goal)) for racer in GAME.view.race(match.state)}


@pytest.mark.rule("SH-WIN-1", "SH-WIN-3")
def test_how_far_each_side_is_from_winning() -> None:
    match = ready(new(), Bolt1="E4 E", Bolt2="D4 E", Bolt3="C4 E")
    assert race(match) == {"marine": (0, 2), "stealer": (0, 2)}
    go_on(match, line("leave", who="Bolt1", exit="EAST"), line("kill", who="Bolt2"))
    assert race(match) == {"marine": (1, 2), "stealer": (1, 2)}
    assert all(racer.near for racer in GAME.view.race(match.state)), "either may win with the next"
    room = ready(new("hold-the-room"), Bolt1="I4 W", Bolt2="K4 E")
    assert race(room) == {"marine": (0, 8), "stealer": (0, 2)}
    assert race(next_turn(room))["marine"] == (1, 8)
    ward = ready(new("cinder-ward"), Flame="O5 S")
    assert race(ward) == {"marine": (0, 1), "stealer": (0, 1)}
    shaft = ready(new("down-the-shaft"), Libra="1:B3 W")
    go_on(shaft, line("step", who="Libra", to="1:A3"))
    assert race(shaft)["marine"] == (1, 2), "found, and not yet out"
    assert race(ready(new("open-table"), Bolt1="")) == {}, "what is told in words nobody counts"


@pytest.mark.rule("SH-MISSION-3")
def test_a_match_is_played_again_with_sides_changed() -> None:
    named = new(timer=90) | {"marines": "Ann", "stealers": "Bob"}
    match = play(named | {"dice": "app"}, line("start"))
    prefilled = prefill_rematch(GAME, match.state)
    assert isinstance(prefilled, Prefilled)
    assert (prefilled.mission, prefilled.edition, prefilled.players) == ("airlock-nine", "4", ("Ann", "Bob"))
    assert prefilled.options["timer"] == 90
    changed = prefill_rematch(GAME, match.state, fresh=True)
    assert isinstance(changed, Prefilled)
    assert changed.players == ("Bob", "Ann")
    desk = Desk(temporary_match(GAME), library, Locale("en"), changed)
    assert desk.field is None, "nothing is asked again"
    assert desk.state.setup.names == ("Bob", "Ann")
    assert desk.state.options == match.state.options


@pytest.mark.rule("SH-MISSION-1", "SH1-MISSION-1")
@pytest.mark.parametrize("edition", ["4", "1"])
def test_a_mission_of_the_books_is_played_as_one_of_ones_own(edition: str) -> None:
    match = ready(new("open-table", edition=edition), Bolt1="")
    go_on(match, line("end-turn"), line("end-phase", 3, False))
    assert match.state.play.turn == 2
    go_on(match, line("draw"), line("end-turn"), line("end-phase", 3, True))
    assert match.state.outcome.winners == ("marine",)


def all_called(match: MatchSession) -> list[tuple[Any, ...]]:
    """Every call, also those that give way to a more important one."""
    calls = HulkCalls()
    calls_made: list[Call] = []
    memory = calls.begin()
    for step in steps(match.game, match.inputs()):
        if step.transitions:
            memory, some = calls.update(memory, step.transitions)
            calls_made += some
    return [tuple(x for x in (call.kind, call.side, call.other, call.count) if x) for call in calls_made]


def test_a_fight_is_called_for_who_wins_it() -> None:
    match = ready(new(), Sword="D4 E", Bolt1="C4 E", Bolt2="B4 E", S1="E4 W", Alpha="F4 W")
    go_on(match, line("assault", 1, 1, 1, 6, 0, who="Sword", target="S1"))
    assert all_called(match) == [("first-blood", "Sword"), ("cut-down", "Sword")]
    to_stealers(match)
    go_on(match, line("step", who="Alpha", to="E4"), line("assault", 6, 6, 6, 1, 0, who="Alpha", target="Sword"))
    assert all_called(match)[2:] == [("lost", "Sword"), ("first-loss", "Sword"), ("sergeant", "Sword")]
    go_on(match, line("kill", who="Bolt1"), line("kill", who="Alpha"))
    assert len(all_called(match)) == 5, "what is taken off by hand is not called"


def test_three_kills_in_one_turn_are_a_spree_and_the_alpha_is_called() -> None:
    match = ready(new(), doors="H4", Bolt1="G4 E", Bolt2="A4 E", S1="I4", S2="J4", Alpha="K4", S3="L4", S4="M4")
    for target in ("S1", "S2", "Alpha"):
        go_on(match, line("shoot", 6, 6, who="Bolt1", target=target))
    assert all_called(match) == [("first-blood", "Bolt1"), ("alpha-down", "Bolt1"), ("spree", "Bolt1", 3)]
    next_turn(match)
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="S3"))
    assert len(all_called(match)) == 3, "the next turn begins anew"


def test_what_else_is_called() -> None:
    match = ready(new("hold-the-room"), Bolt1="I4 W", Bolt2="K4 E")
    limit = match.state.mission.turn_limit
    assert limit is not None
    while match.state.play.turn < limit:
        next_turn(match)
    assert all_called(match) == [("last-turn", limit)]
    go_on(match, line("end", winner="marine"))
    assert all_called(match)[1:] == [("match", "marine")]
    out = ready(new(), Bolt1="E4 E", Bolt2="D4 E")
    go_on(out, line("leave", who="Bolt1", exit="EAST"), line("end"))
    assert [call[0] for call in all_called(out)] == ["out"], "a draw is not called"
    pile = ready(new("hold-the-room"), Bolt1="I4 W", B1="A4")
    go_on(to_stealers(pile), line("convert", name="B1", value=3, squares=["A4", "B4"]))
    assert ("swarm", "stealer", 3) in all_called(pile)
