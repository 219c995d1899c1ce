"""The automaton's next turn as the bot foresees it: who is reached, and who lives, by exact odds.

The automaton's own habits decide: aliens keep out of sight unless the brood dares to charge, take the shortest path,
and prefer those who cannot shoot. Shots and fights have the odds of the rules.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from q40k.games.space_hulk.board import Board, distance, in_front_arc
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.packs.missions import EditionId, Unit
from q40k.games.space_hulk.rules.editions import EDITIONS
from q40k.games.space_hulk.rules.melee import Sides, Terms, fight_terms
from q40k.games.space_hulk.rules.movement.terrain import OPENING, squares_beside
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE
from q40k.games.space_hulk.rules.solo.order import CHARGES
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Setup, Stance, Stealer
from q40k.games.space_hulk.rules.units import GUNS, UNITS

Squares = frozenset[Cell]
NOTHING = 0.02
"""An alien less likely than this to be there is not followed on."""
MENDED = 0.3
"""How much of the harm of a jam is left if a command point can clear it."""
OFTEN = 3
"""A stealer attacks at most so often in its turn, as far as the bot reckons."""


class Post(NamedTuple):
    """A marine as the aliens find him. `is_named`: the goals name him, so he is hunted first."""

    id: str
    unit: Unit
    here: Cell
    facing: Facing
    watches: bool = False
    guards: bool = False
    is_named: bool = False


class Threat(NamedTuple):
    """An alien, or several that come one after another, each with the chance that it is there.

    `here` is its square, or the first square of the entry at which it waits (`waits`).
    """

    id: str
    here: Cell
    ap: int
    chances: tuple[float, ...] = (1.0,)
    waits: bool = False
    is_alpha: bool = False


class Ground(NamedTuple):
    """The board as it is now: `walls` are squares that nobody enters or looks through, such as fire."""

    board: Board
    edition: EditionId
    shut: Squares
    walls: Squares


class Forecast(NamedTuple):
    """The chance of each marine to live through the aliens' turn, and how many of them he and his kind kill."""

    alive: dict[str, float]
    kills: float


# -- sight and paths -------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def view(board: Board, here: Cell, facing: Facing, beside: bool, blocked: Squares) -> Squares:
    """Return the squares that a marine sees past blocked squares; with `beside` also at his sides."""
    free = board.floor - blocked
    lines = board.sight_lines(here, facing, beside=beside)
    foot = board.ladders.get(here)
    return frozenset([*(there for there, line in lines.items() if line.is_clear(free)), *((foot,) if foot else ())])


@lru_cache(maxsize=16384)
def _aim(board: Board, here: Cell, facing: Facing, blocked: Squares) -> Squares:
    """Return the squares at which a marine on overwatch could shoot past blocked squares.

    Rule: SH-OVERWATCH-2
    """
    squares = view(board, here, facing, False, blocked)
    return frozenset(there for there in squares if (distance(here, there) or 1) <= WATCHED_RANGE)


@lru_cache(maxsize=4096)
def _beside(board: Board, here: Cell) -> tuple[Cell, ...]:
    return squares_beside(board, here)


class Leg(NamedTuple):
    """The cheapest way to a square: its cost in points, and the square before it."""

    cost: int
    before: Cell | None


@lru_cache(maxsize=8192)
def _legs(board: Board, start: Cell, most: int, shut: Squares, barred: Squares) -> dict[Cell, Leg]:
    """Return the ways of an alien from a square for at most `most` points; it opens doors."""
    legs = {start: Leg(0, None)}
    queue: list[list[Cell]] = [[start], *([] for _ in range(max(0, most) + 2))]
    for cost in range(most):
        for here in queue[cost]:
            if legs[here].cost != cost:
                continue
            for there in board.neighbours(here):
                if there in barred:
                    continue
                total = cost + 1 + (OPENING if there in shut else 0)
                leg = legs.get(there)
                if total <= most and (leg is None or total < leg.cost):
                    legs[there] = Leg(total, here)
                    queue[total].append(there)
    return legs


def _path(legs: dict[Cell, Leg], there: Cell) -> list[Cell]:
    """Return the squares of a way after its first, in their order."""
    squares: list[Cell] = []
    at: Cell | None = there
    while at is not None:
        squares.append(at)
        at = legs[at].before
    return squares[-2::-1]


# -- fights ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _fight_terms(edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool) -> Terms:
    """Return what both bring to a fight that a stealer begins, as the rules have it."""
    marine = Marine("M", unit, stance=Stance(guard=guards))
    state = Match(marines={"M": marine}, stealers={"S": Stealer("S", alpha=is_alpha)}, setup=Setup(edition_id=edition))
    return fight_terms(state, Sides(marine="M", stealer="S", marine_front=front))


@lru_cache(maxsize=512)
def fight_chance(edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool) -> tuple[float, float]:
    """Return the chances of a stealer's attack on a marine: that he dies, and that it dies."""
    odds = fight_odds(_fight_terms(edition, unit, guards, front, is_alpha))
    return float(odds.stealer), float(odds.marine) if front else 0.0


@lru_cache(maxsize=2048)
def attack_chance(
    edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool, attacks: int
) -> tuple[float, float]:
    """Return the chances that a marine dies, and that the stealer dies, in so many attacks.

    Who survives an attack from the side or rear turns to face the attacker.

    Rule: SH-MELEE-7, SOLO-ACT-2
    """
    if attacks <= 0:
        return 0.0, 0.0
    dies, wins = fight_chance(edition, unit, guards, front, is_alpha)
    later = attack_chance(edition, unit, guards, True, is_alpha, attacks - 1)
    on = 1 - dies - wins
    return dies + on * later[0], wins + on * later[1]


@lru_cache(maxsize=64)
def _shot_chance(edition: EditionId, unit: Unit, misses: int, is_alpha: bool) -> tuple[float, float]:
    """Return the chances of an overwatch shot: that it kills, and that the gun jams."""
    rules, gun = EDITIONS[edition], GUNS[UNITS[unit].gun or "storm-bolter"]
    bonus = rules.sustained[min(misses, len(rules.sustained) - 1)] if rules.watch_sustained else 0
    odds = shot_odds(gun.dice, gun.needs - bonus, 2 if is_alpha else 1)
    return float(odds.kill), float(odds.alike) if gun.jams else 0.0


# -- the reply -------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def foresee(ground: Ground, posts: tuple[Post, ...], threats: tuple[Threat, ...], *, mends: bool = False) -> Forecast:
    """Return what the aliens' next turn does to marines. `mends`: jams can be cleared at once."""
    reply = _Reply(ground, posts, threats, mends=mends)
    for threat in threats:
        reply.follow(threat)
    return Forecast(reply.alive, reply.kills)


class _Reply:
    """The aliens' turn, alien by alien: who is alive with what chance, and which guns still work."""

    def __init__(self, ground: Ground, posts: tuple[Post, ...], threats: tuple[Threat, ...], *, mends: bool) -> None:
        self.ground, self.posts, self.threats = ground, posts, threats
        self.board, self.rules, self.mends = ground.board, EDITIONS[ground.edition], mends
        self.bodies = frozenset([post.here for post in posts])
        self.alive = dict.fromkeys([post.id for post in posts], 1.0)
        self.kills = 0.0
        board, beside = self.board, self.rules.sees_beside
        open_doors = self.bodies | ground.walls
        blocked = open_doors | ground.shut if ground.shut else open_doors
        self.seen = frozenset[Cell]().union(*[view(board, post.here, post.facing, beside, blocked) for post in posts])
        self.aims = {post.id: _aim(board, post.here, post.facing, open_doors) for post in posts if post.watches}
        self.ready = dict.fromkeys(self.aims, 1.0)
        self.units = {post.id: post.unit for post in posts}

    def follow(self, threat: Threat) -> None:
        """Let an alien come, and those that come after it, each with the chance that it is there."""
        most = threat.ap - 1 - threat.waits
        lengths = self.board.route_lengths(threat.here)
        near = [post for post in self.posts if lengths.get(post.here, most + 2) <= most + 1]
        if not near:
            return
        share = 1.0
        reachable: list[tuple[Post, list[Cell], int]] = []
        if threat.waits or threat.here not in self.seen:
            reachable = self._reachable(threat, near, self.ground.walls | (self.seen - {threat.here}))
            if not reachable:
                share = self._charge_chance(threat)
        if not reachable:
            reachable = self._reachable(threat, near, self.ground.walls)
        if reachable:
            for chance in threat.chances:
                self._come(threat, chance * share, reachable)

    def _charge_chance(self, threat: Threat) -> float:
        """Return the chance that the brood of an alien dares to come into sight.

        Rule: SOLO-BROOD-2
        """
        section = self.board.section(threat.here)
        many = sum(self.board.section(other.here) == section for other in self.threats)
        return min(1.0, (7 - CHARGES + many) / 6)

    def _reachable(self, threat: Threat, posts: list[Post], barred: Squares) -> list[tuple[Post, list[Cell], int]]:
        """Return the marines whom an alien can attack, in its order, with its path and points left.

        Rule: SOLO-TARGET-1, SOLO-TARGET-2, SOLO-PRIO-1
        """
        legs = _legs(self.board, threat.here, threat.ap - 1 - threat.waits, self.ground.shut, barred)
        if threat.waits and threat.here in barred:
            return []
        reached = []
        for post in posts:
            stands = [at for at in _beside(self.board, post.here) if at in legs]
            if post.here == threat.here:
                stands = [threat.here]
            if not stands:
                continue
            free = [at for at in stands if at not in self.bodies or at == threat.here]
            at = min(free or stands, key=lambda square: legs[square].cost)
            path = _path(legs, at)
            rank = (
                not self.bodies.isdisjoint(path),
                not post.is_named,
                post.watches,
                in_front_arc(post.facing, post.here, at),
                UNITS[post.unit].gun != "storm-bolter",
                legs[at].cost,
            )
            reached.append((rank, post, path, threat.ap - threat.waits - legs[at].cost))
        if len(reached) > 1:
            reached.sort(key=lambda entry: entry[0])
        return [(post, path, left) for _rank, post, path, left in reached]

    def _come(self, threat: Threat, chance: float, reachable: list[tuple[Post, list[Cell], int]]) -> None:
        """Let an alien run to its target through the guns, attack, and go on if he is dead already."""
        mass, shot_at = chance, 0
        if mass < NOTHING:
            return
        for post, path, left in reachable:
            mass *= self._survive(threat, self._exposed(path)[shot_at:], mass)
            shot_at = max(shot_at, len(path))
            if mass < NOTHING:
                return
            alive = self.alive[post.id]
            at = path[-1] if path else threat.here
            front = in_front_arc(post.facing, post.here, at)
            dies, wins = attack_chance(
                self.ground.edition, post.unit, post.guards, front, threat.is_alpha, min(OFTEN, left)
            )
            self.kills += mass * alive * wins
            self.alive[post.id] = alive * (1 - mass * dies)
            mass *= 1 - alive

    def _exposed(self, path: list[Cell]) -> list[Cell]:
        """Return the part of a path after its last closed door: what lies before it is out of sight."""
        if self.ground.shut.isdisjoint(path):
            return path
        return path[max(place for place, square in enumerate(path) if square in self.ground.shut) :]

    def _survive(self, threat: Threat, path: list[Cell], mass: float) -> float:
        """Return the chance of an alien to come through the guns along a path; jams wear them down."""
        lives = 1.0
        if not path or not self.aims:
            return lives
        for id, aim in self.aims.items():
            ready = self.ready[id] * self.alive[id]
            if ready < NOTHING or aim.isdisjoint(path):
                continue
            works, misses, unit = ready, 0, self.units[id]
            for square in path:
                if square in aim:
                    kills, jams = _shot_chance(self.ground.edition, unit, misses, threat.is_alpha)
                    dies = works * kills
                    self.kills += mass * lives * dies
                    lives *= 1 - dies
                    works *= 1 - jams * (MENDED if self.mends else 1.0)
                    misses += 1
            self.ready[id] *= 1 - mass * (1 - works / ready)
        return lives


# -- what threatens --------------------------------------------------------------------------


def threats_of(state: Match, board: Board, numbers: tuple[float, ...]) -> Iterator[Threat]:
    """Yield the aliens that may still act: stealers, blips on the board, then those that wait.

    `numbers` are the chances that a blip stands for one stealer at least, for two, for three.
    """
    for stealer in state.stealers_in_play:
        at = stealer.position.at
        there = board.cell(at) if at is not None and stealer.lurking.entry is None else None
        if there is not None:
            yield Threat(stealer.id, there, stealer.acts.ap, is_alpha=stealer.alpha)
    for blip in state.blips_in_play:
        at = blip.position.at
        there = board.cell(at) if at is not None and blip.lurking.entry is None else None
        if there is not None:
            yield Threat(blip.id, there, blip.acts.ap, numbers)
    aliens: tuple[Blip | Stealer, ...] = (*state.blips_in_play, *state.stealers_in_play)
    for alien in aliens:
        entry = alien.lurking.entry
        if entry in board.entries and not alien.lurking.held:
            chances = (1.0,) if alien.id in state.stealers else numbers
            yield Threat(alien.id, board.first_square(entry), alien.acts.ap, chances, waits=True)
