"""What the mod is about: one key for all that champions may do for it."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.screen.deeds import Deed, found
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import OTHER, Form


def _said(desk: Desk, deed: Deed) -> tuple[str, str]:
    """A deed in a line, and what stands beside it."""
    _ = desk.locale.gettext
    words, note = _(deed.words).format(**deed.facts), _(deed.note).format(**deed.facts)
    return f"{deed.player} {words}", note


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
    when=lambda state: state.play.active is not None and bool(found(state)),
)
def objective(desk: Desk) -> Form:
    """O: what the active champion does with flags, buildings, barrels; Tab: another champion."""
    _ = desk.locale.gettext
    who = desk.state.play.active
    while True:
        may = found(desk.state, who)
        name = desk.state.players[who].name if who else "?"
        options = tuple(Option(str(n), deed, *_said(desk, deed)) for n, deed in enumerate(may, 1))
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
    if isinstance(got.does, Command):
        return got.does
    return (yield from got.does(desk))
