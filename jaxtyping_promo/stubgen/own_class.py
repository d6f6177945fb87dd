"""Stubs of another library in which the library's array class has the operators of `Array`.

Functions and the other members of the class keep their annotations, which mypy's stubgen reads.
"""

from __future__ import annotations

import ast
import re
import sys
import tempfile
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from ..dtypes import CATEGORIES
from ..exceptions import JaxtypingPromoError
from ..operators import METHODS
from ..system import System
from .array_pyi import operator_lines
from .class_names import HAS, NUMPY_NUMBER
from .header import header
from .operator_tables import operators
from .promotion_pyi import classes
from .rows import base_classes

NAME = "jaxtyping-promo stubs --class"
VARIABLE = "_D_co"
"""The type variable of the class, for its dtype."""


class UnknownClassError(JaxtypingPromoError, ValueError):
    """The class does not exist, or its source is not found."""


def stubs(system: System, dotted: str, roots: list[Path]) -> dict[str, str]:
    """The stubs of the package or module of a class: the text of each file by its path.

    Args:
        system: the promotion system.
        dotted: the class with its module, ``mylib.MyArray``. The module may re-export it.
        roots: the folders in which modules are searched.

    Raises:
        UnknownClassError: the class is not found.
        ImportError: mypy is not installed.
    """
    module, _, name = dotted.rpartition(".")
    if not all(part.isidentifier() for part in dotted.split(".")) or not module:
        raise UnknownClassError(f"--class takes a class with its module, such as mylib.MyArray, not {dotted!r}")
    root, path = _defined(module, name, roots)
    top = root / path.relative_to(root).parts[0]
    texts = _generated(root, [top] if top.is_file() else sorted(top.rglob("*.py")))
    stub = path.relative_to(root).with_suffix(".pyi").as_posix()
    texts[stub] = with_operators(system, name, texts[stub])
    return texts


def with_operators(system: System, name: str, text: str) -> str:
    """The stub of a module in which a class is generic in its dtype and has every operator."""
    tree = ast.parse(text)
    cls = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    lines = text.splitlines()
    old = next((_argument(base) for base in cls.bases if _last(base) == "Generic"), None)
    bases = [ast.unparse(base) for base in cls.bases if _last(base) not in ("Generic", "Array", "object")]
    keywords = [ast.unparse(keyword) for keyword in cls.keywords]
    head = f"class {name}({', '.join([*bases, f'Generic[{VARIABLE}]', *keywords])}):"
    body: list[str] = []
    for member in cls.body:
        own = isinstance(member, ast.FunctionDef) and member.name in METHODS
        if not own and not (isinstance(member, ast.Expr) and getattr(member.value, "value", None) is Ellipsis):
            first = min([member.lineno, *(d.lineno for d in getattr(member, "decorator_list", []))])
            body += lines[first - 1 : member.end_lineno]
    if old:
        body = [re.sub(rf"\b{old}\b", VARIABLE, line) for line in body]
    start = min([cls.lineno, *(d.lineno for d in cls.decorator_list)])
    before, after = lines[: start - 1], lines[cls.end_lineno :]
    decorators = lines[start - 1 : cls.lineno - 1]
    own_operators, own_classes = (
        [re.sub(r"\bArray\b", name, line) for line in lines]
        for lines in (operator_lines(system), classes(operators(system), by_name=True))
    )
    imported = max(
        (node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)), default=0
    )
    text = "\n".join(
        [
            *before[:imported],
            *_imports(system, name),
            *before[imported:],
            *own_classes,  # before the decorators of the class's methods, which ty looks for above them
            *decorators,
            head,
            *body,
            *own_operators,
            *after,
            "",
        ]
    )
    return header(system).replace("python -m jaxtyping_promo.stubgen", f"{NAME} {name}") + text


def _imports(system: System, name: str) -> Iterator[str]:
    names = [*system.nodes, *CATEGORIES, "_Concrete", HAS, *operators(system).below.values()]
    yield "from typing import Any, Generic, Never, overload"
    yield "from typing_extensions import TypeAlias, TypeVar"
    yield "import numpy as np"
    yield f"from jaxtyping_promo.dtypes import {', '.join(dict.fromkeys(names))}"
    yield f"from jaxtyping_promo._promotion import {', '.join(base_classes(system))}"
    yield f'{VARIABLE} = TypeVar("{VARIABLE}", bound=generic, covariant=True, default=Any)'
    yield '_D = TypeVar("_D", bound=generic)'
    yield '_R = TypeVar("_R", bound=generic)'
    yield f"from jaxtyping_promo.typing import {NUMPY_NUMBER}"
    yield f"_NotArray: TypeAlias = np.ndarray | np.bool | {NUMPY_NUMBER} | bool | int | float | complex"
    yield f"ArrayLike: TypeAlias = {name}[Any] | _NotArray"


def _defined(module: str, name: str, roots: list[Path]) -> tuple[Path, Path]:
    """The root and the file that define a class, found from a module that exports it."""
    seen = set()
    while module not in seen:
        seen.add(module)
        root, path = _file(module, roots)
        try:
            tree = ast.parse(path.read_text())
        except (SyntaxError, UnicodeDecodeError) as error:
            raise UnknownClassError(f"{path} is not Python: {error}") from None
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        if name in classes:
            return root, path
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (
                a := next((a for a in node.names if (a.asname or a.name) == name), None)
            ):
                package = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
                base = package[: len(package) - node.level + 1] if node.level else []
                module, name = ".".join([*base, *filter(None, [node.module])]), a.name
                break
        else:
            close = get_close_matches(name, classes, 1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise UnknownClassError(f"{path} has no class {name!r}{hint}; classes: {', '.join(classes) or 'none'}")
    raise UnknownClassError(f"{module} imports {name!r} from itself")


def _file(module: str, roots: list[Path]) -> tuple[Path, Path]:
    for root in roots:
        base = root.joinpath(*module.split("."))
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file():
                return root, path
    raise UnknownClassError(
        f"no module {module!r} in {', '.join(map(str, roots[:2]))} or where Python looks for modules"
    )


def _generated(root: Path, files: list[Path]) -> dict[str, str]:
    """The stubs of source files, by their path below the root."""
    from mypy.stubgen import generate_stubs, parse_options

    with tempfile.TemporaryDirectory() as folder:
        options = ["--quiet", "--include-docstrings", "--include-private", "--no-analysis", "-o", folder]
        generate_stubs(parse_options([*options, *map(str, files)]))
        texts = {}
        for file in files:
            name = file.relative_to(root).with_suffix(".pyi").as_posix()
            if (stub := Path(folder, name)).exists():
                texts[name] = "\n".join([*_exports(file.read_text()), stub.read_text()])
        return texts


def _exports(source: str) -> list[str]:
    """The public imports, ``from m import x as x``, which stubgen leaves out."""
    imports = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names if alias.asname == alias.name]
            imports += [f"from {'.' * node.level}{node.module or ''} import {n} as {n}" for n in names]
    return imports


def roots() -> list[Path]:
    """The folders in which modules are searched: the current folder, its ``src``, and Python's path."""
    return [Path(), Path("src"), *(Path(entry) for entry in sys.path if entry)]


def _last(base: ast.expr) -> str:
    return ast.unparse(base.value if isinstance(base, ast.Subscript) else base).split(".")[-1]


def _argument(base: ast.expr) -> str | None:
    return ast.unparse(base.slice) if isinstance(base, ast.Subscript) else None
