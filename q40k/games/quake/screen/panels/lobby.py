"""The table before the start: the mod, the arena, the players, and what is missing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual.content import Content

from q40k.games.quake.packs.models import Arena, Champion, Mod
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams.teams import missing_players, teams_of
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.champion.picker import Armed, Fielded
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.table.opening import CHOSEN, arenas_for, explain_mod, room_in
from q40k.games.quake.screen.teams.sides import ink_of
from q40k.games.quake.screen.teams.teams import budget_left
from q40k.games.quake.table.scene import bare_scene, scene
from q40k.games.quake.table.team_marks import letter_of
from q40k.games.quake.words.champion import army_name, profile, unit_type_name
from q40k.games.quake.words.packs.mod_lines import in_short
from q40k.geometry.scene import Scene
from q40k.i18n.locale import Locale
from q40k.packs.problems import PackError
from q40k.tui import look
from q40k.tui.look import style_text
from q40k.tui.plain import Lobby


def lobby(desk: Desk, state: Match, marked: Any) -> Lobby:
    """Return the lobby of a match that is being set up."""
    mod, arena = _find_choice(desk, state, marked)
    is_on_ribbon = state.setup.mod is not None and not state.setup.name
    return Lobby(
        title="" if is_on_ribbon or mod is None else desk.locale.name_of(mod.name),
        about=(in_short(desk.locale, mod), *explain_mod(desk.locale, mod)[1:]) if mod else (),
        seats=_seats(desk, state),
        missing=tuple(_missing(desk.locale, state)) if state.setup.mod else (),
        marked=_card(desk, marked),
        scene=_scene(state, arena),
        replaces_feed=True,
        caption=f"{desk.locale.name_of(arena.name)} · {room_in(desk.locale, arena)}"
        if arena
        else "",
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
    arena = library.arenas.get(arena_id or str(marked))
    return mod, arena or next(iter(arenas_for(library, mod)), None)


@lru_cache(maxsize=4)
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
    who = Content.assemble(
        (f"{number(player):>2} ", look.MUTED), (player.name, ink_of(state, player.id))
    )
    return who, locale.name_of(player.champion.name), locale.points(player.value)


def _team(locale: Locale, state: Match, side: str, mates: list[Player]) -> tuple[Content, str, str]:
    _ = locale.gettext
    assert state.setup.mod is not None
    least = teams_of(state.setup.mod).players
    letter = letter_of(state, mates[0].id)
    who = style_text(f"{letter} {side}", f"bold {ink_of(state, mates[0].id)}")
    count = len(mates)
    of = _("{count} of {least}").format(count=count, least=least) if count < least else str(count)
    budget = budget_left(state, side)
    note = "" if budget is None else " · " + _("{points} left").format(points=budget)
    return who, of + note, ""


# - what is missing


def _missing(locale: Locale, state: Match) -> list[Content]:
    """List what is missing before the start, or say that all is ready."""
    _ = locale.gettext
    if state.in_teams:
        problems = _missing_in_teams(locale, state)
    else:
        anybody = any(player.present for player in state.players.values())
        problems = [] if anybody else [_("nobody sits here yet")]
    if problems:
        return [style_text(f"○ {problem}", "$warning") for problem in problems]
    ready = _("ready: Enter on an empty name starts")
    return [style_text(f"● {ready}", "$success")]


def _missing_in_teams(locale: Locale, state: Match) -> list[str]:
    assert state.setup.mod is not None
    teams, players = missing_players(state)
    least = teams_of(state.setup.mod).players
    problems = []
    if teams:
        text = locale.ngettext("{number} team is missing", "{number} teams are missing", teams)
        each = locale.ngettext("with {number} player", "with {number} players each", least)
        problems.append(text.format(number=teams) + ", " + each.format(number=least))
    for team, short in players.items():
        text = locale.ngettext(
            "{team}: {number} player more", "{team}: {number} players more", short
        )
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
    kind = f"{army_name(locale, champion.army)} · {unit_type_name(locale, champion.unit_type)}"
    entries = (
        library.weapons.get(id_there) or library.gear.get(id_there) for id_there in champion.weapons
    )
    weapons = ", ".join(locale.name_of(entry.name) for entry in entries if entry is not None)
    head = Content.assemble(
        (locale.name_of(champion.name), "bold"), "  ", (str(champion.points), "bold $accent")
    )
    rows: list[Content | str] = [head, style_text(kind, look.MUTED), profile(locale, champion)]
    return (*rows, *([weapons] if weapons else []))
