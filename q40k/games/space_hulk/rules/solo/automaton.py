"""Play the Genestealers by program: on the board, or without places by questions to the player."""

from q40k.games.space_hulk.rules import ending, reactions
from q40k.games.space_hulk.rules.conversion import turn_up
from q40k.games.space_hulk.rules.questions import must_convert_first
from q40k.games.space_hulk.rules.solo.actions import act, place_stealers
from q40k.games.space_hulk.rules.solo.arrivals import bring_reinforcement
from q40k.games.space_hulk.rules.solo.order import check_brood, choose_next_alien, decide_charge
from q40k.games.space_hulk.rules.targets import choose_foremost
from q40k.games.space_hulk.rules.turn import close_windows, end_marine_turn
from q40k.games.space_hulk.state import conversion, targets, turn
from q40k.games.space_hulk.state.match import AlienPiece, Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement.steps import Moved
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.questions import must_be_in_phase
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.solo import actions, arrivals, order
from q40k.games.space_hulk.state.solo.automaton import Alien, Led, What
from q40k.kernel.events import Live, Rule, SeveralQuestion
from q40k.tabletop.asking import choose, forbid


@rule(Alien)
def alien(live: Live[Match], command: Alien) -> Rule[None]:
    """Let the program act.

    It does not look under a blip before the blip is turned up.

    Rule: SOLO-TURN-1, SOLO-TURN-4, SOLO-TURN-5, SOLO-TABLE-1, SOLO-TABLE-2
    """
    must_be_in_phase(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if not live.state.options.solo:
        raise forbid("SOLO-TURN-1", "not-alone")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            facts = {"phase": "marine-action", "wanted": "stealer-action"}
            raise forbid("SH-TURN-1", "wrong-phase", **facts)
        yield from end_marine_turn(live)
    if live.state.conversion is None or not live.state.conversion.own:
        yield from must_convert_first(live.state)
    yield from close_windows(live)
    yield from reactions.settle(live)
    while not _must_wait(live.state):
        yield from _do_next_action(live)
        yield from ending.check_at_once(live)
        if not command.all or live.state.play.phase == "end":
            return


def _must_wait(state: Match) -> bool:
    """Return whether the table must decide something before the program can go on."""
    top = state.conversion
    return state.outcome.over or bool(state.pending and not (top is not None and top.own))


def _do_next_action(live: Live[Match]) -> Rule[None]:
    """Do one action: a blip arrives, an alien acts, or the phase ends.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-6
    """
    if live.state.play.phase == "stealer-reinforcement":
        if live.state.marines_in_play and arrivals.count_reinforcements_left(live.state) > 0:
            yield from bring_reinforcement(live)
            return
        yield turn.PhaseOpened(phase="stealer-action")
    if live.state.conversion is not None:
        yield from place_stealers(live)
        return
    if board(live.state) is None:
        yield from lead_next_alien(live)
        return
    who = live.state.solo.acting
    finished = None if who is None else actions.finished_event(live.state, who)
    if finished is not None:
        yield finished
        who = None
    if who is None:
        who = yield from choose_next_alien(live)
        if who is not None and (yield from check_brood(live, who)):
            who = yield from choose_next_alien(live)
        if who is None:
            yield turn.PhaseOpened(phase="end")
            return
        yield order.Began(who=who)
    yield from act(live, who)


# -- without places ------------------------------------------------------------------------


def lead_next_alien(live: Live[Match]) -> Rule[None]:
    """Let the table name the next alien, and decide what it does.

    Rule: SOLO-TABLE-1, SOLO-TURN-1, SOLO-TURN-2, SOLO-HARD-3
    """
    waiting = [alien for alien in order.aliens_to_act(live.state) if not alien.lurking.held]
    if not waiting:
        yield turn.PhaseOpened(phase="end")
        return
    charging = [alien for alien in waiting if alien.id in live.state.solo.charge]
    candidates = order.first_chargers(live.state, charging) if charging else order.first_kind(waiting)
    names = tuple(alien.id for alien in candidates)
    who = names[0]
    if len(names) > 1:
        who = yield from choose("marine", "solo-next", "SOLO-TURN-2", names)
    yield order.Began(who=who)
    piece = live.state.piece(who)
    assert isinstance(piece, Stealer | Blip)
    if isinstance(piece, Stealer):
        yield from _lead_stealer(live, piece)
    else:
        yield from _lead_blip(live, piece)


def _ask_yes(live: Live[Match], key: str, rule_id: str, who: str) -> Rule[bool]:
    del live
    return (yield from choose("marine", key, rule_id, ("yes", "no"), alien=who)) == "yes"


def _lead_stealer(live: Live[Match], stealer: Stealer) -> Rule[None]:
    """Decide for a stealer: it attacks a marine beside it or in reach, or moves.

    Rule: SOLO-ACT-1, SOLO-TABLE-1
    """
    for key, rule_id in (("solo-beside", "SOLO-ACT-2"), ("solo-reach", "SOLO-TARGET-2")):
        if (yield from _ask_yes(live, key, rule_id, stealer.id)):
            by: targets.By = "beside" if key == "solo-beside" else "reach"
            marine = yield from _ask_target(live, stealer, by)
            yield from _end_alien(stealer, "attacks", marine)
            return
    yield from _lead_move(live, stealer)


def _lead_blip(live: Live[Match], blip: Blip) -> Rule[None]:
    """Reveal a blip if it charges or a marine is within reach; else move it.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-TABLE-1
    """
    charges = blip.id in live.state.solo.charge
    reaches = charges or (yield from _ask_yes(live, "solo-reach", "SOLO-TARGET-2", blip.id))
    if not reaches:
        yield from _lead_move(live, blip)
        return
    yield order.Finished(who=blip.id, why="revealed")
    yield from turn_up(live, conversion.Convert(name=blip.id), blip, own=False)
    yield from reactions.settle(live)


def _lead_move(live: Live[Match], piece: AlienPiece) -> Rule[None]:
    """Move an alien, unless its first step goes into sight; then the brood may charge.

    Rule: SOLO-MOVE-3, SOLO-BROOD-1, SOLO-BROOD-2, SOLO-BROOD-8
    """
    is_heedless = piece.id in live.state.solo.heedless
    if not is_heedless and (yield from _ask_yes(live, "solo-sight", "SOLO-MOVE-3", piece.id)):
        if piece.id in live.state.solo.rolled:
            yield from _end_alien(piece, "stays", None)
            return
        group = yield from _ask_group(live, piece)
        if (yield from decide_charge(live, "?", group)):
            return  # the table is asked about them again, one by one
        yield from _end_alien(piece, "stays", None)
        return
    marine = yield from _ask_target(live, piece, "priority")
    yield from _end_alien(piece, "goes", marine)


def _ask_group(live: Live[Match], piece: AlienPiece) -> Rule[tuple[str, ...]]:
    """Ask for the aliens that are connected to one: they count for the brood score.

    Rule: SOLO-BROOD-1, SOLO-BROOD-3, SOLO-BROOD-4
    """
    rolled = set(live.state.solo.rolled)
    others = tuple(alien.id for alien in live.state.aliens_in_play if alien.id != piece.id and alien.id not in rolled)
    if not others:
        return (piece.id,)
    facts = {"alien": piece.id}
    names = yield SeveralQuestion("solo-group", "marine", "SOLO-BROOD-4", facts, others)
    return (piece.id, *names)


def _ask_target(live: Live[Match], piece: AlienPiece, by: targets.By) -> Rule[Marine | None]:
    """Ask for marines and return the target among them; None means the nearest.

    Rule: SOLO-TARGET-1, SOLO-PRIO-1
    """
    marines = live.state.marines_in_play
    names = tuple(marine.id for marine in marines)
    if len(names) == 1:
        chosen = names
    else:
        key, facts = f"solo-{by}-which", {"alien": piece.id}
        chosen = yield SeveralQuestion(key, "marine", "SOLO-TARGET-1", facts, names)
    if not chosen:
        return None
    candidates = [marine for marine in marines if marine.id in chosen]
    marine, rank = yield from choose_foremost(live, candidates, piece.id)
    yield targets.Aimed(who=piece.id, marine=marine.id, by=by, rank=rank)
    return marine


def _end_alien(piece: AlienPiece, what: What, marine: Marine | None) -> Rule[None]:
    """Record what an alien does; one that does not stay comes onto the board.

    Rule: SOLO-TABLE-1
    """
    yield Led(who=piece.id, what=what, marine=None if marine is None else marine.id)
    if what != "stays" and piece.lurking.entry is not None:
        yield Moved(who=piece.id, at=None, how="entering")
    yield order.Finished(who=piece.id, why="table")
