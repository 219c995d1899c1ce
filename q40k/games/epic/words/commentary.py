"""What is said about a match for its audience, in words: calls, and statistics."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from q40k.games.epic.state.commentary import FormationTally, MatchStatistics, SideTally, WeaponTally
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.words.names import cm, side_name, side_of, troops_name
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.chapters import Chapter, Table, titled_table
from q40k.i18n.locale import N_, Locale


def name_in_call(state: Match, id: str) -> str:
    """Return the name of a side, or of a formation with that of its side."""
    return f"{id} ({side_of(state, id)})" if id in state.formations else side_name(state, id)


WORDS.spectators(Path(__file__).with_suffix(".texts.yaml"), name_in_call)


# -- statistics ----------------------------------------------------------------------------


CAUSES = {
    "shot": N_("Lost to fire"),
    "fight": N_("Lost in close combat"),
    "dispersed": N_("Dispersed"),
    "ground": N_("Lost on dangerous ground"),
    "wreck": N_("Lost in a wreck"),
    "hand": N_("Taken off by the table"),
}


def chapters(locale: Locale, state: Match, statistics: MatchStatistics) -> tuple[Chapter, ...]:
    """Return every chapter of statistics that is not empty."""
    _ = locale.gettext
    every = (
        Chapter(_(N_("The sides")), (_sides(locale, state, statistics),)),
        Chapter(_(N_("Turn by turn")), (_turns(locale, state, statistics),), _(N_("Figures lost in it."))),
        Chapter(
            _(N_("The formations")),
            (_formations(locale, state, statistics),),
            _(N_("Figures destroyed by fire, and in close combat.")),
        ),
        Chapter(_(N_("With what")), (_weapons(locale, state, statistics),)),
    )
    return tuple(chapter for chapter in every if any(table.rows for table in chapter.tables))


def _sides(locale: Locale, state: Match, statistics: MatchStatistics) -> Table:
    """Return a row for each statistic, a column for each side."""
    tallies = [statistics.side_tally(side) for side in state.sides]
    rows = [(locale.gettext(head), *(cell(locale, tally) for tally in tallies)) for head, cell in _ROWS]
    rows += [
        (locale.gettext(head), *(str(tally.lost.get(cause, 0)) for tally in tallies))
        for cause, head in CAUSES.items()
        if any(tally.lost.get(cause) for tally in tallies)
    ]
    names = (side.name for side in state.sides.values())
    return Table(("", *names), tuple(rows), tuple(range(1, len(tallies) + 1)), brief=True)


def _share_of(locale: Locale, some: int, all_: int) -> str:
    """Return so many of all: “12 of 30 (40 %)”; a dash where there were none."""
    if not all_:
        return "-"
    share = locale.percent(Fraction(some, all_))
    return locale.say(N_("{some} of {all} ({share})"), some=some, all=all_, share=share)


_ROWS: tuple[tuple[str, Callable[[Locale, SideTally], str]], ...] = (
    (N_("Volleys"), lambda _locale, one: str(one.volleys)),
    (N_("Dice that hit"), lambda locale, one: _share_of(locale, one.hits, one.dice)),
    (N_("Saves made"), lambda locale, one: _share_of(locale, one.saved, one.saves)),
    (N_("Enemies engaged"), lambda _locale, one: str(one.engaged)),
    (N_("Fights won"), lambda locale, one: _share_of(locale, one.fights_won, one.fights)),
    (N_("Morale tests passed"), lambda locale, one: _share_of(locale, one.tests - one.tests_failed, one.tests)),
    (N_("Rallies that came off"), lambda locale, one: _share_of(locale, one.rallied, one.rallies)),
)


def _turns(locale: Locale, state: Match, statistics: MatchStatistics) -> Table:
    heads = (locale.gettext(N_("Turn")), *(side.name for side in state.sides.values()))
    rows = tuple(
        (str(turn), *(str(statistics.side_tally(side).turns.get(turn, 0)) for side in state.sides))
        for turn in range(1, statistics.turns + 1)
    )
    return Table(heads, rows, tuple(range(len(heads))))


def _formations(locale: Locale, state: Match, statistics: MatchStatistics) -> Table:
    heads = (
        N_("Formation"),
        N_("Side"),
        N_("Figures"),
        N_("Left"),
        N_("By fire"),
        N_("In fights"),
        N_("Went"),
        N_("Morale"),
    )
    rows = tuple(
        (
            formation.id,
            side_name(state, formation.side),
            troops_name(locale, formation.troops),
            f"{len(state.alive(formation.id))}/{len(formation.figures)}",
            str(tally.shot),
            str(tally.fought),
            cm(locale, round(tally.cm, 1)),
            _fate(locale, state, formation, tally),
        )
        for formation in state.formations.values()
        for tally in (statistics.formation_tally(formation.id),)
    )
    return titled_table(locale, heads, rows, figures=(3, 4, 5, 6))


def _fate(locale: Locale, state: Match, formation: Formation, tally: FormationTally) -> str:
    """Return what became of a formation's morale."""
    if tally.dispersed:
        return locale.gettext(N_("dispersed"))
    if not state.alive(formation.id):
        return ""
    if formation.retreats:
        return locale.gettext(N_("in Retreat"))
    return locale.gettext(N_("demoralised")) if formation.nerve.demoralised else ""


def _weapons(locale: Locale, state: Match, statistics: MatchStatistics) -> Table:
    names = {
        weapon.id: locale.name_of(weapon.name)
        for tally in state.formations.values()
        for troop in tally.troops
        for weapon in troop.weapons
    }
    heads = (N_("Side"), N_("Weapon"), N_("Dice"), N_("Hits"))

    def most(pair: tuple[str, WeaponTally]) -> int:
        return -pair[1].hits

    rows = tuple(
        (side.name, names.get(id, id), str(tally.dice), str(tally.hits))
        for side in state.sides.values()
        for id, tally in sorted(statistics.weapons.get(side.id, {}).items(), key=most)
    )
    shares = (int(hits) / max(int(dice), 1) for *_what, dice, hits in rows)
    return titled_table(locale, heads, rows, figures=(2, 3), shares=shares)
