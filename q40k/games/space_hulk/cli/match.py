"""`q40k new` and `q40k print`: begin a match, and print its sheets as PDF."""

from typing import Any, Literal

import click

from q40k.cli import open, printing
from q40k.cli.base import Call, Option, bad_value, choice_option, flag, match_options, number_option, packs_option, verb
from q40k.cli.say import N_, _, locale
from q40k.cli.verbs import play
from q40k.games.game import Game
from q40k.games.space_hulk.cli.mission import edition_option, find_mission, load_packs, mission_option
from q40k.games.space_hulk.prints.offer import PRINTS
from q40k.games.space_hulk.prints.sheets import Wish, turns_of
from q40k.games.space_hulk.state.match import Match, Setup
from q40k.games.space_hulk.state.opening import New
from q40k.games.space_hulk.table.missions import preview_mission
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.games.space_hulk.words.wording import WORDS
from q40k.kernel.text import clean_text

LEAST_TIMER = 30


@verb(
    open.game_option(),
    mission_option("--mission", N_("The mission to play.")),
    edition_option(),
    *match_options(),
    choice_option(
        ["--deal"],
        ["table", "app"],
        N_("Who deals blips and counters: the table, or the app; without it, you are asked."),
    ),
    flag(["--solo"], N_("Play alone: the app plays the Genestealers.")),
    choice_option(
        ["--solo-dice"], ["app", "table"], N_("Who rolls the app’s own dice as the Genestealers: the app, or you.")
    ),
    choice_option(
        ["--enemy"], ["book", "hard"], N_("How the app plays the Genestealers: by the solo book, or harder than it.")
    ),
    choice_option(["--bot"], ["marines"], N_("The bot leads the marines; with --solo the whole match plays itself.")),
    number_option(
        ["--timer"], N_("How long the marines have, 30 to 600 seconds; 0: no clock."), 0, 600, metavar=N_("SECONDS")
    ),
    Option(["--marines"], metavar=N_("NAME"), help=N_("Who plays the Space Marines.")),
    Option(["--stealers"], metavar=N_("NAME"), help=N_("Who plays the Genestealers.")),
    flag(["--novice"], N_("A minute more on the clock.")),
    packs_option(),
)
def new(
    call: Call,
    game: Game,
    mission: str | None,
    edition: Literal["4", "1"] | None,
    seed: int | None,
    dice: Literal["hand", "app"] | None,
    **rest: Any,
) -> int:
    """Begin a match."""

    if mission is not None:
        _found, board = find_mission(load_packs(call), mission, "--mission")
        if rest["bot"] is not None and board is None:
            raise bad_value("--bot", _("The mission {id} has no board.", id=mission))
    options: dict[str, Any] = {name: True for name in ("novice", "solo") if rest[name]}
    options |= {name: rest[name] for name in ("solo_dice", "bot", "enemy") if rest[name] is not None}
    if rest["timer"] is not None:
        if 0 < rest["timer"] < LEAST_TIMER:
            text = _("The timer has {least} seconds at least.", least=LEAST_TIMER)
            raise bad_value("--timer", text)
        options["timer"] = rest["timer"] or "off"
    prefilled = Prefilled(
        clean_text(rest["name"]),
        seed,
        dice,
        mission=mission,
        edition=edition,
        deal=rest["deal"],
        options=options,
        players=_players(rest["marines"], rest["stealers"]),
    )
    return play.begin_match(call, prefilled, game)


def _players(marines: str | None, stealers: str | None) -> tuple[str, str] | None:
    """Return the names of both players, with the usual name for a missing one."""

    if marines is None and stealers is None:
        return None
    usual = New()
    return marines or usual.marines, stealers or usual.stealers


# -- print -----------------------------------------------------------------------------------


MOST_TURNS = 24
LACKING = {
    "mission": ("--mission", N_("which mission? Name one, or a --match.")),
    "doors": ("--mission", N_("which one? The board of this mission has no doors.")),
    "board": ("--mission", N_("which board? Name a --mission that has one, or a --match.")),
}


@printing.print_command(
    PRINTS,
    LACKING,
    mission_option("--mission", N_("Take the squad of this mission.")),
    Option(
        ["--edition"],
        type=click.Choice(["4", "1"]),
        default="4",
        help=N_("The rules to play by: those of the 4th edition, or of the 1st."),
    ),
    number_option(["--turns"], N_("For how many turns; those of the mission, or 8."), 1, MOST_TURNS),
    match_help=N_("Take the squad, the mission and the edition of this match."),
)
def print_(
    call: Call,
    output: printing.Output,
    state: Match | None,
    mission: str | None,
    edition: Literal["4", "1"],
    turns: int | None,
) -> Wish:
    """Return what to print: of a match, of a mission, or blank sheets."""

    if state is None and mission is not None:
        state = _preview(call, mission, edition)
    state = state or Match().replace(setup=Setup(edition_id=edition))
    spoken = locale().of(WORDS.locales)
    return Wish(spoken, output.paper, output.measured, output.ink, match=state, turns=turns or turns_of(state))


def _preview(call: Call, id: str, edition: Literal["4", "1"]) -> Match:
    """Return a mission as it will be laid out. Raises click.BadParameter."""

    library = load_packs(call)
    entry, _layout = find_mission(library, id, "--mission")
    return preview_mission(library, entry, edition if edition in entry.editions else entry.editions[0])
