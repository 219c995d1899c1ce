"""Evenings of bots: random champions, arenas and levels in every mod, each played to its end.

They are played through a match session, as at a table: some come late, some leave, people take a
bot's seat and hand it back, take an entry back, or forget where somebody stands. On some evenings no
place is known at all.

`python -m tests.soak.bots --evenings 500`, or `--minutes 5`, prints each evening, and ends with a
failure if a command was refused, a question had no answer, a match did not end, or its journal tells
another match. `--first 120` goes on with evening 120.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

from q40k.bots.bot import LEVELS
from q40k.bots.memory import plain_answer
from q40k.bots.playing import Waits, play_on, seed_of
from q40k.games.quake.bot.bot import is_hopeless
from q40k.games.quake.state.ending import End
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import HandSeatOver, Join, Leave
from q40k.kernel.events import DiceQuestion, Refused
from q40k.kernel.replay import verify
from q40k.table.match_library import temporary_match
from q40k.tabletop.rules import BotSeat, Roller
from tests.soak.mods import SHORT
from tests.table.scripts import library

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
TRIES = 1000
"""Champions are drawn again while the mod does not take them."""
MOST_INPUTS = 20_000
"""A match that takes more does not end."""
INCIDENTS = 0.03
"""How often something happens that no bot does, for each input."""
BLIND = 0.15
"""How often no place is known at all."""


class Evening:
    """A match of bots, and the people who disturb it."""

    def __init__(self, mod: str, seed: int) -> None:
        self.dice = Random(f"{mod} {seed}")
        self.rules = library().mods[mod]
        packs = library()
        homes = sorted(arena.id for arena in packs.arenas.values() if arena.bases and arena.flags)
        self.arena = self.dice.choice(homes if self.rules.in_teams else sorted(packs.arenas))
        self.is_blind = self.dice.random() < BLIND
        self.clone = self.dice.choice(sorted(packs.champions)) if self.rules.has("clone") else None
        self.session = temporary_match()
        options: dict[str, Any] = dict(SHORT.get(mod, {}))
        if self.rules.has("budget"):
            options["budget"] = 900
        addons = ("barrel-frenzy",) if self.dice.random() < 0.3 else ()
        roller: Roller = self.dice.choice(("app", "hand"))
        self.do(New(mod=mod, arena=self.arena, seed=seed, dice=roller, options=options, addons=addons))
        many = 6 if mod == "domination" else self.dice.choice((2, 2, 3, 4, 6))
        for number, name in enumerate(NAMES[:many]):
            team = ("Red", "Blue")[number % 2] if self.rules.in_teams else None
            self.join(name, team)
        self.done: list[str] = []

    @property
    def state(self) -> Match:
        """The state of the match."""
        state: Match = self.session.state
        return state

    def do(self, command: Command) -> None:
        """Carry a command out by hand. Raises Refused."""
        self.session.do(self.session.game.packs.complete(library(), self.state, command))
        self.answer()

    def answer(self) -> None:
        """Answer what people are asked: they roll, and say what is plainest."""
        bots = {player.id for player in self.state.players.values() if player.bot is not None}
        while (question := self.session.question) is not None:
            if isinstance(question, DiceQuestion):
                self.session.roll()
            elif question.who in bots:
                return
            else:
                self.session.give(plain_answer(question))

    def join(self, name: str, team: str | None) -> None:
        """Let a bot with a champion that the mod takes come to the table."""
        for _ in range(TRIES):
            seat = BotSeat(self.dice.choice(LEVELS), self.dice.choice((None, *library().personalities)))
            champion = self.clone or self.dice.choice(sorted(library().champions))
            try:
                self.do(Join(player=name, champion=champion, team=team, bot=seat))
            except Refused:
                if self.clone is not None and not self.state.players:
                    self.clone = self.dice.choice(sorted(library().champions))
                continue
            return
        raise AssertionError(f"no champions for {self.rules.id}")

    def play(self) -> str:
        """Play the match to its end; say what was played, and who won."""
        self.do(Start())
        for _ in range(MOST_INPUTS):
            state = self.state
            if state.outcome.over:
                break
            if self.is_blind and state.play.phase == "deployment" and self.session.question is None:
                self.do(Deploy(player=state.players[state.play.active or ""].name))
                continue
            if self.session.question is None and state.running and self.dice.random() < INCIDENTS:
                self.disturb()
                continue
            try:
                play_on(self.session, library)
            except Waits:
                self.act()
        assert self.state.outcome.over, "the match does not end"
        verdict = verify(self.session.game.rules, self.session.inputs())
        assert verdict.differs_at is None, verdict
        who = ", ".join(f"{p.champion.id} ({p.bot.level if p.bot else 'hand'})" for p in self.state.players.values())
        how = "blind; " if self.is_blind else ""
        happened = f"{len(self.done)} incidents; " if self.done else ""
        turns, winner = self.state.play.turn, self.state.outcome.winner
        return f"{self.rules.id} on {self.arena}: {who}; {how}{happened}{turns} turns, {winner} won"

    def act(self) -> None:
        """Act for the people who have the move, as a hint tells them to."""
        self.answer()
        state, bot = self.state, self.session.game.bot
        if self.session.question is not None or state.outcome.over:
            return
        if is_hopeless(state):
            self.do(End(why="late"))
            return
        active = state.play.active
        assert active is not None, "nobody acts"
        assert bot is not None
        moves = bot.weigh(state, None, active, "sound", "", seed_of(self.session.session))
        assert moves, "there is no hint"
        self.do(moves[0].command)

    # -- incidents -------------------------------------------------------------------------

    def disturb(self) -> None:
        """Let something happen that no bot does."""
        seats = (self.come_late, self.leave, self.take_seat, self.hand_back, self.hand_back)
        incident = self.dice.choice((*seats, self.undo, self.forget))
        if incident():
            self.done.append(incident.__name__)

    def _present(self) -> list[Player]:
        return [player for player in self.state.players.values() if player.present]

    def come_late(self) -> bool:
        """Let somebody come late, or come back."""
        free = [name for name in NAMES if name not in {player.name for player in self._present()}]
        if not free or len(self._present()) >= self.state.arena.tiles or self.state.mod.has("budget"):
            return False
        old = self.state.player_named(free[0])
        team = self.dice.choice(("Red", "Blue")) if self.rules.in_teams else None
        self.join(free[0], team if old is None else old.team)
        return True

    def leave(self) -> bool:
        """Let somebody leave, if others stay on its side, or on two sides."""
        leaver = self.dice.choice(self._present())
        stay = {self.state.side_of(player.id) for player in self._present() if player.id != leaver.id}
        if len(stay) < 2:
            return False
        self.do(Leave(player=leaver.name))
        return True

    def take_seat(self) -> bool:
        """Let a person take a bot's seat."""
        bots = [player for player in self._present() if player.bot is not None]
        if not bots:
            return False
        self.do(HandSeatOver(player=self.dice.choice(bots).name))
        return True

    def hand_back(self) -> bool:
        """Let people hand a seat to a bot."""
        people = [player for player in self._present() if player.bot is None]
        if not people:
            return False
        seat = BotSeat(self.dice.choice(LEVELS), self.dice.choice((None, *library().personalities)))
        self.do(HandSeatOver(player=self.dice.choice(people).name, bot=seat))
        return True

    def undo(self) -> bool:
        """Take back up to five entries, and perhaps redo them."""
        back = sum(self.session.undo() is not None for _ in range(self.dice.randint(1, 5)))
        if self.dice.random() < 0.5:
            while self.session.can_redo:
                self.session.redo()
        self.answer()
        return back > 0

    def forget(self) -> bool:
        """Forget where somebody stands."""
        placed = [player for player in self._present() if player.in_play and player.position.at is not None]
        if not placed:
            return False
        self.do(PlaceAt(player=self.dice.choice(placed).name))
        return True


def evening(mod: str, seed: int) -> str:
    """Play an evening; say what was played and who won. Raises what went wrong."""
    return Evening(mod, seed).play()


def main() -> int:
    """Play evenings of all mods in turn."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.bots", description=__doc__)
    parser.add_argument("--evenings", type=int, default=500)
    parser.add_argument("--minutes", type=float, help="begin no evening after so many")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    parser.add_argument("--first", type=int, default=0, help="the number of the first evening")
    arguments = parser.parse_args()
    mods, played, failed = sorted(library().mods), 0, 0
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else float("inf")
    for number in range(arguments.first, arguments.evenings):
        if time.monotonic() > end:
            break
        played += 1
        mod, seed = mods[number % len(mods)], arguments.seed + number
        began = time.process_time()
        try:
            line = evening(mod, seed)
        except Exception as error:
            failed += 1
            line = f"FAILED {mod}, seed {seed}: {error!r}"
        sys.stdout.write(f"{number}: {line} ({time.process_time() - began:.0f} s)\n")
        sys.stdout.flush()
    sys.stdout.write(f"{played} evenings, {failed} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
