"""Every champion sits at a table with every other, and whatever happens there goes well."""

from collections import Counter
from contextlib import nullcontext, suppress
from random import Random
from typing import Any

import pytest

from q40k.games.quake.packs.library import load
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.score import Kill
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import resolve
from q40k.kernel.events import DiceQuestion, Refused
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession

LIBRARY = load()
SEATS = 36  # as many as the larger arena has tiles
CHAMPIONS = sorted(LIBRARY.champions)
GROUPS = [CHAMPIONS[start : start + SEATS // 2] for start in range(0, len(CHAMPIONS), SEATS // 2)]
TABLES = [(f"{number}", (*GROUPS[number - 1], *group)) for number, group in enumerate(GROUPS)]
"""Everybody sits at two tables; that each kills each is proved at one table of all."""


def answer_all(match_session: MatchSession, chance: Random) -> None:
    while (question := match_session.question) is not None:
        if isinstance(question, DiceQuestion):
            match_session.roll()
            continue
        options: Any = getattr(question, "options", None) or [list(getattr(question, "items", ()))]
        match_session.give(chance.choice(options))


def laid_out(champions: tuple[str, ...], chance: Random) -> MatchSession:
    match_session = temporary_match()
    new = New(mod="deathmatch-pro", arena="cathedral-120", seed=1, dice="app", options={"times_to_win": 1000})
    match_session.do(resolve(LIBRARY, new))
    for name in champions:
        match_session.do(resolve(LIBRARY, Join(player=name, champion=name)))
    match_session.do(Start())
    answer_all(match_session, chance)
    while match_session.state.play.phase == "deployment":
        match_session.do(Deploy(player=match_session.state.players[match_session.state.play.active or ""].name))
    return match_session


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(("name", "champions"), TABLES, ids=[name for name, _ in TABLES])
def test_everyone_kills_somebody_and_is_killed(name: str, champions: tuple[str, ...]) -> None:
    chance = Random(name)
    match_session = laid_out(champions, chance)
    order = list(champions)
    chance.shuffle(order)
    fought = set()
    for killer, victim in zip(order, [*order[1:], order[0]], strict=True):
        for command in (
            Kill(player=killer, victim=victim),
            UsePortal(player=killer, portal=chance.randint(1, 5)),
            Next(),
        ):
            # A jump may be refused: it need not be the killer's turn.
            with suppress(Refused) if isinstance(command, UsePortal) else nullcontext():
                match_session.do(command)
            answer_all(match_session, chance)
        fought.add(killer)
    players = {player.name: player for player in match_session.state.players.values()}
    assert fought == set(champions) == set(players)
    assert all(player.score.kills >= 1 and player.score.deaths >= 1 for player in players.values())


def test_everyone_sits_at_two_tables() -> None:
    assert Counter(name for _, seats in TABLES for name in seats) == dict.fromkeys(CHAMPIONS, 2)
