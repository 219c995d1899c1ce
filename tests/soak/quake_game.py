"""Quake 40K at random: every shipped mod and some of our own, and what must hold in each state."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.positions import Placed, StandSet, bases_at, feet_height, on_table
from q40k.games.quake.state.table.opening import Overridden
from q40k.games.quake.table.view import state_data
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.objectives.objective import current_round, goal_progress, progress_text, to_win
from q40k.games.quake.words.positions import where
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from q40k.table.match_session import MatchSession
from tests.games.quake.rules import test_random_play as rules
from tests.soak import mods, shape, turns
from tests.soak.ideas import Ideas, Said
from tests.soak.judging import Judge
from tests.soak.random_game import NOT_ENTERED, CarriedOut, RandomGame
from tests.table.scripts import library

if TYPE_CHECKING:
    from tests.soak.table import Table


class QuakeGame(RandomGame):
    """Quake 40K: what may be said at its table, and the referees of the random matches."""

    id = "quake"
    resumes = 0.0  # it has a command for that

    def variants(self) -> tuple[str, ...]:
        """Return every mod."""
        return mods.names()

    def library(self) -> Library:
        """Return the shipped packs."""
        return library()

    def lay_out(self, table: Table, variant: str, dice: Random) -> None:
        """Lay the mod out, let champions join, and most evenings begin and deploy."""
        table.enter(mods.laid_out(variant, dice))
        for place in range(dice.randint(2, 4)):
            state: Match = table.state
            who: Said = {**Ideas(state, dice).join(), "player": ("Ann", "Bob", "Chloé", "Dmitri")[place]}
            if state.in_teams:
                who["team"] = ("Red", "Blue")[place % 2]
            with suppress(*NOT_ENTERED):
                table.enter(who)
        if dice.random() < 0.8:
            self._begin(table, dice)

    def _begin(self, table: Table, dice: Random) -> None:
        """Roll for the order of play and deploy; most evenings are past that."""
        with suppress(*NOT_ENTERED):
            table.enter({"do": "start"})
        for _ in range(40):
            with suppress(*NOT_ENTERED):
                if table.question is not None:
                    table.answer(table.question, dice)
                elif table.state.play.phase != "deployment":
                    return
                else:
                    table.enter(Ideas(table.state, dice).deploy())

    def command(self, state: Match, dice: Random) -> Said:
        """Return what one at the table might say next."""
        return Ideas(state, dice).command()

    def nonsense(self, state: Match, dice: Random) -> Said:
        """Return something no table would say."""
        return Ideas(state, dice).nonsense()

    def replacement(self, state: Match, dice: Random) -> Said:
        """Return another command, or a kill, which fits nearly everywhere."""
        command = Ideas(state, dice).command()
        return {"do": "kill", "player": "Ann", "victim": "Bob"} if dice.random() < 0.3 else command

    def check(self, match_session: MatchSession) -> None:
        """Assert that everybody is somewhere once, and that the data have the shape of the contract."""
        state, question = match_session.state, match_session.question
        if state.play.phase != "setup":
            rules.everyone_is_accounted_for(state, question=question is not None)
            rules.fights_hold_together(state)
            rules.everyone_is_somewhere(state, question=question is not None)
        rules.tokens_are_held_once(state)
        flags_are_carried_by_the_living(state)
        nobody_is_out_and_in_play(state, question=question is not None)
        shape.check(json.dumps(state_data(state, question, [])))
        seat: Any = Seat(match_session)
        if state.play.phase != "setup":
            rules.nobody_is_stuck(seat)

    def check_by_the_book(self, match_session: MatchSession) -> None:
        """Assert that everybody stands on the table, and nobody on another's base."""
        places_are_legal(match_session.state)

    def is_overruled(self, events: list[Event]) -> bool:
        """Return whether the table has overruled the book, or said where somebody stands."""
        return any(isinstance(event, Overridden | Placed | StandSet) for event in events)

    def sentences(self, locale: Locale, state: Match) -> list[str | None]:
        """Return what panels say of every champion and of every side."""
        texts: list[str | None] = []
        for player in state.players.values():
            texts += [where(locale, player) + "-", bonus_line(locale, state, player.id) + "-"]
            if state.play.phase != "setup":
                texts += [goal_progress(locale, state, player.id), to_win(locale, state, player.id)]
        if state.play.phase != "setup" and not state.outcome.over:
            texts.append(current_round(locale, state) + "-")
            texts += [progress_text(locale, state, side) + "-" for side in state.sides]
        return texts

    def judge(self, commands: list[CarriedOut], *, open_end: bool) -> None:
        """Assert that nobody acted twice, that scores are what was paid, and that the right side has won."""
        if commands:
            told = [event for carried_out in commands for event in carried_out.events]
            rules.scores_are_what_was_paid(commands[-1].after, told)
        judge: Judge | None = None
        complete = commands[:-1] if open_end else commands
        for carried_out in complete:
            if judge is None and carried_out.after.setup.mod is not None:
                judge = Judge(carried_out.after.setup.mod)
            if judge is not None:
                judge.hear(carried_out.events, carried_out.after)
        turns.nobody_acts_twice(complete)
        for carried_out in complete:
            turns.flags_brought_home_are_home(carried_out)


class Seat:
    """A match session as the checks of the random matches see a table."""

    def __init__(self, match_session: MatchSession) -> None:
        self.session = match_session.session
        self.state = match_session.state
        self.question = match_session.question
        active = self.state.play.active
        self.active = self.state.players[active].name if active else None


def nobody_is_out_and_in_play(state: Match, *, question: bool) -> None:
    """Whoever is out of the round is not on the table; whoever acts is."""
    for player in state.players.values():
        assert not (player.life.out and player.in_play), f"{player.name} is out and in play"
    if state.running and state.play.active is not None and not state.outcome.over and not question:
        active = state.players[state.play.active]
        assert active.present
        assert not active.life.out, f"{active.name} is out and acts"


def flags_are_carried_by_the_living(state: Match) -> None:
    """Nobody dead or gone carries a flag."""
    carriers = [flag.carrier for flag in state.flags.values() if flag.carrier]
    waiting = set(state.play.waiting)
    for carrier in carriers:
        assert state.players[carrier].present
        assert state.players[carrier].life.alive or carrier in waiting


def places_are_legal(state: Match) -> None:
    """Whoever has a place lies wholly on the table, and nobody on another's base.

    Large bases that come out of one portal may find no room beside one another (PORTAL-3).
    """
    for player in state.players.values():
        if player.position.at is None or not player.in_play:
            continue
        assert on_table(state, player, player.position.at), f"{player.name} hangs over the edge"
        under = bases_at(state, player, player.position.at, feet_height(state, player), player.position.angle)
        crowd = player.position.near  # the portal it came out of
        under = tuple(other for other in under if crowd is None or other.position.near != crowd)
        assert not under, f"{player.name} stands on {under[0].name}"
