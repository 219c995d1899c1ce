"""The state as the shell asks for it, and as match scripts and `--json` show it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import structs

from q40k.games.epic.state import offers, turn, winning
from q40k.games.epic.state.commentary import prospects
from q40k.games.epic.state.match import Figure, Formation, Match
from q40k.games.epic.table.opening import Prefilled
from q40k.games.game import Clock, Moments, Racer, Seat, Status, View, Viewer
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_
from q40k.kernel.amending import Change
from q40k.kernel.events import Event, Question
from q40k.packs.base import Names
from q40k.table.as_json import question_data


class EpicView(View):
    """Epic Escarmouches for the shell. Orders that lie face down are secret."""

    moments = Moments(
        highlights=("lost", "dispersed"),
        whole_screen=frozenset({"first-blood", "wiped-out", "many", "half", "last-turn", "match"}),
        deaths=frozenset({"wiped-out"}),
        turn="turn-opened",
        race_note=N_(
            "Where objectives decide, a line is the points a side has counted, of more than half of"
            " all there can be. What counts at the end is added in the last turn."
            " Elsewhere it is the part of the enemy that is out of the fight, Retreat and all."
        ),
        chances_weights=(2.4, 2.7),
        chances_note=N_(
            "By how much a moment changed a side’s chance to win. The model is simple. A lead is the objective points"
            " that are counted, in parts of those that win, and how much more of the enemy’s army than of one’s own"
            " is out of the fight. It is divided by the root of the share of turns that are left: the same lead is"
            " worth more the later it is. What it is worth was fitted to games of bots. There such chances came true"
            " about as often as they say. The model knows no dice and no figures. The log shows the same beside losses."
        ),
    )

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """Return the two sides in the order of joining."""
        sides = enumerate(state.sides.values())
        return tuple(Seat(side.id, side.name, number, bot=side.bot) for number, side in sides)

    def status(self, state: Match) -> Status:
        """Return the current status of the match."""
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
        return offers.next_side(state)

    def early_question(self, state: Match, seat: str) -> tuple[turn.GiveOrders, Question] | None:
        """Return the question for orders: both sides may give them at once."""
        return turn.missing_orders(state, seat)

    def race(self, state: Match) -> tuple[Racer, ...]:
        """Return how far each side is from winning.

        If objectives decide: its points, of more than half of all possible points. Without
        objectives: the share of the enemy out of the fight. A side with the whole share has won.
        """
        if not state.formations or len(state.sides) < 2:
            return ()
        target = winning.points_to_win(state)
        if target is not None:
            return tuple(
                Racer(
                    seat.id,
                    seat.name,
                    seat.colour,
                    scored=Fraction(winning.points_in_race(state, seat.id)),
                    goal=Fraction(target),
                )
                for seat in self.seats(state)
            )
        lost = {side: winning.share_lost(state, side) for side in state.sides}
        return tuple(
            Racer(
                seat.id,
                seat.name,
                seat.colour,
                unit="share",
                scored=min(share for side, share in lost.items() if side != seat.id),
            )
            for seat in self.seats(state)
        )

    def scenario_name(self, state: Match) -> Names | None:
        """Return the name of the scenario."""
        return state.setup.scenario.name if state.setup.scenario else None

    def prospects(self, state: Match) -> dict[str, tuple[float, ...]]:
        """Return each side's lead in points and in losses, as great as the turns left let it be."""
        return prospects(state)

    def clock(self, state: Match) -> Clock | None:
        """Return None: the page has no clock."""
        return None

    def rematch(self, state: Match) -> Prefilled:
        """Return the same scenario and house rules, and who played; armies are asked."""
        setup = state.setup
        return Prefilled(
            dice=setup.roller,
            scenario=setup.scenario.id if setup.scenario is not None else None,
            switches=structs.asdict(setup.switches),
            names=tuple(", ".join(side.people) or side.name for side in state.sides.values()),
        )

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """Return every difference between two states: the end, formations, the initiative."""
        return tuple(_changes(old, new))

    def scene(self, state: Match) -> Scene | None:
        """Return the table and everything on it; None before the match is laid out."""
        from q40k.games.epic.table.scene import scene

        return scene(state)

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether the same objectives are held by the same sides: only they lie on the table."""
        if before.setup is not after.setup or before.setup.scenario is None:
            return before.setup is after.setup
        objectives = before.setup.scenario.objectives
        return all(winning.holder(before, objective) == winning.holder(after, objective) for objective in objectives)

    def hides_what_may_be_nothing(self, state: Match, viewer: Viewer) -> bool:
        """Return whether another side has given its orders, which may all be plain (EE-ORDER-9)."""
        ordered = any(side.ordered and side.id != viewer for side in state.sides.values())
        return state.play.phase == "orders" and ordered

    def mask_state(self, state: Match, viewer: Viewer) -> Match:
        """Return the state without the face-down orders of others."""
        return turn.mask_state(state, viewer)

    def mask_event(self, state: Match, event: Event, viewer: Viewer) -> Event:
        """Return the event without face-down orders."""
        return turn.mask_event(state, event, viewer)

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """Return the whole state; `log` holds its sentences."""
        play, outcome = state.play, state.outcome
        return {
            "game": "epic",
            "scenario": state.setup.scenario.id if state.setup.scenario else None,
            "turn": play.turn,
            "phase": "over" if outcome.over else play.phase,
            "step": play.step or None,
            "active": _side_name(state, play.active),
            "initiative": _side_name(state, state.cup.holder),
            "cup": {state.sides[side].name: number for side, number in state.cup.chips.items()},
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
            "formations": {item.id: _formation_data(state, item) for item in state.formations.values()},
            "figures": {item.id: _figure_data(item) for item in state.figures.values()},
            "contacts": [list(pair) for pair in state.contacts],
            "winner": [state.sides[side].name for side in outcome.winners] or None,
            "asks": question_data(self.seats(state), question),
            "log": log,
        }


def _side_name(state: Match, side: str | None) -> str | None:
    return state.sides[side].name if side else None


def _formation_data(state: Match, formation: Formation) -> dict[str, Any]:
    return {
        "player": state.sides[formation.side].name,
        "order": formation.orders.order,
        "of": len(formation.figures),
        "alive": len(state.alive(formation.id)),
        "demoralised": formation.nerve.demoralised,
        "retreat": formation.retreats,
        "lost": state.count_lost(formation.id),
    }


def _figure_data(figure: Figure) -> dict[str, Any]:
    data: dict[str, Any] = {"alive": figure.life.alive, "hits": figure.life.hits}
    if figure.position.at is not None:
        data["at"] = [*figure.position.at, figure.position.facing]
    if figure.position.aboard is not None:
        data["aboard"] = figure.position.aboard
    return data


def _changes(old: Match, new: Match) -> Iterator[Change]:
    before, after = EpicView().status(old), EpicView().status(new)
    if (before.over, before.winners) != (after.over, after.winners):
        yield Change(
            "winner", None, _winners_if_over(before.over, before.winners), _winners_if_over(after.over, after.winners)
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
        yield Change("initiative", None, _side_name(old, old.cup.holder), _side_name(new, new.cup.holder))


def _winners_if_over(over: bool, winners: tuple[str, ...]) -> tuple[str, ...] | None:
    return winners if over else None
