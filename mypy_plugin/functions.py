"""The results of JAX's functions on arrays: hooks that read the rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from mypy.nodes import (
    CallExpr,
    Expression,
    ListExpr,
    MemberExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import (
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    TupleType,
    Type,
    TypeType,
    get_proper_type,
)

from ..dtypes import DTYPES
from ..rules.functions import Rule, requested, result, rule, rules
from ..rules.operators import BINARY
from ..system import System
from .installed import jax_version
from .names import ARRAY, DTYPES_MODULE, NODES, SCALARS
from .operands import array_info, numpy_scalar, operands
from .operators import Context, Hook, SystemOf
from .results import dtype_type

MOST_COMBINATIONS = 256
"""The number of combinations of dtypes, where operands may have several, above which nothing is said."""

JAX_SCALAR_TYPES: dict[str, str] = {f"jax.numpy.{name}": name for name in DTYPES} | {"jax.numpy.bool": "bool_"}
"""Full name of a JAX scalar type, as ``jnp.float32``, to the dtype. They are objects, not classes."""

INSTANCES: tuple[str, ...] = tuple(
    f"jax.numpy.{name}.__call__"
    for name in ("BinaryUfunc", "ufunc", "_ScalarType", "UnaryUfunc", *(f"_Like{op.capitalize()}" for op in BINARY))
)
"""The methods by which those of JAX's functions are called that are objects."""

SEQUENCES = frozenset(("builtins.list", "builtins.tuple", "typing.Sequence", "collections.abc.Sequence"))
LITERALS = frozenset(("jax.numpy.array", "jax.numpy.asarray"))
"""The functions that make an array of a list."""

POSITIONAL: dict[str, tuple[str, ...]] = {
    "jax.numpy.astype": ("a", "dtype"),
    "jax.numpy.where": ("condition", "x", "y"),
}
"""The parameters that are positional only, of functions whose rules do not speak of all of them."""


def function_hook(fullname: str, system_of: SystemOf) -> Callable[[FunctionContext], Type] | None:
    """The hook of a function that there is a rule for."""
    found = rule(fullname, jax_version())
    if found is None or found.kind == "none":
        return None
    return lambda ctx: _applied(ctx, found, system_of(ctx.api), fullname)


def dtype_hooks(system_of: SystemOf) -> dict[str, Callable[[FunctionContext], Type]]:
    """The hooks of the dtype classes, which make an array of what they are called with: ``jnp.int64(1)``."""

    def hook_of(dtype: str) -> Callable[[FunctionContext], Type]:
        def hook(ctx: FunctionContext) -> Type:
            array, system = _array_in(ctx.default_return_type), system_of(ctx.api)
            if array is None or dtype not in system.nodes:
                return ctx.default_return_type
            return _array(ctx.api, array, [requested(system, dtype)])

        return hook

    return {f"{DTYPES_MODULE}.{dtype}": hook_of(dtype) for dtype in DTYPES}


def method_rule_hooks(system_of: SystemOf) -> dict[str, Hook]:
    """The hooks of the methods of `Array` that there are rules for, and of JAX's functions that are objects."""
    hooks: dict[str, Hook] = dict.fromkeys(INSTANCES, _object_hook(system_of))
    for fullname in rules(jax_version()):
        if fullname.startswith("jax.Array."):
            hooks[f"{ARRAY}{fullname.removeprefix('jax.Array')}"] = _method_hook(fullname, system_of)
    return hooks


def _method_hook(fullname: str, system_of: SystemOf) -> Hook:
    found = rule(fullname, jax_version())
    assert found is not None
    return lambda ctx: _applied(ctx, found, system_of(ctx.api), fullname, mine=ctx.type)


def _object_hook(system_of: SystemOf) -> Hook:
    def hook(ctx: MethodContext) -> Type:
        call = ctx.context
        if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
            return ctx.default_return_type
        fullname, system = call.callee.fullname, system_of(ctx.api)
        if fullname in JAX_SCALAR_TYPES:
            array = _array_in(ctx.default_return_type)
            node = requested(system, JAX_SCALAR_TYPES[fullname]) if JAX_SCALAR_TYPES[fullname] in system.nodes else None
            return ctx.default_return_type if array is None or node is None else _array(ctx.api, array, [node])
        found = rule(fullname, jax_version())
        return ctx.default_return_type if found is None else _applied(ctx, found, system, fullname)

    return hook


def _applied(ctx: Context, found: Rule, system: System, fullname: str, mine: Type | None = None) -> Type:
    """The type that a rule gives to a call; the stub's own where it says nothing."""
    array = _array_in(ctx.default_return_type)
    if array is None or found.kind == "unknown":
        return ctx.default_return_type
    if found.kind == "tuple":
        default = get_proper_type(ctx.default_return_type)
        if not isinstance(default, TupleType) or len(default.items) != len(found.parts):
            return ctx.default_return_type
        parts = [_dtypes(ctx, part, system, fullname, mine) for part in found.parts]
        items = [
            item if nodes is None else _array(ctx.api, array, nodes)
            for item, nodes in zip(default.items, parts, strict=True)
        ]
        return default.copy_modified(items=items)
    nodes = _dtypes(ctx, found, system, fullname, mine)
    if nodes is None:
        return ctx.default_return_type
    return _replaced(ctx.default_return_type, array, _array(ctx.api, array, nodes))


def _array(api: CheckerPluginInterface, array: TypeInfo, nodes: list[str]) -> Instance:
    return Instance(array, [dtype_type(api, nodes)])


def _array_in(t: Type) -> TypeInfo | None:
    """The class `Array` where a type is one, or a list or tuple of them."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return _array_in(proper.items[0]) if proper.items else None
    if isinstance(proper, Instance):
        info = array_info(proper.type)
        return info if info is not None or not proper.args else _array_in(proper.args[0])
    return None


def _replaced(t: Type, array: TypeInfo, by: Instance) -> Type:
    """The type with its arrays replaced: one, or those of a list or a tuple."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_replaced(item, array, by) for item in proper.items])
    if isinstance(proper, Instance) and array_info(proper.type) is None:
        return proper.copy_modified(args=[_replaced(argument, array, by) for argument in proper.args])
    return by


# ------------------------------------------------------------------------------------------------------- arguments


def _dtypes(ctx: Context, found: Rule, system: System, fullname: str, mine: Type | None) -> list[str] | None:
    """The dtypes that the result may have; None if nothing is known of them."""
    dtype: str | None = None
    known: dict[str, list[tuple[str, ...]]] = {}
    for position, name in enumerate(_parameters(ctx, found, fullname)):
        types, expressions = ctx.arg_types[position], ctx.args[position]
        if not types or name is None:
            continue
        if name == found.dtype:
            if isinstance(get_proper_type(types[0]), NoneType):
                continue
            dtype = dtype_argument(ctx.api, expressions[0], types[0])
            if dtype is None or system.scalars.get(dtype, dtype) not in system.nodes:
                return None
        elif name in found.operands and fullname in LITERALS and _items(ctx.api, types[0], expressions[0]) is not None:
            literal = _literal(ctx.api, system, types[0], expressions[0])
            if literal is None:
                return None
            known[name] = [(literal,)]
        elif name in found.operands:
            choices = _choices(ctx, found, name, types, expressions)
            if choices is None:
                return None
            known[name] = choices
    if mine is not None and "self" in found.operands:
        own = _nodes(mine)
        if own is None:
            return None
        known["self"] = [own]
    if dtype is not None or found.constant is not None:
        node = result(found, system, {}, dtype)
        return None if node is None else [node]
    return _distributed(found, system, known)


def _parameters(ctx: Context, found: Rule, fullname: str) -> list[str | None]:
    """The names of the parameters.

    mypy does not keep the names of those that are positional only, so they are what the rule names and no other has.
    """
    names: list[str | None] = [*ctx.callee_arg_names]  # mypy says str, and means str | None
    hidden = names.count(None)
    if not hidden:
        return names
    spoken_of = (*found.operands, *((found.dtype,) if found.dtype else ()))
    known = POSITIONAL.get(fullname) or [name for name in spoken_of if name not in names]
    return [*known, *names[hidden:]] if len(known) == hidden else names


def _distributed(found: Rule, system: System, known: dict[str, list[tuple[str, ...]]]) -> list[str] | None:
    """The results for every combination of what the operands may be."""
    slots = [(name, choices) for name in found.operands for choices in known.get(name, [])]
    combinations = 1
    for _, choices in slots:
        combinations *= len(choices)
    if not slots or combinations > MOST_COMBINATIONS:
        return None
    results: dict[str, None] = {}
    dtype: str | None
    for nodes in product(*(choices for _, choices in slots)):
        given: dict[str, list[str]] = {}
        for (name, _), node in zip(slots, nodes, strict=True):
            given.setdefault(name, []).append(_entered(system, node))
        if any(system.scalars.get(n, n) not in system.nodes for names in given.values() for n in names):
            continue
        dtype = result(found, system, {n: names if n in found.starred else names[0] for n, names in given.items()})
        if dtype is not None:
            results[dtype] = None
    return list(results) or None


def _choices(
    ctx: Context, found: Rule, name: str, types: list[Type], expressions: list[Expression]
) -> list[tuple[str, ...]] | None:
    """What an operand may be, or each item of a starred one; an empty list if it takes no part."""
    if name in found.starred:
        items = [(t, expressions[0]) for t in types] if len(types) > 1 else _items(ctx.api, types[0], expressions[0])
        return None if items is None else _known([_nodes(item) for item, _ in items])
    if isinstance(get_proper_type(types[0]), NoneType):
        return []
    return _known([_nodes(types[0])])


def _known(choices: list[tuple[str, ...] | None]) -> list[tuple[str, ...]] | None:
    known = [nodes for nodes in choices if nodes is not None]
    return known if len(known) == len(choices) else None


def _literal(api: CheckerPluginInterface, system: System, t: Type, expression: Expression) -> str | None:
    """The dtype of an array that is made of a list: the join of its items, and never weak."""
    leaves: list[str] = []
    pending = [(t, expression)]
    while pending:
        item, source = pending.pop()
        items = _items(api, item, source)
        if items is not None:
            pending += items
            continue
        nodes = _nodes(item)
        if nodes is None or len(nodes) != 1:
            return None
        leaves.append(_entered(system, nodes[0]))
    if not leaves or any(system.scalars.get(node, node) not in system.nodes for node in leaves):
        return None
    node: str | None = system.node(leaves[0])
    for leaf in leaves[1:]:
        node = system.promote(node, leaf) if node is not None else None
    return None if node is None else requested(system, node)


def _entered(system: System, node: str) -> str:
    """NumPy's dtypes as they are once converted."""
    bare = node.removeprefix("np:")
    return node if bare == node else system.truncated.get(bare, bare)


def _nodes(t: Type) -> tuple[str, ...] | None:
    found = operands(t)
    if found is None:
        return None
    return tuple(f"np:{node}" if operand.numpy else node for operand in found for node in operand.nodes)


def _items(api: CheckerPluginInterface, t: Type, expression: Expression) -> list[tuple[Type, Expression]] | None:
    """The items of a sequence and their types: of a display each its own, else the one that all have."""
    if isinstance(expression, ListExpr | TupleExpr) and all(api.has_type(item) for item in expression.items):  # type: ignore[attr-defined]
        return [(api.lookup_type(item), item) for item in expression.items]  # type: ignore[attr-defined]
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return [(item, expression) for item in proper.items]
    if isinstance(proper, Instance) and proper.type.fullname in SEQUENCES and proper.args:
        # Items of a category may differ from each other in any way.
        nodes = _nodes(proper.args[0])
        return None if nodes is not None and len(nodes) > 1 else [(proper.args[0], expression)]
    return None


def dtype_argument(api: CheckerPluginInterface, expression: Expression, t: Type) -> str | None:
    """The dtype that an argument stands for, or the name of a Python scalar type; None if that is not known."""
    if isinstance(expression, RefExpr) and expression.fullname in JAX_SCALAR_TYPES:
        return JAX_SCALAR_TYPES[expression.fullname]
    if isinstance(expression, MemberExpr) and expression.name == "dtype":
        nodes = _nodes(api.lookup_type(expression.expr)) if api.has_type(expression.expr) else None  # type: ignore[attr-defined]
        return nodes[0].removeprefix("np:") if nodes is not None and len(nodes) == 1 else None
    proper = get_proper_type(t)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, LiteralType) and isinstance(proper.value, str):
        name = {"bool": "bool_"}.get(proper.value, proper.value)
        return name if name in DTYPES else None
    instance: Type | None = None
    if isinstance(proper, Overloaded):
        proper = proper.items[0]
    if isinstance(proper, TypeType):
        instance = proper.item
    elif isinstance(proper, CallableType) and proper.is_type_obj():
        instance = proper.get_instance_type()
    instance = get_proper_type(instance) if instance is not None else None
    if not isinstance(instance, Instance):
        return None
    name = instance.type.fullname
    return SCALARS.get(name) or NODES.get(name) or numpy_scalar(instance)
