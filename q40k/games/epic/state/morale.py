"""Morale: who tests, who retreats, and corrections by the table."""

from typing import Literal

from q40k.games.epic.state.losses import Lost
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.registry import Command, Event, FormationId, Places, fold
from q40k.kernel.commands import Text

Why = Literal["break", "contact", "called"]


class CallTest(Command, tag="test"):
    """Call a morale test on a formation, with a reason; with a `result` no die is asked."""

    formation: FormationId
    why: Text = ""
    result: Literal["passed", "failed"] | None = None


class Tested(Event, tag="tested"):
    """A formation has taken a morale test; `note` is the table's own reason."""

    formation: str
    why: Why
    passed: bool
    needed: int
    die: int | None = None
    note: str = ""

    def fold(self, state: Match) -> Match:
        nerve = state.formations[self.formation].nerve
        nerve = nerve.replace(
            due=nerve.due and self.why == "contact",
            tested=nerve.tested or self.why == "contact",
            failed=nerve.failed if self.passed else state.play.turn,
        )
        return state.with_formation(self.formation, nerve=nerve)


class Retreated(Event, tag="retreated"):
    """A formation goes into Retreat: the chip takes the place of its order."""

    formation: str

    def fold(self, state: Match) -> Match:
        """It moves in its next movement phase: not in this one (EE-RETREAT-1)."""
        return state.with_formation(self.formation, order="retreat", chip=None, routed=True)


class Dispersed(Event, tag="dispersed"):
    """A formation in Retreat has failed again: all its figures are lost."""

    formation: str

    def fold(self, state: Match) -> Match:
        return state


def morale_needed(state: Match, formation: Formation) -> int:
    """The least die that passes: the army's morale value.

    Rule: EE-MORALE-3
    """
    return state.sides[formation.side].morale


@fold(Lost)
def _nobody_left(state: Match, event: Lost) -> Match:
    """Drop the break test of a formation that is wiped out."""
    touched = {state.figures[figure].formation for figure in event.figures}
    for id in sorted(touched):
        if not state.alive(id) and state.formations[id].nerve.due:
            state = state.with_formation(id, due=False)
    return state


# -- the rally phase -----------------------------------------------------------------------


class Rally(Command, tag="rally"):
    """Try to rally a formation; with a `result` no die is asked."""

    formation: FormationId
    result: Literal["passed", "failed"] | None = None


class RallyTried(Event, tag="rally-tried"):
    """A formation has tried to rally; if it did, the Retreat chip is taken off."""

    formation: str
    rallied: bool
    needed: int
    die: int | None = None

    def fold(self, state: Match) -> Match:
        state = state.with_formation(self.formation, tried=True)
        return state.with_formation(self.formation, order=None) if self.rallied else state


def may_rally(state: Match, formation: Formation) -> bool:
    """Return whether a formation may try to rally now.

    Rule: EE-RALLY-1, EE-RALLY-2
    """
    nerve = formation.nerve
    may_try = formation.retreats and nerve.failed != state.play.turn and not nerve.tried
    return may_try and bool(state.alive(formation.id))


# -- corrections by the table --------------------------------------------------------------


class Lose(Command, tag="lose"):
    """Figures are lost for any reason, in any phase: bookkeeping."""

    figures: tuple[str, ...] | str
    why: Text = ""


class PutInRetreat(Command, tag="retreat"):
    """A formation goes into Retreat, because the table says so."""

    formation: FormationId


class PutAt(Command, tag="place"):
    """Where the figures of a formation on the table are, as the table sees it."""

    formation: FormationId
    at: Places


class PutRight(Event, tag="put-right"):
    """The table says where the figures of a formation are."""

    formation: str
    places: dict[str, tuple[float, ...]]

    def fold(self, state: Match) -> Match:
        return state.with_places(self.places)
