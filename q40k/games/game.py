"""The interface that every game implements, and the list of games.

The shell imports this module and no game. A game is one record, `Game`, imported when it is opened. What is needed
earlier is in its `Manifest`, which imports nothing of the game and names the record as text. An installed package adds
a game by an entry point of the group `q40k.games`: the id of the game, and the place of its manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, overload

from msgspec import Struct, field

from q40k.i18n.scores import Unit
from q40k.kernel.events import Event, Question, Refusal
from q40k.kernel.lookup import nearest
from q40k.packs.base import Names
from q40k.packs.kinds import PackKinds

if TYPE_CHECKING:
    from q40k.geometry.scene import Area, Mark, Piece, Scene
    from q40k.i18n.wording import Wording
    from q40k.kernel.amending import Change
    from q40k.kernel.commentary import Caller, MedalRule
    from q40k.kernel.driver import Rules
    from q40k.sound.clips import Clip
    from q40k.table.context import Prefilled
    from q40k.table.outcomes import Results, Statistics
    from q40k.tabletop.rules import BotSeat

LEAST_LEFT = 0.02
"""Until it has won, a side has at least this part of its goal left."""
Viewer = str | None
"""The id of the seat that looks at a state, or None for everyone in the room. Secrets have one viewer."""


class Seat(Struct, frozen=True):
    """A player of a match: its number in the palette goes by the order of joining; its bot is None if people play."""

    id: str
    name: str
    colour: int = 0
    present: bool = True
    bot: BotSeat | None = None


class Status(Struct, frozen=True):
    """The stage of a match: whether it is laid out, its phase, who acts, who has won.

    `name` is the name of the match itself. `phase` is a word of the game's own. `active` holds the ids of the seats
    that act; `winners` are names as people say them.
    """

    is_laid_out: bool
    name: str = ""
    phase: str = ""
    turn: int = 0
    active: tuple[str, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()


class Clock(Struct, frozen=True):
    """A match's clock, in seconds of play.

    `elapsed` is what it showed last. Since then it `is_running`; or it stands because nobody plays, or because
    it `is_paused`. `limit` is that of the match, `part_limit` that of the current part, which started at
    `part_start`; None means no limit, or no timed part. The time of the part is called when as many seconds
    are left as one of `call_times`. Below the two numbers of `hurry` the clock turns amber, then red. With
    `keeps_undone` the time of what is undone stays spent while a part is timed.
    """

    elapsed: float
    is_running: bool
    is_paused: bool = False
    limit: float | None = None
    part_limit: float | None = None
    part_start: float = 0.0
    call_times: tuple[int, ...] = ()
    hurry: tuple[int, int] | None = None
    keeps_undone: bool = False


class Racer(Struct, frozen=True):
    """How close a side is to winning: it has `scored` so much of its `goal`.

    `side` is the id of a seat or the name of a team, `colour` a number as in `Seat`. It is `near` if it may win next.
    """

    side: str
    name: str
    colour: int = 0
    scored: Fraction = Fraction(0)
    goal: Fraction = Fraction(1)
    unit: Unit = "count"
    near: bool = False

    @property
    def progress(self) -> Fraction:
        """Return the fraction of its goal that the side has scored."""
        return self.scored / self.goal if self.goal else Fraction(0)

    @property
    def share(self) -> float:
        """Return `progress` as a float, which is quicker to compute."""
        numerator, denominator = self.scored.as_integer_ratio()
        goal, goal_denominator = self.goal.as_integer_ratio()
        return numerator * goal_denominator / (denominator * goal) if goal else 0.0


class Moments(Struct, frozen=True):
    """The events between which one can jump in the past, by their types.

    `highlights` are the types of events that people look for; `highlight_name` is the word for one of them, a message
    of the game's catalogue. `turn` is the type of the event that opens a turn; its field `turn_number` holds the
    number. Events are searched as they are written, without spaces: `"type":"turn-opened"`.

    `whole_screen` are the kinds of the announcer's calls that fill a board's screen for a moment.
    `deaths` are those of them in which the other side, or piece, has died: its name is crossed out.

    `race_note` explains what the race counts, if that is not plain. `chances_note` explains how the game computes
    chances to win, if it does. Both are messages of the catalogue. `chances_weights` are the weights of
    `View.prospects`, fitted to games of bots (`python -m q40k.lab.calibration`).
    """

    highlights: tuple[str, ...] = ()
    highlight_name: str = ""
    whole_screen: frozenset[str] = frozenset()
    deaths: frozenset[str] = frozenset()
    turn: str = ""
    turn_number: str = "turn"
    race_note: str = ""
    chances_note: str = ""
    chances_weights: tuple[float, ...] = (2.0,)


class Commands(Protocol):
    """A game's commands in the form in which match scripts write them."""

    def check(self, data: dict[str, Any]) -> Any:
        """Return the command in the plain data of a script. Raises BadCommand."""

    def data(self, command: Any) -> dict[str, Any]:
        """Return a command as plain data: `do` first, without fields at their default."""

    def words(self) -> tuple[str, ...]:
        """Return every word that `do` may be."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a command: `oneOf` of `$defs`."""


class View(Protocol):
    """What the shell asks of a state. The answers are facts: other modules word and draw them.

    A game derives its own view from it. A method with a default may be left out: no jumps in the
    past, no clock, no map, no secrets.
    """

    @property
    def moments(self) -> Moments:
        """Return the events between which one can jump in the past."""
        return Moments()

    def seats(self, state: Any) -> tuple[Seat, ...]:
        """Return everyone who plays or has played, in the order of joining."""

    def status(self, state: Any) -> Status:
        """Return the stage of the match."""

    def next_seat(self, state: Any) -> str | None:
        """Return the seat that acts after the active one, or None if that is not known."""
        return None

    def early_question(self, state: Any, seat: str) -> tuple[Any, Question] | None:
        """Return a question that a seat may answer early, after the command that asks it.

        Return None if there is none.
        """
        return None

    def race(self, state: Any) -> tuple[Racer, ...]:
        """Return how close every present side is to winning; empty if nothing counts that."""
        return ()

    def same_race(self, before: Any, after: Any) -> bool:
        """Return whether `race` and `prospects` are certainly the same for both states."""
        return before is after

    def race_after(self, previous: tuple[Racer, ...], before: Any, after: Any) -> tuple[Racer, ...]:
        """Return the race of `after`; `previous` is the race of `before`, and is returned if
        nothing changed.

        Code that walks a whole match calls this: a game needs to look only at what changed.
        """
        return previous if self.same_race(before, after) else self.race(after)

    def prospects(self, state: Any) -> Mapping[str, tuple[float, ...]]:
        """Return the numbers that speak for each side of the race to win; more is better.

        A chance is as great as the exponential of their sum by `Moments.chances_weights`. The plain model has one,
        minus the logarithm of what is left to the goal: half as much left wins four times as often.
        """
        return {racer.side: (-log(max(1 - racer.share, LEAST_LEFT)),) for racer in self.race(state)}

    def clock(self, state: Any) -> Clock | None:
        """Return the match's clock, or None if it has none."""
        return None

    def scenario_name(self, state: Any) -> Names | None:
        """Return the name of the scenario that is played, such as a mission; None if the game has
        only one.
        """
        return None

    def rematch(self, state: Any) -> Prefilled | None:
        """Return the settings for a new match of the same kind with the same players; None if there
        are none.
        """
        return None

    def changes(self, old: Any, new: Any) -> tuple[Change, ...]:
        """Return every difference between two states, the most important first."""
        return ()

    def scene(self, state: Any) -> Scene | None:
        """Return the map of a (masked) state; None if there is nothing to show."""
        return None

    def pieces(self, state: Any) -> tuple[Piece, ...]:
        """Return the pieces of the scene. A game may compute them without the whole scene."""
        scene = self.scene(state)
        return scene.pieces if scene is not None else ()

    def changed_pieces(self, previous: Mapping[str, Piece], before: Any, after: Any) -> Mapping[str, Piece | None]:
        """Return the pieces that changed, by id; None for a piece that is no longer there.

        A change of who acts does not count. `previous` holds the pieces of `before`; some unchanged
        pieces may be among the result. Code that walks a whole match calls this: a game needs to
        look only at who has moved.
        """
        if before is after:
            return {}
        here = {piece.id: piece for piece in self.pieces(after)}
        return {**dict.fromkeys(previous.keys() - here.keys()), **here}

    def ground_cover(self, state: Any) -> tuple[Area | Mark, ...]:
        """Return the temporary areas on the ground of the map, and the marks that lie on it.

        Areas with a colour of their own only mark where somebody stands: they are not included.
        """
        scene = self.scene(state)
        return () if scene is None else (*(area for area in scene.areas if area.colour is None), *scene.marks)

    def same_ground_cover(self, before: Any, after: Any) -> bool:
        """Return whether `ground_cover` is certainly the same for both states."""
        return before is after

    def hides_what_may_be_nothing(self, state: Any, viewer: Viewer) -> bool:
        """Return whether a match without a secret must look now like one with a secret."""
        return False

    def mask_state(self, state: Any, viewer: Viewer) -> Any:
        """Return the state as `viewer` may know it: the same type, without secrets."""
        return state

    def mask_event(self, state: Any, event: Event, viewer: Viewer) -> Event | None:
        """Return the event as `viewer` may know it; None if the viewer may know nothing of it."""
        return event

    def mask_question(self, state: Any, question: Question, viewer: Viewer) -> Question:
        """Return the question as `viewer` may know it, whoever is asked. Only its facts change."""
        return question

    def mask_refusal(self, state: Any, refusal: Refusal, viewer: Viewer) -> Refusal:
        """Return the refusal as `viewer` may know it. Only its facts change."""
        return refusal

    def as_json(self, state: Any, question: Question | None, log: list[str]) -> dict[str, Any]:
        """Return a (masked) state as match scripts and `--json` show it."""


class Packs:
    """The packs of a game; one that has any derives its own.

    A match keeps the data it took, so its journal needs no packs.
    """

    kinds = PackKinds("", (), (), ())

    def library(
        self, folders: Iterable[Path] = (), *, only: Collection[str] | None = None, cache: Path | None = None
    ) -> Any:
        """Return the shipped packs and those of the folders, read by `q40k.packs.library.load`.

        It is a Library, or the game's own kind of one. Raises PackError.
        """
        from q40k.packs.library import Library, load  # late: a match that goes on needs none at first

        return load(self.kinds, folders, only=only, cache=cache) if self.kinds.kinds else Library()

    def needs_packs(self, command: Any) -> bool:
        """Return whether packs must be read before `command` can be carried out."""
        return False

    def complete(self, library: Any, state: Any, command: Any, was: Any = None) -> Any:
        """Return the command together with the pack data that it names.

        `was` is the command that it replaces, when the past is corrected. Raises Refused (an
        unknown id), PackError.
        """
        return command

    def strip_pack_data(self, library: Any, command: Any, data: dict[str, Any]) -> dict[str, Any]:
        """Return a completed command's data for a script, without what these packs contain."""
        return data

    def shared_objects(self, state: Any) -> Iterable[Mapping[str, Sequence[Any]]]:
        """Yield what a (masked) state holds that can be handed on as a code and is not shipped.

        Each is an object with what it needs, by kind; the object itself comes first.
        """
        return ()


class Verb(Struct, frozen=True):
    """A command of the command line: where it is ("module:attribute"), and what it does, a message."""

    where: str
    summary: str


class Manifest(Struct, frozen=True):
    """The facts about a game that are known before it is opened.

    Code is named as "module:attribute". `name` is a proper noun, the same in every language.
    `about` describes the game and `credits` names whose work it uses: messages of the game's
    catalogue. `record` names its `Game`. For the command line: `verbs` are the game's own commands,
    by heading (a message) and name; `new` is the command that begins a match with the game's own
    options; `first_line` is the first line of a script. `examples` (what to type, and what it does)
    are added to the help of the shell's commands, such as "q40k do". `has_lesson` says that its
    screen teaches newcomers (`GameScreen.lesson_options`), `has_match_of_bots` that its `Demo` has `bots`.
    """

    id: str
    name: str
    record: str
    about: str = ""
    credits: tuple[str, ...] = ()
    verbs: Mapping[str, Mapping[str, Verb]] = field(default_factory=dict)
    new: str = "q40k.cli.verbs.play:new"
    first_line: str = '{"do": "new"}'
    examples: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    has_lesson: bool = False
    has_match_of_bots: bool = False


class LineRules(Struct, frozen=True):
    """The ids of the rules under which the table itself refuses a line of a script.

    `undo`: there is nothing to undo or redo. `answers`: the line has more answers than questions.
    `packs`: its data is in no pack.
    """

    undo: str = ""
    answers: str = ""
    packs: str = ""


MOST_BOTS = 6
"""How many bots play a match to be watched at most."""


class Demo(Struct, frozen=True):
    """A recorded match: its script, and the moment that is drawn as a picture of the game.

    The moment is the first, after `lines` lines, whose state `suits_picture`. Then the `keys` are
    pressed. `bots` returns the script of a match that so many bots are about to play; None if the game
    has no such match.
    """

    script: Path
    lines: int = 0
    suits_picture: Callable[[Any], bool] = lambda _state: True
    keys: tuple[str, ...] = ()
    bots: Callable[[int], Sequence[Mapping[str, Any]]] | None = None


P = TypeVar("P")


class GamePart(Generic[P]):
    """A part of a game, imported when it is first asked for.

    A game names it as "module:attribute" (a class is instantiated), or hands over the part itself.
    """

    def __init__(self, default: Callable[[Game], Any] | None = None) -> None:
        self._default = default

    def __set_name__(self, owner: type[Game], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, game: None, owner: type[Game]) -> GamePart[P]: ...

    @overload
    def __get__(self, game: Game, owner: type[Game]) -> P: ...

    def __get__(self, game: Game | None, owner: type[Game]) -> GamePart[P] | P:
        if game is None:
            return self
        part = game.parts.get(self._name)
        if isinstance(part, str):
            part = load(part)
        elif part is None and self._default is not None:
            part = self._default(game)
        part = part() if isinstance(part, type) else part
        game.__dict__[self._name] = part  # the next look finds it there
        return cast(P, part)


def _make_commands(game: Game) -> Commands:
    """Return the commands of the game's registry."""
    from q40k.table.commands import RegisteredCommands

    rules: Any = game.rules
    return RegisteredCommands(rules.registry)


class Game:
    """A game of the house: what its manifest's `record` names.

    Its parts are loaded when they are first asked for, so that printing or listing champions loads
    no rules. `shape` is the version of the game's events and commands in a journal. It is raised
    with every change of them (`tests/games/test_shapes.py` says when), so that an older q40k leaves
    a newer match alone. `clips` are the sounds of each kind of call (None: no sound), of "call" for
    all other kinds, and of the clock's alarms (`table.shown.Alarm`).
    """

    rules: GamePart[Rules[Any, Any]] = GamePart()
    """The rules: the blank state, the fold, the rule of each command."""
    commands: GamePart[Commands] = GamePart(_make_commands)
    """The commands as match scripts write them."""
    view: GamePart[View] = GamePart()
    """The answers to the shell's questions about a state."""
    words: GamePart[Wording[Any]] = GamePart()
    """The game in sentences."""
    packs: GamePart[Packs] = GamePart(lambda _game: Packs())
    """Its kinds of pack."""
    screen: GamePart[Any] = GamePart()
    """Its `tui.game_screen.GameScreen`."""
    bot: GamePart[Any] = GamePart()
    """Its `bots.bot.Bot`, which plays a seat instead of a person; None: no seat can be a bot's."""
    lab: GamePart[Any] = GamePart()
    """Its `lab.subject.Lab`, which lets bots play it in the lab; None: nothing of it can be weighed."""
    study: GamePart[Any] = GamePart()
    """Its `study.subject.Subject`, by which bots play its matches on; None: no match can be studied."""
    calls: GamePart[Caller[Any, Any] | None] = GamePart()
    """What finds the moments that an announcer calls out; None: nothing is called."""
    medals: GamePart[tuple[MedalRule[Any], ...]] = GamePart(lambda _game: ())
    """The medals that may be won in a match, the most important first."""
    statistics: GamePart[Statistics | None] = GamePart()
    """What counts a match for its report; None: nothing is counted."""
    results: GamePart[Results | None] = GamePart()
    """How matches end, for a season; None: the tables use winners and race."""
    prints: GamePart[Any] = GamePart()
    """Its `prints.offer.Prints`; None: it prints nothing."""
    demo: GamePart[Demo | None] = GamePart()
    """The match that `q40k demo` plays, if there is one."""
    allows_extra_answers: GamePart[Callable[[Any, Any, list[Any]], bool]] = GamePart(
        lambda _game: lambda _state, _command, _answers: False
    )
    """Whether answers that no question asked for only repeat what is true anyway.

    It gets the state after a command, the command and the answers; a script may hold such a line.
    """

    def __init__(
        self,
        manifest: Manifest,
        *,
        shape: int = 1,
        line_rules: LineRules | None = None,
        clips: Mapping[str, Clip | None] | None = None,
        **parts: Any,
    ) -> None:
        self.manifest = manifest
        self.shape = shape
        self.line_rules = line_rules or LineRules()
        self.clips = clips or {}
        unknown = [name for name in parts if not isinstance(getattr(Game, name, None), GamePart)]
        if unknown:
            raise TypeError(f"a game has no part {unknown[0]}")
        self.parts = parts

    @property
    def id(self) -> str:
        """Return the id by which scripts, the library and the command line name it."""
        return self.manifest.id

    @property
    def name(self) -> str:
        """Return its name, the same in every language."""
        return self.manifest.name


# -- the list of games ---------------------------------------------------------------------

DEFAULT = "quake"
GAMES: dict[str, str] = {
    "quake": "q40k.games.quake.manifest:MANIFEST",
    "epic": "q40k.games.epic.manifest:MANIFEST",
    "space-hulk": "q40k.games.space_hulk.manifest:MANIFEST",
}
"""The manifests of all games that ship with q40k, by id."""

GROUP = "q40k.games"
"""The entry points by which installed packages add games."""


class UnknownGame(LookupError):
    """No game has the id; `nearest` is the most similar id, or None."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id
        self.nearest = nearest(id, game_ids())


def find(id: str = DEFAULT) -> Game:
    """Return the game with that id, opened. Raises UnknownGame."""
    game: Game = load(manifest(id).record)
    return game


def manifest(id: str = DEFAULT) -> Manifest:
    """Return the manifest of the game with that id. Raises UnknownGame."""
    record: Manifest = load(place_of(id))
    return record


def manifests() -> Iterator[Manifest]:
    """Yield the manifests of all games, the default first and the installed ones last."""
    yield from map(load, GAMES.values())
    yield from (load(where) for id, where in _installed_games().items() if id not in GAMES)


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, the installed ones last."""
    return tuple(dict.fromkeys((*GAMES, *_installed_games())))


def add(id: str, where: str) -> None:
    """Add a game to this process: its id, and where its manifest is."""
    GAMES[id] = where


def name_of(id: str) -> str:
    """Return the name of a game, or its id if it is not installed."""
    try:
        return manifest(id).name
    except UnknownGame:
        return id


def folder_of(id: str = DEFAULT) -> Path:
    """Return the folder of a game, where its manifest is. Raises UnknownGame."""
    package = place_of(id).partition(":")[0].rpartition(".")[0]
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or [""]
    return Path(folders[0])


def load(where: str) -> Any:
    """Return what "package.module:attribute" names. Raises ImportError, AttributeError."""
    module, _, attribute = where.partition(":")
    return getattr(import_module(module), attribute)


def place_of(id: str) -> str:
    """Return where the manifest of a game is, as "module:attribute". Raises UnknownGame."""
    where = GAMES.get(id) or _installed_games().get(id)
    if where is None:
        raise UnknownGame(id)
    return where


def _installed_games() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow, and hardly ever needed

    return {point.name: point.value for point in entry_points(group=GROUP)}
