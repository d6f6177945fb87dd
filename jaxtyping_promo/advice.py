"""Words for refusals: why two dtypes do not promote, or why an operator rejects them, and what to write instead.

`casts` finds the casts that the advice proposes.
"""

from __future__ import annotations

from .casts import Cure, cure, cure_unary, kind_of
from .formats import KINDS
from .operators import BINARY, BITWISE, UNARY
from .systems import get_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .system import System


SPELLINGS: dict[str, str] = {
    **dict.fromkeys(("jax", "jax.lax"), ".astype(jnp.{})"),
    **dict.fromkeys(("numpy", "dask"), ".astype(np.{})"),
    "cupy": ".astype(cupy.{})",
    "torch": ".to(torch.{})",
    **dict.fromkeys(("tensorflow", "tensorflow-numpy", "tensorflow-numpy-safe"), "tf.cast(..., tf.{})"),
    "array-api": "xp.astype(..., xp.{})",
}
"""The spelling of a cast in each library. Other libraries' casts are spelled with the dtype's name as a string."""

WITHOUT_SUFFIX = ("torch", "tensorflow", "tensorflow-numpy", "tensorflow-numpy-safe", "array-api")
"""The libraries in which the dtype of bools is called ``bool``."""

INSTEAD: dict[tuple[str, str], str] = {
    ("sub", "bool"): 'use "^"',
    ("neg", "bool"): 'use "~"',
    **{
        (op, kind): f"compare first, as in (x != 0) {symbol} (y != 0)"
        for op, symbol in BITWISE.items()
        for kind in ("float", "complex")
    },
    **{("invert", kind): "compare, as in x == 0" for kind in ("float", "complex")},
    **{("lshift", kind): "multiply by a power of two" for kind in ("float", "complex")},
    **{("rshift", kind): "divide by a power of two" for kind in ("float", "complex")},
    ("floordiv", "complex"): 'use "/"',
    **{(op, "complex"): "apply it to the real parts, x.real" for op in ("mod", "divmod")},
    **{(op, "complex"): "compare abs(x) or x.real" for op in ("lt", "le", "gt", "ge")},
    ("round", "complex"): "apply it to x.real and x.imag",
}
"""Remedies for operators that reject a kind of operand: another operator or function that works for it."""


def explain_refusal(system: System, op: str | None, left: str, right: str) -> tuple[str, str]:
    """Why ``left op right`` has no dtype, and what to write instead: two clauses without a full stop.

    Args:
        system: the promotion system.
        op: a key of `jaxtyping_promo.operators.BINARY`, or None for promotion without an operator.
        left, right: nodes, or names of Python scalar types.
    """
    symbol = BINARY.get(op or "", "")
    join = system.promote(left, right)
    if op == "matmul" and (left in system.scalars or right in system.scalars):
        casts = (
            [] if system.binary("mul", left, right) else _casts(system, left, right, cure(system, "mul", left, right))
        )
        return f'"@" takes no scalars{_library_name(system)}', ", and ".join([*casts, 'use "*" to scale an array'])
    if join is None:
        reason = _no_join(system, left, right)
    elif left == right and left not in system.scalars:
        reason = f'"{symbol}" is not defined for {left} arrays'
    else:
        reason = f'"{symbol}" is not defined for {left} and {right}'
    return reason + _library_name(system), _advice(system, op, left, right)


def explain_unary_refusal(system: System, op: str, operand: str) -> tuple[str, str]:
    """Why a unary operator has no dtype, and what to write instead."""
    dtype = cure_unary(system, op, operand)
    instead = instead_of_operator(system, op, operand)
    cast = f"cast with {_cast(system, dtype)}" if dtype is not None else None
    advice = ", or ".join(filter(None, (instead, cast))) or "no dtype works"
    return f'"{UNARY[op]}" is not defined for {operand} arrays{_library_name(system)}', advice


def is_only_strict(system: System, op: str | None, left: str, right: str) -> bool:
    """Whether a refused pair of operands has a result without strict promotion.

    Args:
        system, op, left, right: as for `explain_refusal`.
    """
    if not system.strict:
        return False
    standard = get_system(system.name, x64=system.x64)
    return (standard.promote(left, right) if op is None else standard.binary(op, left, right)) is not None


def instead_of_operator(system: System, op: str, operand: str) -> str | None:
    """The remedy in `INSTEAD` for an operator and the kind of its operand, as a clause; None if there is none."""
    return INSTEAD.get((op, kind_of(system, operand)))


def _library_name(system: System) -> str:
    """The name of the library, to end a reason with; empty for JAX, which is the library of all other messages."""
    return "" if system.name == "jax" else f" in {system.name}"


def _no_join(system: System, left: str, right: str) -> str:
    """Why two operands have no common dtype."""
    if is_only_strict(system, None, left, right):
        return f"{left} and {right} have no implicit promotion path, as jax_numpy_dtype_promotion is strict"
    if system.lattice is not None:
        least = system.lattice.least(system.lattice.common_upper_bounds(system.node(left), system.node(right)))
        if least:
            return f"{left} and {right} have several common dtypes, {' and '.join(least)}"
    return f"{left} and {right} have no common dtype" if left != right else f"two {left} operands have no common dtype"


def _advice(system: System, op: str | None, left: str, right: str) -> str:
    """The code to write instead of an operator, and the casts that help."""
    kinds = {kind_of(system, left), kind_of(system, right)}
    instead = [text for kind in sorted(kinds, key=KINDS.index) if (text := INSTEAD.get((op or "", kind)))][-1:]
    casts = [*_casts(system, left, right, cure(system, op, left, right))]
    if instead and not casts and system.promote(left, right) is None:
        return ", and ".join([*_casts(system, left, right, cure(system, None, left, right)), *instead])
    if system.promote(left, right) is None:
        instead = []
    return ", or ".join([*instead, *casts]) or "cast the operands to a dtype that both can hold"


def _casts(system: System, left: str, right: str, cast_dtypes: Cure | None) -> Iterator[str]:
    """The casts in words, for one operand or for both."""
    if cast_dtypes is None:
        return
    dtypes = [dtype for dtype in cast_dtypes if dtype is not None]
    if len(dtypes) == 2 and left not in system.scalars and right not in system.scalars:
        yield f"cast both operands with {_cast(system, dtypes[0])}"
        return
    which = "cast the {} operand with" if left != right else "cast with"
    casts = [
        f"convert the {operand} with {dtype}()"
        if operand in system.scalars
        else f"{which.format(operand)} {_cast(system, dtype)}"
        for operand, dtype in ((left, cast_dtypes.left), (right, cast_dtypes.right))
        if dtype is not None
    ]
    yield " and ".join(casts)


def _cast(system: System, dtype: str) -> str:
    """The spelling of a cast in the library."""
    spelling = SPELLINGS.get(system.name, '.astype("{}")')
    return spelling.format(dtype.removesuffix("_") if system.name in WITHOUT_SUFFIX or "jnp" not in spelling else dtype)
