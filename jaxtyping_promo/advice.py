"""Explains why two dtypes do not promote, or why an operator rejects them, and proposes a cast that works.

After a proposed cast, the operator accepts the operands, and every operand keeps its kind. No float becomes an
integer, only a bool becomes a bool, and complex numbers stay complex.
"""

from __future__ import annotations

from collections import namedtuple

from .formats import FORMATS, KINDS, losses
from .operators import BINARY, BITWISE, UNARY
from .system import ZERO_DIM
from .systems import get_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NamedTuple

    from .system import System

    class Cure(NamedTuple):
        """The dtype to cast each operand to; None for an operand that stays as it is."""

        left: str | None
        right: str | None
else:
    Cure = namedtuple("Cure", "left right")

USUAL: dict[str, int] = {"int32": 2, "float32": 2, "complex64": 2, "uint32": 1}
"""The dtypes that programs use most, with a rank.

Among equally good casts, the cast of the highest rank is proposed.
"""

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

SCALAR_CASTS: dict[str, tuple[str, ...]] = {
    "bool": ("int", "float", "complex"),
    "int": ("float", "complex"),
    "float": ("complex",),
}
"""The Python types to which a Python scalar may be converted.

A bool is not weakly typed, so conversion to int helps.
"""


def explain_refusal(system: System, op: str | None, left: str, right: str) -> tuple[str, str]:
    """Why ``left op right`` has no dtype, and what to write instead: two clauses without a full stop.

    Args:
        system: the promotion system.
        op: a key of `rules.operators.BINARY`, or None for promotion without an operator.
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


def cure(system: System, op: str | None, left: str, right: str) -> Cure | None:
    """The casts after which ``left op right`` has a dtype and each operand keeps its kind; None if no casts do.

    The best casts overflow as little as possible. Among those, they change the fewest operands, then lose the fewest
    digits.
    """
    left_targets, right_targets = ([None, *_targets(system, operand)] for operand in (left, right))
    free = {None, *system.scalars}
    best: tuple[tuple[int, ...], Cure] | None = None
    for to_left in left_targets:
        for to_right in right_targets:
            if to_left != to_right and to_left not in free and to_right not in free:
                continue  # casts to two dtypes
            a, b = to_left or left, to_right or right
            result = system.promote(a, b) if op is None else system.binary(op, a, b)
            if result is None:
                continue
            uncast_dtypes = {
                _stored_dtype(system, operand) for operand, to in ((left, to_left), (right, to_right)) if to is None
            }
            cost = _cost(system, ((left, to_left), (right, to_right)), uncast_dtypes)
            if best is None or cost < best[0]:
                best = cost, Cure(to_left, to_right)
    return None if best is None else best[1]


def cure_unary(system: System, op: str, operand: str) -> str | None:
    """The dtype to which to cast an operand that a unary operator rejects; None if no cast helps."""
    return best_cast(system, operand, lambda dtype: system.unary(op, dtype) is not None)


def best_cast(system: System, operand: str, accepts: Callable[[str], bool], *, keeps_kind: bool = True) -> str | None:
    """The dtype to which to cast an operand that an operator or function rejects; None if no cast helps.

    Args:
        system: the promotion system.
        operand: the dtype of the operand: a node, or the name of a Python scalar type.
        accepts: whether the operator or function accepts a dtype.
        keeps_kind: whether the operand must keep its kind. Otherwise, floats may become integers.
    """
    accepted = [dtype for dtype in _targets(system, operand, keeps_kind=keeps_kind) if accepts(dtype)]
    return min(accepted, key=lambda dtype: _cost(system, ((operand, dtype),), set()), default=None)


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
    return INSTEAD.get((op, _kind(system, operand)))


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
    kinds = {_kind(system, left), _kind(system, right)}
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


def _stored_dtype(system: System, operand: str) -> str:
    """The concrete dtype in which an operand is stored."""
    return system.stored(system.node(operand).removesuffix(ZERO_DIM))


def _kind(system: System, operand: str) -> str:
    """The kind of an operand's dtype, or an empty string."""
    held = _stored_dtype(system, operand)
    return FORMATS[held].kind if held in FORMATS else ""


def _targets(system: System, operand: str, *, keeps_kind: bool = True) -> list[str]:
    """The dtypes that an operand may be cast to: dtypes of its kind, or of a kind that includes it.

    Without `keeps_kind`, also dtypes of other kinds; but complex numbers always stay complex.
    """
    source = _stored_dtype(system, operand)
    if operand in system.scalars or source not in FORMATS:
        return [name for name in SCALAR_CASTS.get(operand, ()) if name in system.scalars]
    dtypes = [n for n in system.nodes if n in FORMATS and n not in system.truncated and n not in system.defaults]
    kind = FORMATS[source].kind
    lowest = KINDS.index(kind) if keeps_kind or kind == "complex" else 0
    return [dtype for dtype in dtypes if KINDS.index(FORMATS[dtype].kind) >= lowest and dtype != operand]


def _cost(system: System, casts: tuple[tuple[str, str | None], ...], uncast_dtypes: set[str]) -> tuple[int, ...]:
    """The cost of casts as a tuple, the worst effect first.

    Args:
        system: the promotion system.
        casts: pairs of an operand and the dtype that it is cast to, or None.
        uncast_dtypes: the dtypes of the operands that are not cast.
    """
    done = [
        (_stored_dtype(system, operand), _stored_dtype(system, dtype)) for operand, dtype in casts if dtype is not None
    ]
    lost = [loss.what for source, dtype in done for loss in losses(source, dtype)]
    kinds = sum(abs(KINDS.index(FORMATS[d].kind) - KINDS.index(FORMATS[s].kind)) for s, d in done)
    new = sum(dtype not in uncast_dtypes for _, dtype in done)
    usual = sum(USUAL.get(dtype, 0) for _, dtype in done)
    bits = sum(FORMATS[dtype].bits for _, dtype in done)
    return lost.count("range"), len(done), lost.count("precision"), kinds, new, -usual, bits
