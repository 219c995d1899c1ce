"""Corrections by hand: deaths, places, and what marines have left."""

from q40k.games.space_hulk.board import FACINGS
from q40k.games.space_hulk.screen.base import Desk, action, next_stealer, pick, square_names
from q40k.games.space_hulk.screen.turn import has_begun
from q40k.games.space_hulk.state.blips import Unclear
from q40k.games.space_hulk.state.corrections import KeepPlaces, Kill, PutAt, SetMarine, Spend
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import ENTRY_SIGN, board
from q40k.i18n.locale import N_
from q40k.tui.fields import Number, Option, Pick, Text
from q40k.tui.forms import Form


def _all_pieces(state: Match) -> tuple[str, ...]:
    return tuple(piece.id for piece in state.pieces_in_play)


@action(
    "dead", "right", key="comma k", name=N_("Dead"), when=has_begun, help=N_("A piece is dead, however it came about.")
)
def dead(desk: Desk) -> Form:
    """, k: a piece is dead."""
    state = desk.state
    new = (next_stealer(state),) if board(state) is None else ()
    return Kill(who=(yield from pick(desk, N_("Who is dead?"), (*_all_pieces(state), *new))))


@action(
    "spend",
    "right",
    key="comma p",
    name=N_("Points spent"),
    when=has_begun,
    help=N_("Command points were spent, on whatever it was."),
)
def spend(desk: Desk) -> Form:
    """, p: points were spent."""
    return Spend(points=(yield Number(desk.locale.gettext(N_("How many?")), buffer="1", most=20)))


@action(
    "place",
    "right",
    key="comma n",
    name=N_("Place"),
    when=lambda state: has_begun(state) and state.setup.layout is not None,
    help=N_("Where a piece stands and looks, as the table sees it."),
)
def place(desk: Desk) -> Form:
    """, n: where a piece stands."""
    who = yield from pick(desk, N_("Which piece?"), _all_pieces(desk.state))
    names = square_names(desk.state)
    text = yield Text(desk.locale.gettext(N_("Where, and facing where?")), hint="C4 E", names=names)
    at, _, facing = text.upper().partition(" ")
    new_facing = next((option for option in FACINGS if option == facing), None)
    return PutAt(who=who, at=at or None, facing=new_facing)


@action(
    "unclear",
    "right",
    key="plus",
    shown="+",
    name=N_("Which entry"),
    when=lambda state: len(_entry_ids(state)) > 1 and bool(_waiting_blips(state)),
    help=N_("It is unclear at which of two entries a blip lies: a die decides."),
)
def unclear(desk: Desk) -> Form:
    """Plus: a die says at which entry a blip lies."""
    state = desk.state
    name = yield from pick(desk, N_("Which blip?"), _waiting_blips(state))
    first = yield from pick(desk, N_("At which entry, if it waits at one?"), _entry_ids(state), sign=ENTRY_SIGN)
    others = (entry for entry in _entry_ids(state) if entry != first)
    return Unclear(name=name, entries=(first, (yield from pick(desk, N_("Or which?"), others, sign=ENTRY_SIGN))))


def _entry_ids(state: Match) -> tuple[str, ...]:
    return () if state.setup.layout is None else tuple(entry.id for entry in state.setup.layout.entries)


def _waiting_blips(state: Match) -> tuple[str, ...]:
    return tuple(blip.id for blip in state.blips_in_play if blip.lurking.entry is not None)


@action(
    "positions",
    "table",
    key="comma j",
    name=N_("Board on / off"),
    when=lambda state: state.setup.layout is not None,
    help=N_("Places are kept on the board from now on, or left to the table."),
)
def positions(desk: Desk) -> KeepPlaces:
    """, j: places are kept, or not."""
    return KeepPlaces(keep=not desk.state.options.positions)


@action(
    "set",
    "right",
    key="comma t",
    name=N_("Marine"),
    when=has_begun,
    help=N_("What a marine has left, as the table counts it."),
)
def set_marine(desk: Desk) -> Form:
    """, t: what a marine has left."""
    _, state = desk.locale.gettext, desk.state
    who = yield from pick(desk, N_("Which marine?"), tuple(marine.id for marine in state.marines_in_play))
    options = (
        Option("1", "ap", _("action points")),
        Option("2", "ammo", _("shots")),
        Option("3", "psi", _("psi points")),
    )
    what = yield Pick(_("Which of his values?"), options=options)
    value = yield Number(_("How many?"), most=99)
    if what == "ap":
        return SetMarine(who=who, ap=value)
    return SetMarine(who=who, ammo=value) if what == "ammo" else SetMarine(who=who, psi=value)
