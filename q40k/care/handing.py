"""Hands a match over to another library, so that at every moment one library or one file may go on with it.

The library that gives decides. Until it has written down, durably, that the match is gone, the match is there; from
then on it is in the file, or with the one library that it was given to. A library that takes a match cannot play it
before the giver, or the file, has let it go. Whoever is killed in between calls again and the same hand-over goes on:
its secret says that it is the same. People who copy the file make two of it; this module cannot notice that.
"""

import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from q40k.care.joining import Outcome, copy_match, open_copy, update_match
from q40k.care.journeys import journey_of, store_journey
from q40k.care.notes import ON_LIST, Journey, PackUse, read_places, store_place
from q40k.care.working import working_folder
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import check_match
from q40k.kernel.text import clean_text
from q40k.kernel.whole_file import read_bounded, write_whole
from q40k.kernel.zip_file import ZipUnread, open_zip

SUFFIX = ".q40kmatch"
TAKEN = ".taken"
"""The ending of a file whose match has arrived in a library."""
TAKEN_BACK = ".taken-back"
"""The ending of a file whose match its giver has taken back."""
MOST_BYTES = 50_000_000
"""The file of a match is no larger."""
_MOST_UNPACKED = 400_000_000
_LETTER, _MATCH = "letter.json", "match.sqlite3"
_MEMBERS = {_LETTER: 100_000, _MATCH: _MOST_UNPACKED}

Short = Annotated[str, Meta(max_length=400)]


class Letter(Struct, frozen=True):
    """What comes with a match: its identity, its name, where it comes from, and the hand-over's secret."""

    secret: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    match: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    name: Short
    host: Short
    packs: Annotated[tuple[PackUse, ...], Meta(max_length=200)] = ()


class Parcel(Struct, frozen=True):
    """A match on its way: its letter, and the bytes of a library that holds it alone."""

    letter: Letter
    library: bytes


# -- giving ----------------------------------------------------------------------------------------


@contextmanager
def hold(library: Path, journal: Journal, row: MatchRow) -> Iterator[Journey | None]:
    """Lock a match, and give its journey. Raises JournalError ("match-held", "match-binned", "match-arriving")."""
    with MatchLock(library.parent, row.id):
        if read_places(library).get(row.identity, ON_LIST).binned:
            raise JournalError("match-binned", match=row.id)
        journey = journey_of(library, journal, row.identity)
        if journey is not None and journey.state == "arriving":
            raise _elsewhere(row.id, journey)
        yield journey


def hand_to_file(library: Path, journal: Journal, row: MatchRow, file: Path, host: str, at: str) -> None:
    """Write a match into a new file; from then on it is there and not here. Raises JournalError, OSError."""
    with hold(library, journal, row) as before:
        journey = before
        if journey is not None and (journey.state != "going" or journey.where != str(file)):
            raise _elsewhere(row.id, journey)
        if journey is None or not file.exists():  # it exists if only the last step is missing
            going = journey or Journey(_new_secret(), "going", str(file), at)
            raw = pack_parcel(make_parcel(library, journal, row, going.secret, host))
            if file.exists():
                raise FileExistsError(17, "File exists", str(file))
            journey = going
            store_journey(library, journal, row.identity, journey)
            try:
                write_whole(file, raw, durable=True, replace=False)
            except OSError:
                store_journey(library, journal, row.identity, None)  # there never was a file
                raise
        store_journey(library, journal, row.identity, replace(journey, state="gone"))


def hand_to_library(
    library: Path, journal: Journal, row: MatchRow, secret: str, receiver: str, where: str, at: str
) -> bool:
    """Let a held match go to another library, which has it; return False if it went to somebody else before.

    Raises JournalError if that cannot be written down; then it is still here.
    """
    journey = journey_of(library, journal, row.identity)
    if journey is not None:
        return journey.state == "gone" and (journey.secret, journey.library) == (secret, receiver)
    departure = Journey(secret, "gone", clean_text(where)[:200], at, receiver)
    store_journey(library, journal, row.identity, departure)
    return True


def take_back(library: Path, journal: Journal, row: MatchRow) -> None:
    """Let a match be played here again that was handed over, as its file will not be used: it is marked as taken.

    Raises JournalError ("parcel-taken" if somebody has taken it), OSError.
    """
    with MatchLock(library.parent, row.id):
        journey = journey_of(library, journal, row.identity)
        if journey is not None and journey.state in ("going", "gone") and not journey.library:
            _take_file_back(Path(journey.where))
        store_journey(library, journal, row.identity, None)


def _take_file_back(file: Path) -> None:
    """Mark the file of a hand-over as taken back; do nothing if it is out of reach. Raises JournalError, OSError.

    The mark says that it was us: a call that was killed after it goes on.
    """
    if (taken := file.with_name(file.name + TAKEN)).exists():
        raise parcel_taken(taken)
    with suppress(FileNotFoundError):
        mark_taken(file, file.with_name(file.name + TAKEN_BACK))


def secret_of(journey: Journey | None, match: int) -> str:
    """Return the secret to give a held match to a library with: that of a hand-over that was broken off, or a new one.

    Raises JournalError if the match is in a file.
    """
    if journey is None:
        return _new_secret()
    if not journey.library:
        raise _elsewhere(match, journey)
    return journey.secret


def _new_secret() -> str:
    return os.urandom(16).hex()


def _elsewhere(match: int, journey: Journey) -> JournalError:
    return JournalError(f"match-{journey.state}", match=match, where=journey.where, at=journey.at)


def make_parcel(library: Path, journal: Journal, row: MatchRow, secret: str, host: str) -> Parcel:
    """Return a match as it is sent. Raises JournalError, OSError; a damaged match is not sent."""
    soundness = check_match(journal, row.id)
    if not (row.sound and soundness.is_sound):
        raise JournalError("entry-damaged", match=row.id, entry=soundness.entry)
    packs = read_places(library).get(row.identity, ON_LIST).packs
    with working_folder(library.parent, "handing") as folder:
        with closing(Journal(folder / _MATCH)) as alone:
            copy_match(alone, journal, row)
        raw = (folder / _MATCH).read_bytes()
    return Parcel(Letter(secret, row.identity, row.name[:400], host[:400], packs), raw)


def pack_parcel(parcel: Parcel) -> bytes:
    """Return a parcel as the bytes of a file."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_LETTER, msgspec.json.encode(parcel.letter))
        archive.writestr(_MATCH, parcel.library)
    return stream.getvalue()


# -- taking ----------------------------------------------------------------------------------------


def unpack_parcel(raw: bytes, source: str) -> Parcel:
    """Return the parcel in these bytes, which anybody may have made. Raises JournalError ("parcel-unread")."""
    try:
        with open_zip(raw) as archive:
            members = {member.orig_filename: member for member in archive.infolist()}
            if set(members) != set(_MEMBERS) or len(archive.infolist()) != len(_MEMBERS):
                raise JournalError("parcel-unread", path=source)
            content = {}
            for name, most in _MEMBERS.items():
                with archive.open(members[name]) as stream:
                    content[name] = stream.read(most + 1)
                if len(content[name]) > most:
                    raise JournalError("parcel-unread", path=source)
        letter = msgspec.json.decode(content[_LETTER], type=Letter)
    except (ZipUnread, msgspec.MsgspecError) as error:
        raise JournalError("parcel-unread", path=source) from error
    name, host = clean_text(letter.name), clean_text(letter.host)
    return Parcel(replace(letter, name=name, host=host), content[_MATCH])


def take_from_file(library: Path, journal: Journal, file: Path, at: str) -> int:
    """Take a match out of a file, which is marked as taken; return its number here. Raises JournalError, OSError."""
    taken_file = file.with_name(file.name + TAKEN)
    if file.name.endswith(TAKEN):
        file, taken_file = file.with_name(file.name.removesuffix(TAKEN)), file
    if file.name.endswith(TAKEN_BACK) or (file.with_name(file.name + TAKEN_BACK).exists() and not file.exists()):
        raise parcel_taken(file)
    is_taken = taken_file.exists() and not file.exists()
    parcel = unpack_parcel(read_bounded(taken_file if is_taken else file, MOST_BYTES), str(file))
    if is_taken:  # perhaps by us, and only the last step is missing
        return let_in(library, journal, parcel.letter, parcel_taken(file))
    receive(library, journal, parcel, str(file), at)
    try:
        mark_taken(file, taken_file)
    except FileNotFoundError as error:
        raise parcel_taken(file) from error
    return let_in(library, journal, parcel.letter, parcel_taken(file))


def mark_taken(file: Path, taken: Path) -> None:
    """Give a file its other name. Of two that take it at once, the second finds nothing to rename. Raises OSError."""
    file.replace(taken)


def parcel_taken(file: Path) -> JournalError:
    """Return the error for a file whose match was taken elsewhere."""
    return JournalError("parcel-taken", path=str(file))


def receive(library: Path, journal: Journal, parcel: Parcel, where: str, at: str) -> int:
    """Store the match of a parcel, which cannot be played before it is let in; return its number here.

    Raises JournalError, also if the match went on here ("parcel-differs").
    """
    letter = parcel.letter
    place = read_places(library).get(letter.match, ON_LIST)
    own = next((row for row in journal.matches() if row.identity == letter.match), None)
    packs = tuple(dict.fromkeys((*place.packs, *letter.packs)))
    arriving = Journey(letter.secret, "arriving", letter.host or where, at)
    with working_folder(library.parent, "handing") as folder:
        (folder / _MATCH).write_bytes(parcel.library)
        with closing(_open_sent(folder, where)) as other:
            row = next((row for row in other.matches() if row.identity == letter.match), None)
            if row is None or len(other.rows()) != 1 or not (row.sound and check_match(other, row.id).is_sound):
                raise JournalError("parcel-unread", path=where)
            before = journey_of(library, journal, letter.match)
            try:
                store_place(journal, letter.match, replace(place, binned="", emptied=False, packs=packs))
                store_journey(library, journal, letter.match, arriving)
                if own is None:
                    return copy_match(journal, other, row)
                _bring_up_to(update_match(library, journal, own, other, row), own.id)
            except JournalError:
                store_place(journal, letter.match, place)
                store_journey(library, journal, letter.match, before)
                raise
    return own.id


def _open_sent(folder: Path, where: str) -> Journal:
    try:
        return open_copy(folder / _MATCH, folder / "other.sqlite3")
    except JournalError as error:
        raise JournalError("parcel-unread", path=where) from error


def _bring_up_to(outcome: Outcome, match: int) -> None:
    if outcome == "open":
        raise JournalError("match-held", match=match, pid=0)
    if outcome not in ("further", "same"):
        raise JournalError("parcel-differs", match=match)


def let_in(library: Path, journal: Journal, letter: Letter, refused: JournalError) -> int:
    """Let a match be played here that has arrived, and that its giver has let go; return its number.

    Raises `refused` if it is not arriving here by this hand-over.
    """
    own = next((row for row in journal.matches() if row.identity == letter.match), None)
    journey = journey_of(library, journal, letter.match)
    if own is None or journey is None or (journey.state, journey.secret) != ("arriving", letter.secret):
        raise refused
    store_journey(library, journal, letter.match, None)
    return own.id


Confirm = Callable[[str], bool]
"""Tells the giver that the match has arrived in the library of this identity; returns whether it is let go."""


def take_from_library(library: Path, journal: Journal, raw: bytes, where: str, at: str, confirm: Confirm) -> int:
    """Take a match that another laptop sends; return its number here. Raises JournalError, OSError."""
    parcel = unpack_parcel(raw, where)
    receive(library, journal, parcel, where, at)
    refused = JournalError("parcel-refused", path=where)
    if not confirm(journal.identity or "?"):
        raise refused
    return let_in(library, journal, parcel.letter, refused)
