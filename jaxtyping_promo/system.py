"""Promotion systems: the result of promoting two dtypes, and the results of operators.

A module of `jaxtyping_promo.systems` declares a `System`; all other code asks its `promote`, `binary` and `unary`.
"""

from __future__ import annotations

from .exceptions import UnknownDTypeError
from .lattice import Lattice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PYTHON_SCALARS = ("bool", "int", "float", "complex")

ZERO_DIM = "[]"
"""The ending of the name of a 0-d array, as in JAX's own notation for shapes: ``int8[]``."""


class System:
    """The promotion rules of one library in one mode: a (possibly partial) binary function over the names of dtypes.

    Args:
        name: the name that users write, ``"jax"``.
        x64: whether 64-bit dtypes are on, where the library has such a switch.
        strict: whether only safe weak promotion is allowed, where the library has such a switch.
        source: the document of the rules.
        checked: the library versions that the rules were last compared with.
        nodes: the names of the dtypes and weak types, in the order in which a table shows them.
        promotion: a `Lattice`, or a table of the pairs that promote, which may be asymmetric. A table may have rows and
            columns for 0-d arrays (``int8[]``), and for the names of Python scalars that promote differently from their
            nodes.
        result_of_many: the promotion of three or more nodes, where it differs from promoting pairs from the left.
        scalars: the node that each Python scalar type stands for.
        defaults: the concrete dtype that a weak node is stored in.
        truncated: the dtype that a requested dtype (or a NumPy operand) becomes on entry, if it is not kept.
        changes: for each operator, the joins whose result is another dtype.
        rejects: for each operator, the joins that it rejects.
        exceptions: for each operator, pairs of operands (nodes or names of Python scalars) with a special result.
    """

    __slots__ = (
        "name", "x64", "strict", "source", "checked", "nodes", "promotion", "result_of_many", "scalars", "defaults",
        "truncated", "changes", "rejects", "exceptions", "_operands", "_binary",
    )  # fmt: skip

    def __init__(
        self,
        *,
        name: str,
        nodes: tuple[str, ...],
        promotion: Lattice | Mapping[tuple[str, str], str],
        scalars: Mapping[str, str],
        result_of_many: Callable[[Callable[[str, str], str | None], Sequence[str]], str | None] | None = None,
        x64: bool = False,
        strict: bool = False,
        source: str = "",
        checked: str = "",
        defaults: Mapping[str, str] = {},
        truncated: Mapping[str, str] = {},
        changes: Mapping[str, Mapping[str, str]] = {},
        rejects: Mapping[str, tuple[str, ...]] = {},
        exceptions: Mapping[str, Mapping[tuple[str, str], str | None]] = {},
    ) -> None:
        self.name, self.x64, self.strict = name, x64, strict
        self.source, self.checked = source, checked
        self.nodes, self.promotion, self.result_of_many = nodes, promotion, result_of_many
        self.scalars, self.defaults, self.truncated = scalars, defaults, truncated
        self.changes, self.rejects, self.exceptions = changes, rejects, exceptions
        rows = () if isinstance(promotion, Lattice) else (name for pair in promotion for name in pair)
        self._operands = frozenset((*nodes, *(name for name in rows if name.endswith(ZERO_DIM))))
        self._binary: dict[tuple[str, str, str], str | None] = {}

    def __repr__(self) -> str:
        return f"<System {self.title}>"

    @property
    def title(self) -> str:
        """The name with the modes that are on: ``jax (x64, strict)``."""
        modes = [mode for mode, on in (("x64", self.x64), ("strict", self.strict)) if on]
        return f"{self.name} ({', '.join(modes)})" if modes else self.name

    @property
    def lattice(self) -> Lattice | None:
        """The lattice behind the system, or None if its rules are no lattice."""
        return self.promotion if isinstance(self.promotion, Lattice) else None

    @property
    def zero_dim(self) -> tuple[str, ...]:
        """The names of the 0-d arrays, if they promote differently from other arrays; otherwise empty."""
        return tuple(node + ZERO_DIM for node in self.nodes if node + ZERO_DIM in self._operands)

    def node(self, name: str) -> str:
        """The node for the name of a dtype, weak type, 0-d array or Python scalar type.

        A 0-d array (``int8[]``) counts as any other array if the library makes no difference.

        Raises:
            UnknownDTypeError: the system has no such dtype.
        """
        node = self.scalars.get(name, name)
        if node not in self._operands:
            node = node.removesuffix(ZERO_DIM)
        if node not in self._operands:
            names = ", ".join((*self.nodes, *self.scalars))
            raise UnknownDTypeError(f"{name!r} is not a dtype of {self.title}; its dtypes: {names}")
        return node

    def stored(self, node: str) -> str:
        """The concrete dtype in which values of a node are stored: of a weak node its default dtype."""
        return self.defaults.get(node, node)

    def promote(self, a: str, b: str) -> str | None:
        """The dtype that two nodes (or Python scalar types) promote to; None if the system defines no promotion."""
        left, right = self.node(a), self.node(b)
        if isinstance(self.promotion, Lattice):
            return self.promotion.join(left, right)
        for pair in ((a, b), (a, right), (left, b)):
            if pair in self.promotion:
                return self.promotion[pair]
        return self.promotion.get((left, right))

    def binary(self, op: str, left: str, right: str) -> str | None:
        """The dtype of ``left op right``, or None if the operator rejects it.

        Args:
            op: a key of `jaxtyping_promo.operators.BINARY`.
            left, right: nodes, or names of Python scalar types (which differ from weak arrays in few operators).
        """
        key = (op, left, right)
        try:
            return self._binary[key]
        except KeyError:
            result = self._binary[key] = self._compute(op, left, right)
            return result

    def _compute(self, op: str, left: str, right: str) -> str | None:
        """The result of `binary` without its cache."""
        exceptions = self.exceptions.get(op, {})
        if (left, right) in exceptions:
            return exceptions[left, right]
        join = self.promote(left, right)
        return None if join is None else self.unary(op, join)

    def unary(self, op: str, operand: str) -> str | None:
        """The dtype of a unary operator's result (or of a binary one's, for the join of its operands), or None."""
        node = self.node(operand)
        dtype = node.removesuffix(ZERO_DIM)
        if dtype in self.rejects.get(op, ()):
            return None
        return self.changes.get(op, {}).get(dtype, dtype) + node[len(dtype) :]
