"""Reports annotations that raise when Python evaluates them: ``def f(x: jax.Array[jnp.float32])``.

To a checker `jax.Array` is generic, since the stubs make it the same class as ``jaxtyping_promo.Array``. At run time it
is JAX's own class, which has no type parameter.

Python does not evaluate all annotations. It skips quoted annotations, annotations of local variables, annotations below
``from __future__ import annotations``, and all annotations since Python 3.14.
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
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..report import fail_expression_at
from ..statements import blocks, overload_parts

CLASSES = ("jax.Array", "jax.numpy.ndarray")
"""The public names of JAX's array class."""
LAZY = (3, 14)
"""The first version of Python that evaluates annotations only on request."""


def report_subscripts(api: CheckerPluginInterface) -> None:
    """Report each place in the current file where Python would subscript JAX's array class."""
    tree: MypyFile = current_file(api)
    seen = _reported(tree)
    if seen:
        return
    seen.append(True)
    names = {} if tree.is_stub else _names_of_class(tree)
    if not names:
        return
    is_lazy = "annotations" in tree.future_import_flags or api.options.python_version >= LAZY
    places: dict[tuple[int, int], tuple[Context, str]] = {}
    for place, name in _subscripted(tree.defs, names, is_lazy=is_lazy):
        places.setdefault((place.line, place.column), (place, name))
    for place, name in places.values():
        remedy = "Import Array from jaxtyping_promo"
        if isinstance(place, Type):
            remedy += ', quote the annotation, or add "from __future__ import annotations"'
        message = f'"{name}" takes no type arguments when the program runs: Python raises a TypeError here'
        fail_expression_at(api, place, DTYPE_ANNOTATION, message, remedy)


def _no_report(tree: MypyFile) -> list[bool]:
    """An empty list, which gets an item when the file has been reported."""
    return []


_reported = OfFiles(_no_report)


def _names_of_class(tree: MypyFile) -> dict[str, str]:
    """Maps the names under which a file knows JAX's array class to the class's public name."""
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
    """The places where Python subscripts JAX's array class, and the name used there."""
    for statement in statements:
        match statement:
            case FuncDef(unanalyzed_type=CallableType(arg_types=arguments, ret_type=result)) if not is_lazy:
                for t in (*arguments, result):
                    yield from _subscripts_in_type(t, names)
            case AssignmentStmt(unanalyzed_type=t, rvalue=value):
                if not is_lazy and not in_function:
                    yield from _subscripts_in_type(t, names)
                yield from _subscripts_in_expression(value, names)
            case ClassDef(base_type_exprs=bases):
                for base in bases:
                    yield from _subscripts_in_expression(base, names)
        inside = in_function or isinstance(statement, FuncDef)
        if isinstance(statement, Decorator | OverloadedFuncDef):
            items: Sequence[Node] = [statement.func] if isinstance(statement, Decorator) else overload_parts(statement)
            yield from _subscripted(items, names, is_lazy=is_lazy, in_function=in_function)
            continue
        for block in blocks(statement):
            if not _is_for_checkers(statement, block):
                yield from _subscripted(block.body, names, is_lazy=is_lazy, in_function=inside)


def _is_for_checkers(statement: Node, block: Block) -> bool:
    """Whether a block belongs to ``if TYPE_CHECKING:``, so that Python does not run it."""
    if not isinstance(statement, IfStmt):
        return False
    conditions = zip(statement.expr, statement.body, strict=True)
    return any(
        body is block and isinstance(condition, NameExpr | MemberExpr) and condition.name == "TYPE_CHECKING"
        for condition, body in conditions
    )


def _subscripts_in_type(t: Type | None, names: dict[str, str]) -> Iterator[tuple[Context, str]]:
    """The places in an annotation where JAX's array class is subscripted."""
    match t:
        case UnionType() | UnboundType() if t.original_str_expr is not None:
            return  # quoted
        case UnionType(items=items) | TypeList(items=items):
            for item in items:
                yield from _subscripts_in_type(item, names)
        case UnboundType(name=name, args=args):
            if args and name in names:
                yield t, name
            elif name.rpartition(".")[2] != "Literal":
                for arg in args:
                    yield from _subscripts_in_type(arg, names)


def _subscripts_in_expression(value: Expression, names: dict[str, str]) -> Iterator[tuple[Context, str]]:
    """The places in an alias or a base class where JAX's array class is subscripted."""
    if isinstance(value, IndexExpr):
        name = _dotted(value.base)
        if name in names:
            yield value, name
        yield from _subscripts_in_expression(value.index, names)
    elif isinstance(value, CallExpr):  # such as `cast` and `TypeVar`, whose arguments are types
        for argument in value.args:
            yield from _subscripts_in_expression(argument, names)
    elif isinstance(value, OpExpr):
        yield from _subscripts_in_expression(value.left, names)
        yield from _subscripts_in_expression(value.right, names)
    elif isinstance(value, TupleExpr):
        for item in value.items:
            yield from _subscripts_in_expression(item, names)


def _dotted(expression: Expression) -> str:
    """A name with the names of the modules before it, as it is written."""
    match expression:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=inner, name=name):
            return f"{_dotted(inner)}.{name}"
    return ""
