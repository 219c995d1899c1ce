"""What a player still has to do to win, in one line, by the mod's own way to win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from q40k.games.quake.packs.models import PointsWin, RoundsWin
from q40k.games.quake.rules.score import wins_with
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.victory import points
from q40k.games.quake.rules.victory.rounds import standing
from q40k.games.quake.words.names import names_of
from q40k.i18n.locale import N_, Locale


def to_win(locale: Locale, state: Match, player: str) -> str:
    """What the side of `player` still has to do to win the match; "" before it is laid out."""
    if state.setup.mod is None or player not in state.players:
        return ""
    if state.outcome.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.outcome.winner:
            return locale.gettext(won)
        winners = locale.listed(state.side_name(side) for side in state.outcome.winner)
        return locale.say(lost, side=winners)
    return TO_WIN[state.setup.mod.win.by](locale, state, player)


def _by_score(locale: Locale, state: Match, player: str) -> str:
    """How many points are missing, and who is worth them."""
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    said = locale.ngettext(
        "{points} point to go", "{points} points to go", 1 if missing == 1 else 2
    ).format(points=locale.points(missing))
    deadly = [p for p in state.order if state.players[p].in_play and wins_with(state, player, p)]
    if not deadly:
        return said
    kills = N_("{missing}: killing {players} wins")
    return locale.say(kills, missing=said, players=locale.either(names_of(state, deadly)))


def _by_rounds(locale: Locale, state: Match, player: str) -> str:
    """How many rounds are missing, and what wins the running one."""
    assert state.setup.mod is not None
    assert isinstance(state.setup.mod.win, RoundsWin)
    side = state.side_of(player)
    missing = state.setup.mod.win.rounds - state.rounds.won.get(side, 0)
    said = locale.ngettext("{number} round to go", "{number} rounds to go", missing).format(
        number=missing
    )
    now = [*_last_alive(locale, state, player), *_by_deeds(locale, state, player)]
    if not now:
        return said
    return locale.say(N_("{missing}: {deed}"), missing=said, deed=locale.either(now))


def _last_alive(locale: Locale, state: Match, player: str) -> list[str]:
    """Under sudden death: whom to outlive (SUDDEN-1)."""
    assert state.setup.mod is not None
    if not state.setup.mod.has("sudden-death") or not state.rounds.round:
        return []
    side = state.side_of(player)
    left = standing(state)
    if side not in left:
        return [locale.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in left if other != side]
    if not rivals:
        return []
    return [locale.say(N_("outlive {sides}"), sides=locale.listed(rivals))]


def _by_deeds(locale: Locale, state: Match, player: str) -> list[str]:
    """What else wins the round: a flag brought home, buildings destroyed."""
    assert state.setup.mod is not None
    side = state.side_of(player)
    deeds = []
    if state.setup.mod.has("flags"):
        deeds.append(_flag_home(locale, state, side))
    standing = [team for team in state.teams.values() if team.structure and team.name != side]
    if standing:
        left = locale.listed(f"{team.name} ({team.structure})" for team in standing)
        deeds.append(locale.say(N_("destroy the buildings of {teams}"), teams=left))
    elif state.setup.mod.has("structures"):
        deeds.append(locale.gettext(N_("destroy every other building")))
    return deeds


def _flag_home(locale: Locale, state: Match, side: str) -> str:
    """What brings a flag home: whose hands it is in, and whether one's own is in its place."""
    flags = state.flags.values()
    carriers = [f.carrier for f in flags if f.carrier and state.side_of(f.carrier) == side]
    if any(flag.team == side and not flag.at_home for flag in flags):
        return locale.gettext(N_("get one’s own flag back in its place first"))
    if carriers:
        names = locale.either(names_of(state, carriers))
        return locale.say(N_("{players} must reach one’s own base with the flag"), players=names)
    assert state.setup.mod is not None
    home, one = N_("bring another’s flag home, one’s own in its place"), N_("bring the flag home")
    return locale.gettext(one if state.setup.mod.parameters.flags == "one" else home)


def _by_points(locale: Locale, state: Match, player: str) -> str:
    """How many turns' worth of held portals are missing (PointsWin)."""
    assert state.setup.mod is not None
    assert isinstance(state.setup.mod.win, PointsWin)
    missing = state.setup.mod.win.points - int(points.measure(state, state.side_of(player)))
    return locale.ngettext(
        "{number} point to go: hold portals at each turn’s end",
        "{number} points to go: hold portals at each turn’s end",
        missing,
    ).format(number=missing)


def _by_hunt(locale: Locale, state: Match, player: str) -> str:
    """What this leg asks of cleaners and of targets, with the turns there are left for it."""
    hunt = state.hunt
    if hunt is None:
        return locale.gettext(N_("the teams’ roles are not settled yet"))
    cleans = state.side_of(player) == hunt.cleaners
    targets = sum(
        p.present and not p.life.out and state.side_of(p.id) != hunt.cleaners
        for p in state.players.values()
    )
    if hunt.to_beat is None:
        clean = N_("kill every target in as few turns as can be: {targets} left, turn {turn}")
        hide = N_("stay alive for as many turns as can be: {targets} left, turn {turn}")
    else:
        clean = N_("kill every target before turn {limit}: {targets} left, turn {turn}")
        hide = N_("keep somebody alive until turn {limit}: {targets} left, turn {turn}")
    said = clean if cleans else hide
    return locale.say(said, targets=targets, turn=state.play.turn, limit=hunt.to_beat)


TO_WIN: Final[Mapping[str, Callable[[Locale, Match, str], str]]] = {
    "score": _by_score,
    "rounds": _by_rounds,
    "points": _by_points,
    "hunt": _by_hunt,
}
"""How each way to win is told."""
