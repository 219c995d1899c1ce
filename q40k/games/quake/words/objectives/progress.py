"""Sentences of progress: how far each side is from winning, and what it still has to do."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules.objectives.objective import Progress, main_objective, progress
from q40k.games.quake.rules.rounds import in_rounds
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.objectives.objective import find_win_words
from q40k.i18n.locale import N_, Locale
from q40k.i18n.race import score_text


def goal_progress(locale: Locale, state: Match, player: str) -> str:
    """Return how far a player's side is from winning: "×3.4 of ×10", "45 of 200", "1 of 3" rounds.

    For the targets of a hunt, return the turn they are in.
    """
    side_progress = progress(state, state.side_of(player))
    if side_progress is None:
        return locale.say(N_("turn {turn}"), turn=state.play.turn)
    return _reached_of_goal(locale, side_progress)


def _reached_of_goal(locale: Locale, side_progress: Progress) -> str:
    reached, goal_text = str(side_progress.reached), str(side_progress.goal)
    if side_progress.unit == "times":
        reached, goal_text = locale.times(side_progress.reached), f"×{side_progress.goal}"
    elif side_progress.unit == "points":
        reached, goal_text = locale.points(side_progress.reached), locale.points(side_progress.goal)
    return locale.say(N_("{made} of {goal}"), made=reached, goal=goal_text)


def progress_share(state: Match, side: str) -> Fraction:
    """Return a side's share of a win, 0 to 1, by the mod's own measure."""
    if state.setup.mod is None or not state.members(side):
        return Fraction(0)
    side_progress = progress(state, side)
    return Fraction(0) if side_progress is None else side_progress.part


def short_progress(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress as short as possible: "×3.4", "1/3", "7/15", "2/4"."""
    side_progress = progress(state, side)
    return (
        ""
        if side_progress is None
        else score_text(locale, side_progress.reached, side_progress.goal, side_progress.unit)
    )


def progress_text(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress with its goal: "×3.4 of ×10", "1 of 3 rounds", "7 of 15 points"."""
    side_progress, fraction = (
        progress(state, side),
        find_win_words(main_objective(state).by).fraction,
    )
    if side_progress is None:
        return locale.gettext(N_("targets")) if state.hunt is not None else ""
    return (
        _reached_of_goal(locale, side_progress)
        if fraction is None
        else fraction(locale, int(side_progress.reached), int(side_progress.goal))
    )


def progress_with_building(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress, with the structure of its building, which ranks level sides."""
    text, team = progress_text(locale, state, side), state.teams.get(side)
    if team is None or team.structure is None:
        return text
    building = locale.say(N_("structure {points}"), points=team.structure)
    return f"{text}, {building}"


def current_round(locale: Locale, state: Match) -> str:
    """Return the current round or leg of a hunt, and its goal; "" without one."""
    if state.setup.mod is None or not in_rounds(state) or not state.rounds.round:
        return ""
    leg = state.hunt
    if leg is None:
        return locale.say(N_("Round {round}"), round=state.rounds.round)
    first = N_("Hunt {leg} of 2: turn {turn}")
    second = N_("Hunt {leg} of 2: turn {turn}, to be done before turn {limit}")
    sentence = first if leg.to_beat is None else second
    return locale.say(sentence, leg=leg.leg, turn=state.play.turn, limit=leg.to_beat)


def to_win(locale: Locale, state: Match, player: str) -> str:
    """Return what the side of `player` must still do to win; "" without a mod or the player."""
    if state.setup.mod is None or player not in state.players:
        return ""
    if state.outcome.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.outcome.winner:
            return locale.gettext(won)
        winners = locale.join_and(state.side_name(side) for side in state.outcome.winner)
        return locale.say(lost, side=winners)
    return find_win_words(state.setup.mod.win.by).to_win(locale, state, player)
