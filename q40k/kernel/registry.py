"""The registry of a game: events, folds, commands and rules, registered where they are written.

A game makes one registry, and derives an `Event` and a `Command` of its own that register there:

    REGISTRY: Registry[Match, Command] = Registry()
    fold, rule = REGISTRY.fold, REGISTRY.rule

    class Event(events.Event):
        register = REGISTRY.event

Every chapter of the game imports those. A class with a tag is registered, a function by its decorator:

    class Leap(Command, tag="leap"): ...

    class Leapt(Event, tag="leapt"):
        def fold(self, state: Match) -> Match: ...

    @rule(Leap)
    def leap(live: Live[Match], command: Leap) -> Rule[None]: ...

Nothing else names them: there is no list to maintain. What another chapter does with an event is a
function under `@fold(Leapt)`, called after the event's own fold with the state and the event.

`RegisteredRules` are the rules of a game made of its registry; a game derives it and adds its own.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, reduce
from importlib import import_module
from operator import or_
from typing import Any, Generic, TypeVar, overload

import msgspec

from q40k import __version__
from q40k.kernel.events import Event, Live, Refusal, Rule
from q40k.kernel.state import Part, decode, decode_hook, encode, encode_hook, shape_of, to_data

S = TypeVar("S")
P = TypeVar("P", bound=Part)
C = TypeVar("C")
E = TypeVar("E", bound=Event)
K = TypeVar("K")
F = TypeVar("F", bound=Callable[..., Any])


_WRITER = msgspec.json.Encoder(enc_hook=encode_hook)
_EACH = msgspec.json.Decoder(list[msgspec.Raw])
MOST_KEPT = 256
"""The number of commands that are kept as they were read."""
MANY_LISTS = 5_000
"""After so many lists were read, a decoder of all kinds has been worth the milliseconds it takes to make."""


class Unregistered(LookupError):
    """An event, a command or a rule that the game does not know; the message names it."""


class _Folds(dict[type[Event], tuple[Callable[[S, Any], S], ...]], Generic[S]):
    """What other chapters do with each kind of event."""

    def __missing__(self, kind: type[Event]) -> tuple[Callable[[S, Any], S], ...]:
        raise Unregistered(f"no event {kind.__name__} is registered")


class _Reader(Generic[K]):
    """Reads values of many kinds from JSON; each names its kind in a field.

    The decoder of a kind is made when the kind is first met: one decoder of all kinds would take
    longer to make than a match to open.
    """

    def __init__(self, kinds: Iterable[Any]) -> None:
        self._kinds: dict[str, type[K]] = {}
        field = None
        for kind in kinds:
            config = kind.__struct_config__
            field = config.tag_field
            self._kinds[config.tag] = kind
        tagged: Any = msgspec.defstruct("Tagged", [("tag", str)], rename={"tag": field or "tag"})
        self._tag = msgspec.json.Decoder(tagged)
        self._decoders: dict[str, msgspec.json.Decoder[K]] = {}
        self._lists = 0
        self._all: msgspec.json.Decoder[list[K]] | None = None

    def read(self, text: str | msgspec.Raw) -> K:
        """Return a value from its JSON. Raises msgspec.MsgspecError."""
        tag = self._tag.decode(text).tag
        decoder = self._decoders.get(tag)
        if decoder is None:
            if tag not in self._kinds:
                raise msgspec.ValidationError(f"Invalid value {tag!r}")
            decoder = msgspec.json.Decoder(self._kinds[tag], dec_hook=decode_hook)
            self._decoders[tag] = decoder
        return decoder.decode(text)

    def read_list(self, text: str) -> list[K]:
        """Return the values of a list from its JSON. Raises msgspec.MsgspecError."""
        if self._all is None:
            self._lists += 1
            if self._lists < MANY_LISTS:
                return [self.read(raw) for raw in _EACH.decode(text)]
            kinds: Any = reduce(or_, self._kinds.values())
            self._all = msgspec.json.Decoder(list[kinds], dec_hook=decode_hook)
        return self._all.decode(text)


class Registry(Generic[S, C]):
    """The events, folds, commands and rules of one game, with states `S` and commands `C`.

    An event says in its method `fold` how it changes the state. A chapter may register what it does
    with an event of another chapter also; those functions run afterwards, in the order of registration.
    """

    def __init__(self) -> None:
        self._folds: _Folds[S] = _Folds()
        self._commands: list[type[C]] = []
        self._rules: dict[type[Any], Callable[[Live[S], Any], Rule[None]]] = {}
        self.load_rules: Callable[[type[C]], None] | None = None
        """What imports the rule of a command that is not registered yet."""
        self._event_reader: _Reader[Event] | None = None
        self._read_command: Callable[[str], C] | None = None

    # -- registering ---------------------------------------------------------------------------

    def event(self, kind: type[E]) -> type[E]:
        """Register a kind of event, as its class does itself when it has a tag."""
        if kind in self._folds:
            raise ValueError(f"the event {kind.__name__} is registered already")
        self._folds[kind] = ()
        self._event_reader = None
        return kind

    @overload
    def fold(self, kind: type[E], /) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]: ...

    @overload
    def fold(self, *kinds: type[Event]) -> Callable[[F], F]: ...

    def fold(self, *kinds: type[Any]) -> Callable[[Any], Any]:
        """Register how events change a state; a decorator of `(state, event) -> state`."""

        def register(function: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
            for kind in kinds:
                self._folds[kind] = (*self._folds[kind], function)
            return function

        return register

    def command(self, kind: type[K]) -> type[K]:
        """Register a kind of command, as its class does itself when it has a tag."""
        if kind in self._commands:
            raise ValueError(f"the command {kind.__name__} is registered already")
        self._read_command = None
        self._commands.append(kind)  # type: ignore[arg-type] # K is a C, which no bound can say
        return kind

    def rule(self, kind: type[K]) -> Callable[[Callable[[Live[S], K], Rule[None]]], Callable[[Live[S], K], Rule[None]]]:
        """Register the rule of a command; a decorator of `(live, command)`."""
        if kind not in self._commands:
            raise Unregistered(f"no command {kind.__name__} is registered")
        if kind in self._rules:
            raise ValueError(f"the command {kind.__name__} has a rule already")

        def register(function: Callable[[Live[S], K], Rule[None]]) -> Callable[..., Rule[None]]:
            self._rules[kind] = function
            return function

        return register

    # -- what is registered --------------------------------------------------------------------

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Return every kind of event, in the order of registration."""
        return tuple(self._folds)

    @property
    def commands(self) -> tuple[type[C], ...]:
        """Return every kind of command, in the order of registration."""
        return tuple(self._commands)

    def find_rule(self, kind: type[C]) -> Callable[[Live[S], Any], Rule[None]]:
        """Return the rule of a kind of command, imported first if need be. Raises Unregistered."""
        if kind not in self._rules and self.load_rules is not None:
            self.load_rules(kind)
        if kind not in self._rules:
            raise Unregistered(f"no rule for the command {kind.__name__}")
        return self._rules[kind]

    def read_command(self, text: str) -> C:
        """Return a command from its JSON text. Raises ValueError.

        Commands are frozen, and a match gives many of them again and again.
        """
        if self._read_command is None:
            reader: _Reader[C] = _Reader(self._commands)
            self._read_command = lru_cache(MOST_KEPT)(reader.read)
        try:
            return self._read_command(text)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error

    def write_command(self, command: C) -> str:
        """Return a command as JSON text, without empty fields."""
        return _WRITER.encode(to_data(command)).decode()

    def read_events(self, text: str) -> list[Event]:
        """Return events from their JSON text. Raises ValueError."""
        if self._event_reader is None:
            self._event_reader = _Reader(self._folds)
        try:
            return self._event_reader.read_list(text)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error

    def write_events(self, events: Sequence[Event]) -> str:
        """Return events as JSON text."""
        return _WRITER.encode(events).decode()

    def apply_event(self, state: S, event: Event) -> S:
        """Return the state after `event`. Raises Unregistered."""
        others = self._folds[type(event)]
        state = event.fold(state)
        for function in others:
            state = function(state, event)
        return state

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """Return the rule that carries out `command`. Raises Unregistered."""
        return self.find_rule(type(command))(live, command)


@cache
def load(package: str, without: tuple[str, ...] = ()) -> None:
    """Import a module, or every module of a package, once, so that all it registers is registered.

    Modules and folders whose own name is in `without` are skipped: they register nothing.
    """
    for module in _below(package, set(without)):
        import_module(module)


def _below(package: str, without: set[str]) -> Iterator[str]:
    """Yield the modules below a package, by name; `pkgutil` would list every folder three times."""
    for folder in getattr(import_module(package), "__path__", ()):
        for entry in sorted(os.scandir(folder), key=lambda file: file.name):
            name, dot, ending = entry.name.partition(".")
            if name.startswith("__") or name in without:
                continue
            if ending == "py":
                yield f"{package}.{name}"
            elif not dot and entry.is_dir():
                yield from _below(f"{package}.{name}", without)


# -- the rules of a game ---------------------------------------------------------------------------


class RegisteredRules(Generic[P, C]):
    """A game as the kernel sees it: the contents of its registry, with a blank first state.

    `package` holds its chapters: all modules are imported, except those whose own name is in
    `without`. A game that keeps what happens in modules of their own names the function that
    carries a command out in `carries_out`, as "module:function". It is imported with the first command,
    so that reading a journal loads no rules, and a chapter beside it with the first command of that chapter,
    whether somebody gives it or another rule does.
    """

    carries_out: str = ""

    def __init__(self, registry: Registry[P, C], state: type[P], package: str, without: tuple[str, ...] = ()) -> None:
        load(package, without)
        registry.load_rules = self.load_rules
        self.registry = registry
        self._package = package
        self._state = state
        self._shape = f"{__version__} {shape_of(state)}"

    def blank(self) -> P:
        """Return the state before the first command."""
        return self._state()

    def fold(self, state: P, event: Event) -> P:
        """Return the state after `event`."""
        return self.registry.apply_event(state, event)

    def carry_out(self, live: Live[P], command: C) -> Rule[None]:
        """Return the rule that carries out a command."""
        return self._carry_out(live, command)

    def load(self) -> None:
        """Import what carries commands out, while nobody waits for it."""
        _ = self._carry_out

    @cached_property
    def _carry_out(self) -> Callable[[Live[P], C], Rule[None]]:
        """What carries commands out."""
        if not self.carries_out:
            return self.registry.carry_out
        module, _, function = self.carries_out.partition(":")
        carry_out: Callable[[Live[P], C], Rule[None]] = getattr(import_module(module), function)
        return carry_out

    def load_rules(self, kind: type[C]) -> None:
        """Import the rules of a command: those of the chapter with its name, or all if it belongs to no chapter."""
        if self.carries_out:
            rules = self.carries_out.partition(":")[0].rpartition(".")[0]
            inside = kind.__module__.removeprefix(f"{self._package}.")
            load(rules) if inside == kind.__module__ else import_module(f"{rules}.{inside}")

    def override_event(self, refusal: Refusal, command: C) -> Event | None:
        """Return None: a game that records no overrides lets none pass."""
        return None

    def roller(self, state: P, who: str | None) -> str:
        """Return "hand": people roll."""
        return "hand"

    def seed(self, state: P) -> str:
        """Return the seed of the match's own dice: always the same."""
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

    def read_state(self, text: str) -> P:
        """Return a state from its snapshot. Raises ValueError for a snapshot of another version."""
        shape, _, body = text.partition("\n")
        if shape != self._shape:
            raise ValueError("a snapshot of another version")
        return decode(body, self._state)

    def write_state(self, state: P) -> str:
        """Return a state as a snapshot: a line with its version, then its JSON."""
        return f"{self._shape}\n{encode(state)}"
