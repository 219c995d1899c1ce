"""The verb `help`: what a verb does, or all verbs of a topic."""

import click

from q40k.cli.base import Argument, Formatter, flag, verb
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.say import N_, _, echo_lines, speaking_of
from q40k.cli.verbs import Entry, find_verb, sections, topic_name
from q40k.games.game import manifests


@verb(Argument(["topic"], metavar=N_("[TOPIC]"), required=False), flag(["every", "--all"], N_("List all verbs.")))
def help_command(topic: str | None, every: bool) -> int:
    """Print the help of a verb or of a topic, or all verbs."""
    root = click.get_current_context().find_root().command
    if topic is None and not every:
        return int(root.main(["--help"], standalone_mode=False) or DONE)
    if topic is not None and find_verb(topic) is not None:
        return int(root.main([topic, "--help"], standalone_mode=False) or DONE)
    topics = list(sections()) if every else _find_topics(topic or "")
    if not topics:
        title = _("There is no verb and no topic “{name}”.", name=topic)
        raise Failure(title, _("`q40k help --all` lists all verbs."), MALFORMED)
    formatter = Formatter(width=click.get_current_context().terminal_width)
    for heading, verbs in topics:
        write_topic(formatter, heading, verbs)
    if every:
        formatter.write_paragraph()
        formatter.write_text(
            _(
                "Exit status: 0 done, 1 refused or problems found, 2 a call or a file"
                " that makes no sense, 3 a fault of the program, 130 interrupted."
            )
        )
    echo_lines(formatter.getvalue().strip("\n").splitlines())
    return DONE


def write_topic(formatter: click.HelpFormatter, heading: str, entries: dict[str, Entry]) -> None:
    """Write a heading and what its verbs do."""
    rows = []
    for name, entry in entries.items():
        with speaking_of(entry.game):
            rows.append((name, _(entry.verb.summary).partition("\n")[0].rstrip(".")))
    with formatter.section(topic_name(heading, entries)):
        formatter.write_dl(rows)


def _find_topics(topic: str) -> list[tuple[str, dict[str, Entry]]]:
    """Return the headings, else the games, of which a word begins so, each with its verbs."""
    rows = [
        (heading, entries) for heading, entries in sections() if _begins(topic, topic_name(heading, entries), heading)
    ]
    if rows:
        return rows
    games = [game for game in manifests() if _begins(topic, game.id, game.name)]
    verbs = [
        (game, {name: Entry(verb, game.id) for own in game.verbs.values() for name, verb in own.items()})
        for game in games
    ]
    return [(game.name, entries) for game, entries in verbs if entries]


def _begins(typed: str, *texts: str) -> bool:
    return any(word.startswith(typed.casefold()) for text in texts for word in text.casefold().split())
