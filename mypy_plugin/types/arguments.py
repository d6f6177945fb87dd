"""Reads a call's arguments for the inference core: operands, dtype arguments and flags.

A hook calls `parameter_names` for the names, and `read_arguments` for the `Arguments`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import ARG_STAR, ArgKind, Expression
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, NoneType, Type, get_proper_type

from ...inference.arguments import Arguments, Items
from ...inference.operand import Alternatives, Operand, has_dtype
from ...rules.clauses import Clause
from ...rules.evaluation import join
from ...rules.roles import roles_of
from ...rules.rule import Rule
from ...rules.vocabulary import requested
from ...system import System
from ..contexts import Context
from ..jax_names import SCALARS
from .array_types import unfolded
from .dtype_arguments import dtype_argument
from .dtype_limits import scalar_dtype
from .operands import argument_type, array_info, operands
from .sequences import concatenated_items, is_counted, items, iterated_items, nested_items

REAL_NUMBERS = SCALARS.keys() - {"builtins.complex"}
"""The full names of Python's real number classes."""

ARRAY_MAKERS = frozenset(("jax.numpy.array", "jax.numpy.asarray"))
"""The functions that convert a list, even a nested one, to one array."""

POSITIONAL: dict[str, tuple[str, ...]] = {
    "jax.numpy.astype": ("a", "dtype"),
    "jax.numpy.einsum": ("subscripts",),
    "jax.numpy.ldexp": ("x", "y"),
    "jax.numpy.top_k": ("a", "k"),
    "jax.numpy.where": ("condition", "x", "y"),
}
"""The positional-only parameters of functions whose rules name only some of them."""


class Function(NamedTuple):
    """A function of JAX with its entries in the tables.

    Attributes:
        fullname: the full name.
        rule: the rule of its results.
        clauses: the dtypes that it accepts.
    """

    fullname: str
    rule: Rule
    clauses: tuple[Clause, ...] = ()


def read_arguments(
    ctx: Context, function: Function, names: Sequence[str | None], system: System, owner: Type | None = None
) -> Arguments:
    """Read the arguments of a call.

    Args:
        ctx: the call.
        function: the function.
        names: the names of the parameters, from `parameter_names`.
        system: the promotion system.
        owner: the type of the array on which the method is called, if the function is a method.
    """
    reader = _Reader(ctx.api, function, system)
    if owner is not None:
        reader.operands["self"] = _single_item(operands(owner))
    for position, name in enumerate(names):
        types, expressions = ctx.arg_types[position], ctx.args[position]
        if not types or name is None or (len(types) == 1 and isinstance(get_proper_type(types[0]), NoneType)):
            continue
        others = [e for index, own_expressions in enumerate(ctx.args) if index != position for e in own_expressions]
        reader.read(name, types, expressions, ctx.arg_kinds[position], others)
    return reader.arguments


def one_operand(name: str, operand: Type) -> Arguments:
    """The arguments of a call with a single operand."""
    return Arguments(operands={name: _single_item(operands(operand))})


class _Reader:
    """Reads the arguments of one call, one parameter at a time."""

    def __init__(self, api: CheckerPluginInterface, function: Function, system: System) -> None:
        self._api, self._system, self._fullname = api, system, function.fullname
        self._roles = roles_of(function.rule, function.clauses)
        self.operands: dict[str, Items | None] = {}
        self._given: set[str] = set()
        self._dtypes: dict[str, str | None] = {}
        self._literals: dict[str, str | None] = {}
        self._is_counted = True
        self._not_arrays: set[str] = set()

    @property
    def arguments(self) -> Arguments:
        """The arguments read so far."""
        return Arguments(
            frozenset(self._given),
            self.operands,
            self._dtypes,
            self._literals,
            self._is_counted,
            frozenset(self._not_arrays),
        )

    def read(
        self,
        name: str,
        types: list[Type],
        expressions: list[Expression],
        kinds: list[ArgKind],
        others: list[Expression],
    ) -> None:
        """Read the arguments of one parameter.

        Args:
            name: the parameter.
            types, expressions, kinds: its arguments; a variadic parameter has several.
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
            self._dtypes[name] = dtype if dtype is not None and has_dtype(self._system, dtype) else None
        elif name in roles.starred:
            unpacked = [(t, e) for t, e, kind in zip(types, expressions, kinds, strict=True) if kind == ARG_STAR]
            if any(e in others for _, e in unpacked):  # other parameters may receive some of the items
                self.operands[name] = None
                return
            self.operands[name] = _operands_of_items(self._api, types, expressions, kinds)
            self._is_counted = all(is_counted(t, e) for t, e in unpacked)
        elif name in roles.firsts:
            pair = items(self._api, types[0], expressions[0])
            self.operands[name] = _single_item(operands(pair[0][0])) if pair else None
        elif name in roles.operands:
            self.operands[name] = self._operand(name, types[0], expressions[0])

    def _operand(self, name: str, t: Type, expression: Expression) -> Items | None:
        """The items of one operand; a list that becomes an array counts as a single item."""
        if self._fullname in ARRAY_MAKERS and items(self._api, t, expression) is not None:
            literal = _list_literal_dtype(self._api, self._system, t, expression)
            return None if literal is None else ((Operand((literal,)),),)
        alternatives = _dtype_limit(self._api, expression) or operands(argument_type(self._api, t, expression))
        proper = get_proper_type(t)
        if alternatives is None and not (isinstance(proper, Instance) and array_info(proper.type)):
            self._not_arrays.add(name)
        return _single_item(alternatives)


def _single_item(alternatives: Alternatives | None) -> Items | None:
    """The items of an argument that is a single array."""
    return None if alternatives is None else (alternatives,)


def parameter_names(ctx: Context, function: Function) -> list[str | None]:
    """The parameter names of a call, one for each position; None if a name is unknown.

    mypy drops the names of positional-only parameters. They are the remaining names in the rule, or else in the clauses
    of accepted dtypes.
    """
    names = _named_by(ctx, function, ())
    return names if None not in names else _named_by(ctx, function, function.clauses)


def _named_by(ctx: Context, function: Function, clauses: tuple[Clause, ...]) -> list[str | None]:
    """The parameter names; positional-only parameters get the remaining names of the rule and the clauses."""
    rule, fullname = function.rule, function.fullname
    names: list[str | None] = [*ctx.callee_arg_names]  # mypy annotates it as a list of str, but it contains None
    hidden = names.count(None)
    if not hidden:
        return names
    parts = rule.parts or (rule,)
    named_in_rule = [
        name for part in parts for name in (*part.operands, *part.joining, *((part.dtype,) if part.dtype else ()))
    ] + [name for clause in clauses for name in clause.parameters]
    positional_only = POSITIONAL.get(fullname)
    hidden_names = positional_only or [name for name in dict.fromkeys(named_in_rule) if name not in (*names, "self")]
    if len(hidden_names) == hidden:
        return [*hidden_names, *names[hidden:]]
    # The call matches an overload with other operands than the rule's, as in `jnp.einsum(x, (0, 1), y, (1, 2))`.
    return [None if name in roles_of(rule).operands else name for name in names] if positional_only else names


def _operands_of_items(
    api: CheckerPluginInterface, types: list[Type], expressions: list[Expression], kinds: list[ArgKind]
) -> Items | None:
    """The operands of a sequence's items, or of a variadic parameter's arguments; None if any dtype is unknown.

    Sequences may be nested, as in the argument of `jax.numpy.block`.
    """
    by_expression = {id(e): (t, e, kind) for t, e, kind in zip(types, expressions, kinds, strict=True)}
    if len(by_expression) == 1:  # mypy passes an unpacked tuple once for each of its items
        all_items = iterated_items(api, types[0], expressions[0])
    else:
        all_items = concatenated_items(
            iterated_items(api, t, e) if kind == ARG_STAR else [(t, e)] for t, e, kind in by_expression.values()
        )
    alternatives = [operands(argument_type(api, t, e)) for t, e in nested_items(api, all_items or [])]
    return (
        tuple(one for one in alternatives if one is not None)
        if all_items is not None and None not in alternatives
        else None
    )


def _list_literal_dtype(api: CheckerPluginInterface, system: System, t: Type, expression: Expression) -> str | None:
    """The dtype of an array made from a list: the join of its items, which is never weak."""
    nodes: list[str] = []
    for item, source in nested_items(api, [(t, expression)]):
        alternatives = operands(argument_type(api, item, source))
        converted = [dtype for operand in alternatives or () for dtype in operand.entering(system)]
        if len(converted) != 1:
            return None
        nodes += converted
    if not nodes:
        return requested(system, "float")  # the list is empty
    if not all(has_dtype(system, node) for node in nodes):
        return None
    node = join(system, nodes)
    return None if node is None else requested(system, node)


def _literal_text(t: Type) -> str | None:
    """The text of a literal argument; None if its value is unknown."""
    proper = get_proper_type(t)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    return str(proper.value) if isinstance(proper, LiteralType) else None


def _are_numbers(api: CheckerPluginInterface, t: Type, expression: Expression) -> bool:
    """Whether an argument is a Python real number, or a sequence of such numbers."""
    item_types = [unfolded(item) for item, _ in iterated_items(api, t, expression) or [(t, expression)]]
    return all(isinstance(item, Instance) and item.type.fullname in REAL_NUMBERS for item in item_types)


def _dtype_limit(api: CheckerPluginInterface, expression: Expression) -> Alternatives | None:
    """The operand for a limit such as ``jnp.finfo(dtype).min``, for which mypy infers only `Any`."""
    dtype = scalar_dtype(api, expression)
    return None if dtype is None else (Operand((dtype,), origin="numpy scalar"),)
