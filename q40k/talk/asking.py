"""Questions between two entries: they change nothing, and what is half entered stays."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from q40k.games.game import Seat
from q40k.i18n.locale import N_, Locale, clock_time, nearest, with_label
from q40k.kernel.lookup import find_by_prefix, find_exact, find_typed, lookup, strip_accents
from q40k.kernel.text import is_digits
from q40k.packs.problems import PackError
from q40k.table.shown import clock_message, race_places, reading
from q40k.talk.keys import action_called, sound_of_key
from q40k.talk.news import News
from q40k.talk.prompting import open_lines, plain_lines, spoken
from q40k.talk.scene import MapWords, map_words
from q40k.tui.actions import GROUPS, Action
from q40k.tui.desk import Desk
from q40k.tui.fields import Marking, Option, Search

USUAL_LINES = 5
MOST_NAMES = 60
"""So many names are listed; a word leaves fewer of them."""
LIKELY = 6
"""So many actions are said at first."""
SELDOM = 99
"""The place of an action that the key bar never shows."""
FOR_THE_EYE = ("map-screen", "hall", "theme", "motion", "palette")
"""Actions that change nothing that is heard; they are not listed."""
MAP_HELP = N_("The whole table in words; moves ask for a place from then on, or not any more.")
QUESTIONS = {
    "l": N_("the last lines; ?l 20: so many; ?l word: those with a word"),
    "s": N_("scores, race and clock"),
    "w": N_("whose turn it is, and what is likely; ?w all: all that can be done"),
    "c": N_("a card; ?c name: of a player, or of anything that can be chosen"),
    "m": N_("where somebody stands, and what is near; ?m name"),
    "v": N_("whom somebody sees, and what is in the way; ?v name"),
    "p": N_("what is at a place; ?p B2, or ?p 30,45 in cm from the left and from the bottom"),
    "t": N_("the whole table, place by place"),
    "n": N_("the names that can be typed now; ?n word: those with a word"),
    "o": N_("the odds, and why something is asked"),
    "h": N_("help; ?h and the name or the key of an action explains it"),
}
"""The questions by their letters. A lone ? repeats in full what is asked."""


def is_all(locale: Locale, word: str) -> bool:
    """Return whether a word asks for everything."""
    return word.casefold() in ("all", locale.gettext(N_("all")))


class Asking:
    """Answers questions about the match at a desk."""

    def __init__(self, desk: Desk, news: News, repeat: Callable[[], list[str]]) -> None:
        self.desk = desk
        self.news = news
        self._answers: dict[str, Callable[[str], list[str]]] = {
            "l": self.last,
            "s": self.scores,
            "w": self.turn,
            "c": self.card,
            "m": self.where,
            "v": self.sight,
            "p": self.place,
            "t": self.table,
            "n": self.names,
            "o": self.odds,
            "h": self.help,
            "?": lambda _rest: repeat(),
        }

    def answer(self, question: str) -> list[str]:
        """Return the answer to a question, such as "m Bob"; the letter and the name may be one."""
        letter, rest = question[:1].casefold() or "?", question[1:].strip()
        answer = self._answers.get(letter)
        _ = self.desk.locale.gettext
        if answer is None:
            return [_("There is no question “{letter}”. ?h lists them.").format(letter=letter)]
        return answer(rest) or [_("Nothing is known of that.")]

    # -- the match -------------------------------------------------------------------------

    def last(self, rest: str) -> list[str]:
        """Return the last lines: so many, or those with a word."""
        if rest and not is_digits(rest):
            return self.news.last(USUAL_LINES, word=rest)
        return self.news.last(int(rest[:4]), whole=True) if rest else self.news.last(USUAL_LINES)

    def scores(self, _rest: str) -> list[str]:
        """Return how the match stands: the heading, a line for everybody, the race, the clock."""
        return self.score_lines(self.desk.state) + self._clock()

    def score_lines(self, state: Any) -> list[str]:
        """Return how the match stands in a state, now or of the past."""
        desk, locale = self.desk, self.desk.locale
        board = desk.words.board(locale, state)
        lines = [spoken(text) for text in board.heading if text]
        named = ([f"{h} {c}" for h, c in zip(board.columns, row, strict=True) if c.strip(" -")] for row in board.rows)
        lines += map(spoken, board.sentences or map(", ".join, named))
        return [*lines, *self._race(state), *plain_lines(desk.screen.lines_below(desk, state))]

    def _race(self, state: Any) -> list[str]:
        """Return how near every side is to winning, the nearest first."""
        desk, _ = self.desk, self.desk.locale.gettext
        lines: list[str] = []
        before, race = self.news.announcer.turn_began, desk.view.race
        for place in race_places(race(state), () if before is None else race(before)):
            words = [with_label(desk.locale, place.racer.name, place.figure(desk.locale))]
            if place.more:
                words.append(_("{gain} this turn").format(gain=place.gain(desk.locale)))
            if place.racer.near:
                words.append(_("may win now"))
            if place.leads:
                words.append(_("leads"))
            lines.append(", ".join(words))
        return [_("towards victory"), *lines] if lines else []

    def _clock(self) -> list[str]:
        shown = reading(self.desk.match_session)
        if shown is None:
            return []
        _ = self.desk.locale.gettext
        lines = []
        if shown.match is not None:
            lines.append(_("Left of the match: {time}").format(time=clock_time(shown.match)))
        if shown.part is not None:
            lines.append(_("Left of this part: {time}").format(time=clock_time(shown.part)))
        message = clock_message(self.desk.locale, shown)
        return [*lines, message] if message else lines

    def turn(self, rest: str) -> list[str]:
        """Return the phase that is running, whose turn it is, and the likeliest actions; with "all" every action."""
        desk, locale, _ = self.desk, self.desk.locale, self.desk.locale.gettext
        ribbon = desk.screen.ribbon(desk, desk.state)
        running = [_("now {step}").format(step=name) for name, is_running in ribbon.steps if is_running]
        lines = [spoken(", ".join(filter(None, (*running, ribbon.turn, ribbon.title))))]
        lines += self.lobby() if is_all(locale, rest) else []
        lines += [text for text in open_lines(desk, "usual") if text not in lines]
        if desk.field is not None or desk.refused is not None:
            return lines
        actions = [action for action in desk.usual_actions() if not action.only_shows]
        if is_all(locale, rest):
            return [*lines, *map(self._action_line, actions)]
        likely = sorted(actions, key=lambda action: action.bar if action.bar >= 0 else SELDOM)[:LIKELY]
        more = _("?w all: {number} more").format(number=len(actions) - len(likely))
        return [*lines, *map(self._action_line, likely), *([more] if len(actions) > len(likely) else [])]

    def lobby(self) -> list[str]:
        """Return the table before the match begins."""
        desk, field = self.desk, self.desk.field
        choices = field.choices() if field is not None else ()
        marked = choices[field.at].value if field is not None and choices else None
        lobby = desk.screen.lobby(desk, desk.state, marked)
        if lobby is None:
            return []
        seats = [
            ", ".join(filter(None, (spoken(name.plain), spoken(force), self._points(spoken(worth)))))
            for name, force, worth in lobby.seats
        ]
        texts = (lobby.title, *lobby.about, *seats, *lobby.missing, *lobby.marked, lobby.caption)
        return plain_lines(*texts)

    def _points(self, worth: str) -> str:
        return self.desk.locale.say(N_("{points} points"), points=worth) if is_digits(worth) else worth

    def _action_line(self, action: Action) -> str:
        return with_label(self.desk.locale, self._key(action), self.desk.locale.gettext(action.name))

    def _key(self, action: Action) -> str:
        """Return the key of an action as it sounds: "comma k", "Shift S"."""
        return sound_of_key(self.desk.locale, action.key_in(self.desk.locale))

    # -- players and places ----------------------------------------------------------------

    def _seat(self, word: str) -> Seat | None:
        """Return the seat that a name, the beginning of one or a number means; without one the active seat."""
        seats = self.desk.snapshot.seats
        if not word:
            active = self.desk.snapshot.status.active
            return next((seat for seat in seats if seat.id in active), None)
        names = [(seat.name, seat) for seat in seats]
        number = int(word[:9]) if is_digits(word) else 0
        fits = [seats[number - 1]] if 0 < number <= len(seats) else find_typed(word, names)
        return fits[0] if len(fits) == 1 else None

    def card(self, rest: str) -> list[str]:
        """Return the card of a choice of the open field, of a player or a piece, or of who acts."""
        desk, option = self.desk, self._option(rest)
        cards, shown = desk.screen.cards(desk, desk.state), map_words(desk)
        if option is not None:
            rest = cards.get(option.value if isinstance(option.value, str) else "", option.label)
        seat = self._seat(rest)
        actor = shown.parts.actor(desk)[0] if shown is not None and not rest else None
        named = [id for id in (seat.id if seat is not None else None, actor) if id is not None and id in cards]
        fits = named[:1] or list(find_typed(rest, [(name, id) for id, name in cards.items()]))
        if len(fits) != 1:
            return self.catalogue(rest) or self._unknown(rest)
        with suppress(PackError):  # without packs the card has ids for names
            desk.library  # noqa: B018 - read for its effect
        return plain_lines(*desk.screen.spoken_card(desk, desk.state, fits[0]))

    def _option(self, word: str) -> Option | None:
        """Return the choice of the open field with a key or a label; without a word the marked one."""
        field = self.desk.field
        choices = field.choices() if isinstance(field, Marking) else ()
        if not word:
            return choices[field.at] if field is not None and choices else None
        typed = word.casefold()
        return next((option for option in choices if typed in (option.key.casefold(), option.label.casefold())), None)

    def catalogue(self, word: str) -> list[str]:
        """Return the card of something of the packs, or what a word could mean; nothing if it means nothing."""
        desk = self.desk
        try:
            entries = list(desk.screen.catalogue(desk)) if word else []
        except PackError:
            return []
        numbered = list(enumerate(entries))
        by_name = [(strip_accents(entry.names[0]), n) for n, entry in numbered]
        by_any = [(strip_accents(name), n) for n, entry in numbered for name in entry.names]
        typed = strip_accents(word)
        fits = (
            find_exact(typed, by_name)[:1] or find_typed(typed, by_any) or find_by_prefix(typed, by_any, any_word=True)
        )
        if len(fits) == 1:
            return plain_lines(*entries[fits[0]].lines())
        names = [entries[n].names[0] for n in fits]
        if not names:
            near = lookup(typed, by_any, prefixes=False).nearest
            shown = None if near is None else spoken(entries[near].names[0])
            nothing = desk.locale.say(N_("Nothing is called “{typed}”."), typed=word)
            return [nothing + nearest(desk.locale, {"nearest": shown})] if shown else []
        message = desk.locale.gettext(N_("“{name}” may be: {names}. ?c and a name reads its card."))
        return [message.format(name=word, names=", ".join(map(spoken, dict.fromkeys(names))))]

    def card_of_number(self, typed: str) -> list[str]:
        """Return the card of the seat of a number: the key that marks it. Nothing for anything else."""
        seat = self._seat(typed) if is_digits(typed) else None
        return (
            self.card(typed)
            if seat is not None and seat.id in self.desk.screen.cards(self.desk, self.desk.state)
            else []
        )

    def _unknown(self, word: str) -> list[str]:
        _ = self.desk.locale.gettext
        names = [seat.name for seat in self.desk.snapshot.seats if seat.present]
        shown = map_words(self.desk)
        more = (
            *self.desk.screen.cards(self.desk, self.desk.state).values(),
            *(shown.names() if shown is not None else ()),
        )
        names = list(dict.fromkeys([*names, *more]))
        if not names:
            return []
        if word and find_exact(word, [(seat.name, seat.id) for seat in self.desk.snapshot.seats]):
            return [_("The place of {name} is not known.").format(name=word)]
        message = _("Nobody is called “{name}”. There are {names}.") if word else _("Say a name: {names}.")
        return [message.format(name=word, names=", ".join(map(spoken, names)))]

    def _on_map(self, rest: str, tell: Callable[[MapWords, str], list[str] | None]) -> list[str]:
        """Answer from the map, about a name or the active player."""
        shown = map_words(self.desk)
        if shown is None:
            return [self.desk.locale.gettext(N_("This match keeps no places."))]
        name = rest
        if not name:
            actor, seat = shown.parts.actor(self.desk)[0], self._seat("")
            name = seat.name if seat is not None and (seat.name in shown.names() or actor == seat.id) else actor or ""
        return tell(shown, name) or self._unknown(name)

    def where(self, rest: str) -> list[str]:
        """Return where somebody stands, and what is near."""

        def tell(shown: MapWords, name: str) -> list[str] | None:
            item = shown.find(name)
            return shown.where(*item) if item is not None else shown.group(name)

        return self._on_map(rest, tell)

    def sight(self, rest: str) -> list[str]:
        """Return whom somebody sees."""
        return self._on_map(rest, lambda shown, name: shown.sees(*item) if (item := shown.find(name)) else None)

    def place(self, rest: str) -> list[str]:
        """Return what is at a place, and what is near it."""

        def tell(shown: MapWords, name: str) -> list[str] | None:
            at = shown.read_place(name)
            return None if at is None else [*shown.describe(at), *shown.neighbours(at)]

        return self._on_map(rest or "?", tell)

    def table(self, _rest: str) -> list[str]:
        """Return the whole table."""
        shown = map_words(self.desk)
        return shown.overview() if shown is not None else [self.desk.locale.gettext(N_("This match keeps no places."))]

    def names(self, rest: str) -> list[str]:
        """Return what can be typed by name at the open field, or those with a word: what it names, finds or offers."""
        field, _ = self.desk.field, self.desk.locale.gettext
        if field is None:
            return [_("Nothing is asked now. ?w says what can be done.")]
        sought = strip_accents(rest)
        finds = field.find(rest) if isinstance(field, Search) else field.choices()
        texts = field.names or [option.label for option in finds if not option.is_besides]
        shown = [spoken(text) for text in dict.fromkeys(texts) if sought in strip_accents(text)]
        more = self.desk.locale.plural("And one more.", "And {number} more.", len(shown) - MOST_NAMES)
        return [*shown[:MOST_NAMES], more] if len(shown) > MOST_NAMES else shown

    # -- odds and help ---------------------------------------------------------------------

    def odds(self, _rest: str) -> list[str]:
        """Return the odds of what is asked, and all reasons for it."""
        desk, field = self.desk, self.desk.field
        if desk.refused is not None:
            refusal = desk.refused[0].refusal
            rule = f" ({refusal.rule})" if refusal.rule else ""
            return [spoken(desk.words.refuse(desk.locale, refusal)) + rule]
        if field is None:
            return [desk.locale.gettext(N_("Nothing is asked, so there are no odds."))]
        chances = () if isinstance(field, Search) else field.choices()
        notes = [
            with_label(desk.locale, spoken(option.label), spoken(option.note)) for option in chances if option.note
        ]
        reasons = desk.screen.question_reasons(desk)
        texts = dict.fromkeys(spoken(text) for text in (*field.notes, *notes, *reasons))
        return list(texts) or [desk.locale.gettext(N_("No odds are known of this."))]

    def help(self, rest: str) -> list[str]:
        """Return the help: of an action, or how the conversation goes."""
        _ = self.desk.locale.gettext
        if rest:
            action = action_called(self.desk, rest)
            if action is None:
                return [_("Unknown action: {word}").format(word=rest)]
            return [f"{self._action_line(action)}. {spoken(_(MAP_HELP if action.id == 'map' else action.help))}"]
        keys = (action.key for action in self.desk.usual_actions() if action.group == "play")
        key = next((key for key in keys if len(key) == 1), "x")
        lines = [
            _("Type the answer to what is asked, and Enter. Enter takes what is said after “Enter:”."),
            _("When nothing is asked, type the key or name of an action, and its answers: {key} 3 4").format(key=key),
            _("/back goes back, /undo takes back, /redo gives back, /tab is the other way, /roll lets the app roll."),
            _("/ and the name of an action does it at any time: /log, /history, /season, /matches, /quit."),
            _("? asks, and changes nothing:"),
        ]
        lines += [with_label(self.desk.locale, f"?{letter}", _(about)) for letter, about in QUESTIONS.items()]
        for group, title in GROUPS.items():
            actions = [a for a in self.desk.actions if a.group == group and a.id not in FOR_THE_EYE]
            lines += [_(title), *map(self._action_line, actions)]
        return lines
