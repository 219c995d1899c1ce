"""Shell completion of matches, games, packs and files. It never prints an error."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from q40k.cli.base import Call, Option
from q40k.games.game import DEFAULT, find, manifests
from q40k.i18n.locale import Locale
from q40k.kernel.text import printable
from q40k.table.match_library import MatchLibrary

Items = list["CompletionItem[str]"]
Completer = Callable[[click.Context, click.Parameter, str], Items]


def complete_matches(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Return the numbers of the matches, each with its name; once a letter is typed, also the
    names.
    """
    try:
        with closing(MatchLibrary(upgrade=False)) as match_library:
            rows = match_library.matches()
    except Exception:  # a shell that completes wants words, not errors
        return []
    typed = incomplete.casefold()
    items = [CompletionItem(str(row.id), help=printable(row.name)) for row in rows]
    if typed:
        items += [CompletionItem(row.name) for row in rows if row.name and printable(row.name) == row.name]
    return [item for item in items if str(item.value).casefold().startswith(typed)]


def complete_games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Return the ids of the games, each with its name."""
    items = [CompletionItem(game.id, help=game.name) for game in manifests()]
    return [item for item in items if str(item.value).startswith(incomplete)]


def complete_packs(kind: str, game: str = DEFAULT) -> Completer:
    """Return a completer for the ids of a game's packs of one kind."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
        return [item for item in pack_items(ctx, kind, game) if str(item.value).startswith(incomplete)]

    return complete


def pack_items(ctx: click.Context, kind: str, game: str = DEFAULT) -> Iterable[CompletionItem[str]]:
    """Return the ids of a game's packs of one kind, each with its name."""
    try:
        call = ctx.find_object(Call) or Call()
        by_id = call.library([kind], find(game)).of_kind(kind)
        locale = Locale(call.language)
        return [CompletionItem(key, help=locale.name_of(pack.name)) for key, pack in by_id.items()]
    except Exception:  # as above
        return []


def complete_files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Return the item that lets the shell complete file names."""
    return [CompletionItem(incomplete, type="file")]


def complete_shells(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Return the shells that click can complete for."""
    return [CompletionItem(shell) for shell in known_shells() if shell.startswith(incomplete)]


def known_shells() -> tuple[str, ...]:
    """Return the shells that this version of click knows."""
    names = ("bash", "zsh", "fish", "powershell")
    return tuple(shell for shell in names if get_completion_class(shell) is not None)


def pack_option(names: Sequence[str], metavar: str, help: str, kind: str, game: str = DEFAULT, **more: Any) -> Option:
    """Return an option that takes the id of a pack object, and completes it."""
    return Option(names, metavar=metavar, help=help, shell_complete=complete_packs(kind, game), **more)
