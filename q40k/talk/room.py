"""The conversation at the desk of one match: lines in, lines out."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.table.settings import change_settings
from q40k.talk import pages
from q40k.talk.asking import QUESTIONS, Asking
from q40k.talk.entry import NAMED_KEYS, DeskKeyboard, Typist, key_of
from q40k.talk.keys import find_action, spell_keys, unknown_action
from q40k.talk.news import News
from q40k.talk.past import Aside, Correcting, Past, error_lines
from q40k.talk.prompting import Detail, open_lines, option_line, plain_lines, spoken
from q40k.talk.speech import Speech
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.fields import Marking
from q40k.tui.look import without_rules

Verbs = Callable[[Sequence[str]], bool]
"""Carries out a call of the command line that prints what it has to say; False if there is no such verb."""
MARKS_BY = ("up", "down")
"""The keys that mark another choice."""
DETAILS: tuple[Detail, ...] = ("brief", "usual", "full")


class TableTalk:
    """Hears lines at the desk of a match, and says what became of them.

    `hear` returns the lines to be said. The conversation ends when `is_over`; where it then leads is
    the desk's `destination`.
    """

    def __init__(self, desk: Desk, detail: Detail, verbs: Verbs) -> None:
        self.desk = desk
        self.detail: Detail = detail
        self.verbs = verbs
        self.is_over = False
        self.news = News(desk)
        self.asking = Asking(desk, self.news, self._repeat)
        self._keyboard = DeskKeyboard(lambda: desk)
        self._typist = Typist(self._keyboard)
        self._asides: list[Aside] = []
        self._was_over = desk.snapshot.status.over
        self._speech: Speech | None = None
        self._prompt: list[str] = []  # as it was said last
        self._notice = ""  # as it was said last
        self.pages: dict[str, Callable[[], list[str]]] = {
            "quit": self._quit,
            "log": lambda: pages.log(desk, self.news),
            "history": self._walk_back,
            "map": self._use_places,
            "map-screen": self._use_places,
            "hall": lambda: self.asking.answer("s"),
            "podium": lambda: pages.end(desk, self.detail),
            "season": lambda: self._call("season"),
            "live": lambda: pages.board(desk),
            "let-in": self._let_in,
            "print": lambda: self._call("print", "--help"),
            "help": lambda: self.asking.answer("h"),
            "matches": lambda: pages.matches(desk),
            "language": self._change_language,
            "theme": lambda: [self._("There are no colours here.")],
            "calls": self._switch_calls,
            "palette": lambda: self.asking.answer("h"),
        }
        """What the face itself does for actions that only show something."""
        self._words: dict[str, Callable[[str], list[str]]] = {
            "amend": self._correct,
            "open": lambda rest: pages.go_to(desk, rest),
            "speech": lambda _rest: self._switch_speech(),
            "puzzles": lambda _rest: self._ask_puzzles(),
        }
        """What no action does, by its word after a slash."""

    def _(self, message: str) -> str:
        return self.desk.locale.gettext(message)

    # -- saying ----------------------------------------------------------------------------

    def greeting(self) -> list[str]:
        """Return the first lines: what the match waits for."""
        self.desk.act_automatically()
        notice, self._notice = self.desk.notice, self.desk.notice
        return self._plain([*plain_lines(notice), *self._say_prompt()])

    def settle(self) -> list[str]:
        """Return what has happened since the last look, what of the line was not used, and what is asked now."""
        desk = self.desk
        if self._asides:
            return self.news.catch_up()
        if not desk.match_session.watching:
            desk.act_automatically()
        lines = self.news.catch_up()
        if desk.notice and desk.notice != self._notice:
            lines += plain_lines(desk.notice)
        self._notice = desk.notice
        ended, self._was_over = desk.snapshot.status.over and not self._was_over, desk.snapshot.status.over
        if ended:
            pages.settle_leagues(desk)
        if ended and desk.field is None and desk.refused is None:
            lines += pages.end(desk, self.detail)
        return [*lines, *self._give_back(self._typist), *self._say_prompt()]

    def _give_back(self, typist: Typist) -> list[str]:
        """Return, once, what of the last line was not used."""
        rest, typist.ignored = typist.ignored, ""
        return [self._("Not used: {rest}").format(rest=rest)] if rest else []

    def _say_prompt(self) -> list[str]:
        """Return what is open, unless it is what was said last."""
        prompt = open_lines(self.desk, self.detail, self._typist.offers, self._typist.take_refusal())
        before, self._prompt = self._prompt, prompt
        return [] if prompt == before else prompt

    def _repeat(self) -> list[str]:
        """Return the open question once more: in full, or a list of offers as it was heard."""
        offers, is_idle = self._typist.offers, self.desk.field is None and self.desk.refused is None
        lines = open_lines(self.desk, self.detail if offers is not None or is_idle else "full", offers)
        return [*lines, self._("?w says what can be done.")] if is_idle else lines

    def watch(self) -> list[str]:
        """Do what happens without a line (phones, bots, another writer); return what there is to say."""
        desk = self.desk
        if self.is_over or self._asides:
            return []
        if desk.match_session.watching:
            happened = desk.look_for_news()
        else:
            happened = desk.check_phones() or desk.act_automatically()
        return self._plain(self.settle()) if happened else []

    # -- hearing ---------------------------------------------------------------------------

    def hear(self, line: str) -> list[str]:
        """Take a line; return what there is to say. Only the full detail names the rules."""
        return self._plain(self._hear(line))

    def _plain(self, lines: list[str]) -> list[str]:
        """Return lines as they are said: rules only in full detail, units and signs in words unless that is off."""
        if self.desk.settings.speech:
            locale = self.desk.locale
            if self._speech is None or self._speech.locale is not locale:
                self._speech = Speech(locale, self.desk.words.abbreviations(locale))
            lines = [self._speech.say(text) for text in lines]
        lines = [text.replace(" → ", ", ") for text in lines]
        return lines if self.detail == "full" else [without_rules(text) for text in lines]

    def _hear(self, line: str) -> list[str]:
        if line.startswith("?") and not line.startswith("??"):
            return self._ask(line[1:])
        if line.startswith("/") and not line.startswith("//"):
            return self._do(line[1:].strip())
        typed = line[1:] if line.startswith(("??", "//")) else line
        if self._asides:
            return self._go_aside(self._asides[-1].hear(typed))
        if self._is_question(typed):
            return self._ask(typed)
        return self._type(typed)

    def _ask(self, question: str) -> list[str]:
        answer = self._asides[-1].ask(question.strip(), self.detail) if self._asides else None
        return self.asking.answer(question.strip()) if answer is None else answer

    def _is_question(self, line: str) -> bool:
        """Return whether a plain letter asks: nothing is open, and neither game nor shell has such an action."""
        letter, desk = line[:1], self.desk
        if desk.field is not None or desk.refused is not None or desk.trouble is not None:
            return False
        alone = len(line) == 1 or line[1:2] == " "
        return alone and letter in QUESTIONS and letter not in desk.actions.by_key

    def _type(self, line: str) -> list[str]:
        """Give a line to the desk: an answer, or the key or name of an action with its answers."""
        desk = self.desk
        self._keyboard.action, self._notice = None, ""
        rows = plain_lines(*desk.screen.idle_rows(desk)) if desk.field is None else []
        before, prompt = (desk.match_session.head, desk.field, desk.refused, desk.trouble), self._prompt
        unknown: list[str] = []
        if desk.trouble is not None or (desk.refused is not None and not line.strip()):
            self._keyboard.press("escape", None)
        elif desk.field is not None:
            self._typist.answer(line)
            self._prompt = []
        else:
            unknown = self._act(line.strip())
        lines = self._shown_outside() + self._notes(self._typist, prompt) + unknown + self.settle()
        after = (desk.match_session.head, desk.field, desk.refused, desk.trouble)
        is_idle = desk.field is None and before == after and line.strip()
        if is_idle and not lines:
            lines = self.asking.card_of_number(line.strip())
        if is_idle and not lines and rows == plain_lines(*desk.screen.idle_rows(desk)):
            return [self._("“{typed}” does nothing here. ?w says what can be done.").format(typed=line.strip())]
        return lines or open_lines(desk, self.detail, self._typist.offers)

    def _notes(self, typist: Typist, prompt: Sequence[str] = ()) -> list[str]:
        """Return what a field said of the whole line, if it took it."""
        field = typist.keyboard.field
        is_taken = (field is None or field.notes != typist.notes) and self.detail != "brief"
        lines = [text for note in typist.notes if (text := spoken(note)) not in prompt] if is_taken else []
        typist.notes = ()
        return lines

    def _act(self, line: str) -> list[str]:
        """Begin an action by its key or its name, and answer its fields with the rest of the line."""
        desk = self.desk
        word, _space, rest = spell_keys(desk.locale, line).partition(" ")
        head, digits = word[:1], word[1:]
        further = head == "," and "comma" in desk.actions.further
        named = find_action(desk, word) if len(word) > 1 and not is_digits(digits) and not further else None
        if named is not None:
            self._keyboard.action = desk.perform(named.id)
        elif len(word) < 2 or is_digits(digits) or further:
            for place, character in enumerate(word or "\r"):
                if place and desk.field is None:
                    break
                self._keyboard.press("enter" if character == "\r" else key_of(character), character)
            self._typist.read_refusal()
        else:
            return [unknown_action(self.desk, word)]
        if desk.field is not None and desk.field.buffer and not self._typist.refusal and is_digits(digits):
            self._typist.answer(desk.field.buffer)
        words = rest.split()
        while words and desk.field is not None and not self._typist.refusal and not self._typist.offers:
            self._typist.answer(words.pop(0))
        self._typist.ignored = " ".join(filter(None, (self._typist.ignored, *words)))
        return []

    def _shown_outside(self) -> list[str]:
        """Return the page of an action that the desk leaves to the face."""
        action, self._keyboard.action = self._keyboard.action, None
        return self.show(self.desk.actions[action]) if action is not None else []

    def show(self, action: Action) -> list[str]:
        """Return what an action shows that changes nothing in the match."""
        if action.id in self.pages:
            return self.pages[action.id]()
        opened: Any = action.does(self.desk) if action.does is not None else None
        question = getattr(opened, "spoken_as", "")
        if question:
            return self.asking.answer(question)
        text = getattr(opened, "text", None)
        if text is not None:
            return plain_lines(text())
        if opened is not None:
            return [self._("“{action}” needs the screen: q40k resume.").format(action=self._(action.name))]
        return []

    # -- words after a slash ---------------------------------------------------------------

    def _do(self, line: str) -> list[str]:
        """Do what no line can type: press a key, do an action, call the command line."""
        word, _space, rest = line.partition(" ")
        if word in DETAILS:
            return self._set_detail(word)
        if word in NAMED_KEYS or word.startswith("ctrl+"):
            if rest and not self._asides:
                self._typist.fill(rest)
            return self._press_named(NAMED_KEYS.get(word, word))
        if word in self._words:
            return self._words[word](rest)
        action = find_action(self.desk, word) or self.desk.actions.by_key.get(word)
        if action is not None and not rest:
            return self._perform(action)
        if self.verbs([word, *rest.split()]):
            return []
        return [unknown_action(self.desk, word)]

    def _press_named(self, key: str) -> list[str]:
        if self._asides:
            return self._go_aside(self._asides[-1].press_named(key))
        self._prompt, self._notice = [], ""
        if key == "enter" and self._typist.offers is not None:
            return self._type("")
        self._typist.drop_offers()
        self._keyboard.press(key, {"space": " ", "enter": "\r"}.get(key))
        self._typist.read_refusal()
        if key in MARKS_BY and isinstance(self.desk.field, Marking) and not self._typist.refusal:
            self._prompt = open_lines(self.desk, self.detail)
            return self._mark_lines(self.desk.field)
        return self._shown_outside() + self.settle()

    def _mark_lines(self, field: Marking) -> list[str]:
        """Return the choice that is marked now, and its place among the others."""
        choices = field.choices()
        if not choices:
            return open_lines(self.desk, self.detail)
        option, place = choices[field.at], self._("{place} of {count}").format(place=field.at + 1, count=len(choices))
        return [f"{option_line(self.desk.locale, option, option.key, self.detail)}, {place}", *map(spoken, field.notes)]

    def _perform(self, action: Action) -> list[str]:
        """Do an action at any time: the desk says if it makes no sense."""
        if action.id == "quit":
            return self._quit()
        if self._asides:
            return [self._("First go back to the match: /back.")]
        self._prompt, self._notice = [], ""
        self._keyboard.action = self.desk.perform(action.id)
        return self._shown_outside() + self.settle()

    def _set_detail(self, word: str) -> list[str]:
        self.detail = next(detail for detail in DETAILS if detail == word)
        self._prompt = []
        return self.settle()

    # -- pages of its own ------------------------------------------------------------------

    def _call(self, *words: str) -> list[str]:
        self.verbs(words)
        return []

    def _quit(self) -> list[str]:
        self.is_over = True
        return []

    def _let_in(self) -> list[str]:
        self.desk.phones.let_in()
        return []

    def _use_places(self) -> list[str]:
        """Let forms ask for places from now on, or not any more, as the open map of the screen does."""
        desk = self.desk
        if not desk.screen.has_map(desk.state):
            return [self._("This match keeps no places.")]
        desk.map_opened = not desk.map_opened
        asks, asks_not = self._("Moves ask for a place from now on."), self._("Moves ask for no place any more.")
        asks = asks if desk.map_opened else self._("Moves ask for a place, as this match keeps places.")
        return [*self.asking.answer("t"), asks if desk.asks_places else asks_not]

    def _change_language(self) -> list[str]:
        language = "en" if self.desk.locale.language == "fr" else "fr"
        self.desk.change_language(Locale(language))
        self.desk.settings = change_settings(language=language)
        return []

    def _switch_calls(self) -> list[str]:
        self.desk.settings = change_settings(calls=not self.desk.settings.calls)
        return [self._("The announcer speaks.") if self.desk.settings.calls else self._("The announcer is silent.")]

    def _switch_speech(self) -> list[str]:
        self.desk.settings = change_settings(speech=not self.desk.settings.speech)
        in_full = self._("Units, profiles and signs are said in words.")
        return [
            in_full if self.desk.settings.speech else self._("Units, profiles and signs are said as on the screen.")
        ]

    # -- the past --------------------------------------------------------------------------

    def _turn_aside(self, begin: Callable[[], Aside]) -> list[str]:
        """Let something else hear the lines until it is over."""
        try:
            aside = begin()
        except JournalError as error:
            return error_lines(self.desk, error)
        self._asides.append(aside)
        return aside.lines(self.detail)

    def _ask_puzzles(self) -> list[str]:
        from q40k.lab.puzzle_book import all_puzzles
        from q40k.talk.puzzles import Puzzles

        path = self.desk.match_session.session.journal.path
        return self._turn_aside(lambda: Puzzles(self.desk.locale, all_puzzles(path)))

    def _walk_back(self) -> list[str]:
        lines = self._turn_aside(lambda: Past(self.desk, self.news, self.asking.score_lines, self._correct))
        aside = self._asides[-1] if self._asides else None
        return [*lines, *(aside.help() if isinstance(aside, Past) and self.detail != "brief" else [])]

    def _correct(self, typed: str) -> list[str]:
        if self.desk.match_session.watching:
            return [self._("You are only watching: another q40k holds this match.")]
        if not is_digits(typed):
            return [self._("Say the number of an entry: /amend 12. ?l and /log tell the numbers.")]
        self._asides = [aside for aside in self._asides if not isinstance(aside, Correcting)]
        return self._turn_aside(lambda: Correcting(self.desk, int(typed[:9])))

    def _go_aside(self, lines: list[str]) -> list[str]:
        """Return what an aside says of a line, where it stands, and where its end leads."""
        aside = self._asides[-1]
        if isinstance(aside, Correcting):
            lines = self._notes(aside.typist) + self._give_back(aside.typist) + aside.lines(self.detail)
            if aside.is_kept:
                self._asides.clear()
                self.desk.can_redo = None
                self.desk.settle()
        if not aside.is_over:
            return lines if isinstance(aside, Correcting) else [*lines, *aside.lines(self.detail)]
        self._asides = [kept for kept in self._asides if kept is not aside]
        return [*lines, *(self._asides[-1].lines(self.detail) if self._asides else self._return_to_match())]

    def _return_to_match(self) -> list[str]:
        if self.desk.destination is not None:
            return []
        with suppress(JournalError):
            self.news.catch_up()  # the correction itself is told already
        self._prompt = []
        return self.settle()
