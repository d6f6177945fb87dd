"""JAX in each of its four modes: promotion, and the operators of arrays, all traced and none executed."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from made_once import value_made_once

from jaxtyping_promo import get_system
from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.operators import BINARY, UNARY

from .cells import FUNCTIONS, SCALARS, Cell, answer, promotion_cells

VERSION = f"JAX {jax.__version__}"
CALL = "`jax.numpy.add`"

MODES = tuple(itertools.product((False, True), (False, True)))
"""x64 and strict, off and on."""

WIDE = ("uint64", "int64", "float64", "complex128")
PYTHON_TYPES = {"bool": bool, "int": int, "float": float, "complex": complex}
WEAK_PYTHON_TYPES = {"weak_int": int, "weak_float": float, "weak_complex": complex}
WEAK_KINDS = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
ERRORS = (TypeError, ValueError)  # JAX's TypePromotionError is a ValueError

T = TypeVar("T")
Answers = dict[tuple[str, ...], str | None]


def has(dtype: str) -> bool:
    """Whether the installed JAX has the dtype: older versions lack some narrow dtypes."""
    try:
        jnp.promote_types(DTYPES[dtype].dtype, DTYPES[dtype].dtype)
    except ERRORS:
        return False
    return True


@contextmanager
def mode(*, x64: bool, strict: bool) -> Iterator[None]:
    """JAX in one of its modes, with truncation warnings switched off."""
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        stack.enter_context(jax.enable_x64(x64))
        stack.enter_context(jax.numpy_dtype_promotion("strict" if strict else "standard"))
        yield


def dtype_name(value: Any) -> str:
    """The name of the dtype of an array, or of its weak type. JAX's bools are never weak, whatever the flag says."""
    if value.weak_type and value.dtype.kind != "b":
        return WEAK_KINDS[value.dtype.kind]
    return value.dtype.name.replace("bool", "bool_")


def traced(question: Callable[[Mapping[str, Any]], T], *, x64: bool, strict: bool) -> T:
    """The result of a function of arrays, by name, one of each dtype and weak type in a mode.

    The arrays are tracers of one trace. So nothing is compiled, and 64-bit arrays exist with x64 off, too. Functions
    that operators call are traced inline: separate traces give the same dtypes in five times the time.
    """
    system = get_system("jax", x64=x64, strict=strict)
    answers: list[T] = []

    def ask(arrays: Mapping[str, Any]) -> None:
        with mode(x64=x64, strict=strict), jax.disable_jit():
            answers.append(question(arrays))

    with jax.enable_x64(True):
        held = {name: system.defaults.get(name, name) for name in system.nodes}
        structs = {
            name: jax.ShapeDtypeStruct((2, 2), DTYPES[dtype].dtype, weak_type=name in system.defaults)
            for name, dtype in held.items()
            if has(dtype)
        }
        jax.eval_shape(ask, structs)
    return answers[0]


@value_made_once
def promotions(*, x64: bool, strict: bool) -> Answers:
    """The promotion of each pair of dtypes, weak types and Python scalar types."""

    def promote(arrays: Mapping[str, Any], left: str, right: str) -> str:
        # promote_types returns the dtype (Python types for weak types), result_type tells whether it is weak.
        types = {**PYTHON_TYPES, **WEAK_PYTHON_TYPES}
        dtype = jnp.promote_types(*(types.get(name) or DTYPES[name].dtype for name in (left, right)))
        values = (SCALARS[name] if name in SCALARS else arrays[name] for name in (left, right))
        _, weak = jax.dtypes.result_type(*values, return_weak_type_flag=True)
        return WEAK_KINDS[dtype.kind] if weak else dtype.name.replace("bool", "bool_")

    def every_pair(arrays: Mapping[str, Any]) -> Answers:
        pairs = itertools.product((*arrays, *SCALARS), repeat=2)
        return {pair: answer(lambda pair=pair: promote(arrays, *pair), str, ERRORS) for pair in pairs}

    return traced(every_pair, x64=x64, strict=strict)


def results(*, x64: bool, strict: bool) -> Answers:
    """The result dtype of each operator for each operand or pair of operands, by ``(operator, operand, ...)``.

    Operands are arrays and Python scalars, on either side. With x64 off, JAX makes no 64-bit arrays: an operation that
    promotes to one is truncated, or fails. So the lattice is measured with x64 on.
    """
    answers = _computed(x64=x64, strict=strict)
    if x64:
        return answers
    wide = _computed(x64=True, strict=strict)
    joins = promotions(x64=False, strict=strict)

    def truncated(operation: tuple[str, ...]) -> bool:
        operands = operation[1:]
        if set(operands).isdisjoint(WIDE) or len(operands) == 1:
            return False
        return joins[operands] in WIDE or (answers[operation] is None and wide[operation] is not None)

    return {operation: (wide if truncated(operation) else answers)[operation] for operation in answers}


@value_made_once
def _computed(*, x64: bool, strict: bool) -> Answers:
    def every_operator(arrays: Mapping[str, Any]) -> Answers:
        operands = {**arrays, **SCALARS}
        pairs = [pair for pair in itertools.product(operands, repeat=2) if not set(pair) <= set(SCALARS)]
        binary = [(op, *pair) for op, pair in itertools.product(BINARY, pairs)]
        unary = list(itertools.product(UNARY, arrays))
        return {operation: operate(operands, *operation) for operation in (*binary, *unary)}

    return traced(every_operator, x64=x64, strict=strict)


def operate(operands: Mapping[str, Any], operator: str, *names: str) -> str | None:
    """The result dtype of an operator for operands by name, or None if JAX rejects it."""
    return answer(lambda: FUNCTIONS[operator](*(operands[name] for name in names)), dtype_name, ERRORS)


@value_made_once
def sums(*, x64: bool, strict: bool) -> Answers:
    """The result dtype of `jax.numpy.add` for each pair of arrays and Python scalars."""

    def every_pair(arrays: Mapping[str, Any]) -> Answers:
        operands = {**arrays, **SCALARS}
        pairs = itertools.product(operands.items(), repeat=2)
        return {(a, b): answer(lambda x=x, y=y: jnp.add(x, y), dtype_name, ERRORS) for (a, x), (b, y) in pairs}

    return traced(every_pair, x64=x64, strict=strict)


def cells() -> Iterator[Cell]:
    """The cells of promotion in all modes. Other tests compare JAX's operators.

    With x64 off, only arrays made with x64 on have 64-bit dtypes. They are left out.
    """
    for x64, strict in MODES:
        system = get_system("jax", x64=x64, strict=strict)
        answers = sums(x64=x64, strict=strict)
        known = [name for name, other in answers if name == other and (x64 or name not in WIDE)]
        yield from promotion_cells(system, lambda a, b, answers=answers: answers[a, b], known)
