"""Missions: the board, the marines' places, the blips, the goals (SH-MISSION-2)."""

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from msgspec import Meta, structs

from q40k.games.space_hulk.packs.boards import Facing, Label, Square
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

EditionId = Literal["4", "1"]
Unit = Literal[
    "terminator-bolter",
    "terminator-chainfist",
    "terminator-flamer",
    "terminator-cannon",
    "terminator-claws",
    "sergeant-sword",
    "sergeant-hammer",
    "librarian",
    "sergeant-bolter",
]
Squad = Literal["squad-sword", "squad-hammer", "squad-1st"]
SideId = Literal["marine", "stealer"]
By = Literal["leave", "bar", "carry-out", "survive", "kill", "burn", "hold", "wipe-out", "outlast"]
Moment = Literal["setup", "draw", "first", "move", "watch", "shoot", "jam", "spent", "alien", "react", "blip", "end"]
Count = Annotated[int, Meta(ge=0, le=60)]
Turn = Annotated[int, Meta(ge=1, le=99)]
SQUADS: dict[Squad, tuple[Unit, ...]] = {
    "squad-sword": ("sergeant-sword", "terminator-flamer", *("terminator-bolter",) * 3),
    "squad-hammer": ("sergeant-hammer", "terminator-cannon", "terminator-chainfist", *("terminator-bolter",) * 2),
    "squad-1st": ("sergeant-bolter", "terminator-flamer", *("terminator-bolter",) * 3),
}
"""The squads (SH-BOX-6, SH1-BOX-1)."""


class Start(Pack, frozen=True, kw_only=True):
    """The place of a marine at the start, in the order of the squads."""

    at: Square
    facing: Facing


class Thing(Pack, frozen=True, kw_only=True):
    """An object on the board (SH-OBJECT-1)."""

    id: Label
    kind: Literal["cat", "artefact", "dead-marine"] = "artefact"
    square: Square | None = None


class Goal(Pack, frozen=True, kw_only=True):
    """What wins for a side, where it can be counted (SH-WIN-1).

    leave      `count` marines have left, by `exit` or any
    bar        marines have died, and `count` of them can no longer leave by `exit`
    carry-out  the `object` has left, by `exit` or any
    survive    `count` marines stand on the board at the end of turn `turn`
    kill       `count` stealers are dead; a blip that died counts its number
    burn       every one of `sections` has burnt
    hold       `count` marines and no stealer stand on `squares` or in `sections`, at the end of
               turn `turn`, or of any
    wipe-out   no marine stands on the board
    outlast    turn `turn` has ended

    With `at_once` it decides as soon as it is so, else in the end phase. A `fallback` counts only
    where the other side has met nothing.
    """

    side: SideId
    by: By
    count: Count = 1
    exit: Label | None = None
    object: Label | None = None
    turn: Turn | None = None
    squares: tuple[Square, ...] = ()
    sections: tuple[Annotated[str, Meta(max_length=4)], ...] = ()
    at_once: bool = False
    fallback: bool = False

    def problems(self) -> Iterable[InvalidValue]:
        """Check that the goal has the fields it needs."""
        for name, is_missing in (
            ("object", self.by == "carry-out" and self.object is None),
            ("turn", self.by in ("survive", "outlast") and self.turn is None),
            ("sections", self.by == "burn" and not self.sections),
            ("squares", self.by == "hold" and not (self.squares or self.sections)),
        ):
            if is_missing:
                yield InvalidValue("goal-lacks", "a goal lacks", {"by": self.by, "field": name}, ("by",))


class Hint(Pack, frozen=True, kw_only=True):
    """A hint to a newcomer at a moment of the game.

    setup   marines are placed         draw    points are to be drawn
    first   nobody has acted yet       move    the active marine may go on
    watch   two points are left        shoot   a stealer is in sight
    jam     a bolter is jammed         spent   the active marine has no points left
    alien   the Genestealers' turn     react   a marine may react
    blip    a blip must be turned up   end     the end phase
    """

    when: Moment
    say: Names


class FirstEdition(Pack, frozen=True, kw_only=True):
    """What a mission has in the 1st edition instead: only the fields that differ."""

    starting_blips: Annotated[int, Meta(ge=0, le=22)] | None = None
    blips_per_turn: Annotated[int, Meta(ge=0, le=22)] | None = None
    turn_limit: Turn | None = None
    goals: tuple[Goal, ...] = ()


class Mission(Pack, frozen=True, kw_only=True):
    """A mission (SH-SETUP-1).

    Its marines are the `squads` (`squads_1st` in the 1st edition) and the `units`, in that order,
    on the places of `start`. `text` describes goals that cannot be counted: then the table is asked
    in each end phase. `turn_limit` counts turns. `librarian` and `alpha` are optional. `vip` are
    the units named by the goals: in solo play they are hunted first (SOLO-PRIO-3). `lesson` holds
    the hints to newcomers. `in_1st` is what the 1st edition has instead.
    """

    id: Id
    name: Names
    about: Names | None = None
    board: Id | None = None
    editions: tuple[EditionId, ...] = ("4",)
    squads: tuple[Squad, ...] = ()
    squads_1st: tuple[Squad, ...] = ()
    units: tuple[Unit, ...] = ()
    start: Annotated[tuple[Start, ...], Meta(max_length=30)] = ()
    starting_blips: Annotated[int, Meta(ge=0, le=22)] | None = None
    blips_per_turn: Annotated[int, Meta(ge=0, le=22)] | None = None
    turn_limit: Turn | None = None
    alpha: bool | None = None
    objects: tuple[Thing, ...] = ()
    vip: tuple[Unit, ...] = ()
    goals: tuple[Goal, ...] = ()
    text: Names | None = None
    lesson: Annotated[tuple[Hint, ...], Meta(max_length=40)] = ()
    in_1st: FirstEdition | None = None
    source: Line = "own"
    certainty: Certainty = "high"

    def by_edition(self, edition: EditionId) -> Self:
        """Return the mission as an edition plays it.

        Rule: SH1-MISSION-2
        """
        if edition != "1" or self.in_1st is None:
            return self
        changes = {
            name: value
            for name in FirstEdition.__struct_fields__
            if (value := getattr(self.in_1st, name)) not in (None, ())
        }
        return structs.replace(self, in_1st=None, **changes)

    def problems(self) -> Iterable[InvalidValue]:
        """Check that object ids are unique, and that the goals' objects exist."""
        ids = [item.id for item in self.objects]
        for place, id in enumerate(ids):
            if id in ids[:place]:
                yield InvalidValue("label-twice", "an id twice", {"id": id}, ("objects", place, "id"))
        for place, goal in enumerate(self.goals):
            if goal.object is not None and goal.object not in ids:
                facts = {"id": goal.object}
                yield InvalidValue("no-such-object", "no such object", facts, ("goals", place, "object"))
