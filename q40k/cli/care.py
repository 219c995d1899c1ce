"""Commands that look after the matches: backup, doctor."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from q40k.cli.base import Call, Option, command
from q40k.cli.complete import files
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, problem_lines
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale, of_game
from q40k.cli.streams import echo, echo_progress, echo_text
from q40k.games.game import DEFAULT, find, manifests

if TYPE_CHECKING:
    from q40k.kernel.care.recover import Repaired
    from q40k.table.doctor import Finding

_MARKS = {"well": "✓", "note": "–", "wrong": "✗"}


@command(
    "backup",
    N_(
        "Copy all matches to a new file, also while one is played.\n\n"
        "The copy is whole or not there at all. Without --to it goes to the folder of backups,"
        " where q40k keeps the last few it makes by itself."
    ),
    Option(["to", "--to"], metavar=N_("FILE"), shell_complete=files,
           help=N_("Write this file, or a file of this folder; nothing is written over.")),
    Option(["--create"], is_flag=True, help=N_("Make the folder when it is not there.")),
    Option(["mirror", "--mirror"], metavar=N_("FOLDER"), shell_complete=files,
           help=N_("From now on keep a second library in this folder, entry by entry.")),
    Option(["ended", "--no-mirror"], is_flag=True, help=N_("Keep that one up no longer.")),
    examples=(
        ("q40k backup", N_("one more in the folder of backups")),
        ("q40k backup --to /media/stick", N_("a copy on a memory stick")),
        ("q40k backup --mirror /media/stick", N_("a stick that always holds everything")),
    ),
)  # fmt: skip
def backup(call: Call, to: str | None, create: bool, mirror: str | None, ended: bool) -> int:
    """Make a backup, or keep a mirror."""
    del call
    from q40k.table.doctor import copied, mirrored

    if mirror is not None or ended:
        kept = mirrored(Path(mirror) if mirror is not None and not ended else None)
        if kept is not None:
            echo(str(kept))
        return DONE
    try:
        echo(str(copied(Path(to) if to is not None else None, create=create)))
    except FileNotFoundError as error:
        title = _("There is no folder {path}.", path=error.filename)
        advice = _("If it is a stick, see that it is there. --create makes the folder.")
        raise Failure(title, advice, MALFORMED) from error
    return DONE


@command(
    "doctor",
    N_(
        "Look at everything q40k needs: folder, disk, matches, backups, packs, terminal.\n\n"
        "It says what is wrong and what to do. Every match is replayed. Exit status 1 when"
        " something is wrong, or stays lost after a repair."
    ),
    Option(["mend", "--repair"], is_flag=True,
           help=N_("Make a new file of all that can be read; the damaged one is kept aside.")),
    Option(["forget_", "--forget"], is_flag=True,
           help=N_("Take what is there for all there is: what was lost is missed no more.")),
    Option(["drill_", "--drill"], is_flag=True,
           help=N_("Try it on a copy: write, kill, damage, repair, compare; say what it proved.")),
    json_option(N_("Print what was found as JSON.")),
    examples=(
        ("q40k doctor --drill", N_("before a big evening: see that nothing can be lost")),
        ("q40k doctor", N_("see whether all is well")),
        ("q40k doctor --repair", N_("get back what can be read of a damaged file")),
    ),
)  # fmt: skip
def doctor(call: Call, mend: bool, forget_: bool, drill_: bool, as_json_: bool) -> int:
    """Look at everything, and mend what can be mended."""
    from q40k.table.doctor import forget, needs_repair, repair

    if forget_:
        forget()
    if drill_:
        return _drilled(as_json_)
    found = list(_examined(call, as_json_))
    mended: Repaired | None = None
    if mend and needs_repair(found):
        mended = repair()
        if not as_json_:
            _tell(mended)
    elif mend and not as_json_:
        echo(_("Nothing here needs a repair."))
    if as_json_:
        echo_text(as_json({"findings": [_data(one) for one in found], "repaired": _mended(mended)}))
    if mended is not None:
        return REFUSED if mended.lost else DONE
    return REFUSED if any(one.state == "wrong" for one in found) else DONE


def _drilled(as_json_: bool) -> int:
    """Try the whole chain on a copy, and say what it proved."""
    from q40k.table.drill import drill

    shown = not as_json_ and sys.stderr.isatty()

    def progress(place: int, number: int) -> None:
        if shown:
            echo_progress(_("drill {place} of {number}…", place=place, number=number))

    found = []
    for one in drill(progress):
        found.append(one)
        if not as_json_:
            _print(one)
    if as_json_:
        echo_text(as_json({"findings": [_data(one) for one in found]}))
    return REFUSED if any(one.state == "wrong" for one in found) else DONE


def mend_now() -> int:
    """Repair the library, whatever is wrong with it, and say what became of every match."""
    from q40k.table.doctor import repair

    mended = repair()
    _tell(mended)
    return REFUSED if mended.lost else DONE


def _examined(call: Call, silent: bool) -> Iterator[Finding]:
    from q40k.table.doctor import examine, terminal

    shown = not silent and sys.stderr.isatty()

    def progress(place: int, number: int) -> None:
        if shown:
            echo_progress(_("replaying match {place} of {number}…", place=place, number=number))

    for findings in (examine(progress), _packs(call), terminal()):
        for one in findings:
            if not silent:
                _print(one)
            yield one


def _print(one: Finding) -> None:
    what, todo = _words(one)
    echo(f"{_MARKS[one.state]} {what}")
    if todo:
        echo(f"    {todo}")


def _words(one: Finding) -> tuple[str, str]:
    from q40k.i18n.doctor import finding

    return finding(locale(), one.code, one.facts)


def _data(one: Finding) -> dict[str, Any]:
    what, todo = _words(one)
    facts = {key: value for key, value in one.facts.items() if key != "error"}
    return {"check": one.code, "state": one.state, "what": what, "todo": todo, "facts": facts}


def _packs(call: Call) -> Iterator[Finding]:
    for one in manifests():
        with of_game(one.id):
            yield from _packs_of(call, one.id)


def _packs_of(call: Call, id: str) -> Iterator[Finding]:
    from q40k.packs.problems import PackError
    from q40k.table.doctor import Finding

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


def _tell(mended: Repaired) -> None:
    from q40k.i18n.doctor import lost_for_good, saved

    echo("")
    for one in mended.matches:
        echo(saved(locale(), one.match, one.name, one.kept, one.lost, one.gap))
    if mended.lost:
        echo(lost_for_good(locale()))
    if not mended.matches:
        echo(_("Nothing could be read any more, and there is no backup."))
    if mended.aside.exists():
        echo(_("The damaged files are kept in {path}.", path=mended.aside))


def _mended(mended: Repaired | None) -> dict[str, Any] | None:
    if mended is None:
        return None
    return {"aside": str(mended.aside), "matches": [asdict(one) for one in mended.matches]}


COMMANDS = {"backup": backup, "doctor": doctor}
