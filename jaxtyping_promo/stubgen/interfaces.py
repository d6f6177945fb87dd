"""The stubs of modules without tables: mypy's stubgen reads them from the modules' own annotations."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ..jax_options import MARKS, SHOWN
from .header import header

MODULES = (
    "__init__", "advice", "casts", "config", "config_files", "diagnostics.__init__", "diagnostics.codes", "dtype_like",
    "exceptions", "formats", "joining", "lattice", "lattice_repair", "laws", "operators", "promotion", "protocol",
    "settings", "system", "systems.__init__", "systems.builtin",
)  # fmt: skip
"""The public modules whose stubs are derived from their source."""


NARROWING = '''"""`is_array`: a check that a value is an array of a given dtype, which `isinstance` cannot do."""

from typing import Any, overload
from typing_extensions import TypeIs, TypeVar

from .array import Array
from .dtypes import generic
from .typing import DTypeLike

_D = TypeVar("_D", bound=generic)

@overload
def is_array(x: object, dtype: type[_D], /) -> TypeIs[Array[_D]]:
    """Whether `x` is an `Array`, and of this dtype if one is given."""
@overload
def is_array(x: object, dtype: None = None, /) -> TypeIs[Array[Any]]: ...
@overload
def is_array(x: object, dtype: DTypeLike, /) -> bool: ...
'''
"""The stub of `is_array`, whose source does not say that it narrows its argument."""

SWITCHES = '''"""The JAX options that modules of a program switch. The mypy plugin fills it in each run."""

class _Written: ...
class Switches(_Written): ...
'''

SWITCH = '''"""A mark: modules that switch an option of JAX to this value depend on it, through the mypy plugin."""
'''


def render() -> dict[str, str]:
    """The text of each module's stub by its path in the package.

    Raises:
        ImportError: mypy is not installed.
    """
    from mypy.stubgen import generate_stubs, parse_options

    root = Path(__file__).parents[1]
    sources = {name: root / f"{name.replace('.', '/')}.py" for name in MODULES if name != "__init__"}
    with tempfile.TemporaryDirectory() as folder:
        files = [str(path) for path in sources.values()]
        generate_stubs(parse_options(["--quiet", "--include-docstrings", "--no-analysis", "-o", folder, *files]))
        stub_paths = {
            path.stem if path.stem != "__init__" else path.parent.name: path for path in Path(folder).rglob("*.pyi")
        }
        texts = {}
        for name in sources:
            parts = name.split(".")
            key = parts[-2] if parts[-1] == "__init__" else parts[-1]
            if key in stub_paths:
                texts[f"{name.replace('.', '/')}.pyi"] = header() + stub_paths[key].read_text()
    texts["_switches.pyi"] = header() + SWITCHES
    texts |= {f"_switch_{mark}.pyi": header() + SWITCH for mark in (*MARKS, SHOWN)}
    return texts | {"narrowing.pyi": header() + NARROWING, "__init__.pyi": header() + _init(root)}


def shipped() -> dict[str, str]:
    """The installed stubs of the same modules. They are copied, since generating them needs mypy."""
    import sys

    for entry in sys.path:
        folder = Path(entry, "jaxtyping_promo-stubs")
        if folder.is_dir():
            return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.pyi")}
    return render()


def _init(root: Path) -> str:
    """The stub of the package itself: every public name, imported from the module that defines it."""
    import ast

    lines = [f'"""{ast.get_docstring(ast.parse((root / "__init__.py").read_text()))}"""\n']
    # Including names that the package imports only for type checkers.
    for node in ast.walk(ast.parse((root / "__init__.py").read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names = [a.name for a in node.names]
            if names == ["*"]:
                lines.append(f"from .{node.module} import *")
            else:
                lines += [f"from .{node.module} import {n} as {n}" for n in names if not n.startswith("__")]
    return "\n".join([*dict.fromkeys(lines), "\n__version__: str\n"])
