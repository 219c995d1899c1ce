"""Match scripts: the interface without a screen, one JSON object a line."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile, tee
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.care.notes import ON_LIST, PackUse, read_places
from q40k.games import game as games
from q40k.games.game import DEFAULT, Game, UnknownGame
from q40k.kernel.commands import BadCommand, Command
from q40k.kernel.errors import CodedError
from q40k.kernel.events import AnswerError, DiceQuestion, Question, Refused
from q40k.kernel.journal.journal import Entry
from q40k.kernel.sealing import BrokenSeal, seal, unseal, unseal_first_form
from q40k.kernel.text import escape_json
from q40k.kernel.whole_file import write_whole
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.folders import compiled_folder
from q40k.table.match_session import MatchSession

MOST_CHARACTERS = 1_000_000
MOST_DEPTH = 40
MOST_NAMED = 60
MOST_LINES = 1_000_000
MOST_IN_ALL = 20_000_000
"""At most this many characters in all lines together."""
_HEADER = re.compile(r"# match ([0-9a-f]{16})")
_PACK_LINE = re.compile(r"# pack ([a-z0-9-]{1,60}) ([0-9.]{1,30}) ([0-9a-f]{64})")
MOST_PACKS = 50
"""A record names at most so many bundles."""


class ScriptError(CodedError):
    """A line is not valid in a match script.

    The caller sets `file`, if it is known.
    """

    file = ""

    def __init__(self, line: int, code: str, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.line = line


class LineRefused(Exception):
    """The rules or the table refused a line: its number, the rule and the cause.

    `cause` is a Refused, AnswerError or PackError. Callers set `file`, and also the open
    `question`, if any, with the `state` in which it was asked.
    """

    file = ""
    question: Question | None = None
    state: Any = None

    def __init__(self, line: int, rule: str, cause: Refused | AnswerError | PackError) -> None:
        super().__init__(line, rule, cause)
        self.line = line
        self.rule = rule
        self.cause = cause


class ScriptLine(Struct, frozen=True):
    """A line of a script: its number, the command (None for undo and redo), its answers.

    `open` says that the last question may stay open: the record of a match in mid-question. `game`
    is the game of the match. Parts of the line were `sealed`.
    """

    number: int
    do: str
    command: Any | None
    answers: tuple[Any, ...]
    game: Game
    open: bool = False
    sealed: bool = False


def read_script(lines: Iterable[str], game: Game | None = None, *, whole: bool = False) -> Iterator[ScriptLine]:
    """Read a script line by line. Raises ScriptError.

    A whole script begins with `new`, which names its game; without a name it is the default game.
    Lines for a match that is already laid out are those of its `game`.

    A sealed line opens only in a record that is as it was written, so that nothing more can be
    played there. With `whole` it opens anywhere.
    """
    digest, record = sha256(), ""
    numbered, ahead = tee(_numbered_lines(lines))
    for place, (number, data) in enumerate(numbered):
        if not record:
            digest.update(_plain_part(data))
            next(ahead)
            if "sealed" in data:
                for _later, further in ahead:
                    digest.update(_plain_part(further))
                record = digest.hexdigest()
        is_sealed = bool({"sealed", "seal"} & data.keys())
        if game is None and data["do"] != "new":
            _line_of(number, data, games.find())  # report what is wrong with the line itself first
            raise ScriptError(number, "script-no-new", do=data["do"])
        if data["do"] == "new":
            game = _game_of(number, data, game)
        assert game is not None
        if is_sealed:
            _open_sealed(number, data, game, None if whole else f"{record}/{place}")
        yield replace(_line_of(number, data, game), sealed=is_sealed)


def _numbered_lines(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the data of each line with content. Raises ScriptError."""
    characters = 0
    for number, text in enumerate(lines, 1):
        characters += len(text)
        if number > MOST_LINES:
            raise ScriptError(number, "script-too-long", most=MOST_LINES)
        if len(text.rstrip("\n")) > MOST_CHARACTERS:
            raise ScriptError(number, "script-line-long", most=MOST_CHARACTERS)
        if characters > MOST_IN_ALL:
            raise ScriptError(number, "script-too-large", most=MOST_IN_ALL)
        stripped = text.strip().lstrip("\ufeff")
        if stripped and not stripped.startswith("#"):
            yield number, _read_line(number, stripped)


def _read_line(number: int, text: str) -> dict[str, Any]:
    """Return the data of a line: an object with a `do`. Raises ScriptError."""
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ScriptError(number, "script-not-utf8")
    try:
        data = json.loads(
            text,
            parse_constant=lambda word: _no_number(number, word),
            object_pairs_hook=lambda pairs: _once_each(number, pairs),
        )
    except json.JSONDecodeError as error:
        raise ScriptError(number, "script-not-json", column=error.colno, detail=error.msg) from error
    except (RecursionError, ValueError) as error:
        raise ScriptError(number, "script-not-json", column=1, detail=str(error)) from error
    if "\\ud" in text.casefold() and not _is_unicode(data):
        raise ScriptError(number, "script-not-utf8")
    if _too_deep(data):
        raise ScriptError(number, "script-not-json", column=1, detail="nested too deeply")
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise ScriptError(number, "script-no-do")
    return data


def _is_unicode(data: Any) -> bool:
    """Return whether texts in the data hold no half characters."""
    return not any("\ud800" <= letter <= "\udfff" for letter in json.dumps(data, ensure_ascii=False))


def _once_each(number: int, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the data of an object without duplicate fields. Raises ScriptError."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _value in pairs).items() if n > 1)
        raise ScriptError(number, "script-said-twice", field=twice[:MOST_NAMED])
    return data


def _game_of(number: int, data: dict[str, Any], game: Game | None) -> Game:
    """Return the game that a `new` line names; it must be `game`, if given. Raises ScriptError."""
    name = data.pop("game", None)
    if name is None:
        return game or games.find()
    try:
        named = games.find(str(name))
    except UnknownGame as error:
        raise ScriptError(
            number, "script-unknown-game", said=name, nearest=error.nearest, known=games.game_ids()
        ) from error
    if game is not None and named.id != game.id:
        raise ScriptError(number, "script-other-game", said=name, game=game.name)
    return named


def _line_of(number: int, data: dict[str, Any], game: Game) -> ScriptLine:
    """Return the data as a line of a game. Raises ScriptError."""
    answers = _answers(data)
    open_end = data.pop("open", False)
    if not isinstance(answers, list) or not isinstance(open_end, bool):
        raise ScriptError(number, "script-bad-answers")
    do = data["do"]
    if do in ("undo", "redo"):
        if len(data) > 1 or answers:
            raise ScriptError(number, "script-alone", do=do)
        return ScriptLine(number, do, None, (), game)
    return ScriptLine(number, do, _command(number, data, game), tuple(answers), game, open_end)


def _answers(data: dict[str, Any]) -> Any:
    """Return the answers of a line; a command within this one may hold them instead."""
    within = (value for value in data.values() if isinstance(value, dict) and {"do", "answers"} <= set(value))
    inner = next(within, None)
    return inner.pop("answers") if inner is not None and "answers" not in data else data.pop("answers", [])


def _open_sealed(number: int, data: dict[str, Any], game: Game, record: str | None) -> None:
    """Put the sealed fields of a line back; they must be those of this line in this `record`, if given.

    Raises ScriptError.
    """
    sealed, of = data.pop("sealed", None), ""
    fields: dict[str, Any] = {}
    if sealed is not None:
        if "answers" in data:
            raise ScriptError(number, "script-bad-answers")
        try:
            of, fields = _read_envelope(game, str(sealed))
        except (BrokenSeal, ValueError, KeyError, TypeError) as error:
            raise ScriptError(number, "script-seal-broken") from error
    if record not in (None, of):
        raise ScriptError(number, "script-sealed", do=data["do"])
    data.update(fields)


def _read_envelope(game: Game, sealed: str) -> tuple[str, dict[str, Any]]:
    """Return the fields in an envelope, after the fingerprint of its record and its place there.

    That is "" in an early record.
    """
    try:
        held = unseal(sealed)
    except BrokenSeal:
        held = unseal_first_form(game.id, sealed)
        return "", {"answers": json.loads(held["answers"])}
    return str(held["of"]), dict(held["fields"])


def _too_deep(data: Any) -> bool:
    level = [data]
    for _ in range(MOST_DEPTH):
        level = [
            below
            for value in level
            if isinstance(value, dict | list)
            for below in (value.values() if isinstance(value, dict) else value)
        ]
    return bool(level)


def _no_number(number: int, word: str) -> None:
    raise ScriptError(number, "script-not-json", column=1, detail=word)


def _command(number: int, data: dict[str, Any], game: Game) -> Any:
    try:
        return game.commands.check(data)
    except BadCommand as error:
        do = data["do"]
        if error.code == "unknown-do":
            raise ScriptError(number, "script-unknown-do", do=do, known=known_words(game)) from error
        field, facts = error.field, error.facts
        if error.code == "unknown-key":
            near = facts["nearest"]
            raise ScriptError(number, "script-unknown-field", do=do, field=field, nearest=near) from error
        if error.code == "missing-key":
            field = f"{field}.{facts['key']}".lstrip(".")
            raise ScriptError(number, "script-missing-field", do=do, field=field) from error
        raise ScriptError(number, "script-bad-field", field=field or do, problem=error.code, facts=facts) from error


def known_words(game: Game) -> tuple[str, ...]:
    """Return all words that `do` may be in the scripts of a game."""
    return (*game.commands.words(), "undo", "redo")


def play_line(match_session: MatchSession, library: Callable[[], Library], line: ScriptLine) -> None:
    """Carry out one line; a refused one leaves no trace.

    Raises LineRefused; PackError when packs it needs cannot be read; ScriptError after a line that
    leaves its question open, which only the last may.

    A match keeps the pack data it was begun with. So `library` is called only when a line names
    something from packs.

    Dice without an answer are rolled from the match's seed; a missing choice is refused.
    """
    if match_session.question is not None and line.command is not None:
        raise ScriptError(line.number, "script-still-open", do=line.do)
    before = match_session.head
    try:
        _carry_out(match_session, library, line)
    except LineRefused as refused:
        refused.question, refused.state = match_session.question, match_session.state
        if line.command is not None and match_session.head > before:
            match_session.session.discard()
        raise


def _carry_out(match_session: MatchSession, library: Callable[[], Library], line: ScriptLine) -> None:
    if line.command is None:
        moved = match_session.undo() if line.do == "undo" else match_session.redo()
        if moved is None:
            nothing = AnswerError(f"nothing-to-{line.do}")
            raise LineRefused(line.number, line.game.line_rules.undo, nothing)
        return
    packs = match_session.game.packs
    held = library() if packs.needs_packs(line.command) else None
    try:
        command = line.command
        if held is not None:
            command = packs.complete(held, match_session.session.state, command)
        match_session.do(command, hand="script", auto=False)
    except Refused as refused:
        raise LineRefused(line.number, refused.refusal.rule, refused) from refused
    except PackError as error:
        raise LineRefused(line.number, line.game.line_rules.packs, error) from error
    _answer(match_session, line)


def _answer(match_session: MatchSession, line: ScriptLine) -> None:
    remaining = list(line.answers)
    while (question := match_session.question) is not None:
        try:
            if isinstance(question, DiceQuestion) and _app_rolls_rest(remaining, question, line):
                match_session.roll_once(remaining)
                remaining.clear()
            elif remaining:
                answer, used = question.take(remaining)
                del remaining[:used]
                match_session.give(answer, hand="script", auto=False)
            elif line.open:
                return
            else:
                raise AnswerError("answer-missing")
        except AnswerError as error:
            raise LineRefused(line.number, question.rule, error) from error
        except Refused as refused:
            raise LineRefused(line.number, refused.refusal.rule, refused) from refused
    if remaining and not line.game.allows_extra_answers(match_session.state, line.command, remaining):
        extra = AnswerError("answers-left", answers=tuple(remaining))
        raise LineRefused(line.number, line.game.line_rules.answers, extra)


def _app_rolls_rest(remaining: list[Any], question: DiceQuestion, line: ScriptLine) -> bool:
    """Return whether the app rolls the dice, or the last of them, because answers are missing."""
    is_count = bool(remaining) and isinstance(remaining[0], str)  # a count instead of the dice
    return not is_count and len(remaining) < len(question.dice) and not line.open


def header(match_session: MatchSession) -> list[str]:
    """Return the first lines of a record: its match, and the bundles it was played with; scripts skip them."""
    path, identity = match_session.session.journal.path, match_session.row.identity
    packs = read_places(path).get(identity, ON_LIST).packs if path is not None else ()
    return [f"# match {identity}", *(f"# pack {pack.id} {pack.version} {pack.hash}" for pack in packs)]


def identity_in(line: str) -> str:
    """Return the identity of the match in the first line of a record, or ""."""
    match = _HEADER.fullmatch(line.strip().lstrip("\ufeff"))
    return match.group(1) if match is not None else ""


def packs_in(lines: Sequence[str]) -> tuple[PackUse, ...]:
    """Return the bundles in the first lines of a record."""
    matches = map(_PACK_LINE.fullmatch, (line.strip() for line in lines[1 : MOST_PACKS + 1]))
    return tuple(PackUse(*match.groups()) for match in takewhile(bool, matches) if match)


def write_script(
    match_session: MatchSession, library: Library, *, whole: bool = False, identity: str = ""
) -> Iterator[str]:
    """Yield the live inputs of a match as a script; contents of shipped packs are only named.

    The record of a match in progress holds no seed, and its secrets are sealed. With `whole` it
    holds everything. `identity` is that of the match, if not its own.
    """
    game = match_session.game
    lines: list[dict[str, Any]] = []
    secret: dict[int, tuple[str, ...]] = {}
    for entry in match_session.inputs():
        if entry.kind == "answer":
            answer = json.loads(entry.body)
            # A list of dice holds several answers; a list of names, or an empty one, is one.
            several = isinstance(answer, list) and any(isinstance(value, int) for value in answer)
            lines[-1]["answers"] += answer if several else [answer]
            continue
        command = match_session.read_command(entry.body)
        secret[len(lines)] = _secret_fields(match_session, command, entry)
        lines.append(_command_data(game, command, library))
    if lines and match_session.question is not None:
        lines[-1]["open"] = True
    for data in lines:
        if not data["answers"]:
            del data["answers"]
    if not (whole or game.view.status(match_session.state).over):
        _seal_secrets(lines, secret, identity or match_session.row.identity)
    for data in lines:
        yield escape_json(json.dumps(data, ensure_ascii=False))


def _secret_fields(match_session: MatchSession, command: Any, entry: Entry) -> tuple[str, ...]:
    """Return the fields of a line that tell a secret.

    A command with sealed fields tells one even if it left them out: that shows only in its events.
    """
    if not isinstance(command, Command) or not (match_session.keeps_secrets or command.sealed_fields):
        return ()
    if (command.draws_in_secret and match_session.keeps_secrets) or match_session.hidden_events(entry):
        return (*command.sealed_fields, "answers")
    return ()


def _seal_secrets(lines: Sequence[dict[str, Any]], secret: Mapping[int, Sequence[str]], identity: str) -> None:
    """Put the secret fields of lines into envelopes, and leave out the seed.

    An envelope also holds the fingerprint of its record and its place, so that it opens nowhere else.
    """
    contents = {
        number: {name: lines[number].pop(name) for name in names if name in lines[number]}
        for number, names in secret.items()
    }
    sealed = {number for number, names in secret.items() if contents[number] or names[:-1]}  # the last is "answers"
    for number, data in enumerate(lines):
        if data["do"] == "new":
            data.pop("seed", None)
        if number in sealed:
            data["sealed"] = ""
    written = (json.loads(json.dumps(data)) for data in lines)
    record = sha256(b"".join(map(_plain_part, written))).hexdigest()
    for number in sealed:
        envelope = {"of": f"{record}/{number}", "fields": contents[number]}
        lines[number]["sealed"] = seal(envelope, f"{identity}/{number}")


def _plain_part(data: Mapping[str, Any]) -> bytes:
    """Return the part of a line that everybody reads, always in the same form."""
    return json.dumps({**data, "sealed": "sealed" in data}, sort_keys=True).encode()


def _command_data(game: Game, command: Any, library: Library) -> dict[str, Any]:
    data = game.packs.strip_pack_data(library, command, game.commands.data(command))
    if data["do"] == "new" and game.id != DEFAULT:
        data = {"do": "new", "game": game.id, **data}
    return data | {"answers": []}


def schema(game: Game) -> dict[str, Any]:
    """Return the JSON Schema of one line of a match script of a game."""
    document = game.commands.schema()
    document["$defs"]["undo"] = _word_schema("undo")
    document["$defs"]["redo"] = _word_schema("redo")
    for word in ("undo", "redo"):
        document["oneOf"].append({"$ref": f"#/$defs/{word}"})
    document.pop("discriminator", None)
    for shape in document["$defs"].values():
        properties = shape.get("properties", {})
        if "do" in properties and properties["do"].get("const") not in ("undo", "redo"):
            shape["required"] = ["do", *shape.get("required", [])]
            properties["answers"] = {"type": "array", "description": "what the table answers, in the order asked"}
            properties["sealed"] = {
                "type": "string",
                "description": "in a record of a match in progress, what is still secret, in an envelope",
            }
            properties["open"] = {"type": "boolean", "default": False}
        if properties.get("do", {}).get("const") == "new":
            named: dict[str, Any] = {"type": "string", "const": game.id}
            properties["game"] = named | ({"default": DEFAULT} if game.id == DEFAULT else {})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}


def _word_schema(word: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"do": {"const": word}}, "required": ["do"], "additionalProperties": False}


# -- records: finished matches beside the library --------------------------------------------------

_NAME_LENGTH = 40


def records_folder(library: Path) -> Path:
    """Return the folder of the records of a library's finished matches, beside it."""
    return library.parent / "records"


def record_file(library: Path, match_session: MatchSession) -> Path:
    """Return the file of a match's record, named by its number, name and identity."""
    row = match_session.row
    plain = unicodedata.normalize("NFKD", row.name).encode("ascii", "ignore").decode().casefold()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    name = "-".join(words)[:_NAME_LENGTH] or "match"
    return records_folder(library) / f"{row.id}-{name}-{row.identity[:8]}.jsonl"


def write_record(library: Path, match_session: MatchSession) -> Path | None:
    """Write a finished match as a script for `q40k import` and `q40k run`, as a whole or not at
    all.

    Returns None if the match is not finished. Raises OSError, JournalError, PackError.
    """
    game = match_session.game
    if not game.view.status(match_session.session.state).over:
        return None
    path = record_file(library, match_session)
    script = write_script(match_session, game.packs.library(cache=compiled_folder()))
    lines = [*header(match_session), *script]
    text = "".join(f"{line}\n" for line in lines)
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return path
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text.encode(), durable=True)
    return path
