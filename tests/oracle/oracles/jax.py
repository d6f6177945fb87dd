"""JAX: `jax.numpy.add` on abstract arrays, by `jax.eval_shape`, in each of the four modes."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp

from jaxtyping_promo import get_system

from .cells import SCALARS, Cell, operand_names, promotion_cells
from .jax_lax import WIDE, dtype_name, value

VERSION = f"JAX {jax.__version__}"
CALL = "`jax.numpy.add`"


def add(left: str, right: str, *, x64: bool, strict: bool) -> str | None:
    with jax.enable_x64(x64):
        operands = [value(name, x64) for name in (left, right)]
    arrays = [operand for operand in operands if isinstance(operand, jax.ShapeDtypeStruct)]

    def call(*given: object) -> object:
        supply = iter(given)
        return jnp.add(*(next(supply) if isinstance(o, jax.ShapeDtypeStruct) else o for o in operands))

    with jax.enable_x64(x64), jax.numpy_dtype_promotion("strict" if strict else "standard"):
        try:
            return dtype_name(jax.eval_shape(call, *arrays))
        except (TypeError, ValueError):  # dtypes.TypePromotionError is a ValueError
            return None


def cells() -> Iterator[Cell]:
    """Promotion in all modes; the tests of JAX's operators are of their own.

    With x64 off there are no 64-bit dtypes but in arrays that were made with x64 on; those are left out.
    """
    for x64 in (False, True):
        for strict in (False, True):
            system = get_system("jax", x64=x64, strict=strict)
            known = [
                name
                for name in (*operand_names(system), *system.defaults)
                if name in SCALARS or name in system.defaults or (hasattr(jnp, name) and (x64 or name not in WIDE))
            ]
            yield from promotion_cells(system, lambda a, b, x=x64, s=strict: add(a, b, x64=x, strict=s), known)
