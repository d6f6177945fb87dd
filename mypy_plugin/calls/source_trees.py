"""Syntax trees of modules, read from their files once more.

mypy frees the bodies of functions after it has checked a module. It lacks the bodies of a module from its cache, or of
a module that another worker checks. Reading the file again works in all these cases. The names in the new tree are
bound to mypy's symbols of the module, so its functions can be checked as usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mypy.nodes import (
    GDEF,
    MDEF,
    Argument,
    AssignmentStmt,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    GlobalDecl,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OverloadedFuncDef,
    OverloadPart,
    Statement,
    SymbolTable,
    SymbolTableNode,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface

from ..file_versions import file_version
from ..flow.start_statement import add_start_statement, own_statements
from ..mypy_compat.analysis import SeparateAnalysis
from ..mypy_compat.modules import loaded_modules
from ..statements import blocks
from ..syntax_tree import children
from ..variables.keys import flattened
from ..variables.number_classes import class_of
from ..variables.written_values import is_number, items_of
from .casts import replace_casts

MOST_TREES = 64
"""The number of trees that are kept."""
MOST_BYTES = 1_000_000
"""The size of the longest file that is read."""

LENIENT: dict[str, object] = {
    "ignore_errors": False,
    "check_untyped_defs": True,
    "preserve_asts": True,
    "disallow_untyped_calls": False,
    "disallow_untyped_defs": False,
    "disallow_incomplete_defs": False,
    "disallow_any_explicit": False,
    "disallow_any_expr": False,
    "disallow_any_generics": False,
    "disallow_any_unimported": False,
    "warn_return_any": False,
    "warn_unreachable": False,
    "warn_no_return": False,
    "strict_equality": False,
}
"""mypy's options for the check of a body. A project's style options do not affect dtypes."""


class Definition(NamedTuple):
    """A function or method of a module.

    Attributes:
        function: the function itself.
        info: the class that contains it.
        decorators: its decorators, the outermost first.
    """

    function: FuncDef
    info: TypeInfo | None
    decorators: list[Expression]


class SourceTree:
    """The syntax tree of one module.

    Attributes:
        tree: the tree, with mypy's names of the module.
        options: mypy's options, without those for style.
    """

    def __init__(self, tree: MypyFile, options: Options) -> None:
        self.tree, self.options = tree, options
        self._definitions: dict[str, Definition | None] = {}
        self._all: list[Definition] = []
        replaced = set(_assigned_names(tree))
        for name, definition in _definitions(tree.defs, tree.fullname, tree.names, None):
            self._all.append(definition)
            is_single = name not in self._definitions and definition.function.name not in replaced
            self._definitions[name] = definition if is_single else None

    def definition(self, fullname: str) -> Definition | None:
        """The only definition of a function or method."""
        return self._definitions.get(fullname)

    def definitions(self) -> Iterator[Definition]:
        """All functions and methods, also where several have one name."""
        return iter(self._all)


def _definitions(
    statements: list[Statement], prefix: str, names: SymbolTable, info: TypeInfo | None
) -> Iterator[tuple[str, Definition]]:
    """The functions and methods of a module with their full names."""
    for statement in statements:
        match statement:
            case FuncDef() as function:
                yield f"{prefix}.{function.name}", Definition(function, info, [])
            case Decorator(func=function, decorators=decorators):
                yield f"{prefix}.{function.name}", Definition(function, info, decorators)
            case ClassDef(name=name, defs=body):
                symbol = names.get(name)
                if symbol is not None and isinstance(symbol.node, TypeInfo):
                    yield from _definitions(body.body, f"{prefix}.{name}", symbol.node.names, symbol.node)
            case OverloadedFuncDef(items=items):  # a function with overloads, or a property with a setter
                yield from _definitions([item for item in items if not _is_overload(item)], prefix, names, info)
            case _:
                for block in blocks(statement):
                    yield from _definitions(block.body, prefix, names, info)


def _is_overload(item: OverloadPart) -> bool:
    """Whether a function is one of several signatures, and not their implementation."""
    decorators = item.decorators if isinstance(item, Decorator) else []
    return any(
        isinstance(decorator, NameExpr | MemberExpr) and decorator.name == "overload" for decorator in decorators
    )


def _assigned_names(tree: MypyFile) -> Iterator[str]:
    """The names that a module's statements assign, and the attributes that it assigns anywhere.

    A declaration without a value assigns nothing: ``__call__: Callable``.
    """
    pending: list[tuple[Node | Argument, bool]] = [(statement, True) for statement in tree.defs]
    while pending:
        node, is_outside = pending.pop()
        if isinstance(node, AssignmentStmt) and not _is_declaration(node):
            for lvalue in flattened(node.lvalues):
                if isinstance(lvalue, MemberExpr) or (is_outside and isinstance(lvalue, NameExpr)):
                    yield lvalue.name
        is_global = isinstance(node, GlobalDecl)
        if isinstance(node, GlobalDecl):
            yield from node.names
        inner = is_outside and not isinstance(node, FuncDef | LambdaExpr)
        if not is_global:
            pending += [(child, inner) for child in children(node)]


def _is_declaration(statement: AssignmentStmt) -> bool:
    """Whether a statement declares a variable without a value."""
    return isinstance(statement.rvalue, TempNode) and statement.rvalue.no_rhs


class SourceTrees:
    """The syntax trees that have been read."""

    def __init__(self) -> None:
        self._trees: dict[str, tuple[object, SourceTree | None]] = {}

    def __call__(self, api: CheckerPluginInterface, module: str) -> SourceTree | None:
        """The tree of a module; None if mypy can't read or analyze its source."""
        loaded: MypyFile | None = loaded_modules(api).get(module)
        if loaded is None or loaded.is_stub or not loaded.path.endswith(".py"):
            return None
        on_disk = file_version(loaded.path)
        if on_disk is None:
            return None
        version = (loaded, on_disk)
        versioned_tree = self._trees.pop(module, None)
        if versioned_tree is None or versioned_tree[0] != version:
            versioned_tree = (version, _read(api, loaded))
            self._trees = dict([*self._trees.items()][1 - MOST_TREES :])
        self._trees[module] = versioned_tree
        return versioned_tree[1]


def _read(api: CheckerPluginInterface, module: MypyFile) -> SourceTree | None:
    """Read, parse and analyze a module's file; None if mypy rejects it."""
    options: Options = api.options.apply_changes(LENIENT)
    analysis = SeparateAnalysis(api, options)
    try:
        source = Path(module.path).read_bytes()
        if len(source) > MOST_BYTES:
            return None
        tree = analysis.parsed(source, module.path, module.fullname)
        if tree is None:
            return None
        tree.names = SymbolTable(module.names)
        _add_builtins(api, tree)
        add_start_statement(tree)
        source_tree = SourceTree(tree, options)
        _bind_names(source_tree, analysis)
        if b"cast(" in source:
            replace_casts(tree)
    except Exception:  # a file that has changed or gone since, or a tree that mypy does not expect here
        return None
    return source_tree


def _add_builtins(api: CheckerPluginInterface, tree: MypyFile) -> None:
    """Add the names of Python itself, such as `int`, which a module from mypy's cache lacks."""
    builtins = loaded_modules(api).get("builtins")
    if builtins is not None:
        tree.names.setdefault("__builtins__", SymbolTableNode(GDEF, builtins))


def _bind_names(source: SourceTree, analysis: SeparateAnalysis) -> None:
    """Bind the names in all bodies, as mypy's semantic analysis does."""
    analysis.begin(source.tree)
    for function, info, decorators in source.definitions():
        if info is not None:
            info.defn.info = info  # a class from mypy's cache lacks it
        defaults = (argument.initializer for argument in function.arguments if argument.initializer is not None)
        analysis.bind_function(function, info, [*decorators, *defaults])
    _bind_variables(source, analysis)
    _bind_defaults(analysis, own_statements(source.tree), source.tree.names)


def _bind_variables(source: SourceTree, analysis: SeparateAnalysis) -> None:
    """Bind the names in the module's own statements: ``gradient = jax.grad(loss)`` tells what `gradient` holds."""
    pending: list[Node | Argument] = [*source.tree.defs]
    while pending:
        node = pending.pop()
        if isinstance(node, FuncDef | LambdaExpr | ClassDef):
            continue
        if isinstance(node, NameExpr):
            symbol = source.tree.names.get(node.name)
            if symbol is not None and isinstance(symbol.node, Var):
                var = symbol.node
                node.node, node.kind, node.fullname = var, GDEF, var.fullname
                node.is_inferred_def = var.is_inferred and (node.line, node.column) == (var.line, var.column)
        pending += children(node)
    for statement in own_statements(source.tree):
        if isinstance(statement, AssignmentStmt):
            analysis.bind([statement.rvalue])


def _bind_defaults(analysis: SeparateAnalysis, statements: list[Statement], names: SymbolTable) -> None:
    """Bind the names that the bodies of classes assign numbers: ``rate: float = 1`` tells what the attribute holds.

    The number may be in a list, dict or tuple.
    """
    for statement in statements:
        symbol = names.get(statement.name) if isinstance(statement, ClassDef) else None
        if not isinstance(statement, ClassDef) or symbol is None or not isinstance(symbol.node, TypeInfo):
            continue
        attributes = symbol.node.names
        _bind_defaults(analysis, statement.defs.body, attributes)
        for inner in statement.defs.body:
            if not isinstance(inner, AssignmentStmt):
                continue
            analysis.bind([inner.rvalue], symbol.node)
            holds_numbers = any(map(is_number, items_of(inner.rvalue)))
            for lvalue in flattened(inner.lvalues):
                attribute = attributes.get(lvalue.name) if isinstance(lvalue, NameExpr) else None
                if not isinstance(lvalue, NameExpr) or attribute is None or not isinstance(attribute.node, Var):
                    continue
                if holds_numbers or class_of(attribute.node.type):
                    lvalue.node, lvalue.kind, lvalue.fullname = attribute.node, MDEF, attribute.node.fullname
