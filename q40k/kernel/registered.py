"""The rules of a game out of its registry: a game derives `RegisteredRules` and adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from q40k import __version__
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Refusal, Rule
from q40k.kernel.registry import Registry, load
from q40k.kernel.state import Part, decode, encode, shape_of

S = TypeVar("S", bound=Part)
C = TypeVar("C")


class RegisteredRules(Generic[S, C]):
    """A game as the kernel sees it: what its registry holds, with states that begin blank.

    `package` is where its chapters are: all of them are imported, but modules whose own name is
    in `without`.
    """

    def __init__(
        self,
        registry: Registry[S, C],
        state: type[S],
        package: str,
        without: tuple[str, ...] = (),
    ) -> None:
        load(package, without)
        self._registry = registry
        self._state = state
        self._shape = f"{__version__} {shape_of(state)}"

    def blank(self) -> S:
        """The state before the first command."""
        return self._state()

    def fold(self, state: S, event: Event) -> S:
        """The state after `event`."""
        return self._registry.folded(state, event)

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """The rule that carries out a command."""
        return self._registry.carry_out(live, command)

    def overridden(self, refusal: Refusal, command: C) -> Event | None:
        """None: as long as a game has no record of it, no refusal can be passed."""
        del refusal, command
        return None

    def roller(self, state: S, who: str | None) -> str:
        """Hands roll."""
        del state, who
        return "hand"

    def seed(self, state: S) -> str:
        """The seed of the match's own dice: always the same."""
        del state
        return ""

    # -- reading and writing -------------------------------------------------------------------

    def read_command(self, text: str) -> C:
        """A command from JSON. Raises ValueError."""
        return self._registry.read_command(text)

    def write_command(self, command: C) -> str:
        """A command as JSON, without what it leaves unsaid."""
        return self._registry.write_command(command)

    def read_events(self, text: str) -> Sequence[Event]:
        """Events from JSON."""
        return self._registry.read_events(text)

    def write_events(self, events: Sequence[Event]) -> str:
        """Events as JSON."""
        return self._registry.write_events(events)

    def read_state(self, text: str) -> S:
        """A state from its snapshot. Raises ValueError when it is of another version."""
        shape, _, body = text.partition("\n")
        if shape != self._shape:
            raise ValueError("a snapshot of another version")
        return decode(body, self._state)

    def write_state(self, state: S) -> str:
        """A state as a snapshot: a line that tells its version, then its JSON."""
        return f"{self._shape}\n{encode(state)}"
