"""Match scripts: the headless contract, one JSON object a line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from q40k.games import game as games
from q40k.games.game import DEFAULT, Game, UnknownGame
from q40k.kernel.commands import BadCommand, Command
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import AnswerError, DiceQuestion, Question
from q40k.kernel.sealing import BrokenSeal, seal, unseal
from q40k.kernel.text import escaped
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.match_session import MatchSession

MOST_CHARACTERS = 1_000_000
MOST_DEPTH = 40
MOST_NAMED = 60
MOST_LINES = 1_000_000
_ANSWERS = "answers"
Sealed = Literal["no", "command", "answers"]
"""What of a line of a record is sealed."""
_HEADER = re.compile(r"# match ([0-9a-f]{16})")


class ScriptError(Exception):
    """A line that is no line of a match script; `code` and `facts` are worded elsewhere.

    `file` is filled in by whoever knows it.
    """

    file = ""

    def __init__(self, line: int, code: str, **facts: Any) -> None:
        super().__init__(line, code, facts)
        self.line = line
        self.code = code
        self.facts = facts


class LineRefused(Exception):
    """A line the rules or the table refused: its number, the rule and the cause.

    `cause` is a Refused, AnswerError or PackError; `file` is filled in by whoever knows it, and so
    are the `question` that was open, if one was, and the `state` in which it was asked.
    """

    file = ""
    question: Question | None = None
    state: Any = None

    def __init__(self, line: int, rule: str, cause: Refused | AnswerError | PackError) -> None:
        super().__init__(line, rule, cause)
        self.line = line
        self.rule = rule
        self.cause = cause


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A line read: its number, the command (None for undo and redo), its answers.

    `open` says that the last question may stay open: the record of a match in mid-question. `game`
    is the one it is a line of.
    """

    number: int
    do: str
    command: Any | None
    answers: tuple[Any, ...]
    game: Game
    open: bool = False


def read_script(lines: Iterable[str], game: Game | None = None) -> Iterator[ScriptLine]:
    """Read a script line by line. Raises ScriptError.

    A whole script begins with `new`, which names its game or is of the default one. Further lines
    of a match that is laid out are those of its `game`.
    """
    for number, text in enumerate(lines, 1):
        if number > MOST_LINES:
            raise ScriptError(number, "script-too-long", most=MOST_LINES)
        stripped = text.strip().lstrip("\ufeff")
        if not stripped or stripped.startswith("#"):
            continue
        data = _read_line(number, stripped)
        if game is None and data["do"] != "new":
            _line_of(number, data, games.find())  # what is wrong with the line itself comes first
            raise ScriptError(number, "script-no-new", do=data["do"])
        if data["do"] == "new":
            game = _game_of(number, data, game)
        assert game is not None
        yield _line_of(number, data, game)


def _read_line(number: int, text: str) -> dict[str, Any]:
    """The data of a line: an object that says what to do. Raises ScriptError."""
    if len(text) > MOST_CHARACTERS:
        raise ScriptError(number, "script-line-long", most=MOST_CHARACTERS)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ScriptError(number, "script-not-utf8")
    try:
        data = json.loads(
            text,
            parse_constant=lambda word: _no_number(number, word),
            object_pairs_hook=lambda pairs: _once_each(number, pairs),
        )
    except json.JSONDecodeError as error:
        raise ScriptError(
            number, "script-not-json", column=error.colno, detail=error.msg
        ) from error
    except (RecursionError, ValueError) as error:
        raise ScriptError(number, "script-not-json", column=1, detail=str(error)) from error
    if _too_deep(data):
        raise ScriptError(number, "script-not-json", column=1, detail="nested too deeply")
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise ScriptError(number, "script-no-do")
    return data


def _once_each(number: int, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The data of an object that says each thing once. Raises ScriptError."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _value in pairs).items() if n > 1)
        raise ScriptError(number, "script-said-twice", field=twice[:MOST_NAMED])
    return data


def _game_of(number: int, data: dict[str, Any], game: Game | None) -> Game:
    """The game that a line lays out, which is no other than `game`. Raises ScriptError."""
    said = data.pop("game", None)
    if said is None:
        return game or games.find()
    if not isinstance(said, str):
        raise ScriptError(number, "script-bad-field", do="new", field="game", detail="no text")
    try:
        found = games.find(said)
    except UnknownGame as error:
        raise ScriptError(
            number, "script-unknown-game", said=said, nearest=error.nearest, known=games.known()
        ) from error
    if game is not None and found.id != game.id:
        raise ScriptError(number, "script-other-game", said=said, game=game.name)
    return found


def _line_of(number: int, data: dict[str, Any], game: Game) -> ScriptLine:
    """The line of a game. Raises ScriptError."""
    answers = _answers(number, data, game)
    open_end = data.pop("open", False)
    if not isinstance(answers, list) or not isinstance(open_end, bool):
        raise ScriptError(number, "script-bad-answers")
    do = data["do"]
    if do in ("undo", "redo"):
        if len(data) > 1 or answers:
            raise ScriptError(number, "script-bad-field", field=do, detail="")
        return ScriptLine(number, do, None, (), game)
    return ScriptLine(number, do, _command(number, data, game), tuple(answers), game, open_end)


def _answers(number: int, data: dict[str, Any], game: Game) -> Any:
    """The answers of a line, from the envelope they lie in while they are a secret.

    A command within this one may hold them instead. Raises ScriptError.
    """
    within = (
        one for one in data.values() if isinstance(one, dict) and {"do", "answers"} <= set(one)
    )
    inner = next(within, None)
    if inner is not None and not {"answers", "sealed"} & set(data):
        return inner.pop("answers")
    if "sealed" not in data:
        return data.pop("answers", [])
    if "answers" in data:
        raise ScriptError(number, "script-bad-answers")
    try:
        held = unseal(game.id, str(data.pop("sealed")))
        answers = json.loads(held[_ANSWERS])
    except (BrokenSeal, ValueError, KeyError, TypeError) as error:
        broken = "the envelope is broken"
        raise ScriptError(
            number, "script-bad-field", do=data["do"], field="sealed", detail=broken
        ) from error
    return answers


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
        do, field = data["do"], error.field
        match error.wrong:
            case "unknown-do":
                raise ScriptError(number, "script-unknown-do", do=do, known=known(game)) from error
            case "unknown-field":
                raise ScriptError(number, "script-unknown-field", do=do, field=field) from error
            case "missing-field":
                raise ScriptError(number, "script-missing-field", do=do, field=field) from error
            case "bad-field":
                raise ScriptError(
                    number, "script-bad-field", do=do, field=field, detail=error.detail
                ) from error


def known(game: Game) -> tuple[str, ...]:
    """All words that `do` may be in the scripts of a game."""
    return (*game.commands.words(), "undo", "redo")


def play_line(
    match_session: MatchSession, library: Callable[[], Library], line: ScriptLine
) -> None:
    """Carry out one line; one that is refused leaves no trace.

    Raises LineRefused; PackError when packs it needs cannot be read; ScriptError after a line that
    leaves its question open, which only the last may.

    A match that is laid out keeps what it was started with, so `library` is only asked for the
    packs when a line names something that they hold.

    Dice that no answer gives are rolled from the match's seed; a missing choice is refused.
    """
    if match_session.question is not None and line.command is not None:
        raise ScriptError(line.number, "script-still-open", do=line.do)
    before = match_session.head
    try:
        _carried_out(match_session, library, line)
    except LineRefused as refused:
        refused.question, refused.state = match_session.question, match_session.state
        if line.command is not None and match_session.head > before:
            match_session.undo()
        raise


def _carried_out(
    match_session: MatchSession, library: Callable[[], Library], line: ScriptLine
) -> None:
    if line.command is None:
        moved = match_session.undo() if line.do == "undo" else match_session.redo()
        if moved is None:
            nothing = AnswerError(f"nothing-to-{line.do}")
            raise LineRefused(line.number, line.game.line_rules.undo, nothing)
        return
    packs = match_session.game.packs
    held = library() if packs.needed(line.command) else None
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
    left = list(line.answers)
    while (question := match_session.question) is not None:
        try:
            if isinstance(question, DiceQuestion) and _runs_out(left, question, line):
                match_session.roll_once(left)
                left.clear()
            elif left:
                answer, used = question.take(left)
                del left[:used]
                match_session.give(answer, hand="script", auto=False)
            elif line.open:
                return
            else:
                raise AnswerError("answer-missing")
        except AnswerError as error:
            raise LineRefused(line.number, question.rule, error) from error
        except Refused as refused:
            raise LineRefused(line.number, refused.refusal.rule, refused) from refused
    if left and not line.game.line_rules.spare(match_session.state, line.command, left):
        extra = AnswerError("answers-left", answers=tuple(left))
        raise LineRefused(line.number, line.game.line_rules.answers, extra)


def _runs_out(left: list[Any], question: DiceQuestion, line: ScriptLine) -> bool:
    """Whether the app rolls the dice, or the last of them, that no answer gives."""
    said = bool(left) and isinstance(left[0], str)  # a count in the place of the dice
    return not said and len(left) < len(question.dice) and not line.open


def header(identity: str) -> str:
    """The line before a record that says which match it is of; whoever reads scripts passes it."""
    return f"# match {identity}"


def identity_in(line: str) -> str:
    """The identity of the match that a record is of, by its first line; "" when it says none."""
    found = _HEADER.fullmatch(line.strip().lstrip("\ufeff"))
    return found.group(1) if found is not None else ""


def write_script(match_session: MatchSession, library: Library) -> Iterator[str]:
    """The standing inputs of a match as a script; what the shipped packs hold is only named.

    As long as what a command told is a secret, it is written sealed, or its answers are.
    """
    pending: dict[str, Any] | None = None
    sealed: Sealed = "no"
    for entry in match_session.inputs():
        if entry.kind == "answer":
            assert pending is not None
            if sealed == "command":
                continue
            given = json.loads(entry.body)
            # A list of dice is so many answers; a list of names, or of nobody, is one.
            ordered = isinstance(given, list) and not any(isinstance(g, int) for g in given)
            pending["answers"] += given if isinstance(given, list) and not ordered else [given]
            continue
        if pending is not None:
            yield _line(match_session.game, pending, sealed)
        command, sealed = _sealed(match_session, match_session.read_command(entry.body), entry)
        pending = _written(match_session.game, command, library)
    if pending is not None:
        if match_session.question is not None:
            pending["open"] = True
        yield _line(match_session.game, pending, sealed)


def holds_sealed(match_session: MatchSession) -> bool:
    """Whether a record of this match holds anything sealed, because it is still a secret."""
    if not match_session.keeps_secrets:
        return False
    commands = (entry for entry in match_session.inputs() if entry.kind != "answer")
    return any(
        _sealed(match_session, match_session.read_command(entry.body), entry)[1] != "no"
        for entry in commands
    )


def _sealed(match_session: MatchSession, command: Any, entry: Entry) -> tuple[Any, Sealed]:
    """The command as a record may hold it, and what of it is sealed: its answers, or in itself.

    Answers are sealed as long as the match goes on.
    """
    if not match_session.keeps_secrets or not isinstance(command, Command):
        return command, "no"
    told = match_session.hidden(entry)
    shut = command.sealed(told) if told else command
    if shut is None:
        over = match_session.game.view.status(match_session.state).over
        return command, "no" if over else "answers"
    return shut, "no" if shut is command else "command"


def _written(game: Game, command: Any, library: Library) -> dict[str, Any]:
    data = game.packs.spared(library, command, game.commands.data(command))
    if data["do"] == "new" and game.id != DEFAULT:
        data = {"do": "new", "game": game.id, **data}
    return data | {"answers": []}


def _line(game: Game, data: dict[str, Any], sealed: Sealed) -> str:
    if sealed == "answers":
        data["sealed"] = seal(game.id, {_ANSWERS: json.dumps(data["answers"])})
        data["answers"] = []
    if not data["answers"]:
        del data["answers"]
    return escaped(json.dumps(data, ensure_ascii=False))


def schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of one line of a match script of a game."""
    described = game.commands.schema()
    described["$defs"]["undo"] = _plain("undo")
    described["$defs"]["redo"] = _plain("redo")
    for word in ("undo", "redo"):
        described["oneOf"].append({"$ref": f"#/$defs/{word}"})
    described.pop("discriminator", None)
    for shape in described["$defs"].values():
        properties = shape.get("properties", {})
        if "do" in properties and properties["do"].get("const") not in ("undo", "redo"):
            shape["required"] = ["do", *shape.get("required", [])]
            properties["answers"] = {
                "type": "array",
                "description": "what the table answers, in the order asked",
            }
            properties["sealed"] = {
                "type": "string",
                "description": "in a record, answers that are still a secret, in an envelope",
            }
            properties["open"] = {"type": "boolean", "default": False}
        if properties.get("do", {}).get("const") == "new":
            named: dict[str, Any] = {"type": "string", "const": game.id}
            properties["game"] = named | ({"default": DEFAULT} if game.id == DEFAULT else {})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}


def _plain(word: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"do": {"const": word}},
        "required": ["do"],
        "additionalProperties": False,
    }
