"""`q40k lab merge` and `worlds`: the results that are kept."""

from contextlib import closing
from pathlib import Path

import click
from msgspec import to_builtins

from q40k.cli.base import Answer, Argument, Call, command, json_option
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure
from q40k.cli.lab.calls import open_shelf, shelf_option
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, ngettext, remark
from q40k.cli.texts import table
from q40k.games.game import Game
from q40k.lab.jobs import find_world
from q40k.lab.shelf import NoShelf


@command(
    "merge",
    Argument(["files"], nargs=-1, required=True, metavar=N_("FILE"), type=click.Path(dir_okay=False, path_type=Path)),
    shelf_option(),
)
def merge(files: tuple[Path, ...], shelf: Path | None) -> int:
    """Merge shelves."""

    different = 0
    with closing(open_shelf(shelf)) as kept:
        for path in files:
            try:
                merged = kept.merge(path)
            except NoShelf:
                title = _("{path} is no shelf of the lab.", path=path)
                raise Failure(title, _("Name another file."), MALFORMED) from None
            new = ngettext("{number} new result", "{number} new results", merged.new)
            remark(_("{path}: {new}, {same} known already", path=path, new=new, same=merged.same))
            different += merged.different
    if different:
        remark(_("{number} games went differently on both machines: here they stay as they were.", number=different))
    return REFUSED if different else DONE


@command("worlds", game_option(), shelf_option(), json_option(N_("Print them as JSON.")))
def worlds(call: Call, game: Game, shelf: Path | None) -> Answer:
    """List the worlds on the shelf."""

    with closing(open_shelf(shelf)) as kept:
        rows = list(kept.worlds(game.id))
    now = find_world(game, [str(folder) for folder in call.folders(game.id)]).id if game.lab is not None else ""
    head = [_("World"), _("Version"), _("Games"), _("Today’s")]
    lines = [[world.id, world.version, str(number), "*" if world.id == now else ""] for world, number in rows]
    return Answer(
        [{"id": world.id, "games": number, **to_builtins(world)} for world, number in rows],
        table(head, lines, right=(2,)) if lines else (),
        note="" if lines else _("The shelf has no games of {game} yet.", game=game.name),
    )
