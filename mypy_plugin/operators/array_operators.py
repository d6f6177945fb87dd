"""The results of operators on arrays: method hooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from mypy.nodes import OperatorAssignmentStmt, OpExpr, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, Instance, TupleType, Type, TypeVarType, UnionType, get_proper_type, get_proper_types

from ...advice import refusal, refusal_unary
from ...diagnostics.codes import DTYPE_PROMOTION
from ...operators import COMPARISONS, FORWARD, PAIR_RESULT, REFLECTED, UNARY_METHODS
from ...system import PYTHON_SCALARS, System
from ..jax_names import ARRAY, NUMPY_OPERATOR_CLASSES, SCALARS
from ..report import refuse, try_each_item
from ..types.array_types import Dtypes, array_of, unknown
from ..types.operands import Operand, array_dtype, array_info, as_array, converted, made_by_itself, operands

Context: TypeAlias = MethodContext | FunctionContext
Hook: TypeAlias = Callable[[MethodContext], Type]
AnyContext: TypeAlias = MethodContext | FunctionContext | AttributeContext
SystemOf: TypeAlias = Callable[[AnyContext], System]

BOOL = "bool_"
"""What a comparison makes of any two arrays."""
MOST_RESULTS = 4096
"""The number of operators with operands of some dtypes whose results are kept: programs use few again and again."""


def method_hooks(system_of: SystemOf) -> dict[str, Hook]:
    """The hook of each operator method, by its full name.

    Args:
        system_of: the promotion system that holds where mypy asks.
    """
    hooks: dict[str, Hook] = {}
    for method, op in FORWARD.items():
        hooks[f"{ARRAY}.{method}"] = _binary(op, system_of, reflected=False)
    for method, op in REFLECTED.items():
        hooks[f"{ARRAY}.{method}"] = _binary(op, system_of, reflected=True)
    for method, op in UNARY_METHODS.items():
        hooks[f"{ARRAY}.{method}"] = _unary(op, system_of)
    # Classes whose stubs claim any operand, while at run time they leave an array of ours to its own operator.
    for name in NUMPY_OPERATOR_CLASSES:
        for method, op in FORWARD.items():
            hooks[f"{name}.{method}"] = _claimed(op, system_of, reflected=False)
        for method, op in REFLECTED.items():
            hooks[f"{name}.{method}"] = _claimed(op, system_of, reflected=True)
    for name in SCALARS:
        for op in ("eq", "ne"):
            hooks[f"{name}.__{op}__"] = _claimed(op, system_of, reflected=False)
    return hooks


def _binary(op: str, system_of: SystemOf, *, reflected: bool) -> Hook:
    def hook(ctx: MethodContext) -> Type:
        mine = ctx.type
        if not isinstance(mine, Instance) or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        other = made_by_itself(ctx.api, ctx.arg_types[0][0], ctx.args[0][0])
        left, right = (other, mine) if reflected else (mine, other)
        return binary_result(ctx, op, system_of(ctx), array_info(mine.type), left, right)

    return hook


def _claimed(op: str, system_of: SystemOf, *, reflected: bool) -> Hook:
    def hook(ctx: MethodContext) -> Type:
        if not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        other = get_proper_type(ctx.arg_types[0][0])
        items = get_proper_types(other.items) if isinstance(other, UnionType) else [other]
        arrays = [array for item in items if isinstance(item, Instance) and (array := as_array(item))]
        if not arrays:
            return ctx.default_return_type
        if len(arrays) < len(items):
            try_each_item(ctx)
            return ctx.default_return_type
        if isinstance(get_proper_type(ctx.default_return_type), AnyType) and operands(ctx.type) is None:
            return ctx.default_return_type  # an unknown dtype leaves NumPy's stubs at a loss: so it was before us
        left, right = (other, ctx.type) if reflected else (ctx.type, other)
        return binary_result(ctx, op, system_of(ctx), arrays[0].type, left, right)

    return hook


def binary_result(ctx: Context, op: str, system: System, array: TypeInfo | None, left: Type, right: Type) -> Type:
    """The type of ``left op right``, at least one of which is an array; an error where the system refuses it.

    Args:
        ctx: where it stands.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        system: the promotion system.
        array: the class `Array`; None if it has none, and nothing is known.
        left, right: the types of the operands.
    """
    if array is None:
        return ctx.default_return_type
    lefts, rights = operands(left), operands(right)
    if lefts is None or rights is None:
        same = same_for_all(op, system)
        return _shaped(op, unknown(array) if same is None else array_of(ctx.api, array, [same]), ctx)
    results: list[Type] = []
    for a, b in _taken_pairs(op, system, lefts, rights):
        dtypes = _combined(ctx, op, system, a, b)
        if dtypes is None:
            return _shaped(op, unknown(array), ctx)
        results.append(array_of(ctx.api, array, dtypes))
    return _shaped(op, results[0] if len(results) == 1 else make_simplified_union(results), ctx)


def _taken_pairs(op: str, system: System, lefts: list[Operand], rights: list[Operand]) -> list[tuple[Operand, Operand]]:
    """The pairs of operands. Of several numbers, of which any may be meant, those that the system takes, if it does."""
    pairs = [*product(lefts, rights)]
    if not any(len(side) > 1 and all(one.nodes[0] in PYTHON_SCALARS for one in side) for side in (lefts, rights)):
        return pairs
    return [pair for pair in pairs if any(pair_results(system, op, *pair).values())] or pairs


def same_for_all(op: str, system: System) -> str | None:
    """The dtype of an operator's result, if it is the same whatever dtypes the operands have."""
    return BOOL if op in COMPARISONS and BOOL in system.nodes else None


def _combined(ctx: Context, op: str, system: System, left: Operand, right: Operand) -> Dtypes | None:
    """The dtypes that ``left op right`` may have; None, and an error, if no pair of their dtypes has one."""
    results = pair_results(system, op, left, right)
    allowed = [result for result in results.values() if result is not None]
    if not allowed:
        if results and not _may_be_anything(ctx):
            _refuse(ctx, refusal(system, op, *next(iter(results))))
        return None
    for operand, position in ((left, 0), (right, 1)):
        if operand.variable is not None and _keeps(operand.variable, results, position):
            return operand.variable
    return allowed


def _may_be_anything(ctx: Context) -> bool:
    """Whether an operand may as well be an array of unknown dtype, as an `ArrayLike` may.

    mypy asks for each item of a union on the left alone.
    """
    match ctx.context:
        case OpExpr(left=left, right=right) | OperatorAssignmentStmt(lvalue=left, rvalue=right):
            return any(_is_open(ctx.api.lookup_type_or_none(operand)) for operand in (left, right))  # type: ignore[attr-defined]
    return False


def _is_open(t: Type | None) -> bool:
    """Whether it is a union with an array of unknown dtype."""
    union = get_proper_type(t)
    items = get_proper_types(union.items) if isinstance(union, UnionType) else []
    arrays = (as_array(item) for item in items if isinstance(item, Instance))
    return any(array is not None and array_dtype(array.args[0]) is None for array in arrays)


@lru_cache(MOST_RESULTS)
def pair_results(system: System, op: str, left: Operand, right: Operand) -> dict[tuple[str, str], str | None]:
    """What the system makes of each pair of dtypes that two operands may be."""
    lefts, rights = _entering(system, left, op), _entering(system, right, op, exponent=op == "pow")
    pairs = list(product(lefts, rights))
    if left.variable is not None and left.variable == right.variable:
        pairs = [(a, a) for a in lefts]  # one dtype, whatever it is
    return {pair: system.binary(op, *pair) for pair in pairs}


def _keeps(variable: TypeVarType, results: dict[tuple[str, str], str | None], position: int) -> bool:
    """Whether every result that there is, is the dtype that the variable stands for."""
    return all(result is None or result == pair[position] for pair, result in results.items())


def _entering(system: System, operand: Operand, op: str, *, exponent: bool = False) -> list[str]:
    """The nodes of an operand that the system knows, NumPy's as they are once converted."""
    if operand.scalar and op == "matmul":
        return ["int"]  # without a dimension to contract, as any scalar
    if operand.scalar and exponent and "int" in operand.nodes[0]:
        return ["int"]  # known before the array is, as Python's
    nodes = (converted(system, node) if operand.numpy else node for node in operand.nodes)
    return [node for node in nodes if node in system.nodes or node in system.scalars]


def _unary(op: str, system_of: SystemOf) -> Hook:
    def hook(ctx: MethodContext) -> Type:
        if op == "round" and ctx.arg_types and ctx.arg_types[0]:
            array = as_array(ctx.type) if isinstance(ctx.type, Instance) else None
            return array or ctx.default_return_type
        return unary_result(ctx, op, system_of(ctx), ctx.type)

    return hook


def unary_result(ctx: Context, op: str, system: System, operand: Type) -> Type:
    """The type of a unary operator's result, if the operand is an array."""
    proper = get_proper_type(operand)
    array = array_info(proper.type) if isinstance(proper, Instance) else None
    if array is None:
        return ctx.default_return_type
    found = operands(proper)
    if found is None:
        return unknown(array)
    nodes = _entering(system, found[0], op)
    results = {node: system.unary(op, node) for node in nodes}
    allowed = [result for result in results.values() if result is not None]
    if not allowed:
        if nodes:
            _refuse(ctx, refusal_unary(system, op, nodes[0]))
        return unknown(array)
    variable = found[0].variable
    if variable is not None and all(result in (None, node) for node, result in results.items()):
        return array_of(ctx.api, array, variable)
    return array_of(ctx.api, array, allowed)


def _shaped(op: str, result: Type, ctx: Context) -> Type:
    if op in PAIR_RESULT:
        return TupleType([result, result], ctx.api.named_generic_type("builtins.tuple", [result]))
    return result


def _refuse(ctx: Context, refused: tuple[str, str]) -> None:
    """Report what the system refuses, and what to do instead."""
    refuse(ctx, DTYPE_PROMOTION, "; ".join(refused))
