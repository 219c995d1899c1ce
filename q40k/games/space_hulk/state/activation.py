"""Activation: who acts, and what an action costs in action points and command points."""

from typing import Literal

from q40k.games.space_hulk.state import places
from q40k.games.space_hulk.state.match import Aim, Match, Window
from q40k.games.space_hulk.state.registry import Command, Event
from q40k.kernel.commands import Name

Keeps = Literal["overwatch", "guard", "aim"]


class Activated(Event, tag="activated"):
    """A piece is activated; the piece that was active before is done."""

    who: str

    def fold(self, state: Match) -> Match:
        if self.who in state.marines and state.edition.activation_ends:
            for id in state.marines:
                if id != self.who:
                    state = state.with_marine(id, aim=Aim())
        return state.with_piece(self.who, activated=True).replace(active=self.who)


class Paid(Event, tag="paid"):
    """A piece has spent action points."""

    who: str
    ap: int

    def fold(self, state: Match) -> Match:
        points = state.piece(self.who).acts.ap - self.ap
        return state.with_piece(self.who, ap=max(0, points))


class StanceEnded(Event, tag="stance-ended"):
    """A marine's overwatch or guard has ended."""

    who: str
    overwatch: bool = False
    guard: bool = False

    def fold(self, state: Match) -> Match:
        stance = state.marines[self.who].stance
        return state.with_marine(
            self.who,
            overwatch=stance.overwatch and not self.overwatch,
            guard=stance.guard and not self.guard,
            watched=stance.watched and not self.overwatch,
        )


class AimLost(Event, tag="aim-lost"):
    """A marine's sustained fire is over, or a free shot that was `owed` is lost."""

    who: str
    owed: bool = False

    def fold(self, state: Match) -> Match:
        return state.with_marine(self.who, aim=Aim())


class AlienActed(Event, tag="alien-acted"):
    """A stealer has acted, or a blip has closed a `door`: reactions may follow."""

    who: str
    door: str | None = None
    turned: bool = False

    def fold(self, state: Match) -> Match:
        """End bonuses at other targets, and add a reaction window where places are kept.

        Rule: SH-SUSTAIN-4, SH-REACT-5, SH1-REACT-5
        """
        stealer = self.who in state.stealers
        if state.edition.others_end and stealer:
            state = state.without_aims(lambda aim: aim.target not in {None, self.who})
        if stealer and not self.turned:
            state = state.with_stealer(self.who, turns=0)
        state = state.replace(last=self.who)
        has_place = places.cell(state, self.who) is not None
        if not has_place or state.play.phase != "stealer-action":
            return state
        step = state.edition.steps[0] if stealer else "overwatch"
        window = Window(self.who, step, self.door, points=stealer)
        return state.replace(pending=(*state.pending, window))


# -- without an action ---------------------------------------------------------------------


class Activate(Command, tag="activate"):
    """Activate a piece; the piece that was active before is done. Any action does the same."""

    who: Name
