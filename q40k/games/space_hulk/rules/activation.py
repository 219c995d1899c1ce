"""Activation: begin an action, and pay for it in action points and command points."""

from q40k.games.space_hulk.rules import turn
from q40k.games.space_hulk.rules.questions import must_convert_first
from q40k.games.space_hulk.state import questions
from q40k.games.space_hulk.state.activation import Activate, Activated, AimLost, AlienActed, Keeps, Paid, StanceEnded
from q40k.games.space_hulk.state.match import Aim, Marine, Match
from q40k.games.space_hulk.state.registry import Act, rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse
from q40k.tabletop.rules import NothingChanged

# -- marines -------------------------------------------------------------------------------


def begin_marine_action(live: Live[Match], command: Act, cost: int, *, keeps: tuple[Keeps, ...] = ()) -> Rule[Marine]:
    """Begin a marine's action: check that he may act, pay, and end what the action ends.

    `keeps` is what the action does not end. A free action, such as an owed shot, needs no window.

    Rule: SH-AP-2, SH-AP-4, SH-AP-5, SH-CP-7, SH-CP-8, SH-CP-9, SH-CP-10, SH-REACT-2, SH1-CP-7
    """
    questions.must_be_in_phase(live.state, "marine-action", "stealer-action")
    yield from must_convert_first(live.state)
    marine = questions.find_marine(live.state, command.who)
    yield from drop_owed_shots(live, marine.id)
    if live.state.play.phase == "marine-action":
        yield from _pay(live, marine, command, cost)
    elif cost:
        window = live.state.window
        if window is None or window.acting != marine.id:
            raise forbid("SH-CP-8", "only-in-window", who=marine.id)
        yield from turn.spend_points(live, cost, marine.id)
    yield from end_stances(live, marine.id, keeps)
    return live.state.marines[marine.id]


def _pay(live: Live[Match], marine: Marine, command: Act, cost: int) -> Rule[None]:
    if command.cp > cost:
        raise forbid("SH-CP-9", "more-points-than-cost", cost=cost, got=command.cp)
    ap = cost - command.cp
    if ap > 0:
        yield from activate_piece(live, marine.id)
        points = live.state.marines[marine.id].acts.ap
        if points < ap:
            yield from refuse("SH-AP-1", "too-few-points", who=marine.id, left=points, cost=ap)
    yield from turn.spend_points(live, command.cp, marine.id)
    if ap > 0:
        yield Paid(who=marine.id, ap=ap)


def activate_piece(live: Live[Match], who: str) -> Rule[None]:
    """Activate a piece, unless it is active already; refuse a second activation in a turn.

    Rule: SH-AP-2
    """
    if live.state.play.active == who:
        return
    if live.state.piece(who).acts.activated:
        yield from refuse("SH-AP-2", "activated-already", who=who)
    yield Activated(who=who)


def end_stances(live: Live[Match], who: str, keeps: tuple[Keeps, ...] = ()) -> Rule[None]:
    """End overwatch, guard and sustained fire, except what the action `keeps`.

    Rule: SH-OVERWATCH-5, SH-GUARD-3, SH-SUSTAIN-4, SH1-OVERWATCH-5, SH1-SUSTAIN-4
    """
    marine = live.state.marines[who]
    watches = (marine.stance.overwatch or marine.stance.watched) and "overwatch" not in keeps
    guards = marine.stance.guard and "guard" not in keeps
    if watches or guards:
        yield StanceEnded(who=who, overwatch=watches, guard=guards)
    if marine.aim != Aim() and "aim" not in keeps:
        yield AimLost(who=who, owed=marine.aim.owed)


def drop_owed_shots(live: Live[Match], but: str = "") -> Rule[None]:
    """Drop free shots that waited for blips to be turned up, because another piece acts.

    Rule: SH-SHOOT-3, SH-SHOOT-4
    """
    for marine in live.state.marines_in_play:
        if marine.aim.owed and marine.id != but:
            yield AimLost(who=marine.id, owed=True)


# -- aliens --------------------------------------------------------------------------------


def record_alien_action(live: Live[Match], who: str) -> Rule[None]:
    """Record that a stealer has acted: reactions may follow. A stealer that died of it draws none.

    Rule: SH-SUSTAIN-4, SH-REACT-4
    """
    if live.state.piece(who).present:
        yield AlienActed(who=who)
    elif live.state.edition.others_end:
        for marine in live.state.marines_in_play:
            if marine.aim.target is not None:
                yield AimLost(who=marine.id)


def begin_alien_action(live: Live[Match], command: Act, cost: int) -> Rule[None]:
    """Begin the action of a stealer or blip: check that it may act, and pay.

    A window that is still open is passed: nobody has reacted.

    Rule: SH-AP-1, SH-AP-2, SH-AP-4, SH-ENTRY-5, SH-REACT-1
    """
    yield from turn.open_stealer_phase(live)
    yield from must_convert_first(live.state)
    yield from turn.close_windows(live)
    yield from must_convert_first(live.state)
    yield from drop_owed_shots(live)
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Marine):
        raise forbid("SH-BOARD-1", "no-alien", who=piece.id)
    if piece.lurking.held:
        yield from refuse("SH-ENTRY-5", "must-wait", who=piece.id)
    if command.cp:
        raise forbid("SH-CP-7", "points-for-marines", who=piece.id)
    yield from activate_piece(live, piece.id)
    points = live.state.piece(piece.id).acts.ap
    if points < cost:
        yield from refuse("SH-AP-1", "too-few-points", who=piece.id, left=points, cost=cost)
    if cost:
        yield Paid(who=piece.id, ap=cost)


# -- both ----------------------------------------------------------------------------------


def begin_action(live: Live[Match], command: Act, cost: int) -> Rule[None]:
    """Begin an action that marines and aliens have in common."""
    if questions.find_piece(live.state, command.who).id in live.state.marines:
        yield from begin_marine_action(live, command, cost)
    else:
        yield from begin_alien_action(live, command, cost)


@rule(Activate)
def activate(live: Live[Match], command: Activate) -> Rule[None]:
    """Activate a piece.

    Rule: SH-AP-2, SH-AP-3
    """
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Marine):
        questions.must_be_in_phase(live.state, "marine-action")
    else:
        yield from turn.open_stealer_phase(live)
        yield from turn.close_windows(live)
    yield from must_convert_first(live.state)
    if live.state.play.active == piece.id:
        yield NothingChanged(why="active", who=piece.id)
    yield from activate_piece(live, piece.id)
