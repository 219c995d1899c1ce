"""The forms of the table: opening a match, joining, leaving, whose dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from q40k.rules import commands as c
from q40k.rules.asks import forbid
from q40k.table.resolve import DEFAULT_ARENA
from q40k.tui.arming import fielded
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import (
    Form,
    new_name,
    player_options,
    who_rolls,
)

if TYPE_CHECKING:
    from q40k.packs.models import Mod
    from q40k.tui.desk import Desk


_D3 = object()
MOST_BUDGET = 100_000
KEYS = "1234567890"
"""One key picks one of the first ten; the others are found by their letters."""


def join(desk: Desk) -> Form:
    """J: name, champion; after the start the die follows by itself."""
    _ = desk.speech.gettext
    name = yield Text(
        _("Who joins?"),
        why=_("Name; one who left comes back by the same name."),
        rule="INIT-3" if desk.state.phase != "setup" else "",
        read=new_name(desk),
    )
    return (yield from _champion_of(desk, name))


def _champion_of(desk: Desk, name: str) -> Form:
    _ = desk.speech.gettext
    known = desk.state.named(name)
    if known is not None and not known.present:
        return c.Join(
            player=name, champion=known.champion.id, options=known.gear, profile=known.champion
        )
    figure = yield from fielded(desk, _("{name} fields…").format(name=name))
    return c.Join(
        player=name, champion=figure.champion, options=figure.gear, profile=figure.profile
    )


def setup_player(desk: Desk) -> Form:
    """The set-up's loop: the next player, or Enter to start."""
    _ = desk.speech.gettext
    count = sum(p.present for p in desk.state.players.values())
    name = yield Text(
        _("Player {number}: name?").format(number=count + 1),
        why=_("Enter alone: everybody is there, roll for the order of play.") if count else "",
        read=new_name(desk),
        may_be_empty=count > 0,
    )
    if name is None:
        return c.Start()
    return (yield from _champion_of(desk, name))


def leave(desk: Desk) -> Form:
    """L: who leaves."""
    _ = desk.speech.gettext
    who = yield Pick(
        _("Who leaves?"),
        why=_("The champion is taken off; the score stays on the board."),
        rule="INIT-5",
        options=player_options(desk, [p.id for p in desk.state.players.values() if p.present]),
    )
    return c.Leave(player=who)


def dice(desk: Desk) -> Form:
    """R: whose dice the app rolls, and how a D3 is typed."""
    _ = desk.speech.gettext
    d3 = (
        _("type a D3 as 1 to 3")
        if desk.state.d3_on_d6
        else _("type a D3 as the D6 it was rolled on")
    )
    everyone = (
        Option("0", None, _("everyone")),
        Option("d", _D3, d3),
    )
    who = yield Pick(
        _("Whose dice?"),
        rule="TABLE-5",
        options=everyone
        + player_options(
            desk,
            list(desk.state.players),
            lambda p: _("app") if (p.roller or desk.state.roller) == "app" else _("hand"),
        ),
    )
    if who is _D3:
        return c.D3(on_d6=not desk.state.d3_on_d6)
    player = desk.state.named(who) if who else None
    by_now = (player.roller if player else None) or desk.state.roller
    usual = "hand" if by_now == "app" else "app"
    by = yield who_rolls(desk.speech, _("Who rolls them?"), usual)
    return c.Dice(by=by, player=who)


def open_match(desk: Desk) -> Form:
    """The first questions of a new match: what the call left open."""
    _ = desk.speech.gettext
    said = desk.prefilled
    arena = said.arena
    language = desk.speech.language
    if arena is None:
        known = desk.library.arenas.values()
        arenas = sorted(known, key=lambda a: (a.id != DEFAULT_ARENA, a.tiles, a.id))
        options = tuple(
            Option(
                KEYS[n : n + 1], a.id, a.name.said(language),
                _("{width}×{height} cm, up to {count} players").format(
                    width=a.size[0], height=a.size[1], count=a.tiles
                ),
            )
            for n, a in enumerate(arenas)
        )  # fmt: skip
        arena = yield Pick(
            _("Which arena?"), rule="ARENA-2", hint=_("Enter: the marked one"), options=options
        )
    by = said.dice
    if desk.ask_dice:
        by = yield who_rolls(desk.speech, _("Whose dice?"), said.dice)
    budget = said.budget
    mod = desk.library.mods.get(said.mod)
    if mod is not None and mod.has("budget") and budget is None and not mod.parameters.budget:
        budget = yield _budget(desk, mod)
    return c.New(
        mod=said.mod, arena=arena, seed=said.seed, name=said.name, dice=by,
        options={"budget": budget} if budget else {},
    )  # fmt: skip


def _budget(desk: Desk, mod: Mod) -> Text:
    """What a champion, or a whole team, may cost at most."""
    _ = desk.speech.gettext
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
