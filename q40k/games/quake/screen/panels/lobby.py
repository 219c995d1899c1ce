"""The table before the start: the mod, the arena, who joins with what, and what is missing."""

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
from q40k.games.quake.screen.table.opening import CHOSEN, arenas_for, explained, room_in
from q40k.games.quake.screen.teams.sides import ink_of
from q40k.games.quake.screen.teams.teams import budget_left
from q40k.games.quake.table.scene import bare, scene
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
    """The lobby of a match that is being set up."""
    mod, arena = _chosen(desk, state, marked)
    headed = state.setup.mod is not None and not state.setup.name  # the ribbon says it already
    return Lobby(
        title="" if headed or mod is None else desk.locale.name_of(mod.name),
        about=(in_short(desk.locale, mod), *explained(desk.locale, mod)[1:]) if mod else (),
        seats=_seats(desk, state),
        missing=tuple(_missing(desk.locale, state)) if state.setup.mod else (),
        marked=_card(desk, marked),
        scene=_scene(state, arena),
        replaces_feed=True,
        caption=f"{desk.locale.name_of(arena.name)} · {room_in(desk.locale, arena)}"
        if arena
        else "",
    )


def _chosen(desk: Desk, state: Match, marked: Any) -> tuple[Mod | None, Arena | None]:
    """The mod and the arena: those of the match, those chosen so far, or those that are marked.

    As long as there is no arena it is the usual one.
    """
    if state.setup.mod is not None:
        return state.setup.mod, state.setup.arena
    try:
        library = desk.library
    except PackError:  # it is said below what is asked
        return None, None
    said, where = desk.memory.get(CHOSEN, ("", ""))
    mod = library.mods.get(said or str(marked))
    arena = library.arenas.get(where or str(marked))
    return mod, arena or next(iter(arenas_for(library, mod)), None)


@lru_cache(maxsize=4)
def _empty(arena: Arena) -> Scene:
    return bare(arena, {})


def _scene(state: Match, arena: Arena | None) -> Scene | None:
    return scene(state) if state.setup.arena is not None else _empty(arena) if arena else None


# ---- who is there


def _seats(desk: Desk, state: Match) -> tuple[tuple[Content, str, str], ...]:
    here = [player for player in state.players.values() if player.present]
    if not state.in_teams:
        return tuple(_seat(desk.locale, state, one) for one in here)
    rows = []
    for side in state.sides:
        mates = [one for one in here if state.side_of(one.id) == side]
        if mates:
            rows.append(_team(desk.locale, state, side, mates))
            rows += [_seat(desk.locale, state, one) for one in mates]
    return tuple(rows)


def _seat(locale: Locale, state: Match, one: Player) -> tuple[Content, str, str]:
    who = Content.assemble((f"{number(one):>2} ", look.MUTED), (one.name, ink_of(state, one.id)))
    return who, locale.name_of(one.champion.name), locale.points(one.value)


def _team(locale: Locale, state: Match, side: str, mates: list[Player]) -> tuple[Content, str, str]:
    _ = locale.gettext
    assert state.setup.mod is not None
    least = teams_of(state.setup.mod).players
    letter = letter_of(state, mates[0].id)
    who = style_text(f"{letter} {side}", f"bold {ink_of(state, mates[0].id)}")
    count = len(mates)
    of = _("{count} of {least}").format(count=count, least=least) if count < least else str(count)
    left = budget_left(state, side)
    note = "" if left is None else " · " + _("{points} left").format(points=left)
    return who, of + note, ""


# ---- what is missing


def _missing(locale: Locale, state: Match) -> list[Content]:
    """What is missing before one can start, or that nothing is."""
    _ = locale.gettext
    if state.in_teams:
        said = _of_teams(locale, state)
    else:
        there = any(player.present for player in state.players.values())
        said = [] if there else [_("nobody sits here yet")]
    if said:
        return [style_text(f"○ {one}", "$warning") for one in said]
    ready = _("ready: Enter on an empty name starts")
    return [style_text(f"● {ready}", "$success")]


def _of_teams(locale: Locale, state: Match) -> list[str]:
    assert state.setup.mod is not None
    teams, players = missing_players(state)
    least = teams_of(state.setup.mod).players
    said = []
    if teams:
        text = locale.ngettext("{number} team is missing", "{number} teams are missing", teams)
        each = locale.ngettext("with {number} player", "with {number} players each", least)
        said.append(text.format(number=teams) + ", " + each.format(number=least))
    for team, short in players.items():
        text = locale.ngettext(
            "{team}: {number} player more", "{team}: {number} players more", short
        )
        said.append(text.format(team=team, number=short))
    return said


# ---- what is being chosen


def _card(desk: Desk, marked: Any) -> tuple[Content | str, ...]:
    """The card of the champion that is marked: price, army, figures, weapons."""
    id = marked.champion if isinstance(marked, Fielded | Armed) else marked
    if desk.state.setup.mod is None or not isinstance(id, str):
        return ()
    champion: Champion | None = desk.library.champions.get(id)
    if champion is None:
        return ()
    locale, library = desk.locale, desk.library
    kind = f"{army_name(locale, champion.army)} · {unit_type_name(locale, champion.unit_type)}"
    found = (library.weapons.get(one) or library.gear.get(one) for one in champion.weapons)
    weapons = ", ".join(locale.name_of(one.name) for one in found if one is not None)
    head = Content.assemble(
        (locale.name_of(champion.name), "bold"), "  ", (str(champion.points), "bold $accent")
    )
    rows: list[Content | str] = [head, style_text(kind, look.MUTED), profile(locale, champion)]
    return (*rows, *([weapons] if weapons else []))
