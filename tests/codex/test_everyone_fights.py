"""Every champion sits at a table with every other, and whatever happens there goes well."""

from contextlib import nullcontext, suppress
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from q40k.kernel.asking import DiceQuestion
from q40k.kernel.telling import Refused
from q40k.packs.library import load
from q40k.rules import commands as c
from q40k.table.resolve import resolve
from q40k.table.shelf import throw_away
from q40k.table.sitting import Sitting

LIBRARY = load()
SEATS = 36  # as many as the larger arena has tiles
CHAMPIONS = sorted(LIBRARY.champions)
GROUPS = [CHAMPIONS[start : start + SEATS // 2] for start in range(0, len(CHAMPIONS), SEATS // 2)]
TABLES = [
    (f"{a}-{b}", tuple(dict.fromkeys(GROUPS[a] + GROUPS[b])))
    for a, b in combinations_with_replacement(range(len(GROUPS)), 2)
    if a != b
]


def answered(sitting: Sitting, chance: Random) -> None:
    while (question := sitting.question) is not None:
        if isinstance(question, DiceQuestion):
            sitting.roll()
            continue
        options: Any = getattr(question, "options", None) or [list(getattr(question, "items", ()))]
        sitting.give(chance.choice(options))


def laid_out(champions: tuple[str, ...], chance: Random) -> Sitting:
    sitting = throw_away()
    new = c.New(mod="deathmatch-pro", arena="cathedral-120", seed=1, dice="app",
                options={"times_to_win": 1000})  # fmt: skip
    sitting.do(resolve(LIBRARY, new))
    for name in champions:
        sitting.do(resolve(LIBRARY, c.Join(player=name, champion=name)))
    sitting.do(c.Start())
    answered(sitting, chance)
    while sitting.state.phase == "deployment":
        sitting.do(c.Deploy(player=sitting.state.players[sitting.state.active or ""].name))
    return sitting


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(("name", "champions"), TABLES, ids=[name for name, _ in TABLES])
def test_everyone_may_kill_everyone(name: str, champions: tuple[str, ...]) -> None:
    chance = Random(name)
    sitting = laid_out(champions, chance)
    order = list(champions)
    chance.shuffle(order)
    fought = set()
    for killer, victim in zip(order, [*order[1:], order[0]], strict=True):
        for command in (
            c.Kill(player=killer, victim=victim),
            c.UsePortal(player=killer, portal=chance.randint(1, 5)),
            c.Next(),
        ):
            # A jump may be refused: it need not be the killer's turn.
            with suppress(Refused) if isinstance(command, c.UsePortal) else nullcontext():
                sitting.do(command)
            answered(sitting, chance)
        fought.add(killer)
    players = {player.name: player for player in sitting.state.players.values()}
    assert fought == set(champions) == set(players)
    assert all(one.kills >= 1 and one.deaths >= 1 for one in players.values())


def test_every_pair_meets() -> None:
    met = {pair for _, seats in TABLES for pair in combinations_with_replacement(seats, 2)}
    both = met | {(b, a) for a, b in met}
    assert {(a, b) for a in CHAMPIONS for b in CHAMPIONS} <= both
