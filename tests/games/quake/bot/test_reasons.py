"""What a bot says of its choice holds: hundreds of decisions of whole matches, looked at one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from q40k.bots.bot import Move
from q40k.games.quake.bot.bot import QuakeBot
from q40k.games.quake.bot.moves import ground_risk
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.bot.playing import Entrant, set_up
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state import next as phases
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement import move as movement
from q40k.games.quake.state.registry import Command
from q40k.geometry.space import distance_cm
from tests.table.scripts import library

BOT = QuakeBot()
FIGURES = ("space-marine", "ork-shoota-boy", "eldar-dire-avenger", "nec-warrior")
TURNS = 8
LIKE_AS_NOT = 1e-9
WEIGHED = ("stays", "fires-from", "safer", "jumps", "jumps-down", "leaps", "shoots", "holds-fire", "charges", "stands")
"""The reasons of options whose worth is compared; others come first whatever they are worth."""


@cache
def decisions(mod: str, arena: str, seed: int) -> list[tuple[Outlook, tuple[Move[Command], ...]]]:
    """The candidates of every decision of a match between four sound bots, the best first."""
    teams = ("Red", "Blue") if library().mods[mod].in_teams else (None, None)
    entrants = [Entrant(name, FIGURES[n], team=teams[n % 2]) for n, name in enumerate(("Ann", "Bob", "Cid", "Dan"))]
    table, decided = set_up(library(), mod, arena, entrants, seed), []
    while not table.state.outcome.over and table.state.play.turn <= TURNS:
        state: Match = table.state
        moves = BOT.weigh(state, None, state.play.active or "", "sound", "", "seed")
        if state.play.phase != "deployment":
            decided.append((Outlook(state, state.players[moves[0].seat]), moves))
        assert any(table.do(move.command or phases.Next()) for move in moves)
    return decided


MATCHES = (("deathmatch", "boiler-60", 1), ("capture-the-flag", "crossroads-120", 2), ("deathmatch", "caldera-120", 4))


@pytest.mark.parametrize(("mod", "arena", "seed"), MATCHES)
def test_what_is_done_is_worth_most_and_of_equals_the_safest_ground(mod: str, arena: str, seed: int) -> None:
    """Boiler, crossroads and caldera have ground on which one rolls for danger."""
    seen: Counter[str] = Counter()
    for outlook, moves in decisions(mod, arena, seed):
        best = moves[0]
        key = best.why[0].key
        if key not in WEIGHED and not key.startswith(("towards-", "takes-")):
            continue
        seen[key] += 1
        risks = [ground_risk(outlook, m.command) if isinstance(m.command, movement.Move) else 0.0 for m in moves]
        for other, risk in zip(moves[1:], risks[1:], strict=True):
            assert other.worth <= best.worth + LIKE_AS_NOT, (best, other)
            assert other.worth < best.worth - LIKE_AS_NOT or risks[0] <= risk, (best, other)
    assert seen.total() > 45, seen


@pytest.mark.parametrize(("mod", "arena", "seed"), MATCHES)
def test_no_reason_contradicts_what_the_choice_is_worth(mod: str, arena: str, seed: int) -> None:
    seen: Counter[str] = Counter()
    for outlook, moves in decisions(mod, arena, seed):
        best = moves[0]
        reason = best.why[0]
        seen[reason.key] += 1
        if reason.key in ("shoots", "charges"):
            assert best.worth > 0, best
            assert reason.facts["kills"] > 0, best
        if reason.key == "fires-from":
            assert reason.facts["gain"] > 0, best
        if isinstance(best.command, movement.Move) and best.command.to is not None and outlook.has_place:
            places, here = Places(outlook, PLAIN, ahead=False), outlook.me.position.at
            assert here is not None
            if reason.key == "safer":
                assert places.risks[outlook.grid.cell_at(best.command.to)] < places.risks[outlook.cell], best
            if reason.key.startswith("towards-"):
                goal = next(goal for goal in places.goals if goal.name == reason.facts["thing"])
                assert distance_cm(goal.at, best.command.to) < distance_cm(goal.at, here), best
    assert seen["shoots"] > 5, seen
    assert seen["fires-from"] + seen["towards-flag"] + seen["towards-token"] > 5, seen
