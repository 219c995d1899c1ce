"""Every mod for single players, played at random: never stuck, and won by who must win it.

The winner is worked out here anew, from the deaths alone.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import Mod, Names, Parameters, RoundsWin
from q40k.games.quake.state.bonus import NukePaid
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.table.initiative import OrderSet
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.turn import TurnOpened
from tests.games.quake.rules.play_at_random import Choose, Player, open_player, profile
from tests.games.quake.rules.playing import champion
from tests.games.quake.rules.test_random_play import check_all

SHIPPED = load(only=("mods", "bonus_tables"))
NINE_LIVES = Mod(
    id="nine-lives",
    name=Names(en="Nine lives", fr="Neuf vies"),
    text=Names(en="Sudden death, not so sudden.", fr="La mort subite, pas si subite."),
    rules=("portals", "sudden-death", "bonus", "victory-points", "chief-fight"),
    parameters=Parameters(lives=3),
    win=RoundsWin(rounds=2),
)
MODS = {**{key: mod for key, mod in SHIPPED.mods.items() if not mod.in_teams}, "nine-lives": NINE_LIVES}
NOT_HERE = {"correct", "end", "play-on", "rename"}


def clone(_choose: Choose) -> Any:
    return champion(20)


def play_mod(mod: Mod, seed: int) -> Player:
    """Three players at a table of this mod, initiative rolled."""
    options = {"budget": 100} if mod.has("budget") else {}
    tables = SHIPPED.bonus_tables[mod.bonus_tables]
    make = clone if mod.has("clone") else profile
    return open_player(
        Random(seed).randrange, str(seed), make, mod=mod.id, mod_data=mod, tables_data=tables, options=options
    )


class Referee:
    """Works out who wins, from who joined, left and died."""

    def __init__(self, mod: Mod) -> None:
        self.mod = mod
        self.winner: str | None = None
        self.values: dict[str, int] = {}
        self.worth: dict[str, int] = {}
        self.present: list[str] = []
        self.scores: Counter[str] = Counter()
        self.ranking: tuple[str, ...] = ()
        self.deaths: Counter[str] = Counter()
        self.inside: set[str] = set()
        self.wins: Counter[str] = Counter()
        self.deploying = True

    def read(self, events: list[Any], waiting: tuple[str, ...]) -> None:
        """Follow one complete action."""
        before = set(self.inside)
        scored: set[str] = set()
        for event in events:
            scored |= self._read_one(event)
        if self.mod.win.by == "score":
            self._by_score(scored)
        elif before or self.inside:
            self._by_rounds(before, waiting)

    def _read_one(self, event: Any) -> set[str]:
        if isinstance(event, Joined):
            self.values[event.player] = event.champion.points
            self.worth[event.player] = max(event.champion.points, self.worth.get(event.player, 0))
            self.present.append(event.player)
            if self.deploying:
                self.inside.add(event.player)
            return {event.player}  # who comes back with a lesser champion has a lesser goal
        if isinstance(event, Left):
            self.present.remove(event.player)
            self.inside.discard(event.player)
        elif isinstance(event, OrderSet):
            self.ranking = event.ranking
        elif isinstance(event, TurnOpened):
            self.deploying = False
        elif isinstance(event, Killed):
            self.deaths[event.victim] += 1
            for killer in event.killers:
                share = Fraction(self.values[event.victim], len(event.killers))
                self.scores[killer] += share  # type: ignore[assignment]
            return {event.victim, *event.killers}
        elif isinstance(event, AccidentSuffered):
            self.deaths[event.player] += 1
            self.scores[event.player] -= self.values[event.player]
            return {event.player}
        elif isinstance(event, NukePaid):
            self.scores[event.picker] -= self.values[event.picker]
            return {event.picker}
        elif isinstance(event, Adjusted):
            self.scores[event.player] += event.score  # type: ignore[assignment]
            return {event.player}
        return set()

    def _by_score(self, scored: set[str]) -> None:
        there = [p for p in self.ranking if p in self.present and p in scored]
        over = [p for p in there if self.scores[p] >= 10 * self.worth[p]]
        if over and self.winner is None:
            self.winner = max(over, key=lambda p: Fraction(self.scores[p], self.worth[p]))

    def _by_rounds(self, before: set[str], waiting: tuple[str, ...]) -> None:
        lives = self.mod.parameters.lives
        dead = {p for p in self.inside if self.deaths[p] >= lives and p not in waiting}
        self.inside -= dead
        if len(self.inside) > 1:
            return
        last = next(iter(self.inside), None)
        if last is not None and len(before) > 1:
            self.wins[last] += 1
            assert isinstance(self.mod.win, RoundsWin)
            if self.wins[last] == self.mod.win.rounds:
                self.winner = last
                return
        elif (last is not None or not before) and len(self.present) == len(self.inside):
            return
        self.inside = set(self.present)
        self.deaths.clear()
        self.deploying = True


def follow(player: Player, referee: Referee) -> None:
    """Let the referee read what has been told, once an action is complete, and compare."""
    state = player.table.state
    if player.table.question is not None:
        return
    referee.read(player.told, state.play.waiting)
    player.told.clear()
    assert state.outcome.winner == ((referee.winner,) if referee.winner else ())
    assert state.outcome.over == (referee.winner is not None)
    if referee.mod.win.by == "rounds":
        assert state.rounds.won == dict(referee.wins)
        inside = {p.id for p in state.players.values() if p.present and not p.life.out}
        assert state.outcome.over or inside == referee.inside
    else:
        assert {p.id: p.score.points for p in state.players.values()} == {p: referee.scores[p] for p in state.players}


def end_it(player: Player, referee: Referee) -> None:
    """Kill until somebody has won: that must come to an end."""
    for _ in range(600):
        state, table = player.table.state, player.table
        if state.outcome.over:
            return
        there = [p.name for p in state.players.values() if p.in_play]
        if table.question is not None:
            player.answer()
        elif len(state.order) < 2:
            player.enter(f"Late {len(state.players)}")
        elif state.play.phase == "deployment":
            player.told += table.ask("deploy", player=table.active)
        elif len(there) > 1:
            player.told += table.ask("kill", player=there[0], victim=there[1])
        else:
            player.told += table.ask("next")
        follow(player, referee)
    pytest.fail("nobody has won")


@pytest.mark.rule("SCORE-4", "SUDDEN-1", "INIT-4", "INIT-5")
@pytest.mark.parametrize("name", sorted(MODS))
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 120))
def test_every_mod_goes_on_and_is_won_by_who_must_win_it(name: str, seed: int, steps: int) -> None:
    player = play_mod(MODS[name], seed)
    referee = Referee(MODS[name])
    follow(player, referee)
    for _ in range(steps):
        if player.table.question is not None or player.table.state.outcome.over:
            player.finish()
        else:
            do, arguments = player.command()
            if do in NOT_HERE:
                continue
            attempt(player, do, arguments)
        check_all(player.table)
        follow(player, referee)
    player.finish()
    follow(player, referee)
    end_it(player, referee)
    player.table.check()


def attempt(player: Player, do: str, arguments: dict[str, Any]) -> None:
    from q40k.kernel.events import Refused

    player.named += 1
    try:
        player.told += player.table.ask(do, **arguments)
    except Refused:
        return
