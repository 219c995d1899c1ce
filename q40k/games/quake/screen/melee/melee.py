"""Forms for close combat: which melee is fought, and who is in base contact."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from q40k.games.quake.rules.melee.contact import Contact, Melee, contacts_of, next_melees
from q40k.games.quake.rules.melee.fight import Fight
from q40k.games.quake.screen.base import Desk, action, during, running
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.i18n.locale import N_
from q40k.tui.fields import Field, Option, Pick, Several
from q40k.tui.forms import Form


@action(
    "fight",
    "play",
    key="i",
    at=120,
    bar=0,
    name=N_("Into close combat"),
    help=N_("The melee next in order is fought: highest initiative first, blow by blow."),
    when=running,
    usual=during("melee"),
)
def fight(desk: Desk) -> Form:
    """Fight the next melee (I); ask which only where the rules leave a choice."""
    _ = desk.locale.gettext
    state = desk.state
    waiting = next_melees(state)
    if len(waiting) < 2:
        return Fight(declines=(yield from _who_stays_out(desk, waiting)))
    labels = [desk.locale.join_and(state.players[p].name for p in melee) for melee in waiting]
    which = yield Pick(
        _("Which melee is fought?"),
        rule="TEAM-5",
        hint=_("number; Enter: the marked one"),
        options=tuple(
            Option(str(n), state.players[members[0]].name, label)
            for n, (members, label) in enumerate(zip(waiting, labels, strict=True), 1)
        ),
    )
    chosen = next(members for members in waiting if state.players[members[0]].name == which)
    declines = yield from _who_stays_out(desk, (chosen,))
    fights = [name for p in chosen if (name := state.players[p].name) not in declines]
    return Fight(melee=fights[0] if len(fights) > 1 else None, declines=declines)


def _who_stays_out(
    desk: Desk, waiting: tuple[Melee, ...]
) -> Generator[Field, Any, tuple[str, ...]]:
    """Ask who returned to a melee and does not join it; Enter joins.

    Rule: MELEE-5
    """
    _ = desk.locale.gettext
    state, out = desk.state, list[str]()
    for melee in waiting:
        for player in (p for p in melee if p in state.close_combat.back):
            name = state.players[player].name
            joins = yield Pick(
                _("{name} came back into this melee.").format(name=name),
                why=_("It may join it, and need not."),
                rule="MELEE-5",
                options=(
                    Option("1", True, _("it fights")),
                    Option("2", False, _("it stays out of it")),
                ),
            )
            out += [] if joins else [name]
    return tuple(out)


@action(
    "contact",
    "play",
    key="C",
    at=180,
    name=N_("Contact"),
    help=N_("Say who stands base to base with whom, where no places are kept."),
    when=running,
    usual=lambda state: state.play.phase in ("assault", "melee"),
)
def contact(desk: Desk) -> Form:
    """Ask who is in contact with whom, where no places are kept (Shift+C)."""
    _ = desk.locale.gettext
    state = desk.state
    among = in_play(desk)
    who = yield Pick(
        _("Who is in contact?"),
        rule="DIFF-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    player = state.player_named(who)
    assert player is not None
    now = [state.players[p].name for p in contacts_of(state, player.id)]
    others = yield Several(
        _("{name} touches whom?").format(name=who),
        why=_("All of them; nobody: it stands alone. Now: {names}").format(
            names=desk.locale.join_and(now) if now else "–"
        ),
        rule="DIFF-2",
        hint=_("numbers, Backspace takes back, then Enter"),
        options=player_options(desk, in_play(desk, [player.id])),
        picked=list(now),
        nobody=True,
    )
    return Contact(player=who, others=tuple(others))
