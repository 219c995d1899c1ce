"""Every check that a map shows, for one redraw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from q40k.games.quake.arena.dark import Spotting, spotting
from q40k.games.quake.arena.deployment import free_tiles, on_table
from q40k.games.quake.arena.portals import Arrival, arrival, occupants
from q40k.geometry.bases import CONTACT_CM
from q40k.geometry.contact import Near, contacts, gap_in, groups, nearest
from q40k.geometry.field import Standing
from q40k.geometry.sight import shares
from q40k.geometry.templates import Template, Touched, touched
from q40k.geometry.units import Inches


@dataclass(frozen=True)
class Survey:
    """What is so on a table: for everybody, and as the active champion has it.

    `blocked` names what each base overlaps: impassable scenery, or more than a millimetre of
    another base. `portal_of` holds those who stand in a portal and `occupants` the portals with
    anybody in them; `nearest` the champions by distance from each token. Of the active champion,
    empty when there is none: `arrivals` by portal, `gaps_in` base to base, the `shares` of the
    others' bases that it sees, the `spotting` tests its shots need. `touched` are those under the
    template.
    """

    tiles_free: tuple[str, ...]
    off_table: tuple[str, ...]
    blocked: Mapping[str, tuple[str, ...]]
    portal_of: Mapping[str, int]
    occupants: Mapping[int, tuple[str, ...]]
    contacts: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, ...], ...]
    nearest: Mapping[str, tuple[Near, ...]]
    arrivals: Mapping[int, Arrival]
    gaps_in: Mapping[str, Inches]
    shares: Mapping[str, float]
    spotting: Mapping[str, Spotting]
    touched: tuple[Touched, ...]


def survey(
    standing: Standing, active: str | None = None, template: Template | None = None
) -> Survey:
    """All checks of a table; `active` is the champion whose turn it is. Raises KeyError."""
    field, figures = standing.field, standing.figures
    in_portals = {portal: occupants(standing, portal) for portal in field.portals}
    others = [one.id for one in standing.others(active or "")] if active is not None else []
    return Survey(
        tiles_free=free_tiles(standing),
        off_table=tuple(f.id for f in figures if not on_table(field, f.base, f.spot)),
        blocked=_blocked(standing),
        portal_of={name: portal for portal, names in in_portals.items() for name in names},
        occupants={portal: names for portal, names in in_portals.items() if names},
        contacts=contacts(standing),
        groups=groups(standing),
        nearest={token.id: nearest(standing, token.at) for token in field.arena.tokens},
        arrivals=_arrivals(standing, active),
        gaps_in={name: gap_in(standing.figure(active or ""), standing.figure(name))
                 for name in others},
        shares=_shares(standing, active, others),
        spotting={name: spotting(standing, active or "", name) for name in others},
        touched=touched(standing, template) if template is not None else (),
    )  # fmt: skip


def _blocked(standing: Standing) -> dict[str, tuple[str, ...]]:
    """Whose base lies in impassable scenery or on other bases, and which."""
    pieces, figures = standing.field.pieces, standing.figures
    found: dict[str, list[str]] = {}
    for who, which in np.argwhere(standing.on_scenery).tolist():
        if pieces[which].scenery.impassable:
            found.setdefault(figures[who].id, []).append(pieces[which].scenery.id)
    for who, other in np.argwhere(standing.gaps_cm < -CONTACT_CM).tolist():
        if who != other:
            found.setdefault(figures[who].id, []).append(figures[other].id)
    return {name: tuple(names) for name, names in found.items()}


def _arrivals(standing: Standing, active: str | None) -> dict[int, Arrival]:
    if active is None:
        return {}
    base = standing.figure(active).base
    return {n: arrival(standing, n, base, who=active) for n in standing.field.portals}


def _shares(standing: Standing, active: str | None, others: list[str]) -> dict[str, float]:
    if active is None or not others:
        return {}
    row = shares(standing, [active], others).matrix[0].tolist()
    return dict(zip(others, row, strict=True))
