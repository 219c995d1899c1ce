"""Errors outside the rules: a title, what happened, what to do; the same on every screen.

They concern the match library, lines of a match script, files, and faults of the program itself.
"""

import errno
from pathlib import Path

from msgspec import Struct

from q40k.care.mirror import Mirror
from q40k.i18n.locale import N_, Locale, nearest
from q40k.i18n.problems import SENTENCES, ProblemTexts, problem_text
from q40k.i18n.questions import ENTRIES
from q40k.kernel.events import CodedError
from q40k.kernel.journal.file_guard import ROOM_BYTES, free_bytes
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import is_homeless
from q40k.packs.problems import Problem
from q40k.packs.shipped import coded_sentences


class ErrorText(Struct, frozen=True):
    """An error: a title, what happened, and what to do about it."""

    title: str
    what: str
    todo: str


_FULL = N_("The disk is full: {needed} needed, {free} free, at {path}")
_FULL_HERE = N_("The disk is full: {path}")
_READ_ONLY = N_("Nothing can be written: {path} is read-only")
"""A full disk and a read-only one have one name, whatever was to be written."""

_JOURNAL: dict[str, ErrorText] = {
    "journal-newer": ErrorText(
        N_("These matches come from a newer q40k"),
        N_("{path} has format {version}; this q40k reads format {known} at most."),
        N_("Update q40k. The file was left as it is."),
    ),
    "match-newer": ErrorText(
        N_("This match comes from a newer q40k"),
        N_("Match {match} was written in shape {version}; this q40k knows shape {known} at most."),
        N_("Update q40k. The match was left as it was; all others can be played."),
    ),
    "match-untold": ErrorText(
        N_("This q40k cannot read the match"),
        N_("Match {match} holds what no rule here knows: {detail}."),
        N_("Open it with the q40k it was played with, or update this one. It was left as it was."),
    ),
    "journal-older": ErrorText(
        N_("These matches come from an older q40k"),
        N_("{path} has format {version}; this q40k writes format {known}."),
        N_("Open it with `q40k list`: it is brought up to date, after a backup."),
    ),
    "journal-not-kept": ErrorText(
        N_("The matches come from an older q40k, and no backup of them can be made"),
        N_("{path}: {detail}."),
        N_("Make room or allow writing: they are brought up to date only after a backup."),
    ),
    "match-unknown-game": ErrorText(
        N_("This match is of a game that is not here"),
        N_("Match {match} is one of “{game}”."),
        N_("Install that game, or open the match where it is."),
    ),
    "journal-disk-full": ErrorText(
        _FULL, N_("This entry was not saved; everything before it is."), N_("Make room on the disk, then do it again.")
    ),
    "journal-read-only": ErrorText(
        _READ_ONLY,
        N_("This entry was not saved; everything before it is."),
        N_("Allow writing there, or name another folder with Q40K_DATA_DIR."),
    ),
    "journal-no-locks": ErrorText(
        N_("This disk knows no locks"),
        N_("{path} cannot be kept from being written by two programs at once: {detail}."),
        N_("Keep the matches on another disk: Q40K_DATA_DIR names its folder."),
    ),
    "journal-busy": ErrorText(
        N_("The matches are busy"),
        N_("Another program is using {path} right now."),
        N_("Wait a moment and try again; nothing is lost."),
    ),
    "home-unknown": ErrorText(
        N_("There is no folder to keep anything in"),
        N_("This user has no home folder, and HOME names none."),
        N_("Set Q40K_DATA_DIR to a folder that can be written."),
    ),
    "journal-cannot-open": ErrorText(
        N_("The matches cannot be opened"),
        N_("{path}: {detail}."),
        N_("See that the folder is there and yours, or name another with Q40K_DATA_DIR."),
    ),
    "journal-foreign": ErrorText(
        N_("The file of the matches is another program’s"),
        N_("{path} is a database without matches; it is left as it is."),
        N_("Move it away, or name another folder with Q40K_DATA_DIR."),
    ),
    "journal-broken": ErrorText(
        N_("The file of the matches is damaged"),
        N_("{path} is no library of matches: {detail}."),
        N_("q40k doctor --repair recovers what can be read, and keeps the damaged file."),
    ),
    "journal-disk-failed": ErrorText(
        N_("The disk does not obey"),
        N_("{path}: {detail}. The last entry was not kept; all before it is."),
        N_("See that the disk is there and has room, then enter it again; q40k doctor tells more."),
    ),
    "journal-deleted": ErrorText(
        N_("The file of the matches was deleted"),
        N_("{path} was gone. It was put back with everything in it but the last entry."),
        N_("Enter that again, and find out what deleted the file."),
    ),
    "journal-replaced": ErrorText(
        N_("Another file lies where the matches were"),
        N_("{path} is no longer the file that was opened. All entries were saved to {rescued}."),
        N_("Leave q40k, put that file in the place of the other, and take the match up again."),
    ),
    "journal-lost": ErrorText(
        N_("The file of the matches is gone"),
        N_("{path} was deleted or replaced, and it cannot be saved anew: {detail}."),
        N_("Leave q40k open: it still knows everything. Make room or allow writing, then enter it again."),
    ),
    "journal-torn": ErrorText(
        N_("The end of the matches could not be read"),
        N_("The disk has lost something of {path}. What is left of it was kept in {kept}."),
        N_("q40k doctor --repair gets back what can be read; to go on without it, start again."),
    ),
    "library-unread": ErrorText(
        N_("These matches cannot be read"),
        N_("{path} is no library of matches, or only a part of one: {detail}."),
        N_("Copy the file again; on the laptop it is from, q40k doctor tells whether it is sound."),
    ),
    "library-too-large": ErrorText(
        N_("These matches cannot be read"),
        N_("{path} is larger than any library of matches."),
        N_("See that it is the file you mean."),
    ),
    "library-gone": ErrorText(
        N_("The matches that were here are gone"),
        N_("{path} is empty or missing, but it held matches."),
        N_("q40k doctor --repair brings them back from the backups. If they went on purpose: q40k doctor --forget"),
    ),
    "library-foreign": ErrorText(
        N_("Another library lies where the matches were"),
        N_("{path} is not the library whose matches were kept here."),
        N_("q40k doctor --repair brings the others back beside these. To keep these alone: q40k doctor --forget"),
    ),
    "entry-damaged": ErrorText(
        N_("The match is damaged at entry {entry}"),
        N_("Entry {entry} of match {match} is not as it was written."),
        N_(
            "q40k doctor --repair gets it back where a backup holds it; until then q40k show, log"
            " and watch tell what is sound."
        ),
    ),
    "record-damaged": ErrorText(
        N_("The decisions about the season are damaged"),
        N_("{missing} of them are not as they were written; nothing new is added to them."),
        N_("q40k doctor --repair gets them back where a backup holds them; q40k doctor --forget goes on without."),
    ),
    "journal-second-writer": ErrorText(
        N_("Somebody else wrote this match"),
        N_("Another q40k has added an entry to it meanwhile."),
        N_("Open the match again to see it, and let one laptop referee it."),
    ),
    "journal-failed": ErrorText(
        N_("The entry could not be kept"),
        N_("{path}: {detail}."),
        N_("Try again. If it goes on, export the match and start q40k anew."),
    ),
    "match-held": ErrorText(
        N_("This match is already open"),
        N_("{user} has it open on {host} since {since} (process {pid})."),
        N_("Close it there, or watch it from here."),
    ),
    "match-held/unknown": ErrorText(
        N_("This match is already open"), N_("Another q40k has it open."), N_("Close it there, or watch it from here.")
    ),
    "match-binned": ErrorText(
        N_("This match is in the bin"),
        N_("Match {match} was deleted; nothing of it is lost."),
        N_("Take it out first: q40k restore {match}"),
    ),
    "match-gone": ErrorText(
        N_("This match was handed over"),
        N_("Match {match} went to {where} at {at}, and goes on there."),
        N_("Watch it here as it was: q40k watch {match}. If nobody goes on with it there: q40k hand back {match}"),
    ),
    "match-going": ErrorText(
        N_("This match is being handed over"),
        N_("Match {match} was to go into {where}, and that was broken off."),
        N_("Call the same again: q40k hand over {match} --to {where}. Or keep it here: q40k hand back {match}"),
    ),
    "match-arriving": ErrorText(
        N_("This match has not quite arrived"),
        N_("Match {match} comes from {where}, where nobody knows yet that it is here."),
        N_("Give the call again that took it: q40k take. If the other laptop is lost: q40k hand back {match}"),
    ),
    "parcel-unread": ErrorText(
        N_("This is no match that can be taken"),
        N_("{path} is no file of `q40k hand over`, or not all of it."),
        N_("Nothing was taken. Have it handed over again."),
    ),
    "parcel-taken": ErrorText(
        N_("This match was taken before"),
        N_("The match in {path} has gone to another laptop."),
        N_("Have it handed over from there."),
    ),
    "parcel-refused": ErrorText(
        N_("The other laptop keeps this match"),
        N_("It went from {path} to another laptop before."),
        N_("Have it handed over from there."),
    ),
    "parcel-differs": ErrorText(
        N_("This match went on here"),
        N_("Match {match} is different here, or further than what was handed over."),
        N_("It is left as it is here. To have both, export the match there and import it with --again."),
    ),
    "no-matches": ErrorText(N_("No match yet"), N_("There is no match in the library."), N_("Begin one: q40k new")),
    "unknown-match": ErrorText(
        N_("No such match"), N_("No match has the number or the name “{said}”."), N_("q40k list shows them all.")
    ),
    "amend-unknown": ErrorText(
        N_("No such entry"),
        N_("The match has no entry {entry}; its last one is {last}."),
        N_("q40k log shows the entries with their numbers."),
    ),
    "amend-no-input": ErrorText(
        N_("That entry was not given by the table"),
        N_("Entry {entry} is an undo, a redo, a correction or a bookmark."),
        N_("Undo takes a correction back; anything else is put right at the entry itself."),
    ),
    "amend-replaced": ErrorText(
        N_("That entry was put right already"),
        N_("Entry {now} has replaced entry {entry}."),
        N_("Put entry {now} right instead."),
    ),
    "amend-undone": ErrorText(
        N_("That entry was taken back"),
        N_("Entry {by} took entry {entry} back."),
        N_("Enter it again, or put in a new entry."),
    ),
    "amend-first": ErrorText(
        N_("A match begins with its first entry"),
        N_("Entry {entry} lays the match out: it stays, and nothing goes before it."),
        N_("Put it right with another “new”, or begin another match."),
    ),
    "nothing-past": ErrorText(
        N_("There is no past yet"), N_("No entry of this match counts."), N_("Enter something first.")
    ),
    "nothing-to-branch": ErrorText(
        N_("There is nothing to branch off"),
        N_("No entry up to entry {entry} counts."),
        N_("q40k log shows the entries with their numbers."),
    ),
    "branch-secret": ErrorText(
        N_("Something in the match is still secret"),
        N_("A branch of match {match} would know it."),
        N_("q40k branch --whole makes one that knows everything; or wait until nothing is secret."),
    ),
    "match-ambiguous": ErrorText(
        N_("Several matches fit"), N_("“{said}” could be any of the matches {numbers}."), N_("Give its number.")
    ),
}
_UNFORESEEN = ErrorText(
    N_("Something went wrong with the matches"),
    N_("The library of matches answers: {code}."),
    N_("Try again. If it goes on, export the match and start q40k anew."),
)


def journal_error(locale: Locale, error: JournalError) -> ErrorText:
    """Return what is wrong with the match library, and what to do."""
    code, facts = error.code, dict(error.facts)
    if is_homeless(facts.get("path")):
        code = "home-unknown"
    if code == "match-held" and not facts.get("pid"):
        code = "match-held/unknown"
    facts["code"] = error.code.replace("-", " ")
    if "at" in facts:
        facts["at"] = str(facts["at"])[:16].replace("T", " ")
    if "detail" in facts:
        facts["detail"] = str(facts["detail"]).rstrip(".")
    text = _JOURNAL.get(code, _UNFORESEEN)
    what, todo = (locale.say(s, **facts) for s in (text.what, text.todo))
    if text.title == _FULL:
        return ErrorText(_full_disk(locale, str(facts.get("path", "?")), facts.get("needed")), what, todo)
    return ErrorText(locale.say(text.title, **facts), what, todo)


def _full_disk(locale: Locale, path: str, needed: int | None) -> str:
    """Return that a disk is full, with what is needed and free, unless it is full in another way."""
    required, free = needed or ROOM_BYTES, free_bytes(Path(path))
    if free is None or free >= required:  # such as a quota
        return locale.say(_FULL_HERE, path=path)
    return locale.say(_FULL, needed=_size(locale, required), free=_size(locale, free), path=path)


def _size(locale: Locale, number: int) -> str:
    """Return a number of bytes as text, rounded up."""
    if number < 1_000_000:
        return locale.say(N_("{number} kB"), number=-(-number // 1000))
    return locale.say(N_("{number} MB"), number=-(-number // 1_000_000))


def upgrade_notice(locale: Locale, kept: Path) -> str:
    """Return the notice that the library was upgraded, with the path of its old copy."""
    message = N_("The matches were brought up to date for this q40k; as they were, they are in {path}")
    return locale.say(message, path=kept)


def mirror_notice(locale: Locale, folder: Path) -> str:
    """Return the notice that the mirror cannot be written now."""
    message = N_("The mirror in {path} lags behind; the match itself is safe.")
    return locale.say(message, path=folder)


def lost_notice(locale: Locale, match: int, name: str, missing: int) -> str:
    """Return the notice that the newest entries of a match are gone."""
    message = N_(
        "Match {match}, “{name}”, was longer; entries that are gone: {missing}. `q40k doctor --repair` looks for them,"
        " `q40k doctor --forget` lets them go."
    )
    return locale.say(message, match=match, name=name or "-", missing=missing)


def former_mirror_notice(locale: Locale, kept: Path) -> str:
    """Return the notice that a mirror with another past was kept aside."""
    message = N_("The mirror held another past of these matches: it is kept as {path}, and a new one was written.")
    return locale.say(message, path=kept)


def safety_notices(locale: Locale, mirror: Mirror | None, log: str | None) -> list[str]:
    """Return what to say after a match: about its mirror, or that something failed after an entry (see `log`)."""
    notices = []
    if mirror is not None and mirror.lagging_folder is not None:
        notices.append(mirror_notice(locale, mirror.lagging_folder))
    if mirror is not None and mirror.kept is not None:
        notices.append(former_mirror_notice(locale, mirror.kept))
    return notices if log is None else [*notices, follow_up_notice(locale, log)]


def follow_up_notice(locale: Locale, log: str) -> str:
    """Return the notice that something failed after an entry that stands; `log` is the file with the details."""
    message = N_("That entry stands, do not enter it again: something after it failed.")
    return f"{locale.say(message)} {details(locale, log)}"


def damage_notice(locale: Locale, entry: int, cut: bool) -> str:
    """Return the notice that an open match has a damaged entry."""
    message = N_(
        "Entry {entry} is damaged and left out of the log; where the match stands is sound."
        " q40k doctor --repair gets it back where a backup holds it."
    )
    if cut:
        message = N_(
            "Entry {entry} is damaged: this is the match before it."
            " q40k doctor --repair gets the rest back where a backup holds it."
        )
    return locale.say(message, entry=entry)


def script_error(locale: Locale, error: CodedError) -> str:
    """Return why a line is not valid in a match script; the caller adds its number."""
    code, shown = error.code, dict(error.facts)
    if "known" in shown:
        shown["known"] = ", ".join(map(str, shown["known"]))
    sentence = coded_sentences(SENTENCES, "script").get(code, N_("This is no line of a match script."))
    if "problem" in shown:
        problem = Problem("", None, None, None, shown["problem"], shown["facts"])
        shown["problem"] = problem_text(locale, problem, ProblemTexts(ENTRIES))
    return locale.say(sentence, **shown) + nearest(locale, shown)


def file_error(locale: Locale, error: OSError) -> ErrorText | None:
    """Return what is wrong with a named file; None when no file is to blame."""
    if error.filename is None:
        return None
    if is_homeless(error.filename):
        return journal_error(locale, JournalError("home-unknown"))
    number = error.errno or 0
    if number in (errno.ENOSPC, errno.EDQUOT):
        what = _full_disk(locale, str(error.filename), getattr(error, "needed", None))
        return ErrorText(what, "", locale.say(N_("Make room on the disk, then try again.")))
    messages = {
        errno.ENOENT: N_("There is no file {path}."),
        errno.EISDIR: N_("{path} is a folder, not a file."),
        errno.EACCES: N_("{path} may not be opened: no right to."),
        errno.EEXIST: N_("{path} is there already, and is not written over."),
        errno.EBADF: N_("Nothing can be read from or written to {path}: it is closed."),
        errno.EROFS: _READ_ONLY,
        errno.EFBIG: N_("{path} is too large to be read."),
    }
    todo = {errno.EEXIST: N_("Give another name."), errno.EROFS: N_("Name another place.")}
    folder = Path(str(error.filename)).parent
    if number == errno.ENOENT and not folder.exists():
        what = locale.say(N_("There is no folder {path}."), path=folder)
        return ErrorText(what, "", locale.say(N_("Look how it is written, or make it.")))
    facts = {"path": str(error.filename), "detail": error.strerror or type(error).__name__}
    what = locale.say(messages.get(number, N_("{path}: {detail}.")), **facts)
    return ErrorText(what, "", locale.say(todo[number]) if number in todo else "")


def not_utf8(locale: Locale) -> ErrorText:
    """Return the error of a text that is not UTF-8."""
    title = locale.say(N_("This is not text in UTF-8."))
    return ErrorText(title, "", locale.say(N_("Save it again as UTF-8.")))


def fault(locale: Locale, error: BaseException, kept: str, match: int | None = None) -> ErrorText:
    """Return the text of a fault of the program: what is safe, the details, and how to resume.

    `kept` is the file with the traceback, "" when there is none; `match` is the number of the match
    that was open, if any.
    """
    if match is None:
        title = N_("Something went wrong inside q40k: {kind}.")
        what = N_("Matches are safe: everything shown was written down first.")
    else:
        title = N_("q40k stopped because of a fault of its own; nothing that was shown is lost.")
        what = N_("Go on with: q40k resume {number}")
    facts = {"kind": type(error).__name__, "number": match, "path": kept}
    todo = N_("There is no place to write the details to.")
    if kept:
        todo = N_("The details are in {path}; please report them.")
    return ErrorText(*(locale.say(text, **facts) for text in (title, what, todo)))


def details(locale: Locale, kept: str) -> str:
    """Return where the requested traceback is; `kept` is its file, "" when there is none."""
    if not kept:
        return locale.say(N_("There is no place to write the details to."))
    return locale.say(N_("The details are in {path}."), path=kept)
