"""Commands about this machine: where the files are, and whether they are whole."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class
from msgspec.structs import asdict

from q40k import __version__
from q40k.care.recover import RepairResult
from q40k.cli.base import Argument, Call, Option, flag, json_option, verb
from q40k.cli.complete import complete_files, complete_shells, known_shells
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure
from q40k.cli.installation import installation, is_newer, newest_in
from q40k.cli.open import game_option
from q40k.cli.problems import problem_lines
from q40k.cli.say import N_, _, echo, echo_json, echo_text, locale, show_progress, speaking_of
from q40k.cli.texts import pad
from q40k.cli.verbs.season import current_club
from q40k.games.game import DEFAULT, Game, find, manifests
from q40k.i18n.briefs import moment
from q40k.i18n.doctor import finding as finding_texts
from q40k.i18n.doctor import lost_for_good, recovered_decisions, recovered_line
from q40k.i18n.width import width
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import is_homeless
from q40k.lab.shelf import NoShelf, Shelf
from q40k.packs.problems import PackError
from q40k.season.checks import future_draws
from q40k.table import folders
from q40k.table.doctor import Finding, copy_library, examine, forget, mirror_library, needs_repair, repair, terminal
from q40k.table.drill import drill
from q40k.table.folders import LAB_FILE, library_file
from q40k.table.match_library import MatchLibrary, now
from q40k.table.side_files import mend_side_files

PLACES = ("data", "config", "packs", "log", "library")


@verb(Argument(["place"], metavar=N_("[PLACE]"), required=False, type=click.Choice(PLACES)), game_option())
def locate(place: str | None, game: Game) -> None:
    """Print where the files are."""

    places: dict[str, tuple[str, Callable[[], Path]]] = {
        "data": (_("the matches’ folder"), folders.data_folder),
        "config": (_("settings"), folders.config_folder),
        "packs": (_("packs of your own"), partial(folders.packs_folder, game.id)),
        "log": (_("reports of faults"), folders.log_folder),
        "library": (_("the file of all matches"), folders.library_file),
    }
    if place is not None:
        echo(str(places[place][1]()))
        return
    widest = max(width(text) for text, _path in places.values())
    for name, (text, path) in places.items():
        echo(f"{pad(name, 7)}  {pad(text, widest)}  {path()}")


@verb(Argument(["shell"], metavar=N_("SHELL"), type=click.Choice(known_shells()), shell_complete=complete_shells))
def completion(shell: str) -> None:
    """Print a completion script."""

    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    echo_text(kind(root, {}, "q40k", "_Q40K_COMPLETE").source())


# -- backup, doctor --------------------------------------------------------------------------------

_MARKS = {"well": "✓", "note": "–", "wrong": "✗"}


@verb(
    Option(
        ["to", "--to"],
        metavar=N_("FILE"),
        shell_complete=complete_files,
        help=N_("Write this file, or a file of this folder; nothing is written over."),
    ),
    flag(["--create"], N_("Make the folder when it is not there.")),
    Option(
        ["mirror", "--mirror"],
        metavar=N_("FOLDER"),
        shell_complete=complete_files,
        help=N_("From now on keep a second library in this folder, entry by entry."),
    ),
    flag(["ended", "--no-mirror"], N_("Keep no second library any longer.")),
)
def backup(to: str | None, create: bool, mirror: str | None, ended: bool) -> None:
    """Make a backup, or keep a mirror."""

    if "" in (to, mirror):
        raise Failure(_("The name of the folder is empty."), _("Name a folder, such as /media/stick."), MALFORMED)
    try:
        if mirror is not None or ended:
            written = mirror_library(None if ended else Path(mirror or "").absolute(), create=create)
        else:
            written = copy_library(Path(to) if to is not None else None, create=create)
    except FileNotFoundError as error:
        if create:
            title = _("The folder {path} cannot be made.", path=error.filename)
            raise Failure(title, _("Name another folder."), MALFORMED) from error
        title = _("There is no folder {path}.", path=error.filename)
        advice = _("If it is a stick, see that it is there. --create makes the folder.")
        raise Failure(title, advice, MALFORMED) from error
    except NotADirectoryError as error:
        if is_homeless(error.filename):
            raise
        named = Path(error.filename)
        file = next((path for path in (named, *named.parents) if path.is_file()), named)
        title = _("{path} is a file, not a folder.", path=file)
        advice = _("Name another folder.") if mirror is None else _("Name a folder: the mirror is a file in it.")
        raise Failure(title, advice, MALFORMED) from error
    if written is not None:
        echo(str(written))


@verb(
    flag(["mend", "--repair"], N_("Make a new file of all that can be read; the damaged one is kept aside.")),
    flag(["forget_", "--forget"], N_("Accept the loss: what is missing is no longer reported.")),
    flag(["drill_", "--drill"], N_("Try it on a copy: write, kill, damage, repair, compare; say what it proved.")),
    Option(
        ["newer", "--newer"],
        metavar=N_("FOLDER"),
        shell_complete=complete_files,
        help=N_("Also say whether a newer q40k lies in this folder; no network is asked."),
    ),
    json_option(N_("Print what was found as JSON.")),
)
def doctor(call: Call, mend: bool, forget_: bool, drill_: bool, newer: str | None, as_json_: bool) -> int:
    """Examine everything, and repair what can be repaired."""

    if forget_:
        forget()
    if drill_:
        return _run_drill(as_json_)
    findings = list(_examine(call, newer, as_json_))
    repaired: RepairResult | None = None
    aside = mend_side_files() if mend else []
    for path in () if as_json_ else aside:
        echo(_("Kept aside: {path}", path=path))
    if mend and needs_repair(findings):
        repaired = repair()
        if not as_json_:
            _print_repair(repaired)
    elif mend and not aside and not as_json_:
        echo(_("Nothing here needs a repair."))
    if as_json_:
        data = [_finding_data(finding) for finding in findings]
        echo_json({"findings": data, "repaired": _repair_data(repaired)})
    if repaired is not None:
        return REFUSED if repaired.lost else DONE
    return REFUSED if any(f.state == "wrong" and not (aside and f.code == "file-damaged") for f in findings) else DONE


def _run_drill(as_json_: bool) -> int:
    """Try the whole chain on a copy, and print the result."""

    def progress(place: int, number: int) -> None:
        if not as_json_:
            show_progress(_("drill {place} of {number}…", place=place, number=number))

    findings = []
    for finding in drill(progress):
        findings.append(finding)
        if not as_json_:
            _print(finding)
    if as_json_:
        echo_json({"findings": [_finding_data(finding) for finding in findings]})
    return REFUSED if any(finding.state == "wrong" for finding in findings) else DONE


def repair_now() -> int:
    """Repair the library unconditionally, and print what became of every match."""

    repaired = repair()
    _print_repair(repaired)
    return REFUSED if repaired.lost else DONE


def _examine_program(newer: str | None) -> Iterator[Finding]:
    """Say how the program was installed, and whether a folder holds a newer one. Raises Failure."""

    how, where = installation()
    yield Finding("program", "well", {"version": __version__, "how": how, "path": str(where)})
    if newer is None:
        return
    try:
        newest = newest_in(Path(newer))
    except OSError as error:
        title = _("The folder {path} cannot be looked at: {why}", path=newer, why=error.strerror or "?")
        raise Failure(title, "", MALFORMED) from error
    if newest is None:
        yield Finding("program-none", "note", {"path": newer})
    elif is_newer(newest[0]):
        yield Finding("program-newer", "note", {"version": newest[0], "path": str(newest[1])})
    else:
        yield Finding("program-newest", "well", {"version": newest[0], "path": str(newest[1])})


def _examine(call: Call, newer: str | None, silent: bool) -> Iterator[Finding]:

    def progress(place: int, number: int) -> None:
        if not silent:
            show_progress(_("replaying match {place} of {number}…", place=place, number=number))

    def of_backups(place: int, number: int) -> None:
        if not silent:
            show_progress(_("reading backup {place} of {number}…", place=place, number=number))

    league_findings = _examine_leagues()
    packs, lab = _examine_packs(call), _examine_lab()
    for findings in (_examine_program(newer), examine(progress, of_backups), league_findings, packs, lab, terminal()):
        for finding in findings:
            if not silent:
                _print(finding)
            yield finding


def _print(finding: Finding) -> None:
    text, todo = _finding_texts(finding)
    echo(f"{_MARKS[finding.state]} {text}")
    if todo:
        echo(f"    {todo}")


def _finding_texts(item: Finding) -> tuple[str, str]:

    return finding_texts(locale(), item.code, item.facts)


def _finding_data(finding: Finding) -> dict[str, Any]:
    text, todo = _finding_texts(finding)
    facts = {key: value for key, value in finding.facts.items() if key != "error"}
    return {"check": finding.code, "state": finding.state, "what": text, "todo": todo, "facts": facts}


def _examine_leagues() -> Iterator[Finding]:
    """Report rounds of leagues that were drawn later than now."""

    with suppress(JournalError, OSError):  # the library was examined before
        if library_file().exists():
            with closing(MatchLibrary(upgrade=False)) as library:
                draws = future_draws(current_club(library), now())
            for league, number, at in draws:
                yield Finding("league-in-future", "wrong", {"league": league, "round": number, "at": moment(at)})


def _examine_lab() -> Iterator[Finding]:
    """Report a shelf of the lab that cannot be used; one that was never made is none."""
    try:
        path = library_file().with_name(LAB_FILE)
    except (OSError, RuntimeError):  # the folder of the matches is told of already
        return
    if not path.exists():
        return
    try:
        Shelf(path).close()
    except (NoShelf, OSError):
        yield Finding("lab-broken", "wrong", {"path": str(path)})


def _examine_packs(call: Call) -> Iterator[Finding]:
    for manifest in manifests():
        with speaking_of(manifest.id):
            yield from _examine_packs_of(call, manifest.id)


def _examine_packs_of(call: Call, id: str) -> Iterator[Finding]:

    game = find(id)
    try:
        library = (call if id == DEFAULT else Call()).library(game=game)
    except PackError as error:
        for problem, line in zip(error.problems, problem_lines(error.problems), strict=True):
            state = "wrong" if problem.severity == "error" else "note"
            yield Finding("pack-problem", state, {"problem": line})  # type: ignore[arg-type]
        return
    for line in problem_lines(library.warnings):
        yield Finding("pack-problem", "note", {"problem": line})
    if number := sum(map(len, library.items.values())):
        yield Finding("packs", "well", {"game": game.name, "number": number})


def _print_repair(repaired: RepairResult) -> None:

    echo("")
    for match in repaired.matches:
        if match.is_record:
            echo(recovered_decisions(locale(), match.kept, match.lost))
            continue
        echo(recovered_line(locale(), match.match, match.name, match.kept, match.lost, match.gap))
    if repaired.lost:
        echo(lost_for_good(locale()))
    if not repaired.matches:
        echo(_("Nothing could be read any more, and there is no backup."))
    if repaired.aside.exists():
        echo(_("The damaged files are kept in {path}.", path=repaired.aside))


def _repair_data(repaired: RepairResult | None) -> dict[str, Any] | None:
    if repaired is None:
        return None
    return {"aside": str(repaired.aside), "matches": [asdict(match) for match in repaired.matches]}
