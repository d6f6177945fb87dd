"""Annotations that take a dtype for a type of values: ``def f(n: jnp.int32) -> jnp.float32``.

No array is an instance of a dtype class, but a scalar of NumPy's. Such an annotation is an error where it stands, as it
is with JAX alone, and what has it is unknown: or else each use of it would be an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.errorcodes import VALID_TYPE
from mypy.nodes import AssignmentStmt, ClassDef, FuncDef, Node
from mypy.plugin import AnalyzeTypeContext
from mypy.types import AnyType, CallableType, Type, TypeList, TypeOfAny, UnboundType, UnionType

from .names import MEMBERS, NODES

DTYPES = frozenset((*NODES, *MEMBERS))
CONTAINERS = frozenset(
    ("Optional", "Union", "tuple", "Tuple", "list", "List", "Sequence", "dict", "Dict", "Mapping", "Callable")
)
"""Generic types whose arguments are types of values."""


class Annotations:
    """Looks at annotations."""

    def __init__(self) -> None:
        self._leaves_to_mypy = False

    def hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a class that an annotation names."""
        return self._analyzed if fullname in DTYPES and not self._leaves_to_mypy else None

    def _analyzed(self, ctx: AnalyzeTypeContext) -> Type:
        semantic = ctx.api.api  # type: ignore[attr-defined]
        place = (ctx.type.line, ctx.type.column)
        is_value = not semantic.cur_mod_node.is_stub and any(
            (t.line, t.column) == place and t.name == ctx.type.name for t in _of_values(semantic.statement)
        )
        if is_value:
            name = ctx.type.name
            message = f'No array is an instance of "{name}": write Array[{name}], or type[{name}] for the dtype itself'
            ctx.api.fail(message, ctx.context, code=VALID_TYPE)
            return AnyType(TypeOfAny.from_error)
        self._leaves_to_mypy = True
        try:
            return ctx.api.analyze_type(ctx.type)
        finally:
            self._leaves_to_mypy = False


def _of_values(statement: Node | None) -> Iterator[UnboundType]:
    """The types that a statement gives to parameters, results and variables, and those that they consist of."""
    match statement:
        case FuncDef(unanalyzed_type=CallableType(arg_types=arguments, ret_type=result)):
            for t in (*arguments, result):
                yield from _parts(t)
        case AssignmentStmt(unanalyzed_type=t) if t is not None:
            yield from _parts(t)
        case ClassDef(defs=body):
            for each in body.body:
                if isinstance(each, AssignmentStmt):
                    yield from _of_values(each)


def _parts(t: Type) -> Iterator[UnboundType]:
    match t:
        case UnionType(items=items) | TypeList(items=items):
            for item in items:
                yield from _parts(item)
        case UnboundType(name=name, args=args):
            yield t
            for arg in args if name.rpartition(".")[2] in CONTAINERS else ():
                yield from _parts(arg)
