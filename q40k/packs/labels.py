"""Labels: what the lab found out about a bundle, with all that is needed to play it again.

A label stands in the bundle's manifest, below what its author wrote, and is not written by hand. `checks` holds a few
letters of the hash of every game’s result, so that a game played again shows whether it ended as the label says.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Check, Finite, Id, Line, Pack, check_line

MOST_LABELS = 10
MOST_GAMES = 2_000
"""A label is about so many games at most."""
CHECK_LETTERS = 6
"""The letters of a game in `checks`."""
MARKER = "# Written by `q40k lab label`. What the lab found; `q40k pack verify` plays some of these games again."
"""The line of a manifest below which the labels stand."""

Interval = tuple[Finite, Finite, Finite]
"""A figure, and the ends of its interval."""
Command = Annotated[str, Meta(max_length=4_000), Check(check_line)]
Checks = Annotated[str, Meta(pattern=r"^h[0-9a-f]*$", max_length=1 + CHECK_LETTERS * MOST_GAMES)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{24}$")]
Entries = Annotated[tuple[Line, ...], Meta(max_length=300)]


class Found(Pack, frozen=True, kw_only=True):
    """What a label says of an entry: its share of victory; `parts` are shares that would be even in a fair game."""

    id: Line
    share: Interval
    parts: tuple[Interval, ...] = ()


class Label(Pack, frozen=True, kw_only=True):
    """The plan of a study (as `lab.designs.Plan`), the call that plays it, the rules and packs it was played with.

    `found` are its figures by entry, `turns` the mean length of a game.
    """

    command: Command
    kind: Id
    entries: Entries
    by_seat: bool
    shared: dict[Id, Entries]
    seats: Annotated[int, Meta(ge=1, le=12)]
    design: Id
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    seed: Annotated[int, Meta(ge=0, le=10_000)]
    options: dict[Line, bool | int | float | str] = field(default_factory=dict)
    version: Line
    rules: Hash
    packs: Hash
    found: tuple[Found, ...]
    turns: Interval
    checks: Checks

    def problems(self) -> Iterable[InvalidValue]:
        """Yield a problem if there is not a check for every game."""
        if len(self.checks) != 1 + CHECK_LETTERS * self.games:
            yield InvalidValue("invalid", "not a check for every game", {"type": "checks", "got": ""}, ("checks",))

    @property
    def game_checks(self) -> list[str]:
        """The letters of the hash of every game’s result, in the order of the games."""
        starts = range(1, len(self.checks), CHECK_LETTERS)
        return [self.checks[start : start + CHECK_LETTERS] for start in starts]


def write_labels(manifest: str, labels: Iterable[Label]) -> str:
    """Return the text of a manifest with these labels in place of those that it has."""
    import yaml

    own = manifest.partition(MARKER)[0].rstrip() + "\n"
    data = list(map(_plain, labels))
    if not data:
        return own
    text = yaml.safe_dump({"labels": data}, allow_unicode=True, sort_keys=False, width=10**6)
    return f"{own}\n{MARKER}\n{text}"


def _plain(label: Label) -> Any:
    return {key: value for key, value in msgspec.json.decode(msgspec.json.encode(label)).items() if value != {}}


def merge_labels(labels: Iterable[Label], new: Label) -> Iterator[Label]:
    """Yield labels with a new one in place of that of the same call."""
    yield from (label for label in labels if label.command != new.command)
    yield new
