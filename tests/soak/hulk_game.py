"""Space Hulk at random: two players, alone against the automaton, or with the bot as a partner."""

from random import Random

from q40k.games.space_hulk.bot.leading import Reply, is_leading, next_move, propose
from q40k.games.space_hulk.bot.reasons import Choice
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.kernel.events import Event, Question
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession
from tests.games.space_hulk.playing import library
from tests.games.space_hulk.rules import at_random
from tests.games.space_hulk.rules.test_random_play import PLAYED, holds
from tests.soak.ideas import Said
from tests.soak.random_game import RandomGame, fitting_answer

TWO = {f"{mission}-{edition}": (edition, mission) for edition, mission in PLAYED}
"""The evenings of two players, by the mission and its edition."""


class HulkGame(RandomGame):
    """Space Hulk: whatever is offered, what bot and automaton do, and the table's corrections."""

    id = "space-hulk"

    def variants(self) -> tuple[str, ...]:
        """Return the evenings of two players, and every mission alone and with the bot."""
        missions = sorted(m.id for m in library().of_kind("missions").values() if m.board)
        return (*TWO, *(f"{who}-{mission}" for mission in missions for who in ("solo", "bot")))

    def library(self) -> Library:
        """Return the shipped packs."""
        return library()

    def opening(self, variant: str, dice: Random) -> list[Said]:
        """Return a mission laid out, with a clock now and then."""
        if variant in TWO:
            lines = [self.game.commands.data(command) for command in at_random.set_up(dice, *TWO[variant])]
        else:
            who, _, mission = variant.partition("-")
            edition = dice.choice(library().of_kind("missions")[mission].editions)
            options = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}
            options |= {"bot": "marines"} if who == "bot" else {"solo-dice": dice.choice(("app", "table"))}
            lines = [{"do": "new", "mission": mission, "edition": edition, "options": options}, {"do": "start"}]
        lines[0] |= {"dice": dice.choice(("hand", "app")), "seed": dice.randrange(999)}
        if dice.random() < 0.3:
            lines[0]["options"] |= {"timer": 180}
        return lines

    def command(self, state: Match, dice: Random) -> Said:
        """Return what bot or automaton would do, something that is offered, or a correction."""
        if state.outcome.over or state.play.phase == "setup" or dice.random() < 0.05:
            line = self._correction(state, dice)
        else:
            line = self.game.commands.data(self._proposal(state, dice) or at_random.offered_command(state, dice))
        return line | ({"override": "house rule"} if dice.random() < 0.03 else {})

    def _proposal(self, state: Match, dice: Random) -> Command | None:
        if not state.options.solo:
            return None
        if is_leading(state) and dice.random() < 0.9:
            move = next_move(state, None)
            return move.command if isinstance(move, Choice) else None
        if state.play.phase in ("stealer-reinforcement", "stealer-action") and state.window is None:
            placing = state.conversion is not None and not state.conversion.own
            return None if placing else Alien(all=dice.random() < 0.3)
        choice = propose(state) if dice.random() < 0.5 else None
        return choice and choice.command

    def _correction(self, state: Match, dice: Random) -> Said:
        pieces = [piece.id for piece in state.pieces()] or ["x"]
        who, by = dice.choice(pieces), dice.choice(("hand", "app"))
        at, door = f"{dice.choice('ABCDEFGHIJ')}{dice.randint(1, 9)}", dice.choice(sorted(state.doors) or ["E4"])
        corrections: tuple[Said, ...] = (
            {"do": "start"},
            {"do": "end-turn"},
            {"do": "dice", "by": by},
            {"do": "time-up"},
            {"do": "pause"},
            {"do": "spend", "points": dice.randint(1, 3)},
            {"do": "kill", "who": who},
            {"do": "set", "who": who, "ap": dice.randrange(5)},
            {"do": "place", "who": who, "at": at, "facing": "N"},
            {"do": "stealer", "at": at, "facing": "N"},
            {"do": "set-door", "at": door, "now": dice.choice(("open", "closed"))},
            {"do": "positions", "keep": True},
        )
        return {"do": "end"} if dice.random() < 0.03 else dice.choice(corrections)

    def answer(self, question: Question, state: Match, dice: Random) -> object:
        """Answer at random; the bot answers what only its marines can."""
        move = next_move(state, question)
        return move.answer if isinstance(move, Reply) else fitting_answer(question, dice)

    def check_by_the_book(self, match_session: MatchSession) -> None:
        """Assert what the random matches of the rules assert."""
        if match_session.session.question is None and match_session.state.play.phase != "setup":
            holds(match_session)

    def is_overruled(self, events: list[Event]) -> bool:
        """Return whether the table has overruled the book or corrected the board."""
        corrections = ("put-right", "marine-set", "places-kept")
        return super().is_overruled(events) or any(event.type in corrections for event in events)
