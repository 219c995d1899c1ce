"""What questions are about: the wording of each key, here those of teams and barrels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from q40k.kernel.asking import Question, Value
from q40k.rules.state import Match
from q40k.words.speech import N_, Speech


@dataclass(frozen=True, slots=True)
class Matter:
    """The wording of one key: title and why, and the labels of its options if they have any."""

    title: str
    why: str = ""
    labels: Callable[[Speech, Match, Question, Value], str] | None = None


TEAM_MATTERS: dict[str, Matter] = {
    "team-roll": Matter(
        N_("{team} rolls {dice}"),
        N_("The highest team chooses who moves, shoots and assaults first; ties roll again."),
    ),
    "first-movement": Matter(
        N_("{team} chooses: which team moves first?"),
        N_("Then the teams alternate, one champion at a time."),
    ),
    "first-shooting": Matter(
        N_("{team} chooses: which team shoots first?"),
        N_("Then the teams alternate; it may be another one than in the movement phase."),
    ),
    "first-assault": Matter(
        N_("{team} chooses: which team assaults first?"),
        N_("Melees are fought in the same order of teams."),
    ),
    "cleaners": Matter(
        N_("{team} chooses: which team cleans up first?"),
        N_("Cleaners come back from death, targets do not; then roles are swapped."),
    ),
    "barrel": Matter(
        N_("{who} rolls {dice}: what does barrel {barrel} do?"),
        N_("1 to 5 is an explosion, 6 something weird."),
    ),
    "barrel-weird": Matter(
        N_("{who} rolls {dice}: what is weird about barrel {barrel}?"),
        N_("1 to 3 plasma, 4 a second barrel, 5 napalm, 6 a vortex."),
    ),
    "barrel-victims": Matter(
        N_("Barrel {barrel} goes off: who dies?"),
        N_("After all rolls to hit, to wound and to save; nothing means nobody."),
    ),
    "under-barrel": Matter(
        N_("Barrel {barrel} goes off: who is under its template?"),
        N_("The ordnance template, centred on the barrel; a part of a base is enough."),
    ),
    "partly-under": Matter(
        N_("Barrel {barrel}: who of them is only partly under its template?"),
        N_("They are hit on a 4+; nothing means that all are wholly under it."),
    ),
    "barrels-caught": Matter(
        N_("{who}: which other barrels lie under the template of {barrel}?"),
        N_("They explode in their turn, so name the nearest first; nothing means none."),
    ),
}
