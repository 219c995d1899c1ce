"""Commands in one short line, for the log and for what undo and redo moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules.commands import Command
from q40k.games.quake.words.labels import roller_name
from q40k.games.quake.words.telling.clock import time_of
from q40k.i18n.locale import N_, Locale


def tell_command(locale: Locale, command: Command) -> str:
    """One short line: "kill: Alice > Bob"."""
    done, whom = _parts(locale, command)
    if not whom:
        return done
    return locale.say(N_("{done}: {whom}"), done=done, whom=whom)


def undone(locale: Locale, commands: Sequence[Command], dice: Iterable[Sequence[int]]) -> str:
    """What an undo took back; dice it goes past are named."""
    rolled = _dice(locale, dice)
    if not commands:
        return locale.say(N_("Taken back: {what}"), what=rolled or _an_answer(locale))
    said = locale.say(N_("Undone: {commands}"), commands=_all_of(locale, commands))
    also = locale.say(N_("(takes back {dice})"), dice=rolled)
    return f"{said} {also}" if rolled else said


def redone(locale: Locale, commands: Sequence[Command], dice: Iterable[Sequence[int]]) -> str:
    """What a redo gave back, dice and all."""
    rolled = _dice(locale, dice)
    if not commands:
        return locale.say(N_("Given back: {what}"), what=rolled or _an_answer(locale))
    said = locale.say(N_("Redone: {commands}"), commands=_all_of(locale, commands))
    also = locale.say(N_("(gives back {dice})"), dice=rolled)
    return f"{said} {also}" if rolled else said


def _an_answer(locale: Locale) -> str:
    return locale.gettext(N_("an answer"))


def _all_of(locale: Locale, commands: Sequence[Command]) -> str:
    parts = (_parts(locale, command) for command in commands)
    return " · ".join(", ".join(filter(None, words)) for words in parts)


def _dice(locale: Locale, dice: Iterable[Sequence[int]]) -> str:
    faces = [die for roll in dice for die in roll]
    if not faces:
        return ""
    said = " ".join(map(str, faces))
    return locale.ngettext("the die {dice}", "the dice {dice}", len(faces)).format(dice=said)


def _parts(locale: Locale, command: Command) -> tuple[str, str]:
    """What was done, and to whom."""
    return _done(locale, command), _WHOM[type(command)](locale, command)


def _nobody(_locale: Locale, _command: Any) -> str:
    return ""


def _player(_locale: Locale, command: Any) -> str:
    return str(command.player)


def _new(_locale: Locale, command: c.New) -> str:
    return f"{command.name} ({command.mod})" if command.name else command.mod


def _champion(locale: Locale, command: c.Join | c.Correct) -> str:
    if command.profile is not None:
        return f"{command.player} ({locale.said(command.profile.name)})"
    named = command.champion
    return f"{command.player} ({named})" if isinstance(named, str) else command.player


def _deploy(_locale: Locale, command: c.Deploy) -> str:
    return f"{command.player} ({command.tile})" if command.tile else command.player


def _move(locale: Locale, command: c.Move) -> str:
    if command.inches is None:
        return command.player
    return f"{command.player} ({locale.inches(command.inches)})"


def _hazard(locale: Locale, command: c.Jump | c.Climb | c.Leap | c.Swim) -> str:
    inches = command.gap if isinstance(command, c.Leap) else None
    if isinstance(command, c.Jump | c.Climb):
        inches = command.height
    elif isinstance(command, c.Swim):
        inches = command.inches
    return command.player if inches is None else f"{command.player} ({locale.inches(inches)})"


def _prey(_locale: Locale, command: c.Take) -> str:
    return f"{command.player} > {command.victim}"


def _portal(_locale: Locale, command: c.UsePortal | c.StandIn) -> str:
    return f"{command.player} ({command.portal})" if command.portal else command.player


def _place_at(locale: Locale, command: c.PlaceAt) -> str:
    if command.at is None:
        return command.player
    x, y = (locale.number(value) for value in command.at)
    return f"{command.player} ({x}; {y})"


def _pickup(_locale: Locale, command: c.Pickup) -> str:
    return f"{command.player} ({command.token})"


def _contact(locale: Locale, command: c.Contact) -> str:
    return (
        f"{command.player} ({locale.listed(command.others)})" if command.others else command.player
    )


def _charge(_locale: Locale, command: c.Charge) -> str:
    return f"{command.player} > {command.target}"


def _fight(_locale: Locale, command: c.Fight) -> str:
    return command.melee or ""


def _kill(_locale: Locale, command: c.Kill) -> str:
    whom = f"{' + '.join(command.killers)} > {' + '.join(command.victims)}"
    return f"{whom} ({command.how})" if command.how else whom


def _accident(_locale: Locale, command: c.Accident) -> str:
    whom = " + ".join(command.victims)
    return f"{whom} ({command.cause})" if command.cause else whom


def _why(_locale: Locale, command: c.End) -> str:
    return command.why


def _team(_locale: Locale, command: c.ChangeTeam) -> str:
    return f"{command.player} > {command.team}"


def _flag(_locale: Locale, command: c.TouchFlag) -> str:
    return f"{command.player} ({command.flag})" if command.flag else command.player


def _hand_over(_locale: Locale, command: c.HandOver) -> str:
    return f"{command.player} > {command.to}"


def _penetrate(_locale: Locale, command: c.Penetrate) -> str:
    whom = f"{command.player} > {command.team}"
    return f"{whom} (×{command.times})" if command.times > 1 else whom


def _barrel(_locale: Locale, command: c.HitBarrel) -> str:
    return f"{command.player} > {command.barrel}"


def _shoot(_locale: Locale, command: c.Shoot) -> str:
    whom = f"{command.player} > {command.target}"
    return f"{whom} ({command.weapon})" if command.weapon else whom


def _adjust(locale: Locale, command: c.Adjust) -> str:
    return f"{command.player} {locale.signed(command.score)}"


def _rename(_locale: Locale, command: c.Rename) -> str:
    return f"{command.player} > {command.to}"


def _roller(locale: Locale, command: c.Dice) -> str:
    by = roller_name(locale, command.by)
    return f"{command.player} ({by})" if command.player else by


def _d3(locale: Locale, command: c.D3) -> str:
    return locale.gettext(N_("on a D6") if command.on_d6 else N_("1 to 3"))


def _clock(locale: Locale, command: c.SetClock) -> str:
    if command.off:
        return locale.gettext(N_("taken away"))
    if command.pause is not None:
        return locale.gettext(N_("stands") if command.pause else N_("goes on"))
    limits = (60 * (command.minutes or 0), command.seconds or 0)
    return " + ".join(time_of(seconds) for seconds in limits if seconds)


def _done(locale: Locale, command: Command) -> str:
    """What a command does, as a log names it."""
    pgettext = locale.pgettext
    words: dict[type[Any], str] = {
        c.New: pgettext("command", "new match"),
        c.Join: pgettext("command", "join"),
        c.Leave: pgettext("command", "leave"),
        c.Start: pgettext("command", "start"),
        c.Deploy: pgettext("command", "deploy"),
        c.Move: pgettext("command", "move"),
        c.Jump: pgettext("command", "jump down"),
        c.Swim: pgettext("command", "swim"),
        c.Leap: pgettext("command", "leap"),
        c.Climb: pgettext("command", "climb"),
        c.DeepStrike: pgettext("command", "deep strike"),
        c.Take: pgettext("command", "vampirism"),
        c.UsePortal: pgettext("command", "portal jump"),
        c.StandIn: pgettext("command", "stands in portal"),
        c.PlaceAt: pgettext("command", "place"),
        c.Pickup: pgettext("command", "pick-up"),
        c.Drop: pgettext("command", "token put back"),
        c.Shoot: pgettext("command", "shot"),
        c.Contact: pgettext("command", "in contact"),
        c.Charge: pgettext("command", "charge"),
        c.Fight: pgettext("command", "melee"),
        c.Kill: pgettext("command", "kill"),
        c.Accident: pgettext("command", "accident"),
        c.Act: pgettext("command", "acts now"),
        c.TouchFlag: pgettext("command", "flag"),
        c.HandOver: pgettext("command", "flag handed over"),
        c.Capture: pgettext("command", "flag brought home"),
        c.Penetrate: pgettext("command", "building"),
        c.HitBarrel: pgettext("command", "barrel"),
        c.ChangeTeam: pgettext("command", "team"),
        c.Next: pgettext("command", "next champion"),
        c.EndPhase: pgettext("command", "end of phase"),
        c.Adjust: pgettext("command", "score"),
        c.Rename: pgettext("command", "name"),
        c.Correct: pgettext("command", "champion"),
        c.PlayOn: pgettext("command", "play on"),
        c.End: pgettext("command", "end of the match"),
        c.Describe: pgettext("command", "figure described"),
        c.Dice: pgettext("command", "dice"),
        c.D3: pgettext("command", "a D3 is typed"),
        c.SetClock: pgettext("command", "clock"),
    }
    if isinstance(command, c.StandIn) and command.portal is None:
        return pgettext("command", "stands in no portal")
    return words[type(command)]


_WHOM: dict[type[Any], Callable[[Locale, Any], str]] = {
    c.New: _new,
    c.Join: _champion,
    c.Leave: _player,
    c.Start: _nobody,
    c.Deploy: _deploy,
    c.Move: _move,
    c.Jump: _hazard,
    c.Swim: _hazard,
    c.Leap: _hazard,
    c.Climb: _hazard,
    c.DeepStrike: _player,
    c.Take: _prey,
    c.UsePortal: _portal,
    c.StandIn: _portal,
    c.PlaceAt: _place_at,
    c.Pickup: _pickup,
    c.Drop: _player,
    c.Shoot: _shoot,
    c.Contact: _contact,
    c.Charge: _charge,
    c.Fight: _fight,
    c.Kill: _kill,
    c.Accident: _accident,
    c.Act: _player,
    c.TouchFlag: _flag,
    c.HandOver: _hand_over,
    c.Capture: _player,
    c.Penetrate: _penetrate,
    c.HitBarrel: _barrel,
    c.ChangeTeam: _team,
    c.Next: _nobody,
    c.EndPhase: _nobody,
    c.Adjust: _adjust,
    c.Rename: _rename,
    c.Correct: _champion,
    c.PlayOn: _nobody,
    c.End: _why,
    c.Describe: _player,
    c.Dice: _roller,
    c.D3: _d3,
    c.SetClock: _clock,
}
