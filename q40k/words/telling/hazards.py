"""Jumps, swims, leaps, falls, hard ground and strange bonuses in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.cards import profile_figure
from q40k.words.names import name_of
from q40k.words.reasons import after
from q40k.words.speech import N_, Speech
from q40k.words.telling.fighting import struck
from q40k.words.telling.shared import Tellers, nothing
from q40k.words.things import thing_name


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _ground(speech: Speech, state: Match, event: e.GroundTested) -> str:
    sentence = N_("Difficult ground: {player} rolls {dice} and moves {distance} more at most")
    who, most = name_of(state, event.player), speech.inches(event.most)
    return speech.say(sentence, player=who, dice=_dice(event.dice), distance=most)


_DANGERS = {
    ("dangerous", True): N_("Dangerous ground: {player} rolls a {die} and comes through"),
    ("dangerous", False): N_("Dangerous ground: {player} rolls a {die}"),
    ("landing", True): N_("{player} lands in difficult ground, rolls a {die} and stays upright"),
    ("landing", False): N_("{player} lands in difficult ground and rolls a {die}"),
    ("mount", True): N_("{player} rides through difficult ground, rolls a {die} and stays on"),
    ("mount", False): N_("{player} rides through difficult ground and rolls a {die}"),
}


def _danger(speech: Speech, state: Match, event: e.DangerTested) -> str:
    sentence = _DANGERS[event.what, event.die > 1]
    return speech.say(sentence, player=name_of(state, event.player), die=event.die)


def _jumped(speech: Speech, state: Match, event: e.Jumped) -> str:
    safe, falls = (
        N_("{player} jumps down {distance} ({dice}) and lands on its feet"),
        N_("{player} jumps down {distance} ({dice}): too high"),
    )
    who, height = name_of(state, event.player), speech.inches(event.height)
    sentence = safe if event.safe else falls
    return speech.say(sentence, player=who, distance=height, dice=_dice(event.dice))


_LEAPS = {
    "across": N_("{player} leaps {distance} ({dice}) and lands on the other side"),
    "short": N_("{player} leaps {distance} ({dice}): too short"),
    "hangs": N_("{player} leaps {distance} ({dice}), hangs on at the edge with a {die}"),
    "slips": N_("{player} leaps {distance} ({dice}) and slips off the edge with a {die}"),
}


def _leapt(speech: Speech, state: Match, event: e.Leapt) -> str:
    result: str = event.result
    if event.result == "edge":
        result = "hangs" if event.die is not None and event.die >= HANGS_ON else "slips"
    facts = {"distance": speech.inches(event.gap), "dice": _dice(event.dice), "die": event.die}
    return speech.say(_LEAPS[result], player=name_of(state, event.player), **facts)


HANGS_ON = 4


def _swam(speech: Speech, state: Match, event: e.Swam) -> str:
    who = name_of(state, event.player)
    if event.die == 1:
        return speech.say(N_("{player} swims and rolls a 1"), player=who)
    sentence = N_("{player} swims: {distance} at most")
    return speech.say(sentence, player=who, distance=speech.inches(event.die))


def _climbed(speech: Speech, state: Match, event: e.Climbed) -> str:
    who, height = name_of(state, event.player), speech.inches(event.height)
    return speech.say(N_("{player} climbs {distance}"), player=who, distance=height)


def _fell(speech: Speech, state: Match, event: e.Fell) -> str:
    who, height = name_of(state, event.player), speech.inches(event.inches)
    head = speech.say(N_("{player} falls {distance}"), player=who, distance=height)
    return after(speech, head, struck(speech, event.struck))


_HARMS = {
    "demolition-charge": N_("The demolition charge catches {player}"),
    "dangerous-ground": N_("The ground hurts {player}"),
    "perils": N_("The warp strikes back at {player}"),
    "barrel": N_("The barrel’s explosion reaches {player}"),
    "napalm": N_("{player} crosses burning napalm"),
}


def _harmed(speech: Speech, state: Match, event: e.Harmed) -> str:
    head = speech.say(_HARMS[event.cause], player=name_of(state, event.struck.player))
    return after(speech, head, struck(speech, event.struck))


def _deep_struck(speech: Speech, state: Match, event: e.DeepStruck) -> str:
    who, dice = name_of(state, event.player), _dice(event.dice)
    if event.dice == (1, 1):
        return speech.say(N_("{player} teleports and rolls a double 1"), player=who)
    if not event.scatter:
        sentence = N_("{player} teleports and comes down on target ({dice})")
        return speech.say(sentence, player=who, dice=dice)
    sentence = N_("{player} teleports and comes down {distance} off ({dice})")
    return speech.say(sentence, player=who, distance=speech.inches(event.scatter), dice=dice)


def _feasted(speech: Speech, state: Match, event: e.Feasted) -> str:
    things = [profile_figure(speech, name, value) for name, value in event.figures.items()]
    named = {arm.id: speech.said(arm.name) for arm in event.arms}
    taken = dict.fromkeys((*named, *event.kit))
    things += [named.get(one) or thing_name(speech, one) or one for one in taken]
    who, victim = name_of(state, event.player), name_of(state, event.victim)
    sentence = N_("{player} drinks deep of {victim} and takes: {things}")
    return speech.say(sentence, player=who, victim=victim, things=speech.listed(things))


def _judged(speech: Speech, state: Match, event: e.Judged) -> str:
    said = (
        N_("The figure of {player} is painted and based")
        if event.finished
        else N_("The figure of {player} is not painted and based")
    )
    return speech.say(said, player=name_of(state, event.player))


TELLERS: Tellers = {
    e.GroundTested: _ground,
    e.DangerTested: _danger,
    e.Jumped: _jumped,
    e.Leapt: _leapt,
    e.Swam: _swam,
    e.Climbed: _climbed,
    e.Fell: _fell,
    e.Harmed: _harmed,
    e.Halted: nothing,
    e.DeepStruck: _deep_struck,
    e.Feasted: _feasted,
    e.Judged: _judged,
}
