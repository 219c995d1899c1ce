"""Define `q40k arena check`: every problem of an arena, and its measures."""

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
"""The fewest barrels for each champion (BARREL-1)."""

TOKENS_LEAST: Final = 3
"""The fewest equipment and weapon tokens each; there are as many as champions (BONUS-6)."""


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

    named = find(call, arena)
    problems = list(named.problems)
    for item in named.items:
        problems += _problems(item)
    problems = in_reading_order(problems)
    measured = [_measures(item.model) for item in named.items]
    if as_json_:
        echo_text(as_json({
            "arenas": [facts for _lines, facts in measured],
            "findings": [_problem_data(problem) for problem in problems],
        }))  # fmt: skip
    else:
        for lines, _facts in measured:
            for line in lines:
                echo(line)
        for line in _problem_lines(problems):
            echo(line)
    wrong = sum(problem.severity == "error" for problem in problems)
    if not as_json_:
        counts = [ngettext("{number} problem", "{number} problems", wrong)]
        if len(problems) > wrong:
            warned = len(problems) - wrong
            counts.append(ngettext("{number} warning", "{number} warnings", warned))
        echo(", ".join(counts), err=True)
    return REFUSED if wrong else DONE


def _problems(item: Item) -> list[Problem]:
    """Return the problems of an arena, each with its place in the file."""
    from q40k.games.quake.arena.arena_check import arena_findings

    return [
        replace(item.problem(remark.code, remark.path, remark.facts), severity=remark.severity)
        for remark in arena_findings(item.model)
    ]


def _problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Describe each problem, with its rule before it."""
    from q40k.games.quake.packs.layout import RULES
    from q40k.games.quake.words.wording import WORDS
    from q40k.i18n.problems import severity_name

    lines = []
    for problem in problems:
        place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part)
        parts = (place, severity_name(locale(), problem.severity), RULES.get(problem.code, ""))
        lines.append(
            ": ".join([*(part for part in parts if part), WORDS.problem(locale(), problem)])
        )
    return lines


def _problem_data(problem: Problem) -> dict[str, Any]:
    from q40k.games.quake.packs.layout import RULES
    from q40k.games.quake.words.wording import WORDS

    return {
        "arena": problem.object_id,
        "rule": RULES.get(problem.code),
        "code": problem.code,
        "severity": problem.severity,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "facts": dict(problem.facts),
        "text": WORDS.problem(locale(), problem),
    }


def _measures(arena: Arena) -> tuple[list[str], dict[str, Any]]:
    """Return the measures of an arena, in words and as data."""
    from q40k.games.quake.words.packs.arenas import size

    title = f"{arena.id}: {locale().name_of(arena.name)}, {size(locale(), arena)}"
    tiles = ngettext("{number} tile, so {number} champion at most.",
                     "{number} tiles, so {number} champions at most.", arena.tiles)  # fmt: skip
    lines = [title, f"ARENA-2: {tiles}"]
    facts: dict[str, Any] = {"id": arena.id, "size": list(arena.size), "tiles": arena.tiles}
    for rule, name, measure in (
        ("ARENA-3", "spread", _measure_spread),
        ("ARENA-3", "evenness", _measure_evenness),
        ("ARENA-4", "token_nearest", _measure_nearest_token),
        ("BASE-1", "bases", _measure_bases),
        ("BONUS-6", "tokens", _measure_tokens),
        ("BARREL-1", "barrels", _measure_barrels),
    ):
        result = measure(arena)
        if result is not None:
            lines.append(f"{rule}: {result[0]}")
            facts[name] = result[1]
    return lines, facts


Measured = tuple[str, dict[str, Any]] | None


def _measure_spread(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import percentage
    from q40k.games.quake.arena.spread import spread

    result = spread(arena)
    first, second = result.pair
    percent = percentage(result.ratio)
    text = _(
        "The nearest portals, {one} and {other}, lie {distance} cm apart, centre to centre;"
        " {best} cm is the best for this table ({percent}%).",
        one=first, other=second, distance=locale().number(result.smallest_cm),
        best=locale().number(result.best_cm), percent=percent,
    )  # fmt: skip
    return text, {
        "portals": [first, second],
        "distance_cm": round(result.smallest_cm, 2),
        "best_cm": round(result.best_cm, 2),
        "percent": percent,
    }


def _measure_evenness(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import percentage
    from q40k.games.quake.arena.spread import evenness

    result = evenness(arena)
    percent = percentage(result.ratio)
    text = _(
        "The nearest neighbour of each portal lies {least} to {most} cm away: {percent}% even.",
        least=locale().number(result.least_cm), most=locale().number(result.most_cm),
        percent=percent,
    )  # fmt: skip
    return text, {
        "least_cm": round(result.least_cm, 2),
        "most_cm": round(result.most_cm, 2),
        "percent": percent,
    }


def _measure_tokens(arena: Arena) -> Measured:
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
        text = _("{tokens}: enough for {champions}, one of each a champion.",
                 tokens=counted, champions=champions)  # fmt: skip
    else:
        text = _("{tokens}: fewer than {least} of each.", tokens=counted, least=TOKENS_LEAST)
    return text, {"equipment": equipment, "weapon": weapon, "champions": enough}


def _measure_nearest_token(arena: Arena) -> Measured:
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
    text = _(
        "Token {token} lies nearest to a portal: {distance} cm from portal {portal}, edge to"
        " edge; more than {least} cm is asked.",
        token=token_id, portal=number, distance=locale().number(gap), least=TOKEN_FROM_PORTAL_CM,
    )  # fmt: skip
    return text, {"token": token_id, "portal": number, "gap_cm": round(gap, 2)}


def _measure_bases(arena: Arena) -> Measured:
    from q40k.games.quake.arena.arena_check import BASES_APART_IN, bases_apart

    apart = bases_apart(arena)
    if apart is None:
        return None
    first, second, inches = apart
    text = _(
        "The nearest bases, {one} and {other}, lie {distance} in apart; {least} in is asked.",
        one=first, other=second, distance=locale().number(inches), least=round(BASES_APART_IN),
    )  # fmt: skip
    return text, {"bases": [first, second], "distance_in": round(inches, 2)}


def _measure_barrels(arena: Arena) -> Measured:
    if not arena.barrels:
        return None
    enough = len(arena.barrels) // BARRELS_EACH
    places = ngettext("{number} place for a barrel", "{number} places for barrels",
                      len(arena.barrels))  # fmt: skip
    champions = ngettext("{number} champion", "{number} champions", enough)
    text = _("{places}: enough for {champions}, {each} each.",
             places=places, champions=champions, each=BARRELS_EACH)  # fmt: skip
    return text, {"places": len(arena.barrels), "champions": enough}
