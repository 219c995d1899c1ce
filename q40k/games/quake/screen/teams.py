"""Teams: their colours and letters, the line of the sides, and forms that choose a team."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from textual.content import Content

from q40k.games.quake.screen.base import Desk, player_options
from q40k.games.quake.state.flags import carried_flags
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.points import holders
from q40k.games.quake.state.objectives.rounds import dies_for_good
from q40k.games.quake.state.teams import ChangeTeam, teams_of
from q40k.games.quake.table.team_marks import colour_of, letter_of, own_colour, team_marks
from q40k.games.quake.words.flags import flag_line
from q40k.games.quake.words.objectives.objective import current_round, short_progress
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commands import NAME_LENGTH
from q40k.kernel.text import clean_text
from q40k.tui import look
from q40k.tui.fields import ARROWS, CARET, EDITS, Edit, Entered, Marking, Move, Option, Outcome, Pick, fitting
from q40k.tui.forms import Form

# -- choosing a team -----------------------------------------------------------------------------


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
    limits = teams_of(state.mod)
    sides = [side for side in state.sides if side] if state.play.phase == "setup" else list(state.teams)
    filled = [side for side in sides if _present(state, side)]
    fewest = sorted((side for side in sides if side != without), key=lambda side: _present(state, side))
    options = [Option(DIGITS[sides.index(s) : sides.index(s) + 1], s, s, _team_note(desk, s)) for s in fewest]
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


def find_team(desk: Desk, team: str | None) -> str | None:
    """Return the team that a player was entered for: one that exists, or a new one if there may be another."""
    state = desk.state
    if team is None:
        return None
    filled = [side for side in state.sides if side and _present(state, side)]
    may_found = state.play.phase == "setup" and len(filled) < teams_of(state.mod).most
    alike = (side for side in state.sides if side and side.casefold() == team.casefold())
    return next(alike, team if may_found else None)


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
    spent = sum(int(state.players[p].value) for p in state.members(side) if state.players[p].present and p != without)
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


# -- the sides at a glance -----------------------------------------------------------------------


FLAG, BUILDING, LIFE = "⚑", "▣", "♥"
IN_PORTAL, BESIDE = "◎", "○"


def flag_sign(state: Match, player: str) -> str:
    """Return the flag sign if a player carries a flag."""
    return FLAG if state.flags and carried_flags(state, player) else ""


def ink_of(state: Match, player: str) -> str:
    """Return the colour token of a player: its team's colour, or its own."""
    return look.ink(colour_of(state, player))


@lru_cache(maxsize=8)
def _pattern_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of any of these names, as a whole word."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)({either})(?!\w)")


def colour_names(state: Match, text: str, style: str = "") -> Content:
    """Style a text: names of players get their colours, and in teams their letter."""
    names = {p.name: p.id for p in state.players.values()}
    if not names:
        return look.style_text(text, style)
    quiet = look.MUTED in style
    parts: list[tuple[str, str]] = []
    for part in _pattern_of(tuple(names)).split(text):
        if part in names:
            letter = letter_of(state, names[part])
            label = f"{part}·{letter}" if letter else part
            ink = "" if quiet else ink_of(state, names[part])
            parts.append((label, f"{style} {ink}".strip()))
        else:
            parts.append((part, style))
    return Content.assemble(*parts)


def sides_line(state: Match, locale: Locale) -> Content:
    """Write how the sides stand, in one line."""
    parts: list[Content] = []
    now = current_round(locale, state)
    if now:
        parts.append(Content.styled(now, "bold"))
    if state.in_teams:
        parts += [_team(state, locale, side) for side in state.sides]
    elif now:
        parts += _leaders(state, locale)
    flags = [flag_line(locale, state, flag) for flag in state.flags.values()]
    if flags:
        parts.append(Content.styled(f"{FLAG} " + " · ".join(flags), ""))
    burning = sum(b.burning for b in state.barrels.values())
    if state.barrels:
        _ = locale.gettext
        template = _("barrels {count}").format(count=len(state.barrels) - burning)
        parts.append(Content(f"{template}{f' + {burning} ♨' if burning else ''}"))
    return Content.assemble(" ", Content(" │ ").join(parts)) if parts else Content("")


def _ink(state: Match, side: str) -> str:
    return look.ink(team_marks(state.sides)[side][1] if state.in_teams else own_colour(side))


def _leaders(state: Match, locale: Locale) -> list[Content]:
    """List the sides that won rounds, in a match without teams."""
    won = [s for s in state.sides if state.rounds.won.get(s)]
    won.sort(key=lambda side: -state.rounds.won[side])
    return [
        Content.assemble((state.side_name(s), look.ink(own_colour(s))), f" {short_progress(locale, state, s)}")
        for s in won[:4]
    ]


def _team(state: Match, locale: Locale, side: str) -> Content:
    letter, colour = team_marks(state.sides)[side][0], _ink(state, side)
    up = state.play.active is not None and not state.outcome.over and state.side_of(state.play.active) == side
    facts = [_team_facts(state, locale, side)]
    team = state.teams.get(side)
    if team is not None and team.structure is not None:
        facts.append(f"{BUILDING}{team.structure}")
    if state.setup.mod is not None and state.setup.mod.has("domination") and state.running:
        portals = "".join(map(str, holders(state)[0].get(side, ())))
        facts.append(f"{IN_PORTAL}{portals}" if portals else "")
    name = f"{look.NOW if up else ' '}{letter} {side}"
    rest = " ".join(fact for fact in facts if fact)
    return Content.assemble((name, f"bold {colour}{' reverse' if up else ''}"), f" {rest}")


def _team_facts(state: Match, locale: Locale, side: str) -> str:
    _ = locale.gettext
    present = sum(state.players[p].present for p in state.members(side))
    if state.play.phase != "setup":
        mates = [state.players[p] for p in state.members(side) if state.players[p].present]
        progress = short_progress(locale, state, side)
        if any(dies_for_good(state, mate.id) for mate in mates):
            out = sum(mate.life.out for mate in mates)
            text = _("{out} of {count} out").format(out=out, count=present)
            return f"{progress} {text}".strip() if out else progress
        return progress
    budget = budget_left(state, side)
    template = locale.ngettext("{number} champion", "{number} champions", present)
    note = template.format(number=present)
    return note if budget is None else f"{note}, " + _("{points} left").format(points=budget)
