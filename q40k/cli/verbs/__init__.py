"""The commands by heading, with what each does and where it is: those of the shell, and the games' own.

A command's module is imported when the command is called, so the modules themselves import at the top.
"""

from importlib.util import resolve_name
from typing import NamedTuple

import click

from q40k.cli.base import Command, LocalizedGroup
from q40k.cli.say import N_, _, speaking_of
from q40k.games.game import DEFAULT, Manifest, Verb, load, manifest, manifests

VERBS: dict[str, dict[str, tuple[str, str]]] = {
    N_("Play"): {
        "new": (".play:new", N_("Begin a match. A short set-up screen asks for the rest.")),
        "learn": (".learn:learn", N_("Learn the keys in ten minutes, at a match that only teaches.")),
        "resume": (".play:resume", N_("Take up a match where it stands, at the very question.")),
        "watch": (".play:watch", N_("Watch a match that is played in another window or by another program.")),
        "board": (".play:board", N_("Show a match in a browser, on a television, a phone, or in a stream.")),
        "talk": (".talk:talk", N_("Lead a match as a conversation in lines, for a screen reader or a pipe.")),
        "run": (".scripts:run", N_("Play a match script on a throw-away match, and print where it ends.")),
        "do": (".scripts:do", N_("Carry out script lines on a match that is kept.")),
        "demo": (".games:demo", N_("Play a recorded match, line by line, and print the final board.")),
        "games": (".games:games", N_("List the games of the house.")),
    },
    N_("Look back"): {
        "list": (".listing:list_", N_("List the matches, the one played last first: who plays, and how each stands.")),
        "show": (".showing:show", N_("Show the state of a match: turn, scores, places, and what is asked.")),
        "log": (".matches:log", N_("Tell everything that happened in a match, oldest first.")),
        "replay": (".history:replay", N_("Tell a match over again, entry by entry, with the scores after each.")),
        "report": (
            ".report:report",
            N_(
                "Tell a match afterwards, as one HTML page: the race, what decided it,"
                " who killed whom, luck, a replay, the whole log."
            ),
        ),
        "stats": (".statistics:stats", N_("Count a match: who did what, to whom, with what, and where.")),
        "luck": (".statistics:luck", N_("Weigh everybody’s dice: what was passed against what was to be expected.")),
        "season": (
            ".season:season",
            N_("Tell all finished matches together: table, strengths, who beats whom, records."),
        ),
        "league": ("..leagues.league:league", N_("Play leagues and knock-out evenings, at tables of two or of many.")),
        "evening": (".evening:evening", N_("Play a club’s evening: many tables, one league, one page for all.")),
        "bookmark": (".history:bookmark", N_("Put a bookmark at an entry, or list them.")),
        "amend": (
            ".amending:amend",
            N_("Put a past entry right: another answer, another command, one more or one less."),
        ),
        "branch": (".history:branch", N_("Begin another match that holds all of this one up to an entry: what if?")),
    },
    N_("Pass on"): {
        "export": (".exporting:export", N_("Write a match as a script: a record that people can read, mail and keep.")),
        "import": (
            ".scripts:import_",
            N_("Take matches in: one of a script, and print its number; or all of another library."),
        ),
        "hand": (".handing:hand", N_("Hand a match over to another laptop, or take it back.")),
        "take": (".handing:take", N_("Take a match that another laptop hands over, and go on with it here.")),
    },
    N_("Make"): {
        "pack": (
            ".packs:pack",
            N_(
                "Packs as files: make one of a folder, add, list, show, verify, update"
                " and remove those of others; codes."
            ),
        ),
        "check": (".checks:check_packs", N_("Check packs, and name every problem with its file and line.")),
        "schema": (
            ".checks:schema",
            N_("Print a JSON Schema, for editors and for programs that write packs or scripts."),
        ),
    },
    N_("Studies"): {
        "study": ("..lab.study:study", N_("Study a match: was it dice, or choices?")),
        "puzzles": ("..lab.puzzles:puzzles", N_("Puzzles: what would you do here?")),
        "bot": (".games:bot", N_("Bots: let them play on without a screen, and ask what moves them.")),
        "lab": ("..lab:lab", N_("Let bots play many games, and see what is worth how much.")),
    },
    N_("Care"): {
        "rename-match": (".shelf:rename_match", N_("Give a match another name.")),
        "archive": (".shelf:archive", N_("Take a match off the list, or put it back with --back.")),
        "delete": (".shelf:delete", N_("Put a match into the bin.")),
        "restore": (".shelf:restore", N_("Take a match out of the bin.")),
        "empty-bin": (".shelf:empty_bin", N_("Erase the matches in the bin for good.")),
        "verify": (".matches:verify", N_("Replay a match from its inputs and compare with what was written down.")),
        "backup": (".machine:backup", N_("Copy all matches to a new file, also while one is played.")),
        "doctor": (
            ".machine:doctor",
            N_("Look at everything q40k needs: folder, disk, matches, backups, packs, terminal."),
        ),
        "locate": (".machine:locate", N_("Say where q40k keeps its files on this machine.")),
        "completion": (".machine:completion", N_("Print the script that teaches a shell to complete q40k’s commands.")),
        "help": (".help:help_command", N_("Say what a verb does, or list the verbs of a topic: `q40k help matches`.")),
    },
}
"""Every heading with the shell's commands: where each is, seen from this package, and what it does.

A game adds its own, below the same headings or others.
"""
_BY_NAME = {
    name: Verb(resolve_name(place, __package__), summary)
    for verbs in VERBS.values()
    for name, (place, summary) in verbs.items()
}


class Entry(NamedTuple):
    """A command of the command line, and the game in whose words it speaks."""

    verb: Verb
    game: str = DEFAULT

    def command(self, name: str) -> click.Command:
        """Return the command itself, loaded, under its name. Raises ImportError, AttributeError."""
        command: Command | LocalizedGroup = load(self.verb.where)
        command.name, command.summary = name, self.verb.summary
        return command


def sections() -> tuple[tuple[str, dict[str, Entry]], ...]:
    """Return every heading with its commands, including those of the games."""
    rows = {heading: {name: _shell_entry(name) for name in verbs} for heading, verbs in VERBS.items()}
    names = set(_BY_NAME)
    for game in manifests():
        for heading, verbs in game.verbs.items():
            new = {name: Entry(verb, game.id) for name, verb in verbs.items() if name not in names}
            if new:
                rows.setdefault(heading, {}).update(new)
                names.update(new)
    return tuple(rows.items())


def topic_name(heading: str, entries: dict[str, Entry]) -> str:
    """Return a heading in the language of the call."""
    with speaking_of(next(iter(entries.values())).game):
        return _(heading)


def find_verb(name: str, game: Manifest | None = None) -> Entry | None:
    """Return the command of that name: the shell's, `game`'s, or that of the first game with it."""
    if name in _BY_NAME:
        return _shell_entry(name, game)
    for candidate in manifests() if game is None else (game, *manifests()):
        for verbs in candidate.verbs.values():
            if name in verbs:
                return Entry(verbs[name], candidate.id)
    return None


def _shell_entry(name: str, game: Manifest | None = None) -> Entry:
    """Return a command of the shell. The command that begins a match belongs to the game."""
    verb = _BY_NAME[name]
    if name == "new":
        starter = game or manifest()
        return Entry(Verb(starter.new, verb.summary), starter.id)
    return Entry(verb)
