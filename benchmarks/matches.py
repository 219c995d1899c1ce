"""Long matches for the benchmarks, played by the rules with the app's own dice."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.bonus import Pickup
from q40k.games.quake.state.ending import PlayOn
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.score import Accident, Adjust, Kill
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import resolve
from q40k.kernel.events import DiceQuestion, NumberQuestion, Refused, SeveralQuestion
from q40k.kernel.session import SNAPSHOT_EVERY
from q40k.table.amending import Redraft, find_target, insert_command
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.tabletop.rules import Dice

ARENA = "cathedral-120"


def lay_out(match_session: MatchSession, library: Library, players: int) -> None:
    """Lay a match out and deploy everybody; the app rolls."""
    champions = sorted(one.id for one in library.champions.values() if not one.special)
    options = {"times_to_win": 1000}
    new = New(mod="deathmatch", arena=ARENA, seed=40, dice="app", options=options)
    match_session.do(resolve(library, new))
    for number in range(players):
        champion = champions[number % len(champions)]
        join = Join(player=f"Player {number + 1}", champion=champion)
        match_session.do(resolve(library, join))
    match_session.do(Start())
    while match_session.state.play.phase == "deployment":
        match_session.do(Deploy(player=match_session.state.players[match_session.state.play.active or ""].name))


def play(match_session: MatchSession, entries: int, seed: int = 4) -> None:
    """Play on at random until the journal has at least so many entries, and nothing is asked."""
    chance = random.Random(seed)
    while match_session.head < entries:
        if match_session.state.outcome.over:
            match_session.do(PlayOn())
        try:
            match_session.do(_something(match_session, chance))
        except Refused:
            continue
        while (question := match_session.question) is not None:
            if isinstance(question, DiceQuestion):
                match_session.roll()
            elif isinstance(question, SeveralQuestion):
                match_session.give([])  # nobody else: who is under a template, say
            elif isinstance(question, NumberQuestion):
                match_session.give(1)
            else:
                options: Any = getattr(question, "options", None) or [list(question.items)]  # type: ignore[attr-defined]
                match_session.give(chance.choice(options))


def _something(match_session: MatchSession, chance: random.Random) -> Command:
    state = match_session.state
    active = state.players[state.play.active or state.order[0]].name
    others = [state.players[p].name for p in state.order if state.players[p].name != active]
    what = chance.choices(("next", "kill", "accident", "portal", "token", "move"), (8, 4, 1, 3, 2, 1))[0]
    commands: dict[str, Command] = {
        "next": Next(),
        "kill": Kill(player=active, victim=chance.choice(others)),
        "accident": Accident(player=active),
        "portal": UsePortal(player=active, portal=chance.randint(1, 5)),
        "token": Pickup(player=active, token=chance.choice(list(state.tokens))),
        "move": Move(player=active, inches=1),
    }
    return commands[what]


def play_halfway(match_session: MatchSession) -> None:
    """Play on until the newest snapshot is half as far back as it can be.

    Opening reads what was entered since: compared matches have as many entries there.
    """
    journal, number = match_session.session.journal, match_session.number
    while match_session.head - next(journal.snapshots(number))[0] not in (SNAPSHOT_EVERY // 2, SNAPSHOT_EVERY // 2 + 1):
        play(match_session, match_session.head + 1, seed=match_session.head)


def undo_an_amendment(match_session: MatchSession) -> None:
    """Insert a command in the middle of a match, which plays the second half again, and take that back."""
    journal, number = match_session.session.journal, match_session.number
    target = find_target(match_session, journal.last_command(number, before=match_session.head // 2) or 1)
    adjust = Adjust(player="Player 1", score=Fraction(1), why="so")
    redraft = Redraft(match_session, target, insert_command(target, adjust))
    while not redraft.advance():
        pass
    redraft.keep()
    match_session.undo()


def on_disk(
    folder: Path, library: Library, entries: int, players: int = 24, *, halfway: bool = False, amended: bool = False
) -> Path:
    """A library file with one match of so many entries, where hands roll; returns its folder.

    It ends where it may, or `halfway` to the next snapshot; if `amended`, with an undone amendment.
    """
    folder.mkdir(parents=True)
    match_library = MatchLibrary(folder / "matches.sqlite3")
    # Only while it is made: what is measured later opens the file in the usual way.
    match_library.journal._db.execute("PRAGMA synchronous=OFF")
    match_session = match_library.begin("benchmark")
    lay_out(match_session, library, players)
    play(match_session, entries)
    if halfway:
        play_halfway(match_session)
    match_session.do(Dice(by="hand"))
    if amended:
        undo_an_amendment(match_session)
    match_session.close()
    match_library.close()
    return folder
