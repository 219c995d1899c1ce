"""Epic Escarmouches at random: small armies without places, or a scenario that a bot plays with places."""

from random import Random
from typing import Any

from q40k.games.epic.bot import lab, plain
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import Command
from q40k.kernel.events import Event
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import library, stacked_pairs
from tests.games.epic.rules import at_random
from tests.games.epic.rules.test_random_play import holds
from tests.soak.ideas import Said
from tests.soak.random_game import RandomGame

WITHOUT_PLACES = "escarmouche"
"""The scenario in which everything is chosen at random, and no place is kept."""
SWITCHES: dict[str, tuple[Any, ...]] = {
    "deployment": ("alternate", "whole"),
    "charge_move": ("two-moves", "doubled"),
    "vehicle_cover": ("none", "both"),
    "natural_one": ("fails", "nothing"),
    "retreat_shoots": (True, False),
    "break_test": ("end-of-assault", "at-once"),
    "wreck": ("hit", "lost", "safe"),
    "turn_limit": (None, 2, 4),
}


class Proposed(Exception):
    """The bot has found a command that the rules accept."""

    def __init__(self, command: Command) -> None:
        super().__init__()
        self.command = command


class Proposer(plain.Table):
    """A table at which the bot's first accepted command is not carried out: it is told."""

    def __init__(self, state: Match | None = None) -> None:
        super().__init__(0)
        self.state = state or self.state

    def do(self, command: Command) -> bool:
        """Raise the command if the rules accept it."""
        before = self.state
        accepted = super().do(command)
        self.state = before
        if accepted:
            raise Proposed(command)
        return False


class Recorder(plain.Table):
    """A table that remembers the commands it has carried out."""

    def __init__(self) -> None:
        super().__init__(0)
        self.commands: list[Command] = []

    def do(self, command: Command) -> bool:
        """Carry the command out and remember it."""
        self.commands.append(command)
        return super().do(command)


class EpicGame(RandomGame):
    """Epic Escarmouches: whatever is offered, what the bot would do, and the table's corrections."""

    id = "epic"
    run_up = (10, 80, 300)

    def variants(self) -> tuple[str, ...]:
        """Return every scenario."""
        return tuple(sorted(library().of_kind("scenarios")))

    def library(self) -> Library:
        """Return the shipped packs."""
        return library()

    def opening(self, variant: str, dice: Random) -> list[Said]:
        """Return two armies: small ones, or twelve formations each on the scenario's map."""
        switches = {name: dice.choice(values) for name, values in SWITCHES.items() if dice.random() < 0.4}
        if variant == WITHOUT_PLACES:
            commands = list(at_random.set_up(dice, switches))
        else:
            recorder = Recorder()
            first, second = (lab.take_twelve(library(), army) for army in dice.choices(sorted(lab.FORCES), k=2))
            played = library().of_kind("scenarios")[variant]
            lab.set_up(library(), played, (first, second), recorder)
            commands = recorder.commands
        lines = [self.game.commands.data(command) for command in commands]
        lines[0] |= {"dice": dice.choice(("hand", "app")), "seed": dice.randrange(999)}
        lines[0].pop("scenario_data", None)
        return lines

    def command(self, state: Match, dice: Random) -> Said:
        """Return what the bot would do, something that is offered, or a correction."""
        if state.outcome.over or state.play.phase == "setup" or dice.random() < 0.06:
            line = self._correction(state, dice)
        else:
            by_bot = state.scenario.id != WITHOUT_PLACES and dice.random() < 0.95
            command = self._by_bot(state) if by_bot else None
            line = self.game.commands.data(command or at_random.offered_command(state, dice))
        return line | ({"override": "house rule"} if dice.random() < 0.04 else {})

    def _by_bot(self, state: Match) -> Command | None:
        try:
            plain.step(Proposer(state))
        except Proposed as proposed:
            return proposed.command
        return None

    def _correction(self, state: Match, dice: Random) -> Said:
        formations, figures = [*state.formations] or ["x"], [*state.figures] or ["x/1"]
        corrections: tuple[Said, ...] = (
            {"do": "start"},
            {"do": "next"},
            {"do": "draw"},
            {"do": "dice", "by": dice.choice(("hand", "app"))},
            {"do": "lose", "figures": [dice.choice(figures)]},
            {"do": "retreat", "formation": dice.choice(formations)},
            {"do": "test", "formation": dice.choice(formations)},
            {"do": "objective", "objective": dice.choice(("o1", "bridge", "x")), "player": dice.choice("AB")},
            {"do": "formation", "player": "A", "id": "late", "figures": [{"profile": "marine-rhino", "n": 1}]},
        )
        if dice.random() < 0.03:
            return {"do": "end"}
        return dice.choice(corrections)

    def check_by_the_book(self, match_session: MatchSession) -> None:
        """Assert what the random matches of the rules assert."""
        state: Match = match_session.session.state
        if match_session.session.question is None:
            holds(match_session, state)
            assert not stacked_pairs(state), "no base ends on another (EE-MOVE-5)"

    def is_overruled(self, events: list[Event]) -> bool:
        """Return whether the table has overruled the book, or taken figures off it."""
        return super().is_overruled(events) or any(event.type in ("placed", "figures-lost") for event in events)
