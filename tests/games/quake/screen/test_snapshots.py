"""A few pictures of the main screen, to see what a change moves; made anew on purpose only.

`pytest tests/tui/test_snapshots.py --snapshot-update` accepts what they look like now.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from q40k.games.quake.rules.positions.placing import StandIn
from q40k.games.quake.rules.table.players import Leave
from q40k.tui.app import MatchApp
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import app_of, playing, press
from tests.games.quake.screen.test_desk_mods import in_teams

Compare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


def evening(language: str = "en") -> Desk:
    """A match some way in: scores, portals, tokens, somebody who has left."""
    desk = playing(("Alice", "Bob", "Chloé", "龍騎士", "Ève [x]"), language)
    press(desk, "t124k24k35n")
    desk.do(StandIn(player="Bob", portal=4))
    desk.do(Leave(player="Ève [x]"))
    press(desk, "un")
    return desk


def shown(desk: Desk, keys: str = "", light: bool = False) -> MatchApp:
    """An app with some keys pressed."""
    press(desk, keys)
    app = app_of(desk)
    if light:
        app.theme = "q40k-light"
    return app


@pytest.mark.parametrize("size", SIZES, ids=("80x24", "120x40"))
def test_movement(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(shown(evening()), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=("80x24", "120x40"))
def test_a_question_with_its_odds(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(shown(evening(), "p2"), terminal_size=size)


def test_a_kill(snap_compare: Compare) -> None:
    assert snap_compare(shown(evening(), "k"), terminal_size=(80, 24))


def test_french(snap_compare: Compare) -> None:
    assert snap_compare(shown(evening("fr"), "p2"), terminal_size=(80, 24))


def test_light(snap_compare: Compare) -> None:
    assert snap_compare(shown(evening(), light=True), terminal_size=(120, 40))


def test_the_win(snap_compare: Compare) -> None:
    desk = evening()
    press(desk, "f31200\nso it was\n")
    assert snap_compare(shown(desk), terminal_size=(80, 24))


@pytest.mark.parametrize("size", SIZES, ids=("80x24", "120x40"))
def test_teams_and_flags(snap_compare: Compare, size: tuple[int, int]) -> None:
    desk = in_teams("capture-the-flag")
    assert snap_compare(shown(desk, "o\nn"), terminal_size=size)


def test_a_refusal(snap_compare: Compare) -> None:
    assert snap_compare(shown(evening(), "m40\n"), terminal_size=(80, 24))


def shooting(language: str = "en", keys: str = "") -> Desk:
    """The first shooting phase, with somebody in a portal."""
    desk = playing(("Alice", "Bob", "Chloé", "龍騎士", "Ève [x]"), language)
    desk.do(StandIn(player="Chloé", portal=4))
    press(desk, "e" + keys)
    return desk


@pytest.mark.parametrize("size", SIZES, ids=("80x24", "120x40"))
def test_choosing_a_target(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app_of(shooting(keys="s")), terminal_size=size)


def test_the_dice_of_a_shot(snap_compare: Compare) -> None:
    assert snap_compare(app_of(shooting("fr", "s39\n")), terminal_size=(80, 24))
