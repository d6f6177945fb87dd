"""Records: the dtypes of every expression that was evaluated, and the verdicts on operations, over all contexts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .definitions import Definition
from .dtypes_at_places import Dtypes, merged
from .modes import EVERY
from .modules import Source
from .places import Place
from .values import Array, NumPyArray, Shape, Unknown, Value, merged_shapes, shape_of_arrays, unknown

RECORDED = frozenset(
    (
        ast.Attribute, ast.Await, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.IfExp, ast.Name, ast.NamedExpr,
        ast.Subscript, ast.UnaryOp,
    )
)  # fmt: skip
"""The classes of expressions whose values are recorded."""


REBUILT: Value = unknown("JAX calls this code to flatten and rebuild pytrees, with other leaves, too")
"""The value of expressions in code that JAX calls."""


class ExpressionRecord:
    """The dtypes that one expression had in the contexts in which it was evaluated.

    Attributes:
        node: the expression.
        source: its module.
        arrays: the dtypes and weak types of JAX's arrays, in the order in which they came up.
        numpy: the dtypes of NumPy's arrays and numbers.
        causes: the reasons why an array, or the whole value, is unknown in some context.
        is_other: whether it was something else than an array.
        parts: the dtypes in the tuple, list or dict that it was in every context.
        shape: the shape that it had outside of calls by other functions; None if it is unknown or was no array.
    """

    __slots__ = ("_has_shape", "arrays", "causes", "is_other", "last", "node", "numpy", "parts", "shape", "source")

    def __init__(self, node: ast.expr, source: Source) -> None:
        self.node, self.source = node, source
        self.arrays: dict[str, None] = {}
        self.numpy: dict[str, None] = {}
        self.causes: dict[Unknown, None] = {}
        self.is_other = False
        self.parts: Dtypes | None = None
        self.last: Value | None = None
        self.shape: Shape | None = None
        self._has_shape = False

    def branch(self) -> ExpressionRecord:
        """A record that starts equal and changes by itself."""
        other = ExpressionRecord(self.node, self.source)
        other.arrays, other.numpy, other.causes = dict(self.arrays), dict(self.numpy), dict(self.causes)
        other.is_other, other.parts, other.last = self.is_other, self.parts, self.last
        other.shape, other._has_shape = self.shape, self._has_shape
        return other

    def add_shape(self, value: Value) -> None:
        """Add the shape that the expression has once more."""
        shape = shape_of_arrays(value)
        self.shape = merged_shapes(self.shape, shape) if self._has_shape else shape
        self._has_shape = True

    def add(self, value: Value, parts: Dtypes | None) -> None:
        """Add the value that the expression has in one more context, and the dtypes in its parts."""
        self.parts = parts if self.last is None else merged(self.parts, parts)
        self.last = value
        for item in value:
            kind = type(item)
            if kind is Array:
                if item.is_struct:
                    self.is_other = True
                elif item.dtype is None:
                    self.causes[Unknown(item.cause or "the array's dtype is unknown")] = None
                else:
                    self.arrays[item.dtype] = None
            elif kind is NumPyArray:
                if item.dtype is None:
                    self.causes[Unknown("the dtype of a NumPy array is unknown")] = None
                else:
                    self.numpy[item.dtype] = None
            elif kind is Unknown:
                self.causes[item] = None
            else:
                self.is_other = True


class Records:
    """What a run has found so far.

    Args:
        earlier: records of the same run whose `calls` and `imported_data` are shared.

    Attributes:
        expressions: the record of each expression, by the identity of its syntax node.
        verdicts: the verdicts by code on the operation at a place, in a context; see `findings`.
        slots: the mixes that are told because a variable became wider by them.
        accepted: the places and contexts of operations that JAX accepts for some of the possible operands.
        excused: the upcasts whose result goes back to the variable that held the wide operand.
        common_dtypes: the places that compute a common dtype by an upcast that callers are told.
        cast_back: the upcasts, by place and context, in an expression that is cast back as a whole.
        waves: the upcasts, by place and context, by a float32 sine or cosine, such as those of rotary positions.
        followers: the expressions whose dtype follows from a told upcast.
        modes: the values of JAX's options (see `modes.EVERY`) at each syntax node, by its identity, if they are kept.
        escaped: the functions that code which is not interpreted may call, by the identity of their nodes.
        revealed: the description of each argument of `reveal_type`, by place and context.
        was_reached: the definitions that were called, by identity.
        calls: the definitions that were called, by the definition that calls, or by the file whose top level does.
        imported_data: the module and the name of data, by the file that imports it and the name there.
        is_on: whether to record; off while code is only tried.
        is_called_by_jax: whether JAX calls the code that runs, with other values at other times.
    """

    def __init__(self, earlier: Records | None = None) -> None:
        self.expressions: dict[int, ExpressionRecord] = {}
        self.verdicts: dict[Any, Any] = {}
        self.slots: set[Place] = set()
        self.accepted: set[tuple[Place, int]] = set()
        self.excused: set[Place] = set()
        self.common_dtypes: set[Place] = set()
        self.cast_back: set[tuple[Place, int]] = set()
        self.waves: set[tuple[Place, int]] = set()
        self.followers: dict[Place, set[int]] = {}
        self.was_reached: set[int] = set()
        self.calls: dict[Definition | str, set[Definition]] = {} if earlier is None else earlier.calls
        self.imported_data: dict[tuple[str, str], tuple[str, str]] = {} if earlier is None else earlier.imported_data
        self.revealed: dict[tuple[Place, int], list[dict[str, Any]]] = {}
        self.modes: dict[int, list[tuple[Value, ...]]] = {}
        self.escaped: set[int] = set()
        self.is_on, self.is_called_by_jax = True, False

    def branch(self) -> Records:
        """Records that start equal and change by themselves."""
        other = Records()
        other.expressions = {key: record.branch() for key, record in self.expressions.items()}
        other.verdicts = {key: dict(verdicts) for key, verdicts in self.verdicts.items()}
        for table in ("slots", "accepted", "excused", "common_dtypes", "cast_back", "waves", "was_reached", "escaped"):
            setattr(other, table, set(getattr(self, table)))
        other.followers = {key: set(nodes) for key, nodes in self.followers.items()}
        other.calls = {key: set(called) for key, called in self.calls.items()}
        other.modes = {key: [*modes] for key, modes in self.modes.items()}
        other.imported_data, other.revealed = dict(self.imported_data), dict(self.revealed)
        return other

    def take(self, other: Records, code: str) -> None:
        """Add the verdicts of a code in other records, which have contexts of their own."""
        for key, verdicts in other.verdicts.items():
            for name, verdict in verdicts.items():
                if verdict.code.name == code:
                    self.verdicts.setdefault(key, {}).setdefault(name, verdict)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Record nothing while code is only tried, however the code is left."""
        was_on, self.is_on = self.is_on, False
        try:
            yield
        finally:
            self.is_on = was_on

    @contextmanager
    def called_by_jax(self) -> Iterator[None]:
        """Record unknown values alone, for code that JAX calls at more places than are seen, as to flatten a pytree."""
        was_called, self.is_called_by_jax = self.is_called_by_jax, self.is_on or self.is_called_by_jax
        try:
            with self.paused():
                yield
        finally:
            self.is_called_by_jax = was_called

    def add_value(
        self, node: ast.expr, source: Source, value: Value, parts: Dtypes | None = None, *, is_called: bool = False
    ) -> None:
        """Record one more value of an expression.

        Args:
            node: the expression.
            source: its module.
            value: the value.
            parts: the dtypes in it, if it has parts.
            is_called: whether another function calls the function around the expression.
        """
        if not (self.is_on or self.is_called_by_jax) or type(node) not in RECORDED:
            return
        if self.is_called_by_jax:
            value, parts, is_called = REBUILT, None, True
        record = self.expressions.get(id(node))
        if record is None:
            record = self.expressions[id(node)] = ExpressionRecord(node, source)
        if not is_called:
            record.add_shape(value)
        if (record.last is not value and record.last != value) or record.parts != parts:
            record.add(value, parts)
            for item in value:
                if type(item) is Array and item.origins:
                    for origin in item.origins:
                        if origin.kind == "reported":
                            self.followers.setdefault(origin.place, set()).add(id(node))

    def add_modes(self, node: ast.AST, modes: Mapping[Any, Value]) -> None:
        """Record the modes of JAX at a node."""
        values = tuple(modes[option] for option in EVERY)
        recorded = self.modes.setdefault(id(node), [])
        if values not in recorded:
            recorded.append(values)

    @property
    def refused(self) -> set[tuple[Place, int, str]]:
        """The places, contexts and codes of verdicts that say that the program raises an error."""
        return {
            (place, context, code)
            for (place, context), verdicts in self.verdicts.items()
            for code, verdict in verdicts.items()
            if verdict.raises
        }

    def copy(self, table: str, key: tuple[Place, int], new: tuple[Place, int]) -> None:
        """Copy what is told of a place in one context to another context.

        Args:
            table: the name of the attribute that holds it.
            key: the place and the context.
            new: the place and the other context.
        """
        entries: dict[Any, Any] = getattr(self, table)
        if key in entries:
            entries[new] = entries[key]
            for marks in (self.accepted, self.cast_back, self.waves):
                if key in marks:
                    marks.add(new)
