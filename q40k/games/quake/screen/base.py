"""The desk of the game's screens, the registry of their actions, and what several forms share.

An action is registered where its form is written:

    @action("kill", "play", key="k", bar=2, at=150, name=N_("Kill"), help=N_("…"), when=playing)
    def kill(desk: Desk) -> Form: ...
"""

import re
from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from msgspec.structs import replace

from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.second_move import kind_now
from q40k.games.quake.state.parts import Phase
from q40k.games.quake.state.table.corrections import Rename
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.games.quake.table.team_marks import colour_of
from q40k.games.quake.words.positions import where
from q40k.i18n.locale import MINUS, N_, Locale
from q40k.i18n.tabletop import bot_name, level_name
from q40k.kernel.commands import InvalidValue
from q40k.kernel.events import Refusal
from q40k.kernel.lookup import strip_accents
from q40k.kernel.text import drop_bullet
from q40k.tabletop.asking import forbid
from q40k.tabletop.rules import BotSeat, Level
from q40k.tui import look
from q40k.tui.actions import Actions
from q40k.tui.fields import Entered, EntryError, Field, Move, Option, Outcome, Pick, Several, Text, type_to_narrow
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library

Desk: TypeAlias = "FormDesk[Match, Library]"

_LATER = ("champion", "home_made", "map", "opening", "place_notes", "sheets", "templates")
"""Modules that register no action and are loaded when first needed."""
action = Actions(package="q40k.games.quake.screen", without=_LATER)
"""The registry of the game's actions."""


def playing(state: Match) -> bool:
    """Return whether the set-up is over."""
    return state.play.phase != "setup"


def during(phase: str) -> Callable[[Match], bool]:
    """Return a condition that holds in one phase."""
    return lambda state: state.play.phase == phase


def running(state: Match) -> bool:
    """Return whether a turn is being played."""
    return state.running


def refuse_outside(phase: Phase) -> Callable[[Match], Refusal | None]:
    """Return the refusal of what belongs to one phase, in any other phase.

    Rule: TURN-1
    """

    def refusal(state: Match) -> Refusal | None:
        now = state.play.phase
        return None if now == phase else Refusal("TURN-1", "wrong-phase", {"phase": now, "wanted": phase})

    return refusal


def acting(state: Match) -> bool:
    """Return whether a turn is being played and a champion acts in it."""
    return state.running and state.play.active is not None


def moving(state: Match) -> bool:
    """Return whether a champion may move."""
    return state.play.phase == "movement" and state.play.active is not None


def springing(state: Match) -> bool:
    """Return whether the active champion may move again in this phase, by a trait."""
    if state.play.active is None or state.outcome.over:
        return False
    return kind_now(state, state.players[state.play.active]) is not None


def somebody(state: Match) -> bool:
    """Return whether a player is at the table."""
    return any(player.present for player in state.players.values())


def anybody(state: Match) -> bool:
    """Return whether a player is, or has been, at the table."""
    return bool(state.players)


# -- shared fields and options -------------------------------------------------------------------


_POINTS = r"[+-]?[0-9]{1,6}(\.[0-9]{1,6}|/0*[1-9][0-9]{0,5})?"

MOST_INCHES = 500


def number(player: Player) -> str:
    """Return the number a player is picked by: its place in the order of joining."""
    return player.id[1:]


def player_options(desk: Desk, among: Sequence[str], note: Callable[[Player], str] | None = None) -> tuple[Option, ...]:
    """List players to pick, by number, in the order of play."""
    players = [desk.state.players[p] for p in among]
    return tuple(Option(number(p), p.name, p.name, note(p) if note else where(desk.locale, p)) for p in players)


def target_options(
    desk: Desk, attackers: Sequence[str], note: Callable[[Player], str] | None = None
) -> tuple[Option, ...]:
    """List who may be shot or killed: in teams foes first, then friends, which Enter does not take."""
    state, friend = desk.state, desk.locale.gettext(N_("friend"))
    options = {option.value: option for option in player_options(desk, in_play(desk, attackers), note)}
    if not state.in_teams:
        return tuple(options.values())
    sides = {state.side_of(attacker) for attacker in attackers}
    players = [state.player_named(name) for name in options]
    foes, friends = list[Option](), list[Option]()
    for player in filter(None, players):
        option = replace(options[player.name], colour=look.ink(colour_of(state, player.id)))
        if state.side_of(player.id) in sides:
            friends.append(replace(option, note=f"{friend} {option.note}".strip(), is_besides=True))
        else:
            foes.append(option)
    return (*foes, *friends)


def in_play(desk: Desk, without: Sequence[str] = ()) -> list[str]:
    """List the players on the table in the order of play, except `without`."""
    return [p for p in desk.state.order if desk.state.players[p].in_play and p not in without]


def active_name(desk: Desk) -> str | None:
    """Return the name of the active player."""
    active = desk.state.play.active
    return desk.state.players[active].name if active else None


def portal_options(desk: Desk) -> tuple[Option, ...]:
    """List the five portals, each with the players that stand in it."""
    _ = desk.locale.gettext
    options = []
    for portal_number in range(1, 6):
        there = [desk.state.players[p].name for p in desk.state.occupants(portal_number)]
        label = _("portal {number}").format(number=portal_number)
        options.append(Option(str(portal_number), portal_number, label, ", ".join(there)))
    return tuple(options)


def who_rolls(locale: Locale, title: str, usual: str = "hand") -> Pick:
    """Ask whether hands or the app roll; Enter takes the usual answer."""
    _ = locale.gettext
    return Pick(
        title,
        rule="TABLE-5",
        options=(
            Option("1", "hand", _("real dice"), _("typed; Space lets the app roll one")),
            Option("2", "app", _("the app’s dice"), _("from the match’s seed")),
        ),
        chosen=1 if usual == "app" else 0,
    )


def read_name(text: str) -> str:
    """Read a player's name. Raises EntryError."""
    try:
        return Rename(player="x", to=text).to
    except InvalidValue as wrong:
        raise EntryError(wrong.code) from wrong


def new_name(desk: Desk) -> Callable[[str], str]:
    """Return a reader for the name of a new player. It raises EntryError, Refused.

    A player that has left and comes back is also recognised without accents.
    """

    def read(text: str) -> str:
        name = read_name(text)
        player = desk.state.player_named(name)
        if player is not None and player.present:
            key = desk.actions["seat"].key_in(desk.locale)
            raise forbid("TABLE-1", "name-seated", name=player.name, key=key)
        absent = [p.name for p in desk.state.players.values() if not p.present]
        alike = [name_there for name_there in absent if strip_accents(name_there) == strip_accents(name)]
        return alike[0] if player is None and len(alike) == 1 else name

    return read


def new_names(desk: Desk) -> Callable[[str], tuple[str, ...]]:
    """Return a reader for one or more such names, separated by commas.

    It raises EntryError, Refused.
    """
    read_one = new_name(desk)

    def read(text: str) -> tuple[str, ...]:
        names: dict[str, str] = {}
        for part in filter(str.strip, text.split(",")):
            name = read_one(part)
            if name.casefold() in names:
                raise forbid("TABLE-1", "name-taken", name=name)
            names[name.casefold()] = name
        return tuple(names.values()) or (read_one(text),)

    return read


def read_inches(text: str) -> float:
    """Read inches typed with a point or a comma. Raises EntryError."""
    try:
        inches = float(text.replace(",", ".").rstrip(' "”'))
    except ValueError:
        raise EntryError("no-inches") from None
    if not 0 <= inches <= MOST_INCHES:
        raise EntryError("no-inches")
    return inches


def read_points(text: str) -> Fraction:
    """Read points as typed: 15, -7.5, 7,5, 20/3. Raises EntryError."""
    typed = text.replace(",", ".").replace(" ", "").replace(MINUS, "-")
    if not re.fullmatch(_POINTS, typed):
        raise EntryError("no-points")
    return Fraction(typed)


def actor(desk: Desk, title: str, rule: str) -> Generator[Field, Any, Player]:
    """Return the active champion; ask for a player if none is active."""
    state = desk.state
    if state.play.active is not None and state.players[state.play.active].in_play:
        return state.players[state.play.active]
    name = yield Pick(
        title,
        rule=rule,
        hint=desk.locale.gettext(N_("number or first letters")),
        options=player_options(desk, in_play(desk)),
    )
    player = state.player_named(name)
    assert player is not None
    return player


# -- gear ----------------------------------------------------------------------------------------


class GearPick(Several):
    """Gear picked item by item; price and verdict follow each pick, Enter ends.

    The arrows mark an item, which Enter then picks. Nothing is marked at first.
    """

    listed: bool = True
    chosen: int = -1
    price: Callable[[Sequence[str]], tuple[str, tuple[str, ...]]] = lambda _picked: ("", ())

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key, then compute the price again."""
        items = self.choices()
        if key in ("up", "down") and items:
            step = 1 if key == "down" else -1
            self.chosen = (max(self.at, 0 if key == "up" else -1) + step) % len(items)
            return Move.CHANGED
        if key == "enter" and items and (self.at >= 0 or self.buffer):
            return self.pick(items[max(self.at, 0)])
        if key == "enter" and not self.buffer:
            return Entered(list(self.picked))
        self.chosen = -1
        if character == " " and self.buffer and type_to_narrow(self, " "):
            return Move.CHANGED  # the name has several words
        outcome = Several.press(self, key, character)
        self.update_notes()
        return outcome

    @property
    def at(self) -> int:
        """Return the index of the marked item, or -1 if none is marked."""
        return min(self.chosen, len(self.choices()) - 1)

    def pick(self, option: Option) -> Outcome:
        """Pick an item."""
        outcome = Several.pick(self, option)
        self.chosen = -1
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Compute the price and the verdict again."""
        self.why, self.notes = self.price(self.picked)


# ---- names as they are typed for seats: several at once, with a team, or with the bot that plays


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
