"""Blips that are turned up: what they show, where their stealers stand, how these look."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import FACINGS
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.convert import (
    ALPHA,
    ALPHA_VALUE,
    Convert,
    facing_towards_marine,
    squares_for_next,
)
from q40k.games.space_hulk.rules.offers import may_be_alpha
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action, pick
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form


def may_turn_up(state: Match) -> bool:
    """Whether a blip can be turned up: alone on a board only one that must be."""
    alone = state.options.solo and board(state) is not None
    return state.conversion is not None or (bool(state.blips_in_play) and not alone)


def turns_up(state: Match) -> bool:
    """Whether a blip must be turned up, or a player might turn one up of his own accord."""
    theirs = state.play.phase == "stealer-action" and not state.options.solo
    return state.conversion is not None or (theirs and bool(state.blips_in_play))


@action(
    "convert", "play", key="C", bar=60, name=N_("Turn up a blip"),
    when=may_turn_up, usual=turns_up,
    help=N_("A blip is turned up: what it shows, where its stealers stand."),
)  # fmt: skip
def convert(desk: Desk) -> Form:
    """Shift+C: turn up a blip."""
    _, state = desk.locale.gettext, desk.state
    top = state.conversion
    name = top.blip if top else (yield from pick(desk, N_("Which blip?"), _quiet(state)))
    blip = state.blips[name]
    if state.options.blips == "app" and (top is None or top.left is None):
        return Convert(name=name)  # the app knows, and says it
    value, alpha = blip.value, False
    if value is None and (top is None or top.left is None):
        numbers = [Option(str(n), n, str(n)) for n in (1, 2, 3)]
        if may_be_alpha(state):
            numbers.append(Option("4", ALPHA, _("3, the Alpha")))
        shown = yield Pick(_("What does it show?"), options=tuple(numbers))
        alpha = shown == ALPHA
        value = ALPHA_VALUE if alpha else shown
    many = top.left if top is not None and top.left is not None else value or 1
    if blip.position.at is None or board(state) is None or alpha or many == 1:
        return Convert(name=name, value=value, alpha=alpha)
    near = _places(state, name)
    turned = top is not None and top.left == ALPHA_VALUE and top.first and may_be_alpha(state)
    hint = " ".join((*near, ALPHA) if turned else near)
    said = yield Text(_("Where do its stealers stand?"), hint=hint, buffer=" ".join(near[:many]))
    if said.strip().casefold() == ALPHA.casefold():
        return Convert(name=name, alpha=True)
    squares, facings = _places_said(state, said)
    return Convert(name=name, value=value, squares=squares, facings=facings)


def _places_said(state: Match, said: str) -> tuple[tuple[str, ...], tuple[Facing, ...]]:
    """Squares, and the facings that are said behind them (J4 W J5); unsaid ones look at marines.

    Rule: SH-CONVERT-10
    """
    ground, squares, facings = board(state), [], dict[int, Facing]()
    for word in said.upper().replace(",", " ").split():
        looks = next((one for one in FACINGS if one == word), None)
        if looks is None:
            squares.append(word)
        elif squares:
            facings[len(squares) - 1] = looks
    if not facings or ground is None:
        return tuple(squares), ()
    cells = (ground.cell(one) for one in squares)
    usual = (facing_towards_marine(state, one) if one is not None else FACINGS[0] for one in cells)
    return tuple(squares), tuple(facings.get(n, one) for n, one in enumerate(usual))


def _quiet(state: Match) -> tuple[str, ...]:
    return tuple(one.id for one in state.blips_in_play if not one.acts.activated)


def _places(state: Match, name: str) -> tuple[str, ...]:
    """The squares round a blip that are free, its own first."""
    ground, here = board(state), cell(state, name)
    at = state.blips[name].position.at
    if ground is None or here is None or at is None:
        return ()
    top = state.conversion
    if top is not None and top.blip == name and not top.first:
        return squares_for_next(state, top)
    taken = {one.position.at for one in state.pieces() if one.id != name}
    free = (ground.name(one) for one in ground.neighbours(here))
    shut = {door for door, now in state.doors.items() if now == "closed"}
    return (at, *(one for one in free if one not in taken | shut))
