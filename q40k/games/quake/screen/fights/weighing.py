"""Odds in a line, to compare targets, weapons and paths before a die is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from q40k.games.quake.rules.damage import Why
from q40k.games.quake.rules.odds import MoveOdds, ShotOdds, ThingOdds
from q40k.games.quake.words.fights.reasons import reason
from q40k.i18n.locale import N_, Locale
from q40k.tui.fields import Outcome, Pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from q40k.games.w40k3e.reasons import Reason


EXACT = 1000
"""A fraction is shown beside its percentage if its denominator is smaller."""


class Weighed(Pick):
    """A choice that shows the odds of the marked option."""

    tell: Callable[[Any], tuple[str, ...]] = lambda _value: ()

    def __post_init__(self) -> None:
        """Show the notes of the first mark."""
        self.update_notes()

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key, then show the notes of the marked option."""
        outcome = Pick.press(self, key, character)
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Show the notes of the marked option."""
        options = self.choices()
        self.notes = self.tell(options[self.at].value) if options else ()


def chance(locale: Locale, share: Fraction) -> str:
    """Write a chance in percent, with a simple fraction: "1/9 (11%)"."""
    if 1 < share.denominator < EXACT:
        return locale.chance(share)
    if share and share < Fraction(1, 200):
        return f"< {locale.percent(Fraction(1, 100))}"
    return locale.percent(share)


def shot_line(locale: Locale, odds: ShotOdds) -> tuple[str, ...]:
    """Return the chances of a shot to hit, wound and kill, and why it is barred."""
    parts = [
        locale.say(N_("hits {chance}"), chance=chance(locale, odds.hits)),
        locale.say(N_("wounds {chance}"), chance=chance(locale, odds.wounds)),
        locale.say(N_("kills {chance}"), chance=chance(locale, odds.kills)),
    ]
    if odds.harms != odds.kills:
        average = N_("{number} wounds lost on average")
        parts.append(locale.say(average, number=locale.number(float(odds.mean_lost))))
    if odds.burns:
        parts.append(
            locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns))
        )
    return (*parts, *shot_bars(locale, odds))


def thing_line(locale: Locale, odds: ThingOdds, *, building: bool) -> tuple[str, ...]:
    """Return the odds of a shot at a barrel or a building, and why it is barred."""
    effect = N_("penetrates {chance}") if building else N_("sets it off {chance}")
    parts = [locale.say(effect, chance=chance(locale, odds.strikes))]
    if odds.mean:
        structure = N_("{number} points of structure on average")
        parts.append(locale.say(structure, number=locale.number(float(odds.mean))))
    if odds.falls:
        parts.append(locale.say(N_("it falls {chance}"), chance=chance(locale, odds.falls)))
    if odds.burns:
        parts.append(
            locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns))
        )
    return (*parts, *firing_bars(locale, odds.findings))


def firing_bars(locale: Locale, findings: Iterable[Reason]) -> list[str]:
    """Return why a weapon may not be fired."""
    whys = (Why(code=f.code, facts=dict(f.facts), source=f.source) for f in findings)
    return [f"! {reason(locale, why)}" for why in whys]


def shot_bars(locale: Locale, odds: ShotOdds) -> list[str]:
    """Return why a shot may not be fired; empty if it may."""
    bars = firing_bars(locale, odds.findings)
    if odds.hidden:
        hidden = locale.gettext(N_("too little of it can be seen"))
        bars.append(f"! {hidden}")
    return bars


def best_shot(shots: Iterable[ShotOdds]) -> ShotOdds:
    """Return the shot that is most likely to kill, preferring those that may be fired."""
    return max(shots, key=lambda shot: (shot.allowed, shot.kills, shot.mean_lost, -shot.burns))


def move_line(locale: Locale, odds: MoveOdds) -> tuple[str, ...]:
    """Return the chances of a jump, a leap or a charge."""
    chances: Sequence[tuple[str, Fraction]] = (
        (N_("succeeds {chance}"), odds.done),
        (N_("stops short {chance}"), odds.short),
        (N_("falls and lives {chance}"), odds.falls),
        (N_("dies {chance}"), odds.dies),
    )
    return tuple(locale.say(say, chance=chance(locale, share)) for say, share in chances if share)
