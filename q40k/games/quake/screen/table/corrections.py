"""Forms that correct mistakes: portals, tokens, scores, champions, names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from q40k.games.quake.rules.bonus.instant import Drop
from q40k.games.quake.rules.placing import StandIn
from q40k.games.quake.rules.score import Adjust
from q40k.games.quake.rules.table.corrections import Correct, Rename
from q40k.games.quake.screen.base import Desk, action, anybody
from q40k.games.quake.screen.forms import (
    in_play,
    player_options,
    portal_options,
    read_name,
    read_points,
)
from q40k.games.quake.screen.positions import place
from q40k.games.quake.screen.table.figures import describe
from q40k.games.quake.screen.teams.teams import budget_left, change_team
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form


@action(
    "fix",
    "right",
    key="f",
    at=330,
    bar=0,
    name=N_("Fix"),
    help=N_("Put something right: a name, a champion, who stands in a portal, a token, a score."),
    when=anybody,
    over=True,
)
def fix(desk: Desk) -> Form:
    """Ask what to correct (F), then for its details."""
    _ = desk.locale.gettext
    state = desk.state
    nobody, none = _("nobody is on the table"), _("nobody holds one")
    about = "" if any(player.in_play for player in state.players.values()) else nobody
    held = "" if any(player.bonus for player in state.players.values()) else none
    teams = "" if state.in_teams else _("there are no teams")
    options = (
        Option("1", _fix_portal, _("who stands in which portal"), about),
        Option("2", _fix_token, _("a token goes home"), held),
        Option("3", _fix_score, _("a score")),
        Option("4", _fix_champion, _("a champion entered wrongly")),
        Option("5", _fix_name, _("a name")),
        Option("6", change_team, _("somebody’s team"), teams),
        Option("7", describe, _("paint, base, WYSIWYG, race, age")),
        Option("8", place, _("where a champion stands"), about),
        Option("9", _fix_the_past, _("anything entered earlier")),
    )
    form: Callable[[Desk], Form] = yield Pick(_("Put what right?"), options=options)
    why_not = next(option.note for option in options if option.value is form)
    if why_not:
        desk.notice = _("There is nothing to put right: {why}.").format(why=why_not)
        return None
    return (yield from form(desk))


def _fix_the_past(desk: Desk) -> Form:
    _ = desk.locale.gettext
    desk.notice = _("G opens the log: go to the line (K: the kill before, /: find), then A.")
    yield from ()
    return None


def _whom(desk: Desk, among: Sequence[str], rule: str) -> Pick:
    _ = desk.locale.gettext
    active = desk.state.play.active
    return Pick(
        _("Whose?"),
        rule=rule,
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=list(among).index(active) if active and active in among else 0,
    )


def _fix_portal(desk: Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, in_play(desk), "PORTAL-6")
    none = Option("0", None, _("in no portal"))
    where_to = yield Pick(
        _("{name} stands…").format(name=who),
        rule="PORTAL-6",
        options=(none, *portal_options(desk)),
    )
    return StandIn(player=who, portal=where_to)


def _fix_token(desk: Desk) -> Form:
    holders = [p.id for p in desk.state.players.values() if p.bonus]
    who = yield _whom(desk, holders, "BONUS-4")
    return Drop(player=who)


def _fix_score(desk: Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    points = yield Text(
        _("How many points more or less for {name}?").format(name=who),
        hint=_("such as 15, -7.5 or 20/3"),
        rule="TABLE-4",
        read=read_points,
    )
    why = yield Text(_("Why? (it is kept)"), rule="TABLE-4")
    return Adjust(player=who, score=points, why=why)


def _fix_champion(desk: Desk) -> Form:
    from q40k.games.quake.screen.champion.picker import (
        choose_champion,
    )  # it reads the kept champions

    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    title = _("{name} really fields…").format(name=who)
    player = desk.state.player_named(who)
    assert player is not None
    room = budget_left(desk.state, desk.state.side_of(player.id), player.id)
    figure = yield from choose_champion(desk, title, player.id, room)
    return Correct(player=who, **figure.data(desk.library))


def _fix_name(desk: Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-1")
    name = yield Text(_("{name} is really called…").format(name=who), read=read_name)
    return Rename(player=who, to=name)
