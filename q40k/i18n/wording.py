"""The sentences of a game: what its chapters have registered, in every language.

A game makes one `Wording` and binds its methods; every chapter of its words imports those:

    events({Landed: N_("{player} lands on its feet")})

    @tells(Leapt)
    def _leapt(locale: Locale, state: Match, event: Leapt) -> str: ...

    questions({"leap": QuestionText(N_("{who} rolls {dice}: a leap"))})
    refusals({"too-wide": N_("{player} cannot leap {inches}.")})
    commands({Leap: CommandText(in_context("command", "leap"), _leaper)})

Chapters have the same names as in the game's rules, except those that the game calls `elsewhere`.
The chapter of an event is imported when such an event is first told, and all chapters when anything
else is first worded.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from q40k.i18n.locale import N_, Dress, Facts, Locale, Variant, dress_facts, fill_fields, nearest, readable_code
from q40k.i18n.problems import ProblemTexts, problem_text
from q40k.i18n.questions import QuestionText, WordedQuestion, default_text, word_question
from q40k.i18n.scores import difference
from q40k.kernel.commentary import Call, Medal
from q40k.kernel.events import Event, Question, Refusal
from q40k.kernel.registry import load
from q40k.packs.problems import Problem
from q40k.packs.shipped import read_shipped

S = TypeVar("S")
E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])

Teller = Callable[[Locale, S, E], str | None]
ManyWays = Callable[[Locale, S, E, int], str | None]
Joiner = Callable[[Locale, S, Sequence[E]], str]


class Fold(Struct, frozen=True):
    """A line of a card that can be unfolded into `more` lines."""

    line: str
    more: tuple[str, ...]


def unfold_lines(lines: Iterable[str | Fold]) -> Iterator[str]:
    """Yield the lines of a card with everything that can be unfolded."""
    for line in lines:
        yield from (line,) if isinstance(line, str) else (line.line, *line.more)


class EventText(Struct, frozen=True):
    """The sentence of a kind of event that only holds fields of the event.

    There may be one for each value of a field: `by` names that field, and `...` is any other value. `by` may
    also be a function of `(state, event)` that returns the key of the sentence.
    `fields` are the fields of those facts that have another name in the sentence:
    {"distance": "height"}. A fact that is not the value of one field has a function of
    `(locale, state, event)` here.
    """

    sentence: str | Mapping[Any, str]
    by: str | Callable[[Any, Any], Any] = ""
    fields: Mapping[str, str | Callable[[Locale, Any, Any], Any]] = {}

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every sentence there may be."""
        if isinstance(self.sentence, str):
            return (self.sentence,)
        return tuple(self.sentence.values())

    def choose(self, state: Any, event: Event) -> str:
        """Return the sentence of an event."""
        if isinstance(self.sentence, str):
            return self.sentence
        value = self.by(state, event) if callable(self.by) else getattr(event, self.by)
        return self.sentence[value if value in self.sentence else ...]


class CommandText(Struct, frozen=True):
    """The line of a kind of command: what it does (marked by `in_context`), and to whom or what.

    `done` may depend on the command. `whom` is a template of its fields, "{who} > {target}", or a function.
    `whom_in_state` replaces it where more is available: a state in which things have their names, and the
    events that the command caused.
    """

    done: tuple[str, str] | Callable[[Any], tuple[str, str]]
    whom: str | Callable[[Locale, Any], str] = ""
    whom_in_state: Callable[[Locale, Any, Any, Sequence[Event]], str] | None = None

    def name_whom(self, locale: Locale, command: Any) -> str:
        """Return to whom or what it is done; a field without a value leaves no gap."""
        return self.whom(locale, command) if callable(self.whom) else fill_fields(self.whom, command)


class BoardText(Struct, frozen=True):
    """The state of a match in words: a few lines, then a table with a row for everybody.

    `figures` are the places of the columns that hold numbers, `sentences` say each row to a listener.
    """

    heading: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    figures: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()


class CallText(Struct, frozen=True):
    """The words of a kind of call: its short `title`, and several `ways` to call it out.

    The ways may hold {side}, {other} and {count}, and {line}: what the game returns of the state. No way
    is used twice in a row.
    """

    code: str
    title: str
    ways: tuple[str, ...]


class MedalText(Struct, frozen=True):
    """The words of a kind of medal: its `title`, and how it was won.

    `won_by` may hold {sides}, {other} and {number}.
    """

    code: str
    title: str
    won_by: str


class SpectatorTexts(Struct, frozen=True):
    """What is said about a match for its audience, as a file of a game has it."""

    calls: tuple[CallText, ...] = ()
    medals: tuple[MedalText, ...] = ()


Line = Callable[[Locale, Any, Call], str]
LUCK_MEDALS = (
    MedalText("luckiest", N_("Darling of the dice"), N_("{sides}: {number} tests passed more than expected")),
    MedalText("unluckiest", N_("Dice of lead"), N_("{sides}: {number} tests passed, against the average")),
)
"""The medals that can be won in any game."""


LEAST_BEHIND = Fraction(1, 20)
"""A runner-up with less, which would round to nothing, is not mentioned."""


def _medal_number(locale: Locale, medal: Medal, number: Fraction) -> str:
    """Return the number of a medal: a difference for luck, rounded if it has no glyph."""
    if any(medal.kind == text.code for text in LUCK_MEDALS):
        return difference(locale, number)
    exact = locale.points(number)
    return locale.decimal(f"{float(number):.1f}") if "/" in exact else exact


class Hook(Generic[F]):
    """The one function of a game that words something: a decorator registers it; until then there is a plain one."""

    def __init__(self, plain: F) -> None:
        self.function = plain

    def __call__(self, function: F) -> F:
        """Register a function."""
        self.function = function
        return function


class Wording(Generic[S]):
    """The sentences of one game with states `S`.

    `package` holds the modules that register them, `locales` the game's catalogues, which come
    ahead of the shell's. `elsewhere` holds the chapters of the rules whose words are in another
    chapter, each with that other one.
    """

    def __init__(self, package: str, locales: Path, elsewhere: Mapping[str, str] | None = None) -> None:
        self.locales = locales
        self._package = package
        self._elsewhere = elsewhere or {}
        self._loaded = False
        self._tellers: dict[type[Event], ManyWays[S, Any]] = {}
        self._joins: dict[type[Event], Joiner[S, Any]] = {}
        self._event_texts: dict[type[Event], EventText] = {}
        self._event_dress: dict[str, Callable[[Locale, S, Any], Any]] = {}
        self._questions: dict[str, QuestionText] = {}
        self._asked: tuple[tuple[Locale, S, Question], WordedQuestion] | None = None
        self._refusals: dict[str, str] = {}
        self._refusal_file: Path | None = None
        self._variants: dict[str, Variant] = {}
        self._refused_facts: dict[str, Callable[[Locale, Facts], Mapping[str, str]]] = {}
        self._dress: dict[str, Dress] = {}
        self._commands: dict[type[Any], CommandText] = {}
        self._problems = ProblemTexts()
        self.facts = Hook[Callable[[Locale, S, Question], Mapping[str, Any]]](lambda *_said: {})
        """Turns facts of any question into words."""
        self.unfolds = Hook[Callable[[Locale, S, Event], tuple[str, ...]]](lambda *_said: ())
        """Explains an event, a line each."""
        self.changes = Hook[Callable[[Locale, S, S, Any], str]](lambda _locale, _old, _new, change: str(change))
        """Words one difference between two states."""
        self.boards = Hook[Callable[[Locale, S], BoardText]](lambda *_said: BoardText())
        """Words the state of a match."""
        self.score_lines = Hook[Callable[[Locale, S], str]](lambda *_said: "")
        """Words everybody's score in one line."""
        self.cards = Hook[Callable[[Locale, S, str], Sequence[str | Fold]]](lambda *_said: ())
        """Words a seat's own state in detail."""
        self.moves = Hook[Callable[[Locale, S, Any], str]](self._name_command)
        """Words a bot's move."""
        self._spectators: Path | None = None
        self._lines: Mapping[str, Line] = {}
        self._side: Callable[[S, str], str] | None = None
        self._abbreviations: dict[tuple[str, str], str | tuple[str, str]] = {}

    # -- registering -----------------------------------------------------------------------

    def tells(self, kind: type[E]) -> Callable[[Teller[S, E]], Teller[S, E]]:
        """Register the sentence of an event: a decorator of `(locale, state, event)`.

        The function returns the sentence, or None when that event has none of its own.
        """

        def register(teller: Teller[S, E]) -> Teller[S, E]:
            def tell_one_way(locale: Locale, state: S, event: E, _number: int) -> str | None:
                return teller(locale, state, event)

            _add_once(self._tellers, {kind: tell_one_way})
            return teller

        return register

    def joins(self, kind: type[E]) -> Callable[[Joiner[S, E]], Joiner[S, E]]:
        """Register the one sentence of several such events in a row in one entry: a decorator."""

        def register(joiner: Joiner[S, E]) -> Joiner[S, E]:
            _add_once(self._joins, {kind: joiner})
            return joiner

        return register

    def tells_in_many_ways(self, kind: type[E]) -> Callable[[ManyWays[S, E]], ManyWays[S, E]]:
        """Register an event with several sentences, chosen by a number: a decorator."""

        def register(teller: ManyWays[S, E]) -> ManyWays[S, E]:
            _add_once(self._tellers, {kind: teller})
            return teller

        return register

    def events(self, texts: Mapping[type[Event], str | EventText]) -> None:
        """Register the sentences of events that only hold fields of the event."""
        for kind, text in texts.items():
            full = EventText(text) if isinstance(text, str) else text
            _add_once(self._event_texts, {kind: full})
            _add_once(self._tellers, {kind: self._make_teller(full)})

    def dress_events(self, facts: Mapping[str, Callable[[Locale, S, Any], Any]]) -> None:
        """Register the wording of facts of events, by their names in the sentences of `events`."""
        _add_once(self._event_dress, facts)

    def silent(self, *kinds: type[Event]) -> None:
        """Register events that have no sentence of their own."""
        _add_once(self._tellers, dict.fromkeys(kinds, _nothing))

    def questions(self, texts: Mapping[str, QuestionText]) -> None:
        """Register the wording of questions by their keys."""
        _add_once(self._questions, texts)

    def refusals_in(self, file: Path) -> None:
        """Register a file of why something is refused, by chapter and code, to be read at the first refusal."""
        self._refusal_file = file

    def refusals(
        self,
        sentences: Mapping[str, str] | None = None,
        variants: Mapping[str, Variant] | None = None,
        facts: Mapping[str, Callable[[Locale, Facts], Mapping[str, str]]] | None = None,
    ) -> None:
        """Register why something is refused, by the refusals' codes.

        `variants` choose among several sentences of one code. `facts` word the facts of one code
        only.
        """
        _add_once(self._refusals, sentences or {})
        _add_once(self._variants, variants or {})
        _add_once(self._refused_facts, facts or {})

    def dress(self, facts: Mapping[str, Dress]) -> None:
        """Register the wording of facts of refusals, by the facts' names, for every code."""
        _add_once(self._dress, facts)

    def commands(self, texts: Mapping[type[Any], CommandText]) -> None:
        """Register the lines of commands by their kinds."""
        _add_once(self._commands, texts)

    def problems(self, texts: ProblemTexts) -> None:
        """Register the possible problems of the game's packs."""
        _add_once(self._problems.sentences, texts.sentences)
        _add_once(self._problems.variants, texts.variants)
        _add_once(self._problems.kinds, texts.kinds)
        _add_once(self._problems.facts, texts.facts)

    def spectators(self, file: Path, side: Callable[[S, str], str], lines: Mapping[str, Line] | None = None) -> None:
        """Register the file of `SpectatorTexts`, read with the first call; `side` names a side.

        `lines` return the {line} of some kinds of calls.
        """
        self._spectators, self._side, self._lines = file, side, lines or {}

    def abbreviate(self, texts: Mapping[tuple[str, str], str | tuple[str, str]]) -> None:
        """Register what abbreviations stand for, each with its context, for who listens; a unit in both numbers."""
        _add_once(self._abbreviations, texts)

    # -- saying ----------------------------------------------------------------------------

    def tell(self, locale: Locale, state: S, event: Event, number: int = 0) -> str | None:
        """Return the sentence of `event`; None when it has none of its own.

        `state` is any state after the event, best the newest, so that corrected names appear
        everywhere. `number`, the entry's number when it was first entered, chooses among several
        sentences.
        """
        kind = type(event)
        if kind not in self._tellers:
            self._load_chapter(kind)
        return self._tellers[kind](locale.of(self.locales), state, event, number)

    def sentences(self, locale: Locale, state: S, events: Iterable[Event], number: int = 0) -> dict[str, Event]:
        """Return the sentences of the events of one entry, each only once, with the first event that each tells."""
        pairs = ((self.tell(locale, state, event, number), event) for event in events)
        sentences: dict[str, Event] = {}
        for kind, run in groupby((pair for pair in pairs if pair[0]), key=lambda pair: type(pair[1])):
            alike = list(run)
            if len(alike) > 1 and kind in self._joins:
                joined = self._joins[kind](locale.of(self.locales), state, [event for _text, event in alike])
                alike = [(joined, alike[0][1])]
            for text, event in alike:
                sentences.setdefault(str(text), event)
        return sentences

    def unfold(self, locale: Locale, state: S, event: Event) -> tuple[str, ...]:
        """Return the explanation of an event, a line each; empty if it has none."""
        locale = self._ready(locale)
        return self.unfolds.function(locale, state, event)

    def ask(self, locale: Locale, state: S, question: Question) -> WordedQuestion:
        """Return the question in words, with its options and odds; the last one is kept, as each key asks for it."""
        locale, key = self._ready(locale), (locale, state, question)
        if (kept := self._asked) is None or not all(map(operator.is_, kept[0], key)):
            text = self._questions.get(question.key) or default_text(question)
            facts = self.facts.function(locale, state, question)
            kept = self._asked = key, word_question(locale, state, question, text, facts)
        return kept[1]

    def refuse(self, locale: Locale, refusal: Refusal) -> str:
        """Return why the rules refuse something, in plain words."""
        locale = self._ready(locale)
        code, facts = refusal.code, refusal.facts
        variant = self._variants.get(code)
        sentence = self.refusal_sentences.get(code + (variant(facts) if variant else ""))
        if sentence is None:
            return locale.say(N_("The rules do not allow it: {code}."), code=readable_code(code))
        words = dress_facts(locale, facts, self._dress)
        if code in self._refused_facts:
            words |= self._refused_facts[code](locale, facts)
        return locale.say(sentence, **words) + nearest(locale, facts)

    def command(self, locale: Locale, command: Any, state: S | None = None, events: Sequence[Event] = ()) -> str:
        """Return a command in one short line: "run: Ann", with the names in `state`."""
        done, whom = self.command_parts(locale, command, state, events)
        return locale.say(N_("{done}: {whom}"), done=done, whom=whom) if whom else done

    def command_parts(
        self, locale: Locale, command: Any, state: S | None = None, events: Sequence[Event] = ()
    ) -> tuple[str, str]:
        """Return what a command does, and to whom or what; the second may be empty."""
        locale = self._ready(locale)
        text = self._commands[type(command)]
        done = text.done(command) if callable(text.done) else text.done
        if state is not None and text.whom_in_state is not None:
            return locale.pgettext(*done), text.whom_in_state(locale, command, state, events)
        return locale.pgettext(*done), text.name_whom(locale, command)

    def move(self, locale: Locale, state: S, move: Any) -> str:
        """Return what a bot does next (`bots.bot.Move`); "" for what needs no words."""
        locale = self._ready(locale)
        return self.moves.function(locale, state, move)

    def _name_command(self, locale: Locale, state: S, move: Any) -> str:
        return self.command(locale, move.command, state) if move.command is not None else ""

    def change(self, locale: Locale, old: S, new: S, change: Any) -> str:
        """Return one difference between two states: "Alice: score 30 → 15"."""
        locale = self._ready(locale)
        return self.changes.function(locale, old, new, change)

    def abbreviations(self, locale: Locale) -> Mapping[str, tuple[str, str]]:
        """Return what the abbreviations of this game stand for, for one and for several: {"HP": (…, "hit points")}."""
        locale = self._ready(locale)
        pairs = {short: (full, full) if isinstance(full, str) else full for short, full in self._abbreviations.items()}
        return {
            locale.pgettext(*short): (locale.gettext(single), locale.gettext(several))
            for short, (single, several) in pairs.items()
        }

    def board(self, locale: Locale, state: S) -> BoardText:
        """Return the state of a match in words."""
        locale = self._ready(locale)
        return self.boards.function(locale, state)

    def scores(self, locale: Locale, state: S) -> str:
        """Return everybody's score in one line; "" while nobody has any."""
        locale = self._ready(locale)
        return self.score_lines.function(locale, state)

    def card(self, locale: Locale, state: S, seat: str) -> Sequence[str | Fold]:
        """Return a seat's own state, a line each, in addition to the board."""
        locale = self._ready(locale)
        return self.cards.function(locale, state, seat)

    def call(self, locale: Locale, state: S, call: Call) -> str:
        """Return what the announcer says; the words of a kind vary from call to call."""
        locale = self._ready(locale)
        text = self.call_texts[call.kind]
        side, other = (self.side_name(state, s) if s else s for s in call.about)
        way = text.ways[call.nth % len(text.ways)]
        line = self._lines[call.kind](locale, state, call) if call.kind in self._lines else ""
        return locale.say(way, side=side, other=other, count=call.count, line=line)

    def medal(self, locale: Locale, state: S, medal: Medal, names: Mapping[str, str]) -> tuple[str, str]:
        """Return a medal's title, and how it was won; `names` are those of the seats."""
        locale, text = self._ready(locale), self.medal_texts[medal.kind]
        number = _medal_number(locale, medal, medal.number)
        won: list[tuple[tuple[str, ...], str]] = [((s,), other) for s, other in medal.pairs if "{other}" in text.won_by]
        won_by = []
        for winners, other in won or [(medal.sides, medal.other)]:
            sides = self._side_names(locale, state, winners, names)
            about = self._side_names(locale, state, (other,), names) if other else ""
            won_by.append(locale.say(text.won_by, sides=sides, other=about, number=number))
        return locale.gettext(text.title), locale.join_and(won_by)

    def runner_up(self, locale: Locale, state: S, medal: Medal, names: Mapping[str, str]) -> str:
        """Return who came next for a medal, and with what; "" if nobody did."""
        if not medal.seconds or 0 < medal.behind < LEAST_BEHIND:
            return ""
        locale = self._ready(locale)
        sides = self._side_names(locale, state, medal.seconds, names)
        number = _medal_number(locale, medal, medal.behind)
        return locale.say(N_("then {sides}: {number}"), sides=sides, number=number)

    def _side_names(self, locale: Locale, state: S, sides: Iterable[str], names: Mapping[str, str]) -> str:
        """Return the names of sides, as a list."""
        side = self._side
        return locale.join_and(side(state, s) if side is not None else names.get(s, s) for s in sides)

    def side_name(self, state: S, side: str) -> str:
        """Return the name of a side, or of a piece, that a call or a medal is about."""
        return self._side(state, side) if self._side is not None else side

    def call_title(self, locale: Locale, kind: str) -> str:
        """Return the name of a kind of call."""
        return self._ready(locale).gettext(self.call_texts[kind].title)

    def problem(self, locale: Locale, issue: Problem) -> str:
        """Return what is wrong with a pack, in a plain sentence; the caller shows the place."""
        locale = self._ready(locale)
        return problem_text(locale, issue, self._problems)

    # -- what is registered ----------------------------------------------------------------

    @property
    def event_kinds(self) -> frozenset[type[Event]]:
        """Every kind of event that has words, or is registered as silent."""
        self.read_all()
        return frozenset(self._tellers)

    @property
    def silent_tags(self) -> frozenset[str]:
        """The tags of events that have no sentence of their own."""
        self.read_all()
        return frozenset(str(kind.__struct_config__.tag) for kind, tell in self._tellers.items() if tell is _nothing)

    @property
    def event_texts(self) -> Mapping[type[Event], EventText]:
        """The sentences of events that only hold fields of the event."""
        self.read_all()
        return self._event_texts

    @property
    def question_texts(self) -> Mapping[str, QuestionText]:
        """The wording of every question by its key."""
        self.read_all()
        return self._questions

    @cached_property
    def refusal_sentences(self) -> Mapping[str, str]:
        """The sentence of every refusal by its code (with the ending of a variant)."""
        self.read_all()
        file, sentences = self._refusal_file, dict[str, str]()
        for chapter in read_shipped(file, dict[str, dict[str, str]]).values() if file else ():
            _add_once(sentences, chapter)
        return self._refusals | sentences  # a game may have its own words for what the shell refuses

    @cached_property
    def _spectator_texts(self) -> SpectatorTexts:
        self.read_all()
        return read_shipped(self._spectators, SpectatorTexts) if self._spectators else SpectatorTexts()

    @cached_property
    def call_texts(self) -> Mapping[str, CallText]:
        """The words of every call by its kind."""
        return {text.code: text for text in self._spectator_texts.calls}

    @cached_property
    def medal_texts(self) -> Mapping[str, MedalText]:
        """The words of every medal by its kind."""
        return {text.code: text for text in (*LUCK_MEDALS, *self._spectator_texts.medals)}

    @property
    def command_kinds(self) -> frozenset[type[Any]]:
        """Every kind of command that has a line."""
        self.read_all()
        return frozenset(self._commands)

    def read_all(self) -> None:
        """Read all chapters, unless this was done."""
        if not self._loaded:
            self._loaded = True
            load(self._package)

    def _ready(self, locale: Locale) -> Locale:
        self.read_all()
        return locale.of(self.locales)

    def _make_teller(self, text: EventText) -> ManyWays[S, Any]:
        def tell(locale: Locale, state: S, event: Event, _number: int) -> str:
            def fact(name: str) -> Any:
                field = text.fields.get(name, name)
                if callable(field):
                    return field(locale, state, event)
                value = getattr(event, field)
                dress = self._event_dress.get(name)
                return value if dress is None else dress(locale, state, value)

            facts = _NamedFacts(fact)
            return locale.elide(locale.gettext(text.choose(state, event)), facts).format_map(facts)

        return tell

    def _load_chapter(self, kind: type[Event]) -> None:
        """Read the chapter that tells a kind of event; if there is none, read all.

        "game.state.flags" is told by "game.words.flags", "game.state.table.deployment" by
        "game.words.deployment" or, without it, by "game.words.table".
        """
        game = self._package.rpartition(".")[0]
        room, *within = kind.__module__.removeprefix(f"{game}.").split(".")
        for name in reversed(within or [room]):
            chapter = f"{self._package}.{self._elsewhere.get(name, name)}"
            if find_spec(chapter) is not None:
                load(chapter)
            if kind in self._tellers:
                return
        self.read_all()


class _NamedFacts(dict[str, Any]):
    """Facts that are looked up when a sentence names them."""

    def __init__(self, fact: Callable[[str], Any]) -> None:
        self._fact = fact

    def __missing__(self, name: str) -> Any:
        return self._fact(name)


def _nothing(_locale: Locale, _state: Any, _event: Event, _number: int) -> None:
    return


def _add_once(registered: dict[Any, Any], entries: Mapping[Any, Any]) -> None:
    """Add entries. Raises ValueError for an entry that is already there."""
    twice = [str(key) for key in entries if key in registered]
    if twice:
        raise ValueError(f"worded twice: {', '.join(twice)}")
    registered.update(entries)
