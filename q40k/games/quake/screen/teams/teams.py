"""Which team somebody plays for."""

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
"""What teams are called when nobody has a better name."""


DIGITS = "123456789"


class TeamPick(Marking):
    """A team that is there, by its number or first letters, or a new one by a new name."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    options: tuple[Option, ...] = ()
    new: str = ""  # how a new team is offered; nothing when there can be none

    def choices(self) -> Sequence[Option]:
        """The teams that fit what is typed, and one of that name if there is none."""
        name = clean_text(self.buffer)[:NAME_LENGTH].strip()
        if not name:
            return self.options
        found = fitting(self.options, name)
        known = {str(o.value).casefold() for o in self.options}
        if self.new and name.casefold() not in known:
            found.append(Option("", name, name, self.new))
        return found

    def type_character(self, character: str | None) -> Outcome:
        """A digit picks a team at once; letters name one."""
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
    """The team somebody plays for: Enter takes the one whose turn it is to grow.

    `without` is the team a player leaves.
    """
    _ = desk.locale.gettext
    state = desk.state
    assert state.setup.mod is not None
    wanted = teams_of(state.setup.mod)
    known = (
        [side for side in state.sides if side] if state.play.phase == "setup" else list(state.teams)
    )
    filled = [side for side in known if _present(state, side)]
    fewest = sorted(
        (side for side in known if side != without), key=lambda side: _present(state, side)
    )
    options = [
        Option(DIGITS[known.index(s) : known.index(s) + 1], s, s, _team_note(desk, s))
        for s in fewest
    ]
    may_found = state.play.phase == "setup" and len(filled) < wanted.most
    if may_found:
        fresh = Option(DIGITS[len(known) : len(known) + 1], *_fresh(desk, known), _("a new team"))
        options.insert(0 if len(filled) < wanted.least else len(options), fresh)
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


def _fresh(desk: Desk, known: list[str]) -> tuple[str, str]:
    """A name that no team has yet, as value and as label."""
    taken = {side.casefold() for side in known}
    names = [desk.locale.gettext(colour) for colour in COLOURS]
    names += [str(number) for number in range(len(COLOURS) + 1, 30)]
    name = next(one for one in names if one.casefold() not in taken)
    return name, name


def _team_note(desk: Desk, side: str) -> str:
    count = _present(desk.state, side)
    said = desk.locale.ngettext("{number} champion", "{number} champions", count)
    note = said.format(number=count)
    left = budget_left(desk.state, side)
    if left is not None:
        _ = desk.locale.gettext
        note += " · " + _("{points} left").format(points=left)
    return note


def budget_left(state: Match, side: str, without: str | None = None) -> int | None:
    """What a team may still spend on champions; None where nothing was agreed (TEAM-1)."""
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
    """Fix: a player changes teams."""
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
