"""Sentences of the assault phase: charges."""

from q40k.games.quake.state.assault import Charge, Charged
from q40k.games.quake.state.match import Match
from q40k.games.quake.words.wording import commands, name_of, of_player_to, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText


@tells(Charged)
def _charged(locale: Locale, state: Match, event: Charged) -> str:
    facts = {
        "player": name_of(state, event.player),
        "target": _goal(locale, state, event),
        "reach": locale.inches(event.reach_in),
    }
    if not event.reached:
        return locale.say(N_("{player} charges {target} and gets only {reach} far"), **facts)
    sentence = N_("{player} charges {target}")
    if event.trailing:
        sentence = N_("{player} charges {target}, hot on its heels")
    elif event.into_cover:
        sentence = N_("{player} charges {target} in cover")
    text = locale.say(sentence, **facts)
    if event.distance_in:
        text = f"{text} ({locale.inches(event.distance_in)})"
    if not event.over:
        return text
    return locale.say(N_("{said}, over {things}"), said=text, things=locale.join_and(event.over))


def _goal(locale: Locale, state: Match, event: Charged) -> str:
    if event.target is not None:
        return name_of(state, event.target)
    if event.flag is not None:
        return locale.say(N_("flag {flag}"), flag=event.flag)
    return locale.say(N_("the building of {team}"), team=event.building)


questions(
    {
        "charge-ground": QuestionText(
            N_("{who} rolls {dice}: a charge through difficult ground"),
            N_("The best die is how far it gets, in inches; the declaration holds."),
        ),
        "charge-arrives": QuestionText(
            N_("{who} gets {distance} far: is that enough to reach {goal}?"),
            N_("From base to base, around what is in the way."),
            {"yes": N_("yes: base to base"), "no": N_("no: it stops on the way")},
        ),
    }
)

refusals(variants={"shot-at-another": lambda facts: "/thing" if facts.get("was") is None else ""})

commands({Charge: CommandText(in_context("command", "charge"), of_player_to("target"))})
