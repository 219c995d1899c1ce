"""The end phase and the end of a match: check goals and points, take markers off."""

from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.questions import must_convert_first
from q40k.games.space_hulk.rules.turn import close_windows, must_let_program_act, open_turn
from q40k.games.space_hulk.state import ending
from q40k.games.space_hulk.state.match import SIDES, Match
from q40k.games.space_hulk.state.questions import must_be_in_phase, must_be_open
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.turn import HIGHEST_COUNTER, PhaseOpened
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose_number


def check_at_once(live: Live[Match]) -> Rule[None]:
    """End the match if a goal that decides at once is met.

    Rule: SH-WIN-1
    """
    if live.state.outcome.over or live.state.play.turn == 0:
        return
    winners = ending.goals_met(live.state, turn_ends=False)
    if winners:
        yield _end_event(winners)


def _end_event(goals: dict[SideId, str]) -> ending.MatchEnded:
    """Return the event that ends the match; if both sides win, it is a draw."""
    both = len(goals) == len(SIDES)
    winners = () if both else tuple(goals)
    return ending.MatchEnded(winners=winners, met=next(iter(goals.values())))


def check_goals(live: Live[Match]) -> Rule[None]:
    """Check the goals in the end phase; ask about those that cannot be counted.

    Marines lose when none is left on the board. If some have left it, a mission in words may say
    otherwise. If nobody has met a goal after the last turn, the match is a draw.

    Rule: SH-END-1, SH-END-4, SH-WIN-1, SH-WIN-3, SH-TURN-1
    """
    winners = ending.goals_met(live.state, turn_ends=True)
    has_left_board = any(marine.life.left_by is not None for marine in live.state.marines.values())
    is_undecided = not winners or (has_left_board and winners.get("stealer") == ending.NOBODY_LEFT)
    if live.state.mission.text is not None and is_undecided:
        answer = yield ending.goals_question()
        if answer != ending.NOBODY:
            sides: tuple[SideId, ...] = SIDES if answer == ending.BOTH else (answer,)
            winners = dict.fromkeys(sides, "table")
    if winners:
        yield _end_event(winners)
        return
    limit = live.state.mission.turn_limit
    if limit is not None and live.state.play.turn >= limit:
        yield ending.MatchEnded(winners=(), met="outlast")


@rule(ending.EndMatch)
def end_match(live: Live[Match], command: ending.EndMatch) -> Rule[None]:
    """End the match as the table says.

    Rule: SH-WIN-1
    """
    must_be_open(live.state)
    winners = () if command.winner is None else (command.winner,)
    yield ending.MatchEnded(winners=winners, met="hand")


@rule(ending.EndPhase)
def end_phase(live: Live[Match], _command: ending.EndPhase) -> Rule[None]:
    """Carry out the end phase, and begin the next turn.

    Rule: SH-END-1, SH-END-2, SH-END-3, SH-END-4, SH1-END-3, SH-CP-5, SH-CP-6, SH-WIN-2
    """
    must_be_in_phase(live.state, "end", "stealer-action", "stealer-reinforcement")
    yield from must_convert_first(live.state)
    if live.state.play.phase != "end":
        yield from must_let_program_act(live.state)
        yield from close_windows(live)
        yield PhaseOpened(phase="end")
    value = yield from _turn_up_counter(live)
    checks = [check_goals(live), _check_overspending(live, value)]
    for check in reversed(checks) if live.state.edition.counter_first else checks:
        yield from check
        if live.state.outcome.over:
            return
    yield markers_event(live.state)
    yield from open_turn(live)


def _turn_up_counter(live: Live[Match]) -> Rule[int]:
    """Turn the counter up and return its value; if it lay on the table, ask for it.

    Rule: SH-END-2, SH-CP-5, SH-SECRET-2
    """
    drawn = live.state.counter.drawn
    if drawn is None:
        drawn = yield from choose_number("marine", "counter-shown", "SH-END-2", 1, HIGHEST_COUNTER)
    yield ending.CounterShown(value=drawn, spent=live.state.counter.spent)
    return drawn


def _check_overspending(live: Live[Match], value: int) -> Rule[None]:
    """End the match for a marine player who has spent more than the counter shows.

    Rule: SH-CP-6, SH-WIN-2, SH1-END-3
    """
    if live.state.counter.spent > value:
        yield ending.MatchEnded(winners=("stealer",), met="points")


def markers_event(state: Match) -> ending.MarkersOff:
    """Return the event that takes all markers off the table in the end phase.

    Rule: SH-END-3, SH-JAM-4, SH1-JAM-7, SH1-END-3
    """
    marines = state.marines_in_play
    return ending.MarkersOff(
        overwatch=tuple(marine.id for marine in marines if marine.stance.overwatch),
        guard=tuple(marine.id for marine in marines if marine.stance.guard),
        jams=tuple(marine.id for marine in marines if marine.stance.jammed and state.edition.jam_ends),
        fires=tuple(state.fires),
        barrier=state.barrier is not None,
    )
