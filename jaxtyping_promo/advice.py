"""What to tell people whose dtypes do not promote: the reason, and the cast that cures it."""

from __future__ import annotations

from .rules.operators import BINARY, BITWISE, SHIFTS, UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .system import System

INSTEAD: dict[tuple[str, str], str] = {
    ("sub", "bool_"): "use ^ (exclusive or)",
    ("neg", "bool_"): "use ~ (not)",
}
"""Operators that people reach for, and the one that does it for the dtype."""


def refusal(system: System, op: str | None, left: str, right: str) -> tuple[str, str]:
    """Why ``left op right`` has no dtype in `system`, and what to cast: two lines, without a full stop.

    Args:
        system: the promotion system asked.
        op: a key of `rules.operators.BINARY`, or None for promotion alone.
        left, right: nodes, or names of Python scalar types.
    """
    join = system.promote(left, right)
    symbol = BINARY.get(op or "", "and")
    case = f"{left} {symbol} {right}" if symbol != "divmod" else f"divmod({left}, {right})"
    case = f"no dtype for {case} in {system.title}"
    if op == "matmul" and (left in system.scalars or right in system.scalars):
        reason, advice = "it takes no scalars", "use * to scale an array"
    elif join is None:
        reason, advice = _no_join(system, system.node(left), system.node(right))
    elif op is not None and join in system.rejects.get(op, ()):
        reason, advice = f"{symbol} does not take {join}", _cast(system, op, join)
    else:
        reason, advice = "it does not compute this pair", f"cast both operands to one dtype, {_astype(join)}"
    return f"{case}: {reason}", advice


def refusal_unary(system: System, op: str, operand: str) -> tuple[str, str]:
    """Why the unary operator has no dtype in `system`, and what to cast."""
    problem = f"no dtype for {UNARY[op]} {operand} in {system.title}: it does not take {operand}"
    return problem, _cast(system, op, operand)


def _astype(node: str) -> str:
    return f'.astype("{node.removesuffix("_")}")'


def _no_join(system: System, a: str, b: str) -> tuple[str, str]:
    strong = [n for n in (b, a) if n not in system.defaults]
    advice = f"cast one operand, for example with {_astype(strong[0])}" if strong else "cast one operand"
    if system.strict:
        return "strict promotion is for weak types only", advice
    lattice = system.lattice
    if lattice is None:
        return "the library does not promote them", advice
    least = lattice.least(lattice.common_upper_bounds(a, b))
    if least:
        return f"{', '.join(least)} are above both, none of them below the others", advice
    return "no dtype is above both in the lattice", advice


def _cast(system: System, op: str, join: str) -> str:
    """The cast to propose: to the nearest dtype above that the operator takes, else to one of the kind it is for."""
    rejects = system.rejects.get(op, ())
    takes = [n for n in system.nodes if n not in system.defaults and n not in rejects]
    if not takes:
        return "no dtype works"
    if op in BITWISE or op in SHIFTS or op == "invert":
        return f"cast to an integer with {_astype('int32')}"
    if op in ("floordiv", "mod", "divmod") and "complex" in join:
        return "take .real, or divide with /"
    candidates = [n for n in takes if n in system.lattice.upper_bounds(join)] if system.lattice else takes
    usual = [n for n in ("int32", "float32") if n in candidates]
    cast = f"cast with {_astype((usual or candidates or takes)[0])}"
    return f"{INSTEAD[op, join]}, or {cast}" if (op, join) in INSTEAD else cast


def not_differentiable(dtype: str) -> tuple[str, str]:
    """Why JAX differentiates nothing with respect to an array of `dtype`, and what to write instead: two lines."""
    return (
        f"No gradient with respect to {dtype}: JAX differentiates floats and complex numbers alone",
        "Cast the argument with .astype(jnp.float32); with allow_int=True the gradient of integers is of dtype float0",
    )
