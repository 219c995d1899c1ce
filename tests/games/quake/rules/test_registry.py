"""The fold and the game's own texts: every event is kept and read back, every snapshot fits."""

from fractions import Fraction

import pytest
from msgspec import NODEFAULT

from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.parts import Life, Movement, Position, Score, Turn
from q40k.games.quake.state.registry import REGISTRY, Command
from q40k.games.quake.state.score import Adjust, Kill
from q40k.kernel.commands import checks_of
from q40k.kernel.state import Part, decode, encode
from tests.games.quake.rules.playing import Table, standing, start_table

GAME = Quake()


def lively() -> Table:
    """A match in which much has happened, in the middle of a chain."""
    table = standing("Ann Bob Cid Dan", Bob=2, Cid=3)
    table.do("pickup", 3, 2, player="Ann", token="E1")
    table.do("kill", 1, player=["Ann", "Bob", "Cid"], victim="Dan", how="together")
    table.do("adjust", player="Ann", score="1/7", why="a seventh")
    table.do("move", player="Dan", to=(10.5, 20), override="a gust of wind")
    table.do("leave", player="Dan")
    table.join("Eve", 2, 4, ld=3)
    table.ask("portal", 2, "no", 3, player="Ann", portal=1)
    return table


def test_the_events_alone_rebuild_the_state() -> None:
    table = lively()
    state = Match()
    for entry in table.journal.live(table.match):
        for event in GAME.read_events(entry.events):
            state = GAME.fold(state, event)
    assert state == table.state


def test_a_state_is_written_and_read_back_whole() -> None:
    state = lively().state
    assert GAME.read_state(GAME.write_state(state)) == state


@pytest.mark.parametrize("part", [Movement, Position, Score, Turn, Life], ids=lambda p: p.__name__)
def test_a_part_that_is_blank_is_written_the_same_once_it_was_read(part: type[Part]) -> None:
    text = encode(part())
    assert encode(decode(text, part)) == text


def test_a_blank_state_is_written_and_read_back() -> None:
    assert GAME.read_state(GAME.write_state(Match())) == Match()


@pytest.mark.parametrize("text", ["", "{}", "0.0.1 Match.mod\n{}", "\n{}"])
def test_a_snapshot_of_another_shape_is_no_state(text: str) -> None:
    with pytest.raises(ValueError, match="another version"):
        GAME.read_state(text)


def test_commands_are_written_without_what_they_leave_unsaid_and_read_back() -> None:
    command = Adjust(player="Ann", score=Fraction(1, 3), why="x")
    text = GAME.write_command(command)
    assert "override" not in text
    assert GAME.read_command(text) == command
    shared = Kill(player=("Ann", "Bob"), victim="Cid")
    assert GAME.read_command(GAME.write_command(shared)) == shared


def test_a_state_is_not_changed_by_what_follows() -> None:
    table = start_table("Ann Bob")
    before = table.state
    kept = GAME.write_state(before)
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    assert GAME.write_state(before) == kept
    assert table.state is not before


@pytest.mark.parametrize("kind", sorted(REGISTRY.commands, key=str), ids=lambda kind: kind.__name__)
def test_what_a_command_leaves_unsaid_needs_no_check(kind: type[Command]) -> None:
    for name, usual, result in checks_of(kind):
        if usual not in (NODEFAULT, None):
            assert result(usual) == usual, name
