"""Bots at a match that is led in the conversation: each move is a line, and a bot that stands still says so."""

from __future__ import annotations

from itertools import count

import pytest

from q40k.games.game import find
from q40k.games.quake.table.prefilled import Prefilled
from q40k.games.space_hulk.table.opening import Prefilled as Mission
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.table.context import Prefilled as Options
from q40k.table.match_library import temporary_match
from q40k.table.settings import Settings
from q40k.tabletop.rules import BotSeat
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk

LOOKS = 200_000
"""So often is looked before a bot counts as asleep; each look is ten seconds later by the clock of the desk."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for the pace of a bot."""
    seconds = count(0, 10)
    monkeypatch.setattr("q40k.tui.desk.monotonic", lambda: float(next(seconds)))


def talk_with(game: str, prefilled: Options) -> TableTalk:
    """The conversation of a new match with bots, and what it says first."""
    session = temporary_match(find(game))
    packs = session.game.packs.library(cache=SHIPPED)
    talk = TableTalk(Desk(session, packs, Locale("en"), prefilled, ask_dice=True), "usual", lambda _words: False)
    talk.greeting()
    return talk


def next_news(talk: TableTalk) -> list[str]:
    """What is told next without a line."""
    return next((lines for _look in range(LOOKS) if (lines := talk.watch())), [])


@pytest.fixture
def quake() -> TableTalk:
    """Ann against a bot; both are to be deployed."""
    talk = talk_with(
        "quake",
        Prefilled(
            mod="deathmatch",
            arena="classic-60",
            dice="app",
            seed=7,
            players=(("Ann", "space-marine", ()), ("Bob", "ork-slugga-boy", ())),
            bots={"Bob": BotSeat()},
        ),
    )
    talk.hear("")
    return talk


def test_every_move_of_a_bot_is_told_and_then_who_has_the_move(quake: TableTalk) -> None:
    story = quake.news.last(50)
    assert any(line.endswith("Deployment: the lowest initiative goes first") for line in story)
    deployed = next_news(quake)
    assert deployed[0].startswith("Bob deploys in tile ")
    assert deployed[-1] == "Ann deploys"
    assert quake.watch() == [], "people have the move"
    assert quake.hear("n")[-1] == "Ann: Movement"
    assert "Where does Ann stand?" in quake.hear("n")
    quake.hear("B2")
    assert quake.hear("")[-2:] == ["Bob is played by a bot.", "/space: at once, /back: it stops"]
    assert next_news(quake)[0].startswith("Bob ")


def test_with_reduced_motion_the_turn_of_a_bot_comes_as_a_whole(quake: TableTalk) -> None:
    quake.desk.settings = Settings(reduced_motion=True)
    assert next_news(quake)[-1] == "Ann deploys"
    quake.hear("n")
    assert "Where does Ann stand?" in quake.hear("n")
    quake.hear("B2")
    news = next_news(quake)
    assert news[0].startswith("Bob moves")
    assert any(line.startswith("Bob goes ") for line in news), "what it means comes with it"
    assert news[-1] == "Ann: Shooting"


def test_a_bot_is_stopped_hurried_and_stands_still_in_words(quake: TableTalk) -> None:
    stands = ["Bob stands still: a bot plays it.", "/space: it goes on, hands may act for it"]
    assert quake.hear("/back") == stands
    assert all(quake.watch() == [] for _look in range(20))
    news = quake.hear("/space")
    news += [] if news[0].startswith("Bob deploys") else next_news(quake)  # as fast as it thinks
    assert any(line.startswith("Bob deploys") for line in news)
    assert quake.hear("/undo")[-2:] == stands


def test_marines_led_by_the_bot_begin_when_the_set_up_says_so() -> None:
    options = {"solo": True, "bot": "marines"}
    talk = talk_with(
        "space-hulk", Mission(mission="airlock-nine", edition="4", dice="app", deal="app", options=options)
    )
    assert "Everything is placed: Shift S begins the first turn." in talk.hear("?")
    assert talk.watch() == []
    assert "Turn 1" in talk.hear("Shift+S")
    news = [line for _move in range(4) for line in next_news(talk)]
    assert any(line.startswith("The bot: ") for line in news)
    assert any(" steps to " in line for line in news)
