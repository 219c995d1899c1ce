"""Sentences of a win by points for portals held."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod, PointsWin
from q40k.games.quake.rules.objectives.objective import Won
from q40k.games.quake.rules.objectives.points import PortalsCounted
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.games.quake.words.objectives.objective import (
    RuleWords,
    WinWords,
    count_missing,
    register_rule_words,
    register_win_words,
)
from q40k.games.quake.words.wording import tells
from q40k.i18n.locale import N_, Locale


@tells(PortalsCounted)
def _counted(locale: Locale, state: Match, event: PortalsCounted) -> str:
    parts = [
        locale.say(
            N_("{team} holds {portals} ({points} so far)"),
            team=team,
            portals=locale.join_and(portals),
            points=state.teams[team].points if team in state.teams else "?",
        )
        for team, portals in event.held.items()
    ]
    if event.contested:
        portals = locale.join_and(event.contested)
        parts.append(locale.say(N_("{portals} contested"), portals=portals))
    held = locale.join_clauses(parts) if parts else locale.gettext(N_("nobody holds any"))
    return locale.say(N_("Portals: {held}"), held=held)


def _wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, PointsWin)
    yield locale.gettext(
        N_("At each turn’s end, every portal held by one team alone scores a point for it.")
    )
    yield locale.say(N_("The first team to {points} points wins."), points=mod.win.points)


def _short(locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, PointsWin)
    return _amount(locale, Fraction(mod.win.points))


def _opening(locale: Locale, event: MatchOpened) -> str:
    assert isinstance(event.mod.win, PointsWin)
    mod, arena = locale.name_of(event.mod.name), locale.name_of(event.arena.name)
    sentence = N_("{mod}, arena {arena}: the first to hold portals for {goal} points wins")
    return locale.say(sentence, mod=mod, arena=arena, goal=event.mod.win.points)


def _to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many points for held portals are missing."""
    points = count_missing(state, player)
    return locale.ngettext(
        "{number} point to go: hold portals at each turn’s end",
        "{number} points to go: hold portals at each turn’s end",
        points,
    ).format(number=points)


def _victory(locale: Locale, state: Match, event: Won) -> str:
    return locale.ngettext(
        "{side} wins the match with {made} point", "{side} wins the match with {made} points",
        event.made,
    ).format(side=state.side_name(event.winner), made=event.made)  # fmt: skip


def _amount(locale: Locale, best: Fraction) -> str:
    return locale.ngettext("{number} point", "{number} points", int(best)).format(number=best)


def _fraction(locale: Locale, got: int, number: int) -> str:
    sentence = locale.ngettext("{got} of {number} points", "{got} of {number} points", got)
    if number == 1:
        sentence = locale.ngettext("{got} of {number} point", "{got} of {number} point", got)
    return sentence.format(got=got, number=number)


register_win_words(
    "points",
    WinWords(
        wins=_wins,
        short=_short,
        opening=_opening,
        to_win=_to_win,
        victory=_victory,
        amount=_amount,
        fraction=_fraction,
        options={"points": N_("points to win by portals held")},
    ),
)

register_rule_words(
    "domination",
    RuleWords(
        name=N_("domination"),
        short=lambda locale, _mod: locale.gettext(N_("portals to hold")),
        set_up=lambda locale, _mod: locale.gettext(N_("The portals lie outside the bases.")),
    ),
)
