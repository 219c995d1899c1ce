"""The map of a match as plain facts, and the style of each of them.

It depends only on the state, so it costs the same after ten entries as after ten thousand.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin
from types import MappingProxyType

from msgspec.structs import replace

from q40k.games.quake.arena.picture import TEXTURES, Texture, texture
from q40k.games.quake.packs.arena import TILE_CM, Arena, Portal, column_name
from q40k.games.quake.state.barrels import TEMPLATE_IN
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import contact_pairs, melees
from q40k.games.quake.state.positions import base_of, is_placed
from q40k.games.quake.table.team_marks import colour_of, team_marks
from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import Area, Grid, Label, Line, Mark, Piece, Scene, Style
from q40k.geometry.space import CM_PER_INCH, Spot, outline
from q40k.i18n.width import width

FIGHTING = ("assault", "melee")
"""The phases in which melees begin and are fought."""
RING_CM = 0.7
"""The distance of a fighter's ring from the rim of its base."""
BARREL, FIRE, FLAG = "o", "*", "⚑"
_HIGHEST_IN = 12.0
_STREWN: frozenset[Texture] = frozenset(
    {"water", "lethal", "dangerous", "difficult", "climbable", "high", "dark", "blocks_sight"}
)
"""Textures whose character is strewn over their colour; the others have the colour only."""


def _textures(dark: str, light: str, art: str) -> dict[str, Style]:
    """Return the style of each texture, from its colours on dark and on light ground and its art."""
    looks = zip(TEXTURES.items(), dark.split(), light.split(), art.split(), strict=True)
    return {
        name: Style(f"#{dark_colour}", f"#{light_colour}", mark, name in _STREWN, art=drawn)
        for (name, mark), dark_colour, light_colour, drawn in looks
    }


STYLES: Mapping[str, Style] = {
    **_textures(
        "737880 8f3413 1d527f 75590f 6b5a41 4f4637 31502d 171224 1f4428 514d36 3c424b",
        "8f8b84 f0925e a9d3ec ecd583 b5a283 cfc3a9 b9d3a5 8f86a6 93bd92 ddd6b4 d3cec2",
        "bricks lava water stripes contours rungs scrub shade panels bags rubble",
    ),
    "floor": Style("#2b2e33", "#dcd7ca", art="slabs"),
    "base": Style("#59606b", "#a59f90", "'", strewn=True, share=0.35),
    "portal": Style("#c3d0d6", "#3f4d55", art="portal"),
    "portal-number": Style("#101418", "#ffffff"),
    "token-equipment": Style("#e8c14b", "#7a5a00", art="crate"),
    "token-weapon": Style("#ff8a6b", "#b3261e", art="gun"),
    "token-special": Style("#d99bff", "#7b2fb0", art="bolt"),
    "barrel": Style("#e59a4a", "#9a5200", art="barrel"),
    "fire": Style("#ff9a3c", "#b3421e", art="flame"),
    "flag": Style("#d8dde6", "#616367", art="flag"),
    "napalm": Style("#e84a18", "#e84a18", share=0.5, art="flames"),
    "touch": Style("#d8dde6", "#616367"),
    "fight": Style("#ff5fa2", "#732b49"),
}
EMBLEMS = {
    "chaos-space-marines": "spiked-wheel",
    "daemonhunters": "sword",
    "dark-eldar": "barb",
    "eldar": "rune",
    "heroes": "crown",
    "imperial-guard": "chevrons",
    "necrons": "eye",
    "orks": "jaw",
    "space-marines": "shield",
    "tau": "ring",
    "tyranids": "claw",
    "witch-hunters": "lily",
}
"""The emblem of each army; any other army has a star."""


def scene(state: Match) -> Scene | None:
    """Return the map of a match; None without an arena."""
    if state.setup.arena is None:
        return None
    here = pieces(state)
    return replace(
        bare_scene(state.setup.arena, tints(state)),
        areas=fires(state),
        marks=marks(state),
        pieces=here,
        lines=links(state, here),
    )


def bare_scene(arena: Arena, tinted: Mapping[int, str] = MappingProxyType({})) -> Scene:
    """Return an arena without champions, and without anything that could be moved or taken."""
    columns, rows = (side // TILE_CM for side in arena.size)
    return Scene(
        arena.size,
        tuple(_ground(arena, tinted)),
        labels=tuple(_labels(arena)),
        grid=Grid(
            TILE_CM, tuple(map(column_name, range(columns))), tuple(str(row + 1) for row in range(rows)), "tiles"
        ),
        floor="floor",
        styles=STYLES,
    )


def _ground(arena: Arena, tinted: Mapping[int, str]) -> Iterator[Area]:
    """Yield bases, then scenery, then portals, each drawn over the ones before."""
    for base in arena.bases:
        yield Area("base", base.polygon, colour=tinted.get(base.number))
    for piece in arena.scenery:
        lift = min(piece.height_in, _HIGHEST_IN) / _HIGHEST_IN * 0.16
        yield Area(
            texture(piece), piece.corners, lift=lift, height_cm=piece.height_in * CM_PER_INCH / 2, layer="scenery"
        )
    for portal in arena.portals:
        rim = (portal.at, portal.diameter_in * CM_PER_INCH / 2)
        yield Area("portal", circle=rim, layer="portals")


def _labels(arena: Arena) -> Iterator[Label]:
    for portal in arena.portals:
        number = str(portal.number)
        yield Label(portal.at, number, "portal-number", "portal", f"({number})", "portals")
    for base in arena.bases:
        count = len(base.polygon)
        middle = (sum(x for x, _ in base.polygon) / count, sum(y for _, y in base.polygon) / count)
        yield Label(middle, f"[{base.number}]")


def links(state: Match, here: Sequence[Piece]) -> tuple[Line, ...]:
    """Return lines between champions in base contact, rings around fighters, and a throw's line.

    Lines within a melee have the style of the rings. Nothing is drawn for a roughly known place.

    Rule: DIFF-2, MELEE-3, BONUS-1
    """
    exact = {piece.id: piece for piece in here if not piece.about}
    fights = melees(state) if state.play.phase in FIGHTING else ()
    lines = [Line(state.play.thrown, "bad", "champions")] if state.play.thrown else []
    for first, second in contact_pairs(state):
        if first in exact and second in exact and exact[first].at != exact[second].at:
            fight = any(first in members and second in members for members in fights)
            ends = (exact[first].at, exact[second].at)
            lines.append(Line(ends, "fight" if fight else "touch", "champions"))
    for member in dict.fromkeys(p for members in fights for p in members):
        if member in exact:
            rim = _ring(exact[member])
            lines.append(Line((*rim, rim[0]), "fight", "champions"))
    return tuple(lines)


def tints(state: Match) -> dict[int, str]:
    """Return the colour of each base that belongs to a team, by the base's number."""
    marks = team_marks(state.sides) if state.in_teams else {}
    bases = [(team.base, name) for name, team in state.teams.items() if name in marks]
    return {base: marks[name][1] for base, name in bases if base is not None}


@lru_cache(maxsize=64)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return two narrow letters or a wide one for each name, different if possible."""
    used: set[str] = set()
    marks = []
    for name in names:
        letters = [c for c in name if c.isalnum() and width(c)] or ["?"]
        first = letters[0].upper() if len(letters[0].upper()) == 1 else letters[0]
        tails = [*(c for c in letters[1:] if width(c) == 1), *"23456789"]
        pairs = [first + c for c in tails] if width(first) == 1 else [first]
        mark = next((pair for pair in pairs if pair.casefold() not in used), first)
        used.add(mark.casefold())
        marks.append(mark)
    return tuple(marks)


def pieces(state: Match, among: Collection[str] | None = None) -> tuple[Piece, ...]:
    """Return the champions whose place is known, exactly or roughly; all, or those `among` some."""
    everyone = state.players.values()
    marks = initials(tuple([p.name for p in everyone]))
    here, counts = [], dict[int | str, int]()
    portals = {p.number: p for p in state.setup.arena.portals} if state.setup.arena else {}
    visible = [
        (mark, player)
        for mark, player in zip(marks, everyone, strict=True)
        if (among is None or player.id in among) and player.in_play
    ]
    for mark, player in visible:
        portal = portals.get(player.position.portal or player.position.near or 0)
        place = place_of(state, player, portal, counts)
        if place is None:
            continue
        at, exact = place
        rim = outline(base_of(player), at, 32) if exact else ()
        here.append(
            Piece(
                player.id,
                mark,
                at,
                colour_of(state, player.id),
                rim,
                about=not exact,
                active=player.id == state.play.active,
                emblem=EMBLEMS.get(player.champion.army, "star"),
                facing=player.position.angle if player.champion.base_length_mm else None,
                layer="champions",
                name=player.name,
            )
        )
    return tuple(here)


def place_of(
    state: Match, player: Player, portal: Portal | None, before: dict[int | str, int]
) -> tuple[Spot, bool] | None:
    """Return where a champion stands and whether that is exact; None if nothing is known.

    Champions beside a portal, in it, or in a tile are shown roughly there, beside one another.
    `before` counts the champions already placed at each portal and in each tile; it is counted on.
    """
    place, about = 0, portal.number if portal is not None else player.position.tile
    if about is not None:
        place = before.get(about, 0)
        before[about] = place + 1
    if player.position.at is not None and not (player.position.portal is not None and _shares_spot(state, player)):
        return player.position.at, True
    if portal is not None:
        radius = portal.diameter_in * CM_PER_INCH / 2
        far = radius + (1.2 if player.position.portal is None else -1.5)
        return _around(portal.at, far, place, state.arena.size), False
    if player.position.tile is not None:
        middle = _tile_middle(player.position.tile)
        return (_around(middle, TILE_CM / 4, place, state.arena.size) if place else middle), False
    return None


@lru_cache(maxsize=1024)
def _around(at: Spot, far: float, place: int, size: tuple[int, int]) -> Spot:
    """Return one of the places at a distance from a point, always on the table; after eight farther out."""
    turn, far = radians(-60 + 45 * place), far + 2.5 * (place // 8)
    x, y = at[0] + far * cos(turn), at[1] + far * sin(turn)
    return min(max(x, 0.5), size[0] - 0.5), min(max(y, 0.5), size[1] - 0.5)


def _shares_spot(state: Match, player: Player) -> bool:
    """Return whether another champion is at the same place: both in the middle of a portal."""
    return any(p.position.at == player.position.at and p.id != player.id and p.in_play for p in state.players.values())


def _tile_middle(name: str) -> Spot:
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return ((column - 0.5) * TILE_CM, (int(name[len(letters) :]) - 0.5) * TILE_CM)


def marks(state: Match) -> tuple[Mark, ...]:
    """Return tokens nobody holds, flags nobody carries, barrels that are intact or burning.

    Places of the arena for flags and barrels are shown only if the mod plays with them.
    """
    mod = state.setup.mod
    free = [t for t in state.tokens.values() if t.holder is None]
    drawn = [Mark(t.id, t.id, t.place, f"token-{t.category}", layer="tokens") for t in free]
    if state.flags:
        teams = team_marks(state.sides)
        for flag in state.flags.values():
            at = flag.at if flag.fell is not None else flag.home
            if flag.carrier is None and at is not None:
                colour = teams[flag.team][1] if flag.team in teams else None
                drawn.append(_flag(flag.id, at, colour))
    elif mod is not None and mod.has("flags"):
        drawn += [_flag(f.id, f.at) for f in state.arena.flags]
    if state.barrels:
        drawn += [_barrel(b.id, b.at, b.burning) for b in state.barrels.values() if b.at]
    elif mod is not None and mod.has("barrels"):
        drawn += [_barrel(b.id, b.at) for b in state.arena.barrels]
    return tuple(drawn)


def _flag(name: str, at: Spot, colour: str | None = None) -> Mark:
    return Mark(name, FLAG + name, at, "flag", colour, layer="tokens")


def _barrel(name: str, at: Spot, burning: bool = False) -> Mark:
    """Return an intact barrel, or one that burns as napalm (BARREL-5)."""
    if burning:
        return Mark(name, FIRE, at, "fire", layer="tokens")
    return Mark(name, BARREL, at, "barrel", layer="tokens")


def fires(state: Match) -> tuple[Area, ...]:
    """Return the templates that burning napalm covers (BARREL-5)."""
    burning = (barrel.at for barrel in state.barrels.values() if barrel.burning and barrel.at is not None)
    rims = (around(at, TEMPLATE_IN / 2 * CM_PER_INCH, 32) for at in burning)
    return tuple(Area("napalm", rim, layer="tokens") for rim in rims)


def _ring(piece: Piece) -> Corners:
    x, y = piece.at
    away = [(a - x, b - y, hypot(a - x, b - y)) for a, b in piece.rim]
    return tuple((x + a * (1 + RING_CM / far), y + b * (1 + RING_CM / far)) for a, b, far in away)


def keeps_places(state: Match) -> bool:
    """Return whether anybody's place was entered; the middle of a portal does not count."""
    return any(is_placed(player) for player in state.players.values())
