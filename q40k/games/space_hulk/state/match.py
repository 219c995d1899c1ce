"""The state of a match, in parts.

Squares are named as on the board ("C4"), facings N, E, S, W. There are two sides, "marine" and
"stealer". Marines have their names as ids, stealers "S1", "S2" ..., the Alpha "Alpha", blips the
table's names. Where no places are kept, every `at` and `facing` is None. No part holds text to be
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar, Literal

from msgspec import field

from q40k.games.space_hulk.board import Board, board_of
from q40k.games.space_hulk.packs.boards import Facing, Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission, SideId, Unit
from q40k.games.space_hulk.state.editions import EDITIONS, Edition, WindowStep
from q40k.games.space_hulk.state.units import UNITS, UnitKind
from q40k.kernel.state import Part, Record
from q40k.tabletop.rules import Roller

Phase = Literal["setup", "marine-command", "marine-action", "stealer-reinforcement", "stealer-action", "end"]


SIDES: tuple[SideId, ...] = ("marine", "stealer")


MARINE_AP, STEALER_AP, BLIP_AP = 4, 6, 6


MIX = {1: 9, 2: 4, 3: 9}


class Options(Part, frozen=True, kw_only=True):
    """How the table plays what the books leave open. The defaults are the digest's rulings.

    `timer` is the length of the marine action phase in seconds, None without a clock. `bot` is the
    side that the program leads as a partner. `enemy` is how the program plays the Genestealers: by
    the solo book, or harder than it.
    """

    timer: int | None = 180
    novice: bool = False
    positions: bool = True
    cp: Literal["table", "app"] = "table"
    blips: Literal["table", "app"] = "table"
    shield_only_in_defence: bool = False
    unjam_keeps_guard: bool = False
    assault_from_entry: bool = True
    solo: bool = False
    solo_dice: Literal["app", "table"] = "app"
    solo_six: Literal["lot", "player"] = "lot"
    solo_no_forced_wait: bool = False
    bot: Literal["nobody", "marines"] = "nobody"
    enemy: Literal["book", "hard"] = "book"


class Setup(Part, frozen=True, dict=True, gc=True):
    """What the players agreed on when the match was laid out. `names` are the names of the two
    players.
    """

    name: str = ""
    mission: Mission | None = None
    layout: Layout | None = None
    edition_id: EditionId = "4"
    seed: str = ""
    roller: Roller = "hand"
    options: Options = field(default_factory=Options)
    names: tuple[str, str] = ("", "")

    @cached_property
    def board(self) -> Board | None:
        """The board, if there is one and the table keeps places on it."""
        return board_of(self.layout) if self.layout is not None and self.options.positions else None


class Play(Part, frozen=True):
    """The phase and turn, and who acts.

    `active` is the activated piece. `finishing`: the time is up, and an action that had begun may
    still be entered. `power_used`: the librarian has used a power in this turn. `last` is the alien
    that acted last.
    """

    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    finishing: bool = False
    power_used: bool = False
    last: str | None = None


class Counter(Part, frozen=True):
    """The command points: the drawn counter (a secret), the number of draws, and the points spent.

    `drawn` is None where the counter lies on the table.
    """

    drawn: int | None = None
    draws: int = 0
    spent: int = 0


class Solo(Part, frozen=True):
    """What the program remembers for a turn while it plays the Genestealers.

    `acting` is the alien it moves, `done` the aliens it has moved, `targets` the target of each.
    `looked` are sections examined for the brood effect, `rolled` the aliens it has rolled for.
    `heedless` are the aliens under the effect, `charge` those of them that still have to act.
    `at_once` are stealers revealed at an entry. `lost` counts blips that found no place.
    """

    acting: str | None = None
    done: tuple[str, ...] = ()
    targets: dict[str, str] = field(default_factory=dict)
    looked: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    heedless: tuple[str, ...] = ()
    charge: tuple[str, ...] = ()
    at_once: tuple[str, ...] = ()
    lost: int = 0


class Timer(Part, frozen=True):
    """The clock, in seconds of play: `gone` is the last reading, `began` the start of the running
    part.

    `length` is that of the running part, None when none runs. `held` is the reason for a pause.
    """

    gone: float = 0.0
    began: float = 0.0
    length: float | None = None
    held: str | None = None


class Outcome(Part, frozen=True):
    """How the match ended; a draw has no winner. `met` is the goal or rule that decided it."""

    over: bool = False
    winners: tuple[SideId, ...] = ()
    met: str = ""


class Tally(Part, frozen=True):
    """What the goals count: dead stealers, and sections that have burnt."""

    kills: int = 0
    burnt: tuple[str, ...] = ()


# -- pieces ----------------------------------------------------------------------------------


class Life(Part, frozen=True):
    """Whether the piece lives, and by which exit it has left the board."""

    alive: bool = True
    left_by: str | None = None


class Position(Part, frozen=True):
    """The square and facing of a piece, if the table keeps places."""

    at: str | None = None
    facing: Facing | None = None


class Acts(Part, frozen=True):
    """The action points a piece has left in this turn, and whether it was activated."""

    ap: int = 0
    activated: bool = False


class Stance(Part, frozen=True):
    """Overwatch, guard and jam. `watched`: clearing the jam may bring overwatch back."""

    overwatch: bool = False
    guard: bool = False
    jammed: bool = False
    watched: bool = False


class Arms(Part, frozen=True):
    """The ammunition and psi points left, None where they are not counted."""

    ammo: int | None = None
    reloaded: bool = False
    psi: int | None = None


class Aim(Part, frozen=True):
    """Sustained fire: its target, and how many shots have missed it in a row.

    `owed`: the free shot of a move is still to come, because blips must be turned up first.
    """

    target: str | None = None
    misses: int = 0
    owed: bool = False


class Lurking(Part, frozen=True):
    """Off the board: the entry where it waits, and whether it must wait until the turn is over."""

    entry: str | None = None
    held: bool = False


class Marine(Record, frozen=True):
    """A marine: a Terminator, who never waits at an entry."""

    lurking: ClassVar[Lurking] = Lurking()
    id: str
    unit: Unit
    life: Life = field(default_factory=Life)
    position: Position = field(default_factory=Position)
    acts: Acts = field(default_factory=Acts)
    stance: Stance = field(default_factory=Stance)
    arms: Arms = field(default_factory=Arms)
    aim: Aim = field(default_factory=Aim)

    @property
    def kind(self) -> UnitKind:
        """The weapons and rank of its unit."""
        return UNITS[self.unit]

    @property
    def present(self) -> bool:
        """Whether he lives and has not left the board."""
        return self.life.alive and self.life.left_by is None


class Stealer(Record, frozen=True):
    """A stealer. `turns` counts its quarter turns in a row (1st edition)."""

    id: str
    alpha: bool = False
    turns: int = 0
    life: Life = field(default_factory=Life)
    position: Position = field(default_factory=Position)
    lurking: Lurking = field(default_factory=Lurking)
    acts: Acts = field(default_factory=Acts)

    @property
    def present(self) -> bool:
        """Whether it lives and has not left the board; it may wait at an entry."""
        return self.life.alive and self.life.left_by is None


class Blip(Record, frozen=True):
    """A blip. `value` is the number of its stealers, a secret, None where only the table knows it.

    `placed` is the turn in which it was put down.
    """

    id: str
    value: int | None = None
    placed: int = 0
    life: Life = field(default_factory=Life)
    position: Position = field(default_factory=Position)
    lurking: Lurking = field(default_factory=Lurking)
    acts: Acts = field(default_factory=Acts)

    @property
    def present(self) -> bool:
        """Whether it is in play, unrevealed."""
        return self.life.alive


AlienPiece = Stealer | Blip


class Pile(Part, frozen=True):
    """The blips: `mix` is the number of blips of each value, `up` the number that lie face up.

    `up` counts by value; blips whose value the app does not know count under 0.
    """

    mix: dict[int, int] = field(default_factory=lambda: dict(MIX))
    up: dict[int, int] = field(default_factory=dict)


class MissionObject(Part, frozen=True):
    """An object: its square, its carrier, or the exit by which it has left."""

    id: str
    kind: str
    at: str | None = None
    carrier: str | None = None
    left_by: str | None = None


class Fire(Part, frozen=True):
    """A burning section: the burning squares, and the number of counters there."""

    squares: tuple[str, ...] = ()
    counters: int = 1


# -- what is still to come ---------------------------------------------------------------------


class Window(Part, frozen=True, tag="window"):
    """A reaction window after an action of `actor`, or of the `door` square that draws the shot.

    `step` is the open part of it. `spent_on` is the marine who got points in it, `acting` the
    marine who acts now.
    """

    actor: str
    step: WindowStep
    door: str | None = None
    points: bool = True
    spent_on: str | None = None
    acting: str | None = None


class Conversion(Part, frozen=True, tag="conversion"):
    """A blip that is being turned up.

    `left` is the number of its stealers that are still to be placed, None until the table has said
    the value. `plan` are squares and facings that the player named in advance. `acted`: its
    stealers may not act in this turn. `own`: the program has revealed it and places them.
    """

    blip: str
    at: str | None
    left: int | None = None
    first: bool = True
    acted: bool = False
    alpha: bool = False
    burning: str | None = None
    plan: tuple[tuple[str, Facing], ...] = ()
    own: bool = False


Pending = Window | Conversion


class Match(Record, frozen=True, dict=True, gc=True):
    """One match. `doors` go by their squares. `pending` is settled from its end."""

    marines: dict[str, Marine] = field(default_factory=dict)
    stealers: dict[str, Stealer] = field(default_factory=dict)
    blips: dict[str, Blip] = field(default_factory=dict)
    doors: dict[str, Literal["open", "closed", "gone"]] = field(default_factory=dict)
    fires: dict[str, Fire] = field(default_factory=dict)
    things: dict[str, MissionObject] = field(default_factory=dict)
    barrier: str | None = None
    pending: tuple[Pending, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()
    setup: Setup = field(default_factory=Setup)
    play: Play = field(default_factory=Play)
    counter: Counter = field(default_factory=Counter)
    timer: Timer = field(default_factory=Timer)
    pile: Pile = field(default_factory=Pile)
    tally: Tally = field(default_factory=Tally)
    solo: Solo = field(default_factory=Solo)
    outcome: Outcome = field(default_factory=Outcome)

    # -- finding ---------------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The edition it is played by."""
        return EDITIONS[self.setup.edition_id]

    @property
    def options(self) -> Options:
        """How the table plays."""
        return self.setup.options

    @property
    def mission(self) -> Mission:
        """The mission, once the match is laid out."""
        assert self.setup.mission is not None
        return self.setup.mission

    @cached_property
    def marines_in_play(self) -> tuple[Marine, ...]:
        """The marines on the board, in the order of joining."""
        return tuple(marine for marine in self.marines.values() if marine.present)

    @cached_property
    def stealers_in_play(self) -> tuple[Stealer, ...]:
        """The stealers on the board and at entries, in the order of joining."""
        return tuple(stealer for stealer in self.stealers.values() if stealer.present)

    @cached_property
    def blips_in_play(self) -> tuple[Blip, ...]:
        """The blips on the board and at entries that nobody has turned up."""
        return tuple(blip for blip in self.blips.values() if blip.present)

    @cached_property
    def aliens_in_play(self) -> tuple[AlienPiece, ...]:
        """All aliens in play, also those off the board: stealers first, then blips, each in the order of joining."""
        return (*self.stealers_in_play, *self.blips_in_play)

    @property
    def pieces_in_play(self) -> tuple[Marine | AlienPiece, ...]:
        """The marines and aliens in play, also those off the board."""
        return (*self.marines_in_play, *self.aliens_in_play)

    @property
    def all_pieces(self) -> dict[str, Marine | AlienPiece]:
        """Every piece that has ever joined, by its id."""
        return {**self.marines, **self.stealers, **self.blips}

    def pieces(self) -> Iterator[Marine | AlienPiece]:
        """Return all pieces on the board: marines, stealers, blips, each in the order of joining."""
        return (piece for piece in self.pieces_in_play if piece.lurking.entry is None)

    def piece(self, id: str) -> Marine | AlienPiece:
        """Return the piece of that id. Raises KeyError."""
        return self.marines.get(id) or self.stealers.get(id) or self.blips[id]

    def carried_objects(self, id: str) -> tuple[MissionObject, ...]:
        """Return the objects that a figure carries."""
        return tuple(item for item in self.things.values() if item.carrier == id)

    @property
    def undrawn(self) -> int:
        """The number of blips left in the pile.

        Rule: SH-BLIP-2, SH-BLIP-3
        """
        return sum(self.pile.mix.values()) - len(self.blips_in_play) - sum(self.pile.up.values())

    @property
    def window(self) -> Window | None:
        """The open reaction window, if nothing else comes first."""
        top = self.pending[-1] if self.pending else None
        return top if isinstance(top, Window) else None

    @property
    def conversion(self) -> Conversion | None:
        """The blip that must be turned up now."""
        top = self.pending[-1] if self.pending else None
        return top if isinstance(top, Conversion) else None

    # -- changing --------------------------------------------------------------------------

    def with_marine(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a marine."""
        return self.replace(marines={**self.marines, id: self.marines[id].replace(**changes)})

    def with_stealer(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a stealer."""
        return self.replace(stealers={**self.stealers, id: self.stealers[id].replace(**changes)})

    def with_blip(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a blip."""
        return self.replace(blips={**self.blips, id: self.blips[id].replace(**changes)})

    def with_piece(self, id: str, **changes: object) -> Match:
        """Return the match with changes to a piece of any kind."""
        if id in self.marines:
            return self.with_marine(id, **changes)
        if id in self.stealers:
            return self.with_stealer(id, **changes)
        return self.with_blip(id, **changes)

    def without_aims(self, which: Callable[[Aim], bool]) -> Match:
        """Return the match in which no marine keeps such an aim."""
        aiming = {id: marine.replace(aim=Aim()) for id, marine in self.marines.items() if which(marine.aim)}
        return self.replace(marines={**self.marines, **aiming}) if aiming else self

    def with_top(self, top: Pending) -> Match:
        """Return the match with `top` in the place of the last pending entry."""
        return self.replace(pending=(*self.pending[:-1], top))
