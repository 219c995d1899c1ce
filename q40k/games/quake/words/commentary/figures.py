"""The figures of a match in words: who did what, to whom, with what, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from q40k.games.quake.rules.brought import TokenUse
from q40k.games.quake.rules.commentary.figures import Life, Statistics, Tally
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import bonus_of
from q40k.games.quake.words.fights.gear_names import GEAR
from q40k.i18n.chapters import Chapter, Lane, Span, Table
from q40k.i18n.locale import N_, Locale

_WAYS: Mapping[str, str] = {
    "kill": N_("said by the table"),
    "barrel": N_("barrel"),
    "demolition-charge": N_("demolition charge"),
    "nuke": N_("nuke"),
    "napalm": N_("napalm"),
    "": N_("bare hands"),
}
_ON_LIVES = N_(
    "A bar is a life: the more it killed, the higher it is. Each stroke on it is a kill; the number"
    " over its end is the streak. It ends in the colour of its killer, by accident with a cross."
    " Below, lives are told by their turns, the first and the last counted; † is a death."
)
_ON_TOKENS = N_(
    "What whoever took a token killed, what saves it made, and the points won and lost by kills and"
    " accidents, until it was spent or gone; what a token does by itself counts after that, too."
)


def chapters(
    locale: Locale, state: Match, found: Statistics, colours: Mapping[str, int]
) -> tuple[Chapter, ...]:
    """Every figure there is something to say of; `colours` are the numbers of everybody's."""
    made = (
        Chapter(locale.gettext(N_("In figures")), (_everyone(locale, state, found),)),
        Chapter(
            locale.gettext(N_("Who killed whom")),
            (_nemesis(locale, state, found),),
            locale.gettext(N_("Kills, and the points they brought. A row killed, a column died.")),
        ),
        Chapter(locale.gettext(N_("With what")), (_weapons(locale, state, found),)),
        Chapter(
            locale.gettext(N_("Lives")),
            (_lives(locale, state, found),),
            locale.gettext(_ON_LIVES),
            tuple(_lanes(locale, state, found, colours)),
        ),
        Chapter(locale.gettext(N_("Portals")), (_portals(locale, found),)),
        Chapter(
            locale.gettext(N_("Tokens")),
            (_kinds(locale, state, found), _tokens(locale, state, found)),
            locale.gettext(_ON_TOKENS),
        ),
    )
    return tuple(one for one in made if any(table.rows for table in one.tables))


def _played(state: Match, found: Statistics) -> Iterator[tuple[str, Tally]]:
    """Everyone who ever stood on the table, in the order of joining: name and tally."""
    for name, player in state.players.items():
        if name in found.players:
            yield player.name, found.players[name]


def _everyone(locale: Locale, state: Match, found: Statistics) -> Table:
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


def _nemesis(locale: Locale, state: Match, found: Statistics) -> Table:
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


def _weapons(locale: Locale, state: Match, found: Statistics) -> Table:
    named = {
        arm.id: locale.name_of(arm.name) for player in state.players.values() for arm in player.arms
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


def _lives(locale: Locale, state: Match, found: Statistics) -> Table:
    heads = (N_("Player"), N_("Lives"), N_("Longest life"), N_("From turn to turn"))
    rows = tuple(
        (
            name,
            str(len(one.lives)),
            str(max(life.turns for life in one.lives)),
            ", ".join(_alike(_life(life) for life in one.lives)),
        )
        for name, one in _played(state, found)
        if one.lives
    )
    return _table(locale, heads, rows, figures=(1, 2))


def _alike(lives: Iterable[str]) -> Iterator[str]:
    """What is the same several times in a row, once: "2 † ×3"."""
    for life, group in groupby(lives):
        many = sum(1 for _one in group)
        yield f"{life} ×{many}" if many > 1 else life


def _life(life: Life) -> str:
    """A life by its turns: "1–3 †", "4" for one that ended with the match."""
    turns = _turns(life.turn, life.turns)
    return turns if life.died is None else f"{turns} †"


def _turns(first: int, many: int) -> str:
    """So many turns from the first on: "1–3", "4"."""
    last = first + many - 1
    return f"{first}–{last}" if last > first else str(first)


def _portals(locale: Locale, found: Statistics) -> Table:
    heads = (N_("Portal"), N_("Jumps into it"), N_("Arrivals"), N_("Telefragged in it"))
    rows = tuple(
        (str(number), str(one.entered), str(one.arrivals), str(one.telefrags))
        for number, one in sorted(found.portals.items())
    )
    return _table(locale, heads, rows, figures=(1, 2, 3))


def _lanes(
    locale: Locale, state: Match, found: Statistics, colours: Mapping[str, int]
) -> Iterator[Lane]:
    for id, player in state.players.items():
        tally = found.players.get(id)
        if tally is not None and tally.lives:
            spans = (_span(locale, state, life, colours) for life in tally.lives)
            yield Lane(player.name, colours[id], tuple(spans))


def _span(locale: Locale, state: Match, life: Life, colours: Mapping[str, int]) -> Span:
    """A life as a span: "1–3 † (Bob), 2 kills"."""
    killers = locale.join_and(state.players[one].name for one in life.by)
    said = [f"{_life(life)} ({killers})" if killers else _life(life)]
    if life.kills:
        kills = locale.ngettext("{number} kill", "{number} kills", len(life.kills))
        said.append(kills.format(number=len(life.kills)))
    return Span(
        life.born, life.until, ", ".join(said), tuple(life.kills), life.died is not None,
        colours[life.by[0]] if life.by else None,
    )  # fmt: skip


def _kinds(locale: Locale, state: Match, found: Statistics) -> Table:
    """What each kind of bonus brought all together, the one that was taken most first."""
    by_kind: dict[str, list[TokenUse]] = {}
    for one in found.brought:
        by_kind.setdefault(one.kind, []).append(one)
    heads = (
        N_("Bonus"), N_("Taken"), N_("Turns"), N_("Kills"), N_("Saves"), N_("Points"),
        N_("What it does"),
    )  # fmt: skip
    rows = tuple(
        (
            _bonus(locale, state, kind),
            str(len(all_of)),
            str(sum(one.turns for one in all_of)),
            str(sum(one.kills for one in all_of)),
            str(sum(one.saves for one in all_of)),
            locale.points(sum((one.points for one in all_of), Fraction(0))),
            bonus_of(locale, state, kind).partition(" — ")[2],
        )
        for kind, all_of in sorted(by_kind.items(), key=lambda pair: -len(pair[1]))
    )
    return _table(locale, heads, rows, figures=range(1, 6))


def _tokens(locale: Locale, state: Match, found: Statistics) -> Table:
    """Every token that was taken: by whom, and what it brought, in words."""
    heads = (N_("Player"), N_("Bonus"), N_("Turns"), N_("What it brought"))
    rows = tuple(
        (
            state.players[one.player].name,
            _bonus(locale, state, one.kind),
            _turns(one.turn, one.turns),
            _brought(locale, one),
        )
        for one in found.brought
    )
    return _table(locale, heads, rows, brief=True)


def _bonus(locale: Locale, state: Match, kind: str) -> str:
    """The bare name of a kind of bonus; what it does is said where the kinds are."""
    tables = state.setup.tables
    return locale.name_of(tables.kind(kind).name) if tables is not None else kind


def _brought(locale: Locale, one: TokenUse) -> str:
    """What a token brought, in words: "2 kills, +30 points, 1 save"."""
    said: list[str] = []
    if one.kills:
        words = locale.ngettext("{number} kill", "{number} kills", one.kills)
        said.append(words.format(number=one.kills))
    if one.points:
        words = locale.ngettext("{points} point", "{points} points", 1 + (abs(one.points) != 1))
        said.append(words.format(points=locale.signed_points(one.points)))
    if one.saves:
        words = locale.ngettext("{number} save", "{number} saves", one.saves)
        said.append(words.format(number=one.saves))
    if one.fatal:
        said.append(locale.gettext(N_("its holder’s death")))
    return ", ".join(said) or locale.gettext(N_("nothing"))


def _table(
    locale: Locale, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...],
    *, figures: Iterable[int] = (), brief: bool = False,
) -> Table:  # fmt: skip
    titles = tuple(locale.gettext(head) for head in heads)
    return Table(titles, rows, tuple(figures), brief=brief)
