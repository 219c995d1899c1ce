"""What a shell may complete: matches, games, packs, files. It never fails aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing

import click
from click.shell_completion import CompletionItem

from q40k.cli.base import Call
from q40k.games.game import DEFAULT, find, manifests
from q40k.kernel.text import printable

Items = list[CompletionItem[str]]
Completer = Callable[[click.Context, click.Parameter, str], Items]


def matches(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The numbers of the matches, each with its name; and names, once a letter is typed."""
    try:
        from q40k.table.match_library import MatchLibrary

        with closing(MatchLibrary(upgrade=False)) as match_library:
            rows = match_library.matches()
    except Exception:  # a shell that completes wants words, not errors
        return []
    said = incomplete.casefold()
    found = [CompletionItem(str(row.id), help=printable(row.name)) for row in rows]
    if said:
        found += [
            CompletionItem(row.name) for row in rows if row.name and printable(row.name) == row.name
        ]
    return [item for item in found if str(item.value).casefold().startswith(said)]


def games_known(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The ids of the games, each with its name."""
    found = [CompletionItem(one.id, help=one.name) for one in manifests()]
    return [item for item in found if str(item.value).startswith(incomplete)]


def of(kind: str, game: str = DEFAULT) -> Completer:
    """A completer for the ids of a game's packs of one kind."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
        return [item for item in packs(ctx, kind, game) if str(item.value).startswith(incomplete)]

    return complete


def packs(ctx: click.Context, kind: str, game: str = DEFAULT) -> Iterable[CompletionItem[str]]:
    """The ids of a game's packs of one kind, each with its name."""
    from q40k.i18n.locale import Locale

    try:
        call = ctx.find_object(Call) or Call()
        found = call.library([kind], find(game)).of_kind(kind)
        locale = Locale(call.language)
        return [CompletionItem(key, help=locale.said(pack.name)) for key, pack in found.items()]
    except Exception:  # as above
        return []


def files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The files of this machine."""
    return [CompletionItem(incomplete, type="file")]


def shells(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """The shells that click can complete for."""
    return [CompletionItem(shell) for shell in known_shells() if shell.startswith(incomplete)]


def known_shells() -> tuple[str, ...]:
    """The shells that this version of click knows."""
    from click.shell_completion import get_completion_class

    said = ("bash", "zsh", "fish", "powershell")
    return tuple(shell for shell in said if get_completion_class(shell) is not None)
