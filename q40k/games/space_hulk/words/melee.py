"""Close assault and guard, in sentences."""

from fractions import Fraction

from q40k.games.space_hulk.state import melee
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.odds import (
    FightOdds,
    answer_odds,
    door_odds,
    fight_odds,
    guard_choices,
    guard_odds,
    parry_choices,
    parry_odds,
)
from q40k.games.space_hulk.words.names import dice_text
from q40k.games.space_hulk.words.wording import commands, events, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

events(
    {
        melee.OnGuard: N_("{who} is on guard"),
        melee.Faced: EventText(
            {None: N_("{who} turns to the attacker"), ...: N_("{who} turns {facing}, to the attacker")}, by="facing"
        ),
        melee.DoorHewn: EventText(
            {
                (): N_("{who} cuts through the door on {at}"),
                ...: N_("{who} hews at the door on {at}: {dice}, {needs}+ is needed"),
            },
            by="dice",
        ),
    }
)


@tells(melee.Fought)
def _fought(locale: Locale, _state: Match, event: melee.Fought) -> str:
    parts = [
        locale.say(N_("{attacker} attacks {defender}"), attacker=event.attacker, defender=event.defender),
        locale.say(N_("stealer {dice}: {score}"), dice=dice_text(event.stealer_dice), score=event.stealer_score),
        locale.say(N_("marine {dice}: {score}"), dice=dice_text(event.marine_dice), score=event.marine_score),
    ]
    if event.psi:
        parts.append(locale.say(N_("psi points {psi}"), psi=event.psi))
    if event.parried is not None:
        parts.append(locale.say(N_("parried: {die}"), die=event.parried))
    if event.rerolled is not None:
        parts.append(locale.say(N_("rolled again: {die}"), die=event.rerolled))
    if event.beaten is None:
        parts.append(locale.gettext(N_("nobody is hurt")))
    return locale.join_clauses(parts)


def _fact_texts(_locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    facts = question.facts
    return {name: dice_text(facts[name]) if isinstance(facts.get(name), tuple) else str(facts[name]) for name in facts}


def _odds(state: Match, question: Question, psi: int = 0) -> FightOdds:
    """Return the chances of a fight at the open throw."""
    facts, sides = question.facts, question.facts["sides"]
    terms = melee.fight_terms(state, sides).replace(psi=0)
    match question.key:
        case "stealer-dice":
            return fight_odds(terms, psi)
        case "marine-dice":
            return answer_odds(terms, facts["theirs"], psi)
        case "parry-die":
            return parry_odds(terms, facts["others"], facts["his"])
        case _:
            return guard_odds(terms, facts["theirs"], facts["others"])


def _chance_of_stealer(state: Match, question: Question) -> Fraction:
    return _odds(state, question).stealer


def _chance_of_marine(state: Match, question: Question) -> Fraction:
    return _odds(state, question).marine


def _shares_text(locale: Locale, odds: FightOdds) -> str:
    return locale.say(
        N_("stealer higher {stealer} · equal {equal} · marine higher {marine}"),
        stealer=locale.percent(odds.stealer),
        equal=locale.percent(odds.equal),
        marine=locale.percent(odds.marine),
    )


def _fight_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the chances of a fight, without psi points and with 2 or 4 of them."""
    sides: melee.Sides = question.facts["sides"]
    psi_points = melee.fight_terms(state, sides).psi if question.key in ("stealer-dice", "marine-dice") else 0
    lines = []
    for psi in dict.fromkeys((0, min(2, psi_points), min(4, psi_points))):
        line = _shares_text(locale, _odds(state, question, psi))
        if psi:
            line = locale.say(N_("with {psi} psi: {said}"), psi=psi, said=line)
        lines.append(line)
    return tuple(lines)


def _add_totals(locale: Locale, state: Match, question: Question) -> dict[str, str]:
    """Return the facts of a parry or guard, with what both fighters make by their dice."""
    facts = question.facts
    terms = melee.fight_terms(state, facts["sides"])
    theirs, his = (facts["dice"], facts["his"]) if question.key == "parry" else (facts["theirs"], facts["dice"])
    total, score = max(his) + terms.bonus, melee.stealer_score(theirs, sums=terms.sums)
    totals = {"total": str(total), "score": str(score), "theirs": dice_text(theirs), "his": dice_text(his)}
    return _fact_texts(locale, state, question) | totals


def _choice_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the chances of a fight for each answer to a parry or guard; equal dice share a line."""
    facts = question.facts
    terms = melee.fight_terms(state, facts["sides"]).replace(psi=0)
    if question.key == "parry":
        choices = parry_choices(terms, facts["dice"], facts["his"])
    else:
        choices = guard_choices(terms, facts["theirs"], facts["dice"])
    lines: dict[int, str] = {}
    for answer, (die, odds) in enumerate(zip((0, *facts["dice"]), choices, strict=True)):
        lines.setdefault(die, f"{answer}: {_shares_text(locale, odds)}")
    return tuple(lines.values())


def _door_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    return (locale.say(N_("broken {share}"), share=locale.percent(_chance_to_break(state, question))),)


def _chance_to_break(state: Match, question: Question) -> Fraction:
    who = str(question.facts["who"])
    return door_odds(state, state.marines.get(who) or state.stealers[who])


questions(
    {
        "stealer-dice": QuestionText(
            N_("{stealer} against {who}: the stealer’s dice"),
            facts=_fact_texts,
            odds=_fight_odds,
            chance=_chance_of_stealer,
        ),
        "marine-dice": QuestionText(
            N_("{stealer} against {who}: the marine’s dice"),
            N_("The stealer shows {theirs}."),
            facts=_fact_texts,
            odds=_fight_odds,
            chance=_chance_of_marine,
        ),
        "parry": QuestionText(
            N_("{who}: parry which die?"),
            N_("The stealer makes {score} ({theirs}), {who} {total} ({his}). Which die, from the left; 0 for none."),
            facts=_add_totals,
            odds=_choice_odds,
        ),
        "parry-die": QuestionText(
            N_("{stealer} rolls that die again"), facts=_fact_texts, odds=_fight_odds, chance=_chance_of_stealer
        ),
        "guard": QuestionText(
            N_("{who} is on guard: roll which die again?"),
            N_("{who} makes {total} ({his}), the stealer {score} ({theirs}). Which die, from the left; 0 for none."),
            facts=_add_totals,
            odds=_choice_odds,
        ),
        "guard-die": QuestionText(
            N_("{who} rolls that die again"), facts=_fact_texts, odds=_fight_odds, chance=_chance_of_marine
        ),
        "psi": QuestionText(
            N_("{who}: how many psi points?"),
            N_("The stealer makes {stealer}, {who} {marine}; each point adds 1."),
            facts=_fact_texts,
        ),
        "door-dice": QuestionText(
            N_("{who} hews at the door on {at}"),
            N_("Broken on {needs} or more."),
            facts=_fact_texts,
            odds=_door_odds,
            chance=_chance_to_break,
        ),
    }
)


commands(
    {
        melee.Assault: CommandText(in_context("command", "close assault"), "{who} > {target}"),
        melee.Guard: CommandText(in_context("command", "guard"), "{who}"),
    }
)
