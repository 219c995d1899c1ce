"""Assault moves: who may charge whom, and where contact is."""

from collections.abc import Iterator
from math import dist

from q40k.games.epic.state import ground, room
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.movement import Entry
from q40k.games.epic.state.places import base_of, gap, place_of, touch_cm, towards, turned_base
from q40k.games.epic.state.registry import Cm, Command, Event, FormationId, Place
from q40k.geometry.space import HAIR_CM, Base, Spot, gap_cm, vector
from q40k.packs.base import Pack

TURNS = (0, *(turn * sign for turn in range(5, 90, 5) for sign in (1, -1)))
"""Degrees off the straight path at which a figure looks for room at its target."""


class Run(Pack, frozen=True, kw_only=True):
    """The assault move of a figure: at a `target`, just a number of `cm`, or `to` a position.

    `also` are further enemies that its base touches there. Where positions are kept the app finds
    them.
    """

    figure: str
    target: str | None = None
    also: tuple[str, ...] = ()
    cm: Cm | None = None
    to: Place | None = None


class Charge(Command, tag="charge"):
    """A formation on Charge makes its assault moves; not every figure need engage.

    `enters` names dangerous ground where no positions are kept; `board` and `leave` as in `move`.
    """

    formation: FormationId
    moves: tuple[Run, ...] = ()
    enters: tuple[Entry, ...] = ()
    board: str | tuple[str, ...] | dict[str, str] | None = None
    leave: bool | tuple[str, ...] = ()


class Ran(Event, tag="ran"):
    """A figure has made its assault move; `at` is where it is, if that is known."""

    figure: str
    cm: float | None
    target: str | None = None
    at: tuple[float, ...] | None = None

    def fold(self, state: Match) -> Match:
        used = state.figures[self.figure].doing.spent + (self.cm or 0.0)
        changes: dict[str, object] = {"spent": used, "charged": True}
        if self.cm:
            changes["stopped"] = False
        if self.at is not None:
            changes |= {"at": self.at[:2], "facing": self.at[2]}
        return state.with_figures({self.figure: changes})


class ContactMade(Event, tag="contact-made"):
    """Two bases touch: both are in close combat."""

    one: str
    other: str

    def fold(self, state: Match) -> Match:
        return state.replace(contacts=(*state.contacts, (self.one, self.other)))


class MovedOff(Event, tag="moved-off"):
    """An unpinned figure has left the figures in `left`; they are free of it."""

    figure: str
    left: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        contacts = tuple(pair for pair in state.contacts if self.figure not in pair)
        return state.replace(contacts=contacts)


class TerrorMet(Event, tag="terror-met"):
    """A formation has met a frightening figure: the table may call a test."""

    formation: str
    figure: str


def nearer_than(state: Match, figure: str, target: str) -> tuple[str, ...]:
    """Return the enemies nearer to a figure than its target that nobody has engaged yet.

    Enemies out of its reach for good do not count: they are where it cannot go.

    Rule: EE-ASSAULT-5
    """
    far, at = gap(state, figure, target), place_of(state, figure)
    if far is None or at is None:
        return ()
    nearer, most = [], far + touch_cm(state)
    for enemy in state.enemies(state.side_of(figure)):
        there = place_of(state, enemy)
        if there is None or dist(at, there) > most:
            continue
        near = gap(state, figure, enemy)
        if near is None or near >= far - HAIR_CM or state.touching(enemy):
            continue
        if not room.is_barred(state, figure, there):
            nearer.append((near, enemy))
    return tuple(enemy for _near, enemy in sorted(nearer))


def contact_place(state: Match, figure: str, target: str) -> ground.Placement | None:
    """Return where a figure touches its target: straight ahead, or beside others who stand there.

    Return None if there is no room on its side of the target.

    Rule: EE-ASSAULT-4, EE-ASSAULT-6, EE-MOVE-5
    """
    places = contact_places(state, figure, target)
    return next((place for place in places if room.first_overlap(state, {figure: place}) is None), None)


def contact_places(state: Match, figure: str, target: str) -> Iterator[ground.Placement]:
    """Yield where a figure touches its target, where positions are kept: straight ahead, then farther aside.

    It turns to the target as it moves.

    Rule: EE-ASSAULT-4
    """
    start, there = place_of(state, figure), place_of(state, target)
    if start is None or there is None:
        return
    ahead, other = towards(start, there), base_of(state, target)
    if gap_cm(turned_base(state, figure, ahead), start, other, there) <= HAIR_CM:
        ahead = state.figures[figure].position.facing
        yield (*start, ahead)
    base = turned_base(state, figure, ahead)
    for turn in TURNS:
        yield (*_touching_spot(base, other, there, towards(there, start) + turn), ahead)


def _touching_spot(base: Base, other: Base, there: Spot, angle: float) -> Spot:
    """Return where a base touches another that is at `there`, in this direction from its centre."""
    low, high = 0.0, base.reach_cm + other.reach_cm
    overlaps_to, apart_from = low, high  # a gap changes by no more than the distance, so it tells of others as well
    x, y = vector(1.0, angle)
    for _ in range(40):  # same either way: 40 halves are finer than any ruler
        far = (low + high) / 2
        if overlaps_to <= far <= apart_from:
            between = gap_cm(base, (there[0] + far * x, there[1] + far * y), other, there)
            if between > 0:  # same either way: 0 is met by chance only
                apart_from = min(apart_from, far - between + HAIR_CM)
            else:
                overlaps_to = max(overlaps_to, far - between - HAIR_CM)
            is_apart = between > 0
        else:
            is_apart = far > apart_from
        low, high = (low, far) if is_apart else (far, high)
    return there[0] + high * x, there[1] + high * y


def enemy_in_path(state: Match, path: ground.StraightPath, target: str | None) -> str | None:
    """Return an enemy in the straight path of an assault move, or None; a run goes around enemies.

    Rule: EE-ASSAULT-4, EE-MOVE-5
    """
    side, facing = state.side_of(path.figure), state.figures[path.figure].position.facing
    others = [enemy for enemy in ground.enemies_near(state, side, (path,)) if enemy != target]
    met = (ground.enemy_on_path(state, path, facing, (enemy,)) for enemy in others)
    return next((contact[1] for contact in met if contact is not None and contact[0] == "passes"), None)
