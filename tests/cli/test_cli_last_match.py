"""Every command about a match is about the one played last if none is named."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from q40k.cli.app import cli
from q40k.kernel.journal.journal import JournalError
from q40k.live import server
from q40k.live.server import Wish
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, q40k

NAMED = {"delete", "hand back", "do"}
"""The commands that could lose a match or spoil it by a slip: it is named, whatever follows."""


def match_commands(group: click.Group = cli, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with a match as an argument, by the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        words = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from match_commands(command, words)
        if any(isinstance(p, click.Argument) and p.name == "match" for p in command.params):
            yield words, command


COMMANDS = dict(match_commands())


def must_name(words: str) -> bool:
    """Whether the match is named: words must follow it, or a slip would cost too much."""
    others = [p for p in COMMANDS[words].params if isinstance(p, click.Argument) and p.name != "match"]
    return words in NAMED or any(p.required for p in others)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_takes_the_last_match_if_none_is_named(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if must_name(words):
        assert "Missing argument 'MATCH'" in bad(2, *words.split())
        return
    sought: list[str | int] = []

    def find(_library: MatchLibrary, text: str | None = None) -> None:
        sought.append(text or "last")
        raise JournalError("no-matches")

    def serve(wish: Wish, *_more: object) -> None:
        sought.append(wish.match or "last")

    monkeypatch.setattr(MatchLibrary, "find", find)
    monkeypatch.setattr(server, "serve", serve)  # a board follows the match played last, whichever that is
    q40k(*words.split())
    assert sought == ["last"]


def test_the_commands_of_an_evening_are_among_them() -> None:
    everyday = {"resume", "watch", "show", "log", "verify", "luck", "report", "stats", "study", "replay", "export"}
    assert {words for words in everyday if words not in COMMANDS or must_name(words)} == set()
