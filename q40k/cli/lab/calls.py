"""What a call of the lab names: the options of its game, the plan, the engine, the progress."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from q40k.cli.base import Call, Command, Option, bad_value, choice_option, command, number_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import INTERRUPTED, MALFORMED, Failure, add_nearest
from q40k.cli.files import file_option
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, locale, on_a_terminal, option_value, remark, show_lines, show_progress, speak_of
from q40k.games.game import Game, UnknownGame, find
from q40k.kernel.events import Refusal
from q40k.lab.designs import MOST_GAMES, Design, Plan
from q40k.lab.engines import ClusterLost, Engine, NoCluster, Progress
from q40k.lab.figures import compare
from q40k.lab.jobs import World, WorldDiffers, find_world
from q40k.lab.points import Price
from q40k.lab.shelf import NoShelf, Shelf
from q40k.lab.studies import BadPlan, Choice, Pair, Study, make_plan
from q40k.lab.subject import Lab, Result, base_id
from q40k.lab.tables import bar_lines, difference_lines, price_lines
from q40k.table.folders import LAB_FILE, data_folder

MOST_CORES = 256


class LabCommand(Command):
    """A command of the lab: it also takes an option for each kind of thing that its game can vary."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, those of the game that the call names among them."""
        try:
            game = find(option_value("--game", args) or _usual_game())
        except UnknownGame:
            game = find()  # the option itself refuses the name
        speak_of(game.id)
        ctx.meta[__name__] = game
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the game, then those of the lab."""
        game: Game | None = ctx.meta.get(__name__)
        lab: Lab | None = (game or find()).lab
        kinds = () if lab is None else lab.kinds
        options = [Option([f"--{kind.id}"], metavar=N_("IDS"), callback=_split, help=kind.about) for kind in kinds]
        field = number_option(
            ["seats", "--field"], N_("How many play in a game."), *((2, 2) if lab is None else lab.seats)
        )
        return [*options, field, *super().get_params(ctx)]


def _usual_game() -> str:
    parameter: Any = game_option()
    return str(parameter.default)


lab_command = partial(command, kind=LabCommand)
"""Makes a command of the lab of a function, as `command` does."""


def _split(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in (value or "").split(",") if word.strip())


def _read_settings(_ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, Any]:
    """Return settings such as `lives=3` by name; what is no JSON is a text."""
    settings = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not (name and equals):
            raise bad_value(param.opts[0], _("“{said}” is no setting; write it as lives=3.", said=value))
        try:
            settings[name] = json.loads(text)
        except ValueError:
            settings[name] = text
    return settings


def setting_option(flag: str, name: str, help: str) -> Option:
    """Return an option for settings such as `lives=3`; it may be given several times."""
    return Option([name, flag], multiple=True, metavar=N_("NAME=VALUE"), callback=_read_settings, help=help)


def plan_options(games: int) -> tuple[Option, ...]:
    """Return the options that say what is played."""
    return (
        game_option(),
        number_option(["--games"], N_("How many games are played."), 1, MOST_GAMES, default=games),
        number_option(
            ["--seed"], N_("The seed of the whole study: the same call brings the same figures."), 0, 10_000, default=1
        ),
        choice_option(
            ["--design"],
            get_args(Design),
            N_("Who meets whom: all seats alike, all against all, a round robin, random fields."),
        ),
        Option(["--what"], metavar=N_("KIND"), help=N_("What is weighed, if several of several kinds are named.")),
        Option(["--near"], type=float, metavar=N_("POINTS"), help=N_("Of `all` only what costs about so much.")),
        Option(
            ["--within"],
            type=float,
            default=2.0,
            show_default=True,
            metavar=N_("POINTS"),
            help=N_("How far the price may be from --near."),
        ),
        setting_option("--option", "options", N_("A number of the table, such as lives=3; also several times.")),
    )


def width_option() -> Option:
    """Return the option for the widest interval that is narrow enough; its value is a share."""
    return Option(
        ["--width"],
        type=click.FloatRange(0.1, 100),
        metavar=N_("PERCENT"),
        callback=lambda _ctx, _param, value: None if value is None else value / 100,
        help=N_("Stop as soon as no interval is wider than this."),
    )


def engine_options() -> tuple[Option, ...]:
    """Return the options that say where it is played and kept."""
    return (
        number_option(["--cores"], N_("On how many cores; all of them, if nothing is said."), 1, MOST_CORES),
        Option(
            ["--cluster"],
            metavar=N_("ADDRESS"),
            help=N_("Play on a cluster of Dask: its address, or local for one on this machine."),
        ),
        shelf_option(),
    )


def shelf_option() -> Option:
    """Return the option for the file that keeps results."""
    return file_option(
        ["--shelf"], N_("Keep the results in this file; without it, beside the matches."), shell_complete=complete_files
    )


# -- from a call to a plan and an engine -------------------------------------------------------


def lab_of(game: Game) -> Lab:
    """Return the lab of a game. Raises Failure."""
    lab: Lab | None = game.lab
    if lab is None:
        title = _("Nothing of {game} can be weighed.", game=game.name)
        raise Failure(title, _("`q40k games` lists the games."), MALFORMED)
    return lab


def take_choice(lab: Lab, values: dict[str, Any]) -> Choice:
    """Take what a call names out of its values. Raises click.BadParameter."""

    named = {kind.id: values.pop(kind.id) for kind in lab.kinds}
    what = values.pop("what")
    kinds = [kind.id for kind in lab.kinds]
    if what is not None and what not in kinds:
        raise bad_value("--what", _("It is one of: {names}.", names=", ".join(kinds)))
    parts = {name: values.pop(name) for name in ("seats", "design", "games", "seed", "near", "within", "options")}
    return Choice(named=named, what=what, **parts)


def plan_games(lab: Lab, library: Any, choice: Choice) -> Plan:
    """Return the plan of what a call names. Raises click.BadParameter."""
    try:
        return make_plan(lab, library, choice)
    except BadPlan as error:
        raise _plan_error(error) from error


def _plan_error(error: BadPlan) -> click.BadParameter:
    facts = error.facts
    if error.key == "unknown":
        text = add_nearest(_("There is no {id}.", id=facts["id"]), facts["nearest"])
    elif error.key == "price":
        text = _("“{id}” has no price behind the @.", id=facts["id"])
    elif error.key == "seats":
        text = _("The game has {least} to {most} seats.", least=facts["least"], most=facts["most"])
    elif error.key == "too-few":
        text = _("At least two are needed to meet each other.")
    else:
        text = _("“{design}” does not fit so many entries and seats.", design=facts["design"])
    return bad_value(error.option, text)


def open_shelf(path: Path | None) -> Shelf:
    """Open the shelf. Raises Failure, OSError."""

    try:
        return Shelf(path or data_folder() / LAB_FILE)
    except NoShelf as error:
        raise Failure(_("{path} is no shelf of the lab.", path=error), _("Name another file."), MALFORMED) from error


@contextmanager
def open_engine(
    call: Call,
    game: Game,
    shelf: Path | None,
    cores: int | None,
    cluster: str | None,
    folders: Sequence[Path] = (),
    *,
    alone: bool = False,
) -> Iterator[tuple[Engine, World]]:
    """Open an engine that shows its progress. Faults of its processes become Failures.

    `folders` are packs in addition to those of the call, or `alone`, beside none but the shipped ones.
    """

    paths = [str(folder.resolve()) for folder in (*(() if alone else call.folders(game.id)), *folders)]
    world = find_world(game, paths)
    with (
        closing(open_shelf(shelf)) as kept,
        explain_faults(cluster),
        Engine(game, paths, world, kept, count_cores(cores), cluster, show_games) as engine,
    ):
        yield engine, world


def count_cores(cores: int | None) -> int:
    """Return on how many cores is played: all of them, if a call says nothing."""
    return cores or os.cpu_count() or 1


@contextmanager
def explain_faults(cluster: str | None) -> Iterator[None]:
    """Make Failures of the faults of processes that play."""

    try:
        yield
    except NoCluster as error:
        title = _("The cluster {address} cannot be used: {error}", address=cluster, error=error)
        advice = _("Start `dask scheduler` there, and look whether this machine reaches the address.")
        if isinstance(error.__cause__, ImportError):
            advice = _(
                "`pip install './q40k[cluster]'` installs what it needs;"
                " ./q40k is the folder of a clone or a source archive."
            )
        raise Failure(title, advice) from error
    except ClusterLost as error:
        facts = {"finished": error.finished, "number": error.number}
        title = _("The cluster {address} is gone: {finished} of {number} results are kept.", address=cluster, **facts)
        raise Failure(title, _("The same call goes on from there, on a cluster or without one.")) from error
    except WorldDiffers as error:
        title = _("A process of the cluster has another version of q40k, or other packs.")
        raise Failure(title, _("Install the same everywhere, under the same folders.")) from error
    except BrokenExecutor as error:
        title = _("The processes of the lab die again and again.")
        raise Failure(title, _("What was finished is kept; the same call goes on from there.")) from error


def show_games(progress: Progress, message: str = N_("{place} of {number} games, {left} left   ")) -> None:
    """Show how many games are played, or with another message how much else."""
    time_left = duration(progress.seconds_left)
    show_progress(_(message, place=progress.finished, number=progress.number, left=time_left))


def show_so_far(game: Game, library: Any) -> Callable[[Study], None] | None:
    """Return what shows what a study says so far, a bar for each of the best entries; None without a terminal.

    Each look waits for the games before it, so that nobody pays for looks that nobody sees.
    """
    return _if_seen(lambda study: bar_lines(locale(), study, name_entries(game.lab, library, study.plan.kind)))


def show_differences(game: Game, library: Any, plan: Plan) -> Callable[[Sequence[Pair]], None] | None:
    """Return what shows what a comparison says so far; None without a terminal."""
    name = name_entries(game.lab, library, plan.kind)
    return _if_seen(lambda pairs: difference_lines(locale(), compare(plan, pairs), name))


def show_prices(lab: Lab, library: Any) -> Callable[[Sequence[Price], int], None] | None:
    """Return what shows which prices fit so far; None without a terminal."""
    name = name_entries(lab, library, lab.priced, with_price=True)
    return _if_seen(lambda prices, games: price_lines(locale(), prices, games, name))


def _if_seen(lines: Callable[..., Iterable[str]]) -> Callable[..., None] | None:
    """Return what shows such lines; None without a terminal."""
    return (lambda *facts: show_lines(lines(*facts))) if on_a_terminal("stderr") else None


def duration(seconds: float | None) -> str:
    """Return seconds as hours, minutes and seconds; "?" if nobody knows yet."""
    if seconds is None:
        return "?"
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{int(seconds):02}"


def check_played(game: Game, results: Sequence[Result]) -> None:
    """Check that some game could be played, if any was tried. Raises Failure with the first reason."""
    refusals = [result.refusal for result in results if result.refusal is not None]
    if refusals and len(refusals) == len(results):
        raise explain_refusal(game, refusals[0], _("No game could be played."))


def explain_refusal(game: Game, refusal: Refusal, title: str) -> Failure:
    """Return the failure of a game that refuses what the call names."""
    why = game.words.refuse(locale(), refusal)
    return Failure(f"{title} {why}", _("Name other things, or other options."))


def stop_politely() -> int:
    """Say that everything is kept after Ctrl+C."""
    remark(_("Interrupted. What was finished is kept; the same call goes on from there."))
    return INTERRUPTED


def name_entries(lab: Lab, library: Any, kind: str, *, with_price: bool = False) -> Callable[[str], str]:
    """Return the function that names an entry by its id: as the packs name it, with its own price or any."""

    entries = lab.entries(library, kind)

    def name(id: str) -> str:
        entry = entries.get(base_id(id))
        if not entry or not entry.name:
            return id
        is_listed = with_price and id in entries and entry.price is not None
        return locale().name_of(entry.name) + (f" ({entry.price:g})" if is_listed else id[len(base_id(id)) :])

    return name
