"""What is said of the map: the legend, what lies at a place, the way there, lines of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.looking.hindrance import Hindrance, find_hindrance
from q40k.games.space_hulk.rules.movement.routes import Goal, Leg
from q40k.games.space_hulk.rules.offers import find_seers
from q40k.games.space_hulk.rules.places import Eyes, board, cell, pieces_by_square
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.points import points_left
from q40k.games.space_hulk.screen import arcs
from q40k.games.space_hulk.screen.base import POINTS, Desk, chosen, numbered
from q40k.games.space_hulk.screen.going import (
    affordable,
    goal_at,
    goal_name,
    place_of_actor,
    pointed,
    route_to,
    snapped,
)
from q40k.games.space_hulk.screen.trail import last_way
from q40k.games.space_hulk.table.scene import ARROWS, SQUARE, box, spot
from q40k.geometry.scene import Line, Overlay
from q40k.geometry.spots import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.draw import LINES
from q40k.tui.map.parts import Layer, MapParts, Relation, Sample

TRAIL = "trail"
"""The layer of the last alien's way."""
BARRED = {
    "level": N_("{who} does not see it: another level"),
    "arc": N_("{who} does not see it: not in front of him"),
    "wall": N_("{who} does not see it: a wall is between"),
    "door": N_("{who} does not see it: blocked by the door at {at}"),
    "fire": N_("{who} does not see it: blocked by the fire at {at}"),
    "piece": N_("{who} does not see it: blocked by {other} at {at}"),
    "field": N_("{who} does not see it: blocked by the force field at {at}"),
}
BARRED_FROM = {
    "level": N_("{who} does not see {seen}: another level"),
    "arc": N_("{who} does not see {seen}: not in front of him"),
    "wall": N_("{who} does not see {seen}: a wall is between"),
    "door": N_("{who} does not see {seen}: blocked by the door at {at}"),
    "fire": N_("{who} does not see {seen}: blocked by the fire at {at}"),
    "piece": N_("{who} does not see {seen}: blocked by {other} at {at}"),
    "field": N_("{who} does not see {seen}: blocked by the force field at {at}"),
}


def legend(locale: Locale, _state: Match) -> tuple[Sample, ...]:
    """Doors, fire, ladders, the arrows of facings, what is watched and threatened."""
    _ = locale.gettext
    return (
        Sample(_("closed door"), area="door"),
        Sample(_("open door"), "/", "door"),
        Sample(_("fire"), area="fire"),
        Sample(_("ladder"), "v", "ladder"),
        Sample(_("facing"), "".join(ARROWS.values())),
        Sample(_("watched"), area="watched"),
        Sample(_("threatened"), area="threatened"),
    )


def explain(locale: Locale) -> str:
    """What F1 says of the map."""
    return locale.gettext(
        N_(
            "The squares of the board; marines by their numbers, with the way they face. Who may"
            " act or react now stands out on a ground of its own; the others are bare letters."
            " Enter brings out a cursor, the arrows move it square by square: it tells what is"
            " there, what the way costs, who sees it. Enter on a piece makes it the one that acts,"
            " on a square sends it there, step by step, until anything comes between. A click does"
            " the same: the first shows the way, the second goes. , shows squares under overwatch,"
            " and those that stealers could come to. The way of the alien that moved last is drawn"
            " until a marine acts."
        )
    )


# -- what is told --------------------------------------------------------------------------


def told(desk: Desk, at: Spot, _reach_cm: float) -> list[str]:
    """What lies at a place: its square, who stands there, the way there, who sees it."""
    state, locale = desk.state, desk.locale
    ground, goal = board(state), goal_at(state, at)
    if ground is None or goal is None:
        return []
    if isinstance(goal, str):
        return [locale.say(N_("exit {exit}"), exit=goal), *_way(desk, goal)]
    who = pieces_by_square(state).get(goal)
    lines = [_square(locale, state, ground, goal, who)]
    if who is None:
        lines += [*_way(desk, goal), *_sight(desk, goal)]
        names = tuple(one.id for one in Eyes(state).seers(goal))
    else:
        names = find_seers(state, who)
    if names:
        lines.append(locale.say(N_("seen by {names}"), names=", ".join(names)))
    return lines


def _square(locale: Locale, state: Match, ground: Board, there: Cell, who: str | None) -> str:
    """The square, its section, and all that is on it."""
    _, name = locale.gettext, ground.name(there)
    parts = [locale.say(N_("{square}, section {section}"), square=name,
                        section=ground.section(there))]  # fmt: skip
    if who is not None:
        piece = state.piece(who)
        parts.append(f"{who} {piece.position.facing or ''}".strip())
        if isinstance(piece, Marine) and piece.stance.overwatch:
            parts.append(_("on overwatch"))
        if isinstance(piece, Marine) and piece.stance.guard:
            parts.append(_("on guard"))
        parts.append(locale.say(N_("{ap} AP"), ap=piece.acts.ap))
    door = state.doors.get(name)
    if door in ("open", "closed"):
        parts.append(_("open door") if door == "open" else _("closed door"))
    if there in ground.ladders:
        end = ground.name(ground.ladders[there])
        parts.append(locale.say(N_("ladder to {square}"), square=end))
    parts += [one.id for one in state.things.values() if one.at == name]
    return " · ".join(parts)


def _way(desk: Desk, goal: Goal) -> Iterator[str]:
    """What the way of who acts to a square or an exit costs, and how far it goes now."""
    state, locale, who = desk.state, desk.locale, chosen(desk)
    if who is None or cell(state, who) == goal:
        return
    legs = route_to(desk, goal)
    if not legs:
        yield locale.say(N_("{who}: no way there"), who=who)
        return
    cost, able = legs[-1].total, affordable(desk, legs)
    facts = {"who": who, "cost": cost, "left": state.piece(who).acts.ap}
    if desk.memory.get(POINTS):
        yield _for_points(desk, legs, facts)
    elif state.window is not None:
        yield locale.say(N_("{who}: {cost} in all, one action now; Enter does it"), **facts)
    elif able == len(legs):
        yield locale.say(N_("{who}: {cost} of {left} AP; Enter goes"), **facts)
    elif able:
        end = goal_name(state, legs[able - 1].goal)
        sentence = N_("{who}: {cost} AP, {left} are left: Enter goes as far as {end}")
        yield locale.say(sentence, **facts, end=end)
    else:
        yield locale.say(N_("{who}: {cost} AP, {left} are left"), **facts)


def _for_points(desk: Desk, legs: tuple[Leg, ...], facts: dict[str, Any]) -> str:
    """What a way costs in command points, and how far those go that are known to be left."""
    able = affordable(desk, legs)
    if able == len(legs):
        return desk.locale.say(N_("{who}: {cost} command points; Enter goes"), **facts)
    facts |= {"left": points_left(desk.state), "end": goal_name(desk.state, legs[able - 1].goal)}
    short = N_("{who}: {cost} command points, {left} are left")
    part = N_("{who}: {cost} command points, {left} are left: Enter goes as far as {end}")
    return desk.locale.say(part if able else short, **facts)


def _sight(desk: Desk, there: Cell) -> Iterator[str]:
    """What hinders the marine who acts from seeing an empty square."""
    state, who = desk.state, chosen(desk)
    if who not in state.marines or cell(state, who) is None:
        return
    why = find_hindrance(state, state.marines[who], there, Eyes(state))
    if why is not None:
        yield _barred(desk.locale, BARRED, who, why)


def _barred(
    locale: Locale, sentences: dict[str, str], who: str, why: Hindrance, seen: str = ""
) -> str:
    return locale.say(sentences[why.why], who=who, at=why.at, other=why.who, seen=seen)


def between(desk: Desk, other: str) -> Relation | None:
    """The line of sight from who acts to somebody, whether it is clear, and what bars it."""
    state, locale, who = desk.state, desk.locale, chosen(desk)
    ground, known = board(state), {*state.marines, *state.stealers, *state.blips}
    if ground is None or who not in state.marines or other == who or other not in known:
        return None
    here, there = cell(state, who), cell(state, other)
    if here is None or there is None:
        return None
    eyes = Eyes(state)
    why = find_hindrance(state, state.marines[who], there, eyes)
    points = (spot(ground, here), spot(ground, there))
    if why is not None:
        said = _barred(locale, BARRED_FROM, who, why, other)
    else:
        said = locale.say(N_("{who} sees {other}"), who=who, other=other)
    tone = "good" if why is None else "bad"
    return Relation((Line(points, tone, layer=LINES),), (), said)


# -- what is drawn -------------------------------------------------------------------------


def shown(desk: Desk, cursor: Spot | None) -> Overlay:
    """The way of the last alien, that to the cursor, and squares that are watched or threatened."""
    state = desk.state
    ground = board(state)
    if ground is None:
        return Overlay()
    lines = []
    trail = [spot(ground, there) for at in last_way(desk) if (there := ground.cell(at)) is not None]
    if len(trail) > 1:
        lines.append(Line(tuple(trail), "aim", layer=TRAIL))
    words: tuple[tuple[Spot, str], ...] = ()
    goal = None if cursor is None else goal_at(state, cursor)
    if cursor is not None and goal is not None:
        legs = route_to(desk, goal)
        lines += _drawn(desk, ground, legs, cursor)
        if legs:
            words = (((cursor[0], cursor[1] + SQUARE), str(legs[-1].total)),)
    tints = tuple(
        (style, box(ground, there))
        for style, squares in arcs.found(desk).items()
        for there in sorted(squares)
    )
    return Overlay(lines=tuple(lines), words=words, tints=tints)


def _drawn(desk: Desk, ground: Board, legs: tuple[Leg, ...], end: Spot) -> Iterator[Line]:
    """A route as lines: what can be walked now, and what is left of it."""
    _who, start = place_of_actor(desk)
    if start is None or not legs:
        return
    goals = (leg.goal for leg in legs)
    points = [start, *(end if isinstance(one, str) else spot(ground, one) for one in goals)]
    able = affordable(desk, legs)
    if able < len(legs):
        yield Line(tuple(points[able:]), "bad", layer=LINES)
    if able:
        yield Line(tuple(points[: able + 1]), "path", layer=LINES)


PARTS = MapParts(
    layers=(
        Layer("doors", N_("doors")),
        Layer("fire", N_("fire")),
        Layer("entries", N_("entries and exits")),
        Layer("objects", N_("objects")),
        Layer("ladders", N_("ladders")),
        Layer(TRAIL, N_("the last way")),
        Layer(LINES, N_("lines")),
    ),
    legend=legend,
    explain=explain,
    describe=told,
    actor=place_of_actor,
    square_cm=SQUARE,
    snap=snapped,
    overlay=shown,
    on_point=pointed,
    uses_digit=numbered,
    relation=between,
)
