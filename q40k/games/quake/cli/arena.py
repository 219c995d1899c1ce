"""Define `q40k arena`: show, draw, check or make an arena."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from q40k.cli.base import Call, Option, command, command_group, packs_option
from q40k.cli.errors import DONE
from q40k.cli.files import force_option, write_file
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, locale
from q40k.cli.streams import echo, echo_text
from q40k.games.quake.cli.arena_check import check
from q40k.games.quake.cli.arena_find import arena_argument, one_arena
from q40k.games.quake.cli.arena_new import new

# -- show, draw ----------------------------------------------------------------------------


@command(
    "show",
    N_("Show an arena’s card: size, players, note, a picture, what each piece of scenery does."),
    arena_argument(),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(("q40k arena show scaffolds-80", N_("the towers and gantries, in letters")),),
)
def show(call: Call, arena: str, as_json_: bool) -> int:
    """Show an arena."""
    chosen = one_arena(call, arena)
    if as_json_:
        echo_text(as_json(to_builtins(chosen)))
        return DONE
    from q40k.games.quake.words.packs.arenas import card

    for line in card(locale(), chosen):
        echo(line)
    return DONE


@command(
    "recon",
    N_("List what to agree on before play: each kind of scenery, for moves, shots and saves."),
    arena_argument(),
    packs_option(),
    examples=(("q40k arena recon bastions-140", N_("the terrain reconnaissance, to tick off")),),
)
def recon(call: Call, arena: str) -> int:
    """List what to agree on before play."""
    from q40k.games.quake.words.packs.arenas import reconnaissance

    for line in reconnaissance(locale(), one_arena(call, arena)):
        echo(line)
    return DONE


@command(
    "draw",
    N_(
        "Draw an arena to scale, as SVG in millimetres, for building it or for the wall.\n\n"
        "It is as good in black and white; printed in its own size it is a plan to lay the table"
        " on."
    ),
    arena_argument(),
    Option(["--out"], metavar=N_("FILE"), type=click.Path(dir_okay=False),
           help=N_("Write it here; without it, it is printed.")),
    force_option(),
    packs_option(),
    examples=(("q40k arena draw caldera-120 --out caldera.svg", N_("a plan of the caldera")),),
)  # fmt: skip
def draw(call: Call, arena: str, out: str | None, force: bool) -> int:
    """Draw an arena."""
    from q40k.games.quake.table.arena_svg import drawing

    drawn = drawing(locale(), one_arena(call, arena))
    if out is None or out == "-":
        echo_text(drawn)
        return DONE
    write_file(Path(out), drawn, force=force)
    return DONE


# -- the group -----------------------------------------------------------------------------


arena_ = command_group(
    "arena",
    N_("Show, check, draw or make an arena."),
    show, check, recon, draw, new,
    examples=(
        ("q40k arena show hivegate-180", N_("an arena’s card, with a picture")),
        ("q40k arena draw hivegate-180 --out gate.svg", N_("a plan to print")),
        ("q40k arena new --size 120x80 --tokens 4,4,1", N_("an arena of your own")),
    ),
)  # fmt: skip
