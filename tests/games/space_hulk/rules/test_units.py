"""The marines' arms and the numbers of their guns."""

import pytest

from q40k.games.space_hulk.state.units import GUNS, PSI, UNITS


@pytest.mark.rule("SH-SHOOT-2", "SH-CANNON-2", "SH-FLAMER-5", "SH-JAM-1", "SH-CANNON-5", "SH-OVERWATCH-1", "SH-LIB-2")
def test_the_table_of_guns() -> None:
    table = {
        name: (gun.dice, gun.needs, gun.ap, gun.shots, gun.watches, gun.jams, gun.explodes)
        for name, gun in GUNS.items()
    }
    assert table == {
        "storm-bolter": (2, 6, 1, None, True, True, False),
        "assault-cannon": (3, 5, 1, 10, True, False, True),
        "heavy-flamer": (1, 2, 2, 6, False, False, False),
    }
    assert PSI == 20


@pytest.mark.rule("SH-BOX-1", "SH-BOX-6", "SH1-BOX-1")
def test_who_carries_what() -> None:
    both, fourth, first = ("4", "1"), ("4",), ("1",)
    assert {id: (unit.gun, unit.melee, unit.sergeant, unit.librarian, unit.editions) for id, unit in UNITS.items()} == {
        "terminator-bolter": ("storm-bolter", ("power-fist",), False, False, both),
        "terminator-chainfist": ("storm-bolter", ("chainfist",), False, False, fourth),
        "terminator-flamer": ("heavy-flamer", ("power-fist",), False, False, both),
        "terminator-cannon": ("assault-cannon", ("power-fist",), False, False, fourth),
        "terminator-claws": (None, ("lightning-claws",), False, False, fourth),
        "sergeant-sword": ("storm-bolter", ("power-sword",), True, False, fourth),
        "sergeant-hammer": (None, ("thunder-hammer", "storm-shield"), True, False, fourth),
        "librarian": ("storm-bolter", ("force-axe",), False, True, fourth),
        "sergeant-bolter": ("storm-bolter", ("power-glove",), True, False, first),
    }
