"""Tables where champions carry weapons, and shots at them, for the tests of shooting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from q40k.games.quake.packs.models import Scenery, Weapon
from q40k.games.quake.state.shooting import Shot
from tests.games.quake.rules.playing import Table, arena, champion, of_type
from tests.games.w40k3e.fighting import named_traits, weapon

GUNS = ("boltgun", "bolt-pistol", "missile-launcher-frag", "flamer", "plasma-gun", "heavy-bolter")


def gunners(names: str, guns: Sequence[str | Weapon] = GUNS, *, table: Table | None = None, **each: Any) -> Table:
    """A table in the first shooting phase; the first named is active, all carry the same.

    `each` holds profiles by name, with the ids of traits in a row: Bob={"w": 3, "traits": "dodge"}.
    """
    table = table or Table()
    arms = tuple(weapon(gun) if isinstance(gun, str) else gun for gun in guns)
    for place, name in enumerate(names.split()):
        arguments = {"i": max(0, 10 - place), **each.get(name, {})}
        can = named_traits(arguments.pop("traits", ""))
        profile = champion(**arguments)
        table.do("join", player=name, champion="x", profile=profile, arms=arms, traits=can)
    table.do("start", *[1] * len(names.split()))
    for name in reversed(names.split()):
        table.do("deploy", player=name)
    to_shooting(table)
    return table


def to_shooting(table: Table) -> None:
    """End the movement phase."""
    table.do("end-phase")
    assert table.state.play.phase == "shooting"


def shot(events: Sequence[Any]) -> Shot:
    """The one shot that was told of."""
    (result,) = of_type(events, Shot)
    assert isinstance(result, Shot)
    return result


def placed_table(names: str, scenery: Sequence[Scenery] = (), guns: Sequence[str] = GUNS, **spots: Any) -> Table:
    """The same on a table of 120 x 120 cm, everyone standing at a spot in cm."""
    ground = structs.replace(arena(120, 120), scenery=tuple(scenery))
    table = gunners(names, guns, table=Table(arena_data=ground))
    for name, at in spots.items():
        table.do("place", player=name, at=at)
    return table
