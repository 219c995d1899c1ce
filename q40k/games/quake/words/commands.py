"""Commands in one short line each."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules import commands as c
from q40k.games.quake.words.labels import roller_name
from q40k.games.quake.words.wording import commands
from q40k.i18n.locale import N_, Locale, meant
from q40k.i18n.sentences import time_of
from q40k.i18n.wording import CommandText


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


def _stands(command: c.StandIn) -> tuple[str, str]:
    if command.portal is None:
        return meant("command", "stands in no portal")
    return meant("command", "stands in portal")


commands(
    {
        c.New: CommandText(meant("command", "new match"), _new),
        c.Join: CommandText(meant("command", "join"), _champion),
        c.Leave: CommandText(meant("command", "leave"), _player),
        c.Start: CommandText(meant("command", "start")),
        c.Deploy: CommandText(meant("command", "deploy"), _deploy),
        c.Move: CommandText(meant("command", "move"), _move),
        c.Jump: CommandText(meant("command", "jump down"), _hazard),
        c.Swim: CommandText(meant("command", "swim"), _hazard),
        c.Leap: CommandText(meant("command", "leap"), _hazard),
        c.Climb: CommandText(meant("command", "climb"), _hazard),
        c.DeepStrike: CommandText(meant("command", "deep strike"), _player),
        c.Take: CommandText(meant("command", "vampirism"), _prey),
        c.UsePortal: CommandText(meant("command", "portal jump"), _portal),
        c.StandIn: CommandText(_stands, _portal),
        c.PlaceAt: CommandText(meant("command", "place"), _place_at),
        c.Pickup: CommandText(meant("command", "pick-up"), _pickup),
        c.Drop: CommandText(meant("command", "token put back"), _player),
        c.Shoot: CommandText(meant("command", "shot"), _shoot),
        c.Contact: CommandText(meant("command", "in contact"), _contact),
        c.Charge: CommandText(meant("command", "charge"), _charge),
        c.Fight: CommandText(meant("command", "melee"), _fight),
        c.Kill: CommandText(meant("command", "kill"), _kill),
        c.Accident: CommandText(meant("command", "accident"), _accident),
        c.Act: CommandText(meant("command", "acts now"), _player),
        c.TouchFlag: CommandText(meant("command", "flag"), _flag),
        c.HandOver: CommandText(meant("command", "flag handed over"), _hand_over),
        c.Capture: CommandText(meant("command", "flag brought home"), _player),
        c.Penetrate: CommandText(meant("command", "building"), _penetrate),
        c.HitBarrel: CommandText(meant("command", "barrel"), _barrel),
        c.ChangeTeam: CommandText(meant("command", "team"), _team),
        c.Next: CommandText(meant("command", "next champion")),
        c.EndPhase: CommandText(meant("command", "end of phase")),
        c.Adjust: CommandText(meant("command", "score"), _adjust),
        c.Rename: CommandText(meant("command", "name"), _rename),
        c.Correct: CommandText(meant("command", "champion"), _champion),
        c.PlayOn: CommandText(meant("command", "play on")),
        c.End: CommandText(meant("command", "end of the match"), _why),
        c.Describe: CommandText(meant("command", "figure described"), _player),
        c.Dice: CommandText(meant("command", "dice"), _roller),
        c.D3: CommandText(meant("command", "a D3 is typed"), _d3),
        c.SetClock: CommandText(meant("command", "clock"), _clock),
    }
)
