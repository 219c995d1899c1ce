"""On to the next one: the next champion, the next phase."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.deployment.deploy import Deploy
from q40k.games.quake.rules.ending.ending import PlayOn
from q40k.games.quake.rules.turn.turn import EndPhase, Next
from q40k.games.quake.screen.base import Desk, acting, action, playing
from q40k.i18n.locale import N_


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
def next_one(desk: Desk) -> Command:
    """N: play on after a win, place the champion in deployment, else the next one."""
    state = desk.state
    if state.outcome.over:
        return PlayOn()
    if state.play.phase == "deployment":
        return Deploy(player=state.players[state.play.active or ""].name)
    return Next()


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
    """E: end the phase for everyone who has not acted yet."""
    return EndPhase()
