"""Lay out a match, with what the table agreed on."""

from q40k.games.quake.packs.models import ScoreWin
from q40k.games.quake.packs.mods import clashes
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table.opening import MatchOpened, New, apply_options, with_addons
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid


@rule(New)
def new(live: Live[Match], command: New) -> Rule[None]:
    """Lay out a match with its mod, arena and tables; the mod is kept with its options applied.

    Rule: ARENA-2, ARENA-3, SCORE-4, CHAMPION-5, SUDDEN-1
    """
    if live.state.setup.mod is not None:
        raise forbid("TABLE-2", "already-open")
    mod, arena, tables = command.mod_data, command.arena_data, command.tables_data
    if mod is None or arena is None or tables is None:
        raise forbid("TABLE-2", "no-packs")
    mod = with_addons(mod, command.addons)
    clash = next(clashes(mod), None)
    if clash is not None:
        code, facts = clash.code, dict(clash.facts)
        raise forbid("TABLE-2", "mod-clash", mod=mod.name, clash=code, facts=facts)
    mod = apply_options(mod, command.options)
    yield MatchOpened(
        mod=mod,
        arena=arena,
        tables=tables,
        seed=str(command.seed if command.seed is not None else ""),
        name=command.name,
        times_to_win=mod.win.times if isinstance(mod.win, ScoreWin) else 10,
        points_to_win=command.options.get("points_to_win"),
        roller=command.dice,
        last_respawn=command.last_respawn,
        d3_on_d6=None if command.d3 == "ask" else command.d3 == "d6",
    )
