"""The forms of the table: joining, leaving, whose dice."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.deployment.deploy import Start
from q40k.games.quake.rules.table.dice import D3, Dice
from q40k.games.quake.rules.table.players import Join, Leave
from q40k.games.quake.screen.base import Desk, action, anybody, somebody
from q40k.games.quake.screen.forms import new_name, player_options, who_rolls
from q40k.games.quake.screen.teams import budget_left, which_team
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form

_D3 = object()


@action(
    "join",
    "table",
    key="j",
    at=210,
    bar=0,
    name=N_("Join"),
    help=N_(
        "A player joins, at any moment: name, champion, die. A player who left comes back"
        " by the same name."
    ),
)
def join(desk: Desk) -> Form:
    """J: name, champion; after the start the die follows by itself."""
    _ = desk.locale.gettext
    name = yield Text(
        _("Who joins?"),
        why=_("Name; one who left comes back by the same name."),
        rule="INIT-3" if desk.state.play.phase != "setup" else "",
        read=new_name(desk),
    )
    return (yield from _champion_of(desk, name))


def _champion_of(desk: Desk, name: str) -> Form:
    _ = desk.locale.gettext
    known = desk.state.named(name)
    if known is not None and not known.present:
        return Join(
            player=name, champion=known.champion.id, options=known.gear, profile=known.champion
        )
    team = (yield which_team(desk, name)) if desk.state.in_teams else None
    room = budget_left(desk.state, team) if team else None
    from q40k.games.quake.screen.champion_picker import fielded  # it reads the kept champions

    figure = yield from fielded(desk, _("{name} fields…").format(name=name), room=room)
    return Join(
        player=name,
        champion=figure.champion,
        options=figure.gear,
        profile=figure.profile,
        team=team,
    )


def setup_player(desk: Desk) -> Form:
    """The set-up's loop: the next player, or Enter to start."""
    _ = desk.locale.gettext
    count = sum(p.present for p in desk.state.players.values())
    name = yield Text(
        _("Player {number}: name?").format(number=count + 1),
        why=_("Enter alone: everybody is there, roll for the order of play.") if count else "",
        read=new_name(desk),
        may_be_empty=count > 0,
    )
    if name is None:
        return Start()
    return (yield from _champion_of(desk, name))


@action(
    "start",
    "table",
    key="S",
    shown="S",
    at=220,
    name=N_("Start"),
    help=N_("Everybody is there: roll for the order of play."),
    when=lambda state: state.play.phase == "setup" and somebody(state),
)
def start(_desk: Desk) -> Command:
    """S: roll for the order of play."""
    return Start()


@action(
    "leave",
    "table",
    key="l",
    at=230,
    name=N_("Leave"),
    help=N_("A player leaves; the score stays on the board."),
    when=somebody,
)
def leave(desk: Desk) -> Form:
    """L: who leaves."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Who leaves?"),
        why=_("The champion is taken off; the score stays on the board."),
        rule="INIT-5",
        options=player_options(desk, [p.id for p in desk.state.players.values() if p.present]),
    )
    return Leave(player=who)


@action(
    "dice",
    "table",
    key="r",
    at=240,
    name=N_("Who rolls"),
    help=N_(
        "Say whether hands or the app roll a player’s dice, or everyone’s; and how a D3 is typed."
    ),
    when=anybody,
    over=True,
)
def dice(desk: Desk) -> Form:
    """R: whose dice the app rolls, and how a D3 is typed."""
    _ = desk.locale.gettext
    d3 = (
        _("type a D3 as 1 to 3")
        if desk.state.setup.d3_on_d6
        else _("type a D3 as the D6 it was rolled on")
    )
    everyone = (
        Option("0", None, _("everyone")),
        Option("d", _D3, d3),
    )
    who = yield Pick(
        _("Whose dice?"),
        rule="TABLE-5",
        options=everyone
        + player_options(
            desk,
            list(desk.state.players),
            lambda p: _("app") if (p.roller or desk.state.setup.roller) == "app" else _("hand"),
        ),
    )
    if who is _D3:
        return D3(on_d6=not desk.state.setup.d3_on_d6)
    player = desk.state.named(who) if who else None
    by_now = (player.roller if player else None) or desk.state.setup.roller
    usual = "hand" if by_now == "app" else "app"
    by = yield who_rolls(desk.locale, _("Who rolls them?"), usual)
    return Dice(by=by, player=who)
