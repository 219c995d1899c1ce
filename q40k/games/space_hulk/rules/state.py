"""The state of a match, in parts. Squares are named as on the board ("C4"), facings N, E, S, W.

There are two sides, "marine" and "stealer". Marines are known by their names, stealers as "S1",
"S2" ..., the Alpha as "Alpha", blips as the table calls them. Where no places are kept, every `at`
and `facing` is None. No part holds a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import field

from q40k.games.space_hulk.packs.boards import Facing, Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission, SideId, Unit
from q40k.games.space_hulk.rules.editions import EDITIONS, Edition, WindowStep
from q40k.games.space_hulk.rules.units import UNITS, UnitKind
from q40k.kernel.state import Part, Record

Roller = Literal["hand", "app"]
Phase = Literal[
    "setup", "marine-command", "marine-action", "stealer-reinforcement", "stealer-action", "end",
]  # fmt: skip
SIDES: tuple[SideId, ...] = ("marine", "stealer")
MARINE_AP, STEALER_AP, BLIP_AP = 4, 6, 6
MIX = {1: 9, 2: 4, 3: 9}


class Options(Part, frozen=True, kw_only=True):
    """How the table plays what the books leave open; the defaults are the digest's rulings.

    `timer` is the seconds of the marine action phase, None without a clock; `bot` whom the program
    leads as a partner.
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


class Setup(Part, frozen=True):
    """What was agreed on when the match was laid out. `names` are those of the two players."""

    name: str = ""
    mission: Mission | None = None
    layout: Layout | None = None
    edition_id: EditionId = "4"
    seed: str = ""
    roller: Roller = "hand"
    options: Options = field(default_factory=Options)
    names: tuple[str, str] = ("", "")


class Play(Part, frozen=True):
    """Where the turn stands.

    `active` is the piece that is activated; `finishing`: the time is up, and an action that was
    begun may still be entered; `power_used` that the librarian has used a power in this turn;
    `last` the alien that acted last; `begun` whether the first turn has begun.
    """

    phase: Phase = "setup"
    turn: int = 0
    active: str | None = None
    finishing: bool = False
    power_used: bool = False
    last: str | None = None


class Counter(Part, frozen=True):
    """The command points: the counter that was drawn (a secret), how often, and what is spent.

    `drawn` is None where the counter lies on the table.
    """

    drawn: int | None = None
    draws: int = 0
    spent: int = 0


class Solo(Part, frozen=True):
    """What the program, playing the Genestealers, keeps in mind for a turn.

    `acting` is the alien it moves, `done` those it has moved, `targets` whom each makes for.
    `looked` are sections looked at for the brood effect, `rolled` aliens that were rolled for,
    `heedless` those under the effect, `charge` those of them that are still to act, `at_once`
    stealers revealed at an entry. `lost` blips found no place.
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
    """The clock, in seconds of play: `gone` as read last, `began` when this turn's part began.

    `length` is that of the running part, None when none runs; `held` says why it stands.
    """

    gone: float = 0.0
    began: float = 0.0
    length: float | None = None
    held: str | None = None


class Outcome(Part, frozen=True):
    """How it ended; no winner in a draw. `met` is by what it was decided."""

    over: bool = False
    winners: tuple[SideId, ...] = ()
    met: str = ""


class Tally(Part, frozen=True):
    """What is counted for the goals: stealers dead, sections that have burnt."""

    kills: int = 0
    burnt: tuple[str, ...] = ()


# -- pieces ----------------------------------------------------------------------------------


class Life(Part, frozen=True):
    """Whether it lives, and by which exit it has left the board."""

    alive: bool = True
    left_by: str | None = None


class Position(Part, frozen=True):
    """Where it stands and looks, if the table keeps places."""

    at: str | None = None
    facing: Facing | None = None


class Acts(Part, frozen=True):
    """What it has done in this turn: its action points left, and whether it was activated."""

    ap: int = 0
    activated: bool = False


class Stance(Part, frozen=True):
    """Overwatch, guard, a jam; `watched` that clearing the jam may bring overwatch back."""

    overwatch: bool = False
    guard: bool = False
    jammed: bool = False
    watched: bool = False


class Arms(Part, frozen=True):
    """What is left of ammunition and psi points, None where nothing is counted."""

    ammo: int | None = None
    reloaded: bool = False
    psi: int | None = None


class Aim(Part, frozen=True):
    """Sustained fire: at what, and how many shots have missed it in a row.

    `owed` says that the free shot of a move is still to come, blips having been met.
    """

    target: str | None = None
    misses: int = 0
    owed: bool = False


class Marine(Record, frozen=True):
    """A marine: a Terminator."""

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
        """What it carries and is."""
        return UNITS[self.unit]

    @property
    def present(self) -> bool:
        """Whether it lives and has not left the board."""
        return self.life.alive and self.life.left_by is None


class Lurking(Part, frozen=True):
    """Off the board: at which entry it waits, and whether it must wait till the turn is over."""

    entry: str | None = None
    held: bool = False


class Stealer(Record, frozen=True):
    """A stealer; `turns` are its quarter turns in a row (1st edition), `singed` that it has left
    a burning section alive.
    """

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
    """A blip: `value` is what it stands for, a secret, None where only the table knows.

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
        """Whether it lies there, unrevealed."""
        return self.life.alive


class Pile(Part, frozen=True):
    """The blips: `mix` is how many of each value there are, `up` those that lie face up.

    `up` counts by value, those the app was never told under 0.
    """

    mix: dict[int, int] = field(default_factory=lambda: dict(MIX))
    up: dict[int, int] = field(default_factory=dict)


class Thing(Part, frozen=True):
    """An object: where it lies, who carries it, or by which exit it has left."""

    id: str
    kind: str
    at: str | None = None
    carrier: str | None = None
    left_by: str | None = None


class Fire(Part, frozen=True):
    """A burning section: the squares that burn, and how many counters lie there."""

    squares: tuple[str, ...] = ()
    counters: int = 1


# -- what is still to come ---------------------------------------------------------------------


class Window(Part, frozen=True, tag="window"):
    """A reaction window after an action of `actor` (a door's square, where that draws the shot).

    `step` is the part of it that is open; `spent_on` the marine who was given points in it,
    `acting` the one who acts just now.
    """

    actor: str
    step: WindowStep
    door: str | None = None
    points: bool = True
    spent_on: str | None = None
    acting: str | None = None


class Conversion(Part, frozen=True, tag="conversion"):
    """A blip that is being turned up: how many of its stealers are still to be placed.

    `left` is None until the table has said what it stands for. `plan` are squares and facings that
    were said already; `acted` that its stealers may not act in this turn; `own` that the program
    has revealed it and places them.
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


class Match(Record, frozen=True):
    """One match. `doors` are by their squares; `pending` is settled from its end."""

    marines: dict[str, Marine] = field(default_factory=dict)
    stealers: dict[str, Stealer] = field(default_factory=dict)
    blips: dict[str, Blip] = field(default_factory=dict)
    doors: dict[str, Literal["open", "closed", "gone"]] = field(default_factory=dict)
    fires: dict[str, Fire] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
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
        """The rules it is played by."""
        return EDITIONS[self.setup.edition_id]

    @property
    def options(self) -> Options:
        """How the table plays."""
        return self.setup.options

    @property
    def mission(self) -> Mission:
        """What is played, once the match is laid out."""
        assert self.setup.mission is not None
        return self.setup.mission

    @property
    def standing(self) -> tuple[Marine, ...]:
        """The marines on the board, in the order of joining."""
        return tuple(one for one in self.marines.values() if one.present)

    @property
    def hunting(self) -> tuple[Stealer, ...]:
        """The stealers on the board and at entries, in the order of joining."""
        return tuple(one for one in self.stealers.values() if one.present)

    @property
    def lying(self) -> tuple[Blip, ...]:
        """The blips on the board and at entries that nobody has turned up."""
        return tuple(one for one in self.blips.values() if one.present)

    def pieces(self) -> Iterator[Marine | Stealer | Blip]:
        """All pieces on the board: marines, stealers, blips, each in the order of joining."""
        yield from self.standing
        yield from (one for one in self.hunting if one.lurking.entry is None)
        yield from (one for one in self.lying if one.lurking.entry is None)

    def piece(self, id: str) -> Marine | Stealer | Blip:
        """The piece of that id. Raises KeyError."""
        return self.marines.get(id) or self.stealers.get(id) or self.blips[id]

    def carried(self, id: str) -> tuple[Thing, ...]:
        """The objects that a figure carries."""
        return tuple(one for one in self.things.values() if one.carrier == id)

    @property
    def undrawn(self) -> int:
        """How many blips the pile holds.

        Rule: SH-BLIP-2, SH-BLIP-3
        """
        return sum(self.pile.mix.values()) - len(self.lying) - sum(self.pile.up.values())

    @property
    def window(self) -> Window | None:
        """The reaction window that is open, if nothing else comes first."""
        top = self.pending[-1] if self.pending else None
        return top if isinstance(top, Window) else None

    @property
    def conversion(self) -> Conversion | None:
        """The blip that must be turned up now."""
        top = self.pending[-1] if self.pending else None
        return top if isinstance(top, Conversion) else None

    # -- changing --------------------------------------------------------------------------

    def with_marine(self, id: str, **changes: object) -> Match:
        """The same with changes to a marine."""
        return self.replace(marines={**self.marines, id: self.marines[id].replace(**changes)})

    def with_stealer(self, id: str, **changes: object) -> Match:
        """The same with changes to a stealer."""
        return self.replace(stealers={**self.stealers, id: self.stealers[id].replace(**changes)})

    def with_blip(self, id: str, **changes: object) -> Match:
        """The same with changes to a blip."""
        return self.replace(blips={**self.blips, id: self.blips[id].replace(**changes)})

    def with_piece(self, id: str, **changes: object) -> Match:
        """The same with changes to a piece of whatever kind."""
        if id in self.marines:
            return self.with_marine(id, **changes)
        if id in self.stealers:
            return self.with_stealer(id, **changes)
        return self.with_blip(id, **changes)

    def with_top(self, top: Pending) -> Match:
        """The same with another one in the place of what is settled next."""
        return self.replace(pending=(*self.pending[:-1], top))
