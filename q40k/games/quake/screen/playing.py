"""The forms of play: kills, accidents, portals, tokens, moves and deployment."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from q40k.games.quake.rules.bonus.pickup import Pickup
from q40k.games.quake.rules.deployment.deploy import Deploy
from q40k.games.quake.rules.movement.move import Move
from q40k.games.quake.rules.objectives.score import wins_with
from q40k.games.quake.rules.portals.teleport import UsePortal
from q40k.games.quake.rules.score import Accident, Kill
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, action, during, moving, playing
from q40k.games.quake.screen.forms import (
    active_name,
    in_play,
    player_options,
    portal_options,
    read_inches,
)
from q40k.games.quake.words.bonus import category_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Field, Option, Pick, Several, Text
from q40k.tui.forms import OTHER, Form


def _jumping(state: Match) -> bool:
    return moving(state) and state.setup.mod is not None and state.setup.mod.has("portals")


def _picking_up(state: Match) -> bool:
    free = any(not token.holder for token in state.tokens.values())
    return moving(state) and free and state.setup.mod is not None and state.setup.mod.has("bonus")


@action(
    "kill",
    "play",
    key="k",
    at=125,
    bar=0,
    name=N_("Kill"),
    help=N_(
        "The active champion killed somebody: type the victim, then the portal die."
        " Tab picks another killer."
    ),
    when=playing,
)
def kill(desk: Desk) -> Form:
    """K: the active champion's victim; Tab picks another killer first."""
    _ = desk.locale.gettext
    killer = desk.state.play.active if desk.state.running else None
    if killer is None:
        killer = yield from _killer(desk)
    while True:
        name = desk.state.players[killer].name
        got = yield Pick(
            _("{killer} kills…").format(killer=name),
            why=_("Who was killed?"),
            rule="SCORE-1",
            hint=_("number or first letters"),
            other=_("another killer"),
            options=_victims(desk, killer),
        )
        if got is not OTHER:
            return Kill(player=name, victim=got)
        killer = yield from _killer(desk)


def _killer(desk: Desk) -> Generator[Field, Any, str]:
    _ = desk.locale.gettext
    got = yield Pick(
        _("Who killed?"),
        rule="SCORE-1",
        hint=_("number or first letters"),
        options=player_options(desk, in_play(desk)),
    )
    player = desk.state.named(got)
    assert player is not None
    return player.id


def _victims(desk: Desk, killer: str) -> tuple[Option, ...]:
    _ = desk.locale.gettext

    def note(player: Player) -> str:
        assert desk.state.setup.mod is not None
        if not desk.state.setup.mod.has("victory-points"):
            return ""
        if desk.state.side_of(player.id) == desk.state.side_of(killer):
            return f"-{desk.locale.points(player.value)} {_('own team')}"
        worth = f"+{desk.locale.points(player.value)}"
        if wins_with(desk.state, killer, player.id):
            return f"{worth} {_('WINS')}"
        return worth

    return player_options(desk, in_play(desk, [killer]), note)


@action(
    "kill-more",
    "play",
    key="K",
    at=155,
    name=N_("Kill, in detail"),
    help=N_("A kill shared by several champions, or told in words."),
    when=playing,
)
def kill_more(desk: Desk) -> Form:
    """Shift+K: several killers, and how it happened."""
    _ = desk.locale.gettext
    killers = yield Several(
        _("Who killed?"),
        why=_("Several share the value exactly."),
        rule="MELEE-4",
        hint=_("numbers, then Enter"),
        options=player_options(desk, in_play(desk)),
    )
    ids = [p.id for p in desk.state.players.values() if p.name in killers]
    victim = yield Pick(
        _("Who was killed?"), rule="SCORE-1", options=player_options(desk, in_play(desk, ids))
    )
    how = yield Text(_("How? (Enter: no matter)"), may_be_empty=True)
    return Kill(player=tuple(killers), victim=victim, how=how)


@action(
    "accident",
    "play",
    key="x",
    at=130,
    bar=0,
    name=N_("Accident"),
    help=N_("A champion died by nobody’s hand: it loses its own value."),
    when=playing,
)
def accident(desk: Desk) -> Form:
    """X: who died by accident; Enter takes the active champion."""
    victim = yield _who_died(desk)
    return Accident(player=victim)


@action(
    "accident-more",
    "play",
    key="X",
    at=160,
    name=N_("Accident, in words"),
    help=N_("An accident with its cause told in words."),
    when=playing,
)
def accident_more(desk: Desk) -> Form:
    """Shift+X: who died by accident, and of what."""
    _ = desk.locale.gettext
    victim = yield _who_died(desk)
    cause = yield Text(_("Of what? (drowned, a fall, plasma …)"), may_be_empty=True, empty="")
    return Accident(player=victim, cause=cause)


def _who_died(desk: Desk) -> Pick:
    _ = desk.locale.gettext
    among = in_play(desk)
    active = desk.state.play.active
    return Pick(
        _("Who died by accident?"),
        why=_("It costs the champion its own value; nobody scores."),
        rule="SCORE-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among, lambda p: f"-{desk.locale.points(p.value)}"),
        chosen=among.index(active) if active in among else 0,
    )


@action(
    "portal",
    "play",
    key="p",
    at=135,
    bar=0,
    name=N_("Portal"),
    help=N_("The active champion steps into a portal: type its number, then the die."),
    when=_jumping,
)
def portal(desk: Desk) -> Form:
    """P: which portal the active champion steps into."""
    entered = yield _which_portal(desk)
    return UsePortal(player=active_name(desk) or "", portal=entered)


@action(
    "portal-more",
    "play",
    key="P",
    at=165,
    name=N_("Portal, in detail"),
    help=N_("A jump with the inches moved before it, coming out in or beside the portal."),
    when=_jumping,
)
def portal_more(desk: Desk) -> Form:
    """Shift+P: the portal, the inches before it, and where the champion comes out."""
    _ = desk.locale.gettext
    entered = yield _which_portal(desk)
    moved = yield Text(
        _("Inches moved before it? (Enter: not measured)"), may_be_empty=True, read=read_inches
    )
    stand = yield Pick(
        _("Where does it come out?"),
        rule="PORTAL-3",
        options=(Option("1", "in", _("in the portal")), Option("2", "beside", _("beside it"))),
    )
    more = yield Pick(
        _("Does its movement end there?"),
        why=_("Whoever it telefrags comes back when its movement is over."),
        rule="PORTAL-7",
        options=(Option("1", False, _("it ends")), Option("2", True, _("it moves on"))),
    )
    return UsePortal(
        player=active_name(desk) or "", portal=entered, moved=moved, stand=stand, continues=more
    )


def _which_portal(desk: Desk) -> Pick:
    _ = desk.locale.gettext
    return Pick(
        _("{name} steps into which portal?").format(name=active_name(desk) or "?"),
        rule="PORTAL-1",
        hint="1–5",
        options=portal_options(desk),
    )


@action(
    "token",
    "play",
    key="t",
    at=140,
    bar=0,
    name=N_("Token"),
    help=N_("The active champion picks up a bonus token: type the token, then its dice."),
    when=_picking_up,
)
def token(desk: Desk) -> Form:
    """T: which token the active champion picks up."""
    _ = desk.locale.gettext
    free = [t for t in desk.state.tokens.values() if t.holder is None]
    options = tuple(
        Option(str(n), t.id, t.id, category_name(desk.locale, t.category))
        for n, t in enumerate(free, 1)
    )
    which = yield Pick(
        _("{name} picks up which token?").format(name=active_name(desk) or "?"),
        rule="BONUS-1",
        hint=_("number, or the token’s letters and Enter"),
        options=options,
    )
    return Pickup(player=active_name(desk) or "", token=which)


@action(
    "move",
    "play",
    key="m",
    at=145,
    name=N_("Move"),
    help=N_("Note how far the active champion moved; it leaves the portal it stood in."),
    when=moving,
)
def move(desk: Desk) -> Form:
    """M: where the active champion moves, or how many inches; nothing means not measured."""
    _ = desk.locale.gettext
    if desk.places:
        from q40k.games.quake.screen.placing import move_there

        return (yield from move_there(desk))
    inches = yield Text(
        _("How many inches did {name} move?").format(name=active_name(desk) or "?"),
        why=_("It leaves the portal it stood in. Enter: not measured."),
        rule="MOVE-1",
        may_be_empty=True,
        read=read_inches,
    )
    return Move(player=active_name(desk) or "", inches=inches)


@action(
    "deploy-at",
    "play",
    key="d",
    at=170,
    name=N_("Deploy in a tile"),
    help=N_("Place the champion in a tile such as B2, which is then taken."),
    when=during("deployment"),
)
def deploy_at(desk: Desk) -> Form:
    """D: the tile the champion is deployed in, or its place where places are kept."""
    _ = desk.locale.gettext
    if desk.places:
        from q40k.games.quake.screen.placing import deploy_there

        return (yield from deploy_there(desk))
    tile = yield Text(
        _("In which tile does {name} deploy?").format(name=active_name(desk) or "?"),
        why=_("A is the column at the left, 1 the row at the bottom."),
        rule="DEPLOY-1",
        hint="A1, B2 …",
    )
    return Deploy(player=active_name(desk) or "", tile=tile)
