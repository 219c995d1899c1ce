"""The actions of the automatic Genestealers and their reasons, in sentences."""

from q40k.games.space_hulk.state import targets
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.solo import arrivals, automaton, order
from q40k.games.space_hulk.words.wording import WORDS, commands, events, questions, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import DiceQuestion, Question

silent(order.Began, order.Looked)

RANKS = {
    1: N_("priority 1, the goals name him"),
    2: N_("priority 2, he cannot shoot"),
    3: N_("priority 3, his side or back is turned"),
    4: N_("priority 4, he has a storm bolter"),
    5: N_("priority 5"),
}
AIMED = {
    "beside": N_("{who} attacks {marine}, right beside it: {rank}"),
    "reach": N_("{who} goes for {marine}, who is within attack reach: {rank}"),
    "priority": N_("{who} goes for {marine}, within twelve squares: {rank}"),
    "nearest": N_("{who} goes for {marine}, the nearest"),
}
ARRIVALS = {
    "ambush": N_("Arrival {die}: in ambush for {marine}, {rank}"),
    "priority": N_("Arrival {die}: the entry nearest to {marine}, {rank}"),
    "isolated": N_("Arrival {die}: the entry nearest to {marine}, the most isolated"),
    "any": N_("Arrival {die}: any entry"),
}
ENDS = {
    "sight": N_("{who} stops before {at}: {by} would see it"),
    "blocked": N_("{who} stops before {at}: the way is blocked"),
    "no-way": N_("{who} stays: no way leads to {by}"),
    "held": N_("{who} must wait this turn: a marine was near"),
    "entry": N_("{who} cannot come in at {at}"),
    "beside-marine": N_("{who} stops before {at}, beside {by}"),
    "object": N_("{who} stops before {at}: {by} lies there"),
    "nobody": N_("{who} stays: there is no marine to go for"),
}
LED = {
    "attacks": N_("{who} comes up to {marine} and attacks, as long as it has points"),
    "goes": N_("{who} goes towards {marine}, while nobody sees it"),
    "stays": N_("{who} stays where it is"),
}
NEAREST = N_("the nearest marine")


def rank_name(locale: Locale, rank: int | None) -> str:
    """Return a rank of priority and its meaning."""
    return "" if rank is None else locale.gettext(RANKS[rank])


events(
    {
        targets.Aimed: EventText(AIMED, by="by"),
        arrivals.Arrival: EventText(ARRIVALS, by="how"),
        automaton.Led: EventText(
            LED, by="what", fields={"marine": lambda locale, _state, event: event.marine or locale.gettext(NEAREST)}
        ),
        arrivals.BlipsLost: EventText(
            {
                "full": N_("Every entry has its blip: one is lost"),
                ...: N_("There is no square for an ambush: the blip is lost"),
            },
            by="why",
        ),
        order.BroodRolled: EventText(
            {
                True: N_("Brood {die} + {many} = {score}: they charge ({group})"),
                False: N_("Brood {die} + {many} = {score}: they hold back ({group})"),
            },
            by="charges",
            fields={"many": lambda _locale, _state, event: len(event.group)},
        ),
        order.BroodGathered: EventText(
            {
                "waits": N_("They wait for company ({group})"),
                "enough": N_("They are enough, and charge ({group})"),
                "few": N_("They wait no longer, and charge ({group})"),
            },
            by=lambda _state, event: (
                "waits" if not event.charges else "enough" if len(event.group) >= order.COMPANY else "few"
            ),
        ),
    }
)
WORDS.dress_events(
    {
        "rank": lambda locale, _state, rank: rank_name(locale, rank),
        "group": lambda locale, _state, names: locale.join_and(names),
    }
)


@tells(order.Finished)
def _finished(locale: Locale, _state: Match, event: order.Finished) -> str | None:
    sentence = ENDS.get(event.why)
    if sentence is None:
        return None
    return locale.say(sentence, who=event.who, at=event.at, by=event.by)


def _shares(_locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    """Say which faces mean which piece, if one die decides: "1-3 Claw, 4-6 Flame"."""
    among, share = question.facts["among"], question.facts["share"]
    if not isinstance(question, DiceQuestion) or len(question.dice) > 1:
        return {"among": " ".join(among)}
    faces = ((place * share + 1, place * share + share) for place in range(len(among)))
    ranges = (str(first) if first == last else f"{first}-{last}" for first, last in faces)
    shares = (f"{face} {name}" for face, name in zip(ranges, among, strict=True))
    return {"among": ", ".join(shares)}


questions(
    {
        "lot": QuestionText(N_("By lot: {among}"), facts=_shares),
        "spawn": QuestionText(N_("Where does {blip} arrive?")),
        "brood": QuestionText(N_("The brood: {many} aliens, 6 and more with the die charge")),
        "solo-isolated": QuestionText(N_("Who is the farthest from his comrades?")),
        "solo-any-entry": QuestionText(N_("At which entry?")),
        "solo-nearest-entry": QuestionText(N_("Which entry is nearest to {marine}?")),
        "solo-ambush": QuestionText(N_("Is there a square in ambush, 6 from {marine} and out of all sight?")),
        "solo-next": QuestionText(N_("Which of them is nearest to a marine?")),
        "solo-beside": QuestionText(N_("Is {alien} next to a marine?")),
        "solo-reach": QuestionText(N_("Can {alien} come to attack a marine, out of sight?")),
        "solo-sight": QuestionText(N_("Does the first step of {alien} go into sight?")),
        "solo-group": QuestionText(N_("Who stands in the section of {alien}, or touches them?")),
        "solo-beside-which": QuestionText(N_("Whom is {alien} next to?")),
        "solo-reach-which": QuestionText(N_("Whom can {alien} reach?")),
        "solo-priority-which": QuestionText(N_("Who is within 12 squares of {alien}?")),
    }
)
commands({automaton.Alien: CommandText(in_context("command", "the Genestealers"))})
