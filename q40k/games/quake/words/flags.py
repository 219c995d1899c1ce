"""Sentences of flags."""

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.state.flags import (
    Capture,
    FlagCaptured,
    FlagDropped,
    FlagHandedOver,
    FlagKept,
    FlagReturned,
    FlagsPlaced,
    FlagTaken,
    HandOver,
    TouchFlag,
)
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.parts import Flag
from q40k.games.quake.words import wording
from q40k.games.quake.words.objectives.objective import RuleWords, register_rule_words
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText, EventText


def flag_name(locale: Locale, state: Match, flag: str) -> str:
    """Return a flag's name by its team, or "the flag" if all fight for one."""
    current = state.flags.get(flag)
    if current is None or current.team is None:
        return locale.gettext(N_("the flag"))
    return locale.say(N_("the flag of {team}"), team=current.team)


wording.WORDS.dress_events({"flag": flag_name})

wording.events(
    {
        FlagTaken: EventText({False: N_("{player} takes {flag}"), True: N_("{player} picks up {flag}")}, by="again"),
        FlagDropped: N_("{player} drops {flag}"),
        FlagReturned: EventText(
            {None: N_("Back to where it began: {flag}"), ...: N_("{player} sends {flag} back home")}, by="player"
        ),
        FlagHandedOver: N_("{player} hands {flag} over to {to}"),
        FlagKept: N_("{player} still holds {flag}: they shared it, and only {dead} is dead"),
        FlagCaptured: N_("{player} brings {flag} home"),
        FlagsPlaced: EventText(
            {True: N_("The flag stands half-way"), False: N_("A flag stands in every base")},
            by=lambda _state, event: len(event.flags) == 1,
        ),
    }
)


def flag_line(locale: Locale, state: Match, flag: Flag) -> str:
    """Return a flag's team and where it is: "Red at home", "Blue: Ann", "on the ground"."""
    whose = flag.team or (flag.id if len(state.flags) > 1 else "")
    if flag.carrier is not None:
        names = locale.join_and([wording.name_of(state, p) for p in (flag.sharers or (flag.carrier,))])
        return locale.say(N_("{flag}: {names}"), flag=whose, names=names) if whose else names
    where = locale.gettext(N_("at home") if flag.at_home else N_("on the ground"))
    return f"{whose} {where}".lstrip()


def _has_one_flag(mod: Mod) -> bool:
    return mod.parameters.flags == "one"


def _short(locale: Locale, mod: Mod) -> str:
    return locale.gettext(N_("one flag") if _has_one_flag(mod) else N_("flags"))


def _set_up(locale: Locale, mod: Mod) -> str:
    each = N_("A flag stands in each base.")
    single = N_("One flag stands half-way between the bases.")
    return locale.gettext(single if _has_one_flag(mod) else each)


def _in_play(locale: Locale, _mod: Mod) -> str:
    return locale.gettext(N_("Moving over a flag takes it; its carrier’s death drops it."))


def _wins_round(locale: Locale, mod: Mod) -> str:
    home = N_("Bringing another’s flag home while holding one’s own wins the round.")
    single = N_("Bringing the flag home wins the round.")
    return locale.gettext(single if _has_one_flag(mod) else home)


def _to_win(locale: Locale, state: Match, side: str) -> str:
    """Return what a side must still do to bring a flag home."""
    flags = state.flags.values()
    carriers = [f.carrier for f in flags if f.carrier and state.side_of(f.carrier) == side]
    if any(flag.team == side and not flag.at_home for flag in flags):
        return locale.gettext(N_("get one’s own flag back in its place first"))
    if carriers:
        sentence = N_("{players} must bring the flag home into the base of {team}")
        names = locale.join_or(wording.names_of(state, carriers))
        return locale.say(sentence, players=names, team=side)
    home, single = (N_("bring another’s flag home, one’s own in its place"), N_("bring the flag home"))
    return locale.gettext(single if _has_one_flag(state.mod) else home)


register_rule_words(
    "flags",
    RuleWords(name=N_("flags"), short=_short, set_up=_set_up, in_play=_in_play, wins_round=_wins_round, to_win=_to_win),
)


wording.commands(
    {
        TouchFlag: CommandText(in_context("command", "flag"), wording.of_player_and("flag")),
        HandOver: CommandText(in_context("command", "flag handed over"), wording.of_player_to("to")),
        Capture: CommandText(in_context("command", "flag brought home"), wording.of_player),
    }
)
