"""Turning up blips: their value, and the places and facings of their stealers."""

from q40k.games.space_hulk.board import FACINGS
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.screen.base import Desk, action, pick
from q40k.games.space_hulk.state import conversion
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import board
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form


def can_turn_up(state: Match) -> bool:
    """Return whether a blip can be turned up; in solo play on a board only one that must be."""
    alone = state.options.solo and board(state) is not None
    return state.conversion is not None or (bool(state.blips_in_play) and not alone)


def turns_up_usually(state: Match) -> bool:
    """Return whether a blip must be turned up, or the stealer player may turn one up."""
    theirs = state.play.phase == "stealer-action" and not state.options.solo
    return state.conversion is not None or (theirs and bool(state.blips_in_play))


@action(
    "convert",
    "play",
    key="C",
    bar=0,
    name=N_("Turn up a blip"),
    when=can_turn_up,
    usual=turns_up_usually,
    help=N_("A blip is turned up: what it shows, where its stealers stand."),
)
def convert(desk: Desk) -> Form:
    """Shift+C: turn up a blip."""
    _, state = desk.locale.gettext, desk.state
    top = state.conversion
    name = top.blip if top else (yield from pick(desk, N_("Which blip?"), _inactive_blips(state)))
    blip = state.blips[name]
    is_dealt = state.options.blips == "app" and (top is None or top.left is None)
    if is_dealt and (top is not None or blip.position.at is None):
        return conversion.Convert(name=name)  # the app knows the value and says it
    value, alpha = blip.value, False
    if value is None and not is_dealt and (top is None or top.left is None):
        numbers = [Option(str(n), n, str(n)) for n in (1, 2, 3)]
        if conversion.may_be_alpha(state):
            numbers.append(Option("4", conversion.ALPHA, _("3, the Alpha")))
        shown = yield Pick(_("What does it show?"), options=tuple(numbers))
        alpha = shown == conversion.ALPHA
        value = conversion.ALPHA_VALUE if alpha else shown
    count = top.left if top is not None and top.left is not None else value or max(state.pile.mix)
    if blip.position.at is None or board(state) is None or alpha or count == 1:
        return conversion.Convert(name=name, value=value, alpha=alpha)
    near = conversion.squares_of_blip(state, blip)
    is_possible = is_dealt or (top is not None and top.left == conversion.ALPHA_VALUE and top.first)
    may_name_alpha = is_possible and conversion.may_be_alpha(state)
    hint = " ".join((*near, conversion.ALPHA) if may_name_alpha else near)
    buffer, names = " ".join(near[:count]), tuple(hint.split())
    text = yield Text(_("Where do its stealers stand?"), hint=hint, buffer=buffer, names=names)
    if text.strip().casefold() == conversion.ALPHA.casefold():
        return conversion.Convert(name=name, alpha=True)
    squares, facings = _parse_places(state, text)
    return conversion.Convert(name=name, value=value, squares=squares, facings=facings)


def _parse_places(state: Match, text: str) -> tuple[tuple[str, ...], tuple[Facing, ...]]:
    """Parse squares with the facings after them (J4 W J5); without a facing stealers look at
    marines.

    Rule: SH-CONVERT-10
    """
    ground, squares, facings = board(state), [], dict[int, Facing]()
    for word in text.upper().replace(",", " ").split():
        direction = next((facing for facing in FACINGS if facing == word), None)
        if direction is None:
            squares.append(word)
        elif squares:
            facings[len(squares) - 1] = direction
    if not facings or ground is None:
        return tuple(squares), ()
    cells = (ground.cell(name) for name in squares)
    usual = (conversion.facing_towards_marine(state, square) if square is not None else FACINGS[0] for square in cells)
    return tuple(squares), tuple(facings.get(n, facing) for n, facing in enumerate(usual))


def _inactive_blips(state: Match) -> tuple[str, ...]:
    return tuple(blip.id for blip in state.blips_in_play if not blip.acts.activated)
