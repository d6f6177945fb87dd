"""Reports indices that JAX rejects for their dtype: ``x[1.5]``, ``x.at[floats].set(0)``, ``jnp.take(x, floats)``.

`hook_tables` wraps the hooks of indexing functions with `checked_indices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mypy.nodes import ComplexExpr, Expression, FloatExpr, IndexExpr, ListExpr, OpExpr, SliceExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type

from ...diagnostics.codes import DTYPE_INDEX
from ...formats import FORMATS
from ...inference.operand import PLATFORM_DTYPES, converted
from ...rules.index_parameters import EXACT, FRACTIONS, INDICES, WITH_ONE_DTYPE, Index
from ...system import System
from ..contexts import Context, FunctionHook, Hook, SystemOf
from ..jax_names import ARRAY, SCALARS
from ..mypy_compat.expressions import stored_type
from ..report import report_error
from ..severities import is_reported
from ..source_text import PRIMARIES, cast_text, source_text
from ..trees.branch_results import SWITCH
from ..types.array_types import unfolded
from ..types.operands import dtypes_of
from ..variables.number_classes import shown_number

GETTERS = (f"{ARRAY}.__getitem__", "jaxtyping_promo.array._IndexUpdateHelper.__getitem__")
"""The methods of ``x[index]`` and ``x.at[index]``."""


DEFINITIONS = {
    SWITCH if public == "jax.lax.switch" else public: index
    for public, index in INDICES.items()
    if not public.startswith("jax.Array.")
}
"""The functions that take indices, by the full names of their definitions."""
METHODS = {f"{ARRAY}.take": INDICES["jax.Array.take"]}
"""The methods that take indices."""


def checked_getters(hooks: dict[str, Hook], system_of: SystemOf) -> dict[str, Hook]:
    """The hooks of methods that also report indices.

    Args:
        hooks: the hooks that know the result of each method.
        system_of: the promotion system.
    """
    return {name: _checked_getter(hooks.get(name), system_of) for name in GETTERS} | {
        name: _checked_method(hooks.get(name), METHODS[name], system_of) for name in METHODS
    }


def checked_indices(fullname: str, hook: FunctionHook, system_of: SystemOf) -> FunctionHook:
    """The hook of a function, extended by the report of indices; unchanged if the function has no index parameter.

    Args:
        fullname: the name of the function.
        hook: the hook that computes the result.
        system_of: the promotion system.
    """
    index = DEFINITIONS.get(fullname)
    if index is None:
        return hook

    def checked(ctx: FunctionContext) -> Type:
        _report_parameter(ctx, index, system_of(ctx))
        if fullname in WITH_ONE_DTYPE:
            _report_several(ctx, fullname.rpartition(".")[2], index, system_of(ctx))
        return hook(ctx)

    return checked


def _checked_getter(hook: Hook | None, system_of: SystemOf) -> Hook:
    """A hook that also reports an index ``x[i]`` that JAX rejects."""

    def checked(ctx: MethodContext) -> Type:
        system = system_of(ctx)
        if system.name == "jax" and is_reported(ctx.api, DTYPE_INDEX) and ctx.args and len(ctx.args[0]) == 1:
            _report(ctx, ctx.args[0][0], ctx.arg_types[0][0], FRACTIONS, system)
        return ctx.default_return_type if hook is None else hook(ctx)

    return checked


def _checked_method(hook: Hook | None, index: Index, system_of: SystemOf) -> Hook:
    """A hook that also reports an argument that JAX rejects as an index."""

    def checked(ctx: MethodContext) -> Type:
        _report_parameter(ctx, index, system_of(ctx))
        return ctx.default_return_type if hook is None else hook(ctx)

    return checked


def _report_parameter(ctx: Context, index: Index, system: System) -> None:
    """Report the argument for a function's index parameter if JAX rejects its dtype."""
    if system.name != "jax" or index.parameter not in ctx.callee_arg_names or not is_reported(ctx.api, DTYPE_INDEX):
        return
    position = ctx.callee_arg_names.index(index.parameter)
    if len(ctx.args[position]) == 1:
        _report(ctx, ctx.args[position][0], ctx.arg_types[position][0], index.rejected, system)


def _report(ctx: Context, expression: Expression, t: Type, rejected: tuple[str, ...], system: System) -> None:
    """Report the first part of an index that has a dtype that JAX rejects."""
    for part, kind, is_slice in _parts(ctx, expression, t):
        dtype = _rejected_dtype(ctx, part, kind, rejected, system)
        if dtype is None:
            continue
        allowed = "an integer" if "bool" in rejected or is_slice else "an integer or a bool"
        what = "The bound of a slice" if is_slice else "An index"
        message = f"{what} must be {allowed}, but this one is {dtype}"
        report_error(ctx, DTYPE_INDEX, message, _advice(ctx, part, is_slice=is_slice), part)
        return


def _report_several(ctx: Context, function: str, index: Index, system: System) -> None:
    """Report the first index whose dtype differs from that of the index before it."""
    if system.name != "jax" or index.parameter not in ctx.callee_arg_names or not is_reported(ctx.api, DTYPE_INDEX):
        return
    position = ctx.callee_arg_names.index(index.parameter)
    if len(ctx.args[position]) != 1:
        return
    known: list[tuple[Expression, str]] = []
    for part, t, _ in _parts(ctx, ctx.args[position][0], ctx.arg_types[position][0]):
        dtype = _integer_dtype(ctx, part, t, system)
        if dtype is not None:
            known.append((part, dtype))
    for (_, first), (part, dtype) in pairwise(known):
        if dtype != first:
            default = system.stored("weak_int")
            other = part if dtype != default else known[0][0]
            can_cast = default in (first, dtype) and isinstance(other, PRIMARIES)
            cast = cast_text(ctx.api, other, default) if can_cast else None
            message = f"The indices of {function} must have one dtype, but these are {first} and {dtype}"
            report_error(ctx, DTYPE_INDEX, message, f"Write {cast}" if cast else "Cast them to one dtype", part)
            return


def _integer_dtype(ctx: Context, part: Expression, t: Type, system: System) -> str | None:
    """The integer dtype of an index as JAX converts it; None if it is unknown, or no integer."""
    dtypes = dtypes_of(shown_number(ctx.api, t, part))
    if dtypes is None or len(dtypes) != 1 or dtypes[0] in PLATFORM_DTYPES:
        return None
    node = system.node(dtypes[0]) if dtypes[0] in system.scalars else converted(system, dtypes[0])
    dtype = system.stored(node)
    return dtype if dtype in FORMATS and FORMATS[dtype].kind not in EXACT else None


def _advice(ctx: Context, part: Expression, *, is_slice: bool) -> str:
    """The cure for an index that is no integer: ``n // 2`` for ``n / 2``, else a cast."""
    text = source_text(ctx.api, part)
    if isinstance(part, OpExpr) and part.op == "/" and _is_integer(ctx, part.left) and _is_integer(ctx, part.right):
        sides = source_text(ctx.api, part.left), source_text(ctx.api, part.right)
        if None not in sides:
            return f"Write {sides[0]} // {sides[1]}"
    if isinstance(part, FloatExpr | ComplexExpr) or text is None:
        return "Write an integer"
    index_type = unfolded(_type_of(ctx, part))
    is_number = isinstance(index_type, Instance) and index_type.type.fullname in SCALARS
    return f"Write int({text})" if is_slice or is_number else f"Write {cast_text(ctx.api, part, 'int32')}"


def _is_integer(ctx: Context, expression: Expression) -> bool:
    index_type = unfolded(_type_of(ctx, expression))
    return isinstance(index_type, Instance) and index_type.type.fullname == "builtins.int"


def _parts(ctx: Context, expression: Expression, t: Type) -> Iterator[tuple[Expression, Type, bool]]:
    """The parts of an index, their types, and whether each is the bound of a slice."""
    if isinstance(expression, TupleExpr):
        for item in expression.items:
            yield from _parts_of_item(ctx, item, _type_of(ctx, item))
    elif isinstance(proper := unfolded(t), TupleType):
        yield from ((expression, item, False) for item in proper.items)
    else:
        yield from _parts_of_item(ctx, expression, t, is_alone=True)


def _parts_of_item(
    ctx: Context, item: Expression, t: Type | None, *, is_alone: bool = False
) -> Iterator[tuple[Expression, Type, bool]]:
    """The parts of one item of an index, with their types; the last value tells whether the part bounds a slice."""
    if isinstance(item, SliceExpr):
        for bound in (item.begin_index, item.end_index, item.stride):
            index_type = None if bound is None else _type_of(ctx, bound)
            if bound is not None and index_type is not None:
                yield bound, index_type, True
    elif isinstance(item, ListExpr):
        inner = [] if is_alone and isinstance(ctx.context, IndexExpr) else item.items
        for each in inner:
            index_type = _type_of(ctx, each)
            if index_type is not None:
                yield each, index_type, False
    elif t is not None:
        yield item, t, False


def _type_of(ctx: Context, expression: Expression) -> Type | None:
    stored: Type | None = stored_type(ctx.api, expression)
    return stored


def _rejected_dtype(ctx: Context, part: Expression, t: Type, rejected: tuple[str, ...], system: System) -> str | None:
    """The dtype of an index that JAX rejects; None if JAX may accept one of its possible dtypes."""
    proper = unfolded(shown_number(ctx.api, t, part))
    if not isinstance(proper, Instance):
        return None
    possible_dtypes = dtypes_of(proper)
    if not possible_dtypes:
        return None
    dtypes = [system.node(name) if name in system.scalars else name for name in possible_dtypes]
    kinds = {FORMATS[held].kind for held in (system.stored(d) for d in dtypes) if held in FORMATS}
    if not kinds or not kinds.issubset(rejected):
        return None
    if proper.type.fullname in SCALARS:
        return f"a Python {proper.type.name}"
    return " or ".join(dict.fromkeys(system.stored(d) for d in dtypes))
