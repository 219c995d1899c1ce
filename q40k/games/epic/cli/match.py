"""`q40k new --game epic`: begin a match, with people and bots."""

from collections.abc import Iterator
from typing import Literal

from q40k.bots.bot import LEVELS
from q40k.cli import open
from q40k.cli.base import Call, Option, bad_value, match_options, number_option, packs_option, verb
from q40k.cli.say import N_, _
from q40k.cli.verbs import play
from q40k.games.epic.cli.packs import find_object, packs, scenario_option
from q40k.games.epic.state.match import SIDES
from q40k.games.epic.table.opening import ExpectedSide, Prefilled
from q40k.games.game import Game
from q40k.kernel.text import clean_text
from q40k.packs.library import Library
from q40k.tabletop.rules import BotSeat

USUAL = "sound"
"""The level of a bot if a call names none."""
POINTS = 300
"""The points of a force if a call names armies and no points."""


@verb(
    open.game_option(),
    scenario_option("--scenario", N_("The scenario to play.")),
    Option(
        ["players", "--player"],
        multiple=True,
        metavar=N_("NAME=ARMY"),
        help=N_("A side that people play, with its army list; may be given twice."),
    ),
    Option(
        ["bots", "--bot"],
        multiple=True,
        metavar=N_("NAME=ARMY[:LEVEL]"),
        help=N_("A side that a bot plays: straight, sound or sharp; may be given twice."),
    ),
    number_option(
        ["--points"],
        N_("What the force of each side costs; 300, if sides are named."),
        1,
        100_000,
        metavar=N_("POINTS"),
    ),
    *play.players_of_options(),
    *match_options(),
    packs_option(),
)
def new(
    call: Call,
    game: Game,
    scenario: str | None,
    players: tuple[str, ...],
    bots: tuple[str, ...],
    points: int | None,
    players_of: str | None,
    fresh: bool,
    name: str,
    seed: int | None,
    dice: Literal["hand", "app"] | None,
) -> int:
    """Begin a match."""
    library = packs(call)
    if scenario is not None:
        find_object(library, "scenarios", scenario, "--scenario")
    sides = tuple(_read_sides(library, players, bots))
    if len(sides) > SIDES:
        raise bad_value("--player", _("There are two sides; you named {number}.", number=len(sides)))
    if len({side.player for side in sides}) < len(sides):
        raise bad_value("--player", _("Each side needs a name of its own."))
    if points is not None and not sides:
        raise bad_value("--points", _("Name the sides with --player or --bot."))
    points = (points or POINTS) if sides else None
    earlier = play.earlier_match(players_of, game, fresh=fresh, other=scenario is not None)
    dice = dice or earlier.dice
    prefilled = Prefilled(clean_text(name), seed, dice, scenario=scenario, sides=sides, points=points)
    return play.begin_match(call, prefilled, game)


def _read_sides(library: Library, players: tuple[str, ...], bots: tuple[str, ...]) -> Iterator[ExpectedSide]:
    """Yield the sides that a call names. Raises click.BadParameter."""
    for text in players:
        yield ExpectedSide(*_read_side(library, text, "--player"))
    for text in bots:
        side, _colon, level = text.partition(":")
        level = level.strip().casefold() or USUAL
        chosen = next((option for option in LEVELS if option == level), None)
        if chosen is None:
            levels = ", ".join(LEVELS)
            raise bad_value("--bot", _("There is no level “{said}”: {levels}.", said=level, levels=levels))
        yield ExpectedSide(*_read_side(library, side, "--bot"), BotSeat(chosen))


def _read_side(library: Library, text: str, hint: str) -> tuple[str, str]:
    """Return who plays a side and the id of its army list. Raises click.BadParameter."""
    name, equals, army = text.partition("=")
    name, army = clean_text(name), army.strip()
    if not (equals and name and army):
        raise bad_value(hint, _("“{said}” is not NAME=ARMY.", said=text))
    if not find_object(library, "armies", army, hint).formations:
        raise bad_value(hint, _("The army list {army} has no formations to choose from.", army=army))
    return name, army
