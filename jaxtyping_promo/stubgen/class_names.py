"""The names of classes and type variables in the generated stubs."""

from __future__ import annotations

from functools import cache

from ..dtype_info import NARROW
from ..operators import UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..system import System

PYTHON_SUBCLASSES: dict[str, str] = {"float64": "float", "complex128": "complex"}
"""NumPy's scalar types that are subclasses of a Python type: a `numpy.float64` is a `float`."""

NUMPY_NUMBER, NUMPY_SCALAR = "_NumPyNumber", "_NumPyScalar"
"""The protocol in place of `numpy.number` in an `ArrayLike` (`typing_pyi`), and the type of any NumPy scalar."""

DTYPE = "_DType"
"""The class of an array's ``dtype``: a `numpy.dtype` that knows the dtype class of this package."""

NO_ARGUMENT = "_NoArgument"
"""The type of a parameter (mostly the dtype) in the first overload of some functions. No argument matches it."""

JAXTYPING = "_Jaxtyping"
"""The class that contains a class for each category of jaxtyping. Only the mypy plugin uses them."""
SEVERAL = ("_Several", "generic")
"""The class of joins of several dtypes, for the mypy plugin, and the class that contains it."""
JOINED = {"_Joined": False, "_JoinedX64": True}
"""By x64: the class that contains the weak dtypes that the mypy plugin uses beside their default dtypes."""
REQUESTED = "_Requested"
"""The base class that carries the result of a dtype argument: without x64, 32 bits for 64."""


TRUNCATED = "_Truncated"
"""The base class of the dtypes that JAX truncates. Functions return unknown dtypes for them.

Besides these, only an array of unknown dtype matches it.
"""


OVER = "_Over"
"""The base class that carries a dtype and the dtypes below it, whose join with it is the dtype itself."""


def wide(system: System) -> tuple[str, ...]:
    """The nodes with a column in the documents' tables, without dtypes that JAX truncates."""
    return tuple(n for n in system.nodes if n not in NARROW and n not in system.truncated)


HAS = "_Has"
"""The base class that carries the row of a dtype. A checker need not look into the row to compare two dtypes."""


WEAK = "_Weak"
"""The same for weak types. A weak type is a subclass of its default dtype, so its row comes first."""


WEAK_OVER = "_WeakOver"
"""The same as `OVER` for weak types, before the `OVER` of their default dtype."""


TAKES = "_Takes"
"""The base class that carries a dtype and the other operands that keep it.

Unlike `OVER` it names operands instead of dtypes, and so includes Python numbers.
"""


WEAK_TAKES = "_WeakTakes"
"""The same for weak types, before the class of their default dtype."""


def row_class(node: str) -> str:
    """The class of a dtype's row in the promotion table, ``_Row_int8``. Its bases are the results with other dtypes."""
    return f"_Row_{node}"


SAME = "_Same"
"""The base class of rows that carries the dtype itself, for overloads that need exactly one dtype."""


def result_class(op: str) -> str:
    """The base class of rows that carries the result of a unary operator: ``_Neg``."""
    return f"_{op.capitalize()}"


def having(base: str) -> str:
    """The type of all dtypes whose row has a base."""
    return f"{HAS}[{base}]"


@cache
def over(system: System, node: str) -> tuple[str, ...]:
    """The nodes below a node, whose join with it is the node itself. Nodes that JAX truncates are left out."""
    return tuple(n for n in system.nodes if n not in system.truncated and system.promote(n, node) == node)


@cache
def thirds(system: System, node: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """By join: the nodes whose join with a node differs from both. The row of a strong dtype names no weak type."""
    by_join: dict[str, list[str]] = {}
    for other in ordered(system) if node in ordered(system) else ():
        join = system.promote(node, other)
        if join is not None and join not in (node, other, *system.defaults):
            by_join.setdefault(join, []).append(other)
    return tuple((join, tuple(others)) for join, others in by_join.items())


@cache
def beside(system: System) -> dict[tuple[str, ...], str]:
    """The class of each set of nodes with which another node has such a join: ``_Beside1``."""
    sets = dict.fromkeys(others for node in system.nodes for _, others in thirds(system, node))
    return {others: f"_Beside{index}" for index, others in enumerate(sets, 1)}


@cache
def third_classes(system: System) -> tuple[str, ...]:
    """The classes of all such joins."""
    return tuple(third(index) for index in range(max(len(thirds(system, n)) for n in system.nodes)))


def third(index: int) -> str:
    """The base class of rows that carries one such join and its nodes, counted from 0: ``_Third1``."""
    return f"_Third{index + 1}"


def up_to(node: str) -> str:
    """The class of a node and the nodes below it: ``_UpTo_weak_float``."""
    return f"_UpTo_{node}"


@cache
def ordered(system: System) -> tuple[str, ...]:
    """The nodes with an `up_to` class, each before the nodes above it. Only a lattice has such nodes."""
    if system.lattice is None:
        return ()
    return tuple(sorted(wide(system), key=lambda n: len(over(system, n))))


@cache
def nodes_above(system: System, node: str) -> tuple[str, ...]:
    """The nodes of `ordered` that are at or above a node."""
    return tuple(n for n in ordered(system) if node in over(system, n))


def below_of(system: System, node: str) -> str:
    """The type of a node and the nodes below it: its class, or the classes of the nodes immediately below it."""
    if node in ordered(system):
        return up_to(node)
    below = [n for n in ordered(system) if n in over(system, node)]
    highest = [n for n in below if not any(m != n and system.promote(n, m) == m for m in below)]
    return " | ".join([node, *map(up_to, highest)])


def operands_type(system: System, node: str) -> str:
    """The type of the operands that keep the dtype of an array: arrays and Python numbers, without complex numbers."""
    arrays = " | ".join(f"Array[{below}]" for below in below_of(system, node).split(" | "))
    scalar = next((s for s in ("float", "int") if system.promote(node, system.scalars[s]) == node), None)
    return f"{arrays} | {scalar}" if scalar else arrays


@cache
def unary_groups(system: System) -> dict[str, str]:
    """For each unary operator the first one with the same results, so that a row is written once."""
    first: dict[object, str] = {}
    return {op: first.setdefault(tuple(system.unary(op, n) for n in system.nodes), op) for op in UNARY}


@cache
def unary_rows(system: System) -> tuple[str, ...]:
    """The unary operators whose results are base classes of dtypes.

    `round` is left out: its results lead from floats to integers, whose rows name weak floats, which are floats. On
    such a path, zuban 0.10 loses the base classes of a weak float, and accepts it as any dtype.
    """
    return tuple(op for op in dict.fromkeys(unary_groups(system).values()) if op != "round")
