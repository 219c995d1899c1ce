"""Evenings with places kept, in three dimensions, held to a second, slow way of measuring.

On every shipped arena champions of all kinds walk, climb, jump, leap, fly, swim, shoot and charge
at random; nobody overrules anything. After each command no bases overlap, nobody stands on nothing,
distances and contact are those of the slow way, no walk cost less than its ground asks, and nobody
acts twice in a phase; now and then sight and cover are compared, too. A failure is played again by
its seed and arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, cos, degrees, hypot, inf, sin, tau
from random import Random
from typing import Any

from pydantic import ValidationError

from q40k.games.quake.packs.models import Arena
from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import in_contact
from q40k.games.quake.state.movement.ground import flies
from q40k.games.quake.state.movement.move import Moved, allowance
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.positions import distance_between, feet_height, floor_height, positions_of
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.shooting import line_of_fire
from q40k.geometry.positions import Figure
from q40k.geometry.sight import sight
from q40k.geometry.space import Spot
from q40k.geometry.surfaces import gap
from q40k.kernel.events import AnswerError, Event, Refused
from tests.games.quake.rules.playing import Table, champion, said_at_table
from tests.games.w40k3e.fighting import weapon
from tests.odds.showing import SUMS
from tests.soak import sounding
from tests.soak.random_game import CarriedOut, fitting_answer
from tests.soak.turns import Parts
from tests.table.scripts import library

INCH_CM = 2.54
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"unit_type": "terminator", "base_mm": 40},
    {"unit_type": "jump_infantry"},
    {"unit_type": "jet_pack"},
    {"unit_type": "beast", "base_mm": 40},
    {"unit_type": "swarm"},
    {"unit_type": "bike", "base_mm": 25, "base_length_mm": 75},
    {"unit_type": "jetbike", "base_mm": 25, "base_length_mm": 75},
    {"unit_type": "monstrous_creature", "base_mm": 60},
)
GUNS = ("boltgun", "missile-launcher-frag", "flamer")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
OVERLAP_CM = 0.12
NEAR_IN = 0.06
"""Dots tell distances so finely."""
SHARE = 0.12
"""And shares of a base so finely, a line of sight being looked at in so many points."""


def arenas() -> Mapping[str, Arena]:
    """The shipped arenas."""
    return library().arenas


class PlacesEvening:
    """A match in memory on an arena, everyone's place kept."""

    def __init__(self, arena: str, seed: int) -> None:
        self.name = f"{arena} {seed}"
        self.dice = Random(self.name)
        self.done: Counter[str] = Counter()
        self.table = Table(arena_data=arenas()[arena])
        self.told: list[Event] = []
        self.parts = Parts()
        self.crowded: set[frozenset[Figure]] = set()
        for name in NAMES[: self.dice.randint(3, len(NAMES))]:
            kind = self.dice.choice(KINDS)
            profile = champion(999, **{"i": self.dice.randint(2, 6), **kind})
            arms = tuple(weapon(gun) for gun in GUNS)
            self.say({"do": "join", "player": name, "champion": "x", "profile": profile, "arms": arms})
        self.say({"do": "start"})
        self.answer_all()
        for _ in range(200):
            if self.state.play.phase != "deployment":
                break
            self.say({"do": "deploy", "player": self.table.active, "at": self.spot()})

    @property
    def state(self) -> Match:
        """The state of the match."""
        return self.table.state

    @property
    def me(self) -> Player:
        """Who acts."""
        active = self.state.play.active
        return self.state.players[active or next(iter(self.state.players))]

    # -- what is said ------------------------------------------------------------------------

    def say(self, command: Mapping[str, Any]) -> bool:
        """A command with answers by the dice; returns whether it was carried out."""
        self.told, before = [], self.state
        try:
            self.told += self.table.ask(**command)
        except (Refused, ValidationError) as refused:
            code = refused.refusal.code if isinstance(refused, Refused) else "invalid"
            self.done[f"no {code}"] += 1
            return False
        self.answer_all()
        self.parts.follow(CarriedOut(command, self.told, before, self.state))
        SUMS.throw("quake", before, said_at_table(dict(command)), Random(f"odds {self.name} {sum(self.done.values())}"))
        self.done[command["do"]] += 1
        return True

    def answer_all(self) -> None:
        """Answer whatever is open; what the rules then refuse is taken back."""
        while self.table.question is not None:
            try:
                self.told += self.table.session.answer(fitting_answer(self.table.question, self.dice))
            except AnswerError:
                continue
            except Refused as refused:
                self.done[f"no {refused.refusal.code}"] += 1
                self.told = []
                self.table.session.undo()

    def spot(self) -> Spot:
        """A place: anywhere on the table, or on or beside some scenery."""
        arena, dice = self.state.setup.arena, self.dice
        assert arena is not None
        if arena.scenery and dice.random() < 0.5:
            corners = dice.choice(arena.scenery).corners
            (ax, ay), (bx, by) = dice.choice(corners), dice.choice(corners)
            share = dice.random()
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            return round(x + dice.uniform(-3, 3), 2), round(y + dice.uniform(-3, 3), 2)
        width, height = arena.size
        return round(dice.uniform(0, width), 2), round(dice.uniform(0, height), 2)

    def near(self, reach_cm: float | None = None) -> Spot:
        """A place not far from who acts: as far as it may still move, mostly."""
        at, me = self.me.position.at, self.me
        if at is None:
            return self.spot()
        if reach_cm is None:
            inches_left = max(0.4, allowance(self.state, me) - me.movement.spent)
            reach_cm = INCH_CM * inches_left * self.dice.choice((1.0, 1.0, 1.1))
        turn, away = self.dice.uniform(0, tau), self.dice.uniform(0.3, reach_cm)
        return round(at[0] + away * cos(turn), 2), round(at[1] + away * sin(turn), 2)

    def step(self) -> None:
        """One command that fits the phase, and what must hold after it."""
        self.say_and_look(self.idea())

    def idea(self) -> Mapping[str, Any]:
        """What may be said next."""
        ideas: dict[str, tuple[Callable[[], Mapping[str, Any]], ...]] = {
            "movement": (self.move,) * 6 + (self.special,) * 3 + (self.portal, self.onward),
            "shooting": (self.shoot,) * 3 + (self.onward,) * 2,
            "assault": (self.charge,) * 4 + (self.onward,) * 2,
            "melee": (lambda: {"do": "end-phase"},),
        }
        if self.state.outcome.over:
            return {"do": "play-on"}
        return self.dice.choice(ideas[self.state.play.phase])()

    def move(self) -> Mapping[str, Any]:
        """A walk or a flight: straight, round a corner, or to a height."""
        command: dict[str, Any] = {"do": "move", "player": self.me.name, "to": self.near()}
        if self.dice.random() < 0.3:
            command["path"] = [self.near(8)]
        if self.dice.random() < 0.3:
            tops = sorted({piece.height_in for piece in arenas_pieces(self.state)} | {0.0, 2.5})
            command["level"] = self.dice.choice(tops)
        if self.dice.random() < 0.2:
            command["angle"] = self.dice.randrange(0, 180, 15)
        return command

    def special(self) -> Mapping[str, Any]:
        """A jump, a leap or a climb, as the scenery says or as nobody does."""
        me, to = self.me, self.near(9)
        what = self.dice.choice(("jump", "leap", "climb"))
        where = None if what == "climb" and self.dice.random() < 0.5 else to
        inches = self.dice.choice((1.0, 2.0, 4.0))
        if self.dice.random() < 0.9:
            inches = self._inches_there(what, where) or inches
        command: dict[str, Any] = {"do": what, "player": me.name}
        command["gap" if what == "leap" else "height"] = round(inches, 2) or 1.0
        return command | ({"to": where} if where is not None else {})

    def _inches_there(self, what: str, to: Spot | None) -> float:
        """Return the gap or the height on the scenery, in inches; 0 if nobody knows."""
        at = self.me.position.at
        if at is None or to is None:
            return 0.0
        start, end = feet_height(self.state, self.me), floor_height(self.state, to)
        if what != "leap":
            return abs(end - start)
        crossed = gap(self.state.arena.field, at, to, start, end)
        return crossed.width_in if crossed is not None else 0.0

    def portal(self) -> Mapping[str, Any]:
        """A step onto a portal."""
        return {"do": "portal", "player": self.me.name, "portal": self.dice.randint(1, 5)}

    def onward(self) -> Mapping[str, Any]:
        """Somebody's part ends."""
        return {"do": self.dice.choice(("next", "next", "next", "end-phase"))}

    def shoot(self) -> Mapping[str, Any]:
        """A shot at somebody."""
        command = {"do": "shoot", "player": self.me.name, "target": self.someone()}
        return command | {"weapon": self.dice.choice(GUNS)}

    def charge(self) -> Mapping[str, Any]:
        """A charge at somebody, now and then round a corner."""
        command = {"do": "charge", "player": self.me.name, "target": self.someone()}
        return command | ({"path": [self.near(8)]} if self.dice.random() < 0.2 else {})

    def someone(self) -> str:
        """Anybody else; the nearest, mostly."""
        me = self.me
        others = [p for p in self.state.players.values() if p.id != me.id]
        if self.dice.random() < 0.7:
            return min(others, key=lambda p: distance_between(self.state, me, p) or 0.0).name
        return self.dice.choice(others).name

    # -- what must hold ----------------------------------------------------------------------

    def say_and_look(self, command: Mapping[str, Any]) -> None:
        """Say it, and look at the board afterwards the slow way."""
        before, me = self.state, self.me
        if not self.say(command):
            return
        try:
            self.check_walk(before, me, command)
            self.stand()
            if self.dice.random() < 0.05:
                self.check_sight()
        except AssertionError as error:
            raise AssertionError(f"after {command} ({_where_all_stood(before)}): {error}") from error

    def figures(self) -> tuple[Figure, ...]:
        """Everyone on the table."""
        return positions_of(self.state).figures

    def stand(self) -> None:
        """Nobody overlaps, everyone stands on something, distances and contact agree."""
        pieces, state = arenas_pieces(self.state), self.state
        for figure in self.figures():
            wrong = sounding.wrong_place(pieces, figure)
            assert wrong is None, wrong
        for a, b in combinations(self.figures(), 2):
            me, other = state.players[a.id], state.players[b.id]
            gap, level = sounding.gap_cm(a, b), sounding.levels_meet(a, b)
            within = float(positions_of(state).gaps_cm[_index(self, a), _index(self, b)])
            pair = frozenset((a, b))
            if within < -OVERLAP_CM and level and pair not in self.crowded:
                came = [e.player for e in self.told if isinstance(e, Teleported | Respawned)]
                # Who came last could have come out elsewhere.
                late = next((f for name in reversed(came) for f in (a, b) if f.id == name), None)
                assert late is not None, f"{a.id} and {b.id} overlap"
                assert not self.room(late), f"{a.id} and {b.id} overlap, though there is room"
                self.crowded.add(pair)
            assert abs(max(0.0, within) - gap) < NEAR_IN * INCH_CM or within < 0
            touches = in_contact(state, me.id, other.id)
            if abs(gap - 0.1) > OVERLAP_CM:
                assert touches == (gap < 0.1 and level), f"contact of {a} and {b}: {touches}"
            if not touches:
                slow = sounding.distance_in(a, b)
                quick = distance_between(state, me, other)
                assert quick is not None
                assert abs(quick - slow) < NEAR_IN, f"{a.id} to {b.id}: {quick}, slowly {slow}"
        self.done["stood"] += 1

    def room(self, figure: Figure) -> bool:
        """Whether there is a free place for a base within an inch of the portal it came out of."""
        arena, others = self.state.setup.arena, [f for f in self.figures() if f.id != figure.id]
        assert arena is not None
        portal = min(arena.portals, key=lambda p: hypot(p.at[0] - figure.spot[0], p.at[1] - figure.spot[1]))
        reach = (portal.diameter_in / 2 + 1) * INCH_CM - figure.base.radius_cm
        steps = [n / 4 for n in range(-int(reach * 4), int(reach * 4) + 1)]
        for at in ((portal.at[0] + x, portal.at[1] + y) for x in steps for y in steps):
            ends = figure.base.spine(at)
            if any(hypot(x - portal.at[0], y - portal.at[1]) > reach for x, y in ends):
                continue
            there = Figure(figure.id, at, figure.base, figure.height_in, arena.field.floor_in(at))
            free = all(sounding.gap_cm(there, other) > OVERLAP_CM for other in others)
            on = all(
                figure.base.radius_cm < v < s - figure.base.radius_cm
                for end in ends
                for v, s in zip(end, arena.size, strict=True)
            )
            if free and on and sounding.wrong_place(arena.scenery, there) is None:
                return True
        return False

    def check_walk(self, before: Match, me: Player, command: Mapping[str, Any]) -> None:
        """A move cost what its ground asks, and no more than the champion may move."""
        for event in self.told:
            if isinstance(event, Moved | Charged) and event.player == me.id:
                break
        else:
            return
        at = me.position.at
        if event.to is None or at is None:
            return
        if isinstance(event, Charged):
            cut, spent = not event.reached, event.distance_in or 0.0
            if not spent or event.target is None or flies(before, me):
                return
        else:
            cut, spent = event.cut, event.spent - me.movement.spent
            assert event.spent <= float(me.champion.move_inches) + 0.01, "it moved too far"
        if cut or self.state.players[me.id].position.at != event.to:
            return  # something stopped it, or befell it afterwards
        figure = next(figure for figure in positions_of(before).figures if figure.id == me.id)
        end = next((figure.elevation_in for figure in self.figures() if figure.id == me.id), 0.0)
        way = (at, *(tuple(spot) for spot in command.get("path") or ()), event.to)
        bases = [figure]
        if (turned := command.get("angle")) is not None:  # it lies so, or as before, on its way
            bases.append(replace(figure, base=replace(figure.base, angle_deg=turned)))
        if flies(before, me):
            self.flown(before, bases, way, end, spent)
            return
        if figure.base.half_spine_cm:  # or pointing where it goes
            legs = (degrees(atan2(b[1] - a[1], b[0] - a[0])) for a, b in pairwise(way) if a != b)
            bases += [replace(figure, base=replace(figure.base, angle_deg=leg)) for leg in legs]
        self.trodden(before, bases, way, end, spent, charged=isinstance(event, Charged))

    def trodden(
        self, before: Match, bases: list[Figure], way: tuple[Spot, ...], end: float, spent: float, *, charged: bool
    ) -> None:
        """A walk cost no less than all that it goes along, up and down."""
        pieces, name = arenas_pieces(before), bases[0].id
        least = min(sounding.least_in(pieces, base, way, end, wider) for base in bases for wider in (-0.06, 0.03))
        assert least < inf, f"{name} walked where nothing carries it: {way}"
        # A charge is as long as the gap: of oval bases that is not between their middles.
        ovals = any(base.base.half_spine_cm for base in (*bases, *self.figures()))
        oval = 1.0 if ovals and charged else 0.0
        assert spent > least - 0.1 - oval, (
            f"{name} paid {spent} in for {least}: {way}, {bases[0].elevation_in} to {end} in"
        )
        self.done["turned" if len(bases) > 1 else "walks"] += 1

    def flown(self, before: Match, bases: list[Figure], way: tuple[Spot, ...], end: float, spent: float) -> None:
        """A flight cost the string over all that rises under it, neither less nor more."""
        lengths = [
            sounding.flown_in(arenas_pieces(before), base, way, end, wider) for base in bases for wider in (-0.06, 0.06)
        ]
        assert min(lengths) - 0.1 < spent < max(lengths) + 0.1, (
            f"{bases[0].id} flew {spent} in, slowly {lengths}: {way}, {bases[0].elevation_in} to {end} in"
        )
        self.done["flights"] += 1

    def check_sight(self) -> None:
        """What somebody sees of somebody else, and what covers it, agree with rays."""
        figures = self.figures()
        if len(figures) < 2:
            return
        a, b = self.dice.sample(figures, 2)
        if not sounding.gap_cm(a, b):
            return  # crowded together in a portal: an eye in a base sees all of it
        pieces, state = arenas_pieces(self.state), self.state
        others = [figure for figure in figures if figure.id not in (a.id, b.id)]
        line = line_of_fire(state, state.players[a.id], state.players[b.id])
        slow, _ = sounding.shares(pieces, others, a, b, to_base=False)
        assert line.share is not None
        assert line.dark == sounding.in_the_dark(pieces, b), f"{b} in the dark: {line.dark}"
        assert abs(line.share - slow) < SHARE, f"{a} sees {line.share} of {b}, slowly {slow}"
        low, between = sounding.shares(pieces, others, a, b, to_base=True)
        quick = sight(positions_of(state), a.id, b.id, "base").share
        assert abs(quick - low) < SHARE, f"{a} sees {quick} of the base of {b}, slowly {low}"
        stood = sounding.stood_in(pieces, b)
        sources = {bonus.source for bonus in line.helps if bonus.effect == "cover"} - {"MOVE-4"}
        best = {p.id: p.cover for p in pieces if p.cover}
        may = {name for name in stood | between | sounding.lies_on(pieces, b) if name in best}
        slight = quick > 1 - SHARE  # dots may miss what is hidden
        assert sources <= may or slight, f"{a} gives {b} cover of {sources}, slowly {may}"
        sure = {name for name in stood if name in best}
        if sure:
            assert sources
            assert min(best[source] or 0 for source in sources) <= min(best[source] or 0 for source in sure)
        self.done["sights"] += 1


def _where_all_stood(state: Match) -> str:
    """Where everyone stood."""
    return ", ".join(f"{f.id} {f.spot} {f.elevation_in} in" for f in positions_of(state).figures)


def _index(evening: PlacesEvening, figure: Figure) -> int:
    return positions_of(evening.state).index[figure.id]


def arenas_pieces(state: Match) -> tuple[Any, ...]:
    """The scenery of a match."""
    assert state.setup.arena is not None
    return state.setup.arena.scenery


def play_places(arena: str, seed: int, steps: int) -> Counter[str]:
    """An evening of so many commands on an arena. Raises AssertionError for what does not hold."""
    evening = PlacesEvening(arena, seed)
    evening.stand()
    for _ in range(steps):
        evening.step()
    return evening.done
