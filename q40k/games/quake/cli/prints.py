"""Define `q40k print`: what Quake 40K needs on paper, at true scale, as PDF."""

from q40k.cli.base import Call, Option, bad_value, number_option
from q40k.cli.complete import complete_packs
from q40k.cli.printing import Output, print_command
from q40k.cli.say import N_, _, locale
from q40k.games.quake.cli.picking import figure, known_mod
from q40k.games.quake.packs.arena import Arena, tiles
from q40k.games.quake.packs.library import Library
from q40k.games.quake.prints.offer import MOD, PLAYERS, PRINTS, Fielded, Wish, fielded_in
from q40k.games.quake.state.match import Match
from q40k.games.w40k3e.gear import weapon_lines

MOST_PLAYERS = 24
LACKING = {
    "arena": ("--arena", N_("which arena? `q40k arenas` lists them.")),
    "cards": ("--champion", N_("whose card? Name champions, or a --match.")),
}


@print_command(
    PRINTS,
    LACKING,
    Option(
        ["--mod"],
        metavar="MOD",
        shell_complete=complete_packs("mods"),
        help=N_("The mod whose bonuses and rules are printed; deathmatch if none is named."),
    ),
    Option(
        ["--arena"],
        metavar=N_("ARENA"),
        shell_complete=complete_packs("arenas"),
        help=N_("The arena, with its own portals, tokens, flags and barrels."),
    ),
    Option(
        ["tiles", "--tile"],
        multiple=True,
        metavar=N_("TILE"),
        help=N_("Of the arena only this tile, such as B2; may be given several times."),
    ),
    number_option(["--players"], N_("For how many; 4 if nothing is said."), 2, MOST_PLAYERS),
    Option(
        ["champions", "--champion"],
        multiple=True,
        metavar=N_("CHAMPION[+GEAR]"),
        shell_complete=complete_packs("champions"),
        help=N_("A champion to print a card of; may be given several times."),
    ),
    match_help=N_("Take the mod, the arena and the champions of this match."),
)
def print_(
    call: Call,
    output: Output,
    state: Match | None,
    mod: str | None,
    arena: str | None,
    tiles: tuple[str, ...],
    players: int | None,
    champions: tuple[str, ...],
) -> Wish:
    """Return what to print: of a match, of a mod, of an arena."""
    library: Library = call.library()
    rules = known_mod(library, mod or MOD)
    table = None
    if arena is not None:
        from q40k.games.quake.cli.arena import one_arena

        table = one_arena(call, arena)
    fielded = [_outfit_champion(library, name) for name in champions]
    if state is not None:
        rules = rules if mod else state.setup.mod or rules
        table = table or state.setup.arena
        fielded += fielded_in(state)
    return Wish(
        locale=locale(),
        library=library,
        paper=output.paper,
        mod=rules,
        measured=output.measured,
        ink=output.ink,
        players=players or len(fielded) or PLAYERS,
        arena=table,
        fielded=tuple(fielded),
        tiles=_tiles(tiles, table),
    )


def _tiles(names: tuple[str, ...], table: Arena | None) -> tuple[str, ...]:
    """Return the tiles of the printed arena, each once. Raises click.BadParameter."""

    if names and table is None:
        raise bad_value("--tile", _("of which arena? Name an --arena, or a --match."))
    existing = tiles(table.size) if table is not None else ()
    named = tuple(dict.fromkeys(tile.strip().upper() for tile in names))
    for tile in named:
        if tile not in existing:
            facts = {"said": tile, "first": existing[0], "last": existing[-1]}
            text = _("The arena has no tile “{said}”; they go from {first} to {last}.", **facts)
            raise bad_value("--tile", text)
    return named


def _outfit_champion(library: Library, text: str) -> Fielded:
    """Return a champion of the codex with the named gear. Raises click.BadParameter."""

    built = figure(library, text, None, "--champion").built
    arms = weapon_lines(built.weapons, library.weapons, library.gear)
    return Fielded(locale().name_of(built.name), built, arms, library.traits_of(built))
