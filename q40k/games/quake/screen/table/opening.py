"""The first questions of a new match: its mod, arena, dice, and what the table agrees on."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Arena, Mod
from q40k.games.quake.rules.clock import SetClock
from q40k.games.quake.rules.objectives.objective import Option as Term
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.table.opening import (
    ANNOUNCE,
    FRENZY,
    New,
    apply_options,
    options_of,
    with_addons,
)
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.clock import agree_on_clock, clock_line
from q40k.games.quake.screen.forms import who_rolls
from q40k.games.quake.screen.table.players import seat
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.games.quake.table.resolve import DEFAULT_ARENA
from q40k.games.quake.words.packs.mod_lines import in_short, term_name
from q40k.games.quake.words.packs.mods import explain
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import MatchRow
from q40k.table.context import Onward
from q40k.table.rematch import last_unfinished_match
from q40k.tui.fields import Field, Option, Pick, Text
from q40k.tui.forms import OTHER, Form

MOST_BUDGET = 100_000


KEYS = "1234567890"
"""One key picks one of the first ten; the others are found by their letters."""


USUAL_MOD = "deathmatch"


BARRELS = "barrels_each"


CHOSEN = "chosen-so-far"
"""Under this name the desk keeps the mod and the arena that were chosen, by id."""


_BEGIN, _CLOCK = object(), object()


def open_match(desk: Desk) -> Form:
    """What the call left open: the mod, the arena, whose dice, the budget, other numbers."""
    said = as_prefilled(desk.prefilled)
    asked = said.mod is None
    last = last_unfinished_match(desk.match_session) if asked else None
    desk.memory[CHOSEN] = (said.mod, said.arena)
    name = said.mod or (yield _which_mod(desk, last))
    if name is OTHER and last is not None:
        desk.destination = Onward(match=last.id)
        return None
    desk.memory[CHOSEN] = (name, said.arena)
    arena = said.arena or (yield _which_arena(desk, desk.library.mods.get(name)))
    desk.memory[CHOSEN] = (name, arena)
    by = said.dice or "hand"
    if desk.ask_dice and said.dice is None:
        _ = desk.locale.gettext
        by = yield who_rolls(desk.locale, _("Whose dice?"))
    options = dict(said.options)
    if said.budget is not None:
        options["budget"] = said.budget
    addons = said.addons
    mod = desk.library.mods.get(name)
    if mod is not None:
        if mod.has("budget") and "budget" not in options and not mod.parameters.budget:
            budget = yield _budget(desk, mod)
            options |= {"budget": budget} if budget else {}
        if (asked or _has_terms(mod)) and not said.options and not said.addons:
            terms = yield from _agree(desk, mod, options)
            options, addons = terms
    return New(
        mod=name, arena=arena, seed=said.seed, name=said.name, dice=by,
        options=options, addons=addons, last_respawn=False, d3=said.d3 or "ask",
    )  # fmt: skip


def _has_terms(mod: Mod) -> bool:
    """Whether a mod has numbers that tables often agree on otherwise."""
    return any(name in ("lives", "rounds", "points", "barrels_each") for name in options_of(mod))


def _which_mod(desk: Desk, last: MatchRow | None) -> Pick:
    """The mods; Tab goes on with the match that was played last."""
    _ = desk.locale.gettext
    mods = sorted(desk.library.mods.values(), key=lambda m: (m.in_teams, m.id != USUAL_MOD, m.id))
    options = tuple(
        Option(KEYS[n : n + 1], mod.id, desk.locale.name_of(mod.name), in_short(desk.locale, mod))
        for n, mod in enumerate(mods)
    )
    return Pick(
        _("Which mod?"),
        hint=_("↑ ↓ mark and explain, letters find, Enter takes"),
        options=options,
        other=_("go on with “{name}”").format(name=last.name or last.id) if last else "",
    )


def explained(locale: Locale, mod: Mod) -> tuple[str, ...]:
    """A mod in plain words: its name, then its chapters, but for what may be agreed on."""
    setting_up, in_play, winning = explain(locale, mod)[:3]
    chapters = (winning, setting_up, in_play)  # the last may not fit on a small screen
    told = (
        locale.say(N_("{title}: {text}"), title=one.title, text=" ".join(one.lines))
        for one in chapters
    )
    return (locale.name_of(mod.name), *told)


def arenas_for(library: Library, mod: Mod | None) -> list[Arena]:
    """The arenas, the usual one first; those with bases come before it where teams have some."""
    bases = mod is not None and mod.has("bases")
    return sorted(
        library.arenas.values(),
        key=lambda a: (bases and not a.bases, a.id != DEFAULT_ARENA, a.tiles, a.id),
    )


def room_in(locale: Locale, arena: Arena) -> str:
    """How large an arena is, and for how many."""
    return locale.say(
        N_("{width}×{height} cm, up to {count} players"),
        width=arena.size[0],
        height=arena.size[1],
        count=arena.tiles,
    )


def _which_arena(desk: Desk, mod: Mod | None) -> Pick:
    """The arenas; how many bases each has where teams have some."""
    _ = desk.locale.gettext
    bases = mod is not None and mod.has("bases")
    options = []
    for n, arena in enumerate(arenas_for(desk.library, mod)):
        note = room_in(desk.locale, arena)
        if bases and arena.bases:
            note += " · " + _("{count} bases").format(count=len(arena.bases))
        options.append(Option(KEYS[n : n + 1], arena.id, desk.locale.name_of(arena.name), note))
    return Pick(
        _("Which arena?"), rule="ARENA-2", hint=_("Enter: the marked one"), options=tuple(options)
    )


def _budget(desk: Desk, mod: Mod) -> Text:
    """What a champion, or a whole team, may cost at most."""
    _ = desk.locale.gettext
    rule = "TEAM-1" if mod.in_teams else "CHAMPION-5"

    def read(typed: str) -> int:
        if not (typed.isascii() and typed.isdigit() and 1 <= int(typed[:7]) <= MOST_BUDGET):
            raise forbid(rule, "bad-points", typed=typed, most=MOST_BUDGET)
        return int(typed)

    return Text(
        _("What may a whole team cost at most?")
        if mod.in_teams
        else _("What may a champion cost at most?"),
        why=_("The budget agreed at the table, in points. Enter alone: none."),
        rule=rule,
        read=read,
        may_be_empty=True,
    )


def _agree(
    desk: Desk, mod: Mod, options: dict[str, Any]
) -> Generator[Field, Any, tuple[dict[str, Any], tuple[str, ...]]]:
    """The numbers of the match on one page: Enter takes them all as they are."""
    _ = desk.locale.gettext
    addons: tuple[str, ...] = ()
    said = as_prefilled(desk.prefilled)
    clock = (said.minutes, said.each)
    while True:
        got = yield Pick(
            _("{mod}: is anything agreed otherwise?").format(mod=desk.locale.name_of(mod.name)),
            rule="TABLE-2",
            hint=_("Enter: begin so"),
            options=_terms(desk, mod, options, addons, clock),
        )
        if got is _BEGIN:
            desk.prefilled = replace(said, minutes=clock[0], each=clock[1])
            return options, addons
        if got is _CLOCK:
            clock = yield from agree_on_clock(desk, *clock)
        elif got == ANNOUNCE:
            addons = _with(addons, ANNOUNCE, ANNOUNCE not in addons)
        elif got == BARRELS and not mod.has("barrels"):
            frenzied = with_addons(mod, (FRENZY,))
            number = yield _number(desk, got, options_of(frenzied)[got], none=True)
            addons = _with(addons, FRENZY, bool(number))
            options = {k: v for k, v in options.items() if k != got}
            options |= {got: number} if number else {}
        else:
            number = yield _number(desk, got, options_of(mod)[got])
            options = options | {got: number} if number else options


def _terms(
    desk: Desk,
    mod: Mod,
    options: dict[str, Any],
    addons: tuple[str, ...],
    clock: tuple[float | None, float | None],
) -> tuple[Option, ...]:
    _ = desk.locale.gettext
    as_agreed = apply_options(with_addons(mod, addons), options)
    rows: list[tuple[Any, str, str]] = [(_BEGIN, _("no, begin"), "")]
    for name, term in options_of(as_agreed).items():
        value = _value(as_agreed, name, term, options)
        rows.append((name, term_name(desk.locale, name), "–" if value is None else str(value)))
    if not as_agreed.has("barrels"):
        rows.append((BARRELS, _("barrel frenzy: barrels for each champion"), "–"))
    rows.append((_CLOCK, _("the clock"), clock_line(*clock)))
    if not mod.has("announce"):
        said = _("yes") if ANNOUNCE in addons else _("no")
        rows.append((ANNOUNCE, _("announce first, then measure"), said))
    return tuple(Option(str(n), *row) for n, row in enumerate(rows))


def _with(addons: tuple[str, ...], one: str, wanted: bool) -> tuple[str, ...]:
    """The add-ons with one of them, or without it."""
    others = tuple(name for name in addons if name != one)
    return (*others, one) if wanted else others


def _value(mod: Mod, name: str, term: Term, options: dict[str, Any]) -> object:
    if not term.path:
        return options.get(name)
    return getattr(getattr(mod, term.path[0]), term.path[1])


def _number(desk: Desk, name: str, term: Term, *, none: bool = False) -> Text:
    _ = desk.locale.gettext
    least = 0 if none else term.least

    def read(typed: str) -> int:
        number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else -1
        if not (term.least <= number <= term.most or (none and number == 0)):
            facts = {"got": typed, "least": term.least, "most": term.most}
            raise forbid(term.rule, "bad-option", option=term_name(desk.locale, name), **facts)
        return number

    return Text(
        _("{term}: how many?").format(term=term_name(desk.locale, name)),
        why=_("{least} to {most}; Enter alone leaves it as it is.").format(
            least=least, most=term.most
        ),
        rule=term.rule,
        read=read,
        may_be_empty=True,
    )


def enter_the_rest(desk: Desk, command: New) -> None:
    """Enter what was said when the match was begun: its name, its clock, and the players."""
    said, mod = as_prefilled(desk.prefilled), desk.state.setup.mod
    if mod is not None and not command.name and not desk.match_session.row.name:
        name = desk.locale.name_of(mod.name)
        desk.run_guarded(lambda: desk.match_session.rename(name), settle=False)
    if said.minutes is not None or said.each is not None:
        desk.do(SetClock(minutes=said.minutes, seconds=said.each))
    seat(desk)
