"""The statistics of a match in words: the squad, the turns, the deaths, the blips; the medals."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.space_hulk.rules.commentary.figures import Statistics, Tally, Turn
from q40k.games.space_hulk.words.commentary.calls import call_name
from q40k.games.space_hulk.words.names import unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import clock_time
from q40k.i18n.wording import MedalText

_CAUSES = {
    "shot": N_("shot"),
    "flame": N_("the flamer"),
    "fire": N_("walking through fire"),
    "assault": N_("close assault"),
    "explosion": N_("the cannon’s explosion"),
    "storm": N_("psychic storm"),
    "fall": N_("a fall"),
    "self-destruct": N_("a flamer blown up"),
    "hand": N_("said by the table"),
    "convert": N_("turned up in the fire"),
}


def chapters(locale: Locale, statistics: Statistics) -> tuple[Chapter, ...]:
    """Return the chapters of the statistics; those without rows are left out."""
    candidates = (
        Chapter(
            locale.gettext(N_("The squad")),
            (_squad(locale, statistics),),
            locale.gettext(N_("Of the shots, in brackets those on overwatch.")),
        ),
        Chapter(locale.gettext(N_("Turn by turn")), (_turns(locale, statistics),)),
        Chapter(
            locale.gettext(N_("How they died")),
            (_causes(locale, statistics),),
            locale.gettext(N_("A blip that died counts for as many as it stood for.")),
        ),
        Chapter(locale.gettext(N_("Blips turned up")), (_blips(locale, statistics),)),
    )
    return tuple(chapter for chapter in candidates if any(table.rows for table in chapter.tables))


def _squad(locale: Locale, statistics: Statistics) -> Table:
    heads = (
        N_("Marine"), N_("Unit"), N_("Kills"), N_("Hits"), N_("Shots"), N_("Jams"), N_("Flames"),
        N_("Fights won"), N_("Fights"), N_("Steps"), N_("Command points"), N_("What became of him"),
    )  # fmt: skip
    rows = tuple(
        (
            name, unit_name(locale, tally.unit), str(tally.kills), str(tally.hits),
            f"{tally.shots} ({tally.watched})", str(tally.jams), str(tally.flames), str(tally.won),
            str(tally.fights), str(tally.steps), str(tally.points), _fate(locale, tally),
        )
        for name, tally in statistics.marines.items()
    )  # fmt: skip
    return _table(locale, heads, rows, figures=range(2, len(heads) - 1))


def _fate(locale: Locale, tally: Tally) -> str:
    if tally.left is not None:
        return locale.say(N_("left in turn {turn}"), turn=tally.left)
    if tally.died is not None:
        return locale.say(N_("dead in turn {turn}"), turn=tally.died)
    return locale.gettext(N_("stands"))


def _turns(locale: Locale, statistics: Statistics) -> Table:
    heads = (
        N_("Turn"), N_("Points spent"), N_("Marines dead"), N_("Stealers dead"),
        N_("Blips turned up"), N_("Time used"),
    )  # fmt: skip
    rows = tuple((str(number), *_turn(turn)) for number, turn in sorted(statistics.turns.items()))
    return _table(locale, heads, rows, figures=range(1, len(heads)), brief=True)


def _turn(turn: Turn) -> tuple[str, ...]:
    counter = "?" if turn.counter is None else str(turn.counter)
    time = clock_time(round(turn.seconds)) if turn.seconds else "-"
    return f"{turn.spent}/{counter}", str(turn.marines), str(turn.stealers), str(turn.blips), time


def _causes(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple(
        (
            locale.gettext(_CAUSES[cause]),
            str(deaths.get("marine", 0)),
            str(deaths.get("stealer", 0)),
        )
        for cause, deaths in sorted(
            statistics.causes.items(), key=lambda entry: -sum(entry[1].values())
        )
    )
    return _table(locale, (N_("By"), N_("Marines"), N_("Genestealers")), rows, figures=(1, 2))


def _blips(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple(
        (str(value) if value else "?", str(count))
        for value, count in sorted(statistics.blips.items())
    )
    return _table(locale, (N_("It showed"), N_("How many")), rows, figures=(0, 1))


def _table(
    locale: Locale, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...],
    *, figures: Iterable[int] = (), brief: bool = False,
) -> Table:  # fmt: skip
    titles = tuple(locale.gettext(head) for head in heads)
    return Table(titles, rows, tuple(figures), brief=brief)


WORDS.medals(
    {
        "first-blood": MedalText(N_("First blood"), N_("{sides}: the first kill of the match")),
        "marksman": MedalText(N_("Marksman"), N_("{sides}: {number} hits")),
        "watchman": MedalText(N_("Watchman"), N_("{sides}: {number} hits on overwatch")),
        "brawler": MedalText(N_("Brawler"), N_("{sides}: {number} close assaults won")),
        "slayer": MedalText(N_("Slayer of marines"), N_("{sides}: {number} marines killed")),
        "first-out": MedalText(N_("First out"), N_("{sides}: the first to leave the hulk")),
        "darling": MedalText(N_("Commander’s darling"), N_("{sides}: {number} command points")),
        "walker": MedalText(N_("Long way home"), N_("{sides}: {number} steps")),
        "porter": MedalText(N_("Doorman"), N_("{sides}: {number} doors opened or closed")),
        "jammer": MedalText(N_("All thumbs"), N_("{sides}: {number} jams")),
        "wasted": MedalText(N_("Painter of walls"), N_("{sides}: {number} shots that missed")),
    },
    call_name,
)
