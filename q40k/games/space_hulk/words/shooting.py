"""Shots, overwatch, jams, flames and losses, in sentences."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from q40k.games.space_hulk.state.losses import BlipCounted, DoorGone, Killed
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.odds import flames_odds, shot_odds
from q40k.games.space_hulk.state.shooting import firing
from q40k.games.space_hulk.state.shooting.flames import BlownUp, Burning, Flame, Flamed, FlamesRolled, SelfDestruct
from q40k.games.space_hulk.state.units import GUNS
from q40k.games.space_hulk.words.names import die_of_each, target_name
from q40k.games.space_hulk.words.wording import commands, events, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

CAUSES = {
    "shot": N_("{who} is shot dead"),
    "flame": N_("{who} dies in the flames"),
    "fire": N_("{who} dies in the fire"),
    "assault": N_("{who} dies in close assault"),
    "explosion": N_("{who} dies in the explosion"),
    "storm": N_("{who} dies in the psychic storm"),
    "fall": N_("{who} is crushed"),
    "self-destruct": N_("{who} dies in the blast"),
    "hand": N_("{who} is dead"),
    "convert": N_("{who} is dead"),
}


events(
    {
        firing.Jammed: N_("The storm bolter of {who} jams"),
        BlipCounted: N_("{blip} stood for {value}"),
        DoorGone: N_("The door on {at} is destroyed"),
        firing.Exploded: N_("The assault cannon of {who} explodes"),
        firing.BlastRolled: EventText(N_("In its section, dead on {needs}+: {dice}"), fields={"dice": die_of_each}),
        Flamed: N_("{who} flames a section"),
        BlownUp: N_("{who} blows up the flamer"),
        FlamesRolled: EventText(N_("In the flames, dead on 2+: {dice}"), fields={"dice": die_of_each}),
        firing.ShotOwed: N_("{who} has met blips: the shot follows"),
        firing.OnOverwatch: N_("{who} is on overwatch"),
        firing.JamCleared: EventText(
            {True: N_("{who} clears the jam, and is on overwatch again"), False: N_("{who} clears the jam")}, by="back"
        ),
        firing.Reloaded: N_("{who} reloads the cannon: {ammo} shots"),
    }
)


@tells(firing.Fired)
def _fired(locale: Locale, _state: Match, event: firing.Fired) -> str:
    sentence = N_("{who} at {target}: {dice}, {needs}+ needed: missed")
    if event.hit:
        sentence = N_("{who} at {target}: {dice}, {needs}+ needed: hit")
    elif max(event.dice) >= event.needs:  # one die alone does not do
        two_sixes = N_("{who} at {target}: {dice}, two sixes needed: missed.")
        sentence = two_sixes if event.needs == 6 else N_("{who} at {target}: {dice}, two of {needs}+ needed: missed")
    dice = " ".join(map(str, event.dice))
    return locale.say(sentence, who=event.who, target=event.target, dice=dice, needs=event.needs)


@tells(Killed)
def _killed(locale: Locale, _state: Match, event: Killed) -> str:
    death = locale.say(CAUSES[event.by], who=event.who)
    if event.value is None:
        return death
    sentence = N_("{said}; the blip was a {value}")
    return locale.say(sentence, said=death, value=event.value)


@tells(Burning)
def _burning(locale: Locale, _state: Match, event: Burning) -> str:
    if event.section == "?":
        return locale.gettext(N_("A section burns"))
    if not event.squares:
        return locale.say(N_("Section {section} burns"), section=event.section)
    return locale.say(N_("Section {section} burns: {squares}"), section=event.section, squares=" ".join(event.squares))


def _shot(locale: Locale, state: Match, question: Question) -> Mapping[str, Any]:
    facts = question.facts
    target = target_name(locale, state, str(facts["target"]))
    sentence = N_("two dice {needs}+") if facts["hits"] > 1 else N_("to hit {needs}+")
    matter = locale.say(sentence, needs=facts["needs"])
    return {"who": facts["who"], "target": target, "needs": facts["needs"], "matter": matter}


def _shot_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the chance to destroy the target, and those to jam or explode."""
    facts = question.facts
    marine = state.marines[str(facts["who"])]
    gun = GUNS[marine.kind.gun or "storm-bolter"]
    odds = shot_odds(gun.dice, int(facts["needs"]), int(facts["hits"]))
    parts = [locale.say(N_("destroyed {kill}"), kill=locale.percent(odds.kill))]
    if gun.jams and facts["how"] == "overwatch":
        parts.append(locale.say(N_("jams {jam}"), jam=locale.percent(odds.alike)))
    if gun.explodes and marine.arms.reloaded:
        parts.append(locale.say(N_("explodes {blast}"), blast=locale.percent(odds.alike)))
    return (" · ".join(parts),)


def _chance_to_destroy(state: Match, question: Question) -> Fraction:
    marine = state.marines[str(question.facts["who"])]
    gun = GUNS[marine.kind.gun or "storm-bolter"]
    return shot_odds(gun.dice, int(question.facts["needs"]), int(question.facts["hits"])).kill


def _flames_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    mean, every = flames_odds(len(question.facts["targets"]))
    sentence = N_("On average {mean} die; all of them: {every}")
    return (locale.say(sentence, mean=locale.number(float(mean)), every=locale.percent(every)),)


def _alpha(question: Question) -> str:
    if question.facts["hits"] > 1:
        return N_("Two dice must show {needs} or more.")
    return N_("Hit on {needs} or more.")


def _targets(_locale: Locale, _state: Match, question: Question) -> Mapping[str, Any]:
    return {"targets": ", ".join(question.facts["targets"])}


questions(
    {
        "shot": QuestionText(
            N_("{who} fires at {target}"),
            _alpha,
            facts=_shot,
            odds=_shot_odds,
            chance=_chance_to_destroy,
            matter="{matter}",
        ),
        "blast": QuestionText(
            N_("A die for each in the section"),
            N_("In this order: {targets}."),
            facts=_targets,
            chance=lambda _state, question: Fraction(7 - int(question.facts["needs"]), 6),
            matter=N_("destroyed {needs}+"),
        ),
        "flames": QuestionText(
            N_("A die for each in the flames"),
            N_("In this order: {targets}."),
            facts=_targets,
            odds=_flames_odds,
            chance=lambda _state, _question: flames_odds(1)[1],
            matter=N_("destroyed 2+"),
        ),
    }
)


def _of_flame(_locale: Locale, command: Flame) -> str:
    aimed = command.target or command.square or command.section or ""
    return f"{command.who} > {aimed}" if aimed else command.who


commands(
    {
        firing.Shoot: CommandText(in_context("command", "shoot"), "{who} > {target}"),
        firing.Reload: CommandText(in_context("command", "reload"), "{who}"),
        Flame: CommandText(in_context("command", "flame"), _of_flame),
        SelfDestruct: CommandText(in_context("command", "blow up the flamer"), "{who}"),
        firing.Overwatch: CommandText(in_context("command", "overwatch"), "{who}"),
        firing.Unjam: CommandText(in_context("command", "clear the jam"), "{who}"),
    }
)
