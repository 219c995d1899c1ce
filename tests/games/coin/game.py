"""Heads: the players toss a coin in turn; the first with three heads wins. A whole game in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import field

from q40k.bots.bot import Bot, Move, Reason
from q40k.bots.memory import Table
from q40k.games.game import Game, Manifest, Seat, Status, View
from q40k.i18n.locale import N_, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, Wording
from q40k.kernel import events
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule
from q40k.kernel.registry import RegisteredRules, Registry
from q40k.kernel.state import Part
from q40k.lab.subject import Bout, Entry, Kind, Lab, Result
from q40k.tabletop.asking import forbid, roll_one
from q40k.tabletop.rules import BotSeat
from q40k.tabletop.rules import Command as TableCommand
from q40k.tui.actions import Actions
from q40k.tui.fields import Text
from q40k.tui.forms import AnyDesk, Form
from q40k.tui.game_screen import GameScreen

GOAL = 3
NAMES = ("Ann", "Bob", "Cid", "Dan")
"""Who plays in the lab."""


# -- the state: what is true now ---------------------------------------------------------------


class Match(Part, frozen=True):
    """A match: the heads of each player, how often the coin was tossed, and who is a bot."""

    heads: dict[str, int] = field(default_factory=dict)
    tosses: int = 0
    bots: tuple[str, ...] = ()

    @property
    def active(self) -> str:
        """The player who tosses next."""
        return list(self.heads)[self.tosses % len(self.heads)]

    @property
    def winners(self) -> tuple[str, ...]:
        """The player with enough heads, once there is one."""
        return tuple(player for player, heads in self.heads.items() if heads == GOAL)


REGISTRY: Registry[Match, Command] = Registry()


class Event(events.Event):
    """A fact of this game: each kind registers itself."""

    register = REGISTRY.event


class Command(TableCommand):
    """What somebody asks for: each kind registers itself as well."""

    register = REGISTRY.command


# -- the events: what happened, and what each changes ------------------------------------------


class Opened(Event, tag="opened"):
    """The players sit down."""

    players: tuple[str, ...]
    bots: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        """Give every player no heads."""
        return state.replace(heads=dict.fromkeys(self.players, 0), bots=self.bots)


class Tossed(Event, tag="tossed"):
    """A player tossed the coin: heads on a die of 4 or more."""

    player: str
    die: int

    def fold(self, state: Match) -> Match:
        """Count the toss, and heads."""
        heads = state.heads[self.player] + (self.die >= 4)
        return state.replace(heads={**state.heads, self.player: heads}, tosses=state.tosses + 1)


# -- the commands: what somebody asks for, and the rule of each --------------------------------


class New(Command, tag="new"):
    """Begin a match; bots play some of the players."""

    players: tuple[Name, ...] = ("Ann", "Bob")
    bots: tuple[Name, ...] = ()


class Toss(Command, tag="toss"):
    """Toss the coin."""


@REGISTRY.rule(New)
def open_match(live: Live[Match], command: New) -> Rule[None]:
    """Let the players sit down."""
    if live.state.heads:
        raise forbid("COIN-1", "begun")
    yield Opened(players=command.players, bots=command.bots)


@REGISTRY.rule(Toss)
def toss(live: Live[Match], _command: Toss) -> Rule[None]:
    """Ask for a die, whoever rolls it, and say what it shows."""
    if live.state.winners:
        raise forbid("COIN-2", "over")
    player = live.state.active
    die = yield from roll_one(player, "toss", "COIN-2")
    yield Tossed(player=player, die=die)


class CoinRules(RegisteredRules[Match, Command]):
    """The rules, for the kernel."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, Match, __name__)


# -- the words: one sentence for each fact; a folder `locales` would hold them in French -------

WORDS: Wording[Match] = Wording(__name__, Path(__file__).parent / "locales")
WORDS.dress_events({"players": lambda locale, _state, players: locale.join_and(players)})
WORDS.events({Opened: N_("{players} sit down."), Tossed: N_("{player} tosses a {die}.")})
WORDS.questions({"toss": QuestionText(N_("{who} rolls {dice}: heads on 4 or more"))})
WORDS.refusals({"begun": N_("The match has begun."), "over": N_("The match is over.")})
WORDS.commands({New: CommandText(in_context("command", "new")), Toss: CommandText(in_context("command", "toss"))})
WORDS.facts(lambda _locale, _state, question: {"who": question.who})


# -- the view: the answers to what the shell asks of a state -----------------------------------


class CoinView(View):
    """Who plays, whose turn it is, who has won."""

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """Return the players."""
        bots = {player: BotSeat() for player in state.bots}
        return tuple(Seat(player, player, number, bot=bots.get(player)) for number, player in enumerate(state.heads))

    def status(self, state: Match) -> Status:
        """Return the stage of the match."""
        if not state.heads:
            return Status(is_laid_out=False)
        over = bool(state.winners)
        return Status(
            True, turn=state.tosses + 1, active=() if over else (state.active,), over=over, winners=state.winners
        )

    def as_json(self, state: Match, question: Any, log: list[str]) -> dict[str, Any]:
        """Return the state for scripts."""
        del question
        return {"heads": state.heads, "log": log}


# -- the bot: what a seat does without a person ------------------------------------------------


class CoinBot(Bot[Match, Command]):
    """It tosses the coin when it is its turn."""

    is_quick = True

    def weigh(self, state: Match, question: Any, seat: str, *_level: str) -> tuple[Move[Command], ...]:
        """Return all that it could do, the best first: there is only one thing."""
        del question
        rival = max((heads for player, heads in state.heads.items() if player != seat), default=0)
        why = Reason("behind" if state.heads[seat] < rival else "turn")
        return (Move(seat, Toss(), why=(why,), expects={"heads": 0.5}),)


# -- the lab: what can be varied, and how bots play a game -------------------------------------


class CoinTable(Table[Match, Command]):
    """A table in memory, at which a bent coin adds one to the dice of its player."""

    def __init__(self, bout: Bout) -> None:
        super().__init__(CoinRules(), bout.seed)
        self._coins = dict(zip(NAMES, bout.seats, strict=False))

    def answer(self, question: Any, state: Match) -> Any:
        """Roll, and add one for a bent coin."""
        dice: Any = super().answer(question, state)
        return (min(6, dice[0] + 1) if self._coins[question.who] == "bent" else dice[0],)


class CoinLab(Lab):
    """Coins are weighed."""

    kinds = (Kind("coins", N_("Coins: fair or bent."), ("fair",), by_seat=True),)
    rooms = (__name__,)
    seats = (2, len(NAMES))
    priced = "coins"

    def entries(self, library: Any, kind: str) -> dict[str, Entry]:
        """Return the coins, with their prices."""
        return {"fair": Entry("fair", price=10.0), "bent": Entry("bent", price=12.0)}

    def play(self, library: Any, bout: Bout) -> Result:
        """Toss until somebody has won."""
        table = CoinTable(bout)
        players = NAMES[: len(bout.seats)]
        table.do(New(players=players))
        while not table.state.winners:
            table.do(Toss())
        won = tuple(float(player in table.state.winners) for player in players)
        return Result(won=won, turns=table.state.tosses, inputs=table.inputs, met="heads")


# -- the screen: the set-up, and a key for each command ----------------------------------------

ACTIONS = Actions()


def set_up(desk: AnyDesk) -> Form:
    """Ask who plays."""
    names = yield Text("Who plays? Ann, Bob")
    return New(players=tuple(name.strip() for name in names.split(",")))


ACTIONS.add("toss", "play", key="t", bar=0, name=N_("Toss"), help=N_("Toss the coin."), command=Toss)


class CoinScreen(GameScreen):
    """The keys of the game, and its set-up."""

    actions = ACTIONS

    def opening_form(self, desk: AnyDesk) -> Any:
        """Return the set-up, until there are players."""
        return None if desk.state.heads else set_up


# -- the record: what the list of games names --------------------------------------------------

MANIFEST = Manifest(id="coin", name="Heads", record=f"{__name__}:GAME")
GAME = Game(
    MANIFEST, rules=CoinRules(), view=CoinView(), words=WORDS, screen=CoinScreen(), bot=CoinBot(), lab=CoinLab()
)
