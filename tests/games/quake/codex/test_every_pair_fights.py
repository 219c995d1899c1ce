"""Every champion of the codexes kills every other one, and is paid for it to the point."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.score import Kill
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import resolve
from q40k.kernel.driver import Run
from q40k.kernel.events import DiceQuestion

LIBRARY = load()
GAME = Quake()
CHAMPIONS = sorted(LIBRARY.champions)
NAMES = {champion: f"{n}" for n, champion in enumerate(CHAMPIONS)}
GROUPS = 6
TABLE = structs.replace(LIBRARY.arenas["classic-60"], size=(1000, 1000))
"""The table of the book, with tiles for everybody at once."""


def play_command(state: Match, command: Command, *dice: int) -> Match:
    """The state after a command; dice that are not given are by chance."""
    run = Run(GAME, state, command)
    run.start()
    rest, chance = list(dice), Random(len(state.players))
    while run.question is not None:
        assert isinstance(run.question, DiceQuestion), run.question
        sides = run.question.dice
        run.answer(tuple(rest.pop(0) if rest else chance.randint(1, most) for most in sides))
    assert not rest, f"nobody asked for {rest}"
    return run.state


def everybody() -> Match:
    """A match of all champions at one table, each in play; nobody can win it soon."""
    new = resolve(LIBRARY, New(mod="deathmatch-pro", arena="classic-60", seed=1, options={"points_to_win": 100_000}))
    state = play_command(GAME.blank(), new.replace(arena_data=TABLE))
    for champion, name in NAMES.items():
        state = play_command(state, resolve(LIBRARY, Join(player=name, champion=champion)))
    state = play_command(state, Start())
    while state.play.phase == "deployment":
        state = play_command(state, Deploy(player=state.players[state.play.active or ""].name))
    return state


def of(state: Match, champion: str) -> Player:
    """The player who fields a champion."""
    player = state.player_named(NAMES[champion])
    assert player is not None
    return player


@pytest.mark.rule("SCORE-1", "RESPAWN-1", "CHAMPION-1")
@pytest.mark.parametrize("group", range(GROUPS))
def test_each_kills_each_is_paid_its_value_and_meets_it_again(group: int) -> None:
    state = everybody()
    killers = CHAMPIONS[group::GROUPS]
    for killer in killers:
        for number, victim in enumerate(CHAMPIONS):
            if victim == killer:
                continue
            portal = number % 5 + 1
            before, dead = of(state, killer), of(state, victim)
            kill = Kill(player=NAMES[killer], victim=NAMES[victim])
            state = play_command(state, kill, portal)
            after, back = of(state, killer), of(state, victim)
            value = Fraction(LIBRARY.champions[victim].points)
            pair = f"{killer} kills {victim}"
            assert (after.score.points - before.score.points, after.score.kills - before.score.kills) == (value, 1), (
                pair
            )
            assert (back.score.deaths - dead.score.deaths, back.in_play, back.position.near) == (1, True, portal), pair
    for name in CHAMPIONS:
        player = of(state, name)
        assert player.score.deaths == len(killers) - (name in killers)
        assert player.score.kills == (len(CHAMPIONS) - 1 if name in killers else 0)
        assert player.life.wounds == LIBRARY.champions[name].w


def test_the_groups_hold_every_champion_once() -> None:
    killers = [champion for group in range(GROUPS) for champion in CHAMPIONS[group::GROUPS]]
    assert sorted(killers) == CHAMPIONS
