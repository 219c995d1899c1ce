"""What a player still has to do to win, in one line, by the mod's own way to win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from q40k.packs.models import PointsWin, RoundsWin
from q40k.rules.score import wins_with
from q40k.rules.state import Match
from q40k.rules.victory import points
from q40k.rules.victory.rounds import standing
from q40k.words.names import names_of
from q40k.words.speech import N_, Speech


def to_win(speech: Speech, state: Match, player: str) -> str:
    """What the side of `player` still has to do to win the match; "" before it is laid out."""
    if state.mod is None or player not in state.players:
        return ""
    if state.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.winner:
            return speech.gettext(won)
        winners = speech.listed(state.side_name(side) for side in state.winner)
        return speech.say(lost, side=winners)
    return TO_WIN[state.mod.win.by](speech, state, player)


def _by_score(speech: Speech, state: Match, player: str) -> str:
    """How many points are missing, and who is worth them."""
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    said = speech.ngettext(
        "{points} point to go", "{points} points to go", 1 if missing == 1 else 2
    ).format(points=speech.points(missing))
    deadly = [p for p in state.order if state.players[p].in_play and wins_with(state, player, p)]
    if not deadly:
        return said
    kills = N_("{missing}: killing {players} wins")
    return speech.say(kills, missing=said, players=speech.either(names_of(state, deadly)))


def _by_rounds(speech: Speech, state: Match, player: str) -> str:
    """How many rounds are missing, and what wins the running one."""
    assert state.mod is not None
    assert isinstance(state.mod.win, RoundsWin)
    side = state.side_of(player)
    missing = state.mod.win.rounds - state.rounds.get(side, 0)
    said = speech.ngettext("{number} round to go", "{number} rounds to go", missing).format(
        number=missing
    )
    now = [*_last_alive(speech, state, player), *_by_deeds(speech, state)]
    if not now:
        return said
    return speech.say(N_("{missing}: {deed}"), missing=said, deed=speech.either(now))


def _last_alive(speech: Speech, state: Match, player: str) -> list[str]:
    """Under sudden death: whom to outlive (SUDDEN-1)."""
    assert state.mod is not None
    if not state.mod.has("sudden-death") or not state.round:
        return []
    side = state.side_of(player)
    left = standing(state)
    if side not in left:
        return [speech.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in left if other != side]
    if not rivals:
        return []
    return [speech.say(N_("outlive {sides}"), sides=speech.listed(rivals))]


def _by_deeds(speech: Speech, state: Match) -> list[str]:
    """What else wins the round: a flag brought home, buildings destroyed."""
    assert state.mod is not None
    deeds = []
    if state.mod.has("flags"):
        home = N_("bring another’s flag home, one’s own in its place")
        one = N_("bring the flag home")
        deeds.append(speech.gettext(one if state.mod.parameters.flags == "one" else home))
    if state.mod.has("structures"):
        deeds.append(speech.gettext(N_("destroy every other building")))
    return deeds


def _by_points(speech: Speech, state: Match, player: str) -> str:
    """How many turns' worth of held portals are missing (PointsWin)."""
    assert state.mod is not None
    assert isinstance(state.mod.win, PointsWin)
    missing = state.mod.win.points - int(points.measure(state, state.side_of(player)))
    return speech.ngettext(
        "{number} point to go: hold portals at each turn’s end",
        "{number} points to go: hold portals at each turn’s end",
        missing,
    ).format(number=missing)


def _by_hunt(speech: Speech, state: Match, player: str) -> str:
    """What this leg asks of cleaners and of targets, with the turns there are left for it."""
    hunt = state.hunt
    if hunt is None:
        return speech.gettext(N_("the teams’ roles are not settled yet"))
    cleans = state.side_of(player) == hunt.cleaners
    targets = sum(
        p.present and not p.out and state.side_of(p.id) != hunt.cleaners
        for p in state.players.values()
    )
    if hunt.to_beat is None:
        clean = N_("kill every target in as few turns as can be: {targets} left, turn {turn}")
        hide = N_("stay alive for as many turns as can be: {targets} left, turn {turn}")
    else:
        clean = N_("kill every target before turn {limit}: {targets} left, turn {turn}")
        hide = N_("keep somebody alive until turn {limit}: {targets} left, turn {turn}")
    said = clean if cleans else hide
    return speech.say(said, targets=targets, turn=state.turn, limit=hunt.to_beat)


TO_WIN: Final[Mapping[str, Callable[[Speech, Match, str], str]]] = {
    "score": _by_score,
    "rounds": _by_rounds,
    "points": _by_points,
    "hunt": _by_hunt,
}
"""How each way to win is told."""
