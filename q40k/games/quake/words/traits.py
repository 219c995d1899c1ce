"""Traits in words: the effects of each, and what the table does with those it uses."""

from collections.abc import Iterable

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.traits import Beset, Daunted, PowerUndone, TraitUsed, UseTrait
from q40k.games.quake.words import wording
from q40k.games.quake.words.turn import phase_within
from q40k.games.w40k3e.traits import Trait, TraitEffect, Use
from q40k.i18n.locale import N_, Locale, in_context, write_minus
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.packs.shipped import coded_sentences

_COUNTED: dict[str, str] = {
    "profile": N_("in its profile already"),
    "type": N_("in its unit type already"),
    "weapon": N_("in its weapon’s line already"),
    "gear": N_("in its gear already"),
}
_NONE: dict[str, str] = {
    "morale": N_("nothing here: everyone is fearless (DIFF-1)"),
    "combat-result": N_("nothing here: a fight has no result and no pursuit (DIFF-6)"),
    "squads": N_("nothing here: everyone fights alone"),
    "reserve": N_("nothing here: nobody is held in reserve"),
    "vehicles": N_("nothing here: there are no vehicles"),
    "objectives": N_("nothing here: no such objectives"),
    "respawn": N_("nothing here: the dead come back anyway"),
    "everyone": N_("nothing more than what everyone may do here"),
    "elsewhere": N_("nothing on its own: see its other traits"),
}
_SCOPES: dict[str, str] = {"shooting": N_("{effect} (shooting)"), "melee": N_("{effect} (close combat)")}
_WHEN: dict[str, str] = {
    "moved": N_("{effect}, if it has moved this turn"),
    "turbo": N_("{effect}, in a turn beyond 12 in."),
}


def trait_name(locale: Locale, traits: Iterable[Trait], trait_id: str) -> str | None:
    """Return the name of one of these traits by its id, or None if it is none of them."""
    return next((locale.name_of(trait.name) for trait in traits if trait.id == trait_id), None)


def trait_text(locale: Locale, trait: Trait) -> str:
    """Return what a trait does, in a sentence without its name."""
    parts = [_effect(locale, effect) for effect in trait.effects]
    if trait.use is not None:
        parts.append(_of_use(locale, trait.use))
    if trait.counted is not None:
        parts.append(locale.gettext(_COUNTED[trait.counted]))
    if trait.none is not None:
        parts.append(locale.gettext(_NONE[trait.none]))
    if trait.by_hand is not None:
        text = locale.name_of(trait.by_hand)
        if trait.because is not None:
            why = locale.name_of(trait.because)
            text = locale.say(N_("{text} Why the table’s: {why}."), text=text, why=why)
        parts.append(locale.say(N_("the table’s part: {text}"), text=text))
    return "; ".join(parts)


_ACTS: dict[str, str] = {
    "choose": N_("chosen"),
    "drugs": N_("a die for each: a double costs a wound, three alike kill; chosen"),
    "psychic": N_("after a psychic test"),
    "stupid": N_("without 2D6 of at most its Ld it does not move"),
    "inert": N_("a die: on a 1 it does not move"),
    "rush": N_("a die: on 1 or 2 it goes 6 in. and a D6 at the nearest foe"),
    "rot": N_("a die for everybody else within 6 in.: a 6 is a wound"),
    "doctor": N_("a die: a 6 gives a lost wound back, a 1 costs one"),
    "mind-war": N_("after a psychic test D6 and Ld each: a wound for each point won"),
    "life-drain": N_("2D6 and Ld each against a psyker: the lower one loses a wound"),
    "shout": N_("opponents who fail Ld fight with WS −1"),
    "distract": N_("one foe has an attack less"),
}


def _of_use(locale: Locale, use: Use) -> str:
    """Return how the table uses a trait (Shift+T): when, with what dice, with what choices."""
    phases = locale.join_or(phase_within(locale, phase) for phase in use.phases)
    parts = [locale.gettext(_ACTS[use.act])]
    parts += [locale.name_of(choice.name) for choice in use.choices]
    if use.once == "life":
        parts.append(locale.gettext(N_("once a life")))
    return locale.say(N_("used in {phases}: {things}"), phases=phases, things=", ".join(parts))


def trait_line(locale: Locale, trait: Trait) -> str:
    """Return a trait on a line, marked if it is unsure: "Furious charge: S +1 on the charge"."""
    name, text = locale.name_of(trait.name), trait_text(locale, trait)
    line = locale.say(N_("{title}: {text}"), title=name, text=text)
    if trait.certainty in ("medium", "low"):
        line += f" ({wording.certainty_name(locale, trait.certainty)})"
    return line


def _effect(locale: Locale, effect: TraitEffect) -> str:
    key = f"{effect.effect}/value"
    sentences = coded_sentences(wording.SENTENCES, "effects")
    sentence = sentences[key if effect.value and key in sentences else effect.effect]
    text = write_minus(locale.gettext(sentence).format(value=effect.value))
    if effect.charging:
        text = locale.say(N_("{effect} on its charge"), effect=text)
    if effect.scope != "any":
        text = locale.say(_SCOPES[effect.scope], effect=text)
    if effect.when is not None:
        text = locale.say(_WHEN[effect.when], effect=text)
    return text


# -- traits used by a command --------------------------------------------------------------


def _trait(state: Match, player: str, trait: str) -> Trait | None:
    owner = state.players.get(player)
    return next((candidate for candidate in owner.traits if candidate.id == trait), None) if owner else None


wording.events(
    {
        Beset: EventText(
            {
                "ws": N_("{player} has WS {value:+} this turn"),
                "attacks": N_("{player} has A {value:+} this turn"),
                "move": N_("{player} rushes at the nearest foe: {value} in this turn"),
            },
            by="effect",
        ),
        Daunted: EventText(
            {
                None: N_("{player} does not dare to charge {target} ({dice})"),
                ...: N_("{player} does not dare to shoot at {target} ({dice}): the shot is lost"),
            },
            by="weapon",
        ),
        PowerUndone: EventText(
            {
                None: N_("The power of {player} does nothing to {target} ({dice})"),
                ...: N_("The psychic hood of {bearer} undoes the power of {player} ({dice})"),
            },
            by="hood",
            fields={"bearer": lambda _locale, state, event: wording.name_of(state, event.hood)},
        ),
    }
)


@wording.tells(TraitUsed)
def _used(locale: Locale, state: Match, event: TraitUsed) -> str:
    trait = _trait(state, event.player, event.trait)
    name = event.trait if trait is None else locale.name_of(trait.name)
    text = locale.say(N_("{player} uses {trait}"), player=wording.name_of(state, event.player), trait=name)
    if event.dice:
        text = f"{text} ({wording.dice_text(event.dice)})"
    options = trait.use.choices if trait is not None and trait.use is not None else ()
    names = {option.id: locale.name_of(option.name) for option in options}
    chosen = [names.get(choice, choice) for choice in event.choices]
    return locale.say(N_("{said}: {things}"), said=text, things=", ".join(chosen)) if chosen else text


wording.questions(
    {
        "drugs": QuestionText(
            N_("{who} rolls {dice}: the drugs"), N_("A double costs a wound without a save; three alike are death.")
        ),
        "psychic-use": QuestionText(
            N_("{who} rolls {dice}: a psychic test"), N_("At most {needed}; a 2 or a 12 is a peril of the warp.")
        ),
        "leadership-use": QuestionText(N_("{who} rolls {dice}: a Leadership test"), N_("At most {needed}.")),
        "inert": QuestionText(
            N_("{who} rolls {dice}: does it see the living?"), N_("On a 1 it only strikes back this turn.")
        ),
        "rush": QuestionText(N_("{who} rolls {dice}: does it rush?"), N_("On a 1 or a 2 it does, and does not shoot.")),
        "rush-inches": QuestionText(N_("{who} rolls {dice}: how far?"), N_("6 in and the die, at the nearest one.")),
        "rot": QuestionText(N_("{who} rolls {dice}: the rot"), N_("On a 6 it takes a wound, with the usual saves.")),
        "doctor": QuestionText(
            N_("{who} rolls {dice}: the doctor"), N_("A 6 gives a lost wound back, a 1 costs one more.")
        ),
        "ward-power": QuestionText(N_("{who} rolls {dice}: against the power"), N_("On {needed}+ it does nothing.")),
        "ward-warp": QuestionText(N_("{who} rolls {dice}: against the warp"), N_("On {needed}+ the peril passes by.")),
        "psychic-hood": QuestionText(
            N_("{who} has a psychic hood: oppose the power of {player}?"),
            N_("D6 and Leadership on both sides; only a higher sum undoes it."),
            {"yes": N_("yes: mind against mind"), "no": N_("no: let it pass")},
        ),
        "mind": QuestionText(N_("{who} rolls {dice}: mind against mind"), N_("Ld {ld} is added; the higher one wins.")),
    }
)


wording.commands({UseTrait: CommandText(in_context("command", "trait"), wording.of_player_and("trait"))})
