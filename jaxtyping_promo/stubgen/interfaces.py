"""The stubs of the modules that no table stands behind: their own annotations, as mypy's stubgen reads them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from .header import header

MODULES = ("__init__", "exceptions", "lattice", "laws", "promotion", "system", "systems.__init__", "config")
"""The public modules whose stubs are derived from their source."""


def render() -> dict[str, str]:
    """The text of each module's stub by its path in the package.

    Raises:
        ImportError: mypy is not installed.
    """
    from mypy.stubgen import generate_stubs, parse_options

    root = Path(__file__).parents[1]
    sources = {name: root / f"{name.replace('.', '/')}.py" for name in MODULES if name != "__init__"}
    with tempfile.TemporaryDirectory() as folder:
        files = [str(path) for path in sources.values() if path.exists()]
        generate_stubs(parse_options(["--quiet", "--include-docstrings", "--no-analysis", "-o", folder, *files]))
        found = {
            path.stem if path.stem != "__init__" else path.parent.name: path for path in Path(folder).rglob("*.pyi")
        }
        texts = {}
        for name in sources:
            parts = name.split(".")
            key = parts[-2] if parts[-1] == "__init__" else parts[-1]
            if key in found:
                texts[f"{name.replace('.', '/')}.pyi"] = header() + found[key].read_text()
    return texts | {"__init__.pyi": header() + _init(root)}


def _init(root: Path) -> str:
    """The package's own stub: every public name, from where it is defined."""
    import ast

    lines = [f'"""{ast.get_docstring(ast.parse((root / "__init__.py").read_text()))}"""\n']
    for node in ast.parse((root / "__init__.py").read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names = [a.name for a in node.names]
            if names == ["*"]:
                lines.append(f"from .{node.module} import *")
            else:
                lines += [f"from .{node.module} import {n} as {n}" for n in names if not n.startswith("__")]
    return "\n".join([*lines, "\n__version__: str\n"])
