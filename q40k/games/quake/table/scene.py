"""What a map shows of a match, as plain facts, and how each of them looks.

It depends on nothing but the state, so it costs the same after ten entries as after ten thousand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from q40k.games.quake.arena.picture import TEXTURES, Texture, texture
from q40k.games.quake.arena.tiles import TILE_CM, column_name
from q40k.games.quake.packs.arena import Arena, Portal
from q40k.games.quake.rules.barrels.explosions import TEMPLATE_IN
from q40k.games.quake.rules.melee.contact import contact_pairs
from q40k.games.quake.rules.melee.melees import melees
from q40k.games.quake.rules.positions.places import base_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.table.team_marks import colour_of, team_marks
from q40k.geometry.bases import outline
from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import Area, Grid, Label, Line, Mark, Piece, Scene, Style
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.i18n.width import width

FIGHTING: Final = ("assault", "melee")
"""The phases in which melees come about and are fought."""
RING_CM: Final = 0.7
"""How far around the base of a fighter its ring is drawn."""
BARREL, FIRE, FLAG = "o", "*", "⚑"
_HIGHEST_IN: Final = 12.0
_STREWN: Final[frozenset[Texture]] = frozenset(
    {"water", "lethal", "dangerous", "difficult", "climbable", "high", "dark", "blocks_sight"}
)
"""Textures whose character is strewn over their colour; the others are known by it alone."""


def _textures(dark: str, light: str) -> dict[str, Style]:
    """The style of each texture, from its colours on dark and on light ground."""
    colours = zip(TEXTURES.items(), dark.split(), light.split(), strict=True)
    return {
        name: Style(f"#{one}", f"#{other}", mark, name in _STREWN)
        for (name, mark), one, other in colours
    }


STYLES: Final[Mapping[str, Style]] = {
    **_textures(
        "737880 8f3413 1d527f 75590f 6b5a41 4f4637 31502d 171224 1f4428 514d36 3c424b",
        "8f8b84 f0925e a9d3ec ecd583 b5a283 cfc3a9 b9d3a5 8f86a6 93bd92 ddd6b4 d3cec2",
    ),
    "base": Style("#59606b", "#a59f90", "'", strewn=True, share=0.35),
    "portal": Style("#137a82", "#14757d"),
    "portal-number": Style("#ffffff", "#ffffff"),
    "token-equipment": Style("#e8c14b", "#7a5a00"),
    "token-weapon": Style("#ff8a6b", "#b3261e"),
    "token-special": Style("#d99bff", "#7b2fb0"),
    "barrel": Style("#e59a4a", "#9a5200"),
    "napalm": Style("#e84a18", "#e84a18", share=0.5),
    "touch": Style("#d8dde6", "#616367"),
    "fight": Style("#ff5fa2", "#732b49"),
}


def scene(state: Match) -> Scene | None:
    """The map of a match; None before there is an arena."""
    if state.setup.arena is None:
        return None
    here = pieces(state)
    return replace(
        bare(state.setup.arena, tints(state)),
        areas=fires(state),
        marks=marks(state),
        pieces=here,
        lines=links(state, here),
    )


def bare(arena: Arena, tinted: Mapping[int, str] = MappingProxyType({})) -> Scene:
    """An arena with nobody on it, and nothing that could be moved or taken."""
    columns, rows = (side // TILE_CM for side in arena.size)
    return Scene(
        arena.size,
        tuple(_ground(arena, tinted)),
        labels=tuple(_labels(arena)),
        grid=Grid(
            TILE_CM,
            tuple(map(column_name, range(columns))),
            tuple(str(row + 1) for row in range(rows)),
            "tiles",
        ),
        styles=STYLES,
    )


def _ground(arena: Arena, tinted: Mapping[int, str]) -> Iterator[Area]:
    """Bases, scenery and portals, the latter over the former."""
    for base in arena.bases:
        yield Area("base", base.polygon, colour=tinted.get(base.number))
    for piece in arena.scenery:
        lift = min(piece.height_in, _HIGHEST_IN) / _HIGHEST_IN * 0.16
        yield Area(texture(piece), piece.corners, lift=lift, layer="scenery")
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
    """A line between any two in base contact, a ring around everyone in a melee, a throw's line.

    Lines within a melee have the style of the rings. Nothing is drawn for a place known roughly.

    Rule: DIFF-2, MELEE-3, BONUS-1
    """
    known = {piece.id: piece for piece in here if not piece.about}
    fights = melees(state) if state.play.phase in FIGHTING else ()
    lines = [Line(state.play.thrown, "bad", "champions")] if state.play.thrown else []
    for one, other in contact_pairs(state):
        if one in known and other in known and known[one].at != known[other].at:
            fight = any(one in members and other in members for members in fights)
            ends = (known[one].at, known[other].at)
            lines.append(Line(ends, "fight" if fight else "touch", "champions"))
    for member in dict.fromkeys(p for members in fights for p in members):
        if member in known:
            rim = _ring(known[member])
            lines.append(Line((*rim, rim[0]), "fight", "champions"))
    return tuple(lines)


def tints(state: Match) -> dict[int, str]:
    """The colour of each base that belongs to a team, by its number."""
    marks = team_marks(state.sides) if state.in_teams else {}
    taken = [(team.base, name) for name, team in state.teams.items() if name in marks]
    return {base: marks[name][1] for base, name in taken if base is not None}


@lru_cache(maxsize=64)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Two narrow letters or a wide one for each name, told apart as far as that goes."""
    taken: set[str] = set()
    found = []
    for name in names:
        letters = [c for c in name if c.isalnum() and width(c)] or ["?"]
        first = letters[0].upper() if len(letters[0].upper()) == 1 else letters[0]
        tails = [*(c for c in letters[1:] if width(c) == 1), *"23456789"]
        pairs = [first + c for c in tails] if width(first) == 1 else [first]
        one = next((pair for pair in pairs if pair.casefold() not in taken), first)
        taken.add(one.casefold())
        found.append(one)
    return tuple(found)


def pieces(state: Match, among: Collection[str] | None = None) -> tuple[Piece, ...]:
    """The champions on the table whose place is known, exactly or about; all, or `among` those."""
    everyone = state.players.values()
    marks = initials(tuple([p.name for p in everyone]))
    here, before = [], dict[int, int]()
    portals = {p.number: p for p in state.setup.arena.portals} if state.setup.arena else {}
    looked_at = [
        (mark, one)
        for mark, one in zip(marks, everyone, strict=True)
        if (among is None or one.id in among) and one.in_play
    ]
    for mark, one in looked_at:
        portal = portals.get(one.position.portal or one.position.near or 0)
        place = place_of(state, one, portal, before)
        if place is None:
            continue
        at, exact = place
        rim = outline(base_of(one), at, 32) if exact else ()
        here.append(
            Piece(
                one.id,
                mark,
                at,
                colour_of(state, one.id),
                rim,
                about=not exact,
                active=one.id == state.play.active,
                layer="champions",
            )
        )
    return tuple(here)


def place_of(
    state: Match, one: Player, portal: Portal | None, before: dict[int, int]
) -> tuple[Spot, bool] | None:
    """Where a champion stands and whether that is exact; None when nothing is known.

    Somebody beside a portal, in it, or in a tile is shown about there. `before` counts at each
    portal, beside it or in it, who joined before; it is counted on.
    """
    assert state.setup.arena is not None
    place = 0
    if portal is not None:
        place = before.get(portal.number, 0)
        before[portal.number] = place + 1
    if one.position.at is not None and not (
        one.position.portal is not None and _crowded(state, one)
    ):
        return one.position.at, True
    if portal is not None:
        radius = portal.diameter_in * CM_PER_INCH / 2
        far = radius + (1.2 if one.position.portal is None else -1.5)
        return _around(portal.at, far, place, state.setup.arena.size), False
    if one.position.tile is not None:
        return _tile_middle(one.position.tile), False
    return None


@lru_cache(maxsize=1024)
def _around(at: Spot, far: float, place: int, size: tuple[int, int]) -> Spot:
    """One of the places so far around the middle of a portal; on the table in any case."""
    turn = radians(-60 + 45 * place)
    x, y = at[0] + far * cos(turn), at[1] + far * sin(turn)
    return min(max(x, 0.5), size[0] - 0.5), min(max(y, 0.5), size[1] - 0.5)


def _crowded(state: Match, one: Player) -> bool:
    """Whether another one stands at the very same place: both in the middle of a portal."""
    return any(
        p.position.at == one.position.at and p.id != one.id and p.in_play
        for p in state.players.values()
    )


def _tile_middle(name: str) -> Spot:
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return ((column - 0.5) * TILE_CM, (int(name[len(letters) :]) - 0.5) * TILE_CM)


def marks(state: Match) -> tuple[Mark, ...]:
    """Tokens nobody holds, flags nobody carries, barrels that still stand or burn."""
    free = [t for t in state.tokens.values() if t.holder is None]
    found = [Mark(t.id, t.id, t.place, f"token-{t.category}", layer="tokens") for t in free]
    assert state.setup.arena is not None
    if state.flags:
        teams = team_marks(state.sides)
        for flag in state.flags.values():
            at = flag.at if flag.fell is not None else flag.home
            if flag.carrier is None and at is not None:
                colour = teams[flag.team][1] if flag.team in teams else None
                found.append(_flag(flag.id, at, colour))
    else:
        found += [_flag(f.id, f.at) for f in state.setup.arena.flags]
    if state.barrels:
        found += [_barrel(b.id, b.at, b.burning) for b in state.barrels.values() if b.at]
    else:
        found += [_barrel(b.id, b.at) for b in state.setup.arena.barrels]
    return tuple(found)


def _flag(name: str, at: Spot, colour: str | None = None) -> Mark:
    return Mark(name, FLAG + name, at, colour=colour, layer="tokens")


def _barrel(name: str, at: Spot, burning: bool = False) -> Mark:
    """A barrel that stands, or one that burns as napalm (BARREL-5)."""
    if burning:
        return Mark(name, FIRE, at, layer="tokens")
    return Mark(name, BARREL, at, "barrel", layer="tokens")


def fires(state: Match) -> tuple[Area, ...]:
    """The templates that burning napalm covers (BARREL-5)."""
    burning = (one.at for one in state.barrels.values() if one.burning and one.at is not None)
    rims = (around(at, TEMPLATE_IN / 2 * CM_PER_INCH, 32) for at in burning)
    return tuple(Area("napalm", rim, layer="tokens") for rim in rims)


def _ring(piece: Piece) -> Corners:
    x, y = piece.at
    away = [(a - x, b - y, hypot(a - x, b - y)) for a, b in piece.rim]
    return tuple((x + a * (1 + RING_CM / far), y + b * (1 + RING_CM / far)) for a, b, far in away)


def keeps_places(state: Match) -> bool:
    """Whether anybody's place has been said: a place in a portal's middle is only counted."""
    people = state.players.values()
    return any(
        p.position.kept or (p.position.at is not None and p.position.portal is None) for p in people
    )
