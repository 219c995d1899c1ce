"""`q40k lab weigh`, `compare` and `ladder`: how often entries win, and what a setting changes."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins
from msgspec.structs import replace

from q40k.cli.base import Answer, Call, Option, bad_value, json_option, packs_option
from q40k.cli.chapters import chapter_lines
from q40k.cli.errors import DONE, Failure
from q40k.cli.files import file_option, force_option, write_file
from q40k.cli.lab import calls
from q40k.cli.open import open_library
from q40k.cli.say import N_, _, locale
from q40k.games.game import Game
from q40k.i18n.chapters import Chapter, titled_table
from q40k.kernel.text import CSV_MARK
from q40k.lab import tables
from q40k.lab.designs import Plan, list_bouts
from q40k.lab.figures import Rating, rate_versions
from q40k.lab.figures import compare as compare_results
from q40k.lab.jobs import World, read_result, task_name
from q40k.lab.page import page
from q40k.lab.studies import Pair, Study, play_pair, play_study, study_so_far
from q40k.lab.subject import Lab
from q40k.season.season import Filter, season
from q40k.season.statistics import figure_wins

FEW = 10
"""Of so many best and worst entries the terminal shows the shares."""


@calls.lab_command(
    "weigh",
    *calls.plan_options(100),
    calls.width_option(),
    Option(
        ["--pace"],
        type=click.FloatRange(0.1),
        default=tables.PACE,
        show_default=True,
        metavar=N_("SECONDS"),
        help=N_("How long people need for an entry, for the length in minutes."),
    ),
    *calls.engine_options(),
    json_option(N_("Print everything as JSON.")),
    file_option(["csv_", "--csv"], N_("Also write the shares as a table for spreadsheets.")),
    file_option(["--page"], N_("Also write one HTML page with pictures.")),
    force_option(),
    packs_option(),
)
def weigh(call: Call, game: Game, as_json_: bool, **values: Any) -> int:
    """Weigh something."""

    lab, library = calls.lab_of(game), call.library(game=game)
    plan = calls.plan_games(lab, library, calls.take_choice(lab, values))
    interrupted = False
    with calls.open_engine(call, game, values["shelf"], values["cores"], values["cluster"]) as (engine, world):
        try:
            study = play_study(engine, plan, values["width"], calls.show_so_far(game, library))
        except KeyboardInterrupt:
            interrupted, study = True, study_so_far(engine, plan)
    calls.check_played(game, study.results)
    _answer_study(game, library, study, world, values).print(as_data=as_json_)
    _write_files(game, library, study, world, values)
    return calls.stop_politely() if interrupted else DONE


def _answer_study(game: Game, library: Any, study: Study, world: World, values: dict[str, Any]) -> Answer:

    name = calls.name_entries(game.lab, library, study.plan.kind, with_price=True)

    def lines() -> Iterator[str]:
        settings = tables.setting_text(locale(), study.plan)
        for text in (tables.answer(locale(), study, game, name), tables.headline(locale(), study), settings):
            yield from click.wrap_text(text, 78).splitlines()
        yield ""
        yield from chapter_lines(list(tables.chapters(locale(), study, game, name, values["pace"], few=FEW)))
        yield ""
        yield _(tables.WARNING)

    return Answer(lambda: tables.data(study, world), lines)


def _write_files(game: Game, library: Any, study: Study, world: World, values: dict[str, Any]) -> None:
    """Write the files of a study that the call names. Raises Failure."""

    name = calls.name_entries(game.lab, library, study.plan.kind, with_price=True)
    if values["csv_"] is not None:
        write_file(values["csv_"], CSV_MARK + tables.as_csv(study), force=values["force"])
    if values["page"] is not None:
        text = page(locale(), study, world, game, name, values["pace"], _people(world.game))
        write_file(values["page"], text, force=values["force"])


def _people(game: str) -> Chapter | None:
    """Return what people's own matches say of figures; None without such matches."""

    with open_library() as library:
        matches = season(library, Filter(game=game)).matches
    rows = tuple(
        (
            locale().name_of(record.name) if record.name else record.id,
            str(record.played),
            str(record.wins),
            locale().percent(record.share),
            locale().percent(record.expected),
        )
        for record in figure_wins(matches)
    )
    if not rows:
        return None
    heads = (N_("Entry"), N_("Games"), N_("Won"), N_("Share"), N_("By luck alone"))
    return Chapter(_("What people did with them"), (titled_table(locale(), heads, rows, figures=(1, 2, 3, 4)),))


# -- two settings ----------------------------------------------------------------------------


@calls.lab_command(
    "compare",
    *calls.plan_options(100),
    calls.width_option(),
    calls.setting_option(
        "--with", "other", N_("What is different: lives=3, or a kind of thing by the name of its option.")
    ),
    Option(
        ["--with-packs"],
        type=click.Path(file_okay=False, exists=True, path_type=Path),
        metavar=N_("DIR"),
        help=N_("Packs that the second setting uses in addition."),
    ),
    Option(
        ["--with-world"],
        metavar=N_("WORLD"),
        help=N_("Results of another version on the shelf; `q40k lab worlds` lists them."),
    ),
    *calls.engine_options(),
    json_option(N_("Print everything as JSON.")),
    packs_option(),
)
def compare(call: Call, game: Game, **values: Any) -> int | Answer:
    """Compare two settings."""

    lab, library = calls.lab_of(game), call.library(game=game)
    other, packs, world_id = (values.pop(name) for name in ("other", "with_packs", "with_world"))
    if not (other or packs or world_id):
        raise bad_value("--with", _("Say what is different: --with, --with-packs or --with-world."))
    try:
        plan, triples = _play_both(call, lab, game, values, other, packs, world_id)
    except KeyboardInterrupt:
        return calls.stop_politely()
    for results in zip(*((first, second) for _bout, first, second in triples), strict=True):
        calls.check_played(game, results)
    rows = compare_results(plan, triples)
    name = calls.name_entries(lab, library, plan.kind)
    return Answer(
        {"game": game.id, "games": len(triples), "differences": [_finite(to_builtins(row)) for row in rows]},
        lambda: chapter_lines([tables.difference_chapter(locale(), rows, name, (N_("First"), N_("Second")))]),
    )


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose unknown bounds are null, as JSON knows no infinity."""
    return {key: None if value in (float("inf"), float("-inf")) else value for key, value in row.items()}


def _play_both(
    call: Call,
    lab: Lab,
    game: Game,
    values: dict[str, Any],
    other: dict[str, Any],
    packs: Path | None,
    world_id: str | None,
) -> tuple[Plan, list[Pair]]:
    """Play both settings on the same dice. Return the plan, and each bout with its two results."""

    choice = calls.take_choice(lab, values)
    kinds = {kind.id: tuple(str(other[kind.id]).split(",")) for kind in lab.kinds if kind.id in other}
    options = {key: value for key, value in other.items() if key not in kinds}
    second_choice = replace(choice, named={**choice.named, **kinds}, options={**choice.options, **options})
    extra = () if packs is None else (packs,)
    plan = calls.plan_games(lab, call.library(game=game), choice)
    changed = calls.plan_games(lab, call.library(game=game), replace(second_choice, what=plan.kind))
    if changed.entries != plan.entries:
        raise bad_value("--with", _("Both settings must weigh the same; compare something else with `lab weigh`."))
    where = values["shelf"], values["cores"], values["cluster"]
    shows = calls.show_differences(game, call.library(game=game), plan)
    with ExitStack() as opened:
        engine, _world = opened.enter_context(calls.open_engine(call, game, *where))
        if world_id is not None:
            earlier = _results_of_world(values["shelf"], world_id, list_bouts(changed))
            return plan, play_pair((plan, changed), (engine, earlier), values["width"], shows)
        second = opened.enter_context(calls.open_engine(call, game, *where, extra))[0] if extra else engine
        return plan, play_pair((plan, changed), (engine, second), values["width"], shows)


def _results_of_world(shelf: Path | None, world: str, bouts: Any) -> list[Any]:
    """Return what the shelf has of another version; None for what it has not. Raises Failure."""

    names = [task_name(bout) for bout in bouts]
    with closing(calls.open_shelf(shelf)) as kept:
        results = kept.find(world, names)
    if not results:
        title = _("The shelf has no such games of the version {world}.", world=world)
        raise Failure(title, _("Let that version play them first: the same call, without --with-world."))
    return [read_result(results[name]) if name in results else None for name in names]


# -- a ladder ----------------------------------------------------------------------------------


@calls.lab_command(
    "ladder",
    *calls.plan_options(90),
    Option(
        ["--with-world"],
        multiple=True,
        metavar=N_("WORLD"),
        help=N_("Also rate another version by its results on the shelf; `q40k lab worlds` lists them."),
    ),
    *calls.engine_options(),
    json_option(N_("Print everything as JSON.")),
    packs_option(),
)
def ladder(call: Call, game: Game, **values: Any) -> int | Answer:
    """Rate bots."""

    lab, library = calls.lab_of(game), call.library(game=game)
    worlds = values.pop("with_world")
    choice = calls.take_choice(lab, values)
    seat_kinds = [kind for kind in lab.kinds if kind.by_seat]
    what = choice.what or next((kind.id for kind in seat_kinds if kind.id == "levels"), None)
    if what is None:
        raise Failure(_("{game} has no levels of bots.", game=game.name), _("Name what is rated with --what."))
    named = {**choice.named, what: choice.named.get(what) or ("all",)}
    plan = calls.plan_games(lab, library, replace(choice, what=what, named=named, design=choice.design or "all"))
    with calls.open_engine(call, game, values["shelf"], values["cores"], values["cluster"]) as (engine, _world):
        try:
            study = play_study(engine, plan, look=calls.show_so_far(game, library))
        except KeyboardInterrupt:
            return calls.stop_politely()
    calls.check_played(game, study.results)
    earlier = {world: _results_of_world(values["shelf"], world, study.bouts) for world in worlds}
    rows = rate_versions(plan, study.bouts, {"": study.results, **earlier})
    ratings = [
        {
            "id": row.id,
            **({"world": row.world} if row.world else {}),
            "rating": row.elo.share,
            "low": row.elo.low,
            "high": row.elo.high,
            "games": row.games,
            "won": row.won,
        }
        for row in rows
    ]
    return Answer(
        {"game": game.id, "games": study.figures.games, "ratings": ratings},
        lambda: chapter_lines([_ladder_chapter(rows, calls.name_entries(lab, library, plan.kind))]),
    )


def _ladder_chapter(rows: list[Rating], name: tables.Namer) -> Chapter:
    """Return ratings as a table, the best first."""

    lines = tuple(
        (
            f"{name(row.id)} ({row.world})" if row.world else name(row.id),
            locale().decimal(f"{row.elo.share:+.0f}"),
            f"{locale().decimal(f'{row.elo.low:+.0f}')} – {locale().decimal(f'{row.elo.high:+.0f}')}",
            str(row.games),
            locale().percent(row.won / row.seats if row.seats else 0, 1),
        )
        for row in rows
    )
    heads = (N_("Entry"), N_("Rating"), N_("95 % interval"), N_("Games"), N_("Won"))
    note = _("0 is the mean. Bots that play each other often win as these ratings say.")
    if any(row.world for row in rows):
        note += " " + _("Versions have not met: the entry named first is taken to be equally strong in all of them.")
    return Chapter(_("Ladder"), (titled_table(locale(), heads, lines, figures=(1, 2, 3, 4)),), note)
