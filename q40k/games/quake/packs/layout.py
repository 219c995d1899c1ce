"""Check how an arena's portals and tokens are placed (ARENA-1, ARENA-4, BONUS-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Final

from q40k.games.quake.packs.models import Arena, Portal, TokenPlace
from q40k.geometry.space import CM_PER_INCH
from q40k.packs.kinds import Remark
from q40k.packs.problems import Fact, Severity

TOKEN_RADIUS_CM = 1.0
"""Tokens count as discs of 20 mm."""
TOKEN_FROM_PORTAL_CM = 15
"""The distance that tokens must exceed from every portal, edge to edge (ARENA-4)."""
RECOMMENDED_CM = 60
"""The recommended shortest length of a side (ARENA-1)."""
RULES: Final[Mapping[str, str]] = {
    "not-tiles": "ARENA-1",
    "small-table": "ARENA-1",
    "wrong-crowd": "ARENA-2",
    "five-portals": "ARENA-3",
    "portals-overlap": "ARENA-3",
    "portals-close": "ARENA-3",
    "portal-over-edge": "ARENA-3",
    "portal-in-scenery": "ARENA-3",
    "token-near-portal": "ARENA-4",
    "special-tokens": "BONUS-5",
    "thing-in-scenery": "ARENA-5",
    "scenery-overlap": "ARENA-5",
    "flat-scenery": "ARENA-5",
    "idle-scenery": "ARENA-5",
    "base-numbers": "BASE-1",
    "bases-overlap": "BASE-1",
    "bases-close": "BASE-1",
    "bases-unequal": "BASE-1",
    "bases-uneven": "BASE-1",
    "bases-large": "BASE-1",
    "base-blocked": "BASE-1",
    "portal-in-base": "BASE-1",
    "base-without-flag": "FLAG-3",
    "unknown-base": "FLAG-3",
    "flag-outside-base": "FLAG-3",
    "flag-off-centre": "FLAG-3",
    "barrel-on-portal": "BARREL-1",
}
"""The rule of each code about an arena."""


def arena_layout(arena: Arena) -> list[Remark]:
    """Return all remarks about the layout of `arena`."""
    return [*_size(arena), *_portals(arena), *_specials(arena), *_tokens(arena)]


def gap_cm(token: TokenPlace, portal: Portal) -> float:
    """Return the distance from a token's edge to a portal's, in cm (negative if they overlap)."""
    between = hypot(token.at[0] - portal.at[0], token.at[1] - portal.at[1])
    return between - portal.diameter_in * CM_PER_INCH / 2 - TOKEN_RADIUS_CM


def _size(arena: Arena) -> Iterator[Remark]:
    width, height = arena.size
    if min(width, height) < RECOMMENDED_CM:
        facts: dict[str, Fact] = {"width": width, "height": height, "least": RECOMMENDED_CM}
        yield Remark("small-table", "warning", ("size",), facts)


def _portals(arena: Arena) -> Iterator[Remark]:
    width, height = arena.size
    for index, portal in enumerate(arena.portals):
        x, y = portal.at
        edge = min(x, y, width - x, height - y)
        if edge < portal.diameter_in * CM_PER_INCH / 2:
            path = ("portals", index, "at")
            yield Remark("portal-over-edge", "warning", path, {"portal": portal.number})


def _specials(arena: Arena) -> Iterator[Remark]:
    specials = [index for index, t in enumerate(arena.tokens) if t.category == "special"]
    if len(specials) > 1:
        ids = tuple(arena.tokens[index].id for index in specials)
        yield Remark("special-tokens", "error", ("tokens", specials[1]), {"tokens": ids})


def _tokens(arena: Arena) -> Iterator[Remark]:
    for index, token in enumerate(arena.tokens):
        if token.category == "special":
            continue
        portal = min(arena.portals, key=lambda portal: gap_cm(token, portal))
        gap = gap_cm(token, portal)
        if gap <= TOKEN_FROM_PORTAL_CM:
            facts: dict[str, Fact] = {
                "token": token.id,
                "portal": portal.number,
                "distance": round(gap, 2),
                "least": TOKEN_FROM_PORTAL_CM,
            }
            severity: Severity = "error" if token.category == "equipment" else "warning"
            yield Remark("token-near-portal", severity, ("tokens", index, "at"), facts)
