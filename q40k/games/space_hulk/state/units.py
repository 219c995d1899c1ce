"""The marines' units and weapons, the same in every mission."""

from typing import Literal

from q40k.games.space_hulk.packs.missions import EditionId, Unit
from q40k.kernel.state import Part

Gun = Literal["storm-bolter", "assault-cannon", "heavy-flamer"]


Melee = Literal[
    "power-fist",
    "chainfist",
    "lightning-claws",
    "power-sword",
    "thunder-hammer",
    "storm-shield",
    "force-axe",
    "power-glove",
]


class UnitKind(Part, frozen=True, kw_only=True):
    """The weapons and rank of a marine (SH-BOX-6, SH1-BOX-1)."""

    gun: Gun | None = None
    melee: tuple[Melee, ...] = ("power-fist",)
    sergeant: bool = False
    librarian: bool = False
    short: str
    editions: tuple[EditionId, ...] = ("4",)


class GunKind(Part, frozen=True, kw_only=True):
    """A gun: its dice, the number a shot needs, and its cost (SH-SHOOT-2).

    `shots` is None without a limit. `watches`: it shoots on overwatch.
    """

    dice: int = 1
    needs: int
    ap: int = 1
    shots: int | None = None
    watches: bool = True
    jams: bool = False
    explodes: bool = False


GUNS: dict[Gun, GunKind] = {
    "storm-bolter": GunKind(dice=2, needs=6, jams=True),
    "assault-cannon": GunKind(dice=3, needs=5, shots=10, explodes=True),
    "heavy-flamer": GunKind(needs=2, ap=2, shots=6, watches=False),
}


UNITS: dict[Unit, UnitKind] = {
    "terminator-bolter": UnitKind(gun="storm-bolter", short="Bolt", editions=("4", "1")),
    "terminator-chainfist": UnitKind(gun="storm-bolter", melee=("chainfist",), short="Chain"),
    "terminator-flamer": UnitKind(gun="heavy-flamer", short="Flame", editions=("4", "1")),
    "terminator-cannon": UnitKind(gun="assault-cannon", short="Cannon"),
    "terminator-claws": UnitKind(melee=("lightning-claws",), short="Claw"),
    "sergeant-sword": UnitKind(gun="storm-bolter", melee=("power-sword",), sergeant=True, short="Sword"),
    "sergeant-hammer": UnitKind(melee=("thunder-hammer", "storm-shield"), sergeant=True, short="Hammer"),
    "librarian": UnitKind(gun="storm-bolter", melee=("force-axe",), librarian=True, short="Libra"),
    "sergeant-bolter": UnitKind(
        gun="storm-bolter", melee=("power-glove",), sergeant=True, short="Sarge", editions=("1",)
    ),
}


PSI = 20
"""The librarian's psi points for the whole mission (SH-LIB-2)."""
