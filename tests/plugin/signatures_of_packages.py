"""Lists signatures of installed packages in which one type variable may stand for any array.

``python tests/plugin/signatures_of_packages.py flax equinox haiku jaxtyping numpy`` prints each signature whose result
has a type variable that an array matches, and the parameters without it: ``(Variable[A], Any) -> A``. If one of these
parameters may change the dtype, the plugin computes it, or the result is unknown (`operators/type_variables.py`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import mypy.types  # isort: skip  # noqa: F401
from mypy.build import build
from mypy.fscache import FileSystemCache
from mypy.modulefinder import BuildSource, FindModuleCache, compute_search_paths
from mypy.nodes import Decorator, FuncDef, MypyFile, OverloadedFuncDef, SymbolTable, TypeInfo, Var
from mypy.options import Options
from mypy.types import (
    CallableType,
    Instance,
    Overloaded,
    TupleType,
    Type,
    TypeAliasType,
    TypeType,
    TypeVarType,
    UnionType,
    get_proper_type,
)

LEFT_OUT = ("__init__", "__new__", "_make", "_replace")
"""Constructors. A type variable in their result belongs to the class."""


def modules(package: str) -> Iterator[str]:
    """The modules of a package, without tests."""
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or [] if spec else []:
        for file in sorted(Path(folder).rglob("*.py*")):
            parts = (package, *file.relative_to(folder).with_suffix("").parts)
            is_test = "tests" in parts or parts[-1].startswith("test_") or parts[-1].endswith("_test")
            if file.suffix in (".py", ".pyi") and not is_test and all(part.isidentifier() for part in parts):
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def checked(packages: list[str]) -> dict[str, MypyFile]:
    """mypy's symbol tables of the modules of some packages, with our stubs."""
    options = Options()
    options.python_executable, options.incremental, options.preserve_asts = sys.executable, False, True
    options.follow_imports, options.follow_untyped_imports = "silent", True
    cache = FileSystemCache()
    names = [name for package in packages for name in dict.fromkeys(modules(package))]
    paths = compute_search_paths([BuildSource(None, name) for name in names], options, "")
    finder = FindModuleCache(paths, cache, options)
    sources = [BuildSource(file, name) for name in names if isinstance(file := finder.find_module(name), str)]
    return build(sources, options, fscache=cache).files


def variables(t: Type) -> set[TypeVarType]:
    """The type variables in a type, except those in types of functions."""
    if isinstance(t, TypeAliasType) and t.is_recursive:
        return set()
    proper = get_proper_type(t)
    if isinstance(proper, TypeVarType):
        return {proper}
    parts = proper.args if isinstance(proper, Instance) else ()
    if isinstance(proper, UnionType | TupleType):
        parts = tuple(proper.items)
    if isinstance(proper, TypeType):
        parts = (proper.item,)
    return set().union(*map(variables, parts))


def may_be_array(variable: TypeVarType) -> bool:
    """Whether an array matches a type variable."""
    bound = get_proper_type(variable.upper_bound)
    if variable.values or (isinstance(bound, Instance) and bound.type.fullname == "builtins.object"):
        return not variable.values or any("Array" in str(value) for value in variable.values)
    return isinstance(bound, Instance | UnionType) and "Array" in str(bound)


def signatures(names: SymbolTable, prefix: str) -> Iterator[tuple[str, CallableType, list[str | None]]]:
    """The signatures in a module or class by full name, with the parameters that do not mention the variable."""
    for name, symbol in names.items():
        node = symbol.node
        if node is None or not node.fullname.startswith(f"{prefix}.") or name in LEFT_OUT:
            continue
        if isinstance(node, TypeInfo):
            yield from signatures(node.names, node.fullname)
            continue
        if not isinstance(node, Decorator | FuncDef | OverloadedFuncDef | Var):
            continue
        declared = get_proper_type(node.var.type if isinstance(node, Decorator) else node.type)
        items = declared.items if isinstance(declared, Overloaded) else [declared]
        for item in items:
            if not isinstance(item, CallableType):
                continue
            made = set(filter(may_be_array, variables(item.ret_type)))
            pairs = zip(item.arg_names, item.arg_types, strict=True)
            if made:
                yield node.fullname, item, [n for n, t in pairs if n not in ("self", "cls") and not variables(t) & made]


def main(packages: list[str]) -> None:
    """Print the signatures of some packages, and their number for each package."""
    counted: Counter[str] = Counter()
    for name, tree in sorted(checked(packages).items()):
        package = name.partition(".")[0]
        if package in packages:
            for fullname, signature, others in signatures(tree.names, name):
                counted[package] += 1
                print(f"{fullname}: {signature}; other parameters: {', '.join(map(str, others)) or 'none'}")
    print(dict(counted), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
