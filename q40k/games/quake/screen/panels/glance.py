"""Lines below the board: bonuses by name, melees, occupied portals, absent players."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.content import Content

from q40k.games.quake.rules.melee.contact import melees
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.teams.sides import IN_PORTAL, colour_names
from q40k.games.quake.words.bonus import bonus_name
from q40k.i18n.locale import Locale
from q40k.tui import look

HELD, SPENT, FIGHT = "◆", "◇", "⚔"
"""The signs of an unused bonus, a used one, and a melee."""


def glance(locale: Locale, state: Match) -> list[Content]:
    """List what the rows of the board cannot show, a line each, without empty lines."""
    if not state.running:
        return []
    facts: tuple[tuple[str, Callable[[Locale, Match], Iterator[str]]], ...] = (
        (HELD, _bonuses), (FIGHT, _fights), (IN_PORTAL, _portals), (look.DEAD, _away),
    )  # fmt: skip
    lines = [(sign, " · ".join(list_facts(locale, state))) for sign, list_facts in facts]
    return [
        Content.assemble((f"{sign} ", look.MUTED), colour_names(state, text))
        for sign, text in lines
        if text
    ]


def _players(state: Match) -> list[Player]:
    return [state.players[player] for player in state.order]


def _bonuses(locale: Locale, state: Match) -> Iterator[str]:
    for player in _players(state):
        if player.bonus is not None:
            spent = f" {SPENT}" if player.bonus.spent else ""
            yield f"{player.name} {bonus_name(locale, state, player.id)}{spent}"


def _fights(_locale: Locale, state: Match) -> Iterator[str]:
    for members in melees(state):
        names = [state.players[member].name for member in members]
        building = state.players[members[0]].turn.building
        yield " – ".join(names if len(names) > 1 or building is None else [*names, building])


def _portals(_locale: Locale, state: Match) -> Iterator[str]:
    for player in sorted(_players(state), key=lambda player: player.position.portal or 0):
        if player.position.portal is not None:
            yield f"{player.position.portal} {player.name}"


def _away(locale: Locale, state: Match) -> Iterator[str]:
    """Yield who is off the table and, where places are kept, whose place is unknown."""
    _ = locale.gettext
    absent = [player.name for player in _players(state) if not player.in_play]
    if absent:
        yield _("not on the table: {names}").format(names=locale.join_and(absent))
    from q40k.games.quake.table.scene import keeps_places  # late: it reads the arena's shapes

    if keeps_places(state):
        placed = (
            player
            for player in _players(state)
            if player.in_play and player.position.portal is None
        )
        unknown = [player.name for player in placed if player.position.at is None]
        if unknown:
            yield _("not on the map: {names}").format(names=locale.join_and(unknown))
