"""What a game offers the shell, and the list of games.

The shell (kernel, geometry, packs, i18n, table, tui, cli) imports this module and no game. A game
is one record, `Game`; it is named in `GAMES` as text and imported when it is opened. An installed
package adds one by an entry point of the group `q40k.games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from q40k.i18n.wording import Wording
    from q40k.kernel.driver import Game as Rules
    from q40k.kernel.events import Event
    from q40k.kernel.questions import Question

Viewer = str | None
"""Who looks: a seat’s id, or None for everyone in the room; a secret is shown to its owner."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who plays: `colour` is the number of a colour of the palette, by joining."""

    id: str
    name: str
    colour: int = 0
    present: bool = True


@dataclass(frozen=True, slots=True)
class Status:
    """Where a match stands: is it laid out, what is played, whose part is it, who has won.

    `phase` is a word of the game's own; `winners` are named as people name them.
    """

    opened: bool
    phase: str = ""
    turn: int = 0
    active: tuple[str, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()


class View(Protocol):
    """What the shell asks of a state. All answers are facts, worded and drawn elsewhere."""

    def seats(self, state: Any) -> tuple[Seat, ...]:
        """Everyone who plays or has played, in the order of joining."""

    def status(self, state: Any) -> Status:
        """Where the match stands."""

    def masked(self, state: Any, viewer: Viewer) -> Any:
        """The state as `viewer` may know it: the same type, without what is secret."""

    def masked_event(self, state: Any, event: Event, viewer: Viewer) -> Event | None:
        """The event as `viewer` may know it; None when nothing of it may be known."""

    def as_json(self, state: Any, question: Question | None, log: list[str]) -> dict[str, Any]:
        """A (masked) state as match scripts and `--json` show it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the house.

    `name` is a proper noun, the same in every language. `screen` names, as "module:attribute",
    what the screens need; it is imported when a screen opens. `cli` are the game's own verbs of
    the command line, by name, each as "module:attribute" too.
    """

    id: str
    name: str
    rules: Rules[Any, Any]
    view: View
    words: Wording[Any]
    screen: str
    cli: Mapping[str, str]


DEFAULT = "quake"
GAMES: dict[str, str] = {"quake": "q40k.games.quake.game:GAME"}
"""Every game that ships with the house, by id: where its record is."""
SCREEN = "q40k.games.quake.screen.record:SCREEN"
"""Where what the screens need is, until a match session knows its game."""
MAP = "q40k.games.quake.screen.map.parts:PARTS"
"""Where the parts of the map are, until a match session knows its game."""


def locales(where: str) -> Path:
    """The folder of a game's catalogues: beside its record, found without importing the game."""
    package = where.partition(":")[0].rpartition(".")[0]
    found = find_spec(package)
    folders = (found.submodule_search_locations if found else None) or [""]
    return Path(folders[0]) / "locales"


def load(where: str) -> Any:
    """What a text such as "package.module:attribute" names. Raises ImportError, AttributeError."""
    module, _, attribute = where.partition(":")
    return getattr(import_module(module), attribute)
