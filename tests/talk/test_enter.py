"""One rule for every question: what `?` names for Enter is what Enter then does, whatever was typed before."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from q40k.i18n.locale import Locale
from q40k.talk.past import Aside, Correcting, Past
from q40k.talk.prompting import enter_label
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Marking, Number, Pick, Several, Text
from q40k.tui.pages.amender import Amender
from tests.talk.evenings import EVENINGS
from tests.talk.test_room import last_answer, talk_of

ODD_LINES = (
    "zzz", "ork", "guard", "2", "²", "", " ", "/back", "?o", "?w", "/log", "/down", "x y z", ",", "9 9 9", "/tab",
    "é", "m", "/amend 1", "=", "orkz", "/enter",
)  # fmt: skip
SCREEN = re.compile(
    r"[↑↓←→⏎⌫⇧]|\bF4\b|[Bb]ackspace|Retour arrière|[Aa]rrows\b|[Ff]lèches|marked one|choix marqué|type to find"
    r"|lettres : chercher|lit on the map|Enter takes,|Entrée prend,|\bEsc(?:ape)?\b|Échap|\bTab\b"
)
"""What only a screen and its keyboard have."""
MOST_ODD = 4
STEPS = 45
SEEDS = 3


class Watched:
    """A conversation whose given values are kept, with the field that gave each."""

    def __init__(self, talk: TableTalk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.talk = talk
        self.given: list[tuple[Field | None, Any]] = []
        give, amend = Desk.give, Amender.give

        def keep(desk: Desk, value: Any) -> None:
            self.given.append((desk.field, value))
            give(desk, value)

        def keep_amended(amender: Amender, value: Any) -> None:
            self.given.append((amender.desk.field, value))
            amend(amender, value)

        monkeypatch.setattr(Desk, "give", keep)
        monkeypatch.setattr(Amender, "give", keep_amended)


def named_for_enter(locale: Locale, lines: list[str]) -> list[str]:
    """What the lines of a question name for Enter."""
    label = enter_label(locale)
    return [line.partition(label)[2].strip() for line in lines if label in line]


def open_aside(talk: TableTalk) -> Aside | None:
    """What hears lines in place of the match."""
    return talk._asides[-1] if talk._asides else None


def open_field(talk: TableTalk) -> Field | None:
    """The field that a line would answer."""
    aside = open_aside(talk)
    return aside.field if isinstance(aside, Correcting) else talk.desk.field


def check(watched: Watched, history: list[str]) -> None:
    """Ask `?`, press Enter, and compare."""
    talk = watched.talk
    field = open_field(talk)
    aside = open_aside(talk)
    offers = (aside.typist if isinstance(aside, Correcting) else talk._typist).offers
    if field is None or isinstance(aside, Past):
        talk.hear("")
        return
    before = talk.hear("?")
    assert not [line for line in before if SCREEN.search(line)], "words of the screen"
    names = named_for_enter(talk.desk.locale, before)
    where = (history, field.title, before)
    assert len(names) <= 1, where
    assert talk.hear("?") == before, where
    watched.given.clear()
    is_picking = isinstance(field, Several) and list(field.picked)
    visible = field.visible_text.strip()
    choices = list(field.choices())
    answer = talk.hear("")
    if not names:
        assert not [value for giver, value in watched.given if giver is field], (*where, watched.given, answer)
        return
    after = getattr(field, "picked", [])
    values = [value for giver, value in watched.given if giver is field]
    assert values or (isinstance(field, Several) and after != is_picking), (*where, answer)
    value = values[0] if values else after[-1]
    if isinstance(field, Marking):
        labels = [option.label for option in [*choices, *field.choices()] if option.value == value]
        if offers is not None:
            labels = [option.label for option in offers.options if option.value == value]
        assert any(plain(label) == plain(names[0]) for label in labels), (*where, labels)
    elif visible and not isinstance(field, Several):
        assert plain(visible) == plain(names[0]), where


def plain(text: str) -> str:
    """The letters and digits of a text."""
    return re.sub(r"[\W_]+", "", text)


def go_on(talk: TableTalk, chance: random.Random) -> None:
    """Answer what is open with a line that fits, or begin an action."""
    field = talk.desk.field
    if talk._asides:
        talk.hear("/back")
    elif talk.desk.refused is not None or talk.desk.trouble is not None:
        talk.hear("")
    elif field is None:
        keys = [a.key for a in talk.desk.usual_actions() if len(a.key) == 1 and a.group in ("play", "table")]
        talk.hear(chance.choice(keys) if keys else "?w")
    elif isinstance(field, Dice):
        talk.hear(" ".join(str(chance.randint(1, min(sides, 3 if sides == 3 else 6))) for sides in field.question.dice))
    elif isinstance(field, Pick) and field.options:
        talk.hear(chance.choice(field.options).key)
    elif isinstance(field, Several) and field.choices():
        talk.hear(field.choices()[0].key)
    elif isinstance(field, Number):
        talk.hear("1")
    elif isinstance(field, Text) and not field.may_be_empty:
        talk.hear(chance.choice(("Ann", "Bob", "Eve", "3")))
    else:
        talk.hear(chance.choice(("", "1", "2", "/back")))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", EVENINGS)
def test_what_is_named_for_enter_is_what_enter_does(
    game: str, language: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"{game} {seed}")
    watched = Watched(talk_of(game, language), monkeypatch)
    talk = watched.talk
    opening = list(EVENINGS[game].opening) if seed else []
    titles = set()
    for _step in range(STEPS):
        odd = [chance.choice(ODD_LINES) for _n in range(chance.randint(0, MOST_ODD))]
        for line in odd:
            assert talk.hear(line), f"{line!r} after {odd} at {talk.desk.field} gets no answer"
        if talk.desk.field is not None:
            titles.add(talk.desk.field.title)
        check(watched, odd)
        if opening:
            talk.hear(opening.pop(0))
        else:
            go_on(talk, chance)
    assert len(titles) > 2


def test_a_list_is_read_again_as_it_was_heard_and_is_over_once_answered_or_left() -> None:
    talk = talk_of()
    heard = last_answer(talk, "1", "1", "1", "", "Ann", "orks")
    assert talk.hear("?") == heard
    named = named_for_enter(talk.desk.locale, heard)
    assert talk.hear("")[0].startswith(f"Ann joins with {named[0]}")
    talk.hear("Bob")
    assert "That may be several things:" not in talk.hear("?")
    last_answer(talk, "guard", "/back")
    assert "That may be several things:" not in talk.hear("?")


def test_a_refused_word_is_forgotten_by_the_next_line() -> None:
    talk = talk_of()
    refused = talk.hear("zzz")
    assert refused[0] == "Not understood: Nothing here begins with “zzz”."
    assert "zzz" not in "".join(talk.hear("?"))
    assert "zzz" not in "".join(talk.hear("/log") + talk.hear("?"))
    named = named_for_enter(talk.desk.locale, talk.hear("?"))
    before = talk.desk.field
    talk.hear("")
    assert named
    assert talk.desk.field is not before, "Enter took it"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_near_miss_is_asked_about_and_never_taken_by_enter(language: str) -> None:
    talk = talk_of(language=language)
    heard = last_answer(talk, "1", "1", "1", "", "Ann", "tactycal")
    assert not named_for_enter(talk.desk.locale, heard)
    assert last_answer(talk, "", "", "") == heard, "Enter reads the list again"
    assert not talk.desk.state.players
    talk.hear("1")
    assert [player.name for player in talk.desk.state.players.values()] == ["Ann"]
