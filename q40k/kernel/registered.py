"""The rules of a game from its registry; a game derives `RegisteredRules` and adds its own."""

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
    """A game as the kernel sees it: the contents of its registry, with a blank first state.

    `package` holds its chapters: all modules are imported, except those whose own name is in
    `without`.
    """

    def __init__(
        self,
        registry: Registry[S, C],
        state: type[S],
        package: str,
        without: tuple[str, ...] = (),
    ) -> None:
        load(package, without)
        self.registry = registry
        self._state = state
        self._shape = f"{__version__} {shape_of(state)}"

    def blank(self) -> S:
        """Return the state before the first command."""
        return self._state()

    def fold(self, state: S, event: Event) -> S:
        """Return the state after `event`."""
        return self.registry.apply_event(state, event)

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """Return the rule that carries out a command."""
        return self.registry.carry_out(live, command)

    def override_event(self, refusal: Refusal, command: C) -> Event | None:
        """Return None: a game that records no overrides lets none pass."""
        del refusal, command
        return None

    def roller(self, state: S, who: str | None) -> str:
        """Return "hand": people roll."""
        del state, who
        return "hand"

    def seed(self, state: S) -> str:
        """Return the seed of the match's own dice: always the same."""
        del state
        return ""

    # -- reading and writing -------------------------------------------------------------------

    def read_command(self, text: str) -> C:
        """Return a command from JSON. Raises ValueError."""
        return self.registry.read_command(text)

    def write_command(self, command: C) -> str:
        """Return a command as JSON, without empty fields."""
        return self.registry.write_command(command)

    def read_events(self, text: str) -> Sequence[Event]:
        """Return events from JSON."""
        return self.registry.read_events(text)

    def write_events(self, events: Sequence[Event]) -> str:
        """Return events as JSON."""
        return self.registry.write_events(events)

    def read_state(self, text: str) -> S:
        """Return a state from its snapshot. Raises ValueError for a snapshot of another version."""
        shape, _, body = text.partition("\n")
        if shape != self._shape:
            raise ValueError("a snapshot of another version")
        return decode(body, self._state)

    def write_state(self, state: S) -> str:
        """Return a state as a snapshot: a line with its version, then its JSON."""
        return f"{self._shape}\n{encode(state)}"
