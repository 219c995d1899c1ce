"""Shots as commands and events, and overwatch markers."""

from q40k.games.space_hulk.state.match import Aim, Match
from q40k.games.space_hulk.state.registry import Act, Event
from q40k.games.space_hulk.state.shooting.aim import How
from q40k.kernel.commands import Name

OVERWATCH_AP = 2
"""The cost of going on overwatch or on guard (SH-AP-5)."""


RELOAD_AP = 4
"""The cost of reloading (SH-CANNON-3)."""


# -- explosions ----------------------------------------------------------------------------


class Exploded(Event, tag="exploded"):
    """An assault cannon has exploded; `section` is its section if known."""

    who: str
    section: str | None = None


class BlastRolled(Event, tag="blast-rolled"):
    """The dice for everything in the section of the explosion."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]
    needs: int


# -- shots ---------------------------------------------------------------------------------


class Fired(Event, tag="fired"):
    """A marine has fired at a stealer or a door."""

    who: str
    target: str
    how: How
    dice: tuple[int, ...]
    needs: int
    hit: bool
    bonus: int = 0

    def fold(self, state: Match) -> Match:
        """Spend ammunition; a miss starts or builds up sustained fire.

        Rule: SH-CANNON-2, SH-SUSTAIN-1, SH-SUSTAIN-5, SH-SUSTAIN-6, SH1-SUSTAIN-3, SH1-SUSTAIN-5
        """
        marine, edition = state.marines[self.who], state.edition
        ammo = marine.arms.ammo
        previous = marine.aim if marine.aim.target == self.target else Aim()
        aim = Aim(self.target, previous.misses + 1)
        moving = self.how == "moving"
        if self.hit or (moving and not edition.moved_founds):
            aim = Aim()
        elif moving:
            aim = Aim(self.target, 1)
        elif self.how == "overwatch" and not edition.watch_sustained:
            aim = Aim()
        return state.with_marine(self.who, ammo=None if ammo is None else max(0, ammo - 1), aim=aim)


class Jammed(Event, tag="jammed"):
    """A storm bolter has jammed."""

    who: str

    def fold(self, state: Match) -> Match:
        """End overwatch; if the edition allows it, it comes back when the jam is cleared.

        Rule: SH-JAM-1, SH-JAM-5, SH1-JAM-5
        """
        may_return = not state.edition.jam_ends_watch
        return state.with_marine(self.who, jammed=True, overwatch=False, watched=may_return)


# -- free shots ----------------------------------------------------------------------------


class ShotOwed(Event, tag="shot-owed"):
    """Blips have come into sight: the free shot waits until they are turned up."""

    who: str

    def fold(self, state: Match) -> Match:
        return state.with_marine(self.who, aim=Aim(owed=True))


# -- shooting and reloading ----------------------------------------------------------------


class Shoot(Act, tag="shoot"):
    """Shoot at a stealer or a closed door."""

    target: Name


class Reload(Act, tag="reload"):
    """Reload the assault cannon: once in a mission."""


class Reloaded(Event, tag="reloaded"):
    """The assault cannon has been reloaded."""

    who: str
    ammo: int

    def fold(self, state: Match) -> Match:
        return state.with_marine(self.who, ammo=self.ammo, reloaded=True)


# -- overwatch and jams --------------------------------------------------------------------


class Overwatch(Act, tag="overwatch"):
    """Put a marine on overwatch; with `off` he gives it up, free (1st edition)."""

    off: bool = False


class Unjam(Act, tag="unjam"):
    """Clear a jammed bolter; `back` puts the marine on overwatch again if he may."""

    back: bool = True


class OnOverwatch(Event, tag="on-overwatch"):
    """A marine is on overwatch."""

    who: str

    def fold(self, state: Match) -> Match:
        """Set overwatch and end guard: a marine is never on both.

        Rule: SH-OVERWATCH-6, SH-GUARD-2
        """
        return state.with_marine(self.who, overwatch=True, guard=False, watched=False)


class JamCleared(Event, tag="jam-cleared"):
    """A storm bolter is clear again; `back`: its owner is on overwatch again."""

    who: str
    back: bool

    def fold(self, state: Match) -> Match:
        return state.with_marine(self.who, jammed=False, overwatch=self.back, watched=False)
