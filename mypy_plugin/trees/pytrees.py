"""Computes the results of functions on pytrees of arrays, such as ``jax.tree.map`` and ``lax.cond``.

In the stubs, `map` has overloads, and mypy checks a lambda again for each overload. So the plugin keeps only the last,
general overload, and asks mypy for the function's result with the types of the leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mypy.nodes import (
    ARG_STAR,
    DictExpr,
    Expression,
    LambdaExpr,
    ListExpr,
    RefExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    ErasedType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UninhabitedType,
    UnionType,
    flatten_nested_unions,
)

from ...inference import converted
from ...system import System
from ..any_type import ANYTHING
from ..callables.lambda_types import remembered
from ..callables.partial import is_partial
from ..jax_names import SCALARS
from ..types.array_types import array_class, array_of, unfolded, unknown_array, without_dtypes
from ..types.expression_types import arguments_of_types, function_type, synthetic_call, type_of, type_without_context
from ..types.operands import as_array, dtypes_of, is_ndarray, numpy_node
from ..variables.number_sources import tree_with_shown_numbers

TREE_MAPS = ("jax._src.tree.map", "jax._src.tree_util.tree_map")
"""``jax.tree.map`` by the names of its definitions."""
MAPS_WITH_PATH = ("jax.tree.map_with_path", "jax.tree_util.tree_map_with_path")
"""``jax.tree.map_with_path``, whose function also receives the path of each leaf."""
BRANCHES = (
    *(f"jax._src.lax.control_flow.conditionals.{name}" for name in ("cond", "switch")),
    "jax._src.lax.control_flow.loops.map",
)
"""The functions that return the result of one of their function arguments on the operands, or on their rows."""
PASSED_THROUGH = (
    "jax._src.api.device_put",
    "jax._src.pjit.with_sharding_constraint",
    "jax._src.pjit.reshard",
    "jax._src.ad_checkpoint.checkpoint_name",
)
"""The functions that return the arrays of a pytree unchanged, and convert its other leaves to arrays."""
CONTAINERS = ("builtins.dict", "builtins.list")
"""The classes of pytree nodes whose last type argument is the type of the children."""


def mapped_tree(ctx: FunctionContext, before: Sequence[Type] = ()) -> Type:
    """Function hook of `TREE_MAPS`: a pytree of results for a pytree of arrays in lists, tuples and dicts.

    Args:
        ctx: the call.
        before: the types of the arguments that the function receives before the leaves.
    """
    functions, trees, _, *others = ctx.arg_types
    if len(functions) != 1 or len(trees) != 1 or any(ARG_STAR in kinds for kinds in ctx.arg_kinds) or any(others):
        return ctx.default_return_type
    tree, *rest = (
        tree_argument(ctx, *argument)
        for argument in zip(ctx.args[1] + ctx.args[2], trees + ctx.arg_types[2], strict=True)
    )
    function = function_of(ctx.args[0][0], functions[0])
    if function is None:
        return ctx.default_return_type
    result = mapped_pytree(lambda leaves: result_for_leaves(ctx, function, [*before, *leaves]), tree, rest)
    return result if result is not None and is_expected(ctx, result) else ctx.default_return_type


def mapped_with_path(ctx: FunctionContext) -> Type:
    """Function hook of `MAPS_WITH_PATH`: paths are tuples with items of any type."""
    return mapped_tree(ctx, [ctx.api.named_generic_type("builtins.tuple", [ANYTHING])])


def is_expected(ctx: FunctionContext | MethodContext, result: Type) -> bool:
    """Whether a result matches the expected type of its context; a new list may also be a list of a wider type."""
    expected = ctx.api.type_context[-1]
    return expected is None or is_subtype(result, expected) or not _may_be(result, expected)


def _may_be(result: Type, expected: Type) -> bool:
    """Whether a new pytree matches an expected type, if its lists and dicts get the expected item types."""
    new_type, expected_type = unfolded(result), unfolded(expected)
    if isinstance(expected_type, UnionType):
        return any(_may_be(new_type, item) for item in expected_type.items)
    if (
        isinstance(new_type, TupleType)
        and isinstance(expected_type, TupleType)
        and new_type.length() == expected_type.length()
    ):
        return all(map(_may_be, new_type.items, expected_type.items))
    if (
        isinstance(new_type, Instance)
        and isinstance(expected_type, Instance)
        and new_type.type is expected_type.type
        and _is_container(new_type)
    ):
        return all(map(_may_be, new_type.args, expected_type.args))
    return is_subtype(new_type, expected_type)


def tree_arguments(ctx: FunctionContext | MethodContext, of: slice = slice(None)) -> list[Type]:
    """The types of the pytrees that some parameters receive; by default all parameters."""
    arguments = zip(ctx.args[of], ctx.arg_types[of], strict=True)
    return [
        tree_argument(ctx, *each) for expressions, types in arguments for each in zip(expressions, types, strict=True)
    ]


def tree_argument(ctx: FunctionContext | MethodContext, expression: Expression, t: Type) -> Type:
    """The type of a pytree argument.

    A container literal is inferred without the parameter's type, which may be `Any`.
    """
    if isinstance(expression, DictExpr | ListExpr | TupleExpr):
        t = type_without_context(ctx.api, expression)
    return tree_with_shown_numbers(ctx.api, t, expression)


def function_of(function: Expression, t: Type) -> Expression | None:
    """An expression to call for the result of a function: its name or lambda, or a placeholder of its type."""
    proper = unfolded(t)
    if isinstance(proper, CallableType) and isinstance(unfolded(proper.ret_type), UninhabitedType):
        return None  # mypy would treat the code after the call as unreachable
    return (
        function
        if isinstance(function, RefExpr | LambdaExpr) or is_partial(function)
        else TempNode(t, context=function)
    )


def mapped_pytree(leaf: Callable[[list[Type]], Type | None], tree: Type, rest: list[Type]) -> Type | None:
    """The pytree of results for a pytree of arrays; None if any leaf is unknown.

    Args:
        leaf: returns the result for an array and the items of the other trees in its place; None if it is unknown.
        tree, rest: the pytrees.
    """
    proper = unfolded(tree)
    others = [unfolded(other) for other in rest]
    if isinstance(proper, TupleType):
        items = [mapped_pytree(leaf, t, [_item(o, i) for o in others]) for i, t in enumerate(proper.items)]
        leaf_types = [item for item in items if item is not None]
        if len(leaf_types) < len(items):
            return None
        if proper.partial_fallback.type.fullname == "builtins.tuple":
            return proper.copy_modified(items=leaf_types)
        return (
            proper if all(map(_is_as_declared, leaf_types, proper.items)) else None
        )  # a named tuple's attributes have names
    if isinstance(proper, NoneType):
        return proper  # a tree without leaves
    if not isinstance(proper, Instance):
        return None
    if as_array(proper) is not None:
        return leaf([tree, *rest])
    if _is_container(proper):
        values = [o.args[-1] if isinstance(o, Instance) and o.type is proper.type else ANYTHING for o in others]
        value = mapped_pytree(leaf, proper.args[-1], values)
        return None if value is None else proper.copy_modified(args=[*proper.args[:-1], value])
    return None


def _is_as_declared(t: Type, declared: Type) -> bool:
    """Whether a result matches the declared type of a named tuple's attribute.

    An array also matches a declared array of unknown dtype.
    """
    return is_same_type(t, declared) or (
        is_of_arrays(declared) and not is_known_pytree(declared) and is_subtype(t, declared)
    )


def _item(t: ProperType, position: int) -> Type:
    """The item of a tuple type at a position; `Any` if the tuple is shorter."""
    return t.items[position] if isinstance(t, TupleType) and position < len(t.items) else ANYTHING


def result_for_leaves(ctx: FunctionContext | MethodContext, callee: Expression, leaves: list[Type]) -> Type | None:
    """The result of a call with some leaves; None if it is unknown, or if mypy reports an error."""
    if isinstance(callee, LambdaExpr):
        return remembered(ctx.api, callee, tuple(leaves), lambda: _lambda_result(ctx, callee, leaves))
    return type_of(ctx.api, synthetic_call(callee, arguments_of_types(leaves), ctx.context))


def _lambda_result(ctx: FunctionContext | MethodContext, function: LambdaExpr, leaves: list[Type]) -> ProperType | None:
    """The result of a lambda with some leaves.

    If the context expects `list[Any]`, mypy gives a literal that type. With an erased context, an empty literal has the
    type `list[Never]` instead. So a container literal is inferred both ways.
    """
    is_literal = isinstance(function.expr(), DictExpr | ListExpr | TupleExpr)
    erased_result = _returned(ctx, function, leaves, ErasedType()) if is_literal else None
    return (
        erased_result
        if erased_result is not None and is_of_arrays(erased_result)
        else _returned(ctx, function, leaves, ANYTHING)
    )


def _returned(
    ctx: FunctionContext | MethodContext, function: LambdaExpr, leaves: list[Type], expected: Type
) -> ProperType | None:
    """The return type of a lambda whose parameters have the types of the leaves."""
    lambda_type = type_of(ctx.api, function, function_type(ctx.api, leaves, expected))
    result = unfolded(lambda_type.ret_type) if isinstance(lambda_type, CallableType) else None
    return None if isinstance(result, AnyType) else result


def branch_hooks(
    system_of: Callable[[FunctionContext], System],
) -> dict[str, Callable[[FunctionContext], Type]]:
    """The hooks of `BRANCHES`, by full name."""
    return dict.fromkeys(BRANCHES, lambda ctx: branched(ctx, system_of(ctx)))


def branched(ctx: FunctionContext, system: System) -> Type:
    """The common result of all functions on the operands; mypy alone infers too little for lambdas.

    Some results may be weak and others strong. Then `jax.lax.cond` returns the result type of the function for False,
    and `jax.lax.switch` that of the first function.
    """
    default, args = ctx.default_return_type, dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    last = next((name for name in ("xs", "branches", "false_fun") if name in args), None)
    is_plain = not args.get("operand") and not any(ARG_STAR in kinds for kinds in ctx.arg_kinds)
    if last is None or not _may_hold_arrays(default) or not is_plain or system.name != "jax":
        return default
    position = ctx.callee_arg_names.index(last)  # operands have a parameter each, where mypy knows how many there are
    operand_slice = slice(position, position + 1) if last == "xs" else slice(position + 1, None)
    leaves = [leaf for t in tree_arguments(ctx, operand_slice) if (leaf := inside(ctx, t, system)) is not None]
    functions = [*args.get("false_fun", []), *args.get("true_fun", []), *args.get("f", [])]
    for branches in args.get("branches", []):
        functions += branches.items if isinstance(branches, ListExpr | TupleExpr) else [branches]
    if len(leaves) < len(tree_arguments(ctx, operand_slice)) or not all(map(is_of_arrays, leaves)):
        return default
    results: list[Type] = []
    for function in functions:
        returned = result_for_leaves(ctx, function, leaves) if isinstance(function, RefExpr | LambdaExpr) else None
        result = None if returned is None else inside(ctx, returned, system)
        if result is None or not is_of_arrays(result):
            return default
        results.append(result)
    if not results or not is_expected(ctx, results[0]):
        return default
    return results[0] if all(_is_alike(r, results[0], system) for r in results) else without_dtypes(default)


def _is_alike(tree: Type, other: Type, system: System) -> bool:
    """Whether the arrays of two pytrees have the same dtypes, apart from weakness."""
    one, two = unfolded(tree), unfolded(other)
    if isinstance(one, TupleType) and isinstance(two, TupleType) and one.length() == two.length():
        return all(_is_alike(a, b, system) for a, b in zip(one.items, two.items, strict=True))
    if not isinstance(one, Instance) or not isinstance(two, Instance):
        return is_same_type(one, two)
    if one.type is not two.type:
        return False
    if as_array(one) is None:
        return not one.args or _is_alike(one.args[-1], two.args[-1], system)
    dtypes_of_both = [dtypes_of(one), dtypes_of(two)]
    dtypes = [{system.stored(node) for node in nodes} for nodes in dtypes_of_both if nodes is not None]
    return len(dtypes) < len(dtypes_of_both) or dtypes[0] == dtypes[1]


def _may_hold_arrays(t: Type) -> bool:
    """Whether a type is an array or a pytree, or may be anything."""
    proper = unfolded(t)
    if isinstance(proper, AnyType | TupleType):
        return True
    is_tree = isinstance(proper, Instance) and proper.type.fullname in (*CONTAINERS, "builtins.tuple")
    return is_tree or is_of_arrays(proper)


def passed_through(ctx: FunctionContext) -> Type:
    """Function hook of `PASSED_THROUGH`: the argument's type.

    Mypy infers `Any` for an array of unknown dtype, which fits all overloads.
    """
    if not ctx.args or len(ctx.args[0]) != 1:
        return ctx.default_return_type
    tree = tree_argument(ctx, ctx.args[0][0], ctx.arg_types[0][0])
    items = flatten_nested_unions([tree])
    is_kept = all(isinstance(unfolded(item), NoneType) or is_of_arrays(item) for item in items)
    return tree if is_kept and is_expected(ctx, tree) else ctx.default_return_type


def is_of_arrays(t: Type) -> bool:
    """Whether all leaves of a pytree are arrays."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(is_of_arrays, proper.items))
    if not isinstance(proper, Instance):
        return False
    return as_array(proper) is not None or (_is_container(proper) and is_of_arrays(proper.args[-1]))


def is_tree(t: ProperType | None) -> bool:
    """Whether a type is a tuple, list or dict that contains arrays."""
    if isinstance(t, TupleType):
        is_plain = t.partial_fallback.type.fullname == "builtins.tuple"
        return is_plain and any(_holds_arrays(item) for item in t.items)
    return isinstance(t, Instance) and _is_container(t) and _holds_arrays(t.args[-1])


def _holds_arrays(t: Type) -> bool:
    """Whether a type is an array or a pytree that contains arrays."""
    proper = unfolded(t)
    return is_tree(proper) or (isinstance(proper, Instance) and as_array(proper) is not None)


def _is_container(t: Instance) -> bool:
    """Whether a type is a list or a dict."""
    return t.type.fullname in CONTAINERS


def is_known_pytree(t: Type) -> bool:
    """Whether a type is a pytree of arrays whose dtypes are all known."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(is_known_pytree, proper.items))
    if not isinstance(proper, Instance):
        return isinstance(proper, NoneType)
    if as_array(proper) is not None:
        return dtypes_of(proper) is not None
    return _is_container(proper) and is_known_pytree(proper.args[-1])


def inside(ctx: FunctionContext | MethodContext, t: Type, system: System) -> Type | None:
    """The type of a pytree inside a function that JAX traces, where numbers are arrays; None if it is unknown."""
    proper = unfolded(t)
    if isinstance(proper, TupleType) and proper.partial_fallback.type.fullname == "builtins.tuple":
        items = [inside(ctx, item, system) for item in proper.items]
        leaf_types = [item for item in items if item is not None]
        return proper.copy_modified(items=leaf_types) if len(leaf_types) == len(items) else None
    if isinstance(proper, NoneType | AnyType):
        return proper
    if not isinstance(proper, Instance):
        return None
    if as_array(proper) is not None:
        return proper
    if _is_container(proper):
        item = inside(ctx, proper.args[-1], system)
        return None if item is None else proper.copy_modified(args=[*proper.args[:-1], item])
    array = array_class(ctx.api)
    if array is not None and (is_ndarray(proper) or numpy_node(proper) is not None):
        node = numpy_node(proper)
        entered = None if node is None else converted(system, node)
        return unknown_array(array) if entered not in system.nodes else array_of(ctx.api, array, [entered])
    if array is None or proper.type.fullname not in SCALARS:
        return None
    return array_of(ctx.api, array, [system.node(SCALARS[proper.type.fullname])])
