"""Errors outside the rules: a title, what happened, what to do; the same on every screen.

They concern the match library, lines of a match script, files, and faults of the program itself.
"""

import errno
from functools import cache
from pathlib import Path

from msgspec import Struct

from q40k.care.mirror import Mirror
from q40k.i18n.locale import N_, Locale, nearest
from q40k.i18n.problems import SENTENCES, ProblemTexts, problem_text
from q40k.i18n.questions import entry_sentences
from q40k.kernel.errors import CodedError
from q40k.kernel.journal.file_guard import ROOM_BYTES, free_bytes
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import is_homeless
from q40k.packs.problems import Problem
from q40k.packs.shipped import coded_sentences, read_shipped


class ErrorText(Struct, frozen=True):
    """An error: a title, what happened, and what to do about it."""

    title: str
    what: str
    todo: str


class _CodedText(ErrorText, frozen=True):
    code: str


_FULL = N_("The disk is full: {needed} needed, {free} free, at {path}")
_FULL_HERE = N_("The disk is full: {path}")
_READ_ONLY = N_("Nothing can be written: {path} is read-only")
"""A full disk and a read-only one have one name, whatever was to be written."""


@cache
def _errors() -> dict[str, ErrorText]:
    """Return the English text of each error of the library, by its code."""
    errors = read_shipped(Path(__file__).with_suffix(".texts.yaml"), dict[str, list[_CodedText]])["errors"]
    return {error.code: error for error in errors}


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
    text = _errors().get(code) or _errors()["unforeseen"]
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
        shown["problem"] = problem_text(locale, problem, ProblemTexts(entry_sentences()))
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
