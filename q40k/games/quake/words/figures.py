"""The figures of a match in words: who did what, to whom, with what, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.figures import Figures, Life, Tally
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import bonus_of
from q40k.games.quake.words.fights.gear_names import GEAR
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale

_WAYS: Mapping[str, str] = {
    "kill": N_("said by the table"),
    "barrel": N_("barrel"),
    "demolition-charge": N_("demolition charge"),
    "nuke": N_("nuke"),
    "napalm": N_("napalm"),
    "": N_("bare hands"),
}


def chapters(locale: Locale, state: Match, found: Figures) -> tuple[Chapter, ...]:
    """Every figure there is something to say of."""
    made = (
        Chapter(locale.gettext(N_("Figures")), (_everyone(locale, state, found),)),
        Chapter(
            locale.gettext(N_("Who killed whom")),
            (_nemesis(locale, state, found),),
            locale.gettext(N_("Kills, and the points they brought. A row killed, a column died.")),
        ),
        Chapter(locale.gettext(N_("With what")), (_weapons(locale, state, found),)),
        Chapter(
            locale.gettext(N_("Lives")),
            (_lives(locale, state, found),),
            locale.gettext(N_("In turns, the first and the last of them counted. † is a death.")),
        ),
        Chapter(locale.gettext(N_("Portals")), (_portals(locale, found),)),
        Chapter(locale.gettext(N_("Tokens")), (_tokens(locale, state, found),)),
    )
    return tuple(one for one in made if any(table.rows for table in one.tables))


def _played(state: Match, found: Figures) -> Iterator[tuple[str, Tally]]:
    """Everyone who ever stood on the table, in the order of joining: name and tally."""
    for name, player in state.players.items():
        if name in found.players:
            yield player.name, found.players[name]


def _everyone(locale: Locale, state: Match, found: Figures) -> Table:
    heads = (
        N_("Player"), N_("Points"), N_("Kills"), N_("Deaths"), N_("Accidents"),
        N_("Telefrags given"), N_("Telefragged"), N_("Longest streak"), N_("Inches"), N_("Jumps"),
        N_("Tokens"),
    )  # fmt: skip
    rows = tuple(
        (
            name, locale.points(one.points), str(one.kills), str(one.deaths), str(one.accidents),
            str(one.telefrags), str(one.telefragged), str(one.longest), locale.number(one.inches),
            str(one.jumps),
            str(len(one.tokens)),
        )
        for name, one in _played(state, found)
    )  # fmt: skip
    return _table(locale, heads, rows, figures=range(1, len(heads)))


def _nemesis(locale: Locale, state: Match, found: Figures) -> Table:
    """Kills by killer and victim; nobody stands in it who neither killed nor was killed."""
    died = {victim for one in found.players.values() for victim in one.victims}
    ids = [
        name
        for name in state.players
        if name in died or (name in found.players and found.players[name].victims)
    ]
    names = [state.players[name].name for name in ids]
    rows = tuple(
        (state.players[killer].name, *(_cell(locale, found.players[killer], one) for one in ids))
        for killer in ids
    )
    return Table(("", *names), rows, tuple(range(1, len(names) + 1)), matrix=True)


def _cell(locale: Locale, killer: Tally, victim: str) -> str:
    kills = killer.victims.get(victim, 0)
    if not kills:
        return ""
    return f"{kills} ({locale.points(killer.earned.get(victim, Fraction(0)))})"


def _weapons(locale: Locale, state: Match, found: Figures) -> Table:
    named = {
        arm.id: locale.said(arm.name) for player in state.players.values() for arm in player.arms
    }
    rows = tuple(
        (name, _way(locale, named, way), str(kills))
        for name, one in _played(state, found)
        for way, kills in sorted(one.weapons.items(), key=lambda pair: -pair[1])
    )
    return _table(locale, (N_("Player"), N_("With"), N_("Kills")), rows, figures=(2,))


def _way(locale: Locale, named: Mapping[str, str], way: str) -> str:
    if way in named:
        return named[way]
    return locale.gettext(_WAYS.get(way) or GEAR.get(way) or way)


def _lives(locale: Locale, state: Match, found: Figures) -> Table:
    heads = (N_("Player"), N_("Lives"), N_("Longest life"), N_("From turn to turn"))
    rows = tuple(
        (
            name,
            str(len(one.lives)),
            str(max(life.turns for life in one.lives)),
            ", ".join(map(_life, one.lives)),
        )
        for name, one in _played(state, found)
        if one.lives
    )
    return _table(locale, heads, rows, figures=(1, 2))


def _life(life: Life) -> str:
    """A life by its turns: "1–3 †", "4" for one that ended with the match."""
    last = life.turn + life.turns - 1
    turns = f"{life.turn}–{last}" if last > life.turn else str(life.turn)
    return turns if life.died is None else f"{turns} †"


def _portals(locale: Locale, found: Figures) -> Table:
    heads = (N_("Portal"), N_("Jumps into it"), N_("Arrivals"), N_("Telefragged in it"))
    rows = tuple(
        (str(number), str(one.entered), str(one.arrivals), str(one.telefrags))
        for number, one in sorted(found.portals.items())
    )
    return _table(locale, heads, rows, figures=(1, 2, 3))


def _tokens(locale: Locale, state: Match, found: Figures) -> Table:
    rows = tuple(
        (name, bonus_of(locale, state, kind))
        for name, one in _played(state, found)
        for kind in one.tokens
    )
    return _table(locale, (N_("Player"), N_("Bonus")), rows)


def _table(
    locale: Locale, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...],
    *, figures: Any = (),
) -> Table:  # fmt: skip
    return Table(tuple(locale.gettext(head) for head in heads), rows, tuple(figures))
