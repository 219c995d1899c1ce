"""`q40k arena check`: every finding against an arena, and what it measures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from q40k.cli.base import Call, command, packs_option
from q40k.cli.errors import DONE, REFUSED
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale, ngettext
from q40k.cli.streams import echo, echo_text
from q40k.games.quake.cli.arena_find import arena_argument, find

if TYPE_CHECKING:
    from q40k.games.quake.packs.arena import Arena
    from q40k.packs.problems import Problem
    from q40k.packs.stock import Item

BARRELS_EACH: Final = 3
"""BARREL-1: the fewest barrels for each champion."""

TOKENS_LEAST: Final = 3
"""BONUS-6: as many equipment and weapon tokens as champions, and never fewer than these."""


@command(
    "check",
    N_(
        "Check an arena by ARENA-1 to 5 and BASE-1, with the arithmetic.\n\n"
        "Every finding is told at once with its rule, file and line: how far apart the portals"
        " lie and how far they could, tokens near portals, scenery in each other’s way, bases,"
        " flags, barrels. Exit status 1 if something must be put right; warnings leave it at 0."
    ),
    arena_argument(),
    json_option(N_("Print the findings as JSON.")),
    packs_option(),
    examples=(
        ("q40k arena check cathedral-120", N_("one that the packs hold")),
        ("q40k arena check my-arena.yaml", N_("every arena of a file")),
    ),
)
def check(call: Call, arena: str, as_json_: bool) -> int:
    """Check an arena."""
    from q40k.packs.problems import in_reading_order

    found = find(call, arena)
    problems = list(found.problems)
    for item in found.items:
        problems += _problems(item)
    problems = in_reading_order(problems)
    measured = [_measures(item.model) for item in found.items]
    if as_json_:
        echo_text(as_json({
            "arenas": [facts for _lines, facts in measured],
            "findings": [_finding(one) for one in problems],
        }))  # fmt: skip
    else:
        for lines, _facts in measured:
            for line in lines:
                echo(line)
        for line in _told(problems):
            echo(line)
    wrong = sum(one.severity == "error" for one in problems)
    if not as_json_:
        told = [ngettext("{number} problem", "{number} problems", wrong)]
        if len(problems) > wrong:
            warned = len(problems) - wrong
            told.append(ngettext("{number} warning", "{number} warnings", warned))
        echo(", ".join(told), err=True)
    return REFUSED if wrong else DONE


def _problems(item: Item) -> list[Problem]:
    """What the check finds against an arena, each at its place in the file."""
    from q40k.games.quake.arena.arena_check import arena_findings

    return [
        replace(item.problem(one.code, one.path, one.facts), severity=one.severity)
        for one in arena_findings(item.model)
    ]


def _told(problems: Iterable[Problem]) -> list[str]:
    """Each problem in words, its rule before what is wrong."""
    from q40k.games.quake.packs.layout import RULES
    from q40k.games.quake.words.wording import WORDS
    from q40k.i18n.problems import severity_name

    lines = []
    for one in problems:
        place = ":".join(str(part) for part in (one.file, one.line, one.column) if part)
        parts = (place, severity_name(locale(), one.severity), RULES.get(one.code, ""))
        lines.append(": ".join([*(part for part in parts if part), WORDS.problem(locale(), one)]))
    return lines


def _finding(one: Problem) -> dict[str, Any]:
    from q40k.games.quake.packs.layout import RULES
    from q40k.games.quake.words.wording import WORDS

    return {
        "arena": one.object_id,
        "rule": RULES.get(one.code),
        "code": one.code,
        "severity": one.severity,
        "file": one.file,
        "line": one.line,
        "column": one.column,
        "facts": dict(one.facts),
        "text": WORDS.problem(locale(), one),
    }


def _measures(arena: Arena) -> tuple[list[str], dict[str, Any]]:
    """What is measured of an arena whether it is well or not, in words and as facts."""
    from q40k.games.quake.words.packs.arenas import size

    title = f"{arena.id}: {locale().name_of(arena.name)}, {size(locale(), arena)}"
    tiles = ngettext("{number} tile, so {number} champion at most.",
                     "{number} tiles, so {number} champions at most.", arena.tiles)  # fmt: skip
    lines = [title, f"ARENA-2: {tiles}"]
    facts: dict[str, Any] = {"id": arena.id, "size": list(arena.size), "tiles": arena.tiles}
    for rule, name, measure in (
        ("ARENA-3", "spread", _spread),
        ("ARENA-3", "evenness", _evenness),
        ("ARENA-4", "token_nearest", _token),
        ("BASE-1", "bases", _bases),
        ("BONUS-6", "tokens", _tokens),
        ("BARREL-1", "barrels", _barrels),
    ):
        found = measure(arena)
        if found is not None:
            lines.append(f"{rule}: {found[0]}")
            facts[name] = found[1]
    return lines, facts


Measured = tuple[str, dict[str, Any]] | None


def _spread(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import percentage
    from q40k.games.quake.arena.spread import spread

    found = spread(arena)
    one, other = found.pair
    percent = percentage(found.ratio)
    said = _(
        "The nearest portals, {one} and {other}, lie {distance} cm apart, centre to centre;"
        " {best} cm is the best for this table ({percent}%).",
        one=one, other=other, distance=locale().number(found.smallest_cm),
        best=locale().number(found.best_cm), percent=percent,
    )  # fmt: skip
    return said, {
        "portals": [one, other],
        "distance_cm": round(found.smallest_cm, 2),
        "best_cm": round(found.best_cm, 2),
        "percent": percent,
    }


def _evenness(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import percentage
    from q40k.games.quake.arena.spread import evenness

    found = evenness(arena)
    percent = percentage(found.ratio)
    said = _(
        "The nearest neighbour of each portal lies {least} to {most} cm away: {percent}% even.",
        least=locale().number(found.least_cm), most=locale().number(found.most_cm),
        percent=percent,
    )  # fmt: skip
    return said, {
        "least_cm": round(found.least_cm, 2),
        "most_cm": round(found.most_cm, 2),
        "percent": percent,
    }


def _tokens(arena: Arena) -> Measured:
    equipment, weapon = (
        sum(token.category == category for token in arena.tokens)
        for category in ("equipment", "weapon")
    )
    if not equipment and not weapon:
        return None
    fewest = min(equipment, weapon)
    enough = fewest if fewest >= TOKENS_LEAST else 0
    counted = _("{equipment} equipment and {weapon} weapon tokens",
                equipment=equipment, weapon=weapon)  # fmt: skip
    if enough:
        champions = ngettext("{number} champion", "{number} champions", enough)
        said = _("{tokens}: enough for {champions}, one of each a champion.",
                 tokens=counted, champions=champions)  # fmt: skip
    else:
        said = _("{tokens}: fewer than {least} of each.", tokens=counted, least=TOKENS_LEAST)
    return said, {"equipment": equipment, "weapon": weapon, "champions": enough}


def _token(arena: Arena) -> Measured:
    from q40k.games.quake.packs.layout import TOKEN_FROM_PORTAL_CM, gap_cm

    gaps = [
        (gap_cm(token, portal), token.id, portal.number)
        for token in arena.tokens
        if token.category != "special"
        for portal in arena.portals
    ]
    if not gaps:
        return None
    gap, token_id, number = min(gaps)
    said = _(
        "Token {token} lies nearest to a portal: {distance} cm from portal {portal}, edge to"
        " edge; more than {least} cm is asked.",
        token=token_id, portal=number, distance=locale().number(gap), least=TOKEN_FROM_PORTAL_CM,
    )  # fmt: skip
    return said, {"token": token_id, "portal": number, "gap_cm": round(gap, 2)}


def _bases(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import BASES_APART_IN, bases_apart

    apart = bases_apart(arena)
    if apart is None:
        return None
    one, other, inches = apart
    said = _(
        "The nearest bases, {one} and {other}, lie {distance} in apart; {least} in is asked.",
        one=one, other=other, distance=locale().number(inches), least=round(BASES_APART_IN),
    )  # fmt: skip
    return said, {"bases": [one, other], "distance_in": round(inches, 2)}


def _barrels(arena: Arena) -> Measured:
    if not arena.barrels:
        return None
    enough = len(arena.barrels) // BARRELS_EACH
    places = ngettext("{number} place for a barrel", "{number} places for barrels",
                      len(arena.barrels))  # fmt: skip
    champions = ngettext("{number} champion", "{number} champions", enough)
    said = _("{places}: enough for {champions}, {each} each.",
             places=places, champions=champions, each=BARRELS_EACH)  # fmt: skip
    return said, {"places": len(arena.barrels), "champions": enough}
