"""JAX: `jax.numpy.promote_types`, and the operators of arrays, all traced and none executed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

from jaxtyping_promo import get_system
from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.rules.operators import BINARY, UNARY

from .cells import FUNCTIONS, SCALARS, answer

VERSION = f"JAX {jax.__version__}"
CALL = "`jax.numpy.promote_types`; the operators of `jax.Array` under `jax.eval_shape`"

MODES = tuple(itertools.product((False, True), (False, True)))
"""x64 and strict, off and on."""

WIDE = ("uint64", "int64", "float64", "complex128")
PYTHON_TYPES = {"bool": bool, "int": int, "float": float, "complex": complex}
WEAK_KINDS = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
ERRORS = (TypeError, ValueError)

T = TypeVar("T")


def has(dtype: str) -> bool:
    """Whether the installed JAX has the dtype."""
    try:
        jnp.promote_types(DTYPES[dtype].dtype, DTYPES[dtype].dtype)
    except ERRORS:
        return False
    return True


@contextmanager
def mode(*, x64: bool, strict: bool) -> Iterator[None]:
    """JAX in one of its modes."""
    with ExitStack() as stack:
        stack.enter_context(jax.enable_x64(x64))
        stack.enter_context(jax.numpy_dtype_promotion("strict" if strict else "standard"))
        yield


def dtype_name(value: Any) -> str:
    """The name of the dtype of an array, or of its weak type."""
    if value.weak_type and value.dtype.kind != "b":
        return WEAK_KINDS[value.dtype.kind]
    return value.dtype.name.replace("bool", "bool_")


def traced(question: Callable[[Mapping[str, Any]], T], *, x64: bool, strict: bool) -> T:
    """The answer to a question about arrays of every dtype and weak type, by name, in a mode.

    The arrays are tracers, so nothing is compiled, and the 64-bit ones are there with x64 off as well.
    """
    system = get_system("jax", x64=x64, strict=strict)
    answers = []

    def ask(arrays: Mapping[str, Any]) -> None:
        with mode(x64=x64, strict=strict):
            answers.append(question(arrays))

    with jax.enable_x64(True):
        structs = {
            name: jax.ShapeDtypeStruct(
                (2, 2), DTYPES[system.defaults.get(name, name)].dtype, weak_type=name in system.defaults
            )
            for name in system.nodes
            if name in system.defaults or has(name)
        }
        jax.eval_shape(ask, structs)
    return answers[0]


@functools.cache
def promotions(*, x64: bool, strict: bool) -> dict[tuple[str, str], str | None]:
    """What each pair of dtypes, weak types and Python scalar types promotes to."""

    def promote(arrays: Mapping[str, Any], left: str, right: str) -> str:
        # promote_types knows the dtype, result_type whether it is weak.
        weak = {"weak_int": int, "weak_float": float, "weak_complex": complex, **PYTHON_TYPES}
        dtype = jnp.promote_types(*(weak.get(name) or DTYPES[name].dtype for name in (left, right)))
        values = (SCALARS[name] if name in SCALARS else arrays[name] for name in (left, right))
        _, is_weak = jax.dtypes.result_type(*values, return_weak_type_flag=True)
        return WEAK_KINDS[dtype.kind] if is_weak else dtype.name.replace("bool", "bool_")

    def every_pair(arrays: Mapping[str, Any]) -> dict[tuple[str, str], str | None]:
        pairs = itertools.product((*arrays, *SCALARS), repeat=2)
        return {pair: answer(lambda pair=pair: promote(arrays, *pair), str, ERRORS) for pair in pairs}

    return traced(every_pair, x64=x64, strict=strict)


@functools.cache
def results(*, x64: bool, strict: bool) -> dict[tuple[str, ...], str | None]:
    """What each operator makes of each operand or pair of operands, by ``(operator, operand, ...)``.

    Operands are arrays and Python scalars, on either side.
    """

    def every_operator(arrays: Mapping[str, Any]) -> dict[tuple[str, ...], str | None]:
        operands = {**arrays, **SCALARS}
        pairs = [pair for pair in itertools.product(operands, repeat=2) if not set(pair) <= {*SCALARS}]
        questions = [(op, *pair) for op in BINARY for pair in pairs] + [(op, name) for op in UNARY for name in arrays]
        return {
            (op, *names): answer(
                lambda op=op, names=names: FUNCTIONS[op](*(operands[n] for n in names)), dtype_name, ERRORS
            )
            for op, *names in questions
        }

    return traced(every_operator, x64=x64, strict=strict)
