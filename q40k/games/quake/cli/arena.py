"""Define `q40k arena`: show, draw, check or make an arena, and find the arena a call names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from q40k.cli.base import Answer, Argument, Call, bad_value, command, json_option, packs_option, verb_group
from q40k.cli.complete import complete_packs
from q40k.cli.errors import Failure, add_nearest
from q40k.cli.files import deliver_text, force_option, out_option
from q40k.cli.problems import answer_problems, problem_lines
from q40k.cli.say import N_, _, echo_lines, locale, ngettext
from q40k.games.quake.arena.checks import BASES_APART_IN, arena_findings, bases_apart, percentage
from q40k.games.quake.arena.spread import evenness, spread
from q40k.games.quake.cli.arena_new import new
from q40k.games.quake.packs.arena import RULES, TOKEN_FROM_PORTAL_CM, Arena, gap_cm
from q40k.games.quake.packs.library import arenas_with_places
from q40k.games.quake.table.arena_svg import drawing
from q40k.games.quake.words.packs.arenas import card, reconnaissance, size
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.problems import severity_name
from q40k.kernel.lookup import nearest
from q40k.packs.problems import Problem, in_reading_order

if TYPE_CHECKING:
    from q40k.packs.stock import Item


def arena_argument() -> Argument:
    """Return the argument that names an arena, by its id or by a file of packs."""
    return Argument(["arena"], metavar=N_("ARENA|FILE"), shell_complete=complete_packs("arenas"))


class Found(Struct, frozen=True):
    """Hold the arenas a call names with their places in files, and the problems of others there."""

    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


def find(call: Call, named: str) -> Found:
    """Return the arena of that id, or those of that file. Raises click.BadParameter."""

    path = Path(named)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        items, problems = arenas_with_places([path], shipped=False)
        if not items and not problems:
            raise bad_value("ARENA|FILE", _("There is no arena in {path}.", path=named))
        return Found(tuple(items.values()), tuple(problems))
    items, problems = arenas_with_places(call.folders())
    if named in items:
        return Found((items[named],))
    broken = tuple(problem for problem in problems if problem.object_id == named)
    if broken:
        return Found((), broken)
    raise bad_value("ARENA|FILE", _unknown(named, items))


def _unknown(named: str, known: Iterable[str]) -> str:

    return add_nearest(_("No pack knows the arena “{said}”.", said=named), nearest(named, known))


def one_arena(call: Call, named: str) -> Arena:
    """Return the single arena that is named. Raises click.BadParameter, Failure."""
    named_arenas = find(call, named)
    if not named_arenas.items:
        lines = problem_lines(named_arenas.problems)
        raise Failure(_("This arena cannot be used:"), "\n".join(lines))
    if len(named_arenas.items) > 1:
        ids = ", ".join(item.model.id for item in named_arenas.items)
        raise bad_value("ARENA|FILE", _("The file holds several arenas: {ids}.", ids=ids))
    arena: Arena = named_arenas.items[0].model
    return arena


# -- check -----------------------------------------------------------------------------------------


BARRELS_EACH = 3
"""The fewest barrels for each champion (BARREL-1)."""

TOKENS_LEAST = 3
"""The fewest equipment and weapon tokens each; there are as many as champions (BONUS-6)."""


@command("check", arena_argument(), json_option(N_("Print the findings as JSON.")), packs_option())
def check(call: Call, arena: str) -> Answer:
    """Check an arena."""

    named = find(call, arena)
    problems = list(named.problems)
    for item in named.items:
        problems += _problems(item)
    problems = in_reading_order(problems)
    measured = [_measures(item.model) for item in named.items]
    lines = [line for measures, _facts in measured for line in measures]
    data = {
        "arenas": [facts for _lines, facts in measured],
        "findings": [_problem_data(problem) for problem in problems],
    }
    return answer_problems(problems, (*lines, *_problem_lines(problems)), data)


def _problems(item: Item) -> list[Problem]:
    """Return the problems of an arena, each with its place in the file."""

    return [
        replace(item.problem(remark.code, remark.path, remark.facts), severity=remark.severity)
        for remark in arena_findings(item.model)
    ]


def _problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Describe each problem, with its rule before it."""

    lines = []
    for problem in problems:
        place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part)
        parts = (place, severity_name(locale(), problem.severity), RULES.get(problem.code, ""))
        lines.append(": ".join([*(part for part in parts if part), WORDS.problem(locale(), problem)]))
    return lines


def _problem_data(problem: Problem) -> dict[str, Any]:

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

    title = f"{arena.id}: {locale().name_of(arena.name)}, {size(locale(), arena)}"
    tiles = ngettext(
        "{number} tile, so {number} champion at most.", "{number} tiles, so {number} champions at most.", arena.tiles
    )
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

    result = spread(arena)
    first, second = result.pair
    percent = percentage(result.ratio)
    text = _(
        "The nearest portals, {one} and {other}, lie {distance} cm apart, centre to centre;"
        " {best} cm is the best for this table ({percent}%).",
        one=first,
        other=second,
        distance=locale().number(result.smallest_cm),
        best=locale().number(result.best_cm),
        percent=percent,
    )
    return text, {
        "portals": [first, second],
        "distance_cm": round(result.smallest_cm, 2),
        "best_cm": round(result.best_cm, 2),
        "percent": percent,
    }


def _measure_evenness(arena: Arena) -> Measured:

    result = evenness(arena)
    percent = percentage(result.ratio)
    text = _(
        "The nearest neighbour of each portal lies {least} to {most} cm away: {percent}% even.",
        least=locale().number(result.least_cm),
        most=locale().number(result.most_cm),
        percent=percent,
    )
    return text, {"least_cm": round(result.least_cm, 2), "most_cm": round(result.most_cm, 2), "percent": percent}


def _measure_tokens(arena: Arena) -> Measured:
    equipment, weapon = (
        sum(token.category == category for token in arena.tokens) for category in ("equipment", "weapon")
    )
    if not equipment and not weapon:
        return None
    fewest = min(equipment, weapon)
    enough = fewest if fewest >= TOKENS_LEAST else 0
    counted = _("{equipment} equipment and {weapon} weapon tokens", equipment=equipment, weapon=weapon)
    if enough:
        champions = ngettext("{number} champion", "{number} champions", enough)
        text = _("{tokens}: enough for {champions}, one of each a champion.", tokens=counted, champions=champions)
    else:
        text = _("{tokens}: fewer than {least} of each.", tokens=counted, least=TOKENS_LEAST)
    return text, {"equipment": equipment, "weapon": weapon, "champions": enough}


def _measure_nearest_token(arena: Arena) -> Measured:

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
        token=token_id,
        portal=number,
        distance=locale().number(gap),
        least=TOKEN_FROM_PORTAL_CM,
    )
    return text, {"token": token_id, "portal": number, "gap_cm": round(gap, 2)}


def _measure_bases(arena: Arena) -> Measured:

    apart = bases_apart(arena)
    if apart is None:
        return None
    first, second, inches = apart
    text = _(
        "The nearest bases, {one} and {other}, lie {distance} in apart; {least} in is asked.",
        one=first,
        other=second,
        distance=locale().number(inches),
        least=round(BASES_APART_IN),
    )
    return text, {"bases": [first, second], "distance_in": round(inches, 2)}


def _measure_barrels(arena: Arena) -> Measured:
    if not arena.barrels:
        return None
    enough = len(arena.barrels) // BARRELS_EACH
    places = ngettext("{number} place for a barrel", "{number} places for barrels", len(arena.barrels))
    champions = ngettext("{number} champion", "{number} champions", enough)
    text = _("{places}: enough for {champions}, {each} each.", places=places, champions=champions, each=BARRELS_EACH)
    return text, {"places": len(arena.barrels), "champions": enough}


# -- show, draw ----------------------------------------------------------------------------


@command("show", arena_argument(), json_option(N_("Print it as JSON.")), packs_option())
def show(call: Call, arena: str) -> Answer:
    """Show an arena."""
    chosen = one_arena(call, arena)
    return Answer(lambda: to_builtins(chosen), lambda: card(locale(), chosen))


@command("recon", arena_argument(), packs_option())
def recon(call: Call, arena: str) -> None:
    """List what to agree on before play."""

    echo_lines(reconnaissance(locale(), one_arena(call, arena)))


@command(
    "draw",
    arena_argument(),
    out_option(N_("Write it here; without it, it is printed.")),
    force_option(),
    packs_option(),
)
def draw(call: Call, arena: str, out: Path | None, force: bool) -> None:
    """Draw an arena."""

    drawn = drawing(locale(), one_arena(call, arena))
    deliver_text(drawn, out, force=force)


# -- the group -----------------------------------------------------------------------------


arena_ = verb_group(f"{__name__}.arena_", [show, check, recon, draw, new])
