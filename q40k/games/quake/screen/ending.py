"""The match is broken off."""

from __future__ import annotations

from q40k.games.quake.rules.ending.ending import End
from q40k.games.quake.rules.objectives.victory import ranked
from q40k.games.quake.screen.base import Desk, action, playing
from q40k.games.quake.words.objectives.progress import so_far
from q40k.i18n.locale import N_
from q40k.tui.fields import (
    Option,
    Pick,
    Text,
)
from q40k.tui.forms import Form


@action(
    "end-match",
    "table",
    key="E",
    at=270,
    name=N_("End the match"),
    help=N_(
        "We have to leave: the result so far counts, ties go by TIE-1. It is shown before it"
        " is kept."
    ),
    when=playing,
)
def end_match(desk: Desk) -> Form:
    """Shift+E: break the match off, once the result so far has been seen."""
    _ = desk.locale.gettext
    state = desk.state
    places = ranked(state)
    notes = tuple(
        f"{state.side_name(place.side)} {so_far(desk.locale, state, place.side)}"
        for place in places[:6]
    )
    best = [place for place in places if place.made == places[0].made]
    names = desk.locale.listed(state.side_name(place.side) for place in best)
    leads = _("{names} leads and wins.") if len(best) == 1 else _("{names} are level: TIE-1.")
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
        why=_("Enter alone: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    return End(why=why or usual)
