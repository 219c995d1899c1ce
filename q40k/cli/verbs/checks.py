"""Verbs that check packs, and print the schemas of what people write."""

from pathlib import Path
from typing import Any

import click

from q40k.cli.base import Answer, Argument, Call, packs_option, verb
from q40k.cli.complete import complete_files
from q40k.cli.open import game_option
from q40k.cli.problems import answer_problems, problem_lines
from q40k.cli.say import N_, echo_json, speak_of
from q40k.games.game import Game, find
from q40k.packs.library import check
from q40k.packs.validate import schema as of_pack
from q40k.report.data import schema as of_report
from q40k.season.data import schema as of_season
from q40k.table.script import schema as of_script


class Schemas(click.ParamType[str]):
    """A click type for everything that has a schema: kinds of pack, a script, a report, a pack
    file.
    """

    name = "choice"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word if it is one of them."""

        game: Game = (ctx.params.get("game") if ctx is not None else None) or find()
        words = (*game.packs.kinds.singulars, "script", "report", "season", "pack")
        return click.Choice(words).convert(value, param, ctx)


@verb(
    Argument(["paths"], metavar=N_("[PATH]..."), nargs=-1, shell_complete=complete_files), game_option(), packs_option()
)
def check_packs(call: Call, paths: tuple[str, ...], game: Game) -> Answer:
    """Check packs."""

    chosen_paths = [Path(path) for path in paths] + (call.packs if paths else [])
    kinds = game.packs.kinds
    speak_of(game.id)
    problems = list(check(kinds, chosen_paths))
    if not paths and (folders := call.folders(game.id)):
        problems += [p for p in check(kinds, folders) if p not in problems]
    return answer_problems(problems, problem_lines(problems))


@verb(Argument(["kind"], metavar=N_("KIND"), type=Schemas()), game_option())
def schema(kind: str, game: Game) -> None:
    """Print a schema."""
    echo_json(_schema(kind, game))


def _schema(kind: str, game: Game) -> dict[str, Any]:
    if kind == "script":
        return of_script(game)
    if kind == "report":
        return of_report()
    if kind == "season":
        return of_season()

    return of_pack(game.packs.kinds, kind)
