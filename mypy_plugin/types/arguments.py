"""Reads the arguments of a call for the inference core: its operands, dtype arguments and flags."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from mypy.nodes import ARG_STAR, ArgKind, CallExpr, Expression, MemberExpr, RefExpr, UnaryExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, NoneType, Type, get_proper_type

from ...dtype_info import INFO
from ...inference.arguments import Arguments, Items
from ...inference.operand import Alternatives, Operand, is_known
from ...rules.evaluation import join
from ...rules.rule import Rule
from ...rules.vocabulary import requested
from ...system import System
from ..contexts import Context
from ..jax_names import FINFO, LIMITS, SCALARS
from .array_types import unfolded
from .dtype_arguments import dtype_argument
from .operands import argument_type, array_info, operands
from .sequences import concatenated, is_counted, items, iterated_items, nested_items

REAL = SCALARS.keys() - {"builtins.complex"}
"""The classes of Python's real numbers."""

LITERALS = frozenset(("jax.numpy.array", "jax.numpy.asarray"))
"""The functions that make an array of a list."""

POSITIONAL: dict[str, tuple[str, ...]] = {
    "jax.numpy.astype": ("a", "dtype"),
    "jax.numpy.einsum": ("subscripts",),
    "jax.numpy.ldexp": ("x", "y"),
    "jax.numpy.top_k": ("a", "k"),
    "jax.numpy.where": ("condition", "x", "y"),
}
"""The parameters that are positional only, of functions whose rules do not speak of all of them."""


def read_arguments(ctx: Context, rule: Rule, system: System, fullname: str, owner: Type | None = None) -> Arguments:
    """What is known of the arguments of a call.

    Args:
        ctx: the call.
        rule: the rule of the function.
        system: the promotion system.
        fullname: the full name of the function.
        owner: the array that a method belongs to.
    """
    reader = _Reader(ctx.api, rule, system, fullname)
    if owner is not None:
        reader.operands["self"] = _one(operands(owner))
    for position, name in enumerate(_parameters(ctx, rule, fullname)):
        types, expressions = ctx.arg_types[position], ctx.args[position]
        if not types or name is None or (len(types) == 1 and isinstance(get_proper_type(types[0]), NoneType)):
            continue
        others = [e for index, given in enumerate(ctx.args) if index != position for e in given]
        reader.read(name, types, expressions, ctx.arg_kinds[position], others)
    return reader.arguments


def one_operand(name: str, operand: Type) -> Arguments:
    """The arguments of a function with one operand alone."""
    return Arguments(operands={name: _one(operands(operand))})


class _Reader:
    """Reads the arguments of one call, parameter by parameter; see `Arguments`."""

    def __init__(self, api: CheckerPluginInterface, rule: Rule, system: System, fullname: str) -> None:
        self._api, self._system, self._fullname = api, system, fullname
        self._roles = _roles(rule)
        self.operands: dict[str, Items | None] = {}
        self._given: set[str] = set()
        self._dtypes: dict[str, str | None] = {}
        self._literals: dict[str, str | None] = {}
        self._is_counted = self._only_arrays = True

    @property
    def arguments(self) -> Arguments:
        """The arguments that have been read."""
        return Arguments(
            frozenset(self._given), self.operands, self._dtypes, self._literals, self._is_counted, self._only_arrays
        )

    def read(
        self,
        name: str,
        types: list[Type],
        expressions: list[Expression],
        kinds: list[ArgKind],
        others: list[Expression],
    ) -> None:
        """Read the arguments that one parameter is given.

        Args:
            name: the parameter.
            types, expressions, kinds: its arguments.
            others: the arguments of the other parameters.
        """
        roles = self._roles
        if name in roles.flags:
            self._literals[name] = _literal_text(types[0])
            return
        if name in roles.numbers and _are_numbers(self._api, types[0], expressions[0]):
            return
        self._given.add(name)
        if name in roles.dtypes:
            dtype = dtype_argument(self._api, expressions[0], types[0])
            self._dtypes[name] = dtype if dtype is not None and is_known(self._system, dtype) else None
        elif name in roles.starred:
            unpacked = [(t, e) for t, e, kind in zip(types, expressions, kinds, strict=True) if kind == ARG_STAR]
            if any(e in others for _, e in unpacked):  # which of the items are for this parameter, is not known
                self.operands[name] = None
                return
            self.operands[name] = _items_known(self._api, types, expressions, kinds)
            self._is_counted = all(is_counted(t, e) for t, e in unpacked)
        elif name in roles.firsts:
            pair = items(self._api, types[0], expressions[0])
            self.operands[name] = _one(operands(pair[0][0])) if pair else None
        elif name in roles.operands:
            self.operands[name] = self._operand(types[0], expressions[0])

    def _operand(self, t: Type, expression: Expression) -> Items | None:
        """One operand; a list that becomes an array counts as one."""
        if self._fullname in LITERALS and items(self._api, t, expression) is not None:
            literal = _literal(self._api, self._system, t, expression)
            return None if literal is None else ((Operand((literal,)),),)
        found = _limit(self._api, expression) or operands(argument_type(self._api, t, expression))
        proper = get_proper_type(t)
        if found is None and not (isinstance(proper, Instance) and array_info(proper.type)):
            self._only_arrays = False
        return _one(found)


def _one(alternatives: Alternatives | None) -> Items | None:
    """The items of an argument that is one array."""
    return None if alternatives is None else (alternatives,)


class _Roles(NamedTuple):
    """The parameters of a function by what a rule says of them; see `Rule`."""

    operands: frozenset[str]
    starred: frozenset[str]
    firsts: frozenset[str]
    dtypes: frozenset[str | None]
    flags: frozenset[str]
    numbers: frozenset[str]


@cache
def _roles(rule: Rule) -> _Roles:
    """The roles by a rule, the rules for its flags, and its rule for a call without operands."""
    variants = (rule, *rule.alternatives.values(), *((rule.otherwise,) if rule.otherwise else ()))
    parts = [part for variant in variants for part in variant.parts or (variant,)]
    return _Roles(
        frozenset(name for part in parts for name in (*part.operands, *part.joining)),
        frozenset(name for part in parts for name in part.starred),
        frozenset(name for part in parts for name in part.firsts),
        frozenset(part.dtype for part in parts),
        frozenset(name for literals in rule.alternatives for name, _ in literals),
        frozenset(name for variant in variants for name in (*variant.strong_unless, *variant.unless_numbers)),
    )


def _parameters(ctx: Context, rule: Rule, fullname: str) -> list[str | None]:
    """The names of the parameters.

    mypy does not keep the names of those that are positional only, so they are what the rule names and no other has.
    """
    names: list[str | None] = [*ctx.callee_arg_names]  # mypy says str, and means str | None
    hidden = names.count(None)
    if not hidden:
        return names
    parts = rule.parts or (rule,)
    spoken_of = [
        name for part in parts for name in (*part.operands, *part.joining, *((part.dtype,) if part.dtype else ()))
    ]
    declared = POSITIONAL.get(fullname)
    known = declared or [name for name in dict.fromkeys(spoken_of) if name not in (*names, "self")]
    if len(known) == hidden:
        return [*known, *names[hidden:]]
    # The rule is of another overload's operands, as in `jnp.einsum(x, (0, 1), y, (1, 2))`.
    return [None if name in _roles(rule).operands else name for name in names] if declared else names


def _items_known(
    api: CheckerPluginInterface, types: list[Type], expressions: list[Expression], kinds: list[ArgKind]
) -> Items | None:
    """What each item of a sequence may be, or each argument of a variadic parameter.

    The sequences may have sequences for items, which only `jax.numpy.block` takes.
    """
    given = {id(e): (t, e, kind) for t, e, kind in zip(types, expressions, kinds, strict=True)}
    if len(given) == 1:  # a tuple that is unpacked comes once for each of its items
        several = iterated_items(api, types[0], expressions[0])
    else:
        several = concatenated(
            iterated_items(api, t, e) if kind == ARG_STAR else [(t, e)] for t, e, kind in given.values()
        )
    known = [operands(argument_type(api, t, e)) for t, e in nested_items(api, several or [])]
    return tuple(one for one in known if one is not None) if several is not None and None not in known else None


def _literal(api: CheckerPluginInterface, system: System, t: Type, expression: Expression) -> str | None:
    """The dtype of an array that is made of a list: the join of its items, and never weak."""
    nodes: list[str] = []
    for item, source in nested_items(api, [(t, expression)]):
        found = operands(argument_type(api, item, source))
        entered = [dtype for operand in found or () for dtype in operand.entering(system)]
        if len(entered) != 1:
            return None
        nodes += entered
    if not nodes:
        return requested(system, "float")  # of an empty list
    if not all(is_known(system, node) for node in nodes):
        return None
    node = join(system, nodes)
    return None if node is None else requested(system, node)


def _literal_text(t: Type) -> str | None:
    """A literal argument as it is written; None if it is not known."""
    proper = get_proper_type(t)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    return str(proper.value) if isinstance(proper, LiteralType) else None


def _are_numbers(api: CheckerPluginInterface, t: Type, expression: Expression) -> bool:
    """Whether an argument is a real number of Python's, or a sequence of these."""
    found = [unfolded(item) for item, _ in iterated_items(api, t, expression) or [(t, expression)]]
    return all(isinstance(item, Instance) and item.type.fullname in REAL for item in found)


def _limit(api: CheckerPluginInterface, expression: Expression) -> Alternatives | None:
    """What ``jnp.finfo(dtype).min`` and the like are as arguments: scalars of a dtype, which mypy does not know."""
    if isinstance(expression, UnaryExpr) and expression.op == "-":
        expression = expression.expr
    if not isinstance(expression, MemberExpr) or expression.name not in LIMITS:
        return None
    match expression.expr:
        case CallExpr(callee=RefExpr(fullname=name), args=[dtype]) if name == FINFO:
            found = dtype_argument(api, dtype, api.get_expression_type(dtype))
            node = "float64" if found == "float" else found or ""
            return (Operand((node,), origin="numpy scalar"),) if node in INFO and INFO[node].kind == "float" else None
    return None
