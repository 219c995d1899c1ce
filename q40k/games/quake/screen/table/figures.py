"""The form for the facts that TIE-1 counts about a figure and its player."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.ties import Describe
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.forms import player_options
from q40k.tui.fields import (
    Option,
    Pick,
    Text,
)
from q40k.tui.forms import Form


def describe(desk: Desk) -> Form:
    """Ask for the facts that TIE-1 counts (part of Fix); Enter keeps each."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Whose?"),
        rule="TIE-1",
        hint=_("number or first letters"),
        options=player_options(desk, list(desk.state.players)),
    )
    player = desk.state.player_named(who)
    assert player is not None
    answers: dict[str, Any] = {}
    for fact, title in (
        ("painted", _("{name}: is the figure painted, in six colours?")),
        ("based", _("{name}: is its base done?")),
        ("wysiwyg", _("{name}: does the figure show what it carries?")),
    ):
        current = getattr(player.about, fact)
        answers[fact] = yield Pick(
            title.format(name=who),
            rule="TIE-1",
            options=(
                Option(_("yes")[0], True, _("yes")),
                Option(_("no")[0], False, _("no")),
                Option("?", None, _("unknown")),
            ),
            chosen=2 if current is None else int(not current),
        )
    answers["race"] = yield Text(
        _("{name}: which race? (Enter: {race})").format(name=who, race=player.about.race or "?"),
        rule="TIE-1",
        may_be_empty=True,
    )
    answers["age"] = yield Text(
        _("{name}: how old is the player? (Enter: {age})").format(
            name=who, age="?" if player.about.age is None else player.about.age
        ),
        rule="TIE-1",
        may_be_empty=True,
        read=_age,
    )
    changes = {fact: value for fact, value in answers.items() if value is not None}
    return Describe(player=who, **changes)


def _age(typed: str) -> int:
    years = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 3 else -1
    if not 0 <= years <= 150:
        raise ValueError(typed)
    return years
