"""Packs of Epic Escarmouches in plain words: what is wrong with one, and what stands in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from q40k.games.epic.packs.armies import ArmyList, ListedFormation, Members
from q40k.games.epic.packs.forces import cost
from q40k.games.epic.packs.models import Profile, Weapon
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.words.names import edge_name, terrain_name
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.problems import ProblemTexts

WORDS.problems(
    ProblemTexts(
        sentences={
            "capacity-without-transport": N_("Only what has the trait transport carries figures."),
            "infantry-hits": N_("Infantry has one hit, not {hits}."),
            "formation-size": N_("A formation has 1 to {most} figures, not {got}."),
            "formation-twice": N_("The formation {id} stands twice."),
            "edges-alike": N_("Both sides cannot have the edge {edge}."),
            "attacker-of-nobody": N_(
                "The attacker has the edge {edge}, which nobody has in this scenario."
            ),
            "zone-of-nobody": N_("Nobody has the edge {edge} in this scenario."),
            "one-outline": N_("A piece of terrain has one outline: a polygon or a circle."),
            "few-corners": N_("An outline needs {least} corners or more, not {got}."),
            "off-table": N_("This is not on the table of {width} × {height} cm."),
            "name-twice": N_("The id {id} stands twice."),
            "zone-empty": N_("The zone is empty: left, bottom, right, top are needed."),
            "no-formations": N_("It lists no formation: each must be typed in at the table."),
            "no-points": N_("The formation {id} has no points: no force is proposed with it."),
            "house-points": N_(
                "These points are the house’s reckoning, from games of bots: people have not played"
                " them in."
            ),
        },
        kinds={
            "weapons": N_("weapon"),
            "profiles": N_("profile"),
            "armies": N_("army"),
            "scenarios": N_("scenario"),
        },
    )
)

ORIGINS: Final = {
    "book": in_context("origin", "the page"),
    "house": in_context("origin", "the house"),
    "own": in_context("origin", "your own"),
}
CLASSES: Final = {
    "infantry": N_("infantry"),
    "light-vehicle": N_("light vehicle"),
    "heavy-vehicle": N_("heavy vehicle"),
}
CERTAINTIES: Final = {
    "high": in_context("certainty", "high"),
    "medium": in_context("certainty", "medium"),
    "low": in_context("certainty", "low"),
}
PROFILE_HEAD: Final = (
    N_("Profile"), N_("Class"), N_("Mv"), N_("Save"), N_("FA"), N_("Weapons"), N_("Whose figures"),
)  # fmt: skip
WEAPON_HEAD: Final = (
    N_("Weapon"), N_("Name"), N_("Range"), N_("Dice"), N_("To hit"), N_("Save modifier"),
    N_("Whose figures"),
)  # fmt: skip
NO_SAVE: Final = 7

Profiles = Mapping[str, Profile]


def origin_name(locale: Locale, origin: str) -> str:
    """Whose figures these are: the page's, the house's, a user's own."""
    return locale.pgettext(*ORIGINS[origin])


def army_lines(locale: Locale, army: ArmyList) -> Iterator[str]:
    """The values of an army, and whose they are."""
    yield locale.say(
        N_("strategic {strategic} · morale {morale}+"),
        strategic=army.strategic, morale=army.morale,
    )  # fmt: skip
    yield locale.say(
        N_("Whose figures: {origin}; certainty: {certainty}; source: {source}"),
        origin=origin_name(locale, army.origin), source=army.source,
        certainty=locale.pgettext(*CERTAINTIES[army.certainty]),
    )  # fmt: skip


def members(locale: Locale, figures: Iterable[Members], profiles: Profiles) -> str:
    """The figures of a formation: "1 Chaplain, 4 Tactical Marine"."""
    return ", ".join(f"{one.n} {locale.name_of(profiles[one.profile].name)}" for one in figures)


def points(locale: Locale, army: ArmyList, one: ListedFormation, profiles: Profiles) -> str:
    """What a formation costs; points that the house has reckoned are marked so."""
    price = cost(one, profiles)
    if price is None:
        return "-"
    if army.origin != "house":
        return str(price)
    return locale.say(N_("{points} (house)"), points=price)


def profile_row(locale: Locale, one: Profile) -> list[str]:
    """A profile in columns, as PROFILE_HEAD names them."""
    save = "-" if one.save == NO_SAVE else f"{one.save}+"
    return [
        locale.name_of(one.name), locale.gettext(CLASSES[one.kind]), locale.number(one.mv_cm), save,
        locale.signed_points(one.fa), ", ".join(one.weapons) or "-", origin_name(locale, one.origin),
    ]  # fmt: skip


def weapon_row(locale: Locale, one: Weapon) -> list[str]:
    """A weapon in columns, as WEAPON_HEAD names them."""
    return [
        one.id, locale.name_of(one.name), locale.number(one.range_cm), str(one.dice),
        f"{one.to_hit}+", str(one.save_mod), origin_name(locale, one.origin),
    ]  # fmt: skip


def force_line(locale: Locale, army: ArmyList, spent: int) -> str:
    """The head of a force: its army, and what it costs."""
    sentence = (
        N_("{army}: {points} points, by the house’s reckoning")
        if army.origin == "house"
        else N_("{army}: {points} points")
    )
    return locale.say(sentence, army=locale.name_of(army.name), points=spent)


def apart_line(locale: Locale, one: int, other: int) -> str:
    """How far two forces are apart in points."""
    if one == other:
        return locale.gettext(N_("Both cost the same."))
    return locale.say(N_("They are {points} points apart."), points=abs(one - other))


def scenario_lines(locale: Locale, one: Scenario) -> Iterator[str]:
    """A scenario: what it is about, its table, its zones, its ground, what is won."""
    width, height = one.size_cm
    yield f"{locale.name_of(one.name)} ({one.id})"
    if one.about is not None:
        yield locale.name_of(one.about)
    yield locale.say(
        N_("Whose figures: {origin}; certainty: {certainty}; source: {source}"),
        origin=origin_name(locale, one.origin), source=one.source,
        certainty=locale.pgettext(*CERTAINTIES[one.certainty]),
    )  # fmt: skip
    yield locale.say(N_("Table: {width} × {height} cm"), width=width, height=height)
    turns = N_("Turns: {turns}") if one.turn_limit else N_("Turns: no limit")
    yield locale.say(turns, turns=one.turn_limit)
    for edge in one.edges:
        zone = ", ".join(locale.number(cm) for cm in one.zone(edge))
        sentence = N_("Zone {edge}: {zone}")
        if one.attacker is not None:
            attacks = edge == one.attacker
            sentence = N_("Attacker, {edge}: {zone}") if attacks else N_("Defender, {edge}: {zone}")
        yield locale.say(sentence, edge=edge_name(locale, edge), zone=zone)
    for piece in one.terrain:
        yield f"  {piece.id}: {terrain_name(locale, piece.kind)}"
    for aim in one.objectives:
        when = N_("counted each turn") if aim.counted == "turn" else N_("counted at the end")
        yield locale.say(
            N_("Objective {id}: at {x}, {y}, within {reach} cm, worth {worth}, {when}"),
            id=aim.id, x=locale.number(aim.at[0]), y=locale.number(aim.at[1]),
            reach=locale.number(aim.reach_cm), worth=aim.worth, when=locale.gettext(when),
        )  # fmt: skip
