"""Shooting, saves and losses, in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from q40k.games.epic.packs.profiles import NO_SAVE
from q40k.games.epic.state.losses import Demoralised, HitTaken, Lost, SaveRolled
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.odds import chance_to_hit, chance_to_pass, count_passing, mean, volley_kills
from q40k.games.epic.state.shooting import Aim, Fired, Held, HoldFire, Shoot, ToFire
from q40k.games.epic.words.names import FACINGS, cm, figures_name, side_name, terrain_name
from q40k.games.epic.words.wording import WORDS, commands, events, joins, questions, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Event, Question

silent(ToFire)

UNMEASURED_CM = 500.0
"""The distance that stands for the table's word that a target is out of range."""

FAILS = {
    "range": N_("out of range"),
    "arc": N_("out of its arc"),
    "sight": N_("out of sight"),
    "no-effect": N_("without effect on a heavy vehicle"),
    "impossible": N_("impossible to hit"),
}
CAUSES = {
    "shot": N_("{figures} destroyed by the fire"),
    "fight": N_("{figures} destroyed in close combat"),
    "ground": N_("{figures} destroyed by the ground"),
    "wreck": N_("{figures} destroyed in the wreck"),
    "dispersed": N_("{figures} lost: the formation has dispersed"),
    "hand": N_("{figures} lost"),
}


@tells(Fired)
def _fired(locale: Locale, _state: Match, event: Fired) -> str:
    thrown = sum(aim.dice for aim in event.aims if not aim.fails)
    hits = sum(event.hits)
    if not thrown:
        reasons = dict.fromkeys(aim.fails for aim in event.aims)
        why = locale.join_and(locale.gettext(FAILS[reason]) for reason in reasons if reason)
        return locale.say(N_("{formation} fires in vain: {why}"), formation=event.formation, why=why)
    sentence = locale.ngettext(
        "{formation} fires {dice}D6 at {target}: {hits} hit",
        "{formation} fires {dice}D6 at {target}: {hits} hits",
        hits,
    )
    target = locale.join_and(dict.fromkeys(aim.target.partition("/")[0] for aim in event.aims))
    return sentence.format(formation=event.formation, dice=thrown, target=target, hits=hits)


events(
    {
        Held: N_("{formation} holds its fire"),
        HitTaken: N_("{figure} takes a hit; hits left: {left}"),
        Demoralised: N_("{formation} has lost {lost} of {of}: its break point, it is demoralised"),
        SaveRolled: EventText(
            {
                None: N_("{figure} is hit, and has no save"),
                True: N_("{figure} is hit, and saves on {needed}+"),
                False: N_("{figure} is hit, and fails its save of {needed}+"),
            },
            by=lambda _state, event: None if event.needed >= NO_SAVE else event.saved,
        ),
    }
)


@joins(Held)
def _all_held(locale: Locale, _state: Match, events: Sequence[Held]) -> str:
    return locale.say(N_("{formations} hold their fire"), formations=locale.join_and(e.formation for e in events))


@joins(SaveRolled)
def _all_saves(locale: Locale, _state: Match, events: Sequence[SaveRolled]) -> str:
    """Return the saves of a volley in one sentence: by number and result, with the figures."""
    groups: dict[tuple[bool, int], list[str]] = {}
    for event in events:
        figures = groups.setdefault((event.saved, min(event.needed, NO_SAVE)), [])
        if event.figure not in figures:
            figures.append(event.figure)
    parts = []
    for (saved, needed), names in groups.items():
        sentence = N_("made on {needed}+ by {figures}") if saved else N_("failed on {needed}+ by {figures}")
        if needed == NO_SAVE:
            sentence = N_("none for {figures}")
        parts.append(locale.say(sentence, needed=needed, figures=figures_name(locale, tuple(names))))
    return locale.say(N_("Saves: {parts}"), parts=locale.join_and(parts))


@tells(Lost)
def _lost(locale: Locale, _state: Match, event: Lost) -> str:
    sentence = locale.say(CAUSES[event.cause], figures=figures_name(locale, event.figures))
    return f"{sentence} ({event.why})" if event.why else sentence


@WORDS.unfolds
def _shot_lines(locale: Locale, _state: Match, event: Event) -> tuple[str, ...]:
    """Return the shots of a volley, a line for equal shots."""
    if not isinstance(event, Fired):
        return ()
    groups: dict[Aim, list[int]] = {}
    for number, aim in enumerate(event.aims):
        alike = aim.replace(figure="", target="", distance=None)
        groups.setdefault(alike, []).append(number)
    return tuple(_shots(locale, event, numbers) for numbers in groups.values())


def _shots(locale: Locale, event: Fired, numbers: list[int]) -> str:
    aims = [event.aims[number] for number in numbers]
    sample = aims[0]
    who = figures_name(locale, tuple(aim.figure for aim in aims))
    at = figures_name(locale, tuple(dict.fromkeys(aim.target for aim in aims)))
    if sample.fails:
        why = locale.gettext(FAILS[sample.fails])
        return locale.say(N_("{who} at {at}: {why}"), who=who, at=at, why=why)
    needs = locale.say(N_("to hit {needed}+"), needed=sample.needed)
    if sample.second:
        needs = locale.say(N_("to hit {needed}: a 6, then {second}+"), needed=sample.needed, second=sample.second)
    save = locale.say(N_("save {save}+"), save=sample.save) if sample.save < NO_SAVE else locale.gettext(N_("no save"))
    parts = [needs, save]
    if sample.terrain != "open":
        parts.append(terrain_name(locale, sample.terrain))
    if sample.facing != "front":
        parts.append(locale.gettext(FACINGS[sample.facing]))
    hits = sum(event.hits[number] for number in numbers)
    dice = sum(aim.dice for aim in aims)
    return locale.say(
        N_("{who} at {at}: {how}; {hits} of {dice}"), who=who, at=at, how=", ".join(parts), hits=hits, dice=dice
    )


def _needs(locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    needs = question.facts.get("numbers") or question.facts.get("needs") or ()
    runs = [(need, len(tuple(same))) for need, same in groupby(needs)]
    each = [f"{need}+" if len(runs) == 1 else f"{many} × {need}+" for need, many in runs]
    targets = tuple(dict.fromkeys(question.facts.get("targets", ())))
    return {"needs": locale.join_and(each), "targets": figures_name(locale, targets)}


def _volley_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return what a volley may destroy: the average, and the chance of at least one."""
    aims: tuple[Aim, ...] = question.facts["aims"]
    spread = volley_kills(state, aims)
    sentence = N_("On average {mean} destroyed; one at least: {chance}")
    average = locale.number(float(mean(spread)))
    whole = locale.say(sentence, mean=average, chance=locale.percent(1 - spread.get(0, 0)))
    seconds = dict.fromkeys((aim.needed, aim.second) for aim in aims if aim.second and not aim.fails)
    again = N_("{needed}+ takes a 6, then {second}+: {chance} per die")
    weighed = (
        locale.say(again, needed=needed, second=second, chance=chance_to_hit(needed, second))
        for needed, second in seconds
    )
    return (whole, *weighed, *_measured_lines(locale, aims))


def _measured_lines(locale: Locale, aims: tuple[Aim, ...]) -> Iterator[str]:
    """Yield distances, measured now that all targets are named, and shots in vain.

    Rule: EE-SHOOT-3, EE-SHOOT-4
    """
    distances = [aim.distance for aim in aims if aim.distance is not None and not aim.fails]
    if distances:
        low, high = (locale.number(round(length, 1)) for length in (min(distances), max(distances)))
        sentence = N_("{low} to {high} cm") if low != high else N_("{low} cm")
        yield locale.say(sentence, low=low, high=high)
    for reason in dict.fromkeys(aim.fails for aim in aims if aim.fails):
        vain = [aim for aim in aims if aim.fails == reason]
        why = locale.gettext(FAILS[reason])
        yield locale.say(N_("in vain: {number}, {why}"), number=len(vain), why=why) + _missed_targets(locale, vain)


def _missed_targets(locale: Locale, vain: Iterable[Aim]) -> str:
    """Return the targets of shots in vain, each with the shortest distance to it, where that is known."""
    shortest: dict[str, float] = {}
    for aim in vain:
        if aim.fails == "range" and aim.distance is not None and aim.distance < UNMEASURED_CM:
            shortest[aim.target] = min(aim.distance, shortest.get(aim.target, aim.distance))
    if not shortest:
        return ""
    parts = (f"{target} {cm(locale, round(distance, 1))}" for target, distance in shortest.items())
    return f": {', '.join(parts)}"


def _passing_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """Return how many of these dice pass on average, and the chance of all of them."""
    needs = tuple(question.facts["needs"])
    spread = count_passing(needs)
    sentence = N_("On average {mean} of {dice} pass; all of them: {chance}")
    average = locale.number(float(mean(spread)))
    everyone = locale.percent(spread.get(len(needs), 0))
    return (locale.say(sentence, mean=average, dice=len(needs), chance=everyone),)


def _chance_of_a_die(_state: Match, question: Question) -> Fraction | None:
    """Return the chance of each die to pass, or None if the dice need different numbers."""
    needs = set(question.facts.get("numbers") or question.facts.get("needs") or ())
    return chance_to_pass(min(needs)) if len(needs) == 1 and max(needs) <= 6 else None


questions(
    {
        "to-hit": QuestionText(
            N_("{who} rolls {dice} to hit: {needs}"),
            N_("{formation} at {targets}, in the order they were named."),
            facts=_needs,
            odds=_volley_odds,
            chance=_chance_of_a_die,
        ),
        "second-die": QuestionText(
            N_("{who} rolls {dice} again: {needs}"),
            N_("Each 6 is rolled again, as more than 6 was needed."),
            facts=_needs,
            odds=_passing_odds,
            chance=_chance_of_a_die,
        ),
        "saves": QuestionText(
            N_("{who} rolls {dice} to save: {needs}"),
            N_("{targets}, in this order."),
            facts=_needs,
            odds=_passing_odds,
            chance=_chance_of_a_die,
        ),
        "ground-save": QuestionText(N_("{who} rolls {dice} to save {figure}: {needed}+"), chance=_chance_of_a_die),
        "wreck-save": QuestionText(
            N_("{who} rolls {dice} to save {figure}: {needed}+"),
            N_("Its transport is destroyed."),
            chance=_chance_of_a_die,
        ),
    }
)
WORDS.dress({"known": lambda locale, names: locale.join_or(names)})
commands(
    {
        Shoot: CommandText(in_context("command", "shoot"), "{formation}"),
        HoldFire: CommandText(in_context("command", "hold fire"), "{formation}"),
    }
)


@WORDS.facts
def _facts(locale: Locale, state: Match, question: Question) -> dict[str, str]:
    """Return the side that a question asks, and the ground it is about, by name."""
    facts = {"who": side_name(state, question.who)} if question.who else {}
    terrain = question.facts.get("terrain")
    return facts if terrain is None else {**facts, "terrain": terrain_name(locale, str(terrain))}
