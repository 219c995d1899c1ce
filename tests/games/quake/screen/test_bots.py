"""Bots at the desk of Quake 40K: names with bots in the set-up, seats handed over, moves on the map."""

from __future__ import annotations

import json

import pytest

from q40k.bots.partner import Partner
from q40k.games import game as games
from q40k.games.quake.bot.bot import QuakeBot
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import Look
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.state.table.players import HandSeatOver
from q40k.geometry.scene import NOTHING
from q40k.i18n.locale import Locale
from q40k.kernel.events import DiceQuestion
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.tabletop.rules import BotSeat
from q40k.tui import desk as desk_module
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import field, playing, press

LINES = (
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
    {"do": "join", "player": "Ann", "champion": "space-marine", "bot": {"level": "straight"}},
    {"do": "join", "player": "Bob", "champion": "space-marine"},
)


def new_desk(opening: dict[str, object] | None = None) -> Desk:
    library = load()
    match_session = temporary_match(games.find("quake"))
    lines = ({**LINES[0], **(opening or {})}, *LINES[1:])
    for line in read_script(map(json.dumps, lines), None):
        play_line(match_session, lambda: library, line)
    desk = Desk(match_session, library, Locale("en"))
    desk.bots.act(0.0)
    return desk


def type_keys(desk: Desk, *keys: str) -> None:
    for key in keys:
        desk.press(key, key if len(key) == 1 else None)


@pytest.mark.rule("TABLE-8")
def test_tab_on_a_name_makes_it_a_bots() -> None:
    desk = new_desk()
    type_keys(desk, *"Cid", "tab", "tab")
    assert desk.field is not None
    assert desk.field.buffer == "Cid:sharp"
    assert desk.field.notes == ("Cid: bot, sharp. Tab: another level, then a person.",)
    type_keys(desk, "tab", "tab")
    assert desk.field.buffer == "Cid"
    assert not desk.field.notes
    type_keys(desk, "tab", "tab")
    type_keys(desk, "enter", *"space-marine", "enter")
    while desk.state.player_named("Cid") is None:
        type_keys(desk, "enter")
    assert desk.state.player_named("Cid").bot == BotSeat("sharp")


@pytest.mark.rule("TABLE-8")
def test_tab_without_a_name_brings_a_bot_with_its_own() -> None:
    desk = new_desk()
    type_keys(desk, "tab")
    assert desk.field is not None
    assert desk.field.buffer == "Cipher:sound:plain"
    type_keys(desk, "tab")
    assert desk.field.buffer == "Cipher:sharp:plain"
    type_keys(desk, "enter", *"space-marine", "enter")
    while (cipher := desk.state.player_named("Cipher")) is None:
        type_keys(desk, "enter")
    assert cipher.bot == BotSeat("sharp", "plain")


@pytest.mark.rule("TABLE-8")
def test_a_seat_is_handed_over_by_keys_and_its_move_is_said_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuakeBot, "is_quick", True)
    desk = new_desk()
    type_keys(desk, "enter")
    type_keys(desk, "comma", "b", "2", "2", "0")
    assert desk.state.player_named("Bob").bot == BotSeat("sound")
    for now in range(1, 40):
        desk.bots.act(100.0 * now)
        if " goes " in desk.notice:
            break
    notice, trail = desk.notice, desk.bots.trail
    assert notice.startswith(("Ann goes ", "Bob goes "))
    assert {"path", "good"} <= {line.style for line in trail.lines}, "the way, and a ring about the place"
    assert [word for _at, word in trail.words] == ["×"]
    active = desk.state.play.active
    while desk.state.play.active == active:
        now += 1
        desk.bots.act(100.0 * now)
    assert desk.bots.trail == trail, "it stays for those who push the figure"
    assert " is done (it has moved)" not in desk.notice
    desk.match_session.do(HandSeatOver(player=desk.state.players[desk.state.play.active].name))
    desk.settle()
    desk.press("n", "n", at=1.0)
    assert desk.bots.trail == NOTHING, "people have entered something"
    head = desk.match_session.head
    desk.press("n", "n", at=1.2)  # typed in one go: it does not mean the bot, which has the move now
    assert desk.match_session.head == head
    assert desk.notice == "A bot has the move now: the second n is not taken."
    desk.press("n", "n", at=3.0)
    assert desk.match_session.head > head, "hands may act for a bot"


@pytest.mark.rule("TABLE-8")
def test_a_bot_asks_where_they_stand_at_a_table_without_places_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuakeBot, "is_quick", True)
    desk = new_desk()
    desk.match_session.do(HandSeatOver(player="Ann"))
    desk.settle()
    type_keys(desk, "enter")
    while desk.state.play.phase == "deployment":
        desk.match_session.do(Deploy(player=desk.state.players[desk.state.play.active].name))
    desk.settle()
    assert not desk.asks_places
    first = desk.state.players[desk.state.play.active]
    desk.match_session.do(HandSeatOver(player=first.name, bot=BotSeat()))
    desk.settle()
    assert desk.asks_places
    desk.partner.begin()
    monkeypatch.setattr(desk_module, "monotonic", lambda: 100.0)
    desk.act_automatically()
    assert desk.field is not None
    assert desk.field.title == f"Where does {first.name} stand?"
    for key, character, name in (("k", "k", "k"), ("enter", "\r", "Enter"), ("escape", None, "Escape")):
        desk.press(key, character, at=100.5)  # typed before anybody could read what the bot asks
        assert desk.field.error == f"{name} was typed before this could be read, and is not taken. Type it again."
        assert not desk.field.buffer
    desk.press("z", "z", at=100.7)
    assert (desk.field.buffer, desk.field.error) == ("z", "")
    type_keys(desk, "backspace")
    type_keys(desk, *"B2", "enter", "enter")
    assert desk.state.players[first.id].position.at is not None
    monkeypatch.setattr(desk_module, "monotonic", lambda: 200.0)
    desk.act_automatically()
    other = next(player.name for player in desk.state.players.values() if player.id != first.id)
    assert desk.field is not None
    assert desk.field.title == f"Where does {other} stand?"
    head = desk.match_session.head
    desk.press("enter", "\r", at=200.1)  # one after the other: the table expects it
    assert desk.match_session.head == head
    desk.bots.act(300.0)
    assert desk.match_session.head > head
    assert not desk.partner.is_stopped


@pytest.mark.rule("TABLE-8")
def test_a_bot_asks_for_no_place_and_goes_to_none_once_nobody_knew_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuakeBot, "is_quick", True)
    desk = new_desk()
    type_keys(desk, "enter")
    for name in ("Bob", "Ann"):
        at = (12.0, 12.0) if name == "Ann" else None
        desk.match_session.do(Deploy(player=name, at=at, override="the bot has its own place, Bob has none"))
    desk.settle()
    desk.partner.begin()
    titles, now = [], 100.0
    while desk.state.play.turn < 3:
        now += 10.0
        desk.bots.act(now)
        if desk.snapshot.question is None and desk.field is not None:
            titles.append(desk.field.title)
        if isinstance(desk.snapshot.question, DiceQuestion):
            type_keys(desk, "space")
        elif desk.field is not None:
            type_keys(desk, "enter")
        elif not desk.bots.has_move():
            type_keys(desk, "n")
    assert titles == ["Where does Bob stand?"]
    entries = [entry for entry in desk.match_session.inputs() if entry.kind == "command"]
    moves = [json.loads(entry.body) for entry in entries if json.loads(entry.body)["do"] == "move"]
    assert all(move.get("to") is None for move in moves)


@pytest.mark.rule("TABLE-8")
def test_a_hint_tells_the_three_best_things_unless_the_match_has_gone_on(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = new_desk()
    type_keys(desk, "enter")
    for at in ((12.0, 12.0), (30.0, 12.0)):
        desk.match_session.do(Deploy(player=desk.state.players[desk.state.play.active].name, at=at))
    assert desk.state.play.phase == "movement"
    desk.settle()
    monkeypatch.setattr(QuakeBot, "is_quick", True)
    monkeypatch.setattr(Partner, "lead", lambda *_args: False)
    name = desk.state.players[desk.state.play.active].name
    type_keys(desk, "comma", "u")
    assert desk.notice == f"The bot weighs what {name} can do …"
    assert desk.bots.is_advising
    assert desk.bots.act(0.0)
    title, *best = desk.notice.splitlines()
    assert title == f"The best for {name}:"
    assert [line[0] for line in best] == ["1", "2", "3"]
    assert all(name in line and line.endswith("% of a victory") for line in best)
    assert not desk.bots.act(1.0)
    type_keys(desk, "comma", "u")
    desk.match_session.do(Next())
    assert not desk.bots.act(2.0)
    assert not desk.bots.is_advising


async def test_a_match_of_bots_plays_itself_until_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    record, library = games.find("quake").demo, load()
    assert record is not None
    assert record.bots is not None
    match_session = temporary_match(games.find("quake"))
    for line in read_script(map(json.dumps, record.bots(6)), None):
        play_line(match_session, lambda: library, line)
    players = match_session.state.players.values()
    assert len({player.name for player in players}) == 6
    assert {player.bot.personality for player in players} < set(library.personalities)
    assert {player.bot.level for player in players} == {"sound"}
    monkeypatch.setattr(QuakeBot, "is_quick", True)
    desk = Desk(match_session, library, Locale("en"))
    desk.is_demo = True
    desk.partner.begin()
    app = MatchApp(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        head = match_session.head
        assert desk.bots.act(1e9)
        assert match_session.head > head
        assert "Any key ends the demo." in str(desk.bots.rows()[1])
        await pilot.press("k")
    assert app.return_value == 0
    assert desk.field is None


@pytest.mark.rule("CHAMPION-8")
def test_a_bot_that_joins_as_a_perfect_fighter_offers_what_it_would_buy(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[int | None] = []

    def buy(_library: object, _mod: str, _champion: str, foes: list[str], budget: int | None) -> tuple[str, ...]:
        offered.append(budget)
        assert foes == ["space-marine", "space-marine"]
        return ("power-fist",)

    monkeypatch.setattr("q40k.games.quake.bot.buying.buy_gear", buy)
    monkeypatch.setattr("q40k.games.quake.screen.champion.agreed_budget", lambda _state: 90)
    desk = new_desk({"mod": "supreme-master"})
    type_keys(desk, *"Cid", "tab", "enter", *"eldar-ranger", "enter")
    assert desk.field is not None
    assert desk.field.title == "Cid would buy: Power fist / power claw"
    type_keys(desk, "enter")
    cid = desk.state.player_named("Cid")
    assert cid is not None
    assert (cid.gear, offered) == (("power-fist",), [90])


@pytest.mark.rule("TABLE-8")
@pytest.mark.parametrize(("key", "inches", "sees"), [("1", 6, True), ("2", None, True), ("3", None, False)])
def test_one_key_answers_what_a_bot_without_places_wants(key: str, inches: int | None, sees: bool) -> None:
    desk = playing()
    press(desk, "e")
    desk.do(Look(player="Alice", foes=("Bob",), within=6))
    assert field(desk).title == "Alice charges Bob if within 6 in, else shoots"
    press(desk, key)
    assert desk.snapshot.question is None
    (sighting,) = desk.state.play.sightings
    assert (sighting.distance_in, sighting.sees) == (inches, sees)
