"""A search of one marine turn: what each marine could still do, weighed by the aliens' reply to it."""

from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from q40k.games.space_hulk.board import FACINGS, direction, quarter_turns
from q40k.games.space_hulk.bot.fields import LOST, SECOND, Field, Stand
from q40k.games.space_hulk.bot.goals import Aims
from q40k.games.space_hulk.bot.reasons import Why
from q40k.games.space_hulk.bot.reply import Ground, Post, Reply, Squares, Threat, reply_to, threats_of, view
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules import melee, registry
from q40k.games.space_hulk.rules.librarian import COSTS, RANGES, SINGLE_NEEDS, Power
from q40k.games.space_hulk.rules.movement.doors import Door
from q40k.games.space_hulk.rules.movement.steps import Step, Turn
from q40k.games.space_hulk.rules.odds import fight_odds, shot_odds
from q40k.games.space_hulk.rules.offers import foes_ahead, targets
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.shooting.aim import can_fire, plan_shot
from q40k.games.space_hulk.rules.shooting.firing import OVERWATCH_AP, Overwatch, Reload, Shoot, Unjam
from q40k.games.space_hulk.rules.shooting.flames import BURNS, FLAMER_RANGE, Flame
from q40k.games.space_hulk.rules.state import STEALER_AP, Marine, Match
from q40k.games.space_hulk.rules.turn import points_left

POINT = 0.03
"""What a command point is worth to marines who keep it."""
PSI = 0.012
"""What a psi point is worth to the librarian who keeps it."""
OUTLOOK = 0.04
"""What it is worth to watch the whole danger instead of nothing of it."""
SPENT = 2
"""A marine's way takes at most so many command points."""
STANDS = 10
"""So many stands on other squares are looked at closely."""
FEW = 4
"""So many of a marine's plans are kept, in case the rules refuse the best."""
READY, WATCHING = 0.008, 1.5
"""What overwatch or guard is worth where nothing is foreseen to come, and the factor on what is watched so."""
ENOUGH = 0.004
"""A marine does something only if that is better than nothing by so much."""
FAR = 2 * STEALER_AP
"""Aliens farther than this from every marine reach nobody in their turn, wherever marines go in theirs."""


class Plan(NamedTuple):
    """What a marine may do with the rest of his points: its value, and the first command of it."""

    value: float
    order: int
    command: registry.Command
    why: Why


class End(NamedTuple):
    """Where a marine can get: its cost, the first command, and the doors that he has opened."""

    cost: int
    first: registry.Act | None
    opened: Squares
    steps: int


class Search:
    """The marines' turn at a state: the value of what each of them may do next."""

    def __init__(self, state: Match) -> None:
        self.state, self.field = state, Field(state)
        self.board = self.field.ground
        self.edition = state.edition
        self.aims = Aims(self.field)
        self.ground = Ground(self.board, self.edition.id, self.field.shut, self._walls())
        self.points = (points_left(state) or 0) if state.options.cp == "app" or points_left(state) is not None else 0
        self.posts = {marine.id: post for marine in state.marines_in_play if (post := self._post(marine)) is not None}
        self.threats = self._threats()
        self._reply = self._reply_to(self.ground, self.threats)
        self._blocked = frozenset([post.here for post in self.posts.values()]) | self.ground.walls
        self._outlooks: dict[tuple[Cell, Facing, Squares], float] = {}
        self._order = count()

    def _walls(self) -> Squares:
        walls = set(self.field.fires) | self.board.generators
        if self.state.barrier is not None and (there := self.board.cell(self.state.barrier)) is not None:
            walls.add(there)
        return frozenset(walls)

    def _post(self, marine: Marine) -> Post | None:
        """Return a marine as he will stand in the aliens' turn: who has not acted yet will watch or guard."""
        here, facing = cell(self.state, marine.id), marine.position.facing
        if here is None or facing is None:
            return None
        fresh = self.state.play.phase == "marine-action" and not marine.acts.activated
        watches = marine.stance.overwatch or (fresh and can_fire(marine))
        guards = marine.stance.guard or (fresh and not watches and "guard" in self.edition.subjects)
        return Post(marine.id, marine.unit, here, facing, watches, guards, self.aims.is_named(marine))

    # -- threats ---------------------------------------------------------------------------

    def _threats(self) -> tuple[Threat, ...]:
        state = self.state
        done = set(state.solo.done) if state.play.phase == "stealer-action" else set[str]()
        threats = [threat for threat in threats_of(state, self.board, self._numbers()) if threat.id not in done]
        places = [post.here for post in self.posts.values()]
        lengths = [self.board.route_lengths(place) for place in places]
        threats.sort(key=lambda threat: (threat.waits, min((far.get(threat.here, LOST) for far in lengths), default=0)))
        return tuple(
            threat for threat in threats if min((far.get(threat.here, LOST) for far in lengths), default=0) <= FAR
        )

    def _numbers(self) -> tuple[float, ...]:
        """Return the chances that a blip stands for one, two and three stealers at least."""
        pile = self.state.pile
        rest = {value: max(0, number - pile.up.get(value, 0)) for value, number in pile.mix.items()}
        total = sum(rest.values())
        if total == 0:
            return (1.0, 0.6)
        return tuple(sum(n for value, n in rest.items() if value >= least) / total for least in (1, 2, 3))

    # -- values ----------------------------------------------------------------------------

    def value(
        self,
        changed: tuple[Post, ...] = (),
        *,
        without: tuple[str, ...] = (),
        threats: tuple[Threat, ...] | None = None,
        ground: Ground | None = None,
    ) -> float:
        """Return what a position is worth to the marines after the aliens' reply."""
        posts = self.posts
        if changed or without:
            posts = {**posts, **{post.id: post for post in changed}}
            for id in without:
                posts.pop(id, None)
        if threats is None and (ground is None or ground is self.ground):
            reply = self._reply
        else:
            reply = self._reply_to(ground or self.ground, self.threats if threats is None else threats)
        forecast = reply.foresee(tuple(posts.values()))
        worths = self.aims.worths
        total = sum([worths[id] * alive for id, alive in forecast.alive.items()])
        return total + self.aims.kill * forecast.kills

    def _reply_to(self, ground: Ground, threats: tuple[Threat, ...]) -> Reply:
        return reply_to(ground, threats, mends=self.points > 0)

    @cached_property
    def _all_danger(self) -> float:
        return sum(self.field.danger.values()) or 1.0

    def _outlook(self, post: Post, ground: Ground) -> float:
        """Return how much of the danger further off a marine sees."""
        blocked = (self._blocked - {self.posts[post.id].here}) | ground.shut | ground.walls
        key = (post.here, post.facing, blocked)
        if key not in self._outlooks:
            squares = view(self.board, post.here, post.facing, False, blocked)
            danger, watched = self.field.danger, self.field.watched
            looks = sum([danger.get(there, 0.0) * (SECOND if there in watched else 1.0) for there in squares])
            self._outlooks[key] = OUTLOOK * looks / self._all_danger
        readiness = READY if post.watches or post.guards else 0.0
        return self._outlooks[key] * (WATCHING if post.watches else 1.0) + readiness

    # -- a marine's plans ------------------------------------------------------------------

    def plans(self, marine: Marine) -> list[Plan]:
        """Return what a marine may do, the best first; nothing that is no better than to wait."""
        post = self.posts.get(marine.id)
        if post is None:
            return []
        idle = post._replace(watches=marine.stance.overwatch, guards=marine.stance.guard)
        base = (
            self.value((idle,))
            + self._outlook(idle, self.ground)
            + self.aims.progress(marine, (post.here, post.facing))
        )
        plans = [*self._attacks(marine, idle), *self._moves(marine, idle), *self.fires(marine, idle)]
        better = sorted(
            (plan for plan in plans if plan.value > base + ENOUGH), key=lambda plan: (-plan.value, plan.order)
        )
        return [plan._replace(command=self._paid(plan.command, marine)) for plan in better[:FEW]]

    def budget(self, marine: Marine) -> tuple[int, int]:
        """Return the action points that a marine has left, and the command points."""
        ap = marine.acts.ap if not marine.acts.activated or self.state.play.active == marine.id else 0
        return ap, self.points

    def _price(self, cost: int, ap: int) -> float:
        return POINT * max(0, cost - ap)

    def _plan(self, value: float, command: registry.Command, why: Why) -> Plan:
        return Plan(value, next(self._order), command, why)

    # -- moves and stances -----------------------------------------------------------------

    def _moves(self, marine: Marine, idle: Post) -> Iterator[Plan]:
        """Yield where a marine may go or look, each with the best that he does there."""
        ap, points = self.budget(marine)
        if (marine.stance.overwatch or marine.stance.guard) and ap == 0:
            return
        shot = self._free_shot(marine)
        ends = self._ends(marine, idle, ap + min(points, SPENT))
        for stand, end in ends.items():
            yield from self._leaves(marine, stand, end, ap, ap + points)
        for stand in self._promising(marine, idle, ends):
            end = ends[stand]
            post = idle._replace(here=stand[0], facing=stand[1])
            if end.cost:
                post = post._replace(watches=False, guards=False)
            ground = self.ground._replace(shut=self.ground.shut - end.opened) if end.opened else self.ground
            progress = self.aims.progress(marine, stand)
            for final in self._finals(marine, post, ground, ap + points - end.cost):
                command = end.first or final.command
                if command is None:
                    continue
                total = end.cost + final.cost
                value = self.value((final.post,), ground=final.ground)
                if shot is not None and end.first is not None:
                    chance, rest = shot
                    value += chance * (
                        self.value((final.post,), ground=final.ground, threats=rest) + self.aims.kill - value
                    )
                value += progress + self._outlook(final.post, final.ground) - self._price(total, ap)
                why: Why = final.why if end.first is None else "way" if end.steps else "look"
                yield self._plan(value, command, why)

    def _promising(self, marine: Marine, idle: Post, ends: dict[Stand, End]) -> list[Stand]:
        """Return the stands to look at closely: those on his square, then the nearest to the goal and to the danger."""

        def promise(stand: Stand) -> float:
            post = idle._replace(here=stand[0], facing=stand[1])
            return self.aims.progress(marine, stand) + self._outlook(post, self.ground) - ends[stand].cost / 1000

        moved = sorted((stand for stand in ends if stand[0] != idle.here), key=promise, reverse=True)
        return [*(stand for stand in ends if stand[0] == idle.here), *moved[:STANDS]]

    def _paid(self, command: registry.Command, marine: Marine) -> registry.Command:
        """Return a command with the command points that it takes beside action points."""
        if not isinstance(command, registry.Act):
            return command
        missing = max(0, _cost_of(command, marine, self) - self.budget(marine)[0])
        return command.replace(cp=missing) if missing else command

    def _free_shot(self, marine: Marine) -> tuple[float, tuple[Threat, ...]] | None:
        """Return the chance of the shot that comes with a move, and the threats without its target."""
        target = self.target(marine)
        if target is None:
            return None
        shot = plan_shot(self.state, marine, target, "moving")
        chance = float(shot_odds(shot.gun.dice, shot.needs, shot.hits).kill)
        return chance, self.without(target)

    def without(self, *names: str) -> tuple[Threat, ...]:
        """Return the threats without some aliens."""
        return tuple(threat for threat in self.threats if threat.id not in names)

    def target(self, marine: Marine) -> str | None:
        """Return the stealer that a marine shoots at: the one he shot at before, or the most dangerous one."""
        visible = [stealer for stealer in targets(self.state, marine) if stealer in self.state.stealers]
        if not visible:
            return None
        here = self.posts[marine.id].here

        def rank(stealer: str) -> tuple[bool, int]:
            there = cell(self.state, stealer)
            far = LOST if there is None else self.board.route_lengths(here).get(there, LOST)
            return stealer != marine.aim.target, far

        return min(visible, key=rank)

    def _ends(self, marine: Marine, post: Post, most: int) -> dict[Stand, End]:
        """Return where a marine can get with so many points, by the cheapest way."""
        start: Stand = (post.here, post.facing)
        ends: dict[Stand, End] = {start: End(0, None, frozenset(), 0)}
        queue: list[tuple[int, int, Stand]] = [(0, 0, start)]
        ticks = count(1)
        shot = self.target(marine)
        while queue:
            cost, _tick, stand = heappop(queue)
            end = ends[stand]
            if cost > end.cost:
                continue
            for there, price, command, opened in self._acts(marine, stand, end, shot):
                total = cost + price
                other = ends.get(there)
                if total > most or (other is not None and other.cost <= total):
                    continue
                steps = end.steps + (there[0] != stand[0])
                ends[there] = End(total, end.first or command, end.opened | opened, steps)
                heappush(queue, (total, next(ticks), there))
        return ends

    def _acts(
        self, marine: Marine, stand: Stand, end: End, shot: str | None
    ) -> Iterator[tuple[Stand, int, registry.Act | None, Squares]]:
        """Yield the turns and steps from a stand: where they lead, their price, the doors they open."""
        here, facing = stand
        board, field, is_first = self.board, self.field, end.first is None
        for other in FACINGS:
            if quarter_turns(facing, other) == 1:
                aim = shot if self.edition.moved_shot_turn else None
                turn = Turn(who=marine.id, facing=other, shoot=aim) if is_first else None
                yield (here, other), 1, turn, frozenset()
        free = field.eyes.free
        for there in board.neighbours(here):
            if there in self.ground.walls or (there in field.occupied and field.occupied[there] != marine.id):
                continue
            ladder = board.ladders.get(here) == there
            kind = "forward" if ladder else direction(facing, there[1] - here[1], there[2] - here[2])
            if kind == "sideways":
                continue
            if not ladder and there[1] != here[1] and there[2] != here[2]:
                flanks = ((here[0], there[1], here[2]), (here[0], here[1], there[2]))
                if not any(flank in free or flank == self.posts[marine.id].here for flank in flanks):
                    continue
            name = board.name(there)
            if there in self.ground.shut and there not in end.opened:
                if kind == "forward" and there not in board.locked:
                    yield (there, facing), 2, Door(who=marine.id, at=name) if is_first else None, frozenset((there,))
                continue
            price = 2 if ladder or kind == "backward" else 1
            step = Step(who=marine.id, to=name, shoot=None if ladder else shot) if is_first else None
            yield (there, facing), price, step, frozenset()

    def _leaves(self, marine: Marine, stand: Stand, end: End, ap: int, most: int) -> Iterator[Plan]:
        """Yield the step out by an exit, if that is a goal."""
        for exit in self.board.exits.values():
            turns = quarter_turns(stand[1], exit.side)
            if self.board.cell(exit.square) != stand[0] or turns == 1 or not self.aims.leaves(marine, exit.id):
                continue
            cost = end.cost + (1 if turns == 0 else 2)
            if cost <= most:
                command = end.first or Step(who=marine.id, to=exit.id)
                value = self.value(without=(marine.id,)) + self.aims.gain_of_leaving(marine) - self._price(cost, ap)
                yield self._plan(value, command, "leave")

    def _finals(self, marine: Marine, post: Post, ground: Ground, rest: int) -> Iterator["_Final"]:
        """Yield what a marine does where he gets to: nothing, watch, guard, or close or open a door."""
        if rest < OVERWATCH_AP or rest - self.points < OVERWATCH_AP:
            yield _Final(post, ground, 0, None, "over")
        yield from self._stances(marine, post, ground, rest, 0, None, "watch")
        if rest < 1:
            return
        for door, why in self._doors_ahead(post, ground):
            shut = ground.shut - {door} if door in ground.shut else ground.shut | {door}
            changed = ground._replace(shut=shut)
            command = Door(who=marine.id, at=self.board.name(door))
            yield _Final(post, changed, 1, command, why)
            yield from self._stances(marine, post, changed, rest - 1, 1, command, why)

    def _stances(
        self, marine: Marine, post: Post, ground: Ground, rest: int, spent: int, first: registry.Act | None, why: Why
    ) -> Iterator["_Final"]:
        if rest < OVERWATCH_AP:
            return
        if can_fire(marine) and not post.watches:
            watching = post._replace(watches=True, guards=False)
            yield _Final(watching, ground, spent + 2, first or Overwatch(who=marine.id), why if first else "watch")
        if "guard" in self.edition.subjects and not post.guards:
            guarding = post._replace(guards=True, watches=False)
            yield _Final(guarding, ground, spent + 2, first or melee.Guard(who=marine.id), why if first else "guard")

    def _doors_ahead(self, post: Post, ground: Ground) -> Iterator[tuple[Cell, Why]]:
        """Yield the doors that a marine can move, in the three squares before him."""
        level, x, y = post.here
        for name, now in self.state.doors.items():
            door = self.board.cell(name)
            if now == "gone" or door is None or door in self.board.locked or door[0] != level:
                continue
            if (
                max(abs(door[1] - x), abs(door[2] - y)) != 1
                or direction(post.facing, door[1] - x, door[2] - y) != "forward"
            ):
                continue
            if door in ground.shut:
                yield door, "open-door"
            elif self.field.occupied.get(door, post.id) == post.id and not self._holds_object(name):
                yield door, "shut-door"

    def _holds_object(self, square: str) -> bool:
        return any(item.at == square for item in self.state.things.values())

    # -- attacks ---------------------------------------------------------------------------

    def _attacks(self, marine: Marine, idle: Post) -> Iterator[Plan]:
        """Yield blows, shots one after another, and what makes a gun ready; each with the best end."""
        ap, points = self.budget(marine)
        most = ap + points
        progress = self.aims.progress(marine, (idle.here, idle.facing))
        if marine.stance.jammed and most >= 1:
            post = idle._replace(watches=marine.stance.watched or most >= 1 + OVERWATCH_AP)
            value = self.value((post,)) + progress + self._outlook(post, self.ground) + ENOUGH
            yield self._plan(value - self._price(1, ap), Unjam(who=marine.id), "unjam")
        if marine.kind.gun == "assault-cannon" and marine.arms.ammo == 0 and most >= 4 and not marine.arms.reloaded:
            yield self._plan(self.value((idle,)) + 1 + progress, Reload(who=marine.id), "ammunition")
        yield from self._blows(marine, idle, most, progress)
        yield from self._shots(marine, idle, most, progress)

    def _blows(self, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
        ap, _points = self.budget(marine)
        for foe in foes_ahead(self.state, marine.id):
            if foe not in self.state.stealers or most < 1:
                continue
            sides = melee.Sides(marine=marine.id, stealer=foe, marine_attacks=True)
            odds = fight_odds(melee.fight_terms(self.state, sides))
            wins, dies = float(odds.marine), float(odds.stealer)
            post = idle._replace(guards=False)
            won = self.value((post,), threats=self.without(foe)) + self.aims.kill
            lost = self.value(without=(marine.id,))
            even = self.value((post,))
            value = wins * won + dies * lost + (1 - wins - dies) * even + progress + self._outlook(post, self.ground)
            command = melee.Assault(who=marine.id, target=foe)
            yield self._plan(value - self._price(1, ap), command, "stronger")

    def _shots(self, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
        """Yield one or more shots at a stealer in sight, with overwatch after them where points are left."""
        ap, _points = self.budget(marine)
        target = self.target(marine)
        if target is None:
            yield from self._door_shots(marine, idle, most, progress)
            return
        chance = 0.0
        shot = plan_shot(self.state, marine, target, "standing")
        base = shot.needs + shot.bonus
        missed = marine.aim.misses if marine.aim.target == target else 0
        command = Shoot(who=marine.id, target=target)
        for spent in range(1, min(most, 4) + 1):
            bonus = self.edition.sustained[min(missed + spent - 1, len(self.edition.sustained) - 1)]
            chance += (1 - chance) * float(shot_odds(shot.gun.dice, base - bonus, shot.hits).kill)
            post = idle._replace(watches=False, guards=False)
            if most - spent >= OVERWATCH_AP:
                post, cost = post._replace(watches=True), spent + OVERWATCH_AP
            else:
                cost = spent
            killed = self.value((post,), threats=self.without(target)) + self.aims.kill
            value = chance * killed + (1 - chance) * self.value((post,))
            yield self._plan(
                value + progress + self._outlook(post, self.ground) - self._price(cost, ap), command, "seen"
            )

    def _door_shots(self, marine: Marine, idle: Post, most: int, progress: float) -> Iterator[Plan]:
        """Yield a shot at each closed door in sight, with overwatch after it where points are left.

        Rule: SH-DOOR-5
        """
        if most < 1:
            return
        ap, _points = self.budget(marine)
        watches = most > OVERWATCH_AP
        post = idle._replace(watches=watches, guards=False)
        cost = 1 + OVERWATCH_AP * watches
        for name in targets(self.state, marine):
            door = self.board.cell(name)
            if door is None or door not in self.ground.shut:
                continue
            shot = plan_shot(self.state, marine, name, "standing")
            chance = float(shot_odds(shot.gun.dice, shot.needs, shot.hits).kill)
            ground = self.ground._replace(shut=self.ground.shut - {door})
            value = chance * (self.value((post,), ground=ground) + self._outlook(post, ground))
            value += (1 - chance) * (self.value((post,)) + self._outlook(post, self.ground))
            command = Shoot(who=marine.id, target=name)
            yield self._plan(value + progress - self._price(cost, ap), command, "shoot-door")

    # -- fire ------------------------------------------------------------------------------

    def fires(self, marine: Marine, idle: Post, points: int | None = None) -> Iterator[Plan]:
        """Yield the sections that a flamer may burn: what is in it burns, and nothing comes through."""
        ap, usual = self.budget(marine)
        points = usual if points is None else points
        if marine.kind.gun != "heavy-flamer" or not marine.arms.ammo or ap + points < OVERWATCH_AP:
            return
        board = self.board
        price = self.aims.shot_price(marine) + self._price(OVERWATCH_AP, ap)
        progress = self.aims.progress(marine, (idle.here, idle.facing))
        for section, square in self._burnable(marine, idle).items():
            burning = frozenset(board.connected_squares(square, lambda there: there not in self.ground.shut))
            if any(post.here in burning for post in self.posts.values()):
                continue
            ground = self.ground._replace(walls=self.ground.walls | burning)
            dies = (7 - BURNS) / 6
            threats, kills = [], 0.0
            for threat in self.threats:
                if threat.here in burning and not threat.waits and not threat.is_alpha:
                    kills += dies * sum(threat.chances)
                    continue
                threats.append(threat)
            why: Why = "burn-goal" if section in self.aims.sections else "burn" if kills else "fire-wall"
            value = self.value((idle,), threats=tuple(threats), ground=ground) + self.aims.kill * kills
            value += self.aims.gain_of_burning(section) + progress + self._outlook(idle, self.ground) - price
            command = Flame(who=marine.id, square=board.name(square))
            yield self._plan(value, command, why)

    def _burnable(self, marine: Marine, idle: Post) -> dict[str, Cell]:
        """Return the sections that a flamer can aim at, each by a square of it."""
        own = self.board.section(idle.here)
        sections: dict[str, Cell] = {}
        for there in self.board.cells:
            section = self.board.section(there)
            if section == own or section in sections or section in self.state.fires or there in self.ground.shut:
                continue
            who = self.field.occupied.get(there)
            if who is not None and who not in self.state.stealers:
                continue
            is_near = max(abs(there[1] - idle.here[1]), abs(there[2] - idle.here[2])) <= FLAMER_RANGE
            if is_near and self.field.eyes.sees(marine, there, to_fire=True):
                sections[section] = there
        return sections

    # -- powers ----------------------------------------------------------------------------

    def powers(self, *, at_end: bool) -> list[Plan]:
        """Return the librarian's powers that are worth their psi points, the best first.

        Storms come first in the turn; a barrier, or a point that comes back, when all marines are done.

        Rule: SH-LIB-5
        """
        state = self.state
        librarian = next((marine for marine in state.marines_in_play if marine.kind.librarian), None)
        if librarian is None or state.play.power_used or "power" not in self.edition.subjects:
            return []
        base = self.value()
        plans = (*self._barriers(librarian), *self._regains(librarian)) if at_end else self._storms(librarian)
        better = [plan for plan in plans if plan.value > base + ENOUGH]
        return sorted(better, key=lambda plan: (-plan.value, plan.order))[:FEW]

    def _regains(self, librarian: Marine) -> Iterator[Plan]:
        """Yield a point that comes back, if one is spent.

        Rule: SH-LIB-7
        """
        cost = COSTS["prescience"]
        if self.state.counter.spent and (librarian.arms.psi or 0) >= cost:
            command = Power(who=librarian.id, power="prescience")
            yield self._plan(self.value() + POINT - PSI * cost, command, "prescience")

    def _storms(self, librarian: Marine) -> Iterator[Plan]:
        """Yield a storm at each alien within reach.

        Rule: SH-LIB-9
        """
        here = self.posts[librarian.id].here
        if (librarian.arms.psi or 0) < COSTS["psychic-storm"]:
            return
        dies = (7 - SINGLE_NEEDS) / 6
        for threat in self.threats:
            if threat.waits or threat.is_alpha or not _is_within(here, threat.here, RANGES["psychic-storm"]):
                continue
            killed = self.value(threats=self.without(threat.id)) + self.aims.kill * sum(threat.chances)
            value = dies * killed + (1 - dies) * self.value() - PSI * COSTS["psychic-storm"]
            yield self._plan(value, Power(who=librarian.id, power="psychic-storm", target=threat.id), "storm")

    def _barriers(self, librarian: Marine) -> Iterator[Plan]:
        """Yield a barrier on each free square near the marines.

        Rule: SH-LIB-8
        """
        here = self.posts[librarian.id].here
        if (librarian.arms.psi or 0) < COSTS["force-barrier"]:
            return
        near = {
            there
            for post in self.posts.values()
            for there, steps in self.board.route_lengths(post.here).items()
            if steps <= STEALER_AP - 1
        }
        for there in sorted(near):
            if there in self.field.occupied or there in self.ground.shut or there in self.ground.walls:
                continue
            if _is_within(here, there, RANGES["force-barrier"]):
                ground = self.ground._replace(walls=self.ground.walls | {there})
                value = self.value(ground=ground) - PSI * COSTS["force-barrier"]
                yield self._plan(
                    value, Power(who=librarian.id, power="force-barrier", at=self.board.name(there)), "barrier"
                )


class _Final(NamedTuple):
    """What a marine does at the end of his way: how he then stands, the board, the cost, the command."""

    post: Post
    ground: Ground
    cost: int
    command: registry.Act | None
    why: Why


def _is_within(here: Cell, there: Cell, most: int) -> bool:
    return here[0] == there[0] and max(abs(here[1] - there[1]), abs(here[2] - there[2])) <= most


def _cost_of(command: registry.Act, marine: Marine, search: Search) -> int:
    """Return what a command costs a marine."""
    if isinstance(command, Overwatch | melee.Guard | Flame):
        return OVERWATCH_AP
    if isinstance(command, Reload):
        return 4
    if isinstance(command, Step):
        here, facing = search.posts[marine.id].here, search.posts[marine.id].facing
        if command.to in search.board.exits:
            return 1 if quarter_turns(facing, search.board.exits[command.to].side) == 0 else 2
        there = search.board.cell(command.to or "")
        assert there is not None
        if search.board.ladders.get(here) == there:
            return 2
        return 1 if direction(facing, there[1] - here[1], there[2] - here[2]) == "forward" else 2
    return 1
