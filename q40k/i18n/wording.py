"""A game in sentences: what its chapters have registered, in every language of the house.

A game makes one `Wording` and binds its methods; every chapter of its words imports those:

    @tells(Leapt)
    def _leapt(locale: Locale, state: Match, event: Leapt) -> str: ...

    questions({"leap": QuestionText(N_("{who} rolls {dice}: a leap"))})
    refusals({"too-wide": N_("{player} cannot leap {inches}.")})
    commands({Leap: CommandText(meant("command", "leap"), lambda locale, command: command.player)})

Chapters have the same names as in the game's rules: the one of an event is imported when such an
event is first told, all of them when anything else is first said. Nothing else has to name them:
there is no list of them to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.i18n.luck import difference
from q40k.i18n.problems import ProblemTexts, problem
from q40k.i18n.questions import Asked, QuestionText, asked, plain
from q40k.i18n.sentences import Dress, Facts, Variant, dressed, nearest, spelled
from q40k.kernel.calls import Call
from q40k.kernel.events import Event, Refusal
from q40k.kernel.medals import Medal
from q40k.kernel.questions import Question
from q40k.kernel.registry import load
from q40k.packs.problems import Problem

S = TypeVar("S")
E = TypeVar("E", bound=Event)

Teller = Callable[[Locale, S, E], str | None]
ManyWays = Callable[[Locale, S, E, int], str | None]


def nobody(_locale: Locale, _command: Any) -> str:
    """A command that is about nobody."""
    return ""


class Fold(Struct, frozen=True):
    """A line of a card that holds `more`, a line each, for who wants to know."""

    line: str
    more: tuple[str, ...]


class CommandText(Struct, frozen=True):
    """The line of a kind of command: what it does (marked by `meant`), and to whom or what.

    `done` may depend on the command. `known` says whom or what where more is at hand: a
    state in which things have their names, and the events that the command brought about.
    """

    done: tuple[str, str] | Callable[[Any], tuple[str, str]]
    whom: Callable[[Locale, Any], str] = nobody
    known: Callable[[Locale, Any, Any, Sequence[Event]], str] | None = None


class BoardText(Struct, frozen=True):
    """Where a match stands, in words: a few lines, then a table with a row for everybody.

    `figures` are the columns that hold numbers, by their places.
    """

    heading: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    figures: tuple[int, ...] = ()


class CallText(Struct, frozen=True):
    """The words of a kind of call: its short `title`, and several ways to call it out.

    The ways may hold {side}, {other} and {count}. No way is taken twice running.
    """

    title: str
    ways: tuple[str, ...]


class MedalText(Struct, frozen=True):
    """The words of a medal: its `title`, and what it was won by.

    `said` may hold {sides}, {other} and {number}.
    """

    title: str
    said: str


OF_LUCK = {
    "luckiest": MedalText(N_("Darling of the dice"), N_("{sides}: {number} tests more than due")),
    "unluckiest": MedalText(N_("Dice of lead"), N_("{sides}: {number} tests against the average")),
}
"""The medals that are won in any game."""


LEAST_BEHIND = Fraction(1, 20)
"""Who came next with less, which would be rounded to nothing, is not told."""


def _medal_number(locale: Locale, medal: Medal, number: Fraction) -> str:
    """The number of a medal; luck is a difference. What has no sign of its own is rounded."""
    if medal.kind in OF_LUCK:
        return difference(locale, number)
    exact = locale.points(number)
    return locale.decimal(f"{float(number):.1f}") if "/" in exact else exact


class Wording(Generic[S]):
    """The sentences of one game with states `S`.

    `package` holds the modules that register them, `locales` the game's catalogues; whatever is
    said here is said with these before those of the shell.
    """

    def __init__(self, package: str, locales: Path) -> None:
        self.locales = locales
        self._package = package
        self._loaded = False
        self._tellers: dict[type[Event], ManyWays[S, Any]] = {}
        self._questions: dict[str, QuestionText] = {}
        self._refusals: dict[str, str] = {}
        self._variants: dict[str, Variant] = {}
        self._refused_facts: dict[str, Callable[[Locale, Facts], Mapping[str, str]]] = {}
        self._dress: dict[str, Dress] = {}
        self._commands: dict[type[Any], CommandText] = {}
        self._problems = ProblemTexts()
        self._facts: Callable[[Locale, S, Question], Mapping[str, Any]] | None = None
        self._unfolds: Callable[[Locale, S, Event], tuple[str, ...]] | None = None
        self._change: Callable[[Locale, S, S, Any], str] | None = None
        self._board: Callable[[Locale, S], BoardText] | None = None
        self._scores: Callable[[Locale, S], str] | None = None
        self._card: Callable[[Locale, S, str], Sequence[str | Fold]] | None = None
        self._calls: dict[str, CallText] = {}
        self._medals: dict[str, MedalText] = dict(OF_LUCK)
        self._side: Callable[[S, str], str] | None = None

    # -- registering -----------------------------------------------------------------------

    def tells(self, kind: type[E]) -> Callable[[Teller[S, E]], Teller[S, E]]:
        """Register how an event is told: a decorator of `(locale, state, event)`.

        It gives the sentence, or None when that event says nothing on its own.
        """

        def registered(teller: Teller[S, E]) -> Teller[S, E]:
            def told(locale: Locale, state: S, event: E, _number: int) -> str | None:
                return teller(locale, state, event)

            _once(self._tellers, {kind: told})
            return teller

        return registered

    def tells_in_many_ways(self, kind: type[E]) -> Callable[[ManyWays[S, E]], ManyWays[S, E]]:
        """Register how an event is told in one of several ways, picked by a number."""

        def registered(teller: ManyWays[S, E]) -> ManyWays[S, E]:
            _once(self._tellers, {kind: teller})
            return teller

        return registered

    def silent(self, *kinds: type[Event]) -> None:
        """Register events that say nothing on their own."""
        _once(self._tellers, dict.fromkeys(kinds, _nothing))

    def questions(self, texts: Mapping[str, QuestionText]) -> None:
        """Register the wording of questions by their keys."""
        _once(self._questions, texts)

    def refusals(
        self,
        sentences: Mapping[str, str],
        variants: Mapping[str, Variant] | None = None,
        facts: Mapping[str, Callable[[Locale, Facts], Mapping[str, str]]] | None = None,
    ) -> None:
        """Register why not, by the refusals' codes.

        `variants` choose among several sentences of one code, `facts` word what one code alone
        fills its sentence with.
        """
        _once(self._refusals, sentences)
        _once(self._variants, variants or {})
        _once(self._refused_facts, facts or {})

    def dress(self, facts: Mapping[str, Dress]) -> None:
        """Register how facts of refusals are worded, by the facts' names, whatever the code."""
        _once(self._dress, facts)

    def commands(self, texts: Mapping[type[Any], CommandText]) -> None:
        """Register the lines of commands by their kinds."""
        _once(self._commands, texts)

    def problems(self, texts: ProblemTexts) -> None:
        """Register what may be wrong with the game's packs."""
        _once(self._problems.sentences, texts.sentences)
        _once(self._problems.variants, texts.variants)
        _once(self._problems.kinds, texts.kinds)
        _once(self._problems.facts, texts.facts)

    def facts(
        self, function: Callable[[Locale, S, Question], Mapping[str, Any]]
    ) -> Callable[[Locale, S, Question], Mapping[str, Any]]:
        """Register what turns facts of any question into words: a decorator."""
        self._facts = function
        return function

    def unfolds(
        self, function: Callable[[Locale, S, Event], tuple[str, ...]]
    ) -> Callable[[Locale, S, Event], tuple[str, ...]]:
        """Register what shows the workings of an event, a line each: a decorator."""
        self._unfolds = function
        return function

    def changes(
        self, function: Callable[[Locale, S, S, Any], str]
    ) -> Callable[[Locale, S, S, Any], str]:
        """Register what words one difference between two states: a decorator."""
        self._change = function
        return function

    def boards(
        self, function: Callable[[Locale, S], BoardText]
    ) -> Callable[[Locale, S], BoardText]:
        """Register what words where a match stands: a decorator."""
        self._board = function
        return function

    def scored(self, function: Callable[[Locale, S], str]) -> Callable[[Locale, S], str]:
        """Register what tells everybody's score in one line: a decorator."""
        self._scores = function
        return function

    def cards(
        self, function: Callable[[Locale, S, str], Sequence[str | Fold]]
    ) -> Callable[[Locale, S, str], Sequence[str | Fold]]:
        """Register what tells a seat how it stands, beside its row of the board: a decorator."""
        self._card = function
        return function

    def calls(self, texts: Mapping[str, CallText], side: Callable[[S, str], str]) -> None:
        """Register what an announcer says, by the kinds of calls; `side` names a side."""
        _once(self._calls, texts)
        self._side = side

    def medals(self, texts: Mapping[str, MedalText], side: Callable[[S, str], str]) -> None:
        """Register what is said of medals, by their kinds; `side` names a side."""
        _once(self._medals, texts)
        self._side = side

    # -- saying ----------------------------------------------------------------------------

    def tell(self, locale: Locale, state: S, event: Event, number: int = 0) -> str | None:
        """The sentence that tells `event`; None when it says nothing on its own.

        `state` is any state after the event, best the newest: then a name that was put right shows
        everywhere. `number`, the entry's place in the journal when it was first entered, picks
        among several ways to tell it.
        """
        kind = type(event)
        if kind not in self._tellers:
            self._load_chapter(kind)
        return self._tellers[kind](locale.of(self.locales), state, event, number)

    def sentences(
        self, locale: Locale, state: S, events: Iterable[Event], number: int = 0
    ) -> dict[str, Event]:
        """The sentences that tell the events of one entry, none of them twice."""
        said = ((self.tell(locale, state, event, number), event) for event in events)
        found: dict[str, Event] = {}
        for text, event in said:
            if text:
                found.setdefault(text, event)
        return found

    def unfold(self, locale: Locale, state: S, event: Event) -> tuple[str, ...]:
        """The workings of an event, a line each; nothing for one that has none."""
        locale = self._ready(locale)
        return self._unfolds(locale, state, event) if self._unfolds else ()

    def ask(self, locale: Locale, state: S, question: Question) -> Asked:
        """The question in words, with its options and odds."""
        locale = self._ready(locale)
        text = self._questions.get(question.key) or plain(question)
        facts = self._facts(locale, state, question) if self._facts else {}
        return asked(locale, state, question, text, facts)

    def refuse(self, locale: Locale, refusal: Refusal) -> str:
        """Why the rules say no, in plain words."""
        locale = self._ready(locale)
        code, facts = refusal.code, refusal.facts
        variant = self._variants.get(code)
        sentence = self._refusals.get(code + (variant(facts) if variant else ""))
        if sentence is None:
            return locale.say(N_("The rules do not allow it: {code}."), code=spelled(code))
        said = dressed(locale, facts, self._dress)
        if code in self._refused_facts:
            said |= self._refused_facts[code](locale, facts)
        return locale.say(sentence, **said) + nearest(locale, facts)

    def command(
        self, locale: Locale, command: Any, state: S | None = None, events: Sequence[Event] = ()
    ) -> str:
        """A command in one short line: "run: Ann"; things have the names that `state` knows."""
        done, whom = self.command_parts(locale, command, state, events)
        return locale.say(N_("{done}: {whom}"), done=done, whom=whom) if whom else done

    def command_parts(
        self, locale: Locale, command: Any, state: S | None = None, events: Sequence[Event] = ()
    ) -> tuple[str, str]:
        """What a command does, and to whom or what; the second may be empty."""
        locale = self._ready(locale)
        text = self._commands[type(command)]
        done = text.done(command) if callable(text.done) else text.done
        if state is not None and text.known is not None:
            return locale.pgettext(*done), text.known(locale, command, state, events)
        return locale.pgettext(*done), text.whom(locale, command)

    def change(self, locale: Locale, old: S, new: S, change: Any) -> str:
        """One difference between two states: "Alice: score 30 → 15"."""
        locale = self._ready(locale)
        return self._change(locale, old, new, change) if self._change else str(change)

    def board(self, locale: Locale, state: S) -> BoardText:
        """Where a match stands."""
        locale = self._ready(locale)
        return self._board(locale, state) if self._board else BoardText()

    def scores(self, locale: Locale, state: S) -> str:
        """Everybody's score in one line; "" as long as nobody has any."""
        locale = self._ready(locale)
        return self._scores(locale, state) if self._scores else ""

    def card(self, locale: Locale, state: S, seat: str) -> Sequence[str | Fold]:
        """How a seat stands, a line each, beside what the board says of it."""
        locale = self._ready(locale)
        return self._card(locale, state, seat) if self._card else ()

    def call(self, locale: Locale, state: S, call: Call) -> str:
        """What the announcer says; each time of a kind otherwise than the time before."""
        locale = self._ready(locale)
        ways = self._calls[call.kind].ways
        side, other = (self._side(state, s) if self._side and s else s for s in call.about)
        way = ways[call.nth % len(ways)]
        return locale.say(way, side=side, other=other, count=call.count)

    def medal(
        self, locale: Locale, state: S, medal: Medal, names: Mapping[str, str]
    ) -> tuple[str, str]:
        """A medal's title, and what it was won by; `names` are those of the seats."""
        locale, text = self._ready(locale), self._medals[medal.kind]
        number = _medal_number(locale, medal, medal.number)
        sides = self._named(locale, state, medal.sides, names)
        other = self._named(locale, state, (medal.other,), names) if medal.other else ""
        said = locale.say(text.said, sides=sides, other=other, number=number)
        return locale.gettext(text.title), said

    def runner_up(self, locale: Locale, state: S, medal: Medal, names: Mapping[str, str]) -> str:
        """Who came next for a medal, and with what; "" when nobody did."""
        if not medal.seconds or 0 < medal.behind < LEAST_BEHIND:
            return ""
        locale = self._ready(locale)
        sides = self._named(locale, state, medal.seconds, names)
        number = _medal_number(locale, medal, medal.behind)
        return locale.say(N_("then {sides}: {number}"), sides=sides, number=number)

    def _named(
        self, locale: Locale, state: S, sides: Iterable[str], names: Mapping[str, str]
    ) -> str:
        """What sides are called, as a list."""
        side = self._side
        return locale.listed(
            side(state, one) if side is not None else names.get(one, one) for one in sides
        )

    def call_title(self, locale: Locale, kind: str) -> str:
        """What a kind of call is named."""
        return self._ready(locale).gettext(self._calls[kind].title)

    def problem(self, locale: Locale, found: Problem) -> str:
        """What is wrong with a pack, in a plain sentence; where it stands is for the face."""
        locale = self._ready(locale)
        return problem(locale, found, self._problems)

    # -- what is registered ----------------------------------------------------------------

    @property
    def told(self) -> frozenset[type[Event]]:
        """Every kind of event that has words, or is known to need none."""
        self.read_all()
        return frozenset(self._tellers)

    @property
    def keys(self) -> frozenset[str]:
        """Every key of a question that has words."""
        self.read_all()
        return frozenset(self._questions)

    @property
    def codes(self) -> Mapping[str, str]:
        """The sentence of every refusal by its code (with the ending of a variant)."""
        self.read_all()
        return self._refusals

    @property
    def called(self) -> Mapping[str, CallText]:
        """The words of every call by its kind."""
        self.read_all()
        return self._calls

    @property
    def awarded(self) -> Mapping[str, MedalText]:
        """The words of every medal by its kind."""
        self.read_all()
        return self._medals

    @property
    def done(self) -> frozenset[type[Any]]:
        """Every kind of command that has a line."""
        self.read_all()
        return frozenset(self._commands)

    def read_all(self) -> None:
        """Read all chapters, if that is still to be done."""
        if not self._loaded:
            self._loaded = True
            load(self._package)

    def _ready(self, locale: Locale) -> Locale:
        self.read_all()
        return locale.of(self.locales)

    def _load_chapter(self, kind: type[Event]) -> None:
        """Read the chapter that bears the name of an event's own; if that is not it, all of them.

        "game.rules.flags.capture" is told by "game.words.flags".
        """
        game = self._package.rpartition(".")[0]
        room, *within = kind.__module__.removeprefix(f"{game}.").split(".")
        chapter = f"{self._package}.{within[0] if within else room}"
        if find_spec(chapter) is not None:
            load(chapter)
        if kind not in self._tellers:
            self.read_all()


def _nothing(_locale: Locale, _state: Any, _event: Event, _number: int) -> None:
    return


def _once(known: dict[Any, Any], more: Mapping[Any, Any]) -> None:
    """Add what is not there yet. Raises ValueError for what has words already."""
    twice = [str(one) for one in more if one in known]
    if twice:
        raise ValueError(f"worded twice: {', '.join(twice)}")
    known.update(more)
