"""Signatures of other packages in which a type variable stands for any array: the operators of ``flax.nnx.Param``.

``def __mul__(self: Variable[A], other: Any) -> A`` is true of JAX's own class, which has no dtype. For the class
``Array[bfloat16]`` it says more than its author meant: ``parameter * x`` is float32 if `x` is. So the plugin computes
the result of such an operator, or its dtype is unknown. A function's result keeps its dtype if no argument can change
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from mypy.nodes import (
    ARG_NAMED_OPT,
    ARG_OPT,
    ArgKind,
    CallExpr,
    Context,
    Decorator,
    MemberExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    TypeInfo,
    UnaryExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    CallableType,
    Instance,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeType,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
    get_proper_types,
)

from ...dtypes import DTYPES
from ...inference.operators import pair_results
from ...operators import FORWARD, METHODS, REFLECTED, UNARY_METHODS
from ...system import System
from ..contexts import Hook, SystemOf
from ..functions.tree_leaves import INEXACT
from ..jax_names import SCALARS
from ..types.array_types import unfolded, unknown, without_dtypes
from ..types.operands import array_dtype, as_array, operands
from .array_operators import binary_result, unary_result
from .wrapper_classes import GETTERS, getter, unwrapped, value_type

INSTALLED = ("site-packages", "dist-packages")
"""The folders of packages that do not belong to the program under check, whose authors did not write dtypes."""
HARMLESS = frozenset(("builtins.str", "builtins.bytes", "builtins.int", "builtins.bool", "builtins.slice"))
"""The classes of arguments that never change the dtype of an array."""
KEYS = frozenset(("key", "rng", "rngs"))
"""The names of parameters that take random keys, which do not change a dtype either."""
OPTIONAL = (ARG_OPT, ARG_NAMED_OPT)


def wrapper_operators(system_of: SystemOf) -> dict[str, Hook]:
    """The hooks of methods by their names, for classes that hold an array: its operators, and what returns it."""
    return {method: _operator(method, system_of) for method in METHODS} | dict.fromkeys(GETTERS, getter)


def _operator(method: str, system_of: SystemOf) -> Hook:
    op = FORWARD.get(method) or REFLECTED.get(method) or UNARY_METHODS[method]

    def hook(ctx: MethodContext) -> Type:
        held = _known_array(ctx.default_return_type)
        owner = ctx.type
        if held is None or not isinstance(owner, Instance) or not _returns_variable(owner.type, method):
            return ctx.default_return_type
        tree, system, is_forwarder = ctx.api.tree, system_of(ctx), value_type(owner) is not None  # type: ignore[attr-defined]
        given = [types[0] for types in ctx.arg_types if len(types) == 1]
        if method in UNARY_METHODS:
            if is_forwarder and not given:
                return unary_result(ctx, op, system, unwrapped(tree, owner, _operand(ctx.context, method)))
            return kept_unary(system, op, held)
        if len(given) != 1:
            return unknown(held.type)
        mine = unwrapped(tree, owner, _operand(ctx.context, method)) if is_forwarder else held
        other = unwrapped(tree, given[0], ctx.args[0][0])
        left, right = (other, mine) if method in REFLECTED else (mine, other)
        if is_forwarder:
            return binary_result(ctx, op, system, held.type, left, right)
        return held if _keeps(system, op, left, right, held) else unknown(held.type)

    return hook


def _operand(context: Context, method: str) -> Context:
    """The operand whose method is called."""
    match context:
        case OpExpr(left=left, right=right):
            return right if method in REFLECTED else left
        case OperatorAssignmentStmt(lvalue=left, rvalue=right):
            return right if method in REFLECTED else left
        case UnaryExpr(expr=expr):
            return expr
    return context


def _known_array(t: Type) -> Instance | None:
    """The type if it is an array of known dtype."""
    proper = get_proper_type(t)
    array = as_array(proper) if isinstance(proper, Instance) else None
    return array if array is not None and array_dtype(array.args[0]) is not None else None


def _returns_variable(owner: TypeInfo, method: str) -> bool:
    """Whether a method is declared to return a type variable."""
    symbol = owner.get(method)
    declared = _signatures(symbol.node if symbol else None)
    return any(isinstance(get_proper_type(signature.ret_type), TypeVarType) for signature in declared)


def _keeps(system: System, op: str, left: Type, right: Type, held: Instance) -> bool:
    """Whether an operator of two operands gives the dtype of the one that is held, whatever they are."""
    lefts, rights, kept = operands(left), operands(right), array_dtype(held.args[0])
    if lefts is None or rights is None or kept is None:
        return False
    made = [result for a, b in product(lefts, rights) for result in pair_results(op, a, b, system).values()]
    return bool(made) and {*made} == {*kept.dtypes} and len(kept.dtypes) == 1


def kept_unary(system: System, op: str, result: Type) -> Type:
    """What a unary operator returns by its declaration, without the dtype if the operator would change it."""
    held = _known_array(result)
    kept = None if held is None else array_dtype(held.args[0])
    if held is None or kept is None:
        return result
    is_kept = all(node in system.nodes and system.unary(op, node) == node for node in kept.dtypes)
    return result if is_kept else unknown(held.type)


# ------------------------------------------------------------------------------------------------------ functions


def of_any_array(ctx: FunctionContext | MethodContext) -> Type:
    """Hook of functions and methods of installed packages: the result, without dtypes that an argument may change."""
    default = ctx.default_return_type
    call = ctx.context
    dtypes = set(_dtypes(default))
    if not dtypes or not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return default
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    declared = _declaration(call.callee, owner)
    if declared is None or not _is_installed(ctx, declared):
        return default
    signature = _signature(declared, ctx.callee_arg_names)
    if signature is None:
        return default
    return without_dtypes(default) if _may_change(ctx, signature, dtypes) else default


def _dtypes(t: Type) -> Iterator[str]:
    """The known dtypes of the arrays in a type."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        for item in proper.items:
            yield from _dtypes(item)
    elif isinstance(proper, Instance):
        array = as_array(proper)
        if array is None:
            for argument in proper.args:
                yield from _dtypes(argument)
        elif (operand := array_dtype(array.args[0])) is not None:
            yield from operand.dtypes


def _declaration(callee: RefExpr, owner: ProperType | None) -> Node | None:
    """The definition of what is called."""
    if isinstance(callee, MemberExpr) and isinstance(owner, Instance):
        symbol = owner.type.get(callee.name)
        return symbol.node if symbol else None
    return callee.node


def _signatures(node: Node | None) -> list[CallableType]:
    declared = get_proper_type(node.var.type if isinstance(node, Decorator) else getattr(node, "type", None))
    if isinstance(declared, Overloaded):
        return declared.items
    return [declared] if isinstance(declared, CallableType) else []


def _signature(node: Node, names: Sequence[str | None]) -> CallableType | None:
    """The first signature whose parameters have these names, and whose result has a type variable."""
    for signature in _signatures(node):
        is_bound = len(signature.arg_names) == len(names) + 1
        own = signature.arg_names[1:] if is_bound else signature.arg_names
        if list(own) == list(names) and _variables(signature.ret_type):
            return signature
    return None


def _is_installed(ctx: FunctionContext | MethodContext, node: Node) -> bool:
    """Whether something is defined in a package that is installed, not in the program."""
    modules, name = ctx.api.modules, getattr(node, "fullname", "")  # type: ignore[attr-defined]
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return bool(name) and any(folder in modules[name].path for folder in INSTALLED)


def _may_change(ctx: FunctionContext | MethodContext, signature: CallableType, dtypes: set[str]) -> bool:
    """Whether an argument can give the result another dtype than that of the type variable."""
    variables = _variables(signature.ret_type)
    offset = len(signature.arg_types) - len(ctx.arg_types)
    holders: list[ArgKind | None] = [None] if offset and _variables(signature.arg_types[0]) & variables else []
    others: list[tuple[Type, list[Type]]] = []
    for formal, kind, name, given in zip(
        signature.arg_types[offset:],
        signature.arg_kinds[offset:],
        signature.arg_names[offset:],
        ctx.arg_types,
        strict=True,
    ):
        if _variables(formal) & variables:
            holders.append(kind)
        elif any(_variables(made) & variables for made in _made_by(formal)):
            return False  # the result is what this function makes, and mypy knows what that is
        elif name not in KEYS and not all(map(_is_harmless, flatten_nested_unions([formal]))):
            others.append((formal, given))
    if not holders:
        return False
    if all(kind in OPTIONAL for kind in holders):
        return True  # a default, beside what the function returns otherwise
    return any(not _is_kept(argument, dtypes) for _, given in others for argument in given)


def _made_by(t: Type) -> list[Type]:
    """What the functions return that a parameter takes."""
    return [item.ret_type for item in get_proper_types(flatten_nested_unions([t])) if isinstance(item, CallableType)]


def _is_harmless(t: Type) -> bool:
    """Whether nothing that fits a parameter can change a dtype."""
    proper = unfolded(t)
    if isinstance(proper, CallableType):
        return _is_harmless(proper.ret_type)
    return isinstance(proper, NoneType) or (isinstance(proper, Instance) and proper.type.fullname in HARMLESS)


def _is_kept(t: Type, dtypes: set[str]) -> bool:
    """Whether arrays of some dtypes stay what they are, whatever a function makes of them and of an argument."""
    proper = unfolded(t)
    if isinstance(proper, UnionType | TupleType):
        return all(_is_kept(item, dtypes) for item in proper.items)
    if not isinstance(proper, Instance):
        return _is_harmless(proper)
    array = as_array(proper)
    if array is not None:
        operand = array_dtype(array.args[0])
        return operand is not None and len(dtypes) == 1 and dtypes.issuperset(operand.dtypes)
    if proper.type.fullname in SCALARS and proper.type.fullname not in HARMLESS:
        is_complex = SCALARS[proper.type.fullname] == "complex"
        return dtypes <= INEXACT and not (is_complex and any(not d.startswith("complex") for d in dtypes))
    if proper.type.fullname == "builtins.str":
        literal = proper.last_known_value
        return literal is not None and literal.value not in DTYPES
    return proper.type.fullname in HARMLESS or (bool(proper.args) and all(_is_kept(a, dtypes) for a in proper.args))


def _variables(t: Type) -> set[TypeVarType]:
    """The type variables of a type, those of functions in it left out."""
    proper = unfolded(t)
    if isinstance(proper, TypeVarType):
        return {proper}
    parts: Sequence[Type] = ()
    if isinstance(proper, Instance):
        parts = proper.args
    elif isinstance(proper, UnionType | TupleType):
        parts = proper.items
    elif isinstance(proper, TypeType):
        parts = [proper.item]
    return set().union(*map(_variables, parts))
