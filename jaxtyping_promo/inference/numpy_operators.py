"""Infers the dtypes and kinds that Python's operators return for NumPy's arrays and scalars.

>>> from jaxtyping_promo.inference import Operand
>>> integers, half = Operand(("int8",), origin="numpy array"), Operand(("float",))
>>> infer_numpy_binary("add", (integers,), (half,)).values[0].answer
Result(dtypes=('float64',), variable=None)
>>> print(infer_numpy_binary("add", (integers,), (half,), in_place=True).values[0].answer)
"+=" cannot cast float64 to int8; assign the result of "+" instead
"""

from __future__ import annotations

from itertools import product

from ..advice import explain_refusal, explain_unary_refusal
from ..operators import BINARY, COMPARISONS, IN_PLACE
from ..rules.numpy_ml_dtypes import ML_FLOATS, PROXY, WITHOUT_LOOP, promoted
from ..rules.numpy_vocabulary import casts_to_same_kind
from ..system import PYTHON_SCALARS
from .answer import FOREIGN_DTYPE, OPERAND_UNKNOWN, OUTSIDE_OF_RULE, Answer, Refusal, Result, Unknown
from .numpy_dtypes import NUMPY, is_known, on_this_platform
from .numpy_kinds import ANY_ARRAY, ANY_VALUE, ARRAY, PYTHON, SCALAR, SCALAR_OR_ARRAY, Kinds, kinds_of_operand
from .numpy_values import NumpyAnswer, NumpyValue
from .operand import Alternatives, Operand

OF_FLOAT64_SCALARS = ("add", "sub", "mul", "truediv", "pow", "eq", "ne")
"""The operators that a Python complex number computes itself, since NumPy's float64 scalar is a Python float."""


def infer_numpy_binary(
    op: str,
    left: Alternatives | None,
    right: Alternatives | None,
    *,
    in_place: bool = False,
    kinds: tuple[Kinds | None, Kinds | None] = (None, None),
) -> NumpyAnswer:
    """The dtype and kind of ``left op right``.

    At least one operand is NumPy's, and none is JAX's: JAX's arrays compute with NumPy's arrays themselves.

    Args:
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the alternatives of each operand; None if the operand is unknown.
        in_place: whether the statement is ``left op= right``. It changes an array, which keeps its dtype, and gives a
            scalar's variable a new value.
        kinds: the kinds of each operand, if more is known than the origin tells.
    """
    if left is None or right is None:
        is_bool = op in COMPARISONS
        return NumpyAnswer(
            "value", (NumpyValue(Result(("bool_",)) if is_bool else Unknown(OPERAND_UNKNOWN), ANY_VALUE),)
        )
    answers: list[Answer] = []
    result_kinds: set[str] = set()
    for one, other in product(left, right):
        pair_kinds = (kinds[0] or kinds_of_operand(one), kinds[1] or kinds_of_operand(other))
        changes_array = in_place and one.origin == "numpy array"
        answers += _pair_answers(op, one, other, in_place=changes_array)
        result_kinds |= pair_kinds[0] if changes_array else _kinds(op, *pair_kinds)
    answer = _joined(answers)
    if isinstance(answer, Result) and any(dtype in PYTHON_SCALARS for dtype in answer.dtypes):
        result_kinds |= PYTHON
    value = NumpyValue(answer, frozenset(result_kinds))  # type: ignore[arg-type]
    return NumpyAnswer("tuple", (value, value)) if op == "divmod" else NumpyAnswer("value", (value,))


def infer_numpy_unary(op: str, operand: Alternatives | None, *, kinds: Kinds | None = None) -> NumpyAnswer:
    """The dtype and kind of a unary operator's result.

    Args:
        op: a key of `jaxtyping_promo.operators.UNARY`; ``"round"`` is the function without a number of digits.
        operand: the alternatives of NumPy's operand; None if it is unknown.
        kinds: the kinds of the operand, if more is known than the origin tells.
    """
    if operand is None:
        return NumpyAnswer("value", (NumpyValue(Unknown(OPERAND_UNKNOWN), ANY_VALUE),))
    known_kinds = kinds or frozenset(kind for one in operand for kind in kinds_of_operand(one))
    answer = _joined([_unary_answer(op, one, dtype) for one in operand for dtype in map(on_this_platform, one.dtypes)])
    result_kinds = PYTHON if op == "round" else _kinds(op, known_kinds, SCALAR)
    return NumpyAnswer("value", (NumpyValue(answer, result_kinds),))


def operator_answer(op: str, left: Alternatives, right: Alternatives) -> Answer:
    """The dtype of ``left op right``, or of the ufunc with the same loops, as one answer for all alternatives."""
    return _joined(
        [answer for one, other in product(left, right) for answer in _pair_answers(op, one, other, in_place=False)]
    )


def numpy_binary(op: str, left: str, right: str) -> str | None:
    """The dtype of ``left op right`` for NumPy's operands; None if NumPy rejects them, or if the dtype is unknown.

    Args:
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: dtypes, or names of Python scalar types.
    """
    if left not in ML_FLOATS and right not in ML_FLOATS:
        dtype = NUMPY.binary(op, left, right)
        return None if dtype is None else NUMPY.stored(dtype)
    join = promoted(left, right)
    if join in ML_FLOATS:
        join = "float32" if op in WITHOUT_LOOP else join
    if join is None or (op in WITHOUT_LOOP and {left, right} & {*PYTHON_SCALARS}):
        return None
    dtype = NUMPY.unary(op, PROXY if join in ML_FLOATS else join)
    return join if dtype == PROXY else dtype


def _pair_answers(op: str, left: Operand, right: Operand, *, in_place: bool) -> list[Answer]:
    answers: list[Answer] = []
    for one, other in product(map(on_this_platform, left.dtypes), map(on_this_platform, right.dtypes)):
        if not is_operand(one) or not is_operand(other) or (one in ML_FLOATS and other in ML_FLOATS and one != other):
            answers.append(Unknown(FOREIGN_DTYPE))
            continue
        dtype = numpy_binary(op, one, other)
        if "numpy scalar" in (left.origin, right.origin) and op == "matmul":
            dtype = None  # a scalar has no dimension to contract
        if dtype is None:
            answers.append(_refusal(op, one, other))
        elif in_place and not casts_to_same_kind(dtype, one):
            symbol = IN_PLACE.get(op, op)
            advice = f'assign the result of "{BINARY[op]}" instead'
            answers.append(Refusal(f'"{symbol}" cannot cast {dtype} to {one}', advice, (one, other)))
        elif in_place:
            answers.append(Result((one,)))
        elif one == "complex" and other == "float64" and right.origin == "numpy scalar" and op in OF_FLOAT64_SCALARS:
            answers.append(Result(("bool" if op in COMPARISONS else "complex",)))
        elif op == "pow" and one == "bool_" and other == "int" and left.origin != "numpy scalar":
            answers.append(Result((dtype, "int8")))  # the exponent 2 makes int8
        else:
            answers.append(Result((dtype,)))
    return answers


def _refusal(op: str, left: str, right: str) -> Answer:
    if left in ML_FLOATS or right in ML_FLOATS:
        return Refusal(f'"{BINARY[op]}" is not defined for {left} and {right}', None, (left, right))
    return Refusal(*explain_refusal(NUMPY, op, left, right), (left, right))


def _unary_answer(op: str, operand: Operand, dtype: str) -> Answer:
    if not is_operand(dtype):
        return Unknown(FOREIGN_DTYPE)
    proxy = PROXY if dtype in ML_FLOATS else dtype
    if op == "round":
        is_scalar = operand.origin == "numpy scalar" and proxy != "bool_" and not proxy.startswith("complex")
        return Result(("int",)) if is_scalar else Unknown(OUTSIDE_OF_RULE)
    result = NUMPY.unary(op, proxy)
    if result is None:
        return Refusal(*explain_unary_refusal(NUMPY, op, proxy), (dtype,))
    return Result((dtype if result == proxy else NUMPY.stored(result),))


def is_operand(dtype: str) -> bool:
    """Whether operators have a result for a dtype."""
    return is_known(dtype) or dtype in ML_FLOATS


def _joined(answers: list[Answer]) -> Answer:
    """One answer for all alternatives. Rejected alternatives count for none if others have a result."""
    dtypes: dict[str, None] = {}
    for answer in answers:
        if isinstance(answer, Unknown):
            return answer
        if isinstance(answer, Result):
            dtypes |= dict.fromkeys(answer.dtypes)
    return Result(tuple(dtypes)) if dtypes else answers[0]


def _kinds(op: str, left: Kinds, right: Kinds) -> Kinds:
    if op == "matmul":
        return SCALAR_OR_ARRAY
    if ARRAY in (left, right):
        return ARRAY
    return SCALAR_OR_ARRAY if "array" in left | right else SCALAR


__all__ = ["ANY_ARRAY", "infer_numpy_binary", "infer_numpy_unary", "is_operand", "numpy_binary", "operator_answer"]
