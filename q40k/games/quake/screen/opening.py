"""A new match: its first questions, and the lobby beside them."""

from collections.abc import Generator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace
from textual.content import Content

from q40k.games.quake.packs.models import Arena, Champion, Mod
from q40k.games.quake.screen.base import Desk, NextName, number, who_rolls
from q40k.games.quake.screen.champion import Armed, Fielded
from q40k.games.quake.screen.clock import agree_on_clock, clock_line
from q40k.games.quake.screen.table import seat_expected
from q40k.games.quake.screen.teams import budget_left, ink_of
from q40k.games.quake.state.clock import SetClock
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.objective import Option as Term
from q40k.games.quake.state.table.opening import ANNOUNCE, FRENZY, New, apply_options, options_of, with_addons
from q40k.games.quake.state.teams import missing_players, teams_of
from q40k.games.quake.table.packs import arenas_for, lacks
from q40k.games.quake.table.prefilled import Prefilled, as_prefilled
from q40k.games.quake.table.scene import bare_scene, scene
from q40k.games.quake.table.team_marks import letter_of
from q40k.games.quake.words.champion import army_name, doubt, profile, unit_type_name
from q40k.games.quake.words.packs.mods import explain, in_short, term_name
from q40k.games.quake.words.wording import name_bot
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import MatchRow
from q40k.kernel.text import is_digits
from q40k.packs.problems import PackError
from q40k.table.context import Onward
from q40k.table.rematch import last_unfinished_match
from q40k.tabletop.asking import forbid
from q40k.tui import look
from q40k.tui.fields import Field, Option, Pick, Text
from q40k.tui.forms import OTHER, Form
from q40k.tui.game_screen import Lobby
from q40k.tui.look import style_text

MOST_BUDGET = 100_000


KEYS = "1234567890"
"""The keys of the first ten options; letters find the others."""


USUAL_MOD = "deathmatch"


BARRELS = "barrels_each"


CHOSEN = "chosen-so-far"
"""The key in the desk's memory for the ids of the chosen mod and arena."""


_BEGIN, _CLOCK = object(), object()


def open_match(desk: Desk) -> Form:
    """Ask for the mod, the arena, the dice, the budget and other numbers not given yet."""
    prefilled = as_prefilled(desk.prefilled)
    asks_mod = prefilled.mod is None
    last = last_unfinished_match(desk.match_session) if asks_mod else None
    desk.memory[CHOSEN] = (prefilled.mod, prefilled.arena)
    name = prefilled.mod or (yield _which_mod(desk, last))
    if name is OTHER and last is not None:
        desk.destination = Onward(match=last.id)
        return None
    desk.memory[CHOSEN] = (name, prefilled.arena)
    arena = prefilled.arena or (yield _which_arena(desk, desk.library.mods.get(name)))
    desk.memory[CHOSEN] = (name, arena)
    by = prefilled.dice or "hand"
    if desk.ask_dice and prefilled.dice is None:
        _ = desk.locale.gettext
        by = yield who_rolls(desk.locale, _("Who rolls?"))
    options = dict(prefilled.options)
    if prefilled.budget is not None:
        options["budget"] = prefilled.budget
    addons = prefilled.addons
    mod = desk.library.mods.get(name)
    if mod is not None:
        if mod.has("budget") and "budget" not in options and not mod.parameters.budget:
            budget = yield _budget(desk, mod)
            options |= {"budget": budget} if budget else {}
        if (asks_mod or _has_terms(mod)) and not prefilled.options and not prefilled.addons:
            terms = yield from _ask_options(desk, mod, options)
            options, addons = terms
    return New(
        mod=name,
        arena=arena,
        seed=prefilled.seed,
        name=prefilled.name,
        dice=by,
        options=options,
        addons=addons,
        last_respawn=False,
        d3=prefilled.d3 or "ask",
    )


def _has_terms(mod: Mod) -> bool:
    """Return whether a mod has numbers that tables often change."""
    return any(name in ("lives", "rounds", "points", "barrels_each") for name in options_of(mod))


def _which_mod(desk: Desk, last: MatchRow | None) -> Pick:
    """Return the pick of a mod; Tab goes on with the last match instead."""
    _ = desk.locale.gettext
    mods = sorted(desk.library.mods.values(), key=lambda m: (m.in_teams, m.id != USUAL_MOD, m.id))
    options = tuple(
        Option(KEYS[n : n + 1], mod.id, desk.locale.name_of(mod.name), in_short(desk.locale, mod))
        for n, mod in enumerate(mods)
    )
    return Pick(
        _("Which mod?"),
        hint=_("↑ ↓ browse · type to find · Enter: choose."),
        options=options,
        other=_("go on with “{name}”").format(name=last.name or last.id) if last else "",
    )


def explain_mod(locale: Locale, mod: Mod) -> tuple[str, ...]:
    """Describe a mod: its name, then its chapters, without the options to agree on."""
    setting_up, in_play, winning = explain(locale, mod)[:3]
    chapters = (winning, setting_up, in_play)  # the last may not fit on a small screen
    lines = (
        locale.say(N_("{title}: {text}"), title=section.title, text=" ".join(section.lines)) for section in chapters
    )
    return (locale.name_of(mod.name), *lines)


def room_in(locale: Locale, arena: Arena) -> str:
    """Return the size of an arena, and for how many players it is."""
    return locale.say(
        N_("{width}×{height} cm, up to {count} players"), width=arena.size[0], height=arena.size[1], count=arena.tiles
    )


def _supplied_for(locale: Locale, arena: Arena, mod: Mod | None) -> str:
    """Return for how many players an arena has tokens and barrels, if not for as many as it has room for."""
    short = []
    if mod is not None and mod.has("bonus"):
        tokens = [token.category for token in arena.tokens]
        short.append((min(tokens.count("equipment"), tokens.count("weapon")), N_("enough tokens for {count} players")))
    if mod is not None and mod.has("barrels"):
        short.append((len(arena.barrels) // mod.parameters.barrels_each, N_("barrels for {count} players")))
    texts = [locale.say(text, count=count) for count, text in short if count < arena.tiles]
    return f" · {', '.join(texts)}." if texts else ""


def _which_arena(desk: Desk, mod: Mod | None) -> Pick:
    """Return the pick of an arena, with its number of bases if the mod has some."""
    _ = desk.locale.gettext
    bases = mod is not None and mod.has("bases")
    options = []
    fitting = [arena for arena in arenas_for(desk.library, mod) if mod is None or lacks(mod, arena) is None]
    for n, arena in enumerate(fitting):
        note = room_in(desk.locale, arena)
        if bases and arena.bases:
            note += " · " + _("{count} bases").format(count=len(arena.bases))
        note += _supplied_for(desk.locale, arena, mod)
        options.append(Option(KEYS[n : n + 1], arena.id, desk.locale.name_of(arena.name), note))
    return Pick(_("Which arena?"), rule="ARENA-2", hint=_("Enter: the marked one"), options=tuple(options))


def _budget(desk: Desk, mod: Mod) -> Text:
    """Ask for the highest price of a champion, or of a whole team."""
    _ = desk.locale.gettext
    rule = "TEAM-1" if mod.in_teams else "CHAMPION-5"

    def read(typed: str) -> int:
        if not (is_digits(typed) and 1 <= int(typed[:7]) <= MOST_BUDGET):
            raise forbid(rule, "bad-points", typed=typed, most=MOST_BUDGET)
        return int(typed)

    return Text(
        _("What may a whole team cost at most?") if mod.in_teams else _("What may a champion cost at most?"),
        why=_("The budget agreed at the table, in points. Enter: none."),
        rule=rule,
        read=read,
        may_be_empty=True,
    )


def _ask_options(
    desk: Desk, mod: Mod, options: dict[str, Any]
) -> Generator[Field, Any, tuple[dict[str, Any], tuple[str, ...]]]:
    """Ask for the options of the match on one page; Enter accepts them all."""
    _ = desk.locale.gettext
    addons: tuple[str, ...] = ()
    prefilled = as_prefilled(desk.prefilled)
    clock = (prefilled.minutes, prefilled.each)
    while True:
        choice = yield Pick(
            _("{mod}: did the table agree on changes?").format(mod=desk.locale.name_of(mod.name)),
            rule="TABLE-2",
            hint=_("Enter: begin so"),
            options=_terms(desk, mod, options, addons, clock),
        )
        if choice is _BEGIN:
            desk.prefilled = replace(prefilled, minutes=clock[0], each=clock[1])
            return options, addons
        if choice is _CLOCK:
            clock = yield from agree_on_clock(desk, *clock)
        elif choice == ANNOUNCE:
            addons = _switch_addon(addons, ANNOUNCE, ANNOUNCE not in addons)
        elif choice == BARRELS and not mod.has("barrels"):
            frenzied = with_addons(mod, (FRENZY,))
            number = yield _number(desk, choice, options_of(frenzied)[choice], none=True)
            addons = _switch_addon(addons, FRENZY, bool(number))
            options = {k: v for k, v in options.items() if k != choice}
            options |= {choice: number} if number else {}
        else:
            number = yield _number(desk, choice, options_of(mod)[choice])
            options = options | {choice: number} if number else options


def _terms(
    desk: Desk, mod: Mod, options: dict[str, Any], addons: tuple[str, ...], clock: tuple[float | None, float | None]
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
        text = _("yes") if ANNOUNCE in addons else _("no")
        rows.append((ANNOUNCE, _("announce first, then measure"), text))
    return tuple(Option(str(n), *row) for n, row in enumerate(rows))


def _switch_addon(addons: tuple[str, ...], addon: str, is_on: bool) -> tuple[str, ...]:
    """Return the add-ons with one of them, or without it."""
    others = tuple(name for name in addons if name != addon)
    return (*others, addon) if is_on else others


def _value(mod: Mod, name: str, term: Term, options: dict[str, Any]) -> object:
    if not term.path:
        return options.get(name)
    return getattr(getattr(mod, term.path[0]), term.path[1])


def _number(desk: Desk, name: str, term: Term, *, none: bool = False) -> Text:
    _ = desk.locale.gettext
    least = 0 if none else term.least

    def read(typed: str) -> int:
        number = int(typed) if is_digits(typed) and len(typed) < 8 else -1
        if not (term.least <= number <= term.most or (none and number == 0)):
            facts = {"got": typed, "least": term.least, "most": term.most}
            raise forbid(term.rule, "bad-option", option=term_name(desk.locale, name), **facts)
        return number

    return Text(
        _("{term}: how many?").format(term=term_name(desk.locale, name)),
        why=_("{least} to {most}. Enter: it stays as it is.").format(least=least, most=term.most),
        rule=term.rule,
        read=read,
        may_be_empty=True,
    )


def enter_the_rest(desk: Desk, command: New) -> None:
    """Enter the name, the clock and the players given when the match was begun."""
    prefilled, mod = as_prefilled(desk.prefilled), desk.state.setup.mod
    if mod is not None and not command.name and not desk.match_session.row.name:
        name = desk.locale.name_of(mod.name)
        desk.run_guarded(lambda: desk.match_session.rename(name), settle=False)
    if prefilled.minutes is not None or prefilled.each is not None:
        desk.do(SetClock(minutes=prefilled.minutes, seconds=prefilled.each))
    seat_expected(desk)


# -- the lobby -----------------------------------------------------------------------------------


def lobby(desk: Desk, state: Match, marked: Any) -> Lobby:
    """Return the lobby of a match that is being set up."""
    mod, arena = _find_choice(desk, state, marked)
    is_on_ribbon = state.setup.mod is not None and not state.setup.name
    return Lobby(
        title="" if is_on_ribbon or mod is None else desk.locale.name_of(mod.name),
        about=(in_short(desk.locale, mod), *explain_mod(desk.locale, mod)[1:]) if mod else (),
        seats=_seats(desk, state),
        missing=tuple(_missing(desk, state)) if state.setup.mod else (),
        marked=_card(desk, marked),
        scene=_scene(state, arena),
        replaces_feed=True,
        caption=_caption(desk.locale, arena, mod) if arena else "",
    )


def _find_choice(desk: Desk, state: Match, marked: Any) -> tuple[Mod | None, Arena | None]:
    """Return the mod and the arena: of the match, chosen so far, or marked.

    Without any of these the arena is the default one.
    """
    if state.setup.mod is not None:
        return state.setup.mod, state.setup.arena
    try:
        library = desk.library
    except PackError:  # the message is below the question
        return None, None
    mod_id, arena_id = desk.memory.get(CHOSEN, ("", ""))
    mod = library.mods.get(mod_id or str(marked))
    if mod is not None:
        mod = _with_given_options(mod, as_prefilled(desk.prefilled))
    arena = library.arenas.get(arena_id or str(marked))
    return mod, arena or next(iter(arenas_for(library, mod)), None)


def _with_given_options(mod: Mod, prefilled: Prefilled) -> Mod:
    """Return a mod with the options the match was begun with; as it is if it has no such options."""
    try:
        return apply_options(with_addons(mod, prefilled.addons), prefilled.options)
    except Refused:
        return mod


@lru_cache(maxsize=4)
def _caption(locale: Locale, arena: Arena, mod: Mod | None) -> str:
    return f"{locale.name_of(arena.name)} · {room_in(locale, arena)}{_supplied_for(locale, arena, mod)}"


def _empty(arena: Arena) -> Scene:
    return bare_scene(arena, {})


def _scene(state: Match, arena: Arena | None) -> Scene | None:
    return scene(state) if state.setup.arena is not None else _empty(arena) if arena else None


# - the players


def _seats(desk: Desk, state: Match) -> tuple[tuple[Content, str, str], ...]:
    here = [player for player in state.players.values() if player.present]
    if not state.in_teams:
        return tuple(_seat(desk.locale, state, player) for player in here)
    rows = []
    for side in state.sides:
        mates = [player for player in here if state.side_of(player.id) == side]
        if mates:
            rows.append(_team(desk.locale, state, side, mates))
            rows += [_seat(desk.locale, state, mate) for mate in mates]
    return tuple(rows)


def _seat(locale: Locale, state: Match, player: Player) -> tuple[Content, str, str]:
    who = Content.assemble((f"{number(player):>2} ", look.MUTED), (player.name, ink_of(state, player.id)))
    bot = f" ({name_bot(locale, player.bot, player.nature)})" if player.bot else ""
    return who, locale.name_of(player.champion.name) + bot, locale.points(player.value)


def _team(locale: Locale, state: Match, side: str, mates: list[Player]) -> tuple[Content, str, str]:
    _ = locale.gettext
    least = teams_of(state.mod).players
    letter = letter_of(state, mates[0].id)
    who = style_text(f"{letter} {side}", f"bold {ink_of(state, mates[0].id)}")
    count = len(mates)
    of = _("{count} of {least}").format(count=count, least=least) if count < least else str(count)
    budget = budget_left(state, side)
    note = "" if budget is None else " · " + _("{points} left").format(points=budget)
    return who, of + note, ""


# - what is missing


def _missing(desk: Desk, state: Match) -> list[Content]:
    """List what is missing before the start, or say that all is ready, and how to start from here."""
    locale, field = desk.locale, desk.field
    _ = locale.gettext
    if state.in_teams:
        problems = _missing_in_teams(locale, state)
    else:
        anybody = any(player.present for player in state.players.values())
        problems = [] if anybody else [_("nobody sits here yet")]
    if problems:
        return [style_text(f"○ {problem}", "$warning") for problem in problems]
    if desk.snapshot.question is not None:
        ready = _("everybody is there: rolling for the order of play")
    elif field is None:
        ready = _("ready: {key} starts").format(key=desk.actions["start"].key_in(locale))
    elif isinstance(field, NextName) and field.starts:
        ready = _("ready: Enter on an empty name starts")
    else:
        ready = _("enough players to start")
    return [style_text(f"● {ready}", "$success")]


def _missing_in_teams(locale: Locale, state: Match) -> list[str]:
    teams, players = missing_players(state)
    least = teams_of(state.mod).players
    problems = []
    if teams:
        text = locale.ngettext("{number} team is missing", "{number} teams are missing", teams)
        each = locale.ngettext("with {number} player", "with {number} players each", least)
        problems.append(text.format(number=teams) + ", " + each.format(number=least))
    for team, short in players.items():
        text = locale.ngettext("{team} needs one more player.", "{team} needs {number} more players.", short)
        problems.append(text.format(team=team, number=short))
    return problems


# - what is being chosen


def _card(desk: Desk, marked: Any) -> tuple[Content | str, ...]:
    """Return the card of the marked champion: price, army, profile, weapons."""
    id = marked.champion if isinstance(marked, Fielded | Armed) else marked
    if desk.state.setup.mod is None or not isinstance(id, str):
        return ()
    champion: Champion | None = desk.library.champions.get(id)
    if champion is None:
        return ()
    locale, library = desk.locale, desk.library
    kind = f"{army_name(locale, champion.army)} · {unit_type_name(locale, champion.unit_type)}{doubt(locale, champion)}"
    entries = (library.weapons.get(id_there) or library.gear.get(id_there) for id_there in champion.weapons)
    weapons = ", ".join(locale.name_of(entry.name) for entry in entries if entry is not None)
    head = Content.assemble((locale.name_of(champion.name), "bold"), "  ", (str(champion.points), "bold $accent"))
    rows: list[Content | str] = [head, style_text(kind, look.MUTED), profile(locale, champion)]
    return (*rows, *([weapons] if weapons else []))
