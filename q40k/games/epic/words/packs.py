"""Packs of Epic Escarmouches in plain words: their problems, their contents, and a new scenario."""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import to_builtins

from q40k.games.epic.packs.armies import ArmyList, ListedFormation, Members, cost
from q40k.games.epic.packs.profiles import NO_SAVE, Profile, Weapon
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.words.names import edge_name, terrain_name
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.problems import ProblemTexts
from q40k.kernel.state import to_data

WORDS.problems(
    ProblemTexts(
        sentences={
            "capacity-without-transport": N_("Only what has the trait transport carries figures."),
            "infantry-hits": N_("Infantry has one hit, not {hits}."),
            "formation-size": N_("A formation has 1 to {most} figures, not {got}."),
            "formation-twice": N_("The formation {id} is listed twice."),
            "edges-alike": N_("Both sides cannot have the edge {edge}."),
            "attacker-of-nobody": N_("The attacker has the edge {edge}, which nobody has in this scenario."),
            "zone-of-nobody": N_("Nobody has the edge {edge} in this scenario."),
            "one-outline": N_("A piece of terrain has one outline: a polygon or a circle."),
            "few-corners": N_("An outline needs {least} corners or more, not {got}."),
            "off-table": N_("This is not on the table of {width} × {height} cm."),
            "name-twice": N_("The id {id} is used twice."),
            "zone-empty": N_("The zone is empty: left, bottom, right, top are needed."),
            "no-formations": N_("It lists no formation: each must be typed in at the table."),
            "no-points": N_("The formation {id} has no points: no force is proposed with it."),
            "house-points": N_("These points are our own estimate, tested in games of bots and not yet by people."),
        },
        kinds={"weapons": N_("weapon"), "profiles": N_("profile"), "armies": N_("army"), "scenarios": N_("scenario")},
    )
)

ORIGINS = {
    "book": in_context("origin", "the page"),
    "house": in_context("origin", "the house"),
    "own": in_context("origin", "your own"),
}
CLASSES = {"infantry": N_("infantry"), "light-vehicle": N_("light vehicle"), "heavy-vehicle": N_("heavy vehicle")}
CERTAINTIES = {
    "high": in_context("certainty", "high"),
    "medium": in_context("certainty", "medium"),
    "low": in_context("certainty", "low"),
}
PROFILE_HEAD = (N_("Profile"), N_("Class"), N_("Mv"), N_("Save"), N_("FA"), N_("Weapons"), N_("Numbers by"))
WEAPON_HEAD = (N_("Weapon"), N_("Name"), N_("Range"), N_("Dice"), N_("To hit"), N_("Save modifier"), N_("Numbers by"))

Profiles = Mapping[str, Profile]


def origin_name(locale: Locale, origin: str) -> str:
    """Return whose values these are: the page's, the house's, a user's own."""
    return locale.pgettext(*ORIGINS[origin])


def _numbers_line(locale: Locale, pack: ArmyList | Scenario) -> str:
    """Return whose the numbers of a pack are, how sure they are, and where they are from."""
    return locale.say(
        N_("Numbers by: {origin}; certainty: {certainty}; source: {source}"),
        origin=origin_name(locale, pack.origin),
        source=pack.source,
        certainty=locale.pgettext(*CERTAINTIES[pack.certainty]),
    )


def army_lines(locale: Locale, army: ArmyList) -> Iterator[str]:
    """Yield the values of an army, and their origin."""
    yield locale.say(N_("strategic {strategic} · morale {morale}+"), strategic=army.strategic, morale=army.morale)
    yield _numbers_line(locale, army)


def members(locale: Locale, figures: Iterable[Members], profiles: Profiles) -> str:
    """Return the figures of a formation: "1 Chaplain, 4 Tactical Marine"."""
    return ", ".join(f"{member.n} {locale.name_of(profiles[member.profile].name)}" for member in figures)


def points(locale: Locale, army: ArmyList, formation: ListedFormation, profiles: Profiles) -> str:
    """Return what a formation costs; the house's own reckoning is marked."""
    price = cost(formation, profiles)
    if price is None:
        return "-"
    if army.origin != "house":
        return str(price)
    return locale.say(N_("{points} (house)"), points=price)


def profile_row(locale: Locale, profile: Profile) -> list[str]:
    """Return a profile in columns, as PROFILE_HEAD names them."""
    save = "-" if profile.save == NO_SAVE else f"{profile.save}+"
    return [
        locale.name_of(profile.name),
        locale.gettext(CLASSES[profile.kind]),
        locale.number(profile.mv_cm),
        save,
        locale.signed_points(profile.fa),
        ", ".join(profile.weapons) or "-",
        origin_name(locale, profile.origin),
    ]


def weapon_row(locale: Locale, weapon: Weapon) -> list[str]:
    """Return a weapon in columns, as WEAPON_HEAD names them."""
    return [
        weapon.id,
        locale.name_of(weapon.name),
        locale.number(weapon.range_cm),
        str(weapon.dice),
        f"{weapon.to_hit}+",
        str(weapon.save_mod),
        origin_name(locale, weapon.origin),
    ]


def force_line(locale: Locale, army: ArmyList, spent: int) -> str:
    """Return the head of a force: its army, and what it costs."""
    sentence = (
        N_("{army}: {points} points, by our own estimate") if army.origin == "house" else N_("{army}: {points} points")
    )
    return locale.say(sentence, army=locale.name_of(army.name), points=spent)


def apart_line(locale: Locale, first: int, second: int) -> str:
    """Return how far two forces are apart in points, in words."""
    if first == second:
        return locale.gettext(N_("Both cost the same."))
    return locale.say(N_("They are {points} points apart."), points=abs(first - second))


def scenario_lines(locale: Locale, scenario: Scenario) -> Iterator[str]:
    """Yield a scenario: its story, its table, its zones, its ground, its objectives."""
    width, height = scenario.size_cm
    yield f"{locale.name_of(scenario.name)} ({scenario.id})"
    if scenario.about is not None:
        yield locale.name_of(scenario.about)
    yield _numbers_line(locale, scenario)
    yield locale.say(N_("Table: {width} × {height} cm"), width=width, height=height)
    turns = N_("Turns: {turns}") if scenario.turn_limit else N_("Turns: no limit")
    yield locale.say(turns, turns=scenario.turn_limit)
    for edge in scenario.edges:
        zone = ", ".join(locale.number(cm) for cm in scenario.zone(edge))
        sentence = N_("Zone {edge}: {zone}")
        if scenario.attacker is not None:
            attacks = edge == scenario.attacker
            sentence = N_("Attacker, {edge}: {zone}") if attacks else N_("Defender, {edge}: {zone}")
        yield locale.say(sentence, edge=edge_name(locale, edge), zone=zone)
    for piece in scenario.terrain:
        name = "" if piece.name is None else f" {locale.name_of(piece.name)},"
        yield f"  {piece.id}:{name} {terrain_name(locale, piece.kind)}"
    for aim in scenario.objectives:
        when = N_("counted each turn") if aim.counted == "turn" else N_("counted at the end")
        label = aim.id if aim.name is None else f"{aim.id} ({locale.name_of(aim.name)})"
        yield locale.say(
            N_("Objective {id}: at {x}, {y}, within {reach} cm, worth {worth}, {when}"),
            id=label,
            x=locale.number(aim.at[0]),
            y=locale.number(aim.at[1]),
            reach=locale.number(aim.reach_cm),
            worth=aim.worth,
            when=locale.gettext(when),
        )


# -- a new scenario ------------------------------------------------------------------------


WIDE = 96
PLAIN = re.compile(r"[a-z]+(-[a-z]+)*")
TAKEN = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
"""Words that YAML reads as something else than a word."""

HEAD = N_(
    "A scenario of your own. Change what you like; “q40k scenario check FILE” says what is wrong"
    " by line and reason. A line behind # counts for nothing: take the # away to make it count."
)
KEYS: tuple[tuple[str, str, Any], ...] = (
    ("about", N_("What it is about, in a sentence or two."), {"en": "…", "fr": "…"}),
    (
        "size_cm",
        N_(
            "Width and height of the table, 20 to 400 cm. Places are [x, y] in cm from its bottom"
            " left corner: x to the right, y up."
        ),
        [120, 120],
    ),
    ("edges", N_("The two table edges that are played from: south (y = 0), north, west, east."), ["south", "north"]),
    ("attacker", N_("Whose edge attacks; without it nobody does."), "south"),
    ("zone_cm", N_("How deep the zone of each side is, from its edge, where no zones are said below."), 30),
    (
        "zones",
        N_("A zone of another shape: a box with its left, bottom, right and top."),
        [{"edge": "south", "box": [0, 0, 120, 30]}],
    ),
    (
        "deployment",
        N_("How the armies are set up: alternate (by formations) or whole (one army, then the other)."),
        "alternate",
    ),
    ("turn_limit", N_("How many turns it lasts; without it there is no limit."), 6),
    (
        "terrain",
        N_(
            "The ground: fortification, building, ruins, wood, marsh, river or open, each with a"
            " polygon of three corners or more, or with a circle."
        ),
        [{"id": "wood", "kind": "wood", "circle": {"at": [60, 60], "radius": 8}}],
    ),
    (
        "objectives",
        N_(
            "What is worth holding: within reach_cm of the place, worth so much, counted at the end"
            " of the last turn (end) or of every turn (turn)."
        ),
        [{"id": "hill", "at": [60, 60], "reach_cm": 5, "worth": 1, "counted": "end"}],
    ),
)
"""The keys in the order they are written: the meaning of each, and an example."""


def scenario_file(locale: Locale, id: str, name: dict[str, str], like: Scenario) -> str:
    """Return a pack with a copy of a scenario under a new id, with a comment above every key.

    A key that the copied scenario leaves out is an example in a comment.

    Rule: EE-WIN-3
    """
    plain = to_builtins(to_data(like, defaults=False))
    lines = [*_comment_lines(locale.gettext(HEAD), ""), "scenarios:"]
    lines += [f"  - id: {id}", f"    name: {_flow(name)}"]
    for key, meaning, example in KEYS:
        lines += ["", *_comment_lines(locale.gettext(meaning), "    ")]
        is_set = key in plain
        lines += [
            f"    {line}" if is_set else f"    # {line}"
            for line in _entry_lines(key, plain[key] if is_set else example)
        ]
    return "\n".join(lines) + "\n"


def _comment_lines(text: str, indent: str) -> Iterator[str]:
    for line in textwrap.wrap(text, WIDE - len(indent)):
        yield f"{indent}# {line}"


def _entry_lines(key: str, value: Any) -> Iterator[str]:
    """Yield a key with its value: a line for each piece of a list of pieces."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        yield f"{key}:"
        yield from (f"  - {_flow(piece)}" for piece in value)
    else:
        yield f"{key}: {_flow(value)}"


def _flow(value: Any) -> str:
    """Return a value on one line, as YAML reads it; what JSON quotes is safe there."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {_flow(item)}" for key, item in value.items())
        return f"{{{inside}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in TAKEN:
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)
