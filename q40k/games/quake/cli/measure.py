"""Define `q40k measure`: every check of the board from the command line, in words or as JSON."""

import re

import click

from q40k.cli.base import Answer, Argument, Call, Option, bad_value, json_option, packs_option, verb
from q40k.cli.open import match_option, open_match
from q40k.cli.say import N_, _
from q40k.games.quake.arena.figures import ArenaPositions, figure, laid_on
from q40k.games.quake.cli.arena import one_arena
from q40k.games.quake.cli.measures import CHECKS, Bad, nearest_check, on_table
from q40k.games.quake.state.positions import feet_height
from q40k.geometry.positions import Figure
from q40k.geometry.space import Base, BoardError

FIGURE = "NAME:X,Y[:BASE[:HEIGHT[:UP]]]"


@verb(
    Argument(["words"], metavar=N_("[ARENA] CHECK [WHAT]..."), nargs=-1, required=True),
    Option(
        ["figures", "--at"],
        multiple=True,
        metavar=FIGURE,
        help=N_(
            "A figure: its base in mm (25, or 25x70@90 for an oval one at an angle), its"
            " height and how high it stands, both in inches. May be given several times."
        ),
    ),
    match_option(["--match"], N_("Take the arena and the figures that have a position from this match.")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    negative_numbers=True,
)
def measure(call: Call, words: tuple[str, ...], figures: tuple[str, ...], match: str | None) -> Answer:
    """Measure something."""

    refuse_unknown_options(words)
    rest, name = list(words), "--at"
    try:
        table = _of_match(match) if match is not None else laid_on(one_arena(call, rest.pop(0)))
        for text in figures:
            figure = read_figure(text)
            on_table(table, figure.spot, text)
            table = table.with_figure(figure)
        if not rest:
            raise bad_value("CHECK", _("Say what to measure: {checks}.", checks=", ".join(CHECKS)))
        name, *arguments = rest
        if name not in CHECKS:
            raise bad_value("CHECK", nearest_check(name))
        measured = CHECKS[name](table, arguments)
    except Bad as bad:
        raise bad_value(name, str(bad)) from bad
    except BoardError as error:
        raise bad_value("--at", _board_error(error)) from error
    return Answer({"check": name, **measured.data}, measured.lines)


def refuse_unknown_options(words: tuple[str, ...]) -> None:
    """Refuse options click let through: with negative numbers allowed, it passes every dash."""
    for word in words:
        if word.startswith("-") and not re.match(r"-[\d.]", word):
            raise click.NoSuchOption(word, ctx=click.get_current_context())


def _of_match(named: str) -> ArenaPositions:
    """Return the arena of a match with the champions whose positions are known."""

    with open_match(named, game="quake") as match_session:
        state = match_session.state
    if state.setup.arena is None:
        raise bad_value("--match", _("This match has no arena yet."))
    return laid_on(
        state.setup.arena,
        [
            figure(p.name, p.champion, p.position.at, elevation_in=feet_height(state, p), angle_deg=p.position.angle)
            for p in state.players.values()
            if p.in_play and p.position.at
        ],
    )


def read_figure(text_: str) -> Figure:
    """Parse a figure of a call. Raises click.BadParameter, or BoardError for an invalid size."""

    name, *parts = text_.split(":")
    try:
        if not name or not 1 <= len(parts) <= 4:
            raise ValueError
        x, y = (float(number) for number in parts[0].split(","))
        size, _at, angle = (parts[1] if len(parts) > 1 else "25").partition("@")
        width, _x, length = size.partition("x")
        base = Base(float(width), float(length) if length else None, float(angle or 0))
        more = [float(number) for number in parts[2:]]
    except ValueError as error:
        if isinstance(error, BoardError):
            raise
        text = _("“{said}” is not {form}, such as Bob:30,30:25.", said=text_, form=FIGURE)
        raise bad_value("--at", text) from error
    height, up = (*more, *(1.25, 0.0)[len(more) :])
    return Figure(name, (x, y), base, height, up)


def _board_error(error: Exception) -> str:
    code, facts = getattr(error, "code", ""), getattr(error, "facts", {})
    messages = {
        "base-size": N_("A base is between 0 and 1000 mm wide and long."),
        "not-a-place": N_("“{id}” stands nowhere: its numbers are not finite."),
        "scenery-shape": N_("The outline of “{scenery}” encloses no area."),
    }
    return _(messages.get(code, N_("This cannot be measured.")), **facts)
