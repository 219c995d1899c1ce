"""Every mod × every arena, set up by people, bots and the lab: somebody dies and somebody scores, or it is refused.

A refusal has words, and comes before the match begins.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from q40k.bots.memory import plain_answer
from q40k.bots.playing import play_on, seed_of
from q40k.games import game as games
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.table.deployment import Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import refuse_unfit
from q40k.i18n.locale import Locale
from q40k.kernel.events import DiceQuestion, Refused
from q40k.lab.subject import Bout
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.tabletop.rules import BotSeat, Command
from tests.pairs.games import library
from tests.pairs.sampling import sample

QUAKE = games.find("quake")
PACKS: Any = library("quake")
CHAMPIONS = ("space-marine", "ork-slugga-boy", *sorted(PACKS.champions))
"""Whoever a mod takes first comes to the table."""
MOST_STEPS = 3_000
MOST_LAB_TURNS = 120

PAIRS = list(itertools.product(sorted(PACKS.mods), sorted(PACKS.arenas), ("people", "bots", "lab")))


def carry_out(match_session: MatchSession, command: Command) -> None:
    """Carry a command out and answer what is asked. Raises Refused."""
    match_session.do(QUAKE.packs.complete(PACKS, match_session.state, command))
    answer(match_session)


def answer(match_session: MatchSession) -> None:
    """Answer as people do who say what is plainest."""
    while (question := match_session.question) is not None:
        if isinstance(question, DiceQuestion):
            match_session.roll()
        else:
            match_session.give(plain_answer(question))


def join(match_session: MatchSession, name: str, team: str | None, bot: BotSeat | None) -> None:
    """Let somebody join with the first champion that the mod takes. Raises the last refusal if it takes none."""
    refusal: Refused | None = None
    for champion in CHAMPIONS:
        try:
            return carry_out(match_session, Join(player=name, champion=champion, team=team, bot=bot))
        except Refused as error:
            refusal = error
    assert refusal is not None
    raise refusal


def set_up(mod: str, arena: str, bot: BotSeat | None) -> MatchSession:
    """A match that has begun, as `q40k new` sets it up. Raises Refused."""
    refuse_unfit(PACKS, PACKS.mods[mod], PACKS.arenas[arena])
    match_session = temporary_match(QUAKE)
    options: dict[str, Any] = {"budget": 300} if PACKS.mods[mod].has("budget") else {}
    carry_out(match_session, New(mod=mod, arena=arena, seed=1, dice="app", options=options))
    many = 6 if mod == "domination" else 4
    for name, team in zip(("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")[:many], itertools.cycle(("Red", "Blue"))):
        join(match_session, name, team if PACKS.mods[mod].in_teams else None, bot)
    carry_out(match_session, Start())
    return match_session


def step_by_hint(match_session: MatchSession) -> None:
    """Do what a hint tells the people who have the move."""
    answer(match_session)
    if match_session.snapshot.status.over:
        return
    active = match_session.state.play.active
    assert QUAKE.bot is not None
    moves = QUAKE.bot.weigh(match_session.state, None, active, "straight", "", seed_of(match_session.session))
    assert moves, "there is no hint"
    match_session.do(moves[0].command)


def play(match_session: MatchSession, *, by_bots: bool) -> None:
    """Play until somebody has died and somebody has scored."""
    for _ in range(MOST_STEPS):
        state = match_session.state
        has_died = any(player.score.deaths for player in state.players.values())
        if has_died and has_scored(state):
            return
        if state.outcome.over:  # somebody may win before anybody dies
            assert state.outcome.winner
            return
        if by_bots:
            play_on(match_session, lambda: PACKS)
        else:
            step_by_hint(match_session)
    raise AssertionError("nobody dies, or nobody scores")


def has_scored(state: Match) -> bool:
    """Whether a side has a score: kills, flags, portals, rounds, or a point off the other side's building."""
    full = state.mod.parameters.structure_points
    is_damaged = any(team.structure not in (None, full) for team in state.teams.values())
    return is_damaged or any(racer.progress > 0 for racer in QUAKE.view.race(state))


def assert_in_words(refused: Refused) -> None:
    for language in ("en", "fr"):
        text = QUAKE.words.refuse(Locale(language), refused.refusal)
        assert text
        assert "{" not in text


@pytest.mark.parametrize(("mod", "arena", "by"), sample(PAIRS, 6))
def test_a_mod_is_played_in_an_arena_or_refused_before_it_begins(mod: str, arena: str, by: str) -> None:
    try:
        if by == "lab":
            assert QUAKE.lab is not None
            shared = {"personalities": "", "levels": "straight", "arenas": arena, "mods": mod}
            seats = ("space-marine", "ork-slugga-boy") * (3 if mod == "domination" else 1)
            result = QUAKE.lab.play(PACKS, Bout(seats, 1, "champions", shared))
            assert result.kills or result.met
            assert sum(result.won) == pytest.approx(1)
            return
        match_session = set_up(mod, arena, BotSeat("straight") if by == "bots" else None)
    except Refused as refused:
        assert_in_words(refused)
        return
    play(match_session, by_bots=by == "bots")
