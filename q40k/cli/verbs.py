"""Which commands there are, by heading, and where each is: those of the shell, then the games'."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import click

from q40k.games.game import DEFAULT, Manifest, load, manifest, manifests
from q40k.i18n.locale import N_

OWN: Final = ""
SECTIONS: Final[tuple[tuple[str, dict[str, str], dict[str, str]], ...]] = (
    (
        N_("At the table"),
        {"new": "play", "resume": "play", "watch": "play", "board": "board"},
        {"demo": "demo", "games": "games"},
    ),
    (
        N_("Matches"),
        {},
        {
            "list": "shelf",
            "show": "matches",
            "log": "matches",
            "verify": "matches",
            "luck": "report.luck",
            "report": "report.report",
            "stats": "report.report",
            "season": "season.season",
            "league": "season.league",
            "rename-match": "shelf",
            "archive": "shelf",
            "delete": "shelf",
            "restore": "shelf",
            "empty-bin": "shelf",
        },
    ),
    (
        N_("The past"),
        {},
        {
            "amend": "past.amending",
            "replay": "past.history",
            "branch": "past.history",
            "bookmark": "past.history",
        },
    ),
    (
        N_("Scripts and records"),
        {},
        {"run": "scripts", "do": "scripts", "import": "scripts", "export": "matches"},
    ),
    (OWN, {}, {}),
    (N_("Packs"), {}, {"check": "packs", "schema": "packs"}),
    (
        N_("This machine"),
        {},
        {"backup": "care", "doctor": "care", "locate": "machine", "completion": "machine"},
    ),
)
"""Every heading with the commands before the games' own and after them, each with its module.

The headings of the games stand where `OWN` is.
"""
_OURS: Final = {
    name: module
    for _heading, before, after in SECTIONS
    for name, module in (before | after).items()
}


class Verb(NamedTuple):
    """A command of the command line: where it is, as "module:attribute", and whose words it has."""

    where: str
    game: str = DEFAULT

    def command(self, name: str) -> click.Command:
        """The command itself, loaded. Raises ImportError, AttributeError."""
        held = load(self.where)
        found: click.Command = held[name] if isinstance(held, dict) else held
        return found


def sections() -> tuple[tuple[str, dict[str, Verb]], ...]:
    """Every heading with its commands, those of the games among them."""
    brought: dict[str, dict[str, Verb]] = {}
    taken = set(_OURS)
    for one in manifests():
        for heading, verbs in one.verbs.items():
            new = {name: Verb(where, one.id) for name, where in verbs.items() if name not in taken}
            brought.setdefault(heading, {}).update(new)
            taken.update(new)
    found: list[tuple[str, dict[str, Verb]]] = []
    for heading, before, after in SECTIONS:
        if heading == OWN:
            shell = {title for title, _before, _after in SECTIONS}
            found += [(title, verbs) for title, verbs in brought.items() if title not in shell]
        else:
            found.append((heading, _verbs(before) | brought.get(heading, {}) | _verbs(after)))
    return tuple(found)


def verb_of(name: str, game: Manifest | None = None) -> Verb | None:
    """The command of that name: one of the shell, of `game`, or of the first game that has it."""
    if name in _OURS:
        return _our(name, game)
    for one in manifests() if game is None else (game, *manifests()):
        for verbs in one.verbs.values():
            if name in verbs:
                return Verb(verbs[name], one.id)
    return None


def _verbs(names: Iterable[str]) -> dict[str, Verb]:
    return {name: _our(name) for name in names}


def _our(name: str, game: Manifest | None = None) -> Verb:
    """A command of the shell; what begins a match is brought by the game."""
    if name == "new":
        one = game or manifest()
        return Verb(one.new, one.id)
    return Verb(f"q40k.cli.{_OURS[name]}:COMMANDS")
