"""Sentences of traits that the table uses by a command."""

from __future__ import annotations

from q40k.games.quake.rules.minds import Daunted, PowerUndone
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.traits import Beset, TraitUsed, UseTrait
from q40k.games.quake.words.names import dice_text, name_of
from q40k.games.quake.words.wording import commands, questions, refusals, tells
from q40k.games.w40k3e.traits import Trait
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText


def _trait(state: Match, player: str, trait: str) -> Trait | None:
    owner = state.players.get(player)
    return (
        next((candidate for candidate in owner.traits if candidate.id == trait), None)
        if owner
        else None
    )


@tells(TraitUsed)
def _used(locale: Locale, state: Match, event: TraitUsed) -> str:
    trait = _trait(state, event.player, event.trait)
    name = event.trait if trait is None else locale.name_of(trait.name)
    text = locale.say(
        N_("{player} uses {trait}"), player=name_of(state, event.player), trait=name
    )  # fmt: skip
    if event.dice:
        text = f"{text} ({dice_text(event.dice)})"
    options = trait.use.choices if trait is not None and trait.use is not None else ()
    names = {option.id: locale.name_of(option.name) for option in options}
    chosen = [names.get(choice, choice) for choice in event.choices]
    return (
        locale.say(N_("{said}: {things}"), said=text, things=", ".join(chosen)) if chosen else text
    )


_BESET = {
    "ws": N_("{player} has WS {value:+} this turn"),
    "attacks": N_("{player} has A {value:+} this turn"),
    "move": N_("{player} rushes at the nearest foe: {value} in this turn"),
}


@tells(Beset)
def _beset(locale: Locale, state: Match, event: Beset) -> str:
    sentence = locale.gettext(_BESET[event.effect])
    return sentence.format(player=name_of(state, event.player), value=event.value)


@tells(Daunted)
def _daunted(locale: Locale, state: Match, event: Daunted) -> str:
    shot = N_("{player} does not dare to shoot at {target} ({dice}): the shot is lost")
    charge = N_("{player} does not dare to charge {target} ({dice})")
    return locale.say(
        charge if event.weapon is None else shot,
        player=name_of(state, event.player),
        target=name_of(state, event.target),
        dice=dice_text(event.dice),
    )


@tells(PowerUndone)
def _power_undone(locale: Locale, state: Match, event: PowerUndone) -> str:
    return locale.say(
        N_("The power of {player} does nothing to {target} ({dice})"),
        player=name_of(state, event.player),
        target=name_of(state, event.target),
        dice=dice_text(event.dice),
    )


def _of_use(_locale: Locale, command: UseTrait) -> str:
    return f"{command.player} ({command.trait})"


questions(
    {
        "drugs": QuestionText(
            N_("{who} rolls {dice}: the drugs"),
            N_("A double costs a wound without a save; three alike are death."),
        ),
        "psychic-use": QuestionText(
            N_("{who} rolls {dice}: a psychic test"),
            N_("At most {needed}; a 2 or a 12 is a peril of the warp."),
        ),
        "leadership-use": QuestionText(
            N_("{who} rolls {dice}: a Leadership test"), N_("At most {needed}.")
        ),
        "inert": QuestionText(
            N_("{who} rolls {dice}: does it see the living?"),
            N_("On a 1 it only strikes back this turn."),
        ),
        "rush": QuestionText(
            N_("{who} rolls {dice}: does it rush?"),
            N_("On a 1 or a 2 it does, and does not shoot."),
        ),
        "rush-inches": QuestionText(
            N_("{who} rolls {dice}: how far?"), N_("6 in and the die, at whoever is nearest.")
        ),
        "rot": QuestionText(
            N_("{who} rolls {dice}: the rot"), N_("On a 6 it takes a wound, with the usual saves.")
        ),
        "doctor": QuestionText(
            N_("{who} rolls {dice}: the doctor"),
            N_("A 6 gives a lost wound back, a 1 costs one more."),
        ),
        "ward-power": QuestionText(
            N_("{who} rolls {dice}: against the power"), N_("On {needed}+ it does nothing.")
        ),
        "ward-warp": QuestionText(
            N_("{who} rolls {dice}: against the warp"), N_("On {needed}+ the peril passes by.")
        ),
        "mind": QuestionText(
            N_("{who} rolls {dice}: mind against mind"),
            N_("Ld {ld} is added; the higher one wins."),
        ),
    }
)

refusals(
    {
        "no-such-trait": N_("{player} has no trait {got} to use. There are: {known}."),
        "trait-used-up": N_("{player} has used this already."),
        "shot-before-trait": N_("{player} has shot: this would be instead of it."),
        "trait-choices": N_("Choose of these, {most} at most: {known}."),
        "trait-target": N_("Say whom it is for: this trait of {player} is aimed at somebody."),
        "no-target-of-trait": N_("{player} cannot be whom it is for."),
    }
)

commands({UseTrait: CommandText(in_context("command", "trait"), _of_use)})
