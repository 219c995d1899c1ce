"""What a map shows, as plain facts: taken from a state and from what is being said or looked at.

It depends on nothing but the state, so it costs the same after ten entries as after ten thousand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final, Literal

from rich.cells import cell_len

from q40k.games.quake.arena.tiles import TILE_CM
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.rules.contact import pairs
from q40k.games.quake.rules.explosions import TEMPLATE_IN
from q40k.games.quake.rules.melees import melees
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.positions import base_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.sides import colour_of, team_marks
from q40k.geometry.bases import outline
from q40k.geometry.outlines import Corners, around
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH

LAYERS: Final = ("scenery", "portals", "tokens", "champions", "tiles", "lines")
"""What can be switched off and on, by the digits 1 to 6."""
ALL: Final = frozenset(LAYERS)

FIGHTING: Final = ("assault", "melee")
"""The phases in which melees come about and are fought."""

Tone = Literal["path", "good", "bad", "aim", "faint", "touch", "fight"]
RING_CM: Final = 0.7
"""How far around the base of a fighter its ring is drawn."""


@dataclass(frozen=True, slots=True)
class Man:
    """A champion on the map. `about`: its place is only known roughly, so no base is drawn."""

    id: str
    initials: str
    at: Spot
    rim: Corners
    colour: str
    about: bool = False
    active: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """A token, a flag or a barrel: `kind` is a token's category, "flag", "barrel" or "fire".

    A fire is a barrel that burns as napalm; `rim` is the template it covers (BARREL-5).
    """

    id: str
    kind: str
    at: Spot
    colour: str | None = None
    rim: Corners = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line along some places."""

    points: tuple[Spot, ...]
    tone: Tone = "path"


@dataclass(frozen=True)
class Overlay:
    """What an entry or a look adds: `lit` areas (an outline, its holes after it), lines, a cursor.

    `ghost` is a base where it would be, `words` are short texts at places.
    """

    lit: tuple[tuple[Corners, ...], ...] = ()
    lines: tuple[Line, ...] = ()
    cursor: Spot | None = None
    ghost: Corners = ()
    words: tuple[tuple[Spot, str], ...] = ()


NOTHING: Final = Overlay()


@dataclass(frozen=True)
class Scene:
    """All that a map shows."""

    arena: Arena
    men: tuple[Man, ...] = ()
    things: tuple[Thing, ...] = ()
    overlay: Overlay = NOTHING
    layers: frozenset[str] = ALL
    selected: str | None = None
    links: tuple[Line, ...] = ()  # who is in contact, and who fights
    tints: tuple[tuple[int, str], ...] = ()  # of bases, by number: the colour of their team


def scene(
    state: Match,
    overlay: Overlay = NOTHING,
    layers: frozenset[str] = ALL,
    selected: str | None = None,
) -> Scene | None:
    """The map of a match; None before there is an arena."""
    if state.setup.arena is None:
        return None
    here = men(state)
    return Scene(state.setup.arena, here, things(state), overlay, layers, selected,
                 links(state, here), tints(state))  # fmt: skip


def links(state: Match, here: Sequence[Man]) -> tuple[Line, ...]:
    """A line between any two in base contact, a ring around everyone in a melee, a throw's line.

    Lines within a melee have the tone of the rings. Nothing is drawn for a place known roughly.

    Rule: DIFF-2, MELEE-3, BONUS-1
    """
    known = {man.id: man for man in here if not man.about}
    fights = melees(state) if state.play.phase in FIGHTING else ()
    lines = [Line(state.play.thrown, "bad")] if state.play.thrown else []
    for one, other in pairs(state):
        if one in known and other in known and known[one].at != known[other].at:
            fight = any(one in members and other in members for members in fights)
            ends = (known[one].at, known[other].at)
            lines.append(Line(ends, "fight" if fight else "touch"))
    for member in dict.fromkeys(p for members in fights for p in members):
        if member in known:
            rim = _ring(known[member])
            lines.append(Line((*rim, rim[0]), "fight"))
    return tuple(lines)


def tints(state: Match) -> tuple[tuple[int, str], ...]:
    """The colour of each base that belongs to a team, by its number."""
    marks = team_marks(state.sides) if state.in_teams else {}
    taken = [(team.base, name) for name, team in state.teams.items() if name in marks]
    return tuple((base, marks[name][1]) for base, name in taken if base is not None)


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Two narrow letters or a wide one for each name, told apart as far as that goes."""
    taken: set[str] = set()
    found = []
    for name in names:
        letters = [c for c in name if c.isalnum() and cell_len(c)] or ["?"]
        first = letters[0].upper() if len(letters[0].upper()) == 1 else letters[0]
        tails = [*(c for c in letters[1:] if cell_len(c) == 1), *"23456789"]
        pairs = [first + c for c in tails] if cell_len(first) == 1 else [first]
        one = next((pair for pair in pairs if pair.casefold() not in taken), first)
        taken.add(one.casefold())
        found.append(one)
    return tuple(found)


def men(state: Match) -> tuple[Man, ...]:
    """The champions on the table whose place is known, exactly or about."""
    marks = dict(zip(state.players, initials([p.name for p in state.players.values()]),
                     strict=True))  # fmt: skip
    here = []
    for one in state.players.values():
        place = place_of(state, one) if one.in_play else None
        if place is None:
            continue
        at, exact = place
        rim = outline(base_of(one), at, 32) if exact else ()
        here.append(
            Man(one.id, marks[one.id], at, rim, colour_of(state, one.id), not exact,
                one.id == state.play.active)
        )  # fmt: skip
    return tuple(here)


def place_of(state: Match, one: Player) -> tuple[Spot, bool] | None:
    """Where a champion stands and whether that is exact; None when nothing is known.

    Somebody beside a portal, in it, or in a tile is shown about there.
    """
    assert state.setup.arena is not None
    if one.position.at is not None and not (
        one.position.portal is not None and _crowded(state, one)
    ):
        return one.position.at, True
    number = one.position.portal or one.position.near
    portal = next((p for p in state.setup.arena.portals if p.number == number), None)
    if portal is not None:
        around = [
            p
            for p in state.players.values()
            if (p.position.portal or p.position.near) == number and p.in_play
        ]
        turn = radians(-60 + 45 * around.index(one)) if one in around else 0.0
        far = portal.diameter_in * CM_PER_INCH / 2 + (1.2 if one.position.portal is None else -1.5)
        x, y = portal.at[0] + far * cos(turn), portal.at[1] + far * sin(turn)
        width, height = state.setup.arena.size
        return (min(max(x, 0.5), width - 0.5), min(max(y, 0.5), height - 0.5)), False
    if one.position.tile is not None:
        return _tile_middle(one.position.tile), False
    return None


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


def things(state: Match) -> tuple[Thing, ...]:
    """Tokens nobody holds, flags nobody carries, barrels that still stand."""
    found = [Thing(t.id, t.category, t.place) for t in state.tokens.values() if t.holder is None]
    assert state.setup.arena is not None
    if state.flags:
        teams = team_marks(state.sides)
        for flag in state.flags.values():
            at = flag.at if flag.fell is not None else flag.home
            if flag.carrier is None and at is not None:
                colour = teams[flag.team][1] if flag.team in teams else None
                found.append(Thing(flag.id, "flag", at, colour))
    else:
        found += [Thing(f.id, "flag", f.at) for f in state.setup.arena.flags]
    if state.barrels:
        found += [_barrel(b, b.at) for b in state.barrels.values() if b.at is not None]
    else:
        found += [Thing(b.id, "barrel", b.at) for b in state.setup.arena.barrels]
    return tuple(found)


def _ring(man: Man) -> Corners:
    x, y = man.at
    away = [(a - x, b - y, hypot(a - x, b - y)) for a, b in man.rim]
    return tuple((x + a * (1 + RING_CM / far), y + b * (1 + RING_CM / far)) for a, b, far in away)


def _barrel(one: Barrel, at: Spot) -> Thing:
    if not one.burning:
        return Thing(one.id, "barrel", at)
    return Thing(one.id, "fire", at, rim=around(at, TEMPLATE_IN / 2 * CM_PER_INCH, 32))


def keeps_places(state: Match) -> bool:
    """Whether anybody's place has been said: a place in a portal's middle is only counted."""
    people = state.players.values()
    return any(
        p.position.kept or (p.position.at is not None and p.position.portal is None) for p in people
    )
