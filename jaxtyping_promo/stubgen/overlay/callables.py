"""Classes of callable objects: JAX's initializers, and functions of two arrays that are objects, such as `jnp.add`."""

from __future__ import annotations

from collections.abc import Sequence

from ...operators import BINARY
from ...rules.rule import Rule
from ..class_names import NO_ARGUMENT
from ..docstrings import docstring_lines
from ..operator_tables import ANY
from . import changes
from . import join_overloads as joins
from .annotations import DTYPE
from .dtype_overloads import by_dtype
from .several_operands import joined_overloads
from .signatures import Parameter
from .spelling import Spelling
from .versions import Versions

INITIALIZER = ("jax._src.nn.initializers", "_Initializer")
"""The class of functions that other functions of arrays return."""


def initializer_class(parameters: list[Parameter], spelling: Spelling) -> list[str]:
    """The class of initializers with a default dtype for their arrays."""
    stub = spelling.stub
    generic, unknown = stub.use("jaxtyping_promo.dtypes", "generic"), spelling.text("Any")
    made = stub.variable("_D_co", DTYPE.format(generic=generic, any=unknown))
    absent = spelling.text(NO_ARGUMENT)
    overloads = [
        (changes.unknown_only(parameters, "dtype", absent), ANY),
        (changes.not_given(parameters, "dtype", absent, has_operands=False), f"Array[{made}]"),
        *by_dtype(parameters, "dtype", spelling),
        (parameters, ANY),
    ]
    lines = spelling.definitions("__call__", overloads)
    return [f"class {INITIALIZER[1]}({stub.use('typing', 'Generic')}[{made}]):", *(f"    {line}" for line in lines)]


def is_of_two_arrays(rule: Rule) -> bool:
    """Whether the operands of a rule are exactly two arrays."""
    is_of_two = bool(rule.constant) or len(rule.operands) == 2
    return rule.kind == "array" and is_of_two and not (rule.dtype or rule.unless or rule.starred)


def like_operator(versions: Versions) -> str | None:
    """The operator with the same results as a function of two arrays, or None."""
    system = versions.system
    nodes = [n for n in system.nodes if n not in system.truncated]
    pairs = [(a, b) for a in nodes for b in nodes] if versions.rule.operands else []
    made = [versions.result(pair) for pair in pairs]
    return next((op for op in BINARY if made and made == [system.binary(op, *pair) for pair in pairs]), None)


def of_two_arrays(versions: Versions, spelling: Spelling, *, has_rows: bool) -> tuple[tuple[str, str, str], ...]:
    """The types of the operands and the result in each overload of a function of two arrays."""
    rule = versions.rule
    if rule.constant:
        return (("ArrayLike", "ArrayLike", f"Array[{versions.constant or 'Any'}]"),)
    x, y = (Parameter(name, "ArrayLike", None, "positional") for name in rule.operands)
    overloads = joined_overloads(versions, rule, spelling, [x, y], has_rows=has_rows, whole=True) or []
    operand_types = [
        (o.types.get(x.name, x.annotation), o.types.get(y.name, y.annotation), o.result) for o in overloads
    ]
    last = [] if overloads and joins.takes_all(overloads[-1].types) else [("ArrayLike", "ArrayLike", ANY)]
    return (*operand_types, *last)


def callable_class(
    name: str, base: str, overloads: Sequence[tuple[str, str, str]], docstring: str, spelling: Spelling
) -> list[str]:
    """The class of functions of two operands with these types and results.

    The class has a private outer class, since messages of type checkers show the inner name alone.
    """
    outer, inner = name.split(".")
    lines = [f"class {inner}({base}):"]
    for number, (left, right, result) in enumerate(overloads):
        x, y = spelling.text(left), spelling.text(right)
        lines += [f"    @{spelling.stub.use('typing', 'overload')}"] if len(overloads) > 1 else []
        body = f"\n        {docstring_lines(docstring)}" if number == 0 else " ..."  # editors show the first
        lines.append(f"    def __call__(self, x: {x}, y: {y}, /) -> {spelling.text(result)}:{body}")
    return [f"class {outer}:", *("    " + line.replace("\n", "\n    ") for line in lines)]
