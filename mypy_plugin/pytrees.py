"""Trees of arrays: ``jax.tree.map``, what lambdas make of operands, and what loops carry.

In stubs `map` takes overloads, and mypy checks a lambda anew for each of them. So of these the plugin keeps the last,
which takes anything, and asks the function itself what it makes of the leaves.
"""

from __future__ import annotations

from functools import cache

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    CallExpr,
    DictExpr,
    Expression,
    LambdaExpr,
    ListExpr,
    RefExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UninhabitedType,
    get_proper_type,
)

from ..systems import get_system
from .arguments import choice
from .names import ARRAY
from .operands import as_array
from .results import array_class, dtype_type, unknown

TREE_MAPS = ("jax._src.tree.map", "jax._src.tree_util.tree_map")
"""The function by the names of its definitions."""
LOOPS = tuple(f"jax._src.lax.control_flow.loops.{name}" for name in ("fori_loop", "scan", "while_loop"))
"""The functions that return what they are given first, after the last turn."""
BRANCHES = (
    *(f"jax._src.lax.control_flow.conditionals.{name}" for name in ("cond", "switch")),
    "jax._src.lax.control_flow.loops.map",
)
"""The functions that return what functions make of operands, or of their rows."""
CONTAINERS = ("builtins.dict", "builtins.list")
"""The classes that are nodes of a tree and have their children's type as the last type argument."""
_ANY = AnyType(TypeOfAny.special_form)


def mapped_tree(ctx: FunctionContext) -> Type:
    """Function hook: a tree of results, where the tree is one of arrays in lists, tuples and dicts."""
    functions, trees, _, *others = ctx.arg_types
    if len(functions) != 1 or len(trees) != 1 or any(ARG_STAR in kinds for kinds in ctx.arg_kinds) or any(others):
        return ctx.default_return_type
    tree, *rest = (
        _tree(ctx, *given) for given in zip(ctx.args[1] + ctx.args[2], trees + ctx.arg_types[2], strict=True)
    )
    result = _mapped(ctx, _callee(ctx.args[0][0], functions[0]), tree, rest)
    expected = ctx.api.type_context[-1]
    if result is None or (expected is not None and not is_subtype(result, expected)):
        return ctx.default_return_type  # a list of a wider type is expected, which a new list may well be
    return result


def _tree(ctx: FunctionContext, expression: Expression, t: Type) -> Type:
    """The type of a tree; a display's by itself, since as an argument that may be anything its items are unknown."""
    if not isinstance(expression, DictExpr | ListExpr | TupleExpr):
        return t
    with ctx.api.msg.filter_errors():
        return ctx.api.get_expression_type(expression)


def _callee(function: Expression, t: Type) -> Expression | None:
    """What to call to see what the function returns: itself by its name, or something of its type."""
    proper = get_proper_type(t)
    if isinstance(proper, CallableType) and isinstance(get_proper_type(proper.ret_type), UninhabitedType):
        return None  # mypy would take for unreachable what follows
    return function if isinstance(function, RefExpr | LambdaExpr) else TempNode(t, context=function)


def _mapped(ctx: FunctionContext, callee: Expression | None, tree: Type, rest: list[Type]) -> Type | None:
    """The tree after the function, and None if not all its leaves are known."""
    proper = get_proper_type(tree)
    others = [get_proper_type(other) for other in rest]
    if isinstance(proper, TupleType) and proper.partial_fallback.type.fullname == "builtins.tuple":
        items = [_mapped(ctx, callee, t, [_item(o, i) for o in others]) for i, t in enumerate(proper.items)]
        known = [item for item in items if item is not None]
        return proper.copy_modified(items=known) if len(known) == len(items) else None
    if not isinstance(proper, Instance) or callee is None:
        return None
    if as_array(proper) is not None:
        return _called(ctx, callee, [tree, *rest])
    if proper.type.fullname in CONTAINERS:
        values = [o.args[-1] if isinstance(o, Instance) and o.type is proper.type else _ANY for o in others]
        value = _mapped(ctx, callee, proper.args[-1], values)
        return None if value is None else proper.copy_modified(args=[*proper.args[:-1], value])
    return None


def _item(t: ProperType, position: int) -> Type:
    return t.items[position] if isinstance(t, TupleType) and position < len(t.items) else _ANY


def _called(ctx: FunctionContext, callee: Expression, leaves: list[Type]) -> Type | None:
    """What a call with some leaves returns; None if that is not known, or if it is an error."""
    kinds = [ARG_POS] * len(leaves)
    names: list[str | None] = [None] * len(leaves)
    with ctx.api.msg.filter_errors() as errors:
        if isinstance(callee, LambdaExpr):  # whose parameters have the types that are expected of it
            expected = CallableType(leaves, kinds, names, _ANY, ctx.api.named_generic_type("builtins.function", []))
            function = get_proper_type(ctx.api.get_expression_type(callee, expected))
            result = function.ret_type if isinstance(function, CallableType) else _ANY
        else:
            call = CallExpr(callee, [TempNode(t) for t in leaves], kinds, names)
            call.set_line(ctx.context)
            result = ctx.api.get_expression_type(call)
    unknown = errors.has_new_errors() or isinstance(get_proper_type(result), AnyType)
    return None if unknown else result


def branched(ctx: FunctionContext) -> Type:
    """Function hook of `BRANCHES`: where mypy infers nothing of lambdas, what all functions make of the operands.

    Of Python's numbers and NumPy's arrays, which are JAX's in there, the bodies do not say what JAX makes.
    """
    args = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    last = next((name for name in ("xs", "branches", "false_fun") if name in args), None)
    is_open = isinstance(get_proper_type(ctx.default_return_type), AnyType)
    is_plain = not args.get("operand") and not any(ARG_STAR in kinds for kinds in ctx.arg_kinds)
    if last is None or not is_open or not is_plain:
        return ctx.default_return_type
    position = ctx.callee_arg_names.index(last)  # operands have a parameter each, where mypy knows how many there are
    operands = ctx.arg_types[position : position + 1] if last == "xs" else ctx.arg_types[position + 1 :]
    leaves = [t for types in operands for t in types]
    functions = [*args.get("true_fun", []), *args.get("false_fun", []), *args.get("f", [])]
    for branches in args.get("branches", []):
        functions += branches.items if isinstance(branches, ListExpr | TupleExpr) else [branches]
    if not all(map(_is_of_arrays, leaves)):
        return ctx.default_return_type
    found: Type | None = None
    for function in functions:
        result = _called(ctx, function, leaves) if isinstance(function, RefExpr | LambdaExpr) else None
        if result is None or not _is_of_arrays(result) or not is_same_type(result, found or result):
            return ctx.default_return_type
        found = result
    return found or ctx.default_return_type


def _is_of_arrays(t: Type) -> bool:
    """Whether a tree has no leaf but arrays."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return all(map(_is_of_arrays, proper.items))
    if not isinstance(proper, Instance):
        return False
    return as_array(proper) is not None or (proper.type.fullname in CONTAINERS and _is_of_arrays(proper.args[-1]))


def carried(ctx: FunctionContext) -> Type:
    """Function hook of a loop: what its body says of what is carried, and where it says nothing, what is known without.

    Of items that mypy has joined to `object` nothing is known, so nothing is an error.
    """
    found = get_proper_type(_without_joins(ctx.default_return_type))
    name = next((n for n in ("init", "init_val") if n in ctx.callee_arg_names), None)
    types = ctx.arg_types[ctx.callee_arg_names.index(name)] if name else []
    if not types:
        return found
    if name == "init":  # of `scan`, which returns a pair
        carry, each = found.items if isinstance(found, TupleType) and len(found.items) == 2 else (_ANY, _ANY)
        fallback = ctx.api.named_generic_type("builtins.tuple", [_ANY])
        return TupleType([_carried(carry, types[0], ctx), each], fallback)
    return _carried(found, types[0], ctx)


def _carried(out: Type, init: Type, ctx: FunctionContext) -> Type:
    """The type of what a loop carries out, where its body leaves that open.

    Trees keep their containers, and strong arrays their dtype; but those of a default dtype may become weak.
    """
    out, init = get_proper_type(out), get_proper_type(init)
    if isinstance(init, TupleType) and init.partial_fallback.type.fullname == "builtins.tuple":
        if isinstance(out, AnyType):
            out = init.copy_modified(items=[out] * len(init.items))
        if isinstance(out, TupleType) and len(out.items) == len(init.items):
            return out.copy_modified(items=[_carried(o, i, ctx) for o, i in zip(out.items, init.items, strict=True)])
        return out
    array = array_class(ctx.api)
    is_open = isinstance(out, AnyType) or (array is not None and out == unknown(array))
    known = choice(init)
    if array is None or not is_open or known is None:
        return out
    return Instance(array, [dtype_type(ctx.api, known.nodes)]) if _stays(init, known.nodes) else unknown(array)


def _stays(init: ProperType, nodes: tuple[str, ...]) -> bool:
    """Whether an array that a loop carries is of the same dtype afterwards, whatever the body is."""
    is_array = isinstance(init, Instance) and init.type.fullname == ARRAY
    return is_array and len(nodes) == 1 and nodes[0] not in _may_become_weak()


@cache
def _may_become_weak() -> frozenset[str]:
    """Weak types and their default dtypes: an array of one of these may be weak after a loop, or no longer be."""
    pairs = (pair for x64 in (False, True) for pair in get_system("jax", x64=x64).defaults.items())
    return frozenset(dtype for pair in pairs for dtype in pair)


def _without_joins(t: Type) -> Type:
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_without_joins(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname == "builtins.object":
        return _ANY
    return proper.copy_modified(args=[_without_joins(argument) for argument in proper.args]) if proper.args else t
