"""A plain bot, and the table it plays at."""

from collections.abc import Iterable, Iterator

from q40k.bots import memory
from q40k.games.epic.bot import fights, moves
from q40k.games.epic.bot.goals import Outlook, plan_orders, survey
from q40k.games.epic.bot.worth import longest_cm
from q40k.games.epic.state import deployment, game, melee, morale, offers, registry, shooting
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.turn import Draw, GiveOrders, Next
from q40k.kernel.events import Answer, ChoiceQuestion, NumberQuestion, Question
from q40k.tabletop.rules import Level

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
"""Enough for any match: one that takes longer has a fault."""
APART_CM = 2.2
"""From figure to figure in a row."""
TURNING_CM = 0.2
"""How much room vehicles side by side leave, so that all of them can turn."""
MM_PER_CM = 10
ATTEMPTS = 60
"""How many places a formation looks at before it is set up where there is no room."""
RIM_CM = 3.0
"""How far from the rim of the zone a formation is set up."""
SHIFT_CM, DEEPER_CM, ROWS = 17.0, 5.0, 5
"""Each place lies so far across from the one before it, and after so many of them so much deeper."""
CLOSE_CM = 15.0
STRONG_FA = 2
"""A formation that shoots no farther than `CLOSE_CM` and is at least so strong in a fight had better ride."""


def play(table: Table) -> None:
    """Play from the deployment to the end."""
    for _ in range(MOST_STEPS):
        if table.state.outcome.over:
            return
        step(table)


def step(table: Table, level: Level = "sound") -> None:
    """Carry out the command that this part of the turn asks for."""
    state = table.state
    phase, part = state.play.phase, state.play.step
    if phase == "deployment":
        _deploy(table)
    elif phase == "orders":
        for side in state.sides.values():
            table.do(GiveOrders(player=side.name, orders=plan_orders(state, side.id, level)))
        table.do(Draw())
    elif part == "draw":
        table.do(Draw())
    elif part == "moves" and phase == "movement":
        _move_all(table, level)
    elif part == "shots":
        _shoot(table)
    elif part == "moves":
        _charge_all(table, level)
    elif part == "fights":
        _fight(table)
    else:
        _rally_all(table)


# -- deployment ----------------------------------------------------------------------------


def _deploy(table: Table) -> None:
    """Set up from the front of the zone backwards, side by side, both sides as in a mirror.

    Transports come after those on foot; then formations that had better ride get on.
    """
    state = table.state
    formation = min(deployment.deployable_formations(state), key=lambda id: _precedence(state, id))
    carrier = _find_carrier(state, formation)
    if carrier is not None and table.do(deployment.Deploy(formation=formation, aboard=carrier)):
        return
    for row in _propose_rows(state, formation):
        if table.do(deployment.Deploy(formation=formation, at=row)):
            return
    table.do(deployment.Deploy(formation=formation, at=row, override="no room"))


def _propose_rows(state: Match, formation: str) -> Iterator[tuple[tuple[float, float, float], ...]]:
    """Yield places of the figures in a row; each formation and each attempt begins farther across or deeper."""
    unit = state.formations[formation]
    edge = state.sides[unit.side].edge
    assert edge is not None
    x0, y0, x1, y1 = state.scenario.zone(edge)
    longest_mm = max(max(filter(None, state.profile(figure).size_mm)) for figure in unit.figures)
    apart = max(APART_CM, longest_mm / MM_PER_CM + TURNING_CM)
    wide = apart * len(unit.figures)
    deployed = sum(other.deployed for other in state.of_side(unit.side))
    for number in range(deployed, deployed + ATTEMPTS):
        across = RIM_CM + number * SHIFT_CM % max(1.0, x1 - x0 - wide - 2 * RIM_CM)
        deep = RIM_CM + number // ROWS * DEEPER_CM % max(1.0, y1 - y0 - 2 * RIM_CM)
        steps = [across + apart * place for place in range(len(unit.figures))]
        if edge == "south":
            yield tuple((x0 + step, y1 - deep, deployment.FACING[edge]) for step in steps)
        else:
            yield tuple((x1 - step, y0 + deep, deployment.FACING[edge]) for step in steps)


def _precedence(state: Match, formation: str) -> int:
    """Return what sorts the formations of a side: those on foot get the front, riders come after transports."""
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


def _move_all(table: Table, level: Level) -> None:
    """Move every formation of the active side, laden transports before their riders."""
    side = table.state.play.active or ""
    outlook = survey(table.state, side, level)
    for formation in moves.order_of_moves(table.state, offers.movable_formations(table.state)):
        if not table.state.formations[formation].acted.moved:
            _move(table, formation, outlook)
    for formation in offers.movable_formations(table.state):  # riders that have got off
        if not table.state.formations[formation].acted.moved:
            _move(table, formation, survey(table.state, side, level))
    table.do(Next())


def _move(table: Table, formation: str, outlook: Outlook) -> None:
    _do_first(table, moves.propose_moves(table.state, outlook, formation))


def _do_first(table: Table, proposals: Iterable[registry.Command]) -> bool:
    """Carry out the first of several commands that the rules accept; return whether there is one."""
    return any(table.do(command) for command in proposals)


def _shoot(table: Table) -> None:
    """Fire the first formation that can; if none sees anybody, the first one holds its fire."""
    state = table.state
    ready = offers.firing_formations(state)
    for formation in fights.order_of_fire(state, [id for id in ready if not fights.is_still_idle(state, id)]):
        shots = tuple(fights.plan_shots(state, formation))
        if shots and table.do(shooting.Shoot(formation=formation, shots=shots)):
            return
    table.do(shooting.HoldFire(formation=ready[0]) if ready else Next())


def _charge_all(table: Table, level: Level) -> None:
    """Let every figure that may engage the nearest enemy it reaches, if that pays; whole formations march on."""
    propose = fights.propose_gangs if level == "sharp" else fights.propose_runs
    for formation in offers.charging_figures(table.state):
        for _ in table.state.standing(formation):
            figures = offers.free_chargers(table.state, table.state.formations[formation])
            if not _do_first(table, propose(table.state, formation, figures)):
                break
    chargers = offers.charging_figures(table.state)
    if chargers:
        outlook = survey(table.state, table.state.play.active or "", level)
    for formation, figures in chargers.items():
        if figures == table.state.standing(formation):
            _do_first(table, moves.propose_marches(table.state, outlook, formation))
    table.do(Next())


def _fight(table: Table) -> None:
    """Fight the next fight; without any, go on."""
    fight = next(offers.possible_fights(table.state), None)
    if fight is None or not table.do(melee.Fight(one=fight[0], against=fight[1])):
        table.do(Next())


def _rally_all(table: Table) -> None:
    for formation in offers.rallying_formations(table.state):
        table.do(morale.Rally(formation=formation))
    table.do(Next())
