"""Champions that hold a bonus of the book, for the tests of what each kind does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from q40k.games.quake.state.bonus import fighter
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.melee import Blows, Round, melee_plan
from q40k.games.w40k3e.plans import Save
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan
from tests.games.w40k3e.fighting import library, weapon

from .playing import Table, deploying, start_table

BOOK = library().bonus_tables["classic"]
MARINE = Fighter(sv=3)
BARE = Fighter()
TOKENS = {"equipment": "E1", "weapon": "W1", "special": "S1"}


def book(**new: Any) -> Table:
    """A table that plays by the shipped bonus tables, or by others of `tables_data`."""
    return Table(**{"tables_data": BOOK, **new})


def takes(table: Table, kind: str, *answers: Any, who: str = "Ann") -> list[Any]:
    """Somebody picks up a token, and it turns out to be this kind."""
    category, _, roll = kind.partition("-")
    dice = [int(face) for face in roll]
    events: list[Any] = table.do(
        "pickup", *dice, *answers, player=who, token=TOKENS[category], override="it passed over it"
    )
    return events


def holder(kind: str, **profile: Any) -> Fighter:
    """Ann, a space marine unless `profile` says otherwise, holding this kind, as a fighter."""
    table = start_table("Ann Bob", table=book(), **profile)
    takes(table, kind)
    return fighter(table.state, table["Ann"])


def shot_at(target: Fighter, gun: str = "boltgun") -> ShootingPlan:
    return shooting_plan(MARINE, weapon(gun), target, Aim())


def shot_by(shooter: Fighter, gun: str = "boltgun", **aim: Any) -> ShootingPlan:
    return shooting_plan(shooter, weapon(gun), MARINE, Aim(**aim))


def blow(striker: Fighter, target: Fighter, with_: str | None = None) -> Blows:
    result = melee_plan(striker, weapon(with_) if with_ else None, target, Round())
    return result.blows[0]


def best(saves: Sequence[Save]) -> tuple[str, int] | None:
    """The save that is taken: its kind and what it needs."""
    return (saves[0].kind, saves[0].test.needed) if saves else None


def save_modifier(target: Fighter, gun: str = "boltgun") -> tuple[str, int] | None:
    return best(shot_at(target, gun).attack.saves.options)


def parry_modifier(target: Fighter, with_: str | None = "power-weapon") -> tuple[str, int] | None:
    return best(blow(MARINE, target, with_).attack.saves.options)


def placed_table(spots: dict[str, tuple[float, float]], **options: Any) -> Table:
    """A table in turn 1 where everybody's place is known."""
    table = deploying(" ".join(spots), table=book(**options))
    for name in reversed(spots):
        table.do("deploy", player=name, at=spots[name], override="as near as the test wants")
    return table
