"""A fair field: champions of similar value for all players without one."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

from msgspec.structs import replace

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules.champion import agreed_budget
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.table.players import awaits_consent
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.table.choosing import WITHIN, admitted_champions, fair_field
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.tui.fields import Field, Option, Pick, Text

USUAL = 4
"""The default number of players for whom a field is proposed."""


def propose(desk: Desk) -> Generator[Field, Any, str]:
    """Ask for the number of champions, draw until a field is accepted, return the first id.

    The others are kept on the desk and proposed to the next players.
    """
    number, near = yield _ask_how_many(desk)
    chance = Random(f"{desk.state.setup.seed}/{len(desk.state.players)}/{number}/{near}")
    while True:
        field = fair_field(_candidates(desk), number, chance, near=near)
        chance.shuffle(field)
        if (yield _ask_field(desk, field)):
            break
    first, *others = (champion.id for champion in field)
    desk.prefilled = replace(as_prefilled(desk.prefilled), field=tuple(others))
    return first


def _candidates(desk: Desk) -> list[Champion]:
    """Return the champions the mod admits, without those at the table or needing consent."""
    state = desk.state
    assert state.setup.mod is not None
    ids = {player.champion.id for player in state.players.values() if player.present}
    everyone = admitted_champions(desk.library, state.setup.mod, budget=agreed_budget(state))
    return [
        champion
        for champion in everyone
        if champion.id not in ids and not awaits_consent(state, champion)
    ]


def _average_value(desk: Desk) -> int | None:
    """Return the average value of the champions at the table."""
    points = [p.champion.points for p in desk.state.players.values() if p.present]
    return round(sum(points) / len(points)) if points else None


def _ask_how_many(desk: Desk) -> Text:
    _ = desk.locale.gettext
    candidates, average = _candidates(desk), _average_value(desk)
    count = sum(player.present for player in desk.state.players.values())
    usual = max(1, USUAL - count)

    def read(typed: str) -> tuple[int, int | None]:
        words = typed.split()
        if len(words) > 2 or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
            raise ValueError(typed)
        number = int(words[0])
        near = int(words[1]) if len(words) == 2 else average
        if number < 1 or not fair_field(candidates, number, Random(0), near=near):
            raise forbid("CHAMPION-1", "no-field", count=number, within=WITHIN)
        return number, near

    why = _("Each within {within} points of the others. Enter alone: {number}.")
    return Text(
        _("How many are still without a champion, this one counted?"),
        why=why.format(within=WITHIN, number=usual),
        hint=_("or with the points they should be near: 4 20"),
        rule="CHAMPION-1",
        read=read,
        may_be_empty=True,
        empty=str(usual),
    )


def _ask_field(desk: Desk, field: list[Champion]) -> Pick:
    _ = desk.locale.gettext
    lines = [f"{desk.locale.name_of(champion.name)} {champion.points}" for champion in field]
    return Pick(
        _("A fair field, in the order of joining"),
        why=_("Each is proposed to the next who joins, and may be left for another."),
        notes=tuple(lines),
        options=(
            Option("1", True, _("take it")),
            Option("2", False, _("draw again")),
        ),
    )
