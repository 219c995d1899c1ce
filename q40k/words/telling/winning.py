"""The win in sentences."""

from __future__ import annotations

from fractions import Fraction

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of, names_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _won(speech: Speech, state: Match, event: e.Won) -> str:
    if event.by == "score":
        return _won_by_score(speech, state, event)
    side, made = state.side_name(event.winner), event.made
    if event.by == "rounds":
        said = speech.ngettext(
            "{side} wins the match with {made} round", "{side} wins the match with {made} rounds",
            made,
        )  # fmt: skip
    else:
        said = speech.ngettext(
            "{side} wins the match with {made} point", "{side} wins the match with {made} points",
            made,
        )  # fmt: skip
    return said.format(side=side, made=made)


def _won_by_score(speech: Speech, state: Match, event: e.Won) -> str:
    who, winner = name_of(state, event.winner), state.players.get(event.winner)
    times = speech.times(event.times)
    if winner is not None and winner.times == event.times:
        sentence = N_("{player} wins the match with {points} points, {times} of its own value")
        points = speech.points(winner.score)
        said = speech.say(sentence, player=who, points=points, times=times)
    else:
        sentence = N_("{player} wins the match with {times} of its own value")
        said = speech.say(sentence, player=who, times=times)
    others = [p for p in event.over if p != event.winner]
    if not others:
        return said
    names = speech.listed(names_of(state, others))
    reached = speech.say(N_("goal also reached by {players}"), players=names)
    return f"{said} ({reached}; {_decided(speech, state, event, others)})"


def _decided(speech: Speech, state: Match, event: e.Won, others: list[str]) -> str:
    """What decided between several who reached their goal (SCORE-4)."""
    times: list[Fraction] = [state.players[p].times for p in others if p in state.players]
    if state.played_on or not times:
        return speech.gettext(N_("decided by the most times one’s own value, then by initiative"))
    if max(times) == event.times:
        return speech.gettext(N_("level on that, so initiative decided"))
    return speech.gettext(N_("decided by the most times one’s own value"))


def _played_on(speech: Speech, _state: Match, _event: e.PlayedOn) -> str:
    return speech.gettext(N_("The table plays on"))


TELLERS: Tellers = {
    e.Won: _won,
    e.PlayedOn: _played_on,
}
