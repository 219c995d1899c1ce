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
    now = [*_last_alive(speech, state, player), *_by_deeds(speech, state, player)]
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


def _by_deeds(speech: Speech, state: Match, player: str) -> list[str]:
    """What else wins the round: a flag brought home, buildings destroyed."""
    assert state.mod is not None
    side = state.side_of(player)
    deeds = []
    if state.mod.has("flags"):
        deeds.append(_flag_home(speech, state, side))
    standing = [team for team in state.teams.values() if team.structure and team.name != side]
    if standing:
        left = speech.listed(f"{team.name} ({team.structure})" for team in standing)
        deeds.append(speech.say(N_("destroy the buildings of {teams}"), teams=left))
    elif state.mod.has("structures"):
        deeds.append(speech.gettext(N_("destroy every other building")))
    return deeds


def _flag_home(speech: Speech, state: Match, side: str) -> str:
    """What brings a flag home: whose hands it is in, and whether one's own is in its place."""
    flags = state.flags.values()
    carriers = [f.carrier for f in flags if f.carrier and state.side_of(f.carrier) == side]
    if any(flag.team == side and not flag.at_home for flag in flags):
        return speech.gettext(N_("get one’s own flag back in its place first"))
    if carriers:
        names = speech.either(names_of(state, carriers))
        return speech.say(N_("{players} must reach one’s own base with the flag"), players=names)
    assert state.mod is not None
    home, one = N_("bring another’s flag home, one’s own in its place"), N_("bring the flag home")
    return speech.gettext(one if state.mod.parameters.flags == "one" else home)


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
