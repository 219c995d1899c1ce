"""The interface of a game in the lab: what it lets one vary, and how bots play a bout of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, field

from q40k.i18n.locale import Locale
from q40k.kernel.events import Refusal
from q40k.packs.base import Names

PRICE = "@"
"""Between an id and a price that replaces its own: `space-marine@20`."""


class Kind(Struct, frozen=True):
    """Something that differs from game to game, such as champions or arenas.

    A call names it by `--id`; `about` is the help of that option, a message of the game's
    catalogue. Seats may differ in a kind that is `by_seat`; others are the same for all seats.
    `usual` are the ids that take turns if a call names none.
    """

    id: str
    about: str
    usual: tuple[str, ...]
    by_seat: bool = False


class Entry(Struct, frozen=True):
    """An object of a kind: its name, and its price in points if it has one."""

    id: str
    name: Names | None = None
    price: float | None = None


class Bout(Struct, frozen=True):
    """One game to play. `seats` holds what each seat has of `kind`; `shared` is what all have.

    With an empty `kind` all seats are alike. `seed` determines every die and every choice.
    """

    seats: tuple[str, ...]
    seed: int
    kind: str = ""
    shared: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    def value(self, kind: str, seat: int) -> str:
        """Return what a seat has of a kind."""
        return self.seats[seat] if kind == self.kind else self.shared[kind]


class Result(Struct, frozen=True):
    """How a bout ended.

    `won` is each seat's share of the victory; they add up to 1. `kills` are killer, victim (seats)
    and number. `inputs` counts commands and answers, `met` says what decided it. `used` counts
    things of the game by name: how often, and how often with success. `fielded` is what each seat
    chose from a list. `refusal` says why the bout could not be played; then nothing else counts.
    """

    won: tuple[float, ...] = ()
    turns: int = 0
    inputs: int = 0
    met: str = ""
    kills: tuple[tuple[int, int, int], ...] = ()
    used: dict[str, tuple[int, int]] = field(default_factory=dict)
    fielded: tuple[tuple[str, ...], ...] = ()
    refusal: Refusal | None = None


DRAFTED_BY = "q40k lab generate"
"""The source that the pack of a draft names."""


class Draft(Struct, frozen=True):
    """A new object: its id, the text of its pack, its shape in a word or two, the seed that made it."""

    id: str
    pack: str
    shape: str
    seed: int


class Lab(ABC):
    """A game in the lab."""

    kinds: ClassVar[tuple[Kind, ...]]
    """Everything that can be varied; of several the call names, the first is weighed."""
    rooms: ClassVar[tuple[str, ...]]
    """The modules and packages of the game that a result depends on."""
    seats: ClassVar[tuple[int, int]] = (2, 2)
    """The least and the most seats."""
    sides: ClassVar[tuple[str, ...]] = ()
    """What the seats are (messages), if they differ: the first one's share is weighed."""
    note: ClassVar[str] = ""
    """What success is, of what was used (a message)."""
    priced: ClassVar[str] = ""
    """The kind whose points can be fitted to games."""
    lists: ClassVar[dict[str, Any]] = {}
    """The options with which seats choose `priced` entries from lists; without any, each holds one of them."""

    makes: ClassVar[str] = ""
    """The kind of which `draft` makes new objects."""
    draft_options: ClassVar[tuple[str, ...]] = ()
    """The options that are for drafts, not for the table."""

    @abstractmethod
    def entries(self, library: Any, kind: str) -> Mapping[str, Entry]:
        """Return everything of a kind that can be named, by id."""

    @abstractmethod
    def play(self, library: Any, bout: Bout) -> Result:
        """Let bots play a bout to its end. Raises Refused."""

    def usual(self, library: Any, kind: Kind, named: Mapping[str, Sequence[str]], seats: int) -> tuple[str, ...]:
        """Return what of a kind takes turns if a call names none of it; `named` is what it names of others."""
        return kind.usual

    def draft(self, library: Any, id: str, seed: int, options: Mapping[str, Any]) -> Draft:
        """Make a new object of the kind `makes` by chance. Raises Refused if the options allow none."""
        raise LookupError(id)

    def label(self, locale: Locale, word: str) -> str:
        """Return in a few words what a result counts under a word of `used` or `met`."""
        return word

    def better(self, library: Any) -> Sequence[tuple[str, str]]:
        """Return pairs of `priced` entries of which the first is as good in everything: it may not cost less."""
        return ()

    def even_parts(self, used: Mapping[str, tuple[int, int]]) -> list[tuple[int, int]] | None:
        """Return what should succeed equally often in a fair game: number and successes.

        None: the first seat should win its share.
        """
        return None

    def kind(self, id: str) -> Kind:
        """Return the kind with an id. Raises KeyError."""
        return {kind.id: kind for kind in self.kinds}[id]


def title_of(id: str) -> Names:
    """Return the name of a draft, made of its id."""
    title = id.replace("-", " ").capitalize()
    return Names(en=title, fr=title)


def base_id(id: str) -> str:
    """Return an id without a price of its own."""
    return id.partition(PRICE)[0]


def own_price(id: str) -> int | None:
    """Return the price that an id brings along, or None. Raises ValueError."""
    price = id.partition(PRICE)[2]
    return int(price) if price else None
