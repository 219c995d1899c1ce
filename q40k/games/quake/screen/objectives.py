"""What the mod is about: flags, buildings, portals held, barrels."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Literal

from msgspec import Struct

from q40k.games.quake.rules.barrels.barrels import HitBarrel
from q40k.games.quake.rules.buildings import Penetrate
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.flags.carrying import carried
from q40k.games.quake.rules.flags.flags import Capture, HandOver, TouchFlag
from q40k.games.quake.rules.positions.placing import StandIn
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.screen.forms import in_play, player_options, portal_options
from q40k.games.quake.screen.teams.teams import DIGITS
from q40k.i18n.locale import N_
from q40k.tui.fields import (
    Field,
    Option,
    Pick,
    id_keys,
)
from q40k.tui.forms import OTHER, Form

Kind = Literal["take", "pick", "return", "hand", "home", "pierce", "hold", "barrel"]


class Deed(Struct, frozen=True):
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


_DEEDS = {
    "take": N_("takes the flag {flag} of {whom}"),
    "pick": N_("picks up the flag {flag}"),
    "return": N_("touches {flag}: it goes home"),
    "hand": N_("hands {flag} over to {whom}"),
    "home": N_("brings {flag} home: round won"),
    "pierce": N_("penetrates the building of {whom}"),
    "hold": N_("stands in a portal"),
    "barrel": N_("hits a barrel"),
}


_RULES = {
    "hand": "FLAG-4",
    "home": "FLAG-1",
    "pierce": "BASE-1",
    "hold": "PORTAL-1",
    "barrel": "BARREL-2",
}


def _deed_line(desk: Desk, deed: Deed) -> str:
    _ = desk.locale.gettext
    words = N_("takes the flag {flag}") if deed.kind == "take" and not deed.whom else None
    said = _(words or _DEEDS[deed.kind]).format(flag=deed.what, whom=deed.whom)
    return f"{deed.player} {said}"


def _deed_note(desk: Desk, deed: Deed) -> str:
    _ = desk.locale.gettext
    if deed.kind == "pierce":
        return _("{points} left").format(points=deed.what)
    return _RULES.get(deed.kind, "FLAG-3" if deed.kind in ("pick", "return") else "FLAG-1")


@action(
    "objective",
    "play",
    key="o",
    at=190,
    bar=0,
    name=N_("Objective"),
    help=N_(
        "What the mod is about: take, return, hand over or bring home a flag, penetrate a"
        " building, hit a barrel."
    ),
    when=lambda state: state.play.active is not None and bool(deeds(state)),
)
def objective(desk: Desk) -> Form:
    """O: what the active champion does with flags, buildings, barrels; Tab: another champion."""
    _ = desk.locale.gettext
    who = desk.state.play.active
    while True:
        found = deeds(desk.state, who)
        name = desk.state.players[who].name if who else "?"
        options = tuple(
            Option(str(n), deed, _deed_line(desk, deed), _deed_note(desk, deed))
            for n, deed in enumerate(found, 1)
        )
        got = yield Pick(
            _("{name} and the objectives").format(name=name),
            hint=_("number; Enter: the marked one"),
            other=_("another champion"),
            options=options,
        )
        if got is not OTHER:
            break
        said = yield Pick(
            _("Who?"),
            hint=_("number or first letters"),
            options=player_options(desk, in_play(desk)),
        )
        player = desk.state.named(said)
        who = player.id if player else who
    if got.kind == "pierce":
        return (yield from _pierced(desk, got))
    if got.kind == "hold":
        return (yield from _held(desk, got))
    if got.kind == "barrel":
        return (yield from _barrel(desk, got))
    command: Command = got.command
    return command


def _pierced(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    most = min(len(DIGITS), int(deed.what))
    times = yield Pick(
        _("How many times is the building of {team} penetrated?").format(team=deed.whom),
        why=_("Each time costs it a point of structure. Enter: once."),
        rule="BASE-1",
        options=tuple(Option(str(n), n, f"×{n}") for n in range(1, most + 1)),
    )
    return Penetrate(player=deed.player, team=deed.whom, times=times)


def _held(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    portal = yield Pick(
        _("{name} stands…").format(name=deed.player),
        why=_("At each turn’s end a portal scores for the one team that stands in it."),
        rule="PORTAL-1",
        options=(*portal_options(desk), Option("0", None, _("in no portal"))),
    )
    return StandIn(player=deed.player, portal=portal)


def _barrel(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    whole = [b.id for b in desk.state.barrels.values() if not b.burning]
    barrel = yield Pick(
        _("{name} hits which barrel?").format(name=deed.player),
        rule="BARREL-2",
        hint=_("number, or the barrel’s letters and Enter"),
        options=tuple(map(Option, id_keys(whole), whole, whole)),
    )
    return HitBarrel(player=deed.player, barrel=barrel)
