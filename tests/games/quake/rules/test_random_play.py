"""Whatever is played, in whatever order: what must hold at every table."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.state.acting import PartEnded
from q40k.games.quake.state.bonus import DeepStruck, Feasted, Judged, NukePaid
from q40k.games.quake.state.damage import AccidentSuffered, Killed, Rose, SaveBroken, Wounded
from q40k.games.quake.state.ending import Settled
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import MeleeDeclined, MeleeJoined, Stunned, melees
from q40k.games.quake.state.movement.second_move import FreeMoveMade, SecondMoveBegun
from q40k.games.quake.state.next import PassedOver
from q40k.games.quake.state.questions import D3Typed
from q40k.games.quake.state.registry import REGISTRY, Command
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.shooting import Sighted
from q40k.games.quake.state.table.corrections import ChampionCorrected
from q40k.games.quake.state.table.deployment import RunShort
from q40k.games.quake.state.table.players import Consented
from q40k.games.quake.state.traits import Beset, Daunted, PowerUndone, TraitUsed
from q40k.kernel.events import DiceQuestion, Event, Live
from tests.games.quake.rules.play_at_random import Player, open_player
from tests.games.quake.rules.playing import Table, champion, said_at_table, sudden_death

GAME = Quake()
EXAMPLES = settings(max_examples=25, deadline=None)
"""So many here, and the soak plays whole evenings of every mod beside them."""


# A seed plays the whole match, and its shortest beginning that fails is what is shown.
SEEDS = st.integers(0, 2**32)


def all_events(table: Table) -> list[Event]:
    live = table.journal.live(table.match)
    return [event for entry in live for event in GAME.read_events(entry.events)]


# ---- what must hold


def everyone_is_accounted_for(state: Match, *, question: bool) -> None:
    present = {p.id for p in state.players.values() if p.present}
    assert len(state.order) == len(set(state.order))
    assert set(state.order) <= present if question else set(state.order) == present
    assert len(state.ranks.ranking) == len(set(state.ranks.ranking))
    assert state.play.active is None or state.play.active in present
    initiatives = [state.players[p].initiative or 0 for p in state.ranks.ranking]
    assert question or sorted(initiatives, reverse=True) == initiatives
    assert state.in_teams or state.already_acted <= present  # whoever leaves a team has had its part


def fights_hold_together(state: Match) -> None:
    """Nobody touches the dead; whoever fights is in one melee, and it is not fought twice."""
    pairs = (*state.close_combat.contacts, *state.close_combat.engaged)
    off_table = {p.id for p in state.players.values() if not (p.present and p.life.alive)}
    assert not off_table & {fighter for pair in pairs for fighter in pair}
    waiting = melees(state)
    inside = [fighter for melee in waiting for fighter in melee]
    assert len(inside) == len(set(inside))
    alone = {p.id for p in state.players.values() if p.turn.building is not None}  # at a building
    assert all(len(melee) > 1 or melee[0] in alone for melee in waiting)
    done = {fighter for melee in state.close_combat.fought for fighter in melee}
    assert not done & set(inside)
    assert not off_table & done
    assert state.play.phase == "melee" or not state.close_combat.back


def everyone_is_somewhere(state: Match, *, question: bool) -> None:
    for player in state.players.values():
        if not player.present:
            assert not player.life.placed
            assert (player.position.at, player.position.portal, player.position.near, player.bonus) == (None,) * 4
        elif not player.life.alive:
            assert player.life.out or player.id in state.play.waiting
            assert (player.position.at, player.position.portal, player.position.near, player.bonus) == (None,) * 4
        elif state.running and not question:
            assert player.life.placed
        assert player.position.portal is None or player.position.near is None
    dead = {p.id for p in state.players.values() if p.present and not p.life.alive and not p.life.out}
    assert set(state.play.waiting) == dead
    assert len(state.play.waiting) == len(dead)


def tokens_are_held_once(state: Match) -> None:
    held = {p.bonus.token: p.id for p in state.players.values() if p.bonus}
    assert held == {t.id: t.holder for t in state.tokens.values() if t.holder}


def scores_are_what_was_paid(state: Match, events: list[Event]) -> None:
    paid: Counter[str] = Counter()
    deaths: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Killed | AccidentSuffered | ChampionCorrected | NukePaid):
            for name, points in event.paid.items():
                paid[name] += points  # type: ignore[assignment]
        if isinstance(event, Adjusted):
            paid[event.player] += event.score  # type: ignore[assignment]
        if isinstance(event, Killed):
            deaths[event.victim] += 1
            kills.update(event.killers)
        if isinstance(event, AccidentSuffered):
            deaths[event.player] += 1
    for player in state.players.values():
        assert player.score.points == paid[player.id]
        assert (player.score.deaths, player.score.kills) == (deaths[player.id], kills[player.id])
    accidents = sum(p.score.accidents for p in state.players.values())
    killed = sum(isinstance(event, Killed) for event in events)
    assert sum(p.score.deaths for p in state.players.values()) == killed + accidents


def nobody_is_stuck(table: Table) -> None:
    """With no question open there is always a way on."""
    state = table.state
    if table.question is not None or not any(p.present for p in state.players.values()):
        return
    if state.outcome.over:
        assert table.session.refusal_of(command("play-on")) is None
    elif state.play.phase == "deployment":
        deploy = command("deploy", player=table.active)
        assert table.session.refusal_of(deploy) is None
    else:
        assert state.play.active is not None
        assert table.session.refusal_of(command("next")) is None


def command(do: str, **arguments: Any) -> Command:
    return said_at_table({"do": do, **arguments})


def check_all(table: Table) -> None:
    state = table.state
    question = table.question is not None
    everyone_is_accounted_for(state, question=question)
    fights_hold_together(state)
    everyone_is_somewhere(state, question=question)
    tokens_are_held_once(state)
    nobody_is_stuck(table)


# ---- and does


@EXAMPLES
@given(seed=SEEDS, steps=st.integers(1, 150))
def test_at_every_moment_the_table_is_in_order(seed: int, steps: int) -> None:
    player = open_player(Random(seed).randrange)
    for _ in range(steps):
        player.step()
        check_all(player.table)
    scores_are_what_was_paid(player.table.state, all_events(player.table))
    player.table.check()


@EXAMPLES
@given(seed=SEEDS, back=st.integers(1, 12))
def test_undone_and_redone_it_is_the_same_table(seed: int, back: int) -> None:
    choose = Random(seed).randrange
    player = open_player(choose)
    for _ in range(40):
        player.step()
    table, session = player.table, player.table.session
    seen: list[tuple[Match, Any]] = []
    for _ in range(back):
        seen.append((table.state, table.question))
        moved = session.step_back() if choose(2) else session.undo()
        if moved is None:
            seen.pop()
            break
        table.check()
    for state, question in reversed(seen):
        assert session.redo() is not None
        assert (table.state, table.question) == (state, question)
    assert session.redo() is None
    table.check()


@EXAMPLES
@given(seed=SEEDS)
def test_a_die_taken_back_shows_the_same_face_again(seed: int) -> None:
    player = open_player(Random(seed).randrange)
    table, session = player.table, player.table.session
    for _ in range(40):
        if isinstance(table.question, DiceQuestion):
            events = session.roll()
            state = table.state
            session.step_back()
            assert session.roll() == events
            assert table.state == state
            player.told += events
        else:
            player.step()


@EXAMPLES
@given(seed=SEEDS)
def test_undo_in_the_middle_of_play_leaves_no_trace_in_the_state(seed: int) -> None:
    choose = Random(seed).randrange
    player = open_player(choose)
    for _ in range(60):
        if choose(4) == 0:
            player.table.session.step_back() if choose(2) else player.table.session.undo()
            if not player.table.state.order:  # everything was taken back
                player = open_player(choose)
        else:
            player.step()
    scores_are_what_was_paid(player.table.state, all_events(player.table))
    player.table.check()


@EXAMPLES
@given(seed=SEEDS)
def test_a_snapshot_is_the_state(seed: int) -> None:
    player = open_player(Random(seed).randrange)
    for _ in range(30):
        player.step()
        state = player.table.state
        assert GAME.read_state(GAME.write_state(state)) == state


@pytest.mark.rule("TABLE-4")
@EXAMPLES
@given(seed=SEEDS, when=st.integers(0, 40))
def test_a_champion_corrected_early_or_late_leaves_the_same_scores(seed: int, when: int) -> None:
    """The same deaths are told at three tables: right at once, corrected at `when`, at the end."""
    rng = Random(seed).randrange
    names = ("Ann", "Bob", "Cid")
    deaths = [(rng(3), tuple({rng(3) for _ in range(1 + rng(3))}), rng(4) == 0) for _ in range(40)]

    def play(correct_at: int | None) -> dict[str, Fraction]:
        table = Table(options={"times_to_win": 1000})
        for place, name in enumerate(names):
            wrong = correct_at is not None and name == "Bob"
            table.join(name, points=15 if wrong else 22, i=9 - place)
        table.do("start", 1, 1, 1)
        for name in reversed(names):
            table.do("deploy", player=name)
        for number, (victim, killers, accident) in enumerate(deaths):
            if number == correct_at:
                table.do("correct", player="Bob", champion="x", profile=champion(22, i=8))
            others = [names[k] for k in killers if k != victim]
            if accident or not others:
                table.do("accident", 1, player=names[victim])
            else:
                table.do("kill", 1, player=others, victim=names[victim])
        if correct_at == len(deaths):
            table.do("correct", player="Bob", champion="x", profile=champion(22, i=8))
        return table.scores

    assert play(when) == play(len(deaths)) == play(None)


@EXAMPLES
@given(seed=SEEDS)
def test_asking_whether_a_command_is_allowed_does_nothing(seed: int) -> None:
    player = open_player(Random(seed).randrange)
    for _ in range(20):
        player.step()
    player.finish()
    before, head = player.table.state, player.table.session.head
    for _ in range(20):
        do, arguments = player.command()
        player.table.session.refusal_of(command(do, **arguments))
    assert (player.table.state, player.table.session.head) == (before, head)


def test_the_rules_see_the_newest_state_and_change_none() -> None:
    live = Live(Match())
    with pytest.raises(AttributeError):
        live.state = Match()  # type: ignore[misc]
    assert Quake().fold(Match(), D3Typed(on_d6=True)).setup.d3_on_d6


def test_random_play_reaches_every_corner() -> None:
    """The random player is no proof if it never gets anywhere."""
    seen: set[type[Any]] = set()
    alone = {kind for kind in REGISTRY.events if not ELSEWHERE & {*kind.__module__.split(".")}}
    for seed in range(240):
        rounds: Any = {"mod_data": sudden_death(), "options": {"lives": 2}} if seed % 3 == 0 else {}
        player: Player = open_player(Random(seed).randrange, str(seed), **rounds)
        for _ in range(300):
            player.step()
        seen.update(type(event) for event in all_events(player.table))
        if alone - seen <= UNSEEN:
            break
    assert alone - seen <= UNSEEN


UNSEEN = {
    # one wound each, and no teams
    Wounded, Stunned, PartEnded,
    # too rare: a respawn onto somebody who has still to fight
    MeleeJoined, MeleeDeclined,
    # these tables' bonuses are cards
    DeepStruck, Feasted, Judged,
    # nobody here has a power of the mind, or a field that collapses
    SaveBroken,
    # nobody here has traits, quarrels, or is of no codex
    Rose, Settled, Consented, SecondMoveBegun, FreeMoveMade, RunShort, TraitUsed, Beset,
    Daunted, PowerUndone,
    # only a bot asks the table whom it sees: its soak plays that
    Sighted,
    # what a screen says of itself, when N passes over who can do nothing
    PassedOver,
}  # fmt: skip
ELSEWHERE = {"teams", "bases", "buildings", "objectives", "flags", "flag_carrying", "barrels", "clock", "tabletop"}
"""Chapters of events that need teams, barrels or a clock: other tables play those at random."""
