"""What the announcer calls out."""

from __future__ import annotations

from q40k.games.epic.game import GAME
from q40k.games.epic.state.commentary import EpicCalls
from q40k.games.epic.words.commentary import name_in_call
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Call
from q40k.table.commentary import Announcer
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import (
    B,
    M,
    formation,
    ground,
    place_figures,
    ready,
    row,
    shoot,
    shot,
    to_rally,
    to_shooting,
)
from tests.games.scripted import go_on, line


def called_calls(match_session: MatchSession) -> list[tuple[object, ...]]:
    announcer = Announcer(GAME)
    announcer.read(match_session.inputs(), match_session.head)
    results = [call for calls in announcer.calls.values() for call in calls]
    return [(medal.kind, *(name_in_call(match_session.state, s) for s in medal.about if s)) for medal in results]


def test_a_volley_that_breaks_a_formation_and_the_rest_of_it() -> None:
    match_session = to_shooting(ready(M, B))
    go_on(match_session, shoot("M", 5, 5, 5, 5, 1, 1, 1, 1, 1, 3, shots=[shot("M", "B")]))
    assert called_calls(match_session) == [("first-blood", "A", "B"), ("half", "B")]
    assert match_session.state.formations["B"].retreats
    go_on(match_session, line("test", 1, formation="B"))
    assert called_calls(match_session)[-1] == ("dispersed", "B")


def test_many_at_one_blow_and_the_last_of_a_formation() -> None:
    others = [formation("A", "N", "marine-tactical", 5), formation("A", "O", "marine-tactical", 5)]
    boyz = [formation("B", id, "ork-boy", 5) for id in "BCDE"]
    match_session = to_shooting(ready(M, *others, *boyz))
    go_on(match_session, shoot("M", 5, 1, 1, 1, 1, 1, shots=[shot("M", "B")]), line("hold", formation="B"))
    assert called_calls(match_session) == [("first-blood", "A", "B")]
    whole = shoot("N", *(5,) * 5, *(1,) * 5, shots=[shot("N", "C")])
    go_on(match_session, whole, line("hold", formation="D"))
    assert called_calls(match_session)[1:] == [("wiped-out", "A", "C (B)"), ("many", "A", "B")]
    go_on(match_session, shoot("O", *(5,) * 3, 1, 1, *(1,) * 3, 6, shots=[shot("O", "D")]))
    assert called_calls(match_session)[3:] == [("broken", "B")]


def test_the_last_turn_objectives_rallies_and_the_end() -> None:
    match_session = to_rally(go_on(ready(M, B, turn_limit=2), line("retreat", formation="M")))
    go_on(match_session, line("rally", 6, formation="M"))
    assert called_calls(match_session) == [("rallied", "A")]
    go_on(match_session, line("next"))
    assert called_calls(match_session)[-1] == ("last-turn",)
    go_on(match_session, line("lose", figures=["M/1"]), line("end"))
    assert called_calls(match_session)[-1] == ("match", "B")


def test_an_objective_that_counts_is_called_with_its_side_and_what_it_is_worth() -> None:
    each = {"id": "well", "at": [60, 60], "worth": 2, "counted": "turn"}
    match_session = place_figures(ground(objectives=[each]), M, B, M=row(58, 57), B=row(58, 90))
    go_on(to_rally(match_session), line("next"))
    assert called_calls(match_session) == [("objective", "A")]
    announcer = Announcer(GAME)
    announcer.read(match_session.inputs(), match_session.head)
    (call,) = (call for calls in announcer.calls.values() for call in calls)
    assert call.count == 2
    state = match_session.state
    assert WORDS.call(Locale("en"), state, call) != WORDS.call(Locale("en"), state, Call("objective", "p2", count=2))


def test_every_call_has_words_in_both_languages() -> None:
    state = ready(M, B).state
    for kind in EpicCalls.kinds:
        for language in ("en", "fr"):
            for nth in (0, 1):
                sentence = WORDS.call(Locale(language), state, Call(kind, "p1", "p2", 4, nth))
                assert "{" not in sentence
                assert sentence
