"""Results of functions that fold the items of an iterable: `sum` and `functools.reduce`.

`folding_hooks` and `folding_signatures` are the tables for `hook_tables`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.erasetype import remove_instance_last_known_values
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.subtypes import is_same_type
from mypy.typeops import make_simplified_union, tuple_fallback
from mypy.types import (
    AnyType,
    FunctionLike,
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    UnionType,
    UnpackType,
    get_proper_type,
    get_proper_types,
)

from ..any_type import ANYTHING
from ..contexts import FunctionHook, SystemOf
from ..trees.leaf_results import function_of, result_for_leaves
from ..types.array_types import holds_arrays, unknown_array
from ..types.expression_types import function_type, type_without_context
from ..types.operands import array_dtype, as_array, is_python_number, operands
from ..variables.assignment_marker import inner_value
from ..variables.number_classes import shown_number
from .array_operators import binary_result
from .declared_arrays import are_declared_arrays
from .generic_functions import signature_of_any_dtype
from .operator_functions import OPERATORS, array_of, is_numpy_array

SignatureHook: TypeAlias = Callable[[FunctionSigContext], FunctionLike]

CONTAINER_EXPRESSIONS = (ListExpr, TupleExpr, SetExpr, ListComprehension, GeneratorExpr)
"""The expressions whose items mypy infers by the type that their place expects."""
STEPS = 3
"""The number of repetitions of an operator after which the result dtype no longer changes."""


def folding_hooks(system_of: SystemOf) -> dict[str, FunctionHook]:
    """The hook of each function, by full name.

    Args:
        system_of: returns the promotion system that holds at a call.
    """
    return {"builtins.sum": _sum(system_of), "functools.reduce": _reduce(system_of)}


def folding_signatures() -> dict[str, SignatureHook]:
    """The signature hooks of functions that fold arrays.

    The declared result has the type of the arrays, or of the start value. The operator's result may have another dtype,
    which mypy would report as an error.
    """
    return {"builtins.sum": _sum_signature, "functools.reduce": _reduce_signature}


def _sum_signature(ctx: FunctionSigContext) -> FunctionLike:
    """The signature of `sum` for arrays, if the call's context expects arrays, whose dtype may be another."""
    signature = ctx.default_signature
    if not holds_arrays(ctx.api.type_context[-1]) or not ctx.args or len(ctx.args[0]) != 1:
        return signature
    element = _element(type_without_context(ctx.api, ctx.args[0][0]))
    if element is None or not _is_array(element):
        return signature
    arrays = ctx.api.named_generic_type("typing.Iterable", [element])
    others = [ANYTHING] * (len(signature.arg_types) - 1)
    return signature.copy_modified(arg_types=[arrays, *others], ret_type=ANYTHING, variables=())


def _reduce_signature(ctx: FunctionSigContext) -> FunctionLike:
    """The signature of `functools.reduce` for arrays, in which the accumulated value may have any type."""
    signature = ctx.default_signature
    if len(ctx.args) < 2 or len(ctx.args[1]) != 1:
        return signature
    element = _element(type_without_context(ctx.api, ctx.args[1][0]))
    if element is None or not _is_array(element):
        return signature_of_any_dtype(ctx)  # only the start value may be an array
    function = function_type(ctx.api, [ANYTHING, element], ANYTHING)
    arrays = ctx.api.named_generic_type("typing.Iterable", [element])
    others = [ANYTHING] * (len(signature.arg_types) - 2)
    return signature.copy_modified(arg_types=[function, arrays, *others], ret_type=ANYTHING, variables=())


def _sum(system_of: SystemOf) -> FunctionHook:
    """The hook of `sum`, which starts with the int 0, so that a sum of bools is an int."""

    def hook(ctx: FunctionContext) -> Type:
        argument_types = [types[0] for types in ctx.arg_types if len(types) == 1]
        if not argument_types:
            return ctx.default_return_type
        if is_python_number(ctx.api.type_context[-1]) and not holds_arrays(ctx.default_return_type):
            return ctx.default_return_type  # mypy has reported arrays among the items, or does not know the items
        summed = _summed_type(ctx, argument_types[0])
        if is_numpy_array(summed):
            return ANYTHING  # NumPy's stubs leave the type of an item open, and mypy infers an int
        if _has_unknown_items(summed):
            return ANYTHING  # also after the start: mypy may infer the start's type alone
        if len(argument_types) == 2:
            argument_types[1] = shown_number(ctx.api, argument_types[1], ctx.args[1][0])
        items = _start_and_items(ctx, _element(summed))
        elements = [item for item in items if isinstance(item, Instance) and as_array(item)]
        if not elements:
            return ctx.default_return_type
        element = make_simplified_union(elements)
        array = array_of(elements[0])
        start: Type = argument_types[1] if len(argument_types) == 2 else ctx.api.named_generic_type("builtins.int", [])
        empty: list[Type] = [start] if len(argument_types) == 2 else [item for item in items if item not in elements]
        if _minimal_length(ctx.args[0][0]) or _is_filled_tuple(argument_types[0]):
            has_start = len(argument_types) == 2
            empty = [] if has_start else [t for t in get_proper_types(empty) if not isinstance(t, LiteralType)]
        is_open = array is not None and not any(map(_is_known, elements))
        if any(map(_is_number, empty)) and (is_open or not are_declared_arrays(ctx.api, ctx.args[0][0])):
            # mypy with JAX alone takes the sum for `Any`, so that an int's missing attributes must be no errors.
            empty = [ANYTHING if _is_number(t) else t for t in empty]
        if array is not None and is_open:
            return UnionType.make_union([unknown_array(array), *empty])
        once = binary_result(ctx, "add", system_of(ctx), array, start, element)
        twice = binary_result(ctx, "add", system_of(ctx), array, once, element)
        return make_simplified_union([*empty, once, twice])

    return hook


def _start_and_items(ctx: FunctionContext, summed_item: Type | None) -> list[ProperType]:
    """The types of the default start 0 and of the items that `sum` adds, or the members of mypy's own result."""
    returned = get_proper_type(ctx.default_return_type)
    items = get_proper_types(returned.items) if isinstance(returned, UnionType) else [returned]
    if not _is_array(summed_item) and not any(isinstance(item, AnyType) for item in items):
        return items
    zero = LiteralType(0, ctx.api.named_generic_type("builtins.int", []))
    return [zero, *_items(summed_item or ANYTHING)]


def _summed_type(ctx: FunctionContext, t: Type) -> Type:
    """The type of the iterable whose items `sum` adds.

    The first overload of `sum` expects ints. For it, mypy takes the unknown items of a literal for ints, and a hook may
    leave out the type of a call's result, such as that of ``jax.tree.leaves(tree)``.
    """
    expression = ctx.args[0][0]
    is_uncertain = isinstance(expression, CONTAINER_EXPRESSIONS) or (
        isinstance(expression, CallExpr) and _has_unknown_items(t)
    )
    return type_without_context(ctx.api, expression) if is_uncertain else t


def _has_unknown_items(iterable: Type) -> bool:
    """Whether the type of some items of an iterable is unknown."""
    if isinstance(get_proper_type(iterable), AnyType):
        return True
    element = _element(iterable)
    return element is not None and any(isinstance(item, AnyType) for item in _items(element))


def _items(t: Type) -> list[ProperType]:
    """The members of a union, or the type itself."""
    proper = get_proper_type(t)
    return get_proper_types(proper.items) if isinstance(proper, UnionType) else [proper]


def _is_known(t: Instance) -> bool:
    """Whether the dtype of an array is known."""
    array = as_array(t)
    return array is not None and array_dtype(array.args[0]) is not None


def _is_number(t: Type) -> bool:
    """Whether a type is a Python number or the literal 0, with which a sum starts."""
    proper = get_proper_type(t)
    return (isinstance(proper, LiteralType) and proper.value == 0) or is_python_number(proper)


def _is_filled_tuple(t: Type) -> bool:
    """Whether a type is a tuple that has at least one item."""
    proper = get_proper_type(t)
    return isinstance(proper, TupleType) and any(not isinstance(item, UnpackType) for item in proper.items)


def _minimal_length(expression: Expression) -> int:
    """The minimal number of items of a list, tuple, set or dict literal, or of an iterator over one; otherwise 0."""
    match expression:
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            return sum(not isinstance(item, StarExpr) for item in items)
        case DictExpr(items=pairs):
            return min(1, sum(key is not None for key, _ in pairs))  # keys may be equal
        case CallExpr(callee=MemberExpr(expr=DictExpr() as holder, name="values"), args=[]):
            return _minimal_length(holder)
        case ListComprehension(generator=inner):
            return _minimal_length(inner)
        case GeneratorExpr(sequences=[sequence], condlists=[[]]):
            return _minimal_length(inner_value(sequence))
    return 0


def _reduce(system_of: SystemOf) -> FunctionHook:
    """The hook of `functools.reduce`, whose declared result has the type of the start value."""

    def hook(ctx: FunctionContext) -> Type:
        argument_types = [types[0] for types in ctx.arg_types if len(types) == 1]
        element = _element(argument_types[1]) if len(argument_types) in (2, 3) else None
        if element is None or not _is_array(element):
            return ctx.default_return_type
        step = _step(ctx, system_of, element, argument_types)
        step_types: list[Type] = [
            remove_instance_last_known_values(argument_types[2]) if len(argument_types) == 3 else element
        ]
        for _ in range(STEPS):
            next_type = step(step_types[-1]) if step is not None else None
            if next_type is None:
                return ctx.default_return_type
            step_types.append(next_type)
        if not is_same_type(step_types[-1], step_types[-2]):
            return ctx.default_return_type
        if _minimal_length(ctx.args[1][0]) >= (1 if len(argument_types) == 3 else 2):
            del step_types[0]  # at least one step runs
        return make_simplified_union(step_types)

    return hook


def _step(
    ctx: FunctionContext, system_of: SystemOf, element: Type, argument_types: list[Type]
) -> Callable[[Type], Type | None] | None:
    """A function that returns the accumulated type after one step of `functools.reduce`; None if it is unknown."""
    function = ctx.args[0][0]
    op = OPERATORS.get(function.fullname) if isinstance(function, RefExpr) else None
    if op is None:
        function_argument = function_of(function, argument_types[0])
        return (
            None
            if function_argument is None
            else lambda carried: result_for_leaves(ctx, function_argument, [carried, element])
        )
    array = array_of(_items(element)[0])
    if array is None or (len(argument_types) == 3 and not (array_of(argument_types[2]) or operands(argument_types[2]))):
        return None
    return lambda carried: binary_result(ctx, op, system_of(ctx), array, carried, element)


def _element(t: Type) -> Type | None:
    """The type of an iterable's items."""
    proper = get_proper_type(t)
    instance = tuple_fallback(proper) if isinstance(proper, TupleType) else proper
    if not isinstance(instance, Instance):
        return None
    iterable = next((base for base in instance.type.mro if base.fullname == "typing.Iterable"), None)
    return None if iterable is None else map_instance_to_supertype(instance, iterable).args[0]


def _is_array(t: Type | None) -> bool:
    """Whether a type is an array or a union of arrays."""
    return t is not None and all(isinstance(item, Instance) and as_array(item) is not None for item in _items(t))
