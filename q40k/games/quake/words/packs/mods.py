"""A mod in plain words, written from its data only: set-up, play, how to win."""

from collections.abc import Iterator

from msgspec import Struct

from q40k.games.quake.packs.models import Mod, TeamsOf
from q40k.games.quake.packs.mods import RoundsWin
from q40k.games.quake.state.table.opening import options_of
from q40k.games.quake.words.objectives.objective import find_win_words, option_names, rule_words_in
from q40k.i18n.locale import N_, Locale

_TERMS = {"budget": N_("budget"), "lives": N_("lives a round"), "barrels_each": N_("barrels for each champion")}


def term_name(locale: Locale, option: str) -> str:
    """Return the name of an option of a match."""
    return locale.gettext((_TERMS | option_names()).get(option, option))


def in_short(locale: Locale, mod: Mod) -> str:
    """Return a mod in a few words: who plays, what is special, what wins."""
    _ = locale.gettext
    parts = [_("teams") if mod.in_teams else _("everyone alone")]
    specials = (("chief-fight", N_("chiefs")), ("perfect-fighter", N_("any gear")), ("clone", N_("same champion")))
    parts += [_(words) for rule, words in specials if rule in mod.rules]
    parts += [words.short(locale, mod) for words in rule_words_in(mod)]
    if mod.has("barrels"):
        parts.append(_("barrels"))
    if mod.has("announce"):
        parts.append(_("announced first"))
    if mod.has("sudden-death") and not mod.has("hunt"):
        lives = mod.parameters.lives
        parts.append(locale.plural("{number} life", "{number} lives", lives))
    return " · ".join(part for part in (*parts, find_win_words(mod.win.by).short(locale, mod)) if part)


# -- the whole mod -------------------------------------------------------------------------


class Chapter(Struct, frozen=True):
    """One part of the description of a mod: its heading and its sentences."""

    title: str
    lines: tuple[str, ...]


def explain(locale: Locale, mod: Mod, *, agreed: bool = True) -> tuple[Chapter, ...]:
    """Describe any mod: set-up, play, how to win, and with `agreed` the options of the table."""
    chapters = (
        (N_("Set-up"), tuple(_setting_up(locale, mod))),
        (N_("In play"), tuple(_in_play(locale, mod))),
        (N_("Who wins"), tuple(find_win_words(mod.win.by).wins(locale, mod))),
        (N_("What the table may agree on"), tuple(_options(locale, mod)) if agreed else ()),
    )
    return tuple(Chapter(locale.gettext(title), lines) for title, lines in chapters if lines)


def _setting_up(locale: Locale, mod: Mod) -> Iterator[str]:
    if mod.in_teams:
        yield from _teams(locale, mod.teams or TeamsOf())
    else:
        yield locale.gettext(N_("Everyone plays for themselves."))
    yield from _champions(locale, mod)
    if mod.has("bases"):
        yield locale.gettext(N_("Each team has a base of its own, at least 18 in from the others."))
    for words in rule_words_in(mod):
        if words.set_up is not None:
            yield words.set_up(locale, mod)
    if mod.has("bonus"):
        yield locale.gettext(N_("Bonus tokens lie on the table."))
    if mod.has("barrels"):
        yield locale.plural(
            "There is {number} barrel for each champion.",
            "There are {number} barrels for each champion.",
            mod.parameters.barrels_each,
        )


def _teams(locale: Locale, teams: TeamsOf) -> Iterator[str]:
    if teams.least == teams.most:
        sentence = N_("{number} teams play against each other.")
        yield locale.say(sentence, number=teams.least)
    else:
        sentence = N_("Teams play against each other, {least} to {most} of them.")
        yield locale.say(sentence, least=teams.least, most=teams.most)
    if teams.players > 1:
        yield locale.say(N_("A team has {number} champions or more."), number=teams.players)


def _champions(locale: Locale, mod: Mod) -> Iterator[str]:
    if mod.has("perfect-fighter"):
        yield locale.gettext(N_("Any champion may be fielded, with any gear and traits of any codex at their price."))
    elif mod.has("chief-fight"):
        yield locale.gettext(N_("Special characters and champions of several wounds are welcome."))
    else:
        yield locale.gettext(N_("Champions have one wound, and none is a special character."))
    if mod.has("clone"):
        yield locale.gettext(N_("Everyone fields the same champion with the same gear."))
    if not mod.has("budget"):
        return
    budget = mod.parameters.budget
    if budget is None:
        each = N_("A champion costs no more than the table agrees.")
        team = N_("A team’s champions together cost no more than the table agrees.")
        yield locale.gettext(team if mod.in_teams else each)
    else:
        each = N_("A champion costs {budget} points at most.")
        team = N_("A team’s champions together cost {budget} points at most.")
        yield locale.say(team if mod.in_teams else each, budget=budget)


def _in_play(locale: Locale, mod: Mod) -> Iterator[str]:
    if mod.in_teams:
        yield locale.gettext(N_("In each phase the teams take turns, one champion at a time."))
    else:
        yield locale.gettext(N_("In each phase everyone acts in the order of initiative."))
    if mod.has("domination"):
        yield locale.gettext(N_("A champion that reaches a portal jumps through it, or stays to hold it."))
    elif mod.has("portals"):
        yield locale.gettext(N_("Portals take champions across the table."))
    else:
        yield locale.gettext(N_("Nobody jumps through portals."))
    if mod.has("bonus"):
        yield locale.gettext(N_("Moving over a token picks it up; one bonus at a time."))
        yield from _nuke(locale, mod)
    for words in rule_words_in(mod):
        if words.in_play is not None:
            yield words.in_play(locale, mod)
    if mod.has("barrels"):
        yield locale.gettext(N_("Barrels may be shot at, and explode."))
    if mod.has("announce"):
        yield locale.gettext(
            N_(
                "Announce an action before you measure: a flight or a climb that comes up short ends in a fall, and a"
                " shot or a charge is lost (MOVE-2)."
            )
        )
    yield from _deaths(locale, mod)
    yield from _points(locale, mod)
    yield locale.gettext(_coming_late(mod))


def _coming_late(mod: Mod) -> str:
    if mod.has("hunt"):
        return N_("Late cleaners enter at once, late targets at the next hunt.")
    if isinstance(mod.win, RoundsWin) and (mod.has("sudden-death") or mod.win.rounds > 1):
        return N_("Latecomers wait for the next round.")
    if mod.in_teams:
        return N_("Latecomers enter their team at once.")
    return N_("Latecomers roll initiative and enter at once.")


def _deaths(locale: Locale, mod: Mod) -> Iterator[str]:
    back = N_("The dead come back at once, by a portal.")
    if mod.has("bases"):
        back = N_("The dead come back at once, anywhere in their own base.")
    if mod.has("hunt"):
        yield locale.gettext(N_("Cleaners who die come back; targets who die are out."))
    elif mod.has("sudden-death"):
        lives = mod.parameters.lives
        yield locale.plural(
            "Sudden death: with {number} life a round, the dead are out until it is won.",
            "Sudden death: with {number} lives a round, who has lost them all is out.",
            lives,
        )
        if lives > 1:
            yield locale.gettext(back)
    else:
        yield locale.gettext(back)


def _points(locale: Locale, mod: Mod) -> Iterator[str]:
    if not mod.has("victory-points"):
        return
    yield locale.gettext(N_("A kill scores what its victim is worth; an accident costs one’s own value."))
    if mod.in_teams:
        yield locale.gettext(N_("Killing a team-mate costs the team what it is worth."))


def _nuke(locale: Locale, mod: Mod) -> Iterator[str]:
    """Yield what a mod changes about the nuke of the rule book."""
    parameters = mod.parameters
    if parameters.nuke_cost == "if-dead":
        yield locale.gettext(N_("The nuke costs its picker its own value only if it dies of it."))
    elif parameters.nuke_cost == "never":
        yield locale.gettext(N_("The nuke costs its picker nothing."))
    if parameters.nuke_wounds == "sure":
        yield locale.gettext(N_("The nuke wounds everyone it hits, without a roll."))


def _options(locale: Locale, mod: Mod) -> Iterator[str]:
    for name, option in options_of(mod).items():
        value = getattr(getattr(mod, option.path[0]), option.path[1]) if option.path else None
        usual = N_("{option}: {least} to {most}; {value} if nothing is said")
        free = N_("{option}: {least} to {most}")
        sentence = free if value is None else usual
        yield locale.say(sentence, option=name, least=option.least, most=option.most, value=value)
