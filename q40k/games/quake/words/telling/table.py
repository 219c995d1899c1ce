"""The table in sentences: players, corrections, overrulings."""

from __future__ import annotations

from q40k.games.quake.packs.models import HuntWin, PointsWin, RoundsWin
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.labels import champion_line
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def _opened(locale: Locale, _state: Match, event: e.MatchOpened) -> str:
    mod, arena = locale.said(event.mod.name), locale.said(event.arena.name)
    win = event.mod.win
    if isinstance(win, RoundsWin):
        return locale.ngettext(
            "{mod}, arena {arena}: {number} round wins",
            "{mod}, arena {arena}: {number} rounds win",
            win.rounds,
        ).format(mod=mod, arena=arena, number=win.rounds)
    if isinstance(win, PointsWin):
        sentence = N_("{mod}, arena {arena}: the first to hold portals for {goal} points wins")
        return locale.say(sentence, mod=mod, arena=arena, goal=win.points)
    if isinstance(win, HuntWin):
        sentence = N_("{mod}, arena {arena}: the better hunt wins")
        return locale.say(sentence, mod=mod, arena=arena)
    if event.points_to_win is not None:
        sentence = N_("{mod}, arena {arena}: the first to reach {goal} points wins")
        return locale.say(sentence, mod=mod, arena=arena, goal=event.points_to_win)
    sentence = N_("{mod}, arena {arena}: the first to reach ×{goal} of its own value wins")
    return locale.say(sentence, mod=mod, arena=arena, goal=event.times_to_win)


def _joined(locale: Locale, state: Match, event: e.Joined) -> str:
    line = champion_line(locale, event.champion)
    back, new = N_("{player} is back with {champion}"), N_("{player} joins with {champion}")
    sentence = back if event.returned else new
    known = event.player in state.players  # not, once the joining is undone
    who = name_of(state, event.player) if known else event.name
    said = locale.say(sentence, player=who, champion=line)
    return f"{said}, {event.team}" if event.team and state.in_teams else said


def _left(locale: Locale, state: Match, event: e.Left) -> str:
    sentence = N_("{player} leaves; the score stays on the board")
    return locale.say(sentence, player=name_of(state, event.player))


def _adjusted(locale: Locale, state: Match, event: e.Adjusted) -> str:
    sentence = N_("Score adjusted: {player} {points} ({why})")
    who, points = name_of(state, event.player), locale.signed(event.score)
    return locale.say(sentence, player=who, points=points, why=event.why)


def _renamed(locale: Locale, _state: Match, event: e.Renamed) -> str:
    return locale.say(N_("{was} is now called {name}"), was=event.was, name=event.name)


def _corrected(locale: Locale, state: Match, event: e.ChampionCorrected) -> str:
    sentence = N_("Champion put right: {player} plays {champion}")
    line = champion_line(locale, event.champion)
    said = [locale.say(sentence, player=name_of(state, event.player), champion=line)]
    if event.total is not None:
        said.append(locale.say(N_("initiative {total}"), total=event.total))
    said += [f"{name_of(state, p)} {locale.signed(paid)}" for p, paid in event.paid.items()]
    return ", ".join(said)


def _roller(locale: Locale, state: Match, event: e.RollerSet) -> str:
    if event.player is None:
        if event.roller == "app":
            return locale.gettext(N_("From now on the app rolls for everyone"))
        return locale.gettext(N_("From now on everyone rolls real dice"))
    by_app = N_("From now on the app rolls for {player}")
    by_hand = N_("From now on {player} rolls real dice")
    sentence = by_app if event.roller == "app" else by_hand
    return locale.say(sentence, player=name_of(state, event.player))


def _d3(locale: Locale, _state: Match, event: e.D3Typed) -> str:
    if event.on_d6:
        return locale.gettext(N_("A D3 is typed as the D6 it was rolled on"))
    return locale.gettext(N_("A D3 is typed as 1 to 3"))


def _overridden(locale: Locale, _state: Match, event: e.Overridden) -> str:
    sentence = N_("The game master overrules {rule}: {reason}")
    return locale.say(sentence, rule=event.rule, reason=event.reason)


TELLERS: Tellers = {
    e.MatchOpened: _opened,
    e.Joined: _joined,
    e.Left: _left,
    e.Adjusted: _adjusted,
    e.Renamed: _renamed,
    e.ChampionCorrected: _corrected,
    e.RollerSet: _roller,
    e.D3Typed: _d3,
    e.Overridden: _overridden,
}
