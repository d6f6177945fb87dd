"""Functions of JAX by the rules of `jaxtyping_promo.rules`, with the origin and the shape of each result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from ...diagnostics.loss import Loss
from ...inference.answer import Result
from ...inference.answer import Unknown as UnknownAnswer
from ...inference.arguments import MOST_COMBINATIONS, Arguments
from ...inference.functions import infer_function
from ...inference.random_keys import KEY
from ...rules.clauses import accepted_dtypes
from ...rules.evaluation import join as common_dtype
from ...rules.roles import roles_of
from ...rules.rule import Rule
from ...rules.tables import rule as find_rule
from ...rules.tables import system_name, written_name
from ...rules.vocabulary import requested
from ...system import System
from ..arrays import alternatives, in_modes, is_concrete_exponent, is_traced
from ..call import Call
from ..call_findings import FunctionCall, losses_of_call, refusal_of_call, tell_losses
from ..findings import FLOATS, Operation, meet
from ..iteration import item_of, known_items
from ..made_arrays import note_maker
from ..modes import jax_systems
from ..operand_choices import choices
from ..origins import NO_ORIGIN, Origins, accident, chosen, merged_origins
from ..slots import note_cast
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    External,
    Items,
    Number,
    NumPyArray,
    Object,
    Tuple,
    Unknown,
    Value,
    constant_of,
    join,
    only,
)
from .dtype_values import dtype_origins, requested_dtype
from .function_shapes import result_shape
from .jax_signatures import Signature, bind_arguments, signatures

if TYPE_CHECKING:
    from ..run import Run

Bound: TypeAlias = Mapping[str, Any]
"""The arguments of a call by parameter: a value, or a list of values for a variadic parameter."""
ARRAY_MAKERS = frozenset(("jax.numpy.array", "jax.numpy.asarray"))
CONVERSIONS = ARRAY_MAKERS | {"jax.Array.astype", "jax.numpy.astype", "jax.lax.convert_element_type"}
"""Functions that convert a value to a dtype. Those such as `jax.numpy.ones` make a new one."""
LIST_RESULTS = frozenset(("jax.lax.top_k", "jax.lax.approx_max_k", "jax.lax.approx_min_k"))
"""Functions that return a list although their annotations say tuple. Source: JAX 0.12.0.1 at run time."""
FLOAT_RESULTS = frozenset(("bfloat16", "float16", "float32", "float64"))

STRONG_IF_EMPTY = {"jax.numpy.polymul": ("a1", "a2"), "jax.numpy.take_along_axis": ("arr",)}
"""Functions that keep a weak dtype, unless one of these operands has no items. Source: JAX 0.12.0.1 at run time."""

DEEPEST = 24
"""The deepest nesting of sequences in an argument."""


def call_jax(run: Run, name: str, call: Call) -> Value:
    """Call a function of JAX by its rule; a function without a rule calls the functions that it gets."""
    rule = find_rule(name, run.finder.jax_version)
    if rule is None or rule.kind in ("none", "function", "unknown"):
        from .externals import unknown_call

        return unknown_call(run, name, call)
    if rule.kind == "tree of":
        from .collectives import call_collective

        return call_collective(run, rule, name, call)
    bound = bind(rule, name, call)
    if bound is None:
        return run.unknown(f"the arguments of {written_name(name)} are not known") if not call.is_exact else BOTTOM
    return by_rule(run, rule, name, bound)


def bind(rule: Rule, name: str, call: Call) -> Bound | None:
    """The arguments of a call by the parameter names of the rule; None if Python rejects the call."""
    if not call.is_exact:
        return None
    if not signatures(name):
        return Signature(_named_parameters(rule), "", (), "keywords").bind(call)
    found = bind_arguments(name, call)
    return None if found is None else _renamed(rule, *found)


def _named_parameters(rule: Rule) -> tuple[str, ...]:
    parts = rule.parts or (rule,)
    return tuple(dict.fromkeys(name for part in parts for name in (*part.operands, *part.joining)))


def _renamed(rule: Rule, parameters: Signature, bound: Bound) -> Bound:
    """Rename positional-only parameters to the names that the rule gives them."""
    roles = roles_of(rule)
    named = {*roles.operands, *roles.dtypes, *roles.flags}
    operands = _named_parameters(rule)
    missing = [
        name for name in operands if name not in (*parameters.positional, *parameters.keyword_only, parameters.variadic)
    ]
    if not missing:
        return bound
    unnamed = [name for name in parameters.positional if name not in named]
    if parameters.variadic and parameters.variadic not in named and parameters.variadic in bound:
        positional = bound[parameters.variadic]
        renamed = {name: value for name, value in bound.items() if name != parameters.variadic}
        if any(name in rule.starred for name in missing):
            return {**renamed, missing[0]: positional}
        return {**renamed, **dict(zip(missing, positional, strict=False))}
    names = dict(zip(unnamed, missing, strict=False))
    return {names.get(name, name): value for name, value in bound.items()}


def by_rule(run: Run, rule: Rule, name: str, bound: Bound) -> Value:
    """The value of a call by a rule, in every mode that JAX may be in.

    Args:
        run: the run.
        rule: the rule.
        name: the function's full name.
        bound: the arguments by parameter.
    """
    systems = jax_systems(run, system_name(name))
    calls = [RuleCall(run, rule, name, bound, system) for system in systems]
    results = [call.value() for call in calls]
    tell_losses(run, [call.losses for call in calls])
    first = results[0]
    if run.policy is not None and run.records.is_on:
        run.policy.on_call(run, name, first)
    if all(result == first for result in results):
        return note_maker(run, name, bound, first)
    return in_modes(run, lambda system: results[[s.x64 for s in systems].index(system.x64)])


def check_call(run: Run, name: str, bound: Bound) -> bool:
    """Record the findings of a call whose result another model computes. Returns whether JAX rejects it."""
    rule = find_rule(name, run.finder.jax_version)
    if rule is None:
        return False
    calls = [RuleCall(run, rule, name, bound, system) for system in jax_systems(run, system_name(name))]
    accepted = [call.is_accepted(call.arguments.rule_for_call(rule)) for call in calls]
    tell_losses(run, [call.losses for call in calls])
    return not any(accepted)


class RuleCall:
    """One call of a function with a rule, in one mode."""

    def __init__(self, run: Run, rule: Rule, name: str, bound: Bound, system: System) -> None:
        self.run, self.rule, self.name, self.bound, self.system = run, rule, name, bound, system
        self.values: dict[str, list[Value]] = {}
        self.origins: Origins | None = None
        self.cause = ""
        self.losses: list[Loss] = []
        self.clauses = accepted_dtypes(name)  # of the newest JAX: JAX 0.10 rejects some calls only when it compiles
        self.arguments = self._arguments()

    def value(self) -> Value:
        """The value that the function returns."""
        rule = self.arguments.rule_for_call(self.rule)
        if rule is None:
            return self.run.unknown(f"a flag of {written_name(self.name)} is not known")
        if not self.is_accepted(rule):
            return BOTTOM if self.run.ends_at_refusals else (Array(None, cause=self.losses[0].message),)
        return self._of_kind(rule)

    def is_accepted(self, rule: Rule | None) -> bool:
        """Whether JAX may accept the call, with the refusal or the losses in `losses`."""
        if rule is None or not self.run.records.is_on:
            return True
        call = FunctionCall(self.name, rule, self.bound, self.arguments, self.values, self.system)
        refusal = refusal_of_call(self.run, call)
        self.losses = [refusal] if refusal is not None else losses_of_call(self.run, call)
        if not any(loss.raises for loss in self.losses):
            self.run.records.accepted.add((self.run.place, self.run.context))
        return refusal is None

    def _of_kind(self, rule: Rule) -> Value:
        match rule.kind:
            case "array" | "tree of":
                return self._array(rule)
            case "tuple" if self.name in LIST_RESULTS:
                from ..iteration import new_sequence

                return new_sequence(self.run, [self._of_kind(part) for part in rule.parts])
            case "tuple":
                return (Tuple(tuple(self._of_kind(part) for part in rule.parts)),)
            case "list of" | "tuple of" | "array or list of":
                return self._several(rule)
            case "each of":
                return self._each(rule)
            case "keys":
                return (Array(KEY, result_shape(self.run, self.name, self.bound)),)
            case "function of":
                return self._initializer(rule)
            case "none":
                return NONE
        return self.run.unknown(f"the rule of {written_name(self.name)} says nothing of this call")

    def _initializer(self, rule: Rule) -> Value:
        from ..values import Transformed

        dtype = self.bound.get(rule.dtype or "dtype", BOTTOM)
        return (Transformed("initializer", (External(self.name),), (("dtype", dtype if dtype != NONE else BOTTOM),)),)

    def _several(self, rule: Rule) -> Value:
        from ..iteration import new_sequence

        item = self._array(rule)
        if rule.kind == "array or list of":
            axes = _axis_count(self.run, self.bound)
            if axes == 1:
                return item
            listed = new_sequence(self.run, None if axes is None else [item] * axes, item if axes is None else BOTTOM)
            return listed if axes is not None else join(item, listed)
        count = _part_count(self.name, self.bound)
        if count is not None:
            if rule.kind == "tuple of":
                return (Tuple((item,) * count),)
            return new_sequence(self.run, [item] * count)
        if rule.kind == "tuple of":
            return (Items(item, "tuple"),)
        return new_sequence(self.run, None, item)

    def _each(self, rule: Rule) -> Value:
        from ...inference.functions import infer_items

        answers = infer_items(rule, self.arguments, self.system)
        if answers is None:
            return self.run.unknown(f"an argument of {written_name(self.name)} has no known dtype")
        items: list[Value] = []
        for answer, value in zip(answers, self.values.get(rule.operands[0], []), strict=False):
            origins = value[0].origins if value and isinstance(value[0], (Array, NumPyArray)) else NO_ORIGIN
            dtypes = answer.dtypes if isinstance(answer, Result) else (None,)
            items.append(tuple(Array(dtype, None, origins) for dtype in dtypes))
        from ..iteration import new_sequence

        return new_sequence(self.run, items) if self.name == "jax.numpy.meshgrid" else (Tuple(tuple(items)),)

    def _is_traced(self) -> bool | None:
        items = [item for values in self.values.values() for value in values for item in value]
        return is_traced(self.run, items, is_conversion=self.name in ARRAY_MAKERS)

    def _array(self, rule: Rule) -> Value:
        """The array that a rule returns."""
        if rule.operator == "pow" and len(rule.operands) == 2:
            left, right = (self.values.get(name, [BOTTOM]) for name in rule.operands)
            if (
                left
                and right
                and only(left[0])
                and only(right[0])
                and is_concrete_exponent(left[0][0], right[0][0]) is not False
            ):
                from ..operators import binary

                return binary(self.run, "pow", left[0], right[0], self.run.node)
        shape = result_shape(self.run, self.name, self.bound)
        answer = infer_function(rule, self.arguments, self.system)
        if isinstance(answer, Result):
            traced = self._is_traced()
            stored = self.system.stored if self._is_strong_as_empty() else str
            return tuple(
                Array(stored(dtype), shape, self._result_origins(rule, dtype), traced=traced) for dtype in answer.dtypes
            )
        cause = self.cause or f"{written_name(self.name)}: {answer.cause}" if isinstance(answer, UnknownAnswer) else ""
        return (Array(None, shape, cause=cause or str(answer)),)

    def _is_strong_as_empty(self) -> bool:
        """Whether an operand has no items for certain, so that JAX makes a new array without a weak dtype."""
        names = STRONG_IF_EMPTY.get(self.name, ())
        items = [only(value, (Array, NumPyArray)) for name in names for value in self.values.get(name, ())]
        return any(item is not None and 0 in (item.shape or ()) for item in items)

    def _result_origins(self, rule: Rule, dtype: str) -> Origins:
        if rule.dtype is not None and rule.dtype in self.arguments.dtypes:
            return self._requested_origins(dtype)
        names = [name for name in rule.operands if name in self.values]
        if not names:
            is_float = dtype in FLOAT_RESULTS or dtype.startswith("complex")
            shown = written_name(self.name)
            return accident(self.run.place, f"the default of {shown}") if is_float else NO_ORIGIN
        values = [value for name in names for value in self.values[name]]
        if all(len(value) == 1 for value in values):
            return self._origins_of_items(tuple(item for (item,) in values), dtype)
        if prod(map(len, values)) > MOST_COMBINATIONS:
            return NO_ORIGIN
        found = [self._origins_of_items(items, dtype) for items in choices(values) if self._gives(rule, items, dtype)]
        return reduce(merged_origins, found) if found else NO_ORIGIN

    def _origins_of_items(self, items: tuple[Any, ...], dtype: str) -> Origins:
        operation = Operation(written_name(self.name), items, self.run.place, self.system)
        return meet(self.run, operation, dtype)[0]

    def _gives(self, rule: Rule, items: tuple[Any, ...], dtype: str) -> bool:
        """Whether the rule gives a dtype for one alternative of each operand."""
        rest = iter(items)
        chosen_items = {
            name: tuple(alternatives((next(rest),)) or () for _ in self.values[name])
            for name in rule.operands
            if name in self.values
        }
        arguments = self.arguments._replace(operands={**self.arguments.operands, **chosen_items})
        answer = infer_function(rule, arguments, self.system)
        return isinstance(answer, Result) and dtype in answer.dtypes

    def _requested_origins(self, dtype: str) -> Origins:
        """The origins of a result whose dtype an argument states. A cast is a choice; a default parameter is not."""
        operands = [value for value in self.bound.values() if any(is_float_array(item) for item in value)]
        for value in operands:
            note_cast(self.run, value, dtype)
        origins = self.origins or NO_ORIGIN
        is_cast = bool(operands) or self.name in CONVERSIONS
        if is_cast and any(origin.is_default for origin in origins):
            return chosen(self.run.place, f"the dtype argument of {written_name(self.name)}")
        return origins

    # ------------------------------------------------------------------------------------------------- arguments

    def _arguments(self) -> Arguments:
        """The call as the inference core reads it."""
        roles = roles_of(self.rule)
        given: set[str] = set()
        operands: dict[str, Any] = {}
        dtypes: dict[str, str | None] = {}
        literals: dict[str, str | None] = {}
        not_arrays: set[str] = set()
        is_counted = True
        for name, value in self.bound.items():
            if not isinstance(value, list) and value == NONE:
                continue
            if name in roles.flags and not isinstance(value, list):
                constant = constant_of(value)
                literals[name] = None if constant is ABSENT else str(constant)
                continue
            if name in roles.numbers and not isinstance(value, list) and self._are_numbers(value):
                continue
            given.add(name)
            if name in roles.dtypes and not isinstance(value, list):
                dtypes[name] = self._dtype(value)
            elif name in roles.starred:
                items = value if isinstance(value, list) else self._items(value)
                if items is None and not isinstance(value, list):
                    is_counted = False
                    item = self._any_item(value)
                    items = None if item is None else [item]
                known = [alternatives(item) for item in items] if items is not None else [None]
                operands[name] = None if None in known else tuple(known)
                self.values[name] = items or []
                if items is not None:
                    self._note_cause(items)
            elif name in roles.firsts and not isinstance(value, list):
                pair = known_items(self.run, value)
                known_first = alternatives(pair[0]) if pair else None
                operands[name] = None if known_first is None else (known_first,)
                self.values[name] = pair[:1] if pair else []
            elif name in roles.operands and not isinstance(value, list):
                operands[name] = self._operand(name, value, not_arrays)
            elif not isinstance(value, list) and any(name in clause.parameters for clause in self.clauses):
                if "dtype" in name or name == "preferred_element_type":
                    dtypes[name] = self._known_dtype(requested_dtype(value))
                else:
                    known_operand = alternatives(value)
                    operands[name] = None if known_operand is None else (known_operand,)
        return Arguments(frozenset(given), operands, dtypes, literals, is_counted, frozenset(not_arrays))

    def _are_numbers(self, value: Value) -> bool:
        """Whether an argument is a Python real number, or a sequence of such numbers."""
        items = known_items(self.run, value) if only(value, (Tuple, Object)) else [value]
        return items is not None and all(
            isinstance(one, Number) and one.kind != "complex" for item in items for one in item
        )

    def _dtype(self, value: Value) -> str | None:
        name = requested_dtype(value)
        if name is None:
            self.cause = value[0].cause if isinstance(only(value), Unknown) else "the dtype argument is not known"
            return None
        self.origins = dtype_origins(self.run, value, f"the dtype argument of {written_name(self.name)}")
        return self._known_dtype(name)

    def _known_dtype(self, name: str | None) -> str | None:
        return name if name in self.system.nodes or name in self.system.scalars else None

    def _items(self, value: Value, depth: int = 0, *, is_counted: bool = True) -> list[Value] | None:
        """The arrays and numbers of a sequence, nested sequences flattened.

        Args:
            value: the sequence.
            depth: how many sequences are around it.
            is_counted: whether the length must be known. Otherwise one item stands for all those of a sequence of
                unknown length.
        """
        if depth > DEEPEST:
            return None
        if any(isinstance(item, (Array, NumPyArray)) for item in value):
            return [tuple(value)]
        items = known_items(self.run, value)
        if items is None and not is_counted:
            items = [one for one in (item_of(self.run, value),) if one] or None
        if items is None:
            return None
        found: list[Value] = []
        for item in items:
            if any(isinstance(one, (Tuple, Object)) for one in item):
                inner = self._items(item, depth + 1, is_counted=is_counted)
                if inner is None:
                    return None
                found += inner
            else:
                found.append(item)
        return found

    def _any_item(self, value: Value) -> Value | None:
        """The value of any array of a sequence of unknown length."""
        item = item_of(self.run, value)
        return item if item and all(isinstance(one, (Array, NumPyArray, Number)) for one in item) else None

    def _operand(self, name: str, value: Value, not_arrays: set[str]) -> Any:
        if self.name in ARRAY_MAKERS and only(value, (Tuple, Object, Items)):
            listed = self._of_list(value)
            if listed is None:
                return None
            value = listed
        known = alternatives(_without_structs(value))
        if known is None:
            self._note_cause([value])
            if any(not isinstance(item, (Array, NumPyArray, Number, Unknown)) for item in value):
                not_arrays.add(name)
            return None
        self.values[name] = [_without_structs(value)]
        return (known,)

    def _of_list(self, value: Value) -> Value | None:
        """The array that JAX makes of a list: the promotion of its items, which is never weak."""
        items = self._items(value, is_counted=False)
        if items is None:
            return None
        if not items:
            dtype = requested(self.system, "float")
            return (Array(dtype, None, accident(self.run.place, "an empty list")),)
        nodes: list[str] = []
        origins: list[Origins] = []
        for item in items:
            known = alternatives(item)
            if known is None:
                self._note_cause([item])
                return None
            entered = {dtype for operand in known for dtype in operand.entering(self.system)}
            if len(entered) != 1 or not entered <= {*self.system.nodes, *self.system.scalars}:
                return None
            nodes += entered
            origins += [one.origins for one in item if isinstance(one, (Array, NumPyArray))]
        node = common_dtype(self.system, nodes)
        if node is None:
            return None
        dtype = requested(self.system, node)
        if not origins:
            return (Array(dtype, None, accident(self.run.place, "a list of Python numbers")),)
        operation = Operation(
            written_name(self.name), tuple(one for item in items for one in item), self.run.place, self.system
        )
        return (Array(dtype, None, meet(self.run, operation, dtype)[0]),)

    def _note_cause(self, values: Sequence[Value]) -> None:
        for value in values:
            for item in value:
                if isinstance(item, Unknown) or (isinstance(item, Array) and item.dtype is None):
                    self.cause = self.cause or item.cause


def is_float_array(item: object) -> bool:
    """Whether an alternative is an array of a real float dtype."""
    return isinstance(item, (Array, NumPyArray)) and item.dtype in FLOATS


def _without_structs(value: Value) -> Value:
    """A value whose ``ShapeDtypeStruct`` alternatives count as arrays, as in ``jnp.zeros_like(struct)``."""
    if not any(isinstance(item, Array) and item.is_struct for item in value):
        return value
    return tuple(
        Array(item.dtype, item.shape, item.origins) if isinstance(item, Array) and item.is_struct else item
        for item in value
    )


def _axis_count(run: Run, bound: Bound) -> int | None:
    """The number of axes along which `jnp.gradient` differentiates; None if unknown."""
    axis = bound.get("axis", NONE)
    if axis == NONE:
        item = only(bound.get("f", ()), (Array, NumPyArray))
        return None if item is None or item.shape is None else len(item.shape)
    if only(axis, Number) is not None:
        return 1
    axes = known_items(run, axis)
    return None if axes is None else len(axes)


MOST_PARTS = 64
"""The most parts of an array that are told apart."""


def _part_count(name: str, bound: Bound) -> int | None:
    """The number of arrays that a function like ``jnp.split`` returns; None if unknown."""
    sections = bound.get("indices_or_sections")
    if sections is None:
        return None
    number = constant_of(sections)
    if isinstance(number, int):
        return number if 0 < number <= MOST_PARTS else None
    item = only(sections, (Array, NumPyArray))
    if item is not None and item.shape is not None and len(item.shape) == 1 and isinstance(item.shape[0], int):
        return int(item.shape[0]) + 1 if item.shape[0] < MOST_PARTS else None
    return len(number) + 1 if isinstance(number, tuple) else None
