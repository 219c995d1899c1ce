"""A study in words: what decided the match, and what each player and each roll did to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from q40k.bots.bot import Move
from q40k.games.game import Game
from q40k.i18n.chapters import Chapter, titled_table
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Event
from q40k.kernel.replay import fold_journaled
from q40k.study.figures import AGAIN, Account, Estimate, Row, Study, Verdict
from q40k.study.playouts import Record

VERDICTS: Mapping[Verdict, str] = {
    "dice": N_("{winner} won by dice: they brought more than half of the way to the victory."),
    "roll": N_("{winner} won by one roll, that of entry {entry}: it brought more than half of the way."),
    "play": N_("{winner} won by play: dice brought less than half of the way to the victory."),
    "close": N_("Whether dice or play won it for {winner} is too close to say."),
    "unseen": N_("The table entered outcomes instead of dice, so what won it for {winner} cannot be said."),
    "open": N_("The match has no single winner yet, so nothing is said about what won it."),
}
BOUND = N_(
    "Bots play every position on, and a chance is what they make of it. What they do not understand, nobody learns"
    " here: a choice that the study calls an error may be a good one among better players."
)
PLACELESS = N_(
    "No places are kept in this match: moves, cover and reach cannot be seen, only whom somebody shot or struck."
)
PAIRED = N_(
    "Every chance is the mean of {plays} play-outs with the same dice everywhere; the dearest choices and the greatest"
    " rolls are played out {again} times more. In brackets is the 95 % interval."
)
COSTS = N_(
    "A choice costs what the best of the choices that bots saw would have brought more. The best is picked by one half"
    " of the play-outs and weighed by the other."
)
PARTS = N_(
    "From the chance before the first choice to that at the end: dice, their own choices and those of others against"
    " what bots would have done, outcomes that the table entered, its corrections, and what a seat could not know or"
    " see so far ahead."
)


class Sentences(Struct, frozen=True):
    """The words of a match: the names of sides and seats, and of rows what happened and what was better."""

    sides: Mapping[str, str]
    seats: Mapping[str, str]
    entries: Mapping[int, str]
    better: Mapping[tuple[int, int], str]

    def who(self, row: Row) -> str:
        """Return the name of the seat of a row, or of the side that its dice moved most."""
        return self.seats.get(row.who) or self.sides.get(row.side, row.side)


def put_into_words(game: Game, locale: Locale, record: Record, state: Any, study: Study) -> Sentences:
    """Return the words of the rows that a study shows."""
    rows = [row for row in study.surest_rows if row.cost is not None or row.kind == "dice" or row.change.mean]
    shown = {row.place for row in rows}
    events = {entry.seq: game.rules.read_events(entry.events) for group in record.groups for entry in group}
    words, entries, better, before = game.words, {}, {}, game.rules.blank()
    for place, group in enumerate(record.groups):
        if place in shown:
            for row in (row for row in rows if row.place == place):
                first = next((at for at, entry in enumerate(group) if entry.seq == row.entry), 0)
                so_far = [*chain(*(events[entry.seq] for entry in group[: first + 1]))]
                command = game.rules.read_command(group[0].body)
                entries[row.entry] = _tell(game, locale, state, so_far) or words.command(locale, command, before)
                better[place, row.step] = _word_better(game, locale, before, row)
        before = fold_journaled(game.rules, before, group)
    sides = {racer.side: racer.name for racer in game.view.race(state)}
    seats = {seat.id: seat.name for seat in game.view.seats(state)}
    return Sentences(sides, seats, entries, better)


def _tell(game: Game, locale: Locale, state: Any, events: Sequence[Event]) -> str:
    """Return the sentence of a step that matters most: of a great event of the game, or the first."""
    sentences = game.words.sentences(locale, state, events)
    great = [text for text, event in sentences.items() if event.type in game.view.moments.highlights]
    return next(iter((*great, *sentences)), "")


def _word_better(game: Game, locale: Locale, state: Any, row: Row) -> str:
    if not row.better:
        return ""
    if row.step:
        return locale.say(N_("the answer {answer}"), answer=str(msgspec.json.decode(row.better)))
    command = game.rules.read_command(row.better)
    return game.words.move(locale, state, Move(row.who, command)) or game.words.command(locale, command, state)


def seat_summary(locale: Locale, study: Study, words: Sentences, seat: str) -> str:
    """Return what won the match, and what dice and choices did to a seat, in a few sentences."""
    sentences = [headline(locale, study, words)]
    player = next((player for player in study.players if player.seat == seat), None)
    account = next((account for account in study.accounts if player and account.side == player.side), None)
    if player is not None and account is not None:
        sentences.append(locale.say(N_("Your dice: {luck} of a victory."), luck=interval_text(locale, account.luck)))
        if player.decisions:
            cost = _cost_text(locale, player.each)
            sentences.append(locale.say(N_("Each of your choices cost {cost} on average."), cost=cost))
    return " ".join(sentences)


# -- chapters ----------------------------------------------------------------------------------


def headline(locale: Locale, study: Study, words: Sentences) -> str:
    """Return what won the match, in a sentence."""
    winner = words.sides.get(study.winner, study.winner)
    return locale.say(VERDICTS[study.verdict], winner=winner, entry=study.decisive)


def chapters(locale: Locale, study: Study, words: Sentences) -> Iterator[Chapter]:
    """Yield a study as chapters: accounts, players, the dearest choices, the luckiest rolls, turning points."""
    yield _accounts(locale, study, words)
    yield _players(locale, study, words)
    yield from _costs(locale, study, words)
    yield from _steps(locale, N_("The luckiest dice"), study.luckiest, words)
    yield from _steps(locale, N_("Turning points"), study.turning_points, words)


def notes(locale: Locale, study: Study) -> Iterator[str]:
    """Yield what must be known to read the figures: how they were made, and what they do not see."""
    settings = study.settings
    yield locale.gettext(BOUND)
    yield locale.say(PAIRED, plays=settings.plays, again=AGAIN)
    if settings.ahead is not None:
        yield locale.plural(
            "Play-outs stop at the end of the turn after {number} turn; then a side counts by how far it is.",
            "Play-outs stop at the end of the turn after {number} turns; then a side counts by how far it is.",
            settings.ahead,
        )
    if not study.sees_places:
        yield locale.gettext(PLACELESS)
    if study.reports:
        yield locale.plural(
            "{number} entry says only what came of dice, such as who was killed: luck and choice stay together there.",
            "{number} entries say only what came of dice, such as who was killed: luck and choice stay together there.",
            study.reports,
        )
    if study.unweighed:
        yield locale.plural(
            "{number} command could not be weighed: bots cannot play on from there.",
            "{number} commands could not be weighed: bots cannot play on from there.",
            study.unweighed,
        )


def percent(locale: Locale, value: float, *, signed: bool = True) -> str:
    """Return a share of a victory in percent, with its sign."""
    sign = "+" if signed and round(value, 3) > 0 else ""
    return sign + locale.percent(value, 1)


def interval_text(locale: Locale, value: Estimate) -> str:
    """Return a mean with its interval: "+12.0 % (+9.1 % – +14.9 %)"."""
    if value.low == value.high:
        return percent(locale, value.mean)
    return f"{percent(locale, value.mean)} ({percent(locale, value.low)} – {percent(locale, value.high)})"


def _accounts(locale: Locale, study: Study, words: Sentences) -> Chapter:
    parts: list[tuple[str, Callable[[Account], Estimate]]] = [
        (N_("Dice"), lambda account: account.luck),
        (N_("Own choices"), lambda account: account.own),
        (N_("Others’ choices"), lambda account: account.others),
        (N_("Outcomes"), lambda account: account.reports),
        (N_("Corrections"), lambda account: account.table),
        (N_("Hidden"), lambda account: account.rest),
    ]
    shown = [(name, part) for name, part in parts if any(_is_something(part(account)) for account in study.accounts)]
    heads = (N_("Side"), N_("At first"), *(name for name, _part in shown), N_("At the end"))
    rows = tuple(
        _account_row(locale, account, words, [part(account) for _name, part in shown]) for account in study.accounts
    )
    table = titled_table(locale, heads, rows, figures=range(1, len(heads)))
    return Chapter(locale.gettext(N_("Where the chances went")), (table,), note=locale.gettext(PARTS))


def _is_something(value: Estimate) -> bool:
    return abs(value.mean) >= 0.0005 or value.width >= 0.0005


def _account_row(locale: Locale, account: Account, words: Sentences, parts: Sequence[Estimate]) -> tuple[str, ...]:
    name = words.sides.get(account.side, account.side)
    start, end = (percent(locale, value, signed=False) for value in (account.start, account.end))
    return name, start, *(f"{percent(locale, p.mean)} ± {locale.percent(p.width / 2, 1)}" for p in parts), end


def _players(locale: Locale, study: Study, words: Sentences) -> Chapter:
    heads = (N_("Player"), N_("Choices"), N_("Cost of one"))
    rows = tuple(
        (
            words.seats.get(player.seat, player.seat),
            str(player.decisions),
            _cost_text(locale, player.each) if player.decisions else "-",
        )
        for player in study.players
    )
    table = titled_table(locale, heads, rows, figures=(1, 2))
    return Chapter(locale.gettext(N_("How everybody chose")), (table,), note=locale.gettext(COSTS))


def _cost_text(locale: Locale, cost: Estimate) -> str:
    """Return what a choice cost on average, with its interval."""
    mean, low, high = (locale.percent(value, 2) for value in (cost.mean, cost.low, cost.high))
    return f"{mean} ({low} – {high})"


def _costs(locale: Locale, study: Study, words: Sentences) -> Iterator[Chapter]:
    title = locale.gettext(N_("The choices that cost most"))
    rows = tuple(
        (
            str(row.entry),
            words.who(row),
            words.entries.get(row.entry, ""),
            words.better.get((row.place, row.step), ""),
            interval_text(locale, row.cost),
        )
        for row in study.dearest
        if row.cost is not None
    )
    heads = (N_("Entry"), N_("Player"), N_("What was done"), N_("Better"), N_("Cost"))
    note = (
        ""
        if rows
        else locale.gettext(N_("No choice certainly cost anything: with so few play-outs it is too close to say."))
    )
    yield Chapter(title, (titled_table(locale, heads, rows, figures=(0,)),), note=note)


def _steps(locale: Locale, title: str, rows: Sequence[Row], words: Sentences) -> Iterator[Chapter]:
    if not rows:
        return
    heads = (N_("Entry"), N_("What happened"), N_("Cause"), N_("Whose chance"), N_("Change"))
    causes = {"choice": N_("choice"), "dice": N_("dice"), "table": N_("entered for the table"), "report": N_("outcome")}
    lines = tuple(
        (
            str(row.entry),
            words.entries.get(row.entry, ""),
            locale.gettext(causes[row.kind]),
            words.sides.get(row.side, row.side),
            interval_text(locale, row.change),
        )
        for row in rows
    )
    yield Chapter(locale.gettext(title), (titled_table(locale, heads, lines, figures=(0,)),))


# -- as data -----------------------------------------------------------------------------------


def data(study: Study, words: Sentences) -> dict[str, Any]:
    """Return a study as plain data: the same for the same match and settings, wherever it was played."""
    return {
        "sides": [{"id": side, "name": words.sides.get(side, side)} for side in study.sides],
        "settings": to_builtins(study.settings),
        "verdict": study.verdict,
        "winner": study.winner,
        "decisive": study.decisive,
        "accounts": to_builtins(study.accounts),
        "players": to_builtins(study.players),
        "dearest": [_row_data(row, words) for row in study.dearest],
        "luckiest": [_row_data(row, words) for row in study.luckiest],
        "rows": to_builtins(study.rows),
        "again": to_builtins(study.again),
        "weighed": study.weighed,
        "unweighed": study.unweighed,
        "reports": study.reports,
    }


def _row_data(row: Row, words: Sentences) -> dict[str, Any]:
    better = words.better.get((row.place, row.step), "")
    return {**to_builtins(row), "sentence": words.entries.get(row.entry, ""), "better_in_words": better}
