"""How everyone stands: how far each side is from winning, and what is still to be done."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules.objectives.objective import Progress, main_objective, progress
from q40k.games.quake.rules.rounds import in_rounds
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.objectives.objective import of_win
from q40k.i18n.locale import N_, Locale
from q40k.i18n.race import score_text as so_far_of


def goal(locale: Locale, state: Match, player: str) -> str:
    """How far a player's side is from winning: "×3.4 of ×10", "45 of 200", "1 of 3" rounds.

    For the targets of a hunt, the turn they have lived to see.
    """
    far = progress(state, state.side_of(player))
    if far is None:
        return locale.say(N_("turn {turn}"), turn=state.play.turn)
    return _made_of(locale, far)


def _made_of(locale: Locale, far: Progress) -> str:
    made, wanted = str(far.reached), str(far.goal)
    if far.unit == "times":
        made, wanted = locale.times(far.reached), f"×{far.goal}"
    elif far.unit == "points":
        made, wanted = locale.points(far.reached), locale.points(far.goal)
    return locale.say(N_("{made} of {goal}"), made=made, goal=wanted)


def made(state: Match, side: str) -> Fraction:
    """What part of a win a side has made, 0 to 1, by the mod's own measure."""
    if state.setup.mod is None or not state.members(side):
        return Fraction(0)
    far = progress(state, side)
    return Fraction(0) if far is None else far.part


def short(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, as short as can be: "×3.4", "1/3", "7/15", "2/4"."""
    far = progress(state, side)
    return "" if far is None else so_far_of(locale, far.reached, far.goal, far.unit)


def measure(locale: Locale, state: Match, side: str) -> str:
    """What a side has made of what it needs: "×3.4 of ×10", "1 of 3 rounds", "7 of 15 points"."""
    far, told = progress(state, side), of_win(main_objective(state).by).counted
    if far is None:
        return locale.gettext(N_("targets")) if state.hunt is not None else ""
    return _made_of(locale, far) if told is None else told(locale, int(far.reached), int(far.goal))


def so_far(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, with what tells sides apart that are level on it: its building."""
    made, team = measure(locale, state, side), state.teams.get(side)
    if team is None or team.structure is None:
        return made
    building = locale.say(N_("structure {points}"), points=team.structure)
    return f"{made}, {building}"


def running(locale: Locale, state: Match) -> str:
    """The round or the leg that is played, and what it is played for; "" where there is none."""
    if state.setup.mod is None or not in_rounds(state) or not state.rounds.round:
        return ""
    leg = state.hunt
    if leg is None:
        return locale.say(N_("Round {round}"), round=state.rounds.round)
    first = N_("Hunt {leg} of 2: turn {turn}")
    second = N_("Hunt {leg} of 2: turn {turn}, to be done before turn {limit}")
    said = first if leg.to_beat is None else second
    return locale.say(said, leg=leg.leg, turn=state.play.turn, limit=leg.to_beat)


def to_win(locale: Locale, state: Match, player: str) -> str:
    """What the side of `player` still has to do to win the match; "" before it is laid out."""
    if state.setup.mod is None or player not in state.players:
        return ""
    if state.outcome.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.outcome.winner:
            return locale.gettext(won)
        winners = locale.join_and(state.side_name(side) for side in state.outcome.winner)
        return locale.say(lost, side=winners)
    return of_win(state.setup.mod.win.by).to_win(locale, state, player)
