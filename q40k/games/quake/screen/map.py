"""The map: its layers and legend, what is at a place, and what one champion sees of another."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist, hypot
from typing import Any

from q40k.games.quake.arena.picture import texture, textures
from q40k.games.quake.packs.arena import tile_of
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.positions import place_champion
from q40k.games.quake.state.bonus import is_stealthy
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import contacts_of, melee_of
from q40k.games.quake.state.positions import base_of, positions_of, spot_of
from q40k.games.quake.state.shooting import Shoot, lines_to
from q40k.games.quake.table.scene import BARREL, FIGHTING, FIRE, FLAG, fires, marks, scene
from q40k.games.quake.words.bonus import category_name
from q40k.games.quake.words.bots import portal_near, scenery_near
from q40k.games.quake.words.champion import profile
from q40k.games.quake.words.packs.arenas import effects, texture_word
from q40k.games.quake.words.positions import where
from q40k.geometry.outlines import Corners, around, within
from q40k.geometry.scene import NEAR_CM, NOTHING, Line, Mark, Overlay, Piece
from q40k.geometry.space import CM_PER_INCH, Spot
from q40k.i18n.locale import N_, Locale, with_label
from q40k.tui.fields import Field, Pick
from q40k.tui.map.draw import LINES
from q40k.tui.map.parts import Dragged, Layer, MapParts, Relation, Sample

# -- distance and sight --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SightLine:
    """The distance from base to base, and how much of the other's base is seen."""

    distance_in: float
    share: float
    enough: bool
    hiders: tuple[str, ...]
    spotting_in: float | None
    lines: tuple[Line, ...]
    middle: Spot


def measure_sight(state: Match, viewer: str, other: str) -> SightLine | None:
    """Return distance and sight between two champions, or None if a place is unknown.

    Rule: SHOOT-2, SHOOT-3
    """
    if viewer == other or any(spot_of(state, p) is None for p in (viewer, other)):
        return None
    from q40k.games.quake.arena.figures import spotting
    from q40k.geometry.positions import gap_in
    from q40k.geometry.sight import sight

    table = positions_of(state)
    seen = sight(table, viewer, other, lines_to(state))
    me, them = table.figure(viewer), table.figure(other)
    dark = spotting(table, viewer, other, stealthy=is_stealthy(state, state.players[other]))
    lines = []
    for sector in seen.sectors:
        style = "good" if sector.seen == "clear" else "bad"
        lines += [Line((seen.eye, end), style) for end in (sector.right, sector.left)]
    return SightLine(
        float(gap_in(me, them)),
        seen.share,
        seen.clear,
        seen.hiders,
        float(dark.distance_in) if dark.needed else None,
        tuple(lines) or (Line((me.spot, them.spot), "bad"),),
        ((me.spot[0] + them.spot[0]) / 2, (me.spot[1] + them.spot[1]) / 2),
    )


# -- places in words -----------------------------------------------------------------------------


def describe_place(locale: Locale, state: Match, at: Spot, reach_cm: float = NEAR_CM) -> list[str]:
    """Describe what is at a place, one line each, the smallest first."""
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
    for portal in state.arena.portals:
        distance = hypot(portal.at[0] - at[0], portal.at[1] - at[1])
        if distance <= portal.diameter_in * CM_PER_INCH / 2:
            there = [state.players[p].name for p in state.occupants(portal.number)]
            template = N_("portal {number}: {names}") if there else N_("portal {number}")
            lines.append(locale.say(template, number=portal.number, names=locale.join_and(there)))
    for piece in state.arena.scenery:
        if within(at, piece.corners):
            lines.append(f"{locale.name_of(piece.name)}: {effects(locale, piece)}")
    for base in state.arena.bases:
        if within(at, base.polygon):
            lines.append(_base(locale, state, base.number))
    if any(within(at, area.corners) for area in fires(state)):
        lines.append(locale.gettext(N_("napalm")))
    return [*lines, spot_line(locale, state, at)]


def spot_line(locale: Locale, state: Match, at: Spot) -> str:
    """Write a place by its tile and in cm: "B2 (30; 45)"."""
    x, y = (locale.number(round(value, 1)) for value in at)
    return f"{tile_of(at, state.arena.size)} ({x}; {y})"


def stands_line(locale: Locale, state: Match, player: Player) -> str:
    """Return where a champion is and what is there, by ear: its place, its tile, contacts, the ground."""
    at = player.position.at
    parts = [where(locale, player)]
    if at is not None:
        parts.append(tile_of(at, state.arena.size))
        parts += _company(locale, state, player.id)
        parts += [locale.name_of(piece.name) for piece in state.arena.scenery if within(at, piece.corners)]
        parts += [_base(locale, state, base.number) for base in state.arena.bases if within(at, base.polygon)]
        parts += [_mark(locale, state, mark) for mark in marks(state) if dist(mark.at, at) < CM_PER_INCH / 2]
    return ", ".join(filter(None, parts))


def _table_lines(locale: Locale, state: Match) -> Iterator[str]:
    """Yield everything on the table with its tile, each only once: champions, tokens, portals, bases, scenery."""
    size, people = state.arena.size, [player for player in state.players.values() if player.present]
    for player in people:
        stands = stands_line(locale, state, player)
        unit = locale.name_of(player.champion.name)
        yield with_label(locale, player.name, f"{unit}, {stands}" if stands else unit)
    for mark in marks(state):
        yield f"{_mark(locale, state, mark)}, {tile_of(mark.at, size)}"
    for area in fires(state):
        under = [p.name for p in people if p.position.at is not None and within(p.position.at, area.corners)]
        yield with_label(locale, locale.gettext(N_("napalm")), locale.join_and(under)) if under else ""
    for portal in state.arena.portals:
        name = locale.say(N_("portal {number}"), number=portal.number)
        yield f"{name}, {tile_of(portal.at, size)}"
    for base in state.arena.bases:
        yield f"{_base(locale, state, base.number)}, {tile_of(_middle(base.polygon), size)}"
    for piece in state.arena.scenery:
        name, kind = locale.name_of(piece.name), texture_word(locale, texture(piece))
        yield with_label(
            locale, f"{name} ({kind})", f"{effects(locale, piece)}, {tile_of(_middle(piece.corners), size)}"
        )


def _middle(corners: Corners) -> Spot:
    return (sum(x for x, _y in corners) / len(corners), sum(y for _x, y in corners) / len(corners))


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
        N_("nearest champion: {names}, {distance} to the base"),
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
    names = {p.id: p.name for p in state.players.values()}
    names |= {s.id: locale.name_of(s.name) for s in state.arena.scenery}
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
        parts.append(
            locale.say(N_("dark zone: spotting at {distance} (SHOOT-3)"), distance=locale.inches(sight.spotting_in))
        )
    return " · ".join(parts)


# -- the parts for the map -----------------------------------------------------------------------


LAYERS = (
    Layer("scenery", N_("scenery")),
    Layer("portals", N_("portals")),
    Layer("tokens", N_("tokens")),
    Layer("champions", N_("champions")),
    Layer("tiles", N_("tiles")),
    Layer(LINES, N_("lines")),
)


class ArenaMap(MapParts):
    """The map of an arena."""

    layers = LAYERS

    def legend(self, locale: Locale, state: Match) -> tuple[Sample, ...]:
        """Return a sample of each mark and texture on the map, with its meaning."""
        _ = locale.gettext
        samples = [Sample(_(N_("portal")), " 1 ", "portal-number", "portal")]
        for kind in sorted({token.category for token in state.tokens.values()}):
            letter = kind[0].upper()
            word = {"E": N_("equipment"), "W": N_("weapon"), "S": N_("special")}.get(letter, letter)
            samples.append(Sample(_(word), letter, f"token-{kind}"))
        markers = marks(state)
        if any(marker.letters.startswith(FLAG) for marker in markers):
            samples.append(Sample(_(N_("flag")), FLAG))
        if any(marker.letters == BARREL for marker in markers):
            samples.append(Sample(_(N_("barrel")), BARREL, "barrel"))
        if any(marker.letters == FIRE for marker in markers):
            samples.append(Sample(_(N_("napalm")), FIRE, paper="napalm"))
        samples += [Sample(texture_word(locale, name), area=name) for name in textures(state.arena)]
        return tuple(samples)

    def explain(self, locale: Locale) -> str:
        """Explain the map, for F1."""
        _ = locale.gettext
        return _(
            "The arena from above. Arrows move the view, + and - zoom, 0 shows all of it; Enter"
            " brings out a cursor that tells what is under it, and a click does the same. 1 to 6"
            " switch scenery, portals, tokens, champions, tile lines and sight lines; . follows"
            " the active champion or not. Drag a champion to move it."
        )

    def describe(self, desk: Desk, at: Spot, reach_cm: float) -> list[str]:
        """Describe what is at a place, one line each, the smallest first."""
        return describe_place(desk.locale, desk.state, at, reach_cm)

    def overview(self, locale: Locale, state: Match) -> list[str]:
        """Return the table place by place."""
        return list(filter(None, _table_lines(locale, state)))

    def stands(self, desk: Desk, figure: str) -> str:
        """Return where a champion is and what is there."""
        player = desk.state.players.get(figure)
        return "" if player is None else stands_line(desk.locale, desk.state, player)

    def actor(self, desk: Desk) -> tuple[str | None, Spot | None]:
        """Return the active champion and its place."""
        state = desk.state
        player = state.players.get(state.play.active or "")
        return state.play.active, player.position.at if player is not None else None

    def marked_figure(self, field: Field | None, state: Match) -> str | None:
        """Return the target marked in an open choice of whom to shoot at."""
        if not isinstance(field, Pick) or field.rule != "SHOOT-1":
            return None
        choices = field.choices()
        marked = choices[min(field.at, len(choices) - 1)].value if choices else None
        target = state.player_named(marked) if isinstance(marked, str) else None
        return None if target is None else target.id

    def relation(self, desk: Desk, other: str) -> Relation | None:
        """Return the lines of sight from the active champion to another, with the result in words.

        Rule: SHOOT-2, SHOOT-3
        """
        state, locale = desk.state, desk.locale
        if state.play.active is None or other not in state.players:
            return None
        seen = measure_sight(state, state.play.active, other)
        if seen is None:
            return None
        percent = locale.percent(int(seen.share * 100 + 1e-6) / 100)
        text = relation_line(locale, state, state.play.active, other, seen)
        return Relation(seen.lines, ((seen.middle, percent),), text)

    def sees(self, desk: Desk, viewer: str) -> list[str]:
        """Return the distance and the sight from a champion to every other, the nearest first.

        Rule: SHOOT-2, SHOOT-3
        """
        state = desk.state
        if viewer not in state.players:
            return []
        others = [p.id for p in state.players.values() if p.in_play and p.id != viewer]
        measured = [(seen, other) for other in others if (seen := measure_sight(state, viewer, other)) is not None]
        measured.sort(key=lambda sight: sight[0].distance_in)
        return [relation_line(desk.locale, state, viewer, other, seen) for seen, other in measured]

    def tells_distances(self, state: Match) -> bool:
        """Return whether distances may be told: not where ranges are guessed (see `announces`)."""
        return not state.announces

    def on_drag(self, desk: Desk, piece: str, at: Spot) -> Dragged:
        """Move a champion dragged on the map if it may move; otherwise correct its place."""
        state = desk.state
        if state.play.phase == "movement" and state.play.active == piece:
            return "move"

        return lambda there: place_champion(there, state.players[piece], at)


PARTS = ArenaMap()


# -- the places that a bot names -----------------------------------------------------------------

RING_CM = 1.8
"""A ring about a place that a bot names is so much wider than the base."""
START, START_CM = "×", 3.0
"""The mark of where a figure stood that a bot has moved, if it went so far that the mark does not hide it."""


def show_places(state: Match, move: Any) -> Overlay:
    """Return the place that a bot names and what names it: the portal it is measured from, the scenery it is beside.

    The place has a ring, the way to it a line, and where the figure stands until somebody pushes it is crossed.
    """
    command, player = move.command, state.players[move.seat]
    to, here = getattr(command, "to", None) or getattr(command, "at", None), player.position.at
    if to is None or isinstance(command, Shoot):
        return NOTHING
    rim = around(to, base_of(player).reach_cm + RING_CM)
    lines = [Line((*rim, rim[0]), "good")]
    portal, scenery = portal_near(state.arena, to), scenery_near(state.arena, to)
    if dist(portal.at, to) > portal.diameter_in * CM_PER_INCH / 2:
        lines.append(Line((portal.at, to), "faint"))
    words: tuple[tuple[Spot, str], ...] = ()
    if here is not None:
        lines.append(Line((here, *(getattr(command, "path", None) or ()), to), "path"))
        words = ((here, START),) if dist(here, to) > START_CM else ()
    return Overlay(lit=((scenery.corners,),) if scenery is not None else (), lines=tuple(lines), words=words)
