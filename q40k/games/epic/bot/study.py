"""Epic Escarmouches in a study: plain bots play both sides on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from q40k.bots import memory
from q40k.games.epic.bot.goals import plan_orders
from q40k.games.epic.bot.plain import Table, step
from q40k.games.epic.rules import assault, deployment, melee, morale, movement, shooting
from q40k.games.epic.rules.registry import Command
from q40k.games.epic.rules.state import Given, Match
from q40k.games.epic.rules.turn import Draw, GiveOrders, Next
from q40k.games.game import View
from q40k.study.subject import Subject, Unweighable
from q40k.tabletop.rules import Level

_CHOICES = (
    *(GiveOrders, Next, deployment.Deploy, movement.Move, shooting.Shoot, shooting.HoldFire),
    *(assault.Charge, melee.Fight, melee.FightDuels, morale.Rally),
)
"""The commands by which a side acts."""


class _First(Table):
    """A table that takes the first command that the rules accept, and no other."""

    command: Command | None = None

    def do(self, command: Command) -> bool:
        """Note a command instead of carrying it out."""
        if self.command is None and memory.is_legal(self.rules, self.state, command):
            self.command = command
        return True


class EpicSubject(Subject):
    """Epic Escarmouches in a study. Orders that lie face down are drawn anew for the other side."""

    rooms = tuple(f"q40k.games.epic.{room}" for room in ("bot", "packs", "rules", "table"))
    has_secrets = True

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
        """Return what a bot does; of orders also the plainest: everybody advances, stands, or charges."""
        if state.play.phase == "orders":
            planned = plan_orders(state, seat)
            formations = [formation.id for formation in state.of_side(seat) if not formation.retreats]
            able = [id for id in formations if state.alive(id)]
            stand: dict[str, Given] = dict.fromkeys(able, "first-fire")
            charge: dict[str, Given] = dict.fromkeys(able, "charge")
            plans: tuple[dict[str, Given], ...] = (planned, {}, stand, charge)
            name = state.sides[seat].name
            return [GiveOrders(player=name, orders=orders) for orders in plans[:most]]
        table = _First("study", state)
        step(table)
        return () if table.command is None else (table.command,)

    def guess(self, state: Match, seat: str | None, chance: Random) -> Match:
        """Return a state with the face-down orders of the other side as a bot would lay them."""
        for side in state.sides.values():
            if side.id != seat and side.ordered and state.play.phase == "orders":
                planned = plan_orders(state, side.id)
                for formation in state.of_side(side.id):
                    state = state.with_formation(formation.id, chip=planned.get(formation.id))
        return state

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
