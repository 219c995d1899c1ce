"""The findings of the doctor and the results of a repair, in words."""

from collections.abc import Mapping
from typing import Any

from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError

_REPAIR = N_("`q40k doctor --repair` makes a new file of all that can be read, backups included.")
_FORGET = N_("`q40k doctor --forget` stops the reports of what is lost for good.")
_EXPORT = N_("`q40k log` and `q40k export` still tell it; it can be played on.")

_FOUND: dict[str, tuple[str, str]] = {
    "folder": (N_("The folder of the matches is there and may be written: {path}"), ""),
    "home-unknown": (
        N_("This user has no home folder, and HOME names none."),
        N_("Set Q40K_DATA_DIR to a folder that can be written."),
    ),
    "folder-missing": (
        N_("The folder of the matches cannot be used: {path}: {detail}"),
        N_("Make it yours again, or name another with Q40K_DATA_DIR."),
    ),
    "folder-unwritable": (
        N_("Nothing can be written in {path}: {detail}"),
        N_("Allow writing there, or name another folder with Q40K_DATA_DIR."),
    ),
    "room": (N_("Room on the disk: {megabytes} MB"), ""),
    "room-little": (
        N_("There is little room on the disk: {megabytes} MB"),
        N_("A match takes little, but backups are only made while there is room."),
    ),
    "room-none": (
        N_("The disk is as good as full: {megabytes} MB"),
        N_("Make room: nothing more can be entered when it is full."),
    ),
    "library": (N_("The file of the matches is sound: {path} (matches: {number})"), ""),
    "library-upgraded": (N_("The matches were brought up to date for this q40k; as they were, they are in {path}"), ""),
    "library-none": (N_("There is no match yet; they will be kept in {path}"), ""),
    "library-missing": (N_("{path} is gone, but there are backups of it"), _REPAIR),
    "library-broken": (N_("{path} is no library of matches any more"), _REPAIR),
    "library-damaged": (N_("{path} is damaged: {detail}"), _REPAIR),
    "rescued": (
        N_("When {path} was deleted or replaced, everything was saved to {rescued}"),
        N_("Put the one you want in that place, and the other somewhere else."),
    ),
    "log-torn": (N_("Entries at the end of {path} could not be read; what is left of them is in {kept}"), _REPAIR),
    "match": (N_("Match {match}, “{name}”: all {number} entries replayed to the same events"), ""),
    "match-sound": (N_("Match {match}, “{name}”: all {number} entries are as they were written"), ""),
    "matches-waiting": (
        N_("Matches that were not replayed this time: {number}"),
        N_("Each call replays the next ones; `q40k verify` replays one at once."),
    ),
    "match-damaged": (
        N_("Match {match}, “{name}”, is damaged from entry {entry} on: {missing} entries are not as they were written"),
        _REPAIR,
    ),
    "match-misnamed": (N_("The list entry of match {match}, “{name}”, is not as it was written"), _REPAIR),
    "match-shorter": (N_("Match {match}, “{name}”, was longer; entries that are gone: {missing}"), _REPAIR),
    "match-in-backup": (N_("{missing} entries of match {match}, “{name}”, are only in the backup {path}"), _REPAIR),
    "record": (N_("The decisions about the season are as they were written: {number}"), ""),
    "record-damaged": (N_("Decisions about the season are not as they were written: {missing}"), _REPAIR),
    "record-shorter": (N_("Decisions about the season are gone: {missing}"), _REPAIR),
    "record-in-backup": (N_("Decisions about the season are only in the backup {path}: {missing}"), _REPAIR),
    "league-in-future": (
        N_("Round {round} of {league} was drawn in the future, {at}"),
        N_("A clock is or was wrong: set it. What is played after the draw decides the round."),
    ),
    "match-unreadable": (N_("Match {match}, “{name}”, cannot be read: {detail}"), _REPAIR),
    "match-differs": (
        N_(
            "Match {match}, “{name}”: the rules have changed since; from entry {entry} on they"
            " tell another story. It is as it was written, and what was written holds"
        ),
        _EXPORT,
    ),
    "backups": (N_("Backups: {number}, together {megabytes} MB; the newest is {path}"), ""),
    "backups-none": (
        N_("There is no backup of {path} yet"),
        N_("One is made at the next entry; `q40k backup` makes one now."),
    ),
    "backup-broken": (N_("The backup {path} is damaged"), N_("Delete it; `q40k backup` makes a new one.")),
    "file-damaged": (
        N_("{path} is damaged and not used: {detail}"),
        N_("`q40k doctor --repair` keeps it aside; what it held and nothing else holds is gone."),
    ),
    "table-rebuilt": (
        N_("A table of {path} was damaged, and is made anew: {detail}"),
        N_("What it held is worked out again; no match has lost anything."),
    ),
    "file-rebuilt": (N_("{path} is damaged: {detail}"), N_("It is made again when it is next needed.")),
    "file-aside": (N_("A damaged file was kept aside: {path}"), N_("Delete it when nobody misses what it held.")),
    "bundle-damaged": (
        N_("The note of an added pack is damaged or missing: {path}"),
        N_("Add the pack again: `q40k pack add`."),
    ),
    "lab-broken": (
        N_("The results of the lab cannot be used: {path}"),
        N_("Put the file somewhere else: the lab begins a new one."),
    ),
    "mirror": (N_("The mirror holds everything: {path}"), ""),
    "mirror-lags": (
        N_("The mirror {path} lacks entries: {missing}"),
        N_("It catches up at the next entry; `q40k backup --mirror FOLDER` does it now."),
    ),
    "mirror-missing": (
        N_("The mirror {path} is not there"),
        N_("Put the stick in, or end it: `q40k backup --no-mirror`."),
    ),
    "drill-written": (N_("On a copy: {number} matches are as they were, and {entries} entries were written"), ""),
    "drill-killed": (N_("Killed {number} times while it wrote: nothing that was shown is lost"), ""),
    "drill-damaged": (
        N_(
            "Damaged {number} times: {noticed} were noticed, {harmless} changed nothing that is"
            " read; each time all came back from a backup"
        ),
        "",
    ),
    "drill-lost": (N_("Deleted: said at once, and all came back from a backup"), ""),
    "drill-failed": (
        N_("The drill failed at “{step}”: {detail}"),
        N_("Please report it, with what `q40k doctor` says. Your matches were not touched."),
    ),
    "faults-logged": (
        N_("q40k has had faults of its own; they are written down in {path}"),
        N_("Please report them, then delete the file."),
    ),
    "packs": (N_("The packs of {game} are sound: {number}"), ""),
    "pack-problem": (N_("{problem}"), N_("Correct it; `q40k check` names it also.")),
    "program": (N_("q40k {version}, installed as: {how}, in {path}"), ""),
    "program-newer": (
        N_("A newer q40k lies there: {version}, {path}"),
        N_("docs/installing.md says how to change to it; matches and packs stay."),
    ),
    "program-newest": (N_("No newer q40k lies there: {version}, {path}"), ""),
    "program-none": (N_("There is no q40k in {path}"), N_("Name the folder of a wheel or of the program’s folder.")),
    "terminal": (N_("The terminal: {kind}, {columns} × {rows}, {colours} colours"), ""),
    "terminal-none": (
        N_("There is no terminal here, so none was looked at"),
        N_("Everything but the screens works without one."),
    ),
    "terminal-small": (
        N_("The terminal is small: {columns} × {rows}"),
        N_("From {least_columns} × {least_rows} on everything is seen at once."),
    ),
    "terminal-dumb": (
        N_("The terminal says it can show nothing but plain lines (TERM={kind})"),
        N_("`q40k talk` plays in it; the screens need another terminal."),
    ),
    "letters": (
        N_("The terminal writes {encoding}, not UTF-8: some letters will look wrong"),
        N_("Set it to UTF-8, or say PYTHONUTF8=1."),
    ),
}


def finding(locale: Locale, code: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Return what was found, and what to do about it ("" if nothing)."""
    error = facts.get("error")
    if code not in _FOUND and isinstance(error, JournalError):
        trouble = journal_error(locale, error)
        return f"{trouble.title}: {trouble.what}", trouble.todo
    what, todo = _FOUND[code]
    shown = {key: value for key, value in facts.items() if key != "error"}
    return locale.say(what, **shown), locale.say(todo, **shown) if todo else ""


def lost_for_good(locale: Locale) -> str:
    """Return how to stop reports of what no repair can bring back."""
    return locale.say(_FORGET)


def recovered_decisions(locale: Locale, kept: int, lost: int) -> str:
    """Return what a repair recovered of the decisions about the season."""
    text = (
        N_("The season: {kept} decisions are back; {lost} are lost.")
        if lost
        else N_("The season: {kept} decisions are back.")
    )
    return locale.say(text, kept=kept, lost=lost)


def recovered_line(locale: Locale, number: int, name: str, kept: int, lost: int, gap: bool) -> str:
    """Return what a repair recovered of a match."""
    facts = {"number": number, "name": name or "-", "kept": kept, "lost": lost}
    if gap:
        return locale.say(
            N_(
                "Match {number}, “{name}”: {kept} entries are back; {lost} in the middle are lost,"
                " but not where the match stands: it can be played on."
            ),
            **facts,
        )
    if lost and not kept:
        return locale.say(N_("Match {number}, “{name}”: {lost} entries are lost."), **facts)
    if lost:
        return locale.say(
            N_(
                "Match {number}, “{name}”: the first {kept} entries are back; {lost} later ones"
                " hang on something that is lost, and stay in the damaged file."
            ),
            **facts,
        )
    return locale.say(N_("Match {number}, “{name}”: {kept} entries are back."), **facts)
