"""How much stronger one level is than another: `python -m q40k.games.epic.bot.strength`.

Each seed is a skirmish that is played twice on the same dice, the levels changing sides; it is one observation.
With `--whole` the weaker bot does a whole part of the turn at once, as the lab lets it: a sound one is then, command
by command, the bot that Epic had before sides got seats for bots.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from q40k.bots.bot import LEVELS
from q40k.games.epic.bot.plain import MOST_STEPS, Table, step
from q40k.games.epic.bot.seat import EpicBot
from q40k.games.epic.bot.study import EpicSubject
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.opening import HandSeatOver
from q40k.games.epic.state.registry import Command
from q40k.games.epic.table.packs import EpicPacks
from q40k.games.epic.table.view import EpicView
from q40k.games.game import find
from q40k.kernel.driver import Rules
from q40k.lab.figures import share_by_seeds
from q40k.tabletop.rules import BotSeat, Level

FIRST_SEED = 5_000
"""Skirmishes of lower numbers are those of the puzzles."""


def begin(number: int, levels: Mapping[str, Level]) -> Table:
    """Return a skirmish of two bots whose armies are about to be set up."""
    rules, packs = find("epic").rules, EpicPacks()
    library, table = packs.library(), Table(number)
    *lines, start = EpicSubject().short_match(number)
    seats = [HandSeatOver(player=player, bot=BotSeat(level)) for player, level in levels.items()]
    for command in (*(_read(rules, line) for line in lines), *seats, _read(rules, start)):
        table.carry_out(packs.complete(library, table.state, command) if packs.needs_packs(command) else command)
    return table


def play(number: int, levels: Mapping[str, Level], whole: str = "") -> Match:
    """Play a skirmish of two bots, the side `whole` by whole parts of the turn, and return its last state."""
    view, bot, table = EpicView(), EpicBot(), begin(number, levels)
    for place in range(MOST_STEPS):
        seat = bot.seat_to_move(view, table.state, None)
        side = None if seat is None else table.state.sides[seat]
        if side is None or side.bot is None:
            break
        if side.name == whole and table.state.play.active == side.id:
            step(table, side.bot.level)
            continue
        move = bot.decide(table.state, None, side.id, side.bot.level, "", f"{number}/{place}")
        if move is None or move.command is None or not table.do(move.command):
            break
    return table.state


def _read(rules: Rules[Match, Command], line: Mapping[str, Any]) -> Command:
    return rules.read_command(json.dumps({key: value for key, value in line.items() if key != "game"}))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the stronger level wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=int, nargs="?", default=50, help="how many skirmishes, each from both sides")
    parser.add_argument("--level", choices=LEVELS, default="sharp")
    parser.add_argument("--against", choices=LEVELS, default="sound")
    parser.add_argument("--whole", action="store_true", help="the weaker bot does a whole part of the turn at once")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the number of the first skirmish")
    options = parser.parse_args(arguments)
    stronger, weaker, pairs, first = options.level, options.against, options.pairs, options.seed
    won: list[tuple[int, float]] = []
    turns = drawn = 0
    for number in range(first, first + pairs):
        for mine, other in (("A", "B"), ("B", "A")):
            state = play(number, {mine: stronger, other: weaker}, other if options.whole else "")
            names = [state.sides[side].name for side in state.outcome.winners]
            won.append((number, 0.5 if len(names) != 1 else float(names == [mine])))
            drawn += len(names) != 1
            turns += state.play.turn
    share = share_by_seeds(won)
    sys.stdout.write(
        f"{stronger} against {weaker}: {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {len(won)} games"
        f" in {pairs} pairs, {drawn} drawn, {turns / len(won):.1f} turns\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
