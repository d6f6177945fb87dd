"""Results of functions in whose signatures a type variable stands for any array, such as those of ``flax.nnx.Param``.

``def __mul__(self: Variable[A], other: Any) -> A`` is right for JAX's own class, which has no dtype. For
``Array[bfloat16]`` it is too precise: ``parameter * x`` is float32 if `x` is. So the plugin computes the result of such
an operator, or makes its dtype unknown. A function's result keeps its dtype if no argument can change it.
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
    Var,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
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

from ...dtype_info import dtype_info
from ...dtypes import DTYPES
from ...inference.operators import pair_results
from ...operators import FORWARD, METHODS, REFLECTED, UNARY_METHODS
from ...system import System
from ..contexts import Hook, SystemOf
from ..installed_packages import is_installed
from ..jax_names import DTYPES_MODULE, MEMBERS, SCALARS
from ..module_paths import module_of
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from ..types.array_types import unfolded, unknown_array, without_dtypes
from ..types.operands import array_dtype, as_array, operands
from .array_operators import binary_result, unary_result
from .wrapper_classes import GETTERS, ITEM, getter, item, unwrapped, value_type

INEXACT = frozenset(MEMBERS[f"{DTYPES_MODULE}.inexact"])
"""The dtypes of floats and complex numbers."""
HARMLESS = frozenset(("builtins.str", "builtins.bytes", "builtins.int", "builtins.bool", "builtins.slice"))
"""The classes of arguments that never change the dtype of an array."""
KEYS = frozenset(("key", "rng", "rngs"))
"""The names of parameters for random keys, which do not change a dtype either."""
OPTIONAL = (ARG_OPT, ARG_NAMED_OPT)


def wrapper_operators(system_of: SystemOf) -> dict[str, Hook]:
    """The hooks of the operators and getters of wrapper classes, by method name."""
    return {method: _operator(method, system_of) for method in METHODS} | {**dict.fromkeys(GETTERS, getter), ITEM: item}


def _operator(method: str, system_of: SystemOf) -> Hook:
    """The hook of an operator of wrapper classes."""
    op = FORWARD.get(method) or REFLECTED.get(method) or UNARY_METHODS[method]

    def hook(ctx: MethodContext) -> Type:
        declared_array = _known_array(ctx.default_return_type)
        owner = ctx.type
        if declared_array is None or not isinstance(owner, Instance) or not _returns_variable(owner.type, method):
            return ctx.default_return_type
        tree, system, is_forwarder = current_file(ctx.api), system_of(ctx), value_type(owner) is not None
        argument_types = [types[0] for types in ctx.arg_types if len(types) == 1]
        if method in UNARY_METHODS:
            if is_forwarder and not argument_types:
                return unary_result(ctx, op, system, unwrapped(tree, owner, _operand(ctx.context, method)))
            return kept_unary(system, op, declared_array)
        if len(argument_types) != 1:
            return unknown_array(declared_array.type)
        own_operand = unwrapped(tree, owner, _operand(ctx.context, method)) if is_forwarder else declared_array
        other = unwrapped(tree, argument_types[0], ctx.args[0][0])
        left, right = (other, own_operand) if method in REFLECTED else (own_operand, other)
        if is_forwarder:
            return binary_result(ctx, op, system, declared_array.type, left, right)
        return declared_array if _keeps(system, op, left, right, declared_array) else unknown_array(declared_array.type)

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
    """The type if it is an array of known dtype, or None."""
    proper = get_proper_type(t)
    array = as_array(proper) if isinstance(proper, Instance) else None
    return array if array is not None and array_dtype(array.args[0]) is not None else None


def _returns_variable(owner: TypeInfo, method: str) -> bool:
    """Whether a method is declared to return a type variable."""
    symbol = owner.get(method)
    signatures = _signatures(symbol.node if symbol else None)
    return any(isinstance(get_proper_type(signature.ret_type), TypeVarType) for signature in signatures)


def _keeps(system: System, op: str, left: Type, right: Type, wrapped: Instance) -> bool:
    """Whether a binary operator always returns the dtype of the wrapper's array."""
    lefts, rights, own_dtypes = operands(left), operands(right), array_dtype(wrapped.args[0])
    if lefts is None or rights is None or own_dtypes is None:
        return False
    results = [result for a, b in product(lefts, rights) for result in pair_results(op, a, b, system).values()]
    return bool(results) and {*results} == {*own_dtypes.dtypes} and len(own_dtypes.dtypes) == 1


def kept_unary(system: System, op: str, result: Type) -> Type:
    """The declared result of a unary operator, without its dtype if the operator would change it."""
    declared_array = _known_array(result)
    declared_operand = None if declared_array is None else array_dtype(declared_array.args[0])
    if declared_array is None or declared_operand is None:
        return result
    is_kept = all(node in system.nodes and system.unary(op, node) == node for node in declared_operand.dtypes)
    return result if is_kept else unknown_array(declared_array.type)


# ------------------------------------------------------------------------------------------------------ functions


def without_changed_dtypes(ctx: FunctionContext | MethodContext) -> Type:
    """Hook of functions and methods outside JAX: the result, without dtypes that an argument or the body may change.

    One of the program's own functions may return any dtype for a type variable of its own. `calls` reads its body.
    """
    default = ctx.default_return_type
    call = ctx.context
    dtypes = set(_dtypes(default))
    if not dtypes or not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return default
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    declared = declaration(ctx.api, call.callee, owner)
    if declared is None:
        return default
    signature = _signature(declared, ctx.callee_arg_names)
    if signature is None:
        return default
    if not has_no_body(ctx.api, declared):
        is_of_object = isinstance(owner, Instance)  # whose type says what the variables of its class stand for
        is_kept = is_of_object and _variables(signature.ret_type).isdisjoint(signature.variables)
        return default if is_kept else without_dtypes(default)
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


def declaration(api: CheckerPluginInterface, callee: RefExpr, owner: ProperType | None) -> Node | None:
    """The definition of the called function, which an attribute may hold.

    Args:
        api: mypy's checker.
        callee: the expression that is called.
        owner: the type of the object whose method it is, if any.
    """
    node: Node | None = callee.node
    if isinstance(callee, MemberExpr) and isinstance(owner, Instance):
        symbol = owner.type.get(callee.name)
        node = symbol.node if symbol else None
    elif isinstance(callee, MemberExpr) and isinstance(callee.expr, RefExpr) and isinstance(callee.expr.node, TypeInfo):
        symbol = callee.expr.node.get(callee.name)  # Model.static_method(x)
        node = symbol.node if symbol else None
    held = get_proper_type(stored_type(api, callee)) if isinstance(node, Var) else None
    return held.definition if isinstance(held, CallableType) and held.definition is not None else node


def _signatures(node: Node | None) -> list[CallableType]:
    """The signatures of a function, one for each overload."""
    declared_type = get_proper_type(node.var.type if isinstance(node, Decorator) else getattr(node, "type", None))
    if isinstance(declared_type, Overloaded):
        return declared_type.items
    return [declared_type] if isinstance(declared_type, CallableType) else []


def _signature(node: Node, names: Sequence[str | None]) -> CallableType | None:
    """The first signature that has these parameter names and a type variable in its result."""
    for signature in _signatures(node):
        is_bound = len(signature.arg_names) == len(names) + 1
        own = signature.arg_names[1:] if is_bound else signature.arg_names
        if list(own) == list(names) and _variables(signature.ret_type):
            return signature
    return None


def has_no_body(api: CheckerPluginInterface, node: Node) -> bool:
    """Whether a function is declared in a stub file, or in an installed package, whose bodies nobody checks."""
    modules = loaded_modules(api)
    module = module_of(getattr(node, "fullname", ""), modules)
    return bool(module) and (modules[module].is_stub or is_installed(modules[module].path))


def _may_change(ctx: FunctionContext | MethodContext, signature: CallableType, dtypes: set[str]) -> bool:
    """Whether an argument can change the result's dtype from that of the type variable."""
    variables = _variables(signature.ret_type)
    offset = len(signature.arg_types) - len(ctx.arg_types)
    holders: list[ArgKind | None] = [None] if offset and _variables(signature.arg_types[0]) & variables else []
    others: list[tuple[Type, list[Type]]] = []
    for formal, kind, name, arguments in zip(
        signature.arg_types[offset:],
        signature.arg_kinds[offset:],
        signature.arg_names[offset:],
        ctx.arg_types,
        strict=True,
    ):
        if _variables(formal) & variables:
            holders.append(kind)
        elif any(_variables(returned) & variables for returned in _returned_types(formal)):
            return False  # the result comes from this function argument, and mypy infers its type
        elif name not in KEYS and not all(map(_is_harmless, flatten_nested_unions([formal]))):
            others.append((formal, arguments))
    if not holders:
        return False
    if len(dtypes) > 1:
        return True  # the function may promote the arrays to their common dtype
    if all(kind in OPTIONAL for kind in holders):
        return True  # the result may come from elsewhere, and these arguments only replace a default
    return any(not _is_kept(argument, dtypes) for _, arguments in others for argument in arguments)


def _returned_types(t: Type) -> list[Type]:
    """The return types of the functions that a parameter accepts."""
    return [item.ret_type for item in get_proper_types(flatten_nested_unions([t])) if isinstance(item, CallableType)]


def _is_harmless(t: Type) -> bool:
    """Whether no argument that this parameter accepts can change a dtype."""
    proper = unfolded(t)
    if isinstance(proper, CallableType):
        return _is_harmless(proper.ret_type)
    return isinstance(proper, NoneType) or (isinstance(proper, Instance) and proper.type.fullname in HARMLESS)


def _is_kept(t: Type, dtypes: set[str]) -> bool:
    """Whether arrays of these dtypes keep their dtype in any operation with an argument of this type."""
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
        return dtypes <= INEXACT and not (is_complex and any(dtype_info(dtype).kind != "complex" for dtype in dtypes))
    if proper.type.fullname == "builtins.str":
        literal = proper.last_known_value
        return literal is not None and literal.value not in DTYPES
    return proper.type.fullname in HARMLESS or (bool(proper.args) and all(_is_kept(a, dtypes) for a in proper.args))


def _variables(t: Type) -> set[TypeVarType]:
    """The type variables in a type, except those in the types of functions."""
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
