"""Dtype coverage: how many array expressions of a program have a dtype that mypy knows.

This module imports only mypy. So it can also count with JAX alone, where this package is not installed:
``python dtype_coverage.py optax`` prints the counts as JSON. The command is ``jaxtyping-promo coverage``.
"""

from __future__ import annotations

# mypy's modules import each other in a cycle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias

from mypy.build import BuildSource, build
from mypy.errors import CompileError
from mypy.main import process_options
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TempNode,
    TupleExpr,
    Var,
)
from mypy.options import Options
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarType,
    UnionType,
    get_proper_type,
    get_proper_types,
)
from mypy.util import decode_python_encoding

from ..mypy_plugin.jax_names import RANDOM_KEY

ARRAYS = ("jaxtyping_promo.array.Array", "jax._src.basearray.Array")
"""The full names of the array class, with this package and with JAX alone."""

CONCRETE = "_Concrete"
"""The base class of all dtypes and weak types, but of no category."""
NO_CATEGORY = ("generic", CONCRETE)
"""The classes that say nothing of a dtype. So do the classes with an underscore, to which the plugin joins dtypes."""

PLUGIN = "jaxtyping_promo.mypy_plugin"


CACHE = "jaxtyping-promo-coverage"
"""The folder in mypy's cache that keeps the imports of the counted modules."""


class UnknownExpression(NamedTuple):
    """An array expression of unknown dtype, and its place. Lines and columns count from 1.

    Attributes:
        cause: ``"name"`` for a variable, parameter or attribute; ``"operand"`` if an operand or argument is unknown;
            ``"result"`` if all operands are known.
        end_line, end_column: the place just after the expression; zeros if mypy does not say it.
    """

    path: str
    line: int
    column: int
    cause: Literal["name", "operand", "result"]
    end_line: int = 0
    end_column: int = 0

    def place(self) -> tuple[str, int, int, int, int]:
        """The path, the first line and column, and the last line and column."""
        return self.path, self.line, self.column, self.end_line, self.end_column


class Coverage(NamedTuple):
    """The counts of one module.

    Attributes:
        module: the full name of the module.
        known: array expressions whose dtype is known. In a union, each of the dtypes is.
        unknown: array expressions of unknown dtype.
        categories: array expressions of which only a category is known, such as ``floating``, or a type variable.
        untyped: expressions of type `Any`, which may be arrays or anything else.
        expressions: all expressions of any type.
        keys: array expressions that are random keys, which no promotion applies to.
    """

    module: str
    known: int
    unknown: tuple[UnknownExpression, ...]
    untyped: int
    expressions: int
    keys: int = 0
    categories: int = 0

    @property
    def arrays(self) -> int:
        """The number of array expressions that count."""
        return self.known + self.categories + len(self.unknown)


class KnownExpression(NamedTuple):
    """An array expression of known dtype or category.

    Attributes:
        place: first line, first column, last line, last column. Lines count from 1, columns from 0.
        dtypes: the names of the dtypes, weak types or categories. A union has several.
    """

    path: str
    place: tuple[int, int, int, int]
    dtypes: tuple[str, ...]


def coverage(targets: Sequence[str], *, plugin: bool = True) -> list[Coverage]:
    """Check packages or paths with mypy, and count their array expressions.

    mypy reads its configuration in the current folder. It also checks functions without annotations.

    Args:
        targets: names of installed packages, or paths of files or folders.
        plugin: whether to add this package's plugin if the configuration lacks it.

    Raises:
        ValueError: a target does not exist or has no Python files, or mypy cannot read its configuration.
    """
    files, types = checked(targets, plugin=plugin)
    return [counted(name, tree, types) for name, tree in sorted(files.items())]


def known(targets: Sequence[str]) -> Iterator[KnownExpression]:
    """Check packages or paths as `coverage` does, and list the array expressions of known dtype or category by path.

    Raises:
        ValueError: for the same reasons as `coverage`.
    """
    files, types = checked(targets, plugin=True)
    for tree in files.values():
        for node in nodes_in(tree):
            t = types.get(node) if isinstance(node, Expression) else None
            if t is None or kind_of(t) not in ("known", "category") or node.end_line is None or node.end_column is None:
                continue
            place = node.line, node.column, node.end_line, node.end_column
            yield KnownExpression(tree.path, place, tuple(dtype for array in _arrays(t) for dtype in _dtypes(array)))


def checked(targets: Sequence[str], *, plugin: bool) -> tuple[dict[str, MypyFile], dict[Expression, Type]]:
    """Check files as mypy does, and keep the trees.

    Args:
        targets: the files, or dotted names of modules.
        plugin: whether the plugin is used.

    Returns:
        The trees by full name, and the type of each expression.
    """
    with TemporaryDirectory() as folder:
        sources, options = _options([_path(target, Path(folder)) for target in targets])
        if plugin and PLUGIN not in options.plugins:
            options.plugins.append(PLUGIN)
            if not options.config_file:  # mypy loads plugins only from a configuration file
                (Path(folder) / "mypy.ini").write_text("[mypy]\n")
                options.config_file = str(Path(folder) / "mypy.ini")
        options.export_types = True
        sources = [_read_anew(source) for source in sources]
        _keep_trees(options, {source.module for source in sources})
        try:
            result = build(sources, options)
        except CompileError as error:
            raise ValueError("; ".join(error.messages)) from None
    asked = {source.module for source in sources}
    return {name: tree for name, tree in result.files.items() if name in asked}, result.types


def _read_anew(source: BuildSource) -> BuildSource:
    """A module that mypy checks even if its cache has it, because its text is passed directly.

    The imports of the module still come from the cache.
    """
    if source.path is None or source.text is not None or not Path(source.path).is_file():
        return source
    text = decode_python_encoding(Path(source.path).read_bytes())
    return BuildSource(source.path, source.module, text, source.base_dir)


def _path(target: str, folder: Path) -> str:
    """The path of a target. A package is linked, because mypy infers few types in installed packages."""
    if Path(target).exists():
        return target
    try:
        spec = find_spec(target)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"{target!r} is neither a path nor an installed package")
    link = folder / target
    link.symlink_to(spec.submodule_search_locations[0])
    return str(link)


def _options(paths: Sequence[str]) -> tuple[list[BuildSource], Options]:
    output = StringIO()
    try:
        with redirect_stderr(output), redirect_stdout(output):
            sources, options = process_options([*paths], stdout=output, stderr=output)
    except SystemExit:
        raise ValueError(output.getvalue().strip().splitlines()[-1]) from None
    if options.cache_dir != os.devnull:
        # A separate cache, since mypy drops entries made with other options.
        options.cache_dir = os.path.join(options.cache_dir, CACHE)
    return sources, options


def _keep_trees(options: Options, modules: set[str]) -> None:
    """Make mypy check every function of some modules, and keep their syntax trees. Other modules stay as they are."""
    options.preserve_asts = True
    options.per_module_options["*.*"] = {"preserve_asts": False}  # one pattern for all modules: `*` matches any name
    for module in modules:
        own = options.per_module_options.get(module, {})
        options.per_module_options[module] = {**own, "preserve_asts": True, "check_untyped_defs": True}
    options._glob_options, options._per_module_cache = [], None


_REFERENCES = frozenset(("analyzed", "info", "names", "node", "original_def", "type", "unanalyzed_type"))
"""The attributes of nodes that lead out of the syntax tree, to the definition of a name."""


def nodes_in(tree: Node) -> Iterator[Node]:
    """Each node of a module or function once. mypy's own visitors are compiled, and cannot be subclassed."""
    seen: set[Node] = set()
    pending: list[Node] = [tree]
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            yield node
            pending += children_of(node)


def children_of(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in any of its attributes."""
    pending: list[object] = [getattr(node, name, None) for name in _attributes(type(node))]  # type: ignore[arg-type]  # classes are hashable
    while pending:
        item = pending.pop()
        if isinstance(item, list | tuple):
            pending += item
        elif isinstance(item, Node):
            yield item


@cache
def _attributes(kind: type[object]) -> list[str]:
    """The attributes of a class of nodes that lead to other nodes."""
    return sorted({name for cls in kind.__mro__ for name in getattr(cls, "__mypyc_attrs__", ())} - _REFERENCES)


def _is_of_program(expression: Expression) -> bool:
    """Whether an expression is part of the program. The plugin adds calls around assigned values."""
    return not isinstance(expression, CallExpr) or not isinstance(expression.callee, TempNode)


def of_program(expression: Expression) -> Expression:
    """The program's own expression, if the plugin has wrapped it in a call."""
    return expression if _is_of_program(expression) else expression.args[0]  # type: ignore[attr-defined]


_Kind: TypeAlias = Literal["known", "category", "unknown", "untyped", "other"]


def kind_of(t: Type | None) -> _Kind:
    """How much of a type's arrays is known."""
    proper = get_proper_type(t)
    if isinstance(proper, AnyType):
        return "untyped"
    arrays = [] if proper is None else [*_arrays(proper)]
    if not arrays:
        return "other"
    may_be_anything = isinstance(proper, UnionType) and any(
        isinstance(i, AnyType) for i in get_proper_types(proper.items)
    )
    if may_be_anything:
        return "unknown"
    kinds = {_kind_of_dtype(_dtype(array)) for array in arrays}
    return next(kind for kind in ("unknown", "category", "known") if kind in kinds)


def counted(name: str, tree: MypyFile, types: dict[Expression, Type]) -> Coverage:
    """Count the array expressions of a module.

    Args:
        name: the full name of the module.
        tree: its tree.
        types: the types of the expressions.
    """
    counts: Counter[_Kind] = Counter()
    keys = 0
    unknown: list[UnknownExpression] = []
    nodes = [*nodes_in(tree)]
    types = types | _types_of_targets(nodes, types)
    declared = {place for node in nodes if _is_declaration(node) for place in node.lvalues}  # type: ignore[attr-defined]
    is_key = _random_keys(nodes)
    for expression in nodes:
        if not isinstance(expression, Expression) or expression not in types or not _is_of_program(expression):
            continue
        if expression in declared:
            continue
        kind = kind_of(types[expression])
        if kind == "unknown" and (is_key(expression) or _holds_keys(types[expression])):
            keys += 1
            counts["other"] += 1
            continue
        counts[kind] += 1
        if kind == "unknown":
            unknown.append(
                UnknownExpression(
                    tree.path,
                    expression.line,
                    expression.column + 1,
                    _cause(expression, types),
                    expression.end_line or 0,
                    (expression.end_column or -1) + 1,
                )
            )
    known, categories = counts["known"], counts["category"]
    return Coverage(name, known, tuple(unknown), counts["untyped"], counts.total(), keys, categories)


def _types_of_targets(nodes: Iterable[Node], types: Mapping[Expression, Type]) -> dict[Expression, Type]:
    """The types of assigned variables and attributes, just after their assignments: those of the values."""
    found: dict[Expression, Type] = {}
    for node in nodes:
        if isinstance(node, AssignmentStmt) and node.unanalyzed_type is None:
            for target in node.lvalues:
                found.update(_types_of_target(target, of_program(node.rvalue), types))
    return found


def _types_of_target(
    target: Expression, value: Expression, types: Mapping[Expression, Type]
) -> Iterator[tuple[Expression, Type]]:
    """The types in a target of an assignment. mypy compares the items of two tuples, and has no type of the value."""
    if (
        isinstance(target, TupleExpr | ListExpr)
        and isinstance(value, TupleExpr | ListExpr)
        and len(target.items) == len(value.items)
    ):
        for inner, item in zip(target.items, value.items, strict=True):
            yield from _types_of_target(inner, of_program(item), types)
    elif value in types:
        yield from _types_in_target(target, types[value])


def _types_in_target(target: Expression, value: Type | None) -> Iterator[tuple[Expression, Type]]:
    """The types of the variables and attributes in a target of an assignment, which may be a tuple of targets."""
    proper = get_proper_type(value)
    if proper is None:
        return
    if isinstance(target, NameExpr | MemberExpr):
        yield target, proper
    elif isinstance(target, TupleExpr | ListExpr):
        if isinstance(proper, TupleType) and len(proper.items) == len(target.items):
            for inner, item in zip(target.items, proper.items, strict=True):
                yield from _types_in_target(inner, item)
        elif isinstance(proper, Instance) and [*_arrays(proper)] == [proper]:
            for inner in target.items:  # the rows of an array
                yield from _types_in_target(inner, proper)


def _is_declaration(node: Node) -> bool:
    """Whether a statement declares a variable or field without a value: ``w: jax.Array``."""
    return isinstance(node, AssignmentStmt) and isinstance(node.rvalue, TempNode) and node.rvalue.no_rhs


_MAKES_KEYS = frozenset(("PRNGKey", "clone", "fold_in", "key", "split", "wrap_key_data"))
"""The functions of `jax.random` that return random keys."""
_RANDOM = ("jax.random.", "jax._src.random.")


def _random_keys(nodes: Sequence[Node]) -> Callable[[Expression], bool]:
    """Tells which expressions hold random keys: they make one, or are passed as one to a function of `jax.random`."""
    variables: set[object] = set()
    passed: set[Expression] = set()
    for node in nodes:
        if isinstance(node, CallExpr) and _random_function(node) is not None and node.args:
            named = [e for e, name in zip(node.args, node.arg_names, strict=True) if name == "key"]
            passed |= {*(named or node.args[:1])}
        elif isinstance(node, AssignmentStmt) and _makes_keys(of_program(node.rvalue)):
            passed |= {target for target in node.lvalues if isinstance(target, NameExpr)}
            inner = [target.items for target in node.lvalues if isinstance(target, TupleExpr | ListExpr)]
            passed |= {item for items in inner for item in items}
    variables |= {e.node for e in passed if isinstance(e, NameExpr) and isinstance(e.node, Var)}

    def is_key(expression: Expression) -> bool:
        while isinstance(expression, IndexExpr):
            expression = expression.base
        is_variable = isinstance(expression, NameExpr) and expression.node in variables
        return is_variable or expression in passed or _makes_keys(expression)

    return is_key


def _holds_keys(t: Type) -> bool:
    """Whether mypy knows that all arrays in a type are random keys."""
    dtypes = [_dtype(array) for array in _arrays(get_proper_type(t))]
    return all(isinstance(dtype, Instance) and dtype.type.fullname == RANDOM_KEY for dtype in dtypes)


def _makes_keys(expression: Expression) -> bool:
    while isinstance(expression, IndexExpr):
        expression = expression.base
    return isinstance(expression, CallExpr) and _random_function(expression) in _MAKES_KEYS


def _random_function(call: CallExpr) -> str | None:
    """The name of the function of `jax.random` that is called; None if it is another function."""
    fullname = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    return fullname.rpartition(".")[2] if fullname.startswith(_RANDOM) else None


def _cause(expression: Expression, types: dict[Expression, Type]) -> Literal["name", "operand", "result"]:
    pending = [*children_of(expression)]
    seen: set[Node] = {expression}  # a name leads to its definition, which leads back
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        kind = kind_of(types.get(node)) if isinstance(node, Expression) else "other"
        if kind in ("unknown", "untyped"):
            return "operand"
        if kind == "other":  # an argument list, a method of an array
            pending += children_of(node)
    return "name" if isinstance(expression, RefExpr) else "result"


def _arrays(t: Type) -> Iterator[Instance]:
    """The array types in a type, or in the items of a union."""
    proper = get_proper_type(t)
    if isinstance(proper, UnionType):
        for item in proper.items:
            yield from _arrays(item)
    elif isinstance(proper, Instance) and any(base.fullname in ARRAYS for base in proper.type.mro):
        yield proper


def _kind_of_dtype(dtype: ProperType) -> Literal["known", "category", "unknown"]:
    """How much is known of an array's dtype, by the type argument of the array."""
    if isinstance(dtype, UnionType):
        kinds = {_kind_of_dtype(item) for item in get_proper_types(dtype.items)}
        return "unknown" if "unknown" in kinds else "category" if "category" in kinds else "known"
    if isinstance(dtype, TypeVarType):
        return "category"
    if not isinstance(dtype, Instance):
        return "unknown" if isinstance(dtype, AnyType) else "known"
    if dtype.type.fullname == RANDOM_KEY:
        return "unknown"
    name = dtype.type.name
    if any(base.name == CONCRETE for base in dtype.type.mro[1:]):
        return "known"
    return "unknown" if name in NO_CATEGORY or name.startswith("_") else "category"


def _dtype(array: Instance) -> ProperType:
    base = next(b for b in array.type.mro if b.fullname in ARRAYS)
    unknown = AnyType(TypeOfAny.special_form)
    return get_proper_type(map_instance_to_supertype(array, base).args[0] if base.type_vars else unknown)


def _dtypes(array: Instance) -> Iterator[str]:
    dtype = _dtype(array)
    for item in get_proper_types(dtype.items) if isinstance(dtype, UnionType) else [dtype]:
        bound = get_proper_type(item.upper_bound) if isinstance(item, TypeVarType) else item
        yield bound.type.name if isinstance(bound, Instance) else "generic"


if __name__ == "__main__":
    counts = coverage(sys.argv[1:], plugin=find_spec(PLUGIN.partition(".")[0]) is not None)
    causes = [Counter(place.cause for place in module.unknown) for module in counts]
    print(
        json.dumps([{**module._asdict(), "unknown": unknown} for module, unknown in zip(counts, causes, strict=True)])
    )
