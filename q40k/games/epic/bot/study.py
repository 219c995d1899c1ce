"""Epic Escarmouches in a study: plain bots play both sides on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

from q40k.bots import memory
from q40k.games.epic.bot import fights
from q40k.games.epic.bot.goals import plan_orders
from q40k.games.epic.bot.plain import Table, step
from q40k.games.epic.bot.seat import Enough, Listing
from q40k.games.epic.state import assault, deployment, losses, melee, morale, movement, offers, shooting
from q40k.games.epic.state.match import Given, Match
from q40k.games.epic.state.opening import HandSeatOver
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.turn import Draw, GiveOrders, Next
from q40k.games.epic.table.packs import EpicPacks
from q40k.games.game import View
from q40k.i18n.locale import N_
from q40k.kernel.events import Event
from q40k.study.happenings import Happening
from q40k.study.subject import Subject, Unweighable
from q40k.tabletop.rules import BotSeat, Level

_CHOICES = (
    *(GiveOrders, Next, deployment.Deploy, movement.Move, shooting.Shoot, shooting.HoldFire),
    *(assault.Charge, melee.Fight, melee.FightDuels, morale.Rally),
)
"""The commands by which a side acts."""


_FORCES = {
    "space-marines": ("tactical", "devastator", "assault", "dreadnought", "predator"),
    "orks": ("boyz", "goffs", "nobz", "kans", "boss", "boyz"),
    "eldar": ("guardians", "banshees", "reapers", "dragons", "falcon"),
    "imperial-guard": ("squad", "heavy", "ogryns", "leman-russ", "squad"),
}
"""The formations of each army in a short match, by their ids in its list."""
_SCENARIOS = ("meeting", "hill", "objectif", "bridge")
"""The scenarios of short matches."""


class EpicSubject(Subject):
    """Epic Escarmouches in a study. Orders that lie face down are drawn anew for the other side."""

    rooms = tuple(f"q40k.games.epic.{room}" for room in ("bot", "packs", "rules", "state", "table"))
    has_secrets = True
    happening_words: ClassVar[Mapping[str, str]] = {
        "loses": N_("{who} loses figures"),
        "retreats": N_("{who} goes into Retreat"),
    }

    def table(self, state: Match, seed: str) -> Table:
        """Return a match in memory at a state."""
        return Table(seed, state)

    def choose(self, state: Match, chance: Random, level: Level) -> None:
        """Return None: a bot gives several commands at once."""

    def step(self, table: memory.Table[Any, Any], chance: Random, level: Level) -> None:
        """Let the bots act; orders that are laid stay. Raises Unweighable."""
        state: Match = table.state
        assert isinstance(table, Table)
        if state.play.phase == "orders" and state.formations:
            for side in state.sides.values():
                if not side.ordered:
                    table.do(GiveOrders(player=side.name, orders=plan_orders(state, side.id)))
            table.do(Draw())
        elif state.play.phase == "setup":
            raise Unweighable
        else:
            step(table)
        if table.state is state:
            raise Unweighable

    def propose(self, state: Match, seat: str, most: int) -> Sequence[Command]:
        """Return what a bot does, then what else it thought of.

        Of orders that are the plainest: everybody advances, stands, or charges. Volleys may go at any target in range.
        """
        if state.play.phase == "orders":
            planned = plan_orders(state, seat)
            formations = [formation.id for formation in state.of_side(seat) if not formation.retreats]
            able = [id for id in formations if state.alive(id)]
            stand: dict[str, Given] = dict.fromkeys(able, "first-fire")
            charge: dict[str, Given] = dict.fromkeys(able, "charge")
            plans: tuple[dict[str, Given], ...] = (planned, {}, stand, charge)
            name = state.sides[seat].name
            return [GiveOrders(player=name, orders=orders) for orders in plans[:most]]
        table = Listing(state, most)
        with suppress(Enough):
            step(table)
            if state.play.step == "shots":
                _list_shots(table)
        return table.commands

    def happenings(self, state: Match, events: Sequence[Event]) -> Iterator[Happening]:
        """Yield which formations lose figures, and which go into Retreat."""
        for event in events:
            if isinstance(event, losses.Lost):
                yield from (
                    Happening("loses", id) for id in {state.figures[figure].formation for figure in event.figures}
                )
            elif isinstance(event, morale.Retreated):
                yield Happening("retreats", event.formation)

    def hand_over(self, state: Match, seat: str) -> Sequence[Command]:
        """Return the command that hands the other side to a bot."""
        others = (side for side in state.sides.values() if side.id != seat and side.bot is None)
        return [HandSeatOver(player=side.name, bot=BotSeat()) for side in others]

    def guess(self, state: Match, seat: str | None, chance: Random) -> Match:
        """Return a state with the face-down orders of the other side as a bot would lay them."""
        for side in state.sides.values():
            if side.id != seat and side.ordered and state.play.phase == "orders":
                planned = plan_orders(state, side.id)
                for formation in state.of_side(side.id):
                    state = state.with_formation(formation.id, chip=planned.get(formation.id))
        return state

    def short_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return a skirmish of five or six formations a side; armies and scenarios take turns."""
        armies = list(_FORCES)
        sides = zip("AB", (armies[number % 4], armies[(number + 1 + number // 4 % 3) % 4]), strict=True)
        lists = EpicPacks().library().of_kind("armies")
        scenario = _SCENARIOS[number // 2 % len(_SCENARIOS)]
        lines: list[Mapping[str, Any]] = [{"do": "new", "game": "epic", "scenario": scenario, "seed": number}]
        for player, army in sides:
            listed = {formation.id: formation.figures for formation in lists[army].formations}
            lines.append({"do": "army", "player": player, "name": army, "list": army})
            lines += [
                {
                    "do": "formation",
                    "player": player,
                    "id": f"{player}{at}",
                    "figures": [{"profile": figure.profile, "n": figure.n} for figure in listed[formation]],
                }
                for at, formation in enumerate(_FORCES[army], 1)
            ]
        return [*lines, {"do": "start", "edges": {"A": "south", "B": "north"}}]

    def chooser(self, view: View, state: Match, command: Command) -> str | None:
        """Return the side that commands; drawing a chip is nobody's choice."""
        if isinstance(command, Draw):
            return ""
        if not isinstance(command, _CHOICES):
            return None
        named = getattr(command, "player", None)
        formation = state.formations.get(getattr(command, "formation", ""))
        if named is not None:
            return next((side.id for side in state.sides.values() if side.name == named), None)
        return formation.side if formation is not None else super().chooser(view, state, command)


def _list_shots(table: Listing) -> None:
    """List the volleys of every formation that is ready: at each of its targets, or none at all."""
    state = table.state
    ready = offers.firing_formations(state)
    for formation in fights.order_of_fire(state, ready):
        for target in fights.rank_targets(state, formation):
            table.do(shooting.Shoot(formation=formation, shots=tuple(fights.plan_shots(state, formation, target))))
        table.do(shooting.HoldFire(formation=formation))
