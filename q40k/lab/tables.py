"""A study in words: tables for the terminal and for the page, and what it says as data."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from math import ceil, isfinite
from typing import Any

from msgspec import to_builtins

from q40k.games.game import Game
from q40k.i18n.chapters import Chapter, Table, titled_table
from q40k.i18n.locale import N_, Locale
from q40k.lab.designs import Design, Plan
from q40k.lab.figures import TURNS, Difference, Figure, Figures, share_of
from q40k.lab.jobs import World
from q40k.lab.points import Price
from q40k.lab.studies import Study
from q40k.lab.subject import Lab

MOST_IN_MATRIX = 12
"""Of more entries it is not shown who beats and who kills whom."""
PACE = 10.0
"""The seconds that people need for an entry; a guess, which a call may replace."""
DESIGNS: Mapping[Design, str] = {
    "mirror": N_("all seats alike, everything else in turn"),
    "all": N_("everybody against everybody, from every seat, on the same dice"),
    "robin": N_("a round robin of pairs, from both seats, on the same dice"),
    "fields": N_("random fields, everybody equally often, with rotated seats"),
}
FORMULA = N_(
    "The chance to win a game is exp(s) over the sum of exp(s) of all its seats; the strengths s fit the games best"
    " (maximum of the posterior; before any game s is normal with mean 0 and deviation 2). The share is the chance"
    " among opponents of strength 0; its interval is that of s ± 1.96 deviations from the curvature at the maximum."
    " Games with the same dice are one observation."
)
WILSON = N_("Each share has Wilson’s interval, right 19 times out of 20. Games with the same dice are one observation.")
MOST_BARS, BAR = 5, 24
"""So many of the best entries have a bar while a study is played, of so many columns."""
NARROW = 0.03
"""The half of an interval that is narrow enough to be called known."""
WARNING = N_("Bots played this: what is fair for bots is not fair for people.")

Namer = Callable[[str], str]
"""Names an entry by its id."""


def answer(locale: Locale, study: Study, game: Game, name: Namer) -> str:
    """Return in a few sentences who wins how often, whether that is enough, and how many more games would say more."""
    plan, figures = study.plan, study.figures
    best = min(figures.entries, key=lambda figure: (-figure.share, figure.id))
    facts = {
        "name": name(best.id),
        "share": locale.percent(best.share),
        "low": locale.percent(best.low),
        "high": locale.percent(best.high),
    }
    if plan.design == "mirror":
        side = locale.gettext(game.lab.sides[0]) if game.lab.sides else locale.gettext(N_("first seat"))
        message = N_("{name}: {share} of the games go to the {side} ({low} to {high}).")
        sentences = [locale.say(message, **facts, side=side)]
        is_sure = best.low > figures.even or best.high < figures.even
        sure, unsure = N_("Enough to say that it is not even."), N_("Too few games to say that it is not even.")
    else:
        sentences = [locale.say(N_("{name} wins {share} of the games ({low} to {high})."), **facts)]
        rest = [figure.high for figure in figures.entries if figure.id != best.id]
        is_sure = best.low > max(rest) if len(rest) > 1 else best.low > figures.even
        sure, unsure = N_("Enough to say who is stronger."), N_("Too few games to say who is stronger.")
    sentences.append(locale.gettext(sure if is_sure else unsure))
    half = (best.high - best.low) / 2
    if half > NARROW:
        more = round_up(figures.games * ((half / NARROW) ** 2 - 1))
        sentences.append(locale.say(N_("About {number} more games would give ± 3 %."), number=more))
    return " ".join(sentences)


def bar_lines(locale: Locale, study: Study, name: Namer) -> Iterator[str]:
    """Yield how many games were played so far, and the best entries: a bar for the interval, a mark for the share."""
    yield locale.plural("After {number} game:", "After {number} games:", study.figures.games)
    played = (figure for figure in study.figures.entries if figure.games)
    best = sorted(played, key=lambda figure: (-figure.share, figure.id))[:MOST_BARS]
    for figure in best:
        bar = interval_bar(figure.low, figure.share, figure.high)
        share = f"{locale.percent(figure.share)} ({locale.percent(figure.low)} – {locale.percent(figure.high)})"
        yield f"  {name(figure.id)[:24]:<24} {bar} {share}"


def interval_bar(low: float, share: float, high: float, even: float | None = None) -> str:
    """Return a bar for an interval of shares, with a mark for the share and another for what is even."""
    cells = [" "] * BAR
    first, at, last, middle = (int(min(max(value, 0.0), 1.0) * (BAR - 1)) for value in (low, share, high, even or 0.0))
    cells[first : last + 1] = "─" * (last + 1 - first)
    if even is not None:
        cells[middle] = "┆"
    cells[at] = "●"
    return f"▕{''.join(cells)}▏"


def difference_lines(locale: Locale, rows: Sequence[Difference], name: Namer) -> Iterator[str]:
    """Yield how many games were compared so far, and the largest differences of shares with their intervals."""
    yield locale.plural("After {number} game:", "After {number} games:", max((row.games for row in rows), default=0))
    shares = [row for row in rows if row.id != TURNS]
    for row in sorted(shares, key=lambda row: (-abs(row.difference), row.id))[:MOST_BARS]:
        values = (row.difference, row.low, row.high)
        at, low, high = (_difference_text(locale, value, is_turns=False, signed=True) for value in values)
        bar = interval_bar((1 + row.low) / 2, (1 + row.difference) / 2, (1 + row.high) / 2, 0.5)
        yield f"  {name(row.id)[:24]:<24} {bar} {at} ({low} – {high})"


def price_lines(locale: Locale, prices: Sequence[Price], games: int, name: Namer) -> Iterator[str]:
    """Yield the prices that are most surely wrong after so many games: a bar from nothing to twice the price."""
    yield locale.plural("After {number} game:", "After {number} games:", games)
    yield locale.gettext(N_("  The price at which each is even; the middle of a bar is the price it has."))
    surest = sorted(prices, key=lambda price: -max(price.low / price.listed, price.listed / price.high))[:MOST_BARS]
    for price in surest:
        parts = [value / price.listed / 2 for value in (price.low, price.fair, price.high)]
        bar = interval_bar(parts[0], parts[1], parts[2], 0.5)
        fair, low, high = (locale.decimal(f"{value:.1f}") for value in (price.fair, price.low, price.high))
        yield f"  {name(price.id)[:24]:<24} {bar} {fair} ({low} – {high})"


def round_up(number: float) -> int:
    """Return a number of games in two digits."""
    step: int = 10 ** max(len(str(int(number))) - 2, 0)
    return ceil(number / step) * step


def setting_text(locale: Locale, plan: Plan) -> str:
    """Return what was played: what took turns, by id, and the numbers of the table."""
    listed = [(kind, ids if len(ids) <= MOST_IN_MATRIX else (str(len(ids)),)) for kind, ids in plan.shared.items()]
    shared = [f"{kind}: {', '.join(ids)}" for kind, ids in listed if any(ids)]
    options = [f"{key}={value}" for key, value in plan.options.items()]
    return locale.say(N_("Played: {settings}"), settings=" · ".join([*shared, *options])) if shared or options else ""


def headline(locale: Locale, study: Study) -> str:
    """Return how many games were played, and how."""
    plan, figures = study.plan, study.figures
    games = locale.plural("{number} game", "{number} games", figures.games)
    seats = locale.plural("{number} seat", "{number} seats", plan.seats)
    return f"{games} · {seats} · {locale.gettext(DESIGNS[plan.design])}"


def chapters(
    locale: Locale, study: Study, game: Game, name: Namer, pace: float = PACE, *, few: int | None = None
) -> Iterator[Chapter]:
    """Yield a study as chapters. Of more than `few` entries only the best and the worst are in the first table."""
    plan, figures, lab = study.plan, study.figures, game.lab
    side = locale.gettext(lab.sides[0]) if lab.sides and not plan.by_seat else ""
    note = locale.say(N_("An even share is {share}."), share=locale.percent(figures.even, 1))
    how = locale.gettext(FORMULA if figures.by_strength else WILSON)
    title = locale.say(N_("Share of victory: {side}"), side=side) if side else locale.gettext(N_("Share of victory"))
    ordered = sorted(figures.entries, key=lambda figure: (-figure.share, figure.id))
    cut = ordered if few is None or len(ordered) <= 2 * few else [*ordered[:few], *ordered[-few:]]
    yield Chapter(title, (share_table(locale, cut, name),), note=f"{note} {how}")
    if 2 < len(figures.pairs) <= MOST_IN_MATRIX:
        yield Chapter(locale.gettext(N_("In pairs")), (_pair_table(locale, plan, figures, name),))
    yield Chapter(locale.gettext(N_("Length")), (_length_table(locale, figures, pace),), note=_pace_note(locale, pace))
    if len(figures.met) > 1:
        yield Chapter(locale.gettext(N_("How games ended")), (_end_table(locale, lab, figures),))
    if figures.kills and len(plan.entries) <= MOST_IN_MATRIX:
        yield Chapter(locale.gettext(N_("Who kills whom")), (_kill_table(plan, figures, name),))
    yield from _used_chapters(locale, study, lab, name)
    if figures.refusals:
        rows = tuple((game.words.refuse(locale, refusal), str(number)) for refusal, number in figures.refusals)
        heads = (N_("Reason"), N_("Games"))
        title = locale.gettext(N_("Games that could not be played"))
        yield Chapter(title, (titled_table(locale, heads, rows, figures=(1,)),))


def share_table(locale: Locale, entries: Sequence[Figure], name: Namer) -> Table:
    """Return the shares of some entries, with their games, kills and deaths."""
    kills = any(figure.kills or figure.deaths for figure in entries)
    heads = [N_("Entry"), N_("Share"), N_("95 % interval"), N_("Games"), N_("Won")]
    heads += [N_("Kills"), N_("Deaths")] if kills else []
    rows = []
    for figure in entries:
        row = [
            name(figure.id),
            locale.percent(figure.share, 1),
            interval_text(locale, figure.low, figure.high),
            str(figure.games),
            _number(locale, figure.won),
        ]
        rows.append((*row, *((_number(locale, figure.kills), _number(locale, figure.deaths)) if kills else ())))
    return titled_table(locale, heads, tuple(rows), figures=range(1, len(heads)))


def interval_text(locale: Locale, low: float, high: float) -> str:
    """Return an interval of shares in percent."""
    return f"{locale.percent(low, 1)} – {locale.percent(high, 1)}"


def _number(locale: Locale, value: float) -> str:
    return locale.decimal(f"{value:.1f}".removesuffix(".0"))


def _pace_note(locale: Locale, pace: float) -> str:
    return locale.say(
        N_("Minutes count {seconds} seconds for an entry, a guess; nine of ten games are not shorter, or not longer."),
        seconds=_number(locale, pace),
    )


def _length_table(locale: Locale, figures: Figures, pace: float) -> Table:
    length = figures.length
    turns = (length.turns, length.turns_short, length.turns_long)
    inputs = (length.inputs, length.inputs_short, length.inputs_long)
    minutes = tuple(value * pace / 60 for value in inputs)
    named = ((N_("Turns"), turns), (N_("Entries"), inputs), (N_("Minutes"), minutes))
    rows = tuple(
        (locale.gettext(title), *(_number(locale, round(value, 1)) for value in values)) for title, values in named
    )
    return titled_table(locale, ("", N_("Mean"), N_("Short"), N_("Long")), rows, figures=(1, 2, 3))


def _end_table(locale: Locale, lab: Lab, figures: Figures) -> Table:
    rows = tuple(
        (lab.label(locale, word), str(number), locale.percent(number / figures.games))
        for word, number in figures.met.items()
    )
    return titled_table(locale, (N_("Decided by"), N_("Games"), N_("Share")), rows, figures=(1, 2))


def _pair_table(locale: Locale, plan: Plan, figures: Figures, name: Namer) -> Table:
    rows = []
    for number, first in enumerate(plan.entries):
        for second in plan.entries[number + 1 :]:
            if second in figures.pairs.get(first, {}):
                share = figures.pairs[first][second]
                interval = interval_text(locale, share.low, share.high)
                rows.append((name(first), name(second), locale.percent(share.share, 1), interval, str(share.games)))
    heads = (N_("Entry"), N_("Against"), N_("Share"), N_("95 % interval"), N_("Games"))
    return titled_table(locale, heads, tuple(rows), figures=(2, 3, 4))


def _kill_table(plan: Plan, figures: Figures, name: Namer) -> Table:
    rows = tuple(
        (name(killer), *(str(figures.kills.get(killer, {}).get(victim, 0)) for victim in plan.entries))
        for killer in plan.entries
    )
    return Table(("", *map(name, plan.entries)), rows, tuple(range(1, len(plan.entries) + 1)), matrix=True)


def _used_chapters(locale: Locale, study: Study, lab: Lab, name: Namer) -> Iterator[Chapter]:
    """Yield what was used: of every entry where the table is weighed, else of all together."""
    plan, figures = study.plan, study.figures
    title = locale.gettext(N_("What was used"))
    if plan.by_seat:
        groups = [(title, figures.used)]
    else:
        groups = [(f"{title}: {name(figure.id)}", figure.used) for figure in figures.entries]
    heads = (N_("What"), N_("Times"), N_("With success"), N_("Share"), N_("95 % interval"))
    note = locale.gettext(lab.note) if lab.note else ""
    for head, used in groups:
        rows = tuple(_used_row(locale, lab.label(locale, word), *counts) for word, counts in sorted(used.items()))
        if rows:
            counts_kills = any(good for _often, good in used.values())
            columns = len(heads) if counts_kills else 2
            shown = titled_table(
                locale, heads[:columns], tuple(row[:columns] for row in rows), figures=range(1, columns)
            )
            yield Chapter(head, (shown,), note if counts_kills else "")


def _used_row(locale: Locale, label: str, often: int, good: int) -> tuple[str, ...]:
    if not good:
        return label, str(often), "", "", ""
    share = share_of(good, often)
    shown = locale.percent(share.share, 1), interval_text(locale, share.low, share.high)
    return label, str(often), str(good), *shown


def difference_chapter(locale: Locale, rows: Sequence[Difference], name: Namer, which: tuple[str, str]) -> Chapter:
    """Return what a second setting changes; the last row is that of the turns."""
    lines = []
    for row in rows:
        is_turns = row.id == TURNS
        label = locale.gettext(N_("Turns")) if is_turns else name(row.id)
        values = (row.first, row.second, row.difference, row.low, row.high)
        shown = [_difference_text(locale, value, is_turns=is_turns, signed=at > 1) for at, value in enumerate(values)]
        lines.append((label, *shown[:3], f"{shown[3]} – {shown[4]}", str(row.games)))
    heads = ("", *which, N_("Difference"), N_("95 % interval"), N_("Games"))
    note = locale.gettext(N_("Each game was played in both settings on the same dice."))
    table = titled_table(locale, heads, tuple(lines), figures=range(1, len(heads)))
    return Chapter(locale.gettext(N_("Difference")), (table,), note=note)


def _difference_text(locale: Locale, value: float, *, is_turns: bool, signed: bool) -> str:
    if not isfinite(value):
        return "?"
    sign = "+" if signed and value > 0 else ""
    return sign + (locale.decimal(f"{value:.1f}") if is_turns else locale.percent(value, 1))


# -- as data -------------------------------------------------------------------------------


def data(study: Study, world: World) -> dict[str, Any]:
    """Return a study as plain data: the same for the same results, wherever they were played."""
    plan, figures = study.plan, study.figures
    return {
        "game": world.game,
        "games": figures.games,
        "entries": [to_builtins(figure) for figure in figures.entries],
        "even": round(figures.even, 6),
        "by_strength": figures.by_strength,
        "kind": plan.kind,
        "design": plan.design,
        "field": plan.seats,
        "seed": plan.seed,
        "shared": {kind: list(ids) for kind, ids in plan.shared.items()},
        "options": plan.options,
        "length": to_builtins(figures.length),
        "met": figures.met,
        "pairs": to_builtins(figures.pairs),
        "kills": figures.kills,
        "used": figures.used,
        "faults": {refusal.code: number for refusal, number in figures.refusals},
        "world": {"id": world.id, **to_builtins(world)},
    }


def as_csv(study: Study) -> str:
    """Return the entries of a study as a table for spreadsheets."""
    out = StringIO()
    columns = ("id", "share", "low", "high", "games", "seats", "won", "kills", "deaths", "turns")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for figure in study.figures.entries:
        writer.writerow([getattr(figure, column) for column in columns])
    return out.getvalue()
