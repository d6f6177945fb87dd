"""jax.lax: its functions on abstract arrays, by `jax.eval_shape`. The operators are the functions they stand for."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

import jax
from jax import lax

from jaxtyping_promo import get_system

from .cells import SCALARS, Cell, operand_names, operator_cells, promotion_cells

VERSION = f"JAX {jax.__version__}"
CALL = "`jax.lax.add`; the functions of `jax.lax` that the operators stand for"

FUNCTIONS: dict[str, Callable] = {
    "add": lax.add, "sub": lax.sub, "mul": lax.mul, "truediv": lax.div, "mod": lax.rem, "pow": lax.pow,
    "matmul": lax.dot, "lshift": lax.shift_left, "rshift": lax.shift_right_arithmetic, "and": lax.bitwise_and,
    "xor": lax.bitwise_xor, "or": lax.bitwise_or, "lt": lax.lt, "le": lax.le, "eq": lax.eq, "ne": lax.ne, "gt": lax.gt,
    "ge": lax.ge, "neg": lax.neg, "abs": lax.abs, "invert": lax.bitwise_not, "round": lax.round,
}  # fmt: skip
"""``//``, ``divmod`` and unary ``+`` have no function."""

WIDE = ("uint64", "int64", "float64", "complex128")
WEAK = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}


def dtype_name(value: object) -> str:
    name = "bool_" if value.dtype == bool else value.dtype.name
    return WEAK[name[0]] if value.weak_type and name != "bool_" else name


def value(name: str, x64: bool) -> object:
    if name in SCALARS:
        return SCALARS[name]
    defaults = get_system("jax.lax", x64=x64).defaults
    dtype = defaults.get(name, name).rstrip("_")
    if dtype in WIDE and not x64:
        # An abstract array would be narrowed on entry; a real one that exists already is not.
        with jax.enable_x64(True):
            return jax.numpy.ones((2, 2), dtype)
    return jax.ShapeDtypeStruct((2, 2), jax.numpy.dtype(dtype), weak_type=name in defaults)


def compute(op: str, x64: bool, *names: str) -> str | None:
    function = FUNCTIONS.get(op)
    if function is None:
        return None
    with jax.enable_x64(x64):
        operands = [value(name, x64) for name in names]
    arrays = [operand for operand in operands if isinstance(operand, jax.ShapeDtypeStruct)]

    def call(*given: object) -> object:
        supply = iter(given)
        return function(*(next(supply) if isinstance(o, jax.ShapeDtypeStruct) else o for o in operands))

    with jax.enable_x64(x64):
        try:
            return dtype_name(jax.eval_shape(call, *arrays))
        except (TypeError, ValueError):
            return None


def cells(dtypes: Container[str] | None = None) -> Iterator[Cell]:
    """The cells of these dtypes; of all by default, which takes some minutes."""
    for x64 in (False, True):
        system = get_system("jax.lax", x64=x64)
        known = tuple(
            name
            for name in (*operand_names(system), *system.defaults)
            if name in SCALARS or (_exists(name, system.defaults) and (dtypes is None or name in dtypes))
        )
        yield from promotion_cells(system, lambda a, b, x64=x64: compute("add", x64, a, b), known)
        yield from operator_cells(system, lambda op, *names, x64=x64: compute(op, x64, *names), known)


def _exists(name: str, defaults: dict[str, str]) -> bool:
    """Whether the installed JAX has the dtype: the older ones lack some of the narrow ones."""
    return name in defaults or hasattr(jax.numpy, name)
