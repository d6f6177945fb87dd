"""The names that the generated stubs consist of."""

from __future__ import annotations

from functools import cache

from ..dtype_info import NARROW
from ..operators import UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..system import System

PYTHON_SUBCLASSES: dict[str, str] = {"float64": "float", "complex128": "complex"}
"""NumPy's scalar types that are also Python's, and which: `numpy.float64` is a `float`, and has to be told apart."""

NUMPY_NUMBER, NUMPY_SCALAR = "_NumPyNumber", "_NumPyScalar"
"""What stands for `numpy.number` in an `ArrayLike` (`typing_pyi`), and any scalar of NumPy's, that one included."""

DTYPE = "_DType"
"""The class of an array's ``dtype``: a `numpy.dtype` that knows ours."""

NO_ARGUMENT = "_NoArgument"
"""The type of a parameter, most often the dtype, in the first overload of some functions: no argument fits."""

JAXTYPING = "_Jaxtyping"
"""The class that holds a class for each of jaxtyping's categories; only mypy's plugin uses them."""
SEVERAL = ("_Several", "generic")
"""The class of what several dtypes are, for mypy's plugin, and the class around it."""
JOINED = {"_Joined": False, "_JoinedX64": True}
"""The classes around those that stand for weak dtypes beside their default dtypes, for mypy's plugin, by x64."""
REQUESTED = "_Requested"
"""The base class of the dtypes that carries what a dtype argument gives: without x64, 32 bits for 64."""


TRUNCATED = "_Truncated"
"""The base class of the dtypes that JAX truncates, of which functions say nothing.

An array of unknown dtype fits it, too, and no other does.
"""


OVER = "_Over"
"""The base class of the dtypes that carries the dtype and what is below it: whose join with it is the dtype itself."""


def wide(system: System) -> tuple[str, ...]:
    """The nodes that have a column of their own: what the documents' tables show and JAX does not truncate."""
    return tuple(n for n in system.nodes if n not in NARROW and n not in system.truncated)


HAS = "_Has"
"""The base class of the dtypes that carries their row, which to compare two of them a checker need not go through."""


WEAK = "_Weak"
"""The same of the weak types, which are classes below their default dtype: their row comes before its."""


WEAK_OVER = "_WeakOver"
"""What a weak type is over, before what its default dtype is over."""


TAKES = "_Takes"
"""The base class of the dtypes that carries the dtype and the other operands that leave it as it is: what is below it.

Unlike `OVER` it speaks of operands, not of their dtypes, and so of Python's numbers, too.
"""


WEAK_TAKES = "_WeakTakes"
"""The same of the weak types, before what their default dtypes take."""


def row_class(node: str) -> str:
    """The class whose bases are what a dtype makes with others, its row of the promotion table: ``_Row_int8``."""
    return f"_Row_{node}"


SAME = "_Same"
"""The base class of the rows that carries the dtype itself: where it has to be one, not several."""


def result_class(op: str) -> str:
    """The base class of the rows that carries the result of a unary operator: ``_Neg``."""
    return f"_{op.capitalize()}"


def having(base: str) -> str:
    """Any dtype whose row has this base."""
    return f"{HAS}[{base}]"


@cache
def over(system: System, node: str) -> tuple[str, ...]:
    """The nodes whose join with this one is this one, itself among them; without those that JAX truncates."""
    return tuple(n for n in system.nodes if n not in system.truncated and system.promote(n, node) == node)


@cache
def thirds(system: System, node: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The nodes whose join with this one is neither of both, by that join; no strong row names one that is weak."""
    found: dict[str, list[str]] = {}
    for other in ordered(system) if node in ordered(system) else ():
        join = system.promote(node, other)
        if join is not None and join not in (node, other, *system.defaults):
            found.setdefault(join, []).append(other)
    return tuple((join, tuple(others)) for join, others in found.items())


@cache
def beside(system: System) -> dict[tuple[str, ...], str]:
    """The sets of nodes that others have such a join with, and the class of what is in each: ``_Beside1``."""
    sets = dict.fromkeys(others for node in system.nodes for _, others in thirds(system, node))
    return {others: f"_Beside{index}" for index, others in enumerate(sets, 1)}


@cache
def third_classes(system: System) -> tuple[str, ...]:
    """The classes of all such joins."""
    return tuple(third(index) for index in range(max(len(thirds(system, n)) for n in system.nodes)))


def third(index: int) -> str:
    """The base class of the rows that carries one such join and the nodes, counted from 0: ``_Third1``."""
    return f"_Third{index + 1}"


def up_to(node: str) -> str:
    """The class of a node and what is below it: ``_UpTo_weak_float``."""
    return f"_UpTo_{node}"


@cache
def ordered(system: System) -> tuple[str, ...]:
    """The nodes that have such a class, each before those that it is below; in a system that is no lattice none."""
    if system.lattice is None:
        return ()
    return tuple(sorted(wide(system), key=lambda n: len(over(system, n))))


@cache
def above(system: System, node: str) -> tuple[str, ...]:
    """Of those nodes the ones that another is below, itself among them."""
    return tuple(n for n in ordered(system) if node in over(system, n))


def below_of(system: System, node: str) -> str:
    """What is below a node, and itself, as a type: its class, or those of what is right below."""
    if node in ordered(system):
        return up_to(node)
    below = [n for n in ordered(system) if n in over(system, node)]
    highest = [n for n in below if not any(m != n and system.promote(n, m) == m for m in below)]
    return " | ".join([node, *map(up_to, highest)])


def taken(system: System, node: str) -> str:
    """The operands that leave an array of a dtype as it is: arrays, and Python's numbers but for the complex ones."""
    arrays = " | ".join(f"Array[{below}]" for below in below_of(system, node).split(" | "))
    scalar = next((s for s in ("float", "int") if system.promote(node, system.scalars[s]) == node), None)
    return f"{arrays} | {scalar}" if scalar else arrays


@cache
def unary_groups(system: System) -> dict[str, str]:
    """Unary operator to the first with the very same results, so that a row is written once."""
    first: dict[object, str] = {}
    return {op: first.setdefault(tuple(system.unary(op, n) for n in system.nodes), op) for op in UNARY}


@cache
def unary_rows(system: System) -> tuple[str, ...]:
    """The operators whose results are base classes of the dtypes.

    Those of `round` lead from floats to integers, whose rows name weak floats, which are floats: zuban 0.10 loses what
    the base classes of a weak float are if it comes that way, and takes it for any dtype.
    """
    return tuple(op for op in dict.fromkeys(unary_groups(system).values()) if op != "round")
