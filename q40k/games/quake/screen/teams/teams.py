"""Fields and forms that choose a player's team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.teams import ChangeTeam, teams_of
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.forms import player_options
from q40k.i18n.locale import N_
from q40k.kernel.text import clean_text
from q40k.packs.said import NAME_LENGTH
from q40k.tui.fields import (
    ARROWS,
    CARET,
    EDITS,
    Edit,
    Entered,
    Marking,
    Move,
    Option,
    Outcome,
    Pick,
    fitting,
)
from q40k.tui.forms import Form

COLOURS = (N_("Red"), N_("Blue"), N_("Green"), N_("Yellow"), N_("White"), N_("Black"))
"""Default names for teams."""


DIGITS = "123456789"


class TeamPick(Marking):
    """A pick of a team by its number or first letters; another name adds a new team."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    options: tuple[Option, ...] = ()
    new: str = ""  # how a new team is offered; nothing when there can be none

    def choices(self) -> Sequence[Option]:
        """Return the teams that fit the typed text, and a new team of that name."""
        name = clean_text(self.buffer)[:NAME_LENGTH].strip()
        if not name:
            return self.options
        options = fitting(self.options, name)
        names = {str(o.value).casefold() for o in self.options}
        if self.new and name.casefold() not in names:
            options.append(Option("", name, name, self.new))
        return options

    def type_character(self, character: str | None) -> Outcome:
        """Take one character: a digit picks a team at once, letters spell a name."""
        if character is None or not character.isprintable() or len(self.buffer) >= NAME_LENGTH:
            return Move.NOTHING
        if not self.buffer:
            for option in self.options:
                if option.key == character:
                    return Entered(option.value)
        before = self.buffer
        self.insert(character)
        self.buffer = self.buffer.lstrip()
        if self.buffer and not self.choices():
            self.buffer = before
            return Move.NOTHING
        self.chosen = 0
        return Move.CHANGED


def which_team(desk: Desk, name: str, without: str = "") -> TeamPick:
    """Ask for a player's team; Enter takes the smallest one.

    `without` is the team that the player leaves.
    """
    _ = desk.locale.gettext
    state = desk.state
    assert state.setup.mod is not None
    limits = teams_of(state.setup.mod)
    sides = (
        [side for side in state.sides if side] if state.play.phase == "setup" else list(state.teams)
    )
    filled = [side for side in sides if _present(state, side)]
    fewest = sorted(
        (side for side in sides if side != without), key=lambda side: _present(state, side)
    )
    options = [
        Option(DIGITS[sides.index(s) : sides.index(s) + 1], s, s, _team_note(desk, s))
        for s in fewest
    ]
    may_found = state.play.phase == "setup" and len(filled) < limits.most
    if may_found:
        fresh = Option(DIGITS[len(sides) : len(sides) + 1], *_fresh(desk, sides), _("a new team"))
        options.insert(0 if len(filled) < limits.least else len(options), fresh)
    return TeamPick(
        _("{name}: which team?").format(name=name),
        why=_("Enter: the marked one. A new name begins a new team.") if may_found else "",
        rule="TEAM-1",
        hint=_("number or first letters"),
        options=tuple(options),
        new=_("a new team") if may_found else "",
    )


def _present(state: Match, side: str) -> int:
    return sum(state.players[p].present for p in state.members(side))


def _fresh(desk: Desk, sides: list[str]) -> tuple[str, str]:
    """Return an unused team name, as value and as label."""
    used_names = {side.casefold() for side in sides}
    names = [desk.locale.gettext(colour) for colour in COLOURS]
    names += [str(number) for number in range(len(COLOURS) + 1, 30)]
    name = next(free_name for free_name in names if free_name.casefold() not in used_names)
    return name, name


def _team_note(desk: Desk, side: str) -> str:
    count = _present(desk.state, side)
    template = desk.locale.ngettext("{number} champion", "{number} champions", count)
    note = template.format(number=count)
    budget = budget_left(desk.state, side)
    if budget is not None:
        _ = desk.locale.gettext
        note += " · " + _("{points} left").format(points=budget)
    return note


def budget_left(state: Match, side: str, without: str | None = None) -> int | None:
    """Return the points a team may still spend, or None without a budget (TEAM-1)."""
    mod = state.setup.mod
    if mod is None or not mod.in_teams or not mod.has("budget") or mod.parameters.budget is None:
        return None
    spent = sum(
        int(state.players[p].value)
        for p in state.members(side)
        if state.players[p].present and p != without
    )
    return max(0, mod.parameters.budget - spent)


def change_team(desk: Desk) -> Form:
    """Ask which player changes to which team (part of Fix)."""
    _ = desk.locale.gettext
    present = [p.id for p in desk.state.players.values() if p.present]
    who = yield Pick(
        _("Who changes teams?"),
        rule="TEAM-1",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, present, lambda p: p.team or ""),
    )
    player = desk.state.player_named(who)
    team = yield which_team(desk, who, (player.team if player else None) or "")
    return ChangeTeam(player=who, team=team)
