"""The drawing of the map: a scene and a window in, characters out. No screen is needed."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.screen.map import LAYERS, PARTS
from q40k.games.quake.state.barrels import HitBarrel
from q40k.games.quake.state.melee import Contact
from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.table import scene as quake
from q40k.games.quake.table.scene import FIRE, STYLES, initials, keeps_places, marks, pieces, scene
from q40k.geometry.scene import NOTHING, Line, Overlay, Scene
from q40k.geometry.space import Spot
from q40k.tui.map.draw import CURSOR, LIT_MARK, Cells, Painter
from q40k.tui.map.palette import DARK, LIGHT, MONO, Palette
from q40k.tui.map.port import ZOOMS, Port
from tests.games.quake.screen.table import library, new_desk, playing, press

ARENAS = sorted(library().arenas)
EVERYTHING = frozenset(layer.id for layer in LAYERS)
PORTS = st.builds(
    Port,
    size=st.sampled_from([(60, 60), (120, 80), (180, 120), (20, 20)]),
    columns=st.integers(1, 150),
    rows=st.integers(1, 60),
    zoom=st.integers(0, len(ZOOMS) - 1),
    centre=st.none() | st.tuples(st.floats(-50, 250), st.floats(-50, 250)),
)


def arena(name: str = "classic-60") -> Arena:
    return library().arenas[name]


def text(cells: Cells) -> str:
    return "\n".join("".join(cell.char for cell in row) for row in cells)


def bare(name: str) -> Scene:
    """An arena with nobody on it."""
    return quake.bare_scene(arena(name))


def draw(
    shown: Scene, port: Port, palette: Palette, overlay: Overlay = NOTHING, hidden: frozenset[str] = frozenset()
) -> Cells:
    return Painter().draw(shown, port, palette, overlay, hidden=hidden)


@given(PORTS, st.integers(0, 149), st.integers(0, 59))
def test_a_character_shows_the_place_it_stands_for(port: Port, column: int, row: int) -> None:
    assert port.cell(port.spot(column, row)) == (column, row)


@given(PORTS)
def test_the_whole_table_is_in_the_window_that_is_not_zoomed(port: Port) -> None:
    whole = dataclasses.replace(port, zoom=0, centre=None)
    width, height = port.size
    for at in ((0.1, 0.1), (width - 0.1, height - 0.1)):
        x, y = whole.dots(at)
        assert 0 <= x <= port.columns
        assert 0 <= y <= 2 * port.rows


@given(PORTS, st.floats(0, 1), st.floats(0, 1))
def test_what_is_followed_is_brought_into_the_window(port: Port, x: float, y: float) -> None:
    at = (x * (port.size[0] - 0.01), 0.01 + y * (port.size[1] - 0.01))
    column, row = port.pan_to(at).cell(at)
    assert (0 <= column < port.columns, 0 <= row < port.rows) == (True, True)


@settings(max_examples=40)
@given(PORTS, st.sampled_from(ARENAS), st.sampled_from([DARK, LIGHT, MONO]))
def test_a_map_fills_its_window_exactly(port: Port, name: str, palette: Palette) -> None:
    size = arena(name).size
    overlay = Overlay(lines=(Line(((-20, -20), (300, 300))),), cursor=(5, 5), words=(((9, 9), "?"),))
    cells = draw(bare(name), dataclasses.replace(port, size=size), palette, overlay)
    assert len(cells) == port.rows
    assert {len(row) for row in cells} == {port.columns}
    assert all(sum(cell_len(cell.char) for cell in row) == port.columns for row in cells)


@pytest.mark.parametrize("palette", [DARK, LIGHT, MONO], ids=lambda palette: palette.name)
@pytest.mark.parametrize("name", ARENAS)
def test_every_portal_shows_its_number_at_80_columns(name: str, palette: Palette) -> None:
    port = Port(arena(name).size, 78, 17)
    cells = draw(bare(name), port, palette)
    for portal in arena(name).portals:
        column, row = port.cell(portal.at)
        near = "".join(cell.char for cell in cells[row][max(0, column - 2) : column + 3])
        assert str(portal.number) in near


def test_without_colours_only_characters_tell_things_apart() -> None:
    cells = draw(bare("caldera-120"), Port((120, 80), 78, 20), MONO)
    assert {(cell.ink, cell.paper) for row in cells for cell in row} == {(None, None)}
    assert all(mark in text(cells) for mark in "≈╳█░(1)")


def test_high_water_lava_and_walls_have_colours_of_their_own() -> None:
    cells = draw(bare("caldera-120"), Port((120, 80), 78, 20), DARK)
    papers = {cell.paper for row in cells for cell in row}
    assert {DARK.of(STYLES["water"]), DARK.of(STYLES["portal"])} <= papers
    assert len(papers) > 8


def test_a_lit_tile_lights_up_itself_and_nothing_else() -> None:
    tile = ((20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0))
    port = Port((60, 60), 60, 30)
    plain, lit = (
        draw(bare("classic-60"), port, DARK, overlay, EVERYTHING) for overlay in (Overlay(), Overlay(lit=((tile,),)))
    )
    changed = {
        port.spot(column, row)
        for row, cells in enumerate(lit)
        for column, cell in enumerate(cells)
        if cell != plain[row][column]
    }
    assert len(changed) == 20 * 10
    assert all(20 < x < 40 and 20 < y < 40 for x, y in changed)
    dark = draw(bare("classic-60"), port, MONO, Overlay(lit=((tile,),)))
    assert LIT_MARK in text(dark)


def test_a_hole_in_a_lit_zone_stays_dark() -> None:
    outer = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    hole = ((20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0))
    port = Port((60, 60), 60, 30)
    cells = draw(bare("classic-60"), port, DARK, Overlay(lit=((outer, hole),)), EVERYTHING)

    def paper(at: Spot) -> object:
        column, row = port.cell(at)
        return cells[row][column].paper

    assert paper((30, 30)) in (DARK.ground, DARK.chequer)
    assert paper((15, 30)) not in (DARK.ground, DARK.chequer)


def test_the_still_part_is_drawn_once_for_a_window() -> None:
    port = Port((60, 60), 50, 20)
    painter, shown = Painter(), bare("classic-60")
    painter.draw(shown, port, DARK)
    still = painter.still
    painter.draw(bare("classic-60"), port, DARK, Overlay(cursor=(30, 30)))
    assert painter.still is still
    painter.draw(shown, port.zoom_by(1), DARK)
    assert painter.still is not still


def test_layers_are_left_out() -> None:
    desk = playing(arena="classic-60")
    desk.do(PlaceAt(player="Bob", at=(20, 25)))
    port = Port((60, 60), 60, 30)

    result = scene(desk.state)
    assert result is not None

    def shown_map(*hidden: str) -> str:
        return text(draw(result, port, MONO, hidden=frozenset(hidden)))

    assert all(mark in shown_map() for mark in ("Bo", "E1", "(3)"))
    assert "Bo" not in shown_map("champions")
    assert "E1" not in shown_map("tokens")
    assert "(3)" not in shown_map("portals")


def test_the_cursor_is_over_everything() -> None:
    cells = draw(bare("classic-60"), Port((60, 60), 60, 30), DARK, Overlay(cursor=(30, 30)))
    column, row = Port((60, 60), 60, 30).cell((30, 30))
    assert cells[row][column].char == CURSOR


# ---- what is shown of a match


def test_two_letters_tell_names_apart() -> None:
    assert initials(("Bob", "Bill", "Bo", "alice", "龍騎士", "!")) == ("Bo", "Bi", "B2", "Al", "龍", "?2")


@given(st.lists(st.text(min_size=1, max_size=8), max_size=24))
def test_initials_are_never_too_wide(names: list[str]) -> None:
    assert all(1 <= cell_len(initial) <= 2 for initial in initials(tuple(names)))


def test_who_stands_beside_a_portal_or_in_a_tile_is_shown_about_there() -> None:
    desk = playing(arena="classic-60")
    assert (pieces(desk.state), keeps_places(desk.state)) == ((), False)
    press(desk, "k24")
    (bob,) = pieces(desk.state)
    portal = arena().portals[3].at
    assert bob.about
    assert max(abs(bob.at[0] - portal[0]), abs(bob.at[1] - portal[1])) < 6
    assert not keeps_places(desk.state)
    desk.do(PlaceAt(player="Alice", at=(20, 25)))
    alice = next(piece for piece in pieces(desk.state) if piece.id == "p1")
    assert (alice.at, alice.about, alice.active) == ((20, 25), False, True)
    assert keeps_places(desk.state)


@pytest.mark.parametrize("palette", [DARK, MONO], ids=lambda palette: palette.name)
def test_a_token_is_seen_beside_whoever_stands_on_it(palette: Palette) -> None:
    desk = playing()
    result = scene(desk.state)
    assert result is not None
    at = next(mark.at for mark in result.marks if mark.letters == "E1")
    desk.do(PlaceAt(player="Alice", at=at, override="on it"))
    stood = scene(desk.state)
    assert stood is not None
    shown = text(draw(stood, Port((60, 60), 60, 30), palette))
    assert "Al" in shown
    assert "E1" in shown


def test_a_token_that_is_held_lies_nowhere() -> None:
    desk = playing(arena="classic-60")
    press(desk, "t124")
    assert desk.state.players["p1"].bonus is not None
    held = desk.state.players["p1"].bonus.token
    assert held not in {thing.id for thing in marks(desk.state)}


@pytest.mark.rule("DIFF-2")
@pytest.mark.rule("MELEE-3")
def test_bases_in_contact_are_joined_and_fighters_have_a_ring() -> None:
    desk = playing(arena="classic-60")
    for name, at in {"Alice": (20, 30), "Bob": (22.5, 30), "Chloé": (40, 10)}.items():
        desk.do(PlaceAt(player=name, at=at))
    result = scene(desk.state)
    assert result is not None
    (link,) = result.lines
    assert (set(link.points), link.style) == ({(20, 30), (22.5, 30)}, "touch")
    while desk.state.play.phase != "assault":
        desk.do(EndPhase())
    desk.do(Contact(player="Alice", others=("Bob",)))
    result = scene(desk.state)
    assert result is not None
    joined, *rings = result.lines
    assert {joined.style, *(ring.style for ring in rings)} == {"fight"}
    assert len(rings) == 2
    port = Port((60, 60), 100, 40)
    for palette in (DARK, MONO):
        bare_cells, cells = draw(replace(result, lines=()), port, palette), draw(result, port, palette)
        assert text(cells) != text(bare_cells)
        removed = frozenset({"champions"})
        assert draw(result, port, palette, hidden=removed) == draw(
            replace(result, lines=()), port, palette, hidden=removed
        )


@pytest.mark.rule("BARREL-5")
def test_napalm_burns_as_wide_as_its_template_until_tokens_are_hidden() -> None:
    desk = playing(("Ann", "Bob"), arena="depot-100", addons=("barrel-frenzy",))
    barrel = next(barrel for barrel in desk.state.barrels.values() if barrel.at is not None)
    result = scene(desk.state)
    assert result is not None
    assert not result.areas
    desk.do(HitBarrel(player="Ann", barrel=barrel.id))
    press(desk, "65\n\n")  # weird, napalm, nobody dies, no other barrel
    result = scene(desk.state)
    assert result is not None
    (fire,) = [mark for mark in result.marks if mark.letters == FIRE]
    assert (fire.id, fire.at) == (barrel.id, barrel.at)
    (burning,) = result.areas
    xs = [x for x, _ in burning.corners]
    assert max(xs) - min(xs) == pytest.approx(5 * 2.54, rel=0.01)
    port = Port(result.size, 100, 40)
    out = replace(result, areas=(), marks=tuple(mark for mark in result.marks if mark != fire))
    for palette in (DARK, LIGHT, MONO):
        assert draw(result, port, palette) != draw(out, port, palette)
        assert FIRE in text(draw(result, port, palette))
    hidden = frozenset({"tokens"})
    assert draw(result, port, DARK, hidden=hidden) == draw(out, port, DARK, hidden=hidden)


def test_the_map_needs_no_geometry_library_to_be_loaded() -> None:
    code = (
        "import sys, q40k.tui.map.screen, q40k.games.quake.screen.positions;"
        "sys.exit('shapely' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.rule("BONUS-1")
def test_a_throw_is_drawn_along_its_line() -> None:
    desk = playing(arena="classic-60")
    desk.do(PlaceAt(player="Alice", at=(20, 30)))
    result = scene(desk.state.replace(thrown=((20.0, 30.0), (45.0, 30.0))))
    assert result is not None
    (line,) = result.lines
    assert line.points == ((20, 30), (45, 30))
    port = Port((60, 60), 100, 40)
    assert text(draw(result, port, MONO)) != text(draw(replace(result, lines=()), port, MONO))


@pytest.mark.parametrize(
    ("mod", "arena_id", "marked"),
    [
        ("domination", "bastions-140", False),
        ("capture-the-flag", "bastions-140", True),
        ("deathmatch", "depot-100", False),
    ],
)
def test_flags_and_barrels_are_drawn_only_where_the_mod_plays_with_them(mod: str, arena_id: str, marked: bool) -> None:
    desk = new_desk(mod=mod, arena=arena_id)
    press(desk, "\n\n")
    assert desk.state.setup.arena is not None
    assert desk.state.setup.arena.flags or desk.state.setup.arena.barrels
    drawn = {mark.letters for mark in marks(desk.state) if mark.id not in desk.state.tokens}
    words = {sample.word for sample in PARTS.legend(desk.locale, desk.state)}
    assert bool(drawn) is marked
    assert bool({"flag", "barrel"} & words) is marked


def test_champions_in_one_tile_or_at_one_portal_do_not_stand_on_one_another() -> None:
    desk = playing([f"{letter}nn" for letter in "ABCDEFGHIJ"])
    state = desk.state
    for n, player in enumerate(state.players.values()):
        place = replace(player.position, tile="B2" if n < 5 else None, near=3 if n >= 5 else None, at=None)
        state = state.replace(players={**state.players, player.id: player.replace(position=place)})
    spots = [piece.at for piece in pieces(state)]
    assert len(spots) == len(set(spots)) == 10
    drawn = scene(state)
    assert drawn is not None
    shown = text(draw(drawn, Port(drawn.size, 60, 20), MONO))
    assert all(mark in shown for mark in initials(tuple(p.name for p in state.players.values())))
