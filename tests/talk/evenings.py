"""A hand that plays an evening of any game at the desk of the screen, key by key.

For every step it keeps the line that a conversation would be told instead. So the same evening can be
led through a pipe, and both records can be compared.
"""

from __future__ import annotations

import json
import random
from typing import Any

from msgspec import Struct

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Number, Pick, Search, Several, Text

MOST_STEPS = 120
"""No evening takes so many steps; then the table ends it."""
MOST_FIELDS = 8
IN_FRENCH = {"slugga": "boy kik", "guardian def": "gardien", "airlock": "sas"}
"""The beginnings of names that are typed in French instead."""
"""No form asks more; what asks on is left."""
KEYS = {" ": "space", ",": "comma", "\r": "enter", "\x1b": "escape"}
YES = "y"
Answers = dict[str, list[str]]
"""Lines for fields by a word of their title: the first is used first, the last again and again."""


class Plan(Struct, frozen=True):
    """How an evening goes: its first lines, the lines for some titles, what is liked, the action that ends it.

    An action is liked so much more than others; 0 means never, and 1 allows one that is not of play.
    """

    opening: tuple[str, ...]
    answers: Answers
    likes: dict[str, int]
    ends: str


class Hand:
    """Plays at a desk by keys, with a random choice of what is possible. `lines` say the same."""

    def __init__(self, game: str, seed: int, plan: Plan, language: str = "en") -> None:
        self.session = temporary_match(find(game))
        packs = self.session.game.packs.library(cache=SHIPPED)
        self.desk = Desk(self.session, packs, Locale(language), Prefilled(), ask_dice=True)
        self.chance = random.Random(seed)
        self.plan = plan
        self.opening = list(plan.opening)
        self.answers = {word: list(lines) for word, lines in plan.answers.items()}
        self.lines: list[str] = []
        self._same = 0  # how often the open form has not come to an end

    def press(self, keys: str) -> None:
        """Press keys at the desk of the screen."""
        for key in keys:
            self.desk.press(KEYS.get(key, key), key if key != "\x1b" else None)

    def play(self) -> None:
        """Play until the match is over."""
        while not self.desk.snapshot.status.over:
            assert len(self.lines) < 2 * MOST_STEPS, self.lines[-20:]
            self.step()

    def step(self) -> None:
        """Do one thing, and keep its line."""
        desk = self.desk
        if self.opening:
            line = self.opening.pop(0)
            line = IN_FRENCH.get(line, line) if desk.locale.language == "fr" else line
            field = desk.field
            self._enter(line, line)
            if desk.field is field and field is not None:
                self.press("\r")
        elif desk.refused is not None:
            self._enter("", "\x1b")
        elif desk.field is not None:
            self._same += 1
            if desk.field.error or self._same > MOST_FIELDS:
                self._same = 0
                self._enter("/back", "\x1b")
            else:
                self._answer(desk.field)
        else:
            self._same = 0
            self._act()

    def _enter(self, line: str, keys: str) -> None:
        self.lines.append(line)
        self.press(keys)

    def _act(self) -> None:
        """Press the key of an action; some are liked more than others."""
        usual = [action for action in self.desk.usual_actions() if self._suits(action)]
        if len(self.lines) >= MOST_STEPS:
            self._begin(self.desk.actions[self.plan.ends])
            return
        action = self.chance.choices(usual, [self.plan.likes.get(action.id, 1) for action in usual])[0]
        self._begin(action)

    def _begin(self, action: Action) -> None:
        """Press the key of an action, or both of them."""
        keys = "".join("," if key == "comma" else key for key in action.key.split())
        self._enter(keys, keys)

    def _suits(self, action: Action) -> bool:
        """Return whether an action belongs to play: no ends before their time, no clock, no undo of all."""
        likes = self.plan.likes.get(action.id)
        return len(action.key) == 1 and action.group in ("play", "table") if likes is None else likes > 0

    def _answer(self, field: Field) -> None:
        gettext = self.desk.locale.gettext
        kept = next((lines for word, lines in self.answers.items() if gettext(word) in field.title), None)
        if kept:
            line = kept.pop(0) if len(kept) > 1 else kept[0]
            line = gettext("yes")[0] if line == YES else line
            self._enter(line, line + ("\r" if not line or not isinstance(field, Pick | Dice) else ""))
        elif isinstance(field, Dice):
            faces = "".join(
                str(self.chance.randint(1, min(sides, 3 if sides == 3 else 6))) for sides in field.question.dice
            )
            self._enter(faces, faces)
        elif isinstance(field, Several):
            self._pick_some(field)
        elif isinstance(field, Pick) and field.choices():
            option = self.chance.choice([option for option in field.choices() if option.key])
            exact = any(other.key != option.key and other.key.startswith(option.key) for other in field.options)
            self._enter(option.key, option.key + ("\r" if exact else ""))
        elif isinstance(field, Number):
            self._enter("1", "1\r")
        elif isinstance(field, Search | Text) and (not isinstance(field, Text) or field.may_be_empty):
            self._enter("", "\r")
        elif isinstance(field, Text | Search):
            self._enter("/back", "\x1b")
        else:  # a field of the game's own: a number, whose chip, a die
            self._enter("1", "1")

    def _pick_some(self, field: Several) -> None:
        """Pick everything of an order, or the first of some."""
        if field.whole or field.nobody or not field.choices():
            self._enter("", "\r")
        else:
            key = field.choices()[0].key
            self._enter(key, key + " \r")


def record(session: MatchSession) -> list[tuple[str, Any, Any, bool]]:
    """The entries of a match without what differs from machine to machine: times and the seed of the dice."""
    entries = session.session.journal.entries(session.number)
    return [(entry.kind, _steady(entry.body), _steady(entry.events), entry.undone_by is None) for entry in entries]


def _steady(text: str) -> Any:
    try:
        data = json.loads(text)
    except ValueError:
        return text
    return _without(data)


def _without(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without(value) for key, value in data.items() if key not in ("seed", "clock", "name")}
    if isinstance(data, list):
        return [
            _without(value) for value in data if not (isinstance(value, dict) and value.get("type") == "clock-read")
        ]
    return data


def newest(library: MatchLibrary) -> MatchSession:
    """The match of a library that was played last, to be watched."""
    return library.open(max(row.id for row in library.matches()), watch=True)


EVENINGS = {
    "quake": Plan(
        opening=("1", "1", "1", "1", "2", "0", "Ann", "tact", "Bob", "slugga", "Chloé", "guardian def"),
        answers={"name?": [""], "End the match": ["y"]},
        likes={"kill": 12, "next": 10, "portal": 3, "undo": 1, "end-phase": 0, "again": 0, "end-match": 0},
        ends="end-match",
    ),
    "epic": Plan(
        opening=(
            "1",
            "1",
            "a",
            "Ann",
            "1",
            "a",
            "Bob",
            "3",
            "f",
            "1",
            "M",
            "5 marine-tactical",
            "f",
            "2",
            "B",
            "5 ork-boy, 1 ork-nob",
            "S",
        ),
        answers={"orders": [""]},
        likes={"next": 3, "formation": 0, "force": 0, "army": 0, "undo": 0, "again": 0, "end": 0, "place": 0},
        ends="end",
    ),
    "space-hulk": Plan(
        opening=("airlock", "4", "1", "1", "S", "2"),
        answers={},
        likes={"undo": 1, "again": 0, "end-phase": 3, "end-turn": 3, "end": 0, "hint": 0, "positions": 0, "pause": 0},
        ends="end",
    ),
}
