"""Sentences of champions: profiles, values, what a mod refuses, corrections."""

from __future__ import annotations

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules.bonus.special import Judged
from q40k.games.quake.rules.parts import About
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.corrections import ChampionCorrected, Correct
from q40k.games.quake.rules.table.players import Join
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import commands, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText


@tells(Judged)
def _judged(locale: Locale, state: Match, event: Judged) -> str:
    sentence = (
        N_("The figure of {player} is painted and based")
        if event.finished
        else N_("The figure of {player} is not painted and based")
    )
    return locale.say(sentence, player=name_of(state, event.player))


@tells(ChampionCorrected)
def _corrected(locale: Locale, state: Match, event: ChampionCorrected) -> str:
    sentence = N_("Champion put right: {player} plays {champion}")
    line = champion_line(locale, event.champion)
    parts = [locale.say(sentence, player=name_of(state, event.player), champion=line)]
    if event.total is not None:
        parts.append(locale.say(N_("initiative {total}"), total=event.total))
    parts += [f"{name_of(state, p)} {locale.signed_points(paid)}" for p, paid in event.paid.items()]
    return ", ".join(parts)


def ticks(locale: Locale, about: About) -> str:
    """Return what the table said of a figure as three ticks; "" if it said nothing.

    Rule: TIE-1, BONUS-1
    """
    checks = (
        (about.painted if about.finished is None else about.finished, N_("six colours")),
        (about.based if about.finished is None else about.finished, N_("base")),
        (about.wysiwyg, N_("as it looks")),
    )
    if all(tick is None for tick, _name in checks):
        return ""
    signs = {True: "✓", False: "✗", None: "?"}
    return " · ".join(f"{signs[tick]} {locale.gettext(name)}" for tick, name in checks)


_UNIT_TYPES = {
    "infantry": N_("infantry"),
    "jump_infantry": N_("jump infantry"),
    "bike": N_("bike"),
    "jetbike": N_("jetbike"),
    "beast": N_("beast"),
    "cavalry": N_("cavalry"),
    "jet_pack": N_("jet pack"),
    "terminator": N_("Terminator"),
    "drone": N_("drone"),
    "swarm": N_("swarm"),
    "monstrous_creature": N_("monstrous creature"),
    "other": N_("other"),
}


_ARMIES = {
    "chaos-space-marines": N_("Chaos Space Marines"),
    "daemonhunters": N_("Daemonhunters"),
    "dark-eldar": N_("Dark Eldar"),
    "eldar": N_("Eldar"),
    "home-made": N_("home-made"),
    "imperial-guard": N_("Imperial Guard"),
    "necrons": N_("Necrons"),
    "orks": N_("Orks"),
    "space-marines": N_("Space Marines"),
    "tau": N_("Tau"),
    "tyranids": N_("Tyranids"),
    "witch-hunters": N_("Witch Hunters"),
}


def certainty_name(locale: Locale, certainty: str | None) -> str:
    """Return a word or two for how sure a profile is."""
    words = {
        "high": locale.pgettext("certainty", "sure"),
        "medium": locale.pgettext("certainty", "fairly sure"),
        "low": locale.pgettext("certainty", "doubtful"),
    }
    return words.get(certainty or "", locale.pgettext("certainty", "unsaid"))


def unit_type_name(locale: Locale, unit_type: str) -> str:
    """Return the name of a unit type."""
    return locale.gettext(_UNIT_TYPES.get(unit_type, unit_type))


def army_name(locale: Locale, army: str) -> str:
    """Return the name of an army, or its id if only a pack knows it."""
    return locale.gettext(_ARMIES[army]) if army in _ARMIES else army


def characteristic(locale: Locale, name: str, value: int) -> str:
    """Return one characteristic by its field's name: "WS 4", "Sv 2+"."""
    pgettext = locale.pgettext
    names = {
        "ws": pgettext("profile", "WS"),
        "bs": pgettext("profile", "BS"),
        "s": pgettext("profile", "S"),
        "t": pgettext("profile", "T"),
        "w": pgettext("profile", "W"),
        "i": pgettext("profile", "I"),
        "a": pgettext("profile", "A"),
        "ld": pgettext("profile", "Ld"),
        "sv": pgettext("profile", "Sv"),
        "inv": pgettext("profile", "Inv"),
    }
    return f"{names[name]} {value}+" if name in ("sv", "inv") else f"{names[name]} {value}"


def characteristics_of(locale: Locale, champion: Champion) -> list[tuple[str, str]]:
    """Return the characteristics with their names: WS 4, BS 4 … Sv 3+, and Inv 5+ if it has one."""
    pgettext = locale.pgettext
    characteristics: list[tuple[str, object]] = [
        (pgettext("profile", "WS"), champion.ws),
        (pgettext("profile", "BS"), champion.bs),
        (pgettext("profile", "S"), champion.s),
        (pgettext("profile", "T"), champion.t),
        (pgettext("profile", "W"), champion.w),
        (pgettext("profile", "I"), champion.i),
        (pgettext("profile", "A"), champion.a),
        (pgettext("profile", "Ld"), champion.ld),
        (pgettext("profile", "Sv"), f"{champion.sv}+" if champion.sv else "-"),
    ]
    if champion.inv:
        characteristics.append((pgettext("profile", "Inv"), f"{champion.inv}+"))
    return [(name, str(figure)) for name, figure in characteristics]


def profile(locale: Locale, champion: Champion) -> str:
    """Return a profile in one line: "WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+ Inv 5+"."""
    return " ".join(f"{name} {figure}" for name, figure in characteristics_of(locale, champion))


def value_text(locale: Locale, points: int) -> str:
    """Return a champion's value: "15 points"."""
    return locale.ngettext("{points} point", "{points} points", points).format(points=points)


def champion_line(locale: Locale, champion: Champion) -> str:
    """Return a champion and its value: "Space Marine (15 points)"."""
    return f"{locale.name_of(champion.name)} ({value_text(locale, champion.points)})"


def of_champion(locale: Locale, command: Join | Correct) -> str:
    """Return the player whose champion a command sets, and the champion."""
    if command.profile is not None:
        return f"{command.player} ({locale.name_of(command.profile.name)})"
    champion = command.champion
    return f"{command.player} ({champion})" if isinstance(champion, str) else command.player


questions(
    {
        "finished": QuestionText(
            N_("{who}: is the figure painted and based?"),
            N_("Fewer than six colours, or no base: one hit kills."),
        ),
    }
)

refusals(
    {
        "no-champion": N_("There is no champion {champion}."),
        "several-wounds": N_("{champion} has {wounds} wounds; this mod takes champions with one."),
        "special-character": N_("{champion} is a special character; this mod takes none."),
        "bad-figure": N_("{stat} cannot be {typed}: {least} to {most}."),
        "bad-points": N_("{typed} cannot be: 1 to {most} points."),
        "no-field": N_("There are no {count} champions within {within} points of each other."),
        "budget": N_("{champion} costs {points} points; the table agreed on {budget} at most."),
        "clone": N_("Everyone fields the same figure, gear and all, as {player}."),
        "not-an-option": N_("{option} is not among the options of {champion}."),
        "too-dear": N_("{champion} would cost {points} points; {most} is the most there is."),
        "squad-share": N_(
            "{champion} may not take {option}: of a squad of at least {least}, {may} may have it,"
            " and half is {half}."
        ),
        "unknown-champion": N_("No pack knows the champion {said}."),
        "unknown-gear": N_("{champion} cannot have the gear asked for."),
        "unknown-gear/option": N_("{champion} cannot have {option}."),
        "nothing-described": N_("What of {player}? Painted, WYSIWYG, race or age is needed."),
    },
    variants={
        "unknown-gear": lambda facts: "/option" if facts.get("option") else "",
    },
)

commands(
    {
        Correct: CommandText(in_context("command", "champion"), of_champion),
    }
)
