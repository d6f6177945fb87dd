"""Whether a NumPy array is made of JAX's arrays or dtypes: ``np.asarray(x)``, ``np.zeros(3, x.dtype)``.

Plain JAX code has no dtype for such an array, so that any variable or container accepts it.
"""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, ProperType, Type

from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..types.array_types import any_part, holds_arrays
from ..types.numpy_types import NUMPY_GENERIC, corrected_calls
from ..types.operands import is_ndarray
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import Key, key_of
from ..variables.written_values import is_dtype


def is_of_jax(api: CheckerPluginInterface, value: Expression) -> bool:
    """Whether a NumPy array is made of JAX's arrays or dtypes, in this expression or where its variables are assigned.

    Args:
        api: the type checker.
        value: an expression for a NumPy array, or for a container of such arrays.
    """
    tree = current_file(api)
    facts, corrected = assignments_of(tree), corrected_calls(tree)
    pending, seen = [value], set[Key]()
    while pending:
        one = inner_value(pending.pop())
        t = stored_type(api, one)
        if holds_arrays(t) or one in corrected or is_dtype(one):
            return True
        if t is not None and not _holds_numpy(t):
            continue  # a shape or a length says nothing about the dtype
        match one:
            case CallExpr(callee=callee, args=args):
                pending += args
                if isinstance(callee, MemberExpr):
                    pending.append(callee.expr)
            case OpExpr(left=left, right=right) | ConditionalExpr(if_expr=left, else_expr=right):
                pending += [left, right]
            case UnaryExpr(expr=operand) | IndexExpr(base=operand):
                pending.append(operand)
            case ListExpr(items=items) | TupleExpr(items=items):
                pending += items
            case NameExpr() | MemberExpr():
                key = key_of(one)
                if key is not None and key not in seen:
                    seen.add(key)
                    pending += [*facts.values.get(key, ()), *facts.unpacked.get(key, ()), *facts.items.get(key, ())]
                if isinstance(one, MemberExpr):
                    pending.append(one.expr)
    return False


def _holds_numpy(t: Type) -> bool:
    """Whether a type is, or holds, an array or a number of NumPy."""
    return any_part(t, _is_numpy)


def _is_numpy(t: ProperType) -> bool | None:
    is_numpy = isinstance(t, Instance) and (is_ndarray(t) or t.type.has_base(NUMPY_GENERIC))
    return True if is_numpy else None
