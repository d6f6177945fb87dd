"""What to tell people whose dtypes do not promote: the reason, and the cast that cures it."""

from __future__ import annotations

from .rules.operators import BINARY, UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .system import System


def refusal(system: System, op: str | None, left: str, right: str) -> str:
    """One line: why ``left op right`` has no dtype in `system`, and what to cast.

    Args:
        system: the promotion system asked.
        op: the operator, or None for promotion alone.
        left, right: nodes, or names of Python scalar types.
    """
    join = system.promote(left, right)
    if join is None:
        return f"{left} and {right} have no promotion in {system.title}: {_no_join(system, left, right)}"
    symbol = BINARY.get(op or "", op)
    if join in system.rejects.get(op or "", ()):
        return f"{symbol} does not take {join} in {system.title}: {_cast_operands(system, op or '', join)}"
    return f"{system.title} does not compute {left} {symbol} {right}: cast both to one dtype that it takes"


def refusal_unary(system: System, op: str, operand: str) -> str:
    """One line: why the unary operator has no dtype in `system`, and what to cast."""
    return f"{UNARY[op]} does not take {operand} in {system.title}: {_cast_operands(system, op, operand)}"


def _no_join(system: System, left: str, right: str) -> str:
    a, b = system.node(left), system.node(right)
    if system.strict:
        return f"strict promotion is for weak types only; cast one operand to the other's dtype{_example(system, a, b)}"
    lattice = system.lattice
    if lattice is None:
        return f"cast one operand{_example(system, a, b)}"
    least = lattice.least(lattice.common_upper_bounds(a, b))
    if least:
        return f"{', '.join(least)} are all least upper bounds, none of them the least; cast one operand"
    return f"no dtype is above both in the lattice; cast one operand{_example(system, a, b)}"


def _example(system: System, a: str, b: str) -> str:
    concrete = [n for n in (b, a) if n not in system.defaults]
    return f", for example with .astype({concrete[0]})" if concrete else ""


def _cast_operands(system: System, op: str, join: str) -> str:
    """The cast to propose: the nearest dtypes above, else the widest of the other kinds, that the operator takes."""
    special = {
        ("sub", "bool_"): "use ^ (exclusive or), or cast to an integer with .astype(int32)",
        ("neg", "bool_"): "use ~ (not), or cast to an integer with .astype(int32)",
    }
    if (op, join) in special:
        return special[op, join]
    takes = [n for n in system.nodes if n not in system.defaults and n not in system.rejects.get(op, ())]
    if not takes:
        return "no dtype works"
    if op in ("lshift", "rshift", "and", "xor", "or", "invert"):
        return "it is for integers and bools; cast to an integer with .astype(int32)"
    if op in ("floordiv", "mod", "divmod"):
        return "it has no meaning for complex numbers; take .real, or divide with /"
    wider = [n for n in takes if n in system.lattice.upper_bounds(join)] if system.lattice else []
    kind = join.rstrip("0123456789")
    same_kind = [n for n in takes if n.rstrip("0123456789") == kind]
    return f"cast with .astype({(wider or same_kind or takes)[0]})"
