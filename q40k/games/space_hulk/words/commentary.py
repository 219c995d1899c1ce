"""The commentary on a match in words: calls, medals, statistics."""

from pathlib import Path

from q40k.games.space_hulk.state.commentary.statistics import Statistics, Tally, Turn
from q40k.games.space_hulk.state.match import SIDES, Match
from q40k.games.space_hulk.words.names import seat_name, unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.chapters import Chapter, Table, titled_table
from q40k.i18n.locale import N_, Locale, clock_time

# -- calls -----------------------------------------------------------------------------------


def call_name(state: Match, side: str) -> str:
    """Return the player's name of a side, or a piece's own name."""
    return seat_name(state, side) if side in SIDES else side


WORDS.spectators(Path(__file__).with_suffix(".texts.yaml"), call_name)


# -- statistics and medals -------------------------------------------------------------------


CAUSES = {
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
            name,
            unit_name(locale, tally.unit),
            str(tally.kills),
            str(tally.hits),
            f"{tally.shots} ({tally.watched})",
            str(tally.jams),
            str(tally.flames),
            str(tally.won),
            str(tally.fights),
            str(tally.steps),
            str(tally.points),
            _fate(locale, tally),
        )
        for name, tally in statistics.marines.items()
    )
    return titled_table(locale, heads, rows, figures=range(2, len(heads) - 1))


def _fate(locale: Locale, tally: Tally) -> str:
    if tally.left is not None:
        return locale.say(N_("left in turn {turn}"), turn=tally.left)
    if tally.died is not None:
        return locale.say(N_("dead in turn {turn}"), turn=tally.died)
    return locale.gettext(N_("stands"))


def _turns(locale: Locale, statistics: Statistics) -> Table:
    heads = (
        N_("Turn"),
        N_("Points spent"),
        N_("Marines dead"),
        N_("Stealers dead"),
        N_("Blips turned up"),
        N_("Time used"),
    )
    rows = tuple((str(number), *_turn(turn)) for number, turn in sorted(statistics.turns.items()))
    return titled_table(locale, heads, rows, figures=range(1, len(heads)), brief=True)


def _turn(turn: Turn) -> tuple[str, ...]:
    counter = "?" if turn.counter is None else str(turn.counter)
    time = clock_time(round(turn.seconds)) if turn.seconds else "-"
    return f"{turn.spent}/{counter}", str(turn.marines), str(turn.stealers), str(turn.blips), time


def _causes(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple(
        (locale.gettext(CAUSES[cause]), str(deaths.get("marine", 0)), str(deaths.get("stealer", 0)))
        for cause, deaths in sorted(statistics.causes.items(), key=lambda entry: -sum(entry[1].values()))
    )
    return titled_table(locale, (N_("By"), N_("Marines"), N_("Genestealers")), rows, figures=(1, 2))


def _blips(locale: Locale, statistics: Statistics) -> Table:
    rows = tuple((str(value) if value else "?", str(count)) for value, count in sorted(statistics.blips.items()))
    return titled_table(locale, (N_("It showed"), N_("How many")), rows, figures=(0, 1))
