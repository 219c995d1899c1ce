"""Contacts: told where no places are known, seen where they are; broken by whoever goes."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.melee import ContactSet, contact_pairs, contacts_of, in_contact
from q40k.games.quake.state.turn import TurnOpened
from tests.games.quake.rules.brawling import groups, melee, to_phase
from tests.games.quake.rules.playing import Table, deploying, of_type, start_table


def ids(table: Table, *names: str) -> tuple[str, ...]:
    return tuple(table[name].id for name in names)


def touch(table: Table, name: str) -> str:
    """Whom a champion touches, by name."""
    return table.names(contacts_of(table.state, table[name].id))


def placed_table(**spots: tuple[float, float]) -> Table:
    """A table in turn 1 where everyone's place is known."""
    table = deploying(" ".join(spots))
    for name in reversed(spots):
        table.do("deploy", player=name, at=spots[name], override="side by side")
    return table


@pytest.mark.rule("DIFF-2")
def test_the_table_says_who_touches_whom() -> None:
    table = start_table("Ann Bob Cid")
    table.do("contact", player="Bob", others=["Ann", "Cid"])
    assert touch(table, "Bob") == "Ann Cid"
    assert touch(table, "Ann") == "Bob"
    assert in_contact(table.state, *ids(table, "Cid", "Bob"))
    assert not in_contact(table.state, *ids(table, "Ann", "Cid"))
    table.check()


@pytest.mark.rule("DIFF-2")
def test_a_contact_said_anew_stands_for_all_of_it() -> None:
    table = start_table("Ann Bob Cid")
    table.do("contact", player="Bob", others=["Ann", "Cid"])
    table.do("contact", player="Bob", others=["Cid"])
    assert touch(table, "Bob") == "Cid"
    table.do("contact", player="Cid")
    assert (touch(table, "Bob"), touch(table, "Cid")) == ("", "")


@pytest.mark.rule("DIFF-2")
def test_nobody_touches_itself_or_who_is_not_there() -> None:
    table = deploying("Ann Bob")
    table.do("deploy", player="Bob")
    assert table.refused("contact", player="Bob", others=["Bob"]).code == "touches-itself"
    assert table.refused("contact", player="Bob", others=["Ann"]).code == "not-on-table"


@pytest.mark.rule("DIFF-2", "DIFF-5")
def test_places_tell_contact_to_the_millimetre() -> None:
    # Two bases of 25 mm: 2.5 cm from centre to centre, and a millimetre for the hand.
    table = placed_table(Ann=(10, 10), Bob=(12.55, 10), Cid=(15.2, 10))
    assert touch(table, "Bob") == "Ann"
    assert touch(table, "Cid") == ""
    refusal = table.refused("contact", player="Bob", others=["Cid"])
    assert (refusal.code, refusal.overridable) == ("places-say", False)
    assert table.do("contact", player="Bob", others=["Ann"])


@pytest.mark.rule("DIFF-7", "RESPAWN-1", "PORTAL-2")
@pytest.mark.parametrize(
    ("do", "answers", "arguments"),
    [
        ("move", (), {"player": "Ann", "inches": 1}),
        ("portal", (3,), {"player": "Ann", "portal": 1}),
        ("kill", (3,), {"player": "Cid", "victim": "Ann"}),
        ("accident", (3,), {"player": "Ann"}),
        ("leave", (), {"player": "Ann"}),
        ("climb", (), {"player": "Ann", "height": 2}),
    ],
)
def test_who_goes_or_dies_touches_nobody_any_more(
    do: str, answers: tuple[int, ...], arguments: dict[str, object]
) -> None:
    table = start_table("Ann Bob Cid")
    table.do("contact", player="Ann", others=["Bob"])
    table.do("contact", player="Cid", others=["Bob"])
    table.do(do, *answers, **arguments)
    assert touch(table, "Bob") == "Cid"
    assert table.state.close_combat.contacts == ((table["Cid"].id, table["Bob"].id),)
    table.check()


@pytest.mark.rule("DIFF-5")
def test_contact_in_the_movement_phase_is_no_fight() -> None:
    table = start_table("Ann Bob")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "melee")
    assert groups(table) == []
    assert table.refused("fight").code == "no-melee"


@pytest.mark.rule("DIFF-5", "MELEE-5")
@pytest.mark.parametrize("phase", ["assault", "melee"])
def test_contact_made_later_is_a_fight(phase: str) -> None:
    table = start_table("Ann Bob Cid")
    to_phase(table, phase)
    table.do("contact", player="Cid", others=["Ann"])
    to_phase(table, "melee")
    assert groups(table) == ["Ann Cid"]


def three_way() -> Table:
    """Bob fights Ann, whom he charged; Cid has come back beside Ann, and fights her, too."""
    table = start_table("Ann Bob Cid Dan")
    to_phase(table, "assault")
    table.do("next")
    table.do("charge", player="Bob", target="Ann", distance=3)
    to_phase(table, "melee")
    table.do("contact", player="Cid", others=["Ann"])
    assert groups(table) == ["Ann Bob Cid"]
    return table


@pytest.mark.rule("DIFF-7", "MELEE-5")
def test_a_second_contact_loses_nobody_of_a_fight_without_a_word() -> None:
    table = three_way()
    refusal = table.refused("contact", player="Ann", others=["Dan"])
    assert (refusal.rule, refusal.code, refusal.overridable) == ("DIFF-7", "fight-left", True)
    assert refusal.facts["others"] == ("Bob", "Cid")
    table.do("contact", player="Ann", others=["Bob", "Cid", "Dan"])
    assert groups(table) == ["Ann Bob Cid Dan"]


@pytest.mark.rule("DIFF-7")
def test_who_parts_for_a_reason_or_stands_alone_is_told_of() -> None:
    table = three_way()
    (contact,) = of_type(table.do("contact", player="Ann", others=["Cid"], override="Bob slipped"), ContactSet)
    assert table.names(contact.left) == "Bob"
    assert groups(table) == ["Ann Cid"]
    (contact,) = of_type(table.do("contact", player="Ann"), ContactSet)
    assert (table.names(contact.left), groups(table)) == ("Cid", [])


@pytest.mark.rule("DIFF-8")
def test_a_turn_remembers_who_stood_in_contact_when_it_opened() -> None:
    table = start_table("Ann Bob Cid")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "melee")
    (turn,) = of_type(table.do("end-phase"), TurnOpened)
    assert turn.contacts == (ids(table, "Ann", "Bob"),)
    table.do("move", player="Ann", inches=2)
    assert contact_pairs(table.state) == ()
    assert table.state.close_combat.touched == (ids(table, "Ann", "Bob"),)


@pytest.mark.rule("DIFF-7")
def test_who_leaves_a_fight_in_its_movement_phase_fights_no_more() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", "Cid > Bob")
    assert groups(table) == ["Ann Bob Cid"]
    to_phase(table, "movement")
    assert groups(table) == ["Ann Bob Cid"]
    table.do("next")
    table.do("move", player="Bob", inches=1)
    assert groups(table) == []


@pytest.mark.rule("DIFF-6", "DIFF-7")
def test_who_stays_fights_on_the_next_turn() -> None:
    table = melee("Ann Bob", "Ann > Bob")
    table.do("fight", 1, 1, 1)
    to_phase(table, "movement")
    to_phase(table, "melee")
    assert groups(table) == ["Ann Bob"]


@pytest.mark.rule("DIFF-5")
def test_a_bystander_in_contact_is_no_part_of_the_melee() -> None:
    table = start_table("Ann Bob Cid")
    table.do("contact", player="Cid", others=["Bob"])
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Bob")
    to_phase(table, "melee")
    assert groups(table) == ["Ann Bob"]
