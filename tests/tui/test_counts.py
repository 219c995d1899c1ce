"""Every count that a form or a question of any game asks for: too big a one is refused, never cut."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from q40k.i18n.locale import Locale
from q40k.kernel.events import AnswerError, NumberQuestion
from q40k.table.context import Prefilled
from q40k.tui.desk import Desk
from q40k.tui.fields import Number, Pick, Several
from tests.games.space_hulk.playing import library, new, ready
from tests.soak.games import GAMES
from tests.soak.table import Table

TOO_BIG = "999999999"
VARIANTS = {"quake": "capture-the-flag", "epic": "escarmouche", "space-hulk": "airlock-nine-4"}
STEPS = 25
FIELDS = 6
"""So many fields of a form are filled in at most."""


def type_keys(desk: Desk, text: str) -> None:
    for character in text:
        desk.press("comma" if character == "," else character, character)


def try_form(desk: Desk, action: str, seen: Counter[str]) -> None:
    """Fill a form in by the first of all choices; a count that is far too big must not be taken."""
    head = desk.match_session.head
    desk.perform(action)
    for _ in range(FIELDS):
        field: Any = desk.field
        if field is None or desk.match_session.head != head:
            return
        if isinstance(field, Number):
            type_keys(desk, TOO_BIG)
            desk.press("enter", None)
            assert desk.match_session.head == head, f"{action}: {TOO_BIG} was taken"
            assert isinstance(desk.field, Number), f"{action}: {TOO_BIG} was taken, or cut"
            seen[action] += 1
            return
        if isinstance(field, Pick | Several) and field.options:
            type_keys(desk, field.options[0].key)
        if desk.field is field:
            desk.press("enter", None)


def leave(desk: Desk) -> None:
    for _ in range(FIELDS):
        desk.press("escape", None)


@pytest.mark.rule("TABLE-8", "EE-ASSAULT-5", "SH-CP-4")
@pytest.mark.parametrize("game", GAMES)
def test_no_form_takes_a_count_that_is_far_too_big(game: str, tmp_path: Path) -> None:
    dice, seen = Random(48), Counter[str]()
    table = Table(tmp_path, VARIANTS[game], 3, game)
    for _ in range(STEPS):
        table.play(dice)
        if table.question is None:
            try_forms(table, seen)
    table.close()
    if game != "quake":  # it asks for inches and dice alone
        assert seen


def try_forms(table: Table, seen: Counter[str]) -> None:
    """Try the form of every action that may be given now; what it entered is taken back."""
    for action in table.game.game.screen.actions:
        desk = Desk(table.match_session, table.game.library(), Locale("en"), Prefilled(seed=7))
        if desk.field is not None or action not in desk.valid_actions():
            continue
        head = table.match_session.head
        try_form(desk, action.id, seen)
        leave(desk)
        if table.match_session.head != head:
            table.match_session.undo()


def test_a_question_for_a_number_takes_none_beyond_its_bounds() -> None:
    question = NumberQuestion("capacity", "p1", "EE-TRANSPORT-3", {}, 1, 12)
    for number in (0, 13, 10**6):
        with pytest.raises(AnswerError) as refused:
            question.check(number)
        assert refused.value.code == "number-range"


@pytest.mark.rule("SH-TIMER-6", "SH-CP-4")
@pytest.mark.parametrize("keys", [",d", ",p"])
def test_a_count_that_its_command_does_not_know_is_asked_again(keys: str) -> None:
    match = ready(new(timer=180), "", None, Bolt1="A4 E")
    desk = Desk(match, library, Locale("en"), Prefilled(seed=7))
    type_keys(desk, keys)
    field = desk.field
    assert isinstance(field, Number)
    for _ in range(2):
        desk.press("backspace", None)
    head = match.head
    type_keys(desk, "9999")
    desk.press("enter", None)
    assert match.head == head
    assert desk.field is not None
    assert "99 is not possible here: type" in desk.field.error, "at the digit that is too many"
