"""The table at a glance: bonuses by name, who fights whom, who stands on a portal, who is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.content import Content

from q40k.games.quake.rules.melee.melees import melees
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.teams.sides import IN_PORTAL, coloured
from q40k.games.quake.words.bonus import bonus_name
from q40k.i18n.locale import Locale
from q40k.tui import look

HELD, SPENT, FIGHT = "◆", "◇", "⚔"
"""A bonus that is held, one that is used up, and a melee."""


def glance(locale: Locale, state: Match) -> list[Content]:
    """What the rows of the board cannot show, a line each; empty ones are left out."""
    if not state.running:
        return []
    facts: tuple[tuple[str, Callable[[Locale, Match], Iterator[str]]], ...] = (
        (HELD, _bonuses), (FIGHT, _fights), (IN_PORTAL, _portals), (look.DEAD, _away),
    )  # fmt: skip
    told = [(sign, " · ".join(found(locale, state))) for sign, found in facts]
    return [
        Content.assemble((f"{sign} ", look.MUTED), coloured(state, text))
        for sign, text in told
        if text
    ]


def _there(state: Match) -> list[Player]:
    return [state.players[one] for one in state.order]


def _bonuses(locale: Locale, state: Match) -> Iterator[str]:
    for one in _there(state):
        if one.bonus is not None:
            spent = f" {SPENT}" if one.bonus.spent else ""
            yield f"{one.name} {bonus_name(locale, state, one.id)}{spent}"


def _fights(_locale: Locale, state: Match) -> Iterator[str]:
    for members in melees(state):
        names = [state.players[one].name for one in members]
        building = state.players[members[0]].turn.building
        yield " – ".join(names if len(names) > 1 or building is None else [*names, building])


def _portals(_locale: Locale, state: Match) -> Iterator[str]:
    for one in sorted(_there(state), key=lambda one: one.position.portal or 0):
        if one.position.portal is not None:
            yield f"{one.position.portal} {one.name}"


def _away(locale: Locale, state: Match) -> Iterator[str]:
    """Who is dead or out, who waits; where places are kept also whose place nobody knows."""
    _ = locale.gettext
    gone = [one.name for one in _there(state) if not one.in_play]
    if gone:
        yield _("not on the table: {names}").format(names=locale.join_and(gone))
    from q40k.games.quake.table.scene import keeps_places  # late: it reads the arena's shapes

    if keeps_places(state):
        placed = (one for one in _there(state) if one.in_play and one.position.portal is None)
        unknown = [one.name for one in placed if one.position.at is None]
        if unknown:
            yield _("not on the map: {names}").format(names=locale.join_and(unknown))
