"""Sentences of a win by the score."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod, ScoreWin
from q40k.games.quake.rules.objectives.objective import Won
from q40k.games.quake.rules.objectives.score import kill_would_win
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.games.quake.words.names import names_of
from q40k.games.quake.words.objectives.objective import WinWords, register_win_words
from q40k.i18n.locale import N_, Locale


def _wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, ScoreWin)
    each = N_("The first to score {times} times its own value wins.")
    team = N_("The first team to score {times} times its champions’ summed value wins.")
    yield locale.say(team if mod.in_teams else each, times=mod.win.times)


def _short(_locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, ScoreWin)
    return f"×{mod.win.times}"


def _opening(locale: Locale, event: MatchOpened) -> str:
    mod, arena = locale.name_of(event.mod.name), locale.name_of(event.arena.name)
    if event.points_to_win is not None:
        sentence = N_("{mod}, arena {arena}: the first to reach {goal} points wins")
        return locale.say(sentence, mod=mod, arena=arena, goal=event.points_to_win)
    sentence = N_("{mod}, arena {arena}: the first to reach ×{goal} of its own value wins")
    return locale.say(sentence, mod=mod, arena=arena, goal=event.times_to_win)


def _to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many points are missing, and whose death would bring them."""
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    text = locale.ngettext(
        "{points} point to go", "{points} points to go", 1 if missing == 1 else 2
    ).format(points=locale.points(missing))
    deadly = [
        p for p in state.order if state.players[p].in_play and kill_would_win(state, player, p)
    ]
    if not deadly:
        return text
    kills = N_("{missing}: killing {players} wins")
    return locale.say(kills, missing=text, players=locale.join_or(names_of(state, deadly)))


def _victory(locale: Locale, state: Match, event: Won) -> str:
    who, times = state.side_name(event.winner), locale.times(event.times)
    points = event.points
    is_known = event.winner in state.sides
    if points is None and is_known and state.times_of(event.winner) == event.times:
        points = state.score_of(event.winner)  # an older match does not record them
    if points is not None:
        sentence = N_("{player} wins the match with {points} points, {times} of its own value")
        text = locale.say(sentence, player=who, points=locale.points(points), times=times)
    else:
        sentence = N_("{player} wins the match with {times} of its own value")
        text = locale.say(sentence, player=who, times=times)
    if event.shared:
        sides = locale.join_and(state.side_name(side) for side in (event.winner, *event.shared))
        return locale.say(
            N_("{sides} reach their goal level in everything, and share the win with {times}"),
            sides=sides,
            times=times,
        )
    others = [p for p in event.over if p != event.winner]
    if not others:
        return text
    names = locale.join_and(state.side_name(side) for side in others)
    reached = locale.say(N_("goal also reached by {players}"), players=names)
    return f"{text} ({reached}; {_tie_breaker(locale, state, event, others)})"


def _tie_breaker(locale: Locale, state: Match, event: Won, others: list[str]) -> str:
    """Return what decided between sides that reached their goal together (SCORE-4)."""
    if event.reached is not None:
        times = [event.reached[side] for side in others]
    elif state.outcome.played_on:
        times = []
    else:
        times = [state.times_of(side) for side in others if side in state.sides]
    if not times:
        first = N_("decided by the most times one’s own value, then by initiative")
        teams = N_("decided by the most times one’s own value, then by TIE-1")
        return locale.gettext(teams if state.in_teams else first)
    if event.tied:
        return locale.gettext(N_("level on that, so figures and years decided (TIE-1)"))
    if max(times) == event.times:
        return locale.gettext(N_("level on that, so initiative decided"))
    return locale.gettext(N_("decided by the most times one’s own value"))


def _amount(locale: Locale, best: Fraction) -> str:
    return locale.say(N_("{times} of its own value"), times=locale.times(best))


def _how_won(locale: Locale, state: Match, side: str, amount: str) -> str:
    score = locale.points(state.score_of(side))
    return locale.say(N_("{score} points: {goal}"), score=score, goal=amount)


register_win_words(
    "score",
    WinWords(
        wins=_wins,
        short=_short,
        opening=_opening,
        to_win=_to_win,
        victory=_victory,
        amount=_amount,
        how_won=_how_won,
        options={
            "times_to_win": N_("times its own value to win"),
            "points_to_win": N_("points to win"),
        },
    ),
)
