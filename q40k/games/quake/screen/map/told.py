"""What is at a place of the map, and what a champion sees of another, in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from q40k.games.quake.arena.tiles import tile_of
from q40k.games.quake.rules.melee.contact import contacts_of, melee_of
from q40k.games.quake.rules.positions import positions_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.map.relation import SightLine
from q40k.games.quake.table.scene import BARREL, FIGHTING, FIRE, scene
from q40k.games.quake.words.bonus import category_name
from q40k.games.quake.words.champion import profile
from q40k.games.quake.words.packs.arenas import effects
from q40k.games.quake.words.positions import where
from q40k.geometry.outlines import within
from q40k.geometry.scene import NEAR_CM, Mark, Piece
from q40k.geometry.space import CM_PER_INCH, Spot
from q40k.i18n.locale import N_, Locale


def describe_place(locale: Locale, state: Match, at: Spot, reach_cm: float = NEAR_CM) -> list[str]:
    """Describe what is at a place, one line each, the smallest first."""
    assert state.setup.arena is not None
    lines = []
    picture = scene(state)
    target = picture.nearest(at, reach_cm) if picture is not None else None
    if isinstance(target, Piece):
        lines.append(_champion(locale, state.players[target.id]))
        lines += _company(locale, state, target.id)
    elif target is not None:
        lines.append(_mark(locale, state, target))
        if target.id in state.tokens:
            lines += _nearest(locale, state, state.tokens[target.id].place)
    for portal in state.setup.arena.portals:
        distance = hypot(portal.at[0] - at[0], portal.at[1] - at[1])
        if distance <= portal.diameter_in * CM_PER_INCH / 2:
            there = [state.players[p].name for p in state.occupants(portal.number)]
            template = N_("portal {number}: {names}") if there else N_("portal {number}")
            lines.append(locale.say(template, number=portal.number, names=locale.join_and(there)))
    for piece in state.setup.arena.scenery:
        if within(at, piece.corners):
            lines.append(f"{locale.name_of(piece.name)}: {effects(locale, piece)}")
    for base in state.setup.arena.bases:
        if within(at, base.polygon):
            lines.append(_base(locale, state, base.number))
    return [*lines, spot_line(locale, state, at)]


def spot_line(locale: Locale, state: Match, at: Spot) -> str:
    """Write a place by its tile and in cm: "B2 (30; 45)"."""
    assert state.setup.arena is not None
    x, y = (locale.number(round(value, 1)) for value in at)
    return f"{tile_of(at, state.setup.arena.size)} ({x}; {y})"


def _champion(locale: Locale, player: Player) -> str:
    parts = [
        f"{player.name} — {locale.name_of(player.champion.name)}",
        locale.say(N_("{value} pts"), value=locale.points(player.value)),
        profile(locale, player.champion),
    ]
    place = where(locale, player)
    return " · ".join([*parts, *([place] if place else [])])


def _company(locale: Locale, state: Match, name: str) -> Iterator[str]:
    """Yield who is in base contact with a champion, and its melee.

    Rule: DIFF-2, MELEE-3
    """
    near = contacts_of(state, name)
    if near:
        names = locale.join_and(state.players[p].name for p in near)
        yield locale.say(N_("in contact with {names} (DIFF-2)"), names=names)
    members = melee_of(state, name) if state.play.phase in FIGHTING else ()
    if members:
        names = locale.join_and(state.players[p].name for p in members)
        yield locale.say(N_("in the melee of {names} (MELEE-3)"), names=names)


def _nearest(locale: Locale, state: Match, at: Spot) -> Iterator[str]:
    """Yield the champions nearest to a place, measured to their bases.

    Yield nothing while the place of a champion is unknown.

    Rule: NUKE
    """
    here = [p for p in state.players.values() if p.in_play]
    if not here or any(p.position.at is None for p in here) or state.announces:
        return
    from q40k.geometry.positions import nearest

    distances = nearest(positions_of(state), at)
    closest = [entry for entry in distances if entry.distance_in == distances[0].distance_in]
    yield locale.say(
        N_("nearest champion: {names}, {distance} to the base (NUKE)"),
        names=locale.join_or(state.players[entry.id].name for entry in closest),
        distance=locale.inches(float(distances[0].distance_in)),
    )


def _mark(locale: Locale, state: Match, marker: Mark) -> str:
    if marker.id in state.tokens:
        category = category_name(locale, state.tokens[marker.id].category)
        return locale.say(N_("token {id}: {category}"), id=marker.id, category=category)
    if marker.letters == FIRE:
        return locale.say(N_("barrel {id}: burning napalm (BARREL-5)"), id=marker.id)
    if marker.letters == BARREL:
        return locale.say(N_("barrel {id}"), id=marker.id)
    return locale.say(N_("flag {id}"), id=marker.id)


def _base(locale: Locale, state: Match, number: int) -> str:
    owner = next((t.name for t in state.teams.values() if t.base == number), None)
    if owner is None:
        return locale.say(N_("base {number}"), number=number)
    return locale.say(N_("base {number}: {team}"), number=number, team=owner)


def relation_line(locale: Locale, state: Match, viewer: str, other: str, sight: SightLine) -> str:
    """Describe the distance and the sight from the active champion to another.

    Rule: SHOOT-2, SHOOT-3
    """
    assert state.setup.arena is not None
    names = {p.id: p.name for p in state.players.values()}
    names |= {s.id: locale.name_of(s.name) for s in state.setup.arena.scenery}
    template = (
        (
            N_("{one} to {other}: sees {percent} of the base: clear (SHOOT-2)")
            if sight.enough
            else N_("{one} to {other}: sees {percent} of the base, not 75% (SHOOT-2)")
        )
        if state.announces
        else (
            N_("{one} to {other}: {distance}, sees {percent} of the base: clear (SHOOT-2)")
            if sight.enough
            else N_("{one} to {other}: {distance}, sees {percent} of the base, not 75% (SHOOT-2)")
        )
    )
    parts = [
        locale.say(
            template,
            one=names[viewer],
            other=names[other],
            distance=locale.inches(sight.distance_in),
            percent=locale.percent(int(sight.share * 100 + 1e-6) / 100),
        )
    ]
    if sight.hiders:
        hidden = [names.get(h, h) for h in sight.hiders]
        parts.append(locale.say(N_("behind {names}"), names=locale.join_and(hidden)))
    if sight.spotting_in is not None and not state.announces:
        parts.append(locale.say(
            N_("dark zone: spotting at {distance} (SHOOT-3)"),
            distance=locale.inches(sight.spotting_in),
        ))  # fmt: skip
    return " · ".join(parts)
