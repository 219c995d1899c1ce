"""The bot of Quake 40K: what a seat does now, at each level."""

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np

from q40k.bots.bot import Bot, Move, Reason
from q40k.games.game import View
from q40k.games.quake.bot import fights, looks, moves, sharp, shots, sides, straight
from q40k.games.quake.bot.answers import OF_THE_TABLE, answer_question
from q40k.games.quake.bot.options import Option, as_move, legal_options, rank_options
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import WAITS, Places
from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.personalities import PLAIN, Personality
from q40k.games.quake.state.bonus import controller
from q40k.games.quake.state.ending import End
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.positions import forget_places, people_keep_places
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.deployment import Deploy
from q40k.kernel.events import DiceQuestion, Question
from q40k.tabletop.rules import Level

MOST_QUIET_TURNS = 30
"""After so many turns without a death bots that are alone break a match off."""
PATIENCE = 120
"""They do so as well after so many turns of a match or a round."""


class QuakeBot(Bot[Match, Command]):
    """The bot of Quake 40K."""

    def seat_to_move(self, view: View, state: Match, question: Question | None) -> str | None:
        """Return the bot's seat that acts or is asked; by mind control one acts for the champion of another."""
        if question is not None:
            return super().seat_to_move(view, state, question)
        active = state.play.active
        if active is None or state.outcome.over or state.play.phase == "setup":
            return None
        leader = state.players[leader_of(state, active)]
        return leader.id if leader.bot is not None and leader.present else None

    def decide(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> Move[Command] | None:
        """Return what a seat does now; what the table sees is left to the table, where people sit."""
        if question is not None and question.key in OF_THE_TABLE and not _is_alone(state):
            return None
        return super().decide(state, question, seat, level, personality, seed)

    def weigh(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> tuple[Move[Command], ...]:
        """Return the candidates for the move of a seat, the best first."""
        if question is not None:
            return (answer_move(state, question, seat),)
        active = state.play.active
        led = active is not None and active != seat and leader_of(state, active) == seat
        seen = state if people_keep_places(state) else forget_places(state)
        outlook = Outlook(seen, seen.players[active if led and active is not None else seat])
        if _is_alone(state) and is_hopeless(state):
            return (as_move(outlook, Option(End(), 0.0, "hopeless")),)
        nature = state.players[seat].bot_nature or find_personality(personality)
        options = propose(outlook, level, nature, Random(seed))
        return tuple(as_move(outlook, option) for option in legal_options(state, options))


@cache
def find_personality(id: str) -> Personality:
    """Return a shipped personality, the plain one for an id that no pack has."""
    return load(only=("personalities",)).personalities.get(id, PLAIN) if id else PLAIN


def is_hopeless(state: Match) -> bool:
    """Return whether bots that are alone break a match off: nobody dies any more, or it takes too long.

    Where people play, they decide.

    Rule: TABLE-3
    """
    play = state.play
    return play.turn - play.last_death > MOST_QUIET_TURNS or play.turn > PATIENCE


def _is_alone(state: Match) -> bool:
    """Return whether only bots sit at the table."""
    return all(player.bot is not None for player in state.players.values() if player.present)


def leader_of(state: Match, player: str) -> str:
    """Return who decides for a champion: its own seat, or the one that controls its mind."""
    return controller(state, player) or player


def answer_move(state: Match, question: Question, seat: str) -> Move[Command]:
    """Return the answer of a seat to a question that is no die. Raises ValueError for dice."""
    if isinstance(question, DiceQuestion):
        raise ValueError("a bot leaves dice to the table")
    answer = answer_question(state, question, seat)
    return Move(seat, None, answer, (Reason("answers", {"key": question.key}),))


def propose(outlook: Outlook, level: Level, personality: Personality, chance: Random) -> Iterator[Option]:
    """Yield the options of the champion that has the move, the best first.

    The rules may refuse some; the last is one that they accept.
    """
    phase, leader = outlook.state.play.phase, leader_of(outlook.state, outlook.me.id)
    if phase == "deployment":
        yield from _deployments(outlook, level, personality, chance)
        return
    if leader != outlook.me.id and not outlook.stakes.is_friend(outlook.state.players[leader]):
        yield from sides.puppet_options(outlook, outlook.state.players[leader])
        return
    if (question := looks.question_to_the_table(outlook)) is not None:
        yield question
    if level != "straight" and (first := sides.mate_to_act_first(outlook)) is not None:
        yield first
    if level != "straight":
        yield from moves.trait_options(outlook)
    if phase == "movement":
        yield from _movements(outlook, level, personality, chance)
    elif phase == "melee":
        yield fights.fight_option(outlook)
    elif level == "straight":
        yield from straight.shot(outlook) if phase == "shooting" else straight.charge(outlook)
    else:
        caution = personality.caution * (1.0 - outlook.impatience(WAITS if level == "sharp" else 0))
        strikes = shots.shot_options(outlook, caution)
        if phase == "assault":
            strikes = fights.charge_options(outlook, caution)
        yield from rank_options((*strikes, *moves.second_moves(outlook, personality, ahead=level == "sharp")))
    yield Option(Next(), 0.0, "nothing-to-do")


def _movements(outlook: Outlook, level: Level, personality: Personality, chance: Random) -> Iterator[Option]:
    here = moves.take_what_lies_here(outlook)
    if here is not None:
        yield here
    if not outlook.has_place:
        yield from looks.moves_without_places(outlook)
    elif not outlook.may_move:
        yield Option(Next(), 0.0, "moved")
    elif level == "straight":
        yield from straight.move(outlook, chance)
    else:
        places = Places(outlook, personality, ahead=level == "sharp")
        options = rank_options(moves.move_options(outlook, places))
        yield from sharp.play_out(outlook, places, options) if level == "sharp" else options


def _deployments(outlook: Outlook, level: Level, personality: Personality, chance: Random) -> Iterator[Option]:
    """Yield where a champion may deploy, the best first; a straight bot deploys anywhere."""
    if not people_keep_places(outlook.state):
        yield Option(Deploy(player=outlook.me.name), 0.0, "deploys")
        return
    cells = moves.without_portals(outlook, outlook.room & ~outlook.grid.roofed)
    numbers = np.flatnonzero(cells).tolist()
    chance.shuffle(numbers)
    if level != "straight":
        worth = deployment_worths(outlook, personality)
        numbers.sort(key=lambda cell: -worth[cell])
    for cell in numbers:
        yield Option(Deploy(player=outlook.me.name, at=outlook.grid.spots[cell]), 0.0, "deploys")
    yield Option(Deploy(player=outlook.me.name), 0.0, "deploys")


def deployment_worths(outlook: Outlook, personality: Personality) -> list[float]:
    """Return what each cell is worth at the start: near tokens, out of the foes' fire."""
    grid = outlook.grid
    worth = np.zeros(len(grid.points))
    for token in outlook.state.tokens.values():
        away = np.hypot(*(grid.points - np.array(token.place)).T) / 2.54
        worth = np.maximum(worth, outlook.stakes.token(token.category) * 0.9 ** (away / 3))
    worth -= 0.5 * Places(outlook, personality).risks
    values: list[float] = worth.tolist()
    return values
