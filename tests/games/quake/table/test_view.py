"""The state as `--json` shows it: the contract's names and shapes."""

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.games.game import Racer
from q40k.games.quake.game import GAME
from q40k.games.quake.state.commentary.calls import FAR_BEHIND, QuakeCalls, parts_of_a_win
from q40k.games.quake.state.commentary.chances import goals_of, prospects
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.score import one_kill_away
from q40k.games.quake.table.view import state_data
from q40k.geometry.scene import Piece
from q40k.kernel.commentary import Step
from q40k.table.as_json import exact_text, plain_number
from q40k.table.commentary import Announcer, calls_by_entry
from q40k.table.commentary import steps as steps_of
from tests.games.golden import matches_of
from tests.table.scripts import NEW, TESTER, join, json_state, line, opening_lines, play

# The contract's own example (but for the place, which is portal 5 on the book's table); what
# stands beside it may grow, what stands here may not change.
EXAMPLE: dict[str, Any] = {
    "mod": "deathmatch", "turn": 2, "phase": "movement", "active": "Alice",
    "order": ["Alice", "Bob"],
    "players": {"Alice": {"champion": "space-marine", "team": None, "value": 15, "score": "22.5",
                "kills": 2, "deaths": 0, "initiative": 17, "alive": True, "at": [30.0, 20.0],
                "portal": None, "wounds": 1, "bonus": None}},
    "tokens": {"E1": {"category": "equipment", "holder": None, "at": [10.0, 30.0]}},
    "rounds": {}, "winner": None, "asks": None, "log": ["..."],
}  # fmt: skip


def exits_of(entered: int | None) -> dict[str, Any]:
    """The odds of a portal die where nobody stands in a portal."""
    return {
        "dies": "1/6" if entered else "0",
        "telefrags": "0",
        "free": "1/6",
        "exits": [
            {"portal": number, "chance": "1/6", "dies": number == entered, "telefrags": []} for number in range(1, 6)
        ],
    }


def the_example() -> dict[str, Any]:
    match_session = play(
        [
            NEW,
            line("join", player="Alice", champion="space-marine"),
            *join("Bob"),
            line("start", 5, 1),
            line("correct", player="Bob", champion={**TESTER, "i": 3}),
            line("deploy", player="Bob"),
            line("deploy", player="Alice", tile="B2"),
            line("kill", 1, player="Alice", victim="Bob"),
            line("kill", 1, player="Alice", victim="Bob"),
            line("adjust", player="Alice", score=-7.5, why="as in the example"),
            *[line("end-phase")] * 4,
            line("move", player="Alice", to=[30, 20]),
        ]
    )
    return state_data(match_session.state, match_session.question, ["..."])


def test_the_contracts_example_comes_out_as_it_stands() -> None:
    view = json.loads(json.dumps(the_example()))
    for key, value in EXAMPLE.items():
        if key not in ("players", "tokens"):
            assert view[key] == value, key
    alice = EXAMPLE["players"]["Alice"]
    assert {key: view["players"]["Alice"][key] for key in alice} == alice
    assert view["tokens"]["E1"] == EXAMPLE["tokens"]["E1"]


def test_nothing_is_missing_before_the_first_line() -> None:
    view = state_data(Match(), None, [])
    assert set(EXAMPLE) <= set(view)
    assert (view["mod"], view["phase"], view["players"], view["winner"]) == (None, "setup", {}, None)


@pytest.mark.parametrize(
    ("more", "phase"),
    [
        ([], "setup"),
        ([line("start", 1, 1)], "deployment"),
        ([line("start", 1, 1), line("deploy", player="Bob"), line("deploy", player="Ann")], "movement"),
    ],
)
def test_the_phases_are_called_as_in_the_contract(more: list[str], phase: str) -> None:
    assert json_state(play([NEW, *join("Ann", "Bob"), *more]))["phase"] == phase


def test_all_phases_and_the_end_are_called_as_in_the_contract() -> None:
    lines = opening_lines("Ann", "Bob")
    for phase in ("movement", "shooting", "assault", "melee", "movement"):
        assert json_state(play(lines))["phase"] == phase
        lines.append(line("end-phase"))
    won = json_state(play([*lines, line("adjust", player="Bob", score=150, why="a gift")]))
    assert (won["phase"], won["winner"]) == ("over", ["Bob"])
    lines += [line("adjust", player="Bob", score=150, why="a gift"), line("play-on")]
    assert (json_state(play(lines))["phase"], json_state(play(lines))["winner"]) == ("shooting", ["Bob"])


def test_a_bonus_names_its_token_and_kind() -> None:
    view = json_state(play([*opening_lines("Ann", "Bob"), line("pickup", 3, 5, player="Ann", token="E1")]))
    bonus = view["players"]["Ann"]["bonus"]
    assert (bonus["token"], bonus["kind"], bonus["spent"]) == ("E1", "equipment-35", False)
    assert bonus["name"]
    assert view["tokens"]["E1"] == {"category": "equipment", "holder": "Ann", "at": None}
    view = json_state(play([*opening_lines("Ann", "Bob"), line("pickup", 5, "Bob", player="Ann", token="S1")]))
    assert view["players"]["Ann"]["bonus"]["target"] == "Bob"


def test_the_portal_is_the_one_a_champion_stands_in() -> None:
    view = json_state(
        play(
            [*opening_lines("Ann", "Bob"), line("portal", 3, player="Ann", portal=1), line("accident", 4, player="Bob")]
        )
    )
    assert [(view["players"][n]["portal"], view["players"][n]["near"]) for n in ("Ann", "Bob")] == [
        (3, None),
        (None, 4),
    ]


def test_the_dead_who_wait_are_not_alive_and_the_gone_are_not_there() -> None:
    view = json_state(
        play(
            [
                *opening_lines("Ann", "Bob", "Cid"),
                line("stand", player="Bob", portal=2),
                line("portal", 2, player="Ann", portal=1, **{"continues": True}),
                line("leave", player="Cid"),
            ]
        )
    )
    assert {name: player["alive"] for name, player in view["players"].items()} == {
        "Ann": True,
        "Bob": False,
        "Cid": False,
    }
    assert (view["order"], view["players"]["Cid"]["present"]) == (["Ann", "Bob"], False)


@pytest.mark.parametrize(
    ("command", "asks"),
    [
        (
            line("portal", player="Ann", portal=1),
            {"key": "jump-portal", "who": "Ann", "rule": "PORTAL-2", "dice": [6], "odds": exits_of(1)},
        ),
        (
            line("kill", player="Bob", victim="Ann"),
            {"key": "respawn-portal", "who": "Ann", "rule": "RESPAWN-1", "dice": [6], "odds": exits_of(None)},
        ),
        (
            line("portal", 6, player="Ann", portal=1),
            {"key": "choose-portal", "who": "Ann", "rule": "PORTAL-2", "options": [1, 2, 3, 4, 5]},
        ),
        (line("pickup", player="Ann", token="E1"), {"key": "bonus", "who": "Ann", "rule": "BONUS-1", "dice": [3, 6]}),
        (
            line("pickup", 1, 1, 6, 6, 6, player="Ann", token="E1"),
            {"key": "bumper-path", "who": None, "rule": "BONUS-1", "options": ["yes", "no"]},
        ),
    ],
)
def test_an_open_question_is_shown(command: str, asks: dict[str, Any]) -> None:
    opened = json.dumps(json.loads(command) | {"open": True})
    assert json_state(play([*opening_lines("Ann", "Bob"), opened]))["asks"] == asks


def test_an_order_to_choose_is_shown() -> None:
    lines = [*opening_lines("Ann", "Bob"), line("pickup", 4, player="Ann", token="S1")]
    last = json.dumps({"do": "end-phase", "open": True})
    asks = json_state(play([*lines, *[line("end-phase")] * 3, last]))["asks"]
    assert asks == {"key": "order-of-play", "who": "Ann", "rule": "BONUS-1", "order": ["Ann", "Bob"]}


# ---- exact numbers


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(15), "15"),
        (Fraction(-15), "-15"),
        (Fraction(45, 2), "22.5"),
        (Fraction(-45, 2), "-22.5"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(1, 20), "0.05"),
        (Fraction(20, 3), "20/3"),
        (Fraction(-20, 3), "-20/3"),
        (Fraction(1, 7), "1/7"),
        (Fraction(1001, 1000), "1.001"),
    ],
)
def test_a_score_is_an_exact_decimal_or_a_fraction(number: Fraction, text: str) -> None:
    assert exact_text(number) == text


@given(st.fractions(max_denominator=10**6))
def test_nothing_of_a_score_is_lost(number: Fraction) -> None:
    assert Fraction(exact_text(number)) == number
    assert Fraction(plain_number(number)) == number


# ---- what a walk through a match need not work out again

KINDS = ("bonus-zoo", "capture-the-flag", "supreme-master", "base-attack", "positions-classic")
"""By the score, in teams with flags, in rounds with a hunt, a building, and with places kept."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_race_said_to_be_the_same_is(kind: str) -> None:
    view, before = GAME.view, None
    for state in (step.state for step in walk_match(kind)):
        if before is not None and view.same_race(before, state):
            assert view.race(before) == view.race(state)
        before = state


@pytest.mark.parametrize("kind", KINDS)
def test_a_race_and_pieces_made_of_those_before_are_those_made_anew(kind: str) -> None:
    view, before = GAME.view, None
    race: tuple[Racer, ...] = ()
    pieces: dict[str, Piece] = {}
    for state in (step.state for step in walk_match(kind)):
        race = view.race_after(race, before, state) if before is not None else view.race(state)
        assert race == view.race(state)
        assert view.prospects(state) == prospects(goals_of(state))
        if before is not None:
            others = view.changed_pieces(pieces, before, state).items()
            removed = {id for id, piece in others if piece is None}
            assert removed <= pieces.keys()
            pieces |= {id: piece for id, piece in others if piece is not None}
            pieces = {id: piece for id, piece in pieces.items() if id not in removed}
        else:
            pieces = {piece.id: piece for piece in view.pieces(state)}
        here = {piece.id: everywhere(piece) for piece in view.pieces(state)}
        assert {id: everywhere(piece) for id, piece in pieces.items()} == here
        before = state


@pytest.mark.parametrize("kind", KINDS)
def test_the_announcer_knows_the_race_as_it_stands(kind: str) -> None:
    calls = QuakeCalls()
    memory = calls.begin()
    for transitions in (step.transitions for step in walk_match(kind) if step.transitions):
        memory, _found = calls.update(memory, transitions)
        if (raced := memory.raced) is not None:
            parts = parts_of_a_win(raced)
            most = max(parts.values())
            ahead = [side for side, part in parts.items() if part == most > 0]
            assert memory.parts == parts
            assert memory.leader == (ahead[0] if len(ahead) == 1 else None)
            assert memory.nearly == set(one_kill_away(raced))
            assert {side for side, part in parts.items() if most - part >= FAR_BEHIND} <= memory.behind


def test_a_score_changes_the_race_and_a_place_the_pieces() -> None:
    view, before = GAME.view, play(opening_lines("Ann", "Bob")).state
    assert view.same_race(before, before.replace(play=before.play.replace(turn=9)))
    player = next(iter(before.players.values()))
    scored = {**before.players, player.id: player.replace(points=player.score.points + 1)}
    assert not view.same_race(before, before.replace(players=scored))
    assert not view.changed_pieces({}, before, before.replace(players=scored))
    moved = {**before.players, player.id: player.replace(at=(1.0, 1.0))}
    assert view.same_race(before, before.replace(players=moved))
    assert set(view.changed_pieces({}, before, before.replace(players=moved))) == {player.id}


def everywhere(piece: Piece) -> Piece:
    """A piece whoever acts."""
    return replace(piece, active=False)


@pytest.mark.parametrize("kind", KINDS)
def test_a_share_is_the_part_of_the_goal(kind: str) -> None:
    for racer in GAME.view.race(walk_match(kind)[-1].state):
        assert racer.share == float(racer.progress)


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_walks_a_match_calls_what_the_announcer_calls(kind: str) -> None:
    steps = walk_match(kind)
    announcer = Announcer(GAME)
    announcer.hear([step.entry for step in steps])
    assert calls_by_entry(GAME, steps) == announcer.calls


@cache
def walk_match(kind: str) -> list[Step[Match]]:
    """A kept match, entry by entry."""
    with (matches_of("quake") / f"{kind}.jsonl").open(encoding="utf-8") as lines:
        match_session = play(lines)
    return list(steps_of(GAME, match_session.inputs()))
