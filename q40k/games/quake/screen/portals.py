"""Forms for portals, which a champion steps into or holds, and for tokens, which it picks up."""

from collections.abc import Iterator
from functools import partial

from q40k.games.quake.screen.base import Desk, action, active_name, moving, portal_options, read_inches
from q40k.games.quake.screen.objectives import ObjectiveMove, objective_moves
from q40k.games.quake.state.bonus import Pickup
from q40k.games.quake.state.match import Match, Player, Token
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.positions import StandIn, positions_of
from q40k.games.quake.words.bonus import category_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form


def _can_teleport(state: Match) -> bool:
    return moving(state) and state.setup.mod is not None and state.setup.mod.has("portals")


@action(
    "portal",
    "play",
    key="p",
    at=135,
    bar=3,
    name=N_("Portal"),
    help=N_("The active champion steps into a portal: type its number, then the die."),
    when=_can_teleport,
)
def portal(desk: Desk) -> Form:
    """Ask which portal the active champion steps into (p)."""
    entered = yield _which_portal(desk)
    return UsePortal(player=active_name(desk) or "", portal=entered)


@action(
    "portal-more",
    "play",
    key="comma p",
    at=165,
    name=N_("Portal, in detail"),
    help=N_("A jump with the inches moved before it, coming out in or beside the portal."),
    when=_can_teleport,
)
def portal_more(desk: Desk) -> Form:
    """Ask for the portal, the inches moved, and where the champion comes out (, p)."""
    _ = desk.locale.gettext
    entered = yield _which_portal(desk)
    moved = yield Text(_("Inches moved before it? (Enter: not measured)"), may_be_empty=True, read=read_inches)
    stand = yield Pick(
        _("Where does it come out?"),
        rule="PORTAL-3",
        options=(Option("1", "in", _("in the portal")), Option("2", "beside", _("beside it"))),
    )
    more = yield Pick(
        _("Does its movement end there?"),
        why=_("Those it telefrags come back when its movement is over."),
        rule="PORTAL-7",
        options=(Option("1", False, _("it ends")), Option("2", True, _("it moves on"))),
    )
    return UsePortal(player=active_name(desk) or "", portal=entered, moved=moved, stand=stand, continues=more)


def _which_portal(desk: Desk) -> Pick:
    _ = desk.locale.gettext
    return Pick(
        _("{name} steps into which portal?").format(name=active_name(desk) or "?"),
        rule="PORTAL-1",
        hint="1–5",
        options=portal_options(desk),
    )


@objective_moves(50)
def _find_portal_moves(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    mod = state.setup.mod
    if mod is not None and mod.has("domination") and state.play.phase == "movement":
        form = partial(_stand_in_portal, player=player.name)
        yield ObjectiveMove(player.name, N_("stands in a portal"), "PORTAL-1", form)


def _stand_in_portal(desk: Desk, *, player: str) -> Form:
    _ = desk.locale.gettext
    portal = yield Pick(
        _("{name} stands…").format(name=player),
        why=_("At each turn’s end a portal to hold scores for the one side that stands in it."),
        rule="PORTAL-1",
        options=(*portal_options(desk), Option("0", None, _("in no portal"))),
    )
    return StandIn(player=player, portal=portal)


# -- tokens ----------------------------------------------------------------------------------


def _can_pick_up(state: Match) -> bool:
    free = any(not token.holder for token in state.tokens.values())
    return moving(state) and free and state.setup.mod is not None and state.setup.mod.has("bonus")


def _measure_tokens(state: Match, player: Player) -> dict[str, float]:
    """Return the inches from a champion's base to each free token; nothing where that is unknown.

    Where moves are announced before they are measured, it stays unknown.
    """
    if player.position.at is None or state.announces:
        return {}
    from q40k.geometry.positions import nearest

    table = positions_of(state)
    free = (token for token in state.tokens.values() if token.holder is None)
    return {
        token.id: float(near.distance_in)
        for token in free
        for near in nearest(table, token.place)
        if near.id == player.id
    }


@action(
    "token",
    "play",
    key="t",
    at=140,
    bar=4,
    name=N_("Token"),
    help=N_("The active champion picks up a bonus token: type the token, then its dice."),
    when=_can_pick_up,
)
def token(desk: Desk) -> Form:
    """Ask which token the active champion picks up (T).

    The one that it passed over last is marked, or else the nearest, where its place is known.
    """
    _, state, locale = desk.locale.gettext, desk.state, desk.locale
    player = state.players[state.play.active or ""]
    distances = _measure_tokens(state, player)

    def note(token: Token) -> str:
        category = category_name(locale, token.category)
        return f"{category} · {locale.inches(distances[token.id])}" if token.id in distances else category

    tokens = [(n, token) for n, token in enumerate(state.tokens.values(), 1) if token.holder is None]
    options = tuple(Option(str(n), token.id, token.id, note(token)) for n, token in tokens)
    free = [option.value for option in options]
    passed = [item for item in player.movement.over if item in free]
    marked = passed[-1] if passed else min(distances, key=distances.__getitem__, default=free[0])
    which = yield Pick(
        _("{name} picks up which token?").format(name=active_name(desk) or "?"),
        rule="BONUS-1",
        hint=_("number, or the token’s letters and Enter"),
        options=options,
        chosen=free.index(marked),
    )
    return Pickup(player=active_name(desk) or "", token=which)
