"""Sentences about a match for its spectators: calls, medals, statistics."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from q40k.games.quake.packs.models import Names
from q40k.games.quake.state.commentary.statistics import MELEE, SHOOTING, Life, Statistics, Tally, TokenUse
from q40k.games.quake.state.match import Match
from q40k.games.quake.words import bonus, fights, wording
from q40k.i18n.chapters import Chapter, Lane, Span, Table, titled_table
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commentary import Call

# -- calls, several for each, and medals: the Imperial board of entertainments -------------


def side_name(state: Match, side: str) -> str:
    """Return the name of a player or a side."""
    return state.players[side].name if side in state.players else state.side_name(side)


def _taunt(locale: Locale, state: Match, call: Call) -> str:
    """Return what a bot says to its victim."""
    nature = state.players[call.side].nature
    return _line(locale, nature.taunts.kill if nature else (), call.nth)


def _last_words(locale: Locale, state: Match, call: Call) -> str:
    """Return what a bot says as it dies."""
    nature = state.players[call.side].nature
    return _line(locale, nature.taunts.death if nature else (), call.nth)


def _line(locale: Locale, lines: Sequence[Names], number: int) -> str:
    return locale.name_of(lines[number % len(lines)]) if lines else "…"


wording.WORDS.spectators(
    Path(__file__).with_suffix(".texts.yaml"), side_name, {"taunt": _taunt, "last-words": _last_words}
)


# -- statistics: who did what, to whom, with what, and where -------------------------------


_WAYS: Mapping[str, str] = {
    "kill": N_("said by the table"),
    "barrel": N_("barrel"),
    "demolition-charge": N_("demolition charge"),
    "spore-poison": N_("spore poison"),
    "lightning-field": N_("lightning field"),
    "nuke": N_("nuke"),
    "napalm": N_("napalm"),
    "": N_("bare hands"),
}
_ON_LIVES = N_(
    "A bar is a life: the more it killed, the higher it is. Each stroke on it is a kill; the number over its end is"
    " the streak. It ends in the colour of its killer, by accident with a cross. Below, lives are listed by their"
    " turns, the first and the last counted; † is a death."
)
_ON_TOKENS = N_(
    "The kills of each token’s holder, the saves it made, and the points won and lost by kills and accidents, until"
    " it was spent or gone; what a token does automatically also counts after that."
)


_ON_HOPES = N_(
    "A bot’s shots at champions and its rounds of close combat against one foe: the sum of their chances to kill by the"
    " exact odds, and how many of them killed."
)


def chapters(locale: Locale, state: Match, statistics: Statistics, colours: Mapping[str, int]) -> tuple[Chapter, ...]:
    """Return every chapter of statistics with rows; `colours` are the numbers of all colours."""
    candidates = (
        Chapter(locale.gettext(N_("In figures")), (_everyone(locale, state, statistics),)),
        Chapter(
            locale.gettext(N_("Who killed whom")),
            (_nemesis(locale, state, statistics),),
            locale.gettext(N_("Kills, and the points they brought. A row killed, a column died.")),
        ),
        Chapter(locale.gettext(N_("With what")), tuple(_weapons(locale, state, statistics))),
        Chapter(
            locale.gettext(N_("Lives")),
            (_lives(locale, state, statistics),),
            locale.gettext(_ON_LIVES),
            tuple(_lanes(locale, state, statistics, colours)),
        ),
        Chapter(locale.gettext(N_("Portals")), (_portals(locale, statistics),)),
        Chapter(
            locale.gettext(N_("Tokens")),
            (_kinds(locale, state, statistics), _tokens(locale, state, statistics)),
            locale.gettext(_ON_TOKENS),
        ),
        Chapter(
            locale.gettext(N_("What the bots expected")),
            (_hopes(locale, state, statistics),),
            locale.gettext(_ON_HOPES),
        ),
    )
    return tuple(chapter for chapter in candidates if any(table.rows for table in chapter.tables))


def _tallies_by_name(state: Match, statistics: Statistics) -> Iterator[tuple[str, Tally]]:
    """Yield the name and tally of all who were ever on the table, in the order of joining."""
    for name, player in state.players.items():
        if name in statistics.players:
            yield player.name, statistics.players[name]


def _everyone(locale: Locale, state: Match, statistics: Statistics) -> Table:
    heads = (
        N_("Player"),
        N_("Points"),
        N_("Kills"),
        N_("Deaths"),
        N_("Accidents"),
        N_("Telefrags given"),
        N_("Telefragged"),
        N_("Longest streak"),
        N_("Inches"),
        N_("Jumps"),
        N_("Tokens"),
    )
    rows = tuple(
        (
            name,
            locale.points(tally.points),
            str(tally.kills),
            str(tally.deaths),
            str(tally.accidents),
            str(tally.telefrags),
            str(tally.telefragged),
            str(tally.longest),
            locale.number(tally.inches),
            str(tally.jumps),
            str(len(tally.tokens)),
        )
        for name, tally in _tallies_by_name(state, statistics)
    )
    return titled_table(locale, heads, rows, figures=range(1, len(heads)))


def _nemesis(locale: Locale, state: Match, statistics: Statistics) -> Table:
    """Return the kills by killer and victim, without players who neither killed nor died."""
    died = {victim for tally in statistics.players.values() for victim in tally.victims}
    ids = [
        name
        for name in state.players
        if name in died or (name in statistics.players and statistics.players[name].victims)
    ]
    names = [state.players[name].name for name in ids]
    rows = tuple(
        (state.players[killer].name, *(_cell(locale, statistics.players[killer], victim) for victim in ids))
        for killer in ids
    )
    return Table(("", *names), rows, tuple(range(1, len(names) + 1)), matrix=True)


def _cell(locale: Locale, killer: Tally, victim: str) -> str:
    kills = killer.victims.get(victim, 0)
    if not kills:
        return ""
    return f"{kills} ({locale.points(killer.earned.get(victim, Fraction(0)))})"


def _weapons(locale: Locale, state: Match, statistics: Statistics) -> Iterator[Table]:
    """Yield how well each weapon hit, and what everybody killed with."""
    names = {arm.id: locale.name_of(arm.name) for player in state.players.values() for arm in player.arms}
    rows = tuple(
        (name, _source_name(locale, names, source), str(kills))
        for name, tally in _tallies_by_name(state, statistics)
        for source, kills in sorted(tally.weapons.items(), key=lambda pair: -pair[1])
    )
    aims = [
        (name, _source_name(locale, names, source), aim)
        for name, tally in _tallies_by_name(state, statistics)
        for source, aim in sorted(tally.aims.items(), key=lambda pair: -pair[1].shots)
    ]
    if aims:
        parts = [aim.hits / aim.shots for *_who, aim in aims]
        hits = tuple(
            (name, source, f"{aim.hits}/{aim.shots} ({locale.percent(part, 0)})")
            for (name, source, aim), part in zip(aims, parts, strict=True)
        )
        yield titled_table(locale, (N_("Player"), N_("With"), N_("Hits")), hits, figures=(2,), shares=parts)
    if rows:
        most = max(int(kills) for *_who, kills in rows)
        shares = (int(kills) / most for *_who, kills in rows)
        yield titled_table(locale, (N_("Player"), N_("With"), N_("Kills")), rows, figures=(2,), shares=shares)


def _source_name(locale: Locale, names: Mapping[str, str], source: str) -> str:
    if source in names:
        return names[source]
    return locale.gettext(_WAYS.get(source) or fights.GEAR.get(source) or source)


def _lives(locale: Locale, state: Match, statistics: Statistics) -> Table:
    heads = (N_("Player"), N_("Lives"), N_("Longest life"), N_("From turn to turn"))
    rows = tuple(
        (
            name,
            str(len(tally.lives)),
            str(max(life.turns for life in tally.lives)),
            ", ".join(_merge_equal(_life(life) for life in tally.lives)),
        )
        for name, tally in _tallies_by_name(state, statistics)
        if tally.lives
    )
    return titled_table(locale, heads, rows, figures=(1, 2))


def _merge_equal(lives: Iterable[str]) -> Iterator[str]:
    """Yield each run of equal lives as one: "2 † ×3"."""
    for life, group in groupby(lives):
        many = sum(1 for _one in group)
        yield f"{life} ×{many}" if many > 1 else life


def _life(life: Life) -> str:
    """Return a life by its turns: "1–3 †", or "4" if it lasted to the end of the match."""
    turns = _turns(life.turn, life.turns)
    return turns if life.died is None else f"{turns} †"


def _turns(first: int, many: int) -> str:
    """Return a number of turns counted from the first: "1–3", "4"."""
    last = first + many - 1
    return f"{first}–{last}" if last > first else str(first)


def _portals(locale: Locale, statistics: Statistics) -> Table:
    heads = (N_("Portal"), N_("Jumps into it"), N_("Arrivals"), N_("Telefragged in it"))
    rows = tuple(
        (str(number), str(portal.entered), str(portal.arrivals), str(portal.telefrags))
        for number, portal in sorted(statistics.portals.items())
    )
    return titled_table(locale, heads, rows, figures=(1, 2, 3))


def _lanes(locale: Locale, state: Match, statistics: Statistics, colours: Mapping[str, int]) -> Iterator[Lane]:
    for id, player in state.players.items():
        tally = statistics.players.get(id)
        if tally is not None and tally.lives:
            spans = (_span(locale, state, life, colours) for life in tally.lives)
            yield Lane(player.name, colours[id], tuple(spans))


def _span(locale: Locale, state: Match, life: Life, colours: Mapping[str, int]) -> Span:
    """Return a life as a span: "1–3 † (Bob), 2 kills"."""
    killers = locale.join_and(state.players[killer].name for killer in life.by)
    parts = [f"{_life(life)} ({killers})" if killers else _life(life)]
    if life.kills:
        parts.append(locale.plural("{number} kill", "{number} kills", len(life.kills)))
    return Span(
        life.born,
        life.until,
        ", ".join(parts),
        tuple(life.kills),
        life.died is not None,
        colours[life.by[0]] if life.by else None,
    )


def _kinds(locale: Locale, state: Match, statistics: Statistics) -> Table:
    """Return what each kind of bonus brought in all; the kind taken most often is first."""
    by_kind: dict[str, list[TokenUse]] = {}
    for use in statistics.brought:
        by_kind.setdefault(use.kind, []).append(use)
    heads = (N_("Bonus"), N_("Taken"), N_("Turns"), N_("Kills"), N_("Saves"), N_("Points"), N_("What it does"))
    rows = tuple(
        (
            _bonus(locale, state, kind),
            str(len(uses)),
            str(sum(use.turns for use in uses)),
            str(sum(use.kills for use in uses)),
            str(sum(use.saves for use in uses)),
            locale.points(sum((use.points for use in uses), Fraction(0))),
            bonus.bonus_kind_line(locale, state, kind).partition(" — ")[2],
        )
        for kind, uses in sorted(by_kind.items(), key=lambda pair: -len(pair[1]))
    )
    return titled_table(locale, heads, rows, figures=range(1, 6))


def _tokens(locale: Locale, state: Match, statistics: Statistics) -> Table:
    """Return every token that was taken: its holder, and what it brought, in words."""
    heads = (N_("Player"), N_("Bonus"), N_("Turns"), N_("What it brought"))
    rows = tuple(
        (
            state.players[use.player].name,
            _bonus(locale, state, use.kind),
            _turns(use.turn, use.turns),
            _token_yield(locale, use),
        )
        for use in statistics.brought
    )
    return titled_table(locale, heads, rows, brief=True)


def _hopes(locale: Locale, state: Match, statistics: Statistics) -> Table:
    """Return what each bot's attacks were expected to bring, and what came."""
    heads = (N_("Player"), N_("With"), N_("Attacks"), N_("Kills expected"), N_("Kills"))
    ways = {SHOOTING: N_("shots"), MELEE: N_("close combat")}
    rows = tuple(
        (
            state.players[id].name,
            locale.gettext(ways[way]),
            str(hope.attacks),
            locale.number(hope.expected),
            str(hope.kills),
        )
        for id, hopes in statistics.hopes.items()
        for way, hope in hopes.items()
    )
    return titled_table(locale, heads, rows, figures=(2, 3, 4))


def _bonus(locale: Locale, state: Match, kind: str) -> str:
    """Return the name of a kind of bonus, without its effect."""
    tables = state.setup.tables
    return locale.name_of(tables.kind(kind).name) if tables is not None else kind


def _token_yield(locale: Locale, use: TokenUse) -> str:
    """Return what a token brought, in words: "2 kills, +30 points, 1 save"."""
    parts: list[str] = []
    if use.kills:
        parts.append(locale.plural("{number} kill", "{number} kills", use.kills))
    if use.points:
        points, many = locale.signed_points(use.points), 1 + (abs(use.points) != 1)
        parts.append(locale.plural("{points} point", "{points} points", many, points=points))
    if use.saves:
        parts.append(locale.plural("{number} save", "{number} saves", use.saves))
    if use.fatal:
        parts.append(locale.gettext(N_("its holder’s death")))
    return ", ".join(parts) or locale.gettext(N_("nothing"))
