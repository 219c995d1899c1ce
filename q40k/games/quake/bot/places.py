"""What every cell of the ground is worth to a champion: what it wins there, and what it risks.

Only the cells of the outlook's area are weighed. Each counts what the champion and its foes may do
to one another in this turn and in the next, by the exact odds, the lines of sight and the order of
play.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from msgspec import Struct

from q40k.games.quake.bot.exchange import Prize, Strikes, StrikesFrom, lanes
from q40k.games.quake.bot.goals import Goal, find_goals
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.bonus import controller
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import opponents_of
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.objectives.rounds import dies_for_good
from q40k.games.quake.state.positions import base_of
from q40k.geometry.arrays import Floats, Ints
from q40k.geometry.space import CM_PER_INCH

PATIENCE = 0.88
"""The chance that a goal is still there, and the champion on its way to it, after a turn."""
RESOLVE = 0.95
"""The same for a task: a flag, a base or a portal stays where it is, so a champion seldom turns back."""
TASKS = ("flag", "home", "portal", "building")
"""The goals that a match is won by."""
FAR_IN = 200.0
"""How far goals are that no path leads to."""
NEXT = 0.5
"""What the next turn counts beside this one to a bot that looks ahead."""
GLANCE = 0.25
"""What it counts to others."""
CARE = 1.4
"""What a risk counts beside a gain to a bot that looks ahead: more than the odds say."""
PLUCK = 0.7
"""What it counts to others, who do not see what comes after."""
WAITS = 6
"""How many quiet turns longer than others a bot that looks ahead lets its foes come."""
NERVE = 0.4
"""What a risk counts where the dead come back at once and deaths are no points: tasks come first."""
ELSEWHERE = 0.75
"""The chance that a foe that still moves is still to be shot at."""
COMES = 0.85
"""The chance that a foe that still moves comes to where it hurts most."""
SPOILS = 0.6
"""How much of a champion's turn is lost if it is killed before: it is back elsewhere at once."""
REPLIES = 0.2
"""How likely a foe answers as well as it can; less with many foes, who also look at others."""
NEAREST = 0.9
"""How likely a foe strikes the rival it is nearest to: most weapons do more at a short range, and charges are short."""
CROWD = 0.35
"""What a danger counts where there are several rivals: they move, die and come back elsewhere before it comes about."""
TINY = 1e-9
MOST_REPLIES = 2
"""How many foes that still move are thought to answer."""


HARMLESS = Prize(0.0, 0.0, 0.0)
"""What a strike wins for a foe that does not want it."""


class Terms(Struct, frozen=True, eq=False):
    """What a champion and a foe win from each other, place by place: in this turn, and in the next."""

    gain: Floats
    loss: Floats
    gain_next: Floats
    loss_next: Floats

    def take(self, cells: Ints | tuple[Ints, Ints]) -> Terms:
        """Return what comes of some of the places."""
        return Terms(self.gain[cells], self.loss[cells], self.gain_next[cells], self.loss_next[cells])

    def blend(self, other: Terms, share: Floats) -> Terms:
        """Return what comes of the places, with a share of what comes of others."""
        return Terms(
            self.gain + share * (other.gain - self.gain),
            self.loss + share * (other.loss - self.loss),
            self.gain_next + share * (other.gain_next - self.gain_next),
            self.loss_next + share * (other.loss_next - self.loss_next),
        )


class Places:
    """The worth of cells in a state; `moved`: as seen by a champion that moves there.

    Who looks `ahead` counts more of the next turn, what foes answer that still move, and fears more.
    """

    def __init__(self, outlook: Outlook, personality: Personality, *, ahead: bool = True) -> None:
        self.outlook = outlook
        self.personality = personality
        self.ahead = ahead
        self._next = NEXT if ahead else GLANCE
        self._impatience = outlook.impatience(WAITS if ahead else 0)
        self.count = len(outlook.grid.points)
        self.foes = tuple(foe for foe in outlook.foes if foe.position.at is not None)
        self._terms: dict[tuple[str, bool], Terms] = {}
        self._guesses: dict[tuple[str, bool], Terms] = {}
        self._gains: dict[bool, Floats] = {}
        self._attentions: dict[str, Floats] = {}
        self._strikes: dict[str, tuple[StrikesFrom, StrikesFrom]] = {}
        self._ends: dict[str, Ints] = {}

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Return the places worth going to."""
        return find_goals(self.outlook, self.personality, self._impatience)

    @cached_property
    def attraction(self) -> Floats:
        """Return what each cell of the area is worth for what is near; 0 elsewhere."""
        outlook = self.outlook
        area, worth = outlook.area, np.zeros(self.count)
        step = max(2.0, allowance(outlook.state, outlook.me))
        nearer = [self._nearer(goal, step) for goal in self.goals]
        if nearer:
            worth[area] = np.maximum.reduce(nearer)
        return worth

    def _nearer(self, goal: Goal, step: float) -> Floats:
        """Return what each cell of the area brings of a goal: an even share of it for each turn on the way."""
        outlook = self.outlook
        away = outlook.distances_from(outlook.grid.cell_at(goal.at))[outlook.area]
        turns = np.maximum(np.where(np.isfinite(away), away, FAR_IN) - goal.near_in, 0.0) / step
        turns_here = float(turns[outlook.slots[outlook.cell]])
        worth = max(0.0, goal.worth - self._gain_here) if goal.kind == "foe" else goal.worth
        patience = RESOLVE if goal.kind in TASKS else PATIENCE
        share: Floats = worth * patience**turns_here * (turns_here - turns) / max(1.0, turns_here)
        return share

    @cached_property
    def _gain_here(self) -> float:
        """Return what the champion wins in a turn if it stays: a foe farther away is worth no more than that."""
        cell = self.outlook.slots[self.outlook.cell]
        moved = self.outlook.me.turn.moved
        return max((float(self.terms_with(foe, moved=moved).gain[cell]) for foe in self.foes), default=0.0)

    # -- champion against foe --------------------------------------------------------------------

    def _strikes_of(self, foe: Player) -> tuple[StrikesFrom, StrikesFrom]:
        """Return what the champion does to a foe from each cell of the area, and what the foe does to it there."""
        if foe.id not in self._strikes:
            outlook, stakes, personality = self.outlook, self.outlook.stakes, self.personality
            kill, death = stakes.kill(foe), stakes.death(foe)
            prize = Prize(kill * personality.blood, death * personality.caution, stakes.own_accident())
            mine = Strikes(outlook.state, outlook.me, foe, prize)
            fear = HARMLESS if self._is_puppet(foe) else Prize(death, kill, stakes.accident(foe))
            theirs = Strikes(outlook.state, foe, outlook.me, fear)
            gap, (sight, seen) = outlook.gaps_to(foe), outlook.sight_of(foe)
            self._strikes[foe.id] = (
                StrikesFrom(mine, lanes(gap, sight.sees, sight.cover)),
                StrikesFrom(theirs, lanes(gap, seen.sees, seen.cover)),
            )
        return self._strikes[foe.id]

    def _is_puppet(self, foe: Player) -> bool:
        """Return whether the champion's side controls the mind of a foe, which then does no harm to it."""
        master = controller(self.outlook.state, foe.id)
        return master is not None and self.outlook.stakes.is_friend(self.outlook.state.players[master])

    def _is_later(self, foe: Player) -> bool:
        """Return whether a foe still moves before it is shot at."""
        state = self.outlook.state
        if state.play.phase != "movement" or self._is_puppet(foe):
            return False
        if state.alternates:
            return foe.id not in state.team_play.acted
        return state.play.active == self.outlook.me.id and foe.id in state.after(self.outlook.me.id)

    def terms_with(self, foe: Player, *, moved: bool) -> Terms:
        """Return what comes of every cell of the area while the foe stands where it is; nothing comes elsewhere.

        Without a move it holds for the cell alone where the champion stands.
        """
        if (foe.id, moved) not in self._terms:
            self._terms[foe.id, moved] = self._work_out_terms(foe, moved=moved)
        return self._terms[foe.id, moved]

    def _work_out_terms(self, foe: Player, *, moved: bool) -> Terms:
        mine, theirs = self._strikes_of(foe)
        shoots, charges, foe_shoots, foe_charges = self._remaining(foe)
        fights = not moved and foe.id in self._opponents
        gain = mine.now(moved, shoots=shoots, charges=charges and not fights)
        loss = theirs.now(foe.turn.moved, shoots=foe_shoots, charges=foe_charges and not fights)
        if fights:
            gain = gain + mine.strikes.fight()
        return Terms(*self._in_order(foe, gain, loss), mine.next, theirs.next)

    def _over_ground(self, values: Floats) -> Floats:
        """Return values of the area laid out over all cells."""
        ground = np.zeros(self.count)
        ground[self.outlook.area] = np.broadcast_to(values, len(self.outlook.area) + 1)[:-1]
        return ground

    @cached_property
    def _opponents(self) -> tuple[str, ...]:
        """Return whom the champion fights already: they strike on, and nobody charges."""
        return tuple(opponents_of(self.outlook.state, self.outlook.me.id))

    def _remaining(self, foe: Player) -> tuple[bool, bool, bool, bool]:
        """Return whether the champion may still shoot and charge in this turn, and whether the foe may."""
        phase = self.outlook.state.play.phase
        later = foe.id in self.outlook.state.after(self.outlook.me.id)
        if phase in ("deployment", "movement"):
            return True, True, True, True
        if phase == "shooting":
            return False, True, later, True
        return False, False, False, phase == "assault" and later

    def _in_order(self, foe: Player, gain: Floats, loss: Floats) -> tuple[Floats, Floats]:
        """Return what is left of gain and loss, as the first to strike may kill the other."""
        outlook = self.outlook
        if foe.id in self._earlier:
            death = max(outlook.stakes.death(foe), TINY)
            return gain * (1 - SPOILS * np.minimum(np.maximum(loss / death, 0), 1)), loss
        kill = max(outlook.stakes.kill(foe) * self.personality.blood, TINY)
        return gain, loss * (1 - SPOILS * np.minimum(np.maximum(gain / kill, 0), 1))

    @cached_property
    def _earlier(self) -> tuple[str, ...]:
        """Return who is ahead of the champion in the order of play."""
        return self.outlook.state.before(self.outlook.me.id)

    # -- all foes --------------------------------------------------------------------------------

    def gains(self, *, moved: bool) -> Floats:
        """Return what the champion's strikes from each cell win, in this turn and in the next."""
        if moved not in self._gains:
            gains = self._best_gain(self._guess(foe, moved=moved) for foe in self.foes)
            self._gains[moved] = self._over_ground(gains)
        return self._gains[moved]

    @cached_property
    def risks(self) -> Floats:
        """Return what the foes win from a champion that stands in each cell."""
        rows = np.arange(len(self.outlook.area) + 1)
        return self._over_ground(self._all_losses(((foe, self._guess(foe, moved=True)) for foe in self.foes), rows))

    def _guess(self, foe: Player, *, moved: bool) -> Terms:
        """Return what comes of every cell; a foe that still moves may leave, or come nearer."""
        terms = self.terms_with(foe, moved=moved)
        if not (self.ahead and self._is_later(foe)):
            return terms
        if (foe.id, moved) not in self._guesses:
            loss = np.maximum(terms.loss, COMES * self._strikes_of(foe)[1].nearer)
            self._guesses[foe.id, moved] = Terms(ELSEWHERE * terms.gain, loss, terms.gain_next, terms.loss_next)
        return self._guesses[foe.id, moved]

    def _best_gain(self, terms: Iterable[Terms]) -> Floats:
        now, later = np.zeros(1), np.zeros(1)
        for term in terms:
            now, later = np.maximum(now, term.gain), np.maximum(later, term.gain_next)
        return now + self._next * later

    def _all_losses(self, terms: Iterable[tuple[Player, Terms]], rows: Ints) -> Floats:
        """Return what all foes win from the champion at some places of the area."""
        total = np.zeros(1)
        for foe, term in terms:
            total = total + (term.loss + self._next * term.loss_next) * self._attention_of(foe)[rows]
        losses: Floats = total * self.personality.caution * self.nerve()
        return losses

    def _attention_of(self, foe: Player) -> Floats:
        """Return how likely a foe strikes the champion, at each place of the area, and not another.

        It strikes once a turn, and most likely whom it is nearest to.
        """
        if foe.id not in self._attentions:
            state, outlook = self.outlook.state, self.outlook
            attention = np.ones(len(outlook.area) + 1)
            others = [p for p in (*outlook.foes, *outlook.mates) if state.side_of(p.id) != state.side_of(foe.id)]
            if others:
                view = Outlook(state, foe)
                nearest = min(view.straight_in(other) for other in others)
                shares = np.where(self._strikes_of(foe)[0].lanes.gap <= nearest, NEAREST, (1 - NEAREST) / len(others))
                attention = CROWD * shares
            self._attentions[foe.id] = attention
        return self._attentions[foe.id]

    def nerve(self) -> float:
        """Return what a risk counts: all of it where a death costs points or a round, less once impatient."""
        counts = self.outlook.stakes.by == "score" or dies_for_good(self.outlook.state, self.outlook.me.id)
        nerve = (CARE if self.ahead else PLUCK) if counts else NERVE
        return nerve * (1.0 - 0.8 * self._impatience)

    # -- together --------------------------------------------------------------------------------

    def worths(self, *, moved: bool = True) -> Floats:
        """Return what each cell is worth altogether."""
        worth: Floats = self.gains(moved=moved) + self.attraction - self.risks
        return worth

    def worth_here(self) -> float:
        """Return what it is worth to stay."""
        outlook = self.outlook
        worth = self.worths_after_replies(np.array([outlook.cell]), moved=outlook.me.turn.moved)[0]
        return float(worth) + self.personality.stillness * outlook.stakes.unit

    def prospect(self) -> float:
        """Return what the next turn is worth from where the champion stands, while everybody stays."""
        nothing, cell = np.zeros(1), self.outlook.slots[[self.outlook.cell]]
        terms = [self.terms_with(foe, moved=True).take(cell) for foe in self.foes]
        later = [Terms(nothing, nothing, term.gain_next, term.loss_next) for term in terms]
        return float((self._best_gain(later) - self._all_losses(zip(self.foes, later, strict=True), cell))[0])

    def portal_worth(self, number: int, at: tuple[float, float], worths: Floats) -> float:
        """Return what it is worth to come out of a portal: what is near, and whom it telefrags."""
        outlook = self.outlook
        worth = float(worths[outlook.grid.cell_at(at)])
        for occupant in outlook.state.occupants(number):
            if occupant != outlook.me.id:
                worth += outlook.stakes.accident(outlook.state.players[occupant])
        return worth

    # -- what foes answer ------------------------------------------------------------------------

    def worths_after_replies(self, cells: Ints, *, moved: bool = True) -> Floats:
        """Return what some cells are worth if the nearest foes that still move answer as well as they can."""
        later = [foe for foe in self.foes if self._is_later(foe)][: MOST_REPLIES if self.ahead else 0]
        terms = []
        for foe in self.foes:
            if foe in later:
                terms.append(self._after_reply(foe, cells, moved=moved))
            else:
                terms.append(self._guess(foe, moved=moved).take(self.outlook.slots[cells]))
        losses = self._all_losses(zip(self.foes, terms, strict=True), self.outlook.slots[cells])
        worth: Floats = self._best_gain(terms) - losses + self.attraction[cells]
        return worth

    def _after_reply(self, foe: Player, cells: Ints, *, moved: bool) -> Terms:
        """Return what comes of cells when a foe goes where that is best for it, or stays."""
        stays = self.terms_with(foe, moved=moved).take(self.outlook.slots[cells])
        ends = self._ends_of(foe)
        if not len(ends):
            return stays
        outlook, (mine, theirs) = self.outlook, self._strikes_of(foe)
        offset = outlook.places[cells][:, None, :] - outlook.grid.points[ends][None, :, :]
        bases = base_of(outlook.me).radius_cm + base_of(foe).radius_cm
        gap = np.maximum(np.hypot(offset[..., 0], offset[..., 1]) - bases, 0.0) / CM_PER_INCH
        sight, seen = outlook.lines.between(cells, ends), outlook.lines.between(ends, cells)
        hits = StrikesFrom(mine.strikes, lanes(gap, sight.sees, sight.cover))
        blows = StrikesFrom(theirs.strikes, lanes(gap, seen.sees.T, seen.cover.T))
        goes = Terms(*self._in_order(foe, hits.now(moved), blows.now(moved=True)), hits.next, blows.next)
        goes = goes.take((np.arange(len(cells)), np.argmax(_balance(goes), axis=1)))
        sure = np.where(_balance(goes) > _balance(stays), REPLIES / len(self.foes) ** 0.5, 0.0)
        return stays.blend(goes, sure)

    def _ends_of(self, foe: Player) -> Ints:
        """Return cells that a foe can go to: every other one, or a quarter of them among many foes."""
        if foe.id not in self._ends:
            self._ends[foe.id] = self._find_ends(foe)
        return self._ends[foe.id]

    def _find_ends(self, foe: Player) -> Ints:
        state = self.outlook.state
        view = Outlook(state, state.players[foe.id])
        if not view.may_move:
            return np.zeros(0, dtype=np.intp)
        grid, own = view.grid, self.outlook.grid
        cells = np.flatnonzero(view.reachable)
        rows, columns = cells // grid.columns, cells % grid.columns
        cells = (
            cells[(rows + columns) % 2 == 0] if len(self.foes) <= MOST_REPLIES else cells[rows % 2 + columns % 2 == 0]
        )
        return cells if grid is own else np.unique(own.cells_at(grid.points[cells]))


def _balance(terms: Terms) -> Floats:
    """Return what a foe has of an exchange: what the champion loses less what it wins."""
    balance: Floats = terms.loss - terms.gain + NEXT * (terms.loss_next - terms.gain_next)
    return balance
