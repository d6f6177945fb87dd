"""Runs programs and records the argument of each `reveal_type`.

This file is a script: ``python execution.py ARGUMENTS.json``. It imports only JAX, NumPy and the file beside it, so that
the process can be started in any environment.
"""

from __future__ import annotations
import __future__

import ast
import json
import sys
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

import jax
import numpy as np
from modules import modules_of

RECORDER = "_record_value"
BLOCK_RECORDER = "_record_block"
BLOCKS = ("body", "orelse", "finalbody")
"""The fields of statements that hold blocks."""
WEAK = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
"""The weak types by the kind of their dtypes."""
DEEPEST = 6
"""The number of levels of nested containers that are described."""


def described(value: Any, depth: int = 0) -> Any:
    """A value as JSON: its class, and the dtype of each array in it."""
    if isinstance(value, jax.Array):
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended):
            return {"array": "key"}
        return {"array": _dtype(value)}
    if isinstance(value, np.ndarray):
        return {"ndarray": value.dtype.name}
    if isinstance(value, np.generic):
        return {"scalar": value.dtype.name}
    if isinstance(value, tuple | list) and depth < DEEPEST:
        kind = "tuple" if isinstance(value, tuple) else "list"
        return {kind: [described(item, depth + 1) for item in value], "class": type(value).__name__}
    if isinstance(value, dict) and depth < DEEPEST:
        pairs = [[described(part, depth + 1) for part in pair] for pair in value.items()]
        return {"dict": pairs, "class": type(value).__name__}
    return {"object": [cls.__name__ for cls in type(value).__mro__]}


def _dtype(array: jax.Array) -> str:
    weak = getattr(array, "weak_type", False)
    if not weak or array.dtype.kind not in WEAK:  # JAX's bools are never weak, whatever the flag says
        return array.dtype.name.replace("bool", "bool_")
    name = WEAK[array.dtype.kind]
    default = {"weak_int": int, "weak_float": float, "weak_complex": complex}[name]
    return name if array.dtype == jax.dtypes.canonicalize_dtype(default) else f"weak {array.dtype.name}"


class Recorders(ast.NodeTransformer):
    """Turns each `reveal_type(x)` into a call that records `x` under its line and column."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "reveal_type":
            # mypy's column is the argument's column, counted from 1.
            place = f"{node.args[0].lineno}:{node.args[0].col_offset + 1}"
            call = ast.Call(ast.Name(RECORDER, ast.Load()), [ast.Constant(place), node.args[0]], [])
            return ast.copy_location(call, node)
        return node


class BlockRecorders(ast.NodeTransformer):
    """Puts a call that records the block at the beginning of each function, branch and loop.

    Attributes:
        unrecorded: the first and the last line of each block, as ``"FIRST-LAST"``.
    """

    def __init__(self) -> None:
        self.unrecorded: set[str] = set()

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit a node, and mark its blocks."""
        super().generic_visit(node)
        for field in () if isinstance(node, ast.Module | ast.ClassDef) else BLOCKS:
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                lines = f"{block[0].lineno}-{block[-1].end_lineno}"
                self.unrecorded.add(lines)
                call = ast.Call(ast.Name(BLOCK_RECORDER, ast.Load()), [ast.Constant(lines)], [])
                block.insert(0, ast.copy_location(ast.Expr(call), block[0]))
        return node


def run(path: Path, *, traced: bool = False) -> dict[str, Any]:
    """Run a program: each statement of its modules, and `main()` if there is one.

    If `traced` is true, JAX traces `main()`, which has the same dtypes and compiles nothing. If a statement of a module
    raises, the program continues: it may contain code that JAX rejects.

    Returns:
        ``values`` by place, and ``raised`` by the lines, ``"FIRST-LAST"``, of the statement that raised. The error of
        `main()` has the lines ``"main"``. ``unreached`` has the lines of the blocks that the program did not run.
    """
    values: dict[str, list[Any]] = {}
    raised: dict[str, str] = {}

    def record(place: str, value: Any) -> Any:
        one = described(value)
        seen = values.setdefault(place, [])
        if one not in seen:
            seen.append(one)
        return value

    blocks = BlockRecorders()
    module = types.ModuleType(path.stem)
    for name, text in modules_of(path.name, path.read_text()).items():
        module = types.ModuleType(name.removesuffix(".py"))
        module.__file__ = str(path.with_name(name))
        module.__dict__.update({RECORDER: record, BLOCK_RECORDER: blocks.unrecorded.discard})
        sys.modules[module.__name__] = module  # for the imports of other modules, and for dataclasses
        raised |= _execute(ast.fix_missing_locations(blocks.visit(Recorders().visit(ast.parse(text)))), module)
    try:
        if "main" in module.__dict__:
            main = module.__dict__["main"]
            jax.eval_shape(main) if traced else main()
    except Exception:
        raised["main"] = traceback.format_exc(limit=-2)
    return {"values": values, "raised": raised, "unreached": sorted(blocks.unrecorded)}


def _execute(tree: ast.Module, module: types.ModuleType) -> dict[str, str]:
    """Execute each statement of a module, and return the errors by lines."""
    raised: dict[str, str] = {}
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            flags = __future__.annotations.compiler_flag  # each statement is compiled alone
        code = compile(ast.Module([node], []), str(module.__file__), "exec", flags, dont_inherit=True)
        try:
            exec(code, module.__dict__)
        except Exception as error:
            raised[f"{node.lineno}-{node.end_lineno}"] = f"{type(error).__name__}: {error}"
    return raised


def main() -> None:
    """Read the names of programs from a JSON file, and write the record of each program beside it."""
    warnings.simplefilter("ignore")
    arguments = json.loads(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[1]).parent
    for number, name in enumerate(arguments["programs"]):
        answer = folder / f"{number}.json"
        answer.write_text(json.dumps(run(Path(name), traced=name in arguments["traced"])))


if __name__ == "__main__":
    main()
