"""The state of a match: it is never changed, only replaced."""

from msgspec import Struct

from q40k.games.epic.state import match as state


def test_no_part_of_the_state_can_be_changed_in_place() -> None:
    parts = [part for part in vars(state).values() if isinstance(part, type) and issubclass(part, Struct)]
    assert state.Match in parts
    assert [part.__name__ for part in parts if not part.__struct_config__.frozen] == []
