"""Match scripts: the headless contract, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.game import COMMANDS
from q40k.games.quake.rules.registry import REGISTRY
from q40k.games.quake.rules.table.corrections import Correct
from q40k.games.quake.rules.table.opening import New
from q40k.games.quake.rules.table.players import Join
from q40k.games.quake.table.resolve import resolve
from q40k.kernel.events import Refused
from q40k.kernel.questions import AnswerError, DiceQuestion
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.match_session import MatchSession

MOST_CHARACTERS = 1_000_000
MOST_DEPTH = 40
MOST_LINES = 1_000_000


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

    `cause` is a Refused, AnswerError or PackError; `file` is filled in by whoever knows it.
    """

    file = ""

    def __init__(self, line: int, rule: str, cause: Refused | AnswerError | PackError) -> None:
        super().__init__(line, rule, cause)
        self.line = line
        self.rule = rule
        self.cause = cause


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A line read: its number, the command (None for undo and redo), its answers.

    `open` says that the last question may stay open: the record of a match in mid-question.
    """

    number: int
    do: str
    command: Command | None
    answers: tuple[Any, ...]
    open: bool = False


def read_script(lines: Iterable[str], *, whole: bool = True) -> Iterator[ScriptLine]:
    """Read a script line by line. Raises ScriptError.

    A `whole` script begins with `new`; further lines of a match that is laid out need not.
    """
    first = whole
    for number, text in enumerate(lines, 1):
        if number > MOST_LINES:
            raise ScriptError(number, "script-too-long", most=MOST_LINES)
        stripped = text.strip().lstrip("\ufeff")
        if not stripped or stripped.startswith("#"):
            continue
        line = _read_line(number, stripped)
        if first and line.do != "new":
            raise ScriptError(number, "script-no-new", do=line.do)
        first = False
        yield line


def _read_line(number: int, text: str) -> ScriptLine:
    if len(text) > MOST_CHARACTERS:
        raise ScriptError(number, "script-line-long", most=MOST_CHARACTERS)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ScriptError(number, "script-not-utf8")
    try:
        data = json.loads(text, parse_constant=lambda word: _no_number(number, word))
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
    answers = data.pop("answers", [])
    open_end = data.pop("open", False)
    if not isinstance(answers, list) or not isinstance(open_end, bool):
        raise ScriptError(number, "script-bad-answers")
    do = data["do"]
    if do in ("undo", "redo"):
        if len(data) > 1 or answers:
            raise ScriptError(number, "script-bad-field", field=do, detail="")
        return ScriptLine(number, do, None, ())
    return ScriptLine(number, do, _command(number, data), tuple(answers), open_end)


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


def _command(number: int, data: dict[str, Any]) -> Command:
    try:
        return COMMANDS.validate_json(json.dumps(data))  # strict packs read lists only from JSON
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        if problem["type"] == "union_tag_invalid":
            raise ScriptError(number, "script-unknown-do", do=data["do"], known=known()) from error
        steps = (str(part) for part in problem["loc"][1:])
        field = ".".join(step for step in steps if "[" not in step)  # a validator's own, else
        code = {
            "extra_forbidden": "script-unknown-field",
            "missing": "script-missing-field",
        }.get(problem["type"], "script-bad-field")
        raise ScriptError(
            number, code, do=data["do"], field=field, detail=problem["msg"]
        ) from error


def known() -> tuple[str, ...]:
    """All words that `do` may be."""
    words = sorted(kind.model_fields["do"].default for kind in REGISTRY.commands)
    return (*words, "undo", "redo")


def play_line(
    match_session: MatchSession, library: Callable[[], Library], line: ScriptLine
) -> None:
    """Carry out one line. Raises LineRefused; PackError when packs it needs cannot be read.

    A match that is laid out keeps what it was started with, so `library` is only asked for the
    packs when a line names a mod, an arena or a champion.

    Dice that no answer gives are rolled from the match's seed; a missing choice is refused.
    """
    if line.command is None:
        moved = match_session.undo() if line.do == "undo" else match_session.redo()
        if moved is None:
            nothing = AnswerError(f"nothing-to-{line.do}")
            raise LineRefused(line.number, "TABLE-4", nothing)
        return
    packs = library() if isinstance(line.command, New | Join | Correct) else None
    try:
        command = line.command
        if packs is not None:
            command = resolve(packs, command, match_session.state.setup.mod)
        match_session.do(command, hand="script", auto=False)
    except Refused as refused:
        raise LineRefused(line.number, refused.refusal.rule, refused) from refused
    except PackError as error:
        raise LineRefused(line.number, "CHAMPION-1", error) from error
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
    if left:
        extra = AnswerError("answers-left", answers=tuple(left))
        raise LineRefused(line.number, "TABLE-6", extra)


def _runs_out(left: list[Any], question: DiceQuestion, line: ScriptLine) -> bool:
    """Whether the app rolls the dice, or the last of them, that no answer gives."""
    said = bool(left) and isinstance(left[0], str)  # a count in the place of the dice
    return not said and len(left) < len(question.dice) and not line.open


def write_script(match_session: MatchSession, library: Library) -> Iterator[str]:
    """The standing inputs of a match as a script; what the shipped packs hold is only named."""
    pending: dict[str, Any] | None = None
    for entry in match_session.inputs():
        if entry.kind == "answer":
            assert pending is not None
            given = json.loads(entry.body)
            # A list of dice is so many answers; a list of names, or of nobody, is one.
            ordered = isinstance(given, list) and not any(isinstance(g, int) for g in given)
            pending["answers"] += given if isinstance(given, list) and not ordered else [given]
            continue
        if pending is not None:
            yield _line(pending)
        pending = _written(COMMANDS.validate_json(entry.body), library)
    if pending is not None:
        if match_session.question is not None:
            pending["open"] = True
        yield _line(pending)


def _written(command: Command, library: Library) -> dict[str, Any]:
    data = command.model_dump(mode="json", exclude_defaults=True)
    if isinstance(command, New):
        data["arena"] = command.arena
        for key, kept, shipped in (
            ("mod_data", command.mod_data, library.mods.get(command.mod)),
            ("arena_data", command.arena_data, library.arenas.get(command.arena or "")),
            ("tables_data", command.tables_data, _tables(command, library)),
        ):
            if kept == shipped:
                data.pop(key, None)
    if isinstance(command, Join | Correct) and _same(command, library):
        data.pop("profile", None)
        data.pop("arms", None)
    return {"do": command.do, **data, "answers": []}


def _tables(command: New, library: Library) -> Any:
    mod = command.mod_data
    return library.bonus_tables.get(mod.bonus_tables) if mod else None


def _same(command: Join | Correct, library: Library) -> bool:
    """Whether the packs here give the very champion that the match kept."""
    try:
        named = command.model_copy(update={"profile": None})
        resolved = resolve(library, named)
    except (Refused, PackError):
        return False
    return isinstance(resolved, Join | Correct) and resolved.profile == command.profile


def _line(data: dict[str, Any]) -> str:
    if not data["answers"]:
        del data["answers"]
    return json.dumps(data, ensure_ascii=False)


def schema() -> dict[str, Any]:
    """The JSON Schema of one line of a match script."""
    described = COMMANDS.json_schema()
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
            properties["open"] = {"type": "boolean", "default": False}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}


def _plain(word: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"do": {"const": word}},
        "required": ["do"],
        "additionalProperties": False,
    }
