"""Digits typed faster than anybody rolls, at the real program in a terminal.

No time is given: keys come as fast as the terminal hands them over, or once it has come to rest.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.calls import MATCH, good, import_match
from tests.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

SHOT = [
    {**MATCH[0], "dice": "hand"},
    MATCH[1],
    {"do": "join", "player": "Bob", "champion": "ork-slugga-boy"},
    {"do": "start", "answers": [6, 1]},
    {"do": "deploy", "player": "Bob"},
    {"do": "deploy", "player": "Alice"},
    {"do": "end-phase"},
]


def asked_data(number: str) -> Any:
    """Who rolls which die now, as another program sees it."""
    asks = json.loads(good("show", number, "--json"))["asks"]
    return None if asks is None else (asks["who"], asks["key"])


@pytest.fixture
def number() -> str:
    """Alice, the first to act, may shoot at Bob."""
    return import_match(SHOT)


@pytest.fixture
def shooting(number: str) -> Iterator[Terminal]:
    """The real program, where Alice’s die to hit Bob is asked."""
    terminal = Terminal("-m", "q40k", "resume", number)
    try:
        terminal.until(b"Next")
        terminal.settle()
        terminal.type(b"s2\r")
        assert asked_data(number) == ("Alice", "fight-hit")
        yield terminal
        terminal.type(b"q")
        assert terminal.status() == 0
    finally:
        terminal.kill()


def test_a_digit_too_many_is_not_taken_for_the_die_of_another(number: str, shooting: Terminal) -> None:
    shooting.type(b"463")  # to hit, to wound, and one that nobody of hers rolls
    assert asked_data(number) == ("Bob", "respawn-portal")
    assert b"not taken" in shooting.seen
    shooting.type(b"3")  # once the table has seen it
    assert asked_data(number) is None


def test_a_comma_says_that_it_is_meant(number: str, shooting: Terminal) -> None:
    shooting.type(b"46,3")
    assert asked_data(number) is None


def test_dice_of_one_hand_are_taken_as_fast_as_they_come(number: str, shooting: Terminal) -> None:
    shooting.type(b"41")
    assert asked_data(number) is None
    assert b"not taken" not in shooting.seen
