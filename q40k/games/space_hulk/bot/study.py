"""Space Hulk in a study: the bot leads the marines on, and the automaton the Genestealers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, ClassVar

from msgspec import structs

from q40k.games.game import View
from q40k.games.space_hulk.bot.lab import ALONE
from q40k.games.space_hulk.bot.leading import guess_state, legal_choices
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.state import blips, corrections, ending, losses, opening, turn
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.i18n.locale import N_
from q40k.kernel.events import Event
from q40k.study.happenings import Happening
from q40k.study.subject import Subject, Unweighable
from q40k.tabletop.rules import Level

_TABLE = (
    *(opening.New, opening.JoinMarine, opening.StartMatch, opening.Dice, opening.SettleDoubts, opening.Lead),
    *(corrections.Kill, corrections.Leave, corrections.PutStealer, corrections.PutAt, corrections.SetMarine),
    *(corrections.SetDoor, corrections.Spend, corrections.KeepPlaces, blips.Unclear, turn.Pause, ending.EndMatch),
)
"""The commands of the whole table."""
_SHORT = ("seed-vault", "black-box", "head-count", "long-gallery")
"""The missions of short matches, which the marines neither always win nor always lose."""
_FORCED = (turn.Draw, ending.EndPhase, Alien)
"""The commands in which nobody chooses."""


class HulkSubject(Subject):
    """Space Hulk in a study, on a board: without places bots cannot play on.

    Each side is weighed as it may know the match: to the marines the values of blips are drawn anew.
    In a match of two the automaton plays the Genestealers on.
    """

    rooms = tuple(f"q40k.games.space_hulk.{room}" for room in ("board", "bot", "packs", "rules", "state", "table"))
    has_secrets = True
    happening_words: ClassVar[Mapping[str, str]] = {"dies": N_("{who} dies")}

    def table(self, state: Match, seed: str) -> Table:
        """Return a match in memory at a state."""
        if state.setup.layout is None or not state.options.positions:
            raise Unweighable
        return Table(seed, state)

    def guess(self, state: Match, seat: str | None, chance: Random) -> Match:
        """Return a state that the program can play on; to the marines it draws the blips anew."""
        if state.setup.layout is None or state.outcome.over:
            return state
        if seat != "stealer":
            state = guess_state(state, chance)
        return state.replace(options=structs.replace(state.options, solo=True, cp="app", blips="app"))

    def happenings(self, state: Match, events: Sequence[Event]) -> Iterator[Happening]:
        """Yield which marines die."""
        for event in events:
            if isinstance(event, losses.Killed) and event.who in state.marines:
                yield Happening("dies", event.who)

    def hand_over(self, state: Match, seat: str) -> Sequence[Command]:
        """Return the command that lets the bot lead the marines; nobody but people leads stealers."""
        return (opening.Lead(leads="marines"),) if seat == "stealer" else ()

    def short_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return one of the shorter missions, for the bot alone."""
        new = {
            "do": "new",
            "game": "space-hulk",
            "mission": _SHORT[number % len(_SHORT)],
            "seed": number,
            "dice": "app",
            "options": ALONE,
        }
        return [new, {"do": "start"}]

    def choose(self, state: Match, chance: Random, level: Level) -> Command | None:
        """Return the command that the bot or the automaton gives next."""
        choice = next(legal_choices(state), None)
        return None if choice is None else choice.command

    def propose(self, state: Match, seat: str, most: int) -> Sequence[Command]:
        """Return what the bot would do with the marines, the best first; it knows nothing for stealers."""
        return tuple(choice.command for choice in islice(legal_choices(state), most)) if seat == "marine" else ()

    def chooser(self, view: View, state: Match, command: Command) -> str | None:
        """Return the side that commands; nobody's choice is the seat ""."""
        if isinstance(command, _TABLE):
            return None
        return "" if isinstance(command, _FORCED) else super().chooser(view, state, command)
