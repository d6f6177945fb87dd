"""jax.lax: its functions on abstract arrays, by `jax.eval_shape`. Each operator stands for a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import jax
from jax import lax

from jaxtyping_promo import System, get_system

from .cells import SCALARS, Cell, operand_names, operator_cells, promotion_cells

VERSION = f"JAX {jax.__version__}"
CALL = "`jax.lax.add`; the functions of `jax.lax` that the operators stand for"

FUNCTIONS: dict[str, Callable] = {
    "add": lax.add, "sub": lax.sub, "mul": lax.mul, "truediv": lax.div, "mod": lax.rem, "pow": lax.pow,
    "matmul": lax.dot, "lshift": lax.shift_left, "rshift": lax.shift_right_arithmetic, "and": lax.bitwise_and,
    "xor": lax.bitwise_xor, "or": lax.bitwise_or, "lt": lax.lt, "le": lax.le, "eq": lax.eq, "ne": lax.ne, "gt": lax.gt,
    "ge": lax.ge, "neg": lax.neg, "abs": lax.abs, "invert": lax.bitwise_not, "round": lax.round,
}  # fmt: skip
"""The operators ``//``, ``divmod`` and unary ``+`` have no function."""

WIDE = ("uint64", "int64", "float64", "complex128")
WEAK = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}


def dtype_name(value: object) -> str:
    name = "bool_" if value.dtype == bool else value.dtype.name
    return WEAK[name[0]] if value.weak_type and name != "bool_" else name


def values(system: System, names: Iterable[str], arrays: Iterable[jax.Array]) -> dict[str, object]:
    """The operands by name: Python scalars, and tracers for the arrays of `structs`, in the same order."""
    supply = iter(arrays)
    operands: dict[str, object] = {}
    for name in names:
        if name in SCALARS:
            operands[name] = SCALARS[name]
        elif name in WIDE and not system.x64:
            # JAX narrows an abstract array on entry, but no array that exists already.
            with jax.enable_x64(True):
                operands[name] = jax.numpy.ones((2, 2), name)
        else:
            operands[name] = next(supply)
    return operands


def structs(system: System, names: Iterable[str]) -> list[jax.ShapeDtypeStruct]:
    """The abstract arrays among the operands."""
    return [
        jax.ShapeDtypeStruct(
            (2, 2), jax.numpy.dtype(system.defaults.get(n, n).rstrip("_")), weak_type=n in system.defaults
        )
        for n in names
        if n not in SCALARS and (system.x64 or n not in WIDE)
    ]


def known(system: System) -> tuple[str, ...]:
    """The operands that the installed JAX has; older versions lack some narrow dtypes."""
    return tuple(
        name
        for name in (*operand_names(system), *system.defaults)
        if name in SCALARS or (name in system.defaults or hasattr(jax.numpy, name))
    )


def compute(function: Callable | None, *operands: object) -> str | None:
    """The result of a function for tracers and scalars. None if it raises or does not exist."""
    try:
        return None if function is None else dtype_name(function(*operands))
    except (TypeError, ValueError):
        return None


def cells() -> Iterator[Cell]:
    """Every cell. One abstract evaluation applies all functions of a mode."""
    for x64 in (False, True):
        system = get_system("jax.lax", x64=x64)
        names = known(system)
        mode_cells: list[Cell] = []

        def apply_all(*arrays: jax.Array, system=system, names=names, mode_cells=mode_cells) -> None:
            given = values(system, names, arrays)
            mode_cells.extend(promotion_cells(system, lambda a, b: compute(lax.add, given[a], given[b]), names))
            mode_cells.extend(
                operator_cells(system, lambda op, *n: compute(FUNCTIONS.get(op), *(given[x] for x in n)), names)
            )

        with jax.enable_x64(x64):
            jax.eval_shape(apply_all, *structs(system, names))
        yield from mode_cells
