"""What questions of teams and barrels are about."""

from __future__ import annotations

from q40k.games.quake.words.wording import questions
from q40k.i18n.locale import N_
from q40k.i18n.questions import QuestionText

questions(
    {
        "team-roll": QuestionText(
            N_("{team} rolls {dice}"),
            N_("The highest team chooses who moves, shoots and assaults first; ties roll again."),
        ),
        "first-movement": QuestionText(
            N_("{team} chooses: which team moves first?"),
            N_("Then the teams alternate, one champion at a time."),
        ),
        "first-shooting": QuestionText(
            N_("{team} chooses: which team shoots first?"),
            N_("Then the teams alternate; it may be another one than in the movement phase."),
        ),
        "first-assault": QuestionText(
            N_("{team} chooses: which team assaults first?"),
            N_("Melees are fought in the same order of teams."),
        ),
        "cleaners": QuestionText(
            N_("{team} chooses: which team cleans up first?"),
            N_("Cleaners come back from death, targets do not; then roles are swapped."),
        ),
        "barrel": QuestionText(
            N_("{who} rolls {dice}: what does barrel {barrel} do?"),
            N_("1 to 5 is an explosion, 6 something weird."),
        ),
        "barrel-weird": QuestionText(
            N_("{who} rolls {dice}: what is weird about barrel {barrel}?"),
            N_("1 to 3 plasma, 4 a second barrel, 5 napalm, 6 a vortex."),
        ),
        "barrel-victims": QuestionText(
            N_("Barrel {barrel} goes off: who dies?"),
            N_("After all rolls to hit, to wound and to save; nothing means nobody."),
        ),
        "under-barrel": QuestionText(
            N_("Barrel {barrel} goes off: who is under its template?"),
            N_("The ordnance template, centred on the barrel; a part of a base is enough."),
        ),
        "partly-under": QuestionText(
            N_("Barrel {barrel}: who of them is only partly under its template?"),
            N_("They are hit on a 4+; nothing means that all are wholly under it."),
        ),
        "barrels-caught": QuestionText(
            N_("{who}: which other barrels lie under the template of {barrel}?"),
            N_("They explode in their turn, so name the nearest first; nothing means none."),
        ),
    }
)
