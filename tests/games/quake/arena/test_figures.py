"""Champions as figures on an arena."""

from q40k.games.quake.arena.figures import HEIGHTS_IN, figure
from q40k.games.w40k3e.profiles import Champion
from q40k.geometry.positions import Figure
from q40k.geometry.space import Base
from tests.games.quake.arena.tables import NAME, arena, box


def test_an_arena_is_compiled_once() -> None:
    table = arena(box("a", 1, 1, 2, 2))
    assert table.field is table.field
    assert arena().field is not arena().field


def test_a_champion_of_the_packs_brings_its_base_and_height() -> None:
    biker = Champion(id="biker", name=NAME, ws=4, bs=4, s=4, t=4, i=4, a=1, ld=8, points=20,
                     base_mm=25, base_length_mm=70, unit_type="bike")  # fmt: skip
    alone = figure("A", biker, (30, 30), angle_deg=90, elevation_in=2)
    assert alone == Figure("A", (30, 30), Base(25, 70, 90), HEIGHTS_IN["bike"], 2, "bike")
    assert alone.top_in == 3.5
