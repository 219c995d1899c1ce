"""What a game offers the shell, and the list of games.

The shell (kernel, geometry, packs, i18n, table, tui, cli) imports this module and no game. A game
is one record, `Game`, that is imported when the game is opened. What the command line and the first
screen must know before that stands in its `Manifest`, which imports nothing of the game and names
the record as text. `GAMES` names the manifests; an installed package adds one by an entry point of
the group `q40k.games`: its name is the id, its value the place of the manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct, field

from q40k.i18n.race import Unit
from q40k.kernel.lookup import nearest
from q40k.packs.base import Names
from q40k.packs.kinds import PackKinds
from q40k.packs.library import Library
from q40k.packs.library import load as read_packs

if TYPE_CHECKING:
    from q40k.geometry.scene import Area, Mark, Piece, Scene
    from q40k.i18n.chapters import Chapter
    from q40k.i18n.locale import Locale
    from q40k.i18n.wording import Wording
    from q40k.kernel.calls import Caller, Step
    from q40k.kernel.correcting import Change
    from q40k.kernel.driver import Rules
    from q40k.kernel.events import Event, Refusal
    from q40k.kernel.medals import MedalRule
    from q40k.kernel.questions import Question
    from q40k.sound.clips import Clip
    from q40k.table.context import Prefilled

Viewer = str | None
"""Who looks: a seat’s id, or None for everyone in the room; a secret is shown to its owner."""


class Seat(Struct, frozen=True):
    """Somebody who plays: `colour` is the number of a colour of the palette, by joining."""

    id: str
    name: str
    colour: int = 0
    present: bool = True


class Status(Struct, frozen=True):
    """Where a match stands: is it laid out, what is played, whose part is it, who has won.

    `name` is what the match itself is called. `phase` is a word of the game's own; `winners` are
    named as people name them.
    """

    opened: bool
    name: str = ""
    phase: str = ""
    turn: int = 0
    active: tuple[str, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()


class Clock(Struct, frozen=True):
    """A match's clock, in seconds of play.

    `gone` is what it showed last; since then it `runs`, or it stands because nobody plays or
    because it was `held`. `limit` is that of the match; `part` that of the running part, which
    began at `began`. None is no limit, or no part that is timed. At so many seconds left of the
    part, `calls`, its time is called; below the two of `hurry` it turns amber, then red.
    """

    gone: float
    runs: bool
    held: bool = False
    limit: float | None = None
    part: float | None = None
    began: float = 0.0
    calls: tuple[int, ...] = ()
    hurry: tuple[int, int] | None = None


class Racer(Struct, frozen=True):
    """How far a side is from winning: it has `made` so much of its `goal`.

    `side` is the id of a seat, or the name of a team; `colour` a number as that of a seat. `near`
    says that it may win with what happens next.
    """

    side: str
    name: str
    colour: int = 0
    made: Fraction = Fraction(0)
    goal: Fraction = Fraction(1)
    unit: Unit = "count"
    near: bool = False

    @property
    def part(self) -> Fraction:
        """What part of its goal is made."""
        return self.made / self.goal if self.goal else Fraction(0)

    @property
    def share(self) -> float:
        """The same as a number that is quickly made."""
        (made, parts), (goal, wanted) = self.made.as_integer_ratio(), self.goal.as_integer_ratio()
        return made * wanted / (parts * goal) if goal else 0.0


class Count(Struct, frozen=True):
    """What a game counts of everybody in a match, such as kills: `id`, and its name in a message of
    the game's catalogue. Of several matches it `keeps` the sum, or the most.
    """

    id: str
    name: str
    keeps: Literal["sum", "most"] = "sum"


class Entrant(Struct, frozen=True):
    """Somebody who took part in a match that is over, and how it ended for them.

    `player` is a name, "" on a side that nobody is named for. Those of one `side` played together.
    `place` is that of their side, 1 for who won; who tied has the same place, and the next one
    comes after all of them. `figure` is the id of the one that was `fielded`; `army` a word of the
    game's own. `counts` are numbers by the ids of the game's `Count`s.
    """

    player: str
    side: str
    place: int
    points: Fraction = Fraction(0)
    figure: str = ""
    fielded: Names | None = None
    army: str = ""
    counts: dict[str, int] = field(default_factory=dict)


class Moments(Struct, frozen=True):
    """Between which events one jumps in the past, by the words of their types.

    `great` are those one looks for, and `called` is what one of them is, in a message of the game's
    catalogue. `turn` is the one that opens a turn; the turn's number is the field `turn_number` of
    that event. Events are sought as they are written, without spaces: `"type":"turn-opened"`.

    `raced` says what the race counts, where that is not plain, and `reckoned` how the game reckons
    chances to win, if it does (messages of its catalogue too).
    """

    great: tuple[str, ...] = ()
    called: str = ""
    turn: str = ""
    turn_number: str = "turn"
    raced: str = ""
    reckoned: str = ""


class Commands(Protocol):
    """A game's commands as match scripts write them."""

    def check(self, data: dict[str, Any]) -> Any:
        """A command from the plain data of a script. Raises BadCommand."""

    def data(self, command: Any) -> dict[str, Any]:
        """A command as plain data, `do` first, without what it leaves unsaid."""

    def words(self) -> tuple[str, ...]:
        """Every word that `do` may be."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a command: `oneOf` of `$defs`."""


class View(Protocol):
    """What the shell asks of a state. All answers are facts, worded and drawn elsewhere.

    A game derives its own from it. What has an answer here may be left out: no jumps in the past,
    no clock, no map, and nothing that is secret.
    """

    @property
    def moments(self) -> Moments:
        """Between which events one jumps in the past."""
        return Moments()

    def seats(self, state: Any) -> tuple[Seat, ...]:
        """Everyone who plays or has played, in the order of joining."""

    def status(self, state: Any) -> Status:
        """Where the match stands."""

    def following(self, state: Any) -> str | None:
        """The seat whose part comes after that of who is active; None where nobody knows."""
        del state
        return None

    def unasked(self, state: Any, seat: str) -> tuple[Any, Question] | None:
        """What a seat may answer before it is asked: the command that asks, and its question."""
        del state, seat
        return None

    def race(self, state: Any) -> tuple[Racer, ...]:
        """How far every side that is there is from winning; nobody where that is not counted."""
        del state
        return ()

    def same_race(self, before: Any, after: Any) -> bool:
        """Whether `race` is sure to be the same after as before."""
        return before is after

    def race_after(self, known: tuple[Racer, ...], before: Any, after: Any) -> tuple[Racer, ...]:
        """The race of `after`; `known` is that of `before`, and given back while it is the same.

        Whoever walks a whole match asks here: a game need only look at what has changed.
        """
        return known if self.same_race(before, after) else self.race(after)

    def chances(self, state: Any) -> Mapping[str, float] | None:
        """Everybody's chance to win, from 0 to 1, by the sides of the race, as the game reckons it.

        None: a report goes by how little is left to each of its goal. `Moments.reckoned` says how.
        """
        del state
        return None

    def clock(self, state: Any) -> Clock | None:
        """The clock it is played by; None without one."""
        del state
        return None

    def played(self, state: Any) -> Names | None:
        """What of the game is played, as packs name it, such as a scenario; None: all of it."""
        del state
        return None

    def again(self, state: Any) -> Prefilled | None:
        """What would be said of such a match once more with the same players; None: nothing."""
        del state
        return None

    def changes(self, old: Any, new: Any) -> tuple[Change, ...]:
        """All that is otherwise in `new` than in `old`, what matters most first."""
        del old, new
        return ()

    def scene(self, state: Any) -> Scene | None:
        """What a map shows of a (masked) state; None while there is nothing to show."""
        del state
        return None

    def pieces(self, state: Any) -> tuple[Piece, ...]:
        """Who stands on that map, and where: the same as in the scene, sooner if it can be."""
        scene = self.scene(state)
        return scene.pieces if scene is not None else ()

    def pieces_moved(
        self, known: Mapping[str, Piece], before: Any, after: Any
    ) -> Mapping[str, Piece | None]:
        """The pieces that are otherwise in `after`, but for who acts, by id; None for who is gone.

        Some that are the same may be among them; `known` are those of `before`. Whoever walks a
        whole match asks here: a game need only look at who has moved.
        """
        if before is after:
            return {}
        here = {one.id: one for one in self.pieces(after)}
        return {**dict.fromkeys(known.keys() - here.keys()), **here}

    def lying(self, state: Any) -> tuple[Area | Mark, ...]:
        """What covers the ground of that map for now, and what lies on it.

        What only shows where somebody stands, areas of a colour of their own, is none of it.
        """
        scene = self.scene(state)
        if scene is None:
            return ()
        return (*(one for one in scene.areas if one.colour is None), *scene.marks)

    def same_lying(self, before: Any, after: Any) -> bool:
        """Whether `lying` is sure to be the same after as before."""
        return before is after

    def masked(self, state: Any, viewer: Viewer) -> Any:
        """The state as `viewer` may know it: the same type, without what is secret."""
        del viewer
        return state

    def masked_event(self, state: Any, event: Event, viewer: Viewer) -> Event | None:
        """The event as `viewer` may know it; None when nothing of it may be known."""
        del state, viewer
        return event

    def masked_question(self, state: Any, question: Question, viewer: Viewer) -> Question:
        """The question as `viewer` may know it, whoever is asked: the same, but for its facts."""
        del state, viewer
        return question

    def masked_refusal(self, state: Any, refusal: Refusal, viewer: Viewer) -> Refusal:
        """The refusal as `viewer` may know it: the same, but for its facts."""
        del state, viewer
        return refusal

    def as_json(self, state: Any, question: Question | None, log: list[str]) -> dict[str, Any]:
        """A (masked) state as match scripts and `--json` show it."""


class Packs(Protocol):
    """What a game takes from packs; a game derives its own from it.

    A match keeps what it was given: its journal needs none.
    """

    @property
    def kinds(self) -> PackKinds:
        """The kinds of pack there are."""

    def library(
        self,
        folders: Iterable[Path] = (),
        *,
        only: Collection[str] | None = None,
        cache: Path | None = None,
    ) -> Any:
        """The shipped packs and those of the folders, as `q40k.packs.library.load` reads them.

        A Library, or the game’s own kind of one. Raises PackError.
        """
        return read_packs(self.kinds, folders, only=only, cache=cache)

    def needed(self, command: Any) -> bool:
        """Whether packs must be read before `command` can be carried out."""

    def complete(self, library: Any, state: Any, command: Any, was: Any = None) -> Any:
        """The command with the data of the packs beside what it names.

        `was` is the command in whose place it comes, when the past is put right. Raises Refused
        (an unknown id), PackError.
        """

    def spared(self, library: Any, command: Any, data: dict[str, Any]) -> dict[str, Any]:
        """The data of a completed command for a script: without what these packs hold anyway."""


class NoPacks:
    """The packs of a game that has none."""

    kinds = PackKinds("", (), (), ())

    def library(
        self,
        folders: Iterable[Path] = (),
        *,
        only: Collection[str] | None = None,
        cache: Path | None = None,
    ) -> Library:
        """No pack at all."""
        del folders, only, cache
        return Library()

    def needed(self, command: Any) -> bool:
        """No command needs any."""
        del command
        return False

    def complete(self, library: Any, state: Any, command: Any, was: Any = None) -> Any:
        """The command as it is."""
        del library, state, was
        return command

    def spared(self, library: Any, command: Any, data: dict[str, Any]) -> dict[str, Any]:
        """The data as it is."""
        del library, command
        return data


class Figures(Protocol):
    """What a game counts of a whole match, for whoever tells it afterwards."""

    def count(self, steps: Iterable[Step[Any]]) -> Any:
        """Count a match, from everything that stands in it, oldest first."""

    def data(self, state: Any, counted: Any) -> dict[str, Any]:
        """What was counted, as plain data, by the names of the players."""

    def chapters(self, locale: Locale, state: Any, counted: Any) -> tuple[Chapter, ...]:
        """What was counted, in words."""


class Results(Protocol):
    """How matches of a game that are over have ended, for whoever keeps tables of many."""

    @property
    def counts(self) -> tuple[Count, ...]:
        """What is counted of everybody."""

    def entrants(self, state: Any, steps: Callable[[], Iterable[Step[Any]]]) -> tuple[Entrant, ...]:
        """Everybody who took part, in the order of joining, with the full order of finish.

        `steps` walks all that stands in the match, for who must know more than its last state.
        """

    def army(self, locale: Locale, army: str) -> str:
        """What an army is called."""


class Manifest(Struct, frozen=True):
    """What is known of a game before it is opened; what stands elsewhere is "module:attribute".

    `name` is a proper noun, the same in every language; `about` says what it is, in a message of
    the game's catalogue, `credits` whose work it stands on (messages too), and `record` where its
    `Game` is. Of the command line: `verbs` are the
    game's own, by heading (a message) and name; `new` is what begins a match, with the game's own
    options, and `first_line` the first line of a script; `examples` (what to type, and what it
    does) stand below the help of commands of the shell, such as "q40k do".
    """

    id: str
    name: str
    record: str
    about: str = ""
    credits: tuple[str, ...] = ()
    verbs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    new: str = "q40k.cli.play:new"
    first_line: str = '{"do": "new"}'
    examples: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)


class LineRules(Struct, frozen=True):
    """The ids of the rules under which the table itself refuses a line of a script.

    `undo` when there is nothing to undo or redo, `answers` when more are given than are asked for,
    `packs` when its data is that of no pack. `spare` says of a state, the command that led to it
    and the answers nobody asked for whether they say no more than is so anyway: then they are let
    pass.
    """

    undo: str = ""
    answers: str = ""
    packs: str = ""
    spare: Callable[[Any, Any, list[Any]], bool] = lambda _state, _command, _answers: False


class Demo(Struct, frozen=True):
    """A recorded match: its script, and the moment that is drawn as a picture of the game.

    That is the first from so many `lines` on which is `telling`; then the `keys` are pressed.
    """

    script: Path
    lines: int = 0
    telling: Callable[[Any], bool] = lambda _state: True
    keys: tuple[str, ...] = ()


class Game(Struct, frozen=True):
    """A game of the house.

    `screen` names, as "module:attribute", what the screens need; it is imported when a screen
    opens. `demo` is what `q40k demo` plays. `calls` finds what an announcer calls out; None has
    nothing called. `clips` are what is heard at a kind of call (None: nothing), "call" at any
    other, and at the clock's alarms (`table.shown.clock.Alarm`). `medals` are those that may be won
    in a match, the weightiest first. `figures` names what counts a match for its report, a
    `Figures`; it is imported when one is made, as is `results`, a `Results`, for the tables of a
    season: without it they go by winners and race. `prints` names what can be printed, a `Prints`
    (`prints.offer`); a game without it has nothing. `shape` is a number for the shape of what a
    journal keeps of the game, its events and commands: it is raised with every change of them
    (`tests/games/test_shapes.py` says when), so that an older q40k leaves a newer match alone.
    """

    manifest: Manifest
    rules: Rules[Any, Any]
    commands: Commands
    view: View
    words: Wording[Any]
    packs: Packs
    screen: str
    demo: Demo | None = None
    calls: Caller[Any, Any] | None = None
    clips: Mapping[str, Clip | None] = field(default_factory=dict)
    figures: str = ""
    results: str = ""
    medals: tuple[MedalRule[Any], ...] = ()
    prints: str = ""
    line_rules: LineRules = LineRules()
    shape: int = 1

    @property
    def id(self) -> str:
        """The word by which scripts, the library of matches and the command line name it."""
        return self.manifest.id

    @property
    def name(self) -> str:
        """What it is called, in every language."""
        return self.manifest.name


# -- the games there are -------------------------------------------------------------------

DEFAULT = "quake"
GAMES: dict[str, str] = {
    "quake": "q40k.games.quake.manifest:MANIFEST",
    "epic": "q40k.games.epic.manifest:MANIFEST",
    "space-hulk": "q40k.games.space_hulk.manifest:MANIFEST",
}
"""Every game that ships with the house, by id: where its manifest is."""

GROUP = "q40k.games"
"""The entry points by which installed packages add games."""


class UnknownGame(LookupError):
    """No game has that id; `nearest` is the one that is nearest to it, if any is near."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said
        self.nearest = nearest(said, known())


def find(id: str = DEFAULT) -> Game:
    """The game of that id, opened. Raises UnknownGame."""
    game: Game = load(manifest(id).record)
    return game


def manifest(id: str = DEFAULT) -> Manifest:
    """What is known of the game of that id without opening it. Raises UnknownGame."""
    found: Manifest = load(_where(id))
    return found


def manifests() -> Iterator[Manifest]:
    """The manifests of all games, the default first and the installed ones last."""
    for where in GAMES.values():
        yield load(where)
    for id, where in _installed().items():
        if id not in GAMES:
            yield load(where)


def known() -> tuple[str, ...]:
    """The ids of all games, the installed ones last."""
    return tuple(dict.fromkeys((*GAMES, *_installed())))


def add(id: str, where: str) -> None:
    """Add a game for as long as this process runs: its id, and where its manifest is."""
    GAMES[id] = where


def name_of(id: str) -> str:
    """What a game is called; one that is not here by its id."""
    try:
        return manifest(id).name
    except UnknownGame:
        return id


def locales(id: str = DEFAULT) -> Path:
    """The folder of a game's catalogues: beside its manifest. Raises UnknownGame."""
    package = _where(id).partition(":")[0].rpartition(".")[0]
    found = find_spec(package)
    folders = (found.submodule_search_locations if found else None) or [""]
    return Path(folders[0]) / "locales"


def load(where: str) -> Any:
    """What a text such as "package.module:attribute" names. Raises ImportError, AttributeError."""
    module, _, attribute = where.partition(":")
    return getattr(import_module(module), attribute)


def _where(id: str) -> str:
    where = GAMES.get(id) or _installed().get(id)
    if where is None:
        raise UnknownGame(id)
    return where


def _installed() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow, and hardly ever needed

    return {point.name: point.value for point in entry_points(group=GROUP)}
