"""Word a season, its leagues and its decisions, for the terminal and for the HTML page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from q40k.games.game import UnknownGame, find, folder_of, name_of
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.season import statistics
from q40k.season.matches import Match
from q40k.season.season import Filter, Season
from q40k.table.digests import results_of
from q40k.table.outcomes import Count

MOST_IN_MATRIX = 12
"""The number of most active players in the matrix of who beats whom."""
LAST = 20
"""The number of last matches that are listed."""
MOST_HOLDERS = 4
"""The number of holders of one record that are named."""
_RISE = "▁▂▃▄▅▆▇█"
_WIDE = 12

_VERDICTS: Mapping[statistics.Verdict, str] = {
    "few": N_("too few to say"),
    "as-expected": N_("as by luck"),
    "more": N_("more than by luck"),
    "less": N_("less than by luck"),
}
_LUCK_VERDICTS: Mapping[statistics.LuckVerdict, str] = {
    "better": N_("plays better than the victories say"),
    "worse": N_("plays worse than the victories say"),
    "close": N_("too close to say"),
}
_RECORDS: Mapping[statistics.RecordKind, str] = {
    "match": N_("{what}, in a match"),
    "evening": N_("{what}, in an evening"),
    "wins": N_("Wins in a row"),
    "turns": N_("Turns of a match"),
    "table": N_("Players at a table"),
    "evening-matches": N_("Matches in an evening"),
}


def counts_of(game: str) -> tuple[Count, ...]:
    """Return what a game counts, or nothing for an unknown game."""
    try:
        return results_of(find(game)).counts
    except UnknownGame:
        return ()


def chapters(locale: Locale, season: Season) -> tuple[Chapter, ...]:
    """Return all chapters of a season, game by game if several were played."""
    result: list[Chapter] = []
    several = len(season.games) > 1
    if several:  # points of different games are no sum
        both = _standings_chapter(locale, season.matches, ())
        result.append(Chapter(both.title, both.tables[:1], both.note))
    for game in season.games:
        spoken = locale.of(folder_of(game) / "locales")
        head = f" · {name_of(game)}" if several else ""
        of_game = _game_chapters(spoken, game, season.of(game))
        result += [Chapter(part.title + head, part.tables, part.note) for part in of_game]
    result += [_matches_chapter(locale, season), _left_out_chapter(locale, season)]
    return tuple(part for part in result if any(table.rows for table in part.tables))


def _game_chapters(locale: Locale, game: str, matches: Sequence[Match]) -> Iterator[Chapter]:
    counts = counts_of(game)
    yield _standings_chapter(locale, matches, counts)
    yield _ratings_chapter(locale, statistics.ratings(matches))
    yield _luck_chapter(locale, statistics.luck_balances(matches))
    yield _meetings_chapter(locale, matches)
    yield _fielded_chapter(locale, N_("Who was fielded"), statistics.figure_wins(matches), game)
    yield _fielded_chapter(locale, N_("Armies"), statistics.army_wins(matches), game)
    yield _records_chapter(locale, statistics.records(matches, counts), counts)


def make_table(
    locale: Locale, heads: Sequence[str], rows: Iterable[tuple[str, ...]], words: Sequence[int] = (0,)
) -> Table:
    """Return a table whose columns hold numbers, except those listed in `words`."""
    figures = tuple(number for number in range(len(heads)) if number not in words)
    return Table(tuple(locale.gettext(head) for head in heads), tuple(rows), figures)


# -- who --------------------------------------------------------------------------------------


def _standings_chapter(locale: Locale, matches: Sequence[Match], counts: Sequence[Count]) -> Chapter:
    totals = statistics.standings(matches, counts)
    heads = (N_("Player"), N_("Matches"), N_("Wins"), N_("Mean place"), N_("Opponents beaten"))
    tables = [make_table(locale, heads, (_standing_row(locale, total) for total in totals))]
    if counts or any(total.points for total in totals):
        pointed = any(total.points for total in totals)
        more = [N_("Player"), *([N_("Points")] if pointed else []), *(count.name for count in counts)]
        rows = (
            (
                total.player,
                *([locale.points(total.points)] if pointed else []),
                *(str(total.counts.get(count.id, 0)) for count in counts),
            )
            for total in totals
        )
        tables.append(make_table(locale, more, rows))
    number = len(matches)
    note = locale.ngettext("{number} match", "{number} matches", number).format(number=number)
    return Chapter(locale.gettext(N_("Standings")), tuple(tables), note)


def _standing_row(locale: Locale, total: statistics.PlayerTotals) -> tuple[str, ...]:
    return (
        total.player,
        str(total.matches),
        str(total.wins),
        locale.decimal(f"{total.mean_place:.1f}"),
        locale.percent(total.share) if total.met else "–",
    )


def _ratings_chapter(locale: Locale, shown: Sequence[statistics.Rating]) -> Chapter:
    heads = (N_("Player"), N_("Strength"), "±", N_("At least"), N_("Matches"), N_("Over time"), "")
    few = locale.gettext(_VERDICTS["few"])
    rows = (
        (
            rating.player,
            locale.decimal(f"{rating.mu:.1f}"),
            locale.decimal(f"{2 * rating.sigma:.1f}"),
            locale.decimal(f"{rating.sure:.1f}"),
            str(rating.matches),
            rise(rating),
            "" if rating.tells else few,
        )
        for rating in shown
    )
    note = locale.say(
        N_(
            "After Bradley and Terry, from the full order of finish of every match; all begin at 25"
            " ± 16.7. They are put in order by what each is sure to have at least. Of fewer than"
            " {number} matches there is too little to say."
        ),
        number=statistics.LEAST_MATCHES,
    )
    return Chapter(locale.gettext(N_("Strength")), (make_table(locale, heads, rows, (0, 5, 6)),), note)


def _luck_chapter(locale: Locale, balances: Sequence[statistics.LuckBalance]) -> Chapter:
    heads = (
        N_("Player"),
        N_("Studied"),
        N_("Victories"),
        N_("By dice"),
        "±",
        N_("Without dice"),
        N_("Cost of a choice"),
        "",
    )
    rows = (
        (
            balance.player,
            str(balance.matches),
            locale.decimal(f"{balance.won:.2f}"),
            locale.decimal(f"{balance.luck:+.2f}"),
            locale.decimal(f"{balance.spread:.2f}"),
            locale.decimal(f"{balance.adjusted:.2f}"),
            locale.percent(balance.errors / max(balance.decisions, 1), 2),
            locale.gettext(_LUCK_VERDICTS[balance.verdict]),
        )
        for balance in balances
    )
    note = locale.gettext(
        N_(
            "Only of matches that `q40k study` has studied: the victories, what dice brought of them as bots play on,"
            " with its 95 % interval, and what remains. What a choice cost is against the best that bots saw."
        )
    )
    return Chapter(locale.gettext(N_("Without the luck of the dice")), (make_table(locale, heads, rows, (0, 7)),), note)


def rise(rating: statistics.Rating) -> str:
    """Draw the course of a strength with a few block characters."""
    places = [round(at * rating.matches / (_WIDE - 1)) for at in range(_WIDE)]
    shown = [rating.course[place - 1].mu if place else statistics.USUAL for place in places]
    low, high = rating.low, rating.high
    steps = [round((mu - low) / ((high - low) or 1) * (len(_RISE) - 1)) for mu in shown]
    return "".join(_RISE[step] for step in steps)


def _meetings_chapter(locale: Locale, matches: Sequence[Match]) -> Chapter:
    played, have_met = Counter[str](), set[str]()
    for match in matches:
        people = [entrant.player for entrant in match.people]
        played.update(people)
        if len({entrant.side for entrant in match.people}) > 1:
            have_met.update(people)
    names = [who for who, _n in played.most_common() if who in have_met][:MOST_IN_MATRIX]
    met = statistics.meetings(matches, names)
    rows = []
    for who in names:
        cells = []
        for other in names:
            meeting = met.get((who, other))
            even = f" ={meeting.even}" if meeting is not None and meeting.even else ""
            cells.append("" if meeting is None else f"{meeting.before}–{meeting.behind}{even}")
        rows.append((who, *cells))
    note = locale.gettext(N_("How often a row came in ahead of a column, and after it; = level with it."))
    table = Table(("", *names), tuple(rows), tuple(range(1, len(names) + 1)), matrix=True)
    return Chapter(locale.gettext(N_("Who beats whom")), (table,) if len(names) > 1 else (), note)


# -- with what --------------------------------------------------------------------------------


def _fielded_chapter(locale: Locale, title: str, wins: Sequence[statistics.WinCount], game: str) -> Chapter:
    heads = (N_("Name"), N_("Matches"), N_("Wins"), N_("Share"), N_("Between"), N_("By luck"), "")
    rows = (
        (
            item_name(locale, item, game),
            str(item.played),
            str(item.wins),
            locale.percent(item.share),
            "–".join(locale.percent(end) for end in item.interval),
            locale.percent(item.expected),
            locale.gettext(_VERDICTS[item.verdict]),
        )
        for item in wins
    )
    note = locale.say(
        N_(
            "19 times of 20 the true share lies in the interval (Wilson’s). By luck: if all sides were"
            " equal. Of fewer than {number} matches there is too little to say."
        ),
        number=statistics.LEAST_PLAYED,
    )
    return Chapter(locale.gettext(title), (make_table(locale, heads, rows, (0, 6)),), note)


def item_name(locale: Locale, item: statistics.WinCount, game: str) -> str:
    """Return the name of something that was fielded in a game."""
    if item.name is not None:
        return locale.name_of(item.name)
    try:
        return results_of(find(game)).army(locale, item.id)
    except UnknownGame:
        return item.id


def _records_chapter(locale: Locale, shown: Sequence[statistics.Record], counts: Sequence[Count]) -> Chapter:
    names = {count.id: locale.gettext(count.name) for count in counts}
    rows = (
        (
            locale.say(_RECORDS[record.kind], what=names.get(record.count, "")),
            str(record.most),
            _holders(locale, record.players),
            record.when[:10],
        )
        for record in shown
    )
    heads = (N_("Record"), N_("Most"), N_("Who"), N_("First on"))
    return Chapter(locale.gettext(N_("Records of the club")), (make_table(locale, heads, rows, (0, 2, 3)),))


def unread_decisions(locale: Locale, number: int) -> str:
    """Tell how many decisions are lost or damaged."""
    return locale.ngettext(
        "{number} line of the season’s decisions cannot be read; the others stand.",
        "{number} lines of the season’s decisions cannot be read; the others stand.",
        number,
    ).format(number=number)


def nothing_found(locale: Locale, season: Season, filter_: Filter) -> str:
    """Tell that no match fits the filter, and what would."""
    sentences = [
        locale.ngettext(
            "The {number} finished match is not as you ask.",
            "None of the {number} finished matches is as you ask.",
            len(season.every),
        ).format(number=len(season.every))
    ]
    if filter_.tag:
        tags = dict.fromkeys(tag for match in season.every for tag in match.tags)
        borne = N_("Tags are {tags}.") if tags else N_("No match bears a tag.")
        sentences.append(locale.say(borne, tags=locale.join_and(tags)))
    if filter_.played:
        names = dict.fromkeys(locale.name_of(match.played) for match in season.every if match.played)
        sentences.append(locale.say(N_("Played were {names}."), names=locale.join_and(names)))
    return " ".join(sentences)


def _holders(locale: Locale, players: Sequence[str]) -> str:
    """Name the holders of a record: all of a few, the first of many."""
    rest = len(players) - MOST_HOLDERS
    if rest < 2:
        return locale.join_and(players)
    others = locale.say(N_("{number} others"), number=rest)
    return locale.join_and([*players[:MOST_HOLDERS], others])


# -- the matches themselves -------------------------------------------------------------------


def order_of_finish(match: Match) -> str:
    """Return the full order of finish: "1. Ann · 2. Bob = Cid · 4. Dan"."""
    places: dict[int, list[str]] = {}
    for side, members in match.sides.items():
        names = ", ".join(entrant.player or side for entrant in members)
        places.setdefault(members[0].place, []).append(names)
    return " · ".join(f"{place}. {' = '.join(names)}" for place, names in sorted(places.items()))


def _matches_chapter(locale: Locale, season: Season) -> Chapter:
    last = reversed(season.matches[-LAST:])
    title = locale.gettext(N_("Matches"))
    heads = ("#", N_("Date"), N_("Name"), N_("What"), N_("Order of finish"))
    rows = (_match_row(locale, season, match) for match in last)
    table = make_table(locale, heads, rows, (1, 2, 3, 4))
    note = locale.say(N_("The last {number}."), number=LAST) if len(season.matches) > LAST else ""
    return Chapter(title, (table,), note)


def _match_row(locale: Locale, season: Season, match: Match) -> tuple[str, ...]:
    what = [name_of(match.game)] if len(season.games) > 1 else []
    what += [locale.name_of(match.played)] if match.played is not None else []
    name = match.name or "–"
    tags = f" [{', '.join(match.tags)}]" if match.tags else ""
    return (str(match.number), match.began[:10], name + tags, " · ".join(what), order_of_finish(match))


def _left_out_chapter(locale: Locale, season: Season) -> Chapter:
    rows = ((str(match.number), match.began[:10], match.name or "–", why) for match, why in season.left_out)
    heads = ("#", N_("Date"), N_("Name"), N_("Why"))
    return Chapter(locale.gettext(N_("Left out")), (make_table(locale, heads, rows, (1, 2, 3)),))
