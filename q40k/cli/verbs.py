"""The commands by heading, with their modules: those of the shell, then the games' own."""

from collections.abc import Iterable
from typing import NamedTuple

import click

from q40k.games.game import DEFAULT, Manifest, load, manifest, manifests
from q40k.i18n.locale import N_

OWN = ""
SECTIONS: tuple[tuple[str, dict[str, str], dict[str, str]], ...] = (
    (
        N_("At the table"),
        {"new": "play", "learn": "play", "resume": "play", "talk": "talk", "watch": "play", "board": "play"},
        {"demo": "games", "games": "games"},
    ),
    (
        N_("Matches"),
        {},
        {
            "list": "shelf",
            "show": "matches",
            "log": "matches",
            "verify": "matches",
            "luck": "report",
            "report": "report",
            "stats": "report",
            "study": "lab.study",
            "puzzles": "lab.puzzles",
            "season": "season",
            "league": "leagues.league",
            "rename-match": "shelf",
            "archive": "shelf",
            "delete": "shelf",
            "restore": "shelf",
            "empty-bin": "shelf",
            "hand": "shelf",
            "take": "shelf",
        },
    ),
    (N_("The past"), {}, {"amend": "amending", "replay": "history", "branch": "history", "bookmark": "history"}),
    (
        N_("Scripts and records"),
        {},
        {"run": "scripts", "do": "scripts", "bot": "games", "lab": "lab", "import": "scripts", "export": "matches"},
    ),
    (OWN, {}, {}),
    (N_("Packs"), {}, {"pack": "packs", "check": "packs", "schema": "packs"}),
    (
        N_("This machine"),
        {},
        {"backup": "machine", "doctor": "machine", "locate": "machine", "completion": "machine", "help": "help"},
    ),
)
"""Every heading, with the shell's commands above the games' own and below them, each with its
module.

The headings of the games come where `OWN` is.
"""
EVENING = ("new", "learn", "resume", "watch", "board", "list", "log", "report", "season", "print")
"""The verbs of an evening, which `q40k --help` shows."""
_SHELL_MODULES = {name: module for _heading, before, after in SECTIONS for name, module in (before | after).items()}


class Verb(NamedTuple):
    """A command of the command line: its place as "module:attribute", and its game."""

    where: str
    game: str = DEFAULT

    def command(self, name: str) -> click.Command:
        """Return the command itself, loaded. Raises ImportError, AttributeError."""
        loaded = load(self.where)
        command: click.Command = loaded[name] if isinstance(loaded, dict) else loaded
        return command


def sections() -> tuple[tuple[str, dict[str, Verb]], ...]:
    """Return every heading with its commands, including those of the games."""
    by_heading: dict[str, dict[str, Verb]] = {}
    names = set(_SHELL_MODULES)
    for game in manifests():
        for heading, verbs in game.verbs.items():
            new = {name: Verb(where, game.id) for name, where in verbs.items() if name not in names}
            by_heading.setdefault(heading, {}).update(new)
            names.update(new)
    rows: list[tuple[str, dict[str, Verb]]] = []
    for heading, before, after in SECTIONS:
        if heading == OWN:
            shell = {title for title, _before, _after in SECTIONS}
            rows += [(title, verbs) for title, verbs in by_heading.items() if title not in shell]
        else:
            rows.append((heading, _shell_verbs(before) | by_heading.get(heading, {}) | _shell_verbs(after)))
    return tuple(rows)


def find_verb(name: str, game: Manifest | None = None) -> Verb | None:
    """Return the command of that name: the shell's, `game`'s, or that of the first game with it."""
    if name in _SHELL_MODULES:
        return _shell_verb(name, game)
    for candidate in manifests() if game is None else (game, *manifests()):
        for verbs in candidate.verbs.values():
            if name in verbs:
                return Verb(verbs[name], candidate.id)
    return None


def _shell_verbs(names: Iterable[str]) -> dict[str, Verb]:
    return {name: _shell_verb(name) for name in names}


def _shell_verb(name: str, game: Manifest | None = None) -> Verb:
    """Return a command of the shell. The command that begins a match belongs to the game."""
    if name == "new":
        starter = game or manifest()
        return Verb(starter.new, starter.id)
    return Verb(f"q40k.cli.{_SHELL_MODULES[name]}:COMMANDS")
