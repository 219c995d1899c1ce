"""Forms that go on: to the next champion, to another of the team, to the next phase."""

from __future__ import annotations

from q40k.games.quake.rules.deployment import Deploy
from q40k.games.quake.rules.ending import PlayOn
from q40k.games.quake.rules.initiative import may_deploy_now
from q40k.games.quake.rules.registry import Command
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn.acting import Act, may_act
from q40k.games.quake.rules.turn.next import Next, why_nothing_to_do
from q40k.games.quake.rules.turn.turn import EndPhase
from q40k.games.quake.screen.base import Desk, acting, action, playing
from q40k.games.quake.screen.forms import player_options
from q40k.games.quake.screen.objectives import find_objective_moves
from q40k.i18n.locale import N_
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.table.settings import change_settings
from q40k.tui.fields import (
    Pick,
)
from q40k.tui.forms import Form


@action(
    "next",
    "play",
    key="n",
    at=105,
    bar=0,
    name=N_("Next"),
    help=N_(
        "End the active champion’s part and go on to the next one. In deployment: the"
        " champion is placed, without a position kept."
    ),
    when=lambda state: state.outcome.over or (playing(state) and state.play.active is not None),
    over=True,
)
def next_champion(desk: Desk) -> Command:
    """Play on after a win, place the champion in deployment, or go to the next champion (N)."""
    state = desk.state
    if state.outcome.over:
        return PlayOn()
    if state.play.phase == "deployment":
        return Deploy(player=state.players[state.play.active or ""].name)
    return Next(passed=_passable_players(desk) if desk.settings.passes else ())


def _passable_players(desk: Desk) -> tuple[str, ...]:
    """List the players to pass over next.

    The list ends at a question and at a new turn. The rules are tried out; nothing is kept.
    """
    rules, state, passed = desk.match_session.game.rules, desk.state, list[str]()
    turn = state.play.turn
    while True:
        run = Run(rules, state, Next())
        try:
            run.start()
        except Refused:
            return ()
        state, active = run.state, run.state.play.active
        goes_on = run.question is None and state.running and not state.outcome.over
        if not goes_on or active is None or state.play.turn != turn:
            return tuple(passed)
        if not why_nothing_to_do(state) or find_objective_moves(state):
            return tuple(passed)
        passed.append(state.players[active].name)


@action(
    "passing",
    "app",
    key="ctrl+n",
    at=539,
    name=N_("Passing over on / off"),
    help=N_(
        "N passes over whoever can surely do nothing in the phase: no weapon that may fire, no"
        " charge, no melee. The feed says whom, and why; one undo takes it back."
    ),
)
def passing(desk: Desk) -> None:
    """Switch passing over on or off, and keep the setting (Ctrl+N)."""
    _ = desk.locale.gettext
    desk.settings = change_settings(passes=not desk.settings.passes)
    desk.notice = (
        _("N passes over who can do nothing in a phase.")
        if desk.settings.passes
        else _("N stops at everybody.")
    )


@action(
    "end-phase",
    "play",
    key="e",
    at=150,
    bar=100,
    name=N_("End phase"),
    help=N_("End the phase for everyone who has not acted yet."),
    when=acting,
)
def end_phase(_desk: Desk) -> Command:
    """End the phase for everyone who has not acted yet (E)."""
    return EndPhase()


def choosable(state: Match) -> tuple[str, ...]:
    """List the players who may act or be placed now; empty if there is no choice."""
    if not state.in_teams or state.play.active is None or state.outcome.over:
        return ()
    if state.play.phase == "deployment":
        may = may_deploy_now(state)
    else:
        may = may_act(state) if state.running else ()
    return may if len(may) > 1 else ()


@action(
    "act",
    "play",
    key="a",
    at=185,
    bar=0,
    name=N_("Who acts"),
    help=N_(
        "In teams: say who of the team acts now, or is placed now; its number alone does it,"
        " too, and so do the arrows and Enter."
    ),
    when=lambda state: bool(choosable(state)),
)
def act(desk: Desk) -> Form:
    """Ask who of the team acts or is placed now (A, a number or an arrow)."""
    _ = desk.locale.gettext
    state = desk.state
    among = choosable(state)
    placing = state.play.phase == "deployment"
    team = state.side_of(state.play.active or among[0])
    title = _("{team}: who is placed?") if placing else _("{team}: who acts now?")
    who = yield Pick(
        title.format(team=team),
        rule="DEPLOY-1" if placing else "TEAM-3",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    return Deploy(player=who) if placing else Act(player=who)
