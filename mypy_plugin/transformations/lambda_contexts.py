"""The types of the arguments with which JAX's loops and branches call their functions.

mypy gets them as the expected type of a lambda, and so knows the types of the lambda's parameters.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_POS, CallExpr, Expression, LambdaExpr, ListExpr, MemberExpr, NameExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import ErasedType, Instance, LiteralType, NoneType, TupleType, Type

from ...dtypes import WEAK_TYPES
from ..any_type import ANYTHING
from ..jax_names import SCALARS
from ..trees.pytrees import CONTAINERS
from ..types.array_types import unfolded
from ..types.expression_types import function_type, type_without_context
from ..types.operands import as_array, dtypes_of, is_ndarray, numpy_scalar
from .contained_lambdas import holds_lambda

WEAK = frozenset(WEAK_TYPES)
Trees = dict[str, Type]
"""The types of arguments that are pytrees of arrays, by parameter."""
Expected = dict[str, list[Type]]
"""The types of the arguments with which functions are called, by the parameter that accepts the function."""
TREES = ("init", "init_val", "xs")
"""The parameters for the initial carry of a loop, and for its inputs."""
FUNCTIONS = ("f", "cond_fun", "body_fun", "true_fun", "false_fun", "branches")
"""The parameters for functions."""


def _scan_arguments(trees: Trees, operands: list[Type]) -> Expected:
    """The types of the arguments of the body of `lax.scan`."""
    xs = unfolded(trees.get("xs", ANYTHING))
    return {"f": [_carry_in_body(trees.get("init", ANYTHING)), ANYTHING if isinstance(xs, NoneType) else xs]}


def _while_loop_arguments(trees: Trees, operands: list[Type]) -> Expected:
    """The types of the arguments of the functions of `lax.while_loop`."""
    carry = _carry_in_body(trees.get("init_val", ANYTHING))
    return {"cond_fun": [carry], "body_fun": [carry]}


def _fori_loop_arguments(trees: Trees, operands: list[Type]) -> Expected:
    """The types of the arguments of the body of `lax.fori_loop`."""
    return {"body_fun": [ANYTHING, _carry_in_body(trees.get("init_val", ANYTHING))]}


def _branch_arguments(trees: Trees, operands: list[Type]) -> Expected:
    """The types of the arguments of the branches of `lax.cond` and `lax.switch`."""
    return dict.fromkeys(("true_fun", "false_fun", "branches"), operands)


_PARAMETERS: dict[str, tuple[tuple[str, ...], Callable[[Trees, list[Type]], Expected]]] = {
    "scan": (("f", "init", "xs"), _scan_arguments),
    "while_loop": (("cond_fun", "body_fun", "init_val"), _while_loop_arguments),
    "fori_loop": (("lower", "upper", "body_fun", "init_val"), _fori_loop_arguments),
    "cond": (("pred", "true_fun", "false_fun"), _branch_arguments),
    "switch": (("index", "branches"), _branch_arguments),
}
"""The first parameters of each function that calls functions, and the types that it calls them with."""


def lambda_contexts(api: CheckerPluginInterface, call: CallExpr) -> list[Type | None]:
    """The expected type of each argument of a call; for a lambda, a function of the types that it will receive."""
    contexts: list[Type | None] = [None] * len(call.args)
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    if name not in _PARAMETERS:
        return contexts
    names, expected_of = _PARAMETERS[name]
    positions = _positions_by_name(call, names)
    functions = {name: positions[name] for name in FUNCTIONS if name in positions}
    if not any(holds_lambda(call.args[position]) for position in functions.values()):
        return contexts
    trees = {name: type_without_context(api, call.args[positions[name]]) for name in TREES if name in positions}
    is_branch = "operand" not in positions and not trees
    operands = [type_without_context(api, operand) for operand in call.args[len(names) :]] if is_branch else []
    for function, expected in expected_of(trees, operands).items():
        if function in functions:
            contexts[functions[function]] = _context(api, call.args[functions[function]], expected)
    return contexts


def _positions_by_name(call: CallExpr, names: tuple[str, ...]) -> dict[str, int]:
    """The positions of arguments in a call, by the names of their parameters."""
    positions: dict[str, int] = {}
    for position, (kind, name) in enumerate(zip(call.arg_kinds, call.arg_names, strict=True)):
        if kind == ARG_POS and position < len(names):
            positions[names[position]] = position
        elif name is not None:
            positions[name] = position
    return positions


def _context(api: CheckerPluginInterface, function: Expression, types: list[Type]) -> Type | None:
    """The expected type of a lambda, or of a list of lambdas, for arguments of these types."""
    if isinstance(function, LambdaExpr) and len(function.arguments) == len(types):
        return function_type(api, types, ErasedType())
    if isinstance(function, ListExpr) and all(
        isinstance(item, LambdaExpr) and len(item.arguments) == len(types) for item in function.items
    ):
        return api.named_generic_type("builtins.list", [function_type(api, types, ANYTHING)])
    return None


def _carry_in_body(init: Type) -> Type:
    """The type of the carry that a body receives.

    `Any` if the carry has numbers or weak arrays, whose dtype may change.
    """
    return init if _is_strong(init) else ANYTHING


def _is_strong(t: Type) -> bool:
    """Whether a pytree has no leaf that is a number, a NumPy array or a weak array."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(_is_strong, proper.items))
    if not isinstance(proper, Instance):
        return not isinstance(proper, LiteralType)
    if as_array(proper) is not None:
        dtypes = dtypes_of(proper)
        return dtypes is None or WEAK.isdisjoint(dtypes)
    if proper.type.fullname in CONTAINERS:
        return _is_strong(proper.args[-1])
    is_number = proper.type.fullname in (*SCALARS, "builtins.object")  # mypy's join of an array and a number
    return not is_number and not is_ndarray(proper) and numpy_scalar(proper) is None
