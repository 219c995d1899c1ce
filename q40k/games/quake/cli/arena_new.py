"""Define `q40k arena new`: lay out an arena from a few answers and write it as a pack."""

import re
from pathlib import Path
from secrets import randbelow
from typing import Any

from msgspec import to_builtins
from pydantic import ValidationError

from q40k.cli import base
from q40k.cli.errors import Failure
from q40k.cli.files import ask_for, file_exists_failure, keep_answers, require_terminal
from q40k.cli.say import N_, _, echo_text, ngettext, remark
from q40k.games.quake.arena.generator import MOST_TEAMS, ArenaOrder, NoRoom
from q40k.games.quake.table.home_made import arena_entry, arena_pack, free_id, own_file, parse_arena, write
from q40k.table.folders import IdTaken

MOST_CM = 1000
TILE_CM = 20
MOST_TOKENS = 60
MOST_BARRELS = 400
MOST_PIECES = 100
USUAL: dict[str, Any] = {"tokens": "4,4,1", "teams": 0, "barrels": 0, "scenery": 0}
"""The values of options that are not given."""


@base.command(
    "new",
    base.Option(["--name"], metavar=N_("NAME"), help=N_("Its name.")),
    base.Option(["--size"], metavar=N_("CM"), help=N_("Its sides in cm, such as 120x80; multiples of 20.")),
    base.Option(
        ["--tokens"], metavar=N_("E,W,S"), help=N_("Tokens: equipment, weapon and special; 4,4,1 if nothing is said.")
    ),
    base.number_option(["--teams"], N_("The number of teams; each gets a base and a flag."), 0, 6),
    base.number_option(["--barrels"], N_("The number of places for barrels."), 0, MOST_BARRELS),
    base.number_option(
        ["--scenery"], N_("The number of pieces of scenery, in pairs about the centre."), 0, MOST_PIECES
    ),
    base.number_option(["--seed"], N_("The same seed gives the same result."), 0),
    base.id_option(),
    base.pack_file_option(),
    base.json_option(N_("Print the arena as JSON.")),
    base.packs_option(),
)
def new(call: base.Call, **options: Any) -> base.Answer:
    """Make an arena."""
    _ask(options)
    order = _parse_order(options)
    own = _id(call, options, order)
    if options["seed"] is None:
        options["seed"] = randbelow(1_000_000)
    entry = _entry(order, options, own)
    path = _write(entry, own, options["out"])
    if path is not None:
        remark(_("Written to {path}.", path=path))
    return base.Answer(lambda: to_builtins(parse_arena(entry)), (own,) if path is not None else ())


# -- answers -------------------------------------------------------------------------------


def _ask(options: dict[str, Any]) -> None:
    """Ask for everything if even the size is missing. Raises Failure without a terminal."""
    if options["size"] is None:
        require_terminal(["size"], _("On a terminal you are asked for it; or say --size 60x60."))
        for name, words, kind, usual in (
            ("name", N_("Name (Enter: named by its size)"), str, ""),
            ("size", N_("Sides in cm, such as 120x80"), str, "60x60"),
            ("tokens", N_("Tokens: equipment, weapon, special"), str, USUAL["tokens"]),
            ("teams", N_("Teams with a base and a flag each"), int, 0),
            ("barrels", N_("Barrels"), int, 0),
            ("scenery", N_("Pieces of scenery"), int, 0),
        ):
            if options[name] is None:
                options[name] = ask_for(_(words), kind, usual, shown=usual != "")
    options |= {name: usual for name, usual in USUAL.items() if options[name] is None}


def _parse_order(options: dict[str, Any]) -> ArenaOrder:
    """Return what was asked for. Raises click.BadParameter."""

    sides = re.fullmatch(r"\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*(?:cm)?\s*", options["size"])
    size = tuple(int(side) for side in sides.groups()) if sides else ()
    if any(side % TILE_CM or not TILE_CM <= side <= MOST_CM for side in size) or not size:
        raise base.bad_value(
            "--size",
            _(
                "Two sides in cm, multiples of {step} from {step} to {most}, such as 120x80.",
                step=TILE_CM,
                most=MOST_CM,
            ),
        )
    tokens = [word.strip() for word in options["tokens"].split(",")]
    if len(tokens) != 3 or not all(re.fullmatch(r"\d{1,3}", word) for word in tokens):
        raise base.bad_value("--tokens", _("Three numbers with commas between, such as 4,4,1."))
    equipment, weapons, special = (int(word) for word in tokens)
    if max(equipment, weapons) > MOST_TOKENS:
        raise base.bad_value("--tokens", _("{most} of a kind at most.", most=MOST_TOKENS))
    if special > 1:
        raise base.bad_value("--tokens", _("One special token at most (BONUS-5)."))
    limits = (("teams", MOST_TEAMS), ("barrels", MOST_BARRELS), ("scenery", MOST_PIECES))
    for name, most in limits:
        if not 0 <= options[name] <= most or (name == "teams" and options[name] == 1):
            raise base.bad_value(
                f"--{name}",
                _("Two teams or more, {most} at most; or 0.", most=most)
                if name == "teams"
                else _("From 0 to {most}.", most=most),
            )
    return ArenaOrder(
        (size[0], size[1]), equipment, weapons, special, options["teams"], options["barrels"], options["scenery"]
    )


def _id(call: base.Call, options: dict[str, Any], order: ArenaOrder) -> str:
    """Return the arena's id. Raises Failure if it exists, click.BadParameter if it is invalid."""

    own = options["id"]
    if own is not None:
        base.check_id("--id", own)
    try:
        arenas = call.library(["arenas"]).arenas
        plain = options["name"] or "arena-{}x{}".format(*order.size)
        return free_id("arena", arenas, plain, own)
    except IdTaken as taken:
        title = _("There is already an arena {id}.", id=taken.id)
        raise Failure(title, _("Give it another --id.")) from taken


# -- the arena -----------------------------------------------------------------------------


def _entry(order: ArenaOrder, options: dict[str, Any], own: str) -> dict[str, Any]:
    """Return the arena as a pack writes it. Raises Failure if the table is too small."""

    try:
        entry = arena_entry(order, options["seed"], options["name"] or None, own)
    except NoRoom as no_room:
        advice = _("Take a larger table, or less of it; another --seed may do as well.")
        raise Failure(_no_room(no_room), advice) from no_room
    try:
        parse_arena(entry)
    except ValidationError as error:  # only the name can be unsound
        raise base.bad_value("--name", _("This cannot be a name: {said}", said=options["name"])) from error
    return entry


def _no_room(no_room: NoRoom) -> str:
    number = no_room.placed
    return {
        "bases": lambda: _("There is no room for so many bases."),
        "portals": lambda: _("There is no room for five portals outside the bases."),
        "equipment": lambda: ngettext(
            "There is room for {number} equipment token, more than 15 cm from every portal.",
            "There is room for {number} equipment tokens, more than 15 cm from every portal.",
            number,
        ),
        "weapon": lambda: ngettext(
            "There is room for {number} weapon token, more than 15 cm from every portal.",
            "There is room for {number} weapon tokens, more than 15 cm from every portal.",
            number,
        ),
        "scenery": lambda: ngettext(
            "There is room for {number} piece of scenery.", "There is room for {number} pieces of scenery.", number
        ),
        "barrels": lambda: ngettext(
            "There is room for {number} barrel.", "There is room for {number} barrels.", number
        ),
    }[no_room.thing]()


def _write(entry: dict[str, Any], own: str, out: str | None) -> str | None:
    """Write the pack to a new file, or print it; return the path. Raises OSError, Failure."""

    text = arena_pack(entry)
    if out == "-":
        echo_text(text)
        return None
    path = Path(out) if out is not None else own_file(own, "arena")
    try:
        return str(keep_answers(lambda place: write(text, place), path))
    except FileExistsError as error:
        raise file_exists_failure(path, _("Nothing was written: give another --out or --id.")) from error
