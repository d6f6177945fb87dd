"""The arguments of a call, as the rules of functions ask for them: the dtypes of operands, and a dtype argument."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import NamedTuple

from mypy.nodes import ARG_STAR, ArgKind, CallExpr, Expression, MemberExpr, RefExpr, UnaryExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, NoneType, Type, TypeVarType, get_proper_type

from ...rules.evaluation import join, joined, refused, result
from ...rules.evaluation import results as made
from ...rules.rule import Rule
from ...rules.vocabulary import is_inexact, requested
from ...system import System
from ..jax_names import FINFO, LIMITS, NUMPY_PLATFORM, SCALARS
from ..operators.array_operators import MOST_RESULTS, Context, same_for_all
from .array_types import Dtypes, unfolded
from .dtype_arguments import dtype_argument
from .operands import array_info, converted, made_by_itself, operands
from .sequences import is_counted, items, iterated, leaves, together

MOST_COMBINATIONS = 256
"""The number of combinations of dtypes, where operands may have several, above which nothing is said."""

NUMPY = "np:"
"""What is before the name of a dtype of NumPy's arrays, as they are before JAX converts them."""

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


class Choice(NamedTuple):
    """The dtypes that an array may have, NumPy's marked as such, and the type variable that its dtype is, if any."""

    nodes: tuple[str, ...]
    variable: TypeVarType | None = None


Choices = list[Choice]
"""What each item of an operand may be, of which there is one but for sequences."""
Slots = tuple[tuple[str, Choice], ...]
"""The operands of a call by the names of their parameters, each item of a sequence by itself."""


class Arguments:
    """What is known of the arguments of one call.

    Attributes:
        given: the names of the parameters that were given, other than as None; not of those that a rule wants to be
            real numbers of Python's, or of these, where they are.
        known: the dtypes that operands may have, by parameter; None if nothing is known of one.
        is_counted: whether it is known how many arrays there are where any number may be.
        only_arrays: whether no operand is known to be other than an array.
        dtypes: the dtype arguments by parameter; None if one is not understood.
        literals: the values of the flags that alternatives of the rule speak of; None for one that is not known.
    """

    def __init__(
        self, ctx: Context | None, found: Rule | None, system: System, fullname: str, mine: Type | None = None
    ) -> None:
        self.given: set[str] = set()
        self.known: dict[str, Choices | None] = {}
        self.dtypes: dict[str, str | None] = {}
        self.literals: dict[str, str | None] = {}
        self.is_counted = self.only_arrays = True
        if mine is not None:
            self._know("self", mine)
        if ctx is not None and found is not None:
            self._read(ctx, found, system, fullname)

    @classmethod
    def of_self(cls, mine: Type, system: System) -> Arguments:
        """Those of a method or an attribute without any, but for the array that it belongs to."""
        return cls(None, None, system, "", mine)

    @classmethod
    def of_one(cls, name: str, operand: Type, system: System) -> Arguments:
        """One operand alone."""
        found = cls(None, None, system, "")
        found._know(name, operand)
        return found

    def _know(self, name: str, operand: Type) -> None:
        own = choice(operand)
        self.known[name] = None if own is None else [own]

    def _read(self, ctx: Context, found: Rule, system: System, fullname: str) -> None:
        wanted, starred, firsts, dtypes, flags = _roles(found)
        for position, name in enumerate(_parameters(ctx, found, fullname)):
            types, expressions = ctx.arg_types[position], ctx.args[position]
            if not types or name is None or (len(types) == 1 and isinstance(get_proper_type(types[0]), NoneType)):
                continue
            if name in flags:
                self.literals[name] = _literal_text(types[0])
                continue
            may_be_number = name in found.strong_unless or name in found.unless_numbers
            if may_be_number and _are_numbers(ctx.api, types[0], expressions[0]):
                continue
            self.given.add(name)
            if name in dtypes:
                dtype = dtype_argument(ctx.api, expressions[0], types[0])
                known = dtype is not None and system.scalars.get(dtype, dtype) in system.nodes
                self.dtypes[name] = dtype if known else None
            elif name in starred:
                kinds = ctx.arg_kinds[position]
                unpacked = [(t, e) for t, e, kind in zip(types, expressions, kinds, strict=True) if kind == ARG_STAR]
                others = [e for index, given in enumerate(ctx.args) if index != position for e in given]
                if any(e in others for _, e in unpacked):  # which of the items are for this parameter, is not known
                    self.known[name] = None
                    continue
                self.known[name] = _items_known(ctx.api, types, expressions, kinds)
                self.is_counted = all(is_counted(t, e) for t, e in unpacked)
            elif name in firsts:
                pair = items(ctx.api, types[0], expressions[0])
                first = choice(pair[0][0]) if pair else None
                self.known[name] = None if first is None else [first]
            elif name in wanted and fullname in LITERALS and (items(ctx.api, types[0], expressions[0]) is not None):
                literal = _literal(ctx.api, system, types[0], expressions[0])
                self.known[name] = None if literal is None else [Choice((literal,))]
            elif name in wanted:
                own = _limit(ctx.api, expressions[0]) or choice(made_by_itself(ctx.api, types[0], expressions[0]))
                self.known[name] = None if own is None else [own]
                operand = get_proper_type(types[0])
                if own is None and not (isinstance(operand, Instance) and array_info(operand.type)):
                    self.only_arrays = False

    def results(self, found: Rule, system: System) -> Dtypes | None:
        """The dtypes that the array of a rule may have; None if nothing is known of them."""
        if self.given.intersection((*found.unless, *found.strong_unless)):
            return None
        if found.constant is not None and (found.dtype is None or found.dtype not in self.dtypes):
            node = result(found, system, {})
            return None if node is None else [node]
        dtype = None
        if found.dtype is not None and found.dtype in self.dtypes:
            dtype = self.dtypes[found.dtype]
            if dtype is None:
                return None
            if not found.which:
                return [requested(system, dtype)]
        operands = [name for name in found.operands if name in self.known]
        if any(self.known[name] is None for name in operands):
            same = same_for_all(found.operator or "", system)
            return None if same is None or found.maps else [same]
        return self._distributed(found, system, self._slots(operands, self.known), dtype)

    def each(self, found: Rule, system: System) -> list[Dtypes | None] | None:
        """The dtypes that each of several arrays may have; None if nothing is known of one."""
        assert found.item is not None
        (name,) = found.operands
        choices = self.known.get(name)
        if choices is None:
            return None
        return [self._distributed(found.item, system, ((name, one),), None) for one in choices]

    def mismatch(self, found: Rule, system: System) -> tuple[str, str] | None:
        """Two nodes that do not join, where no combination of what the operands may be does."""
        for part in found.parts or (found,):
            slots = self._slots(part.operands, self.known)
            names = [name for name, _ in slots]
            combinations = [
                [_entered(system, node) for node in nodes] for nodes in product(*(one.nodes for _, one in slots))
            ][:MOST_COMBINATIONS]
            if not combinations or any(self.known.get(name, []) is None for name in part.operands):
                continue
            if any(system.scalars.get(n, n) not in system.nodes for nodes in combinations for n in nodes):
                continue
            if any(joined(part, system, _by_name(part, names, nodes)) for nodes in combinations):
                continue
            first = combinations[0]
            for index, right in enumerate(first):
                for left in first[:index]:
                    if system.node(left) != system.node(right) and system.promote(left, right) is None:
                        return left, right
        return None

    def strict_mismatch(self, found: Rule, system: System) -> tuple[str, str] | None:
        """Two nodes that strict promotion does not join, where a function joins them whatever the operands may be."""
        if self.dtypes or self.given.intersection(found.unless) or found.item is not None:
            return None
        for part in found.parts or (found,):
            names = part.joining or part.operands
            if any(self.known.get(name, []) is None for name in names):
                continue
            slots = self._slots(names, self.known)
            combinations = [
                [_entered(system, node) for node in nodes]
                for nodes in islice(product(*(one.nodes for _, one in slots)), MOST_COMBINATIONS)
            ]
            if any(system.scalars.get(n, n) not in system.nodes for nodes in combinations for n in nodes):
                continue
            left_out = [node for name, node in part.defaults.items() if name not in self.known]
            pairs = [refused(part, system, [*nodes, *left_out]) if nodes else None for nodes in combinations]
            if pairs and None not in pairs:
                return pairs[0]
        return None

    @staticmethod
    def _slots(operands: Sequence[str], known: dict[str, Choices | None]) -> Slots:
        return tuple((name, one) for name in operands for one in known.get(name) or [])

    def _distributed(self, found: Rule, system: System, slots: Slots, dtype: str | None) -> Dtypes | None:
        weak_matters = not self.given.isdisjoint(found.weak_unless)
        exact_matters = system.x64 and not self.given.isdisjoint(found.exact_unless)
        return _distributed(found, system, slots, dtype, weak_matters=weak_matters, exact_matters=exact_matters)


class _Roles(NamedTuple):
    """The parameters of a function by what a rule says of them; see `Rule`."""

    operands: frozenset[str]
    starred: frozenset[str]
    firsts: frozenset[str]
    dtypes: frozenset[str | None]
    flags: frozenset[str]


@cache
def _roles(found: Rule) -> _Roles:
    parts = found.parts or (found,)
    return _Roles(
        frozenset(name for part in parts for name in (*part.operands, *part.joining)),
        frozenset(name for part in parts for name in part.starred),
        frozenset(name for part in parts for name in part.firsts),
        frozenset(part.dtype for part in parts),
        frozenset(name for literals in found.alternatives for name, _ in literals),
    )


@lru_cache(MOST_RESULTS)
def _distributed(
    found: Rule, system: System, slots: Slots, dtype: str | None, *, weak_matters: bool, exact_matters: bool
) -> Dtypes | None:
    """The results for every combination of what the operands may be.

    Args:
        found: the rule.
        system: the promotion system.
        slots: the operands, and what each may be.
        dtype: what the dtype parameter is given, if that matters.
        weak_matters: whether nothing is known of weak arrays.
        exact_matters: whether nothing is known of bools and integers.
    """
    variables = [*{one.variable: None for _, one in slots if one.variable}]
    # All that are of one type variable have the same dtype, whatever it is.
    places = [one.variable or place for place, (_, one) in enumerate(slots)]
    independent = {place: one.nodes for place, (_, one) in zip(places, slots, strict=True)}
    combinations = 1
    for nodes in independent.values():
        combinations *= len(nodes)
    if combinations > MOST_COMBINATIONS or not (slots or found.defaults or dtype):
        return None
    names = [name for name, _ in slots]
    results: dict[str, None] = {}
    lost: set[tuple[TypeVarType, bool]] = set()
    for nodes in product(*independent.values()):
        if variables:
            chosen = dict(zip(independent, nodes, strict=True))
            nodes = tuple(chosen[place] for place in places)
        if "own" in found.maps and any(node.startswith(NUMPY) for node in nodes):
            return None
        entered = [_entered(system, node) for node in nodes]
        if not NUMPY_PLATFORM.keys().isdisjoint(entered):
            return None
        if any(system.scalars.get(node, node) not in system.nodes for node in entered):
            continue
        if weak_matters and any(system.node(node) in system.defaults for node in entered):
            return None
        if exact_matters and not all(is_inexact(system.node(node)) for node in entered):
            return None
        for node in made(found, system, _by_name(found, names, entered), dtype) or ():
            results[node] = None
            for variable in variables:
                if chosen[variable] not in (node, *system.truncated):
                    lost.add((variable, chosen[variable] in system.defaults))
    for variable in variables if results else ():
        if (variable, False) not in lost:
            # Where only a weak array becomes another, it is not the variable, and no error to take it for it.
            return None if (variable, True) in lost else variable
    return tuple(results) or None


def _by_name(found: Rule, names: list[str], nodes: list[str]) -> dict[str, str | list[str]]:
    gathered: dict[str, list[str]] = {}
    for name, node in zip(names, nodes, strict=True):
        gathered.setdefault(name, []).append(node)
    return {name: values if name in found.starred else values[0] for name, values in gathered.items()}


def _parameters(ctx: Context, found: Rule, fullname: str) -> list[str | None]:
    """The names of the parameters.

    mypy does not keep the names of those that are positional only, so they are what the rule names and no other has.
    """
    names: list[str | None] = [*ctx.callee_arg_names]  # mypy says str, and means str | None
    hidden = names.count(None)
    if not hidden:
        return names
    parts = found.parts or (found,)
    spoken_of = [
        name for part in parts for name in (*part.operands, *part.joining, *((part.dtype,) if part.dtype else ()))
    ]
    declared = POSITIONAL.get(fullname)
    known = declared or [name for name in dict.fromkeys(spoken_of) if name not in (*names, "self")]
    if len(known) == hidden:
        return [*known, *names[hidden:]]
    # The rule is of another overload's operands, as in `jnp.einsum(x, (0, 1), y, (1, 2))`.
    return [None if name in _roles(found).operands else name for name in names] if declared else names


def _items_known(
    api: CheckerPluginInterface, types: list[Type], expressions: list[Expression], kinds: list[ArgKind]
) -> Choices | None:
    """What each item of a sequence may be, or each argument of a variadic parameter.

    The sequences may have sequences for items, which only `jax.numpy.block` takes.
    """
    given = {id(e): (t, e, kind) for t, e, kind in zip(types, expressions, kinds, strict=True)}
    if len(given) == 1:  # a tuple that is unpacked comes once for each of its items
        several = iterated(api, types[0], expressions[0])
    else:
        several = together(iterated(api, t, e) if kind == ARG_STAR else [(t, e)] for t, e, kind in given.values())
    known = [choice(made_by_itself(api, t, e)) for t, e in leaves(api, several or [])]
    return [one for one in known if one is not None] if several is not None and None not in known else None


def _literal(api: CheckerPluginInterface, system: System, t: Type, expression: Expression) -> str | None:
    """The dtype of an array that is made of a list: the join of its items, and never weak."""
    nodes: list[str] = []
    for item, source in leaves(api, [(t, expression)]):
        own = choice(made_by_itself(api, item, source))
        if own is None or len(own.nodes) != 1:
            return None
        nodes.append(_entered(system, own.nodes[0]))
    if not nodes:
        return requested(system, "float")  # of an empty list
    if any(system.scalars.get(node, node) not in system.nodes for node in nodes):
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
    found = [unfolded(item) for item, _ in iterated(api, t, expression) or [(t, expression)]]
    return all(isinstance(item, Instance) and item.type.fullname in REAL for item in found)


def _entered(system: System, node: str) -> str:
    """NumPy's dtypes as they are once converted."""
    bare = node.removeprefix(NUMPY)
    return node if bare == node else converted(system, bare)


def _limit(api: CheckerPluginInterface, expression: Expression) -> Choice | None:
    """What ``jnp.finfo(dtype).min`` and the like are as arguments: scalars of a dtype, which mypy does not know."""
    if isinstance(expression, UnaryExpr) and expression.op == "-":
        expression = expression.expr
    if not isinstance(expression, MemberExpr) or expression.name not in LIMITS:
        return None
    match expression.expr:
        case CallExpr(callee=RefExpr(fullname=name), args=[dtype]) if name == FINFO:
            found = dtype_argument(api, dtype, api.get_expression_type(dtype))
            node = "float64" if found == "float" else found or ""
            return Choice((f"{NUMPY}{node}",)) if "float" in node else None
    return None


def choice(t: Type) -> Choice | None:
    """What an operand may be; None if nothing is known of it."""
    found = operands(t)
    if found is None:
        return None
    if len(found) == 1 and not found[0].numpy:
        return Choice(found[0].nodes, found[0].variable)
    return Choice(tuple(f"{NUMPY}{node}" if operand.numpy else node for operand in found for node in operand.nodes))
