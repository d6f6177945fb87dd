"""Compares the dtypes that mypy states for expressions of a program with their values while its tests run.

``python -m benchmarks.at_run_time FOLDER [arguments of pytest]``

The folder contains tests, and perhaps their package. Their imports must be installed in this environment. The folder is
copied, each expression of known dtype is wrapped in a call that records its value, and pytest runs the copy. Values of
64 bits, from tests that turn x64 on, are counted separately.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from jaxtyping_promo.mypy_plugin.jax_names import DTYPES_MODULE, MEMBERS

from jaxtyping_promo import get_system
from jaxtyping_promo.cli.dtype_coverage import KnownExpression, known

PROBE = "_jaxtyping_promo_probe"
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
    with open(f"{{os.environ['{PROBE.upper()}']}}/{{os.getpid()}}.json", "w") as file:
        json.dump({{place: sorted(dtypes) for place, dtypes in SEEN.items()}}, file)
"""
"""The module that the copy imports. It writes the recorded dtypes by place when the process ends."""
NOT_RUN = ("annotation", "returns", "type_params")
"""The fields of syntax nodes that only checkers use."""
WEAK = {f"weak {dtype}": weak for weak, dtype in get_system("jax").defaults.items()} | {"weak bool": "bool_"}
"""Weak types by their recorded name."""


class Probes(ast.NodeTransformer):
    """Wraps the expressions of a file at some places."""

    def __init__(self, places: dict[tuple[int, int, int, int], str]) -> None:
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


def wrap(path: Path, places: dict[tuple[int, int, int, int], str]) -> None:
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


def is_right(said: KnownExpression, seen: str) -> bool:
    """Whether a recorded dtype is one of the dtypes that mypy states."""
    dtype = WEAK.get(seen, "bool_" if seen == "bool" else seen)
    return any(dtype == one or dtype in MEMBERS.get(f"{DTYPES_MODULE}.{one}", ()) for one in said.dtypes)


def looked_at(folder: Path, arguments: list[str]) -> Iterator[tuple[KnownExpression, str]]:
    """The expressions of known dtype in a folder, with each dtype or type that was recorded."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "program" / folder.name
        shutil.copytree(folder, copy)
        with chdir(copy.parent):
            places = {f"{one.path}:{':'.join(map(str, one.place))}": one for one in known([folder.name])}
            by_file: dict[str, dict[tuple[int, int, int, int], str]] = defaultdict(dict)
            for place, one in places.items():
                by_file[one.path][one.place] = place
            for path, expressions in by_file.items():
                wrap(Path(path), expressions)
            Path(f"{PROBE}.py").write_text(MODULE)
            seen = Path(name) / "seen"
            seen.mkdir()
            environment = os.environ | {"PYTHONPATH": str(copy.parent), PROBE.upper(): str(seen)}
            subprocess.run([sys.executable, "-m", "pytest", *arguments, folder.name], env=environment)
        print(f"{len(places):,} expressions of a known dtype")
        values: dict[str, set[str]] = defaultdict(set)
        for file in seen.iterdir():
            for place, dtypes in json.loads(file.read_text()).items():
                values[place].update(dtypes)
        for place, dtypes in values.items():
            for dtype in sorted(dtypes):
                yield places[place], dtype


def main() -> int:
    """Run the command. It returns 1 if a value has another dtype than mypy states."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("arguments", nargs="*", help="of pytest; behind --, those that begin with a dash")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for said, seen in looked_at(arguments.folder.resolve(), arguments.arguments):
        is_wide = seen.removeprefix("weak ") in ("int64", "uint64", "float64", "complex128")
        counts["right" if is_right(said, seen) else "of 64 bits" if is_wide else "wrong"] += 1
        if not is_right(said, seen) and not is_wide:
            print(f"{said.path}:{said.place[0]}:{said.place[1] + 1}: {seen}, and not {' | '.join(said.dtypes)}")
    print(f"{counts.total():,} kinds of values seen:", ", ".join(f"{n:,} {kind}" for kind, n in counts.items()))
    return int(bool(counts["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
