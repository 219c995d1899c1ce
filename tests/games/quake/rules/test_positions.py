"""Places that are known: deployment, moves, portals and arrivals are held to them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Arena, Scenery
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.paths import find_path
from q40k.games.quake.state.parts import Position
from q40k.games.quake.state.portals import PortalEntered, Teleported
from q40k.games.quake.state.positions import feet_height, positions_of, spot_of
from q40k.games.quake.state.shooting import distance_to
from q40k.games.quake.state.table.deployment import Deployed
from q40k.geometry.space import CONTACT_CM
from q40k.kernel.events import Refused
from tests.games.quake.rules.playing import Table, arena, both, champion, deploying, of_type, seat_players, start_table

WALL = Scenery(
    id="wall", name=both("A wall"), polygon=((24, 14), (26, 14), (26, 26), (24, 26)), height_in=3, impassable=True
)
PIT = Scenery(id="pit", name=both("A pit"), polygon=((34, 14), (40, 14), (40, 26), (34, 26)), lethal=True)
POND = Scenery(id="pond", name=both("A pond"), polygon=((14, 34), (26, 34), (26, 46), (14, 46)), water=True)
WOOD = Scenery(id="wood", name=both("A wood"), polygon=((34, 34), (46, 34), (46, 46), (34, 46)), difficult=True)
TOWER = Scenery(
    id="tower",
    name=both("A tower"),
    polygon=((20, 50), (32, 50), (32, 59), (20, 59)),
    height_in=4,
    climbable=True,
    hollow=True,
)


def ground(*pieces: Scenery) -> Arena:
    """The book's table with scenery on it."""
    return structs.replace(arena(), scenery=pieces)


def placed_table(*pieces: Scenery, table: Table | None = None, **spots: tuple[float, float]) -> Table:
    """A table in turn 1 with everyone at a place; the order of play is that of the names."""
    names = " ".join(spots)
    table = deploying(names, table=table or Table(arena_data=ground(*pieces)))
    for name in reversed(list(spots)):
        table.do("deploy", player=name, at=spots[name])
    assert table.state.play.phase == "movement"
    return table


def no(table: Table, do: str, **arguments: Any) -> tuple[str, str]:
    """The rule and the code of a refusal; a reason lets it pass."""
    refusal = table.refused(do, **arguments)
    assert refusal.overridable
    return refusal.rule, refusal.code


def overlapping(table: Table) -> list[tuple[str, str]]:
    """Whose bases lie on each other by more than a millimetre."""
    positions = positions_of(table.state)
    ids = [figure.id for figure in positions.figures]
    gaps = positions.gaps_cm
    return [(ids[a], ids[b]) for a in range(len(ids)) for b in range(a) if gaps[a, b] < -CONTACT_CM - 1e-6]


# ---- deployment


@pytest.mark.rule("DEPLOY-1", "ARENA-5")
def test_nobody_deploys_in_a_wall_or_in_a_pit() -> None:
    table = deploying("Ann Bob", table=Table(arena_data=ground(WALL, PIT)))
    assert no(table, "deploy", player="Bob", at=(23, 20)) == ("ARENA-5", "in-a-wall")
    assert no(table, "deploy", player="Bob", at=(37, 20)) == ("ARENA-5", "in-lethal")
    table.do("deploy", player="Bob", at=(22.7, 20))  # along the wall is well
    table.do("deploy", player="Ann", at=(37, 20), override="there is a plank")
    assert spot_of(table.state, table["Ann"].id) == (37, 20)


@pytest.mark.rule("DEPLOY-1")
def test_bases_in_two_tiles_may_touch_but_not_overlap() -> None:
    table = deploying("Ann Bob")
    table.do("deploy", player="Bob", at=(19, 10))
    assert no(table, "deploy", player="Ann", at=(21, 10)) == ("DEPLOY-1", "on-a-base")
    table.do("deploy", player="Ann", at=(21.5, 10))


@pytest.mark.rule("DEPLOY-2", "PORTAL-1")
def test_on_a_portal_or_a_token_one_deploys_without_anything_happening() -> None:
    table = deploying("Ann Bob")
    events = table.do("deploy", player="Bob", at=(30, 30))
    assert [type(event) for event in events] == [Deployed, Activated]
    assert table["Bob"].position.portal == 5
    assert table["Bob"].bonus is None


@pytest.mark.rule("DEPLOY-1")
def test_an_oval_base_lies_as_it_is_turned() -> None:
    table = seat_players("Ann", unit_type="bike", base_mm=25, base_length_mm=70)
    table.do("start", 1)
    assert no(table, "deploy", player="Ann", at=(2, 30)) == ("DEPLOY-1", "off-table")
    table.do("deploy", player="Ann", at=(2, 30), angle=90)
    assert table["Ann"].position.angle == 90


@pytest.mark.rule("SHOOT-1")
def test_the_length_of_an_oval_base_counts_for_distances() -> None:
    bike = champion(unit_type="bike", base_mm=25, base_length_mm=75)
    state = placed_table(Ann=(20, 20), Bob=(50, 50)).state
    ann = Player("p1", "Ann", bike, position=Position(at=(20, 20)))
    assert distance_to(state, ann, (30, 20)) == pytest.approx((10 - 3.75) / 2.54, abs=0.01)
    assert distance_to(state, ann.replace(angle=90), (30, 20)) == pytest.approx(8.75 / 2.54, abs=0.01)


@pytest.mark.rule("ARENA-5", "SHOOT-2")
def test_on_what_can_be_climbed_one_stands_on_top_unless_another_level_is_said() -> None:
    table = placed_table(TOWER, Ann=(26, 55), Bob=(10, 10))
    assert feet_height(table.state, table["Ann"]) == 4
    assert positions_of(table.state).figure(table["Ann"].id).elevation_in == 4
    table.do("place", player="Ann", at=(26, 55), level=0)
    assert positions_of(table.state).figure(table["Ann"].id).elevation_in == 0


# ---- moves


@pytest.mark.rule("MOVE-1")
def test_the_way_through_waypoints_is_what_counts() -> None:
    table = placed_table(Ann=(10, 10), Bob=(50, 50))
    (moved,) = of_type(table.do("move", player="Ann", path=[(10, 15.08)], to=(15.08, 15.08)), Moved)
    assert moved.spent == pytest.approx(4)
    refusal = table.refused("move", player="Ann", path=[(15.08, 18)], to=(15.08, 13))
    assert (refusal.code, refusal.facts["left"]) == ("too-far", pytest.approx(2))
    (moved,) = of_type(table.do("move", player="Ann", path=[(15.08, 17), (15.08, 16)]), Moved)
    assert moved.to == (15.08, 16)  # the last waypoint is the end


@pytest.mark.rule("MOVE-1", "ARENA-5")
def test_a_wall_is_walked_round_not_through() -> None:
    table = placed_table(WALL, Ann=(21, 14), Bob=(50, 50))
    refusal = table.refused("move", player="Ann", to=(29, 16))
    assert (refusal.rule, refusal.code) == ("MOVE-1", "through-a-wall")
    assert refusal.facts["inches"] == pytest.approx(0.71, abs=0.02)
    assert no(table, "move", player="Ann", to=(23, 15)) == ("ARENA-5", "in-a-wall")
    table.do("move", player="Ann", path=[(22, 12), (28, 12)], to=(29, 14))


@pytest.mark.rule("MOVE-1")
def test_whoever_says_the_inches_went_another_way() -> None:
    table = placed_table(WALL, Ann=(21, 14), Bob=(50, 50))
    (moved,) = of_type(table.do("move", player="Ann", to=(29, 16), inches=5), Moved)
    assert (moved.to, moved.spent) == ((29, 16), 5)


@pytest.mark.rule("MOVE-1")
def test_a_jump_pack_flies_over_but_lands_in_nothing() -> None:
    table = Table(arena_data=ground(WALL, PIT))
    for name in ("Ann", "Bob"):
        table.join(name, i=10 - (name == "Bob"), unit_type="jump_infantry")
    table.do("start", 1, 1)
    table.do("deploy", player="Bob", at=(50, 50))
    table.do("deploy", player="Ann", at=(20, 20))
    way = find_path(table.state, table["Ann"], (30, 20))
    assert way is not None
    assert way.inches > 10 / 2.54 + 2  # up over the wall and down again
    assert no(table, "move", player="Ann", to=(25, 20)) == ("ARENA-5", "in-a-wall")
    assert no(table, "move", player="Ann", to=(37, 20)) == ("ARENA-5", "in-lethal")
    table.do("move", player="Ann", to=(30, 20))
    assert table["Ann"].movement.spent == pytest.approx(way.inches)


@pytest.mark.rule("ARENA-5")
def test_lethal_ground_is_not_walked_through() -> None:
    table = placed_table(PIT, Ann=(31, 20), Bob=(50, 50))
    assert no(table, "move", player="Ann", to=(43, 20)) == ("ARENA-5", "through-lethal")
    table.do("move", player="Ann", to=(43, 20), override="over the bridge")


@pytest.mark.rule("DIFF-5", "MOVE-1")
def test_one_may_move_into_contact_but_not_onto_or_through_a_base() -> None:
    table = placed_table(Ann=(15, 10), Bob=(21, 10))
    assert no(table, "move", player="Ann", to=(19, 10)) == ("MOVE-1", "on-a-base")
    assert no(table, "move", player="Ann", to=(27, 10)) == ("MOVE-1", "through-a-base")
    table.do("move", player="Ann", to=(18.5, 10))


@pytest.mark.rule("MOVE-2", "PORTAL-9")
def test_the_wood_on_the_way_is_tested_and_stops_one_on_the_path() -> None:
    table = placed_table(WOOD, Ann=(31, 31), Bob=(10, 10))
    table.ask("move", player="Ann", path=[(40, 31)], to=(40, 37))
    assert table.asks == ("difficult-ground", "Ann")
    (moved,) = of_type(table.answer(4, 2), Moved)
    assert moved.cut
    assert moved.to == (40, 32.16)  # four inches along the way, round its corner
    assert table["Ann"].position.at == (40, 32.16)


@pytest.mark.rule("BONUS-1", "FLAG-1")
def test_what_a_move_passes_over_is_told() -> None:
    table = placed_table(Ann=(10, 25), Bob=(50, 50))
    (moved,) = of_type(table.do("move", player="Ann", to=(10, 35)), Moved)
    assert moved.over == ("E1",)
    table.do("pickup", 1, 5, player="Ann", token="E1")
    (moved,) = of_type(table.do("move", player="Ann", to=(10, 31)), Moved)
    assert moved.over == ()  # it travels beside its holder now


@pytest.mark.rule("ARENA-5", "MOVE-4")
def test_water_is_known_by_the_place() -> None:
    table = placed_table(POND, Ann=(20, 40), Bob=(50, 50))
    assert table["Ann"].movement.in_water
    table.do("place", player="Ann", at=(20, 30))
    assert not table["Ann"].movement.in_water


@pytest.mark.rule("MOVE-1", "MOVE-6")
def test_going_down_costs_the_height_and_going_up_is_said() -> None:
    table = placed_table(TOWER, Ann=(21, 51), Bob=(50, 20))
    way = find_path(table.state, table["Ann"], (21, 47))
    assert way is not None
    assert way.inches == pytest.approx(4 / 2.54 + 4)
    table.do("move", player="Ann", to=(21, 47))
    assert feet_height(table.state, table["Ann"]) == 0
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", to=(21, 52))
    assert feet_height(table.state, table["Ann"]) == 0  # into it, on the ground
    table.do("climb", player="Ann", height=4)
    assert feet_height(table.state, table["Ann"]) == 4


# ---- portals


@pytest.mark.rule("PORTAL-1", "PORTAL-5")
def test_the_way_onto_a_portal_counts_until_the_whole_base_lies_on_it() -> None:
    table = placed_table(Ann=(18, 6), Bob=(50, 50))
    table.do("portal", 3, player="Ann", portal=4)
    inches = (12 - (3.81 - 1.25)) / 2.54  # from (18, 6) to the nearest place wholly on it
    assert table["Ann"].movement.spent == pytest.approx(inches)
    assert table["Ann"].position.portal == 3


@pytest.mark.rule("PORTAL-5", "MOVE-1")
def test_a_portal_out_of_reach_is_refused_and_may_be_overruled() -> None:
    table = placed_table(Ann=(30, 6), Bob=(50, 50))
    refusal = table.refused("portal", player="Ann", portal=4)
    away = (24 - (3.81 - 1.25)) / 2.54
    assert (refusal.rule, refusal.code) == ("PORTAL-5", "too-far")
    assert (refusal.facts["inches"], refusal.facts["left"]) == (pytest.approx(away), 6)
    table.do("portal", 3, player="Ann", portal=4, override="the table agrees")
    assert table["Ann"].position.portal == 3
    assert table["Ann"].movement.spent == pytest.approx(away)
    table.check()


@pytest.mark.rule("PORTAL-5")
def test_movement_before_a_portal_counts_for_its_reach() -> None:
    table = placed_table(Ann=(18, 6), Bob=(50, 50))
    table.do("move", player="Ann", to=(24, 6))
    assert table.refused("portal", player="Ann", portal=4).code == "too-far"
    table.do("portal", 3, player="Ann", portal=4, moved=3)  # the table has measured it
    assert table["Ann"].position.portal == 3


@pytest.mark.rule("PORTAL-1", "PORTAL-5")
def test_inches_that_were_said_go_before_the_way_onto_a_portal() -> None:
    table = placed_table(Ann=(30, 6), Bob=(50, 50))
    refusal = table.refused("portal", player="Ann", portal=4, moved=7)
    assert (refusal.rule, refusal.code) == ("PORTAL-5", "too-far")
    (entered,) = of_type(table.do("portal", 3, player="Ann", portal=4, moved=5), PortalEntered)
    assert (entered.spent, entered.far) == (5, None)


@pytest.mark.rule("PORTAL-1")
def test_a_base_larger_than_the_portal_cannot_use_it() -> None:
    table = seat_players("Ann", base_mm=80)
    table.do("start", 1)
    table.do("deploy", player="Ann", at=(10, 10))
    assert no(table, "portal", player="Ann", portal=4) == ("PORTAL-1", "base-too-large")


@pytest.mark.rule("PORTAL-3")
def test_one_comes_out_at_the_centre_or_within_an_inch_of_the_portal() -> None:
    table = placed_table(Ann=(6, 6), Bob=(50, 50))
    (jumped,) = of_type(table.do("portal", 5, player="Ann", portal=4), Teleported)
    assert (jumped.at, table["Ann"].position.at, table["Ann"].position.portal) == ((30, 30), (30, 30), 5)
    table = placed_table(Ann=(6, 6), Bob=(50, 50))
    (jumped,) = of_type(table.do("portal", 5, player="Ann", portal=4, at=(35, 30)), Teleported)
    assert (jumped.at, jumped.stand) == ((35, 30), "beside")
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (None, 5)


@pytest.mark.rule("PORTAL-3")
def test_farther_than_an_inch_or_onto_a_base_that_can_be_avoided_is_refused() -> None:
    table = placed_table(Ann=(6, 6), Bob=(33.5, 30))
    with pytest.raises(Refused) as caught:
        table.ask("portal", 5, player="Ann", portal=4, at=(36, 30))
    assert caught.value.refusal.code == "not-at-the-portal"
    assert caught.value.refusal.facts["inches"] == pytest.approx((6 + 1.25 - 3.81) / 2.54, abs=0.01)
    assert table.asks == ("jump-portal", "Ann")  # nothing is done yet
    table = placed_table(Ann=(6, 6), Bob=(33.5, 30))
    with pytest.raises(Refused) as caught:
        table.ask("portal", 5, player="Ann", portal=4, at=(32, 30))
    assert caught.value.refusal.code == "on-a-base"
    table = placed_table(Ann=(6, 6), Bob=(33.5, 30))
    table.do("portal", 5, player="Ann", portal=4, at=(32, 30), override="squeezed in")
    assert table["Ann"].position.at == (32, 30)


@pytest.mark.rule("PORTAL-6")
def test_whose_whole_base_lies_on_the_portal_dies_and_whose_does_not_lives() -> None:
    table = placed_table(Ann=(6, 6), Bob=(31, 31), Cid=(54, 35))
    events = table.do("portal", 5, 3, player="Ann", portal=4)
    assert table.story(events) == ["Ann: 4 to 5", "Bob telefragged", "Bob back by 3"]
    table = placed_table(Ann=(6, 6), Bob=(33.5, 30), Cid=(54, 35))
    events = table.do("portal", 5, player="Ann", portal=4)
    assert table.story(events) == ["Ann: 4 to 5"]
    assert table["Ann"].position.portal == 5
    assert not of_type(events, AccidentSuffered)


@pytest.mark.rule("RESPAWN-1", "PORTAL-3")
def test_the_dead_come_back_at_a_place_beside_the_portal() -> None:
    table = placed_table(Ann=(6, 10), Bob=(50, 50), Cid=(10, 50))
    table.do("kill", 5, player="Ann", victim="Bob")
    x, y = table["Bob"].position.at
    assert ((x - 30) ** 2 + (y - 30) ** 2) ** 0.5 + 1.25 <= 3.81 + 2.54
    assert (table["Bob"].position.portal, table["Bob"].position.near) == (None, 5)
    table.do("kill", 5, player="Ann", victim="Cid")  # and not onto who stands there already
    assert table["Cid"].position.at != table["Bob"].position.at
    assert not overlapping(table)
    table.do("kill", 3, player="Ann", victim="Cid", at=(54, 11))
    assert table["Cid"].position.at == (54, 11)


@pytest.mark.rule("INIT-4", "PORTAL-3")
def test_a_newcomer_gets_a_place_where_everyone_has_one() -> None:
    table = placed_table(Ann=(6, 10), Bob=(50, 50))
    table.join("Cid", 1, 5)
    assert table["Cid"].position.at is not None
    table.do("place", player="Bob")
    table.join("Dan", 1, 4, i=2)
    assert table["Dan"].position.at is None


@pytest.mark.rule("TABLE-4")
def test_without_places_nothing_is_asked_of_them() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 5, player="Ann", portal=4)
    table.do("portal", 2, player="Ann", portal=1)  # far away, had it a place of its own
    table.do("kill", 3, player="Ann", victim="Bob")
    assert (table["Bob"].position.at, table["Bob"].position.near) == (None, 3)
    table.do("move", player="Ann", inches=2)
    assert table["Ann"].position.at is None


@pytest.mark.rule("BASE-1")
def test_with_bases_the_dead_get_a_free_place_in_their_own() -> None:
    from tests.games.quake.rules.in_teams import deploy_all
    from tests.games.quake.rules.test_teams_bases import table_with_bases

    table = deploy_all(table_with_bases())
    for name in ("Ann", "Cid"):
        table.do("place", player=name, at=(30, 30) if name == "Ann" else (40, 30))
    table.do("kill", player="Ann", victim="Cid")
    at = table["Cid"].position.at
    assert at is not None
    table.do("place", player="Ann", at=at, override="just to stand in the way")
    table.do("accident", player="Cid")
    assert table["Cid"].position.at not in (None, at)


@pytest.mark.rule("TABLE-4")
def test_a_match_without_places_needs_no_geometry() -> None:
    script = (
        "import sys\n"
        "from tests.games.quake.rules.playing import start_table\n"
        "table = start_table('Ann Bob')\n"
        "table.do('move', player='Ann', inches=2)\n"
        "table.do('portal', 3, player='Ann', portal=2)\n"
        "table.do('kill', 2, player='Ann', victim='Bob')\n"
        "assert 'shapely' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
