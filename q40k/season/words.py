"""A season in words: chapters of tables, for the terminal and for the page of HTML alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from q40k.games.game import UnknownGame, find, locales, name_of
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.season.chances import LEAST_PLAYED, Verdict, Won, armies, figures
from q40k.season.order import results_of
from q40k.season.ratings import LEAST_MATCHES, Rating, ratings
from q40k.season.records import Kind, Record, records
from q40k.season.season import Filter, Match, Season
from q40k.season.standings import Standing, meetings, standings
from q40k.table.outcomes import Count

MOST_IN_MATRIX: Final = 12
"""So many of those who have played most stand in the matrix of who beats whom."""
LAST: Final = 20
"""So many matches are listed, the last ones."""
MOST_HOLDERS: Final = 4
"""So many who hold the same record are named."""
_RISE: Final = "▁▂▃▄▅▆▇█"
_WIDE: Final = 12

_VERDICTS: Final[Mapping[Verdict, str]] = {
    "few": N_("too few to say"),
    "as-expected": N_("as by luck"),
    "more": N_("more than by luck"),
    "less": N_("less than by luck"),
}
_RECORDS: Final[Mapping[Kind, str]] = {
    "match": N_("{what}, in a match"),
    "evening": N_("{what}, in an evening"),
    "wins": N_("Wins in a row"),
    "turns": N_("Turns of a match"),
    "table": N_("Players at a table"),
    "evening-matches": N_("Matches in an evening"),
}


def counts_of(game: str) -> tuple[Count, ...]:
    """What a game counts; nothing of one that is not here."""
    try:
        return results_of(find(game)).counts
    except UnknownGame:
        return ()


def chapters(locale: Locale, season: Season) -> tuple[Chapter, ...]:
    """Everything there is to say of a season, game by game where several were played."""
    made: list[Chapter] = []
    several = len(season.games) > 1
    if several:  # points of several games are no sum
        both = _table(locale, season.matches, ())
        made.append(Chapter(both.title, both.tables[:1], both.note))
    for game in season.games:
        spoken = locale.of(locales(game))
        head = f" · {name_of(game)}" if several else ""
        told = _of_game(spoken, game, season.of(game))
        made += [Chapter(one.title + head, one.tables, one.note) for one in told]
    made += [_matches(locale, season), _left_out(locale, season)]
    return tuple(one for one in made if any(table.rows for table in one.tables))


def _of_game(locale: Locale, game: str, matches: Sequence[Match]) -> Iterator[Chapter]:
    counts = counts_of(game)
    yield _table(locale, matches, counts)
    yield _ratings(locale, ratings(matches))
    yield _meetings(locale, matches)
    yield _fielded(locale, N_("Who was fielded"), figures(matches), game)
    yield _fielded(locale, N_("Armies"), armies(matches), game)
    yield _records(locale, records(matches, counts), counts)


def made_table(locale: Locale, heads: Sequence[str], rows: Iterable[tuple[str, ...]],
               words: Sequence[int] = (0,)) -> Table:  # fmt: skip
    """A table whose columns hold numbers, but for those of `words`."""
    figures = tuple(number for number in range(len(heads)) if number not in words)
    return Table(tuple(locale.gettext(head) for head in heads), tuple(rows), figures)


# -- who --------------------------------------------------------------------------------------


def _table(locale: Locale, matches: Sequence[Match], counts: Sequence[Count]) -> Chapter:
    found = standings(matches, counts)
    heads = (N_("Player"), N_("Matches"), N_("Wins"), N_("Mean place"), N_("Opponents beaten"))
    tables = [made_table(locale, heads, (_standing(locale, one) for one in found))]
    if counts or any(one.points for one in found):
        pointed = any(one.points for one in found)
        more = [N_("Player"), *([N_("Points")] if pointed else []), *(one.name for one in counts)]
        rows = (
            (one.player, *([locale.points(one.points)] if pointed else []),
             *(str(one.counts.get(count.id, 0)) for count in counts))
            for one in found
        )  # fmt: skip
        tables.append(made_table(locale, more, rows))
    number = len(matches)
    note = locale.ngettext("{number} match", "{number} matches", number).format(number=number)
    return Chapter(locale.gettext(N_("Standings")), tuple(tables), note)


def _standing(locale: Locale, one: Standing) -> tuple[str, ...]:
    return (
        one.player,
        str(one.matches),
        str(one.wins),
        locale.decimal(f"{one.mean_place:.1f}"),
        locale.percent(one.share) if one.met else "–",
    )


def _ratings(locale: Locale, found: Sequence[Rating]) -> Chapter:
    heads = (N_("Player"), N_("Strength"), "±", N_("At least"), N_("Matches"), N_("Over time"), "")
    few = locale.gettext(_VERDICTS["few"])
    rows = (
        (
            one.player, locale.decimal(f"{one.mu:.1f}"), locale.decimal(f"{2 * one.sigma:.1f}"),
            locale.decimal(f"{one.sure:.1f}"), str(len(one.course)), rise(one),
            "" if one.tells else few,
        )
        for one in found
    )  # fmt: skip
    note = locale.say(N_(
        "After Bradley and Terry, from the full order of finish of every match; all begin at 25"
        " ± 16.7. They are put in order by what each is sure to have at least. Of fewer than"
        " {number} matches there is too little to say."
    ), number=LEAST_MATCHES)  # fmt: skip
    return Chapter(
        locale.gettext(N_("Strength")), (made_table(locale, heads, rows, (0, 5, 6)),), note
    )


def rise(one: Rating) -> str:
    """How a strength went up and down, in a few blocks."""
    course = [25.0, *(step.mu for step in one.course)]
    shown = [course[round(at * (len(course) - 1) / (_WIDE - 1))] for at in range(_WIDE)]
    low, high = min(course), max(course)
    steps = [round((mu - low) / ((high - low) or 1) * (len(_RISE) - 1)) for mu in shown]
    return "".join(_RISE[step] for step in steps)


def _meetings(locale: Locale, matches: Sequence[Match]) -> Chapter:
    met = meetings(matches)
    played = Counter(one.player for match in matches for one in match.people)
    have_met = {who for who, _other in met}
    names = [who for who, _n in played.most_common() if who in have_met][:MOST_IN_MATRIX]
    rows = []
    for who in names:
        cells = []
        for other in names:
            one = met.get((who, other))
            even = f" ={one.even}" if one is not None and one.even else ""
            cells.append("" if one is None else f"{one.before}–{one.behind}{even}")
        rows.append((who, *cells))
    note = locale.gettext(N_(
        "How often a row came in before a column, and behind it; = with it."
    ))  # fmt: skip
    table = Table(("", *names), tuple(rows), tuple(range(1, len(names) + 1)), matrix=True)
    return Chapter(locale.gettext(N_("Who beats whom")), (table,) if len(names) > 1 else (), note)


# -- with what --------------------------------------------------------------------------------


def _fielded(locale: Locale, title: str, found: Sequence[Won], game: str) -> Chapter:
    heads = (
        N_("Name"), N_("Matches"), N_("Wins"), N_("Share"), N_("Between"), N_("By luck"), "",
    )  # fmt: skip
    rows = (
        (
            _name(locale, one, game), str(one.played), str(one.wins), locale.percent(one.share),
            "–".join(locale.percent(end) for end in one.interval), locale.percent(one.expected),
            locale.gettext(_VERDICTS[one.verdict]),
        )
        for one in found
    )  # fmt: skip
    note = locale.say(N_(
        "19 times of 20 the true share lies in the interval (Wilson’s). By luck: if all sides were"
        " equal. Of fewer than {number} matches there is too little to say."
    ), number=LEAST_PLAYED)  # fmt: skip
    return Chapter(locale.gettext(title), (made_table(locale, heads, rows, (0, 6)),), note)


def _name(locale: Locale, one: Won, game: str) -> str:
    if one.name is not None:
        return locale.name_of(one.name)
    try:
        return results_of(find(game)).army(locale, one.id)
    except UnknownGame:
        return one.id


def _records(locale: Locale, found: Sequence[Record], counts: Sequence[Count]) -> Chapter:
    names = {one.id: locale.gettext(one.name) for one in counts}
    rows = (
        (
            locale.say(_RECORDS[one.kind], what=names.get(one.count, "")), str(one.most),
            _holders(locale, one.players), one.when[:10],
        )
        for one in found
    )  # fmt: skip
    heads = (N_("Record"), N_("Most"), N_("Who"), N_("First on"))
    return Chapter(
        locale.gettext(N_("Records of the club")), (made_table(locale, heads, rows, (0, 2, 3)),)
    )


def nothing_found(locale: Locale, season: Season, wanted: Filter) -> str:
    """What is said where no match is as it is wanted: what there is."""
    said = [locale.ngettext(
        "The {number} finished match is not as you ask.",
        "None of the {number} finished matches is as you ask.",
        len(season.every),
    ).format(number=len(season.every))]  # fmt: skip
    if wanted.tag:
        tags = dict.fromkeys(tag for one in season.every for tag in one.tags)
        borne = N_("Tags are {tags}.") if tags else N_("No match bears a tag.")
        said.append(locale.say(borne, tags=locale.join_and(tags)))
    if wanted.played:
        names = dict.fromkeys(locale.name_of(one.played) for one in season.every if one.played)
        said.append(locale.say(N_("Played were {names}."), names=locale.join_and(names)))
    return " ".join(said)


def _holders(locale: Locale, players: Sequence[str]) -> str:
    """Who holds a record: all of few, the first of many."""
    rest = len(players) - MOST_HOLDERS
    if rest < 2:
        return locale.join_and(players)
    others = locale.say(N_("{number} others"), number=rest)
    return locale.join_and([*players[:MOST_HOLDERS], others])


# -- the matches themselves -------------------------------------------------------------------


def order(one: Match) -> str:
    """The full order of finish: "1. Ann · 2. Bob = Cid · 4. Dan"."""
    places: dict[int, list[str]] = {}
    for side, members in one.sides.items():
        names = ", ".join(each.player or side for each in members)
        places.setdefault(members[0].place, []).append(names)
    return " · ".join(f"{place}. {' = '.join(names)}" for place, names in sorted(places.items()))


def _matches(locale: Locale, season: Season) -> Chapter:
    last = list(reversed(season.matches[-LAST:]))
    title = locale.gettext(N_("Matches"))
    heads = ("#", N_("Date"), N_("Name"), N_("What"), N_("Order of finish"))
    rows = (_listed(locale, season, one) for one in last)
    table = made_table(locale, heads, rows, (1, 2, 3, 4))
    note = locale.say(N_("The last {number}."), number=LAST) if len(season.matches) > LAST else ""
    return Chapter(title, (table,), note)


def _listed(locale: Locale, season: Season, one: Match) -> tuple[str, ...]:
    what = [name_of(one.game)] if len(season.games) > 1 else []
    what += [locale.name_of(one.played)] if one.played is not None else []
    name = one.name or "–"
    tags = f" [{', '.join(one.tags)}]" if one.tags else ""
    return str(one.number), one.began[:10], name + tags, " · ".join(what), order(one)


def _left_out(locale: Locale, season: Season) -> Chapter:
    rows = ((str(one.number), one.began[:10], one.name or "–", why) for one, why in season.left_out)
    heads = ("#", N_("Date"), N_("Name"), N_("Why"))
    return Chapter(locale.gettext(N_("Left out")), (made_table(locale, heads, rows, (1, 2, 3)),))
