"""Packs put beside commands: gear is paid for, a perfect fighter's too."""

import pytest

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import MOST_POINTS, equip_champion, resolve
from q40k.games.w40k3e.traits import greatest
from q40k.kernel.events import Refused


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_buys_from_every_codex(library: Library) -> None:
    everyone, mod = library.champions, library.mods["supreme-master"]
    fists = [entry.options["power-fist"] for entry in everyone.values() if "power-fist" in entry.options]
    for item, price in (
        ("power-fist", min(fists)),
        ("lascannon", everyone["space-marine"].options["lascannon"]),
        ("wraithcannon", everyone["eldar-wraithguard"].points),
        ("iron-halo", everyone["sm-commander"].options["iron-halo"]),
    ):
        built = equip_champion(library, "space-marine", (item,), mod)
        assert built.points == 15 + price
        assert built.weapons == ("boltgun", item)
    assert equip_champion(library, "space-marine", ("iron-halo",), mod).inv == 4
    command = Join(player="Ann", champion="space-marine", options=("wraithcannon",))
    resolved = resolve(library, command, mod)
    assert isinstance(resolved, Join)
    assert resolved.profile is not None
    assert resolved.profile.points == 15 + 35
    with pytest.raises(Refused):
        resolve(library, command, library.mods["deathmatch"])


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_buys_a_rangers_move(library: Library) -> None:
    mod, ranger = library.mods["supreme-master"], library.champions["eldar-ranger"]
    command = Join(player="Ann", champion="space-marine", options=("ranger-stride",))
    resolved = resolve(library, command, mod)
    assert isinstance(resolved, Join)
    assert resolved.profile is not None
    assert resolved.profile.points == 15 + ranger.points
    assert resolved.profile.weapons == ("boltgun",)
    assert greatest(resolved.traits, "move") == 9
    with pytest.raises(Refused):
        resolve(library, command, library.mods["deathmatch"])


@pytest.mark.rule("CHAMPION-8")
@pytest.mark.parametrize("gear", [("death-star",), ("wraithcannon", "wraithcannon")])
def test_what_nobody_has_cannot_be_bought(library: Library, gear: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        equip_champion(library, "space-marine", gear, library.mods["supreme-master"])
    assert refused.value.refusal.code == "unknown-gear"


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_does_not_cost_the_earth(library: Library) -> None:
    mod = library.mods["supreme-master"]
    signature = sorted(
        (champion.points, champion.weapons[0]) for champion in library.champions.values() if champion.weapons
    )
    gear = tuple(dict.fromkeys(item for _, item in signature))
    with pytest.raises(Refused) as refused:
        equip_champion(library, "sm-cypher", gear[::-1], mod)
    assert (refused.value.refusal.code, refused.value.refusal.facts["most"]) == ("too-dear", MOST_POINTS)
