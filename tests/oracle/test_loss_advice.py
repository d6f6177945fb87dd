"""The lines that reports of losses propose: JAX runs them, and they lose nothing, or say which loss is meant."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from oracles.functions import NOT_COMPUTED, known_nodes
from suites import others_long

from jaxtyping_promo import System, get_system
from jaxtyping_promo.diagnostics.codes import DTYPE_OVERFLOW, DTYPE_SCATTER, DTYPE_WIDENING
from jaxtyping_promo.diagnostics.conversion_losses import cast_losses, update_losses
from jaxtyping_promo.diagnostics.loss import Loss
from jaxtyping_promo.diagnostics.number_losses import number_losses
from jaxtyping_promo.diagnostics.promotion_losses import binary_losses, joined_losses
from jaxtyping_promo.diagnostics.values import Value
from jaxtyping_promo.inference.operand import Operand

CAST = re.compile(r"\{(\d)\}\.astype\(jnp\.(\w+)\)")
MEANT = ("is meant", "If all values fit", "Write the cast", "or the values")
"""How a proposal says that the user decides whether the loss is meant."""
NUMBERS = (-1, 8, 200, 300, 1000, 70_000, 2**31, 2**33, -(2**40), 2**63, 1e5, 1e39, 1e300, 1e-9, 1e-50, -1e39)

POSITIVE = "float8_e8m0fnu"
"""A dtype of powers of two, which has no zero and no negative values."""


def arrays(system: System) -> dict[str, str]:
    """The nodes that JAX computes with, with the dtypes that hold them."""
    nodes = (node for node in known_nodes(system) if node not in NOT_COMPUTED and node not in system.truncated)
    return {node: system.defaults.get(node, node) for node in nodes}


def value(*dtypes: str) -> Value:
    return Value((Operand(dtypes),))


def shaped(system: System, node: str, shape: tuple[int, ...] = (2,)) -> jax.ShapeDtypeStruct:
    held = system.defaults.get(node, node)
    return jax.ShapeDtypeStruct(shape, np.dtype(held.rstrip("_")), weak_type=node in system.defaults)


def cast(nodes: tuple[str, ...], advice: str, only: str | None = None) -> tuple[str, ...]:
    """The nodes after the proposed casts, or after the cast of one operand."""
    found = {int(place): dtype for place, dtype in CAST.findall(advice) if only in (None, place)}
    return tuple(found.get(place, node) for place, node in enumerate(nodes))


def promoted(system: System, nodes: tuple[str, ...]) -> np.dtype:
    """The dtype that JAX's own promotion has for arrays."""
    return jax.eval_shape(lambda *xs: jnp.stack(xs), *(shaped(system, node) for node in nodes)).dtype


def extremes(dtype: str) -> list[Any]:
    """The largest and smallest values of a dtype, and values of as many digits as it has."""
    if jnp.issubdtype(dtype.rstrip("_"), jnp.bool_):
        return [np.bool_(True)]
    own = jnp.dtype(dtype)
    if jnp.issubdtype(own, jnp.integer):
        info = jnp.iinfo(own)
        return [own.type(int(info.min)), own.type(int(info.max))]
    info = jnp.finfo(own)
    return [info.max.astype(own), own.type(1 + info.eps.astype(np.float64)) if own.itemsize < 8 else 1 + info.eps]


def kept(held: str, target: np.dtype, *, exactly: bool) -> bool:
    """Whether NumPy keeps the extreme values of a dtype when it casts them: all digits, or the range alone."""
    for one in extremes(held):
        exact = _exact(one)
        with np.errstate(all="ignore"):
            number = int(exact) if exact.denominator == 1 and not jnp.issubdtype(target, jnp.inexact) else one
            found = np.asarray(number).astype(target)
        if not np.isfinite(np.asarray(found).astype(complex)).all():
            return False
        if exactly or jnp.issubdtype(target, jnp.integer):
            if _exact(found[()]) != exact:
                return False
        elif abs(_exact(found[()]) - exact) > abs(exact) / 2:
            return False
    return True


def _exact(number: Any) -> Fraction:
    if jnp.issubdtype(number.dtype, jnp.complexfloating):
        return Fraction(float(number.real))
    return Fraction(int(number)) if not jnp.issubdtype(number.dtype, jnp.floating) else Fraction(float(number))


def wrong_cures(
    system: System, nodes: tuple[str, ...], losses: tuple[Loss, ...], found: Any, compute: Any
) -> Iterator[tuple[Any, ...]]:
    """The proposals for arrays that fail, or that leave the loss.

    Args:
        system: the promotion system.
        nodes: the operands.
        losses: the losses that are reported for the operands.
        found: returns the losses that are reported for other operands.
        compute: the operation.
    """
    dtypes = arrays(system)
    for loss in losses:
        after = cast(nodes, loss.advice)
        case = (nodes, loss.code.name, loss.message, loss.advice)
        if after == nodes:
            yield (*case, "no cast is proposed")
            continue
        try:
            jax.eval_shape(compute, *(shaped(system, node) for node in after))
        except Exception as error:
            yield (*case, str(error)[:80])
            continue
        if any(other.code == loss.code for other in found(after)):
            yield (*case, "the report remains")
        if loss.code == DTYPE_WIDENING:
            strong = [jnp.dtype(dtypes[node].rstrip("_")).itemsize for node in nodes]
            if promoted(system, after).itemsize > max(strong):
                yield (*case, "the result is still wider")
        if any(text in loss.advice for text in MEANT):
            if loss.advice.startswith("No dtype holds both"):
                held = [dtypes[node] for node in nodes]
                fits = [d for d in dtypes.values() if all(kept(h, _dtype(d), exactly=True) for h in held)]
                if fits and "while x64 is off" not in loss.advice:
                    yield (*case, f"{fits} hold both")
            continue
        target = promoted(system, after)
        for node, stays in zip(nodes, after, strict=True):
            own = dtypes[node]
            is_exact = loss.code.name == "dtype-precision" and "integers" in loss.message and own.startswith(("u", "i"))
            if own == "bool_":
                continue
            if not kept(own, _dtype(dtypes.get(stays, stays)), exactly=False) or not kept(
                own, target, exactly=is_exact
            ):
                yield (*case, f"{own} is not kept")


def _dtype(name: str) -> np.dtype:
    return jnp.dtype(name.rstrip("_"))


@pytest.mark.parametrize("x64", [False, True])
def test_proposed_casts_of_operands_cure(x64: bool, record_cases) -> None:
    system = get_system("jax", x64=x64)
    wrong, tried = [], 0
    with jax.enable_x64(x64), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for left, right in product(arrays(system), repeat=2):
            for op, compute in (("add", lambda x, y: x + y), ("lt", lambda x, y: x < y)):

                def found(nodes: tuple[str, ...], op: str = op) -> tuple[Loss, ...]:
                    return binary_losses(op, *map(value, nodes), system)

                losses = found((left, right))
                tried += len(losses)
                wrong += wrong_cures(system, (left, right), losses, found, compute)
        usual = ("bool_", "uint8", "int8", "uint32", "int32", "float16", "bfloat16", "float32", "weak_int")
        for nodes in combinations_with_replacement(usual, 3):

            def found_together(nodes: tuple[str, ...]) -> tuple[Loss, ...]:
                return joined_losses("jnp.stack", [value(node) for node in nodes], system)

            losses = tuple(loss for loss in found_together(nodes) if "No dtype" not in loss.advice)
            tried += len(losses)
            together = wrong_cures(system, nodes, losses, found_together, lambda *xs: jnp.stack(xs))
            wrong += (case for case in together if case[-1] != "the report remains")  # of three, one cast may be left
    record_cases(tried, len(wrong))
    assert wrong == []
    assert tried > 500


@pytest.mark.parametrize("x64", [False, True])
def test_proposed_casts_of_updates_cure(x64: bool, record_cases) -> None:
    system = get_system("jax", x64=x64)
    wrong, tried = [], 0

    def update(x: jax.Array, y: jax.Array) -> jax.Array:
        return x.at[0].set(y[0])

    with jax.enable_x64(x64):
        for nodes in product(arrays(system), repeat=2):
            for loss in update_losses(value(nodes[0]), value(nodes[1]), system):
                tried += 1
                case = (nodes, loss.message, loss.advice)
                places = [place for place, _ in CAST.findall(loss.advice)]
                if not places:
                    wrong.append((*case, "no cast is proposed"))
                for place in places:  # each way has its own proposal
                    after = cast(nodes, loss.advice, place)
                    with warnings.catch_warnings(record=True) as caught:
                        warnings.simplefilter("always")
                        jax.eval_shape(update, *(shaped(system, node) for node in after))
                    if any("scatter inputs" in str(warning.message) for warning in caught):
                        wrong.append((*case, "JAX still warns"))
                    if update_losses(value(after[0]), value(after[1]), system):
                        wrong.append((*case, "the report remains"))
                    if place == "0" and loss.code == DTYPE_SCATTER and after[0] != POSITIVE:
                        held = [arrays(system)[node] for node in nodes]
                        if not all(own == "bool_" or kept(own, _dtype(after[0]), exactly=False) for own in held):
                            wrong.append((*case, f"{after[0]} does not hold both"))
    record_cases(tried, len(wrong))
    assert wrong == []
    assert tried > 100


@pytest.mark.parametrize("x64", [False, True])
def test_proposed_dtypes_hold_the_numbers(x64: bool, record_cases) -> None:
    """The proposed dtype can hold the number in ``jnp.full(3, 300, jnp.uint8)`` and in ``x + 300``."""
    system = get_system("jax", x64=x64)
    wrong, tried = [], 0
    dtypes = [node for node in arrays(system) if node not in system.defaults and node != "bool_"]
    with jax.enable_x64(x64), np.errstate(all="ignore"):
        for number, dtype in product(NUMBERS, dtypes):
            given = Value(
                (Operand(("int" if isinstance(number, int) else "float",), origin="python scalar"),), (number,)
            )
            losses = number_losses(given, dtype, system, raises=False)
            losses += tuple(
                loss
                for op in ("add", "mul", "lt")
                for loss in binary_losses(op, value(dtype), given, system)
                if loss.code == DTYPE_OVERFLOW
            )
            for loss in losses:
                tried += 1
                proposed = re.findall(r"jnp\.(\w+)", loss.advice)
                for name in proposed:
                    found = np.asarray(number).astype(jnp.dtype(name))
                    if not np.isfinite(complex(found)) or (number and not found):
                        wrong.append((number, dtype, loss.message, loss.advice))
                    if jnp.issubdtype(found.dtype, jnp.integer) and int(found) != int(number):
                        wrong.append((number, dtype, loss.message, loss.advice, f"{name} does not hold it"))
                    if (name in system.truncated) != ("switch x64 on" in loss.advice):
                        wrong.append((number, dtype, loss.message, loss.advice, f"x64 for {name}"))
                if not re.search(r"[Aa]sk for|[Uu]se a|[Ww]rite|[Cc]ast first", loss.advice):
                    wrong.append((number, dtype, loss.message, loss.advice, "nothing is proposed"))
                for place, name in CAST.findall(loss.advice):
                    assert place == "0"
                    if not kept(dtype, _dtype(name), exactly=False):
                        wrong.append((number, dtype, loss.message, loss.advice, f"{dtype} is not kept"))
                if "wider dtype" in loss.advice and not any(
                    jnp.issubdtype(_dtype(wide), jnp.inexact) == jnp.issubdtype(_dtype(dtype), jnp.inexact)
                    and _dtype(wide).itemsize > _dtype(dtype).itemsize
                    and np.isfinite(complex(np.asarray(number).astype(_dtype(wide))))
                    for wide in dtypes
                ):
                    wrong.append((number, dtype, loss.message, loss.advice, "no dtype is wider"))
    record_cases(tried, len(wrong))
    assert wrong == []
    assert tried > 300


@pytest.mark.parametrize("x64", [False, True])
def test_proposed_dtypes_of_casts_hold_both(x64: bool) -> None:
    system = get_system("jax", x64=x64)
    found = 0
    for source, target in product(arrays(system), repeat=2):
        for loss in cast_losses(value(source), target, system):
            found += 1
            (wide,) = re.findall(r"Use (\w+), which holds both", loss.advice)
            assert kept(arrays(system)[source], _dtype(wide), exactly=False)
            assert kept(target, _dtype(wide), exactly=False)
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("x64", others_long([False, True], [False]))
def test_a_shift_is_reported_if_jax_leaves_no_bit(x64: bool, record_cases) -> None:
    """``x << count`` is reported if it is 0 for all values of `x`, and the proposed cast keeps the values of `x`."""
    system = get_system("jax", x64=x64)
    integers = [dtype for dtype in arrays(system) if re.fullmatch(r"u?int(4|8|16|32|64)", dtype)]
    wrong, tried = [], 0
    with jax.enable_x64(x64):
        for dtype in integers:
            own = jnp.iinfo(dtype)
            values = jnp.array([1, 3, own.max, own.min], dtype)
            for count in (0, own.bits - 1, own.bits, own.bits + 1, 2 * own.bits, -1):
                given = Value((Operand(("int",), origin="python scalar"),), (count,))
                losses = binary_losses("lshift", value(dtype), given, system)
                left = [bool((shift(values).astype(bool)).any()) for shift in (by(count), jax.jit(by(count)))]
                tried += 1
                if left != [not losses] * 2:
                    wrong.append((dtype, count, left, losses))
                for _, name in (found for loss in losses for found in CAST.findall(loss.advice)):
                    exact = [int(number) << count for number in values]
                    if [int(number) for number in values.astype(name) << count] != exact:
                        wrong.append((dtype, count, name))
                assert binary_losses("rshift", value(dtype), given, system) == ()
    record_cases(tried, len(wrong))
    assert wrong == []


def by(count: int) -> Callable[[jax.Array], jax.Array]:
    return lambda x: x << count
