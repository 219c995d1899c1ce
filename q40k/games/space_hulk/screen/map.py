"""The map: the legend, places, routes, lines of sight, and the last alien's path."""

from collections.abc import Iterator
from contextlib import suppress
from math import floor
from typing import Any

from q40k.games.space_hulk.board import Board
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.screen import looking, routes
from q40k.games.space_hulk.screen.base import ROOM, Desk, drawn_board, find_actor, pays_points, uses_digit
from q40k.games.space_hulk.screen.board_words import board_sentences
from q40k.games.space_hulk.state import activation, offers, sight, turn
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.movement.routes import Goal, Leg
from q40k.games.space_hulk.state.movement.steps import Moved
from q40k.games.space_hulk.state.places import ENTRY_SIGN, board, burning_squares, cell, eyes_of, pieces_by_square
from q40k.games.space_hulk.table.scene import (
    ALPHA,
    ARM_SIGNS,
    ARROWS,
    EMBLEMS,
    SQUARE,
    STATE_ARROWS,
    STATES,
    arrange_levels,
    box,
    make_scene,
    spot,
)
from q40k.games.space_hulk.words.names import facing_name
from q40k.geometry.scene import Line, Overlay, Scene
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Event
from q40k.kernel.journal.journal import JournalError
from q40k.tui.map.draw import LINES
from q40k.tui.map.parts import Layer, MapParts, Relation, Sample

LAST_PATH = "trail"
"""The key in the desk's memory for the last path, for a state."""
PANE_FROM = 100
"""From so many columns on the map takes half of a screen, and few rows less than it; else a screen of its own."""
LOG_LINES = 80
"""The lines of the log that are read back: more than one alien ever fills."""


def last_path(desk: Desk) -> tuple[str, ...]:
    """Return the squares of the alien that moved last, with its first one if it is known.

    Return nothing once a marine has been activated since.
    """
    kept = desk.memory.get(LAST_PATH)
    if kept is None or kept[0] is not desk.state:
        events: list[Event] = []
        with suppress(JournalError):  # it is reported with the next entry
            lines = desk.match_session.lines(LOG_LINES, undone=False)
            events = [event for line in lines for event in line.events]
        kept = desk.memory[LAST_PATH] = (desk.state, path_of(events, frozenset(desk.state.marines)))
    path: tuple[str, ...] = kept[1]
    return path


def path_of(events: list[Event], marines: frozenset[str]) -> tuple[str, ...]:
    """Return the squares of the last alien's path in some events, oldest first."""
    path: list[str] = []
    places: dict[str, str] = {}
    mover = ""
    for event in events:
        if isinstance(event, activation.Activated):
            path, mover = [], "" if event.who in marines else event.who
            path += [places[mover]] if mover in places else []
        elif isinstance(event, Moved) and event.at is not None:
            places[event.who] = event.at
            if event.who not in marines:
                if event.who != mover:
                    mover, path = event.who, []
                path.append(event.at)
    return tuple(path)


# -- legend and help -------------------------------------------------------------------------


TRAIL = "trail"
"""The layer of the last alien's path."""
HINDRANCES = {
    "level": N_("{who} does not see it: another level"),
    "arc": N_("{who} does not see it: not in front of him"),
    "wall": N_("{who} does not see it: a wall is between"),
    "door": N_("{who} does not see it: blocked by the door at {at}"),
    "fire": N_("{who} does not see it: blocked by the fire at {at}"),
    "piece": N_("{who} does not see it: blocked by {other} at {at}"),
    "field": N_("{who} does not see it: blocked by the force field at {at}"),
}
HINDRANCES_TO = {
    "level": N_("{who} does not see {seen}: another level"),
    "arc": N_("{who} does not see {seen}: not in front of him"),
    "wall": N_("{who} does not see {seen}: a wall is between"),
    "door": N_("{who} does not see {seen}: blocked by the door at {at}"),
    "fire": N_("{who} does not see {seen}: blocked by the fire at {at}"),
    "piece": N_("{who} does not see {seen}: blocked by {other} at {at}"),
    "field": N_("{who} does not see {seen}: blocked by the force field at {at}"),
}


# -- the text of a place ---------------------------------------------------------------------


def _square(locale: Locale, state: Match, ground: Board, there: Cell, who: str | None) -> str:
    """Return the square, its section, and everything on it."""
    _, name = locale.gettext, ground.name(there)
    parts = [locale.say(N_("{square}, section {section}"), square=name, section=ground.section(there))]
    if who is not None:
        piece = state.piece(who)
        facing = piece.position.facing
        faces = locale.say(N_("{who} faces {facing}"), who=who, facing=facing_name(locale, facing))
        parts.append(faces if facing else who)
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
    parts += [item.id for item in state.things.values() if item.at == name]
    return " · ".join(parts)


def _route_cost(desk: Desk, goal: Goal) -> Iterator[str]:
    """Yield the cost of the actor's route to a square or an exit, and how far it can go now."""
    state, locale, who = desk.state, desk.locale, find_actor(desk)
    if who is None or cell(state, who) == goal:
        return
    legs = routes.route_to(desk, goal)
    if not legs:
        yield locale.say(N_("{who}: no way there"), who=who)
        return
    cost, paid = legs[-1].total, routes.count_affordable(desk, legs)
    facts = {"who": who, "cost": cost, "left": state.piece(who).acts.ap}
    if pays_points(desk):
        yield _points_cost(desk, legs, facts)
    elif state.window is not None:
        yield locale.say(N_("{who}: {cost} in all, one action now; Enter does it"), **facts)
    elif paid == len(legs):
        yield locale.say(N_("{who}: {cost} of {left} AP; Enter goes"), **facts)
    elif paid:
        end = routes.goal_name(state, legs[paid - 1].goal)
        sentence = N_("{who}: {cost} AP, {left} are left: Enter goes to {end}")
        yield locale.say(sentence, **facts, end=end)
    else:
        yield locale.say(N_("{who}: {cost} AP, {left} are left"), **facts)


def _points_cost(desk: Desk, legs: tuple[Leg, ...], facts: dict[str, Any]) -> str:
    """Return the cost of a route in command points, and how far the known points go."""
    paid = routes.count_affordable(desk, legs)
    if paid == len(legs):
        return desk.locale.say(N_("{who}: {cost} command points; Enter goes"), **facts)
    facts |= {"left": turn.points_left(desk.state), "end": routes.goal_name(desk.state, legs[paid - 1].goal)}
    short = N_("{who}: {cost} command points, {left} are left")
    part = N_("{who}: {cost} command points, {left} are left: Enter goes to {end}")
    return desk.locale.say(part if paid else short, **facts)


def _sight_hindrance(desk: Desk, there: Cell) -> Iterator[str]:
    """Yield what keeps the acting marine from seeing an empty square."""
    state, who = desk.state, find_actor(desk)
    if who not in state.marines or cell(state, who) is None:
        return
    why = sight.find_hindrance(state, state.marines[who], there, eyes_of(state))
    if why is not None:
        yield _hindrance_text(desk.locale, HINDRANCES, who, why)


def _hindrance_text(locale: Locale, sentences: dict[str, str], who: str, why: sight.Hindrance, seen: str = "") -> str:
    return locale.say(sentences[why.why], who=who, at=why.at, other=why.who, seen=seen)


def _sight_text(locale: Locale, who: str, other: str, why: sight.Hindrance | None) -> str:
    """Return whether a marine sees a piece, or what keeps it from his eyes."""
    if why is not None:
        return _hindrance_text(locale, HINDRANCES_TO, who, why, other)
    return locale.say(N_("{who} sees {other}"), who=who, other=other)


def _route_lines(desk: Desk, ground: Board, legs: tuple[Leg, ...], end: Spot) -> Iterator[Line]:
    """Yield a route as lines: the part that can be walked now, and the rest."""
    _who, start = routes.find_actor_spot(desk)
    if start is None or not legs:
        return
    goals = (leg.goal for leg in legs)
    points = [start, *(end if isinstance(goal, str) else spot(ground, goal) for goal in goals)]
    paid = routes.count_affordable(desk, legs)
    if paid < len(legs):
        yield Line(tuple(points[paid:]), "bad", layer=LINES)
    if paid:
        yield Line(tuple(points[: paid + 1]), "path", layer=LINES)


def _samples(locale: Locale, state: Match, ground: Board) -> Iterator[Sample]:
    """Yield a sample of everything that the board shows and that a name does not explain."""
    _, doors = locale.gettext, set(state.doors.values())
    marines = state.marines_in_play
    burns = any(marine.kind.gun == "heavy-flamer" for marine in marines) or bool(burning_squares(state))
    for sign, badge, word, applies in STATES:
        if any(map(applies, marines)):
            arrow = STATE_ARROWS.get(word, {}).get("E", "")
            yield Sample(_(word), sign + arrow, art=badge)
    if any(stealer.alpha for stealer in state.stealers_in_play):
        yield Sample(_("the Alpha"), ALPHA, art="crown")
    if "closed" in doors:
        yield Sample(_("closed door"), area="door")
    if "open" in doors:
        yield Sample(_("open door"), "/", "open-door", art="doorway")
    if burns:
        yield Sample(_("fire"), area="fire")
    if state.barrier is not None:
        yield Sample(_("force barrier"), area="barrier")
    if ground.ladders:
        yield Sample(_("ladder"), "v^", "ladder", art="ladder")
    if ground.entries:
        yield Sample(_("entry"), ENTRY_SIGN, "entry")
    if ground.exits:
        yield Sample(_("exit"), next(iter(ground.exits)), "exit")
    for item in list(state.things.values())[:1]:
        yield Sample(_("object"), item.id[:1], "object", art="crate")
    yield from _arm_samples(locale, state)
    if any(goal.squares or goal.sections for goal in state.mission.goals):
        yield Sample(_("goal"), area="goal")
    yield Sample(_("facing"), "".join(ARROWS.values()))
    yield Sample(_("watched"), area="watched")
    yield Sample(_("threatened"), area="threatened")


def _arm_samples(locale: Locale, state: Match) -> Iterator[Sample]:
    """Yield a sample of each arm on the board."""
    for unit in dict.fromkeys(marine.unit for marine in state.marines_in_play if marine.unit in ARM_SIGNS):
        sign, word = ARM_SIGNS[unit]
        yield Sample(locale.gettext(word), sign, art=EMBLEMS[unit])


class BoardMap(MapParts):
    """The map of a board."""

    layers = (
        Layer("doors", N_("doors")),
        Layer("fire", N_("fire")),
        Layer("entries", N_("entries and exits")),
        Layer("objects", N_("objects")),
        Layer("ladders", N_("ladders")),
        Layer(TRAIL, N_("the last way")),
        Layer(LINES, N_("lines")),
        Layer("goals", N_("goals")),
    )
    square_cm = SQUARE

    def legend(self, locale: Locale, state: Match) -> tuple[Sample, ...]:
        """Return the samples of what is on this board: ground, openings, objects, states of marines, aliens."""
        ground = board(state)
        return () if ground is None else tuple(_samples(locale, state, ground))

    def scene(self, desk: Desk, state: Match, columns: int, rows: int) -> Scene | None:
        """Return the board; its levels are stacked where that suits the terminal."""
        is_beside = columns >= PANE_FROM
        desk.memory[ROOM] = (columns / 2, 2 * (rows - 6)) if is_beside else (columns, 2 * (rows - 10))
        ground = board(state)
        return make_scene(state, None if ground is None else arrange_levels(ground, *desk.memory[ROOM]))

    def explain(self, locale: Locale) -> str:
        """Return the text about the map in F1."""
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

    def overview(self, locale: Locale, state: Match) -> list[str]:
        """Return the board from each marine outward."""
        return list(board_sentences(locale, state))

    def describe(self, desk: Desk, at: Spot, reach_cm: float) -> list[str]:
        """Return what is at a place: its square, its piece, the route there, the pieces that see it."""
        state, locale = desk.state, desk.locale
        ground, goal = drawn_board(desk), routes.goal_at(desk, at)
        if ground is None or goal is None:
            return []
        if isinstance(goal, str):
            return [locale.say(N_("exit {exit}"), exit=goal), *_route_cost(desk, goal)]
        who = pieces_by_square(state).get(goal)
        lines = [_square(locale, state, ground, goal, who)]
        if who is None:
            lines += [*_route_cost(desk, goal), *_sight_hindrance(desk, goal)]
            names = tuple(marine.id for marine in eyes_of(state).seers(goal))
        else:
            names = offers.find_seers(state, who)
        if names:
            lines.append(locale.say(N_("seen by {names}"), names=", ".join(names)))
        return lines

    def actor(self, desk: Desk) -> tuple[str | None, Spot | None]:
        """Return the piece that acts, and its place."""
        return routes.find_actor_spot(desk)

    def snap(self, desk: Desk, at: Spot) -> Spot:
        """Return the middle of the square at a point, wall or floor."""
        return (SQUARE * (floor(at[0] / SQUARE) + 0.5), SQUARE * (floor(at[1] / SQUARE) + 0.5))

    def overlay(self, desk: Desk, cursor: Spot | None) -> Overlay:
        """Return the last alien's path, the route to the cursor, and watched or threatened squares."""
        ground = drawn_board(desk)
        if ground is None:
            return Overlay()
        lines = []
        trail = [spot(ground, there) for at in last_path(desk) if (there := ground.cell(at)) is not None]
        if len(trail) > 1:
            lines.append(Line(tuple(trail), "aim", layer=TRAIL))
        words: tuple[tuple[Spot, str], ...] = ()
        goal = None if cursor is None else routes.goal_at(desk, cursor)
        if cursor is not None and goal is not None:
            legs = routes.route_to(desk, goal)
            lines += _route_lines(desk, ground, legs, cursor)
            if legs:
                words = (((cursor[0], cursor[1] + SQUARE), str(legs[-1].total)),)
        tints = tuple(
            (style, box(ground, there))
            for style, squares in looking.shown_squares(desk).items()
            for there in sorted(squares)
        )
        return Overlay(lines=tuple(lines), words=words, tints=tints)

    def on_point(self, desk: Desk, at: Spot, again: bool) -> None:
        """Make the piece at a point the actor; send the actor to a square pointed at twice."""
        routes.on_point(desk, at, again)

    def uses_digit(self, desk: Desk, digit: str) -> bool:
        """Return whether a digit chooses a piece, or is the die of the only possible shooter."""
        return uses_digit(desk, digit)

    def relation(self, desk: Desk, other: str) -> Relation | None:
        """Return the line of sight from the actor to a piece, and what blocks it."""
        state, locale, who = desk.state, desk.locale, find_actor(desk)
        ground, pieces = drawn_board(desk), state.all_pieces
        if ground is None or who not in state.marines or other == who or other not in pieces:
            return None
        here, there = cell(state, who), cell(state, other)
        if here is None or there is None:
            return None
        why = sight.find_hindrance(state, state.marines[who], there, eyes_of(state))
        points = (spot(ground, here), spot(ground, there))
        text = _sight_text(locale, who, other, why)
        tone = "good" if why is None else "bad"
        return Relation((Line(points, tone, layer=LINES),), (), text)

    def sees(self, desk: Desk, viewer: str) -> list[str]:
        """Return what a marine sees of every other piece, or what keeps it from his eyes.

        Of an alien or a blip the marines that see it are told.
        """
        state, locale = desk.state, desk.locale
        if viewer not in state.marines:
            names = offers.find_seers(state, viewer)
            return [locale.say(N_("seen by {names}"), names=", ".join(names))] if names else []
        eyes, lines = eyes_of(state), []
        for other in (piece.id for piece in state.pieces_in_play):
            there = cell(state, other)
            if other != viewer and there is not None and cell(state, viewer) is not None:
                why = sight.find_hindrance(state, state.marines[viewer], there, eyes)
                lines.append(_sight_text(locale, viewer, other, why))
        return lines


PARTS = BoardMap()
