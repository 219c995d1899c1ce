"""What a mod lets a team choose: who acts, and its deeds with flags, buildings, barrels.

The rules decide in the end; this is what the menu offers and what makes its key appear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.deployment.order import may_deploy_now
from q40k.games.quake.rules.flags.carrying import carried
from q40k.games.quake.rules.flags.flags import Capture, HandOver, TouchFlag
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import may_act

Kind = Literal["take", "pick", "return", "hand", "home", "pierce", "hold", "barrel"]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something `player` may do; `what` is the flag, `whom` a team-mate or a team."""

    kind: Kind
    player: str
    what: str = ""
    whom: str = ""

    @property
    def command(self) -> Command:
        """The command for it. A building, a portal and a barrel need to know more."""
        if self.kind == "hand":
            return HandOver(player=self.player, to=self.whom)
        if self.kind == "home":
            return Capture(player=self.player)
        return TouchFlag(player=self.player, flag=self.what)


def deeds(state: Match, player: str | None = None) -> tuple[Deed, ...]:
    """What `player` (the active one) may do, then the flags that others may bring home."""
    who = state.play.active if player is None else player
    if not state.running or state.outcome.over or who is None or not state.players[who].in_play:
        return ()
    others = (p for p in state.order if p != who)
    found = [*_touched(state, state.players[who]), *_handed(state, state.players[who])]
    for one in (who, *others):
        found += _brought_home(state, state.players[one])
    found += _buildings(state, state.players[who])
    if (
        state.setup.mod is not None
        and state.setup.mod.has("domination")
        and state.play.phase == "movement"
    ):
        found.append(Deed("hold", state.players[who].name))
    if any(not barrel.burning for barrel in state.barrels.values()):
        found.append(Deed("barrel", state.players[who].name))
    return tuple(found)


def _touched(state: Match, one: Player) -> Iterator[Deed]:
    if state.play.phase not in ("movement", "assault"):
        return
    team = state.side_of(one.id)
    for flag in state.flags.values():
        if flag.carrier is not None or (flag.at_home and flag.team == team):
            continue
        if flag.at_home:
            yield Deed("take", one.name, flag.id, flag.team or "")
        elif flag.team is None or (flag.fell == team and flag.team != team):
            yield Deed("pick", one.name, flag.id, flag.team or "")
        else:
            yield Deed("return", one.name, flag.id, flag.team)


def _handed(state: Match, one: Player) -> Iterator[Deed]:
    flags = carried(state, one.id)
    if state.play.phase != "shooting" or not flags:
        return
    for mate in state.members(state.side_of(one.id)):
        known = state.players[mate]
        if mate != one.id and known.in_play and mate not in state.team_play.acted:
            yield Deed("hand", one.name, flags[0], known.name)


def _brought_home(state: Match, one: Player) -> Iterator[Deed]:
    flags = carried(state, one.id)
    team = state.side_of(one.id)
    away = any(f.team == team and not f.at_home for f in state.flags.values())
    if flags and not away:
        yield Deed("home", one.name, flags[0])


def _buildings(state: Match, one: Player) -> Iterator[Deed]:
    for name, team in state.teams.items():
        if team.structure and name != state.side_of(one.id):
            yield Deed("pierce", one.name, str(team.structure), name)


def choosable(state: Match) -> tuple[str, ...]:
    """Who may act or be placed now, where there is a choice; nobody where there is none."""
    if not state.in_teams or state.play.active is None or state.outcome.over:
        return ()
    if state.play.phase == "deployment":
        may = may_deploy_now(state)
    else:
        may = may_act(state) if state.running else ()
    return may if len(may) > 1 else ()
