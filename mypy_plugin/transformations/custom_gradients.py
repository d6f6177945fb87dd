"""Finds functions with custom rules for gradients, ``jax.custom_vjp``, whose results JAX returns unchanged.

The gradient with respect to a bfloat16 array is float32 if the rule returns float32. So a gradient's dtype is unknown
where such a function may be called. Functions are identified by their names only. The rules of JAX and of installed
packages are assumed to keep dtypes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    SymbolNode,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.traverser import NameAndMemberCollector
from mypy.types import FunctionLike, Instance, Type, get_proper_type

from ..installed_packages import is_installed
from ..mypy_compat.modules import current_file, loaded_modules
from ..per_file_cache import OfFiles
from ..statements import blocks

RULES = frozenset(
    (
        "jax._src.custom_derivatives.custom_vjp",
        "jax._src.custom_derivatives.linear_call",
        "jax._src.custom_transpose.custom_transpose",
        "jax.custom_gradient",
        "jax.custom_derivatives.linear_call",
        "jax.custom_vjp",
    )
)
"""JAX's functions and classes that accept rules which may change a gradient's dtype."""


class _Rules(NamedTuple):
    """The custom rules in a file.

    Attributes:
        names: the functions that have a rule, or use a function that has one.
        modules: the modules of the program that the file imports, directly or not.
    """

    names: set[str]
    modules: list[MypyFile]


def may_reach_rule(api: CheckerPluginInterface, function: Expression) -> bool:
    """Whether a call of a function may call a function with a custom rule."""
    modules: dict[str, MypyFile] = loaded_modules(api)
    tree: MypyFile = current_file(api)
    names = _names_with_rules(tree)
    modules_with_rules = {name: module for name, module in _imported(tree, modules).items() if _has_rule(module)}
    if not names and not modules_with_rules:
        return False
    if isinstance(function, TempNode):  # only its type is known
        return True
    for reference in _references(function):
        if reference.name in names or _is_unknown(reference):
            return True
        if any(reference.fullname.startswith(f"{name}.") for name in modules_with_rules):
            return True
        if (
            modules_with_rules
            and isinstance(reference, MemberExpr)
            and not reference.fullname
            and reference.node is None
        ):
            is_method = any(reference.name in _members(module) for module in modules_with_rules.values())
            if is_method:
                return True
    return False


def has_rules(api: CheckerPluginInterface) -> bool:
    """Whether the current file, or a module of the program that it imports, has a function with a custom rule."""
    tree: MypyFile = current_file(api)
    return bool(_names_with_rules(tree)) or any(map(_has_rule, _imported(tree, loaded_modules(api)).values()))


def _references(node: Node) -> list[NameExpr | MemberExpr]:
    """The names and attributes in a node."""
    collector = NameAndMemberCollector()
    node.accept(collector)
    return [*collector.name_exprs, *collector.member_exprs]


def _is_unknown(reference: RefExpr) -> bool:
    """Whether a reference is a variable that holds a function (such as a parameter), which may be any function."""
    if not isinstance(reference.node, Var) or reference.fullname.startswith("jax."):
        return False
    variable_type = get_proper_type(reference.node.type)
    return isinstance(variable_type, FunctionLike) or _is_rule(variable_type)


def _is_rule(t: Type | None) -> bool:
    """Whether a type is an instance of a class of `RULES`."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname in RULES


def _find_names(tree: MypyFile) -> set[str]:
    """The names of a file's functions that have rules, or use a function with a rule, directly or not."""
    uses: dict[str, set[str]] = {}
    seeds: set[str] = set()
    for name, node in _definitions(tree.defs):
        references = _references(node)
        uses.setdefault(name, set()).update(reference.name for reference in references)
        if any(reference.fullname in RULES for reference in references):
            seeds.add(name)
    ruled = seeds
    while seeds:
        seeds = {name for name, used in uses.items() if not used.isdisjoint(seeds)} - ruled
        ruled |= seeds
    return ruled


_names_with_rules = OfFiles(_find_names)


def _definitions(statements: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """The functions and variables that statements define (also nested ones), and their parts."""
    for statement in statements:
        match statement:
            case Decorator(func=func, original_decorators=decorators):
                yield func.name, func
                yield from ((func.name, decorator) for decorator in decorators)
            case FuncDef(name=name):
                yield name, statement
            case AssignmentStmt(lvalues=lvalues, rvalue=value):
                yield from ((lvalue.name, value) for lvalue in lvalues if isinstance(lvalue, NameExpr | MemberExpr))
        for block in blocks(statement):
            yield from _definitions(block.body)


def _imported(tree: MypyFile, modules: dict[str, MypyFile]) -> dict[str, MypyFile]:
    """The modules of the program that a file imports, directly or not."""
    imported: dict[str, MypyFile] = {}
    pending = [tree]
    while pending:
        for name in _named_modules(pending.pop()):
            module = modules.get(name)
            if module is not None and name not in imported and module is not tree and _is_own(module):
                imported[name] = module
                pending.append(module)
    return imported


def _named_modules(tree: MypyFile) -> Iterator[str]:
    """The modules whose names a file imports."""
    for symbol in tree.names.values():
        if isinstance(symbol.node, MypyFile):
            yield symbol.node.fullname
        elif symbol.node is not None:
            yield symbol.node.fullname.rpartition(".")[0]


def _is_own(module: MypyFile) -> bool:
    """Whether a module belongs to the program, and not to an installed package."""
    return not module.is_stub and not is_installed(module.path)


def _has_rule(module: MypyFile) -> bool:
    """Whether a module contains a function with a rule, or one of the functions that add rules."""
    tables = [module.names, *(info.names for info in _classes(module))]
    return any(_is_ruled(symbol.node) for table in tables for symbol in table.values())


def _is_ruled(node: SymbolNode | None) -> bool:
    """Whether a definition has a rule or adds rules."""
    if node is None:
        return False
    return node.fullname in RULES or (isinstance(node, Decorator | Var) and _is_rule(node.type))


def _classes(module: MypyFile) -> Iterator[TypeInfo]:
    """The classes that a module defines."""
    for symbol in module.names.values():
        if isinstance(symbol.node, TypeInfo) and symbol.node.module_name == module.fullname:
            yield symbol.node


def _members(module: MypyFile) -> set[str]:
    """The names of the attributes and methods of a module's classes."""
    return {name for info in _classes(module) for name in info.names}
