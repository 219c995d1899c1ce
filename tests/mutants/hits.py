"""Note which statements of the rules a test runs.

A loader writes a call in front of every statement of every function, at import. The call adds the
number of the statement to a set, which costs little: a run takes about as long as without.
"""

import ast
import builtins
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

HITS: set[int] = set()
"""The statements that have run since this was cleared."""
NUMBERS: dict[tuple[str, tuple[int, int]], int] = {}
"""The number of each statement, by its file and its line and column."""
CALL = "_note_statement"


def watch(folders: tuple[Path, ...]) -> None:
    """Count the statements of all files in these folders that are imported from now on."""
    setattr(builtins, CALL, HITS.add)
    load = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = Path(self.get_filename(fullname))
        if not any(path.is_relative_to(folder) for folder in folders):
            return load(self, fullname)
        tree = ast.fix_missing_locations(_Numbering(str(path)).visit(ast.parse(path.read_bytes())))
        code: CodeType = compile(tree, str(path), "exec", dont_inherit=True)
        return code

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]
    sys.dont_write_bytecode = True


class _Numbering(ast.NodeTransformer):
    """Write the call in front of every statement within a function."""

    def __init__(self, path: str) -> None:
        self.path, self.depth = path, 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Count the statements of a function, but not the function itself where it is outermost."""
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Number the statements of each block."""
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and self.depth and not isinstance(node, ast.ClassDef):
                setattr(node, field, [part for statement in block for part in self._add_call(statement)])
        return node

    def _add_call(self, statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.Expr(ast.Constant(str())) | ast.Global() | ast.Nonlocal():
                return [statement]
        number = NUMBERS.setdefault((self.path, (statement.lineno, statement.col_offset)), len(NUMBERS))
        call = ast.Call(ast.Name(CALL, ast.Load()), [ast.Constant(number)], [])
        return [ast.copy_location(ast.Expr(call), statement), statement]
