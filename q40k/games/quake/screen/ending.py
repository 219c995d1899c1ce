"""Forms that end the match early or settle a dispute."""

from q40k.games.quake.screen.base import Desk, action, playing
from q40k.games.quake.state.ending import End, Settle
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.victory import rank_sides
from q40k.games.quake.words.objectives.objective import progress_with_building
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.forms import Form


def two_are_there(state: Match) -> bool:
    """Return whether at least two players are present."""
    return sum(player.present for player in state.players.values()) > 1


@action(
    "end-match",
    "table",
    key="comma e",
    at=270,
    name=N_("End the match"),
    help=N_(
        "We have to leave: the result so far counts, and figures and ages break ties. It is shown before it is kept."
    ),
    when=playing,
)
def end_match(desk: Desk) -> Form:
    """Break the match off (, e), after showing the result so far."""
    _ = desk.locale.gettext
    state = desk.state
    places = rank_sides(state)
    notes = tuple(
        f"{state.side_name(place.side)} {progress_with_building(desk.locale, state, place.side)}" for place in places
    )
    best = [place for place in places if place.level == places[0].level]
    names = desk.locale.join_and(state.side_name(place.side) for place in best)
    leads = (
        _("{names} leads and wins.")
        if len(best) == 1
        else _("{names} are level: their figures decide, then their ages.")
    )
    sure = yield Pick(
        _("End the match here?"),
        why=leads.format(names=names),
        rule="TABLE-3",
        notes=notes,
        options=(
            Option(_("yes")[0], True, _("yes"), _("the result so far counts")),
            Option(_("no")[0], False, _("no"), _("play on")),
        ),
        chosen=1,
    )
    if not sure:
        return None
    usual = _("we have to leave")
    why = yield Text(
        _("Why?"),
        why=_("Enter: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    return End(why=why or usual)


@action(
    "settle",
    "table",
    key="f8",
    at=275,
    name=N_("Settle a dispute"),
    help=N_("Two players or teams disagree: their figures decide, then their ages."),
    when=two_are_there,
)
def settle(desk: Desk) -> Form:
    """Ask who disagrees (F8); the rules ask for figures that are missing."""
    _ = desk.locale.gettext
    state = desk.state
    here = [*state.teams, *(player.name for player in state.players.values() if player.present)]
    everyone = {name: name for name in here}
    first = yield Pick(_("Who disagrees?"), rule="TIE-1", options=by_number(everyone))
    others = {name: name for name in here if name != first}
    second = yield Pick(_("With whom?"), rule="TIE-1", options=by_number(others))
    return Settle(between=(first, second))
