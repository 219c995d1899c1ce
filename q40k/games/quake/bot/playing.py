"""A match in memory that bots play to its end, for measurements and tests."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from q40k.bots.memory import Table, plain_answer
from q40k.games.quake.bot.answers import answer_question
from q40k.games.quake.bot.bot import find_personality, is_hopeless, leader_of, propose
from q40k.games.quake.bot.options import RULES, Option
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.ending import End
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.deployment import Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.library import QuakePacks
from q40k.kernel.events import Answer, Question
from q40k.tabletop.asking import forbid
from q40k.tabletop.rules import Level

MOST_MOVES = 20_000
"""A match that takes more moves does not end."""


class Entrant(Struct, frozen=True):
    """A champion that a bot plays: its name and gear, the level and the personality, its team."""

    name: str
    champion: str
    options: tuple[str, ...] = ()
    level: Level = "sound"
    personality: str = ""
    team: str | None = None


def new_table(seed: int) -> Table[Match, Command]:
    """Return an empty table, at which bots answer what they are asked."""
    return Table(RULES, seed, answer=answer_for_bots)


def answer_for_bots(question: Question, state: Match) -> Answer:
    """Return the answer of the seat that is asked, or the plainest one of the table."""
    return answer_question(state, question, question.who) if question.who in state.players else plain_answer(question)


def set_up(
    library: Library,
    mod: str,
    arena: str,
    entrants: Sequence[Entrant],
    seed: int,
    options: Mapping[str, Any] | None = None,
) -> Table[Match, Command]:
    """Return a match whose champions are about to be deployed. Raises Refused."""
    packs, table = QuakePacks(), new_table(seed)
    new = New(mod=mod, arena=arena, seed=seed, dice="app", options=dict(options or {}))
    commands: list[Command] = [new]
    commands += [Join(player=e.name, champion=e.champion, options=e.options, team=e.team) for e in entrants]
    for command in (*commands, Start()):
        table.carry_out(packs.complete(library, table.state, command))
    return table


def play(
    table: Table[Match, Command],
    entrants: Sequence[Entrant],
    most_turns: int | None = None,
    chose: Callable[[Option], object] = lambda _option: None,
) -> Match:
    """Play a match to its end, or through so many turns; return its last state. Raises Refused.

    `chose` is told each option that was carried out.
    """
    by_name = {entrant.name: entrant for entrant in entrants}
    for _ in range(MOST_MOVES):
        state = table.state
        if state.outcome.over or (most_turns is not None and state.play.turn > most_turns):
            return state
        if is_hopeless(state):
            table.do(End(why="patience"))
            continue
        seat = state.play.active
        if seat is None:
            raise forbid("TABLE-3", "bots-stuck", turn=state.play.turn)
        entrant = by_name[state.players[leader_of(state, seat)].name]
        outlook = Outlook(state, state.players[seat])
        chance = Random(f"{state.setup.seed}/{table.inputs}")
        options = propose(outlook, entrant.level, find_personality(entrant.personality), chance)
        chosen = next((option for option in options if table.do(option.command)), None)
        if chosen is None:
            raise forbid("TABLE-3", "bots-stuck", turn=state.play.turn)
        chose(chosen)
    raise forbid("TABLE-3", "bots-stuck", turn=table.state.play.turn)
