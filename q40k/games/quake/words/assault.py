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

refusals(
    {
        "charge-too-far": N_("{target} is {inches} away, and {player} charges {reach} at most."),
        "charge-too-far-up": N_(
            "{target} is {inches} away, {along} along and {climb} up and down, and {player} charges {reach} at most."
        ),
        "charge-over-gap": N_(
            "There is a gap of {wide}, {deep} deep, between {near} and {far}. Down, along and up"
            " {target} is {inches} away, and {player} charges {reach} at most."
        ),
        "charges-itself": N_("{player} cannot charge itself."),
        "has-charged": N_("{player} has already charged this turn."),
        "turbo": N_("{player} has ridden {inches}: neither shot nor charge after that."),
        "in-a-fight": N_("{player} fights {others}: it may leave in its next movement phase."),
        "charges-a-friend": N_("{target} plays for the same team as {player}."),
        "no-charge-after-shot": N_("{player} fired {weapon} this turn: no charge after that."),
        "shot-at-another": N_("{player} shot at {was}: it may charge nobody else this turn."),
        "shot-at-another/thing": N_("{player} shot at something else: it charges nobody this turn."),
        "no-charge-now": N_("{player} does not charge this turn, by a trait."),
        "jumped-instead": N_("{player} has made its second move in the place of a charge."),
        "charge-terms": N_("{typed} is not understood: inches, d for difficult, x for dangerous, c for cover."),
    },
    variants={"shot-at-another": lambda facts: "/thing" if facts.get("was") is None else ""},
)

commands({Charge: CommandText(in_context("command", "charge"), of_player_to("target"))})
