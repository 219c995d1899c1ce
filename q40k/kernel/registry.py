"""What a game consists of, registered where it is written: events, folds, commands, rules.

A game makes one registry and binds its decorators; every chapter of the game imports those:

    @event
    class Leapt(Event, tag="leapt"): ...

    @fold(Leapt)
    def _leapt(state: Match, event: Leapt) -> Match: ...

    @command
    class Leap(Command): ...

    @rule(Leap)
    def leap(live: Live[Match], command: Leap) -> Rule[None]: ...

Nothing else has to name them: there is no list of them to keep.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar, Union, overload

import msgspec

from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.state import plain, rich, said

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E", bound=Event)
K = TypeVar("K")
F = TypeVar("F", bound=Callable[..., Any])


_WRITER = msgspec.json.Encoder(enc_hook=plain)


class Unregistered(LookupError):
    """An event, a command or a rule that the game does not know; the message names it."""


class _Folds(dict[type[Event], tuple[Callable[[S, Any], S], ...]], Generic[S]):
    """The folds of each kind of event."""

    def __missing__(self, kind: type[Event]) -> tuple[Callable[[S, Any], S], ...]:
        raise Unregistered(f"no event {kind.__name__} is registered")


class Registry(Generic[S, C]):
    """The events, folds, commands and rules of one game, with states `S` and commands `C`.

    An event may have no fold (it is told, and changes nothing), one, or several: chapters that
    care about an event of another chapter fold it too. They run in the order in which they were
    registered; as a module must import the event to fold it, the event's own chapter is first.
    """

    def __init__(self) -> None:
        self._folds: _Folds[S] = _Folds()
        self._commands: list[type[C]] = []
        self._rules: dict[type[Any], Callable[[Live[S], Any], Rule[None]]] = {}
        self._decoder: msgspec.json.Decoder[list[Event]] | None = None
        self._reader: msgspec.json.Decoder[C] | None = None

    # -- registering: decorators ---------------------------------------------------------------

    def event(self, kind: type[E]) -> type[E]:
        """Register a kind of event: a decorator of its class."""
        if kind in self._folds:
            raise ValueError(f"the event {kind.__name__} is registered already")
        self._folds[kind] = ()
        self._decoder = None
        return kind

    @overload
    def fold(self, kind: type[E], /) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]: ...

    @overload
    def fold(self, *kinds: type[Event]) -> Callable[[F], F]: ...

    def fold(self, *kinds: type[Any]) -> Callable[[Any], Any]:
        """Register how events change a state: a decorator of `(state, event) -> state`."""

        def registered(function: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
            for kind in kinds:
                self._folds[kind] = (*self._folds[kind], function)
            return function

        return registered

    def command(self, kind: type[K]) -> type[K]:
        """Register a kind of command: a decorator of its class."""
        if kind in self._commands:
            raise ValueError(f"the command {kind.__name__} is registered already")
        self._reader = None
        self._commands.append(kind)  # type: ignore[arg-type] # K is a C, which no bound can say
        return kind

    def rule(
        self, kind: type[K]
    ) -> Callable[[Callable[[Live[S], K], Rule[None]]], Callable[[Live[S], K], Rule[None]]]:
        """Register what carries out a command: a decorator of the rule `(live, command)`."""
        if kind not in self._commands:
            raise Unregistered(f"no command {kind.__name__} is registered")
        if kind in self._rules:
            raise ValueError(f"the command {kind.__name__} has a rule already")

        def registered(function: Callable[[Live[S], K], Rule[None]]) -> Callable[..., Rule[None]]:
            self._rules[kind] = function
            return function

        return registered

    # -- what is registered --------------------------------------------------------------------

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every kind of event, in the order of registration."""
        return tuple(self._folds)

    @property
    def commands(self) -> tuple[type[C], ...]:
        """Every kind of command, in the order of registration."""
        return tuple(self._commands)

    def complete(self) -> None:
        """See that every command has its rule, once all is registered. Raises Unregistered."""
        for kind in self._commands:
            if kind not in self._rules:
                raise Unregistered(f"no rule for the command {kind.__name__}")

    def read_command(self, text: str) -> C:
        """A command from its JSON text. Raises ValueError."""
        if self._reader is None:
            kind: Any = Union[self.commands]  # noqa: UP007
            self._reader = msgspec.json.Decoder(kind, dec_hook=rich)
        try:
            return self._reader.decode(text)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error

    def write_command(self, command: C) -> str:
        """A command as JSON text, without what it leaves unsaid."""
        return _WRITER.encode(said(command)).decode()

    def read_events(self, text: str) -> list[Event]:
        """Events from their JSON text. Raises ValueError."""
        if self._decoder is None:
            kind: Any = list[Union[self.events]]  # type: ignore[name-defined] # noqa: UP007
            self._decoder = msgspec.json.Decoder(kind, dec_hook=rich)
        try:
            return self._decoder.decode(text)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error

    def write_events(self, events: Sequence[Event]) -> str:
        """Events as JSON text."""
        return _WRITER.encode(events).decode()

    def folded(self, state: S, event: Event) -> S:
        """The state after `event`. Raises Unregistered."""
        for function in self._folds[type(event)]:
            state = function(state, event)
        return state

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """The rule that carries out `command`. Raises Unregistered."""
        try:
            carry_out = self._rules[type(command)]
        except KeyError:
            raise Unregistered(f"no rule for the command {type(command).__name__}") from None
        return carry_out(live, command)


@cache
def load(package: str, without: tuple[str, ...] = ()) -> None:
    """Import every module of a package, once, so that all it registers is registered.

    Modules and folders whose own name is in `without` register nothing and take their time.
    """
    found, below = import_module(package), f"{package}."
    for module in pkgutil.walk_packages(found.__path__, below):
        if not set(module.name.removeprefix(below).split(".")) & set(without):
            import_module(module.name)
