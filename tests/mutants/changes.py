"""Every change of a file of rules that can be made, and which statement and function it lies in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

EQUIVALENT = "# same either way"
"""The mark of a line whose change makes no difference. The comment says why; the line is left out."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
TOLERANCES = re.compile(r"\w*HAIR_(CM|IN)|CONTACT_CM|SHORT_CM|TOLERANCE(_IN)?")
"""At exactly a tolerance either answer is right: comparisons with one are turned round instead."""
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}


class Place(NamedTuple):
    """The classes and the function around a node, the statement it is part of, the rules named there."""

    classes: str = ""
    function: str = ""
    statement: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()


class Change(NamedTuple):
    """A change of a file: from one offset to another, in bytes, new text replaces the old.

    `function` is the qualified name of the outermost function around it, and `statement` the line
    and column of the innermost statement in that function. Both are empty for what runs when the
    file is imported. `rules` are the ids of the rules that the innermost docstring names.
    """

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    function: str = ""
    statement: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"

    def applied_to(self, source: bytes) -> bytes:
        """Return the source with this change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def find_changes(root: Path, path: Path) -> Iterator[Change]:
    """Yield every change of a file that can be made."""
    source = path.read_bytes()
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node, place in _walk(ast.parse(source), Place()):
        new = _change_node(node)
        if new is None or not isinstance(node, ast.expr | ast.stmt) or EQUIVALENT.encode() in lines[node.lineno - 1]:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = " ".join(source[start:end].decode().split())
        yield Change(path.relative_to(root).as_posix(), node.lineno, start, end, old, new, *place[1:])


def _walk(node: ast.AST, place: Place) -> Iterator[tuple[ast.AST, Place]]:
    """Yield the nodes whose change could matter: no annotations, decorators, texts, bases of classes.

    What guards against what cannot happen is left out too: assertions, and the `strict` of a zip.
    """
    if isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    if isinstance(node, ast.stmt) and place.function:
        place = place._replace(statement=(node.lineno, node.col_offset))
    inside = place
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        rules = re.findall(r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+", ast.get_docstring(node) or "")
        inside = place._replace(rules=tuple(rules) or place.rules)
        if not place.function and isinstance(node, ast.ClassDef):
            inside = inside._replace(classes=f"{place.classes}{node.name}.")
        elif not place.function:
            inside = inside._replace(function=f"{place.classes}{node.name}")
    yield node, place
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.ClassDef) and name in ("bases", "keywords"):
            continue  # `frozen` and `kw_only` are no rules
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child, inside if name == "body" else place)


def _change_node(node: ast.AST) -> str | None:
    """Return the text that changes a node, or None if it is left as it is."""
    match node:
        case ast.Constant(bool(value)):
            return str(not value)
        case ast.Constant(int(value)):
            return str(value + 1)
        case ast.UnaryOp(ast.Not(), operand):
            return f"bool({ast.unparse(operand)})"
        case ast.Raise(ast.Call(ast.Name("AssertionError"))):
            return None  # it guards what cannot happen
        case ast.Raise() | ast.Expr(ast.Yield() | ast.YieldFrom() | ast.Call()):
            return "pass"
    other = _other_operator(node)
    return None if other is None else f"({ast.unparse(other)})"


def _other_operator(node: ast.AST) -> ast.expr | None:
    """Return the expression with another operator, or None."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            others = OPPOSITE if type(op) in OPPOSITE and _is_tolerant(node) else COMPARED
            return ast.Compare(left, [others[type(op)]()], [right])
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.BinOp(_, _, ast.Name(name)) if TOLERANCES.fullmatch(name):
            return None
        case ast.BinOp(left, op, right) if type(op) in COUNTED and not isinstance(left, ast.Constant | ast.List):
            return ast.BinOp(left, COUNTED[type(op)](), right)
    return None


def _is_tolerant(node: ast.AST) -> bool:
    """Return whether a comparison has a tolerance in it: one by name, or a very small number."""
    return any(
        (isinstance(part, ast.Name) and TOLERANCES.fullmatch(part.id))
        or (isinstance(part, ast.Constant) and isinstance(part.value, float) and 0 < part.value < 1e-2)
        for part in ast.walk(node)
    )
