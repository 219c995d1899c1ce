"""The board in words: the mod, whose turn it is, each player's place and score."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import bonus_name
from q40k.games.quake.words.objectives.progress import goal_progress
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.turn import phase_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import BoardText

_COLUMNS = (
    N_("Player"), N_("Champion"), N_("Value"), N_("Score"), N_("Goal"), N_("Kills"), N_("Deaths"),
    N_("In a row"), N_("Where"), N_("Bonus"),
)  # fmt: skip
_FIGURES = (3, 4, 5, 6, 7, 8)


@WORDS.boards
def _board(locale: Locale, state: Match) -> BoardText:
    columns = ["#", *map(locale.gettext, _COLUMNS)]
    if state.in_teams:
        columns.insert(2, locale.gettext(N_("Team")))
    others = [player for player in state.players if player not in state.order]
    return BoardText(
        tuple(_heading(locale, state)),
        tuple(columns),
        tuple(_row(locale, state, player) for player in (*state.order, *others)),
        (0, *(place + state.in_teams for place in _FIGURES)),
    )


def _heading(locale: Locale, state: Match) -> list[str]:
    if state.setup.mod is None or state.setup.arena is None:
        return [locale.gettext(N_("Nothing is laid out yet."))]
    parts = [locale.name_of(state.setup.mod.name), locale.name_of(state.setup.arena.name)]
    if state.play.turn:
        parts.append(locale.say(N_("turn {turn}"), turn=state.play.turn))
    parts.append(phase_name(locale, "over" if state.outcome.over else state.play.phase))
    lines = [" · ".join(parts)]
    if state.outcome.winner:
        names = locale.join_and(state.side_name(side) for side in state.outcome.winner)
        lines.append(locale.say(N_("Won by {players}"), players=names))
    elif state.play.active:
        player = state.players[state.play.active]
        place = where(locale, player)
        notes = ", ".join(note for note in (player.team if state.in_teams else "", place) if note)
        name = f"{player.name} ({notes})" if notes else player.name
        lines.append(locale.say(N_("Now: {player}"), player=name))
    return lines


def _row(locale: Locale, state: Match, player: str) -> tuple[str, ...]:
    who = state.players[player]
    return (
        str(state.order.index(player) + 1) if player in state.order else "-",
        f"{who.name} *" if state.side_of(player) in state.outcome.winner else who.name,
        *([who.team or "-"] if state.in_teams else []),
        locale.name_of(who.champion.name),
        locale.points(who.value),
        locale.points(who.score.points),
        goal_progress(locale, state, player),
        str(who.score.kills),
        str(who.score.deaths),
        str(who.score.streak),
        where(locale, who) or "-",
        bonus_name(locale, state, player) or "-",
    )


@WORDS.score_lines
def _scores(locale: Locale, state: Match) -> str:
    if not state.running:
        return ""
    players = state.players.values()
    return " · ".join(f"{player.name} {locale.points(player.score.points)}" for player in players)
