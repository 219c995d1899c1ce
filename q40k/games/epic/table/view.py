"""The state as the shell asks for it, and as match scripts and `--json` show it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from q40k.games.epic.rules import orders
from q40k.games.epic.rules.commentary.chances import chances
from q40k.games.epic.rules.offers import after_this
from q40k.games.epic.rules.state import Figure, Formation, Match
from q40k.games.epic.rules.winning import goal, points_so_far, share_lost
from q40k.games.game import Clock, Moments, Racer, Seat, Status, View, Viewer
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_
from q40k.kernel.correcting import Change
from q40k.kernel.events import Event
from q40k.kernel.questions import Question
from q40k.packs.base import Names
from q40k.table.as_json import question_data


class EpicView(View):
    """Epic Escarmouches as the shell sees it. Orders that lie face down are secret."""

    moments = Moments(
        highlights=("lost", "dispersed"),
        turn="turn-opened",
        race_note=N_(
            "Where objectives decide, a line is the points a side has counted and those it now"
            " holds, of more than half of all there can be: ground can be lost again until the end."
            " Elsewhere it is the part of the enemy that is out of the fight, Retreat and all."
        ),
        chances_note=N_(
            "By how much a moment changed a side’s chance to win. The model is a plain one. A lead"
            " is the objective points that are counted, in parts of those that win, and how much"
            " more of the enemy’s army than of one’s own is out of the fight. The chance is that of"
            " a bell curve, at the lead divided by a quarter of the root of the share of turns that"
            " are left: the same lead is worth more the later it is. The quarter was measured in"
            " games of bots. Beside losses in the log stands the same."
        ),
    )

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """The two sides, in the order of joining."""
        sides = enumerate(state.sides.values())
        return tuple(Seat(one.id, one.name, number) for number, one in sides)

    def status(self, state: Match) -> Status:
        """Where the match stands."""
        play, outcome = state.play, state.outcome
        return Status(
            is_laid_out=state.setup.scenario is not None,
            name=state.setup.name,
            phase=play.phase,
            turn=play.turn,
            active=() if play.active is None else (play.active,),
            over=outcome.over,
            winners=tuple(state.sides[side].name for side in outcome.winners),
        )

    def next_seat(self, state: Match) -> str | None:
        """Return the side that goes next."""
        return after_this(state)

    def early_question(self, state: Match, seat: str) -> tuple[orders.GiveOrders, Question] | None:
        """Return the question for orders: both sides may give them at once."""
        return orders.missing(state, seat)

    def race(self, state: Match) -> tuple[Racer, ...]:
        """How far each side is from winning.

        Where objectives decide: its points, of more than half of all there can be. Else how much of
        the others it has put out of the fight: with all of it, it wins.
        """
        if not state.formations or len(state.sides) < 2:
            return ()
        wanted = goal(state)
        if wanted is not None:
            return tuple(
                Racer(
                    one.id, one.name, one.colour,
                    scored=Fraction(points_so_far(state, one.id)), goal=Fraction(wanted),
                )
                for one in self.seats(state)
            )  # fmt: skip
        lost = {side: share_lost(state, side) for side in state.sides}
        return tuple(
            Racer(
                one.id, one.name, one.colour, unit="share",
                scored=min(share for side, share in lost.items() if side != one.id),
            )
            for one in self.seats(state)
        )  # fmt: skip

    def scenario_name(self, state: Match) -> Names | None:
        """Return the name of the scenario."""
        return state.setup.scenario.name if state.setup.scenario else None

    def chances(self, state: Match) -> dict[str, float] | None:
        """Everybody's chance to win, by the lead and the turns left."""
        return chances(state)

    def clock(self, state: Match) -> Clock | None:
        """None: the page has no clock."""
        del state
        return None

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """All that is otherwise in `new` than in `old`: the end, the formations, the initiative."""
        return tuple(_changes(old, new))

    def scene(self, state: Match) -> Scene | None:
        """The table with all that stands on it; None before the match is laid out."""
        from q40k.games.epic.table.scene import scene

        return scene(state)

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether the scenario is the same: only its objectives lie on the table."""
        return before.setup is after.setup

    def mask_state(self, state: Match, viewer: Viewer) -> Match:
        """Return the state without the face-down orders of others."""
        return orders.masked(state, viewer)

    def mask_event(self, state: Match, event: Event, viewer: Viewer) -> Event:
        """Return the event without face-down orders."""
        return orders.masked_event(state, event, viewer)

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """The whole state; `log` holds its sentences."""
        play, outcome = state.play, state.outcome
        return {
            "game": "epic",
            "scenario": state.setup.scenario.id if state.setup.scenario else None,
            "turn": play.turn,
            "phase": "over" if outcome.over else play.phase,
            "step": play.step or None,
            "active": _name(state, play.active),
            "initiative": _name(state, state.cup.holder),
            "cup": {state.sides[side].name: left for side, left in state.cup.chips.items()},
            "sides": {
                side.name: {
                    "army": side.army,
                    "strategic": side.strategic,
                    "morale": side.morale,
                    "edge": side.edge,
                    "ordered": side.ordered,
                    "objectives": outcome.taken.get(side.id, 0),
                }
                for side in state.sides.values()
            },
            "formations": {one.id: _formation(state, one) for one in state.formations.values()},
            "figures": {one.id: _figure(one) for one in state.figures.values()},
            "contacts": [list(pair) for pair in state.contacts],
            "winner": [state.sides[side].name for side in outcome.winners] or None,
            "asks": question_data(self.seats(state), question),
            "log": log,
        }


def _name(state: Match, side: str | None) -> str | None:
    return state.sides[side].name if side else None


def _formation(state: Match, one: Formation) -> dict[str, Any]:
    return {
        "player": state.sides[one.side].name,
        "order": one.orders.order,
        "of": len(one.figures),
        "alive": len(state.alive(one.id)),
        "demoralised": one.nerve.demoralised,
        "retreat": one.retreats,
        "lost": state.lost(one.id),
    }


def _figure(one: Figure) -> dict[str, Any]:
    shown: dict[str, Any] = {"alive": one.life.alive, "hits": one.life.hits}
    if one.position.at is not None:
        shown["at"] = [*one.position.at, one.position.facing]
    if one.position.aboard is not None:
        shown["aboard"] = one.position.aboard
    return shown


def _changes(old: Match, new: Match) -> Iterator[Change]:
    before, after = EpicView().status(old), EpicView().status(new)
    if (before.over, before.winners) != (after.over, after.winners):
        yield Change(
            "winner", None, _won(before.over, before.winners), _won(after.over, after.winners)
        )
    for id in dict.fromkeys((*old.formations, *new.formations)):
        then, now = old.formations.get(id), new.formations.get(id)
        if then is None or now is None:
            yield Change("lacks" if now is None else "musters", id)
            continue
        if len(old.alive(id)) != len(new.alive(id)):
            yield Change("alive", id, len(old.alive(id)), len(new.alive(id)))
        if then.orders.order != now.orders.order:
            yield Change("order", id, then.orders.order, now.orders.order)
    if old.cup.holder != new.cup.holder:
        yield Change("initiative", None, _name(old, old.cup.holder), _name(new, new.cup.holder))


def _won(over: bool, winners: tuple[str, ...]) -> tuple[str, ...] | None:
    return winners if over else None
