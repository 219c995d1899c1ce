"""Jumps, swims, leaps, falls, hard ground and strange bonuses in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.gear_names import thing_name
from q40k.games.quake.words.labels import profile_figure
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.fighting import struck
from q40k.games.quake.words.telling.shared import Tellers, nothing
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import after


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _ground(locale: Locale, state: Match, event: e.GroundTested) -> str:
    sentence = N_("Difficult ground: {player} rolls {dice} and moves {distance} more at most")
    who, most = name_of(state, event.player), locale.inches(event.most)
    return locale.say(sentence, player=who, dice=_dice(event.dice), distance=most)


_DANGERS = {
    ("dangerous", True): N_("Dangerous ground: {player} rolls a {die} and comes through"),
    ("dangerous", False): N_("Dangerous ground: {player} rolls a {die}"),
    ("landing", True): N_("{player} lands in difficult ground, rolls a {die} and stays upright"),
    ("landing", False): N_("{player} lands in difficult ground and rolls a {die}"),
    ("mount", True): N_("{player} rides through difficult ground, rolls a {die} and stays on"),
    ("mount", False): N_("{player} rides through difficult ground and rolls a {die}"),
}


def _danger(locale: Locale, state: Match, event: e.DangerTested) -> str:
    sentence = _DANGERS[event.what, event.die > 1]
    return locale.say(sentence, player=name_of(state, event.player), die=event.die)


def _jumped(locale: Locale, state: Match, event: e.Jumped) -> str:
    safe, falls = (
        N_("{player} jumps down {distance} ({dice}) and lands on its feet"),
        N_("{player} jumps down {distance} ({dice}): too high"),
    )
    who, height = name_of(state, event.player), locale.inches(event.height)
    sentence = safe if event.safe else falls
    return locale.say(sentence, player=who, distance=height, dice=_dice(event.dice))


_LEAPS = {
    "across": N_("{player} leaps {distance} ({dice}) and lands on the other side"),
    "short": N_("{player} leaps {distance} ({dice}): too short"),
    "hangs": N_("{player} leaps {distance} ({dice}), hangs on at the edge with a {die}"),
    "slips": N_("{player} leaps {distance} ({dice}) and slips off the edge with a {die}"),
}


def _leapt(locale: Locale, state: Match, event: e.Leapt) -> str:
    result: str = event.result
    if event.result == "edge":
        result = "hangs" if event.die is not None and event.die >= HANGS_ON else "slips"
    facts = {"distance": locale.inches(event.gap), "dice": _dice(event.dice), "die": event.die}
    return locale.say(_LEAPS[result], player=name_of(state, event.player), **facts)


HANGS_ON = 4


def _swam(locale: Locale, state: Match, event: e.Swam) -> str:
    who = name_of(state, event.player)
    if event.die == 1:
        return locale.say(N_("{player} swims and rolls a 1"), player=who)
    sentence = N_("{player} swims: {distance} at most")
    return locale.say(sentence, player=who, distance=locale.inches(event.die))


def _climbed(locale: Locale, state: Match, event: e.Climbed) -> str:
    who, height = name_of(state, event.player), locale.inches(event.height)
    return locale.say(N_("{player} climbs {distance}"), player=who, distance=height)


def _fell(locale: Locale, state: Match, event: e.Fell) -> str:
    who, height = name_of(state, event.player), locale.inches(event.inches)
    head = locale.say(N_("{player} falls {distance}"), player=who, distance=height)
    return after(locale, head, struck(locale, event.struck))


_HARMS = {
    "demolition-charge": N_("The demolition charge catches {player}"),
    "dangerous-ground": N_("The ground hurts {player}"),
    "perils": N_("The warp strikes back at {player}"),
    "barrel": N_("The barrel’s explosion reaches {player}"),
    "napalm": N_("{player} crosses burning napalm"),
}


def _harmed(locale: Locale, state: Match, event: e.Harmed) -> str:
    head = locale.say(_HARMS[event.cause], player=name_of(state, event.struck.player))
    return after(locale, head, struck(locale, event.struck))


def _deep_struck(locale: Locale, state: Match, event: e.DeepStruck) -> str:
    who, dice = name_of(state, event.player), _dice(event.dice)
    if event.dice == (1, 1):
        return locale.say(N_("{player} teleports and rolls a double 1"), player=who)
    if not event.scatter:
        sentence = N_("{player} teleports and comes down on target ({dice})")
        return locale.say(sentence, player=who, dice=dice)
    sentence = N_("{player} teleports and comes down {distance} off ({dice})")
    return locale.say(sentence, player=who, distance=locale.inches(event.scatter), dice=dice)


def _feasted(locale: Locale, state: Match, event: e.Feasted) -> str:
    things = [profile_figure(locale, name, value) for name, value in event.figures.items()]
    named = {arm.id: locale.said(arm.name) for arm in event.arms}
    taken = dict.fromkeys((*named, *event.kit))
    things += [named.get(one) or thing_name(locale, one) or one for one in taken]
    who, victim = name_of(state, event.player), name_of(state, event.victim)
    sentence = N_("{player} drinks deep of {victim} and takes: {things}")
    return locale.say(sentence, player=who, victim=victim, things=locale.listed(things))


def _judged(locale: Locale, state: Match, event: e.Judged) -> str:
    said = (
        N_("The figure of {player} is painted and based")
        if event.finished
        else N_("The figure of {player} is not painted and based")
    )
    return locale.say(said, player=name_of(state, event.player))


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
