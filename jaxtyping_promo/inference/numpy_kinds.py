"""Infers whether NumPy returns a Python number, a scalar, an array without dimensions, or an array with dimensions.

NumPy's scalars and its arrays without dimensions promote alike, so that no dtype depends on the difference. Python
numbers are weak.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from ..dtype_info import dtype_info
from ..system import PYTHON_SCALARS
from .arguments import Arguments
from .operand import Alternatives, Operand

Kind: TypeAlias = Literal["python scalar", "numpy scalar", "0-d array", "array"]
"""The kind of a value; ``"array"`` has at least one dimension."""
Kinds: TypeAlias = frozenset[Kind]
"""The kinds that a value may have."""

PYTHON: Kinds = frozenset(("python scalar",))
SCALAR: Kinds = frozenset(("numpy scalar",))
ARRAY: Kinds = frozenset(("array",))
ANY_ARRAY: Kinds = frozenset(("0-d array", "array"))
SCALAR_OR_ARRAY: Kinds = frozenset(("numpy scalar", "array"))
ANY_VALUE: Kinds = SCALAR | ANY_ARRAY
NO_VALUE: Kinds = frozenset()


def kinds_of_operand(operand: Operand) -> Kinds:
    """The kinds that an operand may have. An array of JAX counts as NumPy's array, to which NumPy converts it."""
    if operand.origin == "numpy scalar":
        return SCALAR
    return PYTHON if operand.is_python_scalar else ANY_ARRAY


def kinds_of(alternatives: Alternatives) -> Kinds:
    """The kinds that one of several alternatives may have."""
    return frozenset(kind for operand in alternatives for kind in kinds_of_operand(operand))


class Call(NamedTuple):
    """The facts about a call that decide on the kind of its result.

    Attributes:
        operands: the kinds of each operand of the rule, in their order.
        arguments: the arguments of the call.
        by_parameter: the kinds of each argument.
    """

    operands: tuple[Kinds, ...]
    arguments: Arguments
    by_parameter: Mapping[str, Kinds]

    @property
    def has_array(self) -> bool:
        """Whether one of the operands certainly has dimensions."""
        return ARRAY in self.operands

    @property
    def has_only_numbers(self) -> bool:
        """Whether every operand is a Python number or a NumPy scalar."""
        return bool(self.operands) and all(kinds <= PYTHON | SCALAR for kinds in self.operands)

    @property
    def may_have_array(self) -> bool:
        """Whether one of the operands may have dimensions, or no operand is known."""
        return not self.operands or any("array" in kinds for kinds in self.operands)


def _elementwise(call: Call) -> Kinds:
    if call.has_array:
        return ARRAY
    return SCALAR_OR_ARRAY if call.may_have_array else SCALAR


def _constructor(call: Call) -> Kinds:
    return _elementwise(call) if call.arguments.given else SCALAR


def _array_of_operand(call: Call) -> Kinds:
    if call.arguments.is_given("shape"):
        return ANY_ARRAY
    if call.has_array:
        return ARRAY
    return ANY_ARRAY if call.may_have_array else frozenset(("0-d array",))


def _reduction(call: Call) -> Kinds:
    if call.arguments.is_given("keepdims", "kwargs"):
        return ANY_VALUE
    return SCALAR_OR_ARRAY if call.arguments.is_given("axis") else SCALAR


def _quantile(call: Call) -> Kinds:
    kinds = _reduction(call)
    return kinds | SCALAR_OR_ARRAY if "array" in call.by_parameter.get("q", ANY_ARRAY) else kinds


def _own(call: Call) -> Kinds:
    return call.operands[0] if call.operands else call.by_parameter.get("self", ANY_VALUE)


def _own_or_scalar(call: Call) -> Kinds:
    own = _own(call)
    return own | SCALAR if "0-d array" in own else own


def _reshaped(call: Call) -> Kinds:
    return ANY_ARRAY if call.operands and call.operands[0] <= ANY_ARRAY else ANY_VALUE


def _count(call: Call) -> Kinds:
    return SCALAR_OR_ARRAY if call.arguments.is_given("axis") else PYTHON | SCALAR


def _product(call: Call) -> Kinds:
    subscripts = call.by_parameter.get("subscripts")
    if subscripts is not None and (subscripts != SCALAR_OR_ARRAY or not call.has_only_numbers):
        return subscripts
    if call.has_only_numbers:
        return SCALAR
    has_number = any(kinds <= PYTHON | SCALAR for kinds in call.operands)
    return ARRAY if call.has_array and has_number else SCALAR_OR_ARRAY


def _draw(call: Call) -> Kinds:
    return _without_size(call, PYTHON)


def _typed_draw(call: Call) -> Kinds:
    return _without_size(call, _kinds_of_dtype(call, SCALAR))


def _integer_draw(call: Call) -> Kinds:
    return _without_size(call, _kinds_of_dtype(call, PYTHON))


def _kinds_of_dtype(call: Call, usual: Kinds) -> Kinds:
    """The kinds of one integer: a Python number for a Python type, and a scalar for any other dtype."""
    dtype = call.arguments.dtypes.get("dtype", "")
    if dtype is None:
        return PYTHON | SCALAR
    return usual if not dtype else PYTHON if dtype in PYTHON_SCALARS else SCALAR


def _without_size(call: Call, scalar: Kinds) -> Kinds:
    if call.arguments.is_given("size", "args", "out"):
        return ANY_ARRAY
    kinds = [kinds for name, kinds in call.by_parameter.items() if name != "self"]
    if ARRAY in kinds:
        return ARRAY
    others = call.arguments.given - call.by_parameter.keys() - {"self", "dtype", "method", "endpoint"}
    return scalar | ARRAY if others or any("array" in one for one in kinds) else scalar


def _choice(call: Call) -> Kinds:
    if call.arguments.is_given("size"):
        return ANY_ARRAY
    return PYTHON if call.has_only_numbers else SCALAR_OR_ARRAY


KINDS: dict[str, Callable[[Call], Kinds]] = {
    "elementwise": _elementwise,
    "constructor": _constructor,
    "reduction": _reduction,
    "first axis": lambda call: SCALAR if call.has_only_numbers else SCALAR_OR_ARRAY,
    "quantile": _quantile,
    "contraction": lambda call: SCALAR_OR_ARRAY,
    "product": _product,
    "own": _own,
    "own or scalar": _own_or_scalar,
    "indexed": lambda call: ANY_VALUE,
    "reshaped": _reshaped,
    "array": lambda call: ARRAY,
    "any array": lambda call: ANY_ARRAY,
    "array of operand": _array_of_operand,
    "scalar": lambda call: SCALAR,
    "python": lambda call: PYTHON,
    "draw": _draw,
    "typed draw": _typed_draw,
    "integer draw": _integer_draw,
    "choice": _choice,
    "permutation": lambda call: ARRAY,
    "count": _count,
    "rank": lambda call: PYTHON | SCALAR_OR_ARRAY,
    "none": lambda call: NO_VALUE,
}
"""The kinds of a result by the kind of function.

====================  ================================================================================================
``elementwise``       a scalar if no operand has dimensions, otherwise an array
``constructor``       the same, and a scalar without an operand
``reduction``         a scalar, but with an axis or ``keepdims`` perhaps an array
``first axis``        a scalar or an array, since the usual axis is the first one; a scalar for a scalar
``quantile``          a reduction for each of the quantiles `q`
``contraction``       a scalar or an array, by the number of dimensions of the operands
``product``           the same: a scalar if all operands are, an array if only one is, or as ``subscripts`` say
``own``               as the first operand
``own or scalar``     the same, but perhaps a scalar for an array without dimensions
``indexed``           anything; see `jaxtyping_promo.inference.numpy_indexing`
``reshaped``          an array for an array, and anything for a scalar
``array``             an array with dimensions
``any array``         an array with or without dimensions
``array of operand``  an array with dimensions if the operand has dimensions
``scalar``            a NumPy scalar
``python``            a Python number
``draw``              a Python number without a size, otherwise an array
``typed draw``        a NumPy scalar without a size (a Python number for a Python type), otherwise an array
``integer draw``      a Python number without a size (a scalar for a dtype of NumPy), otherwise an array
``choice``            a Python number or a scalar without a size, otherwise an array
``permutation``       an array
``count``             a Python number or, in newer versions of NumPy, a scalar; with an axis perhaps an array
``rank``              a Python number for a vector, otherwise a scalar or an array
``none``              no array
====================  ================================================================================================
"""


PYTHON_TYPES: dict[str, str] = {
    "bool": "bool",
    "unsigned": "int",
    "signed": "int",
    "float": "float",
    "complex": "complex",
}
"""The Python type of a number, by the kind of its dtype."""


def python_scalar_of(dtype: str) -> str:
    """The type of the Python number into which NumPy converts a value of a dtype."""
    return PYTHON_TYPES[dtype_info(dtype).kind]
