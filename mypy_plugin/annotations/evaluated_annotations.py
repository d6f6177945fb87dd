"""Annotations that Python evaluates: ``def f(x: jax.Array[jnp.float32])`` raises as soon as it is read.

To a checker `jax.Array` is generic, since the stubs make it the same class as ``jaxtyping_promo.Array``. When the
program runs it is JAX's own class, which takes no type arguments. Quoted annotations, those below ``from __future__
import annotations``, those of variables in functions, and those of Python 3.14 are not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    Import,
    ImportFrom,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    OverloadedFuncDef,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type, TypeList, UnboundType, UnionType

from ...diagnostics.codes import DTYPE_ANNOTATION
from ..per_file_cache import OfFiles
from ..report import refuse_at
from ..statements import blocks

CLASSES = ("jax.Array", "jax.numpy.ndarray")
"""JAX's class of arrays, by the names that it is imported by."""
LAZY = (3, 14)
"""The version of Python from which on annotations are evaluated when they are asked for."""


def report_subscripts(api: CheckerPluginInterface) -> None:
    """Report each place of the file at hand where Python would subscript JAX's class of arrays."""
    tree: MypyFile = api.tree  # type: ignore[attr-defined]
    seen = _reported(tree)
    if seen:
        return
    seen.append(True)
    names = {} if tree.is_stub else _names_of_class(tree)
    if not names:
        return
    is_lazy = "annotations" in tree.future_import_flags or api.options.python_version >= LAZY
    found: dict[tuple[int, int], tuple[Context, str]] = {}
    for place, name in _subscripted(tree.defs, names, is_lazy=is_lazy):
        found.setdefault((place.line, place.column), (place, name))
    for place, name in found.values():
        cure = "Import Array from jaxtyping_promo"
        if isinstance(place, Type):
            cure += ', quote the annotation, or add "from __future__ import annotations"'
        message = f'"{name}" takes no type arguments when the program runs: Python raises a TypeError here'
        refuse_at(api, place, DTYPE_ANNOTATION, message, cure)


def _no_report(tree: MypyFile) -> list[bool]:
    """Whether a file has had its report: not before mypy comes to it."""
    return []


_reported = OfFiles(_no_report)


def _names_of_class(tree: MypyFile) -> dict[str, str]:
    """What the file calls JAX's class of arrays, and the class's own name."""
    names: dict[str, str] = {}
    for statement in tree.imports:
        if isinstance(statement, Import):
            for module, alias in statement.ids:
                prefix = alias or module.partition(".")[0]
                own = module if alias else prefix
                names |= {f"{prefix}{cls.removeprefix(own)}": cls for cls in CLASSES if cls.startswith(f"{own}.")}
        elif isinstance(statement, ImportFrom) and not statement.relative:
            for name, alias in statement.names:
                imported = f"{statement.id}.{name}"
                for cls in CLASSES:
                    if cls == imported or cls.startswith(f"{imported}."):
                        names[f"{alias or name}{cls.removeprefix(imported)}"] = cls
    return names


def _subscripted(
    statements: Sequence[Node], names: dict[str, str], *, is_lazy: bool, in_function: bool = False
) -> Iterator[tuple[Context, str]]:
    """The places at which Python subscripts a class of some names, and how it is called there."""
    for statement in statements:
        match statement:
            case FuncDef(unanalyzed_type=CallableType(arg_types=arguments, ret_type=result)) if not is_lazy:
                for t in (*arguments, result):
                    yield from _in_type(t, names)
            case AssignmentStmt(unanalyzed_type=t, rvalue=value):
                if not is_lazy and not in_function:
                    yield from _in_type(t, names)
                yield from _in_expression(value, names)
            case ClassDef(base_type_exprs=bases):
                for base in bases:
                    yield from _in_expression(base, names)
        inside = in_function or isinstance(statement, FuncDef)
        if isinstance(statement, Decorator | OverloadedFuncDef):
            items: Sequence[Node] = [statement.func] if isinstance(statement, Decorator) else statement.items
            yield from _subscripted(items, names, is_lazy=is_lazy, in_function=in_function)
            continue
        for block in blocks(statement):
            if not _is_for_checkers(statement, block):
                yield from _subscripted(block.body, names, is_lazy=is_lazy, in_function=inside)


def _is_for_checkers(statement: Node, block: Block) -> bool:
    """Whether a block is that of ``if TYPE_CHECKING:``, which does not run."""
    if not isinstance(statement, IfStmt):
        return False
    conditions = zip(statement.expr, statement.body, strict=True)
    return any(
        body is block and isinstance(condition, NameExpr | MemberExpr) and condition.name == "TYPE_CHECKING"
        for condition, body in conditions
    )


def _in_type(t: Type | None, names: dict[str, str]) -> Iterator[tuple[Context, str]]:
    match t:
        case UnionType() | UnboundType() if t.original_str_expr is not None:
            return  # quoted
        case UnionType(items=items) | TypeList(items=items):
            for item in items:
                yield from _in_type(item, names)
        case UnboundType(name=name, args=args):
            if args and name in names:
                yield t, name
            elif name.rpartition(".")[2] != "Literal":
                for arg in args:
                    yield from _in_type(arg, names)


def _in_expression(value: Expression, names: dict[str, str]) -> Iterator[tuple[Context, str]]:
    """The same in an expression: an alias, or a base class."""
    if isinstance(value, IndexExpr):
        name = _dotted(value.base)
        if name in names:
            yield value, name
        yield from _in_expression(value.index, names)
    elif isinstance(value, CallExpr):  # as `cast` and `TypeVar` take types
        for argument in value.args:
            yield from _in_expression(argument, names)
    elif isinstance(value, OpExpr):
        yield from _in_expression(value.left, names)
        yield from _in_expression(value.right, names)
    elif isinstance(value, TupleExpr):
        for item in value.items:
            yield from _in_expression(item, names)


def _dotted(expression: Expression) -> str:
    match expression:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=inner, name=name):
            return f"{_dotted(inner)}.{name}"
    return ""
