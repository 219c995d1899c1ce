"""The sides at a glance: signs, colours and letters of teams, and the line below the ribbon."""

from __future__ import annotations

import re

from textual.content import Content

from q40k.games.quake.rules.flag_carrying import carried_flags
from q40k.games.quake.rules.objectives.points import holders
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.teams.teams import budget_left
from q40k.games.quake.table.team_marks import colour_of, letter_of, own_colour, team_marks
from q40k.games.quake.words.flags import flag_line
from q40k.games.quake.words.objectives.progress import current_round, short_progress
from q40k.i18n.locale import Locale
from q40k.tui import look

FLAG, BUILDING, LIFE = "⚑", "▣", "♥"
IN_PORTAL, BESIDE = "◎", "○"


def flag_sign(state: Match, player: str) -> str:
    """Return the flag sign if a player carries a flag."""
    return FLAG if state.flags and carried_flags(state, player) else ""


def ink_of(state: Match, player: str) -> str:
    """Return the colour token of a player: its team's colour, or its own."""
    return look.ink(colour_of(state, player))


def colour_names(state: Match, text: str, style: str = "") -> Content:
    """Style a text: names of players get their colours, and in teams their letter."""
    names = {p.name: p.id for p in state.players.values()}
    if not names:
        return look.style_text(text, style)
    quiet = look.MUTED in style
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    parts: list[tuple[str, str]] = []
    for part in re.split(rf"(?<!\w)({either})(?!\w)", text):
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
        Content.assemble(
            (state.side_name(s), look.ink(own_colour(s))), f" {short_progress(locale, state, s)}"
        )
        for s in won[:4]
    ]


def _team(state: Match, locale: Locale, side: str) -> Content:
    letter, colour = team_marks(state.sides)[side][0], _ink(state, side)
    up = (
        state.play.active is not None
        and not state.outcome.over
        and state.side_of(state.play.active) == side
    )
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
