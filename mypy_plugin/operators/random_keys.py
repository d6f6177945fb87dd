"""Operators on random keys: those that JAX rejects."""

from __future__ import annotations

from mypy.types import Instance, ProperType, Type, get_proper_type

from ...inference import Refusal
from ...inference.random_keys import KEY, infer_keys
from ..jax_names import RANDOM_KEY
from ..types.operands import as_array, operands


def refusal_of_keys(op: str, *types: Type) -> Refusal | None:
    """Why JAX rejects an operator with random keys; None if it accepts it, or if an operand is unknown.

    Args:
        op: a key of `jaxtyping_promo.operators.SYMBOLS`.
        types: the types of the operands.
    """
    proper_types = [get_proper_type(t) for t in types]
    if not any(map(is_random_key, proper_types)):
        return None
    dtypes: list[str | None] = []
    for proper in proper_types:
        is_array = isinstance(proper, Instance) and as_array(proper) is not None
        if is_random_key(proper):
            dtypes.append(KEY)
        elif operands(proper) is not None:
            dtypes.append("")
        elif is_array:
            dtypes.append(None)
        else:
            return None  # the class of the other operand may define the operator
    answer = infer_keys(op, dtypes)
    return answer if isinstance(answer, Refusal) else None


def is_random_key(t: ProperType) -> bool:
    """Whether a type is an array of random keys."""
    array = as_array(t) if isinstance(t, Instance) else None
    dtype = get_proper_type(array.args[0]) if array is not None else None
    return isinstance(dtype, Instance) and dtype.type.fullname == RANDOM_KEY
