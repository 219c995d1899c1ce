"""Sentences of contact and close combat."""

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import (
    Blow,
    Contact,
    ContactSet,
    Fight,
    MeleeDeclined,
    MeleeJoined,
    MeleeOpened,
    MeleesLeft,
    Stunned,
)
from q40k.games.quake.words.fights import attack_result, hits, penetrations, weapon_name
from q40k.games.quake.words.wording import commands, events, name_of, names_of, questions, tells
from q40k.i18n.locale import N_, Locale, in_context, with_label
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question, Value

events(
    {
        MeleeOpened: N_("Melee: {members}"),
        MeleeJoined: N_("{player} joins the melee of {others}"),
        MeleeDeclined: N_("{player} came back into a melee, and stays out of it"),
        Stunned: EventText(N_("{player} is stunned: no blow up to the end of turn {turn}"), fields={"turn": "until"}),
    }
)


@tells(ContactSet)
def _contact(locale: Locale, state: Match, event: ContactSet) -> str:
    who = name_of(state, event.player)
    sentence = N_("{player} is in contact with nobody")
    if event.others:
        sentence = N_("{player} is in contact with {others}")
        if event.engages:
            sentence = N_("{player} is in contact with {others}: they fight")
    text = locale.say(sentence, player=who, others=locale.join_and(names_of(state, event.others)))
    if not event.left:
        return text
    former = locale.join_and(names_of(state, event.left))
    return locale.say(N_("{said}, and fights {others} no more"), said=text, others=former)


@tells(Blow)
def _blow(locale: Locale, state: Match, event: Blow) -> str:
    facts = {
        "striker": name_of(state, event.striker),
        "weapon": weapon_name(locale, state, event.striker, event.weapon),
        "team": event.building or "",
        "target": name_of(state, event.target or ""),
    }
    if event.building is not None:
        armed, bare = (
            N_("{striker} strikes the building of {team} ({weapon})"),
            N_("{striker} strikes the building of {team}"),
        )
        armour = locale.gettext(N_("the armour holds"))
        result = penetrations(locale, event.penetrating) if event.penetrating else armour
    else:
        armed, bare = N_("{striker} strikes {target} ({weapon})"), N_("{striker} strikes {target}")
        result = attack_result(locale, event.struck) if event.struck else hits(locale, 0)
    text = with_label(locale, locale.say(armed if event.weapon else bare, **facts), result)
    if event.perils:
        warp = locale.say(N_("the warp strikes back at {shooter}"), shooter=facts["striker"])
        text = f"{text}; {warp}"
    return text


@tells(MeleesLeft)
def _left(locale: Locale, state: Match, event: MeleesLeft) -> str:
    melees = locale.join_clauses(locale.join_and(names_of(state, melee)) for melee in event.melees)
    return locale.say(N_("Not fought: {melees}"), melees=melees)


def _arm_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    weapon, _, mode = str(value).partition("/")
    name = weapon_name(locale, state, question.who, weapon)
    return locale.say(N_("{weapon}, in both hands"), weapon=name) if mode else name


def _victim_label(locale: Locale, _state: Match, question: Question, value: Value) -> str:
    if value == question.facts.get("split"):
        return locale.gettext(N_("split the attacks"))
    return str(value)


def _of_contact(locale: Locale, command: Contact) -> str:
    return f"{command.player} ({locale.join_and(command.others)})" if command.others else command.player


def _of_melee(_locale: Locale, command: Fight) -> str:
    return command.melee or ""


questions(
    {
        "melee-weapon": QuestionText(
            N_("{who} fights with what?"),
            N_("The first hurts most; others strike sooner, or do more to somebody else."),
            _arm_label,
        ),
        "charge-attacks": QuestionText(
            N_("{who} rolls {dice}: how many attacks for the charge?"),
            N_("They are added to {more} others, and may then be split."),
        ),
        "melee-victim": QuestionText(
            N_("{who} strikes whom? Attacks: {attacks}"),
            N_("Anyone in the melee, in contact or not; the attacks may be split."),
            _victim_label,
        ),
        "melee-split": QuestionText(
            N_("{who}: how many attacks on {goal}?"), N_("{attacks} are left; the last one named gets the rest.")
        ),
    }
)


commands(
    {
        Contact: CommandText(in_context("command", "in contact"), _of_contact),
        Fight: CommandText(in_context("command", "melee"), _of_melee),
    }
)
