"""Which actions make sense now: for the keys, the key bar and the palette."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.deployment.deploy import Deploy
from q40k.games.quake.rules.ending.ending import PlayOn
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn.turn import Next
from q40k.games.quake.screen.objectives import choosable, deeds
from q40k.i18n.locale import Locale
from q40k.table.match_session import MatchSession
from q40k.tui.actions import Action


def _acting(state: Match) -> bool:
    return state.running and state.play.active is not None


def _moving(state: Match) -> bool:
    return state.play.phase == "movement" and state.play.active is not None


def _jumping(state: Match) -> bool:
    return _moving(state) and state.setup.mod is not None and state.setup.mod.has("portals")


def _picking_up(state: Match) -> bool:
    free = any(not token.holder for token in state.tokens.values())
    return _moving(state) and free and state.setup.mod is not None and state.setup.mod.has("bonus")


def _playing(state: Match) -> bool:
    return state.play.phase != "setup"


def _somebody(state: Match) -> bool:
    return any(player.present for player in state.players.values())


def _any_deed(state: Match) -> bool:
    return state.play.active is not None and bool(deeds(state))


_WHEN: dict[str, Callable[[Match], bool]] = {
    "start": lambda state: state.play.phase == "setup" and _somebody(state),
    "join": lambda _state: True,
    "leave": _somebody,
    "next": lambda state: _playing(state) and state.play.active is not None,
    "deploy-at": lambda state: state.play.phase == "deployment",
    "place": lambda state: _playing(state) and any(p.in_play for p in state.players.values()),
    "portal": _jumping,
    "portal-more": _jumping,
    "move": _moving,
    "token": _picking_up,
    "end-phase": _acting,
    "act": lambda state: bool(choosable(state)),
    "shoot": _acting,
    "charge": _acting,
    "fight": lambda state: state.running,
    "hard-move": _moving,
    "contact": lambda state: state.running,
    "objective": _any_deed,
    "clock": lambda _state: True,
    "clock-hold": lambda state: state.clock is not None,
    "end-match": _playing,
}


_PHASES = {"shoot": "shooting", "charge": "assault", "fight": "melee"}
"""Where an action is usual; elsewhere the rules refuse it, and may be overruled."""


def usual(state: Match, action: Action) -> bool:
    """Whether an action belongs to this phase, so that the key bar shows it."""
    return _PHASES.get(action.id, state.play.phase) == state.play.phase


def available(match_session: MatchSession, action: Action, can_go: bool) -> bool:
    """Whether `action` makes sense with the match as it stands.

    `can_go` says whether an undo or redo has anything to move.
    """
    state = match_session.state
    if action.group in ("view", "app"):
        return True
    if match_session.watching:
        return False
    if action.id in ("undo", "redo"):
        return can_go
    return (
        match_session.question is None and state.setup.mod is not None and _free(state, action.id)
    )


def _free(state: Match, action: str) -> bool:
    """Whether an action makes sense when nothing is asked; Next plays on after a win."""
    if action in ("fix", "dice"):
        return bool(state.players)
    if state.outcome.over:
        return action == "next"
    return _WHEN.get(action, _playing)(state)


def next_command(state: Match) -> Command:
    """What N means: play on after a win, place the champion in deployment, else the next one."""
    if state.outcome.over:
        return PlayOn()
    if state.play.phase == "deployment":
        return Deploy(player=state.players[state.play.active or ""].name)
    return Next()


def unavailable(match_session: MatchSession, action: Action, locale: Locale) -> str:
    """Why `action` cannot be done now."""
    _ = locale.gettext
    if match_session.watching:
        return _("You are only watching: another q40k holds this match.")
    if action.id in ("undo", "redo"):
        return _("There is nothing to take back or give back.")
    if match_session.question is not None:
        return _("First answer the question, or press Escape.")
    return _("“{action}” makes no sense just now.").format(action=_(action.name))
