"""Sentences of damage and its score: wounds, kills in a few lively ways, accidents by cause."""

from fractions import Fraction

from q40k.games.quake.state.damage import AccidentSuffered, Harmed, Killed, Rose, SaveBroken, Wounded
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.score import Accident, Adjust, Adjusted, Kill
from q40k.games.quake.words.fights import attack_result
from q40k.games.quake.words.wording import commands, events, name_of, names_of, tells, tells_in_many_ways
from q40k.i18n.locale import N_, Locale, in_context, with_label
from q40k.i18n.wording import CommandText, EventText


@tells(Wounded)
def _wounded(locale: Locale, state: Match, event: Wounded) -> str:
    return locale.plural(
        "{player} takes a wound: {left} wound left",
        "{player} takes a wound: {left} wounds left",
        event.left,
        player=name_of(state, event.player),
        left=event.left,
    )


events(
    {
        Rose: N_("{player} does not die of it: it stays where it is, with one wound"),
        SaveBroken: N_("The field of {player} collapses"),
        Adjusted: EventText(N_("Score adjusted: {player} {points} ({why})"), fields={"points": "score"}),
    }
)

_HARMS = {
    "demolition-charge": N_("The demolition charge catches {player}"),
    "spore-poison": N_("The poison of the spore reaches {player}"),
    "wandering-monster": N_("A wandering monster falls upon {player}"),
    "dangerous-ground": N_("The ground hurts {player}"),
    "perils": N_("The warp strikes back at {player}"),
    "barrel": N_("The barrel’s explosion reaches {player}"),
    "napalm": N_("{player} crosses burning napalm"),
    "plasma": N_("Its own weapon burns {player}"),
    "nuke": N_("The nuke hits {player}"),
    "drugs": N_("The drugs hurt {player}"),
    "doctor": N_("The treatment hurts {player}"),
    "lightning-field": N_("The lightning field strikes back at {player}"),
    "trait": N_("It reaches {player}"),
}


@tells(Harmed)
def _harmed(locale: Locale, state: Match, event: Harmed) -> str:
    head = locale.say(_HARMS[event.cause], player=name_of(state, event.struck.player))
    return with_label(locale, head, attack_result(locale, event.struck))


_KILLS = (
    N_("{killer} frags {victim}"),
    N_("{killer} makes {victim} bite the dust"),
    N_("{killer} takes {victim} apart"),
    N_("{killer} turns {victim} into a stain on the floor"),
)


_SHARED = (N_("{killers} share the kill of {victim}"), N_("{killers} bring {victim} down together"))


_TELEFRAGS = (
    N_("{victim} gets telefragged by {by} in portal {portal}"),
    N_("{victim} bursts in portal {portal}: a telefrag by {by}"),
)


_STUPID = (
    N_("{victim} dies by accident"),
    N_("{victim} needs nobody’s help to die"),
    N_("{victim} meets a stupid end"),
)


_CAUSES = {
    "plasma": N_("{victim} burns in the plasma of a weapon that got too hot"),
    "perils": N_("The warp swallows {victim}"),
    "own-shot": N_("{victim} dies under the template of a shot of its own"),
    "fell": N_("{victim} does not survive the fall"),
    "fell-in-water": N_("{victim} falls into the water and is gone"),
    "void": N_("{victim} falls into the void"),
    "drowned": N_("{victim} drowns"),
    "crashed": N_("{victim} crashes"),
    "dangerous-ground": N_("The ground swallows {victim}"),
    "demolition-charge": N_("{victim} goes up with the demolition charge just picked up"),
    "spore-poison": N_("{victim} breathes the poison of the spore just picked up"),
    "wandering-monster": N_("{victim} is eaten by a wandering monster"),
    "teleporter": N_("The teleporter scatters {victim} to the winds"),
    "teleporter-lost": N_("{victim} comes out of the teleporter where there is no room"),
    "nuke": N_("{victim} goes up with the nuke just picked up"),
    "barrel": N_("{victim} goes up with the barrel just shot at"),
    "napalm": N_("{victim} burns in the napalm of a barrel"),
    "mega-bumper": N_("The mega bumper smashes {victim} into an obstacle"),
    "warp-jump": N_("The warp keeps {victim}"),
    "drugs": N_("The drugs are too much for {victim}"),
    "doctor": N_("The doctor is the end of {victim}"),
    "disintegrated": N_("Out by the very portal {portal} just entered: {victim} disintegrates"),
}


@tells_in_many_ways(Killed)
def _kill(locale: Locale, state: Match, event: Killed, number: int) -> str:
    """Return who killed whom, with what, and the points it paid."""
    victim, killers = name_of(state, event.victim), names_of(state, event.killers)
    sentences = _SHARED if len(killers) > 1 else _KILLS
    if event.cause == "nuke":
        text = locale.say(N_("{killer} nukes {victim}"), killer=killers[0], victim=victim)
    elif event.cause == "barrel":
        sentence = N_("{killer} blows {victim} up with a barrel")
        text = locale.say(sentence, killer=killers[0], victim=victim)
    elif event.cause == "demolition-charge":
        sentence = N_("{killer} sets off the charge that blows {victim} up")
        text = locale.say(sentence, killer=killers[0], victim=victim)
    elif event.cause == "spore-poison":
        sentence = N_("{killer} sets free the spores that poison {victim}")
        text = locale.say(sentence, killer=killers[0], victim=victim)
    else:
        text = locale.say(
            _pick(sentences, number, event.victim), killer=killers[0], killers=locale.join_and(killers), victim=victim
        )
    return " ".join(filter(None, (text, _how(event.how), _payment(locale, state, event))))


def _how(how: str | None) -> str:
    return f"({how})" if how else ""


def _pick(sentences: tuple[str, ...], number: int, victim: str) -> str:
    """Return one of several sentences: always the same for a victim, different within a chain."""
    return sentences[(number + sum(map(ord, victim))) % len(sentences)]


def _payment(locale: Locale, state: Match, event: Killed) -> str:
    paid = tuple(event.paid.items())
    if not paid:
        return ""
    if len(paid) == 1:
        return locale.signed_points(paid[0][1])
    if len({points for _, points in paid}) == 1:
        return locale.say(N_("{points} each"), points=locale.signed_points(paid[0][1]))
    return ", ".join(f"{name_of(state, player)} {locale.signed_points(points)}" for player, points in paid)


@tells_in_many_ways(AccidentSuffered)
def _accident_with_cost(locale: Locale, state: Match, event: AccidentSuffered, number: int) -> str:
    """Return what happened in an accident, and what it cost."""
    text = _accident(locale, state, event, number)
    cost = event.paid.get(event.player, Fraction(0))
    return f"{text} ({locale.signed_points(cost)})" if cost else text


def _accident(locale: Locale, state: Match, event: AccidentSuffered, number: int) -> str:
    victim = name_of(state, event.player)
    if event.cause == "telefragged" and event.by is not None:
        sentence = _pick(_TELEFRAGS, number, event.player)
        by = name_of(state, event.by)
        return locale.say(sentence, victim=victim, by=by, portal=event.portal)
    if event.cause in _CAUSES:
        return locale.say(_CAUSES[event.cause], victim=victim, portal=event.portal)
    if event.how:
        sentence = N_("{victim} dies by accident: {how}")
        return locale.say(sentence, victim=victim, how=event.how)
    return locale.say(_pick(_STUPID, number, event.player), victim=victim)


def _of_kill(_locale: Locale, command: Kill) -> str:
    whom = f"{' + '.join(command.killers)} → {' + '.join(command.victims)}"
    return f"{whom} ({command.how})" if command.how else whom


def _of_accident(_locale: Locale, command: Accident) -> str:
    whom = " + ".join(command.victims)
    return f"{whom} ({command.cause})" if command.cause else whom


_STREAKS = (
    (8, N_("unstoppable: {number} in a row")),
    (5, N_("rampage: {number} in a row")),
    (3, N_("on a roll: {number} in a row")),
)


def streak(locale: Locale, number: int) -> str:
    """Return the words for a number of kills without dying; "" below three."""
    for least, words in _STREAKS:
        if number >= least:
            return locale.say(words, number=number)
    return ""


def _of_adjustment(locale: Locale, command: Adjust) -> str:
    return f"{command.player} {locale.signed_points(command.score)}"


commands(
    {
        Kill: CommandText(in_context("command", "kill"), _of_kill),
        Accident: CommandText(in_context("command", "accident"), _of_accident),
        Adjust: CommandText(in_context("command", "score"), _of_adjustment),
    }
)
