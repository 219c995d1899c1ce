"""Carriers: what drops a flag, and how it is handed over."""

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.state.flags import FlagDropped
from q40k.geometry.space import Spot
from tests.games.quake.rules.bonus_kinds import BOOK, takes
from tests.games.quake.rules.in_teams import FLAGS, facing, rounds, team_mod, to_phase, two_bases
from tests.games.quake.rules.playing import Table, champion, of_type
from tests.games.quake.rules.test_movement_ground import box
from tests.games.w40k3e.fighting import weapon


def flags(names: str = "Ann+Bob Cid+Dot") -> Table:
    return facing(names, FLAGS, arena_data=two_bases())


def carrier(table: Table, flag: str = "F2") -> str | None:
    return table.name(table.state.flags[flag].carrier)


def dead(table: Table, name: str) -> None:
    """Somebody dies, by whoever plays against it."""
    table.do("kill", player="Cid" if name in ("Ann", "Bob") else "Ann", victim=name)


@pytest.mark.rule("FLAG-2")
@pytest.mark.parametrize("how", ["killed", "accident", "left"])
def test_the_carriers_death_drops_it_where_it_stood(how: str) -> None:
    table = flags()
    table.do("move", player="Ann", to=(30, 30), inches=4)
    table.do("flag", player="Ann", override="as agreed")
    if how == "left":
        events = table.do("leave", player="Ann")
    elif how == "killed":
        events = table.do("kill", player="Cid", victim="Ann")
    else:
        events = table.do("accident", player="Ann")
    (dropped,) = of_type(events, FlagDropped)
    assert dropped.at == (30, 30)
    flag = table.state.flags["F2"]
    assert (flag.carrier, flag.fell, flag.at) == (None, "Red", (30, 30))


EVERYWHERE = team_mod("respawn", "bases", "portals", "bonus", "flags", win=rounds())


@pytest.mark.rule("FLAG-2")
@pytest.mark.parametrize(
    ("do", "answers", "at"),
    [
        ({"do": "portal", "portal": 1, "moved": 0}, (1,), (6, 54)),  # the portal of entry
        ({"do": "leap", "gap": 3, "into": "nothing"}, (1, 1, 1), (30, 30)),
        ({"do": "leap", "gap": 3, "into": "water", "to": (30, 40)}, (1, 1, 1), (30, 30)),
        ({"do": "leap", "gap": 3, "into": "ground", "height": 10}, (1, 1, 1, 6), (30, 30)),
        ({"do": "jump", "height": 10}, (1, 1, 6), (30, 30)),
        ({"do": "swim", "inches": 2}, (1,), (30, 30)),
        ({"do": "deep-strike"}, (1, 1), (30, 30)),
        ({"do": "deep-strike", "to": (20, 10)}, (1, 1), (30, 30)),
        ({"do": "deep-strike", "to": (2, 30)}, (5, 6, 6, 9), (30, 30)),  # off the table
    ],
)
def test_every_death_keeps_the_flags_place(do: dict[str, Any], answers: tuple[int, ...], at: Spot) -> None:
    table = facing("Ann+Bob Cid+Dot", EVERYWHERE, arena_data=two_bases(), tables_data=BOOK)
    table.do("place", player="Ann", at=(30, 30))
    table.do("flag", player="Ann", override="as agreed")
    if do["do"] == "deep-strike":
        takes(table, "special-3")
    events = table.do(do["do"], *answers, player="Ann", **{name: value for name, value in do.items() if name != "do"})
    (dropped,) = of_type(events, FlagDropped)
    assert dropped.at == at
    assert table.state.flags["F2"].at == at
    table.check()


@pytest.mark.rule("FLAG-2", "MOVE-4")
def test_who_drowns_on_its_way_leaves_the_flag_where_it_came_into_the_water() -> None:
    arena = structs.replace(two_bases(), scenery=(box("canal", 26, 38, water=True),))
    table = facing("Ann+Bob Cid+Dot", FLAGS, arena_data=arena)
    table.do("place", player="Ann", at=(20, 30))
    table.do("flag", player="Ann", override="as agreed")
    events = table.do("move", 1, player="Ann", to=(30, 30))
    (dropped,) = of_type(events, FlagDropped)
    assert dropped.at == pytest.approx((24.75, 30), abs=0.3)


# ---- handed over


def table_after_handing() -> Table:
    """Ann took the flag and has just handed it to Bob, in the shooting phase."""
    table = flags()
    table.do("flag", player="Ann")
    table = to_phase(table, "shooting")
    table.do("hand-over", player="Ann", to="Bob")
    return table


@pytest.mark.rule("FLAG-4")
def test_two_mates_exchange_the_flag_instead_of_shooting() -> None:
    table = table_after_handing()
    assert carrier(table) == "Bob"
    table.do("next")
    assert table.active == "Cid"
    table.do("next")
    assert table.active == "Dot"


@pytest.mark.rule("FLAG-4")
def test_a_flag_is_handed_over_only_by_its_carrier_to_a_mate_who_has_not_shot() -> None:
    table = flags()
    table.do("flag", player="Ann")
    assert table.refused("hand-over", player="Ann", to="Bob").code == "wrong-phase"
    to_phase(table, "shooting")
    assert table.refused("hand-over", player="Bob", to="Ann").code == "carries-none"
    assert table.refused("hand-over", player="Ann", to="Cid").code == "not-a-mate"
    table.do("act", player="Bob")
    table.do("next")
    table.do("next")
    assert table.refused("hand-over", player="Ann", to="Bob").code == "has-acted"


@pytest.mark.rule("FLAG-4")
@pytest.mark.parametrize("shooter", ["Ann", "Bob"])
def test_who_has_shot_exchanges_no_flag_in_that_phase(shooter: str) -> None:
    table = facing("Ann+Bob Cid+Dot", FLAGS, arena_data=two_bases())
    for name in ("Ann", "Bob"):
        table.do("correct", player=name, champion="x", profile=champion(), arms=(weapon("boltgun"),))
    table.do("flag", player="Ann")
    to_phase(table, "shooting")
    table.do("shoot", 1, player=shooter, target="Cid", distance=20)
    refusal = table.refused("hand-over", player="Ann", to="Bob")
    assert (refusal.rule, refusal.code) == ("FLAG-4", "shot-before-exchange")
    table.do("hand-over", player="Ann", to="Bob", override="agreed")
    assert carrier(table) == "Bob"


@pytest.mark.rule("FLAG-4")
def test_the_two_must_be_in_contact_as_far_as_their_places_are_known() -> None:
    table = flags()
    table.do("move", player="Ann", to=(20, 30), inches=2)
    table.do("flag", player="Ann", override="as agreed")
    table.do("next")
    table.do("next")
    table.do("move", player="Bob", to=(30, 30), inches=2)
    to_phase(table, "shooting")
    assert table.refused("hand-over", player="Ann", to="Bob").code == "not-in-contact"
    to_phase(table, "movement")
    table.do("move", player="Bob", to=(22.5, 30), inches=3)
    to_phase(table, "shooting")
    table.do("hand-over", player="Ann", to="Bob")
    assert carrier(table) == "Bob"


@pytest.mark.rule("FLAG-4")
@pytest.mark.parametrize("order", ["Ann Bob", "Bob Ann"])
def test_in_that_phase_both_must_die_for_it_to_drop(order: str) -> None:
    table = table_after_handing()
    first, second = order.split()
    dead(table, first)
    assert carrier(table) == second
    dead(table, first)
    assert carrier(table) == second
    dead(table, second)
    assert (carrier(table), table.state.flags["F2"].fell) == (None, "Red")


@pytest.mark.rule("FLAG-4")
def test_in_the_next_phase_it_hangs_on_its_carrier_alone() -> None:
    table = to_phase(table_after_handing(), "assault")
    dead(table, "Ann")
    assert carrier(table) == "Bob"
    dead(table, "Bob")
    assert carrier(table) is None


@pytest.mark.rule("FLAG-1", "FLAG-2")
def test_who_carries_a_flag_may_take_another_and_drops_all_of_them() -> None:
    table = flags("Ann Bob Cid")
    for flag in ("F2", "F3"):
        table.do("flag", player="Ann", flag=flag, override="as agreed")
    assert (carrier(table, "F2"), carrier(table, "F3")) == ("Ann", "Ann")
    events = table.do("kill", player="Bob", victim="Ann")
    assert {dropped.flag for dropped in of_type(events, FlagDropped)} == {"F2", "F3"}
