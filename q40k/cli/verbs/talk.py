"""`q40k talk`: the whole program as a conversation in lines."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import click

from q40k.cli.base import Argument, Call, Option, flag, packs_option, verb
from q40k.cli.complete import complete_matches
from q40k.cli.hang_up import end_with_terminal
from q40k.cli.open import open_library
from q40k.cli.say import N_, locale, reading_aloud
from q40k.cli.verbs import find_verb
from q40k.games.game import manifest
from q40k.table.context import Onward
from q40k.talk.evening import Manner, say_lines
from q40k.talk.evening import talk as lead_talk

TALKS = ("talk", "resume", "new", "watch")
"""The verbs that open a match: within a conversation they would open a second one."""


@verb(
    Argument(
        ["words"], nargs=-1, type=click.UNPROCESSED, metavar=N_("[MATCH | new …]"), shell_complete=complete_matches
    ),
    Option(["game_id", "--game"], metavar=N_("ID"), hidden=True),
    flag(["brief", "--brief"], N_("Say only what is asked.")),
    flag(["full", "--full"], N_("Say rules, hints and statistics each time.")),
    packs_option(),
    negative_numbers=True,
)
def talk(call: Call, words: tuple[str, ...], game_id: str | None, brief: bool, full: bool) -> int:
    """Talk about a match."""

    call.talk = "brief" if brief else "full" if full else "usual"
    if words[:1] == ("new",):
        return _begin(words[1:], game_id)
    if len(words) > 1 or (words and words[0].startswith("-")):
        raise click.UsageError(f"{words[-1]}?")
    onward = None
    if words:
        with open_library() as library:
            onward = Onward(match=library.find(words[0]).id)
    return open_talk(call, call.talk, onward)


def _begin(options: Sequence[str], game_id: str | None) -> int:
    """Begin a match by the options of `q40k new`. Raises UnknownGame."""
    verb = find_verb("new", manifest(game_id) if game_id else manifest())
    assert verb is not None
    new = verb.command("new")
    takes_game = game_id is not None and any("--game" in param.opts for param in new.params)
    named = ["--game", str(game_id)] if takes_game else []
    with new.make_context("new", [*named, *options], click.get_current_context()) as context:
        status: int | None = new.invoke(context)
    return status or 0


def open_talk(call: Call, detail: Literal["brief", "usual", "full"], onward: Onward | None) -> int:
    """Talk until the conversation ends."""

    end_with_terminal()
    root = click.get_current_context().find_root().command

    def run_verb(words: Sequence[str]) -> bool:
        """Carry out another call; it says itself what it has to say, also of its errors."""
        if words[0] in TALKS or find_verb(words[0]) is None:
            return False
        from q40k.talk.prompting import speak_of_table  # with the desk, only where a match is open

        with reading_aloud(partial(speak_of_table, locale())):
            root.main(list(words), standalone_mode=False)
        return True

    return lead_talk(call.context(), Manner(detail, run_verb, say_lines), onward)
