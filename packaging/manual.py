"""Write the man page of q40k from its own help: `python packaging/manual.py [LANGUAGE] > q40k.6`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from q40k import __version__
from q40k.cli import say
from q40k.cli.app import cli
from q40k.cli.base import LocalizedCommand
from q40k.cli.verbs import sections

HEADINGS = {
    "en": ("NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "EXIT STATUS"),
    "fr": ("NOM", "SYNOPSIS", "DESCRIPTION", "COMMANDES", "CODE DE SORTIE"),
}
ABOUT = {
    "en": "referee for tabletop games, beside a real table",
    "fr": "arbitre de jeux de figurines, à côté d’une vraie table",
}
STATUS = (
    "Exit status: 0 done, 1 refused or problems found, 2 a call or a file that makes no sense, 3 a fault of the"
    " program, 130 interrupted."
)


def escape(text: str) -> str:
    """Return a text as roff shows it as it is."""
    text = re.sub(r"`([^`]*)`", r"“\1”", text).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def verb_lines(name: str, command: LocalizedCommand) -> Iterator[str]:
    """Yield the section of a verb: its call, what it does, its options, its examples."""
    context = click.Context(command, info_name=f"q40k {name}")
    yield f".SS q40k {escape(name)} {escape(' '.join(command.collect_usage_pieces(context)))}"
    summary, *paragraphs = command.paragraphs()
    yield escape(summary)
    for text in paragraphs:
        yield from (".PP", ".nf", escape(text), ".fi") if "  " in text else (".PP", escape(text))
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None:
            yield from (".TP", f"\\fB{escape(record[0])}\\fR", escape(record[1]))
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            part = command.get_command(context, below)
            if part is not None:
                yield from (".TP", f"\\fB{escape(below)}\\fR", escape(part.get_short_help_str()))
    for typed, meaning in command.all_examples(context):
        yield from (".TP", f"\\fI{escape(typed)}\\fR", escape(meaning))


def page(language: str) -> str:
    """Return the page in roff."""
    name, synopsis, description, verbs, status = HEADINGS[language]
    lines = [f'.TH Q40K 6 "" "q40k {__version__}"', f".SH {name}", f"q40k \\- {ABOUT[language]}"]
    with say.speaking(language):
        context = click.Context(cli, info_name="q40k")
        lines += [f".SH {synopsis}", f".B q40k\n{escape(' '.join(cli.collect_usage_pieces(context)))}"]
        lines += [f".SH {description}", escape(" ".join(cli.paragraphs()))]
        for param in cli.get_params(context):
            record = param.get_help_record(context)
            if record is not None:
                lines += [".TP", f"\\fB{escape(record[0])}\\fR", escape(record[1])]
        lines.append(f".SH {verbs}")
        for _heading, entries in sections():
            for verb, entry in entries.items():
                with say.speaking_of(entry.game):
                    command = entry.command(verb)
                    assert isinstance(command, LocalizedCommand)
                    lines += verb_lines(verb, command)
        lines += [f".SH {status}", escape(say._(STATUS))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page(sys.argv[1] if len(sys.argv) > 1 else "en"))
