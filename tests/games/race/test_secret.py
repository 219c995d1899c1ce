"""The lucky number of another is nowhere to be read, until it is shown."""

from __future__ import annotations

import json
import re

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.table.amending import Redraft, find_target, public_answers, typed_answers
from q40k.table.history import History
from q40k.table.luck import luck_report
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.shown import describe_mark
from q40k.tui.pages.log import LogScreen
from tests.games.race.playing import END, EVENING, app_of, evening, play, screen, story_of
from tests.games.race.rules.running import Run
from tests.games.race.rules.state import Race
from tests.games.race.rules.table import Join, LuckyDrawn

LUCKY = re.compile(r"\b[46]\b")
"""A lucky number, where no other number is told."""


def lucky(match_session: MatchSession) -> list[int | None]:
    state: Race = match_session.state
    return [runner.secret.lucky for runner in state.runners.values()]


def test_each_sees_their_own_alone() -> None:
    match_session = evening()
    assert lucky(match_session) == [None, None]
    match_session.viewer = "p1"
    match_session.do(Join(player="Cleo", override="late"))
    assert lucky(match_session)[:2] == [4, None]
    assert story_of(match_session)[2] == "Ann draws a lucky number: 4."
    assert story_of(match_session)[4] == "Bob draws a lucky number, and hides it."


def test_it_is_shown_at_the_end_and_hidden_again_by_undo() -> None:
    match_session = evening(END)
    assert lucky(match_session) == [4, 6]
    match_session.undo()
    assert lucky(match_session) == [None, None]


def test_no_data_holds_it() -> None:
    match_session = evening()
    view = match_session.game.view
    data = json.dumps(view.as_json(match_session.state, match_session.question, story_of(match_session)))
    assert not LUCKY.search(data)
    assert not LUCKY.search(repr(match_session.state.runners))
    report = luck_report(match_session.game, match_session.state, match_session.inputs())
    assert [player.dice for player in report.players] == [3, 2], "it says nothing of a secret die"


def test_neither_undo_nor_an_amendment_tells_it() -> None:
    match_session = play(temporary_match(games.find("race")), *EVENING[:3])
    target = find_target(match_session, 5)
    assert public_answers(match_session, target) == ()
    redraft = Redraft(match_session, target, typed_answers(target, ["3"]))
    while not redraft.advance():
        pass
    redraft.keep()
    amended = match_session.lines(last=3)
    assert json.loads(amended[0].entry.body)["was"] is None
    match_session.undo()
    undone = match_session.undo()
    assert undone is not None
    assert undone.dice == ()
    desk = app_of(match_session).desk
    assert not LUCKY.search(describe_mark(desk.locale, match_session, match_session.lines(last=1)[0]))


async def test_it_is_typed_unseen() -> None:
    match_session = play(temporary_match(games.find("race")), *EVENING[:2])
    app = app_of(match_session)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("j", "B", "o", "b", "enter")
        await pilot.pause()
        assert "a lucky number" in screen(app)
        await pilot.press("6")
        await pilot.pause()
        assert match_session.question is None
        feed = [line[:58] for line in screen(app).splitlines()]  # the map stands beside it
        assert any("and hides it" in line for line in feed)
        assert not [line for line in feed if LUCKY.search(line)]
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        assert "and hides it" in screen(app)
        assert not re.search(r"number: \d", screen(app))
    assert match_session.draft == ""


def test_words_tell_it_in_french_too() -> None:
    assert "Ann tire un numéro porte-bonheur et le cache." in story_of(evening(), "fr")
    assert Locale("fr").language == "fr"


def test_neither_what_is_asked_nor_what_comes_about_tells_it() -> None:
    match_session = play(temporary_match(games.find("race")), *EVENING[:2])
    match_session.do(Join(player="Bob"))
    events = match_session.type("6")
    assert [event.number for event in events if isinstance(event, LuckyDrawn)] == [None]
    match_session.do(Run())
    events = match_session.give([3])
    assert match_session.question is not None
    assert asked_in(match_session) == "Another die: on a 1, back to where the run began."
    match_session.viewer = "p1"
    assert asked_in(match_session).endswith("Your lucky number is 4.")
    match_session.viewer = "p2"
    assert "lucky" not in match_session.question.facts
    assert match_session.session.question is not None
    assert match_session.session.question.facts == {"lucky": 4}, "the rules know everything"


def test_the_past_asks_without_telling_it() -> None:
    match_session = evening()
    walk = History(match_session)
    dares = next(entry.seq for entry in match_session.inputs() if entry.body == "[3]")
    walk.go_to(dares)
    assert walk.question is not None
    assert (walk.question.key, walk.question.facts) == ("dare", {})
    match_session.viewer = "p1"
    assert walk.question is not None
    assert walk.question.facts == {"lucky": 4}


def asked_in(match_session: MatchSession) -> str:
    """Why something is asked, as the viewer reads it."""
    assert match_session.question is not None
    words, state = match_session.game.words, match_session.state
    return words.ask(Locale("en"), state, match_session.question).why
