"""``x / np.sqrt(d)``: numbers that NumPy's universal functions make, beside arrays.

Such a number promotes as an array does: it makes a float32 of a bfloat16. NumPy's stubs leave its type open, and mypy
then asks no hook about the operator. Where it is an operand of an array, or an argument of one of JAX's functions, it
is therefore given its type. Elsewhere it stays what it was, since what holds it may come to hold something else. But a
variable that is assigned nothing but a float64, or what becomes of it with Python's numbers, is ``_Number | Any``: this
may be passed on as anything, and anything may take its place, and to `operands` it is a float64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from mypy.nodes import (
    ARG_POS,
    Argument,
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    MypyFile,
    Node,
    OpExpr,
    RefExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import AnyType, Instance, LiteralType, Type, get_proper_type

from ...rules.numpy_ufuncs import made
from ..flow.assignments import assignments_of
from ..jax_names import SCALARS
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from ..types.expression_types import type_without_context
from ..types.operands import array_dtype, as_array, number_or_anything, numpy_scalar, operands

METHODS = tuple(f"numpy._typing._ufunc._UFunc_Nin{count}_Nout1.__call__" for count in (1, 2))
"""The methods by which universal functions are called."""

TAKERS = ("jax.numpy.", "jax.nn.", "jax.random.", "jax.scipy.")
"""What the functions begin with that take such a number for an array."""

FLOAT64 = "numpy.float64"
Parents: TypeAlias = dict[Expression, Expression]
Hook: TypeAlias = Callable[[MethodContext], Type]


class NumPyNumbers:
    """The numbers of the files under check."""

    def __init__(self) -> None:
        self._parents = OfFiles(_parents)
        self._decided: dict[Expression, bool] = {}
        self._values = OfFiles(_no_values)
        self._depth = 0

    def hook(self, ctx: MethodContext) -> Type:
        """What a universal function makes of numbers, where an array takes it; else what mypy knows."""
        call = ctx.context
        if not isinstance(call, CallExpr) or not isinstance(get_proper_type(ctx.default_return_type), AnyType):
            return ctx.default_return_type
        found = _made(ctx)
        if found is None:
            return ctx.default_return_type
        if self._is_taken(ctx.api, call):
            return found
        if self._depth:
            return ctx.default_return_type
        tree: MypyFile = ctx.api.tree  # type: ignore[attr-defined]
        with self._waiting():
            value = _value(ctx.api, call, self._parents(tree))
        number = number_or_anything(ctx.api)
        if value not in assignments_of(tree).single or _number(found) != "float64" or number is None:
            return ctx.default_return_type
        self._values(tree).add(value)
        return number if value is call else found

    def kept(self, hook: Hook) -> Hook:
        """The hook of an operator of NumPy's numbers, which may be what makes the value of a variable."""

        def keeping(ctx: MethodContext) -> Type:
            found = hook(ctx)
            tree: MypyFile = ctx.api.tree  # type: ignore[attr-defined]
            is_value = ctx.context in self._values(tree) and _number(found) == "float64"
            return (number_or_anything(ctx.api) or found) if is_value else found

        return keeping

    def _is_taken(self, api: CheckerPluginInterface, call: CallExpr) -> bool:
        """Whether an array is what comes of it, by and by.

        Other operands may be calls of the same kind, which ask the same: while one waits, each is asked but once.
        """
        if call not in self._decided:
            self._decided[call] = False
            with self._waiting():
                parents = self._parents(api.tree)  # type: ignore[attr-defined]
                taken = _is_taken(api, call, parents)
            if self._depth:
                self._decided[call] = taken
            return taken
        return self._decided[call]

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._decided.clear()


def _no_values(tree: MypyFile) -> set[Context]:
    """The values of a file's variables that are such numbers, as long as none has been found."""
    return set()


def with_numbers(hooks: dict[str, Hook]) -> dict[str, Hook]:
    """The hooks of methods, with those of universal functions by the methods that call them."""
    numbers = NumPyNumbers()
    kept = {name: numbers.kept(hook) if name.startswith("numpy.") else hook for name, hook in hooks.items()}
    return kept | dict.fromkeys(METHODS, numbers.hook)


def _made(ctx: MethodContext) -> Type | None:
    """The type of the number that a call makes."""
    function = ctx.type
    name = get_proper_type(function.args[0]) if isinstance(function, Instance) and function.args else None
    if not isinstance(name, LiteralType) or any(kind != ARG_POS for kinds in ctx.arg_kinds for kind in kinds):
        return None
    types = [t for each in ctx.arg_types for t in each]
    numbers = [_number(t) or "" for t in types]
    dtype = made(str(name.value), tuple(numbers))
    if dtype == "float64":
        return ctx.api.named_generic_type(FLOAT64, [])
    return types[numbers.index(dtype)] if dtype in numbers else None


def _number(t: Type) -> str | None:
    """What number a type is of, as `made` knows it."""
    proper = get_proper_type(t)
    if isinstance(proper, LiteralType):
        proper = proper.fallback
    return (SCALARS.get(proper.type.fullname) or numpy_scalar(proper)) if isinstance(proper, Instance) else None


def _value(api: CheckerPluginInterface, made: Expression, parents: Parents) -> Expression:
    """The largest expression around a number in which all else are Python's numbers."""
    while isinstance(parent := parents.get(made), OpExpr):
        other = _number(type_without_context(api, parent.right if parent.left is made else parent.left))
        if other not in ("int", "float"):
            break
        made = parent
    return made


def _is_taken(api: CheckerPluginInterface, made: Expression, parents: Parents) -> bool:
    match parents.get(made):
        case UnaryExpr() as parent:
            return _is_taken(api, parent, parents)
        case (OpExpr() | ComparisonExpr(operands=[_, _])) as parent:
            first, second = (parent.left, parent.right) if isinstance(parent, OpExpr) else parent.operands
            other = second if first is made else first
            t = get_proper_type(type_without_context(api, other))
            if isinstance(t, Instance) and (array := as_array(t)):
                return array_dtype(array.args[0]) is not None
            is_number = operands(t) is not None or (isinstance(t, AnyType) and _is_of_numpy(other))
            return is_number and _is_taken(api, parent, parents)
        case CallExpr(callee=RefExpr(fullname=name)) as parent if parent.callee is not made:
            return name.startswith(TAKERS) or (_is_of_numpy(parent) and _is_taken(api, parent, parents))
    return False


def _is_of_numpy(expression: Expression) -> bool:
    """Whether it is a call of a function of NumPy's, whose type may depend on who asks."""
    match expression:
        case CallExpr(callee=RefExpr(fullname=name)):
            return name.startswith("numpy.")
        case OpExpr(left=left, right=right):
            return _is_of_numpy(left) or _is_of_numpy(right)
        case UnaryExpr(expr=inner):
            return _is_of_numpy(inner)
    return False


def _parents(tree: MypyFile) -> Parents:
    """What takes each operand and argument of a file."""
    parents: Parents = {}
    left: list[Node | Argument] = [*tree.defs]
    while left:
        node = left.pop()
        match node:
            case OpExpr():
                parents |= {node.left: node, node.right: node}
            case ComparisonExpr():
                parents |= dict.fromkeys(node.operands, node)
            case UnaryExpr():
                parents[node.expr] = node
            case CallExpr():
                parents |= dict.fromkeys(node.args, node)
        left.extend(children(node))
    return parents
