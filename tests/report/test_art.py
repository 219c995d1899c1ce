"""The art of the map: every game's styles, armies and vehicles have theirs, and it weighs little."""

import re
from typing import get_args
from xml.etree import ElementTree

import pytest

from q40k.games import game as games
from q40k.games.epic.packs.profiles import Kind
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.table import scene as epic
from q40k.games.quake.arena.picture import TEXTURES
from q40k.games.quake.table import scene as quake
from q40k.games.space_hulk.state.units import UNITS
from q40k.games.space_hulk.table import scene as space_hulk
from q40k.geometry.scene import Area, Mark, Piece, Scene, Style
from q40k.live import page as live
from q40k.report.art import definitions, names
from q40k.report.drawing import classes, drawing, ground, moving_parts
from q40k.report.html import asset
from q40k.tabletop.colours import COLOURS
from tests.report.test_replay import play_golden

MODULES = {"quake": quake, "epic": epic, "space-hulk": space_hulk}


def test_the_art_is_well_formed_and_every_name_is_there_once() -> None:
    result = ElementTree.fromstring(f"<svg>{definitions(1.2)}</svg>")
    ids = [node.get("id") for node in result.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {*ids} == {f"t-{name}" for name in names("t")} | {f"a-{name}" for name in names("a")} | {"glow"}
    assert "scale(0.6)" in definitions(1.2)


@pytest.mark.parametrize("game", MODULES)
def test_what_a_game_names_is_drawn(game: str) -> None:
    drawn = names("t") | names("a") | {"portal", ""}
    assert {style.art for style in MODULES[game].STYLES.values()} <= drawn
    emblems = MODULES[game].EMBLEMS
    assert {*emblems.values()} <= names("a")
    assert len({*emblems.values()}) == len(emblems), "no two armies have one emblem"


def test_every_army_and_unit_has_its_emblem() -> None:
    champions = games.find("quake").packs.library().champions.values()
    assert {champion.army for champion in champions} - {"home-made"} <= {*quake.EMBLEMS}
    profiles = games.find("epic").packs.library().of_kind("profiles").values()
    assert {profile.army for profile in profiles} <= {*epic.EMBLEMS}
    assert {*UNITS} == {*space_hulk.EMBLEMS}


def test_every_kind_of_scenery_has_a_texture_of_its_own() -> None:
    for module, kinds in ((quake, TEXTURES), (epic, get_args(TerrainKind))):
        art = [module.STYLES[kind].art for kind in kinds]
        assert {*art} <= names("t")
        assert len({*art}) == len(art)
    assert {space_hulk.STYLES[name].art for name in ("floor", "other", "wall", "door", "fire", "barrier")} <= names("t")
    assert space_hulk.STYLES["floor"].wall_cm > 0


def test_every_kind_of_vehicle_has_a_shape() -> None:
    profiles = games.find("epic").packs.library().of_kind("profiles").values()
    shapes = {(profile.kind, epic._shape(profile)) for profile in profiles}
    assert {kind for kind, shape in shapes if shape} == {*get_args(Kind)} - {"infantry"}
    assert {shape for _kind, shape in shapes if shape} <= names("a")
    assert all(not shape for kind, shape in shapes if kind == "infantry")


SCENE = Scene(
    (100, 50),
    ground=(
        Area("wall", ((0, 0), (10, 0), (10, 10)), height_cm=4),
        Area("gate", circle=((50, 25), 5)),
        Area("room", ((60, 0), (70, 0), (70, 10), (60, 10))),
    ),
    marks=(Mark("E1", "E1", (30, 10), "token"), Mark("o", "o", (30, 40), "token")),
    pieces=(
        Piece("p1", "An", (20, 30), COLOURS[2], emblem="jaw", facing=90.0),
        Piece("p2", "T→", (80, 40), COLOURS[1], shape="tank", facing=30.0),
        Piece("p3", "X", (90, 10), COLOURS[1], emblem="unheard-of"),
    ),
    floor="stone",
    styles={
        "wall": Style("#111111", "#eeeeee", art="bricks"),
        "gate": Style("#111111", "#eeeeee", art="portal"),
        "room": Style("#111111", "#eeeeee", art="deck", wall_cm=0.5),
        "stone": Style("#111111", "#eeeeee", art="slabs"),
        "token": Style("#111111", "#eeeeee", art="crate"),
    },
)


def test_a_drawing_has_floors_shadows_portals_and_walls() -> None:
    drawn = ground(SCENE)
    assert re.findall(r'class="texture" fill="url\(#t-([a-z]+)\)"', drawn) == ["slabs", "bricks", "deck"]
    assert [drawn.count(f'class="{part}"') for part in ("shadow", "wall", "swirl", "halo")] == [1, 1, 1, 1]
    assert drawn.index('class="wall"') < drawn.index('class="area'), "rooms open into each other"


def test_figures_have_emblem_shape_and_facing_and_markers_a_sign() -> None:
    drawn = moving_parts(SCENE)
    assert re.findall(r'href="#a-([a-z-]+)"', drawn) == ["crate", "crate", "jaw", "tank"]
    assert drawn.count('class="nose"') == 1
    assert "rotate(-90)" in drawn
    assert "rotate(-30)" in drawn
    assert ">E1<" in drawn
    assert ">o<" not in drawn, "a small letter is only for terminals"
    assert ">T<" in drawn, "the arrow of the terminal is the facing of the drawing"


def test_motion_stops_where_it_is_unwanted() -> None:
    sheet = asset("map.css")
    assert "animation:swirl" in sheet
    assert "@media (prefers-reduced-motion:reduce){.map *{animation:none!important}}" in sheet


@pytest.mark.parametrize("name", ["quake capture-the-flag", "space-hulk airlock-nine-4", "epic places"])
def test_a_table_weighs_little_with_all_its_art(name: str) -> None:
    session = play_golden(name)
    scene = session.game.view.scene(session.state)
    assert scene is not None
    whole = drawing(scene, "The table", ground(scene), moving_parts(scene)) + live.style(scene.styles)
    assert len(whole.encode()) < 150_000


def test_art_and_style_weigh_little_and_come_from_nowhere_else() -> None:
    whole = drawing(SCENE, "The table", ground(SCENE), moving_parts(SCENE)) + classes(SCENE.styles)
    assert len(definitions(1).encode()) < 20_000
    assert not re.findall(r"https?:|url\((?!#)|@import|<image|<script", whole)
