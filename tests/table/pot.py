"""The toy of the kernel's tests as a game of the house: players throw dice into a pot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from q40k.games.game import Game, Manifest, Moments, Seat, Status
from q40k.games.game import View as GameView
from q40k.i18n.wording import Wording
from q40k.kernel.amending import Change
from q40k.kernel.commands import BadCommand
from q40k.kernel.events import Live, Question, Rule
from tests.kernel.counting import RULES, Command, Counting, Named, Pot


class Rules(Counting):
    """The toy, with a `new` that opens the match and commands that a script may hold."""

    def carry_out(self, live: Live[Pot], command: Command) -> Rule[None]:
        if command["do"] == "new":
            yield Named(word="opened")
        else:
            yield from super().carry_out(live, command)


class Commands:
    """Any object with a known word is a command."""

    def check(self, data: dict[str, Any]) -> Command:
        if data["do"] not in self.words():
            raise BadCommand("unknown-do")
        return data

    def data(self, command: Command) -> dict[str, Any]:
        return dict(command)

    def words(self) -> tuple[str, ...]:
        return ("new", *RULES)

    def schema(self) -> dict[str, Any]:
        return {"$defs": {}, "oneOf": []}


class View(GameView):
    moments = Moments(highlights=("added",))

    def seats(self, state: Pot) -> tuple[Seat, ...]:
        del state
        return ()

    def status(self, state: Pot) -> Status:
        return Status(is_laid_out=bool(state[1]), name="the pot")

    def changes(self, old: Pot, new: Pot) -> tuple[Change, ...]:
        return () if old[0] == new[0] else (Change("points", None, old[0], new[0]),)

    def as_json(self, state: Pot, question: Question | None, log: list[str]) -> dict[str, Any]:
        return {"pot": state[0], "asks": question and question.key, "log": log}


MANIFEST = Manifest("pot", "The Pot", "tests.table.pot:GAME")

GAME = Game(
    MANIFEST,
    rules=Rules(),
    commands=Commands(),
    view=View(),
    words=Wording("tests.table.no_words", Path(__file__).parent / "locales"),
)
