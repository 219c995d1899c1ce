"""A bot at a table: its pace, its keys, its thinking; played by the bot of the coin game."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from q40k.bots.bot import HAND, Move
from q40k.bots.partner import PACE, Thinker
from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.packs.library import Library
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.coin import game as coin

LONG = 100 * PACE


@pytest.fixture(autouse=True)
def coin_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("coin", "tests.games.coin.game:MANIFEST")


def desk_of(*bots: str, players: tuple[str, ...] = ("Ann", "Bob"), is_begun: bool = True) -> Desk:
    """A desk at which bots play some of the players; they have begun unless a match is opened again."""
    desk = Desk(temporary_match(games.find("coin")), Library(), Locale("en"))
    if is_begun:
        desk.bots.act(0.0)
    desk.match_session.do(coin.New(players=players, bots=bots))
    desk.settle()
    return desk


def hands(desk: Desk) -> list[str]:
    return [line.entry.hand for line in desk.match_session.lines() if line.entry.kind == "command"][1:]


def test_it_moves_at_its_pace_with_a_hand_of_its_own_and_waits_for_real_dice() -> None:
    desk = desk_of("Bob")
    assert not desk.bots.act(LONG)
    desk.press("t", "t")
    desk.press("4", "4")
    assert not desk.bots.act(LONG), "the pause begins when it sees that it has the move"
    assert not desk.bots.act(LONG + PACE / 2)
    assert desk.bots.act(LONG + PACE)
    assert hands(desk) == ["hand", HAND]
    assert desk.snapshot.question is not None
    assert not desk.bots.act(3 * LONG), "the table rolls for it"
    desk.press("5", "5")
    assert desk.state.heads == {"Ann": 1, "Bob": 1}


def test_a_match_that_is_opened_in_its_turn_waits_for_space() -> None:
    desk = desk_of("Ann", is_begun=False)
    assert not desk.bots.act(0.0)
    assert not desk.bots.act(LONG)
    assert "stands still" in str(desk.bots.rows()[0])
    desk.press("space", " ")
    assert desk.bots.act(LONG)


def test_escape_stops_it_and_an_undo_and_an_entry_by_hand_do() -> None:
    desk = desk_of("Ann", "Bob")
    desk.bots.act(0.0)
    desk.press("escape", None)
    assert not desk.bots.act(LONG)
    desk.press("space", " ")
    assert desk.bots.act(LONG)
    desk.press("4", "4")
    desk.bots.act(LONG)
    desk.press("t", "t")
    desk.press("4", "4")
    assert not desk.bots.act(3 * LONG), "somebody acted for it"
    desk.press("space", " ")
    assert desk.bots.act(3 * LONG)
    desk.press("5", "5")
    desk.bots.act(3 * LONG)
    desk.press("u", "u")
    assert not desk.bots.act(9 * LONG), "somebody took its move back"


def test_thinking_keeps_no_key_waiting_and_is_dropped_if_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, weighed = Event(), list[Any]()

    def weigh(self: coin.CoinBot, state: coin.Match, question: Any, seat: str, *_rest: str) -> tuple[Move[Any], ...]:
        weighed.append(state)
        assert go_on.wait(10)
        return (Move(seat, coin.Toss()),)

    monkeypatch.setattr(coin.CoinBot, "is_quick", False)
    monkeypatch.setattr(coin.CoinBot, "weigh", weigh)
    desk = desk_of("Ann", "Bob")
    desk.bots.act(0.0)
    assert not desk.bots.act(LONG)
    assert "Ann thinks" in str(desk.bots.rows()[0])
    desk.match_session.do(coin.Toss())
    desk.match_session.give((4,))  # a phone acts for her
    desk.settle()
    assert not desk.bots.act(LONG)
    go_on.set()
    desk.press("space", " ")
    for _ in range(100_000):
        if desk.bots.act(2 * LONG):
            break
    assert [state.tosses for state in weighed] == [0, 1]
    assert desk.snapshot.question is not None
    assert desk.snapshot.question.who == "Bob"


def test_a_fault_of_a_bot_comes_out_where_it_is_read() -> None:
    thinker, position = Thinker(), object()

    def fail() -> None:
        raise ZeroDivisionError

    thinker.think(position, fail)
    while thinker.is_thinking:
        pass
    with pytest.raises(ZeroDivisionError):
        thinker.has_decided(position)


async def test_the_screen_says_whose_bot_thinks_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.bots.partner.PACE", 3600.0)
    desk = desk_of("Ann", "Bob")
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        prompt = str(app.screen.query_one("#prompt").render())
        assert "Ann is played by a bot." in prompt
        await pilot.press("space", "4")
        await pilot.pause()
        assert "Bob is played by a bot." in str(app.screen.query_one("#prompt").render())
        assert desk.state.heads == {"Ann": 1, "Bob": 0}
