"""Odds in a line, for whoever compares targets, weapons and ways before a die is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from q40k.games.quake.rules.damage.rolling import Why
from q40k.games.quake.rules.movement.odds import MoveOdds
from q40k.games.quake.rules.shooting.odds import ShotOdds, ThingOdds
from q40k.games.quake.words.fights.reasons import reason
from q40k.i18n.locale import N_, Locale
from q40k.tui.fields import Outcome, Pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from q40k.games.w40k3e.reasons import Reason


EXACT = 1000
"""A fraction is shown beside its percentage as long as it is counted in fewer parts than this."""


class Weighed(Pick):
    """A choice that says, for the marked one, what may come of it."""

    tell: Callable[[Any], tuple[str, ...]] = lambda _value: ()

    def __post_init__(self) -> None:
        """Tell of the one that is marked at first."""
        self.update_notes()

    def press(self, key: str, character: str | None) -> Outcome:
        """As any choice; what is told follows the mark."""
        came = Pick.press(self, key, character)
        self.update_notes()
        return came

    def update_notes(self) -> None:
        """Tell of the marked one."""
        found = self.choices()
        self.notes = self.tell(found[self.at].value) if found else ()


def chance(locale: Locale, share: Fraction) -> str:
    """A chance in percent, and exactly where that can be read at a glance: "1/9 (11%)"."""
    if 1 < share.denominator < EXACT:
        return locale.chance(share)
    if share and share < Fraction(1, 200):
        return f"< {locale.percent(Fraction(1, 100))}"
    return locale.percent(share)


def shot_line(locale: Locale, odds: ShotOdds) -> tuple[str, ...]:
    """A shot's odds: to hit at all, to wound, to kill; and why it may not be fired, if so."""
    found = [
        locale.say(N_("hits {chance}"), chance=chance(locale, odds.hits)),
        locale.say(N_("wounds {chance}"), chance=chance(locale, odds.wounds)),
        locale.say(N_("kills {chance}"), chance=chance(locale, odds.kills)),
    ]
    if odds.harms != odds.kills:
        harm = N_("{number} wounds lost on average")
        found.append(locale.say(harm, number=locale.number(float(odds.mean_lost))))
    if odds.burns:
        found.append(
            locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns))
        )
    return (*found, *hindered(locale, odds))


def thing_line(locale: Locale, odds: ThingOdds, *, building: bool) -> tuple[str, ...]:
    """A shot's odds at a barrel or a building; and why it may not be fired, if so."""
    said = N_("penetrates {chance}") if building else N_("sets it off {chance}")
    found = [locale.say(said, chance=chance(locale, odds.strikes))]
    if odds.mean:
        structure = N_("{number} points of structure on average")
        found.append(locale.say(structure, number=locale.number(float(odds.mean))))
    if odds.falls:
        found.append(locale.say(N_("it falls {chance}"), chance=chance(locale, odds.falls)))
    if odds.burns:
        found.append(
            locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns))
        )
    return (*found, *not_so(locale, odds.findings))


def not_so(locale: Locale, findings: Iterable[Reason]) -> list[str]:
    """Why a weapon may not be fired so."""
    return [
        f"! {reason(locale, Why(code=one.code, facts=dict(one.facts), source=one.source))}"
        for one in findings
    ]


def hindered(locale: Locale, odds: ShotOdds) -> list[str]:
    """Why a shot may not be fired; nothing where it may."""
    found = not_so(locale, odds.findings)
    if odds.hidden:
        hidden = locale.gettext(N_("too little of it can be seen"))
        found.append(f"! {hidden}")
    return found


def best_shot(shots: Iterable[ShotOdds]) -> ShotOdds:
    """The shot that is most likely to kill, among those that may be fired if there is one."""
    return max(shots, key=lambda one: (one.allowed, one.kills, one.mean_lost, -one.burns))


def move_line(locale: Locale, odds: MoveOdds) -> tuple[str, ...]:
    """What a jump, a leap or a charge may come to."""
    named: Sequence[tuple[str, Fraction]] = (
        (N_("succeeds {chance}"), odds.done),
        (N_("stops short {chance}"), odds.short),
        (N_("falls and lives {chance}"), odds.falls),
        (N_("dies {chance}"), odds.dies),
    )
    return tuple(locale.say(say, chance=chance(locale, one)) for say, one in named if one)
