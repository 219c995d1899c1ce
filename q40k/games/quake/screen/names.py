"""Names as they are typed for seats: several at once, with a team, or with the bot that plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from msgspec.structs import replace

from q40k.games.quake.screen.base import Desk
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.i18n.locale import N_, Locale
from q40k.i18n.tabletop import bot_name, level_name
from q40k.kernel.lookup import strip_accents
from q40k.tabletop.rules import BotSeat, Level
from q40k.tui.fields import Move, Outcome, Text, drop_bullet

LEVELS: tuple[Level, ...] = get_args(Level)
TURNS: tuple[Level | None, ...] = ("sound", "sharp", "straight", None)
"""What Tab makes of a typed name, one after the other; None is a person."""


def split_name(locale: Locale, typed: str) -> tuple[str, BotSeat | None]:
    """Return a typed name and the bot behind its colon, if any: "Ranger:sharp:camper"."""
    name, _colon, rest = typed.partition(":")
    word, _colon, personality = (part.strip().casefold() for part in rest.partition(":"))
    for level in LEVELS:
        if word and strip_accents(word) in (level, strip_accents(level_name(locale, level).casefold())):
            return name.strip(), BotSeat(level, personality or None)
    if personality and not word:
        return name.strip(), BotSeat(personality=personality)
    return typed.strip(), None


def note_bots(desk: Desk, read: Callable[[str], Sequence[str]]) -> Callable[[str], Sequence[str]]:
    """Return a reader of names that notes which of them bots play, and their teams: Ann@Red, Ranger:sound."""

    def read_names(text: str) -> Sequence[str]:
        pairs = [split_name(desk.locale, drop_bullet(part)) for part in text.split(",")]
        teams: dict[str, str] = {}
        if desk.state.in_teams:
            split = [(name.partition("@"), bot) for name, bot in pairs]
            teams = {name.strip(): team.strip() for (name, _at, team), _bot in split if team.strip()}
            pairs = [(name.strip(), bot) for (name, _at, _team), bot in split]
        names = read(",".join(name for name, _bot in pairs))
        prefilled = as_prefilled(desk.prefilled)
        prefilled = replace(prefilled, teams={**prefilled.teams, **teams})
        bots = {**prefilled.bots, **dict.fromkeys((name for name, _bot in pairs), None)}
        bots |= {name: bot for name, bot in pairs if bot is not None}
        desk.prefilled = replace(prefilled, bots={name: bot for name, bot in bots.items() if bot is not None})
        return names

    return read_names


class SeatName(Text):
    """The field of a player's name: Tab makes the last name typed a bot's, of one level after another."""

    locale: Locale | None = None
    callsigns: Sequence[str] = ()
    """Names for bots with their personalities, "Limpet:sound:camper"; Tab without a name types the first."""
    lasting: tuple[str, ...] = ()
    """The notes that stay whatever is typed."""

    def __post_init__(self) -> None:
        self.lasting = self.notes

    @property
    def uses_tab(self) -> bool:
        """Return True: Tab always changes who plays the name."""
        return True

    def press(self, key: str, character: str | None) -> Outcome:
        """Change who plays the name with Tab; all other keys type. A note says that a bot plays it."""
        outcome = self._press(key, character)
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Say below the line that a bot plays the last name."""
        locale, last = self.locale, self.buffer.rpartition(",")[2]
        name, bot = split_name(locale, last) if locale is not None else ("", None)
        if locale is None or bot is None:
            self.notes = self.lasting
            return
        note = locale.say(N_("{name}: {bot}. Tab: another level, then a person."), name=name, bot=bot_name(locale, bot))
        self.notes = (*self.lasting, note)

    def _press(self, key: str, character: str | None) -> Outcome:
        if key != "tab" or self.locale is None:
            return super().press(key, character)
        before, comma, last = self.buffer.rpartition(",")
        if not last.strip() and not self.other:
            last = next(iter(self.callsigns), "")
        if not last.strip():
            return super().press(key, character)
        name, bot = split_name(self.locale, last)
        level = TURNS[0] if bot is None or not self.buffer.strip() else TURNS[(TURNS.index(bot.level) + 1) % len(TURNS)]
        played_by = (level_name(self.locale, level), bot.personality if bot else None) if level else ()
        self.buffer = before + comma + " " * bool(comma) + ":".join((name, *filter(None, played_by)))
        self.after_caret = 0
        return Move.CHANGED


class NextName(SeatName):
    """The field of the set-up for the name of the next player, or several names."""

    @property
    def starts(self) -> bool:
        """Whether Enter on an empty name starts the match."""
        return self.may_be_empty and self.empty is None
