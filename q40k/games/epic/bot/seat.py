"""A bot at a side: one command at a time, by what its side may know."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from q40k.bots import memory
from q40k.bots.bot import Bot, Move, Reason
from q40k.games.epic.bot.goals import plan_orders
from q40k.games.epic.bot.plain import Table, step
from q40k.games.epic.state import assault, deployment, melee, morale, movement, offers, shooting
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.turn import Draw, GiveOrders, Next, mask_state, missing_orders
from q40k.games.game import View
from q40k.kernel.driver import Run
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, Question, Refused
from q40k.tabletop.rules import Level

MOST = 5
"""So many candidates are named."""
TRIALS = 4
"""So many throws of its dice must leave a command legal."""
WHY: dict[type[Command], str] = {
    GiveOrders: "orders",
    Draw: "draws",
    Next: "done",
    deployment.Deploy: "sets-up",
    movement.Move: "moves",
    shooting.Shoot: "shoots",
    shooting.HoldFire: "no-target",
    assault.Charge: "engages",
    melee.Fight: "fights",
    morale.Rally: "rallies",
}
"""The reason of each command."""


class Enough(Exception):
    """So many commands were listed."""


class Listing(Table):
    """A table that lists the commands that the rules accept, instead of carrying them out."""

    def __init__(self, state: Match, most: int) -> None:
        super().__init__("study", state)
        self.commands: list[Command] = []
        self._most = most

    def do(self, command: Command) -> bool:
        """List a command, and refuse it so that the bot goes on to its next idea. Raises Enough."""
        for part in self._split(command):
            if part not in self.commands and self._is_accepted(part):
                self.commands.append(part)
            if len(self.commands) >= self._most:
                raise Enough
        return False

    def _split(self, command: Command) -> Iterator[Command]:
        """Yield a command; where dice decide how far figures march, figure by figure.

        Of those that march together one may be held by the ground where the next wants to stand, and the same dice
        would have the command refused again and again.
        """
        if isinstance(command, assault.Charge) and len(command.moves) > 1 and self._asks(command):
            yield from (assault.Charge(formation=command.formation, moves=(run,)) for run in command.moves)
        else:
            yield command

    def _asks(self, command: Command) -> bool:
        """Return whether the rules accept a command so far and ask something."""
        run: Run[Match, Command] = Run(self.rules, self.state, command)
        with suppress(Refused):
            run.start()
        return run.question is not None

    def _is_accepted(self, command: Command) -> bool:
        """Return whether the rules accept a command, whatever some throws of its dice bring."""
        if not memory.is_legal(self.rules, self.state, command):
            return False
        return all(Table(f"trial/{number}", self.state).do(command) for number in range(TRIALS))


class EpicBot(Bot[Match, Command]):
    """The bot of a side. What belongs to no side, such as drawing a chip, it does where bots play both."""

    def seat_to_move(self, view: View, state: Match, question: Question | None) -> str | None:
        """Return the bot's side that acts or is asked, or that has orders to give or formations to rally."""
        bots = [side.id for side in state.sides.values() if side.bot is not None]
        if question is not None:
            return question.who if question.who in bots and not isinstance(question, DiceQuestion) else None
        phase, part = state.play.phase, state.play.step
        if not bots or state.outcome.over or phase == "setup":
            return None
        if state.play.active is not None and part != "draw":
            return state.play.active if state.play.active in bots else None
        if phase == "orders":
            waiting = [side for side in bots if missing_orders(state, side) is not None]
        else:
            waiting = [side for side in bots if phase == "rally" and _rallies(state, side)]
        return next(iter(waiting or (bots if len(bots) == len(state.sides) else ())), None)

    def decide(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> Move[Command] | None:
        """Return the best move of a side; orders are given at once and not told, because they lie face down."""
        return next(iter(_weigh(state, question, seat, level, seed, 1)), None)

    def weigh(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> tuple[Move[Command], ...]:
        """Return the candidates for the move of a side, the best first."""
        return _weigh(state, question, seat, level, seed, MOST)


def _weigh(
    state: Match, question: Question | None, seat: str, level: Level, seed: str, most: int
) -> tuple[Move[Command], ...]:
    state = mask_state(state, seat)
    if isinstance(question, NumberQuestion):
        return (Move(seat, answer=question.most),)
    if isinstance(question, ChoiceQuestion):
        return (Move(seat, answer=Random(seed).choice(question.options)),)
    if question is not None:
        return (Move(seat, answer=memory.plain_answer(question)),)
    commands: Sequence[Command]
    if missing_orders(state, seat) is not None:
        orders = {} if level == "straight" else plan_orders(state, seat, level)
        commands = (GiveOrders(player=state.sides[seat].name, orders=orders),)
    elif state.play.phase == "orders":
        commands = (Draw(),)
    elif state.play.phase == "rally":
        rallies = tuple(morale.Rally(formation=formation) for formation in _rallies(state, seat))
        commands = rallies or (Next(),)
    else:
        table = Listing(state, most)
        with suppress(Enough):
            step(table, level)
        commands = table.commands
    is_hidden = state.play.phase == "orders"
    return tuple(
        Move(seat, command, why=(Reason(WHY[type(command)]),), is_urgent=is_hidden, is_silent=is_hidden)
        for command in commands[:most]
        if type(command) in WHY
    )


def _rallies(state: Match, side: str) -> tuple[str, ...]:
    """Return the formations of a side that may still try to rally."""
    return tuple(id for id in offers.rallying_formations(state) if state.formations[id].side == side)
