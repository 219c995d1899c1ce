"""Define the commands about the packs of Quake 40K: mods, arenas."""

from __future__ import annotations

import click
from msgspec import to_builtins

from q40k.cli.base import Argument, Call, command, command_group, packs_option
from q40k.cli.columns import pad, table
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text
from q40k.games.quake.cli.picking import known_mod
from q40k.i18n.width import width


def _list_mods(ctx: click.Context, as_json_: bool) -> int | None:
    """List the mods, unless a subcommand was called."""
    if ctx.invoked_subcommand is not None:
        return None
    mods_ = ctx.ensure_object(Call).library(["mods"]).mods
    if as_json_:
        echo_text(as_json(to_builtins(list(mods_.values()))))
        return DONE
    spoken = locale()
    widest = max(map(width, mods_), default=0)
    for key, mod in mods_.items():
        echo(f"{pad(key, widest)}  {spoken.name_of(mod.name)}")
        echo_text(click.wrap_text(spoken.name_of(mod.text), 78, "    ", "    "))
    return DONE


@command(
    "show",
    N_(
        "Explain a mod: its set-up, what is allowed in it, and how one wins.\n\n"
        "All of it is said from the mod’s data, also for mods of your own packs."
    ),
    Argument(["mod"], metavar=N_("MOD"), shell_complete=complete_packs("mods")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(("q40k mods show elite", N_("how the elite play")),),
)
def show(call: Call, mod: str, as_json_: bool) -> int:
    """Explain a mod."""
    from q40k.games.quake.words.packs.mods import explain

    chosen = known_mod(call.library(["mods"]), mod, "MOD")
    spoken = locale()
    chapters = explain(spoken, chosen)
    if as_json_:
        explained = [{"title": chapter.title, "lines": chapter.lines} for chapter in chapters]
        echo_text(as_json({**to_builtins(chosen), "explained": explained}))
        return DONE
    echo(f"{spoken.name_of(chosen.name)} ({chosen.id})")
    echo_text(click.wrap_text(spoken.name_of(chosen.text), 78, "  ", "  "))
    for chapter in chapters:
        echo()
        echo(chapter.title)
        for line in chapter.lines:
            echo_text(click.wrap_text(line, 78, "  - ", "    "))
    return DONE


mods = command_group(
    "mods",
    N_("List the mods: the ways to play that the packs hold."),
    show,
    examples=(
        ("q40k mods", N_("every mod, with what it is about")),
        ("q40k mods show deathmatch", N_("one of them in plain words")),
    ),
    callback=click.pass_context(_list_mods),
    invoke_without_command=True,
    subcommand_metavar=N_("[COMMAND]"),
    params=[json_option(N_("Print them as JSON.")), packs_option()],
)


@command(
    "arenas",
    N_("List the arenas: the tables that the packs hold."),
    json_option(N_("Print them as JSON.")),
    packs_option(),
    examples=(
        ("q40k arenas", N_("every arena, with its size, for how many, and what it is like")),
    ),
)
def arenas(call: Call, as_json_: bool) -> int:
    """List the arenas."""
    by_id = call.library(["arenas"]).arenas
    if as_json_:
        echo_text(as_json(to_builtins(list(by_id.values()))))
        return DONE
    spoken = locale()
    from q40k.games.quake.words.packs.arenas import players, temper

    head = [_("Arena"), _("Name"), _("Size (cm)"), _("Players"), _("What it is like")]
    rows = [
        [key, spoken.name_of(arena.name), f"{arena.size[0]} × {arena.size[1]}",
         players(spoken, arena), temper(spoken, arena)]
        for key, arena in sorted(by_id.items(), key=lambda pair: (pair[1].tiles, pair[0]))
    ]  # fmt: skip
    for line in table(head, rows):
        echo(line)
    return DONE
