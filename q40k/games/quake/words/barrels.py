"""Sentences of barrels and their explosions."""

from q40k.games.quake.state.barrels import BarrelDoubled, BarrelExploded, BarrelsSet, HitBarrel
from q40k.games.quake.state.match import Match
from q40k.games.quake.words.wording import commands, events, of_player_to, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText


@tells(BarrelsSet)
def _set(locale: Locale, _state: Match, event: BarrelsSet) -> str:
    number = len(event.barrels)
    return locale.plural("{number} barrel on the table", "{number} barrels on the table", number)


events(
    {
        BarrelExploded: EventText(
            {
                "ordnance": N_("{player} sets barrel {barrel} off: ordnance template, S5 AP4"),
                "plasma": N_("{player} sets barrel {barrel} off, and it is plasma: S7 AP2, partly hit on 4+"),
                "napalm": N_("{player} sets barrel {barrel} off: napalm, S5 AP4 for anyone who crosses it"),
                "vortex": N_("{player} sets barrel {barrel} off: a vortex swallows whom it touches"),
            },
            by="explosion",
        ),
        BarrelDoubled: N_("{player} hits barrel {barrel}, and there are two: {second} stands beside it"),
    }
)

questions(
    {
        "barrel": QuestionText(
            N_("{who} rolls {dice}: what does barrel {barrel} do?"), N_("1 to 5 is an explosion, 6 something weird.")
        ),
        "barrel-weird": QuestionText(
            N_("{who} rolls {dice}: what is weird about barrel {barrel}?"),
            N_("1 to 3 plasma, 4 a second barrel, 5 napalm, 6 a vortex."),
        ),
        "barrel-victims": QuestionText(
            N_("Barrel {barrel} goes off: who dies?"),
            N_("After all rolls to hit, to wound and to save. Enter: nobody."),
        ),
        "under-barrel": QuestionText(
            N_("Barrel {barrel} goes off: who is under its template?"),
            N_("The ordnance template, centred on the barrel; a part of a base is enough."),
        ),
        "partly-under": QuestionText(
            N_("Barrel {barrel}: who of them is only partly under its template?"),
            N_("They are hit on a 4+. Enter: all are wholly under it."),
        ),
        "touched-barrels": QuestionText(
            N_("Which barrels are under the template?"),
            N_("A touch is enough, each is rolled for. The nearest first. Enter: none."),
        ),
        "barrels-caught": QuestionText(
            N_("{who}: which other barrels lie under the template of {barrel}?"),
            N_("They explode in their turn, so name the nearest first. Enter: none."),
        ),
    }
)


commands({HitBarrel: CommandText(in_context("command", "barrel"), of_player_to("barrel"))})
