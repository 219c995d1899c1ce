"""The automaton's next turn as the bot foresees it: who is reached, and who lives, by exact odds.

The automaton's own habits decide: aliens keep out of sight unless the brood dares to charge, take the shortest path,
and prefer those who cannot shoot. Shots and fights have the odds of the rules.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from q40k.games.space_hulk.board import Board, Lookout, Mask, distance
from q40k.games.space_hulk.bot.fields import LOST
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
from q40k.kernel.state import Part

Squares = frozenset[Cell]
NOTHING = 0.02
"""An alien less likely than this to be there is not followed on."""
MENDED = 0.3
"""How much of the harm of a jam is left if a command point can clear it."""
OFTEN = 3
"""A stealer attacks at most so often in its turn, as far as the bot reckons."""


class Post(Part, frozen=True, cache_hash=True):
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
    """The chance of each marine to live through the aliens' turn, and how many aliens the marines kill."""

    alive: dict[str, float]
    kills: float


# -- sight and ways --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _watched_range(board: Board, here: Cell) -> Mask:
    """Return the squares near enough for a marine on overwatch, if he sees them.

    Rule: SH-OVERWATCH-2
    """
    return board.mask(there for there in board.cells if (distance(here, there) or 1) <= WATCHED_RANGE)


class Way(NamedTuple):
    """An alien's way to a square beside a marine: where it ends, its cost, its squares after the first.

    `exposed` are the squares after its last closed door (what lies before is out of sight), then those
    without the first, without the first two, and so on.
    """

    end: Cell
    cost: int
    steps: int
    squares: Mask
    exposed: tuple[Mask, ...]


class Ways:
    """The cheapest ways of an alien from a square, for at most `most` points; it opens doors."""

    def __init__(self, board: Board, start: Cell, most: int, shut: Mask, barred: Mask) -> None:
        self._board, self._start, self._shut = board, start, shut
        bits = board.bits
        self._costs, self._before = {start: 0}, dict[Cell, Cell]()
        self._by_marine: dict[Cell, tuple[Way, ...]] = {}
        queue: list[list[Cell]] = [[start], *([] for _ in range(max(0, most) + 2))]
        for cost in range(most):
            for here in queue[cost]:
                if self._costs[here] != cost:
                    continue
                for there in board.neighbours(here):
                    if bits[there] & barred:
                        continue
                    total = cost + 1 + (OPENING if bits[there] & shut else 0)
                    if total <= most and total < self._costs.get(there, LOST):
                        self._costs[there], self._before[there] = total, here
                        queue[total].append(there)

    def ways_to(self, marine: Cell) -> tuple[Way, ...]:
        """Return the ways to the squares beside a marine, the cheapest first; none if he is out of reach."""
        ways = self._by_marine.get(marine)
        if ways is None:
            ends = [self._start] if marine == self._start else squares_beside(self._board, marine)
            reached = sorted((end for end in ends if end in self._costs), key=self._costs.__getitem__)
            ways = self._by_marine[marine] = tuple(map(self._way, reached))
        return ways

    def _way(self, end: Cell) -> Way:
        backwards, at = list[Cell](), end
        while at != self._start:
            backwards.append(at)
            at = self._before[at]
        path = [self._board.bits[square] for square in reversed(backwards)]
        doors = [place for place, square in enumerate(path) if square & self._shut]
        exposed = path[doors[-1] :] if doors else path
        suffixes = tuple(accumulate(reversed(exposed), or_))[::-1]
        return Way(end, self._costs[end], len(path), reduce(or_, path, 0), suffixes)


_ways = lru_cache(maxsize=16384)(Ways)


@lru_cache(maxsize=4096)
def _within(board: Board, here: Cell, most: int) -> Mask:
    """Return the squares within so many steps of a square."""
    return board.mask(there for there, steps in board.route_lengths(here).items() if steps <= most)


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
def _shot_chances(edition: EditionId, unit: Unit, is_alpha: bool) -> tuple[tuple[float, float], ...]:
    """Return the chances of overwatch shots: that one kills, and that the gun jams.

    The first is of the first shot at an alien, the last of all that follow.
    """
    rules, gun = EDITIONS[edition], GUNS[UNITS[unit].gun or "storm-bolter"]
    chances = []
    for bonus in rules.sustained if rules.watch_sustained else (0,):
        odds = shot_odds(gun.dice, gun.needs - bonus, 2 if is_alpha else 1)
        chances.append((float(odds.kill), float(odds.alike) if gun.jams else 0.0))
    return tuple(chances)


# -- the reply -------------------------------------------------------------------------------


class Target(Part, frozen=True):
    """A marine whom an alien can attack: its way to him, whether he faces it there, the odds of the fight."""

    post: Post
    way: Way
    is_faced: bool
    dies: float
    wins: float


class _Stand(Part, frozen=True):
    """A square and facing as the aliens find a marine there: `ahead` is his sight without his sides."""

    bit: Mask
    around: Lookout
    ahead: Lookout
    range: Mask


class Reply:
    """The aliens' next turn on a board; each position of the marines is looked at once.

    `mends`: jams can be cleared at once.
    """

    def __init__(self, ground: Ground, threats: tuple[Threat, ...], *, mends: bool) -> None:
        self.ground, self.threats = ground, threats
        self.rules = EDITIONS[ground.edition]
        self.jam_harm = MENDED if mends else 1.0
        self.shut, self.walls = ground.board.mask(ground.shut), ground.board.mask(ground.walls)
        self.unwalled = ground.board.mask(ground.board.floor) & ~self.walls
        self._reaches = [_within(ground.board, threat.here, _most_points(threat) + 1) for threat in threats]
        self._forecasts: dict[tuple[Post, ...], Forecast] = {}
        self._stands: dict[tuple[Cell, Facing], _Stand] = {}

    def stand(self, post: Post) -> _Stand:
        """Return where a marine stands, and what he may see from there."""
        key = (post.here, post.facing)
        stand = self._stands.get(key)
        if stand is None:
            board = self.ground.board
            around, ahead = (board.lookout(*key, beside) for beside in (self.rules.sees_beside, False))
            near = _watched_range(board, post.here)
            stand = self._stands[key] = _Stand(board.bits[post.here], around, ahead, near)
        return stand

    def foresee(self, posts: tuple[Post, ...]) -> Forecast:
        """Return what the turn does to marines."""
        forecast = self._forecasts.get(posts)
        if forecast is None:
            turn = _AlienTurn(self, posts)
            for threat, reach in zip(self.threats, self._reaches, strict=True):
                if turn.bodies & reach:
                    turn.follow(threat, reach)
            forecast = self._forecasts[posts] = Forecast(turn.alive, turn.kills)
        return forecast

    def charge_chance(self, threat: Threat) -> float:
        """Return the chance that the brood of an alien dares to come into sight.

        Rule: SOLO-BROOD-2
        """
        section = self.ground.board.section(threat.here)
        return min(1.0, (7 - CHARGES + self._broods[section]) / 6)

    @cached_property
    def _broods(self) -> Counter[str]:
        return Counter(self.ground.board.section(threat.here) for threat in self.threats)


@lru_cache(maxsize=256)
def reply_to(ground: Ground, threats: tuple[Threat, ...], *, mends: bool = False) -> Reply:
    """Return the aliens' next turn, the same for equal boards and threats."""
    return Reply(ground, threats, mends=mends)


def _most_points(threat: Threat) -> int:
    """Return the points that an alien may spend on its way, one being left for the attack."""
    return threat.ap - 1 - threat.waits


class _AlienTurn:
    """The aliens' turn, alien by alien: who is alive with what chance, and which guns still work."""

    def __init__(self, reply: Reply, posts: tuple[Post, ...]) -> None:
        self.reply, self.posts = reply, posts
        self.board = reply.ground.board
        stands = self.stands = [reply.stand(post) for post in posts]
        self.bodies = 0
        for stand in stands:
            self.bodies |= stand.bit
        self.alive = dict.fromkeys([post.id for post in posts], 1.0)
        self.kills = 0.0
        behind_open_doors, self.seen = reply.unwalled & ~self.bodies, 0
        free = behind_open_doors & ~reply.shut
        self.guns: list[tuple[Post, Mask]] = []
        for post, stand in zip(posts, stands, strict=True):
            self.seen |= stand.around.view(free).mask
            if post.watches:
                self.guns.append((post, stand.ahead.view(behind_open_doors).mask & stand.range))
        self.ready = dict.fromkeys([post.id for post, _aim in self.guns], 1.0)
        self._targets: dict[tuple[Cell, int, bool], tuple[float, list[Target]]] = {}

    def follow(self, threat: Threat, reach: Mask) -> None:
        """Let an alien come, and those that come after it, each with the chance that it is there.

        `reach` are the squares of marines whom it could attack on an empty board.
        """
        key = (threat.here, threat.ap, threat.waits)
        if key not in self._targets:  # several wait at one entry
            self._targets[key] = self._find_targets(threat, reach)
        share, targets = self._targets[key]
        if targets:
            for chance in threat.chances:
                self._come(threat, chance * share, targets)

    def _find_targets(self, threat: Threat, reach: Mask) -> tuple[float, list[Target]]:
        """Return the chance that an alien comes, and whom it attacks: out of sight, or if its brood dares to charge."""
        here = self.board.bits[threat.here]
        if threat.waits and here & self.reply.walls:
            return 1.0, []
        walls, shut, share = self.reply.walls & reach, self.reply.shut & reach, 1.0
        if threat.waits or not here & self.seen:
            targets = self._sort_targets(threat, reach, shut, walls | (self.seen & reach))
            if targets:
                return 1.0, targets
            share = self.reply.charge_chance(threat)
        return share, self._sort_targets(threat, reach, shut, walls)

    def _sort_targets(self, threat: Threat, reach: Mask, shut: Mask, barred: Mask) -> list[Target]:
        """Return the marines whom an alien can attack, in its order.

        Rule: SOLO-TARGET-1, SOLO-TARGET-2, SOLO-PRIO-1
        """
        ways = _ways(self.board, threat.here, _most_points(threat), shut, barred)
        bits, points = self.board.bits, threat.ap - threat.waits
        edition, taken = self.reply.ground.edition, self.bodies & ~bits[threat.here]
        targets = []
        for post, stand in zip(self.posts, self.stands, strict=True):
            to_him = ways.ways_to(post.here) if stand.bit & reach else ()
            if to_him:
                way = to_him[0]
                if bits[way.end] & taken:
                    way = next((way for way in to_him if not bits[way.end] & taken), way)
                is_faced = bool(stand.ahead.arc & bits[way.end])
                times = min(OFTEN, points - way.cost)
                odds = attack_chance(edition, post.unit, post.guards, is_faced, threat.is_alpha, times)
                targets.append(Target(post, way, is_faced, *odds))
        if len(targets) > 1:
            targets.sort(key=self._rank)
        return targets

    def _rank(self, target: Target) -> tuple[bool, bool, bool, bool, bool, int]:
        post, way = target.post, target.way
        return (
            bool(self.bodies & way.squares),
            not post.is_named,
            post.watches,
            target.is_faced,
            UNITS[post.unit].gun != "storm-bolter",
            way.cost,
        )

    def _come(self, threat: Threat, chance: float, targets: list[Target]) -> None:
        """Let an alien run to its target through the guns, attack, and go on if he is dead already.

        Guns shoot at the way to a further target only where it is longer than the ways before, as if all ways began
        alike. That is a simplification: ways may part early, and doors shorten what is exposed.
        """
        mass, shot_at = chance, 0
        if mass < NOTHING:
            return
        for target in targets:
            post, way = target.post, target.way
            if self.guns and shot_at < len(way.exposed):
                mass *= self._survive(threat, way.exposed[shot_at], mass)
            shot_at = max(shot_at, way.steps)
            if mass < NOTHING:
                return
            alive = self.alive[post.id]
            self.kills += mass * alive * target.wins
            self.alive[post.id] = alive * (1 - mass * target.dies)
            mass *= 1 - alive
            if not mass:
                return

    def _survive(self, threat: Threat, path: Mask, mass: float) -> float:
        """Return the chance of an alien to come through the guns along a path; jams wear them down."""
        lives = 1.0
        for post, aim in self.guns:
            if not aim & path:
                continue
            ready = self.ready[post.id] * self.alive[post.id]
            if ready < NOTHING:
                continue
            chances = _shot_chances(self.reply.ground.edition, post.unit, threat.is_alpha)
            works, last = ready, len(chances) - 1
            for misses in range((aim & path).bit_count()):
                kills, jams = chances[min(misses, last)]
                dies = works * kills
                self.kills += mass * lives * dies
                lives *= 1 - dies
                works *= 1 - jams * self.reply.jam_harm
            self.ready[post.id] *= 1 - mass * (1 - works / ready)
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
