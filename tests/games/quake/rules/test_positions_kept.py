"""A whole match with positions: nobody ever stands off the table or on somebody else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.arena.deployment import on_table
from q40k.games.quake.arena.portals import standing_in
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.positions import positions_of
from q40k.geometry.space import CONTACT_CM
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, Refused
from tests.games.quake.rules.playing import Table, arena, seat_players

NAMES = "Ann Bob Cid Dan Eve"


def play(table: Table, chance: Random, steps: int) -> None:
    """Random commands with places, legal or not; what the rules refuse is not done."""
    assert table.state.setup.arena is not None
    width, height = table.state.setup.arena.size
    for _ in range(steps):
        if table.question is not None:
            answer(table, chance)
            continue
        name = table.active or "Ann"
        x, y = table[name].position.at or (width / 2, height / 2)
        near = (round(x + chance.uniform(-9, 9), 2), round(y + chance.uniform(-9, 9), 2))
        anywhere = (round(chance.uniform(0, width), 2), round(chance.uniform(0, height), 2))
        choices: list[tuple[str, dict[str, Any]]] = [
            ("deploy", {"player": name, "at": anywhere}),
            ("move", {"player": name, "to": near}),
            ("move", {"player": name, "path": [near], "to": (x, y)}),
            ("portal", {"player": name, "portal": chance.randint(1, 5)}),
            ("portal", {"player": name, "portal": chance.randint(1, 5), "moved": 0}),
            ("kill", {"player": name, "victim": chance.choice(NAMES.split())}),
            ("accident", {"player": name, "stand": "in"}),
            ("next", {}),
        ]
        do, arguments = chance.choice(choices)
        try:
            table.ask(do, **arguments)
        except Refused:
            continue


def answer(table: Table, chance: Random) -> None:
    question = table.question
    if isinstance(question, DiceQuestion):
        table.session.roll()
        return
    assert isinstance(question, ChoiceQuestion), question
    table.session.answer(chance.choice(question.options))


def deploy_everyone(table: Table, chance: Random) -> None:
    """Everyone deploys somewhere legal."""
    assert table.state.setup.arena is not None
    width, height = table.state.setup.arena.size
    while table.state.play.phase == "deployment":
        at = (round(chance.uniform(0, width), 2), round(chance.uniform(0, height), 2))
        try:
            table.ask("deploy", player=table.active, at=at)
        except Refused:
            continue


def everything_stands_well(table: Table) -> None:
    """No champion off the table, in a wall or on another; who lies on a portal stands in it."""
    positions = positions_of(table.state)
    assert {figure.id for figure in positions.figures} == {p.id for p in table.state.players.values() if p.in_play}
    for figure in positions.figures:
        assert on_table(positions.field, figure.base, figure.spot)
        walls = [s.id for s in positions.field.touching(figure.base, figure.spot) if s.impassable]
        assert not walls
        assert table.state.players[figure.id].position.portal == standing_in(positions.arena, figure.base, figure.spot)
    gaps = positions.gaps_cm.copy()
    gaps[range(len(gaps)), range(len(gaps))] = 99
    assert gaps.min(initial=99) >= -CONTACT_CM - 1e-6


def caldera() -> Any:
    return load().arenas["caldera-120"]


@pytest.mark.rule("DEPLOY-1", "MOVE-1", "PORTAL-1", "PORTAL-3", "PORTAL-6", "ARENA-5", "TABLE-4")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), where=st.sampled_from(["pit", "caldera"]))
def test_a_match_with_places_stays_legal_and_replays(seed: int, where: str) -> None:
    chance = Random(seed)
    table = Table(arena_data=caldera() if where == "caldera" else arena(), seed=seed)
    seat_players(NAMES, table=table)
    table.ask("start")
    while table.question is not None:
        answer(table, chance)
    deploy_everyone(table, chance)
    everything_stands_well(table)
    for _ in range(6):
        play(table, chance, 12)
        while table.question is not None:
            answer(table, chance)
        if not table.state.play.waiting:
            everything_stands_well(table)
    table.check()
