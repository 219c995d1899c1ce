"""Moves with flags: taken, touched, handed over, brought home."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.quake.rules.flag_carrying import carried_flags
from q40k.games.quake.rules.flags import Capture, HandOver, TouchFlag
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.objectives import ObjectiveMove, objective_moves
from q40k.i18n.locale import N_


@objective_moves(10)
def _find_touches(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    if state.play.phase not in ("movement", "assault"):
        return
    team = state.side_of(player.id)
    for flag in state.flags.values():
        if flag.carrier is not None or (flag.at_home and flag.team == team):
            continue
        rule = "FLAG-3"
        if flag.at_home:
            rule = "FLAG-1"
            words = N_("takes {flag}")
        elif flag.team is None or (flag.fell == team and flag.team != team):
            words = N_("picks up {flag}")
        else:
            words = N_("touches {flag}: it goes home")
        touch = TouchFlag(player=player.name, flag=flag.id)
        yield ObjectiveMove(player.name, words, rule, touch, {"flag": flag.id})


@objective_moves(20)
def _find_handovers(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    flags = carried_flags(state, player.id)
    if state.play.phase != "shooting" or not flags:
        return
    for mate in state.members(state.side_of(player.id)):
        receiver = state.players[mate]
        if mate != player.id and receiver.in_play and mate not in state.team_play.acted:
            words = N_("hands {flag} over to {whom}")
            hand = HandOver(player=player.name, to=receiver.name)
            yield ObjectiveMove(
                player.name, words, "FLAG-4", hand, {"flag": flags[0], "whom": receiver.name}
            )


@objective_moves(30)
def _find_captures(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    """Yield the capture of the champion, then those of other carriers."""
    others = (state.players[id] for id in state.order if id != player.id)
    for carrier in (player, *others):
        flags = carried_flags(state, carrier.id)
        team = state.side_of(carrier.id)
        away = any(f.team == team and not f.at_home for f in state.flags.values())
        if flags and not away:
            words = N_("brings {flag} home: round won")
            home = Capture(player=carrier.name)
            yield ObjectiveMove(carrier.name, words, "FLAG-1", home, {"flag": flags[0]})
