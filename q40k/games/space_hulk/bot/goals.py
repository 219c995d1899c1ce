"""What the marines are after: the goal that is nearest, who is needed for it, and what a step towards it is worth."""

from functools import cached_property

from q40k.games.space_hulk.bot.fields import LOST, Field, Stand, costs_to
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.state.ending import count_marines_out
from q40k.games.space_hulk.state.match import MARINE_AP, Marine
from q40k.games.space_hulk.state.places import cell
from q40k.games.space_hulk.state.targets import is_named_in_goals

LEAD, ESCORT = 0.07, 0.03
"""What a point's way towards the goal is worth to a marine who is needed there, and to others."""
LATE = 3.0
"""The factor on it when the turns run out."""
KILL, HUNT = 0.1, 0.3
"""What a dead alien is worth, and where the dead are counted."""
OUT = 1.6
"""What it is worth that a marine has left, where that is the goal."""


class Aims:
    """The goals of the marines at a state."""

    def __init__(self, field: Field) -> None:
        self.field, self.state, self.ground = field, field.state, field.ground
        self._costs: dict[str, dict[Stand, int] | None] = {}

    @cached_property
    def goal(self) -> Goal | None:
        """The goal that the marines are after: of several the one with the shortest way for those it needs."""
        goals = [goal for goal in self.state.mission.goals if goal.side == "marine"]
        if len(goals) < 2:
            return goals[0] if goals else None
        return min(goals, key=self._way_left)

    def _way_left(self, goal: Goal) -> tuple[bool, int]:
        """Return whether a goal is out of reach, and the way of the last marine whom it needs."""
        state, needed = self.state, self._count_needed(goal)
        marines = [
            m for m in state.marines_in_play if goal.by != "burn" or (m.kind.gun == "heavy-flamer" and m.arms.ammo)
        ]
        if len(marines) < needed:
            return True, LOST
        ways = sorted(self._distance(marine, self._goal_costs(goal, marine)) for marine in marines)
        return False, ways[needed - 1] if needed else 0

    def _count_needed(self, goal: Goal) -> int:
        """Return how many marines a goal still needs."""
        if goal.by == "leave":
            return max(0, goal.count - count_marines_out(self.state, goal))
        if goal.by in ("survive", "hold"):
            return goal.count
        return 1

    @cached_property
    def needed(self) -> int:
        """How many marines the goal still needs."""
        return 1 if self.goal is None else self._count_needed(self.goal)

    # -- who counts ------------------------------------------------------------------------

    def is_named(self, marine: Marine) -> bool:
        """Return whether the aliens hunt a marine first."""
        return is_named_in_goals(self.state, marine)

    def worth(self, id: str) -> float:
        """Return what a marine's life is worth: more where the goal fails without him."""
        return self.worths.get(id, 0.0)

    @cached_property
    def worths(self) -> dict[str, float]:
        """What each marine's life is worth."""
        spare = len(self.state.marines_in_play) - self.needed
        usual = 2.0 if spare <= 0 else 1.3 if spare == 1 else 1.0
        worths = {}
        for marine in self.state.marines_in_play:
            value = usual
            if self.goal is not None and self.goal.by == "burn" and marine.kind.gun == "heavy-flamer":
                value = 3.0
            if self._carries(marine):
                value = 2.5
            worths[marine.id] = value
        return worths

    def _carries(self, marine: Marine) -> bool:
        goal = self.goal
        return goal is not None and any(item.id == goal.object for item in self.state.carried_objects(marine.id))

    @property
    def kill(self) -> float:
        """What a dead alien is worth."""
        return HUNT if self.goal is not None and self.goal.by == "kill" else KILL

    # -- the way ---------------------------------------------------------------------------

    def costs(self, marine: Marine) -> dict[Stand, int] | None:
        """Return the cost from each square and facing to a marine's destination; None if he stays."""
        if marine.id not in self._costs:
            self._costs[marine.id] = None if self.goal is None else self._goal_costs(self.goal, marine)
        return self._costs[marine.id]

    def _goal_costs(self, goal: Goal, marine: Marine) -> dict[Stand, int] | None:
        state, ground, field = self.state, self.ground, self.field
        if goal.by == "carry-out":
            item = state.things[goal.object or ""]
            if item.at is not None and (there := ground.cell(item.at)) is not None:
                return costs_to(ground, frozenset((there,)), field.shut, None)
        if goal.by in ("leave", "carry-out") and ground.exits:
            exit = ground.exits[goal.exit] if goal.exit else next(iter(ground.exits.values()))
            at = ground.cell(exit.square)
            assert at is not None
            return costs_to(ground, frozenset((at,)), field.shut, exit.side)
        if goal.by == "hold":
            free = frozenset(self._hold_squares(goal, marine.id))
            return costs_to(ground, free, field.shut, None) if free else None
        if goal.by == "burn":
            unburnt = set(goal.sections) - set(state.tally.burnt)
            posts = {there for section in unburnt for there in self._posts(section)}
            return costs_to(ground, frozenset(posts), field.shut, None) if posts else None
        return None

    def _hold_squares(self, goal: Goal, mine: str) -> set[Cell]:
        """Return the squares of a "hold" goal that no other marine stands on."""
        ground = self.ground
        squares = {at for name in goal.squares if (at := ground.cell(name)) is not None}
        for label in goal.sections:
            section = ground.find_section(label)
            if section is not None:
                squares |= set(ground.section_squares(section))
        marines = self.state.marines
        return squares - {at for at, who in self.field.occupied.items() if who in marines and who != mine}

    def _posts(self, section: str) -> set[Cell]:
        """Return the squares beside a section, from which it can be burnt."""
        ground = self.ground
        name = ground.find_section(section)
        if name is None:
            return set()
        inside = set(ground.section_squares(name))
        return {near for square in inside for near in ground.neighbours(square)} - inside

    def _distance(self, marine: Marine, costs: dict[Stand, int] | None) -> int:
        here = cell(self.state, marine.id)
        if costs is None or here is None or marine.position.facing is None:
            return 0
        return costs.get((here, marine.position.facing), LOST)

    def distance(self, marine: Marine) -> int:
        """Return the points that a marine's way to the goal still costs; 0 if he stays."""
        return self._distance(marine, self.costs(marine))

    def progress(self, marine: Marine, stand: Stand) -> float:
        """Return what it is worth to have the way to the goal from a stand."""
        costs = self.costs(marine)
        if costs is None:
            return 0.0
        return -self._rates.get(marine.id, ESCORT) * min(60, costs.get(stand, LOST))

    @cached_property
    def _rates(self) -> dict[str, float]:
        """What a point's way is worth to each marine: more to those whom the goal needs first."""
        marines = self.state.marines_in_play
        by = None if self.goal is None else self.goal.by
        ahead = sorted(marines, key=lambda marine: (not self._carries(marine), self.distance(marine)))
        if by == "burn":
            ahead.sort(key=lambda marine: marine.kind.gun != "heavy-flamer")
        rates = {}
        limit = self.state.mission.turn_limit
        for place, marine in enumerate(ahead):
            rate = LEAD if place < self.needed else ESCORT
            turns = None if limit is None else max(0, limit - self.state.play.turn)
            if place < self.needed and turns is not None and self.distance(marine) > MARINE_AP * 0.6 * turns:
                rate *= LATE
            rates[marine.id] = rate
        return rates

    # -- leaving and burning ---------------------------------------------------------------

    def leaves(self, marine: Marine, exit: str) -> bool:
        """Return whether a marine should leave by an exit: as the goal, or with its object."""
        goal = self.goal
        if goal is None or goal.exit not in (None, exit):
            return False
        return goal.by == "leave" or (goal.by == "carry-out" and self._carries(marine))

    def gain_of_leaving(self, marine: Marine) -> float:
        """Return what it is worth that a marine leaves, beyond his life."""
        return self.worth(marine.id) + OUT if self.needed else self.worth(marine.id)

    @cached_property
    def sections(self) -> set[str]:
        """The sections that are still to be burnt."""
        if self.goal is None or self.goal.by != "burn":
            return set()
        return {name for label in self.goal.sections if (name := self.ground.find_section(label))} - set(
            self.state.tally.burnt
        )

    def gain_of_burning(self, section: str) -> float:
        """Return what it is worth that a section burns."""
        return 2.0 if section in self.sections else 0.0

    def shot_price(self, marine: Marine) -> float:
        """Return what a shot of the flamer is worth, if it is kept: the goal's shots are dear."""
        ammo = marine.arms.ammo or 0
        return 2.0 if len(self.sections) >= ammo else 0.25 / max(1, ammo - len(self.sections))
