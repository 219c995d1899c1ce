"""A bot plays a side of Epic Escarmouches: from the set-up or later, hidden orders included."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from q40k.bots.playing import Waits, play_on, weigh_entry
from q40k.games.epic.bot import strength
from q40k.games.epic.state.deployment import DeployRest
from q40k.games.epic.state.opening import HandSeatOver
from q40k.games.epic.state.turn import Draw, GiveOrders
from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from q40k.tabletop.rules import BotSeat, Level

EPIC = find("epic")
LIBRARY = EPIC.packs.library()


def begin(*seats: dict[str, Any], number: int = 0) -> MatchSession:
    """Begin a skirmish of A and B; `seats` are lines before the start."""
    new, *lines = map(dict, EPIC.study.short_match(number))
    return run(temporary_match(EPIC), [{**new, "dice": "app"}, *lines[:-1], *seats, lines[-1]])


def run(match_session: MatchSession, lines: Sequence[dict[str, Any]]) -> MatchSession:
    for line in read_script([json.dumps(line) for line in lines], None):
        play_line(match_session, lambda: LIBRARY, line)
    return match_session


def seat(player: str, level: str = "sound") -> dict[str, Any]:
    return {"do": "seat", "player": player, "bot": {"level": level}}


def lead(match_session: MatchSession) -> None:
    """Let bots play on until they wait or the match ends."""
    try:
        while not EPIC.view.status(match_session.state).over:
            play_on(match_session, lambda: LIBRARY)
    except Waits:
        return


@pytest.mark.parametrize(("first", "second"), [("sharp", "straight"), ("straight", "sharp"), ("sharp", "sound")])
def test_two_bots_play_a_match_to_its_end(first: str, second: str) -> None:
    match_session = begin(seat("A", first), seat("B", second))
    lead(match_session)
    assert EPIC.view.status(match_session.state).over
    assert {side.bot.level for side in match_session.state.sides.values() if side.bot} == {first, second}


@pytest.mark.parametrize(("number", "first", "second"), [(9003, "sound", "sound"), (9010, "sharp", "sound")])
def test_no_bot_waits_where_the_ground_holds_one_of_those_that_march(number: int, first: Level, second: Level) -> None:
    """The next in the row could not stand where it wanted, and the same command was refused for ever."""
    assert strength.play(number, {"A": first, "B": second}).outcome.over


def test_a_bot_gives_its_orders_unseen_and_people_draw() -> None:
    match_session = begin(seat("A"), seat("B"))
    while match_session.state.play.phase != "orders":
        play_on(match_session, lambda: LIBRARY)
    match_session.do(HandSeatOver(player="B"))
    lead(match_session)
    state = match_session.session.state
    assert (state.sides["p1"].ordered, state.sides["p2"].ordered) == (True, False)
    assert match_session.state.formations["A1"].orders.chip is None, "nobody sees what lies face down"
    weighed = weigh_entry(match_session, match_session.head)
    assert weighed is not None
    (move,) = weighed[2]
    assert isinstance(move.command, GiveOrders)
    assert move.is_silent
    assert not any(order in EPIC.words.move(Locale("en"), weighed[0], move).lower() for order in ("charge", "fire"))
    match_session.do(GiveOrders(player="B"))
    lead(match_session)
    assert match_session.state.play.phase == "orders", "the cup is the people's"
    match_session.do(Draw())
    assert match_session.session.state.formations["A1"].orders.order is not None


def test_a_bot_takes_a_side_over_in_mid_match_and_leaves_the_other_alone() -> None:
    match_session = begin()
    match_session.do(HandSeatOver(player="B", bot=BotSeat()))
    lead(match_session)
    assert match_session.state.play.active == "p1", "the bot has set up what it could, and people have the move"
    with pytest.raises(Refused, match="already-bot"):
        match_session.do(HandSeatOver(player="B", bot=BotSeat()))
    match_session.do(HandSeatOver(player="B"))
    with pytest.raises(Waits):
        play_on(match_session, lambda: LIBRARY)
    with pytest.raises(Refused, match="already-people"):
        match_session.do(HandSeatOver(player="B"))


def test_a_moment_is_tried_again_against_a_bot() -> None:
    state = begin().session.state
    (handing,) = EPIC.study.hand_over(state, "p1")
    assert handing == HandSeatOver(player="B", bot=BotSeat())


def test_the_demo_is_a_match_of_two_bots() -> None:
    assert EPIC.demo is not None
    assert EPIC.demo.bots is not None
    match_session = run(temporary_match(EPIC), [dict(line) for line in EPIC.demo.bots(2)])
    lead(match_session)
    assert EPIC.view.status(match_session.state).over


def test_bots_play_on_where_no_places_are_kept() -> None:
    match_session = begin()
    match_session.do(DeployRest())
    for player in "AB":
        match_session.do(HandSeatOver(player=player, bot=BotSeat()))
    lead(match_session)
    assert EPIC.view.status(match_session.state).over
