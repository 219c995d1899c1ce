"""Odds in a line, for whoever compares targets, weapons and ways before a die is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from q40k.rules.events import Why
from q40k.rules.fight_odds import MoveOdds, ShotOdds, ThingOdds
from q40k.tui.fields import Outcome, Pick
from q40k.words.reasons import reason
from q40k.words.speech import N_, Speech

if TYPE_CHECKING:
    from collections.abc import Callable

    from q40k.wh40k.reasons import Reason

EXACT = 1000
"""A fraction is shown beside its percentage as long as it is counted in fewer parts than this."""


@dataclass(slots=True)
class Weighed(Pick):
    """A choice that says, for the marked one, what may come of it."""

    tell: Callable[[Any], tuple[str, ...]] = field(default=lambda _value: ())

    def __post_init__(self) -> None:
        """Tell of the one that is marked at first."""
        self.reprice()

    def press(self, key: str, character: str | None) -> Outcome:
        """As any choice; what is told follows the mark."""
        came = Pick.press(self, key, character)
        self.reprice()
        return came

    def reprice(self) -> None:
        """Tell of the marked one."""
        found = self.choices()
        self.notes = self.tell(found[self.at].value) if found else ()


def chance(speech: Speech, share: Fraction) -> str:
    """A chance in percent, and exactly where that can be read at a glance: "1/9 (11%)"."""
    if 1 < share.denominator < EXACT:
        return speech.chance(share)
    if share and share < Fraction(1, 200):
        return f"< {speech.percent(Fraction(1, 100))}"
    return speech.percent(share)


def shot_line(speech: Speech, odds: ShotOdds) -> tuple[str, ...]:
    """A shot's odds: to hit at all, to wound, to kill; and why it may not be fired, if so."""
    found = [
        speech.say(N_("hits {chance}"), chance=chance(speech, odds.hits)),
        speech.say(N_("wounds {chance}"), chance=chance(speech, odds.wounds)),
        speech.say(N_("kills {chance}"), chance=chance(speech, odds.kills)),
    ]
    if odds.harms != odds.kills:
        harm = N_("{number} wounds lost on average")
        found.append(speech.say(harm, number=speech.number(float(odds.mean_lost))))
    if odds.burns:
        found.append(
            speech.say(N_("burns the shooter {chance}"), chance=chance(speech, odds.burns))
        )
    return (*found, *hindered(speech, odds))


def thing_line(speech: Speech, odds: ThingOdds, *, building: bool) -> tuple[str, ...]:
    """A shot's odds at a barrel or a building; and why it may not be fired, if so."""
    said = N_("penetrates {chance}") if building else N_("sets it off {chance}")
    found = [speech.say(said, chance=chance(speech, odds.strikes))]
    if odds.mean:
        structure = N_("{number} points of structure on average")
        found.append(speech.say(structure, number=speech.number(float(odds.mean))))
    if odds.falls:
        found.append(speech.say(N_("it falls {chance}"), chance=chance(speech, odds.falls)))
    if odds.burns:
        found.append(
            speech.say(N_("burns the shooter {chance}"), chance=chance(speech, odds.burns))
        )
    return (*found, *not_so(speech, odds.findings))


def not_so(speech: Speech, findings: Iterable[Reason]) -> list[str]:
    """Why a weapon may not be fired so."""
    return [
        f"! {reason(speech, Why(code=one.code, facts=dict(one.facts), source=one.source))}"
        for one in findings
    ]


def hindered(speech: Speech, odds: ShotOdds) -> list[str]:
    """Why a shot may not be fired; nothing where it may."""
    found = not_so(speech, odds.findings)
    if odds.hidden:
        found.append(f"! {speech.gettext(N_('too little of it can be seen'))}")
    return found


def best_shot(shots: Iterable[ShotOdds]) -> ShotOdds:
    """The shot that is most likely to kill, among those that may be fired if there is one."""
    return max(shots, key=lambda one: (one.allowed, one.kills, one.mean_lost, -one.burns))


def move_line(speech: Speech, odds: MoveOdds) -> tuple[str, ...]:
    """What a jump, a leap or a charge may come to."""
    named: Sequence[tuple[str, Fraction]] = (
        (N_("succeeds {chance}"), odds.done),
        (N_("stops short {chance}"), odds.short),
        (N_("falls and lives {chance}"), odds.falls),
        (N_("dies {chance}"), odds.dies),
    )
    return tuple(speech.say(say, chance=chance(speech, one)) for say, one in named if one)
