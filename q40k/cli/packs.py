"""Commands about the packs: mods, arenas, check, schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from msgspec import to_builtins

from q40k.cli.base import Argument, Call, command, family, packs_option
from q40k.cli.columns import pad, table
from q40k.cli.complete import files, of
from q40k.cli.errors import DONE, REFUSED, problem_lines
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale, ngettext
from q40k.games.quake.cli.picking import known_mod
from q40k.i18n.width import width

KINDS: Final = ("champion", "mod", "arena", "script", "weapon", "gear", "bonus-tables", "pack")


def _listed(ctx: click.Context, as_json_: bool) -> int | None:
    """List the mods, unless a command of the family was called."""
    if ctx.invoked_subcommand is not None:
        return None
    found = ctx.ensure_object(Call).library(["mods"]).mods
    if as_json_:
        click.echo(as_json(to_builtins(list(found.values()))))
        return DONE
    said = locale()
    widest = max(map(width, found), default=0)
    for key, mod in found.items():
        click.echo(f"{pad(key, widest)}  {said.said(mod.name)}")
        click.echo(click.wrap_text(said.said(mod.text), 78, "    ", "    "))
    return DONE


@command(
    "show",
    N_(
        "Explain a mod: its set-up, what is allowed in it, and how one wins.\n\n"
        "All of it is said from the mod’s data, also for mods of your own packs."
    ),
    Argument(["mod"], metavar=N_("MOD"), shell_complete=of("mods")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(("q40k mods show elite", N_("how the elite play")),),
)
def show(call: Call, mod: str, as_json_: bool) -> int:
    """Explain a mod."""
    from q40k.games.quake.words.packs.mods import explain

    found = known_mod(call.library(["mods"]), mod, "MOD")
    said = locale()
    chapters = explain(said, found)
    if as_json_:
        told = [{"title": chapter.title, "lines": chapter.lines} for chapter in chapters]
        click.echo(as_json({**to_builtins(found), "explained": told}))
        return DONE
    click.echo(f"{said.said(found.name)} ({found.id})")
    click.echo(click.wrap_text(said.said(found.text), 78, "  ", "  "))
    for chapter in chapters:
        click.echo(f"\n{chapter.title}")
        for line in chapter.lines:
            click.echo(click.wrap_text(line, 78, "  - ", "    "))
    return DONE


mods = family(
    "mods",
    N_("List the mods: the ways to play that the packs hold."),
    show,
    examples=(
        ("q40k mods", N_("every mod, with what it is about")),
        ("q40k mods show deathmatch", N_("one of them in plain words")),
    ),
    callback=click.pass_context(_listed),
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
    found = call.library(["arenas"]).arenas
    if as_json_:
        click.echo(as_json(to_builtins(list(found.values()))))
        return DONE
    said = locale()
    from q40k.games.quake.words.packs.arenas import players, temper

    head = [_("Arena"), _("Name"), _("Size (cm)"), _("Players"), _("What it is like")]
    rows = [
        [key, said.said(arena.name), f"{arena.size[0]} × {arena.size[1]}", players(said, arena),
         temper(said, arena)]
        for key, arena in sorted(found.items(), key=lambda pair: (pair[1].tiles, pair[0]))
    ]  # fmt: skip
    for line in table(head, rows):
        click.echo(line)
    return DONE


@command(
    "check",
    N_(
        "Check packs, and name every problem with its file and line.\n\n"
        "Without a path: the shipped packs, the user’s own folder and every --packs folder."
    ),
    Argument(["paths"], metavar=N_("[PATH]..."), nargs=-1, shell_complete=files),
    packs_option(),
    examples=(
        ("q40k check", N_("everything there is")),
        ("q40k check my-packs/orks.yaml", N_("one file of your own")),
    ),
)
def check_packs(call: Call, paths: tuple[str, ...]) -> int:
    """Check packs."""
    from q40k.games.game import find
    from q40k.packs.library import check

    asked = [Path(path) for path in paths] + (call.packs if paths else [])
    kinds = find().packs.kinds
    problems = list(check(kinds, asked))
    if not paths and call.folders():
        problems += [p for p in check(kinds, call.folders()) if p not in problems]
    for line in problem_lines(problems):
        click.echo(line)
    wrong = sum(one.severity == "error" for one in problems)
    warned = len(problems) - wrong
    told = [ngettext("{number} problem", "{number} problems", wrong)]
    if warned:
        told.append(ngettext("{number} warning", "{number} warnings", warned))
    click.echo(", ".join(told), err=True)
    return REFUSED if wrong else DONE


@command(
    "schema",
    N_(
        "Print a JSON Schema, for editors and for programs that write packs or scripts.\n\n"
        "The kind is champion, mod, arena or script, or weapon, gear, bonus-tables, or pack for"
        " a whole file."
    ),
    Argument(["kind"], metavar=N_("KIND"), type=click.Choice(KINDS)),
    examples=(("q40k schema script > script.json", N_("the schema of one line of a script")),),
)
def schema(call: Call, kind: str) -> int:
    """Print a schema."""
    del call
    click.echo(as_json(_schema(kind)))
    return DONE


def _schema(kind: str) -> dict[str, Any]:
    from q40k.games.game import find

    if kind == "script":
        from q40k.table.script import schema as of_script

        return of_script(find())
    from q40k.packs.schemas import schema as of_pack

    return of_pack(find().packs.kinds, kind)


COMMANDS = {
    "mods": mods,
    "arenas": arenas,
    "check": check_packs,
    "schema": schema,
}
