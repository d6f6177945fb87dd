"""Records the dtypes of expressions while a program runs: a call around each expression looks at its value."""

from __future__ import annotations

import ast
from pathlib import Path

PROBE = "_jaxtyping_promo_probe"
"""The name of the recording function, of its module, and of the pytest plugin in that module."""
FOLDER_VARIABLE = PROBE.upper()
"""The environment variable with the folder into which each process writes what it has recorded."""
MODULE = f"""\
import atexit, collections, json, os

SEEN = collections.defaultdict(set)

def {PROBE}(place, value):
    import jax
    if isinstance(value, jax.Array) and not jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended):
        SEEN[place].add(("weak " if jax.typeof(value).weak_type else "") + str(value.dtype))
    elif value is not None:
        SEEN[place].add(type(value).__name__)
    return value

@atexit.register
def write():
    with open(f"{{os.environ['{FOLDER_VARIABLE}']}}/{{os.getpid()}}.json", "w") as file:
        json.dump({{place: sorted(dtypes) for place, dtypes in SEEN.items()}}, file)

def pytest_collection_modifyitems(items):
    earlier = collections.Counter()
    turns = {{}}
    for item in items:
        name = item.nodeid.partition("[")[0]
        turns[item] = earlier[name]
        earlier[name] += 1
    items.sort(key=turns.get)
"""
"""The module that the copy imports. It writes the recorded dtypes by place when the process ends.

As a plugin of pytest it runs each test once before any test runs with other parameters.
"""
NOT_RUN = ("annotation", "returns", "type_params")
"""The fields of syntax nodes that only checkers use."""
Place = tuple[int, int, int, int]
"""First line, first column, last line, last column."""


class Probes(ast.NodeTransformer):
    """Wraps the expressions of a file at some places."""

    def __init__(self, places: dict[Place, str]) -> None:
        self.places = places

    def visit(self, node: ast.AST) -> ast.AST:
        """Wrap the children of a node, and then the node."""
        if isinstance(node, ast.pattern | ast.JoinedStr | ast.Lambda):  # mypy looks at a lambda in several ways
            return node
        kept = {field: getattr(node, field) for field in NOT_RUN if hasattr(node, field)}
        for field in kept:
            setattr(node, field, [])
        self.generic_visit(node)
        for field, value in kept.items():
            setattr(node, field, value)
        has_slices = isinstance(node, ast.Tuple) and any(isinstance(item, ast.Slice) for item in node.elts)
        is_value = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if not isinstance(node, ast.expr) or isinstance(node, ast.Starred | ast.Slice) or has_slices or not is_value:
            return node
        name = self.places.get((node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0))
        call = ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(name), node], [])
        return node if name is None else ast.copy_location(call, node)


def wrap(path: Path, places: dict[Place, str]) -> None:
    """Rewrite a file so that the values at some places are recorded."""
    tree = ast.parse(path.read_text())
    first = ast.parse(f"from {PROBE} import {PROBE}").body
    Probes(places).visit(tree)
    header = 0  # the module's docstring and __future__ imports must stay first
    for index, node in enumerate(tree.body):
        is_docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            header = index + 1
    tree.body[header:header] = first
    path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
