"""A plain bot, and the table it plays at."""

from q40k.bots import memory
from q40k.games.epic.bot import fights, moves
from q40k.games.epic.bot.goals import Outlook, plan_orders, survey
from q40k.games.epic.bot.worth import longest_cm
from q40k.games.epic.rules import deployment, game, melee, morale, offers, registry, shooting
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.turn import Draw, GiveOrders, Next
from q40k.kernel.events import Answer, ChoiceQuestion, NumberQuestion, Question

RULES = game.EpicRules()


class Table(memory.Table[Match, registry.Command]):
    """A match in memory, of which chance answers the questions."""

    def __init__(self, seed: int | str, state: Match | None = None) -> None:
        super().__init__(RULES, seed, state, self._choose)

    def _choose(self, question: Question, _state: Match) -> Answer:
        if isinstance(question, NumberQuestion):
            return question.most
        assert isinstance(question, ChoiceQuestion)
        return self.dice.choice(question.options)


# -- the bot -------------------------------------------------------------------------------


MOST_STEPS = 3000
APART_CM = 2.2
TURNING_CM = 0.2
"""How much room vehicles side by side leave, so that all of them can turn."""
MM_PER_CM = 10
CLOSE_CM = 15.0
STRONG_FA = 2
"""Who shoots no farther than this and is at least so strong in a fight had better ride."""


def play(table: Table) -> None:
    """Play from the deployment to the end."""
    for _ in range(MOST_STEPS):
        if table.state.outcome.over:
            return
        step(table)


def step(table: Table) -> None:
    """Carry out the command that this part of the turn asks for."""
    state, play = table.state, table.state.play
    if play.phase == "deployment":
        _deploy(table)
    elif play.phase == "orders":
        for side in state.sides.values():
            table.do(GiveOrders(player=side.name, orders=plan_orders(state, side.id)))
        table.do(Draw())
    elif play.step == "draw":
        table.do(Draw())
    elif play.step == "moves" and play.phase == "movement":
        _move_all(table)
    elif play.step == "shots":
        _shoot(table)
    elif play.step == "moves":
        _charge_all(table)
    elif play.step == "fights":
        fight = next(offers.possible_fights(state), None)
        done = fight is not None and table.do(melee.Fight(one=fight[0], against=fight[1]))
        if not done:
            table.do(Next())
    else:
        for formation in offers.rallying_formations(state):
            table.do(morale.Rally(formation=formation))
        table.do(Next())


# -- deployment ----------------------------------------------------------------------------


def _deploy(table: Table) -> None:
    """Set up from the front of the zone backwards, side by side, both sides as in a mirror.

    Transports come after those on foot; then who had better ride gets on.
    """
    state = table.state
    formation = min(offers.deployable_formations(state), key=lambda id: _precedence(state, id))
    carrier = _find_carrier(state, formation)
    if carrier is not None and table.do(deployment.Deploy(formation=formation, aboard=carrier)):
        return
    side = state.formations[formation].side
    edge = table.state.sides[side].edge
    assert edge is not None
    x0, y0, x1, y1 = table.state.scenario.zone(edge)
    figures = table.state.formations[formation].figures
    longest = max(max(filter(None, table.state.profile(f).size_mm)) for f in figures)
    apart = max(APART_CM, longest / MM_PER_CM + TURNING_CM)
    wide = apart * len(figures)
    number = sum(other.deployed for other in table.state.of_side(side))
    for attempt in range(60):
        across = 3 + ((number + attempt) * 17.0) % max(1.0, x1 - x0 - wide - 6)
        deep = 3 + ((number + attempt) // 5 * 5) % max(1.0, y1 - y0 - 6)
        steps = [across + apart * n for n in range(len(figures))]
        if edge == "south":
            places = tuple((x0 + step, y1 - deep, deployment.FACING[edge]) for step in steps)
        else:
            places = tuple((x1 - step, y0 + deep, deployment.FACING[edge]) for step in steps)
        if table.do(deployment.Deploy(formation=formation, at=places)):
            return
    table.do(deployment.Deploy(formation=formation, at=places, override="no room"))


def _precedence(state: Match, formation: str) -> int:
    """Return what sorts the formations of a side: those on foot have the front, riders come after transports."""
    if _had_better_ride(state, formation):
        return 2
    return int(any(troop.profile.has("transport") for troop in state.formations[formation].troops))


def _had_better_ride(state: Match, formation: str) -> bool:
    """Return whether a formation is of infantry that fights, and whose weapons do not reach far.

    Others shoot on the way, which passengers cannot.
    """
    troops = state.formations[formation].troops
    fights = max(troop.profile.fa for troop in troops) >= STRONG_FA
    return fights and not any(t.profile.vehicle for t in troops) and longest_cm(state, formation) <= CLOSE_CM


def _find_carrier(state: Match, formation: str) -> str | None:
    """Return the fastest transport with room for a formation that had better ride, or None.

    Rule: EE-DEPLOY-4, EE-TRANSPORT-3
    """
    unit = state.formations[formation]
    if not _had_better_ride(state, formation):
        return None
    carriers = [
        figure
        for other in state.of_side(unit.side)
        if other.deployed
        for figure in other.figures
        if (state.profile(figure).capacity or 0) - len(state.passengers(figure)) >= len(unit.figures)
    ]
    return max(carriers, key=lambda figure: state.profile(figure).mv_cm, default=None)


# -- a turn --------------------------------------------------------------------------------


def _move_all(table: Table) -> None:
    """Move every formation of the active side, laden transports before their riders."""
    side = table.state.play.active or ""
    outlook = survey(table.state, side)
    for formation in moves.order_of_moves(table.state, offers.movable_formations(table.state)):
        _carry_out(table, formation, outlook)
    for formation in offers.movable_formations(table.state):  # riders that have got off
        if not table.state.formations[formation].acted.moved:
            _carry_out(table, formation, survey(table.state, side))
    table.do(Next())


def _carry_out(table: Table, formation: str, outlook: Outlook) -> None:
    any(table.do(move) for move in moves.propose_moves(table.state, outlook, formation))


def _shoot(table: Table) -> None:
    """Fire the first formation that can; if none sees anybody, the first one holds its fire."""
    state = table.state
    ready = offers.firing_formations(state)
    for formation in fights.order_of_fire(state, ready):
        shots = tuple(fights.plan_shots(state, formation))
        if shots and table.do(shooting.Shoot(formation=formation, shots=shots)):
            return
    table.do(shooting.HoldFire(formation=ready[0]) if ready else Next())


def _charge_all(table: Table) -> None:
    """Let every figure that may engage the nearest enemy it reaches, if that pays."""
    for formation in offers.charging_figures(table.state):
        for _ in table.state.standing(formation):
            figures = offers.charging_figures(table.state).get(formation, ())
            if not any(table.do(run) for run in fights.propose_runs(table.state, formation, figures)):
                break
    table.do(Next())
