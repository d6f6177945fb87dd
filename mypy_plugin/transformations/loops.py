"""Opens the results of loops and reductions where a carry may change its class or dtype: a number becomes an array."""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import Instance, ProperType, TupleType, Type

from ...dtype_info import dtype_info
from ..any_type import ANYTHING
from ..types.array_types import any_part, unfolded, without_dtypes
from ..types.operands import as_array, dtypes_of, is_python_number
from .array_leaves import without_numbers

FORI_LOOP, SCAN, WHILE_LOOP = (
    f"jax._src.lax.control_flow.loops.{name}" for name in ("fori_loop", "scan", "while_loop")
)
LOOPS = {SCAN: ("init", 1), WHILE_LOOP: ("init_val", 2), FORI_LOOP: ("init_val", 3)}
"""The name and the position of the parameter for the initial carry, by the full names of the loops' definitions."""
ASSOCIATIVE_SCAN = "jax._src.lax.control_flow.loops.associative_scan"
COND = "jax._src.lax.control_flow.conditionals.cond"
SWITCH = "jax._src.lax.control_flow.conditionals.switch"
MAP = "jax._src.lax.control_flow.loops.map"
BRANCHES = (COND, SWITCH, MAP)
"""The functions that return the result of one of their function arguments on the operands, or on their rows."""
REDUCTIONS = ("jax._src.tree.reduce", "jax._src.tree_util.tree_reduce")
"""``jax.tree.reduce`` by the names of its definitions."""


def looped(ctx: FunctionContext) -> Type:
    """Function hook of `LOOPS`: the declared result, without numbers, and without dtypes if the carry changes its type.

    JAX converts weak leaves of the initial carry to the dtypes that the body returns, and rejects other changes.
    """
    arguments = dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True))
    init = next((types[0] for name in ("init", "init_val") if (types := arguments.get(name))), ANYTHING)
    default = unfolded(ctx.default_return_type)
    carry = default.items[0] if "init" in arguments and isinstance(default, TupleType) else default
    declared = without_numbers(_without_joins(default))
    if is_same_type(carry, init):
        return declared
    opened = unfolded(without_dtypes(declared))
    if carry is default or not isinstance(opened, TupleType):
        return _with_numbers_kept(opened, init)
    return opened.copy_modified(items=[_with_numbers_kept(opened.items[0], init), *opened.items[1:]])


def _with_numbers_kept(carry: Type, init: Type) -> Type:
    """A carry with `Any` where it starts with a number, which JAX returns if the body does not change it."""
    proper, start = unfolded(carry), unfolded(init)
    if isinstance(proper, TupleType) and isinstance(start, TupleType) and proper.length() == start.length():
        return proper.copy_modified(items=[*map(_with_numbers_kept, proper.items, start.items)])
    is_array = isinstance(proper, Instance) and as_array(proper) is not None
    return ANYTHING if is_array and is_python_number(start) else carry


def reduced(ctx: FunctionContext) -> Type:
    """Function hook of `REDUCTIONS`, whose declared result has the type of the initializer: leaves may change it."""
    return without_dtypes(without_numbers(ctx.default_return_type))


def scanned(ctx: FunctionContext) -> Type:
    """Function hook of `ASSOCIATIVE_SCAN`, which makes most weak arrays strong: their dtypes are unknown."""
    default = ctx.default_return_type
    return without_dtypes(default) if any_part(default, _is_weak) else default


def _is_weak(t: ProperType) -> bool | None:
    """Whether an array may be weak."""
    array = as_array(t) if isinstance(t, Instance) else None
    return None if array is None else any(dtype_info(one).is_weak for one in dtypes_of(array) or ())


def _without_joins(t: Type) -> Type:
    """A type with `Any` in place of `object`, to which mypy joins the items of several branches."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_without_joins(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname == "builtins.object":
        return ANYTHING
    return proper.copy_modified(args=[_without_joins(argument) for argument in proper.args]) if proper.args else t
