"""The verb `help`: what a verb does, or all verbs of a topic."""

from __future__ import annotations

import click

from q40k.cli.base import Argument, Call, Formatter, Option, command
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.say import N_, _, echo, speaking_of
from q40k.cli.verbs import Verb, find_verb, sections


@command(
    "help",
    N_("Say what a verb does, or list the verbs of a topic: `q40k help matches`."),
    Argument(["topic"], metavar=N_("[TOPIC]"), required=False),
    Option(["every", "--all"], is_flag=True, help=N_("List all verbs.")),
    examples=(
        ("q40k help matches", N_("what can be done with matches that were played")),
        ("q40k help --all", N_("all verbs of all games")),
    ),
)
def help_command(call: Call, topic: str | None, every: bool) -> int:
    """Print the help of a verb or of a topic, or all verbs."""
    del call
    root = click.get_current_context().find_root().command
    if topic is None and not every:
        return int(root.main(["--help"], standalone_mode=False) or DONE)
    if topic is not None and find_verb(topic) is not None:
        return int(root.main([topic, "--help"], standalone_mode=False) or DONE)
    topics = [(heading, verbs) for heading, verbs in sections() if every or _is_called(heading, verbs, topic or "")]
    if not topics:
        title = _("There is no verb and no topic “{name}”.", name=topic)
        raise Failure(title, _("`q40k help --all` lists all verbs."), MALFORMED)
    formatter = Formatter(width=click.get_current_context().terminal_width)
    for heading, verbs in topics:
        write_topic(formatter, heading, verbs)
    for line in formatter.getvalue().strip("\n").splitlines():
        echo(line)
    return DONE


def write_topic(formatter: click.HelpFormatter, heading: str, verbs: dict[str, Verb]) -> None:
    """Write a heading and what its verbs do."""
    rows, title = [], _(heading)
    for name, verb in verbs.items():
        with speaking_of(verb.game):
            title = _(heading)
            rows.append((name, verb.command(name).get_short_help_str()))
    with formatter.section(title):
        formatter.write_dl(rows)


def topic_name(heading: str, verbs: dict[str, Verb]) -> str:
    """Return a heading in the language of the call."""
    with speaking_of(next(iter(verbs.values())).game):
        return _(heading)


def _is_called(heading: str, verbs: dict[str, Verb], topic: str) -> bool:
    """Return whether a word of a heading, in English or in the language of the call, begins so."""
    words = f"{heading} {topic_name(heading, verbs)}".casefold().split()
    return any(word.startswith(topic.casefold()) for word in words)


COMMANDS = {"help": help_command}
