"""Morale: roll tests, retreat and rally, and correct."""

from collections.abc import Iterable

from q40k.games.epic.rules import room, transport
from q40k.games.epic.rules.losses import lose
from q40k.games.epic.state import morale, questions
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse, roll_one


def take_test(
    live: Live[Match], formation: str, why: morale.Why, *, note: str = "", passed: bool | None = None
) -> Rule[None]:
    """Test the morale of one formation; a failure puts it in Retreat, or disperses it.

    Rule: EE-MORALE-2, EE-MORALE-3, EE-MORALE-5, EE-MORALE-6, EE-RETREAT-1
    """
    state = live.state
    unit = state.formations[formation]
    needed, die = morale.morale_needed(state, unit), None
    if passed is None:
        die = yield from roll_one(
            unit.side, "morale", "EE-MORALE-3", formation=formation, needed=needed, why=why, needs=(needed,)
        )
        passed = die >= needed
    retreats = unit.retreats
    yield morale.Tested(formation=formation, why=why, passed=passed, needed=needed, die=die, note=note)
    if passed:
        return
    if retreats:
        yield morale.Dispersed(formation=formation)
        figures = live.state.alive(formation)
        yield from lose(live, figures, "dispersed")
        yield from transport.set_down(live, figures)
    else:
        yield morale.Retreated(formation=formation)


def take_break_tests(live: Live[Match]) -> Rule[None]:
    """Take every break test that is due, side by side in the order of initiative.

    Rule: EE-MORALE-7, EE-TURN-3
    """
    for formation in _due(live.state):
        if live.state.formations[formation].nerve.due and live.state.alive(formation):
            yield from take_test(live, formation, "break")


def _due(state: Match) -> Iterable[str]:
    due = [formation for formation in state.formations.values() if formation.nerve.due]
    return [formation.id for side in state.by_initiative for formation in due if formation.side == side] if due else ()


def after_losses(live: Live[Match]) -> Rule[None]:
    """Take the break tests of a complete action; in the assault phase they wait for its end.

    Rule: EE-MORALE-7
    """
    state = live.state
    if state.play.phase == "assault" and state.switches.break_test == "end-of-assault":
        return
    yield from take_break_tests(live)


def take_contact_tests(live: Live[Match]) -> Rule[None]:
    """Test every formation that is demoralised and in contact, once a phase.

    Rule: EE-MORALE-8, EE-MORALE-4, EE-TURN-3
    """
    order = [unit.id for side in live.state.by_initiative for unit in live.state.of_side(side)]
    for id in order:
        state = live.state
        formation = state.formations[id]
        tests = formation.nerve.demoralised and not formation.nerve.tested and not formation.officers
        if tests and any(state.touching(figure) for figure in state.standing(id)):
            yield from take_test(live, id, "contact")


@rule(morale.CallTest)
def call_test(live: Live[Match], command: morale.CallTest) -> Rule[None]:
    """Take a test that the table calls; it is the break test if one is still due.

    Rule: EE-MORALE-9, EE-MORALE-4
    """
    questions.must_be_open(live.state)
    formation = questions.find_living_formation(live.state, command.formation)
    if formation.officers:
        yield from refuse("EE-MORALE-4", "officers-never-test", formation=formation.id)
    passed = None if command.result is None else command.result == "passed"
    why: morale.Why = "break" if formation.nerve.due else "called"
    yield from take_test(live, formation.id, why, note=command.why, passed=passed)


@rule(morale.Rally)
def rally(live: Live[Match], command: morale.Rally) -> Rule[None]:
    """Try to rally: once a turn, and not in the turn in which it failed a test.

    A failure leaves it in Retreat; rallied or not, it stays demoralised.

    Rule: EE-RALLY-1, EE-RALLY-2, EE-MORALE-6
    """
    questions.must_be_in_phase(live.state, "rally")
    formation = questions.find_living_formation(live.state, command.formation)
    if not formation.retreats:
        raise forbid("EE-RALLY-1", "not-in-retreat", formation=formation.id)
    if formation.nerve.failed == live.state.play.turn:
        yield from refuse("EE-RALLY-1", "failed-this-turn", formation=formation.id)
    if formation.nerve.tried:
        yield from refuse("EE-RALLY-2", "tried-already", formation=formation.id)
    needed, die = morale.morale_needed(live.state, formation), None
    if command.result is None:
        die = yield from roll_one(
            formation.side, "rally", "EE-RALLY-2", formation=formation.id, needed=needed, needs=(needed,)
        )
    rallied = command.result == "passed" if die is None else die >= needed
    yield morale.RallyTried(formation=formation.id, rallied=rallied, needed=needed, die=die)


@rule(morale.Lose)
def lose_by_hand(live: Live[Match], command: morale.Lose) -> Rule[None]:
    """Take figures off; their passengers stay where they were. A break test is due, not asked.

    Rule: EE-SAVE-4, EE-MORALE-1
    """
    questions.must_be_open(live.state)
    names = (command.figures,) if isinstance(command.figures, str) else command.figures
    figures = questions.find_figures(live.state, names)
    if not figures:
        raise forbid("EE-SAVE-4", "nobody-lost")
    for figure in figures:
        questions.must_live(live.state, figure)
    yield from lose(live, figures, "hand", command.why)
    yield from transport.set_down(live, figures)


@rule(morale.PutInRetreat)
def put_in_retreat(live: Live[Match], command: morale.PutInRetreat) -> Rule[None]:
    """Put a formation in Retreat by the table's word.

    Rule: EE-RETREAT-1
    """
    questions.must_be_on_the_table(live.state)
    formation = questions.find_formation(live.state, command.formation)
    if formation.retreats:
        raise forbid("EE-RETREAT-1", "retreats-already", formation=formation.id)
    yield morale.Retreated(formation=formation.id)


@rule(morale.PutAt)
def put_at(live: Live[Match], command: morale.PutAt) -> Rule[None]:
    """Put a formation where the table says; only that no base stands on another is checked.

    Rule: EE-MOVE-5
    """
    questions.must_be_open(live.state)
    formation = questions.find_formation(live.state, command.formation)
    places = questions.read_places(live.state, formation, command.at)
    yield from room.refuse_overlap(live, places)
    yield morale.PutRight(formation=formation.id, places=places)
