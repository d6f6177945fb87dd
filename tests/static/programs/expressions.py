"""Random expressions of many operators: their source code, and the dtype of their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st
from oracles import jax as oracle
from oracles.cells import FUNCTIONS, SCALARS

from jaxtyping_promo.operators import BINARY, COMPARISONS, PAIR_RESULT, UNARY

from .operations import annotation, code
from .truth import numpy_values

MOST_OPERATORS = 20
# One comparison stands for all: comparisons return bools, which promote to any dtype and so hide errors.
OPERATORS = [op for op in BINARY if op not in COMPARISONS or op == "lt"]


class Expression(NamedTuple):
    """An operand, or an operator on expressions, with the value that JAX computes.

    Attributes:
        operator: the operator; empty for an operand.
        operands: its operands.
        source: the source code.
        value: an array; None if JAX rejects the expression.
        size: the number of operators.
    """

    operator: str
    operands: tuple[Expression, ...]
    source: str
    value: Any
    size: int

    @property
    def dtype(self) -> str | None:
        """The dtype of the value, or None if JAX rejects the expression."""
        return None if self.value is None else oracle.dtype_name(self.value)

    def parts(self) -> Iterator[Expression]:
        """The expression and all below it that have operators."""
        if self.operator:
            yield self
            for operand in self.operands:
                yield from operand.parts()


class Operands(NamedTuple):
    """The operands of expressions by name: JAX's arrays, and all other operands."""

    arrays: Mapping[str, Expression]
    others: Mapping[str, Expression]

    @classmethod
    def make(cls, arrays: Mapping[str, Any]) -> Operands:
        """A variable for each array, Python scalar, NumPy array and NumPy scalar."""
        others = {**SCALARS, **numpy_values()}
        variables = {name: f"x{number}" for number, name in enumerate((*arrays, *others))}
        made = ({n: Expression("", (), variables[n], v, 0) for n, v in values.items()} for values in (arrays, others))
        return cls(*made)

    def parameters(self) -> str:
        """The variables with their types, as parameters of a function."""
        return ", ".join(
            f"{leaf.source}: {annotation(name)}" for name, leaf in (*self.arrays.items(), *self.others.items())
        )


def apply(operator: str, *operands: Expression, item: int = 0) -> Expression:
    """The expression of an operator and its operands. If the operator has two results, `item` selects one."""
    source = code(
        operator, *(operand.source if not operand.operator else f"({operand.source})" for operand in operands)
    )
    try:
        value = FUNCTIONS[operator](*(operand.value for operand in operands))
    except oracle.ERRORS:
        value = None
    if operator in PAIR_RESULT:
        source, value = f"{source}[{item}]", None if value is None else value[item]
    return Expression(operator, operands, source, value, 1 + sum(operand.size for operand in operands))


@st.composite
def expressions(draw: st.DrawFn, operands: Operands) -> Expression:
    """An expression of one to twenty operators, each with a JAX array among its operands.

    So Python and NumPy compute no part of it. An expression is built from expressions that JAX accepts; JAX may reject
    its outermost operator.
    """
    random = draw(st.randoms(use_true_random=True))  # Hypothesis determines the seed
    arrays, others = (list(leaves.values()) for leaves in operands)
    size = random.randint(1, MOST_OPERATORS)
    known = [random.choice(arrays)]
    while known[-1].size < size:
        mine = random.choice(known[-2:])
        if random.random() < 0.2:
            grown = apply(random.choice(list(UNARY)), mine)
        else:
            pair = [mine, random.choice(random.choice((arrays, others, others, known)))]
            random.shuffle(pair)
            grown = apply(random.choice(OPERATORS), *pair, item=random.randint(0, 1))
        if grown.size > MOST_OPERATORS:
            break
        if grown.value is not None:
            known.append(grown)
        elif random.random() < 0.08:
            return grown
    return known[-1] if known[-1].operator else apply("pos", known[-1])
